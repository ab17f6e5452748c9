//! What the server tells by itself: one file of messages for this direction.

use super::people::{Person, Player, Score, WalletChange};
use super::play::{need_seat, seat_of};
use super::table::teams;
use super::{
    Available, Criteria, Element, Fault, GameInfo, GameParam, Hand, Roles, RoundStart, Status, TableRow,
    TurnMade, Wait,
};
use kozyr_card_game::Seat;

/// Something a player did that is no move: `<event name box/>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerEvent {
    /// They are ready for the next stage.
    Ready,
    /// They went away from the table.
    Leave,
    /// They are back.
    Return,
    /// They play no more parties.
    GetUp,
    /// They play no more parties because they could not pay the next one: the others are asked anew for it.
    GetUpPoor,
}

impl PlayerEvent {
    const ALL: [PlayerEvent; 4] =
        [PlayerEvent::Ready, PlayerEvent::Leave, PlayerEvent::Return, PlayerEvent::GetUp];

    fn to_element(self, seat: Seat) -> Element<'static> {
        let reason = (self == PlayerEvent::GetUpPoor).then_some("payment");
        Element::new("event").attr("name", self.name()).attr("box", seat.index()).maybe("reason", reason)
    }

    fn from_element(element: &Element<'_>) -> Result<(PlayerEvent, Seat), Fault> {
        let name = element.need("name")?;
        let event = PlayerEvent::ALL.into_iter().find(|event| event.name() == name);
        let event = match event.ok_or_else(|| Fault::bad("name of event is not known"))? {
            PlayerEvent::GetUp if element.get("reason") == Some("payment") => PlayerEvent::GetUpPoor,
            event => event,
        };
        Ok((event, need_seat(element, "box")?))
    }

    const fn name(self) -> &'static str {
        match self {
            PlayerEvent::Ready => "ready",
            PlayerEvent::Leave => "leave",
            PlayerEvent::Return => "return",
            PlayerEvent::GetUp | PlayerEvent::GetUpPoor => "getup",
        }
    }
}

/// The action `game`: what happened at the table, as one player may know it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameNews {
    /// What the game is played by: with the first table.
    pub param: Option<GameParam>,
    /// A game of pairs? With the first table.
    pub teams: bool,
    /// A move.
    pub turn: Option<TurnMade>,
    /// Who attacks whom, where no move says it.
    pub roles: Option<Roles>,
    /// The round is over; who takes the table, if anybody does.
    pub finish_round: Option<Option<Seat>>,
    /// A round begins; never together with a move.
    pub table: Option<RoundStart>,
    /// The player's own cards.
    pub cards: Option<Hand>,
    /// Something a player did that is no move.
    pub event: Option<(PlayerEvent, Seat)>,
    /// What the player may do now; nothing for one who looks on.
    pub availables: Option<Vec<Available>>,
    /// All clocks that run, whenever one of them started or stopped.
    pub waits: Vec<Wait>,
}

impl GameNews {
    fn write<'a>(&self, action: Element<'a>) -> Element<'a> {
        let event = self.event.map(|(event, seat)| event.to_element(seat));
        action
            .children_from(self.param.map(GameParam::to_element))
            .children_from(self.teams.then(teams))
            .children_from(self.turn.map(TurnMade::to_element))
            .children_from(event)
            .children_from(self.roles.map(Roles::to_element))
            .children_from(
                self.finish_round
                    .map(|taken_by| Element::new("finishround").maybe("box", taken_by.map(Seat::index))),
            )
            .children_from(self.table.as_ref().map(RoundStart::to_element))
            .children_from(self.cards.as_ref().map(Hand::to_element))
            .children_from(self.availables.as_ref().map(|list| Available::list(list)))
            .children_from(self.waits.iter().map(|wait| wait.to_element()))
    }

    fn read(action: &Element<'_>) -> Result<GameNews, Fault> {
        Ok(GameNews {
            param: action.find("game_param").map(GameParam::from_element).transpose()?,
            teams: action.find("teams").is_some(),
            turn: action.find("turn").map(TurnMade::from_element).transpose()?,
            roles: Roles::inside(action)?,
            finish_round: action.find("finishround").map(|finish| seat_of(finish, "box")).transpose()?,
            table: action.find("table").map(RoundStart::from_element).transpose()?,
            cards: action.find("cards").map(Hand::from_element).transpose()?,
            event: action.find("event").map(PlayerEvent::from_element).transpose()?,
            availables: action.find("availables").map(Available::from_list).transpose()?,
            waits: Wait::all_in(action)?,
        })
    }
}

/// What happened to a table in a list: `new`, `change`, `gone`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TableEvent {
    New,
    Change,
    Gone,
}

impl TableEvent {
    const ALL: [TableEvent; 3] = [TableEvent::New, TableEvent::Change, TableEvent::Gone];

    const fn name(self) -> &'static str {
        match self {
            TableEvent::New => "new",
            TableEvent::Change => "change",
            TableEvent::Gone => "gone",
        }
    }
}

/// What happened in a room where people talk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChatEvent {
    /// Who is there: for one who just came.
    Setup(Vec<Person>),
    /// Somebody came.
    Join(Person),
    /// Somebody went.
    Leave(Person),
    /// Somebody said something.
    Msg(Person, String),
}

impl ChatEvent {
    fn to_element<'a>(&'a self, room: &'a String) -> Element<'a> {
        let event = |name| Element::new("event").attr("name", name).attr("room", room);
        match self {
            ChatEvent::Setup(people) => {
                event("setup").children_from(people.iter().map(|person| person.to_element("user")))
            }
            ChatEvent::Join(person) => event("join").child(person.to_element("user")),
            ChatEvent::Leave(person) => event("leave").child(person.to_element("user")),
            ChatEvent::Msg(person, text) => event("msg")
                .child(person.to_element("user"))
                .child(Element::new("msg").with_text(text.as_str())),
        }
    }

    fn from_element(event: &Element<'_>) -> Result<ChatEvent, Fault> {
        let person = || Person::from_element(event.need_child("user")?);
        Ok(match event.need("name")? {
            "setup" => {
                ChatEvent::Setup(event.all("user").map(Person::from_element).collect::<Result<_, _>>()?)
            }
            "join" => ChatEvent::Join(person()?),
            "leave" => ChatEvent::Leave(person()?),
            "msg" => ChatEvent::Msg(person()?, event.need_child("msg")?.text().to_owned()),
            _ => return Err(Fault::bad("name of event is not known")),
        })
    }
}

/// Partners are found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The terms.
    pub criteria: Criteria,
    /// All of them, oneself included.
    pub players: Vec<Person>,
}

/// A game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    /// Which game.
    pub info: GameInfo,
    /// One's own box.
    pub own: Seat,
    /// Who plays.
    pub players: Vec<Player>,
}

/// An action, typed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum News {
    /// The same user logged in elsewhere.
    Auth,
    Found(Box<Found>),
    Begin(Box<Begun>),
    Game(Box<GameNews>),
    Wait(Wait),
    /// A clock was set back.
    WaitReset(Wait),
    /// A clock was stopped.
    WaitStop(Wait),
    /// A clock ran out.
    Timeout(Wait),
    PartyEnd(Vec<Score>),
    GameOver(Vec<Score>),
    Wallet(WalletChange),
    /// The channel's new state.
    State(Box<Status>),
    /// Something happened to a table in the list.
    Event(TableEvent, TableRow),
    Chat {
        room: String,
        event: ChatEvent,
    },
}

impl News {
    /// The word on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            News::Auth => "auth",
            News::Found(_) => "found",
            News::Begin(_) => "begin",
            News::Game(_) => "game",
            News::Wait(_) => "wait",
            News::WaitReset(_) => "waitreset",
            News::WaitStop(_) => "waitstop",
            News::Timeout(_) => "timeout",
            News::PartyEnd(_) => "partyend",
            News::GameOver(_) => "gameover",
            News::Wallet(_) => "wallet",
            News::State(_) => "state",
            News::Event(..) => "event",
            News::Chat { .. } => "chat",
        }
    }

    pub(super) fn write<'a>(&'a self, action: Element<'a>) -> Element<'a> {
        match self {
            News::Auth => action,
            News::Found(found) => {
                let players = found.players.iter().map(|person| person.to_element("player"));
                action
                    .child(found.criteria.to_element())
                    .child(Element::new("players").children_from(players))
            }
            News::Begin(begun) => action
                .child(begun.info.to_element())
                .child(Element::new("self").attr("box", begun.own.index()))
                .child(Player::list(&begun.players)),
            News::Game(news) => news.write(action),
            News::Wait(wait) | News::WaitReset(wait) | News::WaitStop(wait) | News::Timeout(wait) => {
                action.child(wait.to_element())
            }
            News::PartyEnd(scores) | News::GameOver(scores) => {
                action.children_from(scores.iter().map(|score| score.to_element()))
            }
            News::Wallet(change) => action.child(change.to_element()),
            News::State(status) => action.child(status.to_element()),
            News::Event(event, table) => {
                action.child(Element::new("event").attr("name", event.name()).child(table.to_element()))
            }
            News::Chat { room, event } => action.child(event.to_element(room)),
        }
    }

    pub(super) fn read(cmd: &str, action: &Element<'_>) -> Result<News, Fault> {
        let wait = || Wait::from_element(action.need_child("wait")?);
        let scores = || action.all("box").map(Score::from_element).collect::<Result<Vec<_>, _>>();
        Ok(match cmd {
            "auth" => News::Auth,
            "found" => News::Found(Box::new(Found {
                criteria: Criteria::from_element(action.need_child("criteria")?)?,
                players: Person::list_in(action, "players", "player")?,
            })),
            "begin" => News::Begin(Box::new(Begun {
                info: GameInfo::from_element(action.need_child("gameinfo")?)?,
                own: need_seat(action.need_child("self")?, "box")?,
                players: Player::list_in(action)?,
            })),
            "game" => News::Game(Box::new(GameNews::read(action)?)),
            "wait" => News::Wait(wait()?),
            "waitreset" => News::WaitReset(wait()?),
            "waitstop" => News::WaitStop(wait()?),
            "timeout" => News::Timeout(wait()?),
            "partyend" => News::PartyEnd(scores()?),
            "gameover" => News::GameOver(scores()?),
            "wallet" => News::Wallet(WalletChange::from_element(action.need_child("wallet")?)?),
            "state" => News::State(Box::new(Status::from_element(action.need_child("state")?)?)),
            "event" => {
                let event = action.need_child("event")?;
                let name = event.need("name")?;
                let kind = TableEvent::ALL.into_iter().find(|kind| kind.name() == name);
                let kind = kind.ok_or_else(|| Fault::bad("name of event is not known"))?;
                News::Event(kind, TableRow::from_element(event.need_child("table")?)?)
            }
            "chat" => {
                let event = action.need_child("event")?;
                let room = event.need("room")?.to_owned();
                News::Chat { room, event: ChatEvent::from_element(event)? }
            }
            _ => return Err(Fault::not_found("no such action")),
        })
    }
}

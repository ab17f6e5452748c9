//! The state of a channel as it is told: a word in `auth`, the whole of it in `open`.

use super::people::{Person, Player};
use super::play::{need_seat, seat_of};
use super::{Criteria, Element, Fault, GameInfo, GameState, State, Wait, Wish};
use kozyr_card_game::Seat;

/// A game as it is told to one who plays or looks on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStatus {
    /// Which game.
    pub info: GameInfo,
    /// What lies on the table, and what they may do.
    pub state: GameState,
    /// Their box; nobody's when they look on.
    pub own: Option<Seat>,
    /// Who plays.
    pub players: Vec<Player>,
    /// Who looks on.
    pub watchers: Vec<Person>,
    /// The clocks, the running one first.
    pub waits: Vec<Wait>,
}

/// Partners that were found, and who has to confirm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeginStatus {
    /// The terms.
    pub criteria: Criteria,
    /// All of them.
    pub players: Vec<Person>,
    /// How long they have.
    pub wait: Wait,
}

/// A game that is over, or that somebody is away from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PausedStatus {
    /// Which game.
    pub info: GameInfo,
    /// Their box.
    pub own: Seat,
    /// Who plays.
    pub players: Vec<Player>,
    /// How long there is to decide; nothing while they are away from a game.
    pub wait: Option<Wait>,
}

/// The whole state of a channel.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Status {
    Free,
    Subscribed { room: String, filter: Option<String> },
    Find { wish: Box<Wish>, wait: Wait },
    Begin(Box<BeginStatus>),
    OkBegin(Box<BeginStatus>),
    Game(Box<GameStatus>),
    Leave(Box<PausedStatus>),
    Revanche(Box<PausedStatus>),
    OkRevanche(Box<PausedStatus>),
    Watch(Box<GameStatus>),
    Chat { room: String },
    TakeTurn { table: u64 },
    TakePlace { table: u64, seat: Seat, wait: Option<Wait> },
}

impl Status {
    /// The state's word.
    pub const fn state(&self) -> State {
        match self {
            Status::Free => State::Free,
            Status::Subscribed { .. } => State::Subscribed,
            Status::Find { .. } => State::Find,
            Status::Begin(_) => State::Begin,
            Status::OkBegin(_) => State::OkBegin,
            Status::Game(_) => State::Game,
            Status::Leave(_) => State::Leave,
            Status::Revanche(_) => State::Revanche,
            Status::OkRevanche(_) => State::OkRevanche,
            Status::Watch(_) => State::Watch,
            Status::Chat { .. } => State::Chat,
            Status::TakeTurn { .. } => State::TakeTurn,
            Status::TakePlace { .. } => State::TakePlace,
        }
    }

    pub(super) fn to_element(&self) -> Element<'_> {
        let element = short(self.state());
        match self {
            Status::Free => element,
            Status::Subscribed { room, filter } => {
                element.child(Element::new("room").attr("id", room).maybe("filter", filter.as_ref()))
            }
            Status::Find { wish, wait } => element.child(wish.to_element()).child(wait.to_element()),
            Status::Begin(begin) | Status::OkBegin(begin) => {
                let players = begin.players.iter().map(|person| person.to_element("player"));
                element
                    .child(begin.criteria.to_element())
                    .child(Element::new("players").children_from(players))
                    .child(begin.wait.to_element())
            }
            Status::Game(game) | Status::Watch(game) => game.write(element),
            Status::Leave(paused) | Status::Revanche(paused) | Status::OkRevanche(paused) => element
                .child(paused.info.to_element())
                .child(Element::new("self").attr("box", paused.own.index()))
                .child(Player::list(&paused.players))
                .children_from(paused.wait.map(Wait::to_element)),
            Status::Chat { room } => element.child(Element::new("room").attr("id", room)),
            Status::TakeTurn { table } => element.attr("tableId", *table),
            Status::TakePlace { table, seat, wait } => element
                .attr("tableId", *table)
                .attr("box", seat.index())
                .children_from(wait.map(Wait::to_element)),
        }
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Status, Fault> {
        let room = || Ok::<_, Fault>(element.need_child("room")?.need("id")?.to_owned());
        let wait = || element.find("wait").map(Wait::from_element).transpose();
        let need_wait = || wait()?.ok_or_else(|| Fault::bad("state has no wait in it"));
        let begin = || {
            let criteria = Criteria::from_element(element.need_child("criteria")?)?;
            let players = Person::list_in(element, "players", "player")?;
            Ok::<_, Fault>(Box::new(BeginStatus { criteria, players, wait: need_wait()? }))
        };
        let paused = || {
            let info = GameInfo::from_element(element.need_child("gameinfo")?)?;
            let own = need_seat(element.need_child("self")?, "box")?;
            let players = Player::list_in(element)?;
            Ok::<_, Fault>(Box::new(PausedStatus { info, own, players, wait: wait()? }))
        };
        Ok(match read_short(element)? {
            State::Free => Status::Free,
            State::Subscribed => {
                let filter = element.need_child("room")?.get("filter").map(str::to_owned);
                Status::Subscribed { room: room()?, filter }
            }
            State::Find => {
                let wish = Wish::from_elements(None, element.need_child("criteria")?, None)?;
                Status::Find { wish: Box::new(wish), wait: need_wait()? }
            }
            State::Begin => Status::Begin(begin()?),
            State::OkBegin => Status::OkBegin(begin()?),
            State::Game => Status::Game(Box::new(GameStatus::read(element)?)),
            State::Leave => Status::Leave(paused()?),
            State::Revanche => Status::Revanche(paused()?),
            State::OkRevanche => Status::OkRevanche(paused()?),
            State::Watch => Status::Watch(Box::new(GameStatus::read(element)?)),
            State::Chat => Status::Chat { room: room()? },
            State::TakeTurn => Status::TakeTurn { table: element.need_number("tableId")? },
            State::TakePlace => Status::TakePlace {
                table: element.need_number("tableId")?,
                seat: need_seat(element, "box")?,
                wait: wait()?,
            },
        })
    }
}

impl GameStatus {
    fn write<'a>(&'a self, element: Element<'a>) -> Element<'a> {
        let watchers = self.watchers.iter().map(|person| person.to_element("watcher"));
        let own = self.own.map(|seat| Element::new("self").attr("box", seat.index()));
        element
            .child(self.state.to_element())
            .child(self.info.to_element())
            .children_from(own)
            .child(Player::list(&self.players))
            .child(Element::new("watchers").children_from(watchers))
            .child(Element::new("waits").children_from(self.waits.iter().map(|wait| wait.to_element())))
    }

    fn read(element: &Element<'_>) -> Result<GameStatus, Fault> {
        let own = element.find("self").map_or(Ok(None), |own| seat_of(own, "box"))?;
        let mut state = GameState::from_element(element.need_child("gamestate")?)?;
        if own.is_some() {
            // An attribute without a value is left out: a player without the attribute has no cards.
            state.hand.get_or_insert_default();
        }
        Ok(GameStatus {
            info: GameInfo::from_element(element.need_child("gameinfo")?)?,
            state,
            own,
            players: Player::list_in(element)?,
            watchers: Person::list_in(element, "watchers", "watcher")?,
            waits: Wait::all_in(element.need_child("waits")?)?,
        })
    }
}

/// `<state value="free"/>`
pub(super) fn short(state: State) -> Element<'static> {
    Element::new("state").attr("value", state.name())
}

pub(super) fn read_short(element: &Element<'_>) -> Result<State, Fault> {
    State::from_name(element.need("value")?).ok_or_else(|| Fault::bad("value of state is not known"))
}

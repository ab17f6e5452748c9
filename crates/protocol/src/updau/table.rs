//! The table as messages describe it: rounds, hands, clocks, and the whole state of a game.

use super::criteria::type_name;
use super::play::{card_list, card_of, card_text, cards_of, need_card, need_seat, seat_of};
use super::{Available, Criteria, Element, Fault, Roles};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_durak::Mode;

/// `<gameinfo id name tableId bet points gameType/>`.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct GameInfo {
    /// The number of the game.
    pub id: u64,
    /// The table it is played at.
    pub table: u64,
    /// Everybody's stake.
    pub bet: Chips,
    /// The points that end it; 0 for none.
    pub points: u16,
    /// Which of the six.
    pub mode: Mode,
}

impl GameInfo {
    /// Game number `id` at this table, on these terms.
    pub fn new(id: u64, table: u64, criteria: &Criteria) -> GameInfo {
        GameInfo { id, table, bet: criteria.cash_bet, points: criteria.points, mode: criteria.mode }
    }

    pub(super) fn to_element(&self) -> Element<'static> {
        Element::new("gameinfo")
            .attr("id", self.id)
            .attr("name", "durak")
            .attr("tableId", self.table)
            .attr("bet", self.bet.units())
            .attr("points", self.points)
            .attr("gameType", type_name(self.mode))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<GameInfo, Fault> {
        let mode = super::criteria::mode_named(element.need("gameType")?);
        Ok(GameInfo {
            id: element.need_number("id")?,
            table: element.need_number("tableId")?,
            bet: Chips::new(element.need_number("bet")?),
            points: element.need_number("points")?,
            mode: mode.ok_or_else(|| Fault::bad("gameType is not known"))?,
        })
    }
}

/// `<game_param num_seats game_mode timeout points/>`: what the game is played by. The deck of a test table
/// is never told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameParam {
    /// How many play.
    pub num_seats: u8,
    /// Which of the six.
    pub mode: Mode,
    /// Seconds a turn; 0 for no clock.
    pub timeout: u16,
    /// The points that end the game; 0 for none.
    pub points: u16,
    /// 24, 36 or 52 cards.
    pub deck_size: u8,
}

impl GameParam {
    pub(super) fn to_element(self) -> Element<'static> {
        Element::new("game_param")
            .attr("num_seats", self.num_seats)
            .attr("game_mode", self.mode.number())
            .attr("timeout", self.timeout)
            .attr("points", self.points)
            .maybe("deck_size", (self.deck_size != 36).then_some(self.deck_size))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<GameParam, Fault> {
        let mode = Mode::from_number(element.need_number("game_mode")?);
        Ok(GameParam {
            num_seats: element.need_number("num_seats")?,
            mode: mode.ok_or_else(|| Fault::bad("game_mode is 0 to 5"))?,
            timeout: element.number("timeout")?.unwrap_or(0),
            points: element.number("points")?.unwrap_or(0),
            deck_size: element.number("deck_size")?.unwrap_or(36),
        })
    }
}

impl From<&Criteria> for GameParam {
    fn from(criteria: &Criteria) -> GameParam {
        let &Criteria { mode, num_seats, timeout, points, deck_size, .. } = criteria;
        GameParam { num_seats, mode, timeout, points, deck_size }
    }
}

/// The pairs: always boxes 0 and 2 against 1 and 3.
pub(super) fn teams() -> Element<'static> {
    let team = |id, boxes| Element::new("team").attr("id", id).attr("boxes", boxes);
    Element::new("teams").child(team("A", "0,2")).child(team("B", "1,3"))
}

/// `<box id count add/>`: how many cards somebody holds, and how many of them they just drew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxCount {
    /// Who.
    pub seat: Seat,
    /// How many they hold.
    pub count: u8,
    /// How many they drew.
    pub add: Option<u8>,
}

/// `<table>`: a round begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundStart {
    /// The trump card; with an empty deck it only tells the suit.
    pub trump: Card,
    /// Cards left in the deck.
    pub deck_count: u8,
    /// The lowest trump, which decided who attacks first: in the first table of a party.
    pub win_card: Option<Card>,
    /// Everybody's cards by number.
    pub boxes: Vec<BoxCount>,
    /// Who attacks whom.
    pub roles: Roles,
    /// A game of pairs?
    pub teams: bool,
}

impl RoundStart {
    pub(super) fn to_element(&self) -> Element<'static> {
        let boxes = self.boxes.iter().map(|counted| {
            let element = Element::new("box").attr("id", counted.seat.index()).attr("count", counted.count);
            element.maybe("add", counted.add)
        });
        Element::new("table")
            .attr("trump", card_text(self.trump))
            .attr("deck_count", self.deck_count)
            .maybe("win_card", self.win_card.map(card_text))
            .children_from(boxes)
            .child(self.roles.to_element())
            .children_from(self.teams.then(teams))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<RoundStart, Fault> {
        let counted = |element: &Element<'_>| {
            let seat = need_seat(element, "id")?;
            Ok(BoxCount { seat, count: element.need_number("count")?, add: element.number("add")? })
        };
        Ok(RoundStart {
            trump: need_card(element, "trump")?,
            deck_count: element.need_number("deck_count")?,
            win_card: card_of(element, "win_card")?,
            boxes: element.all("box").map(counted).collect::<Result<_, Fault>>()?,
            roles: Roles::from_element(element.need_child("info")?)?,
            teams: element.find("teams").is_some(),
        })
    }
}

/// `<cards values add/>`: the player's own hand. `values` is the whole of it and wins over `add`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    /// All their cards.
    pub values: Option<Vec<Card>>,
    /// What they just drew or took.
    pub add: Option<Vec<Card>>,
}

impl Hand {
    pub(super) fn to_element(&self) -> Element<'static> {
        let list = |cards: &Option<Vec<Card>>| cards.as_ref().map(|cards| card_list(cards));
        Element::new("cards").maybe("values", list(&self.values)).maybe("add", list(&self.add))
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Hand, Fault> {
        Ok(Hand { values: cards_of(element, "values")?, add: cards_of(element, "add")? })
    }
}

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum WaitName {
    Turn,
    Ready,
    Find,
    Begin,
    Revanche,
    TakePlace,
}

impl WaitName {
    const ALL: [WaitName; 6] = [
        WaitName::Turn,
        WaitName::Ready,
        WaitName::Find,
        WaitName::Begin,
        WaitName::Revanche,
        WaitName::TakePlace,
    ];

    /// The word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            WaitName::Turn => "turn",
            WaitName::Ready => "ready",
            WaitName::Find => "find",
            WaitName::Begin => "begin",
            WaitName::Revanche => "revanche",
            WaitName::TakePlace => "takeplace",
        }
    }
}

/// `<wait name box value tick timeBank/>`: a clock that runs, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// What for.
    pub name: WaitName,
    /// For whom; nobody in particular when everybody is asked.
    pub seat: Option<Seat>,
    /// Seconds before the bank is used; `None` when it may take as long as it takes.
    pub value: Option<u64>,
    /// How many of these seconds have passed.
    pub tick: u64,
    /// Seconds left in the bank.
    pub time_bank: Option<u64>,
}

impl Wait {
    pub(super) fn to_element(self) -> Element<'static> {
        Element::new("wait")
            .attr("name", self.name.name())
            .maybe("box", self.seat.map(Seat::index))
            .maybe("value", self.value)
            .attr("tick", self.tick)
            .maybe("timeBank", self.time_bank)
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Wait, Fault> {
        let name = element.need("name")?;
        let name = WaitName::ALL.into_iter().find(|known| known.name() == name);
        Ok(Wait {
            name: name.ok_or_else(|| Fault::bad("name of wait is not known"))?,
            seat: seat_of(element, "box")?,
            value: element.number("value")?,
            tick: element.number("tick")?.unwrap_or(0),
            time_bank: element.number("timeBank")?,
        })
    }

    pub(super) fn all_in(parent: &Element<'_>) -> Result<Vec<Wait>, Fault> {
        parent.all("wait").map(Wait::from_element).collect()
    }
}

/// One pair of cards on the table: what was played, and what beat it.
pub type Pile = (Card, Option<Card>);

/// Where a game stands between two moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    /// A round is played.
    #[default]
    Round,
    /// The defender takes; the others may still throw in.
    Taking,
    /// Between rounds, or between parties.
    Ready,
}

impl Stage {
    const fn name(self) -> &'static str {
        match self {
            Stage::Round => "round",
            Stage::Taking => "taking",
            Stage::Ready => "ready",
        }
    }
}

/// `<gamestate>`: everything a player's client has to know. What the documents ask for is all there; the rest
/// (`party`, `round`, `limit`, `stage`, `shown`, `finished`, `ready`, `away`) is what a client that saw the game
/// from the beginning would know as well.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameState {
    /// What the game is played by.
    pub param: GameParam,
    /// 1 for the first party.
    pub party: u16,
    /// 1 for the first round of the party.
    pub round: u16,
    /// Where it stands.
    pub stage: Stage,
    /// What lies on the table.
    pub piles: Vec<Pile>,
    /// The most attack cards in this round.
    pub limit: u8,
    /// The card the defender has shown.
    pub shown: Option<Card>,
    /// The trump card; with an empty deck it only tells the suit.
    pub trump: Card,
    /// Cards left in the deck.
    pub deck_count: u8,
    /// Cards discarded.
    pub discarded: u8,
    /// How many cards everybody holds.
    pub counts: Vec<(Seat, u8)>,
    /// Who has finished throwing in.
    pub finished: SeatSet,
    /// Who is ready.
    pub ready: SeatSet,
    /// Who is away.
    pub away: SeatSet,
    /// Who attacks whom.
    pub roles: Roles,
    /// What the player may do.
    pub availables: Vec<Available>,
    /// The player's hand; nobody's when somebody looks on.
    pub hand: Option<Vec<Card>>,
}

impl GameState {
    pub(super) fn to_element(&self) -> Element<'static> {
        let boxes = self.counts.iter().map(|&(seat, count)| {
            let flag = |set: SeatSet| set.contains(seat).then_some("true");
            let element = Element::new("box").attr("id", seat.index()).attr("count", count);
            let element = element.maybe("finished", flag(self.finished)).maybe("ready", flag(self.ready));
            element.maybe("away", flag(self.away))
        });
        let cards = Element::new("cards")
            .maybe("value", (!self.piles.is_empty()).then(|| pile_list(&self.piles)))
            .attr("deck_count", self.deck_count)
            .attr("trump", card_text(self.trump))
            .attr("deckRelease", self.discarded)
            .children_from(boxes);
        let table = Element::new("table")
            .attr("party", self.party)
            .attr("round", self.round)
            .attr("limit", self.limit)
            .attr("stage", self.stage.name())
            .maybe("shown", self.shown.map(card_text));
        let hand = self.hand.as_ref().filter(|hand| !hand.is_empty()).map(|hand| card_list(hand));
        Element::new("gamestate")
            .children_from(self.param.mode.pairs().then(teams))
            .child(table.child(cards))
            .child(Available::list(&self.availables))
            .child(Element::new("player").maybe("cards", hand))
            .child(self.roles.to_element())
            .child(self.param.to_element())
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<GameState, Fault> {
        let table = element.need_child("table")?;
        let cards = table.need_child("cards")?;
        let flagged = |name| -> Result<SeatSet, Fault> {
            cards
                .all("box")
                .filter(|counted| counted.has(name))
                .map(|counted| need_seat(counted, "id"))
                .collect()
        };
        let counted = |element: &Element<'_>| Ok((need_seat(element, "id")?, element.need_number("count")?));
        let stages = [Stage::Round, Stage::Taking, Stage::Ready];
        let stage = table.get("stage").and_then(|name| stages.into_iter().find(|known| known.name() == name));
        Ok(GameState {
            param: GameParam::from_element(element.need_child("game_param")?)?,
            party: table.number("party")?.unwrap_or(1),
            round: table.number("round")?.unwrap_or(1),
            stage: stage.unwrap_or_default(),
            piles: piles_of(cards)?,
            limit: table.number("limit")?.unwrap_or(6),
            shown: card_of(table, "shown")?,
            trump: need_card(cards, "trump")?,
            deck_count: cards.need_number("deck_count")?,
            discarded: cards.number("deckRelease")?.unwrap_or(0),
            counts: cards.all("box").map(counted).collect::<Result<_, Fault>>()?,
            finished: flagged("finished")?,
            ready: flagged("ready")?,
            away: flagged("away")?,
            roles: Roles::from_element(element.need_child("info")?)?,
            availables: Available::from_list(element.need_child("availables")?)?,
            hand: cards_of(element.need_child("player")?, "cards")?,
        })
    }
}

/// `8s-Ks,8h-None`: the one place where nothing is written `None`.
fn pile_list(piles: &[Pile]) -> String {
    let mut text = String::with_capacity(piles.len() * 8);
    for &(attack, beaten_by) in piles {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(card_text(attack));
        text.push('-');
        text.push_str(beaten_by.map_or("None", card_text));
    }
    text
}

fn piles_of(cards: &Element<'_>) -> Result<Vec<Pile>, Fault> {
    let refused = || Fault::bad("value of cards is a list such as 8s-Ks,8h-None");
    let card = |text: &str| text.parse::<Card>().map_err(|_| refused());
    let pile = |text: &str| {
        let (attack, beaten_by) = text.split_once('-').ok_or_else(refused)?;
        Ok((card(attack)?, if beaten_by == "None" { None } else { Some(card(beaten_by)?) }))
    };
    cards.get("value").map_or(Ok(Vec::new()), |text| text.split(',').map(pile).collect())
}

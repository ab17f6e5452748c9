//! A table as one viewer may know it, whatever is played there.

use super::holdem::{HoldemEvent, HoldemView};
use super::schema;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The languages of the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Language {
    /// Russian.
    Ru,
    /// English.
    En,
}

/// Who the client is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct You {
    /// His number, the same for ever.
    pub id: u64,
    /// How others call him.
    pub name: String,
    /// What he has outside every table.
    #[schemars(with = "schema::Chips")]
    pub wallet: Chips,
    /// The tables where he has a seat.
    pub seated_at: Vec<String>,
}

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyTable {
    /// Its name in messages.
    pub table: String,
    /// What does not change from hand to hand.
    pub info: TableInfo,
    /// How many people and bots sit there.
    pub seated: u32,
}

/// What does not change at a table from hand to hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableInfo {
    /// What people call it.
    pub name: String,
    /// How many seats it has.
    pub seats: u8,
    /// How many decimals a chip has: 2 means that 150 is written 1.50.
    pub scale: u8,
    /// The least to sit down with.
    #[schemars(with = "schema::Chips")]
    pub least_buy_in: Chips,
    /// The most to sit down with.
    #[schemars(with = "schema::Chips")]
    pub most_buy_in: Chips,
    /// How long a player has for a decision, in milliseconds.
    pub turn_ms: u64,
    /// What is played.
    pub game: GameInfo,
}

/// What is played, with its stakes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GameInfo {
    /// No-limit Texas Hold'em.
    Holdem {
        /// The small blind.
        #[schemars(with = "schema::Chips")]
        small_blind: Chips,
        /// The big blind.
        #[schemars(with = "schema::Chips")]
        big_blind: Chips,
    },
}

/// A table as one viewer may know it: everything that is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// The number of the last event in here.
    pub sequence: u64,
    /// The viewer's seat, if he has one.
    #[schemars(with = "Option<schema::Seat>")]
    pub you: Option<Seat>,
    /// What the viewer left this table with a little while ago: if he sits down again he brings at
    /// least that.
    #[schemars(with = "Option<schema::Chips>")]
    pub brings: Option<Chips>,
    /// Every taken seat, in order; the others are free.
    pub seats: Vec<SeatView>,
    /// The number of the hand on the table, running or just over; 0 before the first.
    pub hand: u64,
    /// Is it running?
    pub running: bool,
    /// Names the decision the table waits for: an `act` has to quote it.
    pub turn: u64,
    /// Whose clocks run.
    pub clocks: Vec<Clock>,
    /// When the next hand comes by itself, in milliseconds from now; `null` while one runs or too
    /// few are there to play.
    pub next_hand_ms: Option<u64>,
    /// The game on the table.
    pub game: GameView,
}

/// A taken seat, whatever is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// Which seat.
    #[schemars(with = "schema::Seat")]
    pub seat: Seat,
    /// How the player is called.
    pub name: String,
    /// Person or bot.
    pub kind: PlayerKind,
    /// What he has in front of him, without bets.
    #[schemars(with = "schema::Chips")]
    pub stack: Chips,
    /// What he is about.
    pub state: SeatState,
    /// What it takes beyond his bets to be dealt into the next hand: missed blinds, or a newcomer's
    /// post. Whoever waits for the big blind pays none of it.
    #[schemars(with = "schema::Chips")]
    pub owes: Chips,
    /// Does he take part in the hand on the table?
    pub in_hand: bool,
}

/// Who sits there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PlayerKind {
    /// Somebody.
    Person,
    /// A program of the room's.
    Bot,
}

/// What a seated player is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SeatState {
    /// Plays, or waits for the next hand.
    Playing,
    /// Is dealt in when it costs nothing extra: in Hold'em, with the big blind.
    Waiting,
    /// Keeps the seat, but is dealt no more hands.
    SittingOut,
    /// Has too few chips, and loses the seat when the next hand is over unless he brings some.
    OutOfChips,
    /// Gives the seat up once the hand is over.
    Leaving,
}

/// A clock that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clock {
    /// Whose; `null` when it is the stage's.
    #[schemars(with = "Option<schema::Seat>")]
    pub seat: Option<Seat>,
    /// What is left, in milliseconds from the moment of sending.
    pub left_ms: u64,
    /// What it started with.
    pub total_ms: u64,
    /// What is left of the player's time bank, which runs when the time above has run out.
    pub bank_ms: u64,
}

/// The game on the table, by game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase")]
pub enum GameView {
    /// Texas Hold'em.
    Holdem(HoldemView),
}

/// Something that happened at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeardEvent {
    /// The number of the move it belongs to; several events can come from one.
    pub sequence: u64,
    /// What.
    pub event: TableEvent,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TableEvent {
    /// Somebody took a seat.
    Sat {
        /// Which.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Who.
        name: String,
        /// With how many chips.
        #[schemars(with = "schema::Chips")]
        stack: Chips,
    },
    /// Somebody is gone and the seat is free.
    Left {
        /// Which seat.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Why.
        why: LeftWhy,
    },
    /// Somebody brought more chips.
    AddedChips {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// How many more.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Somebody gives up his seat at the end of the hand.
    Leaving {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody is dealt no more hands for now.
    SatOut {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody plays again.
    SatIn {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody waits until it costs nothing extra to play.
    Waits {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody has too few chips and loses his seat after the next hand, unless he brings some.
    ShownOut {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// What he would need in front of him.
        #[schemars(with = "schema::Chips")]
        needs: Chips,
    },
    /// A hand begins.
    HandStarted {
        /// Its number.
        hand: u64,
    },
    /// Somebody's time ran out; what that did comes next.
    TimedOut {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The hand is over; the stacks are settled.
    HandOver {
        /// Its number.
        hand: u64,
    },
    /// The room was restarted, and the clocks with it.
    Resumed,
    /// Something in a hand of Hold'em.
    Holdem {
        /// What.
        event: HoldemEvent,
    },
}

/// Why somebody is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum LeftWhy {
    /// He wanted to.
    Wish,
    /// He has no chips left.
    Busted,
    /// He sat out for too long.
    Away,
}

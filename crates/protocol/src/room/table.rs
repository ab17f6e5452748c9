//! A table as one viewer may know it, whatever is played there.

use super::by_seat::BySeat;
use super::durak::{DurakInfo, DurakOwn, DurakView};
use super::holdem::{HoldemOptions, HoldemOwn, HoldemView};
use super::schema;
use super::seka::{SekaInfo, SekaOwn, SekaView};
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
    /// Their number, the same for ever.
    #[schemars(with = "schema::PlayerId")]
    pub id: u64,
    /// How others call them.
    pub name: String,
    /// What they have outside every table.
    #[schemars(with = "schema::Chips")]
    pub wallet: Chips,
    /// The tables where they have a seat.
    pub seated_at: Vec<String>,
    /// What `refill` would fill the wallet up to; absent while it holds enough for some table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub refill: Option<Chips>,
    /// They have an account: a name of their own and a password. A guest is known by the token only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub account: bool,
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
    /// How long a player has for a decision, in milliseconds of the room; 0: as long as it takes.
    pub turn_ms: u64,
    /// What is played.
    pub game: GameInfo,
    /// The tournament whose table it is, by its name in messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub tournament: Option<String>,
}

/// What is played, with its stakes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GameInfo {
    /// Texas Hold'em and its kin.
    Holdem {
        /// Which: the code of the PHH standard, such as `NT` for no-limit Texas Hold'em.
        variant: String,
        /// How many cards everybody is dealt.
        hole_cards: u8,
        /// The small blind.
        #[schemars(with = "schema::Chips")]
        small_blind: Chips,
        /// The big blind.
        #[schemars(with = "schema::Chips")]
        big_blind: Chips,
        /// What it is made with.
        #[serde(default, skip_serializing_if = "is_default")]
        options: HoldemOptions,
    },
    /// Seka.
    Seka(SekaInfo),
    /// Durak.
    Durak(DurakInfo),
}

/// A table as one viewer may know it: everything that is drawn. What is not so is absent: there is no `null` in
/// it, so that a patch can use one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// Every taken seat by its number.
    pub seats: BySeat<SeatView>,
    /// The number of the hand on the table, running or just over; 0 before the first.
    pub hand: u64,
    /// Is it running?
    pub running: bool,
    /// Whose clocks run, by seat.
    pub clocks: BySeat<Clock>,
    /// The clock of a stage that nobody in particular has to end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Clock")]
    pub stage: Option<Clock>,
    /// Why no hand is running, when none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Rest")]
    pub rest: Option<Rest>,
    /// Which seats can be taken, and what that costs; absent when none can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Take")]
    pub take: Option<Take>,
    /// The game on the table.
    pub game: GameView,
    /// What only the viewer knows, and what they may do. All else is the same for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Own")]
    pub own: Option<Own>,
}

/// A taken seat, whatever is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// Who: the same number as long as there is this player. Names may be alike.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// How the player is called.
    pub name: String,
    /// Person or bot.
    pub kind: PlayerKind,
    /// What they have in front of them, without bets.
    #[schemars(with = "schema::Chips")]
    pub stack: Chips,
    /// What they are about.
    pub state: SeatState,
    /// Is their line there?
    pub connected: bool,
    /// Nobody is there: the line is lost, or they sit out because their time ran out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub away: bool,
    /// What it takes beyond their bets to be dealt into the next hand: missed blinds, or a newcomer's
    /// post. Whoever waits for the big blind pays none of it.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub owes: Chips,
    /// What they asked to add once the hand is over.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub top_up: Chips,
    /// Do they take part in the hand on the table?
    #[serde(default, skip_serializing_if = "is_default")]
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
    /// Has too few chips, and loses the seat when the next hand is over unless they bring some.
    OutOfChips,
    /// Gives the seat up once the hand is over.
    Leaving,
}

/// A clock that runs, in the room's milliseconds: every message says what time it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clock {
    /// When it started.
    pub since: i64,
    /// When it runs out; then the time bank runs.
    pub until: i64,
    /// How long the player's time bank lasts after that, in milliseconds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bank: u64,
}

/// Why no hand is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Rest {
    /// The next hand comes by itself, at this moment of the room.
    NextHand {
        /// Since when it has been waited for.
        since: i64,
        /// When it comes.
        until: i64,
    },
    /// Something else is waited for until this moment of the room.
    Pause {
        /// Since when.
        since: i64,
        /// Until when.
        until: i64,
    },
    /// The host or the tournament holds the table up.
    HeldUp,
    /// Too few are there to play.
    TooFewPlayers,
}

/// What it takes to sit down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Take {
    /// The seats that can be taken.
    #[schemars(with = "Vec<schema::Seat>")]
    pub seats: Vec<Seat>,
    /// How many chips to bring.
    pub chips: Amount,
    /// What is paid beyond the bets to be dealt in at once; nothing for whoever waits.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub owes: Chips,
    /// What the viewer left with a little while ago, and has to bring again at least.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub brings: Chips,
}

/// An amount to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Amount {
    /// The least.
    #[schemars(with = "schema::Chips")]
    pub least: Chips,
    /// The most.
    #[schemars(with = "schema::Chips")]
    pub most: Chips,
    /// What most would choose.
    #[schemars(with = "schema::Chips")]
    pub usual: Chips,
    /// In which steps a slider goes.
    #[schemars(with = "schema::Chips")]
    pub step: Chips,
}

/// What only the viewer knows, and what they may do.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Own {
    /// Their seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub seat: Option<Seat>,
    /// What they may do with it now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "ChairOffers")]
    pub chair: Option<ChairOffers>,
    /// What sitting down takes of them, when it is not what it takes of anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Take")]
    pub take: Option<Take>,
    /// Names the decision the table waits for: an `act` has to quote it. Absent when it is not their turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub turn: Option<u64>,
    /// What becomes of their seat when their time runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AfterTimeout")]
    pub after_timeout: Option<AfterTimeout>,
    /// Their part in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OwnGame")]
    pub game: Option<OwnGame>,
}

/// What one may do with one's own seat now; what is absent is not possible.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChairOffers {
    /// `sitIn`: be dealt in again, or stay after all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "SitIn")]
    pub sit_in: Option<SitIn>,
    /// `sitIn` with `wait`: be dealt in when it costs nothing extra.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wait: bool,
    /// `sitOut`: be dealt no more hands for now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sit_out: bool,
    /// `leave`: give the seat up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Leave")]
    pub leave: Option<Leave>,
    /// `addChips`: bring more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AddChips")]
    pub add_chips: Option<AddChips>,
    /// `say` with Hold'em's `straddle`: whether they straddle when they are under the gun. Absent where there are no
    /// straddles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    pub straddle: Option<bool>,
}

/// Being dealt in again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SitIn {
    /// What it costs beyond the bets.
    #[schemars(with = "schema::Chips")]
    pub costs: Chips,
}

/// When a seat can be given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Leave {
    /// At once.
    Now,
    /// When the hand is over; it is given up when the turn comes.
    AfterHand,
}

/// Bringing more chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddChips {
    /// How many more.
    pub chips: Amount,
    /// They come when the hand is over.
    #[serde(default, skip_serializing_if = "is_default")]
    pub after_hand: bool,
}

/// What becomes of a seat whose player's time runs out; what it does in the game is the game's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AfterTimeout {
    /// Nothing.
    Stays,
    /// They sit out.
    SitsOut,
    /// They lose it.
    Leaves,
}

/// The game on the table, by game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase")]
pub enum GameView {
    /// Hold'em and its kin.
    Holdem(HoldemView),
    /// Seka.
    Seka(SekaView),
    /// Durak.
    Durak(DurakView),
}

/// The viewer's part in the game, by game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase")]
pub enum OwnGame {
    /// Hold'em and its kin.
    Holdem(HoldemOwn),
    /// Seka.
    Seka(SekaOwn),
    /// Durak.
    Durak(DurakOwn),
}

/// What is as it is for most is not said.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

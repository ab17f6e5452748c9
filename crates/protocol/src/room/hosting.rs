//! Tables that people open: the form, what their host may order, who asks for what, and the evening's sheet.

use super::durak::DurakMode;
use super::holdem::HoldemOptions;
use super::schema;
use super::table::is_default;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table somebody wants to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableForm {
    /// What people shall call it, 1 to 20 characters; without one it is called after its host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub name: Option<String>,
    /// Only those who have its link may see it, and its host lets people in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub private: bool,
    /// How many seats it has.
    pub seats: u8,
    /// How many seconds a decision may take; 0: as long as it takes, at private tables only.
    pub turn_secs: u16,
    /// Those without a seat see the table so many seconds later; 0: at once.
    #[serde(default, skip_serializing_if = "is_default")]
    pub delay_secs: u16,
    /// Bots of the house keep whoever sits alone company.
    #[serde(default, skip_serializing_if = "is_default")]
    pub bots: bool,
    /// What is played, and for what.
    pub game: TableGame,
}

/// What is played at a table somebody opens, and for what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TableGame {
    /// Hold'em and its kin.
    Holdem {
        /// Which: the code of the PHH standard, such as `NT`, `FT`, `NS`, `PO`, `FO/8`.
        variant: String,
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
    Seka {
        /// What everybody stakes to be dealt in.
        #[schemars(with = "schema::Chips")]
        base: Chips,
    },
    /// Durak.
    Durak {
        /// Transfer, traffic light, pairs.
        mode: DurakMode,
        /// Cards in the pack: 24, 36 or 52.
        cards: u8,
        /// What everybody stakes on a game.
        #[schemars(with = "schema::Chips")]
        stake: Chips,
        /// A game ends when somebody has so many points.
        points: u16,
    },
}

/// What the room lets people open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableBounds {
    /// How many tables one person may have open; 0: people open none here.
    pub tables: u32,
    /// The smallest big blind, base bet or stake.
    #[schemars(with = "schema::Chips")]
    pub least_stake: Chips,
    /// The largest.
    #[schemars(with = "schema::Chips")]
    pub most_stake: Chips,
    /// Everything that can be played, the usual first, and by how many.
    pub games: Vec<PlayableGame>,
    /// Seconds for a decision, to choose from; any number between the first and the last will do.
    pub clocks: Vec<u16>,
    /// How many seconds later those without a seat may see a table, to choose from; any number up to the last will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub delays: Vec<u16>,
}

/// Something people may open a table for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PlayableGame {
    /// Hold'em and its kin.
    Holdem {
        /// Which: the code of the PHH standard.
        variant: String,
        /// At how many seats.
        seats: SeatChoice,
        /// What a table of it may be made with, at any of these sizes.
        #[serde(default, skip_serializing_if = "is_default")]
        options: HoldemOptions,
    },
    /// Seka.
    Seka {
        /// At how many seats.
        seats: SeatChoice,
    },
    /// Durak.
    Durak {
        /// Transfer, traffic light, pairs.
        mode: DurakMode,
        /// Cards in the pack.
        cards: u8,
        /// At how many seats.
        seats: SeatChoice,
    },
}

/// How many seats a table may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatChoice {
    /// The fewest.
    pub least: u8,
    /// The most; every number between them will do.
    pub most: u8,
    /// What most choose.
    pub usual: u8,
}

/// Why a table cannot be opened, or not be changed, like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "problem", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TableProblem {
    /// A name has 1 to 20 characters that can be seen.
    Name,
    /// The game is not played with so many seats.
    Seats,
    /// A decision takes from 5 to 300 seconds; only private tables do without a clock.
    Clock,
    /// Those without a seat see a table at most so many seconds later.
    Delay {
        /// How many.
        most: u16,
    },
    /// Stakes lie within the room's bounds, and the small blind is no more than the big one.
    Stakes {
        /// The smallest.
        #[schemars(with = "schema::Chips")]
        least: Chips,
        /// The largest.
        #[schemars(with = "schema::Chips")]
        most: Chips,
    },
    /// The game cannot be played like this, or is another than the table's.
    Game,
}

/// What the host of a table orders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "order", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum HostOrder {
    /// Deal no more hands; the one that runs is played to its end.
    HoldUp,
    /// Deal again.
    GoOn,
    /// Take somebody from the table, and let them come back no more.
    Remove {
        /// Whom.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// Move somebody to another free seat: at once, or as soon as the game lets them.
    Move {
        /// Whom.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// Where to. Their own seat: they stay where they are after all.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Let somebody come again who was removed.
    Forgive {
        /// Whom.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// Play for other stakes from the next hand on.
    Stakes {
        /// The same game with other numbers.
        game: TableGame,
    },
    /// Another time for decisions from the next hand on.
    Clock {
        /// How many seconds; 0: as long as it takes.
        turn_secs: u16,
    },
    /// Show the table to those without a seat so much later, or at once.
    Delay {
        /// How many seconds; 0: at once.
        delay_secs: u16,
    },
    /// Ask before people sit down or bring chips, or do not.
    Approve {
        /// Ask?
        ask: bool,
    },
    /// Let nobody hear somebody at this table, or hear them again.
    Silence {
        /// Whom.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// Nobody hears them?
        silent: bool,
    },
    /// Bots may keep people company here, or may not.
    Bots {
        /// May they?
        on: bool,
    },
    /// Make another link; the old one leads nowhere from now on.
    NewLink,
    /// Somebody else is the host from now on.
    PassOn {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
}

/// Somebody by number and name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonName {
    /// Their number.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// How they are called.
    pub name: String,
}

/// Somebody asks the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatRequest {
    /// Who.
    #[serde(flatten)]
    pub person: PersonName,
    /// For this seat; absent when they sit already and want to bring more chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub seat: Option<Seat>,
    /// With how many chips, or how many more.
    #[schemars(with = "schema::Chips")]
    pub chips: Chips,
}

/// What is around a table rather than on it. The whole of it comes whenever something of it changes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Around {
    /// How many look on without a seat.
    pub spectators: u32,
    /// Who waits for a seat, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<PersonName>,
    /// A seat is kept for the first who waits, until this moment of the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub kept_until: Option<i64>,
    /// No other seat is free: until then nobody else can sit down.
    #[serde(default, skip_serializing_if = "is_default")]
    pub all_kept: bool,
    /// Somebody's table: who runs it, and how. Absent at tables of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Hosted")]
    pub hosted: Option<Hosted>,
}

/// What is so at a table that somebody opened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hosted {
    /// Its host.
    #[schemars(with = "schema::PlayerId")]
    pub host: u64,
    /// What the link has after `#`; absent at public tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub secret: Option<String>,
    /// Does the host let people in, and their chips?
    #[serde(default, skip_serializing_if = "is_default")]
    pub asks: bool,
    /// Is it held up, or will be after the hand?
    #[serde(default, skip_serializing_if = "is_default")]
    pub held_up: bool,
    /// How many seconds a decision may take; 0: as long as it takes.
    pub turn_secs: u16,
    /// So many seconds later those without a seat see the table; 0: at once.
    #[serde(default, skip_serializing_if = "is_default")]
    pub delay_secs: u16,
    /// What is played for, from the next hand on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TableGame")]
    pub game: Option<TableGame>,
    /// Can the host order other stakes? Not in Durak while a game may last several parties.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stakes_can_change: bool,
    /// Do bots keep people company?
    #[serde(default, skip_serializing_if = "is_default")]
    pub bots: bool,
    /// Whom nobody hears.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::PlayerId>")]
    pub silenced: Vec<u64>,
    /// Who was removed. For the host only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<PersonName>,
    /// Who asks: everybody for the host, oneself for others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<SeatRequest>,
}

/// Who brought and took what at a table since it was opened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    /// A row for everybody who ever brought something.
    pub rows: Vec<SheetRow>,
    /// The fewest payments after which nobody owes anybody; absent while a game is being played for what lies in the middle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<Payment>")]
    pub payments: Option<Vec<Payment>>,
}

/// A row of the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetRow {
    /// Who.
    #[serde(flatten)]
    pub person: PersonName,
    /// What they brought, all in all.
    #[schemars(with = "schema::Chips")]
    pub brought: Chips,
    /// What they took, with what lies in front of them after the last hand.
    #[schemars(with = "schema::Chips")]
    pub took: Chips,
    /// What they won, or lost when it is less than nothing.
    #[schemars(with = "schema::Chips")]
    pub net: Chips,
}

/// One payment of those that settle the evening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// Who pays.
    #[schemars(with = "schema::PlayerId")]
    pub from: u64,
    /// Whom.
    #[schemars(with = "schema::PlayerId")]
    pub to: u64,
    /// How much.
    #[schemars(with = "schema::Chips")]
    pub amount: Chips,
}

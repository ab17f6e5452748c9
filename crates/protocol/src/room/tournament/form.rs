//! The form of a tournament, and what may be wrong with it.

use super::super::patch::Tree;
use super::schema;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The form a host fills in. Anything may stand in it; the room says what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentForm {
    /// What the tournament is called.
    pub name: String,
    /// What everybody starts with, and gets again for a rebuy or a re-entry.
    #[schemars(with = "schema::Chips")]
    pub starting_chips: Chips,
    /// What an entry costs.
    #[schemars(with = "schema::Chips")]
    pub buy_in: Chips,
    /// Seats at a table, 2 to 10.
    pub seats: u8,
    /// The blinds, first level first.
    pub levels: Vec<FormLevel>,
    /// The big blind posts the antes of the levels for the whole table.
    #[serde(default)]
    pub big_blind_ante: bool,
    /// Who is paid what.
    pub prizes: FormPrizes,
    /// Shares that do not sum to 100 % are paid in proportion.
    #[serde(default)]
    pub normalise_prizes: bool,
    /// Who goes out in one hand with equal chips shares the prizes; otherwise the places decide.
    #[serde(default)]
    pub split_ties: bool,
    /// The pool, whatever is paid in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub prize_pool_override: Option<Chips>,
    /// The pool is at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub guarantee: Option<Chips>,
    /// Who goes out may buy in again and keep the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FormRebuys")]
    pub rebuys: Option<FormRebuys>,
    /// Players may enter after the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FormLateEntry")]
    pub late_entry: Option<FormLateEntry>,
    /// Extra chips for sale at a break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FormAddOn")]
    pub add_on: Option<FormAddOn>,
    /// A price on everybody's head, paid beside the buy-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FormBounty")]
    pub bounty: Option<FormBounty>,
    /// When everybody rests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<FormBreak>,
    /// The most entrants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub max_entrants: Option<u32>,
}

/// A level of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormLevel {
    /// The small blind.
    #[schemars(with = "schema::Chips")]
    pub small_blind: Chips,
    /// The big blind.
    #[schemars(with = "schema::Chips")]
    pub big_blind: Chips,
    /// The ante.
    #[serde(default)]
    #[schemars(with = "schema::Chips")]
    pub ante: Chips,
    /// How long; a level without a length is ended by the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub length_ms: Option<u64>,
}

/// Who is paid what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FormPrizes {
    /// The host's own table.
    Table {
        /// In hundredths of a per cent, the winner first.
        shares_bps: Vec<u32>,
    },
    /// A table that grows with the field.
    Preset {
        /// Which.
        preset: FormPreset,
    },
}

/// A family of prize tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FormPreset {
    /// Everything to the winner.
    WinnerTakesAll,
    /// One or a few tables: the customary steps.
    SitAndGo,
    /// About 15 % of the field.
    Field,
}

/// Rebuys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormRebuys {
    /// Until the end of this level; always when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub end_level: Option<u32>,
    /// The most for one player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub max_each: Option<u32>,
}

/// Entering after the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormLateEntry {
    /// Until the end of this level.
    pub end_level: u32,
    /// How often a player who is out may enter again.
    #[serde(default)]
    pub re_entries: u32,
}

/// Extra chips at a break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormAddOn {
    /// What they cost.
    #[schemars(with = "schema::Chips")]
    pub price: Chips,
    /// How many there are.
    #[schemars(with = "schema::Chips")]
    pub chips: Chips,
    /// At breaks up to the one after this level.
    pub end_level: u32,
}

/// A price on everybody's head, for whoever wins their last chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormBounty {
    /// How much.
    #[schemars(with = "schema::Chips")]
    pub amount: Chips,
    /// Half is paid at once, half goes onto the winner's own head.
    #[serde(default)]
    pub progressive: bool,
}

/// A break of the structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "at", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FormBreak {
    /// Between this level and the next.
    AfterLevel {
        /// After which.
        level: u32,
        /// For how long.
        length_ms: u64,
    },
    /// At the same minute of every hour.
    Hourly {
        /// The minute, 0 to 59.
        minute: u8,
        /// For how long.
        length_ms: u64,
    },
}

/// Something odd in a form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormProblem {
    /// Where.
    pub row: FormRow,
    /// What.
    pub fault: FormFault,
    /// It keeps the tournament from being played.
    pub grave: bool,
    /// What would make it right, as a change to the form.
    #[serde(default, skip_serializing_if = "Tree::is_empty")]
    #[schemars(with = "schema::Patch")]
    pub fix: Tree,
}

/// Where in a form, as a person counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "in", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FormRow {
    /// A row of the levels.
    Level {
        /// From 1.
        row: u32,
    },
    /// A row of the prizes.
    Prize {
        /// From 1.
        row: u32,
    },
    /// A row of the breaks.
    Break {
        /// From 1.
        row: u32,
    },
    /// A field.
    Field {
        /// Its name.
        name: String,
    },
}

/// What is odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "fault", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FormFault {
    /// There is nothing where something must be.
    Missing,
    /// A number outside its bounds.
    OutOfBounds {
        /// The least.
        low: i64,
        /// The most.
        high: i64,
        /// What stands there.
        is: i64,
    },
    /// The big blind is smaller than the small blind.
    BigBelowSmall,
    /// The blinds fall.
    BlindsFall,
    /// Fewer than ten big blinds to start with.
    ShortStacks {
        /// Whole big blinds.
        big_blinds: i64,
    },
    /// No length of a level.
    BadLength,
    /// Nobody would be paid.
    NobodyPaid,
    /// The shares do not sum to 100 %.
    SharesNotWhole {
        /// What they sum to, in hundredths of a per cent.
        sum_bps: u32,
    },
    /// A worse place would be paid more than a better one.
    SharesIncrease {
        /// The worse place.
        place: u32,
    },
    /// Too many shares, or one over 100 %.
    SharesTooMuch,
    /// It cannot be played in this room under this name.
    NotHere,
}

//! Evenings with real cards: what the director of one says, and what is shown of it.

use super::schema;
use super::tournament::{FormLevel, TournamentStatus, TournamentView};
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An evening in the list of whoever runs it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyEvening {
    /// Its name in messages.
    pub evening: String,
    /// What people call it.
    pub title: String,
    /// Where it stands.
    pub status: TournamentStatus,
    /// How many take part.
    pub entrants: u32,
}

/// What the director of an evening says. Players are named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "order", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EveningOrder {
    /// Somebody takes part, before the start or late.
    Enter {
        /// Who: 1 to 40 characters that can be seen.
        player: String,
    },
    /// Somebody does not, after all; before the start.
    Remove {
        /// Who.
        player: String,
    },
    /// Seats are drawn, and the first level begins.
    Start,
    /// A hand is over, and these are out.
    Bust {
        /// Who is out.
        players: Vec<String>,
        /// Who won their last chips. Where heads have a price it has to be said; otherwise the most chips at the table
        /// take them when nobody says.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        by: Vec<String>,
    },
    /// A hand is over at a table.
    HandOver {
        /// The number of the table.
        table: u16,
        /// Who has how many chips now, as far as somebody counted.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counts: Vec<ChipCount>,
    },
    /// Somebody buys in again.
    Rebuy {
        /// Who.
        player: String,
    },
    /// Somebody does not buy in again.
    Decline {
        /// Who.
        player: String,
    },
    /// Somebody who is out enters again.
    ReEnter {
        /// Who.
        player: String,
    },
    /// Somebody buys the add-on at a break.
    AddOn {
        /// Who.
        player: String,
    },
    /// The clock stops; hands are played on.
    Pause,
    /// It goes on.
    Resume,
    /// The next level begins now.
    NextLevel,
    /// The level before begins anew.
    PreviousLevel,
    /// The level lasts longer, or shorter.
    MoveClock {
        /// By so many milliseconds.
        by_ms: i64,
    },
    /// Other levels from the next one on.
    Levels {
        /// Those after the current one.
        next: Vec<FormLevel>,
    },
    /// A break.
    Break {
        /// For how long.
        length_ms: u64,
    },
    /// It is called off.
    Cancel,
    /// The last step is taken back.
    Undo,
    /// What was taken back last is done again.
    Redo,
    /// The evening leaves the list for good.
    Forget,
    /// The room came back. Nobody says it, but it can be taken back.
    Recover,
}

/// What somebody counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChipCount {
    /// Whose chips.
    pub player: String,
    /// How many.
    #[schemars(with = "schema::Chips")]
    pub chips: Chips,
}

/// What only whoever runs an evening sees.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EveningDesk {
    /// The secret of the screen: whoever has it may look on, and do nothing.
    pub screen: String,
    /// What `undo` would take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EveningOrder")]
    pub undo: Option<EveningOrder>,
    /// What `redo` would do again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EveningOrder")]
    pub redo: Option<EveningOrder>,
    /// What can be said now, by the names of the orders.
    pub orders: Vec<EveningRight>,
    /// Who may buy in again, and until when in the room's time.
    pub offers: Vec<EveningOffer>,
}

/// Somebody who may buy in again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EveningOffer {
    /// Who.
    pub player: String,
    /// Until when; nobody can say while everything is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "i64")]
    pub until: Option<i64>,
}

/// Something that can be said now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names of the orders")]
pub enum EveningRight {
    Enter,
    Remove,
    Start,
    Bust,
    ReEnter,
    AddOn,
    Pause,
    Resume,
    NextLevel,
    PreviousLevel,
    MoveClock,
    Levels,
    Break,
    Cancel,
}

/// An evening as it is now. Its players stand under their names.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EveningView {
    /// What people call it.
    pub title: String,
    /// The tournament.
    pub tournament: TournamentView,
    /// All levels.
    pub levels: Vec<FormLevel>,
    /// Heads have a price: whoever goes out is out by somebody.
    pub heads: bool,
    /// For whoever runs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EveningDesk")]
    pub desk: Option<EveningDesk>,
}

//! Hands that were played, as somebody who took part may see them.

use crate::room::{BySeat, Step, TableInfo, TableView, schema};
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which of one's hands are wanted; all of what is said has to be true of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandsQuery {
    /// Those of one table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Those that ended then or later: `2026-11-15`, or with a time of day in UTC, `2026-11-15T20:00:00.000Z`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Those that ended before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Those before this place of the list: `next` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// So many at most, up to 100; 20 if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A page of one's hands, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandList {
    /// The hands.
    pub hands: Vec<HandItem>,
    /// Where the next page begins; absent when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub next: Option<String>,
}

/// A hand in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandItem {
    /// Where it was played.
    pub table: String,
    /// What the table was called.
    pub title: String,
    /// Its number there.
    pub hand: u64,
    /// What was played: `holdem/NT` and other variants by their PHH codes, `seka`, `durak`.
    pub game: String,
    /// What was played for.
    pub currency: String,
    /// When it began, in UTC.
    pub started: String,
    /// When it was settled, in UTC.
    pub ended: String,
    /// What it came to for whoever's hand it is.
    #[schemars(with = "schema::Chips")]
    pub net: Chips,
    /// Did they go to the showdown?
    pub showdown: bool,
    /// Did they win?
    pub won: bool,
    /// Everybody who took part.
    pub players: Vec<HandPerson>,
    /// In which notations it can be had.
    pub notations: Vec<HandNotation>,
}

/// Somebody who took part in a hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandPerson {
    /// Who.
    pub player: u64,
    /// What they were called then.
    pub name: String,
    /// What they won, or lost when negative.
    #[schemars(with = "schema::Chips")]
    pub net: Chips,
}

/// A way to write a hand down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum HandNotation {
    /// The open standard for poker hands.
    Phh,
    /// The text of PokerStars.
    Pokerstars,
    /// Seka.
    Seka,
    /// Durak.
    Durak,
    /// What is answered for a replayer.
    Json,
}

/// A hand as one person saw it: the table as it began, and everything they were told after that.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandStory {
    /// The hand.
    pub hand: HandItem,
    /// Whose view it is.
    pub viewer: u64,
    /// The table.
    pub info: TableInfo,
    /// When it began, in the room's milliseconds.
    pub now: i64,
    /// The table right after the hand began.
    pub view: TableView,
    /// What followed.
    pub updates: Vec<StoryUpdate>,
}

/// What followed from one move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryUpdate {
    /// When, in the room's milliseconds.
    pub now: i64,
    /// The same steps a page was sent then.
    pub steps: Vec<Step>,
    /// The parts of the pot, in thousandths, that those still in would win on average from here on; there when the
    /// viewer has come to know all their cards by the end of the hand.
    #[serde(default, skip_serializing_if = "nobody")]
    pub equity: BySeat<u16>,
}

/// All of one's hands as one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DownloadQuery {
    /// `phh` (all hands of poker in one `.phhs`), `pokerstars`, `seka`, or `json` (all hands, one a line), which it is if
    /// nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<HandNotation>,
    /// Those of one table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// A link to a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareLink {
    /// What the link says: whoever knows it sees what its owner saw.
    pub id: String,
    /// The page that shows it, from the room's address on.
    pub path: String,
}

/// What somebody's hands come to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statistics {
    /// Game by game.
    pub games: Vec<GameStatistics>,
}

/// What somebody's hands of one game come to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameStatistics {
    /// Which, by the name it has in lists of hands.
    pub game: String,
    /// What was played for.
    pub currency: String,
    /// How many hands.
    pub hands: u64,
    /// In how many they put chips in of their own will; in Hold'em before the flop (VPIP).
    pub voluntary: u64,
    /// In how many they raised; in Hold'em before the flop (PFR).
    pub raised: u64,
    /// How many went to the showdown with them.
    pub showdowns: u64,
    /// In how many they won.
    pub won: u64,
    /// Won less lost, all in all; told to themselves only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub net: Option<Chips>,
}

fn nobody(parts: &BySeat<u16>) -> bool {
    parts.is_empty()
}

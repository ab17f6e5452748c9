//! Case files of kind `durak`, as they are written. An unknown field is an error: nothing is skipped silently.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "kind")]
    pub _kind: String,
    #[serde(rename = "about", default)]
    pub _about: Value,
    /// Each is read by itself, so that one that cannot be read fails alone.
    pub cases: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    #[serde(rename = "id")]
    pub _id: String,
    #[serde(rename = "title", default)]
    pub _title: String,
    #[serde(rename = "note", default)]
    pub _note: Value,
    pub num_seats: Value,
    pub game_mode: Value,
    pub trump: Option<String>,
    pub deck: Option<String>,
    pub setup: Option<Placed>,
    pub deck_size: Option<Value>,
    pub points: Option<Value>,
    pub timeout: Option<Value>,
    pub timebank: Option<Value>,
    pub throw_after_take: Option<Value>,
    pub on_timeout: Option<Value>,
    pub start: Option<Position>,
    #[serde(default)]
    pub moves: Vec<Step>,
}

/// A position placed directly.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Placed {
    pub hands: Hands,
    #[serde(default)]
    pub draw: String,
    pub attacker: usize,
    pub defender: Option<usize>,
    #[serde(rename = "firstRound", default)]
    pub first_round: bool,
    #[serde(default)]
    pub table: String,
    #[serde(default)]
    pub taking: bool,
    #[serde(rename = "note", default)]
    pub _note: Value,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Hands {
    Row(Vec<String>),
    ByBox(BTreeMap<String, String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    /// Left out where the time to get ready is over, which is nobody's action.
    #[serde(rename = "box")]
    pub seat: Option<usize>,
    pub action: String,
    pub card: Option<String>,
    pub attack_card: Option<String>,
    pub defend_card: Option<String>,
    /// Must be refused; the wording is free.
    pub error: Option<String>,
    pub after: Option<Position>,
    #[serde(default)]
    pub events: Vec<String>,
    #[serde(rename = "refillOrder")]
    pub refill_order: Option<Vec<usize>>,
    pub drawn: Option<BTreeMap<String, String>>,
    pub taken: Option<String>,
    #[serde(rename = "note", default)]
    pub _note: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Position {
    pub hands: Option<BTreeMap<String, String>>,
    pub table: Option<String>,
    pub attacker: Option<usize>,
    pub defender: Option<usize>,
    pub deck_count: Option<usize>,
    pub taking: Option<bool>,
    /// `null` means that it is not over; absent that nobody asks.
    #[serde(default, deserialize_with = "given")]
    pub over: Option<Value>,
    pub availables: Option<BTreeMap<String, Vec<Available>>>,
    #[serde(default, deserialize_with = "given")]
    pub win_card: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    pub shown: Option<Option<String>>,
    pub points: Option<BTreeMap<String, u16>>,
    pub discarded: Option<usize>,
    pub limit: Option<usize>,
    pub finished: Option<Vec<usize>>,
    pub boxes: Option<Vec<usize>>,
    pub out: Option<Vec<usize>>,
    #[serde(rename = "note", default)]
    pub _note: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Available {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub cards: String,
}

/// Tells a field that is `null` from one that is not there.
fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

//! Case files of kind `durak`, as they are written. An unknown field is an error: nothing is skipped silently.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    #[serde(rename = "kind")]
    pub(crate) _kind: String,
    #[serde(rename = "about", default)]
    pub(crate) _about: Value,
    /// Each is read by itself, so that one that cannot be read fails alone.
    pub(crate) cases: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    #[serde(rename = "id")]
    pub(crate) _id: String,
    #[serde(rename = "title", default)]
    pub(crate) _title: String,
    #[serde(rename = "note", default)]
    pub(crate) _note: Value,
    pub(crate) num_seats: Value,
    pub(crate) game_mode: Value,
    pub(crate) trump: Option<String>,
    pub(crate) deck: Option<String>,
    pub(crate) setup: Option<Placed>,
    pub(crate) deck_size: Option<Value>,
    pub(crate) points: Option<Value>,
    pub(crate) timeout: Option<Value>,
    pub(crate) timebank: Option<Value>,
    pub(crate) throw_after_take: Option<Value>,
    pub(crate) on_timeout: Option<Value>,
    pub(crate) start: Option<Position>,
    #[serde(default)]
    pub(crate) moves: Vec<Step>,
}

/// A position placed directly.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Placed {
    pub(crate) hands: Hands,
    #[serde(default)]
    pub(crate) draw: String,
    pub(crate) attacker: usize,
    pub(crate) defender: Option<usize>,
    #[serde(rename = "firstRound", default)]
    pub(crate) first_round: bool,
    #[serde(default)]
    pub(crate) table: String,
    #[serde(default)]
    pub(crate) taking: bool,
    #[serde(rename = "note", default)]
    pub(crate) _note: Value,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Hands {
    Row(Vec<String>),
    ByBox(BTreeMap<String, String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    #[serde(rename = "box")]
    pub(crate) seat: usize,
    pub(crate) action: String,
    pub(crate) card: Option<String>,
    pub(crate) attack_card: Option<String>,
    pub(crate) defend_card: Option<String>,
    /// Must be refused; the wording is free.
    pub(crate) error: Option<String>,
    pub(crate) after: Option<Position>,
    #[serde(default)]
    pub(crate) events: Vec<String>,
    #[serde(rename = "refillOrder")]
    pub(crate) refill_order: Option<Vec<usize>>,
    pub(crate) drawn: Option<BTreeMap<String, String>>,
    pub(crate) taken: Option<String>,
    #[serde(rename = "note", default)]
    pub(crate) _note: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    pub(crate) hands: Option<BTreeMap<String, String>>,
    pub(crate) table: Option<String>,
    pub(crate) attacker: Option<usize>,
    pub(crate) defender: Option<usize>,
    pub(crate) deck_count: Option<usize>,
    pub(crate) taking: Option<bool>,
    /// `null` means that it is not over; absent that nobody asks.
    #[serde(default, deserialize_with = "given")]
    pub(crate) over: Option<Value>,
    pub(crate) availables: Option<BTreeMap<String, Vec<Available>>>,
    #[serde(default, deserialize_with = "given")]
    pub(crate) win_card: Option<Option<String>>,
    #[serde(default, deserialize_with = "given")]
    pub(crate) shown: Option<Option<String>>,
    pub(crate) points: Option<BTreeMap<String, u16>>,
    pub(crate) discarded: Option<usize>,
    pub(crate) limit: Option<usize>,
    pub(crate) finished: Option<Vec<usize>>,
    pub(crate) out: Option<Vec<usize>>,
    #[serde(rename = "note", default)]
    pub(crate) _note: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Available {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) cards: String,
}

/// Tells a field that is `null` from one that is not there.
fn given<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

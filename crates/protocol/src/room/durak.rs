//! What is peculiar to Durak.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player does in a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DurakAction {
    /// Takes the cards on the table.
    Take,
}

/// What a player says between parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DurakWord {
    /// Ready for the game, or the next party.
    Ready,
    /// Not ready after all.
    NotReady,
}

/// A party of Durak as everybody sees it. Between parties: the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakView {}

/// What only a player knows of the party, and what they may do in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakOwn {}

/// Something that happened in a party.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DurakEvent {
    /// Took the cards on the table.
    Took,
}

//! What is peculiar to Seka.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player does in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaAction {
    /// Throws the hand away.
    Fold,
}

/// What a player says between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SekaWord {
    /// Ready for the next deal.
    Ready,
    /// Not ready after all.
    NotReady,
}

/// A deal of Seka as everybody sees it. Between deals: the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaView {}

/// What only a player knows of the deal, and what they may do in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaOwn {}

/// Something that happened in a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaEvent {
    /// Threw the hand away.
    Folded,
}

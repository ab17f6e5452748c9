//! What people say to each other beside the game.

use super::schema;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest thing that can be said at once, in characters.
pub const MAX_CHAT: usize = 200;

/// Something that was said, in the lobby or at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatLine {
    /// Its number there: lines come in this order, each once.
    pub number: u64,
    /// When, in milliseconds of the room.
    pub at: i64,
    /// Who.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// How they are called.
    pub name: String,
    /// What.
    pub said: Said,
}

/// What was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "as", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Said {
    /// In words: up to 200 characters.
    Text {
        /// Them.
        text: String,
    },
    /// By one of a few reactions, which everybody reads in their own language.
    Reaction {
        /// Which.
        reaction: Reaction,
    },
}

/// The reactions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Reaction {
    /// Well played.
    Nice,
    /// Who would have thought.
    Wow,
    /// That was funny.
    Haha,
    /// What a pity.
    Ouch,
    /// Thank you.
    Thanks,
    /// It is your turn, is it not?
    Hurry,
}

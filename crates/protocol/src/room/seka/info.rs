//! What does not change at a table of Seka from deal to deal: stakes, cards, points, times, and the house's options.

use crate::room::schema;
use crate::room::table::is_default;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What does not change at a table of Seka from deal to deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaInfo {
    /// What everybody pays before the cards; the stake starts there.
    #[schemars(with = "schema::Chips")]
    pub base: Chips,
    /// No raise goes above this.
    #[schemars(with = "schema::Chips")]
    pub max_stake: Chips,
    /// Who has less is not dealt in.
    #[schemars(with = "schema::Chips")]
    pub min_balance: Chips,
    /// Who has more is not dealt in, where there is such a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub max_balance: Option<Chips>,
    /// The cards in play.
    #[schemars(with = "Vec<schema::Card>")]
    pub deck: Vec<Card>,
    /// Which of them is the joker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Card")]
    pub joker: Option<Card>,
    /// What hands are worth.
    pub points: SekaPoints,
    /// Does the house take its half of dark bets back out of the pot? Otherwise the winner gets it.
    pub dark_is_lent: bool,
    /// Does a dark player pay half to the end of the deal? Otherwise in rounds 1 and 2.
    pub dark_to_the_end: bool,
    /// Do those who acted before a raise in round 3 answer it?
    pub match_final_raise: bool,
    /// Do the two who compare their hands see both? Otherwise nobody sees any.
    pub reveal_is_seen: bool,
    /// After so many svaras running a tied pot is split.
    pub max_svaras: u8,
    /// What the room takes of a pot, once, at the very end.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rake: SekaRake,
    /// How long everything takes.
    pub times: SekaTimes,
}

/// The point table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaPoints {
    /// Three of a rank, or two of it with the joker, the highest rank first.
    pub three: Vec<SekaThree>,
    /// The joker, an ace and another card of the ace's suit.
    pub joker_ace_suit: u8,
    /// Three of one suit with the ace.
    pub suit_with_ace: u8,
    /// The joker and two of one suit without the ace.
    pub joker_suit: u8,
    /// Three of one suit.
    pub suit: u8,
    /// Two aces.
    pub two_aces: u8,
    /// An ace and the joker.
    pub joker_ace: u8,
    /// Two of one suit, one of them the ace.
    pub pair_with_ace: u8,
    /// The joker and two unrelated cards.
    pub joker: u8,
    /// Two of one suit.
    pub pair: u8,
    /// Three suits, with an ace.
    pub ace: u8,
    /// Three suits, without an ace.
    pub nothing: u8,
}

/// What three of a rank are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaThree {
    /// The rank, as cards are written: `T` is a ten.
    #[schemars(with = "String")]
    pub rank: char,
    /// The points.
    pub points: u8,
}

/// What the room takes of a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaRake {
    /// Nothing.
    #[default]
    None,
    /// This much.
    Fixed {
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// A part of it.
    Part {
        /// In hundredths of a percent.
        basis_points: u16,
    },
}

/// How long everything takes at most, in milliseconds of the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaTimes {
    /// Saying that one is ready.
    pub ready_ms: u32,
    /// A turn.
    pub turn_ms: u32,
    /// Looking at the hands of a reveal.
    pub reveal_ms: u32,
    /// Voting on a svara.
    pub vote_ms: u32,
    /// Entering a svara.
    pub entry_ms: u32,
    /// Looking at a deal that is over.
    pub pause_ms: u32,
}

//! NS: Hold'em without the cards below the six, where a flush beats a full house.

use super::{NO_LIMIT_HOLDEM, Variant};
use kozyr_cards::Pack;
use kozyr_ranking::Ranking;

/// No-limit short-deck Hold'em.
pub static SHORT_DECK_HOLDEM: Variant = Variant {
    code: "NS",
    name: "no-limit short-deck hold'em",
    pack: Pack::Short36,
    rankings: &[Ranking::ShortDeck],
    ..NO_LIMIT_HOLDEM
};

//! N2L1D: five cards, one draw, any bet; the lowest hand wins, ace high, straights and flushes counting against it.

use super::{BetSize, Limit, Street, Variant};
use kozyr_cards::Pack;
use kozyr_ranking::Ranking;

const STREETS: &[Street] = &[Street::hole(5), Street::draw(BetSize::Small)];

/// No-limit deuce-to-seven lowball with a single draw.
pub static DEUCE_TO_SEVEN_SINGLE_DRAW: Variant = Variant {
    code: "N2L1D",
    name: "no-limit deuce-to-seven lowball single draw",
    pack: Pack::Full52,
    streets: STREETS,
    limit: Limit::NoLimit,
    rankings: &[Ranking::DeuceToSeven],
};

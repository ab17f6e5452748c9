//! FB: four cards and three draws; the most cards of different ranks and suits win, then the lowest.

use super::{DEUCE_TO_SEVEN_TRIPLE_DRAW, Street, Variant, three_draws};
use kozyr_ranking::Ranking;

const STREETS: &[Street] = &three_draws(4);

/// Fixed-limit badugi.
pub static BADUGI: Variant = Variant {
    code: "FB",
    name: "fixed-limit badugi",
    streets: STREETS,
    rankings: &[Ranking::Badugi],
    ..DEUCE_TO_SEVEN_TRIPLE_DRAW
};

//! F2L3D: five cards and three draws; the big bet is played from the second draw on.

use super::{DEUCE_TO_SEVEN_SINGLE_DRAW, Limit, Street, Variant, three_draws};

const STREETS: &[Street] = &three_draws(5);

/// Fixed-limit deuce-to-seven lowball with three draws.
pub static DEUCE_TO_SEVEN_TRIPLE_DRAW: Variant = Variant {
    code: "F2L3D",
    name: "fixed-limit deuce-to-seven lowball triple draw",
    streets: STREETS,
    limit: Limit::FixedLimit,
    ..DEUCE_TO_SEVEN_SINGLE_DRAW
};

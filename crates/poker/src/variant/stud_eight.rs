//! F7S/8: stud for two halves, a high one and a low one that needs five cards up to the eight. The order of play is
//! that of the high game.

use super::{SEVEN_CARD_STUD, Variant};
use kozyr_ranking::Ranking;

/// Fixed-limit seven-card stud, eight or better.
pub static SEVEN_CARD_STUD_EIGHT: Variant = Variant {
    code: "F7S/8",
    name: "fixed-limit seven-card stud high/low-split eight or better",
    rankings: &[Ranking::Standard, Ranking::EightOrBetter],
    ..SEVEN_CARD_STUD
};

//! FO/8: Omaha for two halves, a high one and a low one that needs five cards up to the eight.

use super::{Limit, POT_LIMIT_OMAHA, Variant};
use kozyr_ranking::Ranking;

/// Fixed-limit Omaha, eight or better: the pot is shared between the best high and the best low hand.
pub static FIXED_LIMIT_OMAHA_EIGHT: Variant = Variant {
    code: "FO/8",
    name: "fixed-limit Omaha hold'em high/low-split eight or better",
    limit: Limit::FixedLimit,
    rankings: &[Ranking::Omaha, Ranking::OmahaEightOrBetter],
    ..POT_LIMIT_OMAHA
};

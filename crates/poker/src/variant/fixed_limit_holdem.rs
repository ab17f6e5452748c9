//! FT: Hold'em at a small bet before the turn and a big bet from it on.

use super::{Limit, NO_LIMIT_HOLDEM, Variant};

/// Fixed-limit Texas Hold'em.
pub static FIXED_LIMIT_HOLDEM: Variant =
    Variant { code: "FT", name: "fixed-limit Texas hold'em", limit: Limit::FixedLimit, ..NO_LIMIT_HOLDEM };

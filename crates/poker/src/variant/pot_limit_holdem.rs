//! PT, a code of ours: Hold'em with bets up to the pot.

use super::{Limit, NO_LIMIT_HOLDEM, Variant};

/// Pot-limit Texas Hold'em, which the PHH standard has no code for.
pub static POT_LIMIT_HOLDEM: Variant =
    Variant { code: "PT", name: "pot-limit Texas hold'em", limit: Limit::PotLimit, ..NO_LIMIT_HOLDEM };

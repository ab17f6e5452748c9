//! PO: four cards of one's own, two of which play with three of the board.

use super::{Limit, NO_LIMIT_HOLDEM, Street, Variant, flop_game};
use kozyr_ranking::Ranking;

const FOUR_CARDS: &[Street] = &flop_game(4);

/// Pot-limit Omaha.
pub static POT_LIMIT_OMAHA: Variant = Variant {
    code: "PO",
    name: "pot-limit Omaha hold'em",
    streets: FOUR_CARDS,
    limit: Limit::PotLimit,
    rankings: &[Ranking::Omaha],
    ..NO_LIMIT_HOLDEM
};

//! NT: two cards of one's own, five on the board, any bet.

use super::{Limit, Street, Variant, flop_game};
use kozyr_cards::Pack;
use kozyr_ranking::Ranking;

pub(super) const TWO_CARDS: &[Street] = &flop_game(2);

/// No-limit Texas Hold'em.
pub static NO_LIMIT_HOLDEM: Variant = Variant {
    code: "NT",
    name: "no-limit Texas hold'em",
    pack: Pack::Full52,
    streets: TWO_CARDS,
    limit: Limit::NoLimit,
    rankings: &[Ranking::Standard],
};

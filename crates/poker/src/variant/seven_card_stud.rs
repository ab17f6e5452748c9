//! F7S: seven cards of one's own, four of them face up. The lowest up-card brings it in, then the best board opens.

use super::{Limit, Opening, Street, Variant, seven_cards};
use kozyr_cards::Pack;
use kozyr_ranking::Ranking;

const STREETS: &[Street] = &seven_cards(Opening::LowestCard, Opening::HighestBoard);

/// Fixed-limit seven-card stud.
pub static SEVEN_CARD_STUD: Variant = Variant {
    code: "F7S",
    name: "fixed-limit seven-card stud",
    pack: Pack::Full52,
    streets: STREETS,
    limit: Limit::FixedLimit,
    rankings: &[Ranking::Standard],
};

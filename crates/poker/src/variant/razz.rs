//! FR: stud for the lowest hand. The highest up-card brings it in, then the lowest board opens; the ace is low.

use super::{Opening, SEVEN_CARD_STUD, Street, Variant, seven_cards};
use kozyr_ranking::Ranking;

const STREETS: &[Street] = &seven_cards(Opening::HighestCard, Opening::LowestBoard);

/// Fixed-limit razz.
pub static RAZZ: Variant = Variant {
    code: "FR",
    name: "fixed-limit razz",
    streets: STREETS,
    rankings: &[Ranking::AceToFive],
    ..SEVEN_CARD_STUD
};

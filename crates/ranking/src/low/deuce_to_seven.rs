//! Deuce-to-seven low: the standard ranking upside down, with the ace always high, so that
//! `A 5 4 3 2` is no straight. `7 5 4 3 2` of several suits is the best hand.

use super::{best_of, turned};
use crate::fold::ranks_in;
use crate::{Category, Folded, Strength, classify};
use kozyr_cards::{CardSet, Rank};

/// The lowest of five to seven cards.
pub fn rank_set(cards: CardSet) -> Option<Strength> {
    best_of(cards, |five| turned(high(five)))
}

/// The high strength of five cards where the ace is never low.
fn high(five: CardSet) -> Strength {
    let strength = Folded::from(five).rank();
    let category = match (strength.category(), strength.ranks()[0]) {
        (Category::Straight, Rank::Five) => classify::HIGH_CARD,
        (Category::StraightFlush, Rank::Five) => classify::FLUSH,
        _ => return strength,
    };
    Strength(category << 12 | classify::combination(ranks_in(five.bits())))
}

/// The hand as a high strength.
pub(crate) const fn read(strength: Strength) -> Strength {
    turned(strength)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deuce_to_seven_order() {
        let rank = |text: &str| rank_set(text.parse().unwrap()).unwrap();
        // Best first.
        let hands = [
            "7c5d4h3s2c",
            "7c6d4h3s2c",
            "8c5d4h3s2c",
            "KcQdJhTs8c",
            "Ac5d4h3s2c",
            "Ac6d4h3s2c",
            "2c2d3h4s5c",
            "AcAd3h4s5c",
            "2c2d2h4s5c",
            "6c5d4h3s2c",
            "7c5c4c3c2c",
            "Ac5c4c3c2c",
            "6c5c4c3c2c",
        ];
        for two in hands.windows(2) {
            assert!(rank(two[0]) > rank(two[1]), "{} is lower than {}", two[0], two[1]);
        }
        assert_eq!(rank("7c5d4h3s2c6dKd"), rank("7c5d4h3s2c"));
    }
}

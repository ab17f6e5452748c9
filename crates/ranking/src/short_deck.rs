//! Short-deck Hold'em (six-plus): 36 cards from the six up, a flush beats a full house, and the ace
//! stands below the six in `9 8 7 6 A`. A straight beats three of a kind.

use crate::fold::ranks_in;
use crate::{Category, Folded, Strength};
use kozyr_cards::{CardSet, Pack, Rank};

/// `9 8 7 6 A`, bits counted from the two.
const LOWEST_STRAIGHT: u16 = 1 << 12 | 0b1111 << 4;

/// The strength of a set of five to seven cards, none below the six.
pub fn rank_set(cards: CardSet) -> Option<Strength> {
    let short = (cards - Pack::Short36.cards()).is_empty();
    (short && (5..=7).contains(&cards.len())).then(|| rank(Folded::from(cards)))
}

/// The strength of five to seven cards from the six up.
///
/// # Panics
/// With fewer than five cards, or more than seven.
#[inline]
pub fn rank(cards: Folded) -> Strength {
    let strength = cards.rank();
    if !has_lowest_straight(ranks_in(cards.cards().bits())) {
        return strength.with_flush_above_full_house();
    }
    with_lowest_straight(cards, strength)
}

fn has_lowest_straight(ranks: u16) -> bool {
    ranks & LOWEST_STRAIGHT == LOWEST_STRAIGHT
}

/// The five ranks of the lowest straight are there; what they make depends on suits, and on whether
/// something better is there too.
#[inline(never)]
fn with_lowest_straight(cards: Folded, strength: Strength) -> Strength {
    // No five of 5-6-7-8-9 are in a short deck, so "up to the nine" is free to mean this straight.
    let straight = |flush| Strength::straight(flush, Rank::Nine);
    match cards.flush() {
        Some(suit) if has_lowest_straight(ranks_in((cards.cards() & CardSet::of_suit(suit)).bits())) => {
            strength.max(straight(true))
        }
        Some(_) => strength.with_flush_above_full_house(),
        None => strength.max(straight(false)),
    }
}

/// The ranks of the five cards, as [`Strength::ranks`] has them.
pub(crate) fn ranks(strength: Strength) -> [Rank; 5] {
    let ranks = strength.ranks();
    match (strength.category(), ranks) {
        (Category::Straight | Category::StraightFlush, [Rank::Nine, a, b, c, _]) => {
            [Rank::Nine, a, b, c, Rank::Ace]
        }
        _ => ranks,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_deck_order() {
        // Weakest first.
        let hands = [
            "6c7d8h9sJc",
            "AcKdQhJs9c",
            "6c6d7h8s9c",
            "6c6d7h7s8c",
            "6c6d6h7s8c",
            "AcAdAh7s8c",
            "Ac6d7h8s9c",
            "6c7d8h9sTc",
            "AcKdQhJsTc",
            "6c6d6h7s7c",
            "AcAdAhKsKc",
            "6c7c8c9cJc",
            "AcKcQcJc9c",
            "6c6d6h6s7c",
            "AcAdAhAsKc",
            "Ac6c7c8c9c",
            "6c7c8c9cTc",
            "AcKcQcJcTc",
        ];
        let strengths = hands.map(|hand| rank_set(hand.parse().unwrap()).unwrap());
        for i in 1..hands.len() {
            assert!(strengths[i - 1] < strengths[i], "{} beats {}", hands[i], hands[i - 1]);
        }
    }

    #[test]
    fn the_lowest_straight_among_seven() {
        let strength = |text: &str| rank_set(text.parse().unwrap()).unwrap();
        assert_eq!(strength("Ac6d7h8s9cAdAs"), strength("Ah6d7h8s9cKdQs"));
        assert_eq!(strength("Ac6d7h8s9cTd9s"), strength("6d7h8s9cTd9s9h"));
        // The suit of the flush is not the suit of the straight.
        assert_eq!(strength("Ac6c7c8c9dKcQd").category(), Category::Flush);
        assert_eq!(strength("Ac6c7c8c9cKcQc").category(), Category::StraightFlush);
    }

    #[test]
    fn low_cards_are_refused() {
        assert_eq!(rank_set("5c6d7h8s9c".parse().unwrap()), None);
    }
}

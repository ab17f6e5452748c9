//! Low rankings. The greater [`Strength`] is the better hand here too, which is the lower one.

pub mod ace_to_five;
pub mod deuce_to_seven;

use crate::Strength;
use kozyr_cards::CardSet;

/// Turns a high strength around: what is weakest there is best here.
const fn turned(strength: Strength) -> Strength {
    Strength(u16::MAX - strength.0)
}

/// The best five cards, by a ranking of exactly five.
fn best_of(cards: CardSet, of_five: impl Fn(CardSet) -> Strength) -> Option<Strength> {
    if !(5..=7).contains(&cards.len()) {
        return None;
    }
    fives(cards).map(of_five).max()
}

/// Each five of up to seven cards.
pub(crate) fn fives(cards: CardSet) -> impl Iterator<Item = CardSet> {
    subsets(cards).filter(|five| five.len() == 5)
}

/// Each subset of a small set of cards, but the empty one.
pub(crate) fn subsets(cards: CardSet) -> impl Iterator<Item = CardSet> {
    let all = cards.bits();
    let mut next = all;
    core::iter::from_fn(move || {
        let subset = next;
        // Counting down in the bits of `all` only.
        next = next.wrapping_sub(1) & all;
        (subset != 0).then_some(CardSet::from_bits(subset))
    })
}

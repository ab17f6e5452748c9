//! Suits that can be swapped: aces against kings on `7♣ 2♦ 2♥` go as they go on `7♣ 2♥ 2♦`.

use super::Showdown;
use alloc::vec::Vec;
use core::cmp::Ordering;
use kozyr_cards::{CardSet, Suit};

/// The ways to exchange suits that leave the showdown as it is. One of them does nothing.
pub(super) struct Symmetry {
    swaps: Vec<[u8; 4]>,
}

impl Symmetry {
    pub(super) fn of(showdown: &Showdown) -> Symmetry {
        let stays = |swap: &[u8; 4]| {
            let same = |cards| swapped(cards, swap) == cards;
            same(showdown.board)
                && same(showdown.dead)
                && showdown.players.iter().all(|hands| {
                    // The hands are sorted, so equal ranges are equal lists.
                    let mut other = hands.clone();
                    other.iter_mut().for_each(|holding| holding.cards = swapped(holding.cards, swap));
                    other.sort_unstable();
                    other == *hands
                })
        };
        Symmetry { swaps: permutations().filter(stays).collect() }
    }

    /// How many sets of cards this one stands for: zero when another one stands for it.
    pub(super) fn stands_for(&self, cards: CardSet) -> u64 {
        let mut itself = 0;
        for swap in &self.swaps {
            let other = swapped(cards, swap);
            if other < cards {
                return 0;
            }
            itself += u64::from(other == cards);
        }
        self.swaps.len() as u64 / itself
    }
}

impl Symmetry {
    /// The same for the hands of several players.
    pub(super) fn stands_for_all(&self, hands: &[CardSet]) -> u64 {
        let mut itself = 0;
        for swap in &self.swaps {
            let others = hands.iter().map(|&hand| swapped(hand, swap));
            match others.cmp(hands.iter().copied()) {
                Ordering::Less => return 0,
                order => itself += u64::from(order == Ordering::Equal),
            }
        }
        self.swaps.len() as u64 / itself
    }
}

fn permutations() -> impl Iterator<Item = [u8; 4]> {
    (0..256u16).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6].map(|suit| suit as u8)).filter(|swap| {
        let suits = swap.iter().fold(0u8, |suits, suit| suits | 1 << suit);
        suits == 0b1111
    })
}

/// The cards with their suits exchanged: those of suit `n` become those of suit `swap[n]`.
fn swapped(cards: CardSet, swap: &[u8; 4]) -> CardSet {
    let clubs = CardSet::of_suit(Suit::Clubs).bits();
    let suit = |n: usize| (cards.bits() >> n & clubs) << swap[n];
    CardSet::from_bits(suit(0) | suit(1) | suit(2) | suit(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Range, Ranking};

    fn symmetry(players: &[&str], board: &str) -> Symmetry {
        let players: Vec<Range> = players.iter().map(|text| text.parse().unwrap()).collect();
        let showdown = Showdown::new(Ranking::Standard, &players, board.parse().unwrap(), CardSet::EMPTY);
        Symmetry::of(&showdown.unwrap())
    }

    #[test]
    fn suits_that_can_be_swapped() {
        assert_eq!(symmetry(&["AA", "KK"], "").swaps.len(), 24);
        assert_eq!(symmetry(&["AA", "KK"], "2c").swaps.len(), 6);
        assert_eq!(symmetry(&["AhAd", "KsKc"], "").swaps.len(), 4);
        assert_eq!(symmetry(&["AhAd", "KsKc"], "2c3s").swaps.len(), 2);
        assert_eq!(symmetry(&["AhAd", "QsKc"], "2h").swaps.len(), 1);
        assert_eq!(symmetry(&["AA:0.5,AhAd", "KK"], "").swaps.len(), 4);
    }

    /// The sets of two cards that stand for all sets are 169, and stand for 1326.
    #[test]
    fn starting_hands() {
        let symmetry = symmetry(&["*", "*"], "");
        let pairs = CardSet::FULL
            .iter()
            .flat_map(|a| CardSet::FULL.iter().filter(move |&b| a < b).map(move |b| [a, b]));
        let stands_for: Vec<u64> =
            pairs.map(|pair| symmetry.stands_for(pair.into_iter().collect())).collect();
        assert_eq!(stands_for.iter().filter(|&&n| n > 0).count(), 169);
        assert_eq!(stands_for.iter().sum::<u64>(), 1326);
    }
}

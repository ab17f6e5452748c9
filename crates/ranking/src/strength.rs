//! How strong a hand is: two bytes that compare.

use crate::classify::{self, choose};
use core::fmt;
use kozyr_cards::Rank;

/// The strength of a hand; the greater one wins, equal ones split.
///
/// Only strengths of the same ranking compare. Those of the high rankings (standard, short deck,
/// Omaha) know their [`category`](Strength::category).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Strength(pub(crate) u16);

/// What kind of high hand it is, in the order of the standard ranking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Category {
    /// Five different ranks, nothing else.
    HighCard,
    /// Two of a rank.
    Pair,
    /// Two of a rank, twice.
    TwoPair,
    /// Three of a rank.
    ThreeOfAKind,
    /// Five ranks in a row.
    Straight,
    /// Five of a suit.
    Flush,
    /// Three of a rank, two of another.
    FullHouse,
    /// Four of a rank.
    FourOfAKind,
    /// Five in a row, of a suit.
    StraightFlush,
}

impl Category {
    /// All nine, weakest first.
    pub const ALL: [Category; 9] = [
        Category::HighCard,
        Category::Pair,
        Category::TwoPair,
        Category::ThreeOfAKind,
        Category::Straight,
        Category::Flush,
        Category::FullHouse,
        Category::FourOfAKind,
        Category::StraightFlush,
    ];
}

/// The short-deck flush stands between the full house and four of a kind.
const SHORT_DECK_FLUSH: u16 = 7;

impl Strength {
    /// The number behind it, to store or to send; it means something within one ranking only.
    pub const fn value(self) -> u16 {
        self.0
    }

    /// What kind of hand it is. Meaningless for a low or badugi strength.
    pub const fn category(self) -> Category {
        match self.0 >> 12 {
            classify::HIGH_CARD => Category::HighCard,
            classify::PAIR => Category::Pair,
            classify::TWO_PAIR => Category::TwoPair,
            classify::THREE_OF_A_KIND => Category::ThreeOfAKind,
            classify::STRAIGHT => Category::Straight,
            classify::FLUSH | SHORT_DECK_FLUSH => Category::Flush,
            classify::FULL_HOUSE => Category::FullHouse,
            classify::FOUR_OF_A_KIND => Category::FourOfAKind,
            _ => Category::StraightFlush,
        }
    }

    /// The same hand where a flush beats a full house.
    pub(crate) const fn with_flush_above_full_house(self) -> Strength {
        match self.0 >> 12 {
            classify::FLUSH => Strength(self.0 & 0xfff | SHORT_DECK_FLUSH << 12),
            _ => self,
        }
    }

    /// A straight (or straight flush) up to this rank.
    pub(crate) const fn straight(flush: bool, top: Rank) -> Strength {
        let category = if flush { classify::STRAIGHT_FLUSH } else { classify::STRAIGHT };
        Strength(category << 12 | (top.number() as u16 - 2))
    }

    /// The ranks of the five cards in the order they are read out: what there is most of first, then
    /// from high to low; `A` ends `5 4 3 2 A`.
    pub(crate) fn ranks(self) -> [Rank; 5] {
        let index = self.0 & 0xfff;
        let ranks = match self.category() {
            Category::HighCard | Category::Flush => combination::<5>(index),
            Category::Pair => {
                let [a, b, c] = combination(index % 286);
                [index / 286, index / 286, a, b, c]
            }
            Category::TwoPair => {
                let [high, low] = combination(index / 13);
                [high, high, low, low, index % 13]
            }
            Category::ThreeOfAKind => {
                let [a, b] = combination(index % 78);
                [index / 78, index / 78, index / 78, a, b]
            }
            // Thirteen ranks in a circle: what is below the two is the ace.
            Category::Straight | Category::StraightFlush => {
                [0, 1, 2, 3, 4].map(|down| (index + 13 - down) % 13)
            }
            Category::FullHouse => [index / 13, index / 13, index / 13, index % 13, index % 13],
            Category::FourOfAKind => [index / 13, index / 13, index / 13, index / 13, index % 13],
        };
        // Every strength a ranking gives has ranks in range; the remainder keeps any other harmless.
        ranks.map(|rank| Rank::ALL[rank as usize % 13])
    }
}

/// The ranks of the combination with this number, high to low: the inverse of
/// [`classify::combination`].
fn combination<const N: usize>(mut number: u16) -> [u16; N] {
    let mut ranks = [0; N];
    for (i, rank) in ranks.iter_mut().enumerate() {
        let k = (N - i) as u16;
        *rank = (k..13).rev().find(|&rank| choose(rank, k) <= number).unwrap_or(k - 1);
        number -= choose(*rank, k);
    }
    ranks
}

impl fmt::Debug for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strength({:#06x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::{by_counts, by_suited};

    #[test]
    fn a_strength_tells_its_ranks() {
        for ranks in (0..1u16 << 13).filter(|ranks| ranks.count_ones() == 5) {
            let told = Strength(by_suited(ranks)).ranks();
            assert_eq!(told.iter().fold(0, |mask, rank| mask | 1 << (rank.number() - 2)), ranks);
        }
        for a in 0..13u8 {
            for b in (0..13).filter(|&b| b != a) {
                for c in (0..13).filter(|&c| c != a && c != b) {
                    for d in (0..13).filter(|&d| d != a && d != b && d != c) {
                        for cards in [
                            [a, a, a, a, b],
                            [a, a, a, b, b],
                            [a, a, a, b, c],
                            [a, a, b, b, c],
                            [a, a, b, c, d],
                        ] {
                            let mut counts = [0; 13];
                            cards.iter().for_each(|&rank| counts[rank as usize] += 1);
                            let mut told = [0; 13];
                            for rank in Strength(by_counts(&counts)).ranks() {
                                told[rank.number() as usize - 2] += 1;
                            }
                            assert_eq!(told, counts);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn any_number_is_harmless() {
        for number in 0..=u16::MAX {
            let _ = Strength(number).ranks();
        }
    }
}

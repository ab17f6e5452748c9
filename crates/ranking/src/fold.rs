//! Cards folded together, to be ranked when there are enough of them.

use crate::layout::{COUNT_ONE, COUNTS, EVERY_SUIT_ONE, FLUSHES};
use crate::{Strength, tables};
use core::ops::{Add, AddAssign};
use kozyr_cards::{Card, CardSet, Suit};

/// Cards added up so far, in 16 bytes that copy: what several hands share is folded once.
///
/// ```
/// use kozyr_cards::{Card, CardSet};
/// use kozyr_ranking::{Category, Folded};
/// let hand = Folded::from("Qd Qh".parse::<CardSet>()?);
/// let flop = hand + Folded::from("Qs Jc 2h".parse::<CardSet>()?);
/// assert_eq!(flop.rank().category(), Category::ThreeOfAKind);
/// for (turn, category) in [("2s", Category::FullHouse), ("Qc", Category::FourOfAKind)] {
///     let turn: Card = turn.parse()?;
///     assert_eq!((flop + turn).rank().category(), category);
/// }
/// # Ok::<(), kozyr_cards::ParseCardError>(())
/// ```
///
/// The cards must be different; folding the same card twice makes a strength that means nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folded {
    sum: u64,
    cards: CardSet,
}

impl Folded {
    /// No card yet.
    pub const EMPTY: Folded = Folded { sum: 0, cards: CardSet::EMPTY };

    #[inline(always)]
    fn with(self, sum: u64, cards: CardSet) -> Folded {
        Folded { sum: self.sum.wrapping_add(sum), cards: self.cards | cards }
    }

    /// The cards folded so far.
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// The best five of the five to seven cards.
    ///
    /// # Panics
    /// With fewer than five cards, or more than seven.
    #[inline]
    pub fn rank(self) -> Strength {
        const SEVEN: u64 = 7 * COUNT_ONE;
        if self.sum & (COUNTS | FLUSHES) == SEVEN {
            tables::seven(self.sum)
        } else if self.sum & FLUSHES != 0 && (5 * COUNT_ONE..8 * COUNT_ONE).contains(&(self.sum & COUNTS)) {
            tables::suited(ranks_of(tables::flush_suit(self.sum), self.cards.bits()))
        } else {
            self.rank_rest()
        }
    }

    /// Ranks these cards with each of `last` added, one at a time and in that order: what every seventh card makes of
    /// six. Nine of ten sixes have no four cards of a suit; with those, no card is asked for its suit.
    ///
    /// ```
    /// use kozyr_cards::{Card, CardSet};
    /// use kozyr_ranking::{Category, Folded};
    /// let six = Folded::from("Qd Qh Qs Jc 2h 7d".parse::<CardSet>()?);
    /// let rivers = ["Qc".parse()?, "2s".parse()?, "As".parse()?];
    /// let mut best = Vec::new();
    /// six.rank_with_each(&rivers, |strength| best.push(strength.category()));
    /// assert_eq!(best, [Category::FourOfAKind, Category::FullHouse, Category::ThreeOfAKind]);
    /// # Ok::<(), kozyr_cards::ParseCardError>(())
    /// ```
    ///
    /// # Panics
    /// As [`rank`](Folded::rank) does, when there are cards to add.
    #[inline]
    pub fn rank_with_each(self, last: &[Card], mut each: impl FnMut(Strength)) {
        const SIX: u64 = 6 * COUNT_ONE;
        // One more of every suit makes five of none.
        let open = self.sum & COUNTS == SIX && self.sum.wrapping_add(EVERY_SUIT_ONE) & FLUSHES == 0;
        if open {
            last.iter().for_each(|&card| each(tables::seven(self.sum.wrapping_add(tables::key(card)))));
        } else {
            last.iter().for_each(|&card| each((self + card).rank()));
        }
    }

    #[inline(never)]
    fn rank_rest(self) -> Strength {
        let count = self.cards.len();
        assert!((5..=7).contains(&count), "only five to seven cards have a rank, not {count}");
        match count {
            7 => tables::seven(self.sum),
            _ => tables::few(self.sum),
        }
    }

    /// The suit of which there are five or more.
    pub(crate) const fn flush(self) -> Option<Suit> {
        if self.sum & FLUSHES == 0 { None } else { Some(tables::flush_suit(self.sum)) }
    }
}

/// The ranks there are of a suit, as a mask of 13 bits, in cards given as the bits of a [`CardSet`].
pub(crate) const fn ranks_of(suit: Suit, cards: u64) -> u16 {
    // Every fourth bit, moved together by halving the distances.
    let x = cards >> (8 + suit as u8) & 0x0001_1111_1111_1111;
    let x = (x | x >> 3) & 0x0303_0303_0303_0303;
    let x = (x | x >> 6) & 0x000f_000f_000f_000f;
    let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
    (x | x >> 24) as u16 & 0x1fff
}

/// All ranks there are, as a mask of 13 bits.
pub(crate) const fn ranks_in(cards: u64) -> u16 {
    let any = cards | cards >> 1;
    ranks_of(Suit::Clubs, any | any >> 2)
}

impl Add<Card> for Folded {
    type Output = Folded;
    #[inline]
    fn add(self, card: Card) -> Folded {
        self.with(tables::key(card), CardSet::only(card))
    }
}

impl AddAssign<Card> for Folded {
    #[inline]
    fn add_assign(&mut self, card: Card) {
        *self = *self + card;
    }
}

/// Two groups of cards with none in common.
impl Add for Folded {
    type Output = Folded;
    #[inline]
    fn add(self, other: Folded) -> Folded {
        self.with(other.sum, other.cards)
    }
}

impl From<CardSet> for Folded {
    #[inline]
    fn from(cards: CardSet) -> Folded {
        cards.iter().fold(Folded::EMPTY, Add::add)
    }
}

impl FromIterator<Card> for Folded {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Folded {
        cards.into_iter().fold(Folded::EMPTY, Add::add)
    }
}

impl Default for Folded {
    fn default() -> Folded {
        Folded::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_cards::Rank;

    #[test]
    fn ranks_are_gathered_from_every_card() {
        for card in CardSet::FULL {
            let bit = 1 << (card.rank().number() - 2);
            let bits = CardSet::only(card).bits();
            assert_eq!(ranks_of(card.suit(), bits), bit);
            assert_eq!(ranks_in(bits), bit);
            assert_eq!(
                Suit::ALL.map(|suit| ranks_of(suit, bits)).iter().filter(|&&ranks| ranks != 0).count(),
                1
            );
        }
        assert_eq!(ranks_in(CardSet::FULL.bits()), 0x1fff);
        assert_eq!(ranks_in(CardSet::of_rank(Rank::Nine).bits()), 1 << 7);
    }

    #[test]
    fn groups_add_up_to_the_same_as_cards() {
        let fold = |text: &str| Folded::from(text.parse::<CardSet>().unwrap());
        assert_eq!(fold("AsKs") + fold("2c7d9hTs3s"), fold("AsKs2c7d9hTs3s"));
        assert_eq!(Folded::EMPTY + fold("As"), fold("As"));
        assert_eq!(fold("AsKs").cards().len(), 2);
    }

    #[test]
    fn each_last_card_ranks_as_it_does_alone() {
        let deck: std::vec::Vec<Card> = CardSet::FULL.iter().collect();
        // Sixes of all kinds, with up to six cards of one suit, and fives and fours beside them.
        let mut sixes = 0;
        for step in 1..40usize {
            for first in 0..52usize {
                let cards: CardSet = (0..6).map(|n| deck[(first + n * step) % 52]).collect();
                let held = Folded::from(cards);
                if !(4..=6).contains(&cards.len()) {
                    continue;
                }
                let last: std::vec::Vec<Card> =
                    deck.iter().copied().filter(|&card| !cards.contains(card)).collect();
                let mut seen = std::vec::Vec::new();
                held.rank_with_each(&last, |strength| seen.push(strength));
                let alone: std::vec::Vec<Strength> = last.iter().map(|&card| (held + card).rank()).collect();
                assert_eq!(seen, alone, "{cards:?}");
                sixes += usize::from(cards.len() == 6);
            }
        }
        assert!(sixes > 1000);
        Folded::EMPTY.rank_with_each(&[], |_| unreachable!("nothing to rank"));
    }

    #[test]
    #[should_panic(expected = "five to seven cards")]
    fn three_cards_and_one_have_no_rank() {
        let three = Folded::from("AsKsQs".parse::<CardSet>().unwrap());
        three.rank_with_each(&["2c".parse().unwrap()], |_| {});
    }

    #[test]
    #[should_panic(expected = "five to seven cards")]
    fn four_cards_have_no_rank() {
        let _ = Folded::from("AsKsQsJs".parse::<CardSet>().unwrap()).rank();
    }

    #[test]
    #[should_panic(expected = "five to seven cards")]
    fn eight_cards_have_no_rank() {
        let _ = Folded::from("AsKsQsJs2c3c4c5c".parse::<CardSet>().unwrap()).rank();
    }
}

//! Sets of cards in 64 bits.

use crate::{Card, Rank, Suit};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cards; the bit of a card is its [`Card::byte`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(transparent)]
pub struct CardSet(u64);

const ALL_BITS: u64 = ((1 << 52) - 1) << 8;

/// A card's bit; its byte is under 64, so that nothing is shifted out.
const fn bit(card: Card) -> u64 {
    1u64.wrapping_shl(card.byte() as u32)
}

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52.
    pub const FULL: CardSet = CardSet(ALL_BITS);

    /// The set with these bits; bits that are no card are dropped.
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & ALL_BITS)
    }

    /// The bits, each at its card's byte.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Just this card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(bit(card))
    }

    /// The four cards of a rank.
    pub const fn of_rank(rank: Rank) -> CardSet {
        CardSet(0b1111 << (rank.number() * 4))
    }

    /// The thirteen cards of a suit.
    pub const fn of_suit(suit: Suit) -> CardSet {
        CardSet((0x1111_1111_1111_1100 & ALL_BITS) << suit as u8)
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No card at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is the card in the set?
    pub const fn contains(self, card: Card) -> bool {
        self.0 & bit(card) != 0
    }

    /// Adds a card; says whether it is new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= bit(card);
        new
    }

    /// Takes a card out; says whether it was there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !bit(card);
        there
    }

    /// The lowest card.
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Card::from_byte(self.0.trailing_zeros() as u8) }
    }

    /// Do the two share a card?
    pub const fn overlaps(self, other: CardSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Low to high.
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self)
    }
}

/// The cards of a set, low to high.
#[derive(Clone, Debug)]
pub struct CardSetIter(CardSet);

impl Iterator for CardSetIter {
    type Item = Card;
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(card)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}
impl ExactSizeIterator for CardSetIter {}
impl FusedIterator for CardSetIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;
    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        set.extend(cards);
        set
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}
impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}
impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}
impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}
impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| fmt::Display::fmt(&card, f))
    }
}
impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_suits_partition_the_pack() {
        let ranks = Rank::ALL.into_iter().map(CardSet::of_rank).fold(CardSet::EMPTY, BitOr::bitor);
        let suits = Suit::ALL.into_iter().map(CardSet::of_suit).fold(CardSet::EMPTY, BitOr::bitor);
        assert_eq!(ranks, CardSet::FULL);
        assert_eq!(suits, CardSet::FULL);
        assert_eq!(CardSet::FULL.len(), 52);
        for suit in Suit::ALL {
            assert!(CardSet::of_suit(suit).iter().all(|card| card.suit() == suit));
            assert_eq!(CardSet::of_suit(suit).len(), 13);
        }
    }

    #[test]
    fn insert_and_remove_say_what_they_did() {
        let ace = Card::new(Rank::Ace, Suit::Spades);
        let mut set = CardSet::EMPTY;
        assert!(set.insert(ace) && !set.insert(ace));
        assert_eq!(set.iter().len(), 1);
        assert!(set.remove(ace) && !set.remove(ace) && set.is_empty());
    }
}

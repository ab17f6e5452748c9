//! One card in one byte.

use core::fmt;
use core::num::NonZeroU8;

/// A suit, in the alphabetical order poker tools use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All four suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The lower-case letter: `c d h s`.
    pub const fn letter(self) -> char {
        ['c', 'd', 'h', 's'][self as usize]
    }

    /// The symbol: ♣ ♦ ♥ ♠.
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }
}

/// A rank; the number behind it is the one printed on the card, jack 11 to ace 14.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Two = 2,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All thirteen ranks, low to high.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// The rank with this number (2 to 14).
    pub const fn from_number(number: u8) -> Option<Rank> {
        if number >= 2 && number <= 14 { Some(Rank::ALL[number as usize - 2]) } else { None }
    }

    /// 2 to 14.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The one-letter form: `2`–`9`, `T J Q K A`.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize - 2] as char
    }
}

/// A card of the 52: rank × 4 + suit in one byte, 8 to 59, so that `Option<Card>` is one byte too
/// and the byte is the card's bit in a [`CardSet`](crate::CardSet).
///
/// Cards are ordered by rank, then suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Card(NonZeroU8);

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        match NonZeroU8::new((rank as u8) << 2 | suit as u8) {
            Some(byte) => Card(byte),
            None => unreachable!(),
        }
    }

    /// The card behind a byte made by [`Card::byte`].
    pub const fn from_byte(byte: u8) -> Option<Card> {
        match Rank::from_number(byte >> 2) {
            Some(rank) => Some(Card::new(rank, Suit::ALL[(byte & 3) as usize])),
            None => None,
        }
    }

    /// 8 (2♣) to 59 (A♠): rank × 4 + suit.
    pub const fn byte(self) -> u8 {
        self.0.get()
    }

    /// The card's place in the ordered pack of 52: 0 (2♣) to 51 (A♠).
    pub const fn index(self) -> u8 {
        self.0.get() - 8
    }

    /// The inverse of [`Card::index`].
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Card::from_byte(index + 8) } else { None }
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.byte() >> 2) as usize - 2]
    }

    /// The suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.byte() & 3) as usize]
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_and_a_maybe_card_are_one_byte() {
        assert_eq!(core::mem::size_of::<Card>(), 1);
        assert_eq!(core::mem::size_of::<Option<Card>>(), 1);
    }

    #[test]
    fn bytes_and_indices_go_both_ways() {
        let mut seen = 0;
        for byte in 0..=255u8 {
            if let Some(card) = Card::from_byte(byte) {
                assert_eq!(card.byte(), byte);
                assert_eq!(Card::new(card.rank(), card.suit()), card);
                assert_eq!(Card::from_index(card.index()), Some(card));
                seen += 1;
            }
        }
        assert_eq!(seen, 52);
        assert_eq!(Card::from_index(52), None);
    }
}

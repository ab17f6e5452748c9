//! The tables, made by the build script, and the ways to look into them.
//!
//! Every index is as wide as its table is long, by a shift, a mask or its type, so that the compiler
//! has no bound to check.

use crate::Strength;
use crate::layout::{
    FEW_ROWS, FEW_SLOTS, FLUSHES, SEVEN_ROWS, SEVEN_SLOTS, SUIT_AT, SUIT_BITS, few_place, seven_place,
};
use kozyr_cards::{Card, Suit};

/// All tables in one place: one address to keep in a register.
#[repr(C)]
struct Tables {
    /// What a card adds to the sum, by its byte.
    keys: [u64; 256],
    /// The bit of a card's rank, by suit and byte; zero where the card is of another suit.
    rank_bits: [[u16; 64]; 4],
    /// Displacements for seven cards.
    seven_rows: [u16; SEVEN_ROWS],
    /// Strengths of seven cards without a flush.
    seven: [u16; SEVEN_SLOTS],
    /// Strengths of five to seven ranks of one suit.
    suited: [u16; 1 << 13],
    /// Displacements for five and six cards.
    few_rows: [u16; FEW_ROWS],
    /// Strengths of five and six cards without a flush.
    few: [u16; FEW_SLOTS],
}

static TABLES: Tables = include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// What a card adds to the sum of its hand.
#[inline(always)]
pub(crate) fn key(card: Card) -> u64 {
    TABLES.keys[card.byte() as usize]
}

/// Seven cards without a flush.
#[inline(always)]
pub(crate) fn seven(sum: u64) -> Strength {
    let (row, column) = seven_place(sum);
    Strength(TABLES.seven[TABLES.seven_rows[row] as usize ^ column])
}

/// Five or six cards without a flush.
#[inline(always)]
pub(crate) fn few(sum: u64) -> Strength {
    let (row, column) = few_place(sum);
    Strength(TABLES.few[(TABLES.few_rows[row] as usize ^ column) % FEW_SLOTS])
}

/// Five to seven ranks of one suit, as a mask of 13 bits.
#[inline(always)]
pub(crate) fn suited(ranks: u16) -> Strength {
    Strength(TABLES.suited[ranks as usize & 0x1fff])
}

/// The suit of which a sum has five or more.
#[inline(always)]
pub(crate) const fn flush_suit(sum: u64) -> Suit {
    Suit::ALL[((sum & FLUSHES).trailing_zeros() - SUIT_AT) as usize / SUIT_BITS as usize % 4]
}

/// The ranks there are of a suit, as a mask of 13 bits.
#[inline(always)]
pub(crate) fn ranks_of(suit: Suit, cards: &[Card]) -> u16 {
    let bits = &TABLES.rank_bits[suit as usize];
    cards.iter().fold(0, |ranks, card| ranks | bits[card.byte() as usize % 64])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_together_fit_in_256_kib() {
        assert_eq!(size_of::<Tables>(), 231_936);
        assert!(size_of::<Tables>() <= 256 * 1024);
    }
}

//! Where things are in the sum of a hand's keys. Compiled into the crate and into its build script,
//! each of which uses a part of it.
//!
//! ```text
//! 63           48       43      39            15     12         0
//! |   column   |         | count | suit counts | room |   row   |
//! |<------ random ------>|                            |<-random->|
//! ```
//! Carries leave the row for the room above it (seven cards need three bits of it), and the top for
//! nowhere. A suit's counter has six bits and counts in sevens, because 4 × 7 < 32 ≤ 5 × 7: its
//! highest bit says "five or more" without anything to be added or compared.
#![allow(dead_code)]

/// The bits of a rank's key that are random.
pub(crate) const RANDOM: u64 = !0 << 43 | 0xfff;

pub(crate) const SUIT_AT: u32 = 15;
pub(crate) const SUIT_BITS: u32 = 6;
const COUNT_AT: u32 = 39;

/// One card of this suit.
pub(crate) const fn suit_one(suit: u8) -> u64 {
    7 << (SUIT_AT + SUIT_BITS * suit as u32)
}

/// One card of every suit, as far as suits are counted.
pub(crate) const EVERY_SUIT_ONE: u64 = suit_one(0) + suit_one(1) + suit_one(2) + suit_one(3);

/// One card.
pub(crate) const COUNT_ONE: u64 = 1 << COUNT_AT;
/// The bits that say "five or more of this suit".
pub(crate) const FLUSHES: u64 = 0o40_40_40_40 << SUIT_AT;
/// The bits that count cards.
pub(crate) const COUNTS: u64 = 15 << COUNT_AT;

/// Rows and slots for seven cards.
pub(crate) const SEVEN_ROWS: usize = 1 << 12;
pub(crate) const SEVEN_SLOTS: usize = 1 << 16;
/// Rows and slots for five and six cards.
pub(crate) const FEW_ROWS: usize = 1 << 12;
pub(crate) const FEW_SLOTS: usize = 1 << 15;

/// The row and column of seven cards.
#[inline(always)]
pub(crate) const fn seven_place(sum: u64) -> (usize, usize) {
    (sum as usize % SEVEN_ROWS, (sum >> (64 - SEVEN_SLOTS.ilog2())) as usize)
}

/// The row and column of five or six cards.
#[inline(always)]
pub(crate) const fn few_place(sum: u64) -> (usize, usize) {
    (sum as usize % FEW_ROWS, (sum >> (64 - FEW_SLOTS.ilog2())) as usize)
}

//! Where things are in the sum of a hand's keys. Compiled into the crate and into its build script,
//! each of which uses a part of it.
//!
//! ```text
//! 63        52         42      36            20     16           0
//! |   row    |          | count | suit counts | room |   column  |
//! |<----- random ------>|                            |<- random ->|
//! ```
//! Carries leave the column for the room above it (seven cards need three bits of it), and the top
//! for nowhere. A suit's counter starts at 3, so that its highest bit says "five or more".
#![allow(dead_code)]

/// The bits of a rank's key that are random.
pub(crate) const RANDOM: u64 = !0 << 42 | 0xffff;

pub(crate) const SUIT_AT: u32 = 20;
const COUNT_AT: u32 = 36;

/// One card of clubs; the other suits follow, four bits each.
pub(crate) const SUIT_ONE: u64 = 1 << SUIT_AT;
/// One card.
pub(crate) const COUNT_ONE: u64 = 1 << COUNT_AT;
/// The sum of no cards.
pub(crate) const NO_CARDS: u64 = 0x3333 << SUIT_AT;
/// The bits that say "five or more of this suit".
pub(crate) const FLUSHES: u64 = 0x8888 << SUIT_AT;
/// The bits that count cards.
pub(crate) const COUNTS: u64 = 63 << COUNT_AT;

/// Rows and slots for seven cards.
pub(crate) const SEVEN_ROWS: usize = 1 << 12;
pub(crate) const SEVEN_SLOTS: usize = 1 << 16;
/// Rows and slots for five and six cards.
pub(crate) const FEW_ROWS: usize = 1 << 12;
pub(crate) const FEW_SLOTS: usize = 1 << 15;

/// The row and column of seven cards.
#[inline(always)]
pub(crate) const fn seven_place(sum: u64) -> (usize, u16) {
    ((sum >> (64 - SEVEN_ROWS.ilog2())) as usize, sum as u16)
}

/// The row and column of five or six cards.
#[inline(always)]
pub(crate) const fn few_place(sum: u64) -> (usize, u16) {
    ((sum >> (64 - FEW_ROWS.ilog2())) as usize, sum as u16 & (FEW_SLOTS - 1) as u16)
}

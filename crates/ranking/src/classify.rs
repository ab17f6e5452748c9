//! What beats what, by counting: the definition that the build script tabulates.
//!
//! This file is compiled twice, into the crate and into its build script, and so it speaks in plain
//! numbers: a rank is 0 (two) to 12 (ace), a set of ranks is a mask of 13 bits.
//!
//! A strength is `category << 12 | index`, and the index tells every rank of the five cards:
//!
//! | category                           | index                                 |
//! |------------------------------------|---------------------------------------|
//! | high card, flush                   | the five ranks, as a combination      |
//! | pair                               | pair × 286 + the three kickers        |
//! | two pair                           | the two pairs × 13 + the kicker       |
//! | three of a kind                    | trips × 78 + the two kickers          |
//! | straight, straight flush           | the highest rank                      |
//! | full house                         | trips × 13 + pair                     |
//! | four of a kind                     | quads × 13 + kicker                   |
//!
//! A combination of ranks is numbered in colexicographic order (`C(low, 1) + C(next, 2) + …`), which
//! is the order of poker: the highest card decides, then the next one.

pub(crate) const HIGH_CARD: u16 = 0;
pub(crate) const PAIR: u16 = 1;
pub(crate) const TWO_PAIR: u16 = 2;
pub(crate) const THREE_OF_A_KIND: u16 = 3;
pub(crate) const STRAIGHT: u16 = 4;
pub(crate) const FLUSH: u16 = 5;
pub(crate) const FULL_HOUSE: u16 = 6;
// 7 is the flush of short-deck Hold'em, which beats a full house.
pub(crate) const FOUR_OF_A_KIND: u16 = 8;
pub(crate) const STRAIGHT_FLUSH: u16 = 9;

/// `n` choose `k`; zero when `k` is greater than `n`.
pub(crate) const fn choose(n: u16, k: u16) -> u16 {
    let (mut product, mut i) = (1u32, 0);
    while i < k {
        product = product * (n as u32).saturating_sub(i as u32) / (i as u32 + 1);
        i += 1;
    }
    product as u16
}

/// The number of a set of ranks among the sets of its size.
pub(crate) const fn combination(mut ranks: u16) -> u16 {
    let (mut number, mut k) = (0, 1);
    while ranks != 0 {
        number += choose(ranks.trailing_zeros() as u16, k);
        ranks &= ranks - 1;
        k += 1;
    }
    number
}

/// The highest `n` ranks of a set (all of them when there are fewer).
pub(crate) const fn highest(n: u32, mut ranks: u16) -> u16 {
    while ranks.count_ones() > n {
        ranks &= ranks - 1;
    }
    ranks
}

/// The highest rank of the best straight in a set of ranks; the ace also stands below the two.
pub(crate) const fn straight_top(ranks: u16) -> Option<u16> {
    // Bit `n` of `low` is rank `n` - 1, so that the ace is there twice.
    let low = (ranks as u32) << 1 | (ranks as u32) >> 12;
    let runs = low & low >> 1 & low >> 2 & low >> 3 & low >> 4;
    if runs == 0 { None } else { Some(runs.ilog2() as u16 + 3) }
}

const fn top(ranks: u16) -> u16 {
    ranks.ilog2() as u16
}

/// The strength of five or more ranks of one suit.
pub(crate) const fn by_suited(ranks: u16) -> u16 {
    match straight_top(ranks) {
        Some(top) => STRAIGHT_FLUSH << 12 | top,
        None => FLUSH << 12 | combination(highest(5, ranks)),
    }
}

/// The strength of five to seven cards of which no five share a suit, from how many there are of
/// each rank.
pub(crate) fn by_counts(counts: &[u8; 13]) -> u16 {
    let of_a_kind = by_kinds(counts);
    match straight_top(at_least(1, counts)) {
        Some(top) => of_a_kind.max(STRAIGHT << 12 | top),
        None => of_a_kind,
    }
}

/// The same where a straight is nothing.
pub(crate) fn by_kinds(counts: &[u8; 13]) -> u16 {
    let (any, pairs) = (at_least(1, counts), highest(2, at_least(2, counts)));
    if let Some(quad) = at_least(4, counts).checked_ilog2() {
        return FOUR_OF_A_KIND << 12 | (quad as u16 * 13 + top(any & !(1 << quad)));
    }
    if let Some(trip) = at_least(3, counts).checked_ilog2() {
        let index = trip as u16;
        return match (at_least(2, counts) & !(1 << trip)).checked_ilog2() {
            Some(pair) => FULL_HOUSE << 12 | (index * 13 + pair as u16),
            None => THREE_OF_A_KIND << 12 | (index * 78 + combination(highest(2, any & !(1 << trip)))),
        };
    }
    match pairs.count_ones() {
        0 => HIGH_CARD << 12 | combination(highest(5, any)),
        1 => PAIR << 12 | (top(pairs) * 286 + combination(highest(3, any & !pairs))),
        _ => TWO_PAIR << 12 | (combination(pairs) * 13 + top(any & !pairs)),
    }
}

/// The ranks of which there are at least `n`.
fn at_least(n: u8, counts: &[u8; 13]) -> u16 {
    (0..13).filter(|&rank| counts[rank] >= n).fold(0, |mask, rank| mask | 1 << rank)
}

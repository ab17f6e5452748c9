//! Counting every board of Hold'em before the flop, without dealing them one by one.
//!
//! What a board makes of a hand depends on its ranks, and on a suit only when three of its cards share one. So all boards with
//! the same ranks are counted at once, as if there were no flushes: at most 6,175 times instead of 2.6 million. Then the
//! boards on which somebody has a flush are counted again, suit by suit, and moved to where they belong.

use super::symmetry::Symmetry;
use super::{Equity, MOST_PLAYERS, Showdown};
use crate::fold::ranks_of;
use crate::{Strength, tables};
use alloc::vec::Vec;
use kozyr_cards::{Card, CardSet, Rank, Suit};

const RANKS: usize = 13;
const BOARD: usize = 5;

/// Counts every deal of a showdown with nothing on the board yet.
pub(super) fn count(showdown: &Showdown) -> Equity {
    let mut deals = Deals {
        showdown,
        symmetry: Symmetry::of(showdown),
        hands: Vec::new(),
        equity: Equity::new(showdown.players.len()),
    };
    deals.next_player(showdown.dead, 1);
    deals.equity
}

/// A hand for everybody, in every possible way.
struct Deals<'a> {
    showdown: &'a Showdown,
    symmetry: Symmetry,
    hands: Vec<CardSet>,
    equity: Equity,
}

impl Deals<'_> {
    fn next_player(&mut self, gone: CardSet, weight: u128) {
        let Some(holdings) = self.showdown.players.get(self.hands.len()) else {
            let stands_for = u128::from(self.symmetry.stands_for_all(&self.hands));
            if stands_for > 0 {
                let boards = Boards::new(&self.hands, CardSet::FULL - gone).counted();
                self.add(&boards, weight * stands_for);
            }
            return;
        };
        for holding in holdings.iter().filter(|holding| !holding.cards.overlaps(gone)) {
            self.hands.push(holding.cards);
            self.next_player(gone | holding.cards, weight * u128::from(holding.weight));
            self.hands.pop();
        }
    }

    fn add(&mut self, boards: &[i64], times: u128) {
        for (winners, &count) in boards.iter().enumerate().filter(|(_, count)| **count != 0) {
            let count = u128::from(count.unsigned_abs()) * times;
            let others = (winners.count_ones() as usize).saturating_sub(1);
            self.equity.total += count;
            for (player, outcomes) in self.equity.players.iter_mut().enumerate() {
                if winners >> player & 1 == 1 {
                    outcomes.of[others] += count;
                }
            }
        }
    }
}

/// The boards of one deal.
struct Boards<'a> {
    hands: &'a [CardSet],
    live: CardSet,
    /// What a card of each rank adds to a sum; of which suit does not matter without flushes.
    keys: [u64; RANKS],
    /// The sums of the hands.
    sums: [u64; MOST_PLAYERS],
    /// How many cards of each rank can come.
    of_rank: [u8; RANKS],
    /// How many boards these players win together; a bit for each. Less than nothing on the way.
    counts: Vec<i64>,
}

impl<'a> Boards<'a> {
    fn new(hands: &'a [CardSet], live: CardSet) -> Boards<'a> {
        let sum = |hand: &CardSet| hand.iter().fold(0, |sum: u64, card| sum.wrapping_add(tables::key(card)));
        let mut sums = [0; MOST_PLAYERS];
        sums.iter_mut().zip(hands).for_each(|(place, hand)| *place = sum(hand));
        let of = |rank: Rank| (live & CardSet::of_rank(rank)).len() as u8;
        Boards {
            hands,
            live,
            keys: Rank::ALL.map(|rank| tables::key(Card::new(rank, Suit::Clubs))),
            sums,
            of_rank: Rank::ALL.map(of),
            counts: alloc::vec![0; 1 << hands.len()],
        }
    }

    /// How many boards are won by whom.
    fn counted(mut self) -> Vec<i64> {
        self.without_flushes(0, BOARD, 0, 1);
        for suit in Suit::ALL {
            self.with_flush(suit);
        }
        self.counts
    }

    /// Adds cards of this rank and of those above it, as many as are missing, in every possible way.
    fn without_flushes(&mut self, rank: usize, missing: usize, sum: u64, ways: i64) {
        if missing == 0 {
            let strengths = self.unsuited(sum);
            self.counts[winners(&strengths[..self.hands.len()])] += ways;
        } else if rank < RANKS && missing <= 4 * (RANKS - rank) {
            let there = self.of_rank[rank];
            for some in 0..=there.min(missing as u8) {
                let sum = sum.wrapping_add(self.keys[rank].wrapping_mul(u64::from(some)));
                self.without_flushes(rank + 1, missing - usize::from(some), sum, ways * choose(there, some));
            }
        }
    }

    /// What a board makes of every hand when nothing is a flush.
    #[inline(always)]
    fn unsuited(&self, board: u64) -> [Strength; MOST_PLAYERS] {
        let mut strengths = [Strength(0); MOST_PLAYERS];
        for (strength, sum) in strengths.iter_mut().zip(&self.sums[..self.hands.len()]) {
            *strength = tables::seven(sum.wrapping_add(board));
        }
        strengths
    }

    /// Moves the boards with a flush of this suit to whom they belong.
    fn with_flush(&mut self, suit: Suit) {
        let live = ranks_of(suit, self.live.bits());
        let mut held = [0u16; MOST_PLAYERS];
        held.iter_mut().zip(self.hands).for_each(|(held, hand)| *held = ranks_of(suit, hand.bits()));
        let most = held.iter().map(|held| held.count_ones()).max().unwrap_or(0);
        let mut others = self.of_rank;
        others.iter_mut().enumerate().for_each(|(rank, others)| *others -= (live >> rank & 1) as u8);
        for suited in (BOARD as u32 - most).max(3)..=BOARD as u32 {
            self.flushes(&held, &others, live, suited, 0, 0);
        }
    }

    /// Adds cards of the suit, as many as are missing, out of those left, in every possible way.
    fn flushes(
        &mut self,
        held: &[u16; MOST_PLAYERS],
        others: &[u8; RANKS],
        mut left: u16,
        missing: u32,
        board: u16,
        sum: u64,
    ) {
        if missing == 0 {
            let suited = |held: u16| {
                let ranks = board | held;
                (ranks.count_ones() >= 5).then(|| tables::suited(ranks))
            };
            return self.beside(&held.map(suited), others, board, sum);
        }
        while left.count_ones() >= missing {
            let rank = left.trailing_zeros() as usize;
            left &= left - 1;
            let sum = sum.wrapping_add(self.keys[rank]);
            self.flushes(held, others, left, missing - 1, board | 1 << rank, sum);
        }
    }

    /// Adds the cards of other suits.
    fn beside(&mut self, flushes: &Flushes, others: &[u8; RANKS], board: u16, sum: u64) {
        match BOARD - board.count_ones() as usize {
            0 => self.correct(flushes, sum, 1),
            1 => {
                for (rank, &there) in others.iter().enumerate().filter(|(_, there)| **there > 0) {
                    self.correct(flushes, sum.wrapping_add(self.keys[rank]), i64::from(there));
                }
            }
            _ => {
                for (rank, &there) in others.iter().enumerate().filter(|(_, there)| **there > 0) {
                    let one = sum.wrapping_add(self.keys[rank]);
                    if there > 1 {
                        self.correct(flushes, one.wrapping_add(self.keys[rank]), choose(there, 2));
                    }
                    for (above, &more) in
                        others.iter().enumerate().skip(rank + 1).filter(|(_, more)| **more > 0)
                    {
                        let ways = i64::from(there) * i64::from(more);
                        self.correct(flushes, one.wrapping_add(self.keys[above]), ways);
                    }
                }
            }
        }
    }

    /// So many boards of this sum, on which these have a flush, were counted without it.
    #[inline(always)]
    fn correct(&mut self, flushes: &Flushes, sum: u64, ways: i64) {
        let players = self.hands.len();
        let mut strengths = self.unsuited(sum);
        let without = winners(&strengths[..players]);
        for (strength, flush) in strengths[..players].iter_mut().zip(flushes) {
            *strength = flush.unwrap_or(*strength);
        }
        let with = winners(&strengths[..players]);
        self.counts[without] -= ways;
        self.counts[with] += ways;
    }
}

/// Everybody's flush, if they have one.
type Flushes = [Option<Strength>; MOST_PLAYERS];

/// Who has the best hand; a bit for each.
#[inline(always)]
fn winners(strengths: &[Strength]) -> usize {
    let mut best = strengths[0];
    let mut winners = 1;
    for (player, &strength) in strengths.iter().enumerate().skip(1) {
        if strength > best {
            (best, winners) = (strength, 1 << player);
        } else if strength == best {
            winners |= 1 << player;
        }
    }
    winners
}

/// `n` choose `k`, of four cards at most.
fn choose(n: u8, k: u8) -> i64 {
    const OF: [[i64; 5]; 5] =
        [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    OF[usize::from(n)][usize::from(k)]
}

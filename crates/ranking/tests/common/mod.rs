//! What the comparisons with other libraries share.
#![allow(dead_code, unreachable_pub)]

use kozyr_cards::{Card, CardSet, Pack};
use kozyr_ranking::Strength;

/// What an oracle said for each of our strengths. Everybody numbers strengths differently, so what is
/// compared is the order: whenever we say x, the oracle must always say the same y, and a greater x
/// must mean a greater y.
pub struct Agreement {
    of_ours: Vec<Option<u16>>,
}

impl Agreement {
    pub fn new() -> Agreement {
        Agreement { of_ours: vec![None; 1 << 16] }
    }

    pub fn note(&mut self, ours: Strength, theirs: u16, cards: impl Fn() -> String) {
        let known = self.of_ours[ours.value() as usize].get_or_insert(theirs);
        assert_eq!(*known, theirs, "{}: {ours:?} was {known} before, now the oracle says {theirs}", cards());
    }

    /// How many different strengths there were, all in the same order.
    pub fn strengths(&self) -> usize {
        let theirs: Vec<u16> = self.of_ours.iter().filter_map(|&theirs| theirs).collect();
        assert!(theirs.windows(2).all(|two| two[0] < two[1]), "the oracle has another order");
        theirs.len()
    }
}

/// A pack that deals at random, always the same.
pub struct Dealer {
    cards: Vec<Card>,
    state: u64,
}

impl Dealer {
    pub fn new(pack: Pack) -> Dealer {
        Dealer { cards: pack.cards().iter().collect(), state: 0x853c_49e6_748f_ea9b }
    }

    pub fn random(&mut self) -> u64 {
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// The first cards of a fresh shuffle.
    pub fn deal(&mut self, n: usize) -> &[Card] {
        for i in 0..n {
            let j = i + self.random() as usize % (self.cards.len() - i);
            self.cards.swap(i, j);
        }
        &self.cards[..n]
    }
}

/// The 52 cards of aya_poker, by our index.
pub fn aya_cards() -> Vec<aya_poker::base::Card> {
    CardSet::FULL.iter().map(|card| card.to_string().parse().expect("aya_poker reads our cards")).collect()
}

pub fn aya_hand(cards: &[Card], deck: &[aya_poker::base::Card]) -> aya_poker::base::Hand {
    cards.iter().map(|card| deck[card.index() as usize]).collect()
}

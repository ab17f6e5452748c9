//! How many hands are ranked.

use super::{Benchmark, Numbers};
use kozyr_cards::{Card, CardSet};
use kozyr_ranking::rank_7;
use std::hint::black_box;

const HANDS: usize = 10_000;

pub fn seven_random_cards() -> Benchmark {
    let mut numbers = Numbers::new(1);
    let pack: Vec<Card> = CardSet::FULL.iter().collect();
    let hands: Vec<[Card; 7]> = (0..HANDS)
        .map(|_| {
            let mut pack = pack.clone();
            std::array::from_fn(|_| pack.swap_remove(numbers.below(pack.len() as u32) as usize))
        })
        .collect();
    Benchmark {
        name: "ranking",
        what: "seven random cards ranked",
        unit: "hands",
        per_run: HANDS as u64,
        run: Box::new(move || {
            let sum = hands.iter().fold(0u64, |sum, hand| sum + u64::from(rank_7(hand).value()));
            black_box(sum);
        }),
    }
}

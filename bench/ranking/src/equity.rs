//! Exact equity before the flop: two hands against each other on every one of 1,712,304 boards, on one thread.

use harness::{Outcome, Race, Random};
use kozyr_cards::{Card, CardSet};
use kozyr_ranking::equity::POT;
use kozyr_ranking::{Range, Ranking, Showdown, Weight};
use pokers::{HandRange, exact_equity};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Pairs of hands in one run.
const PAIRS: usize = 8;

type Hand = [Card; 2];

pub fn race(title: &str, rounds: usize) -> Outcome {
    let pairs = pairs();
    for pair in &pairs {
        let (ours, theirs) = (kozyr(pair), by_pokers(pair));
        assert!((ours - theirs).abs() < 1e-9, "{pair:?}: {ours} and {theirs}");
    }
    let all = |one: fn(&[Hand; 2]) -> f64| pairs.iter().map(one).sum::<f64>().to_bits();
    Race::new(title, "pairs of hands/s", PAIRS as f64)
        .ours("kozyr-ranking", || all(kozyr))
        .peer("pokers 0.10", || all(by_pokers))
        .run(rounds)
}

/// Pairs of hands that share no card, always the same.
fn pairs() -> Vec<[Hand; 2]> {
    let (mut random, deck) = (Random(7), CardSet::FULL.iter().collect::<Vec<Card>>());
    let mut deal = || {
        let mut deck = deck.clone();
        let mut card = || deck.swap_remove(random.below(deck.len()));
        [[card(), card()], [card(), card()]]
    };
    (0..PAIRS).map(|_| deal()).collect()
}

/// The first hand's share.
fn kozyr(pair: &[Hand; 2]) -> f64 {
    let hand = |[one, other]: Hand| (CardSet::only(one) | CardSet::only(other), Weight::FULL);
    let ranges = pair.map(|cards| Range::from_hands([hand(cards)]).expect("a hand"));
    let showdown = Showdown::new(Ranking::Standard, &ranges, CardSet::EMPTY, CardSet::EMPTY);
    let equity = showdown.and_then(|showdown| showdown.exact()).expect("two hands of Hold'em");
    let first = equity.player(0);
    first.shares as f64 / (POT as f64 * first.total as f64)
}

fn by_pokers(pair: &[Hand; 2]) -> f64 {
    let ranges = HandRange::from_strings(pair.iter().map(|[one, other]| format!("{one}{other}")).collect());
    let never = Arc::new(AtomicBool::new(false));
    let equity = exact_equity(&ranges, 0, 0, 1, never, |_| ()).expect("two hands of Hold'em");
    equity.equities[0]
}

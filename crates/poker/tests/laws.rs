//! Poker keeps the laws of every card game, over all variants, structures and options.

use kozyr_card_game::laws;
use kozyr_poker::Poker;

#[test]
fn poker_keeps_the_laws() {
    let seen = laws::check::<Poker>(7, 6_000).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(seen.games, 6_000);
    assert!(seen.twins > 6_000 && seen.refused > 300_000, "the laws were hardly tried: {seen:?}");
}

/// A million hands; each of eight seeds its own test would only hide how long it takes.
#[test]
#[ignore = "long: make soak"]
fn a_million_random_hands_keep_the_laws() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let each = 1_000_000 / threads + 1;
    let runs: Vec<_> = (0..threads)
        .map(|seed| std::thread::spawn(move || laws::check::<Poker>(1000 + seed, each)))
        .collect();
    let mut games = 0;
    for run in runs {
        games += run.join().expect("no panic").unwrap_or_else(|broken| panic!("{broken}")).games;
    }
    assert!(games >= 1_000_000);
}

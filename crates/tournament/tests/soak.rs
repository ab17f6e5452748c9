//! Whole tournaments at random, checked at every step from the outside.
#![allow(clippy::print_stderr, reason = "a long run says what it saw")]

mod world;

use world::{Dice, Seen, World};

fn play(tournaments: u64, largest: u32) -> Seen {
    let mut all = Seen::default();
    for seed in 0..tournaments {
        let mut dice = Dice(seed ^ 0x005e_ed0f_7075);
        // Every size from two up, the small ones more often.
        let most = [9, 30, 100, largest][dice.below(4) as usize].min(largest);
        let players = 2 + dice.below(most - 1);
        let result = std::panic::catch_unwind(|| World::new(seed, players).play());
        match result {
            Ok(seen) => all.add(&seen),
            Err(panic) => {
                eprintln!("tournament {seed} of {players} players");
                std::panic::resume_unwind(panic);
            }
        }
    }
    all
}

/// A run that saw nothing proves nothing.
fn insist(seen: &Seen) {
    eprintln!("{seen:?}");
    let counts = [
        seen.rebuys,
        seen.late,
        seen.re_entries,
        seen.add_ons,
        seen.pauses,
        seen.breaks,
        seen.crashes,
        seen.rounds,
        seen.ties,
        seen.refused,
        seen.moves,
    ];
    assert!(counts.iter().all(|&count| count > 0), "something never happened");
}

#[test]
fn a_sample_of_random_tournaments() {
    insist(&play(60, 120));
}

#[test]
#[ignore = "long: make soak"]
fn a_thousand_random_tournaments_of_2_to_500() {
    insist(&play(1000, 500));
}

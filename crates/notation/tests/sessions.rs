//! Random sessions in the exchange: people come, play, talk, pause, come back, leave and go broke, hand after hand.

mod table;

use table::session::{Seen, Session};

fn sessions(first: u64, hands: u64) -> Seen {
    let mut total = Seen::default();
    let mut seed = first;
    while total.hands < hands {
        let mut session = Session::new(seed);
        for _ in 0..100 {
            session.people();
            session.next();
            if session.dice.one_in(10) {
                session.people();
            }
            session.play_hand();
        }
        let seen = session.seen;
        total.hands += seen.hands;
        total.waited += seen.waited;
        total.actions += seen.actions;
        total.refused += seen.refused;
        total.joined += seen.joined;
        total.left += seen.left;
        total.dead_pots += seen.dead_pots;
        total.replays += seen.replays;
        total.merges += seen.merges;
        total.timeouts += seen.timeouts;
        total.showdowns += seen.showdowns;
        seed += 1;
    }
    total
}

fn tried_everything(seen: &Seen) {
    let all = [
        seen.waited,
        seen.refused,
        seen.joined,
        seen.left,
        seen.dead_pots,
        seen.replays,
        seen.merges,
        seen.timeouts,
        seen.showdowns,
    ];
    assert!(all.iter().all(|&times| times > seen.hands / 200), "something was hardly tried: {seen:?}");
    assert!(seen.actions > 2 * seen.hands, "{seen:?}");
}

#[test]
fn random_sessions_keep_chips_and_blinds_fair() {
    tried_everything(&sessions(1, 8_000));
}

#[test]
#[ignore = "long: make soak"]
#[allow(clippy::print_stdout)]
fn a_million_hands_of_random_sessions() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let each = 1_000_000 / threads + 1;
    let runs: Vec<_> = (0..threads)
        .map(|thread| std::thread::spawn(move || sessions((thread + 1) * 1_000_000_000, each)))
        .collect();
    let mut hands = 0;
    for run in runs {
        let seen = run.join().expect("no law was broken");
        println!("{seen:?}");
        tried_everything(&seen);
        hands += seen.hands;
    }
    assert!(hands >= 1_000_000);
}

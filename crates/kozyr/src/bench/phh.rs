//! How many written hands are read and replayed.

use super::Benchmark;
use kozyr_notation::phh::{Hand, Leniency, Reader, Replay, Verdict};
use std::hint::black_box;

/// A hand of ordinary length: six players, a bet on every street, a showdown.
const TEXT: &str = "variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0, 0, 0, 0]
blinds_or_straddles = [50, 100, 0, 0, 0, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000, 10000, 10000, 10000]
actions = ['d dh p1 9c9d', 'd dh p2 AhJs', 'd dh p3 7d2c', 'd dh p4 KsQs', 'd dh p5 8h3d', 'd dh p6 Tc4h', \
'p3 f', 'p4 cbr 250', 'p5 f', 'p6 f', 'p1 cc', 'p2 cc', 'd db 9hTs4s', 'p1 cc', 'p2 cc', 'p4 cbr 400', \
'p1 cbr 1200', 'p2 f', 'p4 cc', 'd db 2h', 'p1 cbr 1800', 'p4 cc', 'd db Kd', 'p1 cbr 3000', 'p4 cc', \
'p1 sm 9c9d', 'p4 sm']
hand = 17
players = ['Anna', 'Boris', 'Vera', 'Gleb', 'Dina', 'Egor']
finishing_stacks = [16500, 9750, 10000, 3750, 10000, 10000]
";

const HANDS: u64 = 100;

pub fn replay() -> Benchmark {
    let mut reader = Reader::new(Leniency::Strict);
    let mut hand = Hand::default();
    Benchmark {
        name: "phh",
        what: "PHH hands read and replayed",
        unit: "hands",
        per_run: HANDS,
        run: Box::new(move || {
            for _ in 0..HANDS {
                reader.read(black_box(TEXT), &mut hand).expect("a sound hand");
                let replay = Replay::whole(&hand).expect("a legal hand");
                assert_eq!(replay.verdict(&hand), Verdict::Agrees);
            }
        }),
    }
}

//! A sample of rooms: nothing that must hold is broken, and a seed is a run.

use kozyr_simulator::{Options, Report, StoreKind, run};

fn rooms(seeds: std::ops::Range<u64>, options: &Options) -> Report {
    let mut total = Report::default();
    for seed in seeds {
        match run(seed, options) {
            Ok(report) => total.add(&report),
            Err(violation) => panic!("{violation}\n`make simulate SEED={seed}` does it again"),
        }
    }
    total
}

#[test]
fn rooms_in_memory_hold() {
    let total = rooms(1..61, &Options::default());
    println!("{total:?}");
    assert!(total.actions > 5_000 && total.hands > 500, "people play: {total:?}");
    assert!(total.crashes > 100 && total.outages > 50 && total.lines_lost > 200, "and much goes wrong: {total:?}");
    assert!(total.views > 10_000, "and is looked at: {total:?}");
}

#[test]
fn rooms_in_a_file_hold() {
    let options = Options { store: StoreKind::Sqlite, length_ms: 150_000, ..Options::default() };
    let total = rooms(1..13, &options);
    println!("{total:?}");
    assert!(total.actions > 500 && total.crashes > 10, "people play: {total:?}");
}

#[test]
fn a_seed_is_a_run() {
    for store in [StoreKind::Memory, StoreKind::Sqlite] {
        let options = Options { store, length_ms: 100_000, ..Options::default() };
        for seed in [3, 9, 12] {
            let (once, again) = (run(seed, &options).unwrap(), run(seed, &options).unwrap());
            assert_eq!(once, again, "seed {seed} with {store:?}");
        }
        let (three, four) = (run(3, &options).unwrap(), run(4, &options).unwrap());
        assert_ne!(three.digest, four.digest, "another seed is another run");
    }
}

#[test]
fn both_stores_lead_to_the_same_room() {
    let of = |store| run(5, &Options { store, length_ms: 60_000, ..Options::default() }).unwrap();
    assert_eq!(of(StoreKind::Memory), of(StoreKind::Sqlite));
}

#[test]
#[ignore = "long: make soak"]
fn many_rooms_hold() {
    let options = Options { length_ms: 600_000, crash_every_ms: 40_000, ..Options::default() };
    let total = rooms(100_000..101_000, &options);
    println!("{total:?}");
    assert!(total.crashes >= 10_000, "{total:?}");
}

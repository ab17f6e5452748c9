//! Faults that were planted are found, each in far fewer than a thousand seeds.
#![allow(clippy::print_stdout, reason = "figures for whoever runs it by hand")]

use kozyr_server::simulation::{Fault, plant};
use kozyr_simulator::{Options, run};

/// The fault is found, and one of the seeds says just this of it.
fn found(prepare: fn(), says: &str) {
    let options = Options { length_ms: 200_000, prepare: Some(prepare), ..Options::default() };
    let mut first = None;
    for seed in 1..1000 {
        let Err(violation) = run(seed, &options) else { continue };
        let first = *first.get_or_insert(seed);
        if violation.what.contains(says) {
            return println!("first found by seed {first}; {violation}");
        }
    }
    panic!("no seed says \"{says}\"; the first violation was at {first:?}");
}

#[test]
fn what_is_told_before_it_is_durable() {
    found(|| plant(Fault::ToldBeforeCommit), "are durable");
}

#[test]
fn a_lost_receipt() {
    found(|| plant(Fault::LostReceipt), "has no receipt");
}

#[test]
fn a_stack_that_is_paid_twice() {
    found(|| plant(Fault::PaidTwice), "its account holds");
}

#[test]
fn a_leak_when_somebody_comes_back() {
    found(|| plant(Fault::LeakOnResume), "and may know");
}

#[test]
fn a_round_of_updau_that_is_told_to_everybody() {
    found(|| plant(Fault::LetterToEverybody), "over UpDAU and may know");
}

#[test]
fn a_timer_that_is_lost_at_a_restart() {
    found(|| plant(Fault::TimerLostAtRestart), "should have done something");
}

#[test]
fn nothing_is_found_where_nothing_was_planted() {
    let options = Options { length_ms: 200_000, ..Options::default() };
    (1..20).for_each(|seed| drop(run(seed, &options).unwrap()));
}

//! Seka keeps the laws every game keeps.

#![allow(clippy::print_stderr)]

use kozyr_card_game::laws;
use kozyr_seka::{Deal, Seka};

#[test]
fn seka_keeps_the_laws() {
    let seen = laws::check::<Seka>(1, 20_000).unwrap_or_else(|broken| panic!("{broken}"));
    eprintln!("{seen:?}");
    assert_eq!(seen.games, 20_000);
    assert!(seen.moves > 150_000 && seen.refused > 1_000_000 && seen.twins > 50_000, "{seen:?}");
}

#[test]
fn a_running_deal_fits_in_a_kibibyte() {
    // Nothing in a deal lies on the heap, so this is all of it.
    let size = std::mem::size_of::<Deal>();
    eprintln!("a deal takes {size} bytes");
    assert!(size < 1024);
}

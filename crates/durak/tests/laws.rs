//! Both games keep the laws of every game.
#![allow(clippy::print_stdout)]

use kozyr_card_game::laws::{self, Seen, Specimen};
use kozyr_durak::{Durak, OneParty};

fn check<G: Specimen>(seed: u64, games: u64) -> Seen {
    match laws::check::<G>(seed, games) {
        Ok(seen) => seen,
        Err(broken) => panic!("{broken}"),
    }
}

#[test]
fn a_party_keeps_the_laws() {
    let seen = check::<OneParty>(1, 1500);
    assert_eq!(seen.games, 1500);
    assert!(seen.moves > 50_000, "{seen:?}");
    assert!(seen.refused > 200_000, "{seen:?}");
    assert!(seen.twins > 5_000, "{seen:?}");
}

#[test]
fn a_game_of_parties_keeps_the_laws() {
    let seen = check::<Durak>(2, 500);
    assert_eq!(seen.games, 500);
    assert!(seen.moves > 50_000, "{seen:?}");
    assert!(seen.twins > 1_000, "{seen:?}");
}

#[test]
#[ignore = "long: make soak"]
fn a_hundred_thousand_parties_keep_the_laws() {
    let seen = check::<OneParty>(3, 100_000);
    assert_eq!(seen.games, 100_000);
    println!("{seen:?}");
    println!("{:?}", check::<Durak>(4, 20_000));
}

//! What people read of a tournament while it runs: who leads, what the average is, and why somebody has their place.

mod common;

use common::{Cup, at, config};
use kozyr_chips::Chips;
use kozyr_tournament::{Command, Config, Happened, PrizeTable, Reason, Rebuys};

fn ranks(cup: &Cup) -> Vec<(String, u32)> {
    cup.cup.standings().iter().map(|row| (row.player.to_string(), row.rank)).collect()
}

fn ranked(rows: &[(&str, u32)]) -> Vec<(String, u32)> {
    common::named(rows)
}

#[test]
fn equal_chips_are_equal_in_rank() {
    let players = ["ann", "bob", "cy", "dan"];
    assert_eq!(ranks(&Cup::lobby(config(100, 50, &[10_000]), &players)), []);
    let mut cup = Cup::started(config(100, 50, &[10_000]), &players);
    assert_eq!(ranks(&cup), ranked(&[("ann", 1), ("bob", 1), ("cy", 1), ("dan", 1)]));
    cup.hand(1, &[("dan", 50), ("ann", -50)]);
    assert_eq!(ranks(&cup), ranked(&[("dan", 1), ("bob", 2), ("cy", 2), ("ann", 4)]));
    cup.hand(2, &[("bob", 100), ("cy", -100)]);
    assert_eq!(ranks(&cup), ranked(&[("bob", 1), ("dan", 2), ("ann", 3)]));
    cup.ask(3, &Command::Cancel).unwrap();
    assert_eq!(ranks(&cup), [], "nobody leads what was called off");
}

#[test]
fn the_display_over_the_table() {
    let mut cup = Cup::started(config(100, 50, &[10_000]), &["ann", "bob", "cy", "dan"]);
    cup.hand(1, &[("dan", 100), ("ann", -100)]);
    cup.ask(2, &Command::NextLevel).unwrap();
    assert!(cup.cup.hud(at(2)).level_asked, "it comes with the next hand");
    cup.hand(2, &[]);
    let shown = cup.cup.hud(at(62));
    assert_eq!((shown.level.small_blind, shown.level.big_blind), (Chips::new(20), Chips::new(40)));
    assert_eq!(shown.next_level.map(|level| level.big_blind), Some(Chips::new(60)));
    assert_eq!(shown.next_blind_at, Some(at(602)));
    assert_eq!(shown.remaining.map(kozyr_time::Millis::get), Some(540_000));
    assert_eq!((shown.players_left, shown.entrants, shown.paid_places), (3, 4, 1));
    // 400 chips, three people, a big blind of 40: 3.3 big blinds each.
    assert_eq!((shown.average_stack, shown.average_tenths_of_big_blind), (Chips::new(133), 33));
    assert_eq!(shown.pool, Chips::new(200));
}

#[test]
fn why_somebody_has_their_place() {
    let players = ["ann", "bob", "cy", "dan", "eve", "fay"];
    let mut cup = Cup::started(config(100, 50, &[10_000]), &players);
    cup.hand(1, &[("ann", 100), ("fay", -100)]);
    // Three with the same chips in one hand, and one with more.
    cup.hand(2, &[("ann", 300), ("bob", -100), ("cy", -100), ("dan", -100)]);
    let why: Vec<Reason> = cup.cup.placements().into_iter().map(|row| row.reason).collect();
    let ties: Vec<_> = why[..3]
        .iter()
        .map(|reason| match reason {
            Reason::HigherChair { place, tied_from, tied_to, .. } => (*place, *tied_from, *tied_to),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(ties, [(3, 3, 5), (4, 3, 5), (5, 3, 5)]);
    assert_eq!(why[3], Reason::Busted { place: 6, hand: 1, entrants: 6, out_before: 0 });
}

/// Whoever buys in no more has a place at once, whoever may still do so later: the hand is the same.
#[test]
fn a_place_given_later_is_told_by_the_same_hand() {
    let rebuys = Some(Rebuys { end_level: None, max_each: Some(1) });
    let form = Config { rebuys, ..config(100, 50, &[10_000]) };
    let mut cup = Cup::started(form, &["ann", "bob", "cy", "dan", "eve"]);
    for (second, player) in [(1, "eve"), (3, "bob")] {
        cup.hand(second, &[("ann", 100), (player, -100)]);
        cup.ask(second + 1, &Command::Rebuy { player: player.into() }).unwrap();
    }
    cup.hand(5, &[("ann", 100), ("eve", -100)]);
    cup.hand(6, &[("ann", 50), ("bob", -50)]);
    let mut events = cup.hand(7, &[("ann", 150), ("bob", -50), ("cy", -100)]);
    events.extend(cup.ask(8, &Command::DeclineRebuy { player: "cy".into() }).unwrap());
    let told: Vec<Reason> = events
        .into_iter()
        .filter_map(|event| match event.what {
            Happened::Placed { reason, .. } => Some(reason),
            _ => None,
        })
        .collect();
    let of_two = |place, chips| Reason::FewerChips { place, hand: 5, chips: Chips::new(chips), busted: 2 };
    assert_eq!(told, [of_two(4, 50), of_two(3, 100)]);
}

#[test]
fn shares_are_strict_when_they_make_a_whole() {
    assert!(PrizeTable::normalised(&[5000, 3000, 2000]).unwrap().is_strict());
    assert!(!PrizeTable::normalised(&[5000, 3000, 1000]).unwrap().is_strict());
    assert!(!PrizeTable::normalised(&[5000, 5000, 1000]).unwrap().is_strict());
}

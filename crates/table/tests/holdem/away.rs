//! Nobody waits for who is not there: lost lines, and those whom time-outs sat out.

use super::{
    Action, Holdem, Millis, Settings, at, house, player, settings, two_players, two_players_at, wait,
};
use crate::common::Room;
use kozyr_table::{Entry, Input, Refused, Wish};
use kozyr_time::Timestamp;

const fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

fn line(room: &mut Holdem, id: u32, connected: bool) {
    room.ask(&Input::Line { player: player(id), connected }).unwrap();
    // A clock that was hurried, or was given back, is the same after a crash.
    room.restart();
}

/// Of the one clock that runs: whose it is, when it ends, and how much of that is the bank.
fn clock(room: &Holdem) -> (u8, Timestamp, Millis) {
    let clock = room.table.clocks()[0];
    (clock.seat.unwrap().number(), clock.ends(), clock.bank)
}

#[test]
fn a_lost_line_has_the_grace_and_no_bank() {
    let mut room = two_players();
    room.now += secs(2);
    line(&mut room, 0, false);
    assert_eq!(clock(&room), (1, room.now + secs(5), Millis::ZERO));
    let batch = wait(&mut room);
    assert_eq!(batch.entries[0], Entry::TimedOut(at(1)));
    assert!(!room.table.is_running(), "the small blind folds");
}

#[test]
fn after_the_grace_a_decision_of_a_lost_line_takes_a_moment() {
    let mut room = two_players();
    line(&mut room, 1, false);
    let lost = room.now;
    room.now += secs(3);
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(clock(&room), (4, lost + secs(5), Millis::ZERO), "two seconds of grace are left");
    wait(&mut room);
    assert!(room.table.is_running(), "a check is free");
    assert_eq!(clock(&room), (4, room.now + secs(1), Millis::ZERO), "the grace is over");
    wait(&mut room);
    assert_eq!(clock(&room).0, 1);
    assert_eq!(room.table.clocks()[0].bank, secs(10), "whoever is there has all their time");
}

#[test]
fn a_grace_is_never_longer_than_a_turn() {
    let mut room = two_players_at(Settings { grace: secs(3600), ..settings(5) }, house());
    room.now += secs(1);
    line(&mut room, 0, false);
    assert_eq!(clock(&room), (1, room.now + secs(20), Millis::ZERO));
    // Whose time is nearly up has no more of it because their line is lost.
    let mut room = two_players();
    let ends = clock(&room).1;
    room.now += secs(28);
    line(&mut room, 0, false);
    assert_eq!(clock(&room).1, ends);
}

#[test]
fn coming_back_within_the_turn_restores_what_they_would_have_had() {
    let mut room = two_players();
    let before = clock(&room);
    room.now += secs(2);
    line(&mut room, 0, false);
    assert_ne!(clock(&room), before);
    room.now += secs(4);
    line(&mut room, 0, true);
    assert_eq!(clock(&room), before);
    // Also when it was lost before the turn began.
    line(&mut room, 1, false);
    room.now = before.1 - secs(1);
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(clock(&room), (4, room.now + secs(1), Millis::ZERO));
    let start = room.now;
    room.now += Millis::new(500);
    line(&mut room, 1, true);
    assert_eq!(clock(&room), (4, start + secs(30), secs(10)));
}

#[test]
fn who_was_away_on_the_bank_has_used_it() {
    let mut room = two_players();
    room.now += secs(21);
    line(&mut room, 0, false);
    room.now += secs(3);
    line(&mut room, 0, true);
    room.act(Action::CheckOrCall).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(clock(&room), (1, room.now + secs(26), secs(6)), "four seconds beyond the turn");
}

#[test]
fn lines_count_only_where_somebody_acts_quickly() {
    let room = two_players_at(Settings { quick: None, ..settings(5) }, house());
    let before = clock(&room);
    let lost = Input::Line { player: player(0), connected: false };
    assert_eq!(super::refused(&room, &lost), Refused::AlreadySo);
    assert_eq!(clock(&room), before);
}

#[test]
fn who_was_sat_out_by_time_outs_acts_quickly_until_they_are_back() {
    let mut room = two_players();
    room.act(Action::CheckOrCall).unwrap();
    wait(&mut room);
    assert_eq!(clock(&room), (4, room.now + secs(20), Millis::ZERO), "one time-out is nothing yet");
    let batch = wait(&mut room);
    assert_eq!(batch.entries[1], Entry::SatOut(at(4)));
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(clock(&room), (4, room.now + secs(1), Millis::ZERO), "the turn comes round: a moment");
    // They sit in again before the river: it is as it was.
    room.ask(&Input::SitIn(player(1))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(clock(&room), (4, room.now + secs(20), Millis::ZERO));
}

#[test]
fn who_only_asked_to_sit_out_keeps_their_time() {
    let mut room = two_players();
    room.ask(&Input::SitOut(player(1))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.chair(at(4)).unwrap().wish, Wish::Pause);
    assert_eq!(clock(&room), (4, room.now + secs(30), secs(10)));
}

#[test]
fn who_missed_one_turn_and_then_asks_to_sit_out_keeps_their_time() {
    let mut room = two_players();
    for _ in 0..3 {
        room.act(Action::CheckOrCall).unwrap();
    }
    let batch = wait(&mut room);
    assert_eq!(batch.entries[0], Entry::TimedOut(at(1)), "the button checks the flop by time");
    room.ask(&Input::SitOut(player(0))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(clock(&room), (1, room.now + secs(20), Millis::ZERO), "they were there to ask for it");
}

#[test]
fn who_sits_in_again_within_a_quick_turn_has_what_they_would_have_had() {
    let mut room = two_players();
    room.act(Action::CheckOrCall).unwrap();
    wait(&mut room);
    wait(&mut room);
    room.act(Action::CheckOrCall).unwrap();
    let start = room.now;
    assert_eq!(clock(&room), (4, start + secs(1), Millis::ZERO));
    room.now += Millis::new(700);
    room.ask(&Input::SitIn(player(1))).unwrap();
    assert_eq!(clock(&room), (4, start + secs(20), Millis::ZERO));
    room.restart();
}

#[test]
fn a_line_that_is_back_is_back_also_where_lines_do_not_count_any_more() {
    let mut room = two_players();
    line(&mut room, 1, false);
    let slow = Settings { quick: None, ..settings(5) };
    room.act(Action::Fold).unwrap();
    room.ask(&Input::Change { settings: slow, house: house() }).unwrap();
    line(&mut room, 1, true);
    room.ask(&Input::Change { settings: settings(5), house: house() }).unwrap();
    wait(&mut room);
    assert_eq!(clock(&room), (4, room.now + secs(30), secs(10)));
}

#[test]
fn a_table_without_pauses_where_nobody_is_there_deals_one_hand_at_a_time() {
    let odd = Settings {
        gather: Millis::ZERO,
        pause: Millis::ZERO,
        grace: Millis::ZERO,
        quick: Some(Millis::ZERO),
        patience: u8::MAX,
        ..settings(5)
    };
    let mut room: Holdem = Room::new(odd, house(), 1);
    room.ask(&Input::HoldUp(true)).unwrap();
    for id in 0..2 {
        room.sit(id, id as u8 + 1, 100).unwrap();
        line(&mut room, id, false);
    }
    room.ask(&Input::HoldUp(false)).unwrap();
    for hand in 1..20 {
        assert_eq!(room.table.hand_number(), hand);
        room.ask(&Input::Tick).unwrap();
    }
}

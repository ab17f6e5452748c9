//! Who sits, waits, owes, has nothing left, or looks on.

use super::super::play::{Scene, player};
use super::{CALL, FOLD, Holdem, Scenes, begin, fold_around, put, six, to};
use kozyr_table::Input;

/// Anna is alone.
fn waiting(play: &mut Holdem) {
    play.sit(&[(3, "Анна", 2000)]);
}

/// The host has stopped the table after a hand.
fn held_up(play: &mut Holdem) {
    begin(play, 1940, 3460);
    play.acts([(3, FOLD), (4, FOLD), (5, FOLD), (1, FOLD)]);
    play.ask(&Input::HoldUp(true));
}

/// Four play, and Anna looks on: two seats are free.
fn watching(play: &mut Holdem) {
    play.sit(&[(1, "Vera", 1980), (2, "Константин", 3460), (4, "Lev", 2210), (5, "Бабушка Зина", 3600)]);
    play.until_due();
    play.acts([(4, CALL), (5, to(60))]);
}

/// Six play, and nobody else can sit down.
fn full(play: &mut Holdem) {
    play.sit(&[(1, "Vera", 1980), (2, "Константин", 3460), (3, "Олег", 1940), (4, "Lev", 2210)]);
    play.sit(&[(5, "Бабушка Зина", 3600), (6, "Mitya", 905)]);
    play.until_due();
    play.act(3, to(60));
}

/// Anna and Konstantin have missed both blinds; he has come back and paid for it, and she owes it. Zina thinks on her time bank.
fn owing(play: &mut Holdem) {
    begin(play, 1940, 3460);
    fold_around(play, &[3, 4, 5, 1]);
    [2, 3].into_iter().for_each(|seat| play.ask(&Input::SitOut(play.person(seat))));
    fold_around(play, &[4, 5, 1, 2]);
    while play.table.hand_number() < 8 {
        let turn = play.table.clocks()[0].seat.unwrap();
        play.act(turn.number(), FOLD);
        if !play.table.is_running() {
            if play.table.hand_number() == 7 {
                play.ask(&Input::SitIn(play.person(2)));
            }
            play.until_due();
        }
    }
    play.acts([(2, to(60)), (4, FOLD)]);
    play.wait_secs(25);
}

/// Two sat down in mid-hand: Anna posts at once, Konstantin waits for the big blind.
fn newcomer(play: &mut Holdem) {
    play.sit(&[(1, "Vera", 1980), (4, "Lev", 2210), (5, "Бабушка Зина", 3600)]);
    play.until_due();
    play.sit_as(player(2), 2, "Константин", 3460, true);
    play.sit_as(player(3), 3, "Анна", 1940, false);
}

/// Anna lost everything in the last hand; the next one has begun without her.
fn broke(play: &mut Holdem) {
    play.deck("7c 3d Ks 8s Ah Td 4c 4s Ad Ac Qh 9c 2d Ts 4h");
    begin(play, 1940, 3460);
    play.acts([(3, to(1940)), (4, FOLD), (5, CALL), (1, FOLD), (2, FOLD)]);
    play.until_due();
}

pub(super) fn scenes(scenes: &mut Scenes) {
    put(scenes, "waiting", &Scene::new(six, waiting));
    put(scenes, "held", &Scene::new(six, held_up));
    put(scenes, "watching", &Scene::new(six, watching));
    put(scenes, "full", &Scene::new(six, full).seen_by_nobody());
    put(scenes, "owing", &Scene::new(six, owing));
    put(scenes, "newcomer", &Scene::new(six, newcomer));
    put(scenes, "broke", &Scene::new(six, broke));
}

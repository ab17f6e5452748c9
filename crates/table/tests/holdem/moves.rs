//! The host moves people to other seats.

use super::{
    Action, EntryFee, HoldemHouse, Options, at, house, player, refused, settings, two_players, wallet,
};
use super::{Holdem, two_players_at};
use kozyr_chips::Chips;
use kozyr_table::holdem::{HoldemSeating, HoldemWord, Standing};
use kozyr_table::{Entry, Input, Refused};

fn to(id: u32, seat: u8) -> Input<HoldemSeating> {
    Input::Move { player: player(id), seat: at(seat) }
}

fn between_hands(room: &mut Holdem) {
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
}

#[test]
fn who_has_a_part_in_a_hand_moves_after_it_and_the_seat_is_kept_for_them() {
    let mut room = two_players();
    let batch = room.ask(&to(0, 3)).unwrap();
    assert_eq!(batch.entries, [Entry::Moving { seat: at(1), to: at(3) }]);
    assert_eq!(refused(&room, &to(0, 3)), Refused::AlreadySo);
    assert_eq!(refused(&room, &to(1, 3)), Refused::SeatTaken, "kept");
    assert_eq!(room.sit(2, 3, 100).unwrap_err(), "the seat is taken", "kept from newcomers too");
    room.restart();
    let batch = room.act(Action::Fold).unwrap();
    let standing = Standing::New { debt: Chips::ZERO };
    assert!(batch.entries.contains(&Entry::Moved { seat: at(1), to: at(3), standing }), "{batch:?}");
    assert_eq!((room.table.seat_of(player(0)), room.table.chair(at(1))), (Some(at(3)), None));
    assert_eq!(room.table.stack(at(3)), Chips::new(99), "with their chips");
    assert_eq!(room.ledger.balance(&wallet(0)), Chips::new(900), "which nobody had to bring again");
    room.restart();
    assert_eq!(room.table.seat_of(player(0)), Some(at(3)));
    room.wait().unwrap();
    assert!(room.table.is_running() && room.table.in_hand(at(3)).is_some(), "and plays there");
}

#[test]
fn between_hands_somebody_moves_at_once() {
    let mut room = two_players();
    between_hands(&mut room);
    let batch = room.ask(&to(1, 2)).unwrap();
    assert!(matches!(batch.entries[..], [Entry::Moved { .. }]), "{batch:?}");
    assert_eq!(batch.transfers, []);
    assert_eq!(room.table.seat_of(player(1)), Some(at(2)));
    assert!(room.table.is_free(at(4)));
}

#[test]
fn nobody_moves_to_where_somebody_sits_or_no_seat_is_or_when_they_do_not_sit() {
    let room = two_players();
    assert_eq!(refused(&room, &to(0, 4)), Refused::SeatTaken);
    assert_eq!(refused(&room, &to(0, 6)), Refused::NoSuchSeat(5));
    assert_eq!(refused(&room, &to(0, 1)), Refused::AlreadySo);
    assert_eq!(refused(&room, &to(7, 2)), Refused::NotSeated);
}

#[test]
fn who_was_to_move_stays_when_the_host_says_so() {
    let mut room = two_players();
    room.ask(&to(0, 3)).unwrap();
    let batch = room.ask(&to(0, 1)).unwrap();
    assert_eq!(batch.entries, [Entry::Moving { seat: at(1), to: at(1) }]);
    assert!(room.table.is_free(at(3)));
    between_hands(&mut room);
    assert_eq!(room.table.seat_of(player(0)), Some(at(1)));
}

#[test]
fn a_table_keeps_the_seats_that_people_are_to_move_to() {
    let mut room = two_players();
    room.ask(&to(0, 5)).unwrap();
    let smaller = Input::Change { settings: settings(4), house: house() };
    assert_eq!(refused(&room, &smaller), Refused::SeatTaken);
}

/// Nobody escapes a blind by changing seats: they post as a newcomer does.
#[test]
fn who_moved_stands_as_a_newcomer_with_what_they_owed() {
    let mut room = two_players();
    between_hands(&mut room);
    room.ask(&to(0, 5)).unwrap();
    assert_eq!(room.table.chair(at(5)).unwrap().standing, Standing::New { debt: Chips::ZERO });
    let free = HoldemHouse { options: Options { entry: EntryFee::Free, ..Options::default() }, ..house() };
    let mut room = two_players_at(settings(5), free);
    room.ask(&Input::SitOut(player(0))).unwrap();
    between_hands(&mut room);
    let owed = room.table.chair(at(1)).unwrap().standing.debt();
    room.ask(&to(0, 2)).unwrap();
    assert_eq!(room.table.chair(at(2)).unwrap().standing.debt(), owed);
}

#[test]
fn who_straddles_still_does_at_another_seat() {
    let straddles = HoldemHouse { straddle: true, ..house() };
    let mut room = two_players_at(settings(5), straddles);
    room.ask(&Input::Say { player: player(0), word: HoldemWord::Straddle(true) }).unwrap();
    room.ask(&to(0, 3)).unwrap();
    between_hands(&mut room);
    assert!(room.table.seating().straddles(at(3)) && !room.table.seating().straddles(at(1)));
}

//! What a table may be made with: straddles, and a board that is dealt twice.

use super::{Holdem, fixed, house, settings, wait};
use crate::common::{Room, at, player, refused};
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Currency};
use kozyr_poker::variant::{FIXED_LIMIT_HOLDEM, POT_LIMIT_OMAHA};
use kozyr_poker::{Action, Event};
use kozyr_table::holdem::{HoldemHouse, HoldemWord};
use kozyr_table::{Entry, Funding, Input, News, Refused, Seating, Settings};
use kozyr_time::{Millis, TournamentId};

fn straddling() -> HoldemHouse {
    HoldemHouse { straddle: true, ..house() }
}

fn running_twice() -> HoldemHouse {
    HoldemHouse { run_it_twice: true, ..house() }
}

/// People 0, 1, … at seats 1, 2, … with these chips; the first hand is about to begin.
fn table_of(settings: Settings, house: HoldemHouse, stacks: &[i64]) -> Holdem {
    let mut room: Holdem = Room::new(settings, house, 1);
    for (seat, &chips) in (1..).zip(stacks) {
        room.sit(u32::from(seat) - 1, seat, chips).unwrap();
    }
    room
}

fn straddles(person: u32, on: bool) -> Input<kozyr_table::holdem::HoldemSeating> {
    Input::Say { player: player(person), word: HoldemWord::Straddle(on) }
}

fn plan(room: &Holdem) -> (Option<u8>, Option<u8>, Vec<i64>) {
    let plan = room.table.show().plan().unwrap();
    let bets = plan.posts.iter().map(|post| post.paid().1.units()).collect();
    (plan.straddle.map(Seat::number), plan.small_blind().map(Seat::number), bets)
}

fn turn(room: &Holdem) -> Option<u8> {
    room.table.clocks().first().and_then(|clock| clock.seat).map(Seat::number)
}

#[test]
fn a_straddle_is_posted_under_the_gun_and_its_player_acts_last_before_the_flop() {
    let mut room = table_of(settings(5), straddling(), &[100; 4]);
    room.ask(&straddles(2, true)).unwrap();
    assert_eq!(refused(&room, &straddles(2, true)), Refused::AlreadySo);
    assert!(room.table.seating().straddles(at(3)) && !room.table.seating().straddles(at(2)));
    wait(&mut room);
    assert_eq!(plan(&room), (Some(3), Some(1), vec![1, 2, 4, 0]));
    assert_eq!(turn(&room), Some(4), "the next one opens");
    for seat in [4, 1, 2] {
        assert_eq!(turn(&room), Some(seat));
        room.act(Action::CheckOrCall).unwrap();
    }
    assert_eq!(turn(&room), Some(3), "whoever straddled has the option");
    let (state, seat) = (room.table.state().unwrap(), Seat::from_index(2));
    assert_eq!(state.raise_bounds(seat.index()).unwrap().0, Chips::new(6), "a straddle is no raise");
    room.act(Action::RaiseTo(Chips::new(6))).unwrap();
    (0..3).for_each(|_| drop(room.act(Action::CheckOrCall).unwrap()));
    assert_eq!((room.table.state().unwrap().street(), turn(&room)), (1, Some(1)));
    while room.table.is_running() {
        room.act(Action::CheckOrCall).unwrap();
    }
    // The word stands: it waits until they are under the gun again.
    wait(&mut room);
    assert_eq!(plan(&room).0, None, "seat 4 is under the gun now");
    room.restart();
    assert!(room.table.seating().straddles(at(3)), "it stands in the log");
}

#[test]
fn nobody_straddles_who_has_taken_it_back_left_or_cannot_pay() {
    let mut room = table_of(settings(5), straddling(), &[100, 100, 100]);
    room.ask(&straddles(2, true)).unwrap();
    room.ask(&straddles(2, false)).unwrap();
    wait(&mut room);
    assert_eq!(plan(&room), (None, Some(1), vec![1, 2, 0]));
    // Whoever takes the chair afterwards has said nothing.
    let mut room = table_of(settings(5), straddling(), &[100, 100, 100]);
    room.ask(&straddles(2, true)).unwrap();
    room.ask(&Input::Leave(player(2))).unwrap();
    room.sit(3, 3, 100).unwrap();
    wait(&mut room);
    assert_eq!(plan(&room).0, None);
    // Fewer chips than twice the big blind.
    let big = HoldemHouse { small_blind: Chips::new(10), big_blind: Chips::new(25), ..straddling() };
    for (chips, straddles_with) in [(49, None), (50, Some(3))] {
        let mut room = table_of(settings(5), big.clone(), &[100, 100, chips]);
        room.ask(&straddles(2, true)).unwrap();
        wait(&mut room);
        assert_eq!(plan(&room).0, straddles_with, "{chips} chips");
    }
}

#[test]
fn there_is_no_straddle_heads_up_nor_where_the_house_has_none() {
    let mut room = table_of(settings(5), straddling(), &[100, 100]);
    room.ask(&straddles(0, true)).unwrap();
    room.ask(&straddles(1, true)).unwrap();
    wait(&mut room);
    assert_eq!(plan(&room), (None, Some(1), vec![2, 1]));
    assert_eq!(refused(&table_of(settings(5), house(), &[100; 3]), &straddles(1, true)), Refused::NotHere);
    // The host takes straddles away again: the word is no good any more.
    let mut room = table_of(settings(5), straddling(), &[100; 3]);
    room.ask(&straddles(2, true)).unwrap();
    room.ask(&Input::Change { settings: settings(5), house: house() }).unwrap();
    wait(&mut room);
    assert_eq!(plan(&room).0, None);
}

#[test]
fn a_tournament_has_neither_and_a_fixed_limit_game_no_straddle() {
    let funding = Funding::Tournament(TournamentId::new("cup").unwrap());
    let currency = Currency::of_tournament(TournamentId::new("cup").unwrap());
    let tournament = Settings { funding, currency, ..settings(5) };
    let runs = |settings: &Settings, house: &HoldemHouse| {
        kozyr_table::holdem::HoldemSeating::check(house, settings).is_ok()
    };
    let plain = HoldemHouse::no_limit(Chips::new(1), Chips::new(2));
    assert!(runs(&tournament, &plain));
    assert!(!runs(&tournament, &HoldemHouse { straddle: true, ..plain.clone() }));
    assert!(!runs(&tournament, &HoldemHouse { run_it_twice: true, ..plain.clone() }));
    let limit = HoldemHouse { variant: &FIXED_LIMIT_HOLDEM, ..plain.clone() };
    assert!(runs(&settings(5), &HoldemHouse { run_it_twice: true, ..limit.clone() }));
    assert!(!runs(&settings(5), &HoldemHouse { straddle: true, ..limit }));
    let omaha = HoldemHouse { variant: &POT_LIMIT_OMAHA, run_it_twice: true, straddle: true, ..plain };
    assert!(runs(&settings(10), &omaha), "two boards and forty hole cards are fifty");
}

/// Two players all-in before the flop, 100 and 200, at a table where they are asked.
fn all_in(top: &str) -> Holdem {
    let mut room = table_of(fixed(top), running_twice(), &[100, 200]);
    wait(&mut room);
    room.act(Action::RaiseTo(Chips::new(100))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    room
}

/// Seat 2 is dealt aces, seat 1 deuces; the first board has nothing for either, the second a deuce.
const SPLIT: &str = "As Ad 2c 2d Kh Qh 9s 8d 3c Kc Jh 2h 7s 4s";

fn answer(room: &mut Holdem, person: u32, agrees: bool) -> Result<(), String> {
    let turn = room.table.clocks()[0].turn;
    let action = Action::Runouts(agrees);
    room.ask(&Input::Act { player: player(person), turn, action }).map(drop)
}

fn settled(room: &Holdem) -> Vec<u8> {
    let told = room.effects.told.iter().filter_map(|told| told.to(None));
    told.filter_map(|news| if let News::Game(Event::RunoutsSettled(runs)) = news { Some(runs) } else { None })
        .collect()
}

fn stacks(room: &Holdem) -> Vec<i64> {
    room.table.taken().map(|(seat, _)| room.table.stack(seat).units()).collect()
}

#[test]
fn everybody_agrees_and_the_rest_of_the_board_is_dealt_twice() {
    let mut room = all_in(SPLIT);
    let (clock, state) = (room.table.clocks()[0], room.table.state().unwrap());
    assert_eq!((clock.seat, clock.until), (None, room.now + Millis::from_secs(8)), "one clock for all");
    assert!(state.board(0).is_empty() && state.shown().is_empty(), "no card is known before it is settled");
    answer(&mut room, 0, true).unwrap();
    assert!(answer(&mut room, 0, false).is_err(), "what was said was said");
    room.restart();
    assert!(room.table.state().unwrap().board(0).is_empty());
    answer(&mut room, 1, true).unwrap();
    assert_eq!(settled(&room), [2]);
    let state = room.table.state().unwrap();
    let boards: Vec<String> = (0..state.boards())
        .map(|run| state.board(run).iter().flatten().map(ToString::to_string).collect())
        .collect();
    assert_eq!(boards, ["KhQh9s8d3c", "KcJh2h7s4s"]);
    assert_eq!(stacks(&room), [100, 200], "each won one board");
    let show = room.table.show();
    let won = |board, seat| show.won_on(board, at(seat)).units();
    assert_eq!([won(0, 1), won(0, 2), won(1, 1), won(1, 2)], [0, 100, 100, 0]);
}

#[test]
fn one_refusal_or_no_answer_in_time_and_the_board_is_dealt_once() {
    let mut refused = all_in(SPLIT);
    answer(&mut refused, 1, false).unwrap();
    let mut late = all_in(SPLIT);
    answer(&mut late, 0, true).unwrap();
    let batch = wait(&mut late);
    assert_eq!(batch.entries[0], Entry::StageOver);
    let mut leaves = all_in(SPLIT);
    let batch = leaves.ask(&Input::Leave(player(0))).unwrap();
    assert!(batch.entries.contains(&Entry::Acted(at(1), Action::Runouts(false))), "whoever goes says no");
    for room in [refused, late] {
        assert_eq!(settled(&room), [1]);
        assert_eq!((room.table.state().unwrap().boards(), stacks(&room)), (1, vec![0, 300]));
        assert!(room.table.taken().all(|(_, chair)| chair.missed() == 0), "nobody has missed a turn");
    }
    assert_eq!(settled(&leaves), [1]);
}

#[test]
fn nobody_is_asked_where_somebody_can_bet_on_or_nothing_is_to_come() {
    let mut plain = table_of(fixed(SPLIT), house(), &[100, 200]);
    wait(&mut plain);
    plain.act(Action::RaiseTo(Chips::new(100))).unwrap();
    plain.act(Action::CheckOrCall).unwrap();
    assert!(!plain.table.is_running() && settled(&plain).is_empty(), "the house does not ask");
    // All-in on the river.
    let mut room = table_of(fixed(SPLIT), running_twice(), &[100, 200]);
    wait(&mut room);
    while room.table.state().unwrap().street() < 3 {
        room.act(Action::CheckOrCall).unwrap();
    }
    room.act(Action::RaiseTo(Chips::new(98))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert!(!room.table.is_running() && settled(&room).is_empty());
    // One of three is all-in, the others can bet on.
    let mut room = table_of(settings(5), running_twice(), &[40, 100, 100]);
    wait(&mut room);
    for _ in 0..2 {
        room.act(Action::RaiseTo(Chips::new(40))).unwrap_or_else(|_| room.act(Action::CheckOrCall).unwrap());
    }
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!((room.table.state().unwrap().street(), room.table.state().unwrap().asked().len()), (1, 0));
    room.act(Action::RaiseTo(Chips::new(60))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.state().unwrap().asked().len(), 3, "everybody still in is asked on the flop");
    (0..3).for_each(|person| answer(&mut room, person, true).unwrap());
    let state = room.table.state().unwrap();
    assert_eq!(state.board(0)[..3], state.board(1)[..3], "the flop belongs to both boards");
    assert_ne!(state.board(0)[3..], state.board(1)[3..]);
    assert_eq!(stacks(&room).iter().sum::<i64>(), 240);
}

/// An odd chip of a pot goes to the first board, an odd chip of a board to the first left of the button.
#[test]
fn odd_chips_go_to_the_first_board() {
    let mut room =
        table_of(fixed("As Ad 2c 2d 5h 6h Kh Qh 9s 8d 3c Kc Jh 2h 7s 4s"), running_twice(), &[100, 101, 41]);
    wait(&mut room);
    // The button calls and is all-in for 41; the pot of three is 123.
    room.act(Action::RaiseTo(Chips::new(41))).unwrap();
    room.act(Action::RaiseTo(Chips::new(100))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.state().unwrap().pots()[0].amount, Chips::new(123));
    (0..3).for_each(|person| answer(&mut room, person, true).unwrap());
    let mains: Vec<(u8, i64)> = room
        .table
        .show()
        .pots_won()
        .iter()
        .filter(|win| win.pot == 0)
        .map(|win| (win.board, win.amount.units()))
        .collect();
    assert_eq!(mains, [(0, 62), (1, 61)]);
    assert_eq!(stacks(&room).iter().sum::<i64>(), 242);
}

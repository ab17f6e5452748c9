//! A tournament's table: it deals when it is told to, everybody is dealt in, and nobody sits out.

mod common;

use common::{Room, at, person, player, settings};
use kozyr_chips::{Account, Chips, Currency, Owner, Transfer};
use kozyr_poker::Action;
use kozyr_table::holdem::{Ante, HoldemHouse, HoldemSeating, is_away};
use kozyr_table::{Entry, Funding, Input, Settings, SetupError, Table};
use kozyr_time::{Millis, TableId, TournamentId};

fn cup() -> TournamentId {
    TournamentId::new("cup").unwrap()
}

fn tournament() -> Settings {
    let currency = Currency::of_tournament(cup());
    Settings { currency, funding: Funding::Tournament(cup()), ..settings(6) }
}

fn house() -> HoldemHouse {
    HoldemHouse { tournament: true, ..HoldemHouse::no_limit(Chips::new(10), Chips::new(20)) }
}

/// A table with these stacks from seat 1 on.
fn room(house: HoldemHouse, stacks: &[i64]) -> Room<HoldemSeating> {
    let mut room = Room::new(tournament(), house, 1);
    let chips = Currency::of_tournament(cup());
    let (from, to) = (Account::issuance(chips.clone()), Account::new(Owner::Tournament(cup()), chips));
    room.ledger.post(&[Transfer::new(from, to, Chips::new(100_000)).unwrap()]).unwrap();
    for (index, &stack) in stacks.iter().enumerate() {
        place(&mut room, index as u32, index as u8 + 1, stack);
    }
    room
}

fn place(room: &mut Room<HoldemSeating>, id: u32, seat: u8, chips: i64) {
    let placed = room.ask(&Input::Place { player: person(id), seat: at(seat), chips: Chips::new(chips) });
    placed.unwrap();
}

/// Lets one hand be dealt.
fn deal(room: &mut Room<HoldemSeating>) {
    room.ask(&Input::HoldUp(false)).unwrap();
    room.wait().unwrap();
    assert!(room.table.is_running());
}

/// Everybody folds until the hand is over.
fn fold_round(room: &mut Room<HoldemSeating>) {
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
}

#[test]
fn no_hand_is_dealt_before_the_tournament_says_so_after_the_last_one() {
    let mut room = room(house(), &[500, 500, 500]);
    assert!(room.table.is_held_up() && room.table.deadline().is_none());
    for hand in 1..=3 {
        deal(&mut room);
        assert_eq!(room.table.hand_number(), hand);
        fold_round(&mut room);
        assert!(room.table.is_held_up(), "it waits for the next go");
        assert_eq!(room.table.deadline(), None);
        room.now += Millis::from_secs(3600);
        assert!(room.ask(&Input::Tick).is_err(), "time alone deals nothing");
        room.restart();
    }
}

#[test]
fn only_the_tournament_gives_seats_and_chips() {
    let mut room = room(house(), &[500, 500]);
    let refused = "seats and chips of a tournament are the tournament's to give";
    for input in [
        Input::SitOut(player(0)),
        Input::SitIn(player(0)),
        Input::Wait(player(0)),
        Input::Leave(player(0)),
        Input::AddChips { player: player(0), amount: Chips::new(100) },
        Input::Sit { player: person(5), seat: at(5), buy_in: Chips::new(100), wait: false, before: None },
    ] {
        assert_eq!(room.ask(&input).unwrap_err(), refused, "{input:?}");
    }
    // Somebody without chips keeps the seat, is not dealt in, and plays again when they buy in.
    place(&mut room, 2, 3, 0);
    deal(&mut room);
    assert_eq!(room.table.people().len(), 2);
    let give = |id| Input::Give { player: player(id), chips: Chips::new(300) };
    assert!(room.ask(&give(0)).is_err(), "not in the middle of their hand");
    room.ask(&give(2)).unwrap();
    fold_round(&mut room);
    deal(&mut room);
    assert_eq!((room.table.people().len(), room.table.chips()), (3, Chips::new(1300)));
    let cash = Settings { funding: Funding::Stack, currency: Currency::FUN, ..tournament() };
    let mut cash: Room<HoldemSeating> = Room::new(cash, house(), 1);
    cash.sit(0, 1, 100).unwrap();
    assert!(cash.ask(&give(0)).is_err(), "no chips from nowhere at a cash table");
}

/// As many chips as can be counted, and not one more.
#[test]
fn a_table_holds_no_more_than_can_be_counted() {
    let empty = room(house(), &[]);
    let one = room(house(), &[100]);
    let place = |chips| Input::Place { player: person(5), seat: at(5), chips };
    let give = |chips| Input::Give { player: player(0), chips };
    let rest = Chips::MAX - Chips::new(100);
    for (room, input, goes) in [
        (&empty, place(Chips::MAX), true),
        (&one, place(rest), true),
        (&one, place(rest + Chips::new(1)), false),
        (&one, give(rest), true),
        (&one, give(rest + Chips::new(1)), false),
    ] {
        let answer = room.table.decide(room.now, &input, &mut room.dealer.clone());
        assert_eq!(answer.is_ok(), goes, "{input:?}");
    }
}

#[test]
fn whoever_is_away_is_dealt_in_and_acting_brings_them_back() {
    let mut room = room(house(), &[5000, 5000, 5000]);
    // Seat 3 has the button and is silent; the others fold. Two time-outs, and the table acts quickly for them.
    let mut lengths = Vec::new();
    for _ in 0..9 {
        deal(&mut room);
        assert_eq!(room.table.people().len(), 3, "dealt in all the same");
        while room.table.is_running() {
            let clock = room.table.clocks()[0];
            if clock.seat == Some(at(3)) {
                lengths.push(clock.ends().since(clock.since));
                room.wait().unwrap();
            } else {
                room.act(Action::Fold).unwrap();
            }
        }
    }
    let quick = Millis::from_secs(1);
    assert!(lengths[..2].iter().all(|&length| length > quick), "{lengths:?}");
    assert!(lengths.len() > 3 && lengths[2..].iter().all(|&length| length == quick), "{lengths:?}");
    assert!(is_away(room.table.settings(), room.table.chair(at(3)).unwrap()));
    assert!(room.log.iter().all(|(_, line)| !line.contains("satOut")), "nobody sits out");
    loop {
        deal(&mut room);
        while room.table.is_running() && room.table.clocks()[0].seat != Some(at(3)) {
            room.act(Action::Fold).unwrap();
        }
        if room.table.is_running() {
            break;
        }
    }
    room.act(Action::Fold).unwrap();
    assert!(!is_away(room.table.settings(), room.table.chair(at(3)).unwrap()), "back");
    assert!(!room.table.everybody_slept());
}

#[test]
fn the_big_blinds_ante_comes_after_the_blind() {
    let house = HoldemHouse { ante: Ante::BigBlind(Chips::new(20)), ..house() };
    for (stack, posted) in [(1, (0, 1)), (25, (5, 20)), (500, (20, 20))] {
        let mut room = room(house.clone(), &[500, stack, 500]);
        deal(&mut room);
        let plan = room.table.show().plan().unwrap().clone();
        let post = plan.posts.iter().find(|post| post.due.seat == at(2)).unwrap();
        let (ante, blind) = post.paid();
        assert_eq!((ante.units(), blind.units()), posted);
        assert_eq!(room.table.stack(at(2)), Chips::new(stack - posted.0 - posted.1), "as the engine has it");
    }
}

#[test]
fn a_newcomer_between_button_and_small_blind_waits_until_the_button_has_passed() {
    let mut room = room(house(), &[500, 500, 500]);
    for _ in 0..3 {
        deal(&mut room);
        fold_round(&mut room);
    }
    // Next: button 3, small blind 1. Seat 5 lies between them.
    place(&mut room, 7, 5, 500);
    deal(&mut room);
    assert_eq!(room.table.people().len(), 3);
    fold_round(&mut room);
    deal(&mut room);
    assert_eq!(room.table.people().len(), 4, "the button has passed");
    let plan = room.table.show().plan().unwrap();
    assert!(plan.debts.is_empty() && plan.posts.iter().all(|post| post.due.dead.is_zero()));
    assert!(room.log.iter().any(|(_, line)| {
        matches!(serde_json::from_str::<Entry<HoldemSeating>>(line), Ok(Entry::HeldUp(false)))
    }));
}

#[test]
fn a_tournaments_table_pauses_before_every_hand() {
    let open = |settings| Table::<HoldemSeating>::open(TableId::new("t").unwrap(), settings, house());
    assert!(open(tournament()).is_ok());
    let without = Settings { pause: Millis::ZERO, ..tournament() };
    assert_eq!(open(without), Err(SetupError::House("a tournament's table pauses before every hand")));
}

#[test]
fn everybody_slept_when_the_clock_alone_acted_but_not_where_nobody_was_asked() {
    let slept = |stacks: &[i64], act: fn(&mut Room<HoldemSeating>)| {
        let mut room = room(house(), stacks);
        room.ask(&Input::HoldUp(false)).unwrap();
        room.wait().unwrap();
        while room.table.is_running() {
            act(&mut room);
        }
        room.table.everybody_slept()
    };
    let times_out = |room: &mut Room<HoldemSeating>| drop(room.wait().unwrap());
    let folds = |room: &mut Room<HoldemSeating>| drop(room.act(Action::Fold).unwrap());
    assert!(slept(&[500, 500, 500], times_out));
    assert!(!slept(&[500, 500, 500], folds));
    assert!(!slept(&[10, 20], |_| panic!("all in by the blinds: nobody is asked")));
    // One of them is awake.
    let mut room = room(house(), &[500, 500, 500]);
    deal(&mut room);
    room.act(Action::Fold).unwrap();
    room.wait().unwrap();
    assert!(!room.table.is_running() && !room.table.everybody_slept());
}

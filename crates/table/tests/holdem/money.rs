//! Chips that are brought, raked and given back, by a wallet or by a tournament; settings that change.

use super::{
    Action, Holdem, HoldemHouse, Millis, Settings, aces_at_seat_four, aces_at_seat_one, at, house, person,
    player, settings,
};
use super::{refused, two_players, two_players_at, wait, wallet};
use crate::common::Room;
use kozyr_chips::{Account, Chips, Currency, Owner, Transfer};
use kozyr_poker::Rake;
use kozyr_table::holdem::{HoldemSeating, Standing};
use kozyr_table::{Entry, Funding, Input, LeftWhy, Refused};
use kozyr_time::TournamentId;

fn add(id: u32, amount: i64) -> Input<HoldemSeating> {
    Input::AddChips { player: player(id), amount: Chips::new(amount) }
}

#[test]
fn a_top_up_asked_for_in_a_hand_is_brought_after_it() {
    let mut room = two_players();
    let batch = room.ask(&add(0, 60)).unwrap();
    assert_eq!(batch.entries, [Entry::TopUpAsked { seat: at(1), chips: Chips::new(60) }]);
    assert_eq!(batch.transfers, []);
    assert_eq!(refused(&room, &add(0, 60)), Refused::AlreadySo);
    room.ask(&add(0, 50)).unwrap();
    assert_eq!(
        (room.table.chair(at(1)).unwrap().top_up(), room.table.stack(at(1))),
        (Chips::new(50), Chips::new(99))
    );
    room.restart();
    let batch = room.act(Action::Fold).unwrap();
    assert_eq!(
        batch.entries[1],
        Entry::AddedChips { seat: at(1), chips: Chips::new(50) },
        "the last word counts"
    );
    assert_eq!(batch.transfers[0].amount(), Chips::new(50));
    assert_eq!(
        (room.table.chair(at(1)).unwrap().top_up(), room.table.stack(at(1))),
        (Chips::ZERO, Chips::new(149))
    );
    assert_eq!(room.ledger.balance(&wallet(0)), Chips::new(850));
}

#[test]
fn a_top_up_is_capped_by_the_most_a_table_takes() {
    let mut room = two_players_at(aces_at_seat_one(), house());
    assert_eq!(refused(&room, &add(0, 102)), Refused::BuyIn { least: Chips::new(1), most: Chips::new(101) });
    room.ask(&add(0, 101)).unwrap();
    room.act(Action::RaiseTo(Chips::new(50))).unwrap();
    let mut last = None;
    while room.table.is_running() {
        last = Some(room.act(Action::CheckOrCall).unwrap());
    }
    let brought = Entry::AddedChips { seat: at(1), chips: Chips::new(50) };
    assert!(last.unwrap().entries.contains(&brought), "150 and 50 are the 200 the table takes");
    // Who has won past the limit brings nothing, and is asked no more.
    let mut room = two_players_at(aces_at_seat_one(), house());
    room.ask(&add(0, 101)).unwrap();
    room.act(Action::RaiseTo(Chips::new(100))).unwrap();
    let batch = room.act(Action::CheckOrCall).unwrap();
    assert!(!room.table.is_running());
    assert_eq!(batch.entries.last(), Some(&Entry::CouldNotPay(at(1))));
    assert_eq!(
        (room.table.stack(at(1)), room.table.chair(at(1)).unwrap().top_up()),
        (Chips::new(200), Chips::ZERO)
    );
}

#[test]
fn a_wallet_that_cannot_pay_clears_what_was_asked_and_the_hand_goes_on() {
    let mut room = two_players();
    let spend = Transfer::new(wallet(0), wallet(8), Chips::new(890)).unwrap();
    room.ledger.post(&[spend]).unwrap();
    room.ask(&add(0, 50)).unwrap();
    assert!(room.act(Action::Fold).is_err(), "ten chips are left in the wallet");
    assert_eq!(room.table.chair(at(1)).unwrap().top_up(), Chips::ZERO);
    assert!(room.table.is_running(), "nothing happened but that");
    room.restart();
    room.act(Action::Fold).unwrap();
    assert_eq!(room.table.stack(at(1)), Chips::new(99));
    assert_eq!(refused(&room, &Input::CannotPay(player(7))), Refused::NotSeated);
}

#[test]
fn who_loses_everything_and_asked_for_more_is_not_shown_out() {
    let mut room = two_players_at(aces_at_seat_four(), house());
    room.ask(&add(0, 80)).unwrap();
    room.act(Action::RaiseTo(Chips::new(100))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.stack(at(1)), Chips::new(80));
    wait(&mut room);
    assert!(room.table.is_running());
}

#[test]
fn the_rake_goes_to_the_house() {
    let rake = Rake { millionths: 100_000, cap: None, no_flop_no_drop: true };
    let house = HoldemHouse { rake: Some(rake), ..house() };
    let mut room = two_players_at(aces_at_seat_one(), house);
    let purse = Account::new(Owner::House, Currency::FUN);
    room.act(Action::Fold).unwrap();
    assert_eq!(room.ledger.balance(&purse), Chips::ZERO, "no flop, no drop");
    wait(&mut room);
    room.act(Action::RaiseTo(Chips::new(50))).unwrap();
    let mut last = None;
    while room.table.is_running() {
        last = Some(room.act(Action::CheckOrCall).unwrap());
    }
    let transfers = last.unwrap().transfers;
    let to_house = Transfer::new(room.table.escrow(), purse.clone(), Chips::new(10)).unwrap();
    assert_eq!(transfers, [to_house], "a tenth of the pot of a hundred");
    assert_eq!((room.ledger.balance(&purse), room.table.chips()), (Chips::new(10), Chips::new(290)));
}

fn cup() -> TournamentId {
    TournamentId::new("cup").unwrap()
}

/// Three whom the tournament seats with 100 each; the first hand runs, the button is at seat 3.
fn tournament() -> Holdem {
    let funding = Funding::Tournament(cup());
    let mut room: Holdem = Room::new(Settings { funding, ..settings(5) }, house(), 1);
    let (from, to) =
        (Account::issuance(Currency::FUN), Account::new(Owner::Tournament(cup()), Currency::FUN));
    room.ledger.post(&[Transfer::new(from, to, Chips::new(1_000)).unwrap()]).unwrap();
    for id in 0..3 {
        let place = Input::Place { player: person(id), seat: at(id as u8 + 1), chips: Chips::new(100) };
        room.ask(&place).unwrap();
    }
    assert_eq!(room.table.deadline(), None, "the tournament says when a hand is dealt");
    next_hand(&mut room);
    room
}

/// The hand that runs is folded out, and the tournament lets the table go on.
fn next_hand(room: &mut Holdem) {
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
    room.ask(&Input::HoldUp(false)).unwrap();
    wait(room);
    assert!(room.table.is_running());
}

fn purse(room: &Holdem) -> Chips {
    room.ledger.balance(&Account::new(Owner::Tournament(cup()), Currency::FUN))
}

#[test]
fn seats_and_chips_of_a_tournament_are_the_tournaments_to_give() {
    let mut room = tournament();
    assert_eq!((purse(&room), room.ledger.balance(&wallet(0))), (Chips::new(700), Chips::new(1000)));
    let sit = |buy_in| Input::Sit {
        player: person(5),
        seat: at(5),
        buy_in: Chips::new(buy_in),
        wait: false,
        before: None,
    };
    for input in [sit(0), sit(100), Input::Leave(player(0)), add(0, 50)] {
        assert_eq!(refused(&room, &input), Refused::TournamentSeats, "{input:?}");
    }
    let place =
        |id, seat, chips| Input::Place { player: person(id), seat: at(seat), chips: Chips::new(chips) };
    assert_eq!(refused(&room, &place(0, 5, 100)), Refused::SeatedAlready(at(1)));
    assert_eq!(refused(&room, &place(5, 2, 100)), Refused::SeatTaken);
    assert_eq!(refused(&room, &place(5, 6, 100)), Refused::NoSuchSeat(5));
    for absurd in [-1, i64::MIN, i64::MAX] {
        assert!(matches!(refused(&room, &place(5, 5, absurd)), Refused::BuyIn { .. }), "{absurd}");
    }
    let batch = room.ask(&place(5, 5, 100)).unwrap();
    assert_eq!(batch.transfers[0].from().owner, Owner::Tournament(cup()));
    // Taken from the table in mid-hand: folds when the turn comes, and the chips go back to the tournament.
    let batch = room.ask(&Input::Remove(player(1))).unwrap();
    assert_eq!(batch.entries, [Entry::Leaving(at(2), LeftWhy::Removed)]);
    room.act(Action::CheckOrCall).unwrap();
    let batch = room.act(Action::Fold).unwrap();
    assert!(batch.entries.contains(&Entry::Left(at(2), LeftWhy::Removed)), "{:?}", batch.entries);
    assert_eq!(batch.memory, [], "a tournament remembers for itself");
    assert_eq!(purse(&room) + room.table.chips(), Chips::new(1_000));
    assert_eq!(room.ledger.balance(&wallet(1)), Chips::new(1_000), "no wallet is ever touched");
}

#[test]
fn who_is_away_in_a_tournament_is_dealt_in_and_keeps_the_seat() {
    let mut room = tournament();
    for input in [Input::SitOut(player(0)), Input::SitIn(player(0)), Input::Wait(player(0))] {
        assert_eq!(refused(&room, &input), Refused::TournamentSeats);
    }
    room.ask(&Input::Line { player: player(0), connected: false }).unwrap();
    for _ in 0..3 {
        next_hand(&mut room);
        assert!(room.table.in_hand(at(1)).is_some());
    }
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
    assert!(room.table.is_held_up());
    assert_eq!(room.table.deadline(), None, "nobody loses a seat for being away");
}

#[test]
fn a_tournament_gives_chips_between_hands() {
    let mut room = tournament();
    let give = |id, chips| Input::Give { player: player(id), chips: Chips::new(chips) };
    assert_eq!(refused(&room, &give(0, 50)), Refused::NotNow, "not to somebody who plays");
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
    let most = Chips::MAX - Chips::new(300);
    for absurd in [0, -1, i64::MIN, i64::MAX, most.units() + 1] {
        assert_eq!(
            refused(&room, &give(0, absurd)),
            Refused::BuyIn { least: Chips::new(1), most },
            "{absurd}"
        );
    }
    assert_eq!(refused(&room, &give(7, 50)), Refused::NotSeated);
    room.ask(&give(0, 50)).unwrap();
    assert_eq!((purse(&room), room.table.chips()), (Chips::new(650), Chips::new(350)));
    let give: Input<HoldemSeating> = Input::Give { player: player(0), chips: Chips::new(1) };
    assert_eq!(refused(&two_players(), &give), Refused::TournamentSeats);
}

#[test]
fn house_rules_change_between_hands_and_nothing_else_does() {
    let mut room = two_players();
    let raised = HoldemHouse { small_blind: Chips::new(5), big_blind: Chips::new(10), ..house() };
    let (bank, most_buy_in) = (Millis::from_secs(60), Chips::new(1000));
    let other = Settings { bank, most_buy_in, ..settings(4) };
    let change = |settings: &Settings, house: &HoldemHouse| Input::Change {
        settings: settings.clone(),
        house: house.clone(),
    };
    assert_eq!(refused(&room, &change(&settings(5), &house())), Refused::AlreadySo);
    room.ask(&change(&other, &raised)).unwrap();
    assert_eq!(refused(&room, &change(&other, &raised)), Refused::AlreadySo, "it waits already");
    assert_eq!((room.table.settings(), room.table.house()), (&settings(5), &house()), "not in mid-hand");
    assert_eq!(
        room.sit(5, 5, 100).unwrap_err(),
        "there is no such seat: the table has 4",
        "it is about to go"
    );
    room.act(Action::RaiseTo(Chips::new(4))).unwrap();
    room.restart();
    let (chips, places) = (room.table.chips(), room.table.show().plan().unwrap().places);
    room.act(Action::Fold).unwrap();
    assert_eq!((room.table.settings(), room.table.house(), room.table.chips()), (&other, &raised, chips));
    assert_eq!(room.table.show().plan().unwrap().places, places);
    room.restart();
    wait(&mut room);
    let plan = room.table.show().plan().unwrap();
    assert_eq!(plan.places.button, at(4), "the blinds go on from where they were");
    let posts: Vec<i64> = plan.posts.iter().map(|post| post.due.blind.units()).collect();
    assert_eq!(posts, [10, 5]);
    assert_eq!(room.table.clocks()[0].bank, bank);
    room.act(Action::Fold).unwrap();
    let narrow = Settings { seats: 3, ..other.clone() };
    assert_eq!(refused(&room, &change(&narrow, &raised)), Refused::SeatTaken, "somebody sits in seat 4");
    let wide = Settings { seats: 40, ..other.clone() };
    assert!(matches!(refused(&room, &change(&wide, &raised)), Refused::Setup(_)));
    let wrong = HoldemHouse { small_blind: Chips::new(11), ..raised };
    assert!(matches!(refused(&room, &change(&other, &wrong)), Refused::Setup(_)));
}

#[test]
fn what_is_played_for_does_not_change_under_those_who_sit_there() {
    let mut room = two_players();
    room.act(Action::Fold).unwrap();
    let others = [
        Settings { currency: Currency::DEM, ..settings(5) },
        Settings { funding: Funding::Stake, ..settings(5) },
        Settings { funding: Funding::Tournament(cup()), ..settings(5) },
    ];
    let change = |settings: &Settings| Input::Change { settings: settings.clone(), house: house() };
    for other in &others {
        assert_eq!(refused(&room, &change(other)), Refused::NotNow);
    }
    for id in 0..2 {
        room.ask(&Input::Leave(player(id))).unwrap();
    }
    for other in &others {
        room.ask(&change(other)).unwrap();
        assert_eq!(room.table.settings(), other, "nobody's chips are there");
    }
}

#[test]
fn a_debt_left_behind_comes_back_with_who_owes_it() {
    let mut room = two_players();
    for id in 2..5 {
        room.sit(id, [2, 3, 5][id as usize - 2], 100).unwrap();
    }
    room.ask(&Input::SitOut(player(1))).unwrap();
    // The blinds pass the one who pauses.
    for _ in 0..7 {
        while room.table.is_running() {
            room.act(Action::Fold).unwrap();
        }
        wait(&mut room);
    }
    let Standing::Out { debt } = room.table.chair(at(4)).unwrap().standing else { panic!("they owe") };
    assert_eq!(debt, Chips::new(3), "both blinds");
    room.ask(&Input::Leave(player(1))).unwrap();
    let (least, _) = room.table.buy_in(room.memory.get(&player(1)), room.now);
    room.sit(1, 4, least.units()).unwrap();
    assert_eq!(room.table.owes(at(4)), Chips::new(3));
}

#[test]
fn a_tournament_cannot_seat_more_chips_than_can_be_counted() {
    let funding = Funding::Tournament(cup());
    let mut room: Holdem = Room::new(Settings { funding, ..settings(5) }, house(), 1);
    let mut seated = 0;
    for id in 0..5 {
        let purse = Account::new(Owner::Tournament(cup()), Currency::FUN);
        let gift = Transfer::new(Account::issuance(Currency::FUN), purse, Chips::MAX).unwrap();
        room.ledger.post(&[gift]).unwrap();
        let place = Input::Place { player: person(id), seat: at(id as u8 + 1), chips: Chips::MAX };
        seated += u32::from(room.ask(&place).is_ok());
    }
    if seated > 1 {
        next_hand(&mut room);
        while room.table.is_running() {
            let all = room.table.game_view(None).unwrap();
            let most = all.players.iter().map(|one| one.stack + one.bet).max().unwrap();
            room.act(Action::RaiseTo(most)).or_else(|_| room.act(Action::CheckOrCall)).unwrap();
        }
    }
    assert!(room.table.chips() <= Chips::MAX, "{} chips", room.table.chips());
}

#[test]
fn whom_the_host_removes_does_not_stay_by_sitting_in_again() {
    let mut room = two_players();
    room.ask(&Input::Remove(player(1))).unwrap();
    for input in [Input::SitIn(player(1)), Input::Wait(player(1))] {
        assert_eq!(refused(&room, &input), Refused::NotNow);
    }
    let batch = room.act(Action::CheckOrCall).unwrap();
    assert_eq!(batch.entries.last(), Some(&Entry::Left(at(4), LeftWhy::Removed)));
}

#[test]
fn a_table_becomes_smaller_while_the_blinds_lie_where_no_seat_is_any_more() {
    let mut room: Holdem = Room::new(settings(6), house(), 1);
    for (id, seat) in [(0, 1), (1, 2), (2, 5), (3, 6)] {
        room.sit(id, seat, 100).unwrap();
    }
    let big_blind = |room: &Holdem| room.table.show().plan().unwrap().places.big_blind;
    for number in [2, 5, 6] {
        wait(&mut room);
        assert_eq!(big_blind(&room), at(number));
        while room.table.is_running() {
            room.act(Action::Fold).unwrap();
        }
    }
    room.ask(&Input::SitOut(player(1))).unwrap();
    for id in [2, 3] {
        room.ask(&Input::Leave(player(id))).unwrap();
    }
    room.ask(&Input::Change { settings: settings(3), house: house() }).unwrap();
    room.restart();
    room.sit(4, 3, 100).unwrap();
    wait(&mut room);
    assert_eq!(big_blind(&room), at(1), "they go on from where they were");
    let owed = Standing::Out { debt: Chips::ZERO };
    assert_eq!(room.table.chair(at(2)).unwrap().standing, owed, "no blind has passed who pauses");
}

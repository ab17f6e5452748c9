//! A Hold'em table: what happens there, one thing at a time, and random sessions of every variant.

#[path = "holdem/away.rs"]
mod away;
mod common;
#[path = "holdem/money.rs"]
mod money;
#[path = "holdem/moves.rs"]
mod moves;
#[path = "holdem/options.rs"]
mod options;
#[path = "holdem/sessions.rs"]
mod sessions;

use common::{Room, at, person, player, refused, settings, wallet};
use kozyr_cards::Card;
use kozyr_chips::Chips;
use kozyr_poker::{Action, Event};
use kozyr_table::holdem::{
    EntryFee, HoldemHouse, HoldemPause, HoldemSeating, HoldemTable, LastAction, Options, Standing,
};
use kozyr_table::{Entry, Input, LeftWhy, News, Refused, Settings, Wish};
use kozyr_time::{Millis, TableId};

type Holdem = Room<HoldemSeating>;

/// Blinds 1 and 2; newcomers post.
fn house() -> HoldemHouse {
    let options = Options { entry: EntryFee::Post, ..Options::default() };
    HoldemHouse { options, ..HoldemHouse::no_limit(Chips::new(1), Chips::new(2)) }
}

fn room(seed: u64) -> Holdem {
    Room::new(settings(5), house(), seed)
}

fn fixed(text: &str) -> Settings {
    let top: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    Settings { top, ..settings(5) }
}

/// Of two, the button at seat 1 is dealt last and wins at every showdown.
fn aces_at_seat_one() -> Settings {
    fixed("7c 2d As Ad Kh Qh 9s 8d 3c")
}

/// The big blind at seat 4 does.
fn aces_at_seat_four() -> Settings {
    fixed("As Ad 7c 2d Kh Qh 9s 8d 3c")
}

/// Seats 1 and 4 with 100 and 200; the first hand runs, the button is at seat 1.
fn two_players() -> Holdem {
    two_players_at(settings(5), house())
}

fn two_players_at(settings: Settings, house: HoldemHouse) -> Holdem {
    let mut room: Holdem = Room::new(settings, house, 1);
    room.sit(0, 1, 100).unwrap();
    assert_eq!(room.table.deadline(), None, "nobody plays alone");
    room.sit(1, 4, 200).unwrap();
    room.wait().unwrap();
    assert!(room.table.is_running());
    room
}

fn wait(room: &mut Holdem) -> kozyr_table::Batch<HoldemSeating> {
    room.wait().unwrap()
}

#[test]
fn hands_follow_each_other_and_the_button_moves() {
    let mut room = two_players();
    let button = |room: &Holdem| room.table.show().plan().unwrap().places.button;
    assert_eq!(button(&room), at(1));
    assert_eq!(room.table.clocks()[0].seat, Some(at(1)), "heads-up the button acts first");
    room.act(Action::RaiseTo(Chips::new(6))).unwrap();
    assert_eq!(room.table.show().last_action(at(1)), Some(LastAction::Raise(Chips::new(6))));
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].seat, Some(at(4)));
    assert_eq!(room.table.show().last_action(at(1)), None, "a new street");
    room.act(Action::RaiseTo(Chips::new(10))).unwrap();
    assert_eq!(room.table.show().last_action(at(4)), Some(LastAction::Bet(Chips::new(10))));
    room.act(Action::Fold).unwrap();
    assert!(!room.table.is_running());
    assert_eq!(room.table.show().won(at(4)), Chips::new(12));
    wait(&mut room);
    assert_eq!((room.table.hand_number(), button(&room)), (2, at(4)));
}

#[test]
fn there_is_twice_as_long_to_look_at_a_hand_whose_cards_were_shown() {
    let mut room = two_players();
    room.act(Action::Fold).unwrap();
    let pause = *room.table.pause().unwrap();
    assert_eq!((pause.name, pause.until), (Some(HoldemPause::AfterHand), room.now + Millis::from_secs(3)));
    assert_eq!(room.table.next_hand_at(), Some(pause.until));
    wait(&mut room);
    while room.table.is_running() {
        room.act(Action::CheckOrCall).unwrap();
    }
    assert_eq!(room.table.next_hand_at(), Some(room.now + Millis::from_secs(6)));
}

#[test]
fn time_runs_out_into_a_check_or_a_fold_and_then_into_sitting_out() {
    let mut room = two_players();
    room.act(Action::CheckOrCall).unwrap();
    let batch = wait(&mut room);
    assert_eq!(batch.entries[0], Entry::TimedOut(at(4)));
    assert!(room.table.is_running(), "the big blind checks");
    let batch = wait(&mut room);
    assert_eq!(batch.entries[..2], [Entry::TimedOut(at(4)), Entry::SatOut(at(4))]);
    room.act(Action::RaiseTo(Chips::new(2))).unwrap();
    let batch = wait(&mut room);
    assert!(!batch.entries.contains(&Entry::SatOut(at(4))), "they sit out already");
    let won = |id| batch.settled[0].people.iter().find(|part| part.player == player(id)).unwrap().net;
    assert_eq!((won(0), won(1)), (Chips::new(2), Chips::new(-2)));
    assert!(!room.table.is_running(), "a bet is not checked: fold");
    assert_eq!(room.table.next_hand_at(), None, "one player is not enough");
    let batch = wait(&mut room);
    assert_eq!(batch.entries, [Entry::Left(at(4), LeftWhy::Away)]);
    assert_eq!(room.ledger.balance(&wallet(1)), Chips::new(998));
}

#[test]
fn a_decision_counts_for_the_turn_it_was_made_in() {
    let mut room = two_players();
    let stale = room.table.clocks()[0].turn;
    (0..3).for_each(|_| drop(room.act(Action::CheckOrCall).unwrap()));
    let act = |turn, id| Input::Act { player: player(id), turn, action: Action::Fold };
    assert_eq!(refused(&room, &act(stale, 0)), Refused::TurnIsOver);
    assert_eq!(refused(&room, &act(stale, 1)), Refused::NotYourTurn);
    assert_eq!(refused(&room, &act(stale, 5)), Refused::NotSeated);
    assert_eq!(refused(&room, &Input::Tick), Refused::NothingDue);
}

#[test]
fn who_leaves_in_the_middle_of_a_hand_folds_when_it_costs_and_is_gone_after_it() {
    let mut room = two_players();
    let batch = room.ask(&Input::Leave(player(0))).unwrap();
    let folds = Entry::Acted(at(1), Action::Fold);
    assert_eq!(
        batch.entries,
        [Entry::Leaving(at(1), LeftWhy::Wish), folds, Entry::Left(at(1), LeftWhy::Wish)]
    );
    assert_eq!(room.ledger.balance(&wallet(0)), Chips::new(999));
    assert!(room.sit(0, 1, 100).is_ok());
}

#[test]
fn whoever_wants_to_leave_folds_even_when_a_check_is_free_or_changes_their_mind_before() {
    let mut room = two_players();
    room.ask(&Input::Leave(player(1))).unwrap();
    assert!(room.ask(&Input::Leave(player(1))).is_err(), "once is enough");
    room.ask(&Input::SitIn(player(1))).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert!(room.table.is_running(), "they are still in, with the option of the big blind");
    let batch = room.ask(&Input::Leave(player(1))).unwrap();
    assert_eq!(batch.entries[1], Entry::Acted(at(4), Action::Fold));
    assert!(!room.table.is_running());
}

#[test]
fn whoever_comes_back_soon_brings_what_they_left_with() {
    let mut room = two_players_at(aces_at_seat_one(), house());
    room.sit(2, 2, 100).unwrap();
    room.act(Action::RaiseTo(Chips::new(50))).unwrap();
    while room.table.is_running() {
        room.act(Action::CheckOrCall).unwrap();
    }
    assert_eq!(room.table.chair(at(1)).unwrap().standing, Standing::In);
    let has = room.table.stack(at(1));
    assert_eq!(has, Chips::new(150));
    let batch = room.ask(&Input::Leave(player(0))).unwrap();
    assert_eq!(batch.memory.len(), 1, "the table hands out what is to be remembered");
    room.now += Millis::from_secs(60);
    room.ask(&Input::Tick).unwrap();
    let before = room.memory[&player(0)].clone();
    assert_eq!(room.table.buy_in(Some(&before), room.now), (has, Chips::new(200)));
    assert_eq!(room.table.brings(Some(&before), room.now), Some(has));
    assert!(room.sit(0, 1, 40).unwrap_err().starts_with("the chips brought"));
    let batch = room.sit(0, 1, has.units()).unwrap();
    assert_eq!(batch.memory, [(player(0), None)], "who is back is not remembered any more");
    assert!(matches!(room.table.chair(at(1)).unwrap().standing, Standing::New { .. }));
    room.ask(&Input::Leave(player(0))).unwrap();
    room.now += Millis::from_secs(1800);
    assert!(room.sit(0, 1, 40).is_ok(), "after half an hour it is forgotten");
}

#[test]
fn a_newcomer_posts_a_big_blind_or_waits_for_their_own() {
    let mut room = two_players();
    room.sit(2, 5, 100).unwrap();
    let waits =
        Input::Sit { player: person(3), seat: at(2), buy_in: Chips::new(100), wait: true, before: None };
    room.ask(&waits).unwrap();
    assert_eq!(room.table.owes(at(5)), Chips::new(2));
    room.act(Action::Fold).unwrap();
    wait(&mut room);
    let plan = room.table.show().plan().unwrap();
    let posts: Vec<(u8, i64)> =
        plan.posts.iter().map(|post| (post.due.seat.number(), post.due.blind.units())).collect();
    assert_eq!(posts, [(4, 1), (5, 2), (1, 0)], "the newcomer has the big blind; the one who waits is out");
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
    wait(&mut room);
    assert_eq!(room.table.show().plan().unwrap().places.big_blind, at(1));
    assert!(room.table.in_hand(at(2)).is_none());
    while room.table.is_running() {
        room.act(Action::Fold).unwrap();
    }
    wait(&mut room);
    assert_eq!(room.table.show().plan().unwrap().places.big_blind, at(2), "it has come to them");
    assert_eq!(room.table.chair(at(2)).unwrap().wish, Wish::Play, "and they wait no more");
}

#[test]
fn thinking_long_uses_up_the_time_bank() {
    let mut room = two_players();
    let (clock, now) = (room.table.clocks()[0], room.now);
    assert_eq!((clock.until, clock.ends()), (now + Millis::from_secs(20), now + Millis::from_secs(30)));
    room.now += Millis::from_secs(26);
    assert!(room.ask(&Input::Tick).is_err(), "the bank still runs");
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].bank, Millis::from_secs(10), "the other has their own");
    room.act(Action::CheckOrCall).unwrap();
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].bank, Millis::from_secs(4), "six seconds are gone");
    wait(&mut room);
    room.act(Action::CheckOrCall).unwrap();
    assert_eq!(room.table.clocks()[0].bank, Millis::ZERO, "a time-out takes all of it");
    room.act(Action::Fold).unwrap();
    wait(&mut room);
    let clock = room.table.clocks()[0];
    assert_eq!((clock.seat, clock.bank), (Some(at(4)), Millis::from_secs(10)), "never more than full");
    room.act(Action::CheckOrCall).unwrap();
    let clock = room.table.clocks()[0];
    assert_eq!((clock.seat, clock.bank), (Some(at(1)), Millis::from_secs(1)), "a hand adds a second");
    room.restart();
}

#[test]
fn who_is_broke_is_shown_out_and_may_bring_chips_until_the_hand_after_next() {
    for buys in [true, false] {
        let mut room = two_players_at(aces_at_seat_four(), house());
        room.act(Action::RaiseTo(Chips::new(100))).unwrap();
        room.act(Action::CheckOrCall).unwrap();
        assert!(!room.table.is_running());
        assert_eq!(room.table.stack(at(1)), Chips::ZERO);
        let batch = wait(&mut room);
        assert_eq!(batch.entries, [Entry::ShownOut { seat: at(1), needs: Chips::new(1) }]);
        assert!(room.table.chair(at(1)).unwrap().lacks_chips());
        assert!(!room.table.is_running(), "the other is alone");
        assert_eq!(refused(&room, &Input::SitIn(player(0))), Refused::TooFewChips(Chips::new(1)));
        room.restart();
        if buys {
            let batch = room.ask(&Input::AddChips { player: player(0), amount: Chips::new(40) }).unwrap();
            assert_eq!(batch.entries[1], Entry::SatIn(at(1)), "they stay");
            wait(&mut room);
            assert!(room.table.is_running());
        } else {
            room.sit(2, 2, 100).unwrap();
            let batch = wait(&mut room);
            assert_eq!(batch.entries[0], Entry::Left(at(1), LeftWhy::Busted));
            assert!(room.table.is_running(), "the others play on");
        }
    }
}

#[test]
fn the_next_owner_of_a_seat_learns_nothing_of_the_last_ones_cards() {
    let mut room = two_players();
    room.act(Action::Fold).unwrap();
    room.ask(&Input::Leave(player(0))).unwrap();
    room.sit(2, 1, 100).unwrap();
    let view = room.table.game_view(Some(player(2))).unwrap();
    assert!(view.players.iter().all(|player| player.cards.iter().all(Option::is_none)));
    assert!(view.offers.is_empty());
    let dealt = |id: u32| {
        let told = room.effects.told.iter().filter_map(move |told| told.to(Some(player(id))));
        told.filter_map(|news| match news {
            News::Game(Event::DealtHole(_, cards)) => Some(cards.iter().flatten().count()),
            _ => None,
        })
        .sum::<usize>()
    };
    assert_eq!((dealt(0), dealt(2)), (2, 0), "who had the cards was told them");
    assert_eq!(room.table.in_hand(at(1)), None);
}

#[test]
fn a_restart_gives_everybody_their_time_back() {
    let mut room = two_players();
    room.now += Millis::from_secs(3600);
    room.restart();
    room.ask(&Input::Resume).unwrap();
    assert_eq!(room.table.deadline(), Some(room.now + Millis::from_secs(30)), "time bank and all");
    assert!(room.ask(&Input::Tick).is_err());
    room.restart();
}

#[test]
fn who_leaves_may_think_better_of_it_and_who_is_removed_may_not() {
    let mut room = two_players();
    room.ask(&Input::Leave(player(1))).unwrap();
    room.ask(&Input::SitIn(player(1))).unwrap();
    assert_eq!(room.table.chair(at(4)).unwrap().wish, Wish::Play);
    room.ask(&Input::Remove(player(1))).unwrap();
    assert_eq!(refused(&room, &Input::SitIn(player(1))), Refused::NotNow);
}

#[test]
fn chips_alone_bring_nobody_back_from_a_pause() {
    let mut room = room(1);
    room.sit(0, 1, 100).unwrap();
    room.ask(&Input::SitOut(player(0))).unwrap();
    room.ask(&Input::AddChips { player: player(0), amount: Chips::new(50) }).unwrap();
    assert_eq!(room.table.chair(at(1)).unwrap().wish, Wish::Pause);
}

/// Whoever sits down meanwhile does not prolong it; a restart gives all of it back.
#[test]
fn a_pause_between_hands_lasts_as_long_as_it_was_to() {
    let mut room = two_players();
    room.act(Action::Fold).unwrap();
    let ends = room.table.deadline().unwrap();
    let length = ends.since(room.now);
    room.now += Millis::from_secs(1);
    room.sit(2, 3, 100).unwrap();
    assert_eq!(room.table.deadline(), Some(ends));
    room.now += Millis::from_secs(3600);
    room.restart();
    room.ask(&Input::Resume).unwrap();
    assert_eq!(room.table.deadline(), Some(room.now + length));
}

#[test]
fn seats_and_buy_ins_are_checked() {
    let mut room = room(3);
    room.sit(0, 1, 40).unwrap();
    for (id, seat, chips, why) in [
        (0, 2, 40, "the player has seat 1 already"),
        (1, 1, 40, "the seat is taken"),
        (1, 6, 40, "there is no such seat: the table has 5"),
        (1, 2, 39, "the chips brought have to be from 40 to 200"),
        (1, 2, 201, "the chips brought have to be from 40 to 200"),
        (1, 2, i64::MIN, "the chips brought have to be from 40 to 200"),
    ] {
        assert_eq!(room.sit(id, seat, chips).unwrap_err(), why);
    }
    let add = |amount| Input::AddChips { player: player(0), amount: Chips::new(amount) };
    assert!(room.ask(&add(161)).is_err() && room.ask(&add(0)).is_err() && room.ask(&add(i64::MIN)).is_err());
    assert!(room.ask(&add(160)).is_ok());
    assert!(room.ask(&add(1)).is_err(), "full");
    assert_eq!(room.ask(&Input::SitIn(player(0))).unwrap_err(), "that is so already");
    let bad = Settings { least_buy_in: Chips::new(300), ..settings(5) };
    assert!(HoldemTable::open(TableId::new("bad").unwrap(), bad, house()).is_err());
}

#[test]
fn who_pauses_is_dealt_no_hand_and_a_checkpoint_knows_it() {
    let mut room = two_players();
    room.sit(2, 2, 100).unwrap();
    room.ask(&Input::SitOut(player(1))).unwrap();
    room.act(Action::Fold).unwrap();
    room.restart();
    wait(&mut room);
    assert!(room.table.is_running() && room.table.in_hand(at(4)).is_none(), "nobody is dealt in unasked");
}

#[test]
fn a_crowd_that_comes_and_goes_does_not_swell_the_checkpoint() {
    let mut room = room(5);
    let mut sizes = std::collections::BTreeSet::new();
    for id in 1_000..3_000_u32 {
        let (from, to) = (kozyr_chips::Account::issuance(kozyr_chips::Currency::FUN), wallet(id));
        room.ledger.post(&[kozyr_chips::Transfer::new(from, to, Chips::new(50)).unwrap()]).unwrap();
        room.sit(id, 1, 50).unwrap();
        let batch = room.ask(&Input::Leave(player(id))).unwrap();
        assert!(
            matches!(&batch.memory[..], [(who, Some(left))] if *who == player(id) && left.at == room.now)
        );
        sizes.insert(serde_json::to_vec(&batch.rest.unwrap()).unwrap().len());
    }
    assert_eq!(sizes.len(), 1, "{sizes:?} bytes: the same after everybody who left");
    // Whoever keeps what the table hands out brings it with who comes back.
    let early = room.memory[&player(1_000)].clone();
    assert_eq!(room.table.brings(Some(&early), room.now), Some(Chips::new(50)));
    assert!(room.sit(1_000, 1, 40).is_err(), "remembered");
    room.memory.clear();
    assert!(room.sit(1_000, 1, 40).is_ok(), "what nobody brings, the table does not know");
}

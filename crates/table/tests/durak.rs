//! Durak at a table: places, being ready, stakes, parties and points, clocks, leaving.

mod common;

use common::{Room, WALLET, at, player, settings, wallet};
use kozyr_card_game::{Move, SeatSet};
use kozyr_cards::Pack;
use kozyr_chips::Chips;
use kozyr_durak::{Action, Mode, Offer, OnTimeout, Rules, Stage, cards};
use kozyr_table::durak::{DurakHouse, DurakPause, DurakSeating, DurakTable, DurakWord};
use kozyr_table::{Batch, Entry, Funding, Input, LeftWhy, News, Refused, Settings, SetupError};
use kozyr_time::Millis;

type DurakRoom = Room<DurakSeating>;

fn at_stake(seats: u8) -> Settings {
    Settings { funding: Funding::Stake, ..settings(seats) }
}

fn house(mode: Mode, points: u16, stake: i64) -> DurakHouse {
    let rules = Rules { mode, ..Rules::default() };
    DurakHouse { rules, points, stake: Chips::new(stake), ..DurakHouse::default() }
}

fn say(room: &mut DurakRoom, id: u32, word: DurakWord) -> Batch<DurakSeating> {
    room.ask(&Input::Say { player: player(id), word }).unwrap()
}

/// Person 0 on seat 1 and so on, all ready.
fn begun(settings: Settings, house: DurakHouse) -> DurakRoom {
    let seats = settings.seats;
    let mut room: DurakRoom = Room::new(settings, house, 1);
    for id in 0..u32::from(seats) {
        room.sit(id, id as u8 + 1, 0).unwrap();
    }
    for id in 0..u32::from(seats) {
        say(&mut room, id, DurakWord::Ready);
    }
    assert!(room.table.is_running(), "everybody is ready");
    room
}

fn act(room: &mut DurakRoom, id: u32, action: Action) -> Result<Batch<DurakSeating>, String> {
    let seat = room.table.seat_of(player(id));
    let turn = room.table.clocks().iter().find(|clock| clock.seat == seat).map_or(0, |clock| clock.turn);
    room.ask(&Input::Act { player: player(id), turn, action })
}

fn has(room: &DurakRoom, id: u32) -> i64 {
    room.ledger.balance(&wallet(id)).units()
}

#[test]
fn a_game_begins_when_every_place_is_taken_and_everybody_is_ready() {
    let mut room: DurakRoom = Room::new(at_stake(3), house(Mode::Plain, 1, 100), 1);
    for id in 0..2 {
        room.sit(id, id as u8 + 1, 0).unwrap();
    }
    let ready = Input::Say { player: player(0), word: DurakWord::Ready };
    assert_eq!(common::refused(&room, &ready), Refused::TooFewPlayers);
    assert_eq!(room.table.deadline(), None);
    room.sit(2, 3, 0).unwrap();
    assert_eq!(room.table.pause().unwrap().name, Some(DurakPause::Begin));
    for id in 0..3 {
        assert!(!room.table.is_running());
        say(&mut room, id, DurakWord::Ready);
    }
    assert!(room.table.is_running());
    assert_eq!((has(&room, 0), room.table.chips()), (WALLET - 100, Chips::new(300)));
}

/// What everybody sees of the others between parties: who is ready, who is away; and nothing is said twice.
#[test]
fn who_is_ready_and_who_is_away() {
    let mut room: DurakRoom = Room::new(at_stake(2), house(Mode::Plain, 2, 0), 1);
    (0..2).for_each(|id| drop(room.sit(id, id as u8 + 1, 0).unwrap()));
    let twice = |room: &DurakRoom, id, word| {
        assert_eq!(common::refused(room, &Input::Say { player: player(id), word }), Refused::AlreadySo);
    };
    say(&mut room, 0, DurakWord::Ready);
    twice(&room, 0, DurakWord::Ready);
    assert_eq!(room.table.seating().ready(), SeatSet::only(at(1)));
    say(&mut room, 1, DurakWord::Ready);
    surrender(&mut room, 0);
    assert_eq!((room.table.seating().ready(), room.table.seating().away()), (SeatSet::EMPTY, SeatSet::EMPTY));
    twice(&room, 1, DurakWord::Back);
    say(&mut room, 1, DurakWord::Away);
    twice(&room, 1, DurakWord::Away);
    assert_eq!(room.table.seating().away(), SeatSet::only(at(2)));
    say(&mut room, 1, DurakWord::Back);
    assert_eq!(room.table.seating().away(), SeatSet::EMPTY);
    say(&mut room, 0, DurakWord::Ready);
    assert_eq!(room.table.seating().ready(), SeatSet::only(at(1)), "for the next party");
    // Nobody is left: the score goes with them.
    (0..2).for_each(|id| drop(room.ask(&Input::Leave(player(id))).unwrap()));
    assert!(room.table.seating().score().is_none());
}

fn surrender(room: &mut DurakRoom, id: u32) -> Batch<DurakSeating> {
    act(room, id, Action::Surrender).unwrap()
}

fn line(room: &mut DurakRoom, id: u32, connected: bool) {
    room.ask(&Input::Line { player: player(id), connected }).unwrap();
}

fn pause(room: &DurakRoom) -> Option<DurakPause> {
    room.table.pause().and_then(|pause| pause.name)
}

fn points(room: &DurakRoom) -> Vec<u16> {
    room.table.seating().score().unwrap().points().to_vec()
}

/// Who plays the party on the table.
fn playing(room: &DurakRoom) -> Vec<u64> {
    assert!(room.table.is_running());
    room.table.people().iter().map(|person| person.player.get()).collect()
}

/// The chair of the one whose clock runs.
fn clock(room: &DurakRoom) -> (u8, Millis) {
    let clocks = room.table.clocks();
    assert_eq!(clocks.len(), 1, "{clocks:?}");
    (clocks[0].seat.unwrap().number(), clocks[0].bank)
}

#[test]
fn who_is_not_ready_in_time_gets_up() {
    let mut room: DurakRoom = Room::new(at_stake(2), house(Mode::Plain, 1, 100), 1);
    room.sit(0, 1, 0).unwrap();
    room.sit(1, 2, 0).unwrap();
    say(&mut room, 0, DurakWord::Ready);
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::Left(at(2), LeftWhy::TimedOut)]);
    assert_eq!(room.table.deadline(), None);
    // Whoever comes next asks the first anew: they may be gone by now.
    room.sit(2, 2, 0).unwrap();
    say(&mut room, 2, DurakWord::Ready);
    assert!(!room.table.is_running());
    say(&mut room, 0, DurakWord::Ready);
    assert_eq!(playing(&room), [0, 2]);
    assert_eq!((has(&room, 0), has(&room, 1), has(&room, 2)), (900, 1000, 900));
}

#[test]
fn a_wallet_that_cannot_pay_is_not_ready_and_nobody_pays() {
    let mut room = begun(at_stake(2), house(Mode::Plain, 1, 600));
    surrender(&mut room, 0);
    assert_eq!((has(&room, 0), has(&room, 1), room.table.chips()), (400, 1480, Chips::ZERO));
    say(&mut room, 0, DurakWord::Ready);
    assert!(room.ask(&Input::Say { player: player(1), word: DurakWord::Ready }).is_err());
    say(&mut room, 1, DurakWord::Ready);
    assert!(!room.table.is_running(), "the other one is not ready any more");
    assert!(room.effects.told.iter().any(|told| told.to(None) == Some(News::CouldNotPay(at(1)))));
    assert_eq!((has(&room, 0), has(&room, 1)), (400, 1480));
    room.restart();
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::Left(at(1), LeftWhy::TimedOut)]);
}

#[test]
fn without_a_last_point_every_party_has_its_stake_and_the_poor_get_up() {
    let mut room = begun(at_stake(3), house(Mode::Plain, 0, 400));
    for party in 1..=2 {
        assert_eq!(room.table.chips(), Chips::new(1200), "party {party}");
        surrender(&mut room, 0);
        assert_eq!((room.table.chips(), pause(&room)), (Chips::ZERO, Some(DurakPause::Party)));
        if party == 1 {
            room.wait().unwrap();
        }
    }
    assert_eq!(has(&room, 0), 200);
    let not_ready = Input::Say { player: player(0), word: DurakWord::NotReady };
    assert_eq!(common::refused(&room, &not_ready), Refused::NotNow);
    for id in 1..3 {
        say(&mut room, id, DurakWord::Ready);
    }
    let last = Input::Say { player: player(0), word: DurakWord::Ready };
    assert!(room.ask(&last).is_err(), "a wallet cannot pay the third stake");
    assert!(!room.table.is_running(), "the others are asked anew");
    assert_eq!((room.table.seat_of(player(0)), pause(&room)), (None, Some(DurakPause::Party)));
    room.wait().unwrap();
    assert_eq!((playing(&room), has(&room, 0)), (vec![1, 2], 200));
    // Word of the wallet that comes again, and late, takes nobody from the table.
    room.ask(&Input::CannotPay(player(1))).unwrap();
    surrender(&mut room, 2);
    room.wait().unwrap();
    assert_eq!(playing(&room), [1, 2]);
    // One of two gets up: the game is over.
    room.ask(&Input::Leave(player(1))).unwrap();
    assert!(room.table.seating().score().unwrap().over().is_some());
    assert_eq!(room.table.chips(), Chips::ZERO);
}

#[test]
fn no_stake_is_taken_from_somebody_who_is_gone() {
    let mut room = begun(at_stake(4), house(Mode::Plain, 0, 100));
    line(&mut room, 1, false);
    surrender(&mut room, 3);
    line(&mut room, 2, false);
    for id in [0, 2, 3] {
        say(&mut room, id, DurakWord::Ready);
    }
    assert!(!room.table.is_running(), "the one who is gone has the time to answer");
    room.restart();
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries[0], Entry::Left(at(2), LeftWhy::TimedOut));
    assert_eq!(playing(&room), [0, 2, 3]);
    // 120 is a third of the pool of the first party less the rake.
    assert_eq!((has(&room, 1), has(&room, 2)), (1020, 920));
    // Away and sitting out are as good as gone.
    surrender(&mut room, 0);
    say(&mut room, 2, DurakWord::Away);
    let batch = room.wait().unwrap();
    let Entry::Started { plan, .. } = &batch.entries[1] else { panic!("{batch:?}") };
    assert_eq!((playing(&room), plan.away), (vec![0, 3], SeatSet::EMPTY));
    surrender(&mut room, 0);
    room.ask(&Input::SitOut(player(3))).unwrap();
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::Left(at(4), LeftWhy::TimedOut)]);
    assert!(room.table.seating().score().unwrap().over().is_some(), "one alone does not play");
    // A line that was lost while it mattered comes back also when it does not matter any more.
    let mut room = begun(at_stake(2), house(Mode::Plain, 0, 100));
    line(&mut room, 0, false);
    let change = Input::Change { settings: at_stake(2), house: house(Mode::Plain, 1, 100) };
    room.ask(&change).unwrap();
    surrender(&mut room, 1);
    line(&mut room, 0, true);
    room.wait().unwrap();
    assert_eq!(playing(&room), [0, 1], "the game goes on as it began");
    // Lines are no matter where a clock runs and the stake is for the whole game.
    let mut room = begun(at_stake(2), house(Mode::Plain, 2, 100));
    let lost = Input::Line { player: player(0), connected: false };
    assert_eq!(common::refused(&room, &lost), Refused::AlreadySo);
    surrender(&mut room, 0);
    room.wait().unwrap();
    assert_eq!(playing(&room), [0, 1]);
}

#[test]
fn a_game_for_points_keeps_its_pool_and_its_score_over_a_restart() {
    let mut room = begun(at_stake(3), house(Mode::Plain, 2, 100));
    surrender(&mut room, 2);
    assert_eq!((room.table.chips(), points(&room)[..3].to_vec()), (Chips::new(300), vec![1, 1, 0]));
    let view = room.table.durak_view(Some(player(0))).unwrap();
    assert_eq!((view.stage, view.party, view.availables.len()), (Stage::Between, 1, 1));
    room.restart();
    assert_eq!((room.table.chips(), pause(&room)), (Chips::new(300), Some(DurakPause::Party)));
    for id in 0..3 {
        say(&mut room, id, DurakWord::Ready);
    }
    // The fool is attacked first, by the player on their right.
    let view = room.table.durak_view(None).unwrap();
    assert_eq!((view.party, view.attacker, view.defender), (2, Some(at(2)), Some(at(3))));
    assert_eq!((view.points[..3].to_vec(), view.stage), (vec![1, 1, 0], Stage::Lead));
    surrender(&mut room, 0);
    let over = *room.table.seating().score().unwrap().over().unwrap();
    assert_eq!((over.place(at(2)), over.place(at(1)), over.paid[1]), (1, -1, Chips::new(270)));
    assert_eq!((has(&room, 0), has(&room, 1), has(&room, 2)), (900, 1170, 900));
    assert_eq!(pause(&room), Some(DurakPause::Revanche));
}

#[test]
fn who_agrees_in_time_plays_again_and_the_silent_get_up() {
    let mut room = begun(at_stake(2), house(Mode::Plain, 1, 100));
    let settled = &surrender(&mut room, 0).settled[0];
    let deeds: Vec<_> = settled.people.iter().map(|one| (one.deeds.won, one.deeds.fool)).collect();
    assert_eq!(deeds, [(false, true), (true, false)], "who surrenders is the fool");
    let not_ready = Input::Say { player: player(0), word: DurakWord::NotReady };
    assert_eq!(common::refused(&room, &not_ready), Refused::AlreadySo);
    say(&mut room, 0, DurakWord::Ready);
    say(&mut room, 0, DurakWord::NotReady);
    assert_eq!(common::refused(&room, &not_ready), Refused::AlreadySo);
    say(&mut room, 1, DurakWord::Ready);
    assert!(!room.table.is_running());
    say(&mut room, 0, DurakWord::Ready);
    let view = room.table.durak_view(None).unwrap();
    assert_eq!((view.party, view.points[..2].to_vec()), (1, vec![0, 0]), "a game of its own");
    assert!(view.win_card.is_some() || view.attacker == Some(at(1)), "the lowest trump opens it");
    assert_eq!(room.table.chips(), Chips::new(200));
    surrender(&mut room, 1);
    say(&mut room, 0, DurakWord::Ready);
    assert_eq!(pause(&room), Some(DurakPause::Revanche));
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::Left(at(2), LeftWhy::TimedOut)]);
    // Other people are asked for a game, not for another one.
    room.sit(2, 2, 0).unwrap();
    assert_eq!(pause(&room), Some(DurakPause::Begin));
}

/// Nobody needs chips on the table where the wallet pays.
#[test]
fn who_sat_out_comes_back_without_chips() {
    let mut room: DurakRoom = Room::new(at_stake(2), house(Mode::Plain, 1, 100), 1);
    room.sit(0, 1, 0).unwrap();
    room.ask(&Input::SitOut(player(0))).unwrap();
    room.ask(&Input::SitIn(player(0))).unwrap();
}

/// What it cost to take part is in it, and what others paid is not.
#[test]
fn histories_have_what_a_party_came_to() {
    let mut room = begun(at_stake(3), house(Mode::Plain, 1, 100));
    let batch = surrender(&mut room, 0);
    let nets: Vec<i64> = batch.settled[0].people.iter().map(|part| part.net.units()).collect();
    assert_eq!(nets, [0, 1, 2].map(|id| has(&room, id) - WALLET));
    assert_eq!(nets[0], -100);
}

#[test]
fn leaving_is_a_surrender_and_gives_up_the_stake() {
    let mut room = begun(at_stake(3), house(Mode::Plain, 3, 100));
    let batch = room.ask(&Input::Leave(player(0))).unwrap();
    assert_eq!(batch.entries[1], Entry::Acted(at(1), Action::Surrender));
    assert_eq!(batch.entries[2], Entry::Left(at(1), LeftWhy::Wish));
    assert_eq!(points(&room)[..3], [0, 1, 1]);
    // Somebody else takes the chair. The game is not theirs, and they see what anybody sees.
    room.sit(5, 1, 0).unwrap();
    let ready = Input::Say { player: player(5), word: DurakWord::Ready };
    assert!(matches!(common::refused(&room, &ready), Refused::Game(_)));
    room.wait().unwrap();
    assert_eq!(playing(&room), [1, 2]);
    assert_eq!(room.table.durak_view(Some(player(5))), room.table.durak_view(None));
    room.restart();
    surrender(&mut room, 2);
    // Between parties too: the last one has won the pool.
    let batch = room.ask(&Input::Leave(player(1))).unwrap();
    assert_eq!(batch.entries, [Entry::Left(at(2), LeftWhy::Wish)]);
    assert_eq!((has(&room, 0), has(&room, 1), has(&room, 2)), (900, 900, 1170));
    assert_eq!((room.table.chips(), room.table.deadline()), (Chips::ZERO, None));
}

#[test]
fn a_pair_of_which_one_leaves_has_lost() {
    let mut room = begun(at_stake(4), house(Mode::PairsTrafficLight, 2, 100));
    room.ask(&Input::Leave(player(1))).unwrap();
    assert_eq!([0, 1, 2, 3].map(|id| has(&room, id)), [1080, 900, 1080, 900]);
}

#[test]
fn time_bank_and_time_out() {
    let mut room = begun(at_stake(2), house(Mode::Plain, 2, 0));
    let (first, bank) = clock(&room);
    assert_eq!(bank, Millis::from_secs(10));
    // Twenty seconds a turn; four of the bank are used.
    room.now += Millis::from_secs(24);
    let attacker = u32::from(first) - 1;
    let card = room.table.state().unwrap().hand(at(first)).first().unwrap();
    act(&mut room, attacker, Action::Attack(card)).unwrap();
    let defender = 1 - attacker;
    assert_eq!(clock(&room), (defender as u8 + 1, Millis::from_secs(10)));
    // The default: who is out of time is the fool.
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::TimedOut(at(defender as u8 + 1))]);
    assert_eq!(points(&room)[attacker as usize], 1);
    assert_eq!(room.table.taken().count(), 2, "the place is not lost");
    room.wait().unwrap();
    // A bank is for the whole game. The fool is attacked by the other.
    assert_eq!(clock(&room), (first, Millis::from_secs(6)));
    surrender(&mut room, defender);
    say(&mut room, 0, DurakWord::Ready);
    say(&mut room, 1, DurakWord::Ready);
    assert_eq!(clock(&room).1, Millis::from_secs(10), "and full for the next");

    let rules = Rules { on_timeout: OnTimeout::Auto, ..Rules::default() };
    let mut room = begun(at_stake(2), DurakHouse { rules, ..house(Mode::Plain, 1, 0) });
    for (stage, entries) in [(Stage::Defend, 1), (Stage::Taking, 1), (Stage::Ready, 1), (Stage::Lead, 2)] {
        let batch = room.wait().unwrap();
        assert_eq!((batch.entries.len(), room.table.durak_view(None).unwrap().stage), (entries, stage));
    }
}

#[test]
fn going_away_gives_nobody_more_time() {
    let mut room = begun(at_stake(2), house(Mode::Plain, 3, 0));
    let (seat, _) = clock(&room);
    let id = u32::from(seat) - 1;
    let deadline = room.table.deadline();
    room.now += Millis::from_secs(15);
    for action in [Action::Away, Action::Back, Action::Away] {
        act(&mut room, id, action).unwrap();
        assert_eq!(room.table.deadline(), deadline, "{action:?}");
    }
    // Who is away stays so in the next party, and nobody waits for them.
    surrender(&mut room, 1 - id);
    say(&mut room, 1 - id, DurakWord::Ready);
    assert!(room.table.durak_view(None).unwrap().away.contains(at(seat)));
    surrender(&mut room, 1 - id);
    say(&mut room, id, DurakWord::Back);
    room.restart();
    room.wait().unwrap();
    assert!(room.table.durak_view(None).unwrap().away.is_empty());
    let word = Input::Say { player: player(id), word: DurakWord::Away };
    assert_eq!(common::refused(&room, &word), Refused::NotNow, "within a party that is an action");
}

#[test]
fn without_a_clock_a_line_that_stays_lost_is_a_surrender() {
    let untimed = DurakHouse { untimed: true, ..house(Mode::Plain, 1, 100) };
    let mut room = begun(at_stake(3), untimed);
    assert_eq!(room.table.deadline(), None, "nobody's time runs");
    line(&mut room, 1, false);
    room.now += Millis::from_secs(119);
    line(&mut room, 1, true);
    assert_eq!(room.table.deadline(), None);
    line(&mut room, 1, false);
    room.restart();
    assert_eq!(room.table.deadline(), Some(room.now + Millis::from_secs(120)));
    room.wait().unwrap();
    assert_eq!([0, 1, 2].map(|id| has(&room, id)), [1035, 900, 1035]);
    assert_eq!(room.table.seat_of(player(1)), None);
}

#[test]
fn throwers_have_a_clock_each() {
    let top = cards("6d,8d,Kc,7h,9d,Qc,9c,Kd,Jc,10c,As,10d,Js,9s,8s,Qs,7s,6s").unwrap();
    let mut room = begun(Settings { top: top.clone(), ..at_stake(3) }, house(Mode::Plain, 1, 0));
    let hand = room.table.durak_view(Some(player(0))).unwrap().hand.unwrap();
    assert_eq!(hand, top.iter().step_by(3).copied().collect(), "the cards of a test table");
    let attacker = room.table.durak_view(None).unwrap().attacker.unwrap().index() as u32;
    let defender = (attacker + 1) % 3;
    let view = |room: &DurakRoom, id: u32| room.table.durak_view(Some(player(id))).unwrap();
    let beaten = |room: &mut DurakRoom| {
        let Some(Offer::Attack { cards, .. }) = view(room, attacker).availables.first().cloned() else {
            panic!()
        };
        for card in cards {
            let mut copy = room.table.state().unwrap().clone();
            let mv = Move::Act(at(attacker as u8 + 1), Action::Attack(card));
            copy.play(&mv, &mut Vec::new()).unwrap();
            let offers = copy.availables(at(defender as u8 + 1));
            let with = offers.iter().flat_map(Offer::actions).find(|a| matches!(a, Action::Defend { .. }));
            if let Some(with) = with {
                act(room, attacker, Action::Attack(card)).unwrap();
                act(room, defender, with).unwrap();
                return;
            }
        }
        panic!("nothing can be beaten");
    };
    beaten(&mut room);
    assert_eq!(room.table.clocks().len(), 2, "both others may throw in");
    room.now += Millis::from_secs(25);
    act(&mut room, attacker, Action::Finish).unwrap();
    let other = (attacker + 2) % 3;
    let clocks = room.table.clocks();
    assert_eq!((clocks.len(), clocks[0].seat, clocks[0].bank.get()), (1, Some(at(other as u8 + 1)), 10_000));
    assert!(clocks[0].ends() == room.now + Millis::from_secs(5), "a finish restarts nobody's clock");
    let batch = room.wait().unwrap();
    assert_eq!(
        batch.entries,
        [Entry::TimedOut(at(other as u8 + 1))],
        "and a thrower out of time has finished"
    );
    assert_eq!(view(&room, other).stage, Stage::Ready);
}

#[test]
fn a_draw_returns_the_stakes() {
    // Nobody plays but the clock: in these pairs cards go round until the party is drawn.
    let rules = Rules {
        mode: Mode::PairsTransfer,
        pack: Pack::Full52,
        on_timeout: OnTimeout::Auto,
        ..Rules::default()
    };
    let house = DurakHouse { rules, patience: u8::MAX, ..house(Mode::PairsTransfer, 1, 100) };
    let mut room = begun(at_stake(4), house);
    assert_eq!(room.table.chips(), Chips::new(400));
    while room.table.is_running() {
        room.wait().unwrap();
    }
    assert!(room.table.seating().game().unwrap().last_party().unwrap().outcome.is_draw());
    assert_eq!([0, 1, 2, 3].map(|id| has(&room, id)), [WALLET; 4]);
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let open = |settings: Settings, house: DurakHouse| {
        DurakTable::open(kozyr_time::TableId::new("t").unwrap(), settings, house).map(|_| ())
    };
    let plain = || house(Mode::Plain, 1, 10);
    assert_eq!(open(at_stake(2), plain()), Ok(()));
    let small = Rules { pack: Pack::Small24, ..Rules::default() };
    let wrong = [
        (settings(2), plain()),
        (at_stake(3), house(Mode::Pairs, 1, 10)),
        (at_stake(5), DurakHouse { rules: small, ..plain() }),
        (at_stake(2), house(Mode::Plain, 1, -1)),
        (at_stake(2), house(Mode::Plain, 1000, 1)),
        (at_stake(2), DurakHouse { ready: Millis::ZERO, ..plain() }),
        (at_stake(2), DurakHouse { patience: 0, ..plain() }),
        (Settings { top: cards("2c").unwrap(), ..at_stake(2) }, plain()),
        (Settings { top: cards("6c,6c").unwrap(), ..at_stake(2) }, plain()),
    ];
    for (settings, house) in wrong {
        let refused = open(settings, house.clone());
        assert!(matches!(refused, Err(SetupError::House(_))), "{house:?}: {refused:?}");
    }
    assert!(matches!(open(at_stake(7), plain()), Err(SetupError::Seats { .. })));
}

#[test]
fn nobody_changes_seats_within_a_game() {
    let to_three = Input::Move { player: player(0), seat: at(3) };
    let mut room: DurakRoom = Room::new(at_stake(3), house(Mode::Plain, 1, 100), 1);
    room.sit(0, 1, 0).unwrap();
    let batch = room.ask(&to_three).unwrap();
    assert_eq!(batch.entries, [Entry::Moved { seat: at(1), to: at(3), standing: () }]);

    let mut room = begun(at_stake(3), house(Mode::Plain, 9, 100));
    surrender(&mut room, 2);
    room.ask(&Input::Leave(player(2))).unwrap();
    let is_going_on =
        |room: &DurakRoom| room.table.seating().score().is_some_and(|score| score.over().is_none());
    assert!(is_going_on(&room), "two of them play on");
    let batch = room.ask(&to_three).unwrap();
    assert_eq!(batch.entries[0], Entry::Moving { seat: at(1), to: at(3) });
    for _ in 0..200 {
        if !is_going_on(&room) {
            break;
        }
        assert_eq!(room.table.seat_of(player(0)), Some(at(1)));
        room.wait().unwrap();
    }
    assert_eq!(room.table.seat_of(player(0)), Some(at(3)), "when it is over");
}

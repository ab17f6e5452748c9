//! The toy game at a table: every hook once by hand, all of them at random.

mod common;
mod toy;

use common::{Played, Room, at, person, player, sessions, settings};
use kozyr_card_game::laws::{self, Dice, Specimen};
use kozyr_card_game::{Joining, Seat, SeatSet, Seated};
use kozyr_cards::Pack;
use kozyr_chips::Chips;
use kozyr_table::{Entry, Input, LeftWhy, Refused, Settings, Table};
use kozyr_time::Millis;
use toy::{Act, Deal, Knock, KnockHouse, KnockSeating, Pause, Phase, Word};

fn house() -> KnockHouse {
    KnockHouse {
        look: Millis::from_secs(4),
        pay: Millis::from_secs(7),
        ready: Millis::from_secs(10),
        line: Some(Millis::from_secs(60)),
    }
}

impl Played for KnockSeating {
    fn table(dice: &mut Dice) -> (Settings, KnockHouse) {
        let line = dice.one_in(2).then(|| Millis::from_secs(60));
        (settings(2 + dice.below(5) as u8), KnockHouse { line, ..house() })
    }
    fn action(table: &Table<KnockSeating>, _: Seat, dice: &mut Dice) -> Act {
        let knocking = table.state().is_some_and(|deal| deal.phase == Phase::Knocking);
        if knocking != dice.one_in(12) { Act::Knock } else { Act::Pay }
    }
    fn word(_: &mut Dice) -> Option<Word> {
        Some(Word::Ready)
    }
    /// Somebody else takes a chair that was freed in the middle of the deal.
    fn next_step(room: &Room<KnockSeating>, dice: &mut Dice) -> Option<Input<KnockSeating>> {
        let freed = |one: &&kozyr_table::Person| one.parted && room.table.chair(one.chair).is_none();
        let chair = room.table.people().iter().find(freed).filter(|_| room.table.is_running())?.chair;
        let newcomer = dice.below(common::PEOPLE);
        let before = room.memory.get(&player(newcomer)).cloned();
        let buy_in = Chips::new(100);
        let sit = Input::Sit { player: person(newcomer), seat: chair, buy_in, wait: false, before };
        dice.one_in(3).then_some(sit)
    }
}

impl Specimen for Knock {
    const LONGEST: usize = 200;
    fn table(dice: &mut Dice) -> (SeatSet, Vec<Seated>, Pack) {
        let seats = 2 + dice.below(4) as usize;
        let waiting = (2..seats).map(Seat::from_index).filter(|_| dice.one_in(3)).collect();
        let seated = (0..seats)
            .map(|index| Seated { seat: Seat::from_index(index), stack: Chips::new(dice.between(1, 5)) });
        (waiting, seated.collect(), Pack::Short36)
    }
    fn accept(_: &Deal, _: Seat, offer: &Act, _: &mut Dice) -> Act {
        *offer
    }
    fn covers(offer: &Act, action: &Act) -> bool {
        offer == action
    }
    fn anything(_: &Deal, _: Seat, dice: &mut Dice) -> Act {
        if dice.one_in(2) { Act::Knock } else { Act::Pay }
    }
    fn joins(deal: &Deal, dice: &mut Dice) -> Option<Joining> {
        let used = |seat: Seat| deal.people.iter().any(|one| one.seat == seat);
        let sits = |seat: Seat| deal.people.iter().any(|one| one.chair == seat && !one.gone);
        let chair = (0..6).map(Seat::from_index).find(|&chair| !sits(chair))?;
        let seat = (0..Seat::MAX).map(Seat::from_index).find(|&seat| !used(seat))?;
        (deal.phase != Phase::Over).then(|| Joining { seat, chair, stack: Chips::new(dice.between(0, 4)) })
    }
    fn parts(deal: &Deal) -> SeatSet {
        let free = deal.people.iter().filter(|one| !one.plays && !one.gone && deal.phase != Phase::Over);
        free.map(|one| one.seat).collect()
    }
}

#[test]
fn the_toy_keeps_the_laws() {
    let seen = laws::check::<Knock>(3, 2_000).unwrap();
    assert!(seen.twins > 1_000, "{seen:?}");
}

#[test]
fn sessions_with_a_crash_after_every_commit_go_like_those_without() {
    let hands = sessions::<KnockSeating>(0..60, 500);
    assert!(hands > 150, "only {hands} deals");
}

/// The random sessions above need every hook: both shuffles of a deal, both stages, people who join and part in the middle of
/// one, and somebody else on a chair that was freed in it.
#[test]
fn random_sessions_need_every_hook() {
    let mut seen: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    for seed in 0..60 {
        let room = common::session::<KnockSeating>(seed, 500, false);
        let (mut shuffles, mut freed) = (0, Vec::new());
        for (_, line) in &room.log {
            let what = match serde_json::from_str::<Entry<KnockSeating>>(line).unwrap() {
                Entry::Started { .. } => {
                    (shuffles, freed) = (0, Vec::new());
                    "started"
                }
                Entry::Shuffled { .. } => {
                    shuffles += 1;
                    if shuffles == 2 { "second shuffle" } else { "shuffle" }
                }
                Entry::Joined(seat) if freed.contains(&seat) => "joined on a freed chair",
                Entry::Joined(_) => "joined",
                Entry::Parted(seat, _) => {
                    freed.push(seat);
                    "parted"
                }
                Entry::Said(..) => "ready",
                Entry::StageOver => "stage over",
                Entry::TimedOut(_) => "timed out",
                _ => continue,
            };
            *seen.entry(what).or_default() += 1;
        }
    }
    let rare: Vec<_> = seen.iter().filter(|(_, times)| **times < 10).collect();
    assert!(seen.len() == 9 && rare.is_empty(), "{seen:?}");
}

#[test]
#[ignore = "long: make soak"]
fn many_sessions() {
    sessions::<KnockSeating>(1_000..6_000, 600);
}

fn three() -> Room<KnockSeating> {
    let mut room: Room<KnockSeating> = Room::new(settings(4), house(), 1);
    for id in 0..3 {
        room.sit(id, id as u8 + 1, 100).unwrap();
    }
    room
}

fn ready(room: &mut Room<KnockSeating>, id: u32) {
    room.ask(&Input::Say { player: player(id), word: Word::Ready }).unwrap();
}

fn phase(room: &Room<KnockSeating>) -> Phase {
    room.table.state().unwrap().phase
}

#[test]
fn everybody_ready_starts_at_once_and_silence_waits() {
    let mut room = three();
    assert_eq!(room.table.pause().unwrap().name, Some(Pause::Preparation));
    ready(&mut room, 0);
    let twice = Input::Say { player: player(0), word: Word::Ready };
    assert_eq!(common::refused(&room, &twice), Refused::AlreadySo);
    ready(&mut room, 1);
    assert!(!room.table.is_running());
    ready(&mut room, 2);
    assert!(room.table.is_running(), "nobody is waited for");

    let mut room = three();
    ready(&mut room, 0);
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::PauseOver], "one is not enough");
    assert_eq!(room.table.deadline(), None, "nobody's clock runs until somebody says something");
    ready(&mut room, 1);
    assert_eq!(room.table.pause().unwrap().name, Some(Pause::Preparation));
}

#[test]
fn stages_follow_one_another_each_with_its_own_time() {
    let mut room = three();
    (0..3).for_each(|id| ready(&mut room, id));
    assert_eq!((phase(&room), room.table.deadline()), (Phase::Look, Some(room.now + Millis::from_secs(4))));
    room.wait().unwrap();
    assert_eq!((phase(&room), room.table.deadline()), (Phase::Pay, Some(room.now + Millis::from_secs(7))));
    room.now += Millis::from_secs(5);
    room.sit(5, 4, 50).unwrap();
    let restarted = Some(room.now + Millis::from_secs(7));
    assert_eq!(room.table.deadline(), restarted, "an event restarts the stage's clock");
    room.ask(&Input::Act { player: player(5), turn: 0, action: Act::Pay }).unwrap();
    assert_eq!(room.table.deadline(), restarted, "and somebody paying does not");
}

/// All three paid and must knock, each against their own clock.
fn knocking() -> Room<KnockSeating> {
    let mut room = three();
    (0..3).for_each(|id| ready(&mut room, id));
    room.wait().unwrap();
    for id in 0..3 {
        room.ask(&Input::Act { player: player(id), turn: 0, action: Act::Pay }).unwrap();
    }
    assert_eq!(phase(&room), Phase::Knocking);
    room
}

#[test]
fn parallel_clocks_each_use_their_own_bank() {
    let mut room = knocking();
    assert_eq!(room.table.clocks().len(), 3);
    assert_eq!(room.table.shuffles(), 2, "chance twice in a deal");
    let turn = room.table.clocks()[0].turn;
    // Turn 20 s, bank 10 s. The first knocks at once, the second four seconds into the bank.
    room.ask(&Input::Act { player: player(0), turn, action: Act::Knock }).unwrap();
    room.now += Millis::from_secs(24);
    room.ask(&Input::Act { player: player(1), turn, action: Act::Knock }).unwrap();
    let last = room.table.clocks();
    assert_eq!((last.len(), last[0].seat), (1, Some(at(3))), "the third clock went on by itself");
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries[0], Entry::TimedOut(at(3)));
    assert_eq!(batch.entries.last(), Some(&Entry::Left(at(3), LeftWhy::TimedOut)), "as this seating says");
    let bank = |seat: u8| {
        let rest = serde_json::to_value(room.table.rest().unwrap()).unwrap();
        rest["chairs"][usize::from(seat) - 1]["bank"].as_u64().unwrap()
    };
    assert_eq!((bank(1), bank(2)), (10_000, 6_000));
}

#[test]
fn people_come_and_go_in_mid_deal_and_a_freed_chair_keeps_no_secrets() {
    let mut room: Room<KnockSeating> = Room::new(settings(4), house(), 1);
    for id in 0..4 {
        room.sit(id, id as u8 + 1, 100).unwrap();
    }
    (0..3).for_each(|id| ready(&mut room, id));
    room.wait().unwrap();
    assert!(room.table.is_running(), "the fourth was not ready and looks on");
    // The fourth gets up in the middle of the deal; another person takes the chair and joins the deal.
    let batch = room.ask(&Input::Leave(player(3))).unwrap();
    assert_eq!(batch.entries[1], Entry::Parted(at(4), LeftWhy::Wish));
    assert_eq!(batch.transfers[0].amount(), Chips::new(100));
    let batch = room.sit(7, 4, 60).unwrap();
    assert_eq!(batch.entries[1], Entry::Joined(at(4)));
    let people = room.table.people();
    assert_eq!(people.len(), 5, "people are only added to");
    assert_ne!(people[3].seat, people[4].seat, "the chair is the same, the person is not");
    // Who left does not come back into this deal, on whatever chair; the next one is theirs again.
    room.ask(&Input::Leave(player(7))).unwrap();
    let batch = room.sit(3, 4, 100).unwrap();
    assert_eq!(batch.entries.len(), 1, "seated, but with no part in the deal");
    assert_eq!(room.table.in_hand(at(4)), None);
    room.restart();
}

#[test]
fn a_lost_line_is_waited_for_and_then_given_up() {
    let mut room = knocking();
    room.ask(&Input::Line { player: player(1), connected: false }).unwrap();
    assert!(room.ask(&Input::Line { player: player(1), connected: false }).is_err(), "once is enough");
    let chair = room.table.chair(at(2)).unwrap();
    assert!(!chair.is_connected());
    // No clock of the game runs out before the minute is over when everybody has time.
    let turn = room.table.clocks()[0].turn;
    for id in [0, 2] {
        room.ask(&Input::Act { player: player(id), turn, action: Act::Knock }).unwrap();
    }
    room.wait().unwrap();
    assert!(!room.table.is_running());
}

#[test]
fn settings_change_after_the_running_deal() {
    let mut room = knocking();
    let other = Settings { turn: Millis::from_secs(5), ..settings(5) };
    room.ask(&Input::Change { settings: other.clone(), house: house() }).unwrap();
    assert_eq!(room.table.settings(), &settings(4), "not in the middle of a deal");
    room.restart();
    let turn = room.table.clocks()[0].turn;
    for id in 0..3 {
        room.ask(&Input::Act { player: player(id), turn, action: Act::Knock }).unwrap();
    }
    assert_eq!(room.table.settings(), &other);
    let narrow = Input::Change { settings: settings(2), house: house() };
    assert_eq!(common::refused(&room, &narrow), Refused::SeatTaken);
    let same = Input::Change { settings: other, house: house() };
    assert_eq!(common::refused(&room, &same), Refused::AlreadySo);
}

#[test]
fn a_held_up_table_finishes_its_deal_and_waits() {
    let mut room = knocking();
    room.ask(&Input::HoldUp(true)).unwrap();
    let turn = room.table.clocks()[0].turn;
    for id in 0..3 {
        room.ask(&Input::Act { player: player(id), turn, action: Act::Knock }).unwrap();
    }
    assert_eq!(room.table.deadline(), None);
    room.ask(&Input::HoldUp(false)).unwrap();
    assert!(room.table.deadline().is_some());
}

#[test]
fn fixed_cards_lie_on_top_of_every_shuffle() {
    let top = ["As", "6d", "Th"].map(|card| card.parse().unwrap()).to_vec();
    let mut room: Room<KnockSeating> = Room::new(Settings { top: top.clone(), ..settings(4) }, house(), 1);
    (0..3).for_each(|id| drop(room.sit(id, id as u8 + 1, 100).unwrap()));
    (0..3).for_each(|id| ready(&mut room, id));
    let dealt = |room: &Room<KnockSeating>| -> Vec<_> {
        room.table.state().unwrap().people.iter().flat_map(|one| one.cards.clone()).collect()
    };
    assert_eq!(dealt(&room), top);
    room.wait().unwrap();
    for id in 0..3 {
        room.ask(&Input::Act { player: player(id), turn: 0, action: Act::Pay }).unwrap();
    }
    assert_eq!(dealt(&room), top, "and again the second time");
}

#[test]
fn a_log_whose_secrets_were_exchanged_is_not_replayed() {
    let mut room = knocking();
    let other = room.secrets[&1].clone();
    room.secrets.insert(2, other);
    let lost = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| room.rebuilt()));
    assert!(lost.is_err(), "the commitment in the log fixes the cards");
    room.secrets.remove(&2);
    let gone = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| room.rebuilt()));
    assert!(gone.is_err());
}

#[test]
fn a_guest_list_of_one_table() {
    let mut room = three();
    let again =
        Input::Sit { player: person(0), seat: at(4), buy_in: Chips::new(50), wait: false, before: None };
    assert_eq!(common::refused(&room, &again), Refused::SeatedAlready(at(1)));
    room.ask(&Input::Remove(player(0))).unwrap();
    assert_eq!(room.table.taken().count(), 2);
    let place = Input::Place { player: person(0), seat: at(1), chips: Chips::new(50) };
    assert_eq!(common::refused(&room, &place), Refused::TournamentSeats);
}

#[test]
fn who_keeps_sitting_out_and_in_without_a_hand_loses_the_seat_by_the_first_sitting_out() {
    let mut room: Room<KnockSeating> = Room::new(settings(4), house(), 1);
    room.sit(0, 1, 100).unwrap();
    room.ask(&Input::SitOut(player(0))).unwrap();
    let first = room.now;
    // Every fifty seconds in and out again; the table lets nobody sit out for more than a minute.
    room.now += Millis::from_secs(50);
    room.ask(&Input::SitIn(player(0))).unwrap();
    assert_eq!(room.table.deadline(), None, "who wants to play keeps the seat");
    room.now += Millis::from_secs(5);
    room.ask(&Input::SitOut(player(0))).unwrap();
    assert_eq!(room.table.deadline(), Some(first + Millis::from_secs(60)));
    room.restart();
    let batch = room.wait().unwrap();
    assert_eq!(batch.entries, [Entry::Left(at(1), LeftWhy::Away)]);
}

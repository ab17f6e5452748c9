//! Random sessions at tables of Seka: rebuilt after every commit they go on alike, and every deal leaves a record
//! that replays.

#![allow(clippy::print_stderr)]

mod common;

use common::{Played, Room, anything, sessions};
use kozyr_card_game::Seat;
use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_chips::{Chips, Currency};
use kozyr_seka::{Action, Event, Offer, Rake, Rules, Seka, Stage, Status, notation};
use kozyr_table::seka::{self, SekaSeating, SekaTable, SekaWord};
use kozyr_table::{Entry, Input, News, Settings};
use kozyr_time::{Millis, PlayerId};

impl Played for SekaSeating {
    fn table(dice: &mut Dice) -> (Settings, Rules) {
        let base = *dice.pick(&[1, 2, 5]);
        let rules = Rules {
            seats: 2 + dice.below(5) as u8,
            max_balance: (dice.one_in(3)).then(|| Chips::new(150)),
            dark_funding: *dice.pick(&[kozyr_seka::DarkFunding::House, kozyr_seka::DarkFunding::Loan]),
            match_final_raise: dice.one_in(2),
            rake: *dice.pick(&[Rake::None, Rake::Fixed(Chips::new(2)), Rake::BasisPoints(500)]),
            ..Rules::new(Chips::new(base), Chips::new(base * dice.between(1, 5)))
        };
        let settings = Settings {
            seats: 2 + dice.below(u32::from(rules.seats) - 1) as u8,
            least_buy_in: Chips::new(40),
            most_buy_in: Chips::new(200),
            memory: Millis::from_secs(*dice.pick(&[0, 1800])),
            ..seka::settings(&rules, Currency::FUN)
        };
        (settings, rules)
    }

    /// Mostly a call, so that there are ties; a fold is rare, since it ends most deals before anything happens.
    fn action(table: &SekaTable, chair: Seat, dice: &mut Dice) -> Action {
        let (Some(deal), Some(seat)) = (table.state(), table.in_hand(chair)) else { return Action::Call };
        if dice.one_in(12) {
            return Seka::anything(deal, seat, dice);
        }
        let mut offers = Vec::new();
        deal.offers(seat, &mut offers);
        if !dice.one_in(10) {
            offers.retain(|offer| *offer != Offer::Fold);
        }
        if offers.is_empty() {
            Action::Fold
        } else {
            Seka::accept(deal, seat, &dice.pick(&offers).clone(), dice)
        }
    }

    fn word(dice: &mut Dice) -> Option<SekaWord> {
        Some(if dice.one_in(12) { SekaWord::NotReady } else { SekaWord::Ready })
    }

    fn invariants(table: &SekaTable) {
        let between =
            matches!(table.stage(), Stage::WaitingForPlayers | Stage::Preparation | Stage::PauseBeforeNext);
        assert_eq!(between, !table.is_running());
        for (seat, chair) in table.taken() {
            let status = table.status(seat);
            assert_ne!(status, Status::Lobby, "{seat:?} was timed out and still sits there");
            assert!(!(chair.standing.ready && table.is_running()), "{seat:?} is ready in a deal");
            let out = table
                .state()
                .zip(table.in_hand(seat))
                .is_some_and(|(deal, seat)| deal.may_part().contains(seat));
            assert!(!(out && status == Status::Left), "{seat:?} has no part in the deal and has not gone");
        }
        if let (true, Some(deal)) = (table.is_running(), table.state()) {
            for person in table.people() {
                assert_eq!(deal.chair(person.seat), Some(person.chair));
                assert_eq!(person.parted, deal.on_chair(person.chair) != Some(person.seat));
            }
        }
    }
}

#[test]
fn sessions_with_a_crash_after_every_commit_go_like_those_without() {
    let hands = sessions::<SekaSeating>(0..150, 600);
    assert!(hands > 250, "only {hands} deals");
}

#[test]
#[ignore = "long: make soak"]
fn many_sessions() {
    sessions::<SekaSeating>(1_000..4_000, 800);
}

/// Anything, with more people who are ready, who come, and who go as soon as they may.
fn lively(room: &mut Room<SekaSeating>, dice: &mut Dice) -> Input<SekaSeating> {
    let seated: Vec<PlayerId> = room.table.taken().map(|(_, chair)| chair.player.id).collect();
    if !room.table.is_running() && !seated.is_empty() && dice.one_in(2) {
        return Input::Say { player: *dice.pick(&seated), word: SekaWord::Ready };
    }
    if dice.one_in(8)
        && let Some(deal) = room.table.state().filter(|_| room.table.is_running())
        && let Some(out) = room.table.people().iter().find(|person| deal.may_part().contains(person.seat))
    {
        return Input::Leave(out.player);
    }
    let chairs = (0..usize::from(room.table.settings().seats)).map(Seat::from_index);
    let free: Vec<Seat> = chairs.filter(|&seat| room.table.chair(seat).is_none()).collect();
    if !free.is_empty() && dice.one_in(6) {
        let id = dice.below(common::PEOPLE);
        return Input::Sit {
            player: common::person(id),
            seat: *dice.pick(&free),
            buy_in: Chips::new(dice.between(100, 200)),
            wait: false,
            before: room.memory.get(&common::player(id)).cloned(),
        };
    }
    anything(room, dice)
}

#[derive(Debug, Default)]
struct Seen {
    deals: u32,
    svaras: u32,
    joined: u32,
    on_left_chairs: u32,
    parted: u32,
    entered: u32,
    timed_out: u32,
}

#[test]
fn every_deal_leaves_a_record_that_replays() {
    let mut seen = Seen::default();
    for seed in 0..150 {
        let mut dice = Dice::random(seed);
        let (settings, house) = SekaSeating::table(&mut dice);
        let mut room: Room<SekaSeating> = Room::new(settings, house, seed);
        let mut rested = (room.table.clone(), room.log.len());
        for _ in 0..600 {
            if !room.table.is_running() {
                rested = (room.table.clone(), room.log.len());
            }
            let input = lively(&mut room, &mut dice);
            let heard = room.effects.told.len();
            if room.ask(&input).is_err() {
                continue;
            }
            for told in &room.effects.told[heard..] {
                match told.to(None) {
                    Some(News::Game(Event::Entered { .. })) => seen.entered += 1,
                    Some(News::TimedOut(_)) => seen.timed_out += 1,
                    _ => {}
                }
            }
            if !room.table.is_running() && room.table.hand_number() > rested.0.hand_number() {
                check(&room, &rested.0, rested.1, &mut seen);
            }
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.deals > 500 && seen.svaras > 20 && seen.timed_out > 50, "{seen:?}");
    assert!(seen.joined > 50 && seen.on_left_chairs > 5 && seen.parted > 50 && seen.entered > 5, "{seen:?}");
}

fn check(room: &Room<SekaSeating>, before: &SekaTable, from: usize, seen: &mut Seen) {
    let lines: Vec<_> = room.log[from..]
        .iter()
        .map(|(at, line)| (*at, serde_json::from_str::<Entry<SekaSeating>>(line).unwrap()))
        .collect();
    let record = seka::record(before, lines.iter().map(|(at, entry)| (*at, entry))).expect("a deal began");
    let deal = record.replay().unwrap();
    assert_eq!(Some(&deal), room.table.state());
    let text = record.to_text().unwrap();
    assert_eq!(notation::read(&text).as_ref(), Ok(&record), "{text}");
    seen.deals += 1;
    seen.svaras += u32::from(deal.svaras() > 0);
    seen.on_left_chairs += u32::from(text.contains(" at "));
    for (_, entry) in &lines {
        match entry {
            Entry::Joined(_) => seen.joined += 1,
            Entry::Parted(..) => seen.parted += 1,
            _ => {}
        }
    }
}

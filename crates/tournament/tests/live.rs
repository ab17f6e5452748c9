//! Whole tournaments on real tables, at random, with crashes: every place and prize once, every chip accounted for
//! after every commit.
#![allow(clippy::print_stderr, reason = "a long run says what it saw")]

mod hall;

use hall::{Hall, player};
use kozyr_card_game::laws::Dice;
use kozyr_chips::{Chips, Currency};
use kozyr_poker::{Action, Offer};
use kozyr_table::holdem::HoldemTable;
use kozyr_table::{Input, Settings};
use kozyr_time::{Millis, WallTime};
use kozyr_tournament::live::{Venue, VenueError};
use kozyr_tournament::{
    AddOn, AnteKind, BlindLevel, Bounty, BreakRule, Command, Config, EntrantId, Happened, LateEntry,
    PauseKind, PayoutPreset, Payouts, Preset, Rebuys, Rules, Seating, Status, TableNo, TiePolicy, Tournament,
    director,
};
use std::collections::BTreeSet;

/// What happened, so that a run that saw nothing is found out.
#[derive(Default, Debug)]
struct Seen {
    tournaments: u64,
    players: u64,
    commits: u64,
    hands: u64,
    moves: u64,
    broken: u64,
    final_tables: u64,
    rounds: u64,
    levels: u64,
    rebuys: u64,
    lapsed: u64,
    late: u64,
    re_entries: u64,
    add_ons: u64,
    pauses: u64,
    breaks: u64,
    crashes: u64,
    recoveries: u64,
    poor: u64,
    cancelled: u64,
    bounties: u64,
}

impl Seen {
    fn counts(&self) -> [u64; 19] {
        [
            self.hands,
            self.moves,
            self.broken,
            self.final_tables,
            self.rounds,
            self.levels,
            self.rebuys,
            self.lapsed,
            self.late,
            self.re_entries,
            self.add_ons,
            self.pauses,
            self.breaks,
            self.crashes,
            self.recoveries,
            self.poor,
            self.cancelled,
            self.commits,
            self.bounties,
        ]
    }
}

fn name(number: u32) -> EntrantId {
    format!("p{number}").into()
}

/// A random form for so many players at no more than so many tables.
fn rules(dice: &mut Dice, players: u32, tables: u32) -> Rules {
    let least = players.div_ceil(tables).max(2);
    let seats = least + dice.below(11 - least);
    let presets = [PayoutPreset::WinnerTakesAll, PayoutPreset::SitAndGo, PayoutPreset::Field];
    let ante = |big: i64, dice: &mut Dice| Chips::new(if dice.one_in(2) { 0 } else { big });
    let mut levels: Vec<BlindLevel> = Vec::new();
    let mut big = 20;
    for level in 1..=14 {
        let minutes = 1 + u64::from(dice.below(3));
        let ante = ante(big / 4, dice);
        levels.push(BlindLevel { ante, ..BlindLevel::new(level, big / 2, big, minutes) });
        big += big / 4 * 2;
    }
    let level = |dice: &mut Dice| 1 + dice.below(4);
    let minute = |dice: &mut Dice| Millis::from_secs(20 + u64::from(dice.below(60)));
    let mut config = Config {
        seats: seats as u8,
        starting_chips: Chips::new(100 + dice.between(0, 700)),
        buy_in: Chips::new(dice.between(0, 600)),
        levels,
        ante_kind: *dice.pick(&[AnteKind::Each, AnteKind::BigBlind]),
        prizes: Payouts::Preset(*dice.pick(&presets)),
        tie_policy: *dice.pick(&[TiePolicy::Ordinal, TiePolicy::Split]),
        guarantee: dice.one_in(4).then(|| Chips::new(5000)),
        rebuys: dice
            .one_in(2)
            .then(|| Rebuys { end_level: Some(level(dice)), max_each: Some(1 + dice.below(2)) }),
        late_entry: dice.one_in(2).then(|| LateEntry { end_level: level(dice), re_entries: dice.below(2) }),
        add_on: dice.one_in(2).then(|| AddOn {
            price: Chips::new(10),
            chips: Chips::new(150),
            end_level: level(dice),
        }),
        bounty: dice
            .one_in(2)
            .then(|| Bounty { amount: Chips::new(dice.between(1, 60)), progressive: dice.one_in(2) }),
        breaks: Vec::new(),
        ..Preset::Turbo.config("live")
    };
    if dice.one_in(2) {
        config.breaks.push(BreakRule::AfterLevel { level: level(dice), length: minute(dice) });
        config.breaks.push(BreakRule::Hourly { minute: dice.below(60) as u8, length: minute(dice) });
    }
    config.check().expect("a sound form")
}

struct Play {
    hall: Hall,
    dice: Dice,
    seen: Seen,
    /// Who might still come.
    late: u32,
    crash_every: u32,
    idle: u32,
}

impl Play {
    fn new(seed: u64, players: u32, tables: u32, crash_every: u32) -> Play {
        let mut dice = Dice::random(seed);
        let rules = rules(&mut dice, players, tables);
        let late = if rules.late_entry.is_some() { 1 + players / 4 } else { 0 };
        let hall = Hall::new(rules, players + late, seed);
        let mut play = Play { hall, dice, seen: Seen::default(), late, crash_every, idle: 0 };
        play.must(&Command::Open);
        for number in 0..players {
            let player = name(number);
            play.must(&Command::Register { name: player.as_str().into(), player });
        }
        let seats = usize::from(play.hall.cup.rules().seats);
        let chairs = director::draw(players as usize, seats, &mut |n| play.dice.below(n));
        let seating = (0..players).zip(chairs).map(|(number, chair)| Seating { player: name(number), chair });
        play.must(&Command::Start { seating: seating.collect() });
        play
    }

    fn is_on(&self) -> bool {
        matches!(self.hall.cup.status(), Status::Running | Status::Paused(_))
    }

    fn run(mut self) -> Seen {
        while self.is_on() {
            self.arrange();
            self.somebody_does_something();
            if self.is_on() && !self.somebody_acts() {
                self.let_time_pass();
            }
        }
        self.end();
        self.seen.tournaments = 1;
        self.seen
    }

    fn must(&mut self, command: &Command) {
        self.ask(command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }

    fn ask(&mut self, command: &Command) -> Result<(), String> {
        let outcome = self.hall.command(command);
        self.after(outcome)
    }

    fn input(
        &mut self,
        table: TableNo,
        input: &Input<kozyr_table::holdem::HoldemSeating>,
    ) -> Result<(), String> {
        let outcome = self.hall.input(table, input);
        self.after(outcome)
    }

    fn after(&mut self, outcome: Result<kozyr_tournament::live::Commit, String>) -> Result<(), String> {
        self.seen.poor += u64::from(outcome.as_ref().is_err_and(|why| why.starts_with("too poor")));
        for event in outcome?.events {
            let count = match &event.what {
                Happened::Registered { .. } => &mut self.seen.players,
                Happened::HandFinished { .. } => &mut self.seen.hands,
                Happened::BountyWon { .. } => &mut self.seen.bounties,
                Happened::Moved { .. } => &mut self.seen.moves,
                Happened::TableBroken { .. } => &mut self.seen.broken,
                Happened::FinalTable { .. } => &mut self.seen.final_tables,
                Happened::RoundBegan { .. } => &mut self.seen.rounds,
                Happened::LevelsWalked { .. } => &mut self.seen.levels,
                Happened::Rebought { .. } => &mut self.seen.rebuys,
                Happened::OfferClosed { declined: false, .. } => &mut self.seen.lapsed,
                Happened::Entered { .. } => &mut self.seen.late,
                Happened::ReEntered { .. } => &mut self.seen.re_entries,
                Happened::AddedOn { .. } => &mut self.seen.add_ons,
                Happened::Paused { .. } => &mut self.seen.pauses,
                Happened::BreakBegan { .. } => &mut self.seen.breaks,
                Happened::Recovered { .. } => &mut self.seen.recoveries,
                Happened::Cancelled { .. } => &mut self.seen.cancelled,
                _ => continue,
            };
            *count += 1;
        }
        if self.dice.one_in(self.crash_every) {
            self.hall.crash();
            self.seen.crashes += 1;
            if self.is_on() && self.dice.one_in(8) {
                self.room_was_down();
            }
        }
        Ok(())
    }

    /// The room was down for a while: the tournament pauses, and nobody's time ran out meanwhile.
    fn room_was_down(&mut self) {
        let last_known = self.hall.now.wall;
        if self.hall.cup.started_at().is_none() {
            return;
        }
        self.hall.pass(Millis::from_secs(600));
        self.hall.command(&Command::Recover { last_known }).expect("it comes back");
        self.seen.recoveries += 1;
        for table in self.tables() {
            self.hall.input(table, &Input::Resume).expect("so does a table");
        }
    }

    fn tables(&self) -> Vec<TableNo> {
        self.hall.tables.keys().copied().collect()
    }

    fn table(&self, no: TableNo) -> Option<&HoldemTable> {
        self.hall.tables.get(&no).map(|at| &at.table)
    }

    /// The director's moves, as long as there are any.
    fn arrange(&mut self) {
        while self.is_on() && self.hall.cup.moves_due() && !self.hall.cup.is_round_open() {
            if self.hall.cup.deadline().is_some_and(|deadline| deadline <= self.hall.now.wall) {
                // An offer that has lapsed frees a seat: the plan would be of yesterday.
                self.must(&Command::Tick);
                continue;
            }
            let plan = self.hall.cup.floor().plan(&mut |n| self.dice.below(n));
            if plan.is_empty() {
                return;
            }
            self.must(&Command::Rearrange(plan));
        }
    }

    fn somebody_does_something(&mut self) {
        let offered: Vec<EntrantId> = self.hall.cup.offers().map(|(player, _)| player.clone()).collect();
        for player in offered {
            // Refused when the offer has lapsed meanwhile, or there is no money left.
            let _ = match self.dice.below(30) {
                0 => self.ask(&Command::Rebuy { player }),
                1 => self.ask(&Command::DeclineRebuy { player }),
                _ => Ok(()),
            };
        }
        if matches!(self.hall.cup.status(), Status::Paused(_)) && self.dice.one_in(40) {
            let _ = self.ask(&Command::Resume);
        }
        let anybody = name(self.dice.below(self.hall.cup.entrants().len() as u32));
        let tables = self.tables();
        let _ = match self.dice.below(900) {
            0 => self.ask(&Command::Pause(PauseKind::Everything)),
            1 => self.ask(&Command::Pause(PauseKind::ClockOnly)),
            2..=4 => self.ask(&Command::NextLevel),
            5 => self.ask(&Command::Break { length: Millis::from_secs(30) }),
            6 => self.ask(&Command::SitOut { player: anybody }),
            7..=30 if self.hall.cup.rules().late_entry.is_some() => {
                let chair = self.late_chair();
                self.ask(&Command::ReEnter { player: anybody, chair })
            }
            31..=60 if self.late > 0 => {
                self.late -= 1;
                let player = name(self.hall.cup.entrants().len() as u32);
                let chair = self.late_chair();
                self.ask(&Command::Enter { name: player.as_str().into(), player, chair })
            }
            61 if self.dice.one_in(12) => self.ask(&Command::Cancel),
            62..=90 if !tables.is_empty() => {
                let table = *self.dice.pick(&tables);
                let (player, connected) = (player(&anybody).id, self.dice.one_in(2));
                self.input(table, &Input::Line { player, connected })
            }
            91..=95 if !tables.is_empty() => {
                let table = *self.dice.pick(&tables);
                let refused = self.input(table, &Input::SitOut(player(&anybody).id));
                assert!(refused.is_err(), "nobody sits out");
                refused
            }
            _ if self.hall.cup.rest().is_some() => self.ask(&Command::AddOn { player: anybody }),
            _ => Ok(()),
        };
    }

    fn late_chair(&mut self) -> kozyr_tournament::Chair {
        let dice = &mut self.dice;
        self.hall.cup.floor().late_chair(self.hall.cup.next_table(), &mut |n| dice.below(n))
    }

    /// Somebody whose turn it is acts; now and then nobody does.
    fn somebody_acts(&mut self) -> bool {
        let running: Vec<TableNo> = self
            .tables()
            .into_iter()
            .filter(|&no| self.table(no).is_some_and(|t| !t.clocks().is_empty()))
            .collect();
        if running.is_empty() || self.dice.one_in(25) {
            return false;
        }
        let no = *self.dice.pick(&running);
        let table = self.table(no).expect("running");
        let clock = table.clocks()[0];
        let seat = clock.seat.expect("a player's clock");
        let player = table.chair(seat).expect("taken").player.id;
        let offers = table.state().expect("a hand").offers(table.in_hand(seat).expect("dealt in"));
        let action = match *self.dice.pick(&offers) {
            Offer::Fold => Action::Fold,
            Offer::RaiseTo { least, most } if self.dice.one_in(2) => {
                Action::RaiseTo(if self.dice.one_in(3) { most } else { least })
            }
            Offer::Check | Offer::Call { .. } | Offer::RaiseTo { .. } => Action::CheckOrCall,
            Offer::BringIn { .. } => Action::BringIn,
            Offer::Discard { from } => Action::Discard(from),
            Offer::Show => Action::Show,
            Offer::Runouts { .. } => unreachable!("a tournament deals every board once"),
            Offer::Muck => Action::Muck,
        };
        self.input(no, &Input::Act { player, turn: clock.turn, action }).expect("an offer may be taken");
        self.idle = 0;
        true
    }

    /// On to the next thing that happens by itself.
    fn let_time_pass(&mut self) {
        let room = self.hall.now.room;
        let due =
            |no: &TableNo| self.table(*no).and_then(HoldemTable::deadline).map(|at| (at.since(room), *no));
        let table = self.tables().iter().filter_map(due).min();
        let cup = self.hall.cup.deadline().map(|at| at.since(self.hall.now.wall));
        match (table, cup) {
            (Some((wait, no)), cup) if cup.is_none_or(|cup| wait <= cup) => {
                self.hall.pass(wait);
                let _ = self.input(no, &Input::Tick);
            }
            (_, Some(wait)) => {
                self.hall.pass(wait);
                self.must(&Command::Tick);
            }
            (Some(_), None) | (None, None) => {
                // A pause, or a level that waits for the host.
                self.idle += 1;
                assert!(
                    self.idle < 5000,
                    "nothing will ever happen again: {:?}",
                    self.hall.cup.hud(self.hall.now.wall)
                );
                self.hall.pass(Millis::from_secs(1));
                return;
            }
        }
        self.idle = 0;
    }

    /// Every place once, every prize once, no chip left anywhere.
    fn end(&mut self) {
        let cup = self.hall.cup.clone();
        self.hall.close().expect("it is over");
        assert!(self.hall.tables.is_empty());
        self.hall.crash();
        let books = hall::books();
        let balance = |account| self.hall.ledger.balance(&account);
        assert_eq!(balance(kozyr_chips::Account::issuance(books.chips())), Chips::ZERO, "all chips are back");
        assert_eq!(balance(books.escrow()), Chips::ZERO);
        self.seen.commits = self.hall.commits;
        let placements = cup.placements();
        let prize = |entrant: &EntrantId| {
            let row = placements.iter().find(|row| row.player == *entrant);
            row.and_then(|row| row.prize).unwrap_or_default()
        };
        let refunded = cup.status() == Status::Cancelled;
        for entrant in cup.entrants() {
            let paid = if refunded { Chips::ZERO } else { entrant.paid };
            let wallet = kozyr_chips::Account::wallet(player(&entrant.id).id, Currency::FUN);
            let expected = Chips::new(hall::WALLET) - paid + prize(&entrant.id) + entrant.bounties_won;
            // A bounty that was won stays won when the rest is refunded.
            if !refunded || cup.rules().bounty.is_none() {
                assert_eq!(balance(wallet), expected, "{}", entrant.id);
            }
        }
        if refunded {
            return;
        }
        let places: Vec<u32> = placements.iter().map(|row| row.place).collect();
        assert_eq!(places, (1..=cup.entrants().len() as u32).collect::<Vec<_>>());
        let players: BTreeSet<&EntrantId> = placements.iter().map(|row| &row.player).collect();
        assert_eq!(players.len(), cup.entrants().len());
        let pool = cup.pool().amount;
        assert_eq!(placements.iter().filter_map(|row| row.prize).sum::<Chips>(), pool);
    }
}

fn add(all: &mut Seen, one: &Seen) {
    let Seen { tournaments, players, commits, hands, moves, broken, final_tables, rounds, levels, .. } = one;
    all.tournaments += tournaments;
    all.players += players;
    all.commits += commits;
    all.hands += hands;
    all.moves += moves;
    all.broken += broken;
    all.final_tables += final_tables;
    all.rounds += rounds;
    all.levels += levels;
    all.rebuys += one.rebuys;
    all.lapsed += one.lapsed;
    all.late += one.late;
    all.re_entries += one.re_entries;
    all.add_ons += one.add_ons;
    all.pauses += one.pauses;
    all.breaks += one.breaks;
    all.crashes += one.crashes;
    all.recoveries += one.recoveries;
    all.poor += one.poor;
    all.cancelled += one.cancelled;
    all.bounties += one.bounties;
}

fn play(tournaments: u64, first: u64) -> Seen {
    let mut all = Seen::default();
    for seed in first..first + tournaments {
        let mut dice = Dice::random(seed ^ 0x7ab1e);
        let (players, tables) = (2 + dice.below(29), 1 + dice.below(5));
        let players = players.min(tables * 10);
        let result = std::panic::catch_unwind(|| Play::new(seed, players, tables, 10).run());
        match result {
            Ok(seen) => add(&mut all, &seen),
            Err(panic) => {
                eprintln!("tournament {seed}: {players} players at {tables} tables");
                std::panic::resume_unwind(panic);
            }
        }
    }
    all
}

#[test]
fn random_tournaments_on_real_tables_come_through_crashes() {
    let seen = play(60, 0);
    eprintln!("{seen:?}");
    assert!(seen.counts().iter().all(|&count| count > 0), "something never happened: {seen:?}");
}

#[test]
fn a_tournament_that_cannot_be_played_in_a_room_is_refused_before_it_starts() {
    let rules = || Preset::Turbo.rules("room");
    let venue = |id: &str, settings: &Settings| {
        let cup = Tournament::new(id, WallTime::from_millis(0), rules());
        Venue::new(&cup, Currency::FUN, &player, settings).map(drop)
    };
    let good = hall::settings();
    assert_eq!(venue("friday-cup", &good), Ok(()));
    assert!(matches!(venue("Friday cup", &good), Err(VenueError::Id(_))));
    assert!(
        matches!(venue(&"x".repeat(36), &good), Err(VenueError::Id(_))),
        "no room for the tables' numbers"
    );
    let hasty = Settings { pause: Millis::ZERO, ..good };
    assert!(matches!(venue("friday-cup", &hasty), Err(VenueError::Setup(_))));
}

#[test]
#[ignore = "long: make soak"]
fn two_thousand_random_tournaments_on_real_tables() {
    eprintln!("{:?}", play(2000, 1000));
}

#[test]
#[ignore = "long: make soak"]
fn a_thousand_players_on_real_tables() {
    let mut all = Seen::default();
    for seed in 1..=10 {
        add(&mut all, &Play::new(seed, 1000, 125, 300).run());
    }
    eprintln!("{all:?}");
    assert!(all.broken > 500 && all.crashes > 100, "{all:?}");
}

//! A whole tournament from one seed: tables that play at once, a host who pauses, players who come
//! late, buy in again or are silent, a room that crashes. Everything is checked from the outside, by
//! the log alone.
#![allow(unreachable_pub, reason = "a test's own module")]

mod hands;
mod watch;

use kozyr_chips::Chips;
use kozyr_tournament::{
    AddOn, Bounty, BreakRule, Command, Config, EntrantId, Event, LateEntry, Millis, PauseKind, PayoutPreset,
    Payouts, Preset, Rebuys, Refusal, Seating, Status, TableNo, TiePolicy, Timestamp, Tournament, director,
};
use std::collections::BTreeMap;
use watch::Watch;

/// SplitMix64: the same choices from the same seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let z = z ^ (z >> 31);
        ((u128::from(z) * u128::from(n)) >> 64) as u32
    }

    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

/// What one tournament has seen.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen {
    pub players: u64,
    pub hands: u64,
    pub moves: u64,
    pub rebuys: u64,
    pub late: u64,
    pub re_entries: u64,
    pub add_ons: u64,
    pub pauses: u64,
    pub breaks: u64,
    pub crashes: u64,
    pub rounds: u64,
    pub ties: u64,
    pub refused: u64,
    pub cancelled: u64,
    pub bounties: u64,
    pub shared_bounties: u64,
}

impl Seen {
    pub fn add(&mut self, other: &Seen) {
        let pairs = [
            (&mut self.players, other.players),
            (&mut self.hands, other.hands),
            (&mut self.moves, other.moves),
            (&mut self.rebuys, other.rebuys),
            (&mut self.late, other.late),
            (&mut self.re_entries, other.re_entries),
            (&mut self.add_ons, other.add_ons),
            (&mut self.pauses, other.pauses),
            (&mut self.breaks, other.breaks),
            (&mut self.crashes, other.crashes),
            (&mut self.rounds, other.rounds),
            (&mut self.ties, other.ties),
            (&mut self.refused, other.refused),
            (&mut self.cancelled, other.cancelled),
            (&mut self.bounties, other.bounties),
            (&mut self.shared_bounties, other.shared_bounties),
        ];
        pairs.into_iter().for_each(|(sum, more)| *sum += more);
    }
}

pub struct World {
    dice: Dice,
    now: Timestamp,
    fresh: Tournament,
    cup: Tournament,
    log: Vec<Event>,
    watch: Watch,
    /// When the hand in play at a table will be over.
    ends: BTreeMap<TableNo, Timestamp>,
    hands: u32,
    /// Who might still come.
    late: u32,
    /// For how long nothing has happened.
    idle: u32,
    /// How often a crash comes: once in so many steps.
    crash_every: u32,
}

fn form(dice: &mut Dice) -> Config {
    let presets = [PayoutPreset::WinnerTakesAll, PayoutPreset::SitAndGo, PayoutPreset::Field];
    let mut config = Preset::Turbo.config("world");
    config.seats = [2, 6, 8, 9, 10][dice.below(5) as usize];
    config.buy_in = Chips::new(i64::from(dice.below(50)));
    config.prizes = Payouts::Preset(presets[dice.below(3) as usize]);
    config.tie_policy = [TiePolicy::Ordinal, TiePolicy::Split][dice.below(2) as usize];
    config.prize_pool_override = dice.one_in(5).then(|| Chips::new(i64::from(dice.below(10_000))));
    config.guarantee = dice.one_in(4).then(|| Chips::new(i64::from(dice.below(10_000))));
    let level = |dice: &mut Dice| 1 + dice.below(6);
    config.rebuys = dice.one_in(2).then(|| Rebuys {
        end_level: (!dice.one_in(8)).then(|| level(dice)),
        max_each: Some(1 + dice.below(3)),
    });
    config.late_entry =
        dice.one_in(2).then(|| LateEntry { end_level: level(dice), re_entries: dice.below(3) });
    config.add_on = dice.one_in(2).then(|| AddOn {
        price: Chips::new(i64::from(dice.below(30))),
        chips: Chips::new(1 + i64::from(dice.below(3000))),
        end_level: level(dice),
    });
    config.bounty = dice
        .one_in(2)
        .then(|| Bounty { amount: Chips::new(1 + i64::from(dice.below(60))), progressive: dice.one_in(2) });
    if dice.one_in(2) {
        let length = Millis::from_secs(30 + u64::from(dice.below(300)));
        config.breaks.push(BreakRule::AfterLevel { level: level(dice), length });
        config.breaks.push(BreakRule::Hourly { minute: dice.below(60) as u8, length });
    }
    if dice.one_in(6) {
        let row = dice.below(5) as usize;
        config.levels[row].duration = None;
    }
    config
}

impl World {
    pub fn new(seed: u64, players: u32) -> World {
        let mut dice = Dice(seed);
        let now = Timestamp::from_millis(1_767_225_600_000 + i64::from(dice.below(7_200_000)));
        let rules = form(&mut dice).check().expect("a sound form");
        let fresh = Tournament::new("world", now, rules);
        let mut world = World {
            now,
            cup: fresh.clone(),
            watch: Watch::new(&fresh),
            fresh,
            log: Vec::new(),
            ends: BTreeMap::new(),
            hands: 0,
            idle: 0,
            late: if dice.one_in(2) { dice.below(players / 2 + 2) } else { 0 },
            crash_every: [200, 1000, 5000][dice.below(3) as usize],
            dice,
        };
        world.must(&Command::Open);
        for player in 0..players {
            world.must(&Command::Register { player: name(player), name: name(player).as_str().into() });
        }
        let seats = usize::from(world.cup.rules().seats);
        let chairs = director::draw(players as usize, seats, &mut |n| world.dice.below(n));
        let seating =
            chairs.into_iter().zip(0..).map(|(chair, player)| Seating { player: name(player), chair });
        world.must(&Command::Start { seating: seating.collect() });
        world
    }

    /// Plays to the end.
    pub fn play(mut self) -> Seen {
        let mut steps = 0u32;
        while matches!(self.cup.status(), Status::Running | Status::Paused(_)) {
            steps += 1;
            assert!(steps < 3_000_000, "it does not end: {:?}", self.cup.hud(self.now));
            self.arrange();
            self.deal_everywhere();
            self.somebody_does_something();
            self.let_time_pass();
        }
        self.compare_with_the_log();
        self.watch.end(&self.cup);
        self.watch.seen
    }

    fn ask(&mut self, command: &Command) -> Result<(), Refusal> {
        let events = match self.cup.decide(self.now, command) {
            Ok(events) => events,
            Err(refusal) => {
                self.watch.seen.refused += 1;
                return Err(refusal);
            }
        };
        for event in &events {
            self.watch.before(&self.cup, event);
            self.cup.apply(event);
            self.watch.after(&self.cup, event);
        }
        self.log.extend(events);
        if self.dice.one_in(self.crash_every) {
            self.crash();
        }
        Ok(())
    }

    fn must(&mut self, command: &Command) {
        self.ask(command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }

    /// The room dies between two steps and comes back from its log, some time later.
    fn crash(&mut self) {
        self.watch.seen.crashes += 1;
        self.compare_with_the_log();
        if !matches!(self.cup.status(), Status::Running | Status::Paused(_)) {
            return;
        }
        let last_known = self.now;
        let down = Millis::from_secs(u64::from(self.dice.below(3600)));
        self.now = self.now + down;
        for end in self.ends.values_mut() {
            *end = *end + down;
        }
        let events = self.cup.decide(self.now, &Command::Recover { last_known }).expect("it comes back");
        events.iter().for_each(|event| self.cup.apply(event));
        self.log.extend(events);
    }

    fn compare_with_the_log(&mut self) {
        let text: Vec<String> = self.log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
        let log: Vec<Event> = text.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(log == self.log, "an event changed on its way through JSON");
        let replayed = self.fresh.clone().replay(&log);
        assert!(replayed == self.cup, "the log replays to another state");
        let document = self.cup.to_json();
        let read = Tournament::from_json(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
        assert!(read == self.cup, "the document reads back to another state");
        self.cup = read;
    }

    /// The director's moves, as long as there are any.
    fn arrange(&mut self) {
        while self.cup.moves_due() {
            if self.cup.deadline().is_some_and(|deadline| deadline <= self.now) {
                // An offer that has lapsed frees a seat: the plan would be of yesterday.
                self.must(&Command::Tick);
                continue;
            }
            let plan = self.cup.floor().plan(&mut |n| self.dice.below(n));
            if plan.is_empty() {
                return;
            }
            match self.ask(&Command::Rearrange(plan)) {
                Ok(()) => {}
                Err(Refusal::RoundOpen) => return,
                Err(refusal) => panic!("the director's own plan: {refusal}"),
            }
        }
    }

    fn deal_everywhere(&mut self) {
        let tables: Vec<TableNo> = self.cup.tables().collect();
        for table in tables {
            if self.cup.is_busy(table) {
                continue;
            }
            self.hands += 1;
            let (hand, number) = (format!("h{}", self.hands).into(), self.hands);
            if self.ask(&Command::Deal { table, hand, number }).is_ok() {
                let length = Millis::from_secs(20 + u64::from(self.dice.below(100)));
                self.ends.insert(table, self.now + length);
            }
        }
    }

    fn somebody_does_something(&mut self) {
        let offered: Vec<EntrantId> = self.cup.offers().map(|(player, _)| player.clone()).collect();
        for player in offered {
            // Refused when the offer has lapsed meanwhile.
            let _ = match self.dice.below(12) {
                0 => self.ask(&Command::Rebuy { player }),
                1 => self.ask(&Command::DeclineRebuy { player }),
                _ => Ok(()),
            };
        }
        let paused = matches!(self.cup.status(), Status::Paused(_));
        if paused && (self.ends.is_empty() || self.dice.one_in(4)) {
            let _ = self.ask(&Command::Resume);
        }
        let wish = self.dice.below(400);
        let anybody = name(self.dice.below(self.cup.entrants().len() as u32));
        let untimed = self.cup.levels().is_some_and(|l| l.clock == kozyr_tournament::Clock::Untimed);
        let outcome = match wish {
            0 if self.dice.one_in(4) => self.ask(&Command::Pause(PauseKind::Everything)),
            1 if self.dice.one_in(4) => self.ask(&Command::Pause(PauseKind::ClockOnly)),
            2 => self.ask(&Command::NextLevel),
            3..=60 if untimed => self.ask(&Command::NextLevel),
            61 => {
                let length = Millis::from_secs(u64::from(self.dice.below(200)));
                self.ask(&Command::Break { length })
            }
            62 => self.ask(&Command::SitOut { player: anybody }),
            63 => self.ask(&Command::Rebuy { player: anybody }),
            64..=70 => {
                let chair = self.cup.floor().late_chair(self.cup.next_table(), &mut |n| self.dice.below(n));
                self.ask(&Command::ReEnter { player: anybody, chair })
            }
            71..=90 if self.late > 0 => self.somebody_comes_late(),
            91 => self.misdeal(),
            92 if self.dice.one_in(60) => self.ask(&Command::Cancel),
            _ if self.cup.rest().is_some() => self.ask(&Command::AddOn { player: anybody }),
            _ => Ok(()),
        };
        // Refusals are part of life here; that they change nothing is in the type of `decide`.
        drop(outcome);
        self.ends.retain(|&table, _| self.cup.is_busy(table));
    }

    fn somebody_comes_late(&mut self) -> Result<(), Refusal> {
        let player = name(self.cup.entrants().len() as u32);
        let chair = self.cup.floor().late_chair(self.cup.next_table(), &mut |n| self.dice.below(n));
        let entered = self.ask(&Command::Enter { name: player.as_str().into(), player, chair });
        self.late -= 1;
        entered
    }

    fn misdeal(&mut self) -> Result<(), Refusal> {
        match self.ends.keys().next().copied() {
            Some(table) => self.ask(&Command::CallOff { table }),
            None => Ok(()),
        }
    }

    /// On to the next hand that ends, or to the next thing that happens by itself.
    fn let_time_pass(&mut self) {
        let hand = self.ends.iter().min_by_key(|&(&table, &end)| (end, table)).map(|(&t, &e)| (e, t));
        let deadline = self.cup.deadline();
        match (hand, deadline) {
            (Some((end, table)), deadline) if deadline.is_none_or(|deadline| end <= deadline) => {
                self.now = self.now.max(end);
                self.ends.remove(&table);
                let result = hands::play(&self.cup, table, &mut self.dice);
                self.must(&Command::FinishHand(result));
            }
            (_, Some(deadline)) => {
                self.now = self.now.max(deadline);
                // Sometimes nobody ticks in time, and the next command finds it all due.
                if !self.dice.one_in(3) {
                    self.must(&Command::Tick);
                }
            }
            (_, None) => {
                // A hand called off a moment ago, a pause: the next round of the loop deals or resumes.
                self.idle += 1;
                assert!(self.idle < 1000, "nothing will ever happen again: {:?}", self.cup.hud(self.now));
                self.now = self.now + Millis::from_secs(1);
                return;
            }
        }
        self.idle = 0;
    }
}

fn name(player: u32) -> EntrantId {
    format!("p{player}").into()
}

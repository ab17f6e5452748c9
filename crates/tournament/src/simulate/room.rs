//! All tables of a tournament at once, in simulated time: the tables of a room, without the room.

use super::{Numbers, Outcome, bot};
use crate::director;
use crate::live::{self, Commit, Now, Tables, Venue};
use crate::{
    Command, EntrantId, Event, Happened, Millis, Rules, Seating, Status, TableNo, Timestamp, Tournament,
};
use kozyr_chips::{Account, Chips, Currency, Ledger, Owner};
use kozyr_table::holdem::{HoldemSeating, HoldemTable};
use kozyr_table::{Dealer, Deals, Effects, Funding, Input, Player, Seeds, Settings};
use kozyr_time::{PlayerId, Timestamp as RoomTime};
use std::collections::{BTreeMap, BTreeSet};

/// Shuffles from the simulation's own numbers.
#[derive(Clone)]
struct Shuffles(Numbers);

impl Seeds for Shuffles {
    fn seed(&mut self) -> Option<[u8; 32]> {
        let mut seed = [0; 32];
        seed.iter_mut().for_each(|byte| *byte = self.0.below(256) as u8);
        Some(seed)
    }
}

struct Seat {
    table: HoldemTable,
    dealer: Dealer<Shuffles>,
}

pub(super) struct Room {
    cup: Tournament,
    seats: BTreeMap<TableNo, Seat>,
    ledger: Ledger<Account, fn(&Account) -> bool>,
    settings: Settings,
    numbers: Numbers,
    seed: u64,
    now: Now,
    /// When each table wants to be looked at, the next first.
    queue: BTreeSet<(RoomTime, TableNo)>,
    wakes: BTreeMap<TableNo, RoomTime>,
    outcome: Outcome,
}

/// Saturday evening.
const START: Timestamp = Timestamp::from_millis(1_769_882_400_000);

/// For each decision.
const THINK: Millis = Millis::from_secs(4);

/// Between two hands, and twice that when cards were shown.
const SHUFFLE: Millis = Millis::from_secs(6);

/// A bot by its number.
fn player(entrant: &EntrantId) -> Player {
    let number = entrant.as_str().trim_start_matches("bot ").parse::<u32>();
    Player { id: PlayerId::from(number.unwrap_or_default()), name: entrant.as_str().into(), bot: true }
}

fn venue<'v>(cup: &Tournament, settings: &'v Settings) -> Venue<'v> {
    Venue::new(cup, Currency::FUN, &player, settings).expect("the simulation is a room")
}

/// Bots owe what they pay in: nobody gives them money first.
fn may_owe(account: &Account) -> bool {
    account.may_owe() || matches!(account.owner, Owner::Player(_))
}

fn settings() -> Settings {
    let second = Millis::from_secs(1);
    Settings {
        seats: 9,
        currency: Currency::FUN,
        funding: Funding::Stack,
        least_buy_in: Chips::ZERO,
        most_buy_in: Chips::ZERO,
        turn: Millis::from_secs(20),
        bank: second,
        refill: second,
        gather: SHUFFLE,
        pause: SHUFFLE,
        patience: 2,
        away: second,
        memory: second,
        grace: second,
        quick: None,
        top: Vec::new(),
    }
}

/// The tables with copies of their dealers.
struct Working<'r> {
    seats: &'r BTreeMap<TableNo, Seat>,
    dealers: BTreeMap<TableNo, Dealer<Shuffles>>,
    seed: u64,
}

/// Every table has a stream of its own.
fn new_dealer(seed: u64, no: TableNo) -> Dealer<Shuffles> {
    let own = seed.wrapping_add(u64::from(no.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Dealer::new(Shuffles(Numbers::new((own ^ own >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)))
}

impl Tables for Working<'_> {
    fn numbers(&self) -> Vec<TableNo> {
        self.seats.keys().copied().collect()
    }

    fn table(&self, no: TableNo) -> Option<&HoldemTable> {
        self.seats.get(&no).map(|seat| &seat.table)
    }

    fn dealer(&mut self, no: TableNo) -> &mut dyn Deals {
        let (seats, seed) = (self.seats, self.seed);
        let copy = || seats.get(&no).map_or_else(|| new_dealer(seed, no), |seat| seat.dealer.clone());
        self.dealers.entry(no).or_insert_with(copy)
    }
}

impl Room {
    pub(super) fn open(rules: Rules, players: u32, seed: u64) -> Room {
        let seats = usize::from(rules.seats);
        let mut room = Room {
            cup: Tournament::new("sim", START, rules),
            seats: BTreeMap::new(),
            ledger: Ledger::new(may_owe),
            settings: settings(),
            numbers: Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            seed,
            now: Now { room: RoomTime::from_millis(1), wall: START },
            queue: BTreeSet::new(),
            wakes: BTreeMap::new(),
            outcome: Outcome::default(),
        };
        room.must(&Command::Open);
        let names: Vec<EntrantId> = (1..=players).map(|player| format!("bot {player}").into()).collect();
        for player in &names {
            room.must(&Command::Register { player: player.clone(), name: player.as_str().into() });
        }
        let chairs = director::draw(names.len(), seats, &mut |n| room.numbers.below(n));
        let seating = names.into_iter().zip(chairs).map(|(player, chair)| Seating { player, chair });
        room.must(&Command::Start { seating: seating.collect() });
        room
    }

    /// Plays to the end, telling how many are left; nothing when it would take more hands than that.
    pub(super) fn play(mut self, most_hands: u64, left: &mut dyn FnMut(u32)) -> Option<Outcome> {
        while self.cup.status() == Status::Running {
            if self.outcome.hands >= most_hands {
                return None;
            }
            self.answer_offers();
            self.arrange();
            if self.cup.status() != Status::Running {
                // The last offer to buy in again was declined: there is a winner, and nothing to wait for.
                break;
            }
            let table = self.queue.first().map(|&(at, no)| (at.since(self.now.room), no));
            let cup = self.cup.deadline().map(|at| at.since(self.now.wall));
            match (table, cup) {
                (Some((wait, no)), cup) if cup.is_none_or(|cup| wait <= cup) => {
                    self.pass(wait);
                    self.look_at(no);
                    left(self.cup.players_left() as u32);
                }
                (_, Some(wait)) => {
                    self.pass(wait);
                    self.must(&Command::Tick);
                }
                _ => panic!("a tournament that runs has a hand in play or something to wait for"),
            }
        }
        Some(self.end())
    }

    fn pass(&mut self, length: Millis) {
        self.now = Now { room: self.now.room + length, wall: self.now.wall + length };
    }

    fn must(&mut self, command: &Command) {
        let now = self.now;
        let commit = self.ask(|cup, venue, tables| live::command(cup, venue, tables, now, command));
        if let Err(refusal) = commit {
            panic!("{command:?} was refused: {refusal}");
        }
    }

    /// Whoever's turn it is acts, or what is due at the table happens.
    fn look_at(&mut self, no: TableNo) {
        let input = self.next_input(no);
        let now = self.now;
        let commit = self.ask(|cup, venue, tables| live::input(cup, venue, tables, now, no, &input));
        if let Err(refused) = commit {
            panic!("{input:?} was refused at table {no}: {refused}");
        }
    }

    fn next_input(&mut self, no: TableNo) -> Input<HoldemSeating> {
        let table = &self.seats[&no].table;
        let turn = table.clocks().first().and_then(|clock| {
            let seat = clock.seat?;
            Some((clock.turn, table.chair(seat)?.player.id, table.in_hand(seat)?, table.state()?))
        });
        match turn {
            Some((turn, player, seat, hand)) => {
                let action = bot::act(hand, seat.index(), &mut self.numbers);
                Input::Act { player, turn, action }
            }
            None => Input::Tick,
        }
    }

    /// Asks, posts the money, and goes on with what was decided.
    fn ask<E>(
        &mut self,
        ask: impl FnOnce(&Tournament, &Venue<'_>, &mut dyn Tables) -> Result<Commit, E>,
    ) -> Result<(), E> {
        let here = venue(&self.cup, &self.settings);
        let mut tables = Working { seats: &self.seats, dealers: BTreeMap::new(), seed: self.seed };
        let commit = ask(&self.cup, &here, &mut tables)?;
        let mut dealers = tables.dealers;
        self.ledger.post(&commit.transfers).expect("the books are sound");
        for event in &commit.events {
            self.tell(event);
            self.cup.apply(event);
        }
        for step in &commit.tables {
            let no = step.table;
            if step.opened {
                let settings = venue(&self.cup, &self.settings).table_settings(&self.cup);
                let table = HoldemTable::open(step.id.clone(), settings, self.cup.house());
                let table = table.expect("a tournament's table can be opened");
                self.seats.insert(no, Seat { table, dealer: new_dealer(self.seed, no) });
            }
            let seat = self.seats.get_mut(&no).expect("every table was opened");
            seat.table.apply(&step.batch, &mut Effects::default());
            if let Some(mut dealer) = dealers.remove(&no) {
                dealer.take_fresh();
                seat.dealer = dealer;
            }
            assert_eq!(seat.table.chips(), self.ledger.balance(&seat.table.escrow()), "chips at table {no}");
            if step.closed {
                self.seats.remove(&no);
            }
            self.wake(no);
        }
        Ok(())
    }

    /// Says when the table is to be looked at again.
    fn wake(&mut self, no: TableNo) {
        if let Some(at) = self.wakes.remove(&no) {
            self.queue.remove(&(at, no));
        }
        let Some(seat) = self.seats.get(&no) else { return };
        let thinks = (!seat.table.clocks().is_empty()).then(|| self.now.room + THINK);
        if let Some(at) = thinks.or_else(|| seat.table.deadline()) {
            self.queue.insert((at, no));
            self.wakes.insert(no, at);
        }
    }

    fn tell(&mut self, event: &Event) {
        match &event.what {
            Happened::HandFinished { stacks, .. } => {
                self.outcome.hands += 1;
                self.outcome.dealt += stacks.len() as u64;
            }
            Happened::Placed { .. } => self.outcome.busts += 1,
            Happened::Rebought { .. } => {
                self.outcome.busts += 1;
                self.outcome.rebuys += 1;
            }
            Happened::Moved { .. } => self.outcome.moves += 1,
            Happened::TableBroken { .. } => self.outcome.broken += 1,
            Happened::FinalTable { seating, .. } => {
                self.outcome.moves += seating.len() as u64;
                self.outcome.broken += self.cup.tables().count() as u64 - 1;
            }
            _ => {}
        }
    }

    /// Every second bot that busts while it may buys in again.
    fn answer_offers(&mut self) {
        let offered: Vec<EntrantId> = self.cup.offers().map(|(player, _)| player.clone()).collect();
        for player in offered {
            let again = self.numbers.below(2) == 0;
            self.must(&if again { Command::Rebuy { player } } else { Command::DeclineRebuy { player } });
        }
    }

    /// The director is asked only when there is something to do: a hand costs the same in any field.
    fn arrange(&mut self) {
        while self.cup.status() == Status::Running && self.cup.moves_due() && !self.cup.is_round_open() {
            let plan = self.cup.floor().plan(&mut |n| self.numbers.below(n));
            if plan.is_empty() {
                return;
            }
            self.must(&Command::Rearrange(plan));
        }
    }

    fn end(mut self) -> Outcome {
        assert_eq!(self.cup.status(), Status::Finished);
        let now = self.now;
        let closed = self.ask(|cup, venue, tables| live::close(cup, venue, tables, now));
        closed.unwrap_or_else(|refusal| panic!("its tables cannot be closed: {refusal}"));
        let chips = venue(&self.cup, &self.settings).books().chips();
        let issued = self.ledger.balance(&Account::issuance(chips));
        assert!(issued.is_zero() && self.ledger.sum().is_zero(), "{issued} chips are missing");
        let cup = &self.cup;
        let paid = cup.placements().into_iter().filter(|row| row.prize.is_some_and(Chips::is_positive));
        self.outcome.prizes = paid.map(|row| (row.player, row.prize.unwrap_or_default())).collect();
        self.outcome.levels = cup.levels().map_or(0, |levels| levels.index + 1);
        self.outcome.duration = cup.last_at().since(START);
        self.outcome.pool = cup.pool().amount;
        self.outcome
    }
}

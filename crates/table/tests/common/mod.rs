//! One suite for every seating: random sessions in which the table is thrown away after every commit and built again
//! from checkpoint, log and secrets, beside one that never was. The lines of a commit become durable together or not at all,
//! so there is no table between two of them.
#![allow(dead_code, unreachable_pub)] // Shared by several test programs, each of which uses a part.

use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_chips::{Account, Chips, Currency, Ledger, LedgerError, Owner, Transfer};
use kozyr_fair::Secret;
use kozyr_table::{
    ActionOf, Batch, Dealer, Departed, Effects, Entry, Funding, Input, Player, Refused, Rest, Seating, Seeds,
    Settings, Table, Told,
};
use kozyr_time::{Millis, PlayerId, TableId, Timestamp};
use std::collections::BTreeMap;

/// How many people come and go.
pub const PEOPLE: u32 = 9;
/// What each of them has.
pub const WALLET: i64 = 1000;

/// What random sessions need to know of a seating beyond the trait.
pub trait Played: Seating {
    /// A random table.
    fn table(dice: &mut Dice) -> (Settings, Self::House);
    /// Something this seat could try in the game; mostly something legal.
    fn action(table: &Table<Self>, seat: Seat, dice: &mut Dice) -> ActionOf<Self>;
    /// Something to say.
    fn word(dice: &mut Dice) -> Option<Self::Word>;
    /// What gets such a table going, where mere chance hardly ever would.
    fn next_step(_room: &Room<Self>, _dice: &mut Dice) -> Option<Input<Self>> {
        None
    }
    /// Asserts what must hold at such a table after every commit.
    fn invariants(_table: &Table<Self>) {}
    /// Asserts what must hold of what people hear.
    fn told(_told: &[Told<Self>]) {}
}

/// Settings most tests start from.
pub fn settings(seats: u8) -> Settings {
    Settings {
        seats,
        currency: Currency::FUN,
        funding: Funding::Stack,
        least_buy_in: Chips::new(40),
        most_buy_in: Chips::new(200),
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(10),
        refill: Millis::from_secs(1),
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(3),
        patience: 2,
        away: Millis::from_secs(60),
        memory: Millis::from_secs(1800),
        grace: Millis::from_secs(5),
        quick: Some(Millis::from_secs(1)),
        top: Vec::new(),
    }
}

/// Seeds by a counter, so that two dealers who stand at the same number shuffle alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted(pub u64);

impl Seeds for Counted {
    fn seed(&mut self) -> Option<[u8; 32]> {
        self.0 += 1;
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.0.to_le_bytes());
        Some(seed)
    }
}

/// A room of one table: what a server does, without a server.
pub struct Room<S: Seating> {
    pub table: Table<S>,
    pub dealer: Dealer<Counted>,
    pub ledger: Ledger<Account, fn(&Account) -> bool>,
    pub now: Timestamp,
    /// Lines as they are stored, with their moment.
    pub log: Vec<(Timestamp, String)>,
    /// The latest checkpoint, and how many lines it includes.
    pub rest: Option<(String, usize)>,
    pub secrets: BTreeMap<u64, Vec<u8>>,
    pub memory: BTreeMap<PlayerId, Departed<S::Standing>>,
    pub effects: Effects<S>,
    shuffled: u64,
}

pub fn player(id: u32) -> PlayerId {
    PlayerId::from(id)
}

pub fn person(id: u32) -> Player {
    Player { id: player(id), name: format!("P{id}").into(), bot: false }
}

pub fn at(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

pub fn wallet(id: u32) -> Account {
    Account::wallet(player(id), Currency::FUN)
}

fn may_owe(account: &Account) -> bool {
    account.may_owe()
}

impl<S: Seating> Room<S> {
    pub fn new(settings: Settings, house: S::House, seed: u64) -> Room<S> {
        let mut ledger: Ledger<Account, fn(&Account) -> bool> = Ledger::new(may_owe);
        for id in 0..PEOPLE {
            let gift =
                Transfer::new(Account::issuance(Currency::FUN), wallet(id), Chips::new(WALLET)).unwrap();
            ledger.post(&[gift]).unwrap();
        }
        let id = TableId::new("table").unwrap();
        let now = Timestamp::from_millis(1_800_000_000_000);
        let opened: Entry<S> =
            Entry::Opened { id: id.clone(), settings: settings.clone(), house: house.clone() };
        let mut table = Table::open(id, settings, house).unwrap();
        table.apply_entry(now, &opened, &mut Effects::default());
        Room {
            table,
            dealer: Dealer::new(Counted(seed << 32)),
            ledger,
            now,
            log: vec![(now, serde_json::to_string(&opened).unwrap())],
            rest: None,
            secrets: BTreeMap::new(),
            memory: BTreeMap::new(),
            effects: Effects::default(),
            shuffled: seed << 32,
        }
    }

    /// Decides and, when the money is there, applies.
    pub fn ask(&mut self, input: &Input<S>) -> Result<Batch<S>, String> {
        let before = self.table.clone();
        let mut dealer = self.dealer.clone();
        let batch = match self.table.decide(self.now, input, &mut dealer) {
            Ok(batch) => batch,
            Err(refused) => return Err(refused.to_string()),
        };
        assert_eq!(self.table, before, "deciding changes nothing");
        assert!(!batch.entries.is_empty(), "{input:?} was accepted and nothing follows");
        if let Err(error) = self.ledger.post(&batch.transfers) {
            let LedgerError::CannotPay { account: Account { owner: Owner::Player(player), .. }, .. } = &error
            else {
                panic!("{input:?}: {error}");
            };
            let player = *player;
            return match input {
                Input::CannotPay(_) => panic!("a table that asks again: {error}"),
                Input::Sit { .. } | Input::AddChips { .. } => Err(error.to_string()),
                _ => self.ask(&Input::CannotPay(player)).and_then(|_| Err(error.to_string())),
            };
        }
        self.commit(&batch, dealer);
        Ok(batch)
    }

    fn commit(&mut self, batch: &Batch<S>, mut dealer: Dealer<Counted>) {
        for (number, secret) in dealer.take_fresh() {
            assert!(self.secrets.insert(number, secret.to_bytes()).is_none(), "a secret is written once");
            self.shuffled += 1;
        }
        self.dealer = dealer;
        self.log.extend(batch.entries.iter().map(|entry| (batch.at, serde_json::to_string(entry).unwrap())));
        if let Some(rest) = &batch.rest {
            self.rest = Some((serde_json::to_string(rest).unwrap(), self.log.len()));
        }
        let mut effects = Effects::default();
        self.table.apply(batch, &mut effects);
        assert_eq!((&effects.transfers, &effects.memory), (&batch.transfers, &batch.memory));
        assert_eq!(effects.settled.len(), batch.settled.len());
        for settled in &batch.settled {
            let last = self.log.len() - batch.entries.len() + settled.line;
            let (at, first) = &self.log[last + 1 - settled.lines as usize];
            let begins = format!(r#"{{"started":{{"hand":{},"#, settled.hand);
            assert!(*at == settled.started && first.starts_with(&begins), "{settled:?}: {first}");
            assert!(settled.people.iter().all(|part| !part.name.is_empty()), "{settled:?}");
        }
        for (player, departed) in &batch.memory {
            match departed {
                Some(departed) => drop(self.memory.insert(*player, departed.clone())),
                None => drop(self.memory.remove(player)),
            }
        }
        self.effects.told.extend(effects.told);
        assert_eq!(self.table.rest(), batch.rest);
        assert_eq!(
            self.table.chips(),
            self.ledger.balance(&self.table.escrow()),
            "chips on the table are in escrow"
        );
        assert_eq!(self.ledger.sum(), Chips::ZERO);
    }

    /// Goes to the next deadline.
    pub fn wait(&mut self) -> Result<Batch<S>, String> {
        self.now = self.now.max(self.table.deadline().expect("something is due some time"));
        self.ask(&Input::Tick)
    }

    pub fn sit(&mut self, id: u32, seat: u8, buy_in: i64) -> Result<Batch<S>, String> {
        let before = self.memory.get(&player(id)).cloned();
        self.ask(&Input::Sit {
            player: person(id),
            seat: at(seat),
            buy_in: Chips::new(buy_in),
            wait: false,
            before,
        })
    }

    /// Whoever's clock runs first acts.
    pub fn act(&mut self, action: ActionOf<S>) -> Result<Batch<S>, String> {
        let clock = self.table.clocks()[0];
        let player = self.table.chair(clock.seat.unwrap()).unwrap().player.id;
        self.ask(&Input::Act { player, turn: clock.turn, action })
    }

    /// The table and its dealer out of what is stored, and nothing else.
    pub fn rebuilt(&self) -> (Table<S>, Dealer<Counted>) {
        let mut dealer = Dealer::new(Counted(self.shuffled));
        let (mut table, from) = match &self.rest {
            Some((rest, lines)) => {
                let rest: Rest<S> = serde_json::from_str(rest).unwrap();
                (Table::from_rest(rest).unwrap(), *lines)
            }
            None => {
                let id = TableId::new("another").unwrap();
                let table = self.table.settings().clone();
                (Table::open(id, table, self.table.house().clone()).unwrap(), 0)
            }
        };
        for (at, line) in &self.log[from..] {
            let entry: Entry<S> = serde_json::from_str(line).unwrap();
            let secret = |number: u64| Some(Secret::from_bytes(self.secrets.get(&number)?).unwrap());
            table.replay(*at, &entry, &mut dealer, secret, &mut Effects::default()).unwrap();
        }
        (table, dealer)
    }

    /// Throws the table away and goes on with one built from what is stored; it must not be told from the other.
    pub fn restart(&mut self) {
        let (table, dealer) = self.rebuilt();
        self.same(&table);
        if table.is_running() {
            assert_eq!(table, self.table, "a running deal comes back whole");
        }
        (self.table, self.dealer) = (table, dealer);
    }

    /// Whatever anybody could ask of the two tables is answered alike; a deal that is over need not be there any more.
    fn same(&self, other: &Table<S>) {
        assert_eq!(self.table.rest(), other.rest());
        assert_eq!(self.table.deadline(), other.deadline());
        assert_eq!(self.table.clocks(), other.clocks());
        assert_eq!(
            self.table.awaits(),
            if other.state().is_some() { other.awaits() } else { self.table.awaits() }
        );
        if other.is_running() {
            for person in (0..PEOPLE).map(|id| Some(player(id))).chain([None]) {
                assert_eq!(self.table.game_view(person), other.game_view(person));
            }
        }
    }

    /// Rights belong to people: who has no part in the deal sees what anybody sees, whatever chair they have.
    pub fn strangers_see_what_anybody_sees(&self, since: usize) {
        let public = self.table.game_view(None);
        for id in (0..PEOPLE).map(player) {
            if !self.table.people().iter().any(|person| person.player == id) {
                assert_eq!(self.table.game_view(Some(id)), public, "{id} has no part in the deal");
            }
            for told in &self.effects.told[since..] {
                if !told.people().iter().any(|person| person.player == id) {
                    assert_eq!(told.to(Some(id)), told.to(None), "{id} had no part in the deal");
                }
            }
        }
    }
}

/// Any input, sensible or not; mostly what keeps a table going.
pub fn anything<S: Played>(room: &mut Room<S>, dice: &mut Dice) -> Input<S> {
    if room.table.is_held_up() && dice.one_in(3) {
        return Input::HoldUp(false);
    }
    if let Some(input) = S::next_step(room, dice) {
        return input;
    }
    // Mostly somebody who sits there.
    let seated: Vec<PlayerId> = room.table.taken().map(|(_, chair)| chair.player.id).collect();
    let one =
        if seated.is_empty() || dice.one_in(3) { player(dice.below(PEOPLE)) } else { *dice.pick(&seated) };
    let newcomer = dice.below(PEOPLE);
    match dice.below(20) {
        0..=2 => Input::Sit {
            player: person(newcomer),
            seat: at(1 + dice.below(u32::from(room.table.settings().seats) + 1) as u8),
            buy_in: match room.table.settings().funding {
                Funding::Stack => Chips::new(i64::from(30 + dice.below(180))),
                _ => Chips::new(i64::from(u32::from(dice.one_in(20)))),
            },
            wait: dice.one_in(4),
            before: room.memory.get(&player(newcomer)).cloned(),
        },
        3 if dice.one_in(3) => Input::Leave(one),
        4 => Input::AddChips { player: one, amount: Chips::new(i64::from(dice.below(200)) - 5) },
        5 => match dice.below(4) {
            0 if dice.one_in(4) => Input::SitOut(one),
            1 if dice.one_in(3) => Input::Wait(one),
            2 if dice.one_in(8) => Input::HoldUp(!room.table.is_held_up()),
            2 if dice.one_in(6) => Input::Remove(one),
            3 if dice.one_in(2) => Input::Move { player: one, seat: at(1 + dice.below(9) as u8) },
            _ => Input::SitIn(one),
        },
        6 => Input::Line { player: one, connected: dice.one_in(2) },
        7..=9 => match S::word(dice) {
            Some(word) => Input::Say { player: one, word },
            None => Input::Tick,
        },
        10 => {
            room.now += Millis::new(u64::from(dice.below(9_000)));
            Input::Tick
        }
        11 if dice.one_in(8) => Input::Resume,
        _ => {
            let acting: Vec<Seat> = room
                .table
                .people()
                .iter()
                .filter(|person| !person.parted && room.table.awaits().seats().contains(person.seat))
                .map(|person| person.chair)
                .collect();
            match acting.is_empty() || dice.one_in(10) {
                true => {
                    if let Some(deadline) = room.table.deadline() {
                        room.now = room.now.max(deadline);
                    }
                    Input::Tick
                }
                false => {
                    let seat = *dice.pick(&acting);
                    let clock = room.table.clocks().iter().find(|clock| clock.seat == Some(seat));
                    let turn = clock.map_or(0, |clock| clock.turn);
                    let action = S::action(&room.table, seat, dice);
                    let player = room.table.chair(seat).map_or(one, |chair| chair.player.id);
                    Input::Act { player, turn: turn.saturating_sub(u64::from(dice.one_in(30))), action }
                }
            }
        }
    }
}

/// A random session; with `crashes` the table is thrown away after every commit.
pub fn session<S: Played>(seed: u64, steps: u32, crashes: bool) -> Room<S> {
    let mut dice = Dice::random(seed);
    let (settings, house) = S::table(&mut dice);
    let mut room: Room<S> = Room::new(settings, house, seed & 0xffff);
    for _ in 0..steps {
        // A wall clock that is set back changes nothing: the table's time never goes back.
        let back = dice.one_in(25);
        let input = anything(&mut room, &mut dice);
        let real = room.now;
        if back {
            room.now = room.now - Millis::from_secs(u64::from(dice.below(100_000)));
        }
        let heard = room.effects.told.len();
        let done = room.ask(&input).is_ok();
        room.now = real.max(room.table.now());
        room.strangers_see_what_anybody_sees(heard);
        S::invariants(&room.table);
        S::told(&room.effects.told[heard..]);
        if crashes && done {
            room.restart();
        }
    }
    room
}

/// The suite: many sessions with a crash after every commit go exactly like those without one.
pub fn sessions<S: Played>(seeds: std::ops::Range<u64>, steps: u32) -> u64 {
    let mut hands = 0;
    for seed in seeds {
        let with = session::<S>(seed, steps, true);
        let without = session::<S>(seed, steps, false);
        assert_eq!(with.log, without.log, "seed {seed}: a crash changed what happened");
        assert_eq!(with.secrets, without.secrets);
        assert_eq!(with.table.rest(), without.table.rest());
        hands += with.table.hand_number();
        comes_to_rest(without, seed);
    }
    hands
}

/// A table everybody has lost the line to comes to rest; when the last have got up, no chip is left behind.
fn comes_to_rest<S: Played>(mut room: Room<S>, seed: u64) {
    let seated: Vec<PlayerId> = room.table.taken().map(|(_, chair)| chair.player.id).collect();
    for player in seated {
        // Refused where lines do not matter, or when it is lost already.
        let _ = room.ask(&Input::Line { player, connected: false });
    }
    for _ in 0..3_000 {
        if room.table.deadline().is_none() {
            break;
        }
        room.wait().expect("what is due is done");
    }
    assert_eq!(room.table.deadline(), None, "seed {seed}: never at rest");
    assert!(!room.table.is_running(), "seed {seed}: waits for nobody in the middle of a deal");
    let seated: Vec<PlayerId> = room.table.taken().map(|(_, chair)| chair.player.id).collect();
    for player in seated {
        room.ask(&Input::Leave(player))
            .unwrap_or_else(|error| panic!("seed {seed}: {player} stays: {error}"));
    }
    assert_eq!(room.table.taken().count(), 0, "seed {seed}");
    assert_eq!(room.ledger.balance(&room.table.escrow()), Chips::ZERO, "seed {seed}: chips nobody has");
}

/// A refusal says why, and changes nothing.
pub fn refused<S: Seating>(room: &Room<S>, input: &Input<S>) -> Refused<kozyr_table::RefusalOf<S>> {
    room.table.decide(room.now, input, &mut room.dealer.clone()).expect_err("refused")
}

//! A room without a server: a tournament, its tables, the books, and everything of them that is stored. What is stored is
//! all that a crash leaves.
#![allow(unreachable_pub, dead_code, reason = "a test's own module")]

use kozyr_chips::{Account, Chips, Currency, Ledger, LedgerError, Owner, Transfer};
use kozyr_fair::Secret;
use kozyr_table::holdem::{HoldemSeating, HoldemTable};
use kozyr_table::{Dealer, Deals, Effects, Entry, Funding, Input, Player, Rest, Seeds, Settings};
use kozyr_time::{Millis, PlayerId, Timestamp, TournamentId, WallTime};
use kozyr_tournament::live::{self, Commit, Now, TableStep, Tables, Venue};
use kozyr_tournament::{Books, Command, EntrantId, Event, Rules, Status, TableNo, Tournament};
use std::collections::{BTreeMap, BTreeSet};

/// What everybody has in the wallet.
pub const WALLET: i64 = 1000;

/// `p7` is player 7.
pub fn player(entrant: &EntrantId) -> Player {
    let number: u32 = entrant.as_str()[1..].parse().expect("p and a number");
    Player { id: PlayerId::from(number), name: entrant.as_str().into(), bot: number.is_multiple_of(3) }
}

/// How the tables are run.
pub fn settings() -> Settings {
    Settings {
        seats: 9,
        currency: Currency::FUN,
        funding: Funding::Stack,
        least_buy_in: Chips::ZERO,
        most_buy_in: Chips::ZERO,
        turn: Millis::from_secs(15),
        bank: Millis::from_secs(10),
        refill: Millis::from_secs(1),
        gather: Millis::from_secs(3),
        pause: Millis::from_secs(2),
        patience: 2,
        away: Millis::from_secs(60),
        memory: Millis::from_secs(60),
        grace: Millis::from_secs(5),
        quick: Some(Millis::from_secs(1)),
        top: Vec::new(),
    }
}

fn may_owe(account: &Account) -> bool {
    account.may_owe()
}

/// Seeds by a counter, so that a dealer who comes back shuffles on with new ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted(u64);

impl Seeds for Counted {
    fn seed(&mut self) -> Option<[u8; 32]> {
        self.0 += 1;
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.0.to_le_bytes());
        Some(seed)
    }
}

/// What is stored of a table.
#[derive(Default)]
pub struct Stored {
    log: Vec<(Timestamp, String)>,
    /// The latest checkpoint, and how many lines it includes.
    rest: Option<(String, usize)>,
    secrets: BTreeMap<u64, Vec<u8>>,
}

pub struct HallTable {
    pub table: HoldemTable,
    dealer: Dealer<Counted>,
    stored: Stored,
}

pub struct Hall {
    pub cup: Tournament,
    pub tables: BTreeMap<TableNo, HallTable>,
    pub ledger: Ledger<Account, fn(&Account) -> bool>,
    pub now: Now,
    pub settings: Settings,
    pub commits: u64,
    seed: u64,
    /// The tournament as it was stored last, and the events since.
    checkpoint: String,
    log: Vec<String>,
    transfers: Vec<Transfer<Account>>,
    prizes: u64,
}

/// The tables with copies of their dealers.
struct Working<'h> {
    tables: &'h BTreeMap<TableNo, HallTable>,
    dealers: BTreeMap<TableNo, Dealer<Counted>>,
    seed: u64,
}

impl Tables for Working<'_> {
    fn numbers(&self) -> Vec<TableNo> {
        self.tables.keys().copied().collect()
    }

    fn table(&self, no: TableNo) -> Option<&HoldemTable> {
        self.tables.get(&no).map(|at| &at.table)
    }

    fn dealer(&mut self, no: TableNo) -> &mut dyn Deals {
        let (tables, seed) = (self.tables, self.seed);
        let copy = || tables.get(&no).map_or_else(|| new_dealer(seed, no, 0), |at| at.dealer.clone());
        self.dealers.entry(no).or_insert_with(copy)
    }
}

fn new_dealer(seed: u64, no: TableNo, shuffles: u64) -> Dealer<Counted> {
    Dealer::new(Counted(seed << 44 | u64::from(no.0) << 24 | shuffles))
}

pub fn id() -> TournamentId {
    TournamentId::new("cup").expect("an id")
}

pub fn books() -> Books<'static> {
    Books { tournament: id(), money: Currency::FUN, people: &player }
}

impl Hall {
    /// A room with so many people in it, each with money in the wallet.
    pub fn new(rules: Rules, people: u32, seed: u64) -> Hall {
        let wall = WallTime::from_millis(1_767_225_600_000);
        let cup = Tournament::new("cup", wall, rules);
        let mut hall = Hall {
            checkpoint: cup.to_checkpoint(),
            cup,
            tables: BTreeMap::new(),
            ledger: Ledger::new(may_owe),
            now: Now { room: Timestamp::from_millis(5_000_000), wall },
            settings: settings(),
            commits: 0,
            seed,
            log: Vec::new(),
            transfers: Vec::new(),
            prizes: 0,
        };
        for number in 0..people {
            let wallet = Account::wallet(PlayerId::from(number), Currency::FUN);
            let gift = Transfer::new(Account::issuance(Currency::FUN), wallet, Chips::new(WALLET));
            hall.transfers.extend(gift);
        }
        hall.ledger.post(&hall.transfers).expect("the room is generous");
        hall
    }

    pub fn pass(&mut self, length: Millis) {
        self.now = Now { room: self.now.room + length, wall: self.now.wall + length };
    }

    /// Asks something of the tournament, and makes it durable.
    pub fn command(&mut self, command: &Command) -> Result<Commit, String> {
        self.ask(|cup, venue, tables, now| {
            live::command(cup, venue, tables, now, command).map_err(|refusal| refusal.to_string())
        })
    }

    /// Asks something of a table, and makes it durable.
    pub fn input(&mut self, table: TableNo, input: &Input<HoldemSeating>) -> Result<Commit, String> {
        self.ask(|cup, venue, tables, now| {
            live::input(cup, venue, tables, now, table, input).map_err(|refusal| refusal.to_string())
        })
        .and_then(|commit| match commit.refused {
            Some(refused) => Err(refused.to_string()),
            None => Ok(commit),
        })
    }

    /// Takes the tables away.
    pub fn close(&mut self) -> Result<Commit, String> {
        self.ask(|cup, venue, tables, now| {
            live::close(cup, venue, tables, now).map_err(|refusal| refusal.to_string())
        })
    }

    fn ask(
        &mut self,
        ask: impl FnOnce(&Tournament, &Venue<'_>, &mut dyn Tables, Now) -> Result<Commit, String>,
    ) -> Result<Commit, String> {
        let venue = Venue::new(&self.cup, Currency::FUN, &player, &self.settings).expect("a room");
        let mut tables = Working { tables: &self.tables, dealers: BTreeMap::new(), seed: self.seed };
        let commit = ask(&self.cup, &venue, &mut tables, self.now)?;
        let dealers = tables.dealers;
        if let Err(error) = self.ledger.post(&commit.transfers) {
            // Only a wallet may lack money, and then nothing has happened.
            let poor = |account: &Account| matches!(account.owner, Owner::Player(_));
            match &error {
                LedgerError::CannotPay { account, .. } if poor(account) => {
                    return Err(format!("too poor: {error}"));
                }
                _ => panic!("{error}: {:?}", commit.transfers),
            }
        }
        self.write(&commit, dealers);
        self.audit(&commit);
        Ok(commit)
    }

    fn write(&mut self, commit: &Commit, mut dealers: BTreeMap<TableNo, Dealer<Counted>>) {
        self.commits += 1;
        self.transfers.extend(commit.transfers.iter().cloned());
        for event in &commit.events {
            self.log.push(serde_json::to_string(event).expect("an event has a text"));
            self.cup.apply(event);
        }
        for TableStep { table: no, batch, opened, closed, id } in &commit.tables {
            if *opened {
                let venue = Venue::new(&self.cup, Currency::FUN, &player, &self.settings).expect("a room");
                let settings = venue.table_settings(&self.cup);
                let table = HoldemTable::open(id.clone(), settings, self.cup.house()).expect("a table");
                let dealer = new_dealer(self.seed, *no, 0);
                let known = self.tables.insert(*no, HallTable { table, dealer, stored: Stored::default() });
                assert!(known.is_none(), "table {no} is opened twice");
            }
            let at = self.tables.get_mut(no).expect("a table that was opened");
            if let Some(mut dealer) = dealers.remove(no) {
                for (number, secret) in dealer.take_fresh() {
                    let twice = at.stored.secrets.insert(number, secret.to_bytes());
                    assert!(twice.is_none(), "a secret is written once");
                }
                at.dealer = dealer;
            }
            let lines = batch.entries.iter().map(|entry| (batch.at, serde_json::to_string(entry).unwrap()));
            at.stored.log.extend(lines);
            if let Some(rest) = &batch.rest {
                let text = serde_json::to_string(rest).expect("a checkpoint has a text");
                at.stored.rest = Some((text, at.stored.log.len()));
            }
            at.table.apply(batch, &mut Effects::default());
            assert_eq!(at.table.rest(), batch.rest);
            if *closed {
                assert!(at.table.taken().next().is_none());
                self.tables.remove(no);
            }
        }
        let paid = commit.events.iter().filter(|event| is_end(event)).count() as u64;
        self.prizes += paid;
        assert!(self.prizes <= 1, "prizes are paid twice");
    }

    /// What must hold after every commit.
    fn audit(&self, commit: &Commit) {
        let mut sums: BTreeMap<&Currency, Chips> = BTreeMap::new();
        let chips = books().chips();
        for (account, balance) in self.ledger.accounts() {
            *sums.entry(&account.currency).or_default() += balance;
            let wallet = matches!(account.owner, Owner::Player(_) | Owner::House);
            assert!(!wallet || account.currency != chips, "{account} has chips of the tournament");
        }
        assert!(sums.values().all(|sum| sum.is_zero()), "{sums:?}");
        let balance = |account: &Account| self.ledger.balance(account);
        assert_eq!(balance(&books().escrow()), self.cup.escrow(), "money that was paid in");
        assert_eq!(balance(&books().chips_in_hand()), Chips::ZERO, "every chip lies on a table");
        let on_tables: Chips = self.tables.values().map(|at| at.table.chips()).sum();
        assert_eq!(-balance(&Account::issuance(chips)), on_tables, "no chip but the tournament's");
        if matches!(self.cup.status(), Status::Running | Status::Paused(_)) {
            assert_eq!(on_tables, self.cup.chips());
            assert_eq!(
                self.tables.keys().copied().collect::<Vec<_>>(),
                self.cup.tables().collect::<Vec<_>>()
            );
        }
        for step in &commit.tables {
            let Some(at) = self.tables.get(&step.table) else { continue };
            assert_eq!(balance(&at.table.escrow()), at.table.chips(), "what lies on a table is in escrow");
            self.compare(step.table, &at.table);
        }
    }

    /// The table and the tournament agree.
    fn compare(&self, no: TableNo, table: &HoldemTable) {
        if !matches!(self.cup.status(), Status::Running | Status::Paused(_)) {
            return;
        }
        assert_eq!(table.is_running(), self.cup.is_busy(no));
        let mut seats = BTreeSet::new();
        for (seat, entrant) in self.cup.seated(no) {
            let chair = table.chair(seat).unwrap_or_else(|| panic!("{} does not sit in {seat}", entrant.id));
            assert_eq!(chair.player, player(&entrant.id));
            if !table.is_running() || table.in_hand(seat).is_none() {
                assert_eq!(table.stack(seat), entrant.stack, "{}", entrant.id);
            }
            seats.insert(seat);
        }
        assert_eq!(table.taken().map(|(seat, _)| seat).collect::<BTreeSet<_>>(), seats);
        if !table.is_running() {
            assert_eq!(table.is_held_up(), self.cup.may_deal(no).is_err(), "table {no}");
        }
    }

    /// Everything is thrown away and built again from what is stored.
    pub fn crash(&mut self) {
        let mut cup = Tournament::from_checkpoint(&self.checkpoint).expect("a stored tournament");
        for line in &self.log {
            cup.apply(&serde_json::from_str::<Event>(line).expect("a stored event"));
        }
        assert!(cup == self.cup, "the tournament comes back as it was");
        self.cup = cup;
        (self.checkpoint, self.log) = (self.cup.to_checkpoint(), Vec::new());
        let mut ledger: Ledger<Account, fn(&Account) -> bool> = Ledger::new(may_owe);
        ledger.post(&self.transfers).expect("the books are sound");
        assert!(ledger.accounts().eq(self.ledger.accounts()));
        self.ledger = ledger;
        for (&no, at) in &mut self.tables {
            let (table, dealer) = rebuilt(self.seed, no, &at.stored);
            assert_eq!(table.rest(), at.table.rest());
            assert_eq!((table.deadline(), table.clocks()), (at.table.deadline(), at.table.clocks()));
            assert!(!table.is_running() || table == at.table, "a running hand comes back whole");
            assert_eq!(table.chips(), self.ledger.balance(&table.escrow()));
            (at.table, at.dealer) = (table, dealer);
        }
    }
}

fn is_end(event: &Event) -> bool {
    use kozyr_tournament::Happened::{Cancelled, Finished};
    matches!(event.what, Finished { .. } | Cancelled { .. })
}

fn rebuilt(seed: u64, no: TableNo, stored: &Stored) -> (HoldemTable, Dealer<Counted>) {
    let mut dealer = new_dealer(seed, no, stored.secrets.len() as u64);
    let (rest, from) = stored.rest.as_ref().expect("a table begins between hands");
    let rest: Rest<HoldemSeating> = serde_json::from_str(rest).expect("a stored checkpoint");
    let mut table = HoldemTable::from_rest(rest).expect("a sound checkpoint");
    for (at, line) in &stored.log[*from..] {
        let entry: Entry<HoldemSeating> = serde_json::from_str(line).expect("a stored line");
        let secret = |number: u64| Some(Secret::from_bytes(stored.secrets.get(&number)?).expect("a secret"));
        table.replay(*at, &entry, &mut dealer, secret, &mut Effects::default()).expect("its own log");
    }
    (table, dealer)
}

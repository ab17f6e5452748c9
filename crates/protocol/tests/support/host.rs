//! A room around the sessions: real tables, a ledger and a store, in one thread. It can be stopped hard between any two
//! messages and comes back from what its store has.

use super::outside::Outside;
use kozyr_chips::{Account, Chips, Currency, Ledger, Transfer};
use kozyr_fair::Secret;
use kozyr_protocol::updau::session::{
    ConnectionId, Input, Key, Outcome, Output, Room, Sessions, Settings, TableInput, TableStep, Want,
};
use kozyr_protocol::updau::{Fault, Timestamp};
use kozyr_store::{Append, Epoch, MemoryStore, Sequence, SqliteStore, Store, StreamBatch, StreamId};
use kozyr_table::durak::{DurakSeating, DurakTable};
use kozyr_table::{Batch, Dealer, Effects, Entry, Rest, Seeds};
use kozyr_time::{PlayerId, TableId};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// Seeds from outside; a copy of a dealer draws from the same ones.
#[derive(Clone)]
pub struct SeedsOutside(Rc<RefCell<Outside>>);

impl Seeds for SeedsOutside {
    fn seed(&mut self) -> Option<[u8; 32]> {
        Some(self.0.borrow_mut().seed())
    }
}

/// A table with its dealer and its place in the store.
struct Seated {
    table: DurakTable,
    dealer: Dealer<SeedsOutside>,
    stream: Stream,
}

struct Stream {
    id: StreamId,
    epoch: Epoch,
    after: Sequence,
    /// What is to be written.
    batch: StreamBatch,
}

impl Stream {
    fn claim(store: Option<&dyn Store>, name: &str) -> Stream {
        let id = StreamId::new(name).unwrap();
        let head = store.map(|store| store.claim(&id).unwrap()).unwrap_or_default();
        let batch = StreamBatch::new(id.clone(), head.epoch, head.sequence, Vec::new());
        Stream { id, epoch: head.epoch, after: head.sequence, batch }
    }

    fn take(&mut self) -> Option<StreamBatch> {
        if self.batch.events.is_empty() && !self.batch.close {
            return None;
        }
        self.after = self.batch.end();
        let fresh = StreamBatch::new(self.id.clone(), self.epoch, self.after, Vec::new());
        Some(std::mem::replace(&mut self.batch, fresh))
    }
}

/// What the sessions see of the room.
pub struct Tables {
    tables: BTreeMap<TableId, Seated>,
    pub ledger: Ledger<Account>,
    transfers: Vec<Transfer<Account>>,
    outside: Rc<RefCell<Outside>>,
    /// Wallets are looked up late: whoever spends something elsewhere just now still seems to have it.
    pub late: bool,
}

impl Tables {
    fn pay(&mut self, transfers: &[Transfer<Account>]) -> Result<(), Option<PlayerId>> {
        match self.ledger.post(transfers) {
            Ok(()) => {
                self.transfers.extend_from_slice(transfers);
                Ok(())
            }
            Err(kozyr_chips::LedgerError::CannotPay { account, .. }) => Err(match account.owner {
                kozyr_chips::Owner::Player(player) => Some(player),
                _ => None,
            }),
            Err(other) => panic!("{other}"),
        }
    }

    fn issue(&mut self, player: PlayerId, currency: Currency, amount: i64) {
        let (from, to) = (Account::issuance(currency.clone()), Account::wallet(player, currency));
        if let Ok(transfer) = Transfer::new(from, to, Chips::new(amount)) {
            self.pay(&[transfer]).expect("issuance may owe");
        }
    }
}

impl Room for Tables {
    fn balance(&self, player: PlayerId, currency: &Currency) -> Chips {
        if self.late {
            return Chips::new(1_000_000);
        }
        self.ledger.balance(&Account::wallet(player, currency.clone()))
    }
    fn currencies(&self, player: PlayerId) -> Vec<Currency> {
        let theirs =
            self.ledger.accounts().filter(|(account, _)| account.owner == kozyr_chips::Owner::Player(player));
        theirs.map(|(account, _)| account.currency.clone()).collect()
    }
    fn table(&self, table: &TableId) -> Option<&DurakTable> {
        self.tables.get(table).map(|seated| &seated.table)
    }
    /// Whoever is new has the room's chips to begin with.
    fn person(&mut self, key: &Key) -> PlayerId {
        let (person, new) = self.outside.borrow_mut().person(key);
        if new {
            self.issue(person, Currency::FUN, 10_000);
        }
        person
    }
    fn bot(&mut self, number: usize) -> PlayerId {
        PlayerId::new(1_000_000 + number as u64).unwrap()
    }
    fn new_table(&mut self) -> TableId {
        self.outside.borrow_mut().table()
    }
    fn token(&mut self) -> String {
        self.outside.borrow_mut().secret()
    }
    fn channel(&mut self) -> String {
        self.outside.borrow_mut().channel()
    }
    fn below(&mut self, n: u32) -> u32 {
        self.outside.borrow_mut().below(n)
    }
}

/// Where a room keeps what it must not forget.
enum Keeps {
    Nothing,
    Memory(Arc<MemoryStore>),
    File(PathBuf, Option<Box<SqliteStore>>),
}

/// The room.
pub struct Host {
    sessions: Sessions,
    pub room: Tables,
    settings: Settings,
    keeps: Keeps,
    stream: Stream,
    /// Of tables that are closed with the next commit.
    closing: Vec<Stream>,
    commits: u64,
    /// Is a table written down whenever it is between hands? Otherwise only when it has no cards to show.
    pub eager_checkpoints: bool,
    pub now: Timestamp,
    out: Vec<Output>,
}

impl Host {
    /// A room that keeps nothing.
    pub fn new(settings: Settings, outside: Outside, now: Timestamp) -> Host {
        Host::with(settings, outside, now, Keeps::Nothing)
    }

    /// A room that can be stopped hard, in memory.
    pub fn in_memory(settings: Settings, outside: Outside, now: Timestamp) -> Host {
        Host::with(settings, outside, now, Keeps::Memory(Arc::new(MemoryStore::stepped())))
    }

    /// A room that can be stopped hard, with this file.
    pub fn in_file(settings: Settings, outside: Outside, now: Timestamp, path: PathBuf) -> Host {
        let store = Box::new(SqliteStore::stepped(&path).unwrap());
        Host::with(settings, outside, now, Keeps::File(path, Some(store)))
    }

    fn with(settings: Settings, outside: Outside, now: Timestamp, keeps: Keeps) -> Host {
        let room = Tables {
            tables: BTreeMap::new(),
            ledger: Ledger::new(Account::may_owe),
            transfers: Vec::new(),
            outside: Rc::new(RefCell::new(outside)),
            late: false,
        };
        let stream = Stream::claim(store(&keeps), "updau");
        let sessions = Sessions::new(settings.clone(), now);
        Host {
            sessions,
            room,
            settings,
            keeps,
            stream,
            closing: Vec::new(),
            commits: 0,
            eager_checkpoints: false,
            now,
            out: Vec::new(),
        }
    }

    pub fn connect(&mut self, now: Timestamp, connection: ConnectionId) {
        self.take_in(now, Input::Connected(connection));
    }
    pub fn disconnect(&mut self, now: Timestamp, connection: ConnectionId) {
        self.take_in(now, Input::Disconnected(connection));
    }
    pub fn receive(&mut self, now: Timestamp, connection: ConnectionId, message: &[u8]) {
        self.take_in(now, Input::Received(connection, message));
    }
    pub fn reject(&mut self, now: Timestamp, connection: ConnectionId, fault: Fault) {
        self.take_in(now, Input::Rejected(connection, fault));
    }
    /// The password of a login is right, or not.
    pub fn checked(&mut self, now: Timestamp, ticket: u64, login: Option<&str>) {
        let holder = |login: &str| Key::Device("account".to_owned(), login.to_owned());
        let account = login.map(|login| (self.room.person(&holder(login)), login.to_owned()));
        self.take_in(now, Input::Checked { ticket, account });
    }

    /// Chips that somebody bought.
    pub fn deposit(&mut self, player: u64, currency: &str, amount: i64) {
        self.room.issue(PlayerId::new(player).unwrap(), currency.parse().unwrap(), amount);
        self.commit();
    }

    /// Somebody spends chips elsewhere in the room.
    pub fn spend(&mut self, player: u64, currency: &str, amount: i64) {
        let currency: Currency = currency.parse().unwrap();
        let wallet = Account::wallet(PlayerId::new(player).unwrap(), currency.clone());
        let spent = Transfer::new(wallet, Account::house(currency), Chips::new(amount)).unwrap();
        self.room.pay(&[spent]).unwrap();
        self.commit();
    }

    pub fn outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.out)
    }

    pub fn accounts(&self) -> impl Iterator<Item = (&Account, Chips)> {
        self.room.ledger.accounts()
    }

    pub fn tables(&self) -> impl Iterator<Item = &DurakTable> {
        self.room.tables.values().map(|seated| &seated.table)
    }

    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    pub fn deadline(&self) -> Option<Timestamp> {
        let tables = self.room.tables.values().filter_map(|seated| seated.table.deadline());
        tables.chain(self.sessions.deadline()).min()
    }

    /// Lets happen what is due, each thing at its time; tables before sessions.
    pub fn tick(&mut self, now: Timestamp) {
        while let Some(at) = self.deadline().filter(|&at| at <= now) {
            let at = at.max(self.now);
            self.now = at;
            let due = self
                .room
                .tables
                .iter()
                .find(|(_, one)| one.table.deadline().is_some_and(|deadline| deadline <= at));
            match due.map(|(id, _)| id.clone()) {
                Some(table) => self.ask(&table, None, &TableInput::Tick),
                None => self.step(Input::Tick),
            }
            self.commit();
        }
        self.now = self.now.max(now);
        self.step(Input::Tick);
        self.commit();
    }

    fn take_in(&mut self, now: Timestamp, input: Input<'_>) {
        self.tick(now);
        self.step(input);
        self.commit();
    }

    /// One step of the sessions, and everything it leads to.
    fn step(&mut self, input: Input<'_>) {
        let outcome = self.sessions.step(self.now, input, &mut self.room);
        let mut wants = VecDeque::new();
        self.note(outcome, &mut wants);
        self.carry_out(wants);
    }

    fn note(&mut self, outcome: Outcome, wants: &mut VecDeque<Want>) {
        let Outcome { events, wants: more, outputs } = outcome;
        let written = events.iter().map(|event| serde_json::to_vec(event).unwrap().into());
        self.stream.batch.events.extend(written);
        self.out.extend(outputs);
        wants.extend(more);
    }

    fn carry_out(&mut self, mut wants: VecDeque<Want>) {
        while let Some(want) = wants.pop_front() {
            match want {
                Want::Open { table: id, settings, house } => {
                    let table = DurakTable::open(id.clone(), (*settings).clone(), (*house).clone()).unwrap();
                    let stream = Stream::claim(store(&self.keeps), &format!("table/{id}"));
                    let dealer = Dealer::new(SeedsOutside(self.room.outside.clone()));
                    let mut seated = Seated { table, dealer, stream };
                    let opened = Entry::Opened { id: id.clone(), settings: *settings, house: *house };
                    let (transfers, memory) = (Vec::new(), Vec::new());
                    let batch = Batch {
                        at: self.now,
                        entries: vec![opened],
                        transfers,
                        memory,
                        rest: None,
                        settled: Vec::new(),
                    };
                    seated.carry_out(&batch, false);
                    assert!(self.room.tables.insert(id, seated).is_none(), "a table is opened once");
                }
                Want::Ask { table, ticket, input } => self.ask_in(&table, ticket, &input, &mut wants),
                Want::Close(id) => {
                    let mut seated = self.room.tables.remove(&id).expect("a table that was opened");
                    assert_eq!(seated.table.taken().count(), 0, "somebody sits at {id}");
                    assert!(seated.table.chips().is_zero());
                    seated.stream.batch.close = true;
                    self.closing.push(seated.stream);
                }
                Want::Fund(transfer) => self.room.pay(&[transfer]).expect("issuance may owe"),
            }
        }
    }
    /// The room comes back without its tables.
    pub fn lose_tables(&mut self) {
        self.room.tables.clear();
        self.restarted();
    }

    /// The sessions find out what became of their tables.
    pub fn restarted(&mut self) {
        self.step(Input::Restarted);
        self.commit();
    }

    /// Somebody who came to the room by another way does something at a table.
    pub fn at_table(&mut self, now: Timestamp, table: &TableId, input: &TableInput) {
        self.now = self.now.max(now);
        self.ask(table, None, input);
        self.commit();
    }

    /// Asks a table, and everything that leads to.
    fn ask(&mut self, table: &TableId, ticket: Option<u64>, input: &TableInput) {
        let mut wants = VecDeque::new();
        self.ask_in(table, ticket, input, &mut wants);
        self.carry_out(wants);
    }

    fn ask_in(&mut self, id: &TableId, ticket: Option<u64>, input: &TableInput, wants: &mut VecDeque<Want>) {
        let eager = self.eager_checkpoints;
        let Some(seated) = self.room.tables.get_mut(id) else { return };
        let mut dealer = seated.dealer.clone();
        let decided = seated.table.decide(self.now, input, &mut dealer);
        let steps = match decided {
            Err(why) => {
                let strange =
                    matches!(input, TableInput::Sit { .. } | TableInput::Leave(_) | TableInput::Tick);
                assert!(ticket.is_some() || !strange, "{id} refuses {input:?}: {why}");
                let Some(ticket) = ticket else { return };
                let outcome = self.sessions.step(self.now, Input::Refused { ticket, why }, &mut self.room);
                return self.note(outcome, wants);
            }
            Ok(batch) => match self.room.pay(&batch.transfers) {
                Ok(()) => {
                    let seated = self.room.tables.get_mut(id).unwrap();
                    seated.dealer = dealer;
                    seated.carry_out(&batch, eager)
                }
                Err(player) => {
                    let cannot = TableInput::CannotPay(player.expect("only players cannot pay"));
                    let seated = self.room.tables.get_mut(id).unwrap();
                    let mut dealer = seated.dealer.clone();
                    let batch = seated.table.decide(self.now, &cannot, &mut dealer).unwrap();
                    assert_eq!(batch.transfers, [], "nobody pays because somebody cannot");
                    seated.carry_out(&batch, eager)
                }
            },
        };
        let told = Input::Table { table: id, ticket, steps };
        let outcome = self.sessions.step(self.now, told, &mut self.room);
        self.note(outcome, wants);
    }

    /// Everything since the last commit, in one transaction.
    fn commit(&mut self) {
        let transfers = std::mem::take(&mut self.room.transfers);
        let mut streams: Vec<StreamBatch> = Vec::new();
        self.commits += 1;
        if self.commits.is_multiple_of(16) && !self.stream.batch.events.is_empty() {
            self.stream.batch.checkpoint =
                Some(serde_json::to_vec(&self.sessions.snapshot()).unwrap().into());
        }
        streams.extend(self.stream.take());
        streams.extend(self.room.tables.values_mut().filter_map(|seated| seated.stream.take()));
        streams.extend(self.closing.drain(..).filter_map(|mut stream| stream.take()));
        let Some(store) = store(&self.keeps) else { return };
        if streams.is_empty() && transfers.is_empty() {
            return;
        }
        store.append(Append { at: self.now, streams, transfers, ..Append::default() }).unwrap();
    }

    /// The room stops, hard, and comes back from what its store has. Connections are somebody else's and stay.
    pub fn stop_and_come_back(&mut self) {
        assert!(self.room.transfers.is_empty(), "nothing is told before it is durable");
        if let Keeps::File(path, file) = &mut self.keeps {
            *file = None;
            *file = Some(Box::new(SqliteStore::stepped(path).unwrap()));
        }
        let store = store(&self.keeps).expect("a room with a store");
        let before = self.sessions.snapshot();
        let load = |stream: &StreamId, after: Sequence| {
            let mut events = store.load(stream, after, 1_000_000).unwrap();
            events.sort_by_key(|event| event.sequence);
            events
        };
        let id = self.stream.id.clone();
        let checkpoint = store.checkpoint(&id).unwrap();
        let after = checkpoint.as_ref().map_or(Sequence::START, |checkpoint| checkpoint.sequence);
        let snapshot =
            checkpoint.map(|checkpoint| serde_json::from_slice(&checkpoint.payload.bytes).unwrap());
        let events =
            load(&id, after).into_iter().map(|event| serde_json::from_slice(&event.payload.bytes).unwrap());
        self.sessions = Sessions::restore(self.settings.clone(), self.now, snapshot, events);
        assert_eq!(self.sessions.snapshot(), before, "the sessions are what their stream says");
        self.stream = Stream::claim(Some(store), id.as_str());
        self.room.ledger = Ledger::new(Account::may_owe);
        for (account, chips) in store.accounts().unwrap() {
            let issuance = Account::issuance(account.currency.clone());
            let (from, to) = if chips.is_negative() { (account, issuance) } else { (issuance, account) };
            if let Ok(transfer) = Transfer::new(from, to, chips.abs()) {
                self.room.ledger.post(&[transfer]).unwrap();
            }
        }
        let open: Vec<TableId> = self.sessions.tables().cloned().collect();
        let mut tables = BTreeMap::new();
        for id in open {
            let stream = Stream::claim(Some(store), &format!("table/{id}"));
            let checkpoint = store.checkpoint(&stream.id).unwrap();
            let after = checkpoint.as_ref().map_or(Sequence::START, |checkpoint| checkpoint.sequence);
            let rest = checkpoint
                .map(|one| serde_json::from_slice::<Rest<DurakSeating>>(&one.payload.bytes).unwrap());
            let mut table = rest.map(|rest| DurakTable::from_rest(rest).unwrap());
            let mut dealer = Dealer::new(SeedsOutside(self.room.outside.clone()));
            for event in load(&stream.id, after) {
                let entry: Entry<DurakSeating> = serde_json::from_slice(&event.payload.bytes).unwrap();
                if let Entry::Opened { id, settings, house } = &entry {
                    table = Some(DurakTable::open(id.clone(), settings.clone(), house.clone()).unwrap());
                }
                let table = table.as_mut().expect("a table is opened first");
                let secret = |number| {
                    let kept = store.secret(&stream.id, number).unwrap()?;
                    Some(Secret::from_bytes(&kept.bytes).unwrap())
                };
                table.replay(event.at, &entry, &mut dealer, secret, &mut Effects::default()).unwrap();
            }
            let Some(table) = table else {
                assert!(!self.room.tables.contains_key(&id), "a table that was opened is stored");
                continue;
            };
            assert_eq!(self.room.ledger.balance(&table.escrow()), table.chips(), "the escrow of {id}");
            let before = &self.room.tables[&id].table;
            if !self.eager_checkpoints {
                assert_eq!(&table, before, "{id} is what its log says");
            }
            tables.insert(id, Seated { table, dealer, stream });
        }
        assert_eq!(tables.len(), self.room.tables.len());
        self.room.tables = tables;
        for check in store.check_books().unwrap() {
            assert!(check.is_sound(), "{check:?}");
        }
    }
}

fn store(keeps: &Keeps) -> Option<&dyn Store> {
    match keeps {
        Keeps::Nothing => None,
        Keeps::Memory(store) => Some(store.as_ref()),
        Keeps::File(_, store) => store.as_deref().map(|store| store as &dyn Store),
    }
}

impl Seated {
    fn carry_out(&mut self, batch: &Batch<DurakSeating>, eager: bool) -> Vec<TableStep> {
        let steps = TableStep::carry_out(&mut self.table, batch);
        let write = &mut self.stream.batch;
        write.events.extend(batch.entries.iter().map(|entry| serde_json::to_vec(entry).unwrap().into()));
        let secrets = self.dealer.take_fresh().into_iter();
        write.secrets.extend(
            secrets.map(|(key, secret)| kozyr_store::Secret { key, payload: secret.to_bytes().into() }),
        );
        // A party that is just over is not kept, and people still look at it.
        let rest = batch.rest.as_ref().filter(|_| eager || self.table.state().is_none());
        write.checkpoint = rest.map(|rest| serde_json::to_vec(rest).unwrap().into());
        steps
    }
}

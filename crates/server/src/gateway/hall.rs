//! What the sessions see of the room: its tables as they will be once everything of this turn is durable, wallets, people
//! and chance.

use super::books::Books;
use super::line::{Doorkeeper, Question};
use super::load::claim_name;
use crate::clock::Calendar;
use crate::directory::Directory;
use crate::people::{self, SESSION};
use crate::seeds::SystemSeeds;
use crate::world;
use kozyr_chips::Chips;
use kozyr_protocol::updau::session::{ConnectionId, Key, Room};
use kozyr_store::{
    Account, Currency, Head, PeopleChange, PlayerId, Scope, Session, Store, TokenDigest, User, UserKind,
};
use kozyr_table::Dealer;
use kozyr_table::durak::DurakTable;
use kozyr_time::{Millis, TableId, Timestamp, WallTime};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The bots of demo tables have these numbers and up.
pub(super) const FIRST_BOT: u64 = 1_501;
/// Whoever has a smaller number plays by program.
const FIRST_PERSON: u64 = 2_000;
/// For so long nobody is forgotten who does not come.
const KEPT: Millis = Millis::from_secs(90 * 24 * 60 * 60);
/// How often it is written down that somebody came.
const SEEN_EVERY: Millis = Millis::from_secs(24 * 60 * 60);

/// A table as it will be.
pub(super) struct Seated {
    pub(super) table: DurakTable,
    pub(super) dealer: Dealer<SystemSeeds>,
    /// The last line of its log.
    pub(super) sequence: u64,
    entered: Option<Timestamp>,
}

/// What everybody of the room is given, and who they are.
pub(super) struct House {
    pub(super) store: Arc<dyn Store>,
    pub(super) directory: Arc<Directory>,
    pub(super) calendar: Arc<Calendar>,
    /// What a newcomer gets of the room's chips, and below what a wallet is filled up to it.
    pub(super) gift: Chips,
    pub(super) least: Chips,
}

pub(super) struct Hall {
    house: House,
    /// What ids of people are made with.
    key: [u8; 32],
    pub(super) books: Books,
    tables: BTreeMap<TableId, Seated>,
    deadlines: BTreeSet<(Timestamp, TableId)>,
    /// Logs that are claimed for tables to come, and the claims of those that have a name and are not open yet.
    pool: Vec<(TableId, Head)>,
    named: HashMap<TableId, Head>,
    people: Vec<PeopleChange>,
    doorkeepers: HashMap<ConnectionId, Arc<dyn Doorkeeper>>,
}

impl Hall {
    pub(super) fn new(house: House, key: [u8; 32], pool: Vec<(TableId, Head)>) -> Hall {
        let books = Books::new(house.store.clone());
        Hall {
            house,
            key,
            books,
            tables: BTreeMap::new(),
            deadlines: BTreeSet::new(),
            pool,
            named: HashMap::new(),
            people: Vec::new(),
            doorkeepers: HashMap::new(),
        }
    }

    /// A new turn.
    pub(super) fn begin(&mut self) {
        self.books.begin();
        self.people.clear();
    }

    pub(super) fn take_people(&mut self) -> Vec<PeopleChange> {
        std::mem::take(&mut self.people)
    }

    // ---- Tables ----

    /// Everything as the store has it.
    pub(super) fn start_over(
        &mut self,
        tables: impl Iterator<Item = (TableId, DurakTable, Dealer<SystemSeeds>, u64)>,
    ) {
        self.tables.clear();
        self.deadlines.clear();
        for (id, table, dealer, sequence) in tables {
            self.put(&id, Seated::new(table, dealer, sequence));
        }
    }

    pub(super) fn put(&mut self, id: &TableId, seated: Seated) {
        self.tables.insert(id.clone(), seated);
        self.enter(id);
    }

    pub(super) fn remove(&mut self, id: &TableId) {
        if let Some(at) = self.tables.remove(id).and_then(|seated| seated.entered) {
            self.deadlines.remove(&(at, id.clone()));
        }
    }

    pub(super) fn get(&self, id: &TableId) -> Option<&Seated> {
        self.tables.get(id)
    }

    pub(super) fn get_mut(&mut self, id: &TableId) -> Option<&mut Seated> {
        self.tables.get_mut(id)
    }

    /// The claim to the log of a table that is opened now.
    pub(super) fn claim_of(&mut self, id: &TableId) -> Option<Head> {
        self.named.remove(id)
    }

    /// How many logs are claimed for tables to come.
    pub(super) fn spare(&self) -> usize {
        self.pool.len()
    }

    pub(super) fn add_spare(&mut self, more: Vec<(TableId, Head)>) {
        self.pool.extend(more);
    }

    /// Enters a table among the deadlines, after something happened there.
    pub(super) fn enter(&mut self, id: &TableId) {
        let Some(at) = self.tables.get(id).map(|seated| seated.table.deadline()) else { return };
        self.enter_at(id, at);
    }

    /// The table could not act on its time: soon again.
    pub(super) fn put_off(&mut self, id: &TableId, until: Timestamp) {
        self.enter_at(id, Some(until));
    }

    fn enter_at(&mut self, id: &TableId, at: Option<Timestamp>) {
        let Some(seated) = self.tables.get_mut(id).filter(|seated| seated.entered != at) else { return };
        if let Some(old) = std::mem::replace(&mut seated.entered, at) {
            self.deadlines.remove(&(old, id.clone()));
        }
        if let Some(at) = at {
            self.deadlines.insert((at, id.clone()));
        }
    }

    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.deadlines.first().map(|&(at, _)| at)
    }

    /// A table whose time has come.
    pub(super) fn due(&self, now: Timestamp) -> Option<TableId> {
        self.deadlines.first().filter(|(at, _)| *at <= now).map(|(_, id)| id.clone())
    }

    // ---- People ----

    /// Who comes over this connection is for this one to say.
    pub(super) fn connected(&mut self, connection: ConnectionId, doorkeeper: Arc<dyn Doorkeeper>) {
        self.doorkeepers.insert(connection, doorkeeper);
    }

    pub(super) fn gone(&mut self, connection: ConnectionId) {
        self.doorkeepers.remove(&connection);
    }

    /// Has a password checked; nothing comes of it when the connection is gone.
    pub(super) fn check(&self, question: Question) {
        if let Some(doorkeeper) = self.doorkeepers.get(&question.connection) {
            doorkeeper.check(question);
        }
    }

    /// Nobody but this room can say whose number a cookie or a device gives.
    fn id_of(&self, key: &Key) -> PlayerId {
        let text = serde_json::to_vec(key).expect("a key is text");
        let [a, b, c, d, e, f, g, h, ..] = *blake3::keyed_hash(&self.key, &text).as_bytes();
        let number = (u64::from_le_bytes([a, b, c, d, e, f, g, h]) & PlayerId::MAX).max(FIRST_PERSON);
        PlayerId::new(number).expect("masked to the largest number")
    }

    /// Under this it is kept when they were here last. Nobody has the token it would be of.
    fn mark_of(&self, player: PlayerId) -> TokenDigest {
        let text = format!("seen {player}");
        TokenDigest(*blake3::keyed_hash(&self.key, text.as_bytes()).as_bytes())
    }

    fn is_new(&self, player: PlayerId) -> bool {
        let creates =
            |change: &PeopleChange| matches!(change, PeopleChange::Create(user) if user.id == player);
        self.books.answered(self.house.store.user(player)).is_none() && !self.people.iter().any(creates)
    }

    fn create(&mut self, player: PlayerId, name: String, today: WallTime) {
        let session = Session::new(self.mark_of(player), player, today, KEPT);
        self.people.push(PeopleChange::Create(User::new(player, name, UserKind::Guest, today)));
        self.people.push(PeopleChange::StartSession(session));
        let gift = self.house.gift;
        self.books.issue(player, &Currency::FUN, gift);
    }
}

impl Seated {
    pub(super) fn new(table: DurakTable, dealer: Dealer<SystemSeeds>, sequence: u64) -> Seated {
        Seated { table, dealer, sequence, entered: None }
    }
}

impl Room for Hall {
    fn balance(&self, player: PlayerId, currency: &Currency) -> Chips {
        self.books.balance(&Account::wallet(player, currency.clone()))
    }

    fn currencies(&self, player: PlayerId) -> Vec<Currency> {
        self.books.currencies(player)
    }

    fn table(&self, table: &TableId) -> Option<&DurakTable> {
        self.tables.get(table).map(|seated| &seated.table)
    }

    fn person(&mut self, key: &Key) -> PlayerId {
        let player = self.id_of(key);
        if self.is_new(player) {
            self.create(player, key.nick(player), self.house.calendar.now());
        }
        player
    }

    fn admits(&mut self, connection: ConnectionId) -> bool {
        self.doorkeepers.get(&connection).is_none_or(|doorkeeper| doorkeeper.admits())
    }

    /// The token stands for a session like any other: it is listed, can be ended, and lasts as long as it is used.
    fn is_signed_in(&mut self, player: PlayerId, token: &str) -> bool {
        let (digest, today) = (people::digest(token), self.house.calendar.now());
        let starts =
            |change: &PeopleChange| matches!(change, PeopleChange::StartSession(one) if one.token == digest);
        if self.people.iter().any(starts) {
            return true;
        }
        let user = self.books.answered(self.house.store.user(player));
        if user.and_then(|user| user.banned_until).is_some_and(|until| today < until) {
            return false;
        }
        let session = self.books.answered(self.house.store.session(&digest, today));
        let Some(session) = session.filter(|session| session.user == player) else { return false };
        if today.since(session.last_used) >= SEEN_EVERY {
            let expires_at = today + SESSION;
            self.people.push(PeopleChange::TouchSession { token: digest, used_at: today, expires_at });
        }
        true
    }

    fn sign_in(&mut self, player: PlayerId, token: &str) {
        let today = self.house.calendar.now();
        let mut session = Session::new(people::digest(token), player, today, SESSION);
        (session.scope, session.label) = (Scope::Play, "UpDAU".to_owned());
        self.people.push(PeopleChange::StartSession(session));
    }

    /// Whoever comes is not forgotten, and once a day their wallet is filled up when it is too light for every table and
    /// nothing of theirs lies on one.
    fn seen(&mut self, player: PlayerId) {
        let (store, today) = (self.house.store.clone(), self.house.calendar.now());
        let user = self.books.answered(store.user(player));
        if user.is_some_and(|user| user.kind == UserKind::Member) {
            // An account is not forgotten, and fills its wallet up by itself.
            return;
        }
        if self.is_new(player) {
            // They were away for so long that the room forgot them.
            return self.create(player, format!("Guest {player}"), today);
        }
        let token = self.mark_of(player);
        let last = self.books.answered(store.session(&token, today));
        let known = |session: &Session| today.since(session.last_used) < SEEN_EVERY;
        let new = self
            .people
            .iter()
            .any(|change| matches!(change, PeopleChange::Create(user) if user.id == player));
        match last {
            _ if new => return,
            Some(session) if known(&session) => return,
            Some(_) => {
                let expires_at = today + KEPT;
                self.people.push(PeopleChange::TouchSession { token, used_at: today, expires_at });
            }
            None => {
                self.people.push(PeopleChange::EndSession(token));
                self.people.push(PeopleChange::StartSession(Session::new(token, player, today, KEPT)));
            }
        }
        let (gift, has) = (self.house.gift, self.balance(player, &Currency::FUN));
        if has < self.house.least && has < gift && !self.house.directory.has_chips_out(player) {
            self.books.issue(player, &Currency::FUN, gift - has);
        }
    }

    fn bot(&mut self, number: usize) -> PlayerId {
        PlayerId::new(FIRST_BOT + number as u64).expect("bots have small numbers")
    }

    /// The logs of tables are claimed beforehand. Only when more tables open at once than there are spare logs does one
    /// wait for its own.
    fn new_table(&mut self) -> TableId {
        let (id, head) = match self.pool.pop() {
            Some(spare) => spare,
            None => claim_name(&*self.house.store).unwrap_or_else(|error| {
                self.books.answered(Err::<(), _>(error));
                (TableId::new("updau-none").expect("a plain name"), Head::default())
            }),
        };
        self.named.insert(id.clone(), head);
        id
    }

    fn token(&mut self) -> String {
        self.secret()
    }

    fn channel(&mut self) -> String {
        self.secret().split_off(44)
    }

    fn below(&mut self, n: u32) -> u32 {
        u32::from_le_bytes(self.random()) % n.max(1)
    }
}

impl Hall {
    fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.books.answered(world::fill(&mut bytes));
        bytes
    }

    /// 256 bits nobody can guess.
    fn secret(&self) -> String {
        self.random::<32>().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

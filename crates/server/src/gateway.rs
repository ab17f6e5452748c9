//! The gateway: UpDAU (`kozyr_protocol::updau`) over the room's own tables, people and ledger.
//!
//! A shard of its own has the sessions and the tables they open. Whatever came while the last append was with the store
//! goes into the next one together: one turn is one append over the sessions' log, tables, ledger and people. The sessions
//! and the tables they see run ahead of it ([`Hall`](hall::Hall)); nobody is told anything until it is durable. An append
//! that fails takes everything back to what the store has.
//!
//! Others come to these tables by the room's own protocol: each has its [`Audience`], which knows the table as it is durable.

mod append;
mod books;
mod hall;
mod line;
mod load;
#[cfg(feature = "simulation")]
mod probe;
mod tcp;
mod turn;
mod upgrade;
mod wire;

pub(crate) use line::FromClient;
#[cfg(feature = "simulation")]
pub(crate) use line::{Caller, Doorkeeper, Inbox, Letter, Question};
pub(crate) use load::{LoadedGateway, claim_spare, is_table, load};
pub(crate) use tcp::listen;
pub(crate) use upgrade::upgrade;

use crate::audience::Audience;
use crate::chore::Chore;
use crate::clock::Calendar;
use crate::directory::{Directory, TableName};
use crate::load::{LoadError, Loaded};
use crate::outlet::{ConnectionId as Page, Watcher};
use crate::service::{Origin, digest, stakes};
use crate::shard::{Shared, ToShard};
use crate::want::Want;
use hall::{FIRST_BOT, Hall, House};
use kozyr_chips::Chips;
use kozyr_protocol::room::{Fault, LobbyTable, Refusal, ToClient};
use kozyr_protocol::updau::session::{BOT_NAMES, ConnectionId, Sessions, Settings, TableInput};
use kozyr_store::{Completed, Epoch, Head, Lane, Store};
use kozyr_table::durak::DurakSeating;
use kozyr_time::{PlayerId, TableId, Timestamp};
#[cfg(not(feature = "simulation"))]
use line::Letter;
use line::Line;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use tokio::sync::oneshot;
use turn::{Asked, Job, Turn};

/// Commands of pages that may wait, and how many of them may be one person's.
const QUEUE: usize = 1024;
const SHARE: usize = 8;
/// When fewer logs than this are claimed for tables to come, more are.
const FEW_SPARE: usize = 16;
/// How a connection ends whose request may or may not have been carried out: it comes back and finds out.
const TRY_AGAIN: u16 = 1013;

/// A table as it is durable, and those who look at it from pages.
struct ServedTable {
    loaded: Loaded<DurakSeating>,
    audience: Audience<DurakSeating>,
}

/// What everybody of the room is given.
#[derive(Clone, Copy)]
pub(crate) struct Gifts {
    /// What a newcomer gets of the room's chips.
    pub(crate) gift: Chips,
    /// Below this a wallet is filled up.
    pub(crate) least: Chips,
}

pub(crate) struct Gateway {
    shared: Shared,
    settings: Settings,
    sessions: Sessions,
    hall: Hall,
    tables: BTreeMap<TableId, ServedTable>,
    lines: HashMap<ConnectionId, Line>,
    epoch: Epoch,
    sequence: u64,
    since_anew: u64,
    queue: VecDeque<Job>,
    /// What is with the store.
    pending: Option<Turn>,
    /// Waits to be loaded again.
    frozen: bool,
    /// How often the turn before was taken back.
    tries: u8,
    /// Logs for tables to come are being claimed.
    claiming: bool,
    stopping: Option<oneshot::Sender<()>>,
    stopped: bool,
}

impl Gateway {
    /// Loads everything. Waits for the store.
    pub(crate) fn open(
        store: Arc<dyn Store>,
        directory: Arc<Directory>,
        calendar: Arc<Calendar>,
        lane: Lane,
        settings: Settings,
        gifts: Gifts,
        now: Timestamp,
    ) -> Result<Gateway, LoadError> {
        let today = calendar.now();
        for (number, name) in (FIRST_BOT..).zip(BOT_NAMES) {
            if let Err(error) = crate::people::bot(&*store, today, number, name) {
                tracing::error!(%error, "a bot of the demo tables could not come");
            }
        }
        let mut loaded = load(&*store, &settings, now)?;
        let spare = std::mem::take(&mut loaded.spare);
        let Gifts { gift, least } = gifts;
        let house = House { store: store.clone(), directory: directory.clone(), calendar, gift, least };
        let hall = Hall::new(house, loaded.key, spare);
        let shared = Shared { store, directory, lane, now, draining: false, chores: RefCell::default() };
        let mut gateway = Gateway {
            shared,
            sessions: Sessions::new(settings.clone(), now),
            settings,
            hall,
            tables: BTreeMap::new(),
            lines: HashMap::new(),
            epoch: loaded.epoch,
            sequence: 0,
            since_anew: 0,
            queue: VecDeque::new(),
            pending: None,
            frozen: false,
            tries: 0,
            claiming: false,
            stopping: None,
            stopped: false,
        };
        gateway.take_over(loaded);
        gateway.queue.extend(gateway.clocks_anew());
        gateway.pump();
        Ok(gateway)
    }

    /// Everything as the store has it.
    fn take_over(&mut self, loaded: LoadedGateway) {
        let LoadedGateway { sessions, epoch, sequence, since_anew, tables, spare, .. } = loaded;
        (self.sessions, self.epoch, self.sequence, self.since_anew) = (sessions, epoch, sequence, since_anew);
        self.hall.add_spare(spare);
        let mut before = std::mem::take(&mut self.tables);
        tables.iter().for_each(|(_, loaded)| self.shared.not_before(loaded.table.now()));
        for (id, loaded) in tables {
            let audience = match before.remove(&id) {
                Some(mut known) => {
                    known.audience.start_over(&loaded, &self.shared);
                    known.audience
                }
                None => Audience::new(id.clone(), load::TITLE.to_owned(), None, &loaded.table),
            };
            self.tables.insert(id, ServedTable { loaded, audience });
        }
        for (id, mut gone) in before {
            gone.audience.dismiss();
            self.shared.directory.forget(&id);
        }
        let ahead = self.tables.iter().map(|(id, ServedTable { loaded, .. })| {
            (id.clone(), loaded.table.clone(), loaded.dealer.clone(), loaded.sequence)
        });
        self.hall.start_over(ahead);
        self.tables.iter().for_each(|(id, served)| served.announce(id, &self.shared.directory));
        self.shared.directory.paid(load::TABLES);
        // What the sessions know of connections that are not there, and of tables that could not be loaded.
        let goes = |connection| {
            let gone = |job: &Job| matches!(job, Job::Client(gone, FromClient::Gone) if *gone == connection);
            self.queue.iter().any(gone)
        };
        let lost = self.sessions.connections().filter(|connection| !self.lines.contains_key(connection));
        let lost = lost.filter(|&connection| !goes(connection));
        let lost: Vec<Job> = lost.map(|connection| Job::Client(connection, FromClient::Gone)).collect();
        for job in lost.into_iter().chain([Job::Restarted]) {
            self.queue.push_front(job);
        }
    }

    /// After a start: clocks run anew, and no line is there yet; whoever comes back soon has lost nothing.
    fn clocks_anew(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (id, ServedTable { loaded, .. }) in &self.tables {
            if loaded.table.deadline().is_some() {
                jobs.push(Job::own(id, TableInput::Resume));
            }
            let people = loaded.table.taken().filter(|(_, chair)| !chair.player.bot);
            jobs.extend(people.map(|(_, chair)| {
                Job::own(id, TableInput::Line { player: chair.player.id, connected: false })
            }));
        }
        jobs
    }

    /// Takes in one message, if there is one, and does what is due. What has to wait for the store comes back.
    pub(crate) fn step(&mut self, now: Timestamp, message: Option<ToShard>) -> Vec<Chore> {
        self.shared.not_before(now);
        if let Some(message) = message {
            self.handle(message);
        }
        self.pump();
        if self.stopping.is_some() && self.pending.is_none() {
            self.stopped = true;
            if let Some(done) = self.stopping.take() {
                // Whoever asked may have gone meanwhile.
                let _ = done.send(());
            }
        }
        self.shared.chores.take()
    }

    /// When it wants to be stepped again, if no message comes; not while it waits for the store.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        if self.pending.is_some() || self.frozen || self.stopping.is_some() {
            return None;
        }
        self.hall.deadline().into_iter().chain(self.sessions.deadline()).min()
    }

    /// Has it stopped, as it was told to?
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn handle(&mut self, message: ToShard) {
        match message {
            ToShard::Updau(connection, message) => self.hear(connection, message),
            ToShard::Watch { table, watcher, have } => self.watch(&table, watcher, have),
            ToShard::Show { table, watcher } => self.show(&table, &watcher),
            ToShard::Unwatch { table, connection } => self.unwatch(&table, connection),
            ToShard::Gone(connection) => {
                let tables: Vec<TableId> = self.tables.keys().cloned().collect();
                tables.iter().for_each(|table| self.unwatch(table, connection));
            }
            ToShard::Command { table, origin, want } => self.command(table, origin, want),
            ToShard::Committed(completed) => {
                completed.into_iter().for_each(|Completed { outcome, .. }| self.completed(outcome));
            }
            ToShard::LoadedGateway(loaded) => self.reloaded(*loaded),
            ToShard::ClaimedTables(claimed) => self.claimed(claimed),
            ToShard::SignedOut(person) => self.queue.push_back(Job::SignedOut(person)),
            ToShard::Health(answer) => {
                // Whoever asked may have lost patience.
                let _ = answer.send(!self.frozen);
            }
            ToShard::Drain(draining) => self.shared.draining = draining,
            ToShard::AtRest(answer) => {
                let plays = |served: &ServedTable| served.loaded.table.is_running();
                // Whoever asked may have lost patience.
                let _ = answer.send(self.pending.is_none() && !self.tables.values().any(plays));
            }
            ToShard::Stop(done) => self.stopping = Some(done),
            _ => unreachable!("the gateway has tables of its own only"),
        }
    }

    /// Something came over a connection. Documents for it are sent from now on, or no more.
    fn hear(&mut self, connection: ConnectionId, message: FromClient) {
        let job = match message {
            FromClient::Connected { line, doorkeeper } => {
                self.lines.insert(connection, line);
                self.hall.connected(connection, doorkeeper);
                Job::Connected(connection)
            }
            FromClient::Gone => {
                self.lines.remove(&connection);
                self.hall.gone(connection);
                Job::Client(connection, FromClient::Gone)
            }
            message => Job::Client(connection, message),
        };
        self.queue.push_back(job);
    }

    // ---- Those who come by the room's own protocol ----

    fn watch(&mut self, table: &TableName, watcher: Watcher, have: Option<u64>) {
        let Some(served) = self.tables.get_mut(table) else {
            return watcher.outlet.tell(&ToClient::Error { fault: Fault::TryAgain });
        };
        let sits = watcher.person.filter(|&person| served.loaded.table.seat_of(person).is_some());
        let stream = crate::plan::stream_of(table);
        served.audience.watch(watcher, have, &served.loaded, &stream, &self.shared);
        if let Some(player) = sits {
            self.queue.push_back(Job::own(table, TableInput::Line { player, connected: true }));
        }
    }

    fn show(&self, table: &TableName, watcher: &Watcher) {
        match self.tables.get(table) {
            Some(served) => served.audience.show(watcher, &served.loaded, self.shared.now),
            None => watcher.outlet.tell(&ToClient::Error { fault: Fault::TryAgain }),
        }
    }

    fn unwatch(&mut self, table: &TableName, connection: Page) {
        let Some(served) = self.tables.get_mut(table) else { return };
        let gone = served.audience.unwatch(connection, &self.shared);
        if let Some(player) = gone.filter(|&person| served.loaded.table.seat_of(person).is_some()) {
            self.queue.push_back(Job::own(table, TableInput::Line { player, connected: false }));
        }
    }

    fn command(&mut self, table: TableName, origin: Origin, want: Want) {
        let digest = digest(&table, &want);
        if !self.tables.contains_key(&table) {
            // A table that was closed may have carried the command out while it was there.
            return self.shared.leave(Chore::Receipt { origin, digest, reason: Refusal::UnknownTable });
        }
        let input = match want.input::<DurakSeating>(origin.person, None) {
            Ok(input) => input,
            Err(refusal) => return origin.refuse(refusal),
        };
        let waiting = self.queue.iter().filter_map(Job::person);
        let (mut all, mut own) = (0, 0);
        waiting.for_each(|person| (all, own) = (all + 1, own + usize::from(person == origin.person)));
        if self.frozen || self.stopping.is_some() || all >= QUEUE || own >= SHARE {
            return origin.refuse(Refusal::TryAgain);
        }
        let input = Box::new(input);
        self.queue.push_back(Job::Table { table, input, asked: Some(Asked { origin, digest }) });
    }

    // ---- Logs for tables to come ----

    fn claim_more(&mut self) {
        if !self.claiming && self.hall.spare() < FEW_SPARE {
            self.claiming = true;
            self.shared.leave(Chore::ClaimTables);
        }
    }

    fn claimed(&mut self, claimed: Result<Vec<(TableId, Head)>, LoadError>) {
        self.claiming = false;
        match claimed {
            Ok(more) => self.hall.add_spare(more),
            Err(error) => tracing::error!(%error, "no logs could be claimed for tables to come"),
        }
    }
}

impl ServedTable {
    /// Says in the lobby how the table is.
    fn announce(&self, id: &TableId, directory: &Directory) {
        let taken = self.loaded.table.taken();
        let seated: std::collections::BTreeSet<PlayerId> = taken.map(|(_, chair)| chair.player.id).collect();
        let (table, info) = (id.to_string(), self.audience.info().clone());
        directory.put(id, LobbyTable::new(table, info, seated.len() as u32), seated, self.loaded.table.now());
        directory.put_stakes(id, stakes(&self.loaded.table));
    }
}

impl crate::shard::Stepped for Gateway {
    fn step(&mut self, now: Timestamp, message: Option<ToShard>) -> Vec<Chore> {
        Gateway::step(self, now, message)
    }
    fn deadline(&self) -> Option<Timestamp> {
        Gateway::deadline(self)
    }
    fn is_stopped(&self) -> bool {
        Gateway::is_stopped(self)
    }
}

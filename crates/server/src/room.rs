//! The room: everything together, and the way in.

mod entry;
#[cfg(test)]
#[allow(clippy::print_stdout, reason = "figures are printed")]
mod figures;
mod upkeep;

use crate::admin::AdminLog;
use crate::callers::{AddressLimits, Callers};
use crate::clock::{Calendar, RoomClock};
use crate::directory::{Directory, TableName};
use crate::evening::{self, Evenings};
use crate::files;
use crate::gateway::{self, Gateway, Gifts};
use crate::host;
use crate::limit::GuestLimit;
use crate::load::LoadError;
use crate::made::TableLimits;
use crate::making;
use crate::names::Names;
use crate::outlet::ConnectionId;
use crate::passwords::Passwords;
use crate::plan::TablePlan;
use crate::presence::Presence;
use crate::shard::{self, Mailbox, ShardHandle, ToShard};
use crate::tables::{CloseError, Ready, Tables};
use crate::talk::Talk;
use crate::tournament::{self, StockTournament, TournamentPlan};
use crate::tries::Tries;
use crate::upgrade::upgrade;
use crate::{http, listen, stock, web, world};
use axum::Router;
use axum::routing::get;
use kozyr_chips::Chips;
use kozyr_protocol::updau::session::Settings as UpdauSettings;
use kozyr_store::{Lane, PlayerId, Store, UserKind};
use kozyr_time::{ManualTime, Pace, TableId, TimeSource, Timestamp, TournamentId, WallTime};
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::timeout;

/// How long a stopping room waits for its connections and tables.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long a table may take to say how it is.
const HEALTH: Duration = Duration::from_secs(2);
/// How often a room that is being emptied looks whether it is.
const LOOK_AGAIN: Duration = Duration::from_millis(300);

/// How a room is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// How fast its time runs.
    pub pace: Pace,
    /// How much of the room's time has passed, when somebody says so instead of a clock. For tests only.
    pub clock_by_hand: Option<&'static ManualTime>,
    /// Bots that keep a person company at a table; none when zero.
    pub bots: usize,
    /// What a guest gets from the mint.
    pub gift: Chips,
    /// A guest whom nobody has seen for so many days is forgotten, and their chips go back to where they came from; never
    /// when zero.
    pub guests_kept_days: u32,
    /// Connections at a time.
    pub connections: usize,
    /// How many times as fast as people clients may send, and guests may come: more than 1 is for programs that measure.
    pub haste: u32,
    /// How much of it may come from one address.
    pub per_address: AddressLimits,
    /// How people outside reach the room, such as `https://cards.example`; empty when nobody does.
    pub public_url: String,
    /// How people in the same network reach the room, such as `http://192.168.1.7:8080`; empty when nobody does.
    pub near_url: String,
    /// Other sites whose pages may connect, as browsers name them: `https://app.example`.
    pub trusted_sites: Vec<String>,
    /// Groups of tables that are served side by side.
    pub shards: usize,
    /// The stock tables, which every room has.
    pub tables: Vec<TablePlan>,
    /// What tables people may open.
    pub table_limits: TableLimits,
    /// May clients of UpDAU choose the deck? For tests only.
    pub updau_test_tables: bool,
    /// The kinds of tournaments of which one is always open.
    pub tournaments: Vec<StockTournament>,
}

impl Default for Config {
    /// The stock tables and two bots, as fast as life.
    fn default() -> Config {
        Config {
            pace: Pace::REAL,
            clock_by_hand: None,
            bots: 2,
            gift: Chips::new(2_000),
            guests_kept_days: 30,
            connections: 10_000,
            haste: 1,
            per_address: AddressLimits::default(),
            public_url: String::new(),
            near_url: String::new(),
            trusted_sites: Vec::new(),
            shards: std::thread::available_parallelism().map_or(1, |cores| cores.get().min(8)),
            tables: stock::tables(),
            table_limits: TableLimits::default(),
            updau_test_tables: false,
            tournaments: StockTournament::all(),
        }
    }
}

/// A room that is loaded and can be served.
pub struct Room {
    inner: Arc<Inner>,
    shards: Vec<Ready>,
    gateway: (Gateway, Mailbox),
    /// Where UpDAU is spoken over plain TCP.
    updau: Option<TcpListener>,
}

/// The parts of a room, for whoever steps them without a runtime.
#[cfg(feature = "simulation")]
pub(crate) struct Simulated {
    pub(crate) inner: Arc<Inner>,
    pub(crate) shards: Vec<Ready>,
    pub(crate) gateway: (Gateway, Mailbox),
}

/// A room that runs, for whoever opens and closes its tables.
#[derive(Clone)]
pub struct RoomHandle(Arc<Inner>);

impl RoomHandle {
    /// Opens a table, or gives one another plan from the room's next start on. Waits for the store.
    ///
    /// # Errors
    /// When the store does not take it.
    pub fn open_table(&self, plan: &TablePlan) -> Result<(), LoadError> {
        self.0.tables.open_table(self.0.store(), &self.0.clock, plan)
    }

    /// Closes an empty table for good. Waits for the store.
    ///
    /// # Errors
    /// When somebody sits there, or the store does not take it.
    pub fn close_table(&self, table: &TableId) -> Result<(), CloseError> {
        self.0.close_table(table)
    }
}

/// What every connection uses.
pub(crate) struct Inner {
    pub(crate) directory: Arc<Directory>,
    store: Arc<dyn Store>,
    clock: RoomClock,
    calendar: Arc<Calendar>,
    config: Config,
    tables: Tables,
    evenings: Evenings,
    connected: AtomicUsize,
    /// Connections at a time that are no sockets yet.
    waiting: usize,
    /// Notified when a connection ends.
    gone: Notify,
    guests: Mutex<GuestLimit>,
    /// Held while a wallet is filled up: two connections of one person must not be given twice.
    refilling: Mutex<()>,
    pub(crate) callers: Arc<Callers>,
    names: Arc<Names>,
    /// What people say to each other.
    pub(crate) talk: Talk,
    stop: watch::Sender<bool>,
    /// No new hands are dealt, and the room stops when those that run are over.
    draining: AtomicBool,
    pub(crate) counters: http::Counters,
    pub(crate) presence: Arc<Presence>,
    pub(crate) passwords: Passwords,
    pub(crate) tries: Tries,
    pub(crate) admin: Mutex<AdminLog>,
    pub(crate) ranked: http::Ranked,
    /// Where each stock table comes in the lobby.
    pub(crate) stock_order: HashMap<String, usize>,
    /// Who is silenced, until when: of those who came since the start.
    muted: Mutex<HashMap<PlayerId, WallTime>>,
}

impl Room {
    /// Loads every table from the store. Waits for the store, so call it before there is a runtime
    /// or from a thread that may wait.
    ///
    /// Raises the process's limit of open files as far as it goes, and takes no more connections than fit.
    pub fn open(store: Arc<dyn Store>, mut config: Config) -> Result<Room, LoadError> {
        let (waiting, sockets) = files::shares(files::raise_limit());
        if sockets < config.connections {
            tracing::warn!(
                sockets,
                "the limit of open files allows fewer connections than the room would take"
            );
            config.connections = sockets;
        }
        Room::load(store, config, waiting)
    }

    /// The same with so many connections at a time that are no sockets yet.
    fn load(store: Arc<dyn Store>, config: Config, waiting: usize) -> Result<Room, LoadError> {
        let clock = RoomClock::new(config.pace, store.last_moment()?).moved_by(config.clock_by_hand);
        let calendar = Arc::new(Calendar::open(&*store)?);
        let directory = Arc::new(Directory::default());
        directory.set_date(clock.now(), calendar.now());
        for currency in store.check_books()?.iter().filter(|currency| !currency.is_sound()) {
            tracing::error!(?currency, "the books of a currency do not add up: run an audit");
        }
        let (mut tables, shards) = Tables::open(&store, clock, &directory, &config.tables, config.shards)?;
        let (handle, mailbox) = ShardHandle::new();
        let gateway = open_gateway(&store, &directory, &calendar, handle.lane(), &config, clock.now())?;
        tables.set_gateway(handle);
        let evenings = Evenings::open(&*store, clock.now())?;
        let guests = Mutex::new(GuestLimit::new(config.haste, world::instant()));
        let callers = Callers::new(config.per_address);
        let bots = tournament::BOTS.map(tournament::bot_name);
        let names = Names::new(host::BOTS.into_iter().map(|(_, name)| name.to_owned()).chain(bots));
        // Bots have their names anyway.
        for id in directory.seated() {
            if let Some(user) = store.user(id)?.filter(|user| user.kind != UserKind::Bot) {
                names.keep(id, &user.name);
            }
        }
        let admin = AdminLog::open(&*store)?;
        let stock_order = config.tables.iter().map(|plan| plan.id.to_string()).zip(0..).collect();
        let (stop, _) = watch::channel(false);
        let (connected, gone) = (AtomicUsize::new(0), Notify::new());
        let refilling = Mutex::new(());
        let inner = Inner {
            directory,
            store,
            clock,
            calendar,
            config,
            tables,
            evenings,
            connected,
            waiting,
            gone,
            guests,
            refilling,
            callers,
            names,
            talk: Talk::default(),
            stop,
            draining: AtomicBool::new(false),
            counters: http::Counters::new(),
            presence: Arc::default(),
            passwords: Passwords::new(),
            tries: Tries::default(),
            admin: Mutex::new(admin),
            ranked: http::Ranked::default(),
            stock_order,
            muted: Mutex::default(),
        };
        Ok(Room { inner: Arc::new(inner), shards, gateway: (gateway, mailbox), updau: None })
    }

    /// Speaks UpDAU over plain TCP there too, beside `/proto`.
    pub fn listen_for_updau(&mut self, listener: TcpListener) {
        self.updau = Some(listener);
    }

    /// Loads a room that is not served but simulated.
    #[cfg(feature = "simulation")]
    pub(crate) fn simulated(store: Arc<dyn Store>, config: Config) -> Result<Simulated, LoadError> {
        let Room { inner, shards, gateway, .. } = Room::load(store, config, 1)?;
        Ok(Simulated { inner, shards, gateway })
    }

    /// The code of a link that makes whoever opens it the room's admin, once: at the first start of a room, and when one
    /// is asked for. Links made before are worth nothing then. Waits for the store.
    ///
    /// # Errors
    /// When the store does not take it.
    pub fn admin_link(&self, asked: bool) -> Result<Option<String>, LoadError> {
        self.inner.admin_link(asked)
    }

    /// For opening and closing tables while it runs.
    pub fn handle(&self) -> RoomHandle {
        RoomHandle(self.inner.clone())
    }

    /// Serves until `stop` completes; then says farewell to everybody, finishes what is being written and returns.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let Room { inner, shards, gateway: (gateway, mailbox), updau } = self;
        let handles = inner.tables.shards().iter().cloned();
        let mut tasks: Vec<_> = shards
            .into_iter()
            .zip(handles)
            .map(|((shard, mailbox), own)| {
                tokio::spawn(shard::run(shard, mailbox, own, inner.store.clone(), inner.clock))
            })
            .collect();
        if let Some(own) = inner.gateway() {
            tasks.push(tokio::spawn(shard::run(gateway, mailbox, own, inner.store.clone(), inner.clock)));
        }
        let mut hosts = host::start(&inner);
        hosts.extend(updau.map(|listener| tokio::spawn(gateway::listen(listener, inner.clone()))));
        hosts.push(tokio::spawn(tournament::keep(inner.clone())));
        hosts.push(tokio::spawn(making::close_idle(inner.clone())));
        hosts.push(tokio::spawn(evening::keep(inner.clone())));
        hosts.push(tokio::spawn(upkeep::forget(inner.clone())));
        let router = Router::new()
            .route("/ws", get(upgrade))
            .route("/proto", get(gateway::upgrade))
            .merge(http::routes(&inner))
            .fallback(get(web::page))
            .with_state(inner.clone());
        let mut drained = inner.stopping();
        let stopping = async {
            tokio::select! {
                () = stop => {}
                _ = drained.wait_for(|stopping| *stopping) => {}
            }
            inner.stop.send_replace(true);
        };
        let serving = listen::serve(listener, router, inner.callers.clone(), inner.waiting, inner.stopping());
        let mut stopped = inner.stopping();
        let ending = async {
            tokio::join!(stopping, serving);
            inner.everybody_gone().await;
        };
        tokio::select! {
            () = ending => {}
            () = async {
                // The other side only reads the flag: it cannot be gone before this does.
                let _ = stopped.wait_for(|stopping| *stopping).await;
                tokio::time::sleep(FAREWELL).await;
            } => tracing::warn!("some connections did not end in time"),
        }
        hosts.iter().for_each(tokio::task::JoinHandle::abort);
        inner.stop_shards().await;
        for mut task in tasks {
            match timeout(FAREWELL, &mut task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(%error, "a shard did not stop well"),
                // It waits for a store that does not answer; what is durable stays so.
                Err(_) => task.abort(),
            }
        }
        Ok(())
    }
}

impl Inner {
    /// Becomes true when the room stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn clock(&self) -> &RoomClock {
        &self.clock
    }

    pub(crate) fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The table of this name and the way to it.
    pub(crate) fn table(&self, name: &str) -> Option<(TableName, ShardHandle)> {
        self.tables.find(name)
    }

    /// The way to those who speak UpDAU.
    pub(crate) fn gateway(&self) -> Option<ShardHandle> {
        self.tables.gateway().cloned()
    }

    /// The tournament of this name and the way to it.
    pub(crate) fn tournament(&self, name: &str) -> Option<(TournamentId, ShardHandle)> {
        self.tables.find_tournament(name)
    }

    /// Opens a tournament of the house under the next number. Waits for the store.
    pub(crate) fn open_tournament(
        &self,
        plan: &dyn Fn(u64) -> TournamentPlan,
    ) -> Result<TournamentId, LoadError> {
        self.tables.open_tournament(self.store(), &self.clock, plan, &|_| None)
    }

    /// Takes a tournament that is over from the room. Waits for the store.
    pub(crate) fn close_tournament(&self, id: &TournamentId) -> Result<(), LoadError> {
        self.tables.close_tournament(self.store(), &self.clock, id)
    }

    pub(crate) fn evenings(&self) -> &Evenings {
        &self.evenings
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Closes an empty table for good. Waits for the store.
    pub(crate) fn close_table(&self, table: &TableId) -> Result<(), CloseError> {
        self.tables.close_table(self.store(), &self.clock, &self.directory, table)
    }

    /// How many bots may keep somebody company at this table.
    pub(crate) fn company_at(&self, table: &TableId) -> usize {
        let wanted = self.tables.made(table).is_none_or(|made| made.bots);
        if wanted { self.config.bots } else { 0 }
    }

    pub(crate) fn leave(&self, connection: ConnectionId) {
        self.tables.leave(connection);
    }

    /// Waits for the last socket: to the server they left its care when they became sockets.
    async fn everybody_gone(&self) {
        while self.connected.load(Ordering::SeqCst) > 0 {
            self.gone.notified().await;
        }
    }

    async fn stop_shards(&self) {
        for shard in self.tables.all_shards() {
            let (done, stopped) = oneshot::channel();
            if shard.send(ToShard::Stop(done)).is_ok() && timeout(FAREWELL, stopped).await.is_err() {
                tracing::error!("the store does not answer; what is durable stays so");
            }
        }
    }

    /// Do all tables answer and serve?
    async fn tables_serve(&self) -> bool {
        for shard in self.tables.all_shards() {
            let (answer, answered) = oneshot::channel();
            let asked = shard.send(ToShard::Health(answer));
            if asked.is_err() || !matches!(timeout(HEALTH, answered).await, Ok(Ok(true))) {
                return false;
            }
        }
        true
    }

    /// Why no hands can be dealt, if they cannot: the tables have to serve, and the store to answer.
    pub(crate) async fn illness(self: &Arc<Self>) -> Option<&'static str> {
        if *self.stop.borrow() {
            return Some("stopping");
        }
        if !self.tables_serve().await {
            return Some("a table does not serve");
        }
        let inner = self.clone();
        // A claim of nothing goes the way of every write, and leaves nothing behind.
        match tokio::task::spawn_blocking(move || inner.store().claim_all(&[])).await {
            Ok(Ok(_)) => None,
            _ => Some("the store does not answer"),
        }
    }

    /// Is it being emptied?
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }

    /// No hand begins from now on, and the room stops when those that run are over; or it goes on.
    pub(crate) fn drain(self: &Arc<Self>, on: bool) {
        let was = self.draining.swap(on, Ordering::SeqCst);
        for shard in self.tables.all_shards() {
            // A shard that has stopped belongs to a room that stops.
            let _ = shard.send(ToShard::Drain(on));
        }
        if on && !was {
            tokio::spawn(stop_when_at_rest(self.clone()));
        }
    }

    async fn is_at_rest(&self) -> bool {
        for shard in self.tables.all_shards() {
            let (answer, answered) = oneshot::channel();
            let asked = shard.send(ToShard::AtRest(answer));
            if asked.is_err() || !matches!(timeout(HEALTH, answered).await, Ok(Ok(true))) {
                return false;
            }
        }
        true
    }

    pub(crate) fn names(&self) -> &Arc<Names> {
        &self.names
    }

    /// Sockets that are open.
    pub(crate) fn connections(&self) -> usize {
        self.connected.load(Ordering::SeqCst)
    }
}

/// What it takes at least to sit down somewhere.
fn least(config: &Config) -> Chips {
    let buy_ins = config.tables.iter().map(|plan| plan.settings.least_buy_in);
    buy_ins.filter(|least| least.is_positive()).min().unwrap_or_default()
}

fn open_gateway(
    store: &Arc<dyn Store>,
    directory: &Arc<Directory>,
    calendar: &Arc<Calendar>,
    lane: Lane,
    config: &Config,
    now: Timestamp,
) -> Result<Gateway, LoadError> {
    let settings = UpdauSettings { test_tables: config.updau_test_tables, ..UpdauSettings::default() };
    let gifts = Gifts { gift: config.gift, least: least(config) };
    Gateway::open(store.clone(), directory.clone(), calendar.clone(), lane, settings, gifts, now)
}

/// Stops the room when no hand is running any more, unless it is to go on after all.
async fn stop_when_at_rest(inner: Arc<Inner>) {
    let mut every = tokio::time::interval(LOOK_AGAIN);
    loop {
        every.tick().await;
        if !inner.is_draining() {
            return;
        }
        if inner.is_at_rest().await {
            tracing::info!("the last hand is over: the room stops");
            inner.stop.send_replace(true);
            return;
        }
    }
}

/// Counts a connection for as long as it lives.
pub(crate) struct Place(Arc<Inner>);

impl Place {
    pub(crate) fn take(inner: &Arc<Inner>) -> Option<Place> {
        let place = Place(inner.clone());
        inner.counters.sockets.fetch_add(1, Ordering::Relaxed);
        (inner.connected.fetch_add(1, Ordering::SeqCst) < inner.config.connections).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connected.fetch_sub(1, Ordering::SeqCst);
        self.0.gone.notify_one();
    }
}

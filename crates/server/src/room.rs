//! The room: everything together, and the way in.

use crate::callers::{AddressLimits, Callers, Source, is_own_page};
use crate::clock::{Calendar, RoomClock};
use crate::directory::{Directory, TableName};
use crate::door::{Door, Visitor};
use crate::host;
use crate::limit::Bucket;
use crate::load::LoadError;
use crate::outlet::ConnectionId;
use crate::people::{self, NotIn};
use crate::pit::{GamePlan, Pit, PitHandle, TablePlan, ToPit};
use crate::{socket, web};
use axum::Router;
use axum::extract::{ConnectInfo, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use kozyr_chips::{Chips, Currency};
use kozyr_protocol::room::{Language, MAX_MESSAGE};
use kozyr_store::{PlayerId, Store, Unavailable, User};
use kozyr_table::holdem::{EntryFee, HoldemHouse, Options};
use kozyr_table::{Funding, Settings};
use kozyr_time::{Millis, Pace, TimeSource};
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::timeout;

/// How long a stopping room waits for its connections and tables.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long a table may take to say how it is.
const HEALTH: Duration = Duration::from_secs(2);
/// How long a command is remembered, and how often the old ones are forgotten.
const RECEIPTS: Millis = Millis::from_secs(7 * 24 * 60 * 60);
const FORGET_EVERY: Duration = Duration::from_secs(6 * 60 * 60);
/// How many rows are forgotten at a time.
const STEP: usize = 500;
/// Guests who may come at once, and the time until one more may.
const GUESTS: u32 = 200;
const GUEST_EVERY: Duration = Duration::from_millis(50);

/// What another site's page is told, and a proxy that does not say which site was asked for.
const NOT_OWN_PAGE: &str = "only this room's own page may connect: the Origin it names has to be the Host it \
                            asks for, and a proxy has to pass both on\n";

/// How a room is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// How fast its time runs.
    pub pace: Pace,
    /// Bots that keep a person company at a table; none when zero.
    pub bots: usize,
    /// What a guest gets from the mint.
    pub gift: Chips,
    /// Connections at a time.
    pub connections: usize,
    /// How much of it may come from one address.
    pub per_address: AddressLimits,
    /// Other sites whose pages may connect, as browsers name them: `https://app.example`.
    pub trusted_sites: Vec<String>,
    /// The tables.
    pub tables: Vec<TablePlan>,
}

impl Default for Config {
    /// One table of no-limit Hold'em and two bots, as fast as life.
    fn default() -> Config {
        let options = Options { entry: EntryFee::Post, ..Options::default() };
        let house = HoldemHouse { options, ..HoldemHouse::no_limit(Chips::new(1), Chips::new(2)) };
        let settings = Settings {
            seats: 6,
            currency: Currency::FUN,
            funding: Funding::Stack,
            least_buy_in: Chips::new(40),
            most_buy_in: Chips::new(200),
            turn: Millis::from_secs(20),
            bank: Millis::from_secs(30),
            refill: Millis::from_secs(1),
            gather: Millis::new(1_500),
            pause: Millis::new(2_500),
            patience: 2,
            away: Millis::from_secs(300),
            memory: Millis::from_secs(30 * 60),
            grace: Millis::from_secs(12),
            quick: Some(Millis::from_secs(1)),
            top: Vec::new(),
        };
        let table = TablePlan {
            name: "holdem-1".into(),
            title: "Hold’em 1/2".into(),
            settings,
            game: GamePlan::Holdem(house),
        };
        Config {
            pace: Pace::REAL,
            bots: 2,
            gift: Chips::new(2_000),
            connections: 10_000,
            per_address: AddressLimits::default(),
            trusted_sites: Vec::new(),
            tables: vec![table],
        }
    }
}

/// A room that is loaded and can be served.
pub struct Room {
    inner: Arc<Inner>,
    pits: Vec<Pit>,
}

/// What every connection uses.
pub(crate) struct Inner {
    pub(crate) directory: Arc<Directory>,
    store: Arc<dyn Store>,
    clock: RoomClock,
    calendar: Calendar,
    config: Config,
    tables: HashMap<TableName, PitHandle>,
    connected: AtomicUsize,
    /// Notified when a connection ends.
    gone: Notify,
    guests: Mutex<Bucket>,
    /// Held while a wallet is filled up: two connections of one person must not be given twice.
    refilling: Mutex<()>,
    callers: Arc<Callers>,
    stop: watch::Sender<bool>,
}

impl Room {
    /// Loads every table from the store. Waits for the store, so call it before there is a runtime
    /// or from a thread that may wait.
    pub fn open(store: Arc<dyn Store>, config: Config) -> Result<Room, LoadError> {
        let clock = RoomClock::new(config.pace, store.last_moment()?);
        let calendar = Calendar::open(&*store)?;
        let directory = Arc::new(Directory::default());
        let (pit, handle) = Pit::open(store.clone(), clock, directory.clone(), config.tables.clone())?;
        let tables = config.tables.iter().map(|plan| (plan.name.as_str().into(), handle.clone())).collect();
        let guests = Mutex::new(Bucket::new(GUESTS, GUEST_EVERY, Instant::now()));
        let callers = Callers::new(config.per_address);
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
            connected,
            gone,
            guests,
            refilling,
            callers,
            stop,
        };
        Ok(Room { inner: Arc::new(inner), pits: vec![pit] })
    }

    /// Serves until `stop` completes; then says farewell to everybody, finishes what is being written and returns.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let Room { inner, pits } = self;
        let tasks: Vec<_> = pits.into_iter().map(|pit| tokio::spawn(pit.run())).collect();
        let mut hosts = host::start(&inner);
        hosts.push(tokio::spawn(forget(inner.clone())));
        let router = Router::new()
            .route("/ws", get(upgrade))
            .route("/healthz", get(health))
            .fallback(get(web::page))
            .with_state(inner.clone());
        let stopping = {
            let inner = inner.clone();
            async move {
                stop.await;
                inner.stop.send_replace(true);
            }
        };
        let door = Door::new(listener, inner.callers.clone()).tap_io(Visitor::hurry);
        let router = router.into_make_service_with_connect_info::<SocketAddr>();
        let mut stopped = inner.stopping();
        let serving = axum::serve(door, router).with_graceful_shutdown(stopping).into_future();
        let ending = async {
            let served = serving.await;
            inner.everybody_gone().await;
            served
        };
        tokio::select! {
            served = ending => served?,
            () = async {
                // The other side only reads the flag: it cannot be gone before this does.
                let _ = stopped.wait_for(|stopping| *stopping).await;
                tokio::time::sleep(FAREWELL).await;
            } => tracing::warn!("some connections did not end in time"),
        }
        hosts.iter().for_each(tokio::task::JoinHandle::abort);
        inner.stop_pits().await;
        for mut task in tasks {
            match timeout(FAREWELL, &mut task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(%error, "a pit did not stop well"),
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
    pub(crate) fn table(&self, name: &str) -> Option<(TableName, &PitHandle)> {
        self.tables.get_key_value(name).map(|(name, pit)| (name.clone(), pit))
    }

    /// Every pit, once.
    fn pits(&self) -> Vec<&PitHandle> {
        let mut pits: Vec<&PitHandle> = Vec::new();
        for pit in self.tables.values() {
            if !pits.iter().any(|other| other.same_channel(pit)) {
                pits.push(pit);
            }
        }
        pits
    }

    pub(crate) fn leave(&self, connection: ConnectionId) {
        for pit in self.pits() {
            // A pit that has stopped watches nobody.
            let _ = pit.send(ToPit::Gone(connection));
        }
    }

    /// Waits for the last socket: to the server they left its care when they became sockets.
    async fn everybody_gone(&self) {
        while self.connected.load(Ordering::SeqCst) > 0 {
            self.gone.notified().await;
        }
    }

    async fn stop_pits(&self) {
        for pit in self.pits() {
            let (done, stopped) = oneshot::channel();
            if pit.send(ToPit::Stop(done)).is_ok() && timeout(FAREWELL, stopped).await.is_err() {
                tracing::error!("the store does not answer; what is durable stays so");
            }
        }
    }

    /// Do all tables answer and serve?
    async fn tables_serve(&self) -> bool {
        for pit in self.pits() {
            let (answer, answered) = oneshot::channel();
            let asked = pit.send(ToPit::Health(answer));
            if asked.is_err() || !matches!(timeout(HEALTH, answered).await, Ok(Ok(true))) {
                return false;
            }
        }
        true
    }

    /// Forgets commands that were carried out long ago (nobody repeats one after a week) and sessions that ran
    /// out; looks at the calendar. In small steps: tables wait for each of them.
    fn forget_old(&self) {
        let (before, today) = (self.clock.now() - RECEIPTS, self.calendar.now());
        let forgotten = in_steps(|| self.store.forget_receipts(before, STEP))
            .and_then(|count| Ok(count + in_steps(|| self.store.forget_sessions(today, STEP))?))
            .and_then(|count| self.calendar.look(&*self.store).map(|()| count));
        match forgotten {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "old receipts and sessions forgotten"),
            Err(error) => tracing::error!(%error, "old receipts and sessions could not be forgotten"),
        }
    }

    /// May one more guest come, and from there?
    pub(crate) fn may_create_guest(&self, from: Source) -> bool {
        let now = Instant::now();
        // A bucket is always whole.
        let room = || self.guests.lock().unwrap_or_else(PoisonError::into_inner).take(now);
        self.callers.guest(from, now, room)
    }

    pub(crate) fn new_guest(&self, name: Option<&str>, language: Language) -> Result<(User, String), NotIn> {
        people::new_guest(
            self.store(),
            (self.clock.now(), self.calendar.now()),
            name,
            language,
            self.config.gift,
        )
    }

    pub(crate) fn known(&self, token: &str) -> Result<Option<User>, NotIn> {
        people::known(self.store(), self.calendar.now(), token)
    }

    /// What somebody has; a wallet that is too light for every table is filled up when nothing of
    /// his lies on one.
    pub(crate) fn wallet(&self, user: PlayerId, seated: bool) -> Result<Chips, NotIn> {
        if seated {
            return Ok(people::wallet(self.store(), user)?);
        }
        let least =
            self.config.tables.iter().map(|plan| plan.settings.least_buy_in).min().unwrap_or_default();
        let _alone = self.refilling.lock().unwrap_or_else(PoisonError::into_inner);
        people::refill(self.store(), self.clock.now(), user, least, self.config.gift)
    }
}

/// Takes a step until one finds nothing more to do; says how much was done.
fn in_steps(mut step: impl FnMut() -> Result<u64, Unavailable>) -> Result<u64, Unavailable> {
    let mut all = 0;
    loop {
        let done = step()?;
        all += done;
        if done < STEP as u64 {
            return Ok(all);
        }
    }
}

/// Keeps the receipts and sessions from growing for ever.
async fn forget(inner: Arc<Inner>) {
    let mut every = tokio::time::interval(FORGET_EVERY);
    loop {
        every.tick().await;
        let inner = inner.clone();
        if tokio::task::spawn_blocking(move || inner.forget_old()).await.is_err() {
            tracing::error!("forgetting old receipts and sessions failed");
        }
    }
}

/// Counts a connection for as long as it lives.
struct Place(Arc<Inner>);

impl Place {
    fn take(inner: &Arc<Inner>) -> Option<Place> {
        let place = Place(inner.clone());
        (inner.connected.fetch_add(1, Ordering::SeqCst) < inner.config.connections).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connected.fetch_sub(1, Ordering::SeqCst);
        self.0.gone.notify_one();
    }
}

async fn upgrade(
    State(inner): State<Arc<Inner>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_page(&headers, &inner.config.trusted_sites) {
        return (StatusCode::FORBIDDEN, NOT_OWN_PAGE).into_response();
    }
    let from = inner.callers.source(peer.ip(), &headers);
    let Some(visit) = inner.callers.open(from) else {
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections from this address\n").into_response();
    };
    let Some(place) = Place::take(&inner) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the room is full\n").into_response();
    };
    upgrade
        // The default of 128 KiB would be most of what a connection costs.
        .read_buffer_size(4 * 1024)
        .write_buffer_size(4 * 1024)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |websocket| async move {
            socket::serve(websocket, inner, from).await;
            drop((place, visit));
        })
}

/// Can hands be dealt? The tables have to serve, and the store to answer.
async fn health(State(inner): State<Arc<Inner>>) -> Response {
    let ill = |what: &'static str| (StatusCode::SERVICE_UNAVAILABLE, what).into_response();
    if *inner.stop.borrow() {
        return ill("stopping\n");
    }
    if !inner.tables_serve().await {
        return ill("a table does not serve\n");
    }
    match tokio::task::spawn_blocking(move || inner.store().streams("")).await {
        Ok(Ok(_)) => (StatusCode::OK, "ok\n").into_response(),
        _ => ill("the store does not answer\n"),
    }
}

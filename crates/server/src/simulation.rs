//! A whole room without runtime, sockets and threads, for a simulator: it decides what happens next, and when.
//!
//! Everything in here is the room's own: sessions, shards, gateway, keeper of tournaments. What a runtime does for a room
//! that is served (waking shards, running chores, moving bytes) is a call here. Time and chance are those of the
//! [simulated world](enter) of the calling thread.

mod learned;
mod probe;

pub(crate) use learned::{Learned, learn};
pub(crate) use probe::show;
pub use probe::{Seen, TableProbe};

#[cfg(feature = "planted-faults")]
pub use crate::planted::Fault;

use crate::callers::{Source, Visit};
use crate::chore::Chore;
use crate::gateway::{Caller, Doorkeeper, FromClient, Gateway, Inbox, Letter, Question};
use crate::load::LoadError;
use crate::outlet::{Inlet, outlet};
use crate::room::{Config, Inner, Room, Simulated};
use crate::shard::{Mailbox, Shard, ShardHandle, ToShard};
use crate::socket::{Arrival, Connection, End};
use crate::tournament::Keeper;
use crate::world::simulated;
use kozyr_cards::CardSet;
use kozyr_store::{Scope, Store};
use kozyr_time::{PlayerId, TableId, TimeSource, Timestamp, WallTime};
use std::collections::BTreeMap;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Begins a world in this thread: chance follows from the seed, and the wall shows this date.
pub fn enter(seed: u64, wall: WallTime) {
    simulated::enter(seed, wall);
}

/// Leaves the simulated world.
pub fn leave() {
    simulated::leave();
}

/// So much time has passed since the world began.
pub fn pass_to(passed: Duration) {
    simulated::pass_to(passed);
}

/// Somebody sets the clock on the wall.
pub fn step_wall(by_ms: i64) {
    simulated::step_wall(by_ms);
}

/// Plants a fault in this thread's world.
#[cfg(feature = "planted-faults")]
pub fn plant(fault: Fault) {
    simulated::with(|world| world.planted = Some(fault));
}

/// The cards this person has rightly learned at the gateway's tables, line by line of their logs: those of the deals that
/// [`forget_past_deals`] left, and of every deal since.
pub fn learned(person: PlayerId) -> CardSet {
    simulated::with(|world| world.learned.of(person)).unwrap_or(CardSet::EMPTY)
}

/// The same of one of these tables, for whoever looks at it: somebody there, or nobody in particular.
pub fn learned_at(table: &TableId, person: Option<PlayerId>) -> CardSet {
    simulated::with(|world| world.learned.at(table, person)).unwrap_or(CardSet::EMPTY)
}

/// Nobody is told of other deals any more than those that `is_current` knows, by their table and number.
pub fn forget_past_deals(is_current: impl Fn(&TableId, u64) -> bool) {
    simulated::with(|world| world.learned.forget(is_current));
}

/// Names a connection of a simulated room.
pub type LineNo = u64;
/// Names something that is to be done with the store.
pub type ChoreNo = u64;

enum Machine {
    Shard(Box<Shard>),
    Gateway(Box<Gateway>),
}

struct Actor {
    machine: Machine,
    mailbox: Mailbox,
    own: ShardHandle,
}

/// The door of a simulated room. Passwords are dear by intention, and nothing here depends on them: nobody has the right one.
struct SimulatedDoor {
    inner: Arc<Inner>,
    source: Source,
    gateway: ShardHandle,
}

impl Doorkeeper for SimulatedDoor {
    fn admits(&self) -> bool {
        self.inner.may_create_guest(self.source)
    }

    fn check(&self, question: Question) {
        let wrong = FromClient::Checked { ticket: question.ticket, account: None };
        // Somebody whose answer is lost asks again.
        let _ = self.gateway.send(ToShard::Updau(question.connection, wrong));
    }
}

type Receiving = Pin<Box<dyn Future<Output = (Connection, Result<(), End>)>>>;

/// One end of a socket: the session behind it, and what it is told.
struct Session {
    /// Taken while it takes something in.
    connection: Option<Connection>,
    receiving: Option<Receiving>,
    person: Option<PlayerId>,
    outlet: crate::outlet::ConnectionId,
    inlet: Inlet,
    _visit: Visit,
}

struct Correspondence {
    caller: Caller,
    inbox: Inbox,
    _visit: Visit,
}

/// What became of a session that was polled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Polled {
    /// It waits for a message.
    Ready,
    /// It waits for the store.
    Waits,
    /// It ends its connection, for this reason.
    Ended(&'static str),
}

/// What comes to a client that speaks UpDAU.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UpdauLetter {
    /// A document.
    Document(Vec<u8>),
    /// The connection ends with this code.
    Close(u16),
}

/// A room that is stepped.
pub struct SimulatedRoom {
    inner: Arc<Inner>,
    actors: Vec<Actor>,
    sessions: BTreeMap<LineNo, Session>,
    updau: BTreeMap<LineNo, Correspondence>,
    chores: BTreeMap<ChoreNo, (usize, Chore)>,
    keeping: Option<Pin<Box<dyn Future<Output = Keeper>>>>,
    keeper: Option<Keeper>,
    next: u64,
}

impl SimulatedRoom {
    /// Loads everything from the store, as a start of the room does.
    ///
    /// # Errors
    /// When the store does not answer or what it has is damaged.
    pub fn open(store: Arc<dyn Store>, config: Config) -> Result<SimulatedRoom, LoadError> {
        let Simulated { inner, shards, gateway: (gateway, gateway_mail) } = Room::simulated(store, config)?;
        let handles = inner.tables().shards().to_vec();
        let mut actors: Vec<Actor> = shards
            .into_iter()
            .zip(handles)
            .map(|((shard, mailbox), own)| Actor { machine: Machine::Shard(Box::new(shard)), mailbox, own })
            .collect();
        if let Some(own) = inner.gateway() {
            let machine = Machine::Gateway(Box::new(gateway));
            actors.push(Actor { machine, mailbox: gateway_mail, own });
        }
        Ok(SimulatedRoom {
            inner,
            actors,
            sessions: BTreeMap::new(),
            updau: BTreeMap::new(),
            chores: BTreeMap::new(),
            keeping: None,
            keeper: Some(Keeper::default()),
            next: 0,
        })
    }

    /// The room's time.
    pub fn now(&self) -> Timestamp {
        self.inner.clock().now()
    }

    // ---- Shards and gateway ----

    /// How many shards there are, the gateway among them.
    pub fn actors(&self) -> usize {
        self.actors.len()
    }

    /// Has something come for it?
    pub fn has_mail(&self, actor: usize) -> bool {
        self.actors[actor].mailbox.has_any()
    }

    /// When it wants to be stepped again, if nothing comes.
    pub fn deadline(&self, actor: usize) -> Option<Timestamp> {
        match &self.actors[actor].machine {
            Machine::Shard(shard) => shard.deadline(),
            Machine::Gateway(gateway) => gateway.deadline(),
        }
    }

    /// Lets it take in one message, if there is one, and do what is due. What is to be done with the store afterwards
    /// comes back: its number, and whether it should wait a while.
    pub fn step(&mut self, actor: usize) -> Vec<(ChoreNo, bool)> {
        let now = self.now();
        let Actor { machine, mailbox, .. } = &mut self.actors[actor];
        let message = mailbox.next();
        let chores = match machine {
            Machine::Shard(shard) => shard.step(now, message),
            Machine::Gateway(gateway) => gateway.step(now, message),
        };
        let mut numbers = Vec::new();
        for chore in chores {
            self.next += 1;
            numbers.push((self.next, chore.waits()));
            self.chores.insert(self.next, (actor, chore));
        }
        numbers
    }

    /// Does something with the store.
    pub fn run_chore(&mut self, chore: ChoreNo) {
        let Some((actor, chore)) = self.chores.remove(&chore) else { return };
        if let Some(message) = chore.run(self.inner.store()) {
            // A shard that has stopped needs no table.
            let _ = self.actors[actor].own.send(message);
        }
    }

    /// Tells all shards to stop when what is with the store is done.
    pub fn stop(&mut self) {
        for actor in &self.actors {
            let (done, _) = oneshot::channel();
            // One that has stopped already needs not be told.
            let _ = actor.own.send(ToShard::Stop(done));
        }
    }

    /// Have all shards stopped?
    pub fn has_stopped(&self) -> bool {
        self.actors.iter().all(|actor| match &actor.machine {
            Machine::Shard(shard) => shard.is_stopped(),
            Machine::Gateway(gateway) => gateway.is_stopped(),
        })
    }

    /// The keeper of tournaments looks around. What it does takes several calls; it begins anew when that is done.
    pub fn keep(&mut self) {
        let mut keeping = self.keeping.take().or_else(|| {
            let (mut keeper, inner) = (self.keeper.take()?, self.inner.clone());
            Some(Box::pin(async move {
                keeper.look_around(&inner).await;
                keeper
            }))
        });
        match keeping.as_mut().map(|keeping| keeping.as_mut().poll(&mut Context::from_waker(Waker::noop()))) {
            Some(Poll::Ready(keeper)) => self.keeper = Some(keeper),
            _ => self.keeping = keeping,
        }
    }

    // ---- Sockets of the room's protocol ----

    /// Somebody connects from there; nothing when they are not let in.
    pub fn connect(&mut self, from: IpAddr) -> Option<LineNo> {
        let source = Source::new(from);
        let visit = self.inner.callers.open(source)?;
        let (outlet, inlet) = outlet();
        let id = outlet.id;
        // Nobody ends sessions from outside here: there is no HTTP.
        let (control, _) = mpsc::unbounded_channel();
        let arrival = Arrival { from: source, cookie: None, site: None };
        let connection = Some(Connection::new(self.inner.clone(), arrival, outlet, control));
        self.next += 1;
        let session = Session { connection, receiving: None, person: None, outlet: id, inlet, _visit: visit };
        self.sessions.insert(self.next, session);
        Some(self.next)
    }

    /// Can the session take something in?
    pub fn is_ready(&self, line: LineNo) -> bool {
        self.sessions.get(&line).is_some_and(|session| session.connection.is_some())
    }

    /// A message has come over this line: the session begins to take it in.
    pub fn receive(&mut self, line: LineNo, text: String) {
        let Some(session) = self.sessions.get_mut(&line) else { return };
        let Some(mut connection) = session.connection.take() else { return };
        session.receiving = Some(Box::pin(async move {
            let taken = connection.receive(&text).await;
            (connection, taken)
        }));
    }

    /// Lets the session go on.
    pub fn poll(&mut self, line: LineNo) -> Polled {
        let Some(session) = self.sessions.get_mut(&line) else { return Polled::Ready };
        let Some(receiving) = &mut session.receiving else { return Polled::Ready };
        match receiving.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => Polled::Waits,
            Poll::Ready((connection, taken)) => {
                session.receiving = None;
                session.person = connection.id();
                session.connection = Some(connection);
                match taken {
                    Ok(()) => Polled::Ready,
                    Err((_, reason)) => Polled::Ended(reason),
                }
            }
        }
    }

    /// Who is at the other end of the line, as far as the session knows.
    pub fn person(&self, line: LineNo) -> Option<PlayerId> {
        self.sessions.get(&line)?.person
    }

    /// What the session was told to send since this was asked.
    pub fn take(&mut self, line: LineNo) -> Vec<String> {
        let Some(session) = self.sessions.get_mut(&line) else { return Vec::new() };
        let lines = &mut session.inlet.lines;
        std::iter::from_fn(|| lines.try_recv().ok()).map(|line| line.as_str().to_owned()).collect()
    }

    /// Does more wait for the client than may?
    pub fn is_overrun(&self, line: LineNo) -> bool {
        let Some(session) = self.sessions.get(&line) else { return false };
        let notified = std::pin::pin!(session.inlet.overrun.notified());
        notified.poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    /// The line is gone.
    pub fn disconnect(&mut self, line: LineNo) {
        if let Some(session) = self.sessions.remove(&line) {
            self.inner.leave(session.outlet);
        }
    }

    // ---- UpDAU ----

    /// Somebody connects who speaks UpDAU.
    pub fn connect_updau(&mut self, from: IpAddr) -> Option<LineNo> {
        let source = Source::new(from);
        let visit = self.inner.callers.open(source)?;
        let (gateway, inner) = (self.inner.gateway()?, self.inner.clone());
        let door = Arc::new(SimulatedDoor { inner, source, gateway: gateway.clone() });
        let (caller, inbox) = at_once(Caller::connect(gateway, door))?.ok()?;
        self.next += 1;
        self.updau.insert(self.next, Correspondence { caller, inbox, _visit: visit });
        Some(self.next)
    }

    /// A document has come; false when too many wait already, and it has to be said again later.
    pub fn receive_updau(&mut self, line: LineNo, document: &[u8]) -> bool {
        let Some(one) = self.updau.get(&line) else { return true };
        let Some(place) = at_once(one.caller.place()) else { return false };
        at_once(one.caller.receive(document.to_vec(), place)).is_some_and(|taken| taken.is_ok())
    }

    /// What the gateway sends to this client.
    pub fn take_updau(&mut self, line: LineNo) -> Vec<UpdauLetter> {
        let Some(one) = self.updau.get_mut(&line) else { return Vec::new() };
        let letters = std::iter::from_fn(|| one.inbox.letters.try_recv().ok());
        letters
            .map(|letter| match letter {
                Letter::Document(bytes) => UpdauLetter::Document(bytes),
                Letter::Close(code) => UpdauLetter::Close(code),
            })
            .collect()
    }

    /// The line is gone.
    pub fn disconnect_updau(&mut self, line: LineNo) {
        if let Some(one) = self.updau.remove(&line) {
            at_once(one.caller.gone());
        }
    }

    // ---- Accounts, whose HTTP is not simulated ----

    /// A guest takes a name and is an account from now on; false when the room refuses or does not know what became of it.
    pub fn sign_up(&self, person: PlayerId, name: &str) -> bool {
        // Passwords are dear by intention, and nothing here depends on them.
        self.inner.sign_up(person, name, "simulated".to_owned()).is_ok()
    }

    /// Somebody comes in by the name of an account: the token of a new session.
    pub fn sign_in(&self, name: &str) -> Option<String> {
        let (user, _) = self.inner.account(name).ok().flatten()?;
        self.inner.start_session(&user, Scope::Full, "simulated").ok().map(|(token, _)| token)
    }

    /// Ends all sessions of somebody.
    pub fn end_sessions(&self, person: PlayerId) -> bool {
        self.inner.end_sessions(person, None).is_ok()
    }

    /// Removes an account; false when the room refuses or does not know what became of it.
    pub fn delete_account(&self, person: PlayerId) -> bool {
        self.inner.delete_account(person).is_ok()
    }

    // ---- Looking behind the wire ----

    /// Looks at every table, with the number of the shard that has it.
    pub fn each_table(&self, look: &mut dyn FnMut(usize, &TableProbe<'_>)) {
        for nth in 0..self.actors.len() {
            self.each_table_of(nth, &mut |probe| look(nth, probe));
        }
    }

    /// Looks at every table of one shard.
    pub fn each_table_of(&self, actor: usize, look: &mut dyn FnMut(&TableProbe<'_>)) {
        match &self.actors[actor].machine {
            Machine::Shard(shard) => shard.each_table(look),
            Machine::Gateway(gateway) => gateway.each_table(look),
        }
    }

    /// How many of its tables have stopped because something in them broke, or somebody else has them.
    pub fn stopped_tables(&self, actor: usize) -> usize {
        match &self.actors[actor].machine {
            Machine::Shard(shard) => shard.stopped_tables(),
            Machine::Gateway(_) => 0,
        }
    }

    /// As whom this line looks at the table.
    pub fn looks_as(&self, line: LineNo, probe: &TableProbe<'_>) -> Option<Option<PlayerId>> {
        probe.looks_as(self.sessions.get(&line)?.outlet)
    }
}

/// What this comes to without waiting; nothing when it would have to wait.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

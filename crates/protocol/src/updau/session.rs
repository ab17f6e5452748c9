//! Sessions over the room's tables: connections, users, channels, queues, and who wants what of which table.
//!
//! [`Sessions`] is a state machine. A request, an outcome at a table or the passing of time goes in by
//! [`Sessions::step`]; what comes out is an [`Outcome`]: documents to send, what is [wanted](Want) of tables and wallets,
//! and [events](Event) to keep in a stream. There is no socket, no clock and no random source in here; what is
//! looked up or made outside comes through a [`Room`].
//!
//! Games are played at the room's own tables (`kozyr_table::durak`). The sessions hear of them as everybody does, by
//! news for each viewer ([`TableStep`]), and hold no card and no chip.
//!
//! The owner commits the events, what the tables decided and the transfers together, and only then sends.

mod at_room;
mod book;
mod bot;
mod channels;
mod clocks;
mod company;
mod entrance;
mod game;
mod lobby;
mod reconcile;
mod requests;
mod room;
mod rooms;
mod seats;
mod settings;
mod telling;
mod timers;
mod users;

pub use book::{Event, Snapshot};
pub use bot::cautious;
pub use lobby::BOT_NAMES;
pub use room::{Room, TableInput, TableRefused, TableStep, Want};
pub use settings::{Brain, Settings, Timing};
pub use users::Key;

use super::{
    Answer, Code, Currency, Fault, Head, Message, Millis, Request, Response, Timestamp, Waiting, Wire,
    requests as read_requests,
};
use book::{Connection, Kept, Numbers};
use channels::{Channel, ChannelId, Stage};
use company::Company;
use kozyr_chips::Chips;
use kozyr_time::{PlayerId, TableId};
use lobby::Proposal;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use timers::{Timer, Timers};
use users::Users;

/// A connection, by the number its owner gave it.
pub type ConnectionId = u64;

/// The code of the close frame after a message that is too long, or one too many.
pub const POLICY_VIOLATION: u16 = 1008;

/// What goes in.
#[derive(Debug)]
pub enum Input<'a> {
    /// Somebody connected. Every connection has a number of its own, for good.
    Connected(ConnectionId),
    /// The connection is lost; that changes nobody's state.
    Disconnected(ConnectionId),
    /// A message came: one frame, or one document of a TCP stream.
    Received(ConnectionId, &'a [u8]),
    /// The bytes of a stream make no message any more: an error, then the end.
    Rejected(ConnectionId, Fault),
    /// The answer to [`Output::Check`]: whose login it is, if the password is right.
    Checked {
        /// Which question.
        ticket: u64,
        /// Whose login it is, and what they are called.
        account: Option<(PlayerId, String)>,
    },
    /// Somebody signed their account out, here or elsewhere in the room: connections whose token is good no more end.
    SignedOut(PlayerId),
    /// Something happened at a table: because it was [asked](Want::Ask), or by itself.
    Table {
        /// Which table.
        table: &'a TableId,
        /// Who asked for it.
        ticket: Option<u64>,
        /// What happened, in order.
        steps: Vec<TableStep>,
    },
    /// A table refused what it was asked.
    Refused {
        /// Who asked.
        ticket: u64,
        /// Why.
        why: TableRefused,
    },
    /// The room was down and is back: nobody plays at tables that are not there any more.
    Restarted,
    /// Time has passed.
    Tick,
}

/// What the owner of the connections has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Send one document.
    Send {
        /// Where to.
        to: ConnectionId,
        /// The document.
        bytes: Vec<u8>,
    },
    /// Close the connection, once everything was sent. The sessions have forgotten it.
    Close {
        /// Which one.
        connection: ConnectionId,
        /// The code of the close frame.
        code: u16,
    },
    /// Is this the password of that login? Answer with [`Input::Checked`].
    Check {
        /// What to answer with.
        ticket: u64,
        /// Over which connection it came.
        connection: ConnectionId,
        /// The login.
        login: String,
        /// The password.
        password: String,
    },
}

/// What comes out of a step.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    /// What to keep in the stream of the sessions.
    pub events: Vec<Event>,
    /// What is to be done at tables and wallets, in order; what follows goes in again.
    pub wants: Vec<Want>,
    /// What is to be sent, in order, once everything is durable.
    pub outputs: Vec<Output>,
}

/// How many messages a connection may still send, in thousandths.
#[derive(Debug)]
struct Allowance {
    left: u64,
    counted: Timestamp,
    checking: bool,
}

/// A login whose password is being checked.
#[derive(Debug)]
struct Checking {
    connection: ConnectionId,
    head: Head,
}

/// A request that a table has to answer.
#[derive(Debug)]
struct Asked {
    connection: ConnectionId,
    head: Head,
    channel: ChannelId,
    what: Asks,
}

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asks {
    Play,
    GoAway,
    ComeBack,
}

/// The sessions.
#[derive(Debug)]
pub struct Sessions {
    settings: Settings,
    now: Timestamp,
    numbers: Numbers,
    /// The numbers as they stand in the stream.
    written: Numbers,
    connections: Kept<ConnectionId, Connection>,
    users: Users,
    channels: Kept<ChannelId, Channel>,
    proposals: Kept<u64, Proposal>,
    companies: Kept<u64, Company>,
    // What follows from the records.
    queues: BTreeMap<Currency, Vec<Waiting<ChannelId>>>,
    by_table: BTreeMap<TableId, u64>,
    chats: BTreeMap<String, BTreeSet<ChannelId>>,
    /// Who looks at a list of tables.
    subscribers: BTreeSet<ChannelId>,
    timers: Timers,
    // What nobody misses after a restart: whoever asked asks again.
    allowances: BTreeMap<ConnectionId, Allowance>,
    checking: BTreeMap<u64, Checking>,
    asked: BTreeMap<u64, Asked>,
    tickets: u64,
}

/// One step, and what it leads to.
struct Work<'a> {
    sessions: &'a mut Sessions,
    room: &'a mut dyn Room,
    out: Vec<Output>,
    wants: Vec<Want>,
    /// What this step gives to wallets, which the room does not know of yet.
    given: Vec<(PlayerId, kozyr_chips::Currency, Chips)>,
    /// Whose request is being answered, and about which channel.
    asking: Option<(ConnectionId, ChannelId)>,
}

impl Deref for Work<'_> {
    type Target = Sessions;
    fn deref(&self) -> &Sessions {
        self.sessions
    }
}
impl DerefMut for Work<'_> {
    fn deref_mut(&mut self) -> &mut Sessions {
        self.sessions
    }
}

impl Sessions {
    /// Nobody is there yet.
    pub fn new(settings: Settings, now: Timestamp) -> Sessions {
        Sessions {
            settings,
            now,
            numbers: Numbers::default(),
            written: Numbers::default(),
            connections: Kept::default(),
            users: Users::default(),
            channels: Kept::default(),
            proposals: Kept::default(),
            companies: Kept::default(),
            queues: BTreeMap::new(),
            by_table: BTreeMap::new(),
            chats: BTreeMap::new(),
            subscribers: BTreeSet::new(),
            timers: Timers::default(),
            allowances: BTreeMap::new(),
            checking: BTreeMap::new(),
            asked: BTreeMap::new(),
            tickets: 0,
        }
    }

    /// Lets happen what is due by now, and then what came in.
    pub fn step(&mut self, now: Timestamp, input: Input<'_>, room: &mut dyn Room) -> Outcome {
        let mut work = Work {
            sessions: self,
            room,
            out: Vec::new(),
            wants: Vec::new(),
            given: Vec::new(),
            asking: None,
        };
        work.pass(now);
        work.take_in(input);
        let Work { out: outputs, wants, .. } = work;
        Outcome { events: self.take_events(), wants, outputs }
    }

    /// When a step is needed at the latest, if nothing comes in.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.timers.first()
    }

    /// The connections that are thought to be there: after a restart, those which are not have to be
    /// [lost](Input::Disconnected).
    pub fn connections(&self) -> impl Iterator<Item = ConnectionId> {
        self.connections.iter().map(|(connection, _)| connection)
    }

    /// The tables that were wanted and not closed again.
    pub fn tables(&self) -> impl Iterator<Item = &TableId> {
        self.by_table.keys()
    }

    /// Finds everything anew that follows from the records.
    fn index(&mut self) {
        self.users.index();
        let mut waiting: Vec<(u64, Waiting<ChannelId>)> = Vec::new();
        for (id, channel) in self.channels.iter() {
            match &channel.stage {
                Stage::Subscribed { .. } => drop(self.subscribers.insert(id)),
                Stage::Chat { room } => drop(self.chats.entry(room.clone()).or_default().insert(id)),
                Stage::Find { wish, since, nth } => {
                    let (wish, since) = (wish.as_ref().clone(), *since);
                    waiting.push((*nth, Waiting { who: id, user: channel.owner.get(), wish, since }));
                }
                _ => {}
            }
        }
        waiting.sort_by_key(|&(nth, _)| nth);
        let timing = self.settings.timing;
        for (_, one) in waiting {
            // Asked before, or not yet: asking again changes nothing.
            self.timers.set(Timer::Find(one.who), one.since + timing.patience.settle);
            self.queues.entry(one.wish.currency.clone()).or_default().push(one);
        }
        for (number, proposal) in self.proposals.iter().filter(|(_, proposal)| proposal.company.is_none()) {
            self.timers.set(Timer::Begin(number), proposal.since + timing.begin);
        }
        for (id, company) in self.companies.iter() {
            if company.open {
                self.by_table.insert(company.table.clone(), id);
            }
            company.timers(&timing, &mut self.timers);
        }
        for (id, user) in self.users.kept.iter() {
            if let Some(gone) = user.gone.filter(|_| !user.channels.is_empty()) {
                self.timers.set(Timer::Gone(id), gone + timing.keep);
            }
        }
    }
}

impl Work<'_> {
    fn take_in(&mut self, input: Input<'_>) {
        match input {
            Input::Connected(connection) => {
                let before = self.connections.insert(connection, Connection::default());
                assert!(before.is_none(), "connection {connection} is there already");
            }
            Input::Disconnected(connection) => self.forget(connection),
            Input::Received(connection, message) => self.receive(connection, message),
            Input::Rejected(connection, fault) => {
                if self.connections.contains(connection) {
                    self.refuse(connection, fault);
                    self.close(connection);
                }
            }
            Input::Checked { ticket, account } => self.checked(ticket, account),
            Input::SignedOut(player) => self.signed_out(player),
            Input::Table { table, ticket, steps } => self.table_told(table, ticket, &steps),
            Input::Refused { ticket, why } => self.table_refused(ticket, &why),
            Input::Restarted => self.reconcile(),
            Input::Tick => {}
        }
    }

    fn receive(&mut self, connection: ConnectionId, message: &[u8]) {
        let Some(known) = self.connections.get(connection) else { return };
        let wire = known.wire.unwrap_or_else(|| {
            let wire = Wire::of(message);
            if let Some(known) = self.connections.get_mut(connection) {
                known.wire = Some(wire);
            }
            wire
        });
        let read = read_requests(wire, message, &self.settings.limits);
        let count = read.as_ref().map_or(1, Vec::len);
        let read = if self.allows(connection, count) {
            read
        } else {
            let often = format!("at most {} messages a second", self.settings.messages_per_second);
            Err(Fault::new(Code::TooMany, often))
        };
        match read {
            Ok(requests) => {
                for request in requests {
                    match request {
                        Ok(request) => self.handle(connection, request),
                        Err(fault) => self.refuse(connection, fault),
                    }
                }
            }
            Err(fault) => {
                let closes = fault.closes();
                self.refuse(connection, fault);
                if closes {
                    self.close(connection);
                }
            }
        }
    }

    fn checked(&mut self, ticket: u64, account: Option<(PlayerId, String)>) {
        let Some(Checking { connection, head }) = self.checking.remove(&ticket) else { return };
        if !self.connections.contains(connection) {
            return;
        }
        self.allowance(connection).checking = false;
        let mark = self.out.len();
        let answer = match account {
            Some((player, name)) => self.welcome_account(connection, player, &name),
            None => Err(Fault::unauthorized("no such login, or another password")),
        };
        self.respond(connection, mark, head, answer);
    }

    fn pass(&mut self, now: Timestamp) {
        let now = now.max(self.now);
        while let Some((at, timer)) = self.timers.due(now) {
            // As if somebody had looked at the clock in time.
            self.now = self.now.max(at);
            match timer {
                Timer::Find(channel) => self.look_for_partners(channel),
                Timer::Begin(proposal) => self.proposal_over(proposal),
                Timer::Bots(company) => self.bots_move(company),
                Timer::Revanche(company) => self.revanche_over(company),
                Timer::Place(company, seat) => self.place_lost(company, seat),
                Timer::Gone(user) => self.gone(user),
            }
        }
        self.now = now;
    }

    fn handle(&mut self, connection: ConnectionId, request: Request) {
        let Request { mut head, command } = request;
        let mark = self.out.len();
        let answer = command.and_then(|command| self.obey(connection, &mut head, command));
        self.asking = None;
        match answer {
            Ok(None) => {}
            Ok(Some(answer)) => self.respond(connection, mark, head, Ok(answer)),
            Err(fault) => self.respond(connection, mark, head, Err(fault)),
        }
    }

    /// Answers what could not even be read.
    fn refuse(&mut self, connection: ConnectionId, fault: Fault) {
        let refusal = Message::Response(Response::unreadable(fault));
        self.send(connection, refusal.encode(self.wire_of(connection)));
    }

    /// The response comes before everything that followed from its request.
    fn respond(&mut self, connection: ConnectionId, mark: usize, head: Head, answer: Result<Answer, Fault>) {
        let response = Message::Response(Response { head, answer });
        let bytes = response.encode(self.wire_of(connection));
        self.out.insert(mark, Output::Send { to: connection, bytes });
    }

    fn send(&mut self, to: ConnectionId, bytes: Vec<u8>) {
        self.out.push(Output::Send { to, bytes });
    }

    fn close(&mut self, connection: ConnectionId) {
        self.forget(connection);
        self.out.push(Output::Close { connection, code: POLICY_VIOLATION });
    }

    fn wire_of(&self, connection: ConnectionId) -> Wire {
        self.connections.get(connection).and_then(|known| known.wire).unwrap_or_default()
    }

    fn allowance(&mut self, connection: ConnectionId) -> &mut Allowance {
        let (left, counted) = (u64::from(self.settings.burst) * 1000, self.now);
        self.allowances.entry(connection).or_insert(Allowance { left, counted, checking: false })
    }

    /// Counts messages; the allowance grows with time up to the burst.
    fn allows(&mut self, connection: ConnectionId, messages: usize) -> bool {
        let (now, rate) = (self.now, u64::from(self.settings.messages_per_second));
        let burst = u64::from(self.settings.burst) * 1000;
        let known = self.allowance(connection);
        let passed: Millis = now.since(known.counted);
        known.left = known.left.saturating_add(passed.get().saturating_mul(rate)).min(burst);
        known.counted = now;
        let price = messages as u64 * 1000;
        let allowed = known.left >= price;
        if allowed {
            known.left -= price;
        }
        allowed
    }

    fn forget(&mut self, connection: ConnectionId) {
        self.log_out(connection);
        self.connections.remove(connection);
        self.allowances.remove(&connection);
        self.checking.retain(|_, checking| checking.connection != connection);
        self.asked.retain(|_, asked| asked.connection != connection || asked.what != Asks::Play);
    }

    fn number(&mut self) -> u64 {
        self.numbers.last += 1;
        self.numbers.last
    }

    fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }
}

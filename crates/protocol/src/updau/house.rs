//! A whole house as a state machine: people, channels, queues, tables and money.
//!
//! Bytes come in with the time at which they came, bytes go out; there is no socket, no clock and no
//! random source in here. The same inputs at the same times with the same [`Chance`] always give the
//! same outputs, so a log of inputs is enough to bring a house back.
//!
//! The owner of the house calls [`House::connect`], [`House::receive`] and [`House::disconnect`] as
//! things happen, and [`House::tick`] no later than at [`House::deadline`]. After each call he first
//! writes [`House::postings`] to his books and then carries out [`House::outputs`].

mod bank;
mod bot;
mod channels;
mod clocks;
mod desk;
mod entrance;
mod game;
mod lobby;
mod money;
mod rooms;
mod seats;
mod settings;
mod table;
mod telling;
mod timers;
mod users;

pub use bank::{Account, Posting};
pub use bot::cautious;
pub use settings::{Brain, Chance, Settings, Timing};

use super::{
    Answer, Code, Currency, Fault, Head, Message, Millis, Request, Response, Timestamp, Waiting, Wire,
    requests,
};
use bank::Bank;
use channels::{Channel, ChannelId};
use kozyr_chips::Chips;
use lobby::Proposal;
use std::collections::{BTreeMap, BTreeSet};
use table::Table;
use timers::{Timer, Timers};
use users::Users;

/// A connection, by the number its owner gave it.
pub type ConnectionId = u64;

/// The code of the close frame after a message that is too long, or one too many.
pub const POLICY_VIOLATION: u16 = 1008;

/// What the owner of the house has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Send one document.
    Send {
        /// Where to.
        to: ConnectionId,
        /// The document.
        bytes: Vec<u8>,
    },
    /// Close the connection, once everything was sent. The house has forgotten it.
    Close {
        /// Which one.
        connection: ConnectionId,
        /// The code of the close frame.
        code: u16,
    },
    /// Is this the password of that login? Answer with [`House::checked`].
    Check {
        /// What to answer with.
        ticket: u64,
        /// The login.
        login: String,
        /// The password.
        password: String,
    },
}

#[derive(Debug)]
struct Connection {
    /// Known from the first message on.
    wire: Option<Wire>,
    user: Option<u64>,
    attached: BTreeSet<ChannelId>,
    /// Messages it may still send, in thousandths.
    allowance: u64,
    counted: Timestamp,
    checking: bool,
}

/// A login whose password is being checked.
#[derive(Debug)]
struct Checking {
    connection: ConnectionId,
    head: Head,
    login: String,
}

/// The house.
pub struct House {
    settings: Settings,
    chance: Box<dyn Chance>,
    now: Timestamp,
    connections: BTreeMap<ConnectionId, Connection>,
    users: Users,
    bank: Bank,
    channels: BTreeMap<ChannelId, Channel>,
    waiting: BTreeMap<Currency, Vec<Waiting<ChannelId>>>,
    proposals: BTreeMap<u64, Proposal>,
    tables: BTreeMap<u64, Table>,
    chats: BTreeMap<String, BTreeSet<ChannelId>>,
    /// Who looks at a list of tables.
    subscribers: BTreeSet<ChannelId>,
    checking: BTreeMap<u64, Checking>,
    timers: Timers,
    /// The last number given to a channel, a proposal, a table, a game, a bot or a ticket.
    numbers: u64,
    /// Whose request is being answered, and about which channel.
    asking: Option<(ConnectionId, ChannelId)>,
    out: Vec<Output>,
}

impl House {
    /// An empty house.
    pub fn new(settings: Settings, chance: Box<dyn Chance>, now: Timestamp) -> House {
        House {
            settings,
            chance,
            now,
            connections: BTreeMap::new(),
            users: Users::default(),
            bank: Bank::new(),
            channels: BTreeMap::new(),
            waiting: BTreeMap::new(),
            proposals: BTreeMap::new(),
            tables: BTreeMap::new(),
            chats: BTreeMap::new(),
            subscribers: BTreeSet::new(),
            checking: BTreeMap::new(),
            timers: Timers::default(),
            numbers: 0,
            asking: None,
            out: Vec::new(),
        }
    }

    /// Somebody connected. Every connection has a number of its own, for good.
    pub fn connect(&mut self, now: Timestamp, connection: ConnectionId) {
        self.tick(now);
        let fresh = Connection {
            wire: None,
            user: None,
            attached: BTreeSet::new(),
            allowance: u64::from(self.settings.burst) * 1000,
            counted: self.now,
            checking: false,
        };
        let before = self.connections.insert(connection, fresh);
        assert!(before.is_none(), "connection {connection} is there already");
    }

    /// The connection is lost; that changes nobody's state.
    pub fn disconnect(&mut self, now: Timestamp, connection: ConnectionId) {
        self.tick(now);
        self.forget(connection);
    }

    /// A message came: one frame, or one document of a TCP stream.
    pub fn receive(&mut self, now: Timestamp, connection: ConnectionId, message: &[u8]) {
        self.tick(now);
        let Some(known) = self.connections.get_mut(&connection) else { return };
        let wire = *known.wire.get_or_insert_with(|| Wire::of(message));
        let read = requests(wire, message, &self.settings.limits);
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

    /// The bytes of a stream make no message any more: an error, then the end.
    pub fn reject(&mut self, now: Timestamp, connection: ConnectionId, fault: Fault) {
        self.tick(now);
        if self.connections.contains_key(&connection) {
            self.refuse(connection, fault);
            self.close(connection);
        }
    }

    /// The answer to [`Output::Check`].
    pub fn checked(&mut self, now: Timestamp, ticket: u64, right: bool) {
        self.tick(now);
        let Some(Checking { connection, head, login }) = self.checking.remove(&ticket) else { return };
        let Some(known) = self.connections.get_mut(&connection) else { return };
        known.checking = false;
        let mark = self.out.len();
        let answer = if right {
            self.welcome(connection, users::Key::Login(login), None)
        } else {
            Err(Fault::unauthorized("no such login, or another password"))
        };
        self.respond(connection, mark, head, answer);
    }

    /// Lets happen what is due.
    pub fn tick(&mut self, now: Timestamp) {
        let now = now.max(self.now);
        while let Some((at, timer)) = self.timers.due(now) {
            // As if somebody had looked at the clock in time.
            self.now = self.now.max(at);
            match timer {
                Timer::Find(channel) => self.look_for_partners(channel),
                Timer::Begin(proposal) => self.proposal_over(proposal),
                Timer::Clock(table) => self.clock_ran_out(table),
                Timer::Bots(table) => self.bots_move(table),
                Timer::Revanche(table) => self.revanche_over(table),
                Timer::Place(table, seat) => self.place_lost(table, seat),
                Timer::Gone(uid) => self.gone(uid),
            }
        }
        self.now = now;
    }

    /// When [`House::tick`] has to be called at the latest.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.timers.first()
    }

    /// What has to be done, in order. Call [`House::postings`] first.
    pub fn outputs(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.out)
    }

    /// The movements of chips behind the outputs that were not taken yet.
    pub fn postings(&mut self) -> Vec<Posting> {
        self.bank.take_posted()
    }

    /// Every account with its balance; they sum to zero.
    pub fn accounts(&self) -> impl Iterator<Item = (&Account, Chips)> {
        self.bank.accounts()
    }

    /// Chips that a user bought, or was given.
    pub fn deposit(&mut self, uid: u64, currency: &Currency, amount: Chips) {
        self.bank.deposit(uid, currency, amount);
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
        self.connections.get(&connection).and_then(|known| known.wire).unwrap_or_default()
    }

    /// Counts messages; the allowance grows with time up to the burst.
    fn allows(&mut self, connection: ConnectionId, messages: usize) -> bool {
        let Settings { messages_per_second, burst, .. } = self.settings;
        let Some(known) = self.connections.get_mut(&connection) else { return false };
        let passed: Millis = self.now.since(known.counted);
        let grown = passed.get().saturating_mul(u64::from(messages_per_second));
        known.allowance = known.allowance.saturating_add(grown).min(u64::from(burst) * 1000);
        known.counted = self.now;
        let price = messages as u64 * 1000;
        let allowed = known.allowance >= price;
        if allowed {
            known.allowance -= price;
        }
        allowed
    }

    fn forget(&mut self, connection: ConnectionId) {
        self.log_out(connection);
        self.connections.remove(&connection);
        self.checking.retain(|_, checking| checking.connection != connection);
    }

    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House")
            .field("now", &self.now)
            .field("connections", &self.connections.len())
            .field("users", &self.users.len())
            .field("channels", &self.channels.len())
            .field("tables", &self.tables.len())
            .finish_non_exhaustive()
    }
}

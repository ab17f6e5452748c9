//! One table in service: its queue, its log in the store, and those who look on.
//!
//! A desk works on one thing at a time. What an input comes to is decided, handed to the store, and
//! only when it is durable applied and told to anybody. Nothing in here waits.

use crate::directory::TableName;
use crate::load::{Loaded, payload};
use crate::outlet::{ConnectionId, Outlet, Watcher};
use crate::pit::{Shared, Want};
use crate::wire::{self, Served};
use axum::extract::ws::Utf8Bytes;
use kozyr_chips::Owner;
use kozyr_protocol::room::{Answer, CommandId, LobbyTable, Refusal, TableInfo, ToClient, write};
use kozyr_store::{
    Account, Append, AppendError, CommandDigest, CommandKey, CommandReceipt, Currency, Payload, Refused,
    Secret, Sequence, StreamBatch, StreamId, TableId, Ticket, Transfer,
};
use kozyr_table::{ActionOf, Batch, Entry, Input, PlayerId, Purse, TimeSource, Timestamp};
use std::collections::{BTreeMap, VecDeque};

/// Commands that may wait at one table, and how many of them may be one person's: a flood of his must
/// not keep the others from being heard.
const QUEUE: usize = 128;
const SHARE: usize = 8;

/// Who sent a command, and where its answer goes.
#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) person: PlayerId,
    pub(crate) command: CommandId,
    pub(crate) outlet: Outlet,
}

impl Origin {
    fn key(&self) -> CommandKey {
        let user = self.person;
        CommandKey { user, command: kozyr_store::CommandId(self.command.0) }
    }

    pub(crate) fn answer(&self, result: Answer) {
        self.outlet.tell(&ToClient::Answer { command: self.command, result });
    }

    pub(crate) fn refuse(&self, reason: Refusal) {
        self.answer(Answer::Refused { reason });
    }
}

struct Job<S: Served> {
    input: Input<ActionOf<S>>,
    origin: Option<Origin>,
}

/// What was handed to the store.
struct Pending<S: Served> {
    batch: Batch<S>,
    dealer: crate::dealer::Dealer,
    origin: Option<Origin>,
}

/// What a desk wants of the pit afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// Nothing.
    Nothing,
    /// What the store has is not known: load the table again.
    Reload,
    /// Somebody else has the table: it stops here.
    Stop,
}

pub(crate) struct Desk<S: Served> {
    pub(crate) name: TableName,
    title: String,
    stream: StreamId,
    ticket: Ticket,
    loaded: Loaded<S>,
    info: TableInfo,
    watchers: Vec<Watcher>,
    queue: VecDeque<Job<S>>,
    pending: Option<Pending<S>>,
    /// While the table is loaded again nothing is decided.
    frozen: bool,
}

impl<S: Served> Desk<S> {
    pub(crate) fn new(
        name: TableName,
        title: &str,
        stream: StreamId,
        ticket: Ticket,
        loaded: Loaded<S>,
        shared: &Shared,
    ) -> Desk<S> {
        let info = wire::info(title, 0, &loaded.table, &shared.clock);
        let desk = Desk {
            name,
            title: title.to_owned(),
            stream,
            ticket,
            loaded,
            info,
            watchers: Vec::new(),
            queue: VecDeque::new(),
            pending: None,
            frozen: false,
        };
        desk.announce(shared);
        desk
    }

    /// The table was loaded again.
    pub(crate) fn reloaded(&mut self, loaded: Loaded<S>, shared: &Shared) {
        self.loaded = loaded;
        self.info = wire::info(&self.title, 0, &self.loaded.table, &shared.clock);
        self.frozen = false;
        self.announce(shared);
        for watcher in &self.watchers {
            watcher.outlet.send(self.snapshot(watcher.person, shared));
        }
    }

    /// Can hands be dealt here?
    pub(crate) fn is_serving(&self) -> bool {
        !self.frozen
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.pending.is_none()
    }

    /// When the table is to be asked again; not while it waits for the store.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        if self.pending.is_some() || self.frozen { None } else { self.loaded.table.deadline() }
    }

    pub(crate) fn tick(&mut self, shared: &Shared) {
        self.queue.push_front(Job { input: Input::Tick, origin: None });
        self.pump(shared);
    }

    /// Somebody looks on from now on, or again, or as somebody else.
    pub(crate) fn watch(&mut self, watcher: Watcher, have: Option<u64>, shared: &Shared) {
        self.unwatch(watcher.outlet.id);
        let missed = have.and_then(|have| Some((have, self.loaded.recent.since(have, watcher.person)?)));
        let message = match missed {
            Some((after, events)) => {
                let view =
                    wire::view(&self.loaded.table, self.loaded.sequence, watcher.person, &shared.clock);
                write(&ToClient::Update { table: self.name.to_string(), after, events, view }).into()
            }
            None => self.snapshot(watcher.person, shared),
        };
        watcher.outlet.send(message);
        self.watchers.push(watcher);
    }

    pub(crate) fn unwatch(&mut self, connection: ConnectionId) {
        self.watchers.retain(|watcher| watcher.outlet.id != connection);
    }

    fn snapshot(&self, person: Option<PlayerId>, shared: &Shared) -> Utf8Bytes {
        let view = wire::view(&self.loaded.table, self.loaded.sequence, person, &shared.clock);
        write(&ToClient::Snapshot { table: self.name.to_string(), info: self.info.clone(), view }).into()
    }

    /// Somebody wants something.
    pub(crate) fn command(&mut self, origin: Origin, want: Want, shared: &Shared) {
        let input = match want.input::<S>(origin.person) {
            Ok(input) => input,
            Err(refusal) => return origin.refuse(refusal),
        };
        let waiting = self.queue.iter().filter_map(|job| job.origin.as_ref());
        let own = waiting.filter(|other| other.person == origin.person).count();
        if self.frozen || self.queue.len() >= QUEUE || own >= SHARE {
            return origin.refuse(Refusal::TryAgain);
        }
        self.queue.push_back(Job { input, origin: Some(origin) });
        self.pump(shared);
    }

    /// Works through the queue until something is handed to the store.
    fn pump(&mut self, shared: &Shared) {
        while self.pending.is_none() && !self.frozen {
            let Some(job) = self.queue.pop_front() else { return };
            self.start(job, shared);
        }
    }

    fn start(&mut self, job: Job<S>, shared: &Shared) {
        if let Err(error) = self.loaded.dealer.prepare() {
            tracing::error!(table = %self.name, %error, "the operating system gives no randomness");
            return job.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
        }
        let digest = digest(&self.name, &job.input);
        let mut dealer = self.loaded.dealer.clone();
        match self.loaded.table.decide(shared.clock.now(), &job.input, &mut dealer) {
            Err(refused) => {
                if let Some(origin) = job.origin {
                    answer_refused(origin, digest, wire::refusal::<S>(&refused), shared);
                }
            }
            Ok(batch) => {
                let append = self.append(&batch, &dealer, job.origin.as_ref().map(|origin| (origin, digest)));
                self.pending = Some(Pending { batch, dealer, origin: job.origin });
                shared.store.submit(append, self.ticket, &shared.lane);
            }
        }
    }

    fn append(
        &self,
        batch: &Batch<S>,
        dealer: &crate::dealer::Dealer,
        origin: Option<(&Origin, CommandDigest)>,
    ) -> Append {
        let hand = batch.entries.iter().find_map(|entry| match entry {
            Entry::Started { hand, .. } => Some(*hand),
            _ => None,
        });
        let deck = hand.zip(dealer.fresh_deck());
        let secrets = deck.map(|(key, deck)| Secret { key, payload: deck.as_bytes().into() });
        let rest = batch.rest.as_ref();
        let checkpoint = rest.map(|rest| serde_json::to_vec(rest).expect("a table at rest can be written"));
        let events: Vec<Payload> = batch.entries.iter().map(payload).collect();
        let accepted = Answer::Accepted { sequence: self.loaded.sequence + events.len() as u64 };
        let answer = serde_json::to_vec(&accepted).expect("an answer can be written");
        Append {
            at: batch.at,
            transfers: batch.transfers.iter().map(|transfer| self.posting(transfer)).collect(),
            receipts: origin
                .map(|(origin, digest)| CommandReceipt { key: origin.key(), digest, answer: answer.into() })
                .into_iter()
                .collect(),
            streams: vec![StreamBatch {
                secrets: secrets.into_iter().collect(),
                checkpoint: checkpoint.map(Payload::from),
                ..StreamBatch::new(
                    self.stream.clone(),
                    self.loaded.epoch,
                    Sequence(self.loaded.sequence),
                    events,
                )
            }],
            ..Append::default()
        }
    }

    fn posting(&self, transfer: &kozyr_chips::Transfer<Purse>) -> Transfer {
        let account = |purse: &Purse| match purse {
            Purse::Table => {
                Account::table(TableId::new(&self.name).expect("a stream's name is plain"), Currency::FUN)
            }
            Purse::House => Account::house(Currency::FUN),
            Purse::Wallet(id) => Account::wallet(*id, Currency::FUN),
        };
        Transfer::new(account(transfer.from()), account(transfer.to()), transfer.amount())
            .expect("purses have accounts of their own")
    }

    /// What became of what was handed to the store.
    pub(crate) fn completed(&mut self, outcome: Result<(), AppendError>, shared: &Shared) -> After {
        let Some(pending) = self.pending.take() else { return After::Nothing };
        let after = match outcome {
            Ok(()) => {
                self.commit(pending, shared);
                After::Nothing
            }
            Err(AppendError::Refused(Refused::Repeated(receipt))) => {
                if let Some(origin) = pending.origin {
                    origin.answer(stored_answer(&receipt));
                }
                After::Nothing
            }
            Err(AppendError::Refused(Refused::OtherCommand(_))) => {
                pending.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
                After::Nothing
            }
            // A table that cannot pay what lies on it has wrong books: that is not the player's fault.
            Err(AppendError::Refused(Refused::CannotPay {
                account: Account { owner: Owner::Player(_), .. },
                balance,
                ..
            })) => {
                if let Some(origin) = pending.origin {
                    origin.refuse(Refusal::NotEnoughChips { balance });
                }
                After::Nothing
            }
            Err(error) => {
                tracing::error!(table = %self.name, %error, "the store did not take what was decided");
                pending.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
                self.freeze();
                let fenced = matches!(error, AppendError::Refused(Refused::Fenced { .. }));
                if fenced { After::Stop } else { After::Reload }
            }
        };
        self.pump(shared);
        after
    }

    /// The table stops here: nobody waits for an answer that never comes. What is with the store may
    /// still happen; whoever asks again is told.
    pub(crate) fn abandon(&mut self) {
        let pending = self.pending.take().and_then(|pending| pending.origin);
        pending.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
        self.freeze();
    }

    fn freeze(&mut self) {
        self.frozen = true;
        for job in self.queue.drain(..) {
            job.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
        }
    }

    /// It is durable: now it happens, and everybody hears what he may know.
    fn commit(&mut self, pending: Pending<S>, shared: &Shared) {
        let Pending { batch, dealer, origin } = pending;
        let before = self.loaded.sequence;
        self.loaded.dealer = dealer;
        for entry in &batch.entries {
            let mut told = Vec::new();
            self.loaded.table.apply_entry(batch.at, entry, &mut told);
            self.loaded.sequence += 1;
            self.loaded.recent.add(self.loaded.sequence, told);
        }
        self.tell(before, shared);
        if let Some(origin) = origin {
            origin.answer(Answer::Accepted { sequence: self.loaded.sequence });
        }
        // Whoever goes broke gives up his seat and no chip moves.
        if batch.entries.iter().any(|entry| matches!(entry, Entry::Sat { .. } | Entry::Left(..))) {
            self.announce(shared);
        }
        self.tell_wallets(&batch, shared);
    }

    /// Tells every watcher what came after this event. Whoever may know the same gets the same bytes.
    fn tell(&self, after: u64, shared: &Shared) {
        let mut written: BTreeMap<Option<PlayerId>, Utf8Bytes> = BTreeMap::new();
        for watcher in &self.watchers {
            let eyes = watcher.person.filter(|&person| self.sees_more(person, shared));
            let line = written.entry(eyes).or_insert_with(|| {
                let view = wire::view(&self.loaded.table, self.loaded.sequence, eyes, &shared.clock);
                let events = self.loaded.recent.since(after, eyes).unwrap_or_default();
                write(&ToClient::Update { table: self.name.to_string(), after, events, view }).into()
            });
            watcher.outlet.send(line.clone());
        }
    }

    /// Has this person a seat or a part in the hand, or had he one lately? All others see what anybody sees.
    fn sees_more(&self, person: PlayerId, shared: &Shared) -> bool {
        let table = &self.loaded.table;
        table.seat_of(person).is_some()
            || table.dealt_in().iter().any(|&(_, id)| id == person)
            || table.brings(person, shared.clock.now()).is_some()
    }

    /// Says in the lobby how the table is.
    fn announce(&self, shared: &Shared) {
        let table = &self.loaded.table;
        let seated = table.taken().map(|(_, chair)| chair.player.id).collect();
        let lobby = LobbyTable {
            table: self.name.to_string(),
            info: self.info.clone(),
            seated: table.taken().count() as u32,
        };
        shared.directory.put(&self.name, lobby, seated);
    }

    fn tell_wallets(&self, batch: &Batch<S>, shared: &Shared) {
        for transfer in &batch.transfers {
            for purse in [transfer.from(), transfer.to()] {
                let Purse::Wallet(person) = *purse else { continue };
                let user = person;
                let outlets: Vec<Outlet> = self
                    .watchers
                    .iter()
                    .filter(|watcher| watcher.person == Some(person))
                    .map(|watcher| watcher.outlet.clone())
                    .collect();
                let store = shared.store.clone();
                tokio::task::spawn_blocking(move || {
                    if let Ok(chips) = store.balance(&Account::wallet(user, Currency::FUN)) {
                        outlets.iter().for_each(|outlet| outlet.tell(&ToClient::Wallet { chips }));
                    }
                });
            }
        }
    }
}

/// A refused command may be one that was carried out before: then its first answer counts.
fn answer_refused(origin: Origin, digest: CommandDigest, reason: Refusal, shared: &Shared) {
    let store = shared.store.clone();
    tokio::task::spawn_blocking(move || {
        origin.answer(match store.receipt(&origin.key()) {
            Ok(Some(receipt)) if receipt.digest == digest => stored_answer(&receipt),
            Ok(_) => Answer::Refused { reason },
            Err(error) => {
                tracing::error!(%error, "a receipt could not be looked up");
                Answer::Refused { reason: Refusal::TryAgain }
            }
        });
    });
}

fn stored_answer(receipt: &CommandReceipt) -> Answer {
    serde_json::from_slice(&receipt.answer.bytes).unwrap_or(Answer::Refused { reason: Refusal::TryAgain })
}

/// What a command says, at which table: tells it from another under the same id.
fn digest(table: &str, input: &impl std::fmt::Debug) -> CommandDigest {
    let hash = blake3::hash(format!("{table} {input:?}").as_bytes());
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    CommandDigest(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

//! A shard: a group of tables that is stepped by messages and by time.
//!
//! [`Shard::step`] knows no runtime, socket or thread: what waits for the store comes out as [chores](Chore) and
//! comes back as a message. `shard/task.rs` is the shell that gives it a task of its own and a bounded mailbox.
//!
//! The store hands back what it committed in one message for all tables of a shard, so that a busy
//! room is woken once per commit and not once per table.

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "figures are printed")]
mod figures;
mod message;
#[cfg(feature = "simulation")]
mod probe;
mod task;
#[cfg(test)]
mod tests;
mod tournaments;

pub(crate) use message::ToShard;
pub(crate) use task::{Mailbox, ShardHandle, Stepped, run};

use crate::chore::Chore;
use crate::directory::{Directory, TableName};
use crate::load::{LoadError, Loaded};
use crate::outlet::ConnectionId;
use crate::plan::{AnyLoaded, TablePlan};
use crate::service::{After, Origin, TableService, digest};
use crate::tournament::{TournamentPlan, TournamentService, split_ticket, tournament_of};
use crate::wire::Served;
use kozyr_protocol::room::{Fault, Refusal, ToClient};
use kozyr_store::{
    Append, AppendError, CommandDigest, Completed, Lane, Sequence, Store, StreamBatch, Ticket,
};
use kozyr_table::durak::DurakSeating;
use kozyr_table::holdem::HoldemSeating;
use kozyr_table::seka::SekaSeating;
use kozyr_time::{Millis, Timestamp, TournamentId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::sync::oneshot;

/// What all tables of a shard use.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) directory: Arc<Directory>,
    pub(crate) lane: Lane,
    /// What time it is in this step.
    pub(crate) now: Timestamp,
    /// The room is being emptied: no hand begins.
    pub(crate) draining: bool,
    /// What this step leaves to be done where waiting is allowed.
    pub(crate) chores: RefCell<Vec<Chore>>,
}

impl Shared {
    /// It is this late, or later: a table that was loaded may have been ahead of the room's clock, because a room that was cut
    /// off wrote to it while this one started. What is appended over several tables has one moment, and none of them goes back.
    pub(crate) fn not_before(&mut self, moment: Timestamp) {
        self.now = self.now.max(moment);
    }

    pub(crate) fn leave(&self, chore: Chore) {
        self.chores.borrow_mut().push(chore);
    }

    /// A command is not carried out, unless it was before.
    pub(crate) fn refuse(&self, origin: Origin, digest: CommandDigest, reason: Refusal) {
        self.directory.tally.refusals.add(1);
        self.leave(Chore::Receipt { origin, digest, reason });
    }
}

/// A table of any game: a new game is a list of compile errors to follow.
enum AnyTable {
    Holdem(Box<TableService<HoldemSeating>>),
    Seka(Box<TableService<SekaSeating>>),
    Durak(Box<TableService<DurakSeating>>),
    /// A tournament with all its tables.
    Tournament(Box<TournamentService>),
    /// A table that stopped: somebody else has it, or one of its invariants broke.
    Stopped,
}

/// A table of the lobby, which no tournament has.
macro_rules! on_own_table {
    ($any:expr, $service:ident => $work:expr, other => $other:expr) => {
        match $any {
            AnyTable::Holdem($service) => $work,
            AnyTable::Seka($service) => $work,
            AnyTable::Durak($service) => $work,
            AnyTable::Tournament(_) | AnyTable::Stopped => $other,
        }
    };
}

macro_rules! on_table {
    ($any:expr, $service:ident => $work:expr, stopped => $stopped:expr) => {
        match $any {
            AnyTable::Holdem($service) => $work,
            AnyTable::Seka($service) => $work,
            AnyTable::Durak($service) => $work,
            AnyTable::Tournament($service) => $work,
            AnyTable::Stopped => $stopped,
        }
    };
}

/// How to load what is in a slot again.
#[derive(Clone)]
enum Plan {
    Table(Box<TablePlan>),
    Tournament(Box<TournamentPlan>),
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Plan::Table(plan) => plan.id.fmt(f),
            Plan::Tournament(plan) => plan.id.fmt(f),
        }
    }
}

/// A table in its place, with the moment at which it is entered among the deadlines.
struct Slot {
    plan: Plan,
    table: AnyTable,
    entered: Option<Timestamp>,
}

pub(crate) struct Shard {
    shared: Shared,
    slots: BTreeMap<u64, Slot>,
    by_id: HashMap<TableName, u64>,
    tournaments: HashMap<TournamentId, u64>,
    next_ticket: u64,
    /// When which table wants to be asked.
    deadlines: BTreeSet<(Timestamp, u64)>,
    /// Which tables and tournaments a connection looks at, or looked at: who goes need not be looked for at all of them.
    looks: HashMap<ConnectionId, BTreeSet<u64>>,
    stopping: Option<oneshot::Sender<()>>,
    stopped: bool,
}

impl Shard {
    /// Claims and loads the tables, all claims in one commit. Waits for the store: not for a runtime's thread. What the
    /// store completes later goes down the lane, and has to come back as [`ToShard::Committed`].
    pub(crate) fn open(
        store: Arc<dyn Store>,
        directory: Arc<Directory>,
        lane: Lane,
        plans: Vec<TablePlan>,
        now: Timestamp,
    ) -> Result<Shard, LoadError> {
        let streams: Vec<_> = plans.iter().map(TablePlan::stream).collect();
        let heads = store.claim_all(&streams)?;
        let new = plans.iter().zip(&heads).filter(|(_, head)| head.sequence == Sequence::START);
        let opened: Vec<StreamBatch> = new
            .map(|(plan, head)| {
                StreamBatch::new(plan.stream(), head.epoch, head.sequence, vec![plan.opened()])
            })
            .collect();
        if !opened.is_empty() {
            store.append(Append { at: now, streams: opened, ..Append::default() })?;
        }
        let chores = RefCell::default();
        let shared = Shared { store, directory, lane, now, draining: false, chores };
        let mut shard = Shard {
            shared,
            slots: BTreeMap::new(),
            by_id: HashMap::new(),
            tournaments: HashMap::new(),
            next_ticket: 0,
            deadlines: BTreeSet::new(),
            looks: HashMap::new(),
            stopping: None,
            stopped: false,
        };
        let (mut serving, mut damaged) = (0, None);
        for (plan, head) in plans.into_iter().zip(heads) {
            match plan.load(&*shard.shared.store, head) {
                Ok(loaded) => {
                    serving += 1;
                    shard.seat(plan, Some(loaded));
                }
                // The others can be played at; nothing is written to this one until somebody has mended it.
                Err(error @ LoadError::Damaged { .. }) => {
                    tracing::error!(table = %plan.id, %error, "the table stays closed");
                    damaged = Some(error);
                    shard.seat(plan, None);
                }
                Err(error) => return Err(error),
            }
        }
        match damaged {
            Some(error) if serving == 0 => Err(error),
            _ => Ok(shard),
        }
    }

    /// Puts a table into its place, new or not; one that could not be loaded stays closed.
    fn seat(&mut self, plan: TablePlan, loaded: Option<AnyLoaded>) {
        let ticket = self.by_id.get(&plan.id).copied().unwrap_or_else(|| {
            self.next_ticket += 1;
            self.next_ticket
        });
        let table = match loaded {
            Some(AnyLoaded::Holdem(loaded)) => AnyTable::Holdem(self.service(&plan, ticket, loaded)),
            Some(AnyLoaded::Seka(loaded)) => AnyTable::Seka(self.service(&plan, ticket, loaded)),
            Some(AnyLoaded::Durak(loaded)) => AnyTable::Durak(self.service(&plan, ticket, loaded)),
            None => AnyTable::Stopped,
        };
        self.by_id.insert(plan.id.clone(), ticket);
        self.slots.insert(ticket, Slot { plan: Plan::Table(Box::new(plan)), table, entered: None });
        self.enter_deadline(ticket);
    }

    fn service<S: Served>(&self, plan: &TablePlan, ticket: u64, loaded: Loaded<S>) -> Box<TableService<S>> {
        Box::new(TableService::new(plan, Ticket(ticket), loaded, &self.shared))
    }

    /// Takes in one message, if there is one, and does what is due. What has to wait for the store comes back.
    pub(crate) fn step(&mut self, now: Timestamp, message: Option<ToShard>) -> Vec<Chore> {
        self.shared.not_before(now);
        if let Some(message) = message {
            self.handle(message);
        }
        self.tick();
        if self.stopping.is_some() && self.slots.values().all(|slot| slot.table.is_idle()) {
            self.stopped = true;
            if let Some(done) = self.stopping.take() {
                // Whoever asked may have gone meanwhile.
                let _ = done.send(());
            }
        }
        self.shared.chores.take()
    }

    /// When it wants to be stepped again, if no message comes.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.deadlines.first().map(|&(at, _)| at)
    }

    /// Has it stopped, as it was told to?
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn handle(&mut self, message: ToShard) {
        match message {
            ToShard::Watch { table, watcher, have } => {
                let outlet = watcher.outlet.clone();
                self.looks_at(outlet.id, self.ticket_of(&table));
                let served = self.at(&table, |service, shared| match service {
                    AnyTable::Tournament(service) => match tournament_of(&table) {
                        Some((_, no)) => service.watch(no, watcher, have, shared),
                        None => false,
                    },
                    AnyTable::Stopped => false,
                    AnyTable::Holdem(service) => service.watch(watcher, have, shared),
                    AnyTable::Seka(service) => service.watch(watcher, have, shared),
                    AnyTable::Durak(service) => service.watch(watcher, have, shared),
                });
                if !served {
                    let known = self.by_id.contains_key(&table);
                    let gone = || Fault::UnknownTable { table: table.to_string() };
                    outlet.tell(&ToClient::Error { fault: if known { Fault::TryAgain } else { gone() } });
                }
            }
            ToShard::Show { table, watcher } => {
                let served = self.at(&table, |service, shared| match (service, tournament_of(&table)) {
                    (AnyTable::Tournament(service), Some((_, no))) => service.show_to(no, &watcher, shared),
                    (service, _) => {
                        on_own_table!(service, service => service.show_to(&watcher, shared), other => false)
                    }
                });
                if !served {
                    watcher.outlet.tell(&ToClient::Error { fault: Fault::TryAgain });
                }
            }
            ToShard::Unwatch { table, connection } => {
                self.at(&table, |service, shared| {
                    match (service, tournament_of(&table)) {
                        (AnyTable::Tournament(service), Some((_, no))) => {
                            service.unwatch(no, connection, shared);
                        }
                        (service, _) => {
                            on_table!(service, service => service.gone(connection, shared), stopped => {});
                        }
                    }
                    true
                });
            }
            ToShard::Gone(connection) => {
                for ticket in self.looks.remove(&connection).unwrap_or_default() {
                    self.with(ticket, |service, shared| {
                        on_table!(service, service => service.gone(connection, shared), stopped => {});
                    });
                }
            }
            ToShard::Command { origin, .. }
            | ToShard::Wish { origin, .. }
            | ToShard::Direct { origin, .. }
            | ToShard::Aside { origin, .. }
                if self.stopping.is_some() =>
            {
                origin.refuse(Refusal::TryAgain);
            }
            ToShard::Command { table, origin, want } => {
                let Some(ticket) = self.ticket_of(&table) else {
                    // A table that is gone may have carried the command out while it was there.
                    let (digest, reason) = (digest(&table, &want), Refusal::UnknownTable);
                    return self.shared.leave(Chore::Receipt { origin, digest, reason });
                };
                let refuse = origin.clone();
                let served = self.with(ticket, |service, shared| {
                    on_table!(service, service => {
                        service.command(&table, origin, want, shared);
                        true
                    }, stopped => false)
                });
                if served == Some(false) {
                    refuse.refuse(Refusal::TryAgain);
                }
            }
            ToShard::Aside { .. } | ToShard::Sheet { .. } | ToShard::Replan(_) | ToShard::Retire { .. } => {
                self.handle_aside(message);
            }
            ToShard::Follow { .. }
            | ToShard::Unfollow { .. }
            | ToShard::Look { .. }
            | ToShard::Export { .. }
            | ToShard::Wish { .. }
            | ToShard::Direct { .. }
            | ToShard::LoadedTournament(..)
            | ToShard::Claimed { .. }
            | ToShard::CloseTournament(_) => self.handle_tournament(message),
            ToShard::Committed(completed) => {
                for Completed { ticket, outcome } in completed {
                    self.completed(ticket, outcome);
                }
            }
            ToShard::Loaded(plan, loaded) => self.loaded(*plan, *loaded),
            ToShard::Close(table) => self.close(&table),
            ToShard::Health(answer) => {
                let serving =
                    |slot: &Slot| on_table!(&slot.table, service => service.is_serving(), stopped => false);
                // Whoever asked may have lost patience.
                let _ = answer.send(self.slots.values().all(serving));
            }
            ToShard::Drain(draining) => self.shared.draining = draining,
            ToShard::AtRest(answer) => {
                let resting = |slot: &Slot| match &slot.table {
                    AnyTable::Holdem(service) => service.is_at_rest(),
                    AnyTable::Seka(service) => service.is_at_rest(),
                    AnyTable::Durak(service) => service.is_at_rest(),
                    AnyTable::Tournament(service) => service.is_at_rest(),
                    AnyTable::Stopped => true,
                };
                // Whoever asked may have lost patience.
                let _ = answer.send(self.slots.values().all(resting));
            }
            ToShard::Stop(done) => self.stopping = Some(done),
            ToShard::Updau(..)
            | ToShard::SignedOut(_)
            | ToShard::LoadedGateway(_)
            | ToShard::ClaimedTables(_) => {
                unreachable!("a shard of tables is no gateway")
            }
        }
    }

    /// Works at a table, and says whether it is served here. One that breaks over it has told whoever waited.
    fn at(&mut self, table: &TableName, work: impl FnOnce(&mut AnyTable, &Shared) -> bool) -> bool {
        match self.ticket_of(table) {
            Some(ticket) => self.with(ticket, work).unwrap_or(true),
            None => false,
        }
    }

    /// A connection looks at a table or a tournament from now on.
    fn looks_at(&mut self, connection: ConnectionId, ticket: Option<u64>) {
        self.looks.entry(connection).or_default().extend(ticket);
    }

    /// The slot of a table, or of the tournament it is one of.
    fn ticket_of(&self, table: &TableName) -> Option<u64> {
        let of_tournament = || self.tournaments.get(&tournament_of(table)?.0);
        self.by_id.get(table).or_else(of_tournament).copied()
    }

    /// Works at a table. One whose invariants break stops; the others go on.
    fn with<T>(&mut self, ticket: u64, work: impl FnOnce(&mut AnyTable, &Shared) -> T) -> Option<T> {
        let slot = self.slots.get_mut(&ticket)?;
        let shared = &self.shared;
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut slot.table, shared)));
        if done.is_err() {
            tracing::error!(table = %slot.plan, "an invariant broke: the table stops");
            slot.table.stop();
        }
        self.enter_deadline(ticket);
        done.ok()
    }

    fn enter_deadline(&mut self, ticket: u64) {
        let Some(slot) = self.slots.get_mut(&ticket) else { return };
        let deadline = on_table!(&slot.table, service => service.deadline(), stopped => None);
        let deadline = deadline.filter(|_| self.stopping.is_none());
        if slot.entered != deadline {
            if let Some(old) = slot.entered.take() {
                self.deadlines.remove(&(old, ticket));
            }
            if let Some(new) = deadline {
                self.deadlines.insert((new, ticket));
            }
            slot.entered = deadline;
        }
    }

    /// Asks the tables whose time has come.
    fn tick(&mut self) {
        let now = self.shared.now;
        while let Some(&(at, ticket)) = self.deadlines.first().filter(|(at, _)| *at <= now) {
            self.with(
                ticket,
                |service, shared| on_table!(service, service => service.tick(shared), stopped => {}),
            );
            let Some(slot) = self.slots.get_mut(&ticket).filter(|slot| slot.entered == Some(at)) else {
                continue;
            };
            // The table could not act on it (no randomness, say): soon again.
            let soon = now + Millis::from_secs(1);
            slot.entered = Some(soon);
            self.deadlines.remove(&(at, ticket));
            self.deadlines.insert((soon, ticket));
        }
    }

    fn completed(&mut self, ticket: Ticket, outcome: Result<(), AppendError>) {
        let (ticket, part) = split_ticket(ticket);
        let after = self.with(
            ticket,
            |service, shared| on_table!(service, service => service.completed(part, outcome, shared), stopped => After::Nothing),
        );
        let Some(slot) = self.slots.get_mut(&ticket) else { return };
        match after {
            None | Some(After::Nothing) => {}
            Some(After::Reload) => self.shared.leave(slot.plan.load_again(self.shared.now)),
            Some(After::Stop) => {
                tracing::error!(table = %slot.plan, "somebody else has claimed the table");
                slot.table.stop();
            }
        }
    }

    fn loaded(&mut self, plan: TablePlan, loaded: Result<AnyLoaded, LoadError>) {
        let known = self.by_id.get(&plan.id).copied();
        match (loaded, known) {
            (Ok(loaded), None) => self.seat(plan, Some(loaded)),
            (Ok(loaded), Some(ticket)) => {
                self.with(ticket, |service, shared| match (service, loaded) {
                    (AnyTable::Holdem(service), AnyLoaded::Holdem(loaded)) => {
                        service.reloaded(loaded, shared);
                    }
                    (AnyTable::Seka(service), AnyLoaded::Seka(loaded)) => service.reloaded(loaded, shared),
                    (AnyTable::Durak(service), AnyLoaded::Durak(loaded)) => service.reloaded(loaded, shared),
                    // It stopped meanwhile.
                    _ => {}
                });
            }
            (Err(error), _) => {
                tracing::error!(table = %plan.id, %error, "the table cannot be loaded yet");
                self.shared.leave(Chore::Load(Box::new(plan)));
            }
        }
    }

    /// What is asked around a table rather than of it.
    fn handle_aside(&mut self, message: ToShard) {
        match message {
            ToShard::Aside { table, origin, aside } => {
                let refuse = origin.clone();
                let served = self.at(&table, |service, shared| {
                    on_own_table!(service, service => {
                        service.aside(origin, aside, shared);
                        true
                    }, other => false)
                });
                if !served {
                    refuse.refuse(Refusal::UnknownTable);
                }
            }
            ToShard::Sheet { table, outlet } => {
                let told = self.at(&table, |service, _| {
                    on_own_table!(service, service => {
                        service.tell_sheet(&outlet);
                        true
                    }, other => false)
                });
                if !told {
                    outlet.tell(&ToClient::Error { fault: Fault::NoSheet { table: table.to_string() } });
                }
            }
            ToShard::Replan(plan) => {
                let Some(&ticket) = self.by_id.get(&plan.id) else { return };
                if let Some(slot) = self.slots.get_mut(&ticket) {
                    slot.plan = Plan::Table(plan.clone());
                }
                self.with(ticket, |service, shared| {
                    on_own_table!(service, service => service.replan(&plan, shared), other => {});
                });
            }
            ToShard::Retire { table, answer } => {
                let retire = answer.is_some();
                let mut retired = false;
                self.at(&table, |service, _| {
                    retired = on_own_table!(service, service => service.retire(retire), other => false);
                    true
                });
                // Whoever asked may have lost patience: then the table stays closed until they ask again.
                if let Some(answer) = answer {
                    let _ = answer.send(retired);
                }
            }
            _ => unreachable!("only what is around a table"),
        }
    }

    /// A table or a tournament is there no more.
    fn nobody_looks_at(&mut self, ticket: u64) {
        self.looks.retain(|_, tickets| {
            tickets.remove(&ticket);
            !tickets.is_empty()
        });
    }

    fn close(&mut self, table: &TableName) {
        let Some(ticket) = self.by_id.remove(table) else { return };
        if let Some(mut slot) = self.slots.remove(&ticket) {
            on_own_table!(&mut slot.table, service => service.dismiss(), other => {});
            slot.table.stop();
            if let Some(entered) = slot.entered {
                self.deadlines.remove(&(entered, ticket));
            }
        }
        self.nobody_looks_at(ticket);
        self.shared.directory.forget(table);
    }
}

impl Stepped for Shard {
    fn step(&mut self, now: Timestamp, message: Option<ToShard>) -> Vec<Chore> {
        Shard::step(self, now, message)
    }
    fn deadline(&self) -> Option<Timestamp> {
        Shard::deadline(self)
    }
    fn is_stopped(&self) -> bool {
        Shard::is_stopped(self)
    }
}

impl Plan {
    fn load_again(&self, now: Timestamp) -> Chore {
        match self {
            Plan::Table(plan) => Chore::Load(plan.clone()),
            Plan::Tournament(plan) => Chore::LoadTournament(plan.clone(), now),
        }
    }
}

impl AnyTable {
    fn stop(&mut self) {
        on_table!(self, service => service.abandon(), stopped => {});
        *self = AnyTable::Stopped;
    }

    fn is_idle(&self) -> bool {
        on_table!(self, service => service.is_idle(), stopped => true)
    }
}

//! A shard: a group of tables on one task, with one mailbox.
//!
//! The store hands back what it committed in one message for all tables of a shard, so that a busy
//! room is woken once per commit and not once per table.

#[cfg(test)]
mod tests;

use crate::clock::RoomClock;
use crate::directory::{Directory, TableName};
use crate::load::{LoadError, Loaded, load};
use crate::outlet::{ConnectionId, Watcher};
use crate::service::{After, Origin, TableService};
use crate::wire::Served;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Fault, GameAction, Refusal, ToClient};
use kozyr_store::{AppendError, Completed, Lane, Store, StreamId, Ticket};
use kozyr_table::holdem::{HoldemHouse, HoldemSeating};
use kozyr_table::{Departed, Input, Player, Settings};
use kozyr_time::{Millis, PlayerId, TableId, TimeSource, Timestamp};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// How long to wait before a table whose store failed is loaded again.
const RELOAD_AFTER: Duration = Duration::from_secs(1);

/// What all tables of a shard use.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: RoomClock,
    pub(crate) directory: Arc<Directory>,
    pub(crate) lane: Lane,
}

/// How a table is set up.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// Its name in messages and in the store: a-z, 0-9 and '-'.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// How it is run.
    pub settings: Settings,
    /// What is played.
    pub game: GamePlan,
}

/// What is played at a table.
#[derive(Clone, Debug)]
pub enum GamePlan {
    /// Hold'em and its kin.
    Holdem(HoldemHouse),
}

/// What a client wants of a table, whatever is played there.
#[derive(Clone, Debug)]
pub(crate) enum Want {
    Sit { player: Player, seat: Seat, buy_in: Chips, wait: bool },
    AddChips(Chips),
    SitOut,
    SitIn { wait: bool },
    Leave,
    Act { turn: u64, action: GameAction },
}

impl Want {
    pub(crate) fn input<S: Served>(
        self,
        person: PlayerId,
        before: Option<Departed<S::Standing>>,
    ) -> Result<Input<S>, Refusal> {
        Ok(match self {
            Want::Sit { player, seat, buy_in, wait } => Input::Sit { player, seat, buy_in, wait, before },
            Want::AddChips(amount) => Input::AddChips { player: person, amount },
            Want::SitOut => Input::SitOut(person),
            Want::SitIn { wait: true } => Input::Wait(person),
            Want::SitIn { wait: false } => Input::SitIn(person),
            Want::Leave => Input::Leave(person),
            Want::Act { turn, action } => {
                let action = S::action(&action).ok_or(Refusal::AnotherGame)?;
                Input::Act { player: person, turn, action }
            }
        })
    }
}

/// A message to a shard.
pub(crate) enum ToShard {
    Watch {
        table: TableName,
        watcher: Watcher,
        have: Option<u64>,
    },
    Unwatch {
        table: TableName,
        connection: ConnectionId,
    },
    Gone(ConnectionId),
    Command {
        table: TableName,
        origin: Origin,
        want: Want,
    },
    Committed(Vec<Completed>),
    Reloaded(usize, Box<Result<AnyLoaded, LoadError>>),
    /// Are all tables being served?
    Health(oneshot::Sender<bool>),
    /// Finish what is with the store and stop; the sender hears when that is done.
    Stop(oneshot::Sender<()>),
}

/// The way into a shard.
pub(crate) type ShardHandle = mpsc::UnboundedSender<ToShard>;

pub(crate) enum AnyLoaded {
    Holdem(Loaded<HoldemSeating>),
}

/// A table of any game: a new game is a list of compile errors to follow.
enum AnyTable {
    Holdem(Box<TableService<HoldemSeating>>),
    /// A table that stopped: somebody else has it, or one of its invariants broke.
    Stopped(TableName),
}

macro_rules! on_table {
    ($any:expr, $service:ident => $work:expr, stopped => $stopped:expr) => {
        match $any {
            AnyTable::Holdem($service) => $work,
            AnyTable::Stopped(_) => $stopped,
        }
    };
}

pub(crate) struct Shard {
    shared: Shared,
    plans: Vec<TablePlan>,
    tables: Vec<AnyTable>,
    inbox: mpsc::UnboundedReceiver<ToShard>,
    own: ShardHandle,
    /// When which table wants to be asked.
    deadlines: BTreeSet<(Timestamp, usize)>,
    entered: Vec<Option<Timestamp>>,
    stopping: Option<oneshot::Sender<()>>,
}

impl Shard {
    /// Loads the tables. Waits for the store: not for a runtime's thread.
    pub(crate) fn open(
        store: Arc<dyn Store>,
        clock: RoomClock,
        directory: Arc<Directory>,
        plans: Vec<TablePlan>,
    ) -> Result<(Shard, ShardHandle), LoadError> {
        let (own, inbox) = mpsc::unbounded_channel();
        let lane = Lane::new({
            let own = own.clone();
            move |completed| {
                // A shard that is gone has nobody left to tell.
                let _ = own.send(ToShard::Committed(completed));
            }
        });
        let shared = Shared { store, clock, directory, lane };
        let mut tables = Vec::new();
        let mut damaged = None;
        for (index, plan) in plans.iter().enumerate() {
            let ticket = Ticket(index as u64);
            let name: TableName = plan.name.as_str().into();
            let stream = stream_of(plan)?;
            tables.push(match load_plan(&*shared.store, plan, clock.now()) {
                Ok(AnyLoaded::Holdem(loaded)) => {
                    let service = TableService::new(name, &plan.title, stream, ticket, loaded, &shared);
                    AnyTable::Holdem(Box::new(service))
                }
                // The others can be played at; nothing is written to this one until somebody has mended it.
                Err(error @ LoadError::Damaged { .. }) => {
                    tracing::error!(table = %name, %error, "the table stays closed");
                    damaged = Some(error);
                    AnyTable::Stopped(name)
                }
                Err(error) => return Err(error),
            });
        }
        if let Some(error) =
            damaged.filter(|_| tables.iter().all(|service| matches!(service, AnyTable::Stopped(_))))
        {
            return Err(error);
        }
        let entered = vec![None; tables.len()];
        let mut shard = Shard {
            shared,
            plans,
            tables,
            inbox,
            own: own.clone(),
            deadlines: BTreeSet::new(),
            entered,
            stopping: None,
        };
        (0..shard.tables.len()).for_each(|index| shard.enter_deadline(index));
        Ok((shard, own))
    }

    /// Serves until told to stop.
    pub(crate) async fn run(mut self) {
        loop {
            let due = self.deadlines.first().map(|&(at, _)| self.shared.clock.until(at));
            let message = match due {
                Some(due) => tokio::time::timeout(due, self.inbox.recv()).await,
                None => Ok(self.inbox.recv().await),
            };
            match message {
                Ok(Some(message)) => self.handle(message),
                Ok(None) => return,
                Err(_) => {}
            }
            self.tick();
            if self.stopping.is_some() && self.tables.iter().all(idle) {
                if let Some(done) = self.stopping.take() {
                    // Whoever asked may have gone meanwhile.
                    let _ = done.send(());
                }
                return;
            }
        }
    }

    fn handle(&mut self, message: ToShard) {
        match message {
            ToShard::Watch { table, watcher, have } => {
                self.at(&table, |service, shared| {
                    on_table!(service, service => service.watch(watcher, have, shared),
                        stopped => watcher.outlet.tell(&ToClient::Error { fault: Fault::TryAgain }));
                });
            }
            ToShard::Unwatch { table, connection } => {
                self.at(&table, |service, shared| {
                    on_table!(service, service => service.unwatch(connection, shared), stopped => {});
                });
            }
            ToShard::Gone(connection) => {
                for index in 0..self.tables.len() {
                    self.with(index, |service, shared| {
                        on_table!(service, service => service.unwatch(connection, shared), stopped => {});
                    });
                }
            }
            ToShard::Command { origin, .. } if self.stopping.is_some() => origin.refuse(Refusal::TryAgain),
            ToShard::Command { table, origin, want } => {
                self.at(&table, |service, shared| {
                    on_table!(service, service => service.command(origin, want, shared),
                        stopped => origin.refuse(Refusal::TryAgain));
                });
            }
            ToShard::Committed(completed) => {
                for Completed { ticket, outcome } in completed {
                    self.completed(ticket.0 as usize, outcome);
                }
            }
            ToShard::Reloaded(index, loaded) => self.reloaded(index, *loaded),
            ToShard::Health(answer) => {
                let serving = |service: &AnyTable| on_table!(service, service => service.is_serving(), stopped => false);
                // Whoever asked may have lost patience.
                let _ = answer.send(self.tables.iter().all(serving));
            }
            ToShard::Stop(done) => self.stopping = Some(done),
        }
    }

    fn at(&mut self, table: &TableName, work: impl FnOnce(&mut AnyTable, &Shared)) {
        if let Some(index) = self.tables.iter().position(|service| service.name() == table) {
            self.with(index, work);
        }
    }

    /// Works at a table. One whose invariants break stops; the others go on.
    fn with<T>(&mut self, index: usize, work: impl FnOnce(&mut AnyTable, &Shared) -> T) -> Option<T> {
        let (service, shared) = (&mut self.tables[index], &self.shared);
        let done = catch_unwind(AssertUnwindSafe(|| work(service, shared)));
        if done.is_err() {
            tracing::error!(table = %service.name(), "an invariant broke: the table stops");
            service.stop();
        }
        self.enter_deadline(index);
        done.ok()
    }

    fn enter_deadline(&mut self, index: usize) {
        let deadline = on_table!(&self.tables[index], service => service.deadline(), stopped => None);
        let deadline = deadline.filter(|_| self.stopping.is_none());
        let entered = &mut self.entered[index];
        if *entered != deadline {
            if let Some(old) = entered.take() {
                self.deadlines.remove(&(old, index));
            }
            if let Some(new) = deadline {
                self.deadlines.insert((new, index));
            }
            *entered = deadline;
        }
    }

    /// Asks the tables whose time has come.
    fn tick(&mut self) {
        let now = self.shared.clock.now();
        while let Some(&(at, index)) = self.deadlines.first().filter(|(at, _)| *at <= now) {
            self.with(
                index,
                |service, shared| on_table!(service, service => service.tick(shared), stopped => {}),
            );
            if self.entered[index] == Some(at) {
                // The table could not act on it (no randomness, say): soon again.
                let soon = now + Millis::from_secs(1);
                self.deadlines.remove(&(at, index));
                self.deadlines.insert((soon, index));
                self.entered[index] = Some(soon);
            }
        }
    }

    fn completed(&mut self, index: usize, outcome: Result<(), AppendError>) {
        let after = self.with(
            index,
            |service, shared| on_table!(service, service => service.completed(outcome, shared), stopped => After::Nothing),
        );
        match after {
            None | Some(After::Nothing) => {}
            Some(After::Reload) => self.reload(index),
            Some(After::Stop) => {
                tracing::error!(table = %self.tables[index].name(), "somebody else has claimed the table");
                self.tables[index].stop();
            }
        }
    }

    fn reload(&self, index: usize) {
        let (store, clock, own) = (self.shared.store.clone(), self.shared.clock, self.own.clone());
        let plan = self.plans[index].clone();
        tokio::task::spawn_blocking(move || {
            std::thread::sleep(RELOAD_AFTER);
            let loaded = load_plan(&*store, &plan, clock.now());
            // A shard that has stopped needs no table.
            let _ = own.send(ToShard::Reloaded(index, Box::new(loaded)));
        });
    }

    fn reloaded(&mut self, index: usize, loaded: Result<AnyLoaded, LoadError>) {
        match loaded {
            Ok(AnyLoaded::Holdem(loaded)) => {
                self.with(index, |service, shared| match service {
                    AnyTable::Holdem(service) => service.reloaded(loaded, shared),
                    AnyTable::Stopped(_) => {}
                });
            }
            Err(error) => {
                tracing::error!(table = %self.tables[index].name(), %error, "the table cannot be loaded yet");
                self.reload(index);
            }
        }
    }
}

impl AnyTable {
    fn name(&self) -> &TableName {
        match self {
            AnyTable::Holdem(service) => &service.name,
            AnyTable::Stopped(name) => name,
        }
    }

    fn stop(&mut self) {
        on_table!(self, service => service.abandon(), stopped => {});
        *self = AnyTable::Stopped(self.name().clone());
    }
}

fn idle(service: &AnyTable) -> bool {
    on_table!(service, service => service.is_idle(), stopped => true)
}

fn stream_of(plan: &TablePlan) -> Result<StreamId, LoadError> {
    StreamId::new(&format!("table/{}", plan.name)).map_err(|error| LoadError::Damaged {
        stream: plan.name.clone(),
        at: 0,
        what: error.to_string(),
    })
}

fn load_plan(store: &dyn Store, plan: &TablePlan, now: Timestamp) -> Result<AnyLoaded, LoadError> {
    let stream = stream_of(plan)?;
    let id = TableId::new(&plan.name).map_err(|error| LoadError::Damaged {
        stream: plan.name.clone(),
        at: 0,
        what: error.to_string(),
    })?;
    match &plan.game {
        GamePlan::Holdem(house) => {
            load(store, &stream, &id, now, &plan.settings, house).map(AnyLoaded::Holdem)
        }
    }
}

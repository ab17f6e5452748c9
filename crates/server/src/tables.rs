//! The tables and tournaments of the room: found by id, spread over the shards, opened and closed while it runs.

use crate::chore::claim_and_load;
use crate::clock::RoomClock;
use crate::directory::{Directory, TableName};
use crate::gateway;
use crate::load::LoadError;
use crate::made::Made;
use crate::outlet::ConnectionId;
use crate::plan::TablePlan;
use crate::register::Register;
use crate::shard::{Mailbox, Shard, ShardHandle, ToShard};
use crate::tournament::{self, TournamentPlan, tournament_of};
use kozyr_protocol::room::Refusal;
use kozyr_store::{Append, CommandReceipt, Sequence, Store, StreamBatch};
use kozyr_time::{PlayerId, TableId, TimeSource, TournamentId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Why a table is not closed.
#[derive(Debug, thiserror::Error)]
pub enum CloseError {
    /// Somebody has chips on it.
    #[error("somebody sits at the table: it can be closed when it is empty")]
    Seated,
    /// There is none of this name.
    #[error("there is no such table")]
    Unknown,
    /// The room's log could not be written.
    #[error(transparent)]
    Store(#[from] LoadError),
}

pub(crate) struct Tables {
    shards: Vec<ShardHandle>,
    /// Which shard has which table.
    places: RwLock<HashMap<TableName, usize>>,
    /// Which shard has which tournament, with all its tables.
    tournaments: RwLock<HashMap<TournamentId, usize>>,
    /// The tables people opened, as their hosts run them.
    made: RwLock<HashMap<TableName, Arc<Made>>>,
    register: Mutex<Register>,
    /// Where the tables are that UpDAU opened, with everybody who speaks it.
    gateway: Option<ShardHandle>,
}

/// A shard with its mailbox, to be run.
pub(crate) type Ready = (Shard, Mailbox);

impl Tables {
    /// Opens the tables of the room's log and the stock tables, over so many shards.
    pub(crate) fn open(
        store: &Arc<dyn Store>,
        clock: RoomClock,
        directory: &Arc<Directory>,
        stock: &[TablePlan],
        shards: usize,
    ) -> Result<(Tables, Vec<Ready>), LoadError> {
        let now = clock.now();
        let mut register = Register::open(&**store)?;
        register.open_tables(&**store, now, stock)?;
        let count = shards.max(1);
        let mut plans: Vec<Vec<TablePlan>> = vec![Vec::new(); count];
        let mut places = HashMap::new();
        for (nth, plan) in register.tables().enumerate() {
            plans[nth % count].push(plan.clone());
            places.insert(plan.id.clone(), nth % count);
        }
        let of_people = register.tables().filter_map(|plan| Some((plan.id.clone(), plan.made.as_deref()?)));
        let made = of_people.map(|(id, made)| (id, Arc::new(made.clone()))).collect();
        let mut tournaments: Vec<Vec<TournamentPlan>> = vec![Vec::new(); count];
        let mut at = HashMap::new();
        for (nth, plan) in register.tournaments().enumerate() {
            tournaments[nth % count].push(plan.clone());
            at.insert(plan.id.clone(), nth % count);
        }
        let (mut handles, mut ready, mut failed) = (Vec::new(), Vec::new(), None);
        for (plans, tournaments) in plans.into_iter().zip(tournaments) {
            let (handle, mailbox) = ShardHandle::new();
            let opened = Shard::open(store.clone(), directory.clone(), handle.lane(), plans, now);
            let opened = opened.and_then(|mut shard| {
                tournaments.into_iter().try_for_each(|plan| shard.open_tournament(plan))?;
                Ok(shard)
            });
            match opened {
                Ok(shard) => ready.push((shard, mailbox)),
                Err(error) => failed = Some(error),
            }
            handles.push(handle);
        }
        if let Some(error) = failed {
            return Err(error);
        }
        let (places, tournaments) = (RwLock::new(places), RwLock::new(at));
        let (register, made) = (Mutex::new(register), RwLock::new(made));
        Ok((Tables { shards: handles, places, tournaments, made, register, gateway: None }, ready))
    }

    /// The table of this name and the way to it. A tournament's tables are where the tournament is.
    pub(crate) fn find(&self, name: &str) -> Option<(TableName, ShardHandle)> {
        let id = TableId::new(name).ok()?;
        if gateway::is_table(name) {
            return Some((id, self.gateway.clone()?));
        }
        let places = self.places.read().unwrap_or_else(PoisonError::into_inner);
        match places.get(&id) {
            Some(&shard) => Some((id, self.shards[shard].clone())),
            None => {
                let (_, shard) = self.find_tournament(tournament_of(&id)?.0.as_str())?;
                Some((id, shard))
            }
        }
    }

    /// The way for a command to a table of this name. One to a table that is gone goes somewhere all the same: it may have
    /// been carried out while the table was there, and then its first answer counts.
    pub(crate) fn way_to(&self, name: &str) -> Option<(TableName, ShardHandle)> {
        let any = || Some((TableId::new(name).ok()?, self.shards.first()?.clone()));
        self.find(name).or_else(any)
    }

    /// The tournament of this name and the way to it.
    pub(crate) fn find_tournament(&self, name: &str) -> Option<(TournamentId, ShardHandle)> {
        let id = TournamentId::new(name).ok()?;
        let tournaments = self.tournaments.read().unwrap_or_else(PoisonError::into_inner);
        let shard = *tournaments.get(&id)?;
        Some((id, self.shards[shard].clone()))
    }

    /// Opens a tournament under the next number, with the command that asked for it, if one did. Waits for the store.
    pub(crate) fn open_tournament(
        &self,
        store: &dyn Store,
        clock: &RoomClock,
        plan: &dyn Fn(u64) -> TournamentPlan,
        receipt: &dyn Fn(&TournamentPlan) -> Option<CommandReceipt>,
    ) -> Result<TournamentId, LoadError> {
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plan(register.next_number());
        register.open_tournament(store, clock.now(), &plan, receipt(&plan))?;
        let loaded = tournament::claim_and_load(store, &plan, clock.now());
        let mut tournaments = self.tournaments.write().unwrap_or_else(PoisonError::into_inner);
        let shard = (0..self.shards.len())
            .min_by_key(|shard| tournaments.values().filter(|place| *place == shard).count())
            .unwrap_or_default();
        let id = plan.id.clone();
        // A shard that has stopped belongs to a room that stops.
        let _ = self.shards[shard].send(ToShard::LoadedTournament(Box::new(plan), Box::new(loaded)));
        tournaments.insert(id.clone(), shard);
        Ok(id)
    }

    /// Takes a tournament that is over from the room. Waits for the store.
    pub(crate) fn close_tournament(
        &self,
        store: &dyn Store,
        clock: &RoomClock,
        id: &TournamentId,
    ) -> Result<(), LoadError> {
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        register.close_tournament(store, clock.now(), id)?;
        if let Some((_, shard)) = self.find_tournament(id.as_str()) {
            // A shard that has stopped belongs to a room that stops.
            let _ = shard.send(ToShard::CloseTournament(id.clone()));
        }
        self.tournaments.write().unwrap_or_else(PoisonError::into_inner).remove(id);
        // Nothing is written to its log any more; what is there can be read for ever.
        let stream = tournament::stream_of(id);
        let head = store.claim(&stream)?;
        let last =
            StreamBatch { close: true, ..StreamBatch::new(stream, head.epoch, head.sequence, Vec::new()) };
        Ok(store.append(Append { at: clock.now(), streams: vec![last], ..Append::default() })?)
    }

    /// The ways to the tables.
    pub(crate) fn shards(&self) -> &[ShardHandle] {
        &self.shards
    }

    /// All ways in.
    pub(crate) fn all_shards(&self) -> impl Iterator<Item = &ShardHandle> {
        self.shards.iter().chain(&self.gateway)
    }

    /// The way to those who speak UpDAU.
    pub(crate) fn gateway(&self) -> Option<&ShardHandle> {
        self.gateway.as_ref()
    }

    pub(crate) fn set_gateway(&mut self, gateway: ShardHandle) {
        self.gateway = Some(gateway);
    }

    /// Somebody's connection is gone, from every table.
    pub(crate) fn leave(&self, connection: ConnectionId) {
        for shard in self.all_shards() {
            // A shard that has stopped watches nobody.
            let _ = shard.send(ToShard::Gone(connection));
        }
    }

    /// Opens a table while the room runs, or gives one another plan. Waits for the store.
    pub(crate) fn open_table(
        &self,
        store: &dyn Store,
        clock: &RoomClock,
        plan: &TablePlan,
    ) -> Result<(), LoadError> {
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        register.open_tables(store, clock.now(), std::slice::from_ref(plan))?;
        self.serve_table(store, clock, plan)
    }

    /// Serves a table that is in the room's log.
    fn serve_table(&self, store: &dyn Store, clock: &RoomClock, plan: &TablePlan) -> Result<(), LoadError> {
        if self.find(plan.id.as_str()).is_some() {
            return Ok(());
        }
        let head = store.claim(&plan.stream())?;
        if head.sequence == Sequence::START {
            let opened = StreamBatch::new(plan.stream(), head.epoch, head.sequence, vec![plan.opened()]);
            store.append(Append { at: clock.now(), streams: vec![opened], ..Append::default() })?;
        }
        let loaded = claim_and_load(store, plan);
        let mut places = self.places.write().unwrap_or_else(PoisonError::into_inner);
        let shard = (0..self.shards.len())
            .min_by_key(|shard| places.values().filter(|place| *place == shard).count())
            .unwrap_or_default();
        // A shard that has stopped belongs to a room that stops.
        let _ = self.shards[shard].send(ToShard::Loaded(Box::new(plan.clone()), Box::new(loaded)));
        places.insert(plan.id.clone(), shard);
        Ok(())
    }

    /// How somebody's table is run; nothing for tables of the house.
    pub(crate) fn made(&self, table: &TableName) -> Option<Arc<Made>> {
        self.made.read().unwrap_or_else(PoisonError::into_inner).get(table).cloned()
    }

    /// All tables people opened.
    pub(crate) fn made_tables(&self) -> Vec<(TableName, Arc<Made>)> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        made.iter().map(|(table, made)| (table.clone(), made.clone())).collect()
    }

    /// How many tables this person has open, and how many there are of people.
    pub(crate) fn made_count(&self, host: PlayerId) -> (usize, usize) {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        (made.values().filter(|made| made.host == host).count(), made.len())
    }

    fn keep_made(&self, plan: &TablePlan) {
        if let Some(made) = &plan.made {
            let mut all = self.made.write().unwrap_or_else(PoisonError::into_inner);
            all.insert(plan.id.clone(), Arc::new((**made).clone()));
        }
    }

    /// Opens a table of somebody's under the next number, with the command that asked for it. Waits for the store.
    pub(crate) fn make_table(
        &self,
        store: &dyn Store,
        clock: &RoomClock,
        plan: &dyn Fn(u64) -> TablePlan,
        receipt: &dyn Fn(&TablePlan) -> CommandReceipt,
    ) -> Result<TablePlan, LoadError> {
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        let plan = plan(register.next_made());
        register.make_table(store, clock.now(), &plan, receipt(&plan))?;
        // From here on it is there, whatever happens: the next start would open it too.
        self.keep_made(&plan);
        self.serve_table(store, clock, &plan)?;
        Ok(plan)
    }

    /// Changes a table of somebody's, if `change` lets it, with the command that asked for it. Waits for the store.
    pub(crate) fn change_table(
        &self,
        store: &dyn Store,
        clock: &RoomClock,
        table: &TableName,
        change: &dyn Fn(&TablePlan) -> Result<TablePlan, Refusal>,
        receipt: CommandReceipt,
    ) -> Result<Result<(), Refusal>, LoadError> {
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(plan) = register.table(table) else { return Ok(Err(Refusal::UnknownTable)) };
        let plan = match change(plan) {
            Ok(plan) => plan,
            Err(refusal) => return Ok(Err(refusal)),
        };
        register.make_table(store, clock.now(), &plan, receipt)?;
        self.keep_made(&plan);
        if let Some((_, shard)) = self.find(table.as_str()) {
            // A shard that has stopped belongs to a room that stops.
            let _ = shard.send(ToShard::Replan(Box::new(plan)));
        }
        Ok(Ok(()))
    }

    /// Closes an empty table for good. Waits for the store.
    pub(crate) fn close_table(
        &self,
        store: &dyn Store,
        clock: &RoomClock,
        directory: &Directory,
        table: &TableId,
    ) -> Result<(), CloseError> {
        let Some((id, shard)) = self.find(table.as_str()) else { return Err(CloseError::Unknown) };
        if directory.is_taken(&id) {
            return Err(CloseError::Seated);
        }
        let mut register = self.register.lock().unwrap_or_else(PoisonError::into_inner);
        register.close_table(store, clock.now(), &id)?;
        self.places.write().unwrap_or_else(PoisonError::into_inner).remove(&id);
        self.made.write().unwrap_or_else(PoisonError::into_inner).remove(&id);
        // A shard that has stopped belongs to a room that stops.
        let _ = shard.send(ToShard::Close(id));
        Ok(())
    }
}

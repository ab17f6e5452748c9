//! Which tables and tournaments there are: they come and go by logged events of the room.

use crate::load::{LoadError, damaged};
use crate::plan::TablePlan;
use crate::tournament::TournamentPlan;
use kozyr_store::{Append, CommandReceipt, Epoch, Payload, Sequence, Store, StreamBatch, StreamId};
use kozyr_time::{TableId, Timestamp, TournamentId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Events read at a time.
const PAGE: usize = 1000;

/// A line of the room's own log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum RoomEvent {
    /// A table opened, or has another plan from here on.
    TableOpened(Box<TablePlan>),
    /// A table closed for good.
    TableClosed(TableId),
    /// A tournament was set up.
    TournamentOpened(Box<TournamentPlan>),
    /// A tournament is over, and gone from the lobby.
    TournamentClosed(TournamentId),
}

/// The tables of a room, and the room's claim to its own log.
pub(crate) struct Register {
    tables: BTreeMap<TableId, TablePlan>,
    tournaments: BTreeMap<TournamentId, TournamentPlan>,
    /// How many tournaments there ever were: their numbers are not used again.
    opened: u64,
    /// How many tables people ever opened.
    made: u64,
    epoch: Epoch,
    sequence: Sequence,
}

fn stream() -> StreamId {
    StreamId::new("room").expect("a plain name")
}

impl Register {
    /// Claims the room's log and reads it.
    pub(crate) fn open(store: &dyn Store) -> Result<Register, LoadError> {
        let head = store.claim(&stream())?;
        let mut register = Register {
            tables: BTreeMap::new(),
            tournaments: BTreeMap::new(),
            opened: 0,
            made: 0,
            epoch: head.epoch,
            sequence: Sequence::START,
        };
        loop {
            let page = store.load(&stream(), register.sequence, PAGE)?;
            for event in &page {
                let wrong =
                    |error: &dyn std::fmt::Display| damaged(&stream(), event.sequence.0, &error.to_string());
                let (_, bytes) = event.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(&error))?;
                register.apply(serde_json::from_slice(bytes).map_err(|error| wrong(&error))?);
                register.sequence = event.sequence;
            }
            if page.is_empty() {
                return Ok(register);
            }
        }
    }

    fn apply(&mut self, event: RoomEvent) {
        match event {
            RoomEvent::TableOpened(plan) => {
                let made = plan.made.is_some();
                let known = self.tables.insert(plan.id.clone(), *plan);
                self.made += u64::from(made && known.is_none());
            }
            RoomEvent::TableClosed(table) => drop(self.tables.remove(&table)),
            RoomEvent::TournamentOpened(plan) => {
                self.opened += 1;
                self.tournaments.insert(plan.id.clone(), *plan);
            }
            RoomEvent::TournamentClosed(id) => drop(self.tournaments.remove(&id)),
        }
    }

    /// The tables, in the order of their ids.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &TablePlan> {
        self.tables.values()
    }

    /// The tournaments, in the order of their ids.
    pub(crate) fn tournaments(&self) -> impl Iterator<Item = &TournamentPlan> {
        self.tournaments.values()
    }

    /// The plan of a table.
    pub(crate) fn table(&self, id: &TableId) -> Option<&TablePlan> {
        self.tables.get(id)
    }

    /// The number of the next table somebody opens.
    pub(crate) fn next_made(&self) -> u64 {
        self.made + 1
    }

    /// Writes down that somebody opened a table or changed it, with the command that did it.
    pub(crate) fn make_table(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        plan: &TablePlan,
        receipt: CommandReceipt,
    ) -> Result<(), LoadError> {
        self.write(store, at, vec![RoomEvent::TableOpened(Box::new(plan.clone()))], Some(receipt))
    }

    /// The number of the next tournament.
    pub(crate) fn next_number(&self) -> u64 {
        self.opened + 1
    }

    /// Writes down that a tournament was set up, with the command that did it, if one did.
    pub(crate) fn open_tournament(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        plan: &TournamentPlan,
        receipt: Option<CommandReceipt>,
    ) -> Result<(), LoadError> {
        self.write(store, at, vec![RoomEvent::TournamentOpened(Box::new(plan.clone()))], receipt)
    }

    /// Writes down that a tournament is gone.
    pub(crate) fn close_tournament(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        id: &TournamentId,
    ) -> Result<(), LoadError> {
        let known = self.tournaments.contains_key(id);
        let closed = known.then(|| RoomEvent::TournamentClosed(id.clone()));
        self.write(store, at, closed.into_iter().collect(), None)
    }

    /// Writes down that these tables are there, with these plans; those that are so already are not written again.
    pub(crate) fn open_tables(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        plans: &[TablePlan],
    ) -> Result<(), LoadError> {
        let new = plans.iter().filter(|plan| self.tables.get(&plan.id) != Some(plan));
        let events: Vec<RoomEvent> = new.map(|plan| RoomEvent::TableOpened(Box::new(plan.clone()))).collect();
        self.write(store, at, events, None)
    }

    /// Writes down that a table is there no more.
    pub(crate) fn close_table(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        table: &TableId,
    ) -> Result<(), LoadError> {
        let known = self.tables.contains_key(table);
        let closed = known.then(|| RoomEvent::TableClosed(table.clone()));
        self.write(store, at, closed.into_iter().collect(), None)
    }

    fn write(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        events: Vec<RoomEvent>,
        receipt: Option<CommandReceipt>,
    ) -> Result<(), LoadError> {
        if events.is_empty() {
            return Ok(());
        }
        let line = |event| Payload::from(serde_json::to_vec(event).expect("a plan can be written"));
        let batch = StreamBatch::new(stream(), self.epoch, self.sequence, events.iter().map(line).collect());
        let end = batch.end();
        let receipts = receipt.into_iter().collect();
        store.append(Append { at, streams: vec![batch], receipts, ..Append::default() })?;
        self.sequence = end;
        events.into_iter().for_each(|event| self.apply(event));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::Config;
    use kozyr_store::MemoryStore;

    #[test]
    fn tables_come_and_go_by_the_rooms_log() {
        let store = MemoryStore::new().unwrap();
        let at = Timestamp::from_millis(5);
        let stock = Config::default().tables;
        let mut register = Register::open(&store).unwrap();
        register.open_tables(&store, at, &stock).unwrap();
        register.open_tables(&store, at, &stock).unwrap();
        assert_eq!(store.head(&stream()).unwrap().sequence.0, stock.len() as u64, "written once");
        let other = TablePlan { id: TableId::new("friends").unwrap(), ..stock[0].clone() };
        register.open_tables(&store, at, std::slice::from_ref(&other)).unwrap();
        register.close_table(&store, at, &stock[0].id).unwrap();
        register.close_table(&store, at, &stock[0].id).unwrap();
        let again = Register::open(&store).unwrap();
        let ids =
            |register: &Register| -> Vec<TableId> { register.tables().map(|plan| plan.id.clone()).collect() };
        assert_eq!(ids(&again), ids(&register));
        assert!(ids(&again).contains(&other.id) && !ids(&again).contains(&stock[0].id));
        // Whoever has claimed the log since is the only one to write it.
        assert!(register.open_tables(&store, at, &stock).is_err());
    }
}

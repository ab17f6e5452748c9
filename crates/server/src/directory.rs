//! Which tables there are and who sits where: what lobby and sign-in ask without asking a table.

use kozyr_protocol::room::LobbyTable;
use kozyr_time::PlayerId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name of a table in messages.
pub(crate) type TableName = kozyr_time::TableId;

#[derive(Default)]
pub(crate) struct Directory(Mutex<Known>);

#[derive(Default)]
struct Known {
    tables: BTreeMap<TableName, (LobbyTable, BTreeSet<PlayerId>)>,
}

impl Directory {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Every change is one insertion: there is nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table says how it is.
    pub(crate) fn put(&self, name: &TableName, table: LobbyTable, seated: BTreeSet<PlayerId>) {
        self.known().tables.insert(name.clone(), (table, seated));
    }

    /// Does anybody sit there?
    pub(crate) fn is_taken(&self, name: &TableName) -> bool {
        self.known().tables.get(name).is_some_and(|(_, seated)| !seated.is_empty())
    }

    /// A table is there no more.
    pub(crate) fn forget(&self, name: &TableName) {
        self.known().tables.remove(name);
    }

    /// The tables, in order.
    pub(crate) fn lobby(&self) -> Vec<LobbyTable> {
        self.known().tables.values().map(|(table, _)| table.clone()).collect()
    }

    /// Where this person sits.
    pub(crate) fn seats_of(&self, person: PlayerId) -> Vec<String> {
        let known = self.known();
        let seats = known.tables.iter().filter(|(_, (_, seated))| seated.contains(&person));
        seats.map(|(name, _)| name.to_string()).collect()
    }

    /// Everybody who has a seat.
    pub(crate) fn seated(&self) -> BTreeSet<PlayerId> {
        self.known().tables.values().flat_map(|(_, seated)| seated.iter().copied()).collect()
    }
}

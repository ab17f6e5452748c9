//! The store of a simulated room: in memory or in a file, with everything that can go wrong with it.

use crate::StoreKind;
use crate::chance::Chance;
use kozyr_store::{Append, Completed, Lane, MemoryStore, SqliteStore, Store, Ticket, Unavailable, WrapStore};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tempfile::TempDir;

/// A folder for the file, in memory where the machine has such: what a power cut would take is not simulated.
fn folder() -> std::io::Result<TempDir> {
    let memory = std::path::Path::new("/dev/shm");
    let made = memory.is_dir().then(|| tempfile::tempdir_in(memory).ok()).flatten();
    made.map_or_else(tempfile::tempdir, Ok)
}

/// What is durable, over the crashes of the room.
pub(crate) struct Disk {
    store: Arc<Troubled>,
    /// The file's folder.
    folder: Option<TempDir>,
}

enum Kept {
    Memory(MemoryStore),
    File(SqliteStore),
}

/// A store that loses some appends, forgets that it has taken others, and sometimes does not answer at all.
pub(crate) struct Troubled {
    kept: Kept,
    trouble: Arc<Mutex<Trouble>>,
}

struct Trouble {
    chance: Chance,
    /// Appends in a thousand that are lost, and as many that are written and not known to be.
    often: u64,
    /// Does it not answer at the moment?
    out: bool,
    /// Does something wait to be written?
    queued: bool,
}

impl Disk {
    pub(crate) fn new(kind: StoreKind, chance: Chance, often: u64) -> anyhow::Result<Disk> {
        let (kept, folder) = match kind {
            StoreKind::Memory => (Kept::Memory(MemoryStore::stepped()), None),
            StoreKind::Sqlite => {
                let folder = folder()?;
                (Kept::File(SqliteStore::stepped(&folder.path().join("room.db"))?), Some(folder))
            }
        };
        let trouble = Arc::new(Mutex::new(Trouble { chance, often, out: false, queued: false }));
        Ok(Disk { store: Arc::new(Troubled { kept, trouble }), folder })
    }

    /// The store as the room knows it.
    pub(crate) fn store(&self) -> Arc<dyn Store> {
        self.store.clone()
    }

    /// The store as it is, without trouble: for whoever checks.
    pub(crate) fn truth(&self) -> &dyn Store {
        WrapStore::inner(&*self.store)
    }

    /// Can a second room open it?
    pub(crate) fn is_shared(&self) -> bool {
        self.folder.is_none()
    }

    /// Does something wait to be written?
    pub(crate) fn has_queued(&self) -> bool {
        self.store.trouble().queued
    }

    /// Writes what waits, in one transaction.
    pub(crate) fn step(&self) -> usize {
        self.store.trouble().queued = false;
        self.store.step()
    }

    /// Answers no more, or again.
    pub(crate) fn set_out(&self, out: bool) {
        self.store.trouble().out = out;
    }

    /// What the process takes with it when it dies: everything that was not written. A file is closed and opened again;
    /// nobody else holds the store then.
    pub(crate) fn crash(&mut self) -> anyhow::Result<()> {
        {
            let mut trouble = self.store.trouble();
            (trouble.queued, trouble.out) = (false, false);
        }
        self.discard();
        if let Some(folder) = &self.folder {
            let (path, trouble) = (folder.path().join("room.db"), self.store.trouble.clone());
            // The file's lock goes with the store that has it.
            self.store =
                Arc::new(Troubled { kept: Kept::Memory(MemoryStore::stepped()), trouble: trouble.clone() });
            self.store = Arc::new(Troubled { kept: Kept::File(SqliteStore::stepped(&path)?), trouble });
        }
        Ok(())
    }

    fn discard(&self) {
        match &self.store.kept {
            Kept::Memory(store) => store.discard_queue(),
            Kept::File(store) => store.discard_queue(),
        };
    }
}

impl Troubled {
    fn trouble(&self) -> MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn gone(ticket: Ticket) -> Completed {
    Completed { ticket, outcome: Err(Unavailable::new("simulated: the disk is gone").into()) }
}

impl WrapStore for Troubled {
    fn inner(&self) -> &dyn Store {
        match &self.kept {
            Kept::Memory(store) => store,
            Kept::File(store) => store,
        }
    }

    fn answers(&self) -> Result<(), Unavailable> {
        if self.trouble().out { Err(Unavailable::new("simulated: no answer")) } else { Ok(()) }
    }

    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        let (lost, forgotten) = {
            let mut trouble = self.trouble();
            trouble.queued = true;
            let often = trouble.often;
            let lost = trouble.out || trouble.chance.often(often);
            (lost, trouble.chance.often(often))
        };
        if lost {
            return lane.deliver(vec![gone(ticket)]);
        }
        if forgotten {
            let outer = lane.clone();
            let lane = Lane::new(move |done| {
                outer.deliver(done.into_iter().map(|done| gone(done.ticket)).collect());
            });
            return WrapStore::inner(self).submit(append, ticket, &lane);
        }
        WrapStore::inner(self).submit(append, ticket, lane);
    }
}

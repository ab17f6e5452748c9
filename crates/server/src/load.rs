//! A table out of its log: the latest checkpoint, and everything after it applied as it was then.

use crate::plan::TablePlan;
use crate::recent::Recent;
use crate::seeds::SystemSeeds;
use crate::sheet::Book;
use crate::wire::{Served, heard};
use kozyr_fair::Secret;
use kozyr_store::{
    AppendError, Checkpoint, ClaimError, Epoch, Head, Payload, Sequence, SqliteReader, Store, StoredEvent,
    StreamId, Unavailable,
};
use kozyr_table::{Dealer, Effects, Entry, Rest, Settings, Table};
use kozyr_time::TableId;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Events read at a time.
const PAGE: usize = 1000;
/// The latest form of log, checkpoint and deck that is read here.
const FORM: u8 = Payload::FIRST_VERSION;

/// A table that was loaded, and what is needed to go on with it.
pub(crate) struct Loaded<S: Served> {
    pub(crate) table: Table<S>,
    pub(crate) dealer: Dealer<SystemSeeds>,
    pub(crate) recent: Recent,
    pub(crate) epoch: Epoch,
    pub(crate) sequence: u64,
    /// Who brought and took what, where that is kept.
    pub(crate) book: Option<Book>,
}

/// Why a table could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] Unavailable),
    /// The table belongs to another room, or is closed.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// The store refuses what a new table begins with.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// What is stored is not the log of a table.
    #[error("the log of {stream} is damaged at event {at}: {what}")]
    Damaged {
        /// Which table.
        stream: String,
        /// Where.
        at: u64,
        /// How.
        what: String,
    },
}

/// Replays a table of which this is the claim.
pub(crate) fn load<S: Served>(
    store: &dyn Store,
    plan: &TablePlan,
    house: &S::House,
    head: Head,
) -> Result<Loaded<S>, LoadError> {
    let stream = plan.stream();
    // A line that does not fit is an assertion of the table's; here it is a damaged file.
    let replayed = catch_unwind(AssertUnwindSafe(|| replay(store, &stream, &plan.id, &plan.settings, house)));
    let (table, dealer, recent) = replayed.unwrap_or_else(|_| {
        Err(damaged(&stream, head.sequence.0, "a line does not follow from those before"))
    })?;
    let sequence = recent.end();
    let kept = plan.made.as_ref().is_some_and(|made| made.is_private());
    let book = kept.then(|| Book::open(store, &plan.id)).transpose()?;
    let loaded = Loaded { table, dealer, recent, epoch: head.epoch, sequence, book };
    books_agree(store, &stream, &loaded)?;
    Ok(loaded)
}

/// What lies on the table is what its escrow holds, or nobody may touch either.
fn books_agree<S: Served>(store: &dyn Store, stream: &StreamId, loaded: &Loaded<S>) -> Result<(), LoadError> {
    let (escrow, chips) = (loaded.table.escrow(), loaded.table.chips());
    let held = store.balance(&escrow)?;
    if held == chips {
        return Ok(());
    }
    let what = format!("{chips} chips lie on the table and {escrow} holds {held}");
    Err(damaged(stream, loaded.sequence, &what))
}

type Replayed<S> = (Table<S>, Dealer<SystemSeeds>, Recent);

fn replay<S: Served>(
    store: &dyn Store,
    stream: &StreamId,
    id: &TableId,
    settings: &Settings,
    house: &S::House,
) -> Result<Replayed<S>, LoadError> {
    let wrong = |at: u64, error: &dyn std::fmt::Display| damaged(stream, at, &error.to_string());
    let mut at = Sequence::START;
    let mut table =
        Table::open(id.clone(), settings.clone(), house.clone()).map_err(|error| wrong(at.0, &error))?;
    if let Some(checkpoint) = store.checkpoint(stream)? {
        at = checkpoint.sequence;
        table = rest_of(stream, &checkpoint)?;
    }
    let mut dealer = Dealer::new(SystemSeeds);
    let mut recent = Recent::starting_at(at.0);
    loop {
        let page = store.load(stream, at, PAGE)?;
        for event in &page {
            let number = event.sequence.0;
            let entry: Entry<S> = entry_of(stream, event)?;
            let kept = match &entry {
                Entry::Shuffled { number, .. } => store.secret(stream, *number)?,
                _ => None,
            };
            let bytes = kept.as_ref().map(|kept| kept.read(FORM)).transpose();
            let bytes = bytes.map_err(|error| wrong(number, &error))?;
            let secret = bytes.map(|(_, bytes)| Secret::from_bytes(bytes)).transpose();
            let secret = secret.map_err(|error| wrong(number, &error))?;
            let mut effects = Effects::default();
            let replayed = table.replay(event.at, &entry, &mut dealer, |_| secret, &mut effects);
            replayed.map_err(|error| wrong(number, &error))?;
            recent.add(number, &heard(&effects.told, &table));
        }
        match page.last() {
            Some(last) => at = last.sequence,
            None => return Ok((table, dealer, recent)),
        }
    }
}

/// Where a log is read: a store that writes it, or a file that somebody else may be writing.
#[derive(Clone, Copy)]
pub(crate) enum Log<'a> {
    Store(&'a dyn Store),
    File(&'a SqliteReader),
}

impl Log<'_> {
    pub(crate) fn checkpoint(self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable> {
        match self {
            Log::Store(store) => store.checkpoint(stream),
            Log::File(file) => file.checkpoint(stream),
        }
    }

    pub(crate) fn load(self, stream: &StreamId, after: Sequence) -> Result<Vec<StoredEvent>, Unavailable> {
        match self {
            Log::Store(store) => store.load(stream, after, PAGE),
            Log::File(file) => file.load(stream, after, PAGE),
        }
    }
}

/// The table of a checkpoint.
pub(crate) fn rest_of<S: Served>(stream: &StreamId, checkpoint: &Checkpoint) -> Result<Table<S>, LoadError> {
    let wrong = |error: &dyn std::fmt::Display| damaged(stream, checkpoint.sequence.0, &error.to_string());
    let (_, bytes) = checkpoint.payload.read(FORM).map_err(|error| wrong(&error))?;
    let rest: Rest<S> = serde_json::from_slice(bytes).map_err(|error| wrong(&error))?;
    Table::from_rest(rest).map_err(|error| wrong(&error))
}

/// A line of the log.
pub(crate) fn entry_of<S: Served>(stream: &StreamId, event: &StoredEvent) -> Result<Entry<S>, LoadError> {
    let wrong = |error: &dyn std::fmt::Display| damaged(stream, event.sequence.0, &error.to_string());
    let (_, bytes) = event.payload.read(FORM).map_err(|error| wrong(&error))?;
    serde_json::from_slice(bytes).map_err(|error| wrong(&error))
}

pub(crate) fn damaged(stream: &StreamId, at: u64, what: &str) -> LoadError {
    LoadError::Damaged { stream: stream.to_string(), at, what: what.to_owned() }
}

/// A line of the log as it is stored.
pub(crate) fn payload<S: Served>(entry: &Entry<S>) -> Payload {
    serde_json::to_vec(entry).expect("entries have text keys and no floats").into()
}

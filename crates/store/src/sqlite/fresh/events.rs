//! Events that are not in order yet.
//!
//! Once enough wait, they are put to those of their stream: stream by stream, a few with every commit, so that no
//! commit takes long. Until all that waited together have come there, their rows stay in `new_events` too, and reading
//! leaves out what is in both; then they are deleted, the oldest first, again a few with every commit.

use rusqlite::{Connection, Result};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// When what waits is put in order.
#[derive(Clone, Copy)]
pub(in crate::sqlite) struct Limits {
    events: usize,
    bytes: usize,
    /// How many are put in order with a commit, at least.
    at_once: usize,
}

impl Limits {
    pub(in crate::sqlite) const USUAL: Limits = Limits { events: 8_192, bytes: 4 << 20, at_once: 16 };
    /// A stepped store puts things in order all the time, so that whoever tries it out sees it happen.
    pub(in crate::sqlite) const STEPPED: Limits = Limits { events: 32, bytes: 16 << 10, at_once: 4 };
}

/// Streams that may have new events: whoever reads another need not look through them. A stream is added before the
/// commit of its event and taken away after the commit that puts it in order; so whoever holds the lock while their
/// view of the file begins misses none.
#[derive(Clone, Default)]
pub(in crate::sqlite) struct FreshStreams(Arc<Mutex<HashSet<i64>>>);

impl FreshStreams {
    pub(in crate::sqlite) fn lock(&self) -> MutexGuard<'_, HashSet<i64>> {
        // Nothing is left half done under this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A row of `new_events`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    stream: i64,
    row: i64,
    sequence: i64,
    at_ms: i64,
}

/// What the writer knows of `new_events`.
pub(super) struct FreshEvents {
    pub(super) streams: FreshStreams,
    limits: Limits,
    last_row: i64,
    /// Those that came since others began to be put in order, and their bytes.
    waiting: Vec<Waiting>,
    waiting_bytes: usize,
    /// Those that are being put in order, the last of them first.
    ordering: Vec<Waiting>,
    /// All up to this row are in order or on their way, and all up to that one are deleted.
    ordering_to: i64,
    deleted_to: i64,
    /// A transaction has failed: the file knows better than the lists.
    lists_are_wrong: bool,
    // Of the transaction in progress; it counts once it is durable.
    written: usize,
    ordered: bool,
}

impl FreshEvents {
    /// Everything is in order.
    pub(super) fn new(limits: Limits) -> FreshEvents {
        FreshEvents {
            streams: FreshStreams::default(),
            limits,
            last_row: 0,
            waiting: Vec::new(),
            waiting_bytes: 0,
            ordering: Vec::new(),
            ordering_to: 0,
            deleted_to: 0,
            lists_are_wrong: false,
            written: 0,
            ordered: false,
        }
    }

    /// The row for the next event. Rows are never used twice, not even those of a transaction that failed.
    pub(super) fn next(&mut self, stream: i64, sequence: i64, at_ms: i64, bytes: usize) -> i64 {
        self.last_row += 1;
        self.waiting.push(Waiting { stream, row: self.last_row, sequence, at_ms });
        self.waiting_bytes += bytes;
        self.written += 1;
        self.last_row
    }

    /// At the end of a transaction: puts some in order, once there are many.
    pub(super) fn put_in_order(&mut self, connection: &Connection) -> Result<()> {
        self.correct_lists(connection)?;
        let new = self.waiting.len().saturating_sub(self.written);
        self.streams.lock().extend(self.waiting[new..].iter().map(|one| one.stream));
        if self.ordering.is_empty() && self.deleted_to == self.ordering_to {
            if self.waiting.len() < self.limits.events && self.waiting_bytes < self.limits.bytes {
                return Ok(());
            }
            (self.ordering, self.waiting_bytes) = (std::mem::take(&mut self.waiting), 0);
            self.ordering.sort_unstable_by(|one, other| other.cmp(one));
            self.ordering_to = self.last_row;
        }
        // Faster than they come, however many a commit brings.
        let some = self.limits.at_once.max(2 * self.written);
        if self.ordering.is_empty() {
            self.deleted_to =
                self.ordering_to.min(self.deleted_to + 4 * i64::try_from(some).unwrap_or(i64::MAX / 8));
            let sql = "DELETE FROM new_events WHERE id <= ?1";
            connection.prepare_cached(sql)?.execute([self.deleted_to])?;
        } else {
            let rest = self.ordering.len().saturating_sub(some);
            put(connection, self.ordering.drain(rest..).rev())?;
            self.ordered = self.ordering.is_empty();
        }
        Ok(())
    }

    /// Puts everything of one stream in order.
    pub(super) fn put_stream(&mut self, connection: &Connection, stream: i64) -> Result<()> {
        self.correct_lists(connection)?;
        let mut own: Vec<Waiting> = Vec::new();
        for list in [&mut self.ordering, &mut self.waiting] {
            own.extend(list.extract_if(.., |one| one.stream == stream));
        }
        own.sort_unstable();
        put(connection, own.into_iter())
    }

    /// The transaction is durable.
    pub(super) fn committed(&mut self) {
        if std::mem::take(&mut self.ordered) {
            *self.streams.lock() = self.waiting.iter().map(|one| one.stream).collect();
        }
        self.written = 0;
    }

    /// Nothing of the transaction happened.
    pub(super) fn rolled_back(&mut self) {
        (self.lists_are_wrong, self.ordered, self.written) = (true, false, 0);
    }

    /// After a failure: reads from the file what waits. Some of it may be in order already; that does no harm.
    fn correct_lists(&mut self, connection: &Connection) -> Result<()> {
        if !self.lists_are_wrong {
            return Ok(());
        }
        let sql = "SELECT new.stream, new.id, new.sequence, new.at_ms, length(new.payload)
                   FROM new_events AS new JOIN streams ON streams.id = new.stream
                   WHERE new.sequence > streams.archived ORDER BY new.id";
        let mut found = connection.prepare_cached(sql)?;
        let mut rows = found.query([])?;
        (self.waiting, self.waiting_bytes) = (Vec::new(), 0);
        self.ordering.clear();
        while let Some(row) = rows.next()? {
            let (stream, sequence, at_ms) = (row.get(0)?, row.get(2)?, row.get(3)?);
            self.waiting.push(Waiting { stream, row: row.get(1)?, sequence, at_ms });
            self.waiting_bytes += row.get::<_, usize>(4)?;
        }
        self.ordering_to = self.deleted_to;
        self.lists_are_wrong = false;
        Ok(())
    }
}

/// Puts these, which are sorted, to those of their streams. Streams say how far they have come when their events are
/// in order, and not with every append.
fn put(connection: &Connection, sorted: impl Iterator<Item = Waiting>) -> Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (stream, sequence, at_ms, version, payload)
         SELECT stream, sequence, at_ms, version, payload FROM new_events WHERE id = ?1
         ON CONFLICT (stream, sequence) DO NOTHING",
    )?;
    let mut update = connection.prepare_cached(
        "UPDATE streams SET sequence = max(sequence, ?2), last_at_ms = max(coalesce(last_at_ms, ?3), ?3)
         WHERE id = ?1",
    )?;
    let mut sorted = sorted.peekable();
    let mut latest = i64::MIN;
    while let Some(Waiting { stream, row, sequence, at_ms }) = sorted.next() {
        insert.execute([row])?;
        latest = latest.max(at_ms);
        if sorted.peek().is_none_or(|next| next.stream != stream) {
            update.execute([stream, sequence, latest])?;
            latest = i64::MIN;
        }
    }
    Ok(())
}

/// When the file is opened: puts everything in order.
pub(super) fn put_all(connection: &Connection) -> Result<()> {
    let steps = [
        "UPDATE streams SET sequence = max(sequence, new.last), last_at_ms = max(coalesce(last_at_ms, new.at), new.at)
         FROM (SELECT stream, max(sequence) AS last, max(at_ms) AS at FROM new_events GROUP BY stream) AS new
         WHERE streams.id = new.stream",
        // What is in the archive already is not put beside it again.
        "INSERT INTO events (stream, sequence, at_ms, version, payload)
         SELECT new.stream, new.sequence, new.at_ms, new.version, new.payload
         FROM new_events AS new JOIN streams ON streams.id = new.stream
         WHERE new.sequence > streams.archived ORDER BY new.stream, new.sequence
         ON CONFLICT (stream, sequence) DO NOTHING",
        "DELETE FROM new_events",
    ];
    for sql in steps {
        connection.prepare_cached(sql)?.execute([])?;
    }
    Ok(())
}

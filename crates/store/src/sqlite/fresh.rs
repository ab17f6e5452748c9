//! What was written lately, before it is put in order.
//!
//! A commit under load carries something of every table, and a page for each of them is most of what it costs. So
//! new events and receipts are written one after the other, whoever's they are, on a few pages. Now and then they
//! are put in order, many at once: events to those of their stream (`events`), receipts into the index by which one
//! is found (`receipt_index`). What is not in order yet is durable all the same; it is found by looking through
//! `new_events`, which is short, or in a list of receipts in memory. Opening the file puts everything in order.

use super::rows::receipt_hash;
use crate::CommandKey;
use rusqlite::{Connection, Result};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Events that wait to be put in order, and their bytes.
const EVENTS: usize = 8_192;
const EVENT_BYTES: usize = 4 << 20;
/// A longer event is put in its place at once.
pub(super) const LONG_EVENT: usize = 1_024;
/// Receipts that wait. They are put into the index a few at a time, so that no commit takes long.
const RECEIPTS: usize = 32_768;
const RECEIPTS_AT_ONCE: usize = 512;

/// Receipts that are not in the index, with their rows. Shared by the writer and those who read.
#[derive(Clone, Default)]
pub(super) struct FreshReceipts(Arc<Mutex<HashMap<CommandKey, i64>>>);

impl FreshReceipts {
    fn lock(&self) -> MutexGuard<'_, HashMap<CommandKey, i64>> {
        // Nothing is left half done under this lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The row of a receipt. One that is not here is in the index already, if it is anywhere.
    pub(super) fn row(&self, key: &CommandKey) -> Option<i64> {
        self.lock().get(key).copied()
    }
}

/// Streams that may have new events: whoever reads another need not look through them. A stream is added before the
/// commit of its event and taken away after the commit that puts it in order; so whoever holds the lock while their
/// view of the file begins misses none.
#[derive(Clone, Default)]
pub(super) struct FreshStreams(Arc<Mutex<HashSet<i64>>>);

impl FreshStreams {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the writer knows of what is not in order.
pub(super) struct Fresh {
    pub(super) receipts: FreshReceipts,
    pub(super) streams: FreshStreams,
    events: usize,
    event_bytes: usize,
    receipt_seed: i64,
    last_receipt: i64,
    /// Receipts on their way into the index by hash, the last first, and the row up to which these are all.
    indexing: Vec<(i64, i64)>,
    indexing_to: i64,
    // Of the transaction in progress; it counts once it is durable.
    touched: Vec<i64>,
    events_ordered: bool,
    written: HashMap<CommandKey, i64>,
    forgotten_to: i64,
    indexed_to: i64,
}

impl Fresh {
    /// Everything is in order, and this was the last receipt.
    pub(super) fn new(receipt_seed: i64, last_receipt: i64) -> Fresh {
        Fresh {
            receipts: FreshReceipts::default(),
            streams: FreshStreams::default(),
            events: 0,
            event_bytes: 0,
            receipt_seed,
            last_receipt,
            indexing: Vec::new(),
            indexing_to: 0,
            touched: Vec::new(),
            events_ordered: false,
            written: HashMap::new(),
            forgotten_to: 0,
            indexed_to: 0,
        }
    }

    /// An event of a stream was written after the others.
    pub(super) fn event(&mut self, stream: i64, bytes: usize) {
        if self.touched.last() != Some(&stream) {
            self.touched.push(stream);
        }
        self.events += 1;
        self.event_bytes += bytes;
    }

    /// The row for the next receipt. Rows are never used twice, not even those of a transaction that failed.
    pub(super) fn next_receipt(&mut self, key: CommandKey) -> i64 {
        self.last_receipt += 1;
        self.written.insert(key, self.last_receipt);
        self.last_receipt
    }

    /// The row of a receipt that is not in the index, perhaps of the transaction in progress.
    pub(super) fn receipt(&self, key: &CommandKey) -> Option<i64> {
        self.written.get(key).copied().or_else(|| self.receipts.row(key))
    }

    /// The receipts up to this row are deleted.
    pub(super) fn forget_to(&mut self, row: i64) {
        self.forgotten_to = row;
        self.indexing.retain(|&(_, id)| id > row);
    }

    /// At the end of a transaction: puts in order what has become too much.
    pub(super) fn put_in_order(&mut self, connection: &Connection) -> Result<()> {
        if self.events >= EVENTS || self.event_bytes >= EVENT_BYTES {
            self.put_events(connection)?;
        }
        self.streams.lock().extend(&self.touched);
        self.put_receipts(connection)
    }

    /// Puts every event to those of its stream.
    pub(super) fn put_events(&mut self, connection: &Connection) -> Result<()> {
        if self.events > 0 {
            put_events(connection)?;
            (self.events, self.event_bytes) = (0, 0);
            self.touched.clear();
            self.events_ordered = true;
        }
        Ok(())
    }

    fn put_receipts(&mut self, connection: &Connection) -> Result<()> {
        if self.indexing.is_empty() {
            let known = self.receipts.lock();
            if known.len() < RECEIPTS {
                return Ok(());
            }
            let kept = known.iter().filter(|&(_, &id)| id > self.forgotten_to);
            self.indexing.extend(kept.map(|(key, &id)| (receipt_hash(self.receipt_seed, key), id)));
            self.indexing_to = known.values().copied().max().unwrap_or(0);
            drop(known);
            self.indexing.sort_unstable_by(|one, other| other.cmp(one));
        }
        // Faster than they come, however many a commit brings.
        let rest = self.indexing.len().saturating_sub(RECEIPTS_AT_ONCE.max(2 * self.written.len()));
        let mut insert =
            connection.prepare_cached("INSERT OR IGNORE INTO receipt_index (hash, id) VALUES (?1, ?2)")?;
        for (hash, id) in self.indexing.drain(rest..).rev() {
            insert.execute((hash, id))?;
        }
        if self.indexing.is_empty() {
            self.indexed_to = self.indexing_to;
            let sql = "UPDATE room SET receipts_indexed = max(receipts_indexed, ?1)";
            connection.prepare_cached(sql)?.execute([self.indexed_to])?;
        }
        Ok(())
    }

    /// The transaction is durable.
    pub(super) fn committed(&mut self) {
        if std::mem::take(&mut self.events_ordered) {
            *self.streams.lock() = self.touched.iter().copied().collect();
        }
        self.touched.clear();
        if self.written.is_empty() && self.forgotten_to == 0 && self.indexed_to == 0 {
            return;
        }
        let gone_to = self.forgotten_to.max(self.indexed_to);
        let mut receipts = self.receipts.lock();
        if gone_to > 0 {
            receipts.retain(|_, id| *id > gone_to);
        }
        receipts.extend(self.written.drain().filter(|&(_, id)| id > gone_to));
        (self.forgotten_to, self.indexed_to) = (0, 0);
    }

    /// Nothing of the transaction happened. What it put in order is still where it was before.
    pub(super) fn rolled_back(&mut self, connection: &Connection) {
        self.touched.clear();
        self.events_ordered = false;
        self.written.clear();
        self.indexing.clear();
        (self.forgotten_to, self.indexed_to) = (0, 0);
        // As many as there are, or, if not even that can be found out, enough to put them in order soon.
        let count = connection.query_row("SELECT count(*) FROM new_events", [], |row| row.get(0));
        self.events = count.unwrap_or(EVENTS);
    }
}

/// Puts every event to those of its stream.
fn put_events(connection: &Connection) -> Result<()> {
    // Streams say how far they have come when their events are in order, and not with every append.
    let steps = [
        "UPDATE streams SET sequence = max(sequence, new.last), last_at_ms = max(coalesce(last_at_ms, new.at), new.at)
         FROM (SELECT stream, max(sequence) AS last, max(at_ms) AS at FROM new_events GROUP BY stream) AS new
         WHERE streams.id = new.stream",
        "INSERT INTO events (stream, sequence, at_ms, version, payload)
         SELECT stream, sequence, at_ms, version, payload FROM new_events ORDER BY stream, sequence",
        "DELETE FROM new_events",
    ];
    for sql in steps {
        connection.prepare_cached(sql)?.execute([])?;
    }
    Ok(())
}

/// When the file is opened: puts everything in order. Says what the last receipt is.
pub(super) fn put_all_in_order(connection: &Connection) -> Result<i64> {
    put_events(connection)?;
    connection.execute(
        "INSERT OR IGNORE INTO receipt_index (hash, id)
         SELECT hash, id FROM receipts WHERE id > (SELECT receipts_indexed FROM room) ORDER BY hash, id",
        [],
    )?;
    let sql = "UPDATE room
               SET receipts_indexed = max(receipts_indexed, coalesce((SELECT max(id) FROM receipts), 0))
               RETURNING receipts_indexed";
    connection.query_row(sql, [], |row| row.get(0))
}

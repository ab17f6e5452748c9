//! What was written lately, before it is put in order.
//!
//! A commit under load carries something of every table, and a page for each of them is most of what it costs. So
//! new events and receipts are written one after the other, whoever's they are, on a few pages. Now and then they
//! are put in order, many at once: events to those of their stream (`events`), receipts into the index by which one
//! is found (`receipt_index`). What is not in order yet is durable all the same; it is found by looking through
//! `new_events`, which is short, or in a list of receipts in memory. Opening the file puts everything in order.

mod events;

use super::rows::receipt_hash;
use crate::CommandKey;
use events::FreshEvents;
pub(super) use events::{FreshStreams, Limits};
use rusqlite::{Connection, Result};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// What the writer knows of what is not in order.
pub(super) struct Fresh {
    pub(super) receipts: FreshReceipts,
    events: FreshEvents,
    receipt_seed: i64,
    last_receipt: i64,
    /// Receipts on their way into the index by hash, the last first, and the row up to which these are all.
    indexing: Vec<(i64, i64)>,
    indexing_to: i64,
    // Of the transaction in progress; it counts once it is durable.
    written: HashMap<CommandKey, i64>,
    forgotten_to: i64,
    indexed_to: i64,
}

impl Fresh {
    /// Everything is in order, and this was the last receipt.
    pub(super) fn new(receipt_seed: i64, last_receipt: i64, limits: Limits) -> Fresh {
        Fresh {
            receipts: FreshReceipts::default(),
            events: FreshEvents::new(limits),
            receipt_seed,
            last_receipt,
            indexing: Vec::new(),
            indexing_to: 0,
            written: HashMap::new(),
            forgotten_to: 0,
            indexed_to: 0,
        }
    }

    /// Which streams may have new events.
    pub(super) fn streams(&self) -> FreshStreams {
        self.events.streams.clone()
    }

    /// The row for the next event, of so many bytes.
    pub(super) fn next_event(&mut self, stream: i64, sequence: i64, at_ms: i64, bytes: usize) -> i64 {
        self.events.next(stream, sequence, at_ms, bytes)
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

    /// At the end of a transaction: puts in order some of what has become too much.
    pub(super) fn put_in_order(&mut self, connection: &Connection) -> Result<()> {
        self.events.put_in_order(connection)?;
        self.put_receipts(connection)
    }

    /// Puts the events of a stream in order.
    pub(super) fn put_stream(&mut self, connection: &Connection, stream: i64) -> Result<()> {
        self.events.put_stream(connection, stream)
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
        self.events.committed();
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
    pub(super) fn rolled_back(&mut self) {
        self.events.rolled_back();
        self.written.clear();
        self.indexing.clear();
        (self.forgotten_to, self.indexed_to) = (0, 0);
    }
}

/// When the file is opened: puts everything in order. Says what the last receipt is.
pub(super) fn put_all_in_order(connection: &Connection) -> Result<i64> {
    events::put_all(connection)?;
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

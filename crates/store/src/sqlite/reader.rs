//! A look at a file that somebody else may be writing: as it was at one moment, and nothing changes.

use super::open::{OpenError, check_version};
use super::rows::{self, number, parsed};
use super::{check_books, load_from};
use crate::{
    Account, Checkpoint, CurrencyCheck, PlayerId, Posting, Sequence, StoredEvent, StreamId, Unavailable,
};
use kozyr_chips::Chips;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Result};
use std::path::Path;
use std::time::Duration;

/// A database as it was at one moment, whether a room has it open or not. Everything that is asked is answered as of
/// that moment.
#[derive(Debug)]
pub struct SqliteReader {
    connection: Connection,
}

impl SqliteReader {
    /// Looks at the file. It has to be there; it is not changed.
    ///
    /// # Errors
    /// When it is not there, not ours, or of another version.
    pub fn open(path: &Path) -> Result<SqliteReader, OpenError> {
        let sqlite_error = |source| OpenError::Sqlite { path: path.to_owned(), source };
        // SQLite's own word for a file that is not there says nothing about which.
        std::fs::metadata(path).map_err(|source| OpenError::File { path: path.to_owned(), source })?;
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(path, flags).map_err(sqlite_error)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(sqlite_error)?;
        if check_version(path, &connection)? {
            return Err(OpenError::NotOurs(path.to_owned()));
        }
        // The first statement fixes the moment.
        connection.execute_batch("BEGIN; SELECT count(*) FROM room;").map_err(sqlite_error)?;
        Ok(SqliteReader { connection })
    }

    /// Is the file whole? The first thing that is wrong with it, if something is.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn damage(&self) -> Result<Option<String>, Unavailable> {
        let word: String = self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if word != "ok" {
            return Ok(Some(word));
        }
        let mut orphans = self.connection.prepare("PRAGMA foreign_key_check")?;
        let orphan: Option<String> = orphans.query_row([], |row| row.get(0)).optional()?;
        Ok(orphan.map(|table| format!("a row of {table} names something that is not there")))
    }

    /// Adds the ledger up, as [`Store::check_books`](crate::Store::check_books) does.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn check_books(&self) -> Result<Vec<CurrencyCheck>, Unavailable> {
        Ok(check_books(&self.connection)?)
    }

    /// Every account with what it holds, by name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn accounts(&self) -> Result<Vec<(Account, Chips)>, Unavailable> {
        let mut accounts =
            self.connection.prepare_cached("SELECT name, chips FROM accounts ORDER BY name")?;
        let found = accounts.query_map([], |row| Ok((parsed(row, 0)?, Chips::new(row.get(1)?))))?;
        Ok(found.collect::<Result<_>>()?)
    }

    /// Every transfer that this account paid or was paid, in order: why it holds what it holds.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn postings_of(&self, account: &Account) -> Result<Vec<Posting>, Unavailable> {
        let Some((row, _)) = rows::account(&self.connection, account)? else { return Ok(Vec::new()) };
        let sql = format!("{} WHERE t.payer = ?1 OR t.payee = ?1 ORDER BY t.number", rows::POSTINGS);
        let mut transfers = self.connection.prepare_cached(&sql)?;
        let found = transfers.query_map([row], rows::posting)?;
        Ok(found.collect::<Result<_>>()?)
    }

    /// Everybody of this name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn people_called(&self, name: &str) -> Result<Vec<PlayerId>, Unavailable> {
        let mut people =
            self.connection.prepare_cached("SELECT id FROM users WHERE name = ?1 ORDER BY id")?;
        let found = people.query_map([name], |row| rows::player(row, 0))?;
        Ok(found.collect::<Result<_>>()?)
    }

    /// Every stream whose name begins like this, open (`false`) or closed, in the order of their names.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn streams(&self, prefix: &str) -> Result<Vec<(StreamId, bool)>, Unavailable> {
        let sql = "SELECT name, closed FROM streams WHERE name >= ?1 AND name < ?1 || '{' ORDER BY name";
        let mut names = self.connection.prepare_cached(sql)?;
        let found = names.query_map([prefix], |row| Ok((parsed(row, 0)?, row.get(1)?)))?;
        Ok(found.collect::<Result<_>>()?)
    }

    /// The latest checkpoint of a stream.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn checkpoint(&self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable> {
        Ok(rows::latest_checkpoint(&self.connection, stream)?)
    }

    /// The events after this one, at most `limit` of them.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn load(
        &self,
        stream: &StreamId,
        after: Sequence,
        limit: usize,
    ) -> Result<Vec<StoredEvent>, Unavailable> {
        let found = self
            .connection
            .prepare_cached("SELECT id, archived FROM streams WHERE name = ?1")?
            .query_row([stream.as_str()], |row| Ok((row.get(0)?, Sequence(row.get(1)?))))
            .optional()?;
        let Some((row, archived)) = found else { return Ok(Vec::new()) };
        Ok(load_from(&self.connection, row, archived, true, after, limit)?)
    }

    /// How many hands were settled, all in all.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn hands(&self) -> Result<u64, Unavailable> {
        Ok(self.connection.query_row("SELECT count(*) FROM hands", [], |row| row.get(0))?)
    }

    /// The number of the last posting.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn last_posting(&self) -> Result<u64, Unavailable> {
        let last: i64 =
            self.connection
                .query_row("SELECT coalesce(max(number), 0) FROM transfers", [], |row| row.get(0))?;
        Ok(last.max(number(0)).unsigned_abs())
    }

    /// The connection, out of the view it had.
    pub(super) fn into_connection(self) -> Result<Connection> {
        self.connection.execute_batch("COMMIT")?;
        Ok(self.connection)
    }
}

//! One file on one machine.
//!
//! A write-ahead log with a full sync per commit, one connection that writes (on the writer's
//! thread, see `writer.rs`) and one that reads beside it.

mod books;
mod open;

pub use open::OpenError;

use crate::writer::Writer;
use crate::{
    Account, Append, Checkpoint, CommandId, CommandKey, CommandReceipt, Epoch, Head, Lane, Payload, PlayerId,
    Posting, Sequence, Session, Store, StoredEvent, StreamId, Ticket, TokenDigest, Transfer, Unavailable,
    User, UserKind,
};
use kozyr_chips::Chips;
use kozyr_time::Timestamp;
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, OptionalExtension, Result, Row};
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A store in an SQLite file. Dropping it writes what is queued and closes the file.
pub struct SqliteStore {
    path: PathBuf,
    // Fields are dropped in order: the last writes, then the reader, then the lock.
    writer: Writer,
    reading: Mutex<Connection>,
    _lock: File,
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SqliteStore({})", self.path.display())
    }
}

impl SqliteStore {
    /// Opens the file, makes it when it is not there, brings it up to date when it is old. One
    /// process at a time: a second is refused.
    pub fn open(path: &Path) -> Result<SqliteStore, OpenError> {
        let opened = open::open(path)?;
        let writer = Writer::start(books::Pen::new(opened.writing))
            .map_err(|source| OpenError::File { path: path.to_owned(), source })?;
        let reading = Mutex::new(opened.reading);
        Ok(SqliteStore { path: path.to_owned(), writer, reading, _lock: opened.lock })
    }

    fn reading(&self) -> MutexGuard<'_, Connection> {
        // A connection that only reads has nothing half done.
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<rusqlite::Error> for Unavailable {
    fn from(error: rusqlite::Error) -> Unavailable {
        Unavailable { reason: error.to_string() }
    }
}

/// A count as SQLite's integer. One beyond its range stands for "beyond everything".
fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn millis(moment: Timestamp) -> i64 {
    moment.as_millis()
}

fn moment(row: &Row<'_>, column: usize) -> Result<Timestamp> {
    row.get(column).map(Timestamp::from_millis)
}

fn payload(row: &Row<'_>, column: usize) -> Result<Payload> {
    row.get(column).map(Payload)
}

/// A value that we never wrote: the file was changed by somebody else.
fn damaged(column: usize, reason: impl Error + Send + Sync + 'static) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(reason))
}

fn parsed<T: std::str::FromStr<Err: Error + Send + Sync + 'static>>(
    row: &Row<'_>,
    column: usize,
) -> Result<T> {
    row.get_ref(column)?.as_str()?.parse().map_err(|reason| damaged(column, reason))
}

const fn kind_name(kind: UserKind) -> &'static str {
    match kind {
        UserKind::Guest => "guest",
        UserKind::Member => "member",
        UserKind::Bot => "bot",
    }
}

fn user_id(row: &Row<'_>, column: usize) -> Result<PlayerId> {
    PlayerId::new(row.get(column)?).map_err(|reason| damaged(column, reason))
}

fn read_balance(connection: &Connection, account: &Account) -> Result<Chips> {
    connection
        .prepare_cached("SELECT chips FROM balances WHERE account = ?1")?
        .query_row([account.to_string()], |row| row.get(0).map(Chips::new))
        .optional()
        .map(Option::unwrap_or_default)
}

fn read_receipt(connection: &Connection, key: &CommandKey) -> Result<Option<CommandReceipt>> {
    let CommandKey { user, command: CommandId(command) } = key;
    connection
        .prepare_cached("SELECT answer FROM receipts WHERE user = ?1 AND command = ?2")?
        .query_row((number(user.get()), command.to_be_bytes()), |row| {
            Ok(CommandReceipt { key: *key, answer: payload(row, 0)? })
        })
        .optional()
}

fn read_user(row: &Row<'_>) -> Result<User> {
    let kind = match row.get_ref(2)?.as_str()? {
        "guest" => UserKind::Guest,
        "member" => UserKind::Member,
        "bot" => UserKind::Bot,
        _ => return Err(damaged(2, FromSqlError::InvalidType)),
    };
    Ok(User { id: user_id(row, 0)?, name: row.get(1)?, kind, created_at: moment(row, 3)? })
}

fn read_posting(row: &Row<'_>) -> Result<Posting> {
    let chips = Chips::new(row.get(4)?);
    let transfer =
        Transfer::new(parsed(row, 2)?, parsed(row, 3)?, chips).map_err(|reason| damaged(4, reason))?;
    let cause = match row.get::<_, Option<u64>>(6)? {
        Some(sequence) => Some((parsed(row, 5)?, Sequence(sequence))),
        None => None,
    };
    Ok(Posting { number: row.get(0)?, at: moment(row, 1)?, transfer, cause })
}

impl Store for SqliteStore {
    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        self.writer.submit(append, ticket, lane);
    }

    fn claim(&self, stream: &StreamId) -> Result<Head, Unavailable> {
        self.writer.claim(stream)
    }

    fn forget_receipts(&self, before: Timestamp) -> Result<u64, Unavailable> {
        self.writer.forget_receipts(before)
    }

    fn head(&self, stream: &StreamId) -> Result<Head, Unavailable> {
        let head = self
            .reading()
            .prepare_cached("SELECT epoch, sequence FROM streams WHERE name = ?1")?
            .query_row([stream.as_str()], |row| {
                Ok(Head { epoch: Epoch(row.get(0)?), sequence: Sequence(row.get(1)?) })
            })
            .optional()?;
        Ok(head.unwrap_or_default())
    }

    fn streams(&self) -> Result<Vec<StreamId>, Unavailable> {
        let reading = self.reading();
        let mut names = reading.prepare_cached("SELECT name FROM streams ORDER BY name")?;
        let streams = names.query_map([], |row| parsed(row, 0))?.collect::<Result<_>>()?;
        Ok(streams)
    }

    fn load(
        &self,
        stream: &StreamId,
        after: Sequence,
        limit: usize,
    ) -> Result<Vec<StoredEvent>, Unavailable> {
        let reading = self.reading();
        let mut events = reading.prepare_cached(
            "SELECT e.sequence, e.at_ms, e.payload FROM streams s JOIN events e ON e.stream = s.id
             WHERE s.name = ?1 AND e.sequence > ?2 ORDER BY e.sequence LIMIT ?3",
        )?;
        let found = events.query_map((stream.as_str(), number(after.0), number(limit as u64)), |row| {
            let sequence = Sequence(row.get(0)?);
            Ok(StoredEvent { sequence, at: moment(row, 1)?, payload: payload(row, 2)? })
        })?;
        let events = found.collect::<Result<_>>()?;
        Ok(events)
    }

    fn checkpoint(&self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable> {
        let checkpoint = self
            .reading()
            .prepare_cached(
                "SELECT c.sequence, c.payload FROM streams s JOIN checkpoints c ON c.stream = s.id
                 WHERE s.name = ?1",
            )?
            .query_row([stream.as_str()], |row| {
                Ok(Checkpoint { sequence: Sequence(row.get(0)?), payload: payload(row, 1)? })
            })
            .optional()?;
        Ok(checkpoint)
    }

    fn secret(&self, stream: &StreamId, key: u64) -> Result<Option<Payload>, Unavailable> {
        let secret = self
            .reading()
            .prepare_cached(
                "SELECT x.payload FROM streams s JOIN secrets x ON x.stream = s.id
                 WHERE s.name = ?1 AND x.key = ?2",
            )?
            .query_row((stream.as_str(), key.cast_signed()), |row| payload(row, 0))
            .optional()?;
        Ok(secret)
    }

    fn balance(&self, account: &Account) -> Result<Chips, Unavailable> {
        Ok(read_balance(&self.reading(), account)?)
    }

    fn accounts(&self) -> Result<Vec<(Account, Chips)>, Unavailable> {
        let reading = self.reading();
        let mut balances = reading.prepare_cached("SELECT account, chips FROM balances")?;
        let found = balances.query_map([], |row| Ok((parsed(row, 0)?, Chips::new(row.get(1)?))))?;
        let accounts = found.collect::<Result<_>>()?;
        Ok(accounts)
    }

    fn postings(&self, after: u64, limit: usize) -> Result<Vec<Posting>, Unavailable> {
        let reading = self.reading();
        let mut transfers = reading.prepare_cached(
            "SELECT t.number, t.at_ms, t.payer, t.payee, t.chips, s.name, t.cause_sequence
             FROM transfers t LEFT JOIN streams s ON s.id = t.cause_stream
             WHERE t.number > ?1 ORDER BY t.number LIMIT ?2",
        )?;
        let found = transfers.query_map((number(after), number(limit as u64)), read_posting)?;
        let postings = found.collect::<Result<_>>()?;
        Ok(postings)
    }

    fn receipt(&self, key: &CommandKey) -> Result<Option<CommandReceipt>, Unavailable> {
        Ok(read_receipt(&self.reading(), key)?)
    }

    fn user(&self, id: PlayerId) -> Result<Option<User>, Unavailable> {
        let user = self
            .reading()
            .prepare_cached("SELECT id, name, kind, created_at_ms FROM users WHERE id = ?1")?
            .query_row([number(id.get())], read_user)
            .optional()?;
        Ok(user)
    }

    fn session(&self, token: &TokenDigest, now: Timestamp) -> Result<Option<Session>, Unavailable> {
        let session = self
            .reading()
            .prepare_cached(
                "SELECT user, created_at_ms, expires_at_ms FROM sessions WHERE token = ?1 AND expires_at_ms > ?2",
            )?
            .query_row((token.0, millis(now)), |row| {
                let (created_at, expires_at) = (moment(row, 1)?, moment(row, 2)?);
                Ok(Session { token: *token, user: user_id(row, 0)?, created_at, expires_at })
            })
            .optional()?;
        Ok(session)
    }
}

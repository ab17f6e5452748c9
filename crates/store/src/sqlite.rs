//! One file on one machine.
//!
//! A write-ahead log with a full sync per commit, one connection that writes (on the writer's
//! thread, see `writer.rs`), one that reads beside it and one that keeps the log short.

mod backup;
mod fresh;
mod history;
mod log;
mod open;
mod people;
mod reader;
mod rows;
mod write;

pub use backup::{BackupError, restore};
pub use open::{OpenError, private_folder};
pub use reader::SqliteReader;

use crate::archive;
use crate::check::LedgerCheck;
use crate::writer::{Request, Writer};
use crate::{
    Account, Append, Checkpoint, ClaimError, CommandKey, CommandReceipt, Credentials, CurrencyCheck, Epoch,
    HandFilter, HandMark, HandRow, Head, Lane, Lease, Payload, PlayedHand, PlayerId, Posting,
    RememberedPlayer, SEGMENT_EVENTS, Sequence, Session, ShareId, SharedHand, Store, StoredEvent, StreamId,
    Tally, Ticket, TokenDigest, Unavailable, User, UserKind, WriterId,
};
use fresh::{Fresh, FreshReceipts, FreshStreams, Limits};
use kozyr_chips::Chips;
use kozyr_time::{Timestamp, WallTime};
use log::Log;
use rows::{limit as most, number, parsed};
use rusqlite::{Connection, OptionalExtension, Result};
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use write::SqliteBackend;

/// A store in an SQLite file. Dropping it writes what is queued and closes the file.
pub struct SqliteStore {
    path: PathBuf,
    receipt_seed: i64,
    fresh: FreshReceipts,
    fresh_streams: FreshStreams,
    // Fields are dropped in order: the reader, then the last writes and the log, then the lock.
    reading: Mutex<Connection>,
    writer: Writer,
    _lock: File,
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SqliteStore({})", self.path.display())
    }
}

impl SqliteStore {
    /// Opens the file, or makes it when it is not there. One process at a time: a second is refused.
    pub fn open(path: &Path) -> Result<SqliteStore, OpenError> {
        SqliteStore::start(path, false)
    }

    /// Opens the file without a thread: what is submitted waits for [`Store::step`]. Calls that wait for their
    /// answer step by themselves. Dropping it loses what was not stepped over, as a crash would.
    pub fn stepped(path: &Path) -> Result<SqliteStore, OpenError> {
        SqliteStore::start(path, true)
    }

    /// In a stepped store: loses what was submitted and not stepped over, as a crash would. Those who wait
    /// hear that the store is not available.
    pub fn discard_queue(&self) -> usize {
        self.writer.discard()
    }

    fn start(path: &Path, stepped: bool) -> Result<SqliteStore, OpenError> {
        let opened = open::open(path)?;
        let open::Opened { mut writing, copying, reading, identity, writer, receipt_seed, lock, .. } = opened;
        let waiting = Fresh::new(
            receipt_seed,
            opened.last_receipt,
            if stepped { Limits::STEPPED } else { Limits::USUAL },
        );
        let (fresh, fresh_streams) = (waiting.receipts.clone(), waiting.streams());
        let log = Log::watch(&mut writing, (!stepped).then_some(copying))
            .map_err(|source| OpenError::Sqlite { path: path.to_owned(), source })?;
        let backend = SqliteBackend::new(writing, log, identity, writer, receipt_seed, waiting);
        let writer = if stepped {
            Writer::stepped(backend)
        } else {
            Writer::start(backend).map_err(|source| OpenError::File { path: path.to_owned(), source })?
        };
        let (path, reading) = (path.to_owned(), Mutex::new(reading));
        Ok(SqliteStore { path, receipt_seed, fresh, fresh_streams, reading, writer, _lock: lock })
    }

    fn reading(&self) -> MutexGuard<'_, Connection> {
        // A connection that only reads has nothing half done.
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The row of the archive that holds the segment after this event.
fn segment_id(stream: i64, after: Sequence) -> i64 {
    (stream << 32) | number(after.0 / SEGMENT_EVENTS as u64)
}

/// The events after this one that are in the archive, at most `limit` of them.
fn load_archived(
    connection: &Connection,
    stream: i64,
    after: Sequence,
    archived: Sequence,
    limit: usize,
) -> Result<Vec<StoredEvent>> {
    let mut segments = connection.prepare_cached("SELECT segment FROM archive WHERE id = ?1")?;
    let size = SEGMENT_EVENTS as u64;
    let mut start = Sequence(after.0 / size * size);
    let mut events = Vec::new();
    while start < archived && events.len() < limit {
        let segment = segments.query_row([segment_id(stream, start)], |row| {
            archive::unpack(row.get_ref(0)?.as_blob()?, start).map_err(|reason| rows::damaged(0, reason))
        })?;
        events.extend(segment.into_iter().filter(|event| event.sequence > after));
        start = start.plus(SEGMENT_EVENTS);
    }
    events.truncate(limit);
    Ok(events)
}

fn load(
    connection: &Connection,
    fresh: &FreshStreams,
    stream: &StreamId,
    after: Sequence,
    limit: usize,
) -> Result<Vec<StoredEvent>> {
    // Held while the view of the file begins, which is with the first statement.
    let with_new_events = fresh.lock();
    let found = connection
        .prepare_cached("SELECT id, archived FROM streams WHERE name = ?1")?
        .query_row([stream.as_str()], |row| Ok((row.get(0)?, Sequence(row.get(1)?))))
        .optional()?;
    let Some((row, archived)) = found else { return Ok(Vec::new()) };
    let has_new_events = with_new_events.contains(&row);
    drop(with_new_events);
    load_from(connection, row, archived, has_new_events, after, limit)
}

/// The events of the stream in this row after this one.
fn load_from(
    connection: &Connection,
    row: i64,
    archived: Sequence,
    has_new_events: bool,
    after: Sequence,
    limit: usize,
) -> Result<Vec<StoredEvent>> {
    let mut events = load_archived(connection, row, after, archived, limit)?;
    let left = limit - events.len();
    if left > 0 {
        let mut live = connection.prepare_cached(if has_new_events {
            "SELECT sequence, at_ms, version, payload FROM events WHERE stream = ?1 AND sequence > ?2
             UNION ALL
             SELECT sequence, at_ms, version, payload FROM new_events AS new
             WHERE stream = ?1 AND sequence > ?2
             AND NOT EXISTS (SELECT 1 FROM events WHERE stream = ?1 AND sequence = new.sequence)
             ORDER BY sequence LIMIT ?3"
        } else {
            "SELECT sequence, at_ms, version, payload FROM events WHERE stream = ?1 AND sequence > ?2
             ORDER BY sequence LIMIT ?3"
        })?;
        for event in live.query_map((row, number(after.max(archived).0), most(left)), rows::event)? {
            events.push(event?);
        }
    }
    Ok(events)
}

fn check_books(connection: &Connection) -> Result<Vec<CurrencyCheck>> {
    let mut accounts: HashMap<i64, (Account, Chips)> = HashMap::new();
    let mut balances = connection.prepare_cached("SELECT id, name, chips FROM accounts")?;
    for account in balances
        .query_map([], |row| Ok((row.get(0)?, (parsed::<Account>(row, 1)?, Chips::new(row.get(2)?)))))?
    {
        let (id, account) = account?;
        accounts.insert(id, account);
    }
    let mut posted: HashMap<i64, i128> = HashMap::new();
    let mut transfers = connection.prepare_cached("SELECT payer, payee, chips FROM transfers")?;
    let mut rows = transfers.query([])?;
    while let Some(row) = rows.next()? {
        let chips = i128::from(row.get::<_, i64>(2)?);
        *posted.entry(row.get(0)?).or_default() -= chips;
        *posted.entry(row.get(1)?).or_default() += chips;
    }
    let mut check = LedgerCheck::new(accounts.values().cloned());
    for (id, units) in posted {
        // The file's own rules let no transfer name an account that is not there.
        let (account, _) = accounts.get(&id).ok_or(rusqlite::Error::QueryReturnedNoRows)?;
        check.add(account, units);
    }
    Ok(check.finish())
}

impl Store for SqliteStore {
    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        self.writer.submit(append, ticket, lane);
    }
    fn step(&self) -> usize {
        self.writer.step()
    }

    fn claim_all(&self, streams: &[StreamId]) -> Result<Vec<Head>, ClaimError> {
        self.writer.claim_all(streams)
    }

    fn lease(&self, stream: &StreamId) -> Result<Option<Lease>, Unavailable> {
        let lease = self
            .reading()
            .prepare_cached("SELECT owner, epoch FROM streams WHERE name = ?1")?
            .query_row([stream.as_str()], |row| {
                Ok(Lease { owner: WriterId(row.get(0)?), epoch: Epoch(row.get(1)?), expires_in: None })
            })
            .optional()?;
        Ok(lease)
    }

    fn reopen(&self, stream: &StreamId) -> Result<(), Unavailable> {
        self.writer.reopen(stream)
    }

    fn head(&self, stream: &StreamId) -> Result<Head, Unavailable> {
        Ok(rows::stream(&self.reading(), stream)?.map(|(_, head)| head).unwrap_or_default())
    }

    fn streams(&self, prefix: &str) -> Result<Vec<StreamId>, Unavailable> {
        let reading = self.reading();
        // Names are of a-z, 0-9, '-' and '/': all of them come before '{'.
        let sql =
            "SELECT name FROM streams WHERE closed = 0 AND name >= ?1 AND name < ?1 || '{' ORDER BY name";
        let mut names = reading.prepare_cached(sql)?;
        let streams = names.query_map([prefix], |row| parsed(row, 0))?.collect::<Result<_>>()?;
        Ok(streams)
    }

    fn closed_streams(
        &self,
        prefix: &str,
        after: Option<&StreamId>,
        limit: usize,
    ) -> Result<Vec<StreamId>, Unavailable> {
        let reading = self.reading();
        let mut names = reading.prepare_cached(
            "SELECT name FROM streams WHERE closed = 1 AND name >= ?1 AND name < ?1 || '{' AND name > ?2
             ORDER BY name LIMIT ?3",
        )?;
        let after = after.map_or("", StreamId::as_str);
        let found = names.query_map((prefix, after, most(limit)), |row| parsed(row, 0))?;
        let streams = found.collect::<Result<_>>()?;
        Ok(streams)
    }

    fn last_moment(&self) -> Result<Option<Timestamp>, Unavailable> {
        let sql = "SELECT max(at) FROM (SELECT max(last_at_ms) AS at FROM streams
                   UNION ALL SELECT max(at_ms) FROM new_events)";
        let latest: Option<i64> = self.reading().query_row(sql, [], |row| row.get(0))?;
        Ok(latest.map(Timestamp::from_millis))
    }

    fn load(
        &self,
        stream: &StreamId,
        after: Sequence,
        limit: usize,
    ) -> Result<Vec<StoredEvent>, Unavailable> {
        let mut reading = self.reading();
        // One view of archive and live log: the writer may be moving events from one to the other.
        let transaction = reading.transaction()?;
        Ok(load(&transaction, &self.fresh_streams, stream, after, limit)?)
    }

    fn checkpoint(&self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable> {
        Ok(rows::latest_checkpoint(&self.reading(), stream)?)
    }

    fn kept_checkpoint(&self, stream: &StreamId, up_to: Sequence) -> Result<Option<Checkpoint>, Unavailable> {
        Ok(history::kept_checkpoint(&self.reading(), stream, up_to)?)
    }

    fn secret(&self, stream: &StreamId, key: u64) -> Result<Option<Payload>, Unavailable> {
        let secret = self
            .reading()
            .prepare_cached(
                "SELECT x.version, x.payload FROM streams s JOIN secrets x ON x.stream = s.id
                 WHERE s.name = ?1 AND x.key = ?2",
            )?
            .query_row((stream.as_str(), key.cast_signed()), |row| rows::payload(row, 0))
            .optional()?;
        Ok(secret)
    }

    fn remembered(
        &self,
        stream: &StreamId,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<RememberedPlayer>, Unavailable> {
        let row = self
            .reading()
            .prepare_cached(
                "SELECT r.until_ms, r.version, r.payload FROM streams s JOIN remembered r ON r.stream = s.id
                 WHERE s.name = ?1 AND r.player = ?2 AND r.until_ms > ?3",
            )?
            .query_row((stream.as_str(), number(player.get()), now.as_millis()), |row| {
                let until = Timestamp::from_millis(row.get(0)?);
                Ok(RememberedPlayer { player, until, payload: rows::payload(row, 1)? })
            })
            .optional()?;
        Ok(row)
    }

    fn forget_remembered(&self, now: Timestamp, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::ForgetRemembered(now, limit))
    }

    fn archive(&self, stream: &StreamId, up_to: Sequence, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::Archive(stream.clone(), up_to, limit))
    }

    fn balance(&self, account: &Account) -> Result<Chips, Unavailable> {
        Ok(rows::account(&self.reading(), account)?.map(|(_, chips)| chips).unwrap_or_default())
    }

    fn accounts(&self) -> Result<Vec<(Account, Chips)>, Unavailable> {
        let reading = self.reading();
        let mut balances = reading.prepare_cached("SELECT name, chips FROM accounts")?;
        let found = balances.query_map([], |row| Ok((parsed(row, 0)?, Chips::new(row.get(1)?))))?;
        let accounts = found.collect::<Result<_>>()?;
        Ok(accounts)
    }

    fn wallets(&self, player: PlayerId) -> Result<Vec<(Account, Chips)>, Unavailable> {
        Ok(rows::wallets(&self.reading(), player)?)
    }

    fn postings(&self, after: u64, limit: usize) -> Result<Vec<Posting>, Unavailable> {
        let reading = self.reading();
        let mut transfers = reading
            .prepare_cached(&format!("{} WHERE t.number > ?1 ORDER BY t.number LIMIT ?2", rows::POSTINGS))?;
        let found = transfers.query_map((number(after), most(limit)), rows::posting)?;
        let postings = found.collect::<Result<_>>()?;
        Ok(postings)
    }

    fn check_books(&self) -> Result<Vec<CurrencyCheck>, Unavailable> {
        let mut reading = self.reading();
        // Balances and postings of the same moment.
        let transaction = reading.transaction()?;
        Ok(check_books(&transaction)?)
    }

    fn receipt(&self, key: &CommandKey) -> Result<Option<CommandReceipt>, Unavailable> {
        // In this order: a receipt leaves the list when it is in the index.
        let fresh = self.fresh.row(key);
        Ok(rows::receipt(&self.reading(), self.receipt_seed, key, fresh)?)
    }

    fn forget_receipts(&self, before: Timestamp, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::ForgetReceipts(before, limit))
    }

    fn hand(&self, stream: &StreamId, hand: u64) -> Result<Option<HandRow>, Unavailable> {
        Ok(history::hand(&self.reading(), stream, hand)?)
    }

    fn hands_of(
        &self,
        player: PlayerId,
        filter: &HandFilter,
        before: Option<&HandMark>,
        limit: usize,
    ) -> Result<Vec<PlayedHand>, Unavailable> {
        Ok(history::hands_of(&self.reading(), player, filter, before, limit)?)
    }

    fn tallies(&self, player: PlayerId) -> Result<Vec<Tally>, Unavailable> {
        Ok(history::tallies(&self.reading(), player)?)
    }

    fn shared_hand(&self, id: ShareId) -> Result<Option<SharedHand>, Unavailable> {
        Ok(history::shared_hand(&self.reading(), id)?)
    }

    fn share_of(
        &self,
        owner: PlayerId,
        stream: &StreamId,
        hand: u64,
    ) -> Result<Option<SharedHand>, Unavailable> {
        Ok(history::share_of(&self.reading(), owner, stream, hand)?)
    }

    fn observe_wall(&self, now: WallTime) -> Result<WallTime, Unavailable> {
        self.writer.observe_wall(now)
    }

    fn user(&self, id: PlayerId) -> Result<Option<User>, Unavailable> {
        Ok(people::user(&self.reading(), id)?)
    }

    fn session(&self, token: &TokenDigest, now: WallTime) -> Result<Option<Session>, Unavailable> {
        Ok(people::session(&self.reading(), token)?.filter(|session| now < session.expires_at))
    }

    fn sessions_of(&self, user: PlayerId, now: WallTime) -> Result<Vec<Session>, Unavailable> {
        Ok(people::sessions_of(&self.reading(), user, now)?)
    }

    fn member(&self, look: &str) -> Result<Option<PlayerId>, Unavailable> {
        Ok(people::look(&self.reading(), look)?)
    }

    fn credentials(&self, user: PlayerId) -> Result<Option<Credentials>, Unavailable> {
        Ok(people::credentials(&self.reading(), user)?)
    }

    fn users(
        &self,
        kind: Option<UserKind>,
        after: Option<PlayerId>,
        limit: usize,
    ) -> Result<Vec<User>, Unavailable> {
        Ok(people::users(&self.reading(), kind, after, limit)?)
    }

    fn forget_sessions(&self, before: WallTime, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::ForgetSessions(before, limit))
    }

    fn unseen_guests(&self, since: WallTime, limit: usize) -> Result<Vec<PlayerId>, Unavailable> {
        let reading = self.reading();
        let mut guests = reading.prepare_cached(
            "SELECT id FROM users WHERE kind = 'guest' AND last_seen_date_ms < ?1
             ORDER BY last_seen_date_ms, id LIMIT ?2",
        )?;
        let found = guests.query_map((since.as_millis(), most(limit)), |row| rows::player(row, 0))?;
        let guests = found.collect::<Result<_>>()?;
        Ok(guests)
    }
}

//! Writing: one transaction for a group of jobs.

use super::fresh::{Fresh, LONG_EVENT};
use super::history;
use super::log::Log;
use super::open::Identity;
use super::people::{self, kind_name, scope_name};
use super::rows::{self, limit, number};
use crate::archive;
use crate::calendar::Calendar;
use crate::transaction::Transaction;
use crate::writer::{Backend, Done, Job};
use crate::{
    Account, CommandKey, CommandReceipt, Credentials, HandRow, Head, PlayerId, RememberedChange,
    SEGMENT_EVENTS, Sequence, Session, SharedHand, StreamBatch, StreamId, TokenDigest, Transfer, Unavailable,
    User, WriterId,
};
use kozyr_chips::Chips;
use kozyr_time::{Timestamp, WallTime};
use rusqlite::{Connection, OptionalExtension, Result, ToSql, TransactionBehavior};
use std::collections::HashMap;

/// Accounts whose rows are remembered: more than play at a time, and not all who ever came.
const MAX_ACCOUNTS: usize = 1 << 16;

/// The writing side of the file.
pub(super) struct SqliteBackend {
    connection: Connection,
    log: Log,
    identity: Identity,
    writer: WriterId,
    receipt_seed: i64,
    rows: RowIds,
    fresh: Fresh,
}

/// Rows of streams and accounts by name. They never change, but one made in a failed transaction is not there. Where a
/// stream stands is kept beside its row: nobody else writes the file.
#[derive(Default)]
struct RowIds {
    streams: HashMap<StreamId, (i64, Head)>,
    accounts: HashMap<Account, i64>,
}

impl SqliteBackend {
    pub(super) fn new(
        connection: Connection,
        log: Log,
        identity: Identity,
        writer: WriterId,
        receipt_seed: i64,
        fresh: Fresh,
    ) -> SqliteBackend {
        SqliteBackend { connection, log, identity, writer, receipt_seed, rows: RowIds::default(), fresh }
    }

    fn try_transaction(&mut self, group: &[Job]) -> Result<Vec<Done>> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut writing = SqliteTransaction {
            connection: &transaction,
            writer: self.writer,
            receipt_seed: self.receipt_seed,
            rows: &mut self.rows,
            fresh: &mut self.fresh,
        };
        let done = group.iter().map(|job| job.run(&mut writing)).collect::<Result<Vec<_>>>()?;
        self.fresh.put_in_order(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

impl Backend for SqliteBackend {
    fn transaction(&mut self, group: &[Job]) -> Result<Vec<Done>, Unavailable> {
        // What is written into a file that has no name any more is gone with the process.
        self.identity.check()?;
        let done = self.try_transaction(group).map_err(Unavailable::from);
        match &done {
            Ok(_) => self.fresh.committed(),
            Err(_) => {
                self.rows = RowIds::default();
                self.fresh.rolled_back();
            }
        }
        self.log.keep_short(&self.connection);
        done
    }
}

impl Drop for SqliteBackend {
    fn drop(&mut self) {
        self.log.empty(&self.connection);
    }
}

/// The transaction in progress. Statements are prepared once and kept by the connection.
struct SqliteTransaction<'a> {
    connection: &'a Connection,
    writer: WriterId,
    receipt_seed: i64,
    rows: &'a mut RowIds,
    fresh: &'a mut Fresh,
}

impl SqliteTransaction<'_> {
    fn execute(&self, sql: &str, values: &[&dyn ToSql]) -> Result<usize> {
        self.connection.prepare_cached(sql)?.execute(values)
    }

    fn exists(&self, sql: &str, values: &[&dyn ToSql]) -> Result<bool> {
        self.connection.prepare_cached(sql)?.exists(values)
    }

    /// Deletes and says how many rows that were.
    fn delete(&self, sql: &str, values: &[&dyn ToSql]) -> Result<u64> {
        self.execute(sql, values).map(|gone| gone as u64)
    }

    /// The row of a stream and where it stands, if it was ever claimed.
    fn stream(&mut self, stream: &StreamId) -> Result<Option<(i64, Head)>> {
        if let Some(&known) = self.rows.streams.get(stream) {
            return Ok(Some(known));
        }
        let found = rows::stream(self.connection, stream)?;
        if let Some(found) = found {
            self.rows.streams.insert(stream.clone(), found);
        }
        Ok(found)
    }

    fn row(&mut self, stream: &StreamId) -> Result<Option<i64>> {
        Ok(self.stream(stream)?.map(|(row, _)| row))
    }

    /// The row of a stream that the checks have found claimed. That it is not there now can only be the file's fault.
    fn claimed(&mut self, stream: &StreamId) -> Result<i64> {
        self.row(stream)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
    }

    /// The row of an account, if it was ever used.
    fn account(&mut self, account: &Account) -> Result<Option<i64>> {
        if let Some(&row) = self.rows.accounts.get(account) {
            return Ok(Some(row));
        }
        let found = rows::account(self.connection, account)?.map(|(row, _)| row);
        if let Some(row) = found {
            self.keep_account(account, row);
        }
        Ok(found)
    }

    fn keep_account(&mut self, account: &Account, row: i64) {
        if self.rows.accounts.len() >= MAX_ACCOUNTS {
            self.rows.accounts.clear();
        }
        self.rows.accounts.insert(account.clone(), row);
    }

    /// The row of an account that was used before in the same transaction.
    fn used(&mut self, account: &Account) -> Result<i64> {
        self.account(account)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
    }

    /// A number that belongs to a stream; zero when there is none.
    fn sequence(&mut self, stream: &StreamId, sql: &str) -> Result<Sequence> {
        let Some(row) = self.row(stream)? else { return Ok(Sequence::START) };
        let found = self.connection.prepare_cached(sql)?.query_row([row], |row| row.get(0)).optional()?;
        Ok(Sequence(found.unwrap_or(0)))
    }

    fn put_remembered(&self, stream: i64, change: &RememberedChange) -> Result<()> {
        let player = number(change.player().get());
        match change {
            RememberedChange::Put(row) => {
                let sql = "INSERT INTO remembered (stream, player, until_ms, version, payload)
                     VALUES (?1, ?2, ?3, ?4, ?5)
                     ON CONFLICT (stream, player) DO UPDATE
                     SET until_ms = excluded.until_ms, version = excluded.version, payload = excluded.payload";
                let (until, payload) = (row.until.as_millis(), &row.payload);
                self.execute(sql, &[&stream, &player, &until, &payload.version, &payload.bytes])?;
            }
            RememberedChange::Clear(_) => {
                self.execute(
                    "DELETE FROM remembered WHERE stream = ?1 AND player = ?2",
                    &[&stream, &player],
                )?;
            }
        }
        Ok(())
    }
}

impl Transaction for SqliteTransaction<'_> {
    type Error = rusqlite::Error;

    fn writer(&self) -> WriterId {
        self.writer
    }

    fn head(&mut self, stream: &StreamId) -> Result<Head> {
        Ok(self.stream(stream)?.map(|(_, head)| head).unwrap_or_default())
    }

    fn has_secret(&mut self, stream: &StreamId, key: u64) -> Result<bool> {
        let Some(row) = self.row(stream)? else { return Ok(false) };
        self.exists("SELECT 1 FROM secrets WHERE stream = ?1 AND key = ?2", &[&row, &key.cast_signed()])
    }

    fn has_hand(&mut self, stream: &StreamId, hand: u64) -> Result<bool> {
        let Some(row) = self.row(stream)? else { return Ok(false) };
        self.exists("SELECT 1 FROM hands WHERE stream = ?1 AND hand = ?2", &[&row, &number(hand)])
    }

    fn balance(&mut self, account: &Account) -> Result<Chips> {
        let Some(row) = self.account(account)? else { return Ok(Chips::ZERO) };
        let sql = "SELECT chips FROM accounts WHERE id = ?1";
        self.connection.prepare_cached(sql)?.query_row([row], |row| row.get(0).map(Chips::new))
    }

    fn wallets(&mut self, player: PlayerId) -> Result<Vec<(Account, Chips)>> {
        rows::wallets(self.connection, player)
    }

    fn receipt(&mut self, key: &CommandKey) -> Result<Option<CommandReceipt>> {
        rows::receipt(self.connection, self.receipt_seed, key, self.fresh.receipt(key))
    }

    fn user(&mut self, id: PlayerId) -> Result<Option<User>> {
        people::user(self.connection, id)
    }

    fn session(&mut self, token: &TokenDigest) -> Result<Option<Session>> {
        people::session(self.connection, token)
    }

    fn look(&mut self, look: &str) -> Result<Option<PlayerId>> {
        people::look(self.connection, look)
    }

    fn credentials(&mut self, user: PlayerId) -> Result<Option<Credentials>> {
        people::credentials(self.connection, user)
    }

    fn calendar(&mut self) -> Result<Calendar> {
        let sql = "SELECT last_date_ms, doubtful_date_ms, doubtful_opening FROM room";
        self.connection.prepare_cached(sql)?.query_row([], |row| {
            let doubtful = row.get::<_, Option<i64>>(1)?.zip(row.get::<_, Option<u64>>(2)?);
            Ok(Calendar {
                last: row.get::<_, Option<i64>>(0)?.map(WallTime::from_millis),
                doubtful: doubtful.map(|(date, opening)| (WallTime::from_millis(date), WriterId(opening))),
            })
        })
    }

    fn checkpointed(&mut self, stream: &StreamId) -> Result<Sequence> {
        self.sequence(stream, "SELECT sequence FROM checkpoints WHERE stream = ?1")
    }

    fn archived(&mut self, stream: &StreamId) -> Result<Sequence> {
        self.sequence(stream, "SELECT archived FROM streams WHERE id = ?1")
    }

    fn put_claim(&mut self, stream: &StreamId, head: Head) -> Result<()> {
        let (owner, epoch) = (number(self.writer.0), number(head.epoch.0));
        match self.row(stream)? {
            Some(row) => {
                let sql = "UPDATE streams SET owner = ?2, epoch = ?3 WHERE id = ?1";
                self.execute(sql, &[&row, &owner, &epoch])?;
                self.rows.streams.insert(stream.clone(), (row, head));
            }
            None => {
                let sql = "INSERT INTO streams (name, owner, epoch, sequence, archived, closed)
                           VALUES (?1, ?2, ?3, 0, 0, 0)";
                self.execute(sql, &[&stream.as_str(), &owner, &epoch])?;
            }
        }
        Ok(())
    }

    fn put_batch(&mut self, at: Timestamp, batch: &StreamBatch, head: Head) -> Result<()> {
        let row = self.claimed(&batch.stream)?;
        // A long event fills a page by itself, and the first of a stream has a page to itself anyway.
        let in_place = batch.after == Sequence::START
            || batch.events.iter().any(|payload| payload.bytes.len() > LONG_EVENT);
        let mut insert = self.connection.prepare_cached(if in_place {
            "INSERT INTO events (stream, sequence, at_ms, version, payload) VALUES (?1, ?2, ?3, ?4, ?5)"
        } else {
            "INSERT INTO new_events (stream, sequence, at_ms, version, payload, id) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        })?;
        for (nth, payload) in batch.events.iter().enumerate() {
            let (sequence, at) = (number(batch.after.plus(nth + 1).0), at.as_millis());
            let (version, bytes) = (payload.version, &payload.bytes);
            if in_place {
                insert.execute((row, sequence, at, version, bytes))?;
            } else {
                let id = self.fresh.next_event(row, sequence, at, bytes.len());
                insert.execute((row, sequence, at, version, bytes, id))?;
            }
        }
        for secret in &batch.secrets {
            let sql = "INSERT INTO secrets (stream, key, version, payload) VALUES (?1, ?2, ?3, ?4)";
            let (key, payload) = (secret.key.cast_signed(), &secret.payload);
            self.execute(sql, &[&row, &key, &payload.version, &payload.bytes])?;
        }
        if let Some(payload) = &batch.checkpoint {
            let sql = "INSERT INTO checkpoints (stream, sequence, version, payload) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT (stream) DO UPDATE
                       SET sequence = excluded.sequence, version = excluded.version, payload = excluded.payload";
            self.execute(sql, &[&row, &number(batch.end().0), &payload.version, &payload.bytes])?;
            if batch.keep {
                history::keep_checkpoint(self.connection, row, batch.end(), payload)?;
            }
        }
        for change in &batch.remembered {
            self.put_remembered(row, change)?;
        }
        // New events say by themselves how far the stream has come.
        if in_place || batch.events.is_empty() {
            let sql = "UPDATE streams SET sequence = ?2, last_at_ms = max(coalesce(last_at_ms, ?3), ?3)
                       WHERE id = ?1";
            self.execute(sql, &[&row, &number(head.sequence.0), &at.as_millis()])?;
        }
        if head.closed {
            self.execute("UPDATE streams SET closed = 1 WHERE id = ?1", &[&row])?;
        }
        self.rows.streams.insert(batch.stream.clone(), (row, head));
        Ok(())
    }

    fn reopen(&mut self, stream: &StreamId) -> Result<()> {
        self.rows.streams.remove(stream);
        self.execute("UPDATE streams SET closed = 0 WHERE name = ?1", &[&stream.as_str()]).map(drop)
    }

    fn put_transfer(
        &mut self,
        at: Timestamp,
        transfer: &Transfer,
        cause: Option<&StreamBatch>,
    ) -> Result<()> {
        let row = cause.map(|batch| self.claimed(&batch.stream)).transpose()?;
        let sequence = cause.map(|batch| number(batch.end().0));
        let (payer, payee) = (self.used(transfer.from())?, self.used(transfer.to())?);
        let sql = "INSERT INTO transfers (at_ms, payer, payee, chips, cause_stream, cause_sequence)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let units = transfer.amount().units();
        self.execute(sql, &[&at.as_millis(), &payer, &payee, &units, &row, &sequence]).map(drop)
    }

    fn add_to_balance(&mut self, account: &Account, difference: Chips) -> Result<()> {
        match self.account(account)? {
            Some(row) => {
                let sql = "UPDATE accounts SET chips = chips + ?2 WHERE id = ?1";
                self.execute(sql, &[&row, &difference.units()]).map(drop)
            }
            None => {
                let sql = "INSERT INTO accounts (name, may_owe, chips) VALUES (?1, ?2, ?3)";
                self.execute(sql, &[&account.to_string(), &account.may_owe(), &difference.units()])?;
                self.keep_account(account, self.connection.last_insert_rowid());
                Ok(())
            }
        }
    }

    fn put_receipt(&mut self, at: Timestamp, receipt: &CommandReceipt) -> Result<()> {
        let sql = "INSERT INTO receipts (id, hash, user, command, digest, at_ms, version, answer)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let id = self.fresh.next_receipt(receipt.key);
        let hash = rows::receipt_hash(self.receipt_seed, &receipt.key);
        let (user, command) = (number(receipt.key.user.get()), receipt.key.command.0.to_be_bytes());
        let (digest, answer) = (receipt.digest.0.cast_signed(), &receipt.answer);
        let at = at.as_millis();
        let row: [&dyn ToSql; 8] =
            [&id, &hash, &user, &command, &digest, &at, &answer.version, &answer.bytes];
        self.execute(sql, &row).map(drop)
    }

    fn put_hand(&mut self, hand: &HandRow) -> Result<()> {
        let row = self.claimed(&hand.stream)?;
        history::put_hand(self.connection, row, hand)
    }

    fn has_share(&mut self, share: &SharedHand) -> Result<bool> {
        let Some(row) = self.row(&share.stream)? else { return Ok(false) };
        let sql = "SELECT 1 FROM shares WHERE id = ?1 OR (stream = ?2 AND hand = ?3 AND owner = ?4)";
        self.exists(sql, &[&share.id.0, &row, &number(share.hand), &number(share.owner.get())])
    }

    fn took_part(&mut self, stream: &StreamId, hand: u64, player: PlayerId) -> Result<bool> {
        let row = history::hand(self.connection, stream, hand)?;
        Ok(row.is_some_and(|row| row.players.iter().any(|one| one.player == player)))
    }

    fn put_share(&mut self, share: &SharedHand) -> Result<()> {
        let row = self.claimed(&share.stream)?;
        let sql = "INSERT INTO shares (id, stream, hand, owner, shared_date_ms) VALUES (?1, ?2, ?3, ?4, ?5)";
        let (hand, owner) = (number(share.hand), number(share.owner.get()));
        self.execute(sql, &[&share.id.0, &row, &hand, &owner, &share.shared_at.as_millis()]).map(drop)
    }

    fn put_user(&mut self, user: &User) -> Result<()> {
        let sql = "INSERT INTO users (id, name, kind, created_date_ms, last_seen_date_ms, muted_until_date_ms,
                                      banned_until_date_ms)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                   ON CONFLICT (id) DO UPDATE
                   SET name = excluded.name, kind = excluded.kind, last_seen_date_ms = excluded.last_seen_date_ms,
                       muted_until_date_ms = excluded.muted_until_date_ms,
                       banned_until_date_ms = excluded.banned_until_date_ms";
        let (id, kind) = (number(user.id.get()), kind_name(user.kind));
        let (created, seen) = (user.created_at.as_millis(), user.last_seen.as_millis());
        let [muted, banned] =
            [user.muted_until, user.banned_until].map(|until| until.map(WallTime::as_millis));
        self.execute(sql, &[&id, &user.name, &kind, &created, &seen, &muted, &banned]).map(drop)
    }

    fn put_looks(&mut self, user: PlayerId, looks: &[String]) -> Result<()> {
        let user = number(user.get());
        self.execute("DELETE FROM looks WHERE user = ?1", &[&user])?;
        for look in looks {
            // A name may look the same in two ways.
            self.execute(
                "INSERT INTO looks (look, user) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                &[look, &user],
            )?;
        }
        Ok(())
    }

    fn put_credentials(&mut self, user: PlayerId, credentials: &Credentials) -> Result<()> {
        let sql = "INSERT INTO credentials (user, password, recovery) VALUES (?1, ?2, ?3)
                   ON CONFLICT (user) DO UPDATE SET password = excluded.password, recovery = excluded.recovery";
        let user = number(user.get());
        self.execute(sql, &[&user, &credentials.password, &credentials.recovery.0]).map(drop)
    }

    fn remove_user(&mut self, id: PlayerId) -> Result<()> {
        let id = number(id.get());
        for sql in [
            "DELETE FROM sessions WHERE user = ?1",
            "DELETE FROM looks WHERE user = ?1",
            "DELETE FROM credentials WHERE user = ?1",
            "DELETE FROM users WHERE id = ?1",
        ] {
            self.execute(sql, &[&id])?;
        }
        Ok(())
    }

    fn put_session(&mut self, session: &Session) -> Result<()> {
        let sql = "INSERT INTO sessions (token, user, created_date_ms, last_used_date_ms, expires_date_ms, scope, label)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                   ON CONFLICT (token) DO UPDATE
                   SET last_used_date_ms = excluded.last_used_date_ms, expires_date_ms = excluded.expires_date_ms";
        let [created, used, expires] =
            [session.created_at, session.last_used, session.expires_at].map(WallTime::as_millis);
        let (user, scope) = (number(session.user.get()), scope_name(session.scope));
        self.execute(sql, &[&session.token.0, &user, &created, &used, &expires, &scope, &session.label])
            .map(drop)
    }

    fn end_session(&mut self, token: &TokenDigest) -> Result<()> {
        self.execute("DELETE FROM sessions WHERE token = ?1", &[&token.0]).map(drop)
    }

    fn end_sessions(&mut self, user: PlayerId, except: Option<&TokenDigest>) -> Result<()> {
        let sql = "DELETE FROM sessions WHERE user = ?1 AND token IS NOT ?2";
        self.execute(sql, &[&number(user.get()), &except.map(|token| token.0)]).map(drop)
    }

    fn put_calendar(&mut self, calendar: Calendar) -> Result<()> {
        let sql = "UPDATE room SET last_date_ms = ?1, doubtful_date_ms = ?2, doubtful_opening = ?3";
        let date = calendar.doubtful.map(|(date, _)| date.as_millis());
        let opening = calendar.doubtful.map(|(_, opening)| number(opening.0));
        self.execute(sql, &[&calendar.last.map(WallTime::as_millis), &date, &opening]).map(drop)
    }

    fn archive_segment(&mut self, stream: &StreamId, after: Sequence) -> Result<()> {
        let row = self.claimed(stream)?;
        self.fresh.put_stream(self.connection, row)?;
        let end = after.plus(SEGMENT_EVENTS);
        let mut events = self.connection.prepare_cached(
            "SELECT sequence, at_ms, version, payload FROM events
             WHERE stream = ?1 AND sequence > ?2 AND sequence <= ?3 ORDER BY sequence",
        )?;
        let bounds = (row, number(after.0), number(end.0));
        let found = events.query_map(bounds, rows::event)?.collect::<Result<Vec<_>>>()?;
        if found.len() != SEGMENT_EVENTS {
            // A log with holes stays as it is, for whoever mends it.
            return Err(rusqlite::Error::QueryReturnedNoRows);
        }
        let segment = archive::pack(&found).map_err(|reason| rows::damaged(3, reason))?;
        let id = super::segment_id(row, after);
        self.execute("INSERT INTO archive (id, segment) VALUES (?1, ?2)", &[&id, &segment])?;
        self.execute("DELETE FROM events WHERE stream = ?1 AND sequence <= ?2", &[&row, &number(end.0)])?;
        self.execute("UPDATE streams SET archived = ?2 WHERE id = ?1", &[&row, &number(end.0)]).map(drop)
    }

    fn forget_receipts(&mut self, before: Timestamp, most: usize) -> Result<u64> {
        let mut oldest =
            self.connection.prepare_cached("SELECT id, at_ms, hash FROM receipts ORDER BY id LIMIT ?1")?;
        let mut rows = oldest.query([limit(most)])?;
        let mut old: Vec<(i64, i64)> = Vec::new();
        while let Some(row) = rows.next()? {
            if row.get::<_, i64>(1)? >= before.as_millis() {
                break;
            }
            old.push((row.get(2)?, row.get(0)?));
        }
        drop(rows);
        let Some(&(_, last)) = old.last() else { return Ok(0) };
        old.sort_unstable();
        for (hash, id) in old {
            self.execute("DELETE FROM receipt_index WHERE hash = ?1 AND id = ?2", &[&hash, &id])?;
        }
        self.fresh.forget_to(last);
        self.delete("DELETE FROM receipts WHERE id <= ?1", &[&last])
    }

    fn forget_remembered(&mut self, now: Timestamp, most: usize) -> Result<u64> {
        let sql = "DELETE FROM remembered WHERE (stream, player) IN
                   (SELECT stream, player FROM remembered WHERE until_ms <= ?1
                    ORDER BY until_ms, stream, player LIMIT ?2)";
        self.delete(sql, &[&now.as_millis(), &limit(most)])
    }

    fn forget_sessions(&mut self, before: WallTime, most: usize) -> Result<u64> {
        let sql = "DELETE FROM sessions WHERE token IN
                   (SELECT token FROM sessions WHERE expires_date_ms < ?1
                    ORDER BY expires_date_ms, token LIMIT ?2)";
        self.delete(sql, &[&before.as_millis(), &limit(most)])
    }
}

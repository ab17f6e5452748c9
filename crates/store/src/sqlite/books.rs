//! Writing: one transaction for a group of jobs.

use super::{kind_name, millis, number, read_receipt};
use crate::books::Books;
use crate::writer::{Backend, Done, Job};
use crate::{
    Account, CommandKey, CommandReceipt, Epoch, Head, PlayerId, Sequence, Session, StreamBatch, StreamId,
    TokenDigest, Transfer, Unavailable, User,
};
use kozyr_chips::Chips;
use kozyr_time::Timestamp;
use rusqlite::{Connection, OptionalExtension, Result, ToSql, Transaction, TransactionBehavior};
use std::collections::HashMap;

/// The writing thread's end of the database.
pub(super) struct Pen {
    connection: Connection,
    /// Rows of streams by name. They never change, but one made in a failed transaction is not there.
    rows: HashMap<StreamId, i64>,
}

impl Pen {
    pub(super) fn new(connection: Connection) -> Pen {
        Pen { connection, rows: HashMap::new() }
    }

    fn try_transaction(&mut self, group: &[Job]) -> Result<Vec<Done>> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut page = Page { transaction: &transaction, rows: &mut self.rows };
        let done = group.iter().map(|job| job.run(&mut page)).collect::<Result<Vec<_>>>()?;
        transaction.commit()?;
        Ok(done)
    }
}

impl Backend for Pen {
    fn transaction(&mut self, group: &[Job]) -> Result<Vec<Done>, Unavailable> {
        self.try_transaction(group).map_err(|error| {
            self.rows.clear();
            error.into()
        })
    }
}

/// The transaction in progress. Statements are prepared once and kept by the connection.
struct Page<'a> {
    transaction: &'a Transaction<'a>,
    rows: &'a mut HashMap<StreamId, i64>,
}

impl Page<'_> {
    fn execute(&mut self, sql: &str, values: &[&dyn ToSql]) -> Result<usize> {
        self.transaction.prepare_cached(sql)?.execute(values)
    }

    fn exists(&mut self, sql: &str, values: &[&dyn ToSql]) -> Result<bool> {
        self.transaction.prepare_cached(sql)?.exists(values)
    }

    /// The row of a stream, if it was ever claimed.
    fn row(&mut self, stream: &StreamId) -> Result<Option<i64>> {
        if let Some(&row) = self.rows.get(stream) {
            return Ok(Some(row));
        }
        let sql = "SELECT id FROM streams WHERE name = ?1";
        let found = self
            .transaction
            .prepare_cached(sql)?
            .query_row([stream.as_str()], |row| row.get(0))
            .optional()?;
        if let Some(row) = found {
            self.rows.insert(stream.clone(), row);
        }
        Ok(found)
    }

    /// The row of a stream that the checks have found claimed. That it is not there now can only be the file's fault.
    fn claimed(&mut self, stream: &StreamId) -> Result<i64> {
        self.row(stream)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
    }
}

impl Books for Page<'_> {
    type Error = rusqlite::Error;

    fn head(&mut self, stream: &StreamId) -> Result<Head> {
        let Some(row) = self.row(stream)? else { return Ok(Head::default()) };
        self.transaction
            .prepare_cached("SELECT epoch, sequence FROM streams WHERE id = ?1")?
            .query_row([row], |row| Ok(Head { epoch: Epoch(row.get(0)?), sequence: Sequence(row.get(1)?) }))
    }

    fn balance(&mut self, account: &Account) -> Result<Chips> {
        super::read_balance(self.transaction, account)
    }

    fn receipt(&mut self, key: &CommandKey) -> Result<Option<CommandReceipt>> {
        read_receipt(self.transaction, key)
    }

    fn has_secret(&mut self, stream: &StreamId, key: u64) -> Result<bool> {
        let Some(row) = self.row(stream)? else { return Ok(false) };
        self.exists("SELECT 1 FROM secrets WHERE stream = ?1 AND key = ?2", &[&row, &key.cast_signed()])
    }

    fn has_user(&mut self, id: PlayerId) -> Result<bool> {
        self.exists("SELECT 1 FROM users WHERE id = ?1", &[&number(id.get())])
    }

    fn has_session(&mut self, token: &TokenDigest) -> Result<bool> {
        self.exists("SELECT 1 FROM sessions WHERE token = ?1", &[&token.0])
    }

    fn put_head(&mut self, stream: &StreamId, head: Head) -> Result<()> {
        let (epoch, sequence) = (number(head.epoch.0), number(head.sequence.0));
        match self.row(stream)? {
            Some(row) => {
                let sql = "UPDATE streams SET epoch = ?2, sequence = ?3 WHERE id = ?1";
                self.execute(sql, &[&row, &epoch, &sequence])?;
            }
            None => {
                let sql = "INSERT INTO streams (name, epoch, sequence) VALUES (?1, ?2, ?3)";
                self.execute(sql, &[&stream.as_str(), &epoch, &sequence])?;
            }
        }
        Ok(())
    }

    fn put_batch(&mut self, at: Timestamp, batch: &StreamBatch) -> Result<()> {
        let row = self.claimed(&batch.stream)?;
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO events (stream, sequence, at_ms, payload) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for (nth, payload) in batch.events.iter().enumerate() {
            insert.execute((row, number(batch.after.plus(nth + 1).0), at.as_millis(), &payload.0))?;
        }
        for secret in &batch.secrets {
            let sql = "INSERT INTO secrets (stream, key, payload) VALUES (?1, ?2, ?3)";
            self.execute(sql, &[&row, &secret.key.cast_signed(), &secret.payload.0])?;
        }
        if let Some(payload) = &batch.checkpoint {
            let sql = "INSERT OR REPLACE INTO checkpoints (stream, sequence, payload) VALUES (?1, ?2, ?3)";
            self.execute(sql, &[&row, &number(batch.end().0), &payload.0])?;
        }
        Ok(())
    }

    fn put_balance(&mut self, account: &Account, balance: Chips) -> Result<()> {
        let sql = "INSERT OR REPLACE INTO balances (account, chips) VALUES (?1, ?2)";
        self.execute(sql, &[&account.to_string(), &balance.units()]).map(drop)
    }

    fn put_transfer(
        &mut self,
        at: Timestamp,
        transfer: &Transfer,
        cause: Option<&StreamBatch>,
    ) -> Result<()> {
        let row = cause.map(|batch| self.claimed(&batch.stream)).transpose()?;
        let sequence = cause.map(|batch| number(batch.end().0));
        let sql = "INSERT INTO transfers (at_ms, payer, payee, chips, cause_stream, cause_sequence)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let (payer, payee) = (transfer.from().to_string(), transfer.to().to_string());
        let units = transfer.amount().units();
        self.execute(sql, &[&at.as_millis(), &payer, &payee, &units, &row, &sequence]).map(drop)
    }

    fn put_receipt(&mut self, at: Timestamp, receipt: &CommandReceipt) -> Result<()> {
        let sql = "INSERT INTO receipts (user, command, at_ms, answer) VALUES (?1, ?2, ?3, ?4)";
        let CommandKey { user, command } = receipt.key;
        let command = command.0.to_be_bytes();
        self.execute(sql, &[&number(user.get()), &command, &at.as_millis(), &receipt.answer.0]).map(drop)
    }

    fn forget_receipts(&mut self, before: Timestamp) -> Result<u64> {
        let gone = self.execute("DELETE FROM receipts WHERE at_ms < ?1", &[&before.as_millis()])?;
        Ok(gone as u64)
    }

    fn put_user(&mut self, user: &User) -> Result<()> {
        let sql = "INSERT INTO users (id, name, kind, created_at_ms) VALUES (?1, ?2, ?3, ?4)";
        let (id, kind) = (number(user.id.get()), kind_name(user.kind));
        self.execute(sql, &[&id, &user.name, &kind, &millis(user.created_at)]).map(drop)
    }

    fn rename_user(&mut self, id: PlayerId, name: &str) -> Result<()> {
        self.execute("UPDATE users SET name = ?2 WHERE id = ?1", &[&number(id.get()), &name]).map(drop)
    }

    fn put_session(&mut self, session: &Session) -> Result<()> {
        let sql = "INSERT INTO sessions (token, user, created_at_ms, expires_at_ms) VALUES (?1, ?2, ?3, ?4)";
        let (user, created) = (number(session.user.get()), millis(session.created_at));
        self.execute(sql, &[&session.token.0, &user, &created, &millis(session.expires_at)]).map(drop)
    }

    fn end_session(&mut self, token: &TokenDigest) -> Result<()> {
        self.execute("DELETE FROM sessions WHERE token = ?1", &[&token.0]).map(drop)
    }
}

//! A store that forgets when it is dropped: for tests, simulations and tables of an evening.

use crate::books::Books;
use crate::writer::{Backend, Done, Job, Writer};
use crate::{
    Account, Append, Checkpoint, CommandKey, CommandReceipt, Head, Lane, Payload, PlayerId, Posting,
    Sequence, Session, Store, StoredEvent, StreamBatch, StreamId, Ticket, TokenDigest, Transfer, Unavailable,
    User,
};
use kozyr_chips::Chips;
use kozyr_time::Timestamp;
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::fmt;
use std::io;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// Everything in memory, by the same rules and with the same queue as on disk.
pub struct MemoryStore {
    writer: Writer,
    shelf: Arc<RwLock<Shelf>>,
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemoryStore")
    }
}

#[derive(Default)]
struct Shelf {
    streams: BTreeMap<StreamId, Stream>,
    balances: BTreeMap<Account, Chips>,
    postings: Vec<Posting>,
    receipts: HashMap<CommandKey, (Timestamp, CommandReceipt)>,
    users: HashMap<PlayerId, User>,
    sessions: HashMap<TokenDigest, Session>,
}

#[derive(Default)]
struct Stream {
    head: Head,
    events: Vec<StoredEvent>,
    checkpoint: Option<Checkpoint>,
    secrets: BTreeMap<u64, Payload>,
}

impl MemoryStore {
    /// An empty store. The error is the operating system's, when it has no thread to give.
    pub fn new() -> io::Result<MemoryStore> {
        let shelf = Arc::<RwLock<Shelf>>::default();
        Ok(MemoryStore { writer: Writer::start(Hand(Arc::clone(&shelf)))?, shelf })
    }

    fn shelf(&self) -> RwLockReadGuard<'_, Shelf> {
        // Checks come before puts, and no put can fail: a poisoned shelf is still in order.
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The hand that puts things on the shelf.
struct Hand(Arc<RwLock<Shelf>>);

impl Backend for Hand {
    fn transaction(&mut self, group: &[Job]) -> Result<Vec<Done>, Unavailable> {
        let mut shelf = self.0.write().unwrap_or_else(PoisonError::into_inner);
        Ok(group.iter().map(|job| job.run(&mut *shelf).unwrap_or_else(|never| match never {})).collect())
    }
}

impl Books for Shelf {
    type Error = Infallible;

    fn head(&mut self, stream: &StreamId) -> Result<Head, Infallible> {
        Ok(self.streams.get(stream).map(|s| s.head).unwrap_or_default())
    }
    fn balance(&mut self, account: &Account) -> Result<Chips, Infallible> {
        Ok(self.balances.get(account).copied().unwrap_or_default())
    }
    fn receipt(&mut self, key: &CommandKey) -> Result<Option<CommandReceipt>, Infallible> {
        Ok(self.receipts.get(key).map(|(_, receipt)| receipt.clone()))
    }
    fn has_secret(&mut self, stream: &StreamId, key: u64) -> Result<bool, Infallible> {
        Ok(self.streams.get(stream).is_some_and(|s| s.secrets.contains_key(&key)))
    }
    fn has_user(&mut self, id: PlayerId) -> Result<bool, Infallible> {
        Ok(self.users.contains_key(&id))
    }
    fn has_session(&mut self, token: &TokenDigest) -> Result<bool, Infallible> {
        Ok(self.sessions.contains_key(token))
    }

    fn put_head(&mut self, stream: &StreamId, head: Head) -> Result<(), Infallible> {
        self.streams.entry(stream.clone()).or_default().head = head;
        Ok(())
    }
    fn put_batch(&mut self, at: Timestamp, batch: &StreamBatch) -> Result<(), Infallible> {
        let stream = self.streams.entry(batch.stream.clone()).or_default();
        for (nth, payload) in batch.events.iter().enumerate() {
            let sequence = batch.after.plus(nth + 1);
            stream.events.push(StoredEvent { sequence, at, payload: payload.clone() });
        }
        stream.secrets.extend(batch.secrets.iter().map(|secret| (secret.key, secret.payload.clone())));
        if let Some(payload) = &batch.checkpoint {
            stream.checkpoint = Some(Checkpoint { sequence: batch.end(), payload: payload.clone() });
        }
        Ok(())
    }
    fn put_balance(&mut self, account: &Account, balance: Chips) -> Result<(), Infallible> {
        self.balances.insert(account.clone(), balance);
        Ok(())
    }
    fn put_transfer(
        &mut self,
        at: Timestamp,
        transfer: &Transfer,
        cause: Option<&StreamBatch>,
    ) -> Result<(), Infallible> {
        let cause = cause.map(|batch| (batch.stream.clone(), batch.end()));
        let number = self.postings.len() as u64 + 1;
        self.postings.push(Posting { number, at, transfer: transfer.clone(), cause });
        Ok(())
    }
    fn put_receipt(&mut self, at: Timestamp, receipt: &CommandReceipt) -> Result<(), Infallible> {
        self.receipts.insert(receipt.key, (at, receipt.clone()));
        Ok(())
    }
    fn forget_receipts(&mut self, before: Timestamp) -> Result<u64, Infallible> {
        let there_were = self.receipts.len();
        self.receipts.retain(|_, (at, _)| *at >= before);
        Ok((there_were - self.receipts.len()) as u64)
    }
    fn put_user(&mut self, user: &User) -> Result<(), Infallible> {
        self.users.insert(user.id, user.clone());
        Ok(())
    }
    fn rename_user(&mut self, id: PlayerId, name: &str) -> Result<(), Infallible> {
        if let Some(user) = self.users.get_mut(&id) {
            name.clone_into(&mut user.name);
        }
        Ok(())
    }
    fn put_session(&mut self, session: &Session) -> Result<(), Infallible> {
        self.sessions.insert(session.token, session.clone());
        Ok(())
    }
    fn end_session(&mut self, token: &TokenDigest) -> Result<(), Infallible> {
        self.sessions.remove(token);
        Ok(())
    }
}

impl Store for MemoryStore {
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
        Ok(self.shelf().streams.get(stream).map(|s| s.head).unwrap_or_default())
    }
    fn streams(&self) -> Result<Vec<StreamId>, Unavailable> {
        Ok(self.shelf().streams.keys().cloned().collect())
    }
    fn load(
        &self,
        stream: &StreamId,
        after: Sequence,
        limit: usize,
    ) -> Result<Vec<StoredEvent>, Unavailable> {
        let shelf = self.shelf();
        let events = shelf.streams.get(stream).map(|s| s.events.as_slice()).unwrap_or_default();
        let seen = usize::try_from(after.0).unwrap_or(usize::MAX).min(events.len());
        Ok(events[seen..].iter().take(limit).cloned().collect())
    }
    fn checkpoint(&self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable> {
        Ok(self.shelf().streams.get(stream).and_then(|s| s.checkpoint.clone()))
    }
    fn secret(&self, stream: &StreamId, key: u64) -> Result<Option<Payload>, Unavailable> {
        Ok(self.shelf().streams.get(stream).and_then(|s| s.secrets.get(&key).cloned()))
    }
    fn balance(&self, account: &Account) -> Result<Chips, Unavailable> {
        Ok(self.shelf().balances.get(account).copied().unwrap_or_default())
    }
    fn accounts(&self) -> Result<Vec<(Account, Chips)>, Unavailable> {
        Ok(self.shelf().balances.iter().map(|(account, chips)| (account.clone(), *chips)).collect())
    }
    fn postings(&self, after: u64, limit: usize) -> Result<Vec<Posting>, Unavailable> {
        let shelf = self.shelf();
        let seen = usize::try_from(after).unwrap_or(usize::MAX).min(shelf.postings.len());
        Ok(shelf.postings[seen..].iter().take(limit).cloned().collect())
    }
    fn receipt(&self, key: &CommandKey) -> Result<Option<CommandReceipt>, Unavailable> {
        Ok(self.shelf().receipts.get(key).map(|(_, receipt)| receipt.clone()))
    }
    fn user(&self, id: PlayerId) -> Result<Option<User>, Unavailable> {
        Ok(self.shelf().users.get(&id).cloned())
    }
    fn session(&self, token: &TokenDigest, now: Timestamp) -> Result<Option<Session>, Unavailable> {
        Ok(self.shelf().sessions.get(token).filter(|s| now < s.expires_at).cloned())
    }
}

//! The port: what the room needs of a store, whichever it is.

use crate::{
    Account, Append, AppendError, CommandKey, CommandReceipt, Epoch, Payload, PlayerId, Sequence, Session,
    StreamId, TokenDigest, Transfer, Unavailable, User,
};
use kozyr_chips::Chips;
use kozyr_time::Timestamp;
use std::fmt;
use std::sync::{Arc, mpsc};

/// Where a stream stands: whose it is and what its last event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The latest claim.
    pub epoch: Epoch,
    /// The last event.
    pub sequence: Sequence,
}

/// An event as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// Its number in the stream.
    pub sequence: Sequence,
    /// When it happened, by the room's clock.
    pub at: Timestamp,
    /// What happened.
    pub payload: Payload,
}

/// The state of a stream as of one of its events: a shorter way than from the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// The last event it includes.
    pub sequence: Sequence,
    /// The state.
    pub payload: Payload,
}

/// A transfer as it was posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posting {
    /// Its number in the ledger, from 1 without gaps.
    pub number: u64,
    /// When, by the room's clock.
    pub at: Timestamp,
    /// What moved.
    pub transfer: Transfer,
    /// Where the cause is to be found: the first stream of the same append, and its last event then.
    pub cause: Option<(StreamId, Sequence)>,
}

/// The caller's own number for an append; comes back with its outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(pub u64);

/// What became of an append.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completed {
    /// Which one.
    pub ticket: Ticket,
    /// Durable, or why not.
    pub outcome: Result<(), AppendError>,
}

/// Where outcomes go. Whatever of a lane's appends was committed together comes back in one call,
/// so that a runtime is woken once for all its tables.
///
/// The call comes from the store's thread and must neither wait nor take a lock that a submitter
/// may hold: put the outcomes into a channel.
#[derive(Clone)]
pub struct Lane(Arc<dyn Fn(Vec<Completed>) + Send + Sync>);

impl Lane {
    /// A lane that ends in this function.
    pub fn new(deliver: impl Fn(Vec<Completed>) + Send + Sync + 'static) -> Lane {
        Lane(Arc::new(deliver))
    }

    /// Hands outcomes back: what a store does once for all that it committed together.
    pub fn deliver(&self, completed: Vec<Completed>) {
        (self.0)(completed);
    }

    pub(crate) fn is(&self, other: &Lane) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lane")
    }
}

/// What the room must not forget. Every store keeps the same contract, `tests/contract.rs`.
///
/// Appends are queued and answered when durable; all other calls wait for their answer, and belong
/// where waiting a few milliseconds is allowed.
pub trait Store: Send + Sync {
    /// Queues an append. Its outcome comes down the lane, always and once. Appends of one caller are
    /// carried out in the order in which they were submitted.
    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane);

    /// Appends and waits until it is durable or refused.
    fn append(&self, append: Append) -> Result<(), AppendError> {
        let (answer, outcome) = mpsc::channel();
        let lane = Lane::new(move |completed| {
            completed.into_iter().for_each(|one| {
                // Whoever asked waits below; nobody else has the other end.
                let _ = answer.send(one.outcome);
            });
        });
        self.submit(append, Ticket(0), &lane);
        outcome.recv().unwrap_or_else(|_| Err(Unavailable { reason: "the writer is gone".into() }.into()))
    }

    /// Takes a stream over, new or not: from here on only the returned epoch may append to it.
    fn claim(&self, stream: &StreamId) -> Result<Head, Unavailable>;

    /// Where a stream stands; all zero when nobody ever claimed it.
    fn head(&self, stream: &StreamId) -> Result<Head, Unavailable>;

    /// The names of all streams, in order.
    fn streams(&self) -> Result<Vec<StreamId>, Unavailable>;

    /// The events after this one, at most `limit` of them.
    fn load(&self, stream: &StreamId, after: Sequence, limit: usize)
    -> Result<Vec<StoredEvent>, Unavailable>;

    /// The latest checkpoint of a stream.
    fn checkpoint(&self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable>;

    /// A secret of a stream. For the table that deals from it and for audits, never for a player.
    fn secret(&self, stream: &StreamId, key: u64) -> Result<Option<Payload>, Unavailable>;

    /// What an account holds; one never heard of holds nothing.
    fn balance(&self, account: &Account) -> Result<Chips, Unavailable>;

    /// Every account that was ever used with what it holds, in no promised order. Sums to zero.
    fn accounts(&self) -> Result<Vec<(Account, Chips)>, Unavailable>;

    /// The transfers after this number, at most `limit` of them: what the balances are made of.
    fn postings(&self, after: u64, limit: usize) -> Result<Vec<Posting>, Unavailable>;

    /// What was answered to this command, if it was carried out.
    fn receipt(&self, key: &CommandKey) -> Result<Option<CommandReceipt>, Unavailable>;

    /// Forgets the receipts from before this moment and says how many they were. A command that
    /// comes again after that is a new one.
    fn forget_receipts(&self, before: Timestamp) -> Result<u64, Unavailable>;

    /// Who has this number.
    fn user(&self, id: PlayerId) -> Result<Option<User>, Unavailable>;

    /// Who signed in with this token and has not run out at this moment.
    fn session(&self, token: &TokenDigest, now: Timestamp) -> Result<Option<Session>, Unavailable>;
}

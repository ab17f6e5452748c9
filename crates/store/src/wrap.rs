//! Stores around stores.

use crate::{
    Account, Append, Checkpoint, ClaimError, CommandKey, CommandReceipt, Credentials, CurrencyCheck,
    HandFilter, HandMark, HandRow, Head, Lane, Lease, Payload, PlayedHand, PlayerId, Posting,
    RememberedPlayer, Sequence, Session, ShareId, SharedHand, Store, StoredEvent, StreamId, Tally, Ticket,
    TokenDigest, Unavailable, User, UserKind,
};
use kozyr_chips::Chips;
use kozyr_time::{Timestamp, WallTime};

/// A store around another that does something about appends: loses some, delays them, counts them. Everything
/// else goes straight through, unless it says that it does not answer. For tests and simulations.
///
/// ```
/// use kozyr_store::*;
///
/// struct Full(MemoryStore);
/// impl WrapStore for Full {
///     fn inner(&self) -> &dyn Store {
///         &self.0
///     }
///     fn submit(&self, _: Append, ticket: Ticket, lane: &Lane) {
///         let outcome = Err(Unavailable::new("the disk is full").into());
///         lane.deliver(vec![Completed { ticket, outcome }]);
///     }
/// }
/// let store = Full(MemoryStore::stepped());
/// assert!(store.append(Append::default()).is_err());
/// assert_eq!(store.accounts()?, []);
/// # Ok::<(), Unavailable>(())
/// ```
pub trait WrapStore: Send + Sync {
    /// The store inside.
    fn inner(&self) -> &dyn Store;

    /// Does the store answer what is asked of it at the moment? Every call but an append asks this first.
    fn answers(&self) -> Result<(), Unavailable> {
        Ok(())
    }

    /// What becomes of an append that is submitted.
    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        self.inner().submit(append, ticket, lane);
    }
}

/// Calls that go straight to the store inside.
macro_rules! pass_on {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)*) -> $result {
            self.answers()?;
            self.inner().$name($($argument),*)
        })*
    };
}

impl<W: WrapStore> Store for W {
    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane) {
        WrapStore::submit(self, append, ticket, lane);
    }

    fn step(&self) -> usize {
        self.inner().step()
    }

    pass_on! {
        claim_all(streams: &[StreamId]) -> Result<Vec<Head>, ClaimError>;
        lease(stream: &StreamId) -> Result<Option<Lease>, Unavailable>;
        reopen(stream: &StreamId) -> Result<(), Unavailable>;
        head(stream: &StreamId) -> Result<Head, Unavailable>;
        streams(prefix: &str) -> Result<Vec<StreamId>, Unavailable>;
        closed_streams(prefix: &str, after: Option<&StreamId>, limit: usize) -> Result<Vec<StreamId>, Unavailable>;
        last_moment() -> Result<Option<Timestamp>, Unavailable>;
        load(stream: &StreamId, after: Sequence, limit: usize) -> Result<Vec<StoredEvent>, Unavailable>;
        checkpoint(stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable>;
        kept_checkpoint(stream: &StreamId, up_to: Sequence) -> Result<Option<Checkpoint>, Unavailable>;
        secret(stream: &StreamId, key: u64) -> Result<Option<Payload>, Unavailable>;
        remembered(stream: &StreamId, player: PlayerId, now: Timestamp) -> Result<Option<RememberedPlayer>, Unavailable>;
        forget_remembered(now: Timestamp, limit: usize) -> Result<u64, Unavailable>;
        archive(stream: &StreamId, up_to: Sequence, limit: usize) -> Result<u64, Unavailable>;
        balance(account: &Account) -> Result<Chips, Unavailable>;
        accounts() -> Result<Vec<(Account, Chips)>, Unavailable>;
        wallets(player: PlayerId) -> Result<Vec<(Account, Chips)>, Unavailable>;
        postings(after: u64, limit: usize) -> Result<Vec<Posting>, Unavailable>;
        check_books() -> Result<Vec<CurrencyCheck>, Unavailable>;
        receipt(key: &CommandKey) -> Result<Option<CommandReceipt>, Unavailable>;
        forget_receipts(before: Timestamp, limit: usize) -> Result<u64, Unavailable>;
        hand(stream: &StreamId, hand: u64) -> Result<Option<HandRow>, Unavailable>;
        hands_of(player: PlayerId, filter: &HandFilter, before: Option<&HandMark>, limit: usize) -> Result<Vec<PlayedHand>, Unavailable>;
        tallies(player: PlayerId) -> Result<Vec<Tally>, Unavailable>;
        shared_hand(id: ShareId) -> Result<Option<SharedHand>, Unavailable>;
        share_of(owner: PlayerId, stream: &StreamId, hand: u64) -> Result<Option<SharedHand>, Unavailable>;
        observe_wall(now: WallTime) -> Result<WallTime, Unavailable>;
        user(id: PlayerId) -> Result<Option<User>, Unavailable>;
        session(token: &TokenDigest, now: WallTime) -> Result<Option<Session>, Unavailable>;
        sessions_of(user: PlayerId, now: WallTime) -> Result<Vec<Session>, Unavailable>;
        member(look: &str) -> Result<Option<PlayerId>, Unavailable>;
        credentials(user: PlayerId) -> Result<Option<Credentials>, Unavailable>;
        users(kind: Option<UserKind>, after: Option<PlayerId>, limit: usize) -> Result<Vec<User>, Unavailable>;
        forget_sessions(before: WallTime, limit: usize) -> Result<u64, Unavailable>;
        unseen_guests(since: WallTime, limit: usize) -> Result<Vec<PlayerId>, Unavailable>;
    }
}

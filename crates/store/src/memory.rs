//! A store that forgets when it is dropped: for tests, simulations and tables of an evening.

mod state;

use crate::writer::{Backend, Done, Job, Request, Writer};
use crate::{
    Account, Append, Checkpoint, ClaimError, CommandKey, CommandReceipt, Credentials, CurrencyCheck,
    HandFilter, HandMark, HandRow, Head, Lane, Lease, Payload, PlayedHand, PlayerId, Posting,
    RememberedPlayer, Sequence, Session, ShareId, SharedHand, Store, StoredEvent, StreamId, Tally, Ticket,
    TokenDigest, Unavailable, User, UserKind,
};
use kozyr_chips::{Chips, Owner};
use kozyr_time::{Timestamp, WallTime};
use state::{State, Stream};
use std::fmt;
use std::io;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// Everything in memory, by the same rules and with the same queue as on disk.
pub struct MemoryStore {
    writer: Writer,
    state: Arc<RwLock<State>>,
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemoryStore")
    }
}

impl MemoryStore {
    /// An empty store. The error is the operating system's, when it has no thread to give.
    pub fn new() -> io::Result<MemoryStore> {
        let state = Arc::<RwLock<State>>::default();
        Ok(MemoryStore { writer: Writer::start(MemoryBackend(Arc::clone(&state)))?, state })
    }

    /// An empty store without a thread: what is submitted waits for [`Store::step`]. Calls that wait for
    /// their answer step by themselves.
    pub fn stepped() -> MemoryStore {
        let state = Arc::<RwLock<State>>::default();
        MemoryStore { writer: Writer::stepped(MemoryBackend(Arc::clone(&state))), state }
    }

    /// In a stepped store: loses what was submitted and not stepped over, as a crash would. Those who wait
    /// hear that the store is not available.
    pub fn discard_queue(&self) -> usize {
        self.writer.discard()
    }

    fn state(&self) -> RwLockReadGuard<'_, State> {
        // Checks come before puts, and no put can fail: a poisoned state is still in order.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn stream<T>(&self, stream: &StreamId, read: impl FnOnce(&Stream) -> T) -> Option<T> {
        self.state().streams.get(stream).map(read)
    }
}

/// The writing side.
struct MemoryBackend(Arc<RwLock<State>>);

impl Backend for MemoryBackend {
    fn transaction(&mut self, group: &[Job]) -> Result<Vec<Done>, Unavailable> {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        Ok(group.iter().map(|job| job.run(&mut *state).unwrap_or_else(|never| match never {})).collect())
    }
}

impl Store for MemoryStore {
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
        let lease = |s: &Stream| Lease { owner: s.owner, epoch: s.head.epoch, expires_in: None };
        Ok(self.stream(stream, lease))
    }
    fn reopen(&self, stream: &StreamId) -> Result<(), Unavailable> {
        self.writer.reopen(stream)
    }
    fn head(&self, stream: &StreamId) -> Result<Head, Unavailable> {
        Ok(self.stream(stream, |s| s.head).unwrap_or_default())
    }
    fn streams(&self, prefix: &str) -> Result<Vec<StreamId>, Unavailable> {
        let state = self.state();
        let open = state.streams.iter().filter(|(_, s)| !s.head.closed);
        Ok(open.filter(|(name, _)| name.as_str().starts_with(prefix)).map(|(name, _)| name.clone()).collect())
    }
    fn closed_streams(
        &self,
        prefix: &str,
        after: Option<&StreamId>,
        limit: usize,
    ) -> Result<Vec<StreamId>, Unavailable> {
        let state = self.state();
        let closed = state.streams.iter().filter(|(_, s)| s.head.closed).map(|(name, _)| name);
        let asked =
            closed.filter(|name| name.as_str().starts_with(prefix) && after.is_none_or(|a| *name > a));
        Ok(asked.take(limit).cloned().collect())
    }
    fn last_moment(&self) -> Result<Option<Timestamp>, Unavailable> {
        Ok(self.state().streams.values().filter_map(|s| s.last_at).max())
    }
    fn load(
        &self,
        stream: &StreamId,
        after: Sequence,
        limit: usize,
    ) -> Result<Vec<StoredEvent>, Unavailable> {
        let events = |s: &Stream| {
            let seen = usize::try_from(after.0).unwrap_or(usize::MAX).min(s.events.len());
            s.events[seen..].iter().take(limit).cloned().collect()
        };
        Ok(self.stream(stream, events).unwrap_or_default())
    }
    fn checkpoint(&self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable> {
        Ok(self.stream(stream, |s| s.checkpoint.clone()).flatten())
    }
    fn kept_checkpoint(&self, stream: &StreamId, up_to: Sequence) -> Result<Option<Checkpoint>, Unavailable> {
        let latest = |s: &Stream| {
            let (&sequence, payload) = s.kept.range(..=up_to).next_back()?;
            Some(Checkpoint { sequence, payload: payload.clone() })
        };
        Ok(self.stream(stream, latest).flatten())
    }
    fn secret(&self, stream: &StreamId, key: u64) -> Result<Option<Payload>, Unavailable> {
        Ok(self.stream(stream, |s| s.secrets.get(&key).cloned()).flatten())
    }
    fn remembered(
        &self,
        stream: &StreamId,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<RememberedPlayer>, Unavailable> {
        let row = self.stream(stream, |s| s.remembered.get(&player).cloned()).flatten();
        Ok(row.filter(|row| now < row.until))
    }
    fn forget_remembered(&self, now: Timestamp, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::ForgetRemembered(now, limit))
    }
    fn archive(&self, stream: &StreamId, up_to: Sequence, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::Archive(stream.clone(), up_to, limit))
    }

    fn balance(&self, account: &Account) -> Result<Chips, Unavailable> {
        Ok(self.state().balances.get(account).copied().unwrap_or_default())
    }
    fn accounts(&self) -> Result<Vec<(Account, Chips)>, Unavailable> {
        Ok(self.state().balances.iter().map(|(account, chips)| (account.clone(), *chips)).collect())
    }
    fn wallets(&self, player: PlayerId) -> Result<Vec<(Account, Chips)>, Unavailable> {
        let own = |(account, _): &(Account, Chips)| account.owner == Owner::Player(player);
        Ok(self.accounts()?.into_iter().filter(own).collect())
    }
    fn postings(&self, after: u64, limit: usize) -> Result<Vec<Posting>, Unavailable> {
        let state = self.state();
        let seen = usize::try_from(after).unwrap_or(usize::MAX).min(state.postings.len());
        Ok(state.postings[seen..].iter().take(limit).cloned().collect())
    }
    fn check_books(&self) -> Result<Vec<CurrencyCheck>, Unavailable> {
        let state = self.state();
        let balances = state.balances.iter().map(|(account, chips)| (account.clone(), *chips));
        let mut check = crate::check::LedgerCheck::new(balances);
        for posting in &state.postings {
            check.post(posting.transfer.from(), posting.transfer.to(), posting.transfer.amount());
        }
        Ok(check.finish())
    }

    fn receipt(&self, key: &CommandKey) -> Result<Option<CommandReceipt>, Unavailable> {
        Ok(self.state().receipts.get(key).cloned())
    }
    fn forget_receipts(&self, before: Timestamp, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::ForgetReceipts(before, limit))
    }

    fn hand(&self, stream: &StreamId, hand: u64) -> Result<Option<HandRow>, Unavailable> {
        Ok(self.stream(stream, |s| s.hands.get(&hand).cloned()).flatten())
    }
    fn hands_of(
        &self,
        player: PlayerId,
        filter: &HandFilter,
        before: Option<&HandMark>,
        limit: usize,
    ) -> Result<Vec<PlayedHand>, Unavailable> {
        Ok(self.state().hands_of(player, filter, before, limit))
    }
    fn tallies(&self, player: PlayerId) -> Result<Vec<Tally>, Unavailable> {
        let state = self.state();
        let own = state.tallies.iter().filter(|((one, ..), _)| *one == player);
        Ok(own.map(|(_, tally)| tally.clone()).collect())
    }
    fn shared_hand(&self, id: ShareId) -> Result<Option<SharedHand>, Unavailable> {
        Ok(self.state().shares.get(&id).cloned())
    }
    fn share_of(
        &self,
        owner: PlayerId,
        stream: &StreamId,
        hand: u64,
    ) -> Result<Option<SharedHand>, Unavailable> {
        let state = self.state();
        let asked = |one: &&SharedHand| (one.owner, &one.stream, one.hand) == (owner, stream, hand);
        Ok(state.shares.values().find(asked).cloned())
    }

    fn observe_wall(&self, now: WallTime) -> Result<WallTime, Unavailable> {
        self.writer.observe_wall(now)
    }
    fn user(&self, id: PlayerId) -> Result<Option<User>, Unavailable> {
        Ok(self.state().users.get(&id).cloned())
    }
    fn session(&self, token: &TokenDigest, now: WallTime) -> Result<Option<Session>, Unavailable> {
        Ok(self.state().sessions.get(token).filter(|s| now < s.expires_at).cloned())
    }
    fn sessions_of(&self, user: PlayerId, now: WallTime) -> Result<Vec<Session>, Unavailable> {
        let state = self.state();
        let own = state.sessions.values().filter(|s| s.user == user && now < s.expires_at);
        let mut own: Vec<Session> = own.cloned().collect();
        own.sort_by_key(|session| (std::cmp::Reverse(session.last_used), session.token));
        Ok(own)
    }
    fn member(&self, look: &str) -> Result<Option<PlayerId>, Unavailable> {
        Ok(self.state().looks.get(look).copied())
    }
    fn credentials(&self, user: PlayerId) -> Result<Option<Credentials>, Unavailable> {
        Ok(self.state().credentials.get(&user).cloned())
    }
    fn users(
        &self,
        kind: Option<UserKind>,
        after: Option<PlayerId>,
        limit: usize,
    ) -> Result<Vec<User>, Unavailable> {
        let state = self.state();
        let asked = state.users.values().filter(|user| kind.is_none_or(|kind| user.kind == kind));
        let mut users: Vec<User> =
            asked.filter(|user| after.is_none_or(|after| user.id > after)).cloned().collect();
        users.sort_by_key(|user| user.id);
        users.truncate(limit);
        Ok(users)
    }
    fn forget_sessions(&self, before: WallTime, limit: usize) -> Result<u64, Unavailable> {
        self.writer.count(Request::ForgetSessions(before, limit))
    }
    fn unseen_guests(&self, since: WallTime, limit: usize) -> Result<Vec<PlayerId>, Unavailable> {
        let state = self.state();
        let guests = state.users.values().filter(|user| user.kind == UserKind::Guest);
        let mut unseen: Vec<_> =
            guests.filter(|u| u.last_seen < since).map(|u| (u.last_seen, u.id)).collect();
        unseen.sort_unstable();
        Ok(unseen.into_iter().take(limit).map(|(_, id)| id).collect())
    }
}

//! The port: what the room needs of a store, whichever it is.

use crate::{
    Account, Append, AppendError, ClaimError, CommandKey, CommandReceipt, Credentials, Currency, Epoch,
    HandFilter, HandMark, HandPlayer, HandRow, Payload, PeopleChange, PlayerId, RememberedPlayer, Sequence,
    Session, ShareId, SharedHand, StreamId, Tally, TokenDigest, Transfer, Unavailable, User, UserKind,
    WriterId,
};
use kozyr_chips::Chips;
use kozyr_time::{Millis, Timestamp, WallTime};
use std::fmt;
use std::sync::{Arc, mpsc};

/// Where a stream stands: whose it is and what its last event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The latest claim.
    pub epoch: Epoch,
    /// The last event.
    pub sequence: Sequence,
    /// Closed: it takes no events and cannot be claimed.
    pub closed: bool,
}

/// Whose stream it is. Every claim makes a new lease with a higher epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Who claimed the stream.
    pub owner: WriterId,
    /// Under which epoch.
    pub epoch: Epoch,
    /// How long the lease lasts from now on unless the store renews it, which it does by itself while it
    /// works; then another writer may claim the stream. `None`: as long as the store is open. A file on
    /// one machine is locked as a whole and the lock ends with the process, so its leases never run out
    /// and never keep a restart waiting.
    pub expires_in: Option<Millis>,
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
    /// Its number in the ledger. Numbers grow in the order of posting and may have gaps.
    pub number: u64,
    /// When, by the room's clock.
    pub at: Timestamp,
    /// What moved.
    pub transfer: Transfer,
    /// Where the cause is to be found: the first stream of the same append, and its last event then.
    pub cause: Option<(StreamId, Sequence)>,
}

/// What checking the ledger found out about one currency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurrencyCheck {
    /// Which currency.
    pub currency: Currency,
    /// What all its accounts hold together: zero, or chips were made or lost.
    pub sum: i128,
    /// Accounts that do not hold what was posted to them, or owe and may not.
    pub wrong: Vec<WrongAccount>,
}

impl CurrencyCheck {
    /// Is everything as it should be?
    pub fn is_sound(&self) -> bool {
        self.sum == 0 && self.wrong.is_empty()
    }
}

/// An account whose balance is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongAccount {
    /// Which account.
    pub account: Account,
    /// What it holds.
    pub balance: Chips,
    /// What was posted to it, all in all.
    pub posted: i128,
}

/// A hand in one player's history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedHand {
    /// The hand, with everybody who took part.
    pub row: HandRow,
    /// The part of the player whose history it is.
    pub own: HandPlayer,
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
/// The call comes from the store's thread (from the thread that steps, when the store is a stepped one)
/// and must neither wait nor take a lock that a submitter may hold: put the outcomes into a channel.
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

/// How often a session's use is written down: once a day is enough to keep it alive.
const TOUCH_EVERY: Millis = Millis::from_secs(24 * 60 * 60);

/// What the room must not forget. Every store keeps the same contract, `tests/contract.rs`.
///
/// Appends are queued and answered when durable; all other calls wait for their answer, and belong
/// where waiting a few milliseconds is allowed. Calls with a `limit` do a small step at a time: the writer
/// does nothing else meanwhile.
pub trait Store: Send + Sync {
    /// Queues an append. Its outcome comes down the lane, always and once. Appends of one caller are
    /// carried out in the order in which they were submitted.
    fn submit(&self, append: Append, ticket: Ticket, lane: &Lane);

    /// In a stepped store: commits what is queued in one transaction, delivers the outcomes in this thread
    /// and says how many there were. A store with a thread of its own has nothing to do here.
    fn step(&self) -> usize {
        0
    }

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
        self.step();
        drop(lane);
        outcome.recv().unwrap_or_else(|_| Err(Unavailable::new("the writer is gone").into()))
    }

    // ---- Streams ----

    /// Takes streams over, new or not, all of them in one commit or none: from here on only the returned
    /// epochs may append. The heads come in the order of the names.
    fn claim_all(&self, streams: &[StreamId]) -> Result<Vec<Head>, ClaimError>;

    /// Takes one stream over.
    fn claim(&self, stream: &StreamId) -> Result<Head, ClaimError> {
        let heads = self.claim_all(std::slice::from_ref(stream))?;
        Ok(heads.into_iter().next().unwrap_or_default())
    }

    /// Whose the stream is, if it was ever claimed.
    fn lease(&self, stream: &StreamId) -> Result<Option<Lease>, Unavailable>;

    /// Opens a closed stream again: it can be claimed, and goes on after its last event. Nothing happens to
    /// one that is open or was never claimed.
    fn reopen(&self, stream: &StreamId) -> Result<(), Unavailable>;

    /// Where a stream stands; all zero when nobody ever claimed it.
    fn head(&self, stream: &StreamId) -> Result<Head, Unavailable>;

    /// The open streams whose names begin like this, in the order of their names.
    fn streams(&self, prefix: &str) -> Result<Vec<StreamId>, Unavailable>;

    /// The closed streams whose names begin like this and come after `after`, at most `limit` of them.
    fn closed_streams(
        &self,
        prefix: &str,
        after: Option<&StreamId>,
        limit: usize,
    ) -> Result<Vec<StreamId>, Unavailable>;

    /// The latest room time written in any stream: where a room's clock goes on after a restart.
    fn last_moment(&self) -> Result<Option<Timestamp>, Unavailable>;

    /// The events after this one, at most `limit` of them, archived or not.
    fn load(&self, stream: &StreamId, after: Sequence, limit: usize)
    -> Result<Vec<StoredEvent>, Unavailable>;

    /// The latest checkpoint of a stream.
    fn checkpoint(&self, stream: &StreamId) -> Result<Option<Checkpoint>, Unavailable>;

    /// The latest checkpoint that was [kept](crate::StreamBatch::keep) and includes no later event than this one.
    fn kept_checkpoint(&self, stream: &StreamId, up_to: Sequence) -> Result<Option<Checkpoint>, Unavailable>;

    /// A secret of a stream. For the table that deals from it and for audits, never for a player.
    fn secret(&self, stream: &StreamId, key: u64) -> Result<Option<Payload>, Unavailable>;

    /// What a stream remembers about a player, if it still counts at this moment of the room's clock.
    fn remembered(
        &self,
        stream: &StreamId,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<RememberedPlayer>, Unavailable>;

    /// Forgets what no longer counts at this moment in any stream, at most `limit` rows of it, and says how
    /// many there were. Fewer than `limit`: that was all.
    fn forget_remembered(&self, now: Timestamp, limit: usize) -> Result<u64, Unavailable>;

    /// Moves old events out of the live log into compressed segments of [`SEGMENT_EVENTS`](crate::SEGMENT_EVENTS)
    /// events: those up to `up_to` that the checkpoint includes, at most `limit` segments. Says how many events
    /// were moved; zero when too few are left for a segment. Changes nothing that can be read.
    fn archive(&self, stream: &StreamId, up_to: Sequence, limit: usize) -> Result<u64, Unavailable>;

    // ---- Ledger ----

    /// What an account holds; one never heard of holds nothing.
    fn balance(&self, account: &Account) -> Result<Chips, Unavailable>;

    /// Every account that was ever used with what it holds, in no promised order. Every currency sums to zero.
    fn accounts(&self) -> Result<Vec<(Account, Chips)>, Unavailable>;

    /// The wallets of a player, one per currency they ever had, in no promised order.
    fn wallets(&self, player: PlayerId) -> Result<Vec<(Account, Chips)>, Unavailable>;

    /// The transfers after this number, at most `limit` of them: what the balances are made of. Numbers grow
    /// and may have gaps: go on after the last one that came, not after `after + limit`.
    fn postings(&self, after: u64, limit: usize) -> Result<Vec<Posting>, Unavailable>;

    /// Adds the whole ledger up, currency by currency: do the accounts sum to zero, and does each hold what
    /// was posted to it? Reads every posting; meant for the start of a room.
    fn check_books(&self) -> Result<Vec<CurrencyCheck>, Unavailable>;

    // ---- Commands ----

    /// What was answered to this command, if it was carried out.
    fn receipt(&self, key: &CommandKey) -> Result<Option<CommandReceipt>, Unavailable>;

    /// Forgets receipts from before this moment of the room's clock, at most `limit` of them and those written
    /// first before others, and says how many they were. Fewer than `limit`: that was all. A command that comes
    /// again after that is a new one.
    fn forget_receipts(&self, before: Timestamp, limit: usize) -> Result<u64, Unavailable>;

    // ---- Hands ----

    /// A hand by its number in the stream.
    fn hand(&self, stream: &StreamId, hand: u64) -> Result<Option<HandRow>, Unavailable>;

    /// A player's hands of this kind before this mark, the latest first, at most `limit` of them; without a mark, the
    /// latest of all.
    fn hands_of(
        &self,
        player: PlayerId,
        filter: &HandFilter,
        before: Option<&HandMark>,
        limit: usize,
    ) -> Result<Vec<PlayedHand>, Unavailable>;

    /// What a player's hands come to, game by game, in the order of the games' names.
    fn tallies(&self, player: PlayerId) -> Result<Vec<Tally>, Unavailable>;

    /// The hand that this link shows.
    fn shared_hand(&self, id: ShareId) -> Result<Option<SharedHand>, Unavailable>;

    /// The link to a hand that its owner has made, if they have.
    fn share_of(
        &self,
        owner: PlayerId,
        stream: &StreamId,
        hand: u64,
    ) -> Result<Option<SharedHand>, Unavailable>;

    /// The events of a hand, from its first to its last. None when there is no such hand.
    fn hand_events(&self, stream: &StreamId, hand: u64) -> Result<Vec<StoredEvent>, Unavailable> {
        let Some(row) = self.hand(stream, hand)? else { return Ok(Vec::new()) };
        let count = usize::try_from(row.last.0 + 1 - row.first.0).unwrap_or(usize::MAX);
        self.load(stream, Sequence(row.first.0 - 1), count)
    }

    // ---- People ----

    /// Tells the store what the calendar shows, and answers which date to go by: never before one it has gone by,
    /// and not more than [`MAX_WALL_JUMP`](crate::MAX_WALL_JUMP) after it until a later opening of the store is told
    /// of about the same date again. So a clock that is wrong at one start ends no session. Call it at start and
    /// every few hours, and use its dates for everything about people.
    fn observe_wall(&self, now: WallTime) -> Result<WallTime, Unavailable>;

    /// Who has this number.
    fn user(&self, id: PlayerId) -> Result<Option<User>, Unavailable>;

    /// Who signed in with this token and has not run out at this date.
    fn session(&self, token: &TokenDigest, now: WallTime) -> Result<Option<Session>, Unavailable>;

    /// Finds a session and keeps it alive: from now on it lasts so long. Writes that down at most once a day.
    fn touch_session(
        &self,
        token: &TokenDigest,
        now: WallTime,
        lasting: Millis,
    ) -> Result<Option<Session>, AppendError> {
        let Some(session) = self.session(token, now)? else { return Ok(None) };
        if now.since(session.last_used) < TOUCH_EVERY {
            return Ok(Some(session));
        }
        let expires_at = now + lasting;
        let touch = PeopleChange::TouchSession { token: *token, used_at: now, expires_at };
        self.append(Append { people: vec![touch], ..Append::default() })?;
        Ok(self.session(token, now)?)
    }

    /// The sessions of a user that have not run out at this date, those used last first.
    fn sessions_of(&self, user: PlayerId, now: WallTime) -> Result<Vec<Session>, Unavailable>;

    /// Which member's name looks like this: one of the looks it was taken with.
    fn member(&self, look: &str) -> Result<Option<PlayerId>, Unavailable>;

    /// How a member proves who they are.
    fn credentials(&self, user: PlayerId) -> Result<Option<Credentials>, Unavailable>;

    /// Users after this one in the order of their numbers, all or of one kind, at most `limit` of them.
    fn users(
        &self,
        kind: Option<UserKind>,
        after: Option<PlayerId>,
        limit: usize,
    ) -> Result<Vec<User>, Unavailable>;

    /// Forgets sessions that ran out before this date, at most `limit` of them, and says how many. Fewer than
    /// `limit`: that was all.
    fn forget_sessions(&self, before: WallTime, limit: usize) -> Result<u64, Unavailable>;

    /// Guests whom nobody saw since this date, those away longest first, at most `limit` of them.
    fn unseen_guests(&self, since: WallTime, limit: usize) -> Result<Vec<PlayerId>, Unavailable>;

    /// Removes guests whom nobody saw since this date with their sessions, at most `limit` of them, and moves
    /// what their wallets hold back to where it came from; an append for each. Says who they were.
    fn prune_guests(
        &self,
        at: Timestamp,
        since: WallTime,
        limit: usize,
    ) -> Result<Vec<PlayerId>, AppendError> {
        let mut gone = Vec::new();
        for user in self.unseen_guests(since, limit)? {
            let back = |(wallet, chips): (Account, Chips)| {
                Transfer::new(wallet.clone(), Account::issuance(wallet.currency), chips).ok()
            };
            let transfers = self.wallets(user)?.into_iter().filter_map(back).collect();
            let people = vec![PeopleChange::RemoveGuest { user, unseen_since: since }];
            match self.append(Append { at, transfers, people, ..Append::default() }) {
                Ok(()) => gone.push(user),
                // They came back in this moment, or their wallet moved: they stay.
                Err(AppendError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(gone)
    }
}

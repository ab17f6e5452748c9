//! What the store in memory holds, and how a transaction changes it.

use crate::calendar::Calendar;
use crate::transaction::Transaction;
use crate::{
    Account, Checkpoint, CommandKey, CommandReceipt, Credentials, HandFilter, HandMark, HandRow, Head,
    Payload, PlayedHand, PlayerId, Posting, RememberedChange, RememberedPlayer, SEGMENT_EVENTS, Sequence,
    Session, ShareId, SharedHand, StoredEvent, StreamBatch, StreamId, Tally, TokenDigest, Transfer, User,
    WriterId,
};
use kozyr_chips::{Chips, Owner};
use kozyr_time::{Timestamp, WallTime};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::convert::Infallible;

/// What is in memory is opened once.
const WRITER: WriterId = WriterId(1);

#[derive(Default)]
pub(super) struct State {
    pub(super) streams: BTreeMap<StreamId, Stream>,
    pub(super) balances: BTreeMap<Account, Chips>,
    pub(super) postings: Vec<Posting>,
    pub(super) receipts: HashMap<CommandKey, CommandReceipt>,
    /// The receipts in the order in which they were written.
    receipts_by_age: VecDeque<(Timestamp, CommandKey)>,
    pub(super) users: HashMap<PlayerId, User>,
    pub(super) sessions: HashMap<TokenDigest, Session>,
    pub(super) looks: HashMap<String, PlayerId>,
    pub(super) credentials: HashMap<PlayerId, Credentials>,
    /// Who played which hand: player, end, order of the stream, number of the hand.
    players: BTreeMap<(PlayerId, Timestamp, usize, u64), StreamId>,
    pub(super) tallies: BTreeMap<(PlayerId, String, String), Tally>,
    pub(super) shares: HashMap<ShareId, SharedHand>,
    calendar: Calendar,
}

#[derive(Default)]
pub(super) struct Stream {
    /// Its place among the streams in the order in which they were first claimed, from 1.
    order: usize,
    pub(super) head: Head,
    pub(super) owner: WriterId,
    pub(super) last_at: Option<Timestamp>,
    pub(super) events: Vec<StoredEvent>,
    /// Up to where events would be in the archive of a file. In memory they stay where they are.
    archived: Sequence,
    pub(super) checkpoint: Option<Checkpoint>,
    pub(super) kept: BTreeMap<Sequence, Payload>,
    pub(super) secrets: BTreeMap<u64, Payload>,
    pub(super) remembered: BTreeMap<PlayerId, RememberedPlayer>,
    pub(super) hands: BTreeMap<u64, HandRow>,
}

impl State {
    pub(super) fn hands_of(
        &self,
        player: PlayerId,
        filter: &HandFilter,
        before: Option<&HandMark>,
        limit: usize,
    ) -> Vec<PlayedHand> {
        let first = (player, Timestamp::from_millis(i64::MIN), 0, 0);
        let end = match before {
            None => (player, Timestamp::from_millis(i64::MAX), usize::MAX, u64::MAX),
            Some(mark) => {
                let order = self.streams.get(&mark.stream).map_or(0, |stream| stream.order);
                (player, mark.ended, order, mark.hand)
            }
        };
        let found = self.players.range(first..end).rev();
        let rows = found.filter_map(|((_, _, _, hand), stream)| self.streams.get(stream)?.hands.get(hand));
        let rows = rows.filter(|row| filter.admits(row)).take(limit);
        rows.filter_map(|row| {
            let own = *row.players.iter().find(|one| one.player == player)?;
            Some(PlayedHand { row: row.clone(), own })
        })
        .collect()
    }
}

impl Transaction for State {
    type Error = Infallible;

    fn writer(&self) -> WriterId {
        WRITER
    }

    fn head(&mut self, stream: &StreamId) -> Result<Head, Infallible> {
        Ok(self.streams.get(stream).map(|s| s.head).unwrap_or_default())
    }
    fn has_secret(&mut self, stream: &StreamId, key: u64) -> Result<bool, Infallible> {
        Ok(self.streams.get(stream).is_some_and(|s| s.secrets.contains_key(&key)))
    }
    fn has_hand(&mut self, stream: &StreamId, hand: u64) -> Result<bool, Infallible> {
        Ok(self.streams.get(stream).is_some_and(|s| s.hands.contains_key(&hand)))
    }
    fn balance(&mut self, account: &Account) -> Result<Chips, Infallible> {
        Ok(self.balances.get(account).copied().unwrap_or_default())
    }
    fn wallets(&mut self, player: PlayerId) -> Result<Vec<(Account, Chips)>, Infallible> {
        let own = self.balances.iter().filter(|(account, _)| account.owner == Owner::Player(player));
        Ok(own.map(|(account, chips)| (account.clone(), *chips)).collect())
    }
    fn receipt(&mut self, key: &CommandKey) -> Result<Option<CommandReceipt>, Infallible> {
        Ok(self.receipts.get(key).cloned())
    }
    fn user(&mut self, id: PlayerId) -> Result<Option<User>, Infallible> {
        Ok(self.users.get(&id).cloned())
    }
    fn session(&mut self, token: &TokenDigest) -> Result<Option<Session>, Infallible> {
        Ok(self.sessions.get(token).cloned())
    }
    fn look(&mut self, look: &str) -> Result<Option<PlayerId>, Infallible> {
        Ok(self.looks.get(look).copied())
    }
    fn credentials(&mut self, user: PlayerId) -> Result<Option<Credentials>, Infallible> {
        Ok(self.credentials.get(&user).cloned())
    }
    fn calendar(&mut self) -> Result<Calendar, Infallible> {
        Ok(self.calendar)
    }
    fn checkpointed(&mut self, stream: &StreamId) -> Result<Sequence, Infallible> {
        let checkpoint = self.streams.get(stream).and_then(|s| s.checkpoint.as_ref());
        Ok(checkpoint.map(|checkpoint| checkpoint.sequence).unwrap_or_default())
    }
    fn archived(&mut self, stream: &StreamId) -> Result<Sequence, Infallible> {
        Ok(self.streams.get(stream).map(|s| s.archived).unwrap_or_default())
    }

    fn put_claim(&mut self, stream: &StreamId, head: Head) -> Result<(), Infallible> {
        let order = self.streams.len() + 1;
        let new = || Stream { order, ..Stream::default() };
        let stream = self.streams.entry(stream.clone()).or_insert_with(new);
        (stream.head, stream.owner) = (head, WRITER);
        Ok(())
    }
    fn put_batch(&mut self, at: Timestamp, batch: &StreamBatch, head: Head) -> Result<(), Infallible> {
        let stream = self.streams.entry(batch.stream.clone()).or_default();
        stream.head = head;
        stream.last_at = stream.last_at.max(Some(at));
        for (nth, payload) in batch.events.iter().enumerate() {
            let sequence = batch.after.plus(nth + 1);
            stream.events.push(StoredEvent { sequence, at, payload: payload.clone() });
        }
        stream.secrets.extend(batch.secrets.iter().map(|secret| (secret.key, secret.payload.clone())));
        if let Some(payload) = &batch.checkpoint {
            stream.checkpoint = Some(Checkpoint { sequence: batch.end(), payload: payload.clone() });
            if batch.keep {
                stream.kept.insert(batch.end(), payload.clone());
            }
        }
        for change in &batch.remembered {
            match change {
                RememberedChange::Put(row) => drop(stream.remembered.insert(row.player, row.clone())),
                RememberedChange::Clear(player) => drop(stream.remembered.remove(player)),
            }
        }
        Ok(())
    }
    fn reopen(&mut self, stream: &StreamId) -> Result<(), Infallible> {
        if let Some(stream) = self.streams.get_mut(stream) {
            stream.head.closed = false;
        }
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
    fn add_to_balance(&mut self, account: &Account, difference: Chips) -> Result<(), Infallible> {
        *self.balances.entry(account.clone()).or_default() += difference;
        Ok(())
    }
    fn put_receipt(&mut self, at: Timestamp, receipt: &CommandReceipt) -> Result<(), Infallible> {
        self.receipts_by_age.push_back((at, receipt.key));
        self.receipts.insert(receipt.key, receipt.clone());
        Ok(())
    }
    fn put_hand(&mut self, hand: &HandRow) -> Result<(), Infallible> {
        let stream = self.streams.entry(hand.stream.clone()).or_default();
        stream.hands.insert(hand.hand, hand.clone());
        for one in &hand.players {
            let key = (one.player, hand.ended.room, stream.order, hand.hand);
            self.players.insert(key, hand.stream.clone());
            let key = (one.player, hand.game.clone(), hand.currency.to_string());
            self.tallies.entry(key).or_insert_with(|| Tally::new(&hand.game, &hand.currency)).add(one);
        }
        Ok(())
    }
    fn has_share(&mut self, share: &SharedHand) -> Result<bool, Infallible> {
        let same =
            |one: &SharedHand| (one.owner, one.hand, &one.stream) == (share.owner, share.hand, &share.stream);
        Ok(self.shares.contains_key(&share.id) || self.shares.values().any(same))
    }
    fn took_part(&mut self, stream: &StreamId, hand: u64, player: PlayerId) -> Result<bool, Infallible> {
        let row = self.streams.get(stream).and_then(|s| s.hands.get(&hand));
        Ok(row.is_some_and(|row| row.players.iter().any(|one| one.player == player)))
    }
    fn put_share(&mut self, share: &SharedHand) -> Result<(), Infallible> {
        self.shares.insert(share.id, share.clone());
        Ok(())
    }
    fn put_user(&mut self, user: &User) -> Result<(), Infallible> {
        self.users.insert(user.id, user.clone());
        Ok(())
    }
    fn put_looks(&mut self, user: PlayerId, looks: &[String]) -> Result<(), Infallible> {
        self.looks.retain(|_, holder| *holder != user);
        self.looks.extend(looks.iter().map(|look| (look.clone(), user)));
        Ok(())
    }
    fn put_credentials(&mut self, user: PlayerId, credentials: &Credentials) -> Result<(), Infallible> {
        self.credentials.insert(user, credentials.clone());
        Ok(())
    }
    fn remove_user(&mut self, id: PlayerId) -> Result<(), Infallible> {
        self.users.remove(&id);
        self.credentials.remove(&id);
        self.looks.retain(|_, holder| *holder != id);
        self.sessions.retain(|_, session| session.user != id);
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
    fn end_sessions(&mut self, user: PlayerId, except: Option<&TokenDigest>) -> Result<(), Infallible> {
        self.sessions.retain(|token, session| session.user != user || Some(token) == except);
        Ok(())
    }
    fn put_calendar(&mut self, calendar: Calendar) -> Result<(), Infallible> {
        self.calendar = calendar;
        Ok(())
    }
    fn archive_segment(&mut self, stream: &StreamId, after: Sequence) -> Result<(), Infallible> {
        if let Some(stream) = self.streams.get_mut(stream) {
            stream.archived = after.plus(SEGMENT_EVENTS);
        }
        Ok(())
    }

    fn forget_receipts(&mut self, before: Timestamp, limit: usize) -> Result<u64, Infallible> {
        let old = self.receipts_by_age.iter().take(limit).take_while(|(at, _)| *at < before).count();
        for (_, key) in self.receipts_by_age.drain(..old) {
            self.receipts.remove(&key);
        }
        Ok(old as u64)
    }
    fn forget_remembered(&mut self, now: Timestamp, limit: usize) -> Result<u64, Infallible> {
        let rows = self.streams.values().flat_map(|s| s.remembered.values().map(move |row| (s, row)));
        let mut over: Vec<_> = rows
            .filter(|(_, row)| row.until <= now)
            .map(|(stream, row)| (row.until, stream.order, row.player))
            .collect();
        over.sort_unstable();
        over.truncate(limit);
        for stream in self.streams.values_mut() {
            let order = stream.order;
            stream.remembered.retain(|_, row| !over.contains(&(row.until, order, row.player)));
        }
        Ok(over.len() as u64)
    }
    fn forget_sessions(&mut self, before: WallTime, limit: usize) -> Result<u64, Infallible> {
        let old = self.sessions.values().filter(|session| session.expires_at < before);
        let mut over: Vec<_> = old.map(|session| (session.expires_at, session.token)).collect();
        over.sort_unstable();
        over.truncate(limit);
        for (_, token) in &over {
            self.sessions.remove(token);
        }
        Ok(over.len() as u64)
    }
}

//! The rules of every write, once for all stores.
//!
//! A store supplies a [`Transaction`]: a few look-ups and puts. Everything is checked before anything is
//! put, so a refusal leaves nothing to undo and the transaction can go on with the next append of its group.

/// Leaves the function with a refusal, or goes on with what was checked.
macro_rules! accepted {
    ($checked:expr) => {
        match $checked? {
            Ok(value) => value,
            Err(refused) => return Ok(Err(refused)),
        }
    };
}

mod people;

use crate::calendar::Calendar;
use crate::{
    Account, Append, CommandKey, CommandReceipt, Credentials, HandRow, Head, Payload, PlayerId, Refused,
    SEGMENT_EVENTS, Sequence, Session, SharedHand, StreamBatch, StreamId, TokenDigest, Transfer, User,
    WriterId,
};
use kozyr_chips::Chips;
use kozyr_time::{Timestamp, WallTime};

/// One transaction of a store.
pub(crate) trait Transaction {
    /// What can go wrong with the store itself.
    type Error;

    /// Who writes.
    fn writer(&self) -> WriterId;

    fn head(&mut self, stream: &StreamId) -> Result<Head, Self::Error>;
    fn has_secret(&mut self, stream: &StreamId, key: u64) -> Result<bool, Self::Error>;
    fn has_hand(&mut self, stream: &StreamId, hand: u64) -> Result<bool, Self::Error>;
    fn balance(&mut self, account: &Account) -> Result<Chips, Self::Error>;
    fn wallets(&mut self, player: PlayerId) -> Result<Vec<(Account, Chips)>, Self::Error>;
    fn receipt(&mut self, key: &CommandKey) -> Result<Option<CommandReceipt>, Self::Error>;
    fn user(&mut self, id: PlayerId) -> Result<Option<User>, Self::Error>;
    /// The session of this token, run out or not.
    fn session(&mut self, token: &TokenDigest) -> Result<Option<Session>, Self::Error>;
    /// Which member has a name that looks like this.
    fn look(&mut self, look: &str) -> Result<Option<PlayerId>, Self::Error>;
    fn credentials(&mut self, user: PlayerId) -> Result<Option<Credentials>, Self::Error>;
    fn calendar(&mut self) -> Result<Calendar, Self::Error>;
    /// The last event that the stream's checkpoint includes.
    fn checkpointed(&mut self, stream: &StreamId) -> Result<Sequence, Self::Error>;
    /// The last event in the archive.
    fn archived(&mut self, stream: &StreamId) -> Result<Sequence, Self::Error>;

    /// Gives the stream, new or not, to the writer under this epoch.
    fn put_claim(&mut self, stream: &StreamId, head: Head) -> Result<(), Self::Error>;
    /// Everything of a batch, and where the stream stands after it.
    fn put_batch(&mut self, at: Timestamp, batch: &StreamBatch, head: Head) -> Result<(), Self::Error>;
    fn reopen(&mut self, stream: &StreamId) -> Result<(), Self::Error>;
    /// Posts a transfer. The balances are put apart.
    fn put_transfer(
        &mut self,
        at: Timestamp,
        transfer: &Transfer,
        cause: Option<&StreamBatch>,
    ) -> Result<(), Self::Error>;
    /// Adds to a balance, or takes away.
    fn add_to_balance(&mut self, account: &Account, difference: Chips) -> Result<(), Self::Error>;
    fn put_receipt(&mut self, at: Timestamp, receipt: &CommandReceipt) -> Result<(), Self::Error>;
    fn put_hand(&mut self, hand: &HandRow) -> Result<(), Self::Error>;
    /// Is this link taken, or has the owner one to this hand?
    fn has_share(&mut self, share: &SharedHand) -> Result<bool, Self::Error>;
    /// Did they take part in this hand?
    fn took_part(&mut self, stream: &StreamId, hand: u64, player: PlayerId) -> Result<bool, Self::Error>;
    fn put_share(&mut self, share: &SharedHand) -> Result<(), Self::Error>;
    fn put_user(&mut self, user: &User) -> Result<(), Self::Error>;
    /// What a member's name could be taken for, in place of what it was before.
    fn put_looks(&mut self, user: PlayerId, looks: &[String]) -> Result<(), Self::Error>;
    fn put_credentials(&mut self, user: PlayerId, credentials: &Credentials) -> Result<(), Self::Error>;
    /// Removes a user with all their sessions, their name and their password.
    fn remove_user(&mut self, id: PlayerId) -> Result<(), Self::Error>;
    fn put_session(&mut self, session: &Session) -> Result<(), Self::Error>;
    fn end_session(&mut self, token: &TokenDigest) -> Result<(), Self::Error>;
    fn end_sessions(&mut self, user: PlayerId, except: Option<&TokenDigest>) -> Result<(), Self::Error>;
    fn put_calendar(&mut self, calendar: Calendar) -> Result<(), Self::Error>;
    /// Moves the segment after this event from the live log to the archive.
    fn archive_segment(&mut self, stream: &StreamId, after: Sequence) -> Result<(), Self::Error>;

    fn forget_receipts(&mut self, before: Timestamp, limit: usize) -> Result<u64, Self::Error>;
    fn forget_remembered(&mut self, now: Timestamp, limit: usize) -> Result<u64, Self::Error>;
    fn forget_sessions(&mut self, before: WallTime, limit: usize) -> Result<u64, Self::Error>;
}

/// What comes of checking something: fine, refused, or the store itself has failed.
type Checked<T, E> = Result<Result<T, Refused>, E>;

/// Carries an append out, or refuses it and puts nothing.
pub(crate) fn append<T: Transaction>(t: &mut T, append: &Append) -> Checked<(), T::Error> {
    // A repeated command is answered as such, whatever else has changed since the first time.
    accepted!(check_receipts(t, &append.receipts));
    accepted!(Ok(check_sizes(append)));
    let heads = accepted!(check_streams(t, &append.streams));
    let balances = accepted!(check_transfers(t, &append.transfers));
    accepted!(check_hands(t, append));
    accepted!(check_shares(t, &append.shares));
    accepted!(people::check(t, &append.people, &balances));

    for (batch, head) in append.streams.iter().zip(heads) {
        t.put_batch(append.at, batch, head)?;
    }
    // In the order of accounts, so that stores with row locks never wait for each other in a circle.
    for balance in &balances {
        t.add_to_balance(&balance.account, balance.difference)?;
    }
    for transfer in &append.transfers {
        t.put_transfer(append.at, transfer, append.streams.first())?;
    }
    for receipt in &append.receipts {
        t.put_receipt(append.at, receipt)?;
    }
    for hand in &append.hands {
        t.put_hand(hand)?;
    }
    for share in &append.shares {
        t.put_share(share)?;
    }
    for change in &append.people {
        people::put(t, change)?;
    }
    Ok(Ok(()))
}

/// Gives the streams to the writer, or names one that is closed and gives none.
pub(crate) fn claim_all<T: Transaction>(
    t: &mut T,
    streams: &[StreamId],
) -> Result<Result<Vec<Head>, StreamId>, T::Error> {
    for stream in streams {
        if t.head(stream)?.closed {
            return Ok(Err(stream.clone()));
        }
    }
    let mut heads = Vec::with_capacity(streams.len());
    for stream in streams {
        let mut head = t.head(stream)?;
        head.epoch.0 += 1;
        t.put_claim(stream, head)?;
        heads.push(head);
    }
    Ok(Ok(heads))
}

/// Moves whole segments of what the checkpoint includes to the archive; says how many events.
pub(crate) fn archive<T: Transaction>(
    t: &mut T,
    stream: &StreamId,
    up_to: Sequence,
    limit: usize,
) -> Result<u64, T::Error> {
    let bound = up_to.min(t.checkpointed(stream)?);
    let start = t.archived(stream)?;
    let mut end = start;
    for _ in 0..limit {
        if end.plus(SEGMENT_EVENTS) > bound {
            break;
        }
        t.archive_segment(stream, end)?;
        end = end.plus(SEGMENT_EVENTS);
    }
    Ok(end.0 - start.0)
}

/// Takes in what the calendar shows; answers which date to go by.
pub(crate) fn observe_wall<T: Transaction>(t: &mut T, now: WallTime) -> Result<WallTime, T::Error> {
    let before = t.calendar()?;
    let mut calendar = before;
    let date = calendar.observe(now, t.writer());
    if calendar != before {
        t.put_calendar(calendar)?;
    }
    Ok(date)
}

fn check_sizes(append: &Append) -> Result<(), Refused> {
    let batches = append.streams.iter().flat_map(|batch| {
        let secrets = batch.secrets.iter().map(|secret| &secret.payload);
        let remembered = batch.remembered.iter().filter_map(|change| match change {
            crate::RememberedChange::Put(row) => Some(&row.payload),
            crate::RememberedChange::Clear(_) => None,
        });
        batch.events.iter().chain(secrets).chain(&batch.checkpoint).chain(remembered)
    });
    let large = batches.chain(append.hands.iter().map(|hand| &hand.summary));
    let answers = append.receipts.iter().map(|receipt| &receipt.answer);
    let labels = append.people.iter().filter_map(|change| match change {
        crate::PeopleChange::StartSession(session) => Some(session.label.len()),
        _ => None,
    });
    if let Some(bytes) = labels.max().filter(|bytes| *bytes > Session::MAX_LABEL_BYTES) {
        return Err(Refused::TooLarge { bytes, allowed: Session::MAX_LABEL_BYTES });
    }
    within(large, Payload::MAX_BYTES)?;
    within(answers, CommandReceipt::MAX_ANSWER_BYTES)
}

fn within<'a>(mut payloads: impl Iterator<Item = &'a Payload>, allowed: usize) -> Result<(), Refused> {
    match payloads.find(|payload| payload.bytes.len() > allowed) {
        Some(payload) => Err(Refused::TooLarge { bytes: payload.bytes.len(), allowed }),
        None => Ok(()),
    }
}

fn check_receipts<T: Transaction>(t: &mut T, receipts: &[CommandReceipt]) -> Checked<(), T::Error> {
    for (nth, receipt) in receipts.iter().enumerate() {
        let twice_here = receipts[..nth].iter().find(|earlier| earlier.key == receipt.key).cloned();
        let before = match twice_here {
            Some(earlier) => Some(earlier),
            None => t.receipt(&receipt.key)?,
        };
        match before {
            Some(before) if before.digest == receipt.digest => {
                return Ok(Err(Refused::Repeated(Box::new(before))));
            }
            Some(_) => return Ok(Err(Refused::OtherCommand(receipt.key))),
            None => {}
        }
    }
    Ok(Ok(()))
}

/// Where the streams will stand, batch by batch. A stream may have several batches, one after another.
fn check_streams<T: Transaction>(t: &mut T, batches: &[StreamBatch]) -> Checked<Vec<Head>, T::Error> {
    let mut heads: Vec<Head> = Vec::with_capacity(batches.len());
    for (nth, batch) in batches.iter().enumerate() {
        let earlier = batches[..nth].iter().rposition(|earlier| earlier.stream == batch.stream);
        let held = match earlier {
            Some(earlier) => heads[earlier],
            None => t.head(&batch.stream)?,
        };
        let stream = || batch.stream.clone();
        if batch.epoch != held.epoch || held.epoch.0 == 0 {
            return Ok(Err(Refused::Fenced { stream: stream(), held: held.epoch, offered: batch.epoch }));
        }
        if held.closed {
            return Ok(Err(Refused::Closed(stream())));
        }
        if batch.after != held.sequence {
            let (at, offered) = (held.sequence, batch.after);
            return Ok(Err(Refused::WrongSequence { stream: stream(), at, offered }));
        }
        for (place, secret) in batch.secrets.iter().enumerate() {
            let here = batches[..nth].iter().filter(|earlier| earlier.stream == batch.stream);
            let mut before = here.flat_map(|earlier| &earlier.secrets).chain(&batch.secrets[..place]);
            if before.any(|s| s.key == secret.key) || t.has_secret(&batch.stream, secret.key)? {
                return Ok(Err(Refused::SecretExists { stream: stream(), key: secret.key }));
            }
        }
        heads.push(Head { epoch: held.epoch, sequence: batch.end(), closed: batch.close });
    }
    Ok(Ok(heads))
}

/// What transfers do to an account.
struct Balance {
    account: Account,
    before: Chips,
    after: Chips,
    difference: Chips,
}

/// What the transfers do to the accounts, in the order of accounts.
fn check_transfers<T: Transaction>(t: &mut T, transfers: &[Transfer]) -> Checked<Vec<Balance>, T::Error> {
    let mut balances: Vec<Balance> = Vec::new();
    for transfer in transfers {
        let (from, to, amount) = (transfer.from(), transfer.to(), transfer.amount());
        if from.currency != to.currency {
            return Ok(Err(Refused::MixedCurrencies { from: from.clone(), to: to.clone() }));
        }
        let paying = position(t, &mut balances, from)?;
        let paid = position(t, &mut balances, to)?;
        let balance = balances[paying].after;
        match balance.checked_sub(amount) {
            Ok(left) if left.is_negative() && !from.may_owe() => {
                return Ok(Err(Refused::CannotPay { account: from.clone(), balance, amount }));
            }
            Ok(left) => balances[paying].after = left,
            Err(_) => return Ok(Err(Refused::Overflow(from.clone()))),
        }
        match balances[paid].after.checked_add(amount) {
            Ok(gained) => balances[paid].after = gained,
            Err(_) => return Ok(Err(Refused::Overflow(to.clone()))),
        }
    }
    for balance in &mut balances {
        match balance.after.checked_sub(balance.before) {
            Ok(difference) => balance.difference = difference,
            Err(_) => return Ok(Err(Refused::Overflow(balance.account.clone()))),
        }
    }
    balances.sort_unstable_by(|a, b| a.account.cmp(&b.account));
    Ok(Ok(balances))
}

/// Where the account stands among those looked up so far. A transaction touches a handful of them.
fn position<T: Transaction>(
    t: &mut T,
    balances: &mut Vec<Balance>,
    account: &Account,
) -> Result<usize, T::Error> {
    if let Some(known) = balances.iter().position(|balance| balance.account == *account) {
        return Ok(known);
    }
    let before = t.balance(account)?;
    balances.push(Balance { account: account.clone(), before, after: before, difference: Chips::ZERO });
    Ok(balances.len() - 1)
}

fn check_hands<T: Transaction>(t: &mut T, append: &Append) -> Checked<(), T::Error> {
    for (nth, row) in append.hands.iter().enumerate() {
        let (stream, hand) = (&row.stream, row.hand);
        let batch = append.streams.iter().rfind(|batch| batch.stream == *stream);
        let twice = |(n, one): (usize, &crate::HandPlayer)| {
            row.players[..n].iter().any(|other| other.player == one.player)
        };
        let wrong = match batch {
            None => Some("its stream is not part of the append"),
            Some(_) if i64::try_from(hand).is_err() => Some("its number is too large"),
            Some(batch) if row.last > batch.end() => Some("its last event lies ahead"),
            Some(_) if row.first.0 == 0 || row.first > row.last => {
                Some("its first event is not before its last")
            }
            Some(_) if row.started.room > row.ended.room => Some("it ends before it starts"),
            Some(_) if !(1..=32).contains(&row.game.len()) => Some("the game's name has 1 to 32 bytes"),
            Some(_) if row.players.iter().enumerate().any(twice) => Some("a player takes part twice"),
            Some(_) => None,
        };
        if let Some(reason) = wrong {
            return Ok(Err(Refused::BadHand { stream: stream.clone(), hand, reason }));
        }
        let same = |other: &HandRow| other.stream == *stream && other.hand == hand;
        if append.hands[..nth].iter().any(same) || t.has_hand(stream, hand)? {
            return Ok(Err(Refused::HandExists { stream: stream.clone(), hand }));
        }
    }
    Ok(Ok(()))
}

/// Who shares a hand took part in it, and shares it once.
fn check_shares<T: Transaction>(t: &mut T, shares: &[SharedHand]) -> Checked<(), T::Error> {
    for (nth, share) in shares.iter().enumerate() {
        let SharedHand { id, stream, hand, owner, .. } = share;
        if !t.took_part(stream, *hand, *owner)? {
            return Ok(Err(Refused::NotTheirHand { stream: stream.clone(), hand: *hand, player: *owner }));
        }
        let same = |other: &SharedHand| {
            other.id == *id || (other.owner, other.hand, &other.stream) == (*owner, *hand, stream)
        };
        if shares[..nth].iter().any(same) || t.has_share(share)? {
            return Ok(Err(Refused::ShareExists { stream: stream.clone(), hand: *hand }));
        }
    }
    Ok(Ok(()))
}

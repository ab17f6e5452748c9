//! The rules of an append, once for all stores.
//!
//! A store supplies [`Books`]: a few look-ups and puts inside one transaction. Everything is checked
//! before anything is put, so a refusal leaves nothing to undo and the transaction can go on with
//! the next append of its group.

use crate::{
    Account, Append, CommandKey, CommandReceipt, Head, Payload, PeopleChange, PlayerId, Refused, Session,
    StreamBatch, StreamId, TokenDigest, Transfer, User,
};
use kozyr_chips::Chips;
use kozyr_time::Timestamp;

/// One transaction of a store.
pub(crate) trait Books {
    /// What can go wrong with the store itself.
    type Error;

    fn head(&mut self, stream: &StreamId) -> Result<Head, Self::Error>;
    fn balance(&mut self, account: &Account) -> Result<Chips, Self::Error>;
    fn receipt(&mut self, key: &CommandKey) -> Result<Option<CommandReceipt>, Self::Error>;
    fn has_secret(&mut self, stream: &StreamId, key: u64) -> Result<bool, Self::Error>;
    fn has_user(&mut self, id: PlayerId) -> Result<bool, Self::Error>;
    fn has_session(&mut self, token: &TokenDigest) -> Result<bool, Self::Error>;

    fn put_head(&mut self, stream: &StreamId, head: Head) -> Result<(), Self::Error>;
    /// The events, secrets and checkpoint of a batch; the head is put apart.
    fn put_batch(&mut self, at: Timestamp, batch: &StreamBatch) -> Result<(), Self::Error>;
    fn put_balance(&mut self, account: &Account, balance: Chips) -> Result<(), Self::Error>;
    fn put_transfer(
        &mut self,
        at: Timestamp,
        transfer: &Transfer,
        cause: Option<&StreamBatch>,
    ) -> Result<(), Self::Error>;
    fn put_receipt(&mut self, at: Timestamp, receipt: &CommandReceipt) -> Result<(), Self::Error>;
    fn forget_receipts(&mut self, before: Timestamp) -> Result<u64, Self::Error>;
    fn put_user(&mut self, user: &User) -> Result<(), Self::Error>;
    fn rename_user(&mut self, id: PlayerId, name: &str) -> Result<(), Self::Error>;
    fn put_session(&mut self, session: &Session) -> Result<(), Self::Error>;
    fn end_session(&mut self, token: &TokenDigest) -> Result<(), Self::Error>;
}

/// What comes of looking something up in the books to check it: fine, refused, or the store is ill.
type Checked<T, E> = Result<Result<T, Refused>, E>;

/// Leaves the function with a refusal, or goes on with what was checked.
macro_rules! accepted {
    ($checked:expr) => {
        match $checked? {
            Ok(value) => value,
            Err(refused) => return Ok(Err(refused)),
        }
    };
}

/// Carries an append out, or refuses it and puts nothing.
pub(crate) fn append<B: Books>(books: &mut B, append: &Append) -> Checked<(), B::Error> {
    // A repeated command is answered as such, whatever else has changed since the first time.
    accepted!(check_receipts(books, &append.receipts));
    if let Some(bytes) = payloads(append).map(|p| p.0.len()).find(|&bytes| bytes > Payload::MAX_BYTES) {
        return Ok(Err(Refused::TooLarge { bytes }));
    }
    let heads = accepted!(check_streams(books, &append.streams));
    let balances = accepted!(check_transfers(books, &append.transfers));
    accepted!(check_people(books, &append.people));

    for (batch, head) in append.streams.iter().zip(heads) {
        books.put_batch(append.at, batch)?;
        books.put_head(&batch.stream, head)?;
    }
    for transfer in &append.transfers {
        books.put_transfer(append.at, transfer, append.streams.first())?;
    }
    for (account, balance) in balances {
        books.put_balance(&account, balance)?;
    }
    for receipt in &append.receipts {
        books.put_receipt(append.at, receipt)?;
    }
    for change in &append.people {
        match change {
            PeopleChange::Create(user) => books.put_user(user)?,
            PeopleChange::Rename(id, name) => books.rename_user(*id, name)?,
            PeopleChange::StartSession(session) => books.put_session(session)?,
            PeopleChange::EndSession(token) => books.end_session(token)?,
        }
    }
    Ok(Ok(()))
}

/// Gives the stream to a new owner.
pub(crate) fn claim<B: Books>(books: &mut B, stream: &StreamId) -> Result<Head, B::Error> {
    let mut head = books.head(stream)?;
    head.epoch.0 += 1;
    books.put_head(stream, head)?;
    Ok(head)
}

fn payloads(append: &Append) -> impl Iterator<Item = &Payload> {
    let batches = append.streams.iter().flat_map(|batch| {
        let secrets = batch.secrets.iter().map(|secret| &secret.payload);
        batch.events.iter().chain(secrets).chain(&batch.checkpoint)
    });
    batches.chain(append.receipts.iter().map(|receipt| &receipt.answer))
}

fn check_receipts<B: Books>(books: &mut B, receipts: &[CommandReceipt]) -> Checked<(), B::Error> {
    for (nth, receipt) in receipts.iter().enumerate() {
        let twice_here = receipts[..nth].iter().find(|earlier| earlier.key == receipt.key).cloned();
        let before = match twice_here {
            Some(earlier) => Some(earlier),
            None => books.receipt(&receipt.key)?,
        };
        if let Some(before) = before {
            return Ok(Err(Refused::Repeated(Box::new(before))));
        }
    }
    Ok(Ok(()))
}

/// Where the streams will stand, batch by batch. A stream may have several batches, one after another.
fn check_streams<B: Books>(books: &mut B, batches: &[StreamBatch]) -> Checked<Vec<Head>, B::Error> {
    let mut heads = Vec::with_capacity(batches.len());
    for (nth, batch) in batches.iter().enumerate() {
        let earlier = batches[..nth].iter().rposition(|earlier| earlier.stream == batch.stream);
        let held = match earlier {
            Some(earlier) => heads[earlier],
            None => books.head(&batch.stream)?,
        };
        let stream = || batch.stream.clone();
        if batch.epoch != held.epoch || held.epoch.0 == 0 {
            return Ok(Err(Refused::Fenced { stream: stream(), held: held.epoch, offered: batch.epoch }));
        }
        if batch.after != held.sequence {
            let (at, offered) = (held.sequence, batch.after);
            return Ok(Err(Refused::WrongSequence { stream: stream(), at, offered }));
        }
        for (place, secret) in batch.secrets.iter().enumerate() {
            let here = batches[..nth].iter().filter(|earlier| earlier.stream == batch.stream);
            let mut before = here.flat_map(|earlier| &earlier.secrets).chain(&batch.secrets[..place]);
            if before.any(|s| s.key == secret.key) || books.has_secret(&batch.stream, secret.key)? {
                return Ok(Err(Refused::SecretExists { stream: stream(), key: secret.key }));
            }
        }
        heads.push(Head { epoch: held.epoch, sequence: batch.end() });
    }
    Ok(Ok(heads))
}

/// What the accounts will hold.
fn check_transfers<B: Books>(
    books: &mut B,
    transfers: &[Transfer],
) -> Checked<Vec<(Account, Chips)>, B::Error> {
    let mut balances: Vec<(Account, Chips)> = Vec::new();
    for transfer in transfers {
        let (from, to, amount) = (transfer.from(), transfer.to(), transfer.amount());
        let paying = position(books, &mut balances, from)?;
        let paid = position(books, &mut balances, to)?;
        let balance = balances[paying].1;
        match balance.checked_sub(amount) {
            Ok(left) if left.is_negative() && !from.may_owe() => {
                return Ok(Err(Refused::CannotPay { account: from.clone(), balance, amount }));
            }
            Ok(left) => balances[paying].1 = left,
            Err(_) => return Ok(Err(Refused::Overflow(from.clone()))),
        }
        match balances[paid].1.checked_add(amount) {
            Ok(gained) => balances[paid].1 = gained,
            Err(_) => return Ok(Err(Refused::Overflow(to.clone()))),
        }
    }
    Ok(Ok(balances))
}

/// Where the account stands among those looked up so far. A transaction touches a handful of them.
fn position<B: Books>(
    books: &mut B,
    balances: &mut Vec<(Account, Chips)>,
    account: &Account,
) -> Result<usize, B::Error> {
    if let Some(known) = balances.iter().position(|(a, _)| a == account) {
        return Ok(known);
    }
    balances.push((account.clone(), books.balance(account)?));
    Ok(balances.len() - 1)
}

fn check_people<B: Books>(books: &mut B, changes: &[PeopleChange]) -> Checked<(), B::Error> {
    for (nth, change) in changes.iter().enumerate() {
        let earlier = &changes[..nth];
        let created_here = |id| earlier.iter().any(|c| matches!(c, PeopleChange::Create(u) if u.id == id));
        match change {
            PeopleChange::Create(user) => {
                if created_here(user.id) || books.has_user(user.id)? {
                    return Ok(Err(Refused::UserExists(user.id)));
                }
            }
            PeopleChange::Rename(id, _) => {
                if !created_here(*id) && !books.has_user(*id)? {
                    return Ok(Err(Refused::UnknownUser(*id)));
                }
            }
            PeopleChange::StartSession(session) => {
                if !created_here(session.user) && !books.has_user(session.user)? {
                    return Ok(Err(Refused::UnknownUser(session.user)));
                }
                // Ending and starting the same token in one append is no way to replace it either.
                let started =
                    |c: &PeopleChange| matches!(c, PeopleChange::StartSession(s) if s.token == session.token);
                if earlier.iter().any(started) || books.has_session(&session.token)? {
                    return Ok(Err(Refused::SessionExists(session.token)));
                }
            }
            PeopleChange::EndSession(_) => {}
        }
    }
    Ok(Ok(()))
}

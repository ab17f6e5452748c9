//! What the tests of the store share.
#![allow(dead_code, unreachable_pub, missing_docs)]

use kozyr_chips::Chips;
use kozyr_store::*;
use kozyr_time::Timestamp;
use std::collections::BTreeMap;
use tempfile::TempDir;

pub fn stream(name: &str) -> StreamId {
    StreamId::new(name).unwrap()
}

pub fn user(number: u64) -> PlayerId {
    PlayerId::new(number).unwrap()
}

pub fn wallet(number: u64) -> Account {
    Account::wallet(user(number), Currency::FUN)
}

pub fn pay(from: Account, to: Account, amount: i64) -> Transfer {
    Transfer::new(from, to, Chips::new(amount)).unwrap()
}

pub fn key(number: u64, command: u128) -> CommandKey {
    CommandKey { user: user(number), command: CommandId(command) }
}

pub fn receipt(number: u64, command: u128, answer: &str) -> CommandReceipt {
    CommandReceipt { key: key(number, command), answer: answer.as_bytes().into() }
}

pub fn texts(texts: &[&str]) -> Vec<Payload> {
    texts.iter().map(|text| text.as_bytes().into()).collect()
}

/// Events right after the head.
pub fn batch(name: &str, head: Head, events: &[&str]) -> StreamBatch {
    StreamBatch::new(stream(name), head.epoch, head.sequence, texts(events))
}

pub fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(millis)
}

/// What a refused append was refused for.
pub fn refusal(outcome: Result<(), AppendError>) -> Refused {
    match outcome {
        Err(AppendError::Refused(refused)) => refused,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// A store under test, and how to close and open it again.
pub struct Bench {
    store: Option<Box<dyn Store>>,
    file: Option<TempDir>,
}

impl Bench {
    pub fn memory() -> Bench {
        Bench { store: Some(Box::new(MemoryStore::new().unwrap())), file: None }
    }

    pub fn sqlite() -> Bench {
        let mut bench = Bench { store: None, file: Some(TempDir::new().unwrap()) };
        bench.reopen();
        bench
    }

    /// Closes and opens the file. What has no file stays as it is.
    pub fn reopen(&mut self) {
        if let Some(dir) = &self.file {
            drop(self.store.take());
            self.store = Some(Box::new(SqliteStore::open(&dir.path().join("test.db")).unwrap()));
        }
    }

    /// The end of the store: what is queued is still carried out.
    pub fn close(mut self) {
        drop(self.store.take());
    }
}

impl std::ops::Deref for Bench {
    type Target = dyn Store;
    fn deref(&self) -> &(dyn Store + 'static) {
        &**self.store.as_ref().unwrap()
    }
}

/// Everything a store holds about streams and money, and about the people and commands named here.
#[derive(PartialEq, Debug)]
pub struct Everything {
    heads: Vec<(StreamId, Head)>,
    events: Vec<Vec<StoredEvent>>,
    checkpoints: Vec<Option<Checkpoint>>,
    secrets: Vec<Option<Payload>>,
    accounts: BTreeMap<Account, Chips>,
    postings: Vec<Posting>,
    receipts: Vec<Option<CommandReceipt>>,
    users: Vec<Option<User>>,
    sessions: Vec<Option<Session>>,
}

/// The state of the store as far as small numbers go; also checks that the ledger is sound.
pub fn everything(store: &dyn Store) -> Everything {
    let streams = store.streams().unwrap();
    let all = usize::MAX;
    audit(store);
    Everything {
        heads: streams.iter().map(|s| (s.clone(), store.head(s).unwrap())).collect(),
        events: streams.iter().map(|s| store.load(s, Sequence::START, all).unwrap()).collect(),
        checkpoints: streams.iter().map(|s| store.checkpoint(s).unwrap()).collect(),
        secrets: streams.iter().flat_map(|s| (0..8).map(|key| store.secret(s, key).unwrap())).collect(),
        accounts: store.accounts().unwrap().into_iter().collect(),
        postings: store.postings(0, all).unwrap(),
        receipts: (0..8)
            .flat_map(|u| (0..8).map(move |c| (u, c)))
            .map(|(u, c)| store.receipt(&key(u, c)).unwrap())
            .collect(),
        users: (0..8).map(|number| store.user(user(number)).unwrap()).collect(),
        sessions: (0..8).map(|byte| store.session(&TokenDigest([byte; 32]), at(0)).unwrap()).collect(),
    }
}

/// The ledger sums to zero, nobody owes who may not, and the balances are what the postings say.
pub fn audit(store: &dyn Store) {
    let accounts: BTreeMap<Account, Chips> = store.accounts().unwrap().into_iter().collect();
    assert_eq!(accounts.values().sum::<Chips>(), Chips::ZERO, "chips were made or lost");
    for (account, balance) in &accounts {
        assert!(account.may_owe() || !balance.is_negative(), "{account} owes {balance}");
    }
    let mut folded: BTreeMap<Account, Chips> = BTreeMap::new();
    for (nth, posting) in store.postings(0, usize::MAX).unwrap().into_iter().enumerate() {
        assert_eq!(posting.number, nth as u64 + 1, "a posting is missing");
        *folded.entry(posting.transfer.from().clone()).or_default() -= posting.transfer.amount();
        *folded.entry(posting.transfer.to().clone()).or_default() += posting.transfer.amount();
    }
    assert_eq!(folded, accounts, "the balances are not what the postings say");
}

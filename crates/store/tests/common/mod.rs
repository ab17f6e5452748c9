//! What the tests of the store share.
#![allow(dead_code, unreachable_pub, missing_docs)]

use kozyr_chips::Chips;
use kozyr_store::*;
use kozyr_time::{Millis, Timestamp, WallTime};
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
    CommandReceipt { key: key(number, command), digest: CommandDigest(7), answer: text(answer) }
}

pub fn text(text: &str) -> Payload {
    text.as_bytes().into()
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

pub fn date(millis: i64) -> WallTime {
    WallTime::from_millis(millis)
}

pub fn guest(number: u64, now: i64) -> User {
    User::new(user(number), "guest", UserKind::Guest, date(now))
}

pub fn session(byte: u8, number: u64, now: i64, lasting: u64) -> Session {
    Session::new(TokenDigest([byte; 32]), user(number), date(now), Millis::new(lasting))
}

/// A password and a recovery code.
pub fn credentials(byte: u8) -> Credentials {
    Credentials { password: format!("hash {byte}"), recovery: TokenDigest([byte; 32]) }
}

/// A hand of these players, who won so much; it took the events of the batch.
pub fn hand(batch: &StreamBatch, number: u64, ended: i64, players: &[(u64, i64)]) -> HandRow {
    let moment = |millis| Moment { room: at(millis), wall: date(1_000_000 + millis) };
    let players = players.iter().map(|&(player, net)| HandPlayer {
        player: user(player),
        net: Chips::new(net),
        flags: if net > 0 { HandFlags::WON | HandFlags::SHOWDOWN } else { HandFlags::VOLUNTARY },
    });
    HandRow {
        stream: batch.stream.clone(),
        hand: number,
        game: "holdem".into(),
        currency: Currency::FUN,
        first: batch.after.plus(1),
        last: batch.end(),
        started: moment(ended - 1),
        ended: moment(ended),
        summary: Payload::new(3, format!("hand {number}")),
        players: players.collect(),
    }
}

/// What a refused append was refused for.
pub fn refusal(outcome: Result<(), AppendError>) -> Refused {
    match outcome {
        Err(AppendError::Refused(refused)) => refused,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// A store under test, and how to close and open it again.
pub struct TestStore {
    store: Option<Box<dyn Store>>,
    file: Option<TempDir>,
    stepped: bool,
}

impl TestStore {
    pub fn memory() -> TestStore {
        TestStore { store: Some(Box::new(MemoryStore::new().unwrap())), file: None, stepped: false }
    }

    pub fn stepped_memory() -> TestStore {
        TestStore { store: Some(Box::new(MemoryStore::stepped())), file: None, stepped: true }
    }

    pub fn sqlite() -> TestStore {
        TestStore::in_file(false)
    }

    pub fn stepped_sqlite() -> TestStore {
        TestStore::in_file(true)
    }

    fn in_file(stepped: bool) -> TestStore {
        let mut store = TestStore { store: None, file: Some(TempDir::new().unwrap()), stepped };
        store.reopen();
        store
    }

    /// Closes and opens the file. What has no file stays as it is.
    pub fn reopen(&mut self) {
        if let Some(dir) = &self.file {
            drop(self.store.take());
            let path = dir.path().join("test.db");
            let open = if self.stepped { SqliteStore::stepped } else { SqliteStore::open };
            self.store = Some(Box::new(open(&path).unwrap()));
        }
    }

    pub fn is_stepped(&self) -> bool {
        self.stepped
    }

    /// The end of the store: what is queued is still carried out.
    pub fn close(mut self) {
        self.step();
        drop(self.store.take());
    }
}

impl std::ops::Deref for TestStore {
    type Target = dyn Store;
    fn deref(&self) -> &(dyn Store + 'static) {
        &**self.store.as_ref().unwrap()
    }
}

/// Everything a store holds about streams and money, and about the people and commands named here.
#[derive(PartialEq, Debug)]
pub struct Everything {
    heads: Vec<(StreamId, Head)>,
    last_moment: Option<Timestamp>,
    events: Vec<Vec<StoredEvent>>,
    checkpoints: Vec<Option<Checkpoint>>,
    secrets: Vec<Option<Payload>>,
    remembered: Vec<Option<RememberedPlayer>>,
    hands: Vec<Option<HandRow>>,
    histories: Vec<Vec<PlayedHand>>,
    tallies: Vec<Vec<Tally>>,
    kept: Vec<Option<Checkpoint>>,
    shares: Vec<Option<SharedHand>>,
    accounts: BTreeMap<Account, Chips>,
    postings: Vec<Posting>,
    receipts: Vec<Option<CommandReceipt>>,
    users: Vec<Option<User>>,
    sessions: Vec<Option<Session>>,
    own_sessions: Vec<Vec<Session>>,
    members: Vec<Option<PlayerId>>,
    credentials: Vec<Option<Credentials>>,
    lists: Vec<Vec<User>>,
}

/// The state of the store as far as small numbers go; also checks that the ledger is sound.
pub fn everything(store: &dyn Store) -> Everything {
    let all = usize::MAX;
    let mut streams = store.streams("").unwrap();
    streams.extend(store.closed_streams("", None, all).unwrap());
    streams.sort();
    audit(store);
    let pairs = || streams.iter().flat_map(|s| (0..8).map(move |n| (s, n)));
    Everything {
        heads: streams.iter().map(|s| (s.clone(), store.head(s).unwrap())).collect(),
        last_moment: store.last_moment().unwrap(),
        events: streams.iter().map(|s| store.load(s, Sequence::START, all).unwrap()).collect(),
        checkpoints: streams.iter().map(|s| store.checkpoint(s).unwrap()).collect(),
        secrets: pairs().map(|(s, n)| store.secret(s, n).unwrap()).collect(),
        remembered: pairs().map(|(s, n)| store.remembered(s, user(n), at(-1)).unwrap()).collect(),
        hands: pairs().map(|(s, n)| store.hand(s, n).unwrap()).collect(),
        histories: (0..8)
            .map(|n| store.hands_of(user(n), &HandFilter::default(), None, all).unwrap())
            .collect(),
        tallies: (0..8).map(|n| store.tallies(user(n)).unwrap()).collect(),
        kept: pairs().map(|(s, n)| store.kept_checkpoint(s, Sequence(n * 2)).unwrap()).collect(),
        shares: (0..8).map(|byte| store.shared_hand(ShareId([byte; 16])).unwrap()).collect(),
        accounts: store.accounts().unwrap().into_iter().collect(),
        postings: store.postings(0, all).unwrap(),
        receipts: (0..8)
            .flat_map(|u| (0..8).map(move |c| (u, c)))
            .map(|(u, c)| store.receipt(&key(u, c)).unwrap())
            .collect(),
        users: (0..8).map(|number| store.user(user(number)).unwrap()).collect(),
        sessions: (0..8).map(|byte| store.session(&TokenDigest([byte; 32]), date(0)).unwrap()).collect(),
        own_sessions: (0..8).map(|number| store.sessions_of(user(number), date(0)).unwrap()).collect(),
        members: (0..8).map(|look| store.member(&format!("look {look}")).unwrap()).collect(),
        credentials: (0..8).map(|number| store.credentials(user(number)).unwrap()).collect(),
        lists: [None, Some(UserKind::Guest), Some(UserKind::Member)]
            .map(|kind| store.users(kind, Some(user(1)), 3).unwrap())
            .to_vec(),
    }
}

/// Every currency sums to zero, nobody owes who may not, and the balances are what the postings say.
pub fn audit(store: &dyn Store) {
    for check in store.check_books().unwrap() {
        assert!(check.is_sound(), "{check:?}");
    }
    // The same again without the store's help.
    let accounts: BTreeMap<Account, Chips> = store.accounts().unwrap().into_iter().collect();
    let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
    for (account, balance) in &accounts {
        assert!(account.may_owe() || !balance.is_negative(), "{account} owes {balance}");
        *sums.entry(account.currency.clone()).or_default() += balance.units();
    }
    assert!(sums.values().all(|&sum| sum == 0), "chips were made or lost: {sums:?}");
    let mut folded: BTreeMap<Account, Chips> = BTreeMap::new();
    let mut last = 0;
    for posting in store.postings(0, usize::MAX).unwrap() {
        assert!(posting.number > last, "postings are out of order");
        last = posting.number;
        *folded.entry(posting.transfer.from().clone()).or_default() -= posting.transfer.amount();
        *folded.entry(posting.transfer.to().clone()).or_default() += posting.transfer.amount();
    }
    assert_eq!(folded, accounts, "the balances are not what the postings say");
}

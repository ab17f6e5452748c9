//! What is peculiar to the file.

mod common;

use common::*;
use kozyr_store::*;
use kozyr_time::Timestamp;
use rusqlite::Connection;
use std::path::Path;
use std::sync::{Mutex, mpsc};
use tempfile::TempDir;

/// Opens the file of this directory and gives back why it could not be.
fn refused(path: &Path) -> OpenError {
    SqliteStore::open(path).map(drop).expect_err("the file should not open")
}

#[test]
fn a_second_process_is_kept_out_until_the_first_is_done() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let first = SqliteStore::open(&path).unwrap();
    let error = refused(&path);
    assert!(matches!(error, OpenError::InUse(_)), "{error}");
    drop(first);
    SqliteStore::open(&path).unwrap();
}

#[test]
fn files_that_cannot_be_used_say_why() {
    let dir = TempDir::new().unwrap();
    let error = refused(&dir.path().join("no such directory/room.db"));
    assert!(matches!(error, OpenError::File { .. }), "{error}");

    let other = dir.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    let error = refused(&other);
    assert!(matches!(error, OpenError::NotOurs(_)), "{error}");

    let text = dir.path().join("text.db");
    std::fs::write(&text, "no database at all, but long enough to be looked at".repeat(20)).unwrap();
    let error = refused(&text);
    assert!(matches!(error, OpenError::Sqlite { .. }), "{error}");
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("no database"), "left as it was");

    let newer = dir.path().join("newer.db");
    drop(SqliteStore::open(&newer).unwrap());
    Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = refused(&newer);
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");

    Connection::open(&newer).unwrap().pragma_update(None, "user_version", 1).unwrap();
    let error = refused(&newer);
    assert!(matches!(error, OpenError::Older { found: 1, .. }), "{error}");
    let line = error.to_string();
    assert!(line.contains("version 1") && line.contains("move it away") && !line.contains('\n'), "{line}");
}

#[test]
#[cfg(unix)]
fn only_the_owner_may_read_the_decks() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let check = || {
        let mut files = Vec::new();
        for file in std::fs::read_dir(dir.path()).unwrap() {
            let file = file.unwrap();
            let mode = file.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{:?}", file.path());
            files.push(file.file_name().into_string().unwrap());
        }
        files.sort();
        assert_eq!(files, ["room.db", "room.db-shm", "room.db-wal", "room.db.lock"]);
    };
    let store = SqliteStore::open(&path).unwrap();
    store.claim(&stream("table/1")).unwrap();
    check();
    drop(store);
    // Copied here from elsewhere, with open doors.
    for name in ["room.db", "room.db-shm", "room.db-wal", "room.db.lock"] {
        let name = dir.path().join(name);
        std::fs::OpenOptions::new().append(true).create(true).open(&name).unwrap();
        std::fs::set_permissions(&name, std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    let store = SqliteStore::open(&path).unwrap();
    store.claim(&stream("table/1")).unwrap();
    check();
}

/// Writes so many events of 256 KiB, one append each.
fn fill(store: &SqliteStore, name: &str, events: usize) {
    let mut head = store.claim(&stream(name)).unwrap();
    for _ in 0..events {
        let events = vec![Payload::new(1, vec![7; 256 << 10])];
        let streams = vec![StreamBatch::new(stream(name), head.epoch, head.sequence, events)];
        store.append(Append { streams, ..Append::default() }).unwrap();
        head.sequence = head.sequence.plus(1);
    }
}

fn log_bytes(path: &Path) -> u64 {
    std::fs::metadata(path.with_extension("db-wal")).map_or(0, |file| file.len())
}

#[test]
fn the_log_stays_short_and_is_empty_after_a_stop() {
    for open in [SqliteStore::open, SqliteStore::stepped] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("room.db");
        let store = open(&path).unwrap();
        // A hundred megabytes in all.
        fill(&store, "table/1", 400);
        assert!(log_bytes(&path) > 0);
        assert!(log_bytes(&path) <= 40 << 20, "{} bytes", log_bytes(&path));
        drop(store);
        assert_eq!(log_bytes(&path), 0);
        assert_eq!(open(&path).unwrap().head(&stream("table/1")).unwrap().sequence, Sequence(400));
    }
}

#[test]
fn the_log_of_a_room_that_died_is_emptied_before_anything_is_written() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let store = SqliteStore::open(&path).unwrap();
    fill(&store, "table/1", 10);
    // The files as a crash leaves them.
    let left = TempDir::new().unwrap();
    let copy = left.path().join("room.db");
    std::fs::copy(&path, &copy).unwrap();
    std::fs::copy(path.with_extension("db-wal"), copy.with_extension("db-wal")).unwrap();
    assert!(log_bytes(&copy) > 1 << 20);
    let again = SqliteStore::open(&copy).unwrap();
    assert!(log_bytes(&copy) < 64 << 10, "{} bytes are left of the old log", log_bytes(&copy));
    assert_eq!(again.head(&stream("table/1")).unwrap().sequence, Sequence(10));
}

#[test]
fn a_file_that_is_removed_or_replaced_is_noticed() {
    let take_away: [fn(&Path); 2] = [
        |path| std::fs::remove_file(path).unwrap(),
        |path| {
            let copy = path.with_extension("copy");
            std::fs::copy(path, &copy).unwrap();
            std::fs::rename(copy, path).unwrap();
        },
    ];
    for take_away in take_away {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("room.db");
        let store = SqliteStore::open(&path).unwrap();
        take_away(&path);
        let gift = vec![pay(Account::issuance(Currency::FUN), wallet(1), 1)];
        for _ in 0..2 {
            let outcome = store.append(Append { transfers: gift.clone(), ..Append::default() });
            let Err(AppendError::Unavailable(reason)) = outcome else { panic!("{outcome:?}") };
            assert!(reason.to_string().contains("removed or replaced"), "{reason}");
        }
    }
}

#[test]
fn wrong_books_are_found_per_currency() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let store = SqliteStore::open(&path).unwrap();
    let gifts = [Currency::FUN, Currency::DEM]
        .map(|currency| pay(Account::issuance(currency.clone()), Account::wallet(user(1), currency), 100));
    store.append(Append { transfers: gifts.to_vec(), ..Append::default() }).unwrap();
    drop(store);
    let other = Connection::open(&path).unwrap();
    other.execute("UPDATE accounts SET chips = 101 WHERE name = 'player/1:FUN'", []).unwrap();
    drop(other);
    let store = SqliteStore::open(&path).unwrap();
    for check in store.check_books().unwrap() {
        if check.currency == Currency::FUN {
            assert_eq!(check.sum, 1);
            let wrong =
                WrongAccount { account: wallet(1), balance: kozyr_chips::Chips::new(101), posted: 100 };
            assert_eq!(check.wrong, [wrong]);
        } else {
            assert!(check.is_sound(), "{check:?}");
        }
    }
}

#[test]
fn an_account_that_may_not_owe_cannot_whoever_writes() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let store = SqliteStore::open(&path).unwrap();
    let gift = vec![pay(Account::issuance(Currency::FUN), wallet(1), 5)];
    store.append(Append { transfers: gift, ..Append::default() }).unwrap();
    let other = Connection::open(&path).unwrap();
    let take =
        |name: &str| other.execute("UPDATE accounts SET chips = chips + -6 WHERE name = ?1", [name]).is_ok();
    assert!(!take("player/1:FUN"));
    assert!(take("issuance:FUN"));
}

#[test]
fn every_opening_is_a_writer_of_its_own_and_a_long_closed_room_learns_the_date() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let day = |day: u64| date(0) + kozyr_time::Millis::from_secs(day * 24 * 60 * 60);
    let mut owners = Vec::new();
    // The date shown to each opening, and the one to go by.
    for (shown, by) in [(100, 100), (300, 100), (301, 301)] {
        let store = SqliteStore::open(&path).unwrap();
        assert_eq!(store.observe_wall(day(shown)).unwrap(), day(by));
        store.claim(&stream("table/1")).unwrap();
        owners.push(store.lease(&stream("table/1")).unwrap().unwrap().owner);
    }
    assert!(owners.is_sorted_by(|a, b| a < b), "{owners:?}");
}

#[test]
fn a_stepped_store_loses_what_was_not_stepped_over() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let gift = |number| Append {
        transfers: vec![pay(Account::issuance(Currency::FUN), wallet(number), 1)],
        ..Append::default()
    };
    let store = SqliteStore::stepped(&path).unwrap();
    let (outcomes, messages) = mpsc::channel();
    let lane = Lane::new(move |completed| outcomes.send(completed).unwrap());
    store.submit(gift(1), Ticket(1), &lane);
    assert!(messages.try_recv().is_err(), "nothing happens by itself");
    assert_eq!(store.step(), 1);
    assert_eq!(messages.try_recv().unwrap(), [Completed { ticket: Ticket(1), outcome: Ok(()) }]);
    let lost = |completed: Vec<Completed>| {
        assert!(matches!(completed[0].outcome, Err(AppendError::Unavailable(_))), "{completed:?}");
    };
    store.submit(gift(2), Ticket(2), &lane);
    assert_eq!((store.discard_queue(), store.step()), (1, 0));
    lost(messages.try_recv().unwrap());
    store.submit(gift(3), Ticket(3), &lane);
    drop(store);
    lost(messages.try_recv().unwrap());
    let store = SqliteStore::stepped(&path).unwrap();
    assert_eq!([1, 2, 3].map(|n| store.balance(&wallet(n)).unwrap().units()), [1, 0, 0]);
}

#[test]
fn what_cannot_be_written_leaves_the_others_alone() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let store = SqliteStore::open(&path).unwrap();
    let heads = [1, 2, 3].map(|n| store.claim(&stream(&format!("table/{n}"))).unwrap());
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch(
            "CREATE TRIGGER sabotage BEFORE INSERT ON events WHEN new.payload = CAST('poison' AS BLOB)
             BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END",
        )
        .unwrap();

    // Hold the writer up until all are queued, so that they share a transaction.
    let (go, may_go) = mpsc::channel::<()>();
    let may_go = Mutex::new(may_go);
    store.submit(Append::default(), Ticket(0), &Lane::new(move |_| may_go.lock().unwrap().recv().unwrap()));
    let (outcomes, messages) = mpsc::channel();
    let lane = Lane::new(move |completed| outcomes.send(completed).unwrap());
    for (n, text) in [(1, "good"), (2, "poison"), (3, "good")] {
        let streams = vec![batch(&format!("table/{n}"), heads[n - 1], &[text])];
        let transfers = vec![pay(Account::issuance(Currency::FUN), wallet(n as u64), 1)];
        store.submit(Append { streams, transfers, ..Append::default() }, Ticket(n as u64), &lane);
    }
    go.send(()).unwrap();
    let completed = messages.recv().unwrap();
    let durable: Vec<_> = completed.iter().map(|one| (one.ticket.0, one.outcome.is_ok())).collect();
    assert_eq!(durable, [(1, true), (2, false), (3, true)]);
    let unavailable = completed[1].outcome.clone().unwrap_err();
    assert!(unavailable.to_string().contains("on fire"), "{unavailable}");
    assert_eq!([1, 2, 3].map(|n| store.balance(&wallet(n)).unwrap().units()), [1, 0, 1]);
    audit(&store);
}

/// New events and receipts are put in order many at once. Nobody can tell where they are: before, while and after
/// that, and after a start.
#[test]
fn what_is_put_in_order_later_is_found_all_along() {
    const ROUNDS: u64 = 60;
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let mut store = SqliteStore::stepped(&path).unwrap();
    let names = ["table/1", "table/2", "table/3"];
    let mut heads = names.map(|name| store.claim(&stream(name)).unwrap());
    let mut written: [Vec<Vec<u8>>; 3] = Default::default();
    let receipt = |round: u64, n: u64| {
        let key =
            CommandKey { user: PlayerId::new(n % 7).unwrap(), command: CommandId((round << 32 | n).into()) };
        CommandReceipt { key, digest: CommandDigest(round), answer: Payload::new(1, n.to_le_bytes()) }
    };
    let (mut forgotten, mut archived) = (0, 0);
    for round in 0..ROUNDS {
        let at = Timestamp::from_millis(round as i64);
        let streams = (0..3)
            .map(|nth| {
                // Now and then one is too long to wait for its place.
                let long = if round % 11 == nth as u64 { 2_000 } else { 0 };
                let text =
                    |n: u64| [round.to_le_bytes().as_slice(), &n.to_le_bytes(), &vec![7; long]].concat();
                let events: Vec<Vec<u8>> = (0..if long > 0 { 3 } else { 200 }).map(text).collect();
                written[nth].extend(events.iter().cloned());
                let payloads = events.into_iter().map(|bytes| Payload::new(1, bytes)).collect();
                let mut batch =
                    StreamBatch::new(stream(names[nth]), heads[nth].epoch, heads[nth].sequence, payloads);
                batch.checkpoint = (round % 3 == 0).then(|| Payload::new(1, round.to_le_bytes()));
                heads[nth].sequence = batch.end();
                batch
            })
            .collect();
        let receipts = (0..1_500).map(|n| receipt(round, n)).collect();
        store.append(Append { at, streams, receipts, ..Append::default() }).unwrap();
        if round % 13 == 8 {
            forgotten += store.forget_receipts(Timestamp::from_millis(round as i64 - 6), 10_000).unwrap();
        }
        // Some of it goes into the archive while its stream is being put in order.
        if round % 3 == 0 {
            for name in &names[..2] {
                archived += store.archive(&stream(name), Sequence(u64::MAX >> 1), 256).unwrap();
            }
        }
        if round % 13 == 5 || round % 6 == 0 {
            drop(store);
            store = SqliteStore::stepped(&path).unwrap();
            heads = names.map(|name| store.claim(&stream(name)).unwrap());
        }
        if round % 4 == 0 || round + 1 == ROUNDS {
            for (nth, name) in names.iter().enumerate() {
                assert_eq!(store.head(&stream(name)).unwrap().sequence, heads[nth].sequence);
                let after = written[nth].len() / 3;
                let events = store.load(&stream(name), Sequence(after as u64), usize::MAX >> 1).unwrap();
                let numbers: Vec<u64> = events.iter().map(|event| event.sequence.0).collect();
                assert_eq!(numbers, (after as u64 + 1..=written[nth].len() as u64).collect::<Vec<_>>());
                assert!(events.iter().map(|event| &event.payload.bytes[..]).eq(written[nth][after..].iter()));
            }
            assert_eq!(store.last_moment().unwrap(), Some(at));
        }
        for (round, n) in (0..=round).flat_map(|round| [0, 749, 1_499].map(|n| (round, n))) {
            let known = receipt(round, n);
            let there = round * 1_500 + n >= forgotten;
            assert_eq!(store.receipt(&known.key).unwrap(), there.then(|| known.clone()), "{round} {n}");
            if round % 9 == 0 && there {
                let again = store.append(Append { receipts: vec![known.clone()], ..Append::default() });
                assert_eq!(again, Err(AppendError::Refused(Refused::Repeated(Box::new(known)))));
            }
        }
    }
    assert!(forgotten > 0 && archived > 0);
    let reading = Connection::open(&path).unwrap();
    let count = |table: &str| -> u64 {
        reading.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    assert!(count("events") > 8_192 && count("receipt_index") > 32_768, "much was put in order");
    drop(store);
    drop(SqliteStore::stepped(&path).unwrap());
    assert_eq!(count("receipts"), ROUNDS * 1_500 - forgotten);
    assert_eq!(count("receipt_index"), count("receipts"), "nothing is left of what was forgotten");
    let all: usize = written.iter().map(Vec::len).sum();
    assert_eq!((count("events") + archived, count("new_events")), (all as u64, 0));
}

/// Putting things in order fails like any other write: what the transaction brought is not there, the rest is.
#[test]
fn what_cannot_be_put_in_order_is_not_lost() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut head = store.claim(&stream("table/1")).unwrap();
    let other = Connection::open(&path).unwrap();
    let sabotage = "CREATE TRIGGER sabotage BEFORE INSERT ON events
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    let no_index = "CREATE TRIGGER no_index BEFORE INSERT ON receipt_index WHEN new.id % 100 = 0
                    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    let key = |n: u64| CommandKey { user: PlayerId::new(1).unwrap(), command: CommandId(n.into()) };
    let receipt = |n| CommandReceipt { key: key(n), digest: CommandDigest(n), answer: Payload::new(1, [1]) };
    let mut append = |nth: u64| {
        let payloads = vec![Payload::new(1, nth.to_le_bytes()); 500];
        let streams = vec![StreamBatch::new(stream("table/1"), head.epoch, head.sequence, payloads)];
        let receipts = (0..1_500).map(|n| receipt(nth * 1_500 + n)).collect();
        let result = store.append(Append { streams, receipts, ..Append::default() });
        if result.is_ok() {
            head.sequence = head.sequence.plus(500);
        }
        result.is_ok()
    };
    let mut done = Vec::new();
    for nth in 0..40 {
        // The first events of a stream are in their place at once.
        if nth == 1 {
            other.execute_batch(&format!("{sabotage}; {no_index};")).unwrap();
        }
        if nth == 20 {
            other.execute_batch("DROP TRIGGER sabotage").unwrap();
        }
        if nth == 30 {
            other.execute_batch("DROP TRIGGER no_index").unwrap();
        }
        done.push(append(nth));
    }
    assert!(!done[19] && !done[29] && done[39], "{done:?}");
    assert!(done[20..30].contains(&true), "the events could be put in order: {done:?}");
    let check = |store: &SqliteStore| {
        let events = store.load(&stream("table/1"), Sequence::START, usize::MAX >> 1).unwrap();
        assert_eq!(events.len(), 500 * done.iter().filter(|done| **done).count());
        for (nth, &done) in done.iter().enumerate() {
            for n in [0, 749, 1_499] {
                let known = receipt(nth as u64 * 1_500 + n);
                assert_eq!(store.receipt(&known.key).unwrap(), done.then_some(known), "{nth}");
            }
        }
    };
    check(&store);
    drop(store);
    check(&SqliteStore::stepped(&path).unwrap());
}

//! What is peculiar to the file.

mod common;

use common::*;
use kozyr_store::*;
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

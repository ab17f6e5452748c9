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
}

#[test]
#[cfg(unix)]
fn only_the_owner_may_read_the_decks() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new().unwrap();
    let store = SqliteStore::open(&dir.path().join("room.db")).unwrap();
    store.claim(&stream("table/1")).unwrap();
    let mut files = 0;
    for file in std::fs::read_dir(dir.path()).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.path());
        files += 1;
    }
    assert!(files >= 3, "the database, its log and its lock");
}

#[test]
fn what_cannot_be_written_takes_nobody_with_it() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("room.db");
    let store = SqliteStore::open(&path).unwrap();
    let heads = [1, 2, 3].map(|n| store.claim(&stream(&format!("table/{n}"))).unwrap());
    let saboteur = Connection::open(&path).unwrap();
    saboteur
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

//! `kill -9` while it writes, and logs cut off in the middle: what was acknowledged is there, and
//! nothing is there by halves.
//!
//! Killing a process leaves the system's page cache alone, so the kill tests the order of things
//! (acknowledged means handed to the disk); that a commit syncs is a test beside `sqlite/open.rs`.

mod common;

use common::*;
use kozyr_chips::Chips;
use kozyr_store::*;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const TABLES: usize = 4;
const FILE: &str = "KOZYR_CRASH_TEST_FILE";

fn names(table: usize) -> [StreamId; 2] {
    ["left", "right"].map(|side| stream(&format!("{side}/{table}")))
}

/// The append that every table repeats: three events here, two there, a chip, a receipt, a secret, a
/// checkpoint, a player who left, a hand.
fn nth_append(table: usize, nth: u64, epochs: [Epoch; 2]) -> Append {
    let [left, right] = names(table);
    let events = |count| (0..count).map(|_| Payload::new(2, nth.to_be_bytes())).collect();
    let mut first = StreamBatch::new(left.clone(), epochs[0], Sequence(nth * 3), events(3));
    first.secrets.push(Secret { key: nth, payload: Payload::new(1, [1; 52]) });
    first.checkpoint = Some(Payload::new(1, nth.to_be_bytes()));
    let row = RememberedPlayer { player: user(nth), until: at(1), payload: Payload::default() };
    first.remembered.push(RememberedChange::Put(row));
    let hands = vec![hand(&first, nth, nth as i64, &[(table as u64, 1), (99, -1)])];
    Append {
        streams: vec![first, StreamBatch::new(right, epochs[1], Sequence(nth * 2), events(2))],
        transfers: vec![pay(Account::issuance(Currency::FUN), escrow(table), 1)],
        receipts: vec![receipt(table as u64, nth.into(), "ok")],
        hands,
        ..Append::default()
    }
}

/// How many appends of this table the store holds; asserts that each is whole.
fn whole_appends(store: &dyn Store, table: usize) -> u64 {
    let [left, right] = names(table);
    let head = |stream| store.head(stream).unwrap().sequence.0;
    let count = head(&left) / 3;
    assert_eq!((head(&left), head(&right)), (count * 3, count * 2), "one stream has more than the other");
    for (stream, each) in [(&left, 3), (&right, 2)] {
        let events = store.load(stream, Sequence::START, usize::MAX).unwrap();
        assert_eq!(events.len() as u64, count * each, "the head and the events of {stream} differ");
        for (event, place) in events.iter().zip(0u64..) {
            assert_eq!(event.payload.bytes, (place / each).to_be_bytes(), "{stream} {place}");
        }
    }
    assert_eq!(store.balance(&escrow(table)).unwrap(), Chips::new(count as i64));
    for nth in 0..=count {
        let there = nth < count;
        assert_eq!(store.receipt(&key(table as u64, nth.into())).unwrap().is_some(), there, "receipt {nth}");
        assert_eq!(store.secret(&left, nth).unwrap().is_some(), there, "secret {nth}");
        assert_eq!(store.remembered(&left, user(nth), at(0)).unwrap().is_some(), there, "player {nth}");
        assert_eq!(store.hand(&left, nth).unwrap().is_some(), there, "hand {nth}");
    }
    let checkpoint = store.checkpoint(&left).unwrap().map(|checkpoint| checkpoint.sequence);
    assert_eq!(checkpoint, (count > 0).then_some(Sequence(count * 3)));
    assert_eq!(
        store.hands_of(user(table as u64), &HandFilter::default(), None, usize::MAX).unwrap().len() as u64,
        count
    );
    count
}

#[test]
#[ignore = "the writing half of the crash tests, which start it themselves"]
fn writer_half() {
    let Some(file) = std::env::var_os(FILE) else { return };
    let store = SqliteStore::open(Path::new(&file)).unwrap();
    std::thread::scope(|scope| {
        for table in 0..TABLES {
            let store = &store;
            scope.spawn(move || {
                let heads = names(table).map(|stream| store.claim(&stream).unwrap());
                for nth in heads[0].sequence.0 / 3.. {
                    // Old events move to the archive meanwhile.
                    store.archive(&names(table)[0], Sequence(u64::MAX), 1).unwrap();
                    store.append(nth_append(table, nth, heads.map(|h| h.epoch))).unwrap();
                    writeln!(std::io::stdout(), "acknowledged {table} {nth}").unwrap();
                }
            });
        }
    });
}

/// Lets a process write until it has acknowledged so many appends, and kills it in the act.
/// Gives back how many it acknowledged per table, counted from the beginning of the file.
fn write_and_kill(file: &Path, acknowledgements: usize) -> [u64; TABLES] {
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["writer_half", "--exact", "--ignored", "--nocapture"])
        .env(FILE, file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let mut acknowledged = [0; TABLES];
    let mut heard = 0;
    // The pipe may hold more after the kill: that was acknowledged too.
    while let Some(Ok(line)) = lines.next() {
        let mut words = line.split(' ').skip_while(|word| !word.ends_with("acknowledged")).skip(1);
        let (Some(table), Some(nth)) = (words.next(), words.next()) else { continue };
        // A line that the kill cut off in the middle promises nothing.
        let (Ok(table), Ok(nth)) = (table.parse::<usize>(), nth.parse::<u64>()) else { continue };
        acknowledged[table] = acknowledged[table].max(nth + 1);
        heard += 1;
        if heard == acknowledgements {
            writer.kill().unwrap();
        }
    }
    writer.wait().unwrap();
    assert!(heard >= acknowledgements, "the writer stopped by itself after {heard}");
    acknowledged
}

#[test]
fn a_killed_writer_leaves_all_it_acknowledged_and_nothing_half() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("room.db");
    for acknowledgements in [1, 40, 3, 150, 77, 200] {
        let acknowledged = write_and_kill(&file, acknowledgements);
        let store = SqliteStore::open(&file).unwrap();
        for (table, acknowledged) in acknowledged.into_iter().enumerate() {
            let there = whole_appends(&store, table);
            // Each table has one append in flight: at most that one is there without anybody knowing.
            assert!(
                acknowledged == 0 || (acknowledged..=acknowledged + 1).contains(&there),
                "{acknowledged} of {there}"
            );
        }
        audit(&store);
        // The old owner is fenced by whoever comes next.
        let [left, _] = names(0);
        let held = store.head(&left).unwrap();
        let claimed = store.claim(&left).unwrap();
        assert_eq!(claimed.epoch, Epoch(held.epoch.0 + 1));
    }
}

#[test]
fn a_log_cut_off_anywhere_holds_whole_appends() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("room.db");
    write_and_kill(&file, 60);
    let log = std::fs::read(dir.path().join("room.db-wal")).unwrap();
    assert!(!log.is_empty());
    let mut counts = std::collections::BTreeSet::new();
    for cut in (0..24).map(|part| log.len() * part / 23) {
        let copy = TempDir::new().unwrap();
        std::fs::copy(&file, copy.path().join("room.db")).unwrap();
        std::fs::write(copy.path().join("room.db-wal"), &log[..cut]).unwrap();
        let store = SqliteStore::open(&copy.path().join("room.db")).unwrap();
        counts.insert((0..TABLES).map(|table| whole_appends(&store, table)).sum::<u64>());
        audit(&store);
    }
    assert!(counts.len() > 3, "the cuts should fall between different appends: {counts:?}");
}

fn escrow(table: usize) -> Account {
    Account::table(TableId::new(&format!("left-{table}")).unwrap(), Currency::FUN)
}

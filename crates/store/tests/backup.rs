//! Looking at a file that a room has open, copying it, and putting the copy in place.

mod common;

use common::*;
use kozyr_chips::Chips;
use kozyr_store::*;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A room with a hand, two wallets and a table's escrow.
fn room(folder: &Path) -> (SqliteStore, PathBuf) {
    let path = folder.join("room.db");
    let store = SqliteStore::open(&path).unwrap();
    let head = store.claim(&stream("table/1")).unwrap();
    let escrow = Account::table(TableId::new("1").unwrap(), Currency::FUN);
    let mut batch = batch("table/1", head, &["deals", "bets"]);
    batch.checkpoint = Some(text("the table"));
    let row = hand(&batch, 1, 10, &[(1, 5), (2, -5)]);
    store
        .append(Append {
            at: at(10),
            transfers: vec![
                pay(Account::issuance(Currency::FUN), wallet(1), 1_000),
                pay(Account::issuance(Currency::FUN), wallet(2), 1_000),
                pay(wallet(1), escrow, 300),
            ],
            streams: vec![batch],
            hands: vec![row],
            people: vec![PeopleChange::Create(guest(1, 0))],
            ..Append::default()
        })
        .unwrap();
    (store, path)
}

#[test]
fn a_file_that_is_in_use_is_seen_as_it_was_at_one_moment() {
    let dir = TempDir::new().unwrap();
    let (store, path) = room(dir.path());
    let reader = SqliteReader::open(&path).unwrap();
    let more = vec![pay(wallet(1), wallet(2), 50)];
    store.append(Append { transfers: more, ..Append::default() }).unwrap();
    let of = |reader: &SqliteReader| reader.postings_of(&wallet(1)).unwrap().len();
    assert_eq!((of(&reader), of(&SqliteReader::open(&path).unwrap())), (2, 3));
    assert!(reader.check_books().unwrap().iter().all(CurrencyCheck::is_sound));
    let accounts = reader.accounts().unwrap();
    assert!(accounts.contains(&(wallet(1), Chips::new(700))), "{accounts:?}");
    assert_eq!(reader.streams("table/").unwrap(), [(stream("table/1"), false)]);
    assert_eq!(reader.load(&stream("table/1"), Sequence(1), 9).unwrap().len(), 1);
    assert_eq!(reader.checkpoint(&stream("table/1")).unwrap().unwrap().sequence, Sequence(2));
    assert_eq!(reader.people_called("guest").unwrap(), [user(1)]);
    assert_eq!((reader.hands().unwrap(), reader.last_posting().unwrap()), (1, 3));
    assert_eq!(reader.damage().unwrap(), None);
    drop((reader, store));
    // And one that nobody has open.
    assert_eq!(of(&SqliteReader::open(&path).unwrap()), 3);
    assert!(matches!(SqliteReader::open(&dir.path().join("none.db")), Err(OpenError::File { .. })));
}

#[test]
fn a_copy_made_while_a_room_writes_takes_its_place() {
    let dir = TempDir::new().unwrap();
    let (store, path) = room(dir.path());
    let copy = dir.path().join("copy.db");
    SqliteReader::open(&path).unwrap().back_up(&copy).unwrap();
    store.append(Append { transfers: vec![pay(wallet(1), wallet(2), 1)], ..Append::default() }).unwrap();
    let again = SqliteReader::open(&path).unwrap().back_up(&copy);
    assert!(matches!(again, Err(BackupError::Exists(_))), "{again:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Not over the room that is there.
    assert!(matches!(restore(&copy, &path), Err(BackupError::Exists(_))));

    let other = dir.path().join("other.db");
    restore(&copy, &other).unwrap();
    let restored = SqliteStore::open(&other).unwrap();
    assert_eq!(restored.balance(&wallet(1)).unwrap(), Chips::new(700), "as it was when it was copied");
    assert_eq!(restored.load(&stream("table/1"), Sequence::START, 9).unwrap().len(), 2);
    assert_eq!(restored.hand(&stream("table/1"), 1).unwrap(), store.hand(&stream("table/1"), 1).unwrap());
    audit(&restored);
    let mut left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    left.retain(|name| name.to_string_lossy().contains("part"));
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_copy_that_is_not_whole_is_not_put_in_place() {
    let dir = TempDir::new().unwrap();
    let (store, path) = room(dir.path());
    let made = |name: &str| {
        let copy = dir.path().join(name);
        SqliteReader::open(&path).unwrap().back_up(&copy).unwrap();
        copy
    };
    let target = dir.path().join("target.db");
    let refused = |copy: &Path| restore(copy, &target).expect_err("it is not whole").to_string();

    let poor = made("poor.db");
    Connection::open(&poor)
        .unwrap()
        .execute("UPDATE accounts SET chips = chips + 1 WHERE id = 2", [])
        .unwrap();
    assert!(refused(&poor).contains("the books of FUN do not add up"), "{}", refused(&poor));
    let checks = SqliteReader::open(&poor).unwrap().check_books().unwrap();
    assert_eq!((checks[0].sum, checks[0].wrong.len()), (1, 1), "{checks:?}");

    let torn = made("torn.db");
    let bytes = std::fs::read(&torn).unwrap();
    std::fs::write(&torn, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refused(&torn).contains("torn.db"), "{}", refused(&torn));

    let old = made("old.db");
    Connection::open(&old).unwrap().pragma_update(None, "user_version", 3).unwrap();
    assert!(refused(&old).contains("version 3"), "{}", refused(&old));

    std::fs::write(dir.path().join("text.db"), "a letter").unwrap();
    assert!(!refused(&dir.path().join("text.db")).contains('\n'));
    assert!(!target.exists());
    drop(store);
}

//! Opening the file: that it is ours, that nobody else writes it, that it has today's shape.

use rusqlite::{Connection, OpenFlags};
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// "Kozr": tells our files from other SQLite databases.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Kozr");

/// What brings an older file up to date, version by version. Append only.
const MIGRATIONS: &[&str] = &[include_str!("schema.sql")];

/// Prepared statements kept per connection: more than there are different ones.
const STATEMENTS: usize = 64;

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file or its lock cannot be opened or made.
    #[error("cannot open {}: {source}. Check that the directory exists and may be written", .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// The system's word.
        source: io::Error,
    },
    /// Another process has it open.
    #[error("{} is in use by another process: stop that one or use another directory", .0.display())]
    InUse(PathBuf),
    /// A database, but not one of ours.
    #[error("{} is no database of this program: choose another file", .0.display())]
    NotOurs(PathBuf),
    /// Made by a program that knows more than this one.
    #[error("{} has version {found}, newer than {known}, the latest known here: update the program", .path.display())]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: usize,
        /// The latest this program knows.
        known: usize,
    },
    /// SQLite has a reason of its own.
    #[error("cannot use {}: {source}", .path.display())]
    Sqlite {
        /// Which file.
        path: PathBuf,
        /// SQLite's word.
        source: rusqlite::Error,
    },
}

/// A connection that writes, one that reads, and the lock that keeps other processes out.
pub(super) struct Opened {
    pub(super) writing: Connection,
    pub(super) reading: Connection,
    pub(super) lock: File,
}

pub(super) fn open(path: &Path) -> Result<Opened, OpenError> {
    let file_error = |path: &Path| {
        let path = path.to_owned();
        move |source| OpenError::File { path, source }
    };
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push(".lock");
    let lock_path = PathBuf::from(lock_path);
    let lock = private_file(&lock_path).map_err(file_error(&lock_path))?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => OpenError::InUse(path.to_owned()),
        TryLockError::Error(source) => file_error(&lock_path)(source),
    })?;
    private_file(path).map_err(file_error(path))?;

    let sqlite_error = |source| OpenError::Sqlite { path: path.to_owned(), source };
    let plain = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut writing =
        Connection::open_with_flags(path, plain | OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(sqlite_error)?;
    migrate(path, &mut writing)?;
    configure(&writing).map_err(sqlite_error)?;
    let reading =
        Connection::open_with_flags(path, plain | OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(sqlite_error)?;
    reading.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(Opened { writing, reading, lock })
}

/// Opens the file, which only its owner may read when it is new: it holds decks.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on the disk before anybody hears of it.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // 64 MiB of pages, and a log of about 16 MiB between checkpoints.
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.pragma_update(None, "wal_autocheckpoint", 4_096)
}

fn migrate(path: &Path, connection: &mut Connection) -> Result<(), OpenError> {
    let sqlite_error = |source| OpenError::Sqlite { path: path.to_owned(), source };
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, version) = (number("application_id"), number("user_version"));
    let (application, version) = (application.map_err(sqlite_error)?, version.map_err(sqlite_error)?);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(sqlite_error)?;
    let empty = application == 0 && version == 0 && tables == 0;
    if !empty && application != APPLICATION_ID {
        return Err(OpenError::NotOurs(path.to_owned()));
    }
    let (found, known) = (usize::try_from(version).unwrap_or(usize::MAX), MIGRATIONS.len());
    if found > known {
        return Err(OpenError::Newer { path: path.to_owned(), found, known });
    }
    for (done, migration) in MIGRATIONS.iter().enumerate().skip(found) {
        let step = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            transaction.execute_batch(migration)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", done as i64 + 1)?;
            transaction.commit()
        };
        step(connection).map_err(sqlite_error)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_synced() {
        let dir = tempfile::TempDir::new().unwrap();
        let opened = open(&dir.path().join("room.db")).unwrap();
        let pragma = |name| opened.writing.pragma_query_value(None, name, |row| row.get::<_, String>(0));
        let level: i32 = opened.writing.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
        assert_eq!((pragma("journal_mode").unwrap().as_str(), level), ("wal", 2), "2 is FULL");
    }

    #[test]
    fn the_reader_cannot_write() {
        let dir = tempfile::TempDir::new().unwrap();
        let opened = open(&dir.path().join("room.db")).unwrap();
        assert!(opened.reading.execute("DELETE FROM balances", []).is_err());
    }
}

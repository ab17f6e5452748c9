//! Opening the file: that it is ours, that nobody else writes it, that it has today's shape.

use super::fresh::put_all_in_order;
use super::log::KEEP_BYTES;
use crate::{Unavailable, WriterId};
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// "Kozr": tells our files from other SQLite databases.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Kozr");

/// The shape of the tables. Files of another version are refused.
const SCHEMA_VERSION: i32 = 4;
const SCHEMA: &str = include_str!("schema.sql");

/// Prepared statements kept per connection: more than there are different ones.
const STATEMENTS: usize = 96;

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
    /// Made by an earlier program.
    #[error("{} has version {found}, and this program reads version {known} only: move it away, and a new one is made", .path.display())]
    Older {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: i32,
        /// The version this program reads.
        known: i32,
    },
    /// Made by a program that knows more than this one.
    #[error("{} has version {found}, newer than {known}, the latest known here: update the program", .path.display())]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: i32,
        /// The latest this program knows.
        known: i32,
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

/// Connections that write, copy the log and read, and the lock that keeps other processes out.
pub(super) struct Opened {
    pub(super) writing: Connection,
    pub(super) copying: Connection,
    pub(super) reading: Connection,
    pub(super) identity: Identity,
    pub(super) writer: WriterId,
    pub(super) receipt_seed: i64,
    pub(super) last_receipt: i64,
    pub(super) lock: File,
}

/// Makes a folder that only its owner may enter, and those above it that are missing. One that is there stays
/// as it is: it may be shared for a reason.
pub fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

pub(super) fn open(path: &Path) -> Result<Opened, OpenError> {
    let file_error = |path: &Path| {
        let path = path.to_owned();
        move |source| OpenError::File { path, source }
    };
    let lock_path = beside(path, ".lock");
    let lock = private_file(&lock_path).map_err(file_error(&lock_path))?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => OpenError::InUse(path.to_owned()),
        TryLockError::Error(source) => file_error(&lock_path)(source),
    })?;
    private_file(path).map_err(file_error(path))?;
    for name in ["-wal", "-shm"].map(|ending| beside(path, ending)) {
        if name.exists() {
            keep_private(&name).map_err(file_error(&name))?;
        }
    }
    let identity = Identity::of(path).map_err(file_error(path))?;

    let sqlite_error = |source| OpenError::Sqlite { path: path.to_owned(), source };
    let connect = |access| {
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | access;
        let connection = Connection::open_with_flags(path, flags).map_err(sqlite_error)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Ok(connection)
    };
    let mut writing = connect(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let is_new = check_version(path, &writing)?;
    prepare(&mut writing, is_new).map_err(sqlite_error)?;
    let (writer, receipt_seed, last_receipt) = register(&mut writing).map_err(sqlite_error)?;
    let copying = connect(OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    copying.pragma_update(None, "synchronous", "FULL").map_err(sqlite_error)?;
    let reading = connect(OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    Ok(Opened { writing, copying, reading, identity, writer, receipt_seed, last_receipt, lock })
}

/// The file beside the database whose name ends like this.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Opens the file, which only its owner may read: it holds decks.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    keep_private(path)?;
    Ok(file)
}

/// Takes a file of ours away from everybody but its owner. It may have been copied here with open doors.
fn keep_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::metadata(path)?.permissions().mode() & 0o077 != 0 {
            fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

/// Is it new, or of today's shape? Changes nothing.
pub(super) fn check_version(path: &Path, connection: &Connection) -> Result<bool, OpenError> {
    let sqlite_error = |source| OpenError::Sqlite { path: path.to_owned(), source };
    let number = |name: &str| {
        connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0)).map_err(sqlite_error)
    };
    let (application, found) = (number("application_id")?, number("user_version")?);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(sqlite_error)?;
    if application == 0 && found == 0 && tables == 0 {
        return Ok(true);
    }
    let (path, known) = (path.to_owned(), SCHEMA_VERSION);
    match application == APPLICATION_ID {
        false => Err(OpenError::NotOurs(path)),
        true if found < known => Err(OpenError::Older { path, found, known }),
        true if found > known => Err(OpenError::Newer { path, found, known }),
        true => Ok(false),
    }
}

fn prepare(connection: &mut Connection, is_new: bool) -> rusqlite::Result<()> {
    // Before anything is written: on a disk that is full, the log of the last run is what fills it.
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A commit is on the disk before anybody hears of it.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // 64 MiB of pages. The log is copied by `log.rs`.
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.pragma_update(None, "journal_size_limit", KEEP_BYTES)?;
    if is_new {
        let transaction = connection.transaction()?;
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Counts this opening: its number is the writer's, and no other opening has it. Puts in order what the last one left,
/// and says what receipts are hashed with and which was the last.
fn register(connection: &mut Connection) -> rusqlite::Result<(WriterId, i64, i64)> {
    let transaction = connection.transaction()?;
    let sql = "UPDATE room SET openings = openings + 1 RETURNING openings, receipt_seed";
    let (writer, seed) = transaction.query_row(sql, [], |row| Ok((WriterId(row.get(0)?), row.get(1)?)))?;
    let last_receipt = put_all_in_order(&transaction)?;
    transaction.commit()?;
    Ok((writer, seed, last_receipt))
}

/// How often the file's name is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Which file the database was when it was opened: a name can come to mean another file, or none.
pub(super) struct Identity {
    path: PathBuf,
    file: (u64, u64),
    /// When it was last found to be the same.
    same_at: Option<Instant>,
}

impl Identity {
    fn of(path: &Path) -> io::Result<Identity> {
        Ok(Identity { path: path.to_owned(), file: file_number(path)?, same_at: None })
    }

    /// Is it still the same file? Looks at most once a second.
    pub(super) fn check(&mut self) -> Result<(), Unavailable> {
        if self.same_at.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
            return Ok(());
        }
        self.same_at = None;
        match file_number(&self.path) {
            Ok(file) if file == self.file => {
                self.same_at = Some(Instant::now());
                Ok(())
            }
            _ => Err(Unavailable::new(format!(
                "{} was removed or replaced while it was in use: stop, put it back and start again",
                self.path.display()
            ))),
        }
    }
}

/// Device and number of a file.
#[cfg(unix)]
fn file_number(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Where files have no numbers, that it is there has to do.
#[cfg(not(unix))]
fn file_number(path: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(path).map(|_| (0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_synced() {
        let dir = tempfile::TempDir::new().unwrap();
        let opened = open(&dir.path().join("room.db")).unwrap();
        for connection in [&opened.writing, &opened.copying] {
            let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
            let level: i32 = connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
            assert_eq!((mode.as_str(), level), ("wal", 2), "2 is FULL");
        }
    }

    #[test]
    fn the_reader_cannot_write() {
        let dir = tempfile::TempDir::new().unwrap();
        let opened = open(&dir.path().join("room.db")).unwrap();
        assert!(opened.reading.execute("DELETE FROM accounts", []).is_err());
    }

    #[test]
    fn a_folder_that_is_made_is_its_owners() {
        let dir = tempfile::TempDir::new().unwrap();
        let folder = dir.path().join("a/b");
        private_folder(&folder).unwrap();
        private_folder(&folder).unwrap();
        #[cfg(unix)]
        for made in [dir.path().join("a"), folder] {
            let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(made).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o700);
        }
    }
}

//! A copy of the database that can be put in its place.

use super::open::{OpenError, beside, private_file};
use super::reader::SqliteReader;
use crate::Unavailable;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Why a copy was not made, or not put in place.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database, or the copy, cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// The store's word.
        source: Unavailable,
    },
    /// There is something already, and nothing is overwritten.
    #[error("{} is there already: choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    /// The file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// The system's word.
        source: io::Error,
    },
    /// SQLite could not copy.
    #[error("cannot copy {}: {source}", .path.display())]
    Copy {
        /// Which file.
        path: PathBuf,
        /// SQLite's word.
        source: rusqlite::Error,
    },
    /// What is there is not whole.
    #[error("{} is damaged: {what}", .path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// How.
        what: String,
    },
}

/// Is this a whole database of ours whose books add up?
fn verify(path: &Path) -> Result<(), BackupError> {
    let reader = SqliteReader::open(path)?;
    let read = |source| BackupError::Read { path: path.to_owned(), source };
    let damaged = |what| BackupError::Damaged { path: path.to_owned(), what };
    if let Some(what) = reader.damage().map_err(read)? {
        return Err(damaged(what));
    }
    match reader.check_books().map_err(read)?.into_iter().find(|check| !check.is_sound()) {
        Some(check) => Err(damaged(format!("the books of {} do not add up", check.currency))),
        None => Ok(()),
    }
}

impl SqliteReader {
    /// Writes the whole database into a new file, as it is at some moment while this runs; a room may go on writing. The
    /// copy is looked through before it is called one, and only its owner may read it.
    ///
    /// # Errors
    /// When the file is there already, or cannot be written. Nothing is left behind then.
    pub fn back_up(self, to: &Path) -> Result<(), BackupError> {
        if to.exists() {
            return Err(BackupError::Exists(to.to_owned()));
        }
        let copy_error = |source| BackupError::Copy { path: to.to_owned(), source };
        let connection = self.into_connection().map_err(copy_error)?;
        put(to, |part| {
            // An empty file that is there keeps its permissions.
            connection.execute("VACUUM INTO ?1", [part.to_string_lossy()]).map(drop).map_err(copy_error)
        })
    }
}

/// Puts a copy where a room looks for its database, after looking it through.
///
/// # Errors
/// When it is no whole copy, or a database is there already. Nothing has changed then.
pub fn restore(copy: &Path, to: &Path) -> Result<(), BackupError> {
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    verify(copy)?;
    SqliteReader::open(copy)?.back_up(to)
}

/// Fills a new private file beside the one that is wanted, looks it through and gives it the name.
fn put(to: &Path, fill: impl FnOnce(&Path) -> Result<(), BackupError>) -> Result<(), BackupError> {
    let part = beside(to, ".part");
    let error = |source| BackupError::Write { path: part.clone(), source };
    // What an earlier attempt left is nobody's.
    if part.exists() {
        fs::remove_file(&part).map_err(error)?;
    }
    let filled = private_file(&part)
        .map_err(error)
        .and_then(|_| fill(&part))
        .and_then(|()| verify(&part))
        .and_then(|()| File::open(&part).and_then(|file| file.sync_all()).map_err(error))
        // A second name fails where a file is, and renaming would not.
        .and_then(|()| {
            fs::hard_link(&part, to).or_else(|source| match source.kind() {
                io::ErrorKind::AlreadyExists => Err(BackupError::Exists(to.to_owned())),
                // Some file systems have no second names.
                _ => fs::rename(&part, to).map_err(error),
            })
        });
    // Looking through may leave files of SQLite's beside it.
    for name in [part.clone(), beside(&part, "-wal"), beside(&part, "-shm")] {
        let _ = fs::remove_file(name);
    }
    filled
}

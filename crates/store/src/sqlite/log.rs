//! The write-ahead log is kept short.
//!
//! SQLite would copy the log into the database within a commit once it has grown, and all tables would wait for
//! it. Here a connection of its own copies most of it beside the writer; the writer copies what has come since,
//! which is little, and begins the log anew.

use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

/// Pages of 4 KiB in the log when it is to be copied: 8 MiB.
pub(super) const COPY_AT_PAGES: usize = 2_048;
/// Pages when the writer copies by itself: the other connection does not keep up.
const COPY_NOW_PAGES: usize = 4 * COPY_AT_PAGES;
/// What the log's file is cut to when it begins anew.
pub(super) const KEEP_BYTES: i64 = 16 << 20;

/// Keeps the log short.
pub(super) struct Log {
    /// Pages in the log after the latest commit.
    pages: Arc<AtomicUsize>,
    /// Copies beside the writer. A stepped store has none.
    helper: Option<Helper>,
}

struct Helper {
    wake: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    /// Asked, and not done yet.
    busy: Arc<AtomicBool>,
    /// Done, and the writer has not finished it yet.
    copied: Arc<AtomicBool>,
}

impl Log {
    /// Watches the log of the writer's connection; `copying` is the connection beside it.
    pub(super) fn watch(writing: &mut Connection, copying: Option<Connection>) -> rusqlite::Result<Log> {
        let pages = Arc::<AtomicUsize>::default();
        let seen = Arc::clone(&pages);
        writing.wal_hook(Some(move |_: &mut rusqlite::hooks::Wal, pages| {
            seen.store(usize::try_from(pages).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        }))?;
        // Without a thread the writer does it all: slower, never wrong.
        let helper = copying.and_then(|connection| Helper::start(connection).ok());
        Ok(Log { pages, helper })
    }

    /// After a commit: has the log copied when it is long, and begun anew when it was copied.
    pub(super) fn keep_short(&self, writing: &Connection) {
        let pages = self.pages.load(Ordering::Relaxed);
        if pages < COPY_AT_PAGES {
            return;
        }
        let copied = self.helper.as_ref().is_none_or(|helper| helper.copied.swap(false, Ordering::Acquire));
        if copied || pages >= COPY_NOW_PAGES {
            // Waits for nobody; what a reader still needs stays. All copied: the next commit begins the log anew.
            copy(writing, "PRAGMA wal_checkpoint(PASSIVE)");
        } else if let Some(helper) = &self.helper {
            helper.ask();
        }
    }

    /// At the end: everything into the database, nothing in the log.
    pub(super) fn empty(&mut self, writing: &Connection) {
        drop(self.helper.take());
        copy(writing, "PRAGMA wal_checkpoint(TRUNCATE)");
    }
}

/// A copy that fails (a full disk) costs nothing: the log holds it all, and the next commit tries again.
fn copy(connection: &Connection, checkpoint: &str) {
    let _ = connection.query_row(checkpoint, [], |_| Ok(()));
}

impl Helper {
    fn start(connection: Connection) -> std::io::Result<Helper> {
        let (wake, woken) = mpsc::channel();
        let (busy, copied) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let (is_busy, is_copied) = (Arc::clone(&busy), Arc::clone(&copied));
        let thread = thread::Builder::new().name("store-log".into()).spawn(move || {
            while woken.recv().is_ok() {
                copy(&connection, "PRAGMA wal_checkpoint(PASSIVE)");
                is_copied.store(true, Ordering::Release);
                is_busy.store(false, Ordering::Release);
            }
        })?;
        Ok(Helper { wake: Some(wake), thread: Some(thread), busy, copied })
    }

    fn ask(&self) {
        if !self.busy.swap(true, Ordering::AcqRel)
            && let Some(wake) = &self.wake
        {
            // A thread that is gone copies nothing; the writer does it when the log is too long.
            let _ = wake.send(());
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        drop(self.wake.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

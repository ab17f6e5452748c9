//! Forgetting: what nobody asks for any more goes, in small steps.

use super::Inner;
use kozyr_store::AppendError;
use kozyr_time::{Millis, TimeSource, WallTime};
use std::sync::Arc;
use std::time::Duration;

/// How long a command is remembered, and how often the old ones are forgotten.
const RECEIPTS: Millis = Millis::from_secs(7 * 24 * 60 * 60);
const FORGET_EVERY: Duration = Duration::from_secs(6 * 60 * 60);
/// How many rows are forgotten at a time.
const STEP: usize = 500;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Inner {
    /// Forgets commands that were carried out long ago (nobody repeats one after a week), sessions that ran out, who left
    /// tables long ago and guests nobody sees any more; archives settled hands; looks at the calendar. In small steps: tables
    /// wait for each of them.
    fn forget_old(&self) {
        match self.forgotten() {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "old rows forgotten or archived"),
            Err(error) => tracing::error!(%error, "old rows could not be forgotten"),
        }
    }

    fn forgotten(&self) -> Result<u64, AppendError> {
        let (now, today) = (self.clock.now(), self.calendar.now());
        let mut count = in_steps(|| self.store.forget_receipts(now - RECEIPTS, STEP))?
            + in_steps(|| self.store.forget_sessions(today, STEP))?
            + in_steps(|| self.store.forget_remembered(now, STEP))?;
        // Hands that are settled belong into the archive: a start reads none of it.
        for stream in self.store.streams("table/")?.into_iter().chain(self.store.streams("updau")?) {
            if let Some(checkpoint) = self.store.checkpoint(&stream)? {
                while self.store.archive(&stream, checkpoint.sequence, 4)? > 0 {
                    count += 1;
                }
            }
        }
        if self.config.guests_kept_days > 0 {
            let kept = i64::from(self.config.guests_kept_days) * DAY_MS;
            let unseen = WallTime::from_millis(today.as_millis() - kept);
            count += in_steps(|| self.store.prune_guests(now, unseen, STEP).map(|gone| gone.len() as u64))?;
        }
        self.calendar.look(&*self.store)?;
        self.directory.set_date(self.clock.now(), self.calendar.now());
        Ok(count)
    }
}

/// Takes a step until one finds nothing more to do; says how much was done.
fn in_steps<E>(mut step: impl FnMut() -> Result<u64, E>) -> Result<u64, E> {
    let mut all = 0;
    loop {
        let done = step()?;
        all += done;
        if done < STEP as u64 {
            return Ok(all);
        }
    }
}

/// Keeps the receipts and sessions from growing for ever.
pub(super) async fn forget(inner: Arc<Inner>) {
    let mut every = tokio::time::interval(FORGET_EVERY);
    loop {
        every.tick().await;
        let inner = inner.clone();
        if tokio::task::spawn_blocking(move || inner.forget_old()).await.is_err() {
            tracing::error!("forgetting old receipts and sessions failed");
        }
    }
}

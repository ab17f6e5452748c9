//! Forgetting: what nobody asks for any more goes, in small steps.

use super::Inner;
use kozyr_store::{AppendError, Store, StreamId, Unavailable};
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
        count += archived(&*self.store)?;
        if self.config.guests_kept_days > 0 {
            let kept = i64::from(self.config.guests_kept_days) * DAY_MS;
            let unseen = WallTime::from_millis(today.as_millis() - kept);
            // Some may stay, so a step that is not full need not be the last.
            loop {
                let gone = self.store.prune_guests(now, unseen, STEP)?.len() as u64;
                count += gone;
                if gone == 0 {
                    break;
                }
            }
        }
        self.calendar.look(&*self.store)?;
        self.directory.set_date(self.clock.now(), self.calendar.now());
        Ok(count)
    }
}

/// Hands that are settled belong into the archive, at tables that are open and at those that are closed: a start reads none
/// of it. Says how many events were moved.
fn archived(store: &dyn Store) -> Result<u64, Unavailable> {
    let mut count = 0;
    for kind in ["table/", "updau", "tournament/", "evening/"] {
        for stream in store.streams(kind)? {
            count += archive_all(store, &stream)?;
        }
        let mut last = None;
        loop {
            let closed = store.closed_streams(kind, last.as_ref(), STEP)?;
            for stream in &closed {
                count += archive_all(store, stream)?;
            }
            let Some(end) = closed.into_iter().next_back() else { break };
            last = Some(end);
        }
    }
    Ok(count)
}

fn archive_all(store: &dyn Store, stream: &StreamId) -> Result<u64, Unavailable> {
    let mut count = 0;
    if let Some(checkpoint) = store.checkpoint(stream)? {
        loop {
            let moved = store.archive(stream, checkpoint.sequence, 4)?;
            count += moved;
            if moved == 0 {
                break;
            }
        }
    }
    Ok(count)
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

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_store::{Append, MemoryStore, SEGMENT_EVENTS, StreamBatch};

    #[test]
    fn hands_of_open_and_closed_tables_are_archived() {
        let store = MemoryStore::new().unwrap();
        for (name, close) in [("table/open", false), ("table/closed", true), ("updau/table/7", true)] {
            let stream = StreamId::new(name).unwrap();
            let head = store.claim(&stream).unwrap();
            let events = vec![b"event".as_slice().into(); SEGMENT_EVENTS * 2 + 1];
            let batch = StreamBatch::new(stream, head.epoch, head.sequence, events);
            let batch = StreamBatch { checkpoint: Some(b"rest".as_slice().into()), close, ..batch };
            store.append(Append { streams: vec![batch], ..Append::default() }).unwrap();
        }
        assert_eq!(archived(&store).unwrap(), 3 * 2 * SEGMENT_EVENTS as u64);
        assert_eq!(archived(&store).unwrap(), 0, "what is too little for a segment waits");
    }
}

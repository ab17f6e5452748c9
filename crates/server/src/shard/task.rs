//! The shell around a shard: a task of a runtime, with a bounded mailbox.

use super::ToShard;
use crate::chore::Chore;
use crate::clock::RoomClock;
use kozyr_store::{Completed, Lane, Store};
use kozyr_time::{TimeSource, Timestamp};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// Messages of clients that may wait at a shard. Whoever comes when it is full is told to try again.
const MAILBOX: usize = 8_192;
/// How long to wait before a table whose store failed is loaded again.
const RELOAD_AFTER: Duration = Duration::from_secs(1);

/// The way into a shard.
#[derive(Clone)]
pub(crate) struct ShardHandle {
    /// What clients send: bounded.
    mail: mpsc::Sender<ToShard>,
    /// What the room itself says, and what the store has completed: never lost, and as much as there are tables.
    inner: mpsc::UnboundedSender<ToShard>,
}

/// The receiving ends of a shard's messages.
pub(crate) struct Mailbox {
    mail: mpsc::Receiver<ToShard>,
    inner: mpsc::UnboundedReceiver<ToShard>,
}

#[cfg(feature = "simulation")]
impl Mailbox {
    /// Has something come?
    pub(crate) fn has_any(&self) -> bool {
        !self.inner.is_empty() || !self.mail.is_empty()
    }

    /// The next message, what the room itself says first.
    pub(crate) fn next(&mut self) -> Option<ToShard> {
        self.inner.try_recv().ok().or_else(|| self.mail.try_recv().ok())
    }
}

/// The message was not taken: the shard is overrun, or gone.
pub(crate) struct NotTaken;

impl ShardHandle {
    /// The two ends of a shard's messages.
    pub(crate) fn new() -> (ShardHandle, Mailbox) {
        let (mail, mailbox) = mpsc::channel(MAILBOX);
        let (inner, inside) = mpsc::unbounded_channel();
        (ShardHandle { mail, inner }, Mailbox { mail: mailbox, inner: inside })
    }

    /// Hands a message over. Never waits.
    pub(crate) fn send(&self, message: ToShard) -> Result<(), NotTaken> {
        match message {
            ToShard::Watch { .. }
            | ToShard::Show { .. }
            | ToShard::Unwatch { .. }
            | ToShard::Command { .. }
            | ToShard::Aside { .. }
            | ToShard::Sheet { .. }
            | ToShard::Follow { .. }
            | ToShard::Unfollow { .. }
            | ToShard::Look { .. }
            | ToShard::Export { .. }
            | ToShard::Wish { .. }
            | ToShard::Direct { .. } => self.mail.try_send(message).map_err(|_| NotTaken),
            _ => self.inner.send(message).map_err(|_| NotTaken),
        }
    }

    /// Hands a message of a client over, and waits when there are too many.
    pub(crate) async fn post(&self, message: ToShard) -> Result<(), NotTaken> {
        self.mail.send(message).await.map_err(|_| NotTaken)
    }

    /// Where the store's outcomes for this shard go.
    pub(crate) fn lane(&self) -> Lane {
        let inner = self.inner.clone();
        Lane::new(move |completed: Vec<Completed>| {
            // A shard that is gone has nobody left to tell.
            let _ = inner.send(ToShard::Committed(completed));
        })
    }
}

/// What is stepped by messages and by time.
pub(crate) trait Stepped: Send + 'static {
    /// Takes in one message, if there is one, and does what is due. What has to wait for the store comes back.
    fn step(&mut self, now: Timestamp, message: Option<ToShard>) -> Vec<Chore>;
    /// When it wants to be stepped again, if no message comes.
    fn deadline(&self) -> Option<Timestamp>;
    /// Has it stopped, as it was told to?
    fn is_stopped(&self) -> bool;
}

/// Serves until told to stop.
pub(crate) async fn run(
    mut shard: impl Stepped,
    mut mailbox: Mailbox,
    own: ShardHandle,
    store: Arc<dyn Store>,
    clock: RoomClock,
) {
    let mut chores = shard.step(clock.now(), None);
    while !shard.is_stopped() {
        chores.drain(..).for_each(|chore| carry_out(chore, &store, &own));
        let due = shard.deadline().map(|at| clock.until(at));
        let message = async {
            tokio::select! {
                biased;
                message = mailbox.inner.recv() => message,
                message = mailbox.mail.recv() => message,
            }
        };
        let message = match due {
            Some(due) => tokio::time::timeout(due, message).await.unwrap_or_default(),
            None => message.await,
        };
        chores = shard.step(clock.now(), message);
    }
}

fn carry_out(chore: Chore, store: &Arc<dyn Store>, own: &ShardHandle) {
    let (store, own) = (store.clone(), own.clone());
    tokio::task::spawn_blocking(move || {
        if chore.waits() {
            std::thread::sleep(RELOAD_AFTER);
        }
        if let Some(message) = chore.run(&*store) {
            // A shard that has stopped needs no table.
            let _ = own.send(message);
        }
    });
}

//! Where messages to one connection go.

use crate::world;
use kozyr_protocol::room::{ToClient, write};
use kozyr_time::PlayerId;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Messages that may wait for a slow client; one that lags further behind is disconnected, and
/// resumes when it comes back.
const LAG: usize = 256;

/// Names a connection, in this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConnectionId(u64);

/// The sending end of a connection. Never waits.
#[derive(Clone)]
pub(crate) struct Outlet {
    pub(crate) id: ConnectionId,
    lines: mpsc::Sender<Utf8Bytes>,
    overrun: Arc<Notify>,
    /// The room's own: nobody who is counted.
    pub(crate) of_house: bool,
}

/// The receiving end: what the socket writes.
pub(crate) struct Inlet {
    pub(crate) lines: mpsc::Receiver<Utf8Bytes>,
    /// Notified when the client lags too far behind.
    pub(crate) overrun: Arc<Notify>,
}

/// The two ends of a new connection.
pub(crate) fn outlet() -> (Outlet, Inlet) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (sender, lines) = mpsc::channel(LAG);
    let overrun = Arc::new(Notify::new());
    let id = ConnectionId(world::number(&NEXT));
    (Outlet { id, lines: sender, overrun: overrun.clone(), of_house: false }, Inlet { lines, overrun })
}

impl Outlet {
    /// The same for a program of the room.
    pub(crate) fn of_house(self) -> Outlet {
        Outlet { of_house: true, ..self }
    }

    pub(crate) fn tell(&self, message: &ToClient) {
        self.send(write(message).into());
    }

    /// Sends a message that is written already: the same bytes to all who see the same.
    pub(crate) fn send(&self, line: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.lines.try_send(line) {
            self.overrun.notify_one();
        }
    }
}

/// Somebody who looks at a table.
#[derive(Clone)]
pub(crate) struct Watcher {
    pub(crate) outlet: Outlet,
    /// Who, if they are anybody.
    pub(crate) person: Option<PlayerId>,
}

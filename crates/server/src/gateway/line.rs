//! A connection as the gateway knows it, and the gateway as a connection knows it.

use crate::shard::{ShardHandle, ToShard};
use crate::world;
use kozyr_protocol::updau::Fault;
use kozyr_protocol::updau::session::ConnectionId;
use kozyr_time::PlayerId;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc};

/// Documents that may wait for a slow client; one that lags further behind is disconnected, and finds everything again
/// when it comes back.
const LAG: usize = 256;
/// Messages of one connection that may wait for their turn. More are not read meanwhile.
const WAITING: usize = 8;

/// What the room says of those who come over one connection.
pub(crate) trait Doorkeeper: Send + Sync {
    /// May one more newcomer come from there?
    fn admits(&self) -> bool;
    /// Is this somebody's password? The answer comes as [`FromClient::Checked`], in its own time.
    fn check(&self, question: Question);
}

/// Somebody wants to sign in by the password of their account.
pub(crate) struct Question {
    pub(crate) connection: ConnectionId,
    pub(crate) ticket: u64,
    pub(crate) login: String,
    pub(crate) password: String,
}

/// Something for a client.
pub(crate) enum Letter {
    Document(Vec<u8>),
    /// The last one: the connection ends with this code.
    Close(u16),
}

/// The sending end of a connection. Never waits.
#[derive(Clone)]
pub(crate) struct Line {
    letters: mpsc::Sender<Letter>,
    overrun: Arc<Notify>,
}

/// The receiving end: what the socket writes.
pub(crate) struct Inbox {
    pub(crate) letters: mpsc::Receiver<Letter>,
    /// Notified when the client lags too far behind.
    pub(crate) overrun: Arc<Notify>,
}

impl Line {
    pub(crate) fn send(&self, letter: Letter) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.letters.try_send(letter) {
            self.overrun.notify_one();
        }
    }
}

/// What comes over a connection.
pub(crate) enum FromClient {
    Connected {
        line: Line,
        doorkeeper: Arc<dyn Doorkeeper>,
    },
    /// The answer to a [`Question`]: whose account it is, and what they are called.
    Checked {
        ticket: u64,
        account: Option<(PlayerId, String)>,
    },
    /// A message, and the place it takes until it is answered.
    Received {
        bytes: Vec<u8>,
        _place: OwnedSemaphorePermit,
    },
    Rejected(Fault),
    Gone,
}

/// The way of one connection to the gateway. What it sends arrives in order.
pub(crate) struct Caller {
    id: ConnectionId,
    gateway: ShardHandle,
    places: Arc<Semaphore>,
}

/// The gateway has stopped.
pub(crate) struct Stopped;

impl Caller {
    /// A new connection.
    pub(crate) async fn connect(
        gateway: ShardHandle,
        doorkeeper: Arc<dyn Doorkeeper>,
    ) -> Result<(Caller, Inbox), Stopped> {
        // Those of the process before are lost before the first of this one comes.
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = world::number(&NEXT);
        let (letters, inbox) = mpsc::channel(LAG);
        let overrun = Arc::new(Notify::new());
        let line = Line { letters, overrun: overrun.clone() };
        let caller = Caller { id, gateway, places: Arc::new(Semaphore::new(WAITING)) };
        caller.post(FromClient::Connected { line, doorkeeper }).await?;
        Ok((caller, Inbox { letters: inbox, overrun }))
    }

    /// Waits until one more message may come.
    pub(crate) async fn place(&self) -> OwnedSemaphorePermit {
        self.places.clone().acquire_owned().await.expect("nobody closes it")
    }

    pub(crate) async fn receive(&self, bytes: Vec<u8>, place: OwnedSemaphorePermit) -> Result<(), Stopped> {
        self.post(FromClient::Received { bytes, _place: place }).await
    }

    pub(crate) async fn reject(&self, fault: Fault) -> Result<(), Stopped> {
        self.post(FromClient::Rejected(fault)).await
    }

    pub(crate) async fn gone(self) {
        // A gateway that has stopped has forgotten everybody.
        let _ = self.post(FromClient::Gone).await;
    }

    async fn post(&self, message: FromClient) -> Result<(), Stopped> {
        self.gateway.post(ToShard::Updau(self.id, message)).await.map_err(|_| Stopped)
    }
}

//! A connection that speaks UpDAU, whatever carries its documents.

use super::TRY_AGAIN;
use super::line::{Caller, Doorkeeper, FromClient, Inbox, Letter, Question};
use crate::callers::Source;
use crate::room::Inner;
use crate::shard::{ShardHandle, ToShard};
use kozyr_protocol::updau::Fault;
use kozyr_protocol::updau::session::POLICY_VIOLATION;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Between two looks whether the client is there.
const LOOK: Duration = Duration::from_secs(20);
/// How long a write may take: then the client is gone, or as good as.
const WRITE: Duration = Duration::from_secs(10);
/// How long the last words may take, and how long somebody is listened to who was told that it is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long what could not be read may take to be answered.
const ANSWER: Duration = Duration::from_secs(5);
/// The codes of close frames.
const AWAY: u16 = 1001;
const RESTART: u16 = 1012;

/// What is heard of a client.
pub(super) enum Heard {
    Document(Vec<u8>),
    /// It says that it is there.
    Nothing,
    /// Nothing after this can be read.
    Unreadable(Fault),
    /// Far more than may come.
    Flood,
    End,
}

/// Carries documents.
pub(super) trait Wire: Send {
    /// The next thing that is heard. Nothing is lost when nobody waits for it any more.
    fn next(&mut self) -> impl Future<Output = Heard> + Send;
    /// Takes a document to be sent.
    fn feed(&mut self, document: Vec<u8>) -> impl Future<Output = Result<(), ()>> + Send;
    /// Sends what was taken.
    fn flush(&mut self) -> impl Future<Output = Result<(), ()>> + Send;
    /// Is the client there?
    fn look(&mut self) -> impl Future<Output = Result<(), ()>> + Send;
    /// The last words, and waits until the client has taken them.
    fn close(&mut self, code: u16, reason: &'static str) -> impl Future<Output = ()> + Send;
}

/// The room's door, for those from one address.
struct Door {
    room: Arc<Inner>,
    from: Source,
    gateway: ShardHandle,
}

impl Doorkeeper for Door {
    fn admits(&self) -> bool {
        self.room.may_create_guest(self.from)
    }

    /// A password takes its time, and the gateway has none to wait.
    fn check(&self, question: Question) {
        let (room, from, gateway) = (self.room.clone(), self.from, self.gateway.clone());
        tokio::spawn(async move {
            let Question { connection, ticket, login, password } = question;
            let user = room.admitted(from, login, password).await;
            let account = user.map(|user| (user.id, user.name));
            // A gateway that has stopped has nobody to tell.
            let _ = gateway.post(ToShard::Updau(connection, FromClient::Checked { ticket, account })).await;
        });
    }
}

/// Why a connection ends: the code of its close frame and a word.
type End = (u16, &'static str);

/// Serves a connection until it ends.
pub(super) async fn talk(mut wire: impl Wire, room: &Arc<Inner>, from: Source) {
    let Some(gateway) = room.gateway() else { return };
    let door = Arc::new(Door { room: room.clone(), from, gateway: gateway.clone() });
    let Ok((caller, mut inbox)) = Caller::connect(gateway, door).await else { return };
    let end = converse(&mut wire, &caller, &mut inbox, room).await;
    caller.gone().await;
    if let Some((code, reason)) = end {
        if code == POLICY_VIOLATION {
            room.callers.flooded(from);
        }
        // A client that does not take its farewell is gone all the same.
        let _ = timeout(FAREWELL, wire.close(code, reason)).await;
    }
}

/// Until the client goes (`None`) or has to (why).
async fn converse(
    wire: &mut impl Wire,
    caller: &Caller,
    inbox: &mut Inbox,
    room: &Arc<Inner>,
) -> Option<End> {
    let mut stop = room.stopping();
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    look.reset();
    let mut place = None;
    let mut reads = true;
    let deadline = tokio::time::sleep(Duration::MAX);
    tokio::pin!(deadline);
    loop {
        tokio::select! {
            letter = inbox.letters.recv() => {
                if let Some(code) = write_all(wire, letter?, inbox).await.ok()? {
                    return Some((code, "see the error"));
                }
            }
            one = caller.place(), if reads && place.is_none() => place = Some(one),
            heard = wire.next(), if reads && place.is_some() => match heard {
                Heard::Document(document) => {
                    let place = place.take()?;
                    caller.receive(document, place).await.ok()?;
                }
                Heard::Nothing => {}
                Heard::Unreadable(fault) => {
                    // Answered and closed by the gateway, like everything else.
                    reads = false;
                    deadline.as_mut().reset(tokio::time::Instant::now() + ANSWER);
                    caller.reject(fault).await.ok()?;
                }
                Heard::Flood => return Some((POLICY_VIOLATION, "flood")),
                Heard::End => return None,
            },
            () = inbox.overrun.notified() => return Some((TRY_AGAIN, "too slow: connect again")),
            _ = look.tick() => {
                if !matches!(timeout(WRITE, wire.look()).await, Ok(Ok(()))) {
                    return Some((AWAY, "nothing heard"));
                }
            }
            () = &mut deadline, if !reads => return Some((POLICY_VIOLATION, "unreadable")),
            () = async { drop(stop.wait_for(|stopping| *stopping).await) } => {
                return Some((RESTART, "restarting"));
            }
        }
    }
}

/// Writes the letter and whatever else is ready, and flushes once. Says with which code the connection has to end, if it
/// has to.
async fn write_all(wire: &mut impl Wire, first: Letter, inbox: &mut Inbox) -> Result<Option<u16>, ()> {
    let writing = async {
        let (mut next, mut close) = (Some(first), None);
        while let Some(letter) = next.take() {
            match letter {
                Letter::Document(document) => wire.feed(document).await?,
                Letter::Close(code) => close = Some(code),
            }
            next = inbox.letters.try_recv().ok().filter(|_| close.is_none());
        }
        wire.flush().await?;
        Ok(close)
    };
    timeout(WRITE, writing).await.map_err(drop)?
}

//! UpDAU over plain TCP: every document behind its length.

use super::wire::{Heard, Wire, talk};
use crate::callers::Source;
use crate::door::Visitor;
use crate::room::{Inner, Place};
use kozyr_protocol::updau::{Deframer, Limits, frame};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// Between two tries when no connection could be let in.
const RETRY: Duration = Duration::from_millis(50);
/// How long a document may take once it has begun.
const DOCUMENT: Duration = Duration::from_secs(10);

/// Lets connections in until the room stops.
pub(crate) async fn listen(listener: TcpListener, inner: Arc<Inner>) {
    let mut stop = inner.stopping();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stopping| *stopping) => return,
        };
        match accepted {
            Ok((stream, address)) => admit(stream, address, &inner),
            Err(error) => {
                tracing::debug!(%error, "no connection to the UpDAU port");
                sleep(RETRY).await;
            }
        }
    }
}

/// Serves a connection, unless it is one too many.
fn admit(stream: TcpStream, address: SocketAddr, inner: &Arc<Inner>) {
    let from = Source::new(address.ip());
    let Some(visit) = inner.callers.connect(address.ip()) else { return };
    let Some(socket) = inner.callers.open(from) else { return };
    let Some(place) = Place::take(inner) else { return };
    let inner = inner.clone();
    tokio::spawn(async move {
        let visitor = Visitor::silent(stream, visit);
        talk(
            Lengths { visitor, cutter: Deframer::new(Limits::CLIENT), read: Vec::new(), at: 0, begun: None },
            &inner,
            from,
        )
        .await;
        drop((socket, place));
    });
}

/// A stream of documents behind their lengths.
struct Lengths {
    visitor: Visitor,
    cutter: Deframer,
    /// What was read, and how far it was looked at.
    read: Vec<u8>,
    at: usize,
    /// Since when a document has been on its way.
    begun: Option<Instant>,
}

impl Lengths {
    /// The next document that is there as a whole.
    fn cut(&mut self) -> Option<Heard> {
        let mut rest = &self.read[self.at..];
        let cut = self.cutter.next(&mut rest);
        self.at = self.read.len() - rest.len();
        match cut {
            Ok(Some(document)) => {
                self.begun = None;
                Some(Heard::Document(document))
            }
            Ok(None) => {
                if self.cutter.is_within() {
                    self.begun.get_or_insert_with(Instant::now);
                }
                None
            }
            Err(fault) => Some(Heard::Unreadable(fault)),
        }
    }
}

impl Wire for Lengths {
    async fn next(&mut self) -> Heard {
        loop {
            if let Some(heard) = self.cut() {
                return heard;
            }
            let mut fresh = [0; 2048];
            match self.visitor.read(&mut fresh).await {
                Ok(read @ 1..) => (self.read, self.at) = (fresh[..read].to_vec(), 0),
                _ => return Heard::End,
            }
        }
    }

    async fn feed(&mut self, document: Vec<u8>) -> Result<(), ()> {
        self.visitor.write_all(&frame(&document)).await.map_err(drop)
    }

    async fn flush(&mut self) -> Result<(), ()> {
        self.visitor.flush().await.map_err(drop)
    }

    async fn look(&mut self) -> Result<(), ()> {
        if self.begun.is_some_and(|begun| begun.elapsed() > DOCUMENT) { Err(()) } else { Ok(()) }
    }

    async fn close(&mut self, _: u16, _: &'static str) {
        if self.visitor.shutdown().await.is_err() {
            return;
        }
        // What the client sends meanwhile is read and dropped: to end with something unread would take the last words
        // from it.
        let mut rest = [0; 1024];
        while self.visitor.read(&mut rest).await.is_ok_and(|read| read > 0) {}
    }
}

//! The way in: every connection is counted before it has said a word, and ended when it says none.

use crate::callers::{Callers, Visit};
use axum::serve::Listener;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep};

/// How long a connection may say nothing: a little longer than a socket, which says farewell first.
const SILENCE: Duration = Duration::from_secs(90);

/// Listens, and lets in no more from one address than may come.
pub(crate) struct Door {
    listener: TcpListener,
    callers: Arc<Callers>,
}

impl Door {
    pub(crate) fn new(listener: TcpListener, callers: Arc<Callers>) -> Door {
        Door { listener, callers }
    }
}

impl Listener for Door {
    type Io = Visitor;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Visitor, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            if let Some(visit) = self.callers.connect(address.ip()) {
                let silence = Box::pin(sleep(SILENCE));
                return (Visitor { stream, silence, _visit: visit }, address);
            }
            tracing::debug!(%address, "too many connections from one address");
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that was let in.
pub(crate) struct Visitor {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    _visit: Visit,
}

impl Visitor {
    /// A table's messages are small and must not wait for more of their kind.
    pub(crate) fn hurry(&mut self) {
        if let Err(error) = self.stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its delay");
        }
    }
}

impl AsyncRead for Visitor {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            self.silence.as_mut().reset(Instant::now() + SILENCE);
            return Poll::Ready(read);
        }
        ready!(self.silence.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Visitor {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

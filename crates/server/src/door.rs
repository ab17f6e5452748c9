//! A connection that was let in: counted for as long as it lives, and ended when it says nothing or takes nothing.

use crate::callers::Visit;
use socket2::{SockRef, TcpKeepalive};
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// How long a connection may say nothing: a little longer than a socket, which says farewell first.
const SILENCE: Duration = Duration::from_secs(90);

/// How long a connection may take nothing of what is written to it.
const BLOCKED: Duration = Duration::from_secs(10);
/// How long the system waits for a client to take what was written, after the connection was ended too.
const UNTAKEN: Duration = Duration::from_secs(30);
/// What the system keeps of a connection's bytes in each direction; it takes twice that for its own bookkeeping.
/// Left alone it would keep megabytes for a client that never reads.
const OUT: usize = 32 * 1024;
const IN: usize = 16 * 1024;

/// Sets what the system should know of a connection. Not of the listener once and for all: connections may wait
/// there since before it could be told.
fn settle(stream: &TcpStream) -> io::Result<()> {
    let socket = SockRef::from(stream);
    // A table's messages are small and must not wait for more of their kind.
    socket.set_tcp_nodelay(true)?;
    socket.set_send_buffer_size(OUT)?;
    socket.set_recv_buffer_size(IN)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(UNTAKEN))?;
    Ok(())
}

/// A connection that was let in.
pub(crate) struct Visitor {
    stream: TcpStream,
    /// Until when it has to say something, if it has to at all.
    silence: Option<Pin<Box<Sleep>>>,
    /// Until when the client has to take something, when it does not at the moment.
    blocked: Option<Pin<Box<Sleep>>>,
    _visit: Visit,
}

impl Visitor {
    pub(crate) fn new(stream: TcpStream, visit: Visit) -> Visitor {
        if let Err(error) = settle(&stream) {
            tracing::debug!(%error, "a connection keeps what the system gave it");
        }
        Visitor { stream, silence: Some(Box::pin(sleep(SILENCE))), blocked: None, _visit: visit }
    }

    /// One that may say nothing for as long as it likes; the system finds out whether it is still there.
    pub(crate) fn silent(stream: TcpStream, visit: Visit) -> Visitor {
        let alive = TcpKeepalive::new().with_time(SILENCE).with_interval(UNTAKEN);
        if let Err(error) = SockRef::from(&stream).set_tcp_keepalive(&alive) {
            tracing::debug!(%error, "nobody will know whether a connection is still there");
        }
        let mut visitor = Visitor::new(stream, visit);
        visitor.silence = None;
        visitor
    }

    /// What became of a write: one that has waited too long fails.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        write: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if write.is_ready() {
            self.blocked = None;
            return write;
        }
        let blocked = self.blocked.get_or_insert_with(|| Box::pin(sleep(BLOCKED)));
        ready!(blocked.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        // What a client does not take would wait for it in the system's memory after this.
        if self.blocked.is_some()
            && let Err(error) = self.stream.set_zero_linger()
        {
            tracing::debug!(%error, "a connection's last bytes wait for its client");
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
            if let Some(silence) = &mut self.silence {
                silence.as_mut().reset(Instant::now() + SILENCE);
            }
            return Poll::Ready(read);
        }
        let Some(silence) = &mut self.silence else { return Poll::Pending };
        ready!(silence.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncWrite for Visitor {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, write)
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
        let write = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.written(context, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

//! The way in: every connection is counted before it has said a word, and has deadlines until it is a socket.

use crate::callers::{Callers, Source};
use crate::door::Visitor;
use crate::waiting::{Wait, Waiting};
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::io::Errno;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

/// How long the head of a request may take, from the first moment it could have come. No byte moves it.
const HEAD: Duration = Duration::from_secs(5);
/// The largest head. The page sends a few hundred bytes.
const HEAD_BYTES: usize = 16 * 1024;
/// How long a connection may load pages before it is a socket or done: the whole page over a slow line.
const PAGES: Duration = Duration::from_secs(120);
/// How long a request may go on when the room stops.
const LAST_REQUEST: Duration = Duration::from_secs(3);
/// Between two tries when there is no file for a connection, and between two lines about it.
const RETRY: Duration = Duration::from_millis(50);
const TELL_EVERY: Duration = Duration::from_secs(10);

/// Serves until the room stops, and returns when the last connection has ended or become a socket.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    callers: Arc<Callers>,
    most_waiting: usize,
    mut stop: watch::Receiver<bool>,
) {
    let waiting = Waiting::new(most_waiting);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
    // Every connection holds a receiver: when the last has gone, so have they all.
    let (attended, _) = watch::channel(());
    let mut told = None;
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stopping| *stopping) => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                refused(&error, &waiting, &mut told).await;
                continue;
            }
        };
        let Some(visit) = callers.connect(address.ip()) else {
            tracing::debug!(%address, "too many connections from one address");
            continue;
        };
        let wait = waiting.add(Source::new(address.ip()));
        let visitor = Visitor::new(stream, visit);
        let (here, router, http, stop) = (attended.subscribe(), router.clone(), http.clone(), stop.clone());
        tokio::spawn(async move {
            attend(&http, visitor, address, router, wait, stop).await;
            drop(here);
        });
    }
    drop(listener);
    attended.closed().await;
}

/// A connection could not be accepted: its own fault, or there is no file for it.
async fn refused(error: &io::Error, waiting: &Waiting, told: &mut Option<Instant>) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        return;
    }
    waiting.end_one();
    if told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
        *told = Some(Instant::now());
        let out_of_files = matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE));
        if out_of_files {
            tracing::error!(%error, "no newcomer can be let in: raise the limit of open files (ulimit -n)");
        } else {
            tracing::error!(%error, "no newcomer can be let in");
        }
    }
    sleep(RETRY).await;
}

/// Answers what a connection asks until it ends, becomes a socket, or has had its time.
async fn attend(
    http: &http1::Builder,
    visitor: Visitor,
    address: SocketAddr,
    router: Router,
    mut wait: Wait,
    mut stop: watch::Receiver<bool>,
) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        router.call(request)
    });
    let connection = http.serve_connection(TokioIo::new(visitor), service).with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => {
            if let Err(error) = ended {
                tracing::debug!(%address, %error, "a connection ended");
            }
        }
        () = sleep(PAGES) => tracing::debug!(%address, "a connection took too long"),
        () = wait.has_to_go() => tracing::debug!(%address, "a connection made room for another"),
        () = async { drop(stop.wait_for(|stopping| *stopping).await) } => {
            connection.as_mut().graceful_shutdown();
            // Whatever is not done by then never will be.
            let _ = timeout(LAST_REQUEST, connection).await;
        }
    }
}

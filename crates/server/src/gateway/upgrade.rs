//! `/proto`: UpDAU over a WebSocket, one document per frame.
//!
//! Any site's page may connect: nobody's session is at stake, because nothing a browser sends by itself is looked at.

use super::wire::{Heard, Wire, talk};
use crate::room::{Inner, Place};
use crate::upgrade::{Socket, accept_key, bounds, metered, switching};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use kozyr_protocol::updau::{Fault, Limits};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

/// How long nothing may be heard at all: a client that is there answers pings.
const SILENCE: Duration = Duration::from_secs(65);

/// Answers `/proto`.
pub(crate) async fn upgrade(
    State(inner): State<Arc<Inner>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
) -> Response {
    let headers = request.headers();
    let Some(accept) = accept_key(headers) else {
        let upgrade = [(header::UPGRADE, "websocket")];
        return (StatusCode::UPGRADE_REQUIRED, upgrade, "UpDAU is spoken here over a WebSocket\n")
            .into_response();
    };
    let from = inner.callers.source(peer.ip(), headers);
    let Some(visit) = inner.callers.open(from) else {
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections from this address\n").into_response();
    };
    let Some(place) = Place::take(&inner) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the room is full\n").into_response();
    };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // A client that went before its socket was there is none.
        if let Ok(upgraded) = upgraded.await {
            let stream = metered(upgraded, inner.config().haste);
            // Boxed, so that waiting for the upgrade does not cost what serving the socket does.
            Box::pin(async move {
                let bounds = bounds(Limits::CLIENT.bytes);
                let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(bounds)).await;
                talk(Frames { socket, heard: Instant::now() }, &inner, from).await;
            })
            .await;
        }
        drop((place, visit));
    });
    switching(accept)
}

/// A WebSocket with a document in every frame.
struct Frames {
    socket: Socket,
    heard: Instant,
}

impl Wire for Frames {
    async fn next(&mut self) -> Heard {
        let frame = self.socket.next().await;
        self.heard = Instant::now();
        match frame {
            Some(Ok(Message::Text(text))) => Heard::Document(text.as_bytes().to_vec()),
            Some(Ok(Message::Binary(bytes))) => Heard::Document(bytes.to_vec()),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Heard::Nothing,
            Some(Err(Error::Capacity(_))) => Heard::Unreadable(Fault::too_large(&Limits::CLIENT)),
            Some(Err(Error::Io(error))) if error.kind() == ErrorKind::QuotaExceeded => Heard::Flood,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::End,
        }
    }

    async fn feed(&mut self, document: Vec<u8>) -> Result<(), ()> {
        let text = Utf8Bytes::try_from(document).map_err(drop)?;
        self.socket.feed(Message::Text(text)).await.map_err(drop)
    }

    async fn flush(&mut self) -> Result<(), ()> {
        self.socket.flush().await.map_err(drop)
    }

    async fn look(&mut self) -> Result<(), ()> {
        if self.heard.elapsed() > SILENCE {
            return Err(());
        }
        self.socket.send(Message::Ping(Default::default())).await.map_err(drop)
    }

    async fn close(&mut self, code: u16, reason: &'static str) {
        let frame = CloseFrame { code: CloseCode::from(code), reason: Utf8Bytes::from_static(reason) };
        if self.socket.send(Message::Close(Some(frame))).await.is_err() {
            return;
        }
        // What the client sends meanwhile is read and dropped: to end with something unread would take the last words
        // from it.
        let mut rest = [0; 1024];
        while self.socket.get_mut().read(&mut rest).await.is_ok_and(|read| read > 0) {}
    }
}

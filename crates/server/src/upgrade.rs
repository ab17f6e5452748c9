//! From a request to a socket: who may have one, and the handshake (RFC 6455, 4.2).

use crate::callers::{is_own_page, is_same_site, site_for_others};
use crate::door::Visitor;
use crate::http::{COOKIE, cookie};
use crate::meter::Metered;
use crate::room::{Inner, Place};
use crate::socket;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use kozyr_protocol::room::MAX_MESSAGE;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// A WebSocket whose bytes are counted.
pub(crate) type Socket = WebSocketStream<Metered<Visitor>>;

/// What another site's page is told, and a proxy that does not say which site was asked for.
const NOT_OWN_PAGE: &str = "only this room's own page may connect: the Origin it names has to be the Host it \
                            asks for, and a proxy has to pass both on\n";

/// Answers `/ws`.
pub(crate) async fn upgrade(
    State(inner): State<Arc<Inner>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
) -> Response {
    let headers = request.headers();
    let Some(accept) = accept_key(headers) else {
        let upgrade = [(header::UPGRADE, "websocket")];
        return (StatusCode::UPGRADE_REQUIRED, upgrade, "a WebSocket is spoken here\n").into_response();
    };
    if !is_own_page(headers, &inner.config().trusted_sites) {
        return (StatusCode::FORBIDDEN, NOT_OWN_PAGE).into_response();
    }
    let from = inner.callers.source(peer.ip(), headers);
    let Some(visit) = inner.callers.open(from) else {
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections from this address\n").into_response();
    };
    let Some(place) = Place::take(&inner) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the room is full\n").into_response();
    };
    // A cookie says who somebody is to the room's own page only; other pages that may connect say a token.
    let own = is_same_site(headers, &inner.config().public_url);
    let cookie = cookie(headers, COOKIE).filter(|_| own).map(ToOwned::to_owned);
    let site = site_for_others(headers, &inner.config().public_url, &inner.config().near_url);
    let arrival = socket::Arrival { from, cookie, site };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        // A client that went before its socket was there is none.
        if let Ok(upgraded) = upgraded.await {
            let stream = metered(upgraded, inner.config().haste);
            // Boxed, so that waiting for the upgrade does not cost what serving the socket does.
            Box::pin(async move {
                let socket =
                    WebSocketStream::from_raw_socket(stream, Role::Server, Some(bounds(MAX_MESSAGE))).await;
                socket::serve(socket, inner, arrival).await;
            })
            .await;
        }
        drop((place, visit));
    });
    switching(accept)
}

/// The answer to a request for a socket.
pub(crate) fn switching(accept: HeaderValue) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    response
}

/// The connection under a socket, counted from the first byte after the request.
pub(crate) fn metered(upgraded: Upgraded, haste: u32) -> Metered<Visitor> {
    let parts = upgraded.downcast::<TokioIo<Visitor>>().expect("only visitors are served");
    Metered::new(parts.io.into_inner(), &parts.read_buf, haste)
}

pub(crate) fn bounds(most: usize) -> WebSocketConfig {
    WebSocketConfig::default()
        // The default of 128 KiB would be most of what a connection costs. Most messages fit into one; the
        // buffer grows for others.
        .read_buffer_size(1024)
        .write_buffer_size(4 * 1024)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(Some(most))
        .max_frame_size(Some(most))
}

/// What proves that the request for a socket was understood, if it is one.
pub(crate) fn accept_key(headers: &HeaderMap) -> Option<HeaderValue> {
    let says = |name: HeaderName, word: &str| {
        let lines = headers.get_all(name);
        let mut words = lines.iter().filter_map(|value| value.to_str().ok()).flat_map(|line| line.split(','));
        words.any(|said| said.trim().eq_ignore_ascii_case(word))
    };
    let asked = says(header::CONNECTION, "upgrade")
        && says(header::UPGRADE, "websocket")
        && says(header::SEC_WEBSOCKET_VERSION, "13");
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asked)?;
    HeaderValue::try_from(derive_accept_key(key.as_bytes())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_for_a_socket_is_told_from_any_other() {
        let request = [
            ("connection", "keep-alive, Upgrade"),
            ("upgrade", "WebSocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let key = |request: &[(&'static str, &'static str)]| {
            let lines = request.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            accept_key(&lines.collect())
        };
        // The example of RFC 6455, 1.3.
        assert_eq!(key(&request).unwrap(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        for missing in 0..request.len() {
            let mut request = request.to_vec();
            request.remove(missing);
            assert_eq!(key(&request), None, "{request:?}");
        }
    }
}

//! How much of the room one address can have. The whole of 127.0.0.0/8 is this machine, so a test has addresses
//! to call from.

use crate::support::process::Process;
use futures_util::{SinkExt, StreamExt};
use kozyr_protocol::room::{Fault, Language, PROTOCOL, ToClient, ToServer};
use std::io::ErrorKind;
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

const ALONE: &[&str] = &["--bots", "0"];

type Socket = WebSocketStream<TcpStream>;

async fn call(room: &Process, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(format!("127.0.0.1:{}", room.port).parse().unwrap()).await.unwrap()
}

/// A socket, or the status and the line it was refused with.
async fn open(room: &Process, from: &str, headers: &[(&'static str, &str)]) -> Result<Socket, (u16, String)> {
    let mut request = format!("ws://127.0.0.1:{}/ws", room.port).into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    match client_async(request, call(room, from).await).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            Err((response.status().as_u16(), String::from_utf8(body).unwrap()))
        }
        Err(error) => panic!("{error}"),
    }
}

async fn refused(room: &Process, from: &str, headers: &[(&'static str, &str)]) -> (u16, String) {
    open(room, from, headers).await.expect_err("refused")
}

async fn ask(socket: &mut Socket, message: &ToServer) -> ToClient {
    socket.send(Message::text(serde_json::to_string(message).unwrap())).await.unwrap();
    let answer = timeout(Duration::from_secs(20), socket.next()).await.unwrap().unwrap().unwrap();
    serde_json::from_str(answer.to_text().unwrap()).unwrap()
}

/// Becomes a guest over a new connection: are they let in?
async fn guest(room: &Process, from: &str, headers: &[(&'static str, &str)]) -> bool {
    let mut socket = open(room, from, headers).await.unwrap();
    ask(&mut socket, &ToServer::Hello { protocol: PROTOCOL, token: None, language: Language::En }).await;
    let answer = ask(&mut socket, &ToServer::Guest { name: None, language: Language::En }).await;
    match answer {
        ToClient::Welcome { you: Some(_), token: Some(_), .. } => true,
        ToClient::Error { fault: Fault::RoomFull } => false,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_address_has_so_many_sockets_and_the_others_have_theirs() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &[ALONE, &["--sockets-per-address", "3"]].concat());
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(open(&room, "127.0.0.1", &[]).await.unwrap());
    }
    // Whatever a client says of itself: nobody said that there is a proxy.
    for headers in [&[][..], &[("x-forwarded-for", "203.0.113.9")]] {
        let (status, line) = refused(&room, "127.0.0.1", headers).await;
        assert_eq!((status, line.as_str()), (429, "too many connections from this address\n"));
    }
    let _other = open(&room, "127.0.0.2", &[]).await.unwrap();
    drop(held.pop());
    timeout(Duration::from_secs(10), async {
        while open(&room, "127.0.0.1", &[]).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("a place is free again");
    assert!(room.get("/healthz").starts_with("HTTP/1.1 200"), "pages are served all the same");
    assert!(room.stop().success());
}

#[tokio::test]
async fn connections_that_say_nothing_are_counted_too() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &[ALONE, &["--sockets-per-address", "3"]].concat());
    let mut held = Vec::new();
    for _ in 0..3 + 64 {
        held.push(call(&room, "127.0.0.1").await);
    }
    let one_more = call(&room, "127.0.0.1").await;
    timeout(Duration::from_secs(10), one_more.readable()).await.expect("it is ended").unwrap();
    let read = one_more.try_read(&mut [0]);
    assert!(matches!(&read, Ok(0)) || read.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    let _other = open(&room, "127.0.0.2", &[]).await.unwrap();
    assert!(room.stop().success());
}

#[tokio::test]
async fn an_address_brings_so_many_guests_and_the_others_bring_theirs() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &[ALONE, &["--guests-per-address", "4"]].concat());
    // One more may come every three seconds, and the machine may be busy: of twenty in a row, not all.
    let mut let_in = 0;
    for nth in 0..20 {
        let came = guest(&room, "127.0.0.1", &[]).await;
        assert!(came || nth >= 4, "guest {nth} was refused");
        let_in += u32::from(came);
    }
    assert!(let_in < 20, "nobody was refused");
    assert!(guest(&room, "127.0.0.2", &[]).await);
    assert!(room.stop().success());
}

#[tokio::test]
async fn behind_a_proxy_a_client_is_who_the_proxy_says() {
    let data = tempfile::tempdir().unwrap();
    let limits = ["--behind-proxy", "--sockets-per-address", "1", "--guests-per-address", "1"];
    let room = Process::start(data.path(), 0, &[ALONE, &limits].concat());
    let ann: &[_] = &[("x-forwarded-for", "203.0.113.9")];
    let bob: &[_] = &[("x-forwarded-for", "203.0.113.9, 198.51.100.4")];
    let _ann = open(&room, "127.0.0.1", ann).await.unwrap();
    assert_eq!(refused(&room, "127.0.0.1", ann).await.0, 429);
    let liar: &[_] = &[("x-forwarded-for", "192.0.2.77, 203.0.113.9")];
    assert_eq!(refused(&room, "127.0.0.1", liar).await.0, 429, "only the last one is the proxy's word");
    let _bob = open(&room, "127.0.0.1", bob).await.unwrap();
    for host in 1..=80 {
        let address = format!("2001:db8:{host:x}::7");
        assert!(guest(&room, "127.0.0.1", &[("x-forwarded-for", &address)]).await, "{address}");
    }
    assert!(room.stop().success());
}

#[tokio::test]
async fn whoever_has_many_networks_of_ipv6_is_one_address() {
    let data = tempfile::tempdir().unwrap();
    let limits = ["--behind-proxy", "--sockets-per-address", "30", "--guests-per-address", "4"];
    let room = Process::start(data.path(), 0, &[ALONE, &limits].concat());
    let network = |nth: u32| format!("2001:db8:1:{nth:x}::7");
    // One more may come every three seconds, and the machine may be busy: of twenty in a row, not all.
    let mut let_in = 0;
    for nth in 1..=20 {
        let_in += u32::from(guest(&room, "127.0.0.1", &[("x-forwarded-for", &network(nth))]).await);
    }
    assert!((4..20).contains(&let_in), "{let_in} of one /48 were let in");
    assert!(guest(&room, "127.0.0.1", &[("x-forwarded-for", "2001:db8:2:1::7")]).await);
    let mut held = Vec::new();
    for nth in 1..=31 {
        held.extend(open(&room, "127.0.0.1", &[("x-forwarded-for", &network(nth))]).await);
    }
    let (status, _) = refused(&room, "127.0.0.1", &[("x-forwarded-for", &network(99))]).await;
    assert!(status == 429 && held.len() <= 30, "{} sockets of one /48", held.len());
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_page_of_another_site_cannot_connect() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    for origin in ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:1"] {
        let (status, line) = refused(&room, "127.0.0.1", &[("origin", origin)]).await;
        assert_eq!(status, 403, "{origin}");
        assert!(line.contains("own page") && line.lines().count() == 1, "{line}");
    }
    let own = format!("http://127.0.0.1:{}", room.port);
    let _page = open(&room, "127.0.0.1", &[("origin", &own)]).await.unwrap();
    let _program = open(&room, "127.0.0.1", &[]).await.unwrap();
    assert!(room.stop().success());
}

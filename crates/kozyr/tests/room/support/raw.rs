//! A client that speaks bytes, for what no honest client does. The whole of 127.0.0.0/8 is this machine, so it
//! can call from many addresses.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// A connection from this address to the room.
pub async fn call(port: u16, from: &str) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse().unwrap())?;
    socket.connect(format!("127.0.0.1:{port}").parse().unwrap()).await
}

/// A WebSocket as bytes, after the handshake; the status line if there is none.
pub async fn upgrade(port: u16, from: &str) -> Result<TcpStream, String> {
    let failed = |error: io::Error| error.to_string();
    let mut stream = call(port, from).await.map_err(failed)?;
    let request = "GET /ws HTTP/1.1\r\nHost: room\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.map_err(failed)?);
    }
    let head = String::from_utf8(head).unwrap();
    let line = head.lines().next().unwrap().to_owned();
    if line.starts_with("HTTP/1.1 101") { Ok(stream) } else { Err(line) }
}

/// A masked frame, as clients send them: the mask is zero.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    assert!(payload.len() < 126);
    let mut frame = vec![first, 0x80 | payload.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(payload);
    frame
}

/// A whole text message in one frame.
pub fn text(message: &str) -> Vec<u8> {
    frame(0x81, message.as_bytes())
}

/// The `hello` of somebody new.
pub fn hello() -> Vec<u8> {
    text(&format!(
        r#"{{"type":"hello","protocol":{},"token":null,"language":"en"}}"#,
        kozyr_protocol::room::PROTOCOL
    ))
}

/// Reads until the room ends the connection, for as long as this; whether it did, and all it said.
pub async fn until_ended(stream: &mut TcpStream, within: Duration) -> (bool, Vec<u8>) {
    let mut heard = Vec::new();
    let ended = timeout(within, async {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = stream.read(&mut buffer).await {
            heard.extend_from_slice(&buffer[..read]);
        }
    });
    let ended = ended.await.is_ok();
    (ended, heard)
}

/// Bytes that wait in the room's send buffer for this connection; `None` when the system knows no such
/// connection any more.
pub fn unsent(port: u16, client: SocketAddr) -> Option<u64> {
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let mut rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let ends = |row: &[&str]| {
        let port = |end: &str| u16::from_str_radix(end.split(':').nth(1)?, 16).ok();
        Some((port(row.get(1)?)?, port(row.get(2)?)?))
    };
    let row = rows.find(|row| ends(row) == Some((port, client.port())))?;
    Some(u64::from_str_radix(row[4].split(':').next().unwrap(), 16).unwrap())
}

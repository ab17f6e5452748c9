//! What a hostile client can do to the room before and beside its messages, over real sockets.

use crate::support::client::Client;
use crate::support::process::Process;
use crate::support::raw::{call, frame, hello, text, unsent, until_ended, upgrade};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

const ALONE: &[&str] = &["--bots", "0"];
/// Far more than any limit of the room: a test waits so long only when it fails.
const LONG: Duration = Duration::from_secs(40);

/// Half of a request, and what was sent is not enough for an answer.
async fn half_a_request(port: u16, from: &str) -> TcpStream {
    let mut stream = call(port, from).await.unwrap();
    // One that is ended at once is no failure of the test.
    let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: room\r\nX-Slow: ").await;
    stream
}

#[tokio::test]
async fn half_a_request_has_a_deadline_that_no_byte_moves() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let slow = half_a_request(room.port, "127.0.0.1").await;
    let (mut reading, mut writing) = slow.into_split();
    let dripping = tokio::spawn(async move {
        while writing.write_all(b"x").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    let ended = timeout(LONG, async {
        let mut buffer = [0; 1024];
        while let Ok(1..) = tokio::io::AsyncReadExt::read(&mut reading, &mut buffer).await {}
    });
    assert!(ended.await.is_ok(), "a request may take for ever");
    dripping.abort();
    // One that says nothing at all is ended too.
    let mut silent = call(room.port, "127.0.0.1").await.unwrap();
    assert!(until_ended(&mut silent, LONG).await.0, "a connection may say nothing for ever");
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_head_has_a_size() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut large = half_a_request(room.port, "127.0.0.1").await;
    // It may be ended before all is said.
    let _ = large.write_all(&vec![b'x'; 40_000]).await;
    let (ended, said) = until_ended(&mut large, Duration::from_secs(4)).await;
    let said = String::from_utf8_lossy(&said);
    assert!(ended && (said.is_empty() || said.starts_with("HTTP/1.1 431")), "{ended}: {said}");
    assert!(room.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(room.stop().success());
}

#[tokio::test]
async fn half_sent_requests_keep_nobody_out() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let room = Process::start_limited(data.path(), "-n 256", &log, ALONE);
    let mut held = Vec::new();
    for nth in 0..400 {
        held.push(half_a_request(room.port, &format!("127.0.1.{}", nth % 4 + 1)).await);
    }
    // The attack goes on, and gives nothing back.
    let port = room.port;
    let attack = tokio::spawn(async move {
        for nth in 0..8_000 {
            held.push(half_a_request(port, &format!("127.0.1.{}", nth % 4 + 1)).await);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    for nth in 0..5 {
        let name = format!("Newcomer {nth}");
        let client = timeout(LONG, Client::guest(room.port, &name)).await.expect("a newcomer is kept out");
        assert_eq!(client.you.unwrap().name, name);
    }
    attack.abort();
    assert!(room.stop().success());
}

#[tokio::test]
async fn the_limit_of_open_files_is_raised_as_far_as_it_goes() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let room = Process::start_limited(data.path(), "-Sn 64", &log, ALONE);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", room.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let columns: Vec<&str> = files.split_whitespace().collect();
    assert_eq!(columns[3], columns[4], "{files}");
    let mut held = Vec::new();
    for _ in 0..120 {
        held.push(upgrade(room.port, "127.0.0.1").await.unwrap());
    }
    assert!(room.stop().success());
}

#[tokio::test]
async fn running_out_of_files_is_logged_and_gets_over() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    // What the room itself needs, and hardly more.
    let probe = Process::start_limited(data.path(), "-n 256", &log, ALONE);
    let own = std::fs::read_dir(format!("/proc/{}/fd", probe.id())).unwrap().count();
    assert!(probe.stop().success());
    let room = Process::start_limited(data.path(), &format!("-n {}", own + 6), &log, ALONE);
    let mut held = Vec::new();
    for nth in 0..20 {
        held.push(half_a_request(room.port, &format!("127.0.1.{}", nth + 1)).await);
    }
    let logged = timeout(LONG, async {
        while !std::fs::read_to_string(&log).unwrap().contains("open files") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    assert!(logged.await.is_ok(), "nobody is told: {}", std::fs::read_to_string(&log).unwrap());
    drop(held);
    timeout(LONG, upgrade(room.port, "127.0.0.1")).await.expect("it gets over it").unwrap();
    assert!(room.stop().success());
}

/// Sends these bytes over and over until the room ends the connection; how often it took them.
async fn flood(stream: &mut TcpStream, bytes: &[u8], most: usize) -> (bool, Vec<u8>) {
    let (mut reading, mut writing) = stream.split();
    let sending = async {
        for _ in 0..most {
            if writing.write_all(bytes).await.is_err() {
                break;
            }
        }
    };
    let mut heard = Vec::new();
    let hearing = async {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = tokio::io::AsyncReadExt::read(&mut reading, &mut buffer).await {
            heard.extend_from_slice(&buffer[..read]);
        }
    };
    let ended = timeout(Duration::from_secs(20), async { tokio::join!(sending, hearing) }).await.is_ok();
    (ended, heard)
}

#[tokio::test]
async fn a_flood_of_frames_that_are_no_messages_ends() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let hundred = |first: u8| frame(first, b"").repeat(100);
    for (what, start, bytes) in [
        ("pings", Vec::new(), hundred(0x89)),
        ("pongs", Vec::new(), hundred(0x8a)),
        ("empty continuations", frame(0x01, b""), hundred(0x00)),
    ] {
        let mut stream = upgrade(room.port, "127.0.0.1").await.unwrap();
        stream.write_all(&[hello(), start].concat()).await.unwrap();
        let (ended, _) = flood(&mut stream, &bytes, 2_000).await;
        assert!(ended, "{what} for ever");
    }
    // Whoever floods again and again gets no new socket for a while; others do.
    let mut refused = false;
    for _ in 0..60 {
        match upgrade(room.port, "127.0.0.1").await {
            Ok(mut stream) => assert!(flood(&mut stream, &hundred(0x89), 20).await.0),
            Err(_) => {
                refused = true;
                break;
            }
        }
    }
    assert!(refused, "a flooder may connect for ever");
    upgrade(room.port, "127.0.0.2").await.unwrap();
    assert!(room.stop().success());
}

#[tokio::test]
async fn an_honest_client_may_ping_and_split_its_messages() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut stream = upgrade(room.port, "127.0.0.1").await.unwrap();
    let ping = r#"{"type":"ping","echo":5}"#;
    let mut bytes = [hello(), frame(0x89, b"hello").repeat(10)].concat();
    for _ in 0..10 {
        bytes.extend(frame(0x01, &ping.as_bytes()[..9]));
        bytes.extend(frame(0x80, &ping.as_bytes()[9..]));
    }
    bytes.extend(text(ping).repeat(20));
    stream.write_all(&bytes).await.unwrap();
    let answer = br#"{"type":"pong","echo":5}"#;
    let mut heard = Vec::new();
    let answers = timeout(LONG, async {
        let mut buffer = [0; 4096];
        while heard.windows(answer.len()).filter(|bytes| bytes == answer).count() < 30 {
            let read = tokio::io::AsyncReadExt::read(&mut stream, &mut buffer).await.unwrap();
            assert!(read > 0, "it was ended");
            heard.extend_from_slice(&buffer[..read]);
        }
    });
    answers.await.expect("every message is answered");
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_client_that_never_reads_costs_little_and_not_for_long() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let stream = call(room.port, "127.0.0.1").await.unwrap();
    let client = stream.local_addr().unwrap();
    let (_unread, mut writing) = stream.into_split();
    let asking = tokio::spawn(async move {
        let request = b"GET / HTTP/1.1\r\nHost: room\r\n\r\n".repeat(100);
        while writing.write_all(&request).await.is_ok() {}
        // The connection is not given up: it is the room's turn.
        std::future::pending::<()>().await;
    });
    let mut most = 0;
    let ended = timeout(LONG, async {
        while let Some(bytes) = unsent(room.port, client) {
            most = most.max(bytes);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let ended = ended.await.is_ok();
    asking.abort();
    assert!(most > 10_000, "only {most} bytes waited: the check sees nothing");
    assert!(most <= 128 * 1024, "{most} bytes wait for a client that reads nothing");
    assert!(ended, "they wait for ever");
    assert!(room.stop().success());
}

//! Figures of the room under attack. They depend on the machine, so they are printed and not asserted:
//! `cargo test -p kozyr --test room edge_figures -- --ignored --nocapture --test-threads 1`.

use crate::support::client::Client;
use crate::support::process::Process;
use crate::support::raw::{call, frame, hello, text, unsent, upgrade};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

const ALONE: &[&str] = &["--bots", "0"];

/// How long the room takes to answer a neighbour, the slowest of a hundred and of all. In a thread of its own, so
/// that the attackers' tasks do not stand before it.
async fn answers(stream: &std::net::TcpStream) -> String {
    use std::io::{Read, Write};
    let mut stream = stream.try_clone().unwrap();
    let asking = tokio::task::spawn_blocking(move || {
        let mut times = Vec::new();
        let mut buffer = [0; 4096];
        for _ in 0..400 {
            std::thread::sleep(Duration::from_millis(50));
            let asked = Instant::now();
            stream.write_all(&text(r#"{"type":"ping","echo":1}"#)).unwrap();
            let mut heard = Vec::new();
            while !heard.windows(6).any(|bytes| bytes == br#""pong""#) {
                let read = stream.read(&mut buffer).unwrap();
                assert!(read > 0, "the neighbour was thrown out");
                heard.extend_from_slice(&buffer[..read]);
            }
            times.push(asked.elapsed());
        }
        times.sort();
        format!("p50 {:?}, p99 {:?}, most {:?}", times[200], times[396], times[399])
    });
    asking.await.unwrap()
}

/// Floods with these frames; comes again a while after it was ended, or does not.
fn flooder(port: u16, from: String, bytes: Vec<u8>, again: Option<Duration>) -> JoinHandle<()> {
    tokio::spawn(async move {
        loop {
            if let Ok(mut stream) = upgrade(port, &from).await {
                let (mut reading, mut writing) = stream.split();
                let sending = async {
                    let _ = writing.write_all(&[hello(), frame(0x01, b"")].concat()).await;
                    while writing.write_all(&bytes).await.is_ok() {}
                };
                let hearing = async { while let Ok(1..) = reading.read(&mut [0; 4096]).await {} };
                tokio::select! { () = sending => {} () = hearing => {} }
            }
            match again {
                Some(pause) => sleep(pause).await,
                None => return,
            }
        }
    })
}

/// Hundredths of a second of processor time a process has used.
fn processor_time(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// The attackers have a processor of their own, as far as there is one.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
#[ignore = "long: make soak"]
async fn a_neighbour_of_floods() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut neighbour = upgrade(room.port, "127.0.0.2").await.unwrap();
    neighbour.write_all(&hello()).await.unwrap();
    let neighbour = neighbour.into_std().unwrap();
    neighbour.set_nonblocking(false).unwrap();
    println!("neighbour, quiet: {}", answers(&neighbour).await);
    let (pings, continuations) = (frame(0x89, b"").repeat(100), frame(0x00, b"").repeat(100));
    let soon = Some(Duration::from_millis(100));
    // Each from an address of its own: what another did is not forgotten yet.
    for (from, what, bytes, again) in [
        ("127.0.3.1", "pings", &pings, None),
        ("127.0.3.2", "empty continuations", &continuations, None),
        ("127.0.3.3", "pings, again and again", &pings, soon),
        ("127.0.3.4", "empty continuations, again and again", &continuations, soon),
    ] {
        let mut attack = Vec::new();
        for _ in 0..180 {
            attack.push(flooder(room.port, from.to_owned(), bytes.clone(), again));
            sleep(Duration::from_millis(1)).await;
        }
        let used = processor_time(room.id());
        let answers = answers(&neighbour).await;
        let used = processor_time(room.id()) - used;
        println!("neighbour, 180 connections of {what}: {answers}; the room worked {used} cs");
        attack.iter().for_each(JoinHandle::abort);
        sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
#[ignore = "long: make soak"]
async fn a_newcomer_among_half_sent_requests() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let room = Process::start_limited(data.path(), "-n 1024", &log, ALONE);
    let port = room.port;
    let half = move |nth: usize| async move {
        let mut stream = call(port, &format!("127.0.1.{}", nth % 4 + 1)).await.unwrap();
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").await;
        stream
    };
    let mut held = Vec::new();
    for nth in 0..4 * 264 {
        held.push(half(nth).await);
    }
    let attack = tokio::spawn(async move {
        for nth in 0..10_000 {
            held.push(half(nth).await);
            sleep(Duration::from_millis(2)).await;
        }
    });
    let mut times = Vec::new();
    for nth in 0..20 {
        let come = Instant::now();
        let client = timeout(Duration::from_secs(60), Client::guest(port, &format!("Newcomer {nth}"))).await;
        times.push(client.map(|_| come.elapsed()).ok());
        if times.last() == Some(&None) {
            break;
        }
    }
    attack.abort();
    match times.iter().copied().collect::<Option<Vec<_>>>() {
        Some(times) => println!("newcomer, 4 addresses of half-sent requests: most {:?}", times.iter().max()),
        None => println!("newcomer, 4 addresses of half-sent requests: kept out for a minute"),
    }
}

/// A number of kB from a file of the system's.
fn kib(file: &str, field: &str) -> u64 {
    let text = std::fs::read_to_string(file).unwrap();
    let line = text.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
#[ignore = "long: make soak"]
async fn idle_sockets() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let status = format!("/proc/{}/status", room.id());
    let before = kib(&status, "VmRSS:");
    let mut held = Vec::new();
    for nth in 0..5_000 {
        let Ok(mut stream) = upgrade(room.port, &format!("127.0.2.{}", nth / 190 + 1)).await else { break };
        if stream.write_all(&hello()).await.is_err() || stream.read(&mut [0; 1024]).await.is_err() {
            break;
        }
        held.push(stream);
    }
    sleep(Duration::from_secs(2)).await;
    let grown = kib(&status, "VmRSS:") - before;
    let (each, tenth) = (grown / held.len() as u64, grown * 10 / held.len() as u64 % 10);
    println!("{} idle sockets: {each}.{tenth} KiB each, {grown} KiB in all", held.len());
}

/// Pages of memory the system uses for all of TCP.
fn kernel_kib() -> u64 {
    let text = std::fs::read_to_string("/proc/net/sockstat").unwrap();
    let line = text.lines().find(|line| line.starts_with("TCP:")).unwrap();
    line.rsplit("mem ").next().unwrap().trim().parse::<u64>().unwrap() * 4
}

#[tokio::test]
#[ignore = "long: make soak"]
async fn clients_that_never_read() {
    const CLIENTS: u64 = 20;
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let before = kernel_kib();
    let request = b"GET / HTTP/1.1\r\nHost: room\r\n\r\n".repeat(50);
    let (mut held, mut clients) = (Vec::new(), Vec::new());
    for _ in 0..CLIENTS {
        let socket = TcpSocket::new_v4().unwrap();
        // The client's own buffers are not the room's affair.
        socket.set_send_buffer_size(4096).unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let stream = socket.connect(format!("127.0.0.1:{}", room.port).parse().unwrap()).await.unwrap();
        let (reading, mut writing) = stream.into_split();
        clients.push(writing.local_addr().unwrap());
        let request = request.clone();
        held.push(reading);
        tokio::spawn(async move {
            while writing.write_all(&request).await.is_ok() {}
            std::future::pending::<()>().await;
        });
    }
    let (start, mut most, mut kernel) = (Instant::now(), 0, 0);
    while start.elapsed() < Duration::from_secs(120) {
        let waiting: Vec<u64> = clients.iter().filter_map(|client| unsent(room.port, *client)).collect();
        kernel = kernel.max(kernel_kib().saturating_sub(before));
        most = waiting.iter().copied().fold(most, u64::max);
        if waiting.is_empty() {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    let (each, took) = (kernel / CLIENTS, start.elapsed());
    println!("a client that never reads: at most {most} bytes unsent, {each} KiB of the kernel's, both ends");
    println!("a client that never reads: gone after {took:?}");
}

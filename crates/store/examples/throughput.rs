//! How many appends and events a second a file takes, as more tables write at once.
//!
//! `cargo run --release -p kozyr-store --example throughput [SECONDS] [DIRECTORY]`
//!
//! Every table has one append in flight and submits the next when it hears that the last is durable,
//! as in play. An append is one move: two events of 120 bytes and a receipt; every twentieth also
//! pays between two accounts and stores a deck. "random ids" has clients that draw the ids of their commands,
//! and a file that holds a million receipts already. At last it claims a thousand streams, one by one and
//! together.
#![allow(clippy::print_stdout, clippy::float_arithmetic)]

use kozyr_chips::Chips;
use kozyr_store::*;
use std::error::Error;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

const EVENTS: usize = 2;

struct Table {
    stream: StreamId,
    head: Head,
    moves: u64,
    random_ids: bool,
    submitted: Instant,
}

impl Table {
    fn next_move(&self, number: usize) -> Result<Append, Box<dyn Error>> {
        let events = vec![Payload::new(1, [b'x'; 120]); EVENTS];
        let mut batch = StreamBatch::new(self.stream.clone(), self.head.epoch, self.head.sequence, events);
        let user = PlayerId::new(number as u64)?;
        let key = CommandKey { user, command: command(self.random_ids, number as u64, self.head.sequence.0) };
        let mut append = Append::default();
        if self.moves.is_multiple_of(20) {
            batch.secrets.push(Secret { key: self.head.sequence.0, payload: Payload::new(1, [0; 52]) });
            append.transfers.push(Transfer::new(
                Account::issuance(Currency::FUN),
                Account::wallet(user, Currency::FUN),
                Chips::new(5),
            )?);
        }
        append.streams.push(batch);
        append.receipts.push(receipt(key));
        Ok(append)
    }
}

fn receipt(key: CommandKey) -> CommandReceipt {
    CommandReceipt { key, digest: CommandDigest(!0 / 3), answer: Payload::new(1, [b'y'; 16]) }
}

/// The id of a command: counted, or as good as random.
fn command(random: bool, user: u64, nth: u64) -> CommandId {
    let mix =
        |n: u64| n.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31);
    let drawn = u128::from(mix(mix(nth) ^ user)) << 64 | u128::from(mix(mix(mix(user)) ^ nth));
    CommandId(if random { drawn } else { nth.into() })
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let place = arguments.next().map_or_else(std::env::temp_dir, PathBuf::from);
    println!(
        "{:>7} {:>11} {:>10} {:>11} {:>9} {:>9}",
        "tables", "appends/s", "events/s", "per commit", "p50 ms", "p99 ms"
    );
    for tables in [1, 20, 200, 1_000] {
        let dir = tempfile::TempDir::new_in(&place)?;
        let store = SqliteStore::open(&dir.path().join("throughput.db"))?;
        measure(&store, tables, Duration::from_secs(seconds), false)?;
    }
    let dir = tempfile::TempDir::new_in(&place)?;
    let store = SqliteStore::open(&dir.path().join("throughput.db"))?;
    println!("random ids, a million receipts there:");
    for block in 0..1_000u64 {
        // Two thousand people, five hundred commands each.
        let keys = (0..1_000).map(|n| {
            let (number, nth) = ((block * 1_000 + n) % 2_000, block * 1_000 + n);
            Ok(CommandKey { user: PlayerId::new(number)?, command: command(true, number, !nth) })
        });
        let receipts = keys.map(|key| key.map(receipt)).collect::<Result<_, Box<dyn Error>>>()?;
        store.append(Append { receipts, ..Append::default() })?;
    }
    measure(&store, 200, Duration::from_secs(seconds), true)?;

    let names: Vec<_> =
        (0..1_000).map(|n| StreamId::new(&format!("claimed/{n}"))).collect::<Result<_, _>>()?;
    let start = Instant::now();
    for name in &names {
        store.claim(name)?;
    }
    println!("1000 claims one by one: {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    store.claim_all(&names)?;
    println!("1000 claims in one commit: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    Ok(())
}

fn measure(
    store: &SqliteStore,
    tables: usize,
    time: Duration,
    random_ids: bool,
) -> Result<(), Box<dyn Error>> {
    let (outcomes, messages) = mpsc::channel();
    let lane = Lane::new(move |completed| drop(outcomes.send(completed)));
    let mut room = Vec::new();
    for number in 0..tables {
        let stream = StreamId::new(&format!("table/{number}"))?;
        let head = store.claim(&stream)?;
        room.push(Table { stream, head, moves: 0, random_ids, submitted: Instant::now() });
    }
    let start = Instant::now();
    for (number, table) in room.iter_mut().enumerate() {
        table.submitted = Instant::now();
        store.submit(table.next_move(number)?, Ticket(number as u64), &lane);
    }
    let (mut waits, mut commits, mut in_flight) = (Vec::new(), 0u64, tables);
    while in_flight > 0 {
        commits += 1;
        for Completed { ticket, outcome } in messages.recv()? {
            outcome?;
            let number = ticket.0 as usize;
            let table = &mut room[number];
            waits.push(table.submitted.elapsed());
            table.head.sequence = table.head.sequence.plus(EVENTS);
            table.moves += 1;
            if start.elapsed() < time {
                table.submitted = Instant::now();
                store.submit(table.next_move(number)?, ticket, &lane);
            } else {
                in_flight -= 1;
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    waits.sort_unstable();
    let wait = |percent: usize| waits[waits.len() * percent / 100].as_secs_f64() * 1e3;
    let appends = waits.len() as f64;
    println!(
        "{tables:>7} {:>11.0} {:>10.0} {:>11.1} {:>9.2} {:>9.2}",
        appends / seconds,
        appends * EVENTS as f64 / seconds,
        appends / commits as f64,
        wait(50),
        wait(99)
    );
    Ok(())
}

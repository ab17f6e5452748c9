//! `kozyr-simulate`: rooms by their seeds. A violation ends with the seed that shows it again.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command talks")]

use clap::{Parser, ValueEnum};
use kozyr_simulator::{Options, Report, StoreKind, run};
use std::process::ExitCode;
use std::time::Instant;

/// Simulates whole rooms: people, network, store errors, crashes. The same seed is the same room.
#[derive(Parser)]
#[command(name = "kozyr-simulate", version)]
struct Arguments {
    /// One seed, or the first of several.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many seeds, one after the other.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// Where the room keeps what must not be forgotten; both in turn when nothing is said.
    #[arg(long)]
    store: Option<Where>,
    /// How long each room is open, in seconds of its own time.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Seconds between two crashes, on average.
    #[arg(long, default_value_t = 60)]
    crash_every: u64,
    /// So many people come to each room; two to eight when nothing is said.
    #[arg(long)]
    people: Option<usize>,
    /// No tournaments.
    #[arg(long)]
    no_tournaments: bool,
    /// Nobody speaks UpDAU.
    #[arg(long)]
    no_updau: bool,
    /// Ends after so many player actions, even if seeds are left.
    #[arg(long)]
    actions: Option<u64>,
    /// One line per seed.
    #[arg(long, short)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Where {
    Memory,
    Sqlite,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let (started, mut total, mut wrong, mut done) = (Instant::now(), Report::default(), 0u64, 0u64);
    for seed in arguments.seed..arguments.seed.saturating_add(arguments.seeds) {
        let store = match arguments.store {
            Some(Where::Memory) => StoreKind::Memory,
            Some(Where::Sqlite) => StoreKind::Sqlite,
            None if seed % 8 == 0 => StoreKind::Sqlite,
            None => StoreKind::Memory,
        };
        let options = Options {
            store,
            length_ms: arguments.seconds * 1000,
            people: arguments.people,
            crash_every_ms: arguments.crash_every * 1000,
            tournaments: !arguments.no_tournaments,
            updau: !arguments.no_updau,
            prepare: None,
        };
        done += 1;
        match run(seed, &options) {
            Ok(report) => {
                if arguments.verbose {
                    println!("seed {seed} {store:?} {report:?}");
                }
                total.add(&report);
            }
            Err(violation) => {
                wrong += 1;
                println!("VIOLATION {violation} ({store:?})");
            }
        }
        if arguments.actions.is_some_and(|most| total.actions >= most) {
            break;
        }
    }
    let seconds = started.elapsed().as_millis().max(1);
    let Report { documents, accepted, actions, crashes, told, views, hands, outages, lines_lost, steps, .. } = total;
    println!(
        "{done} seeds, {wrong} violations: {actions} player actions ({} a second), {accepted} commands accepted, \
         {hands} hands, {crashes} crashes, {outages} outages of the store, {lines_lost} lines lost, {told} messages \
         of the room, {documents} documents of UpDAU, {views} views compared, {steps} steps, {} s",
        u128::from(actions) * 1000 / seconds,
        seconds / 1000,
    );
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

//! `kozyr-simulate`: rooms by their seeds. A violation ends with the seed that shows it again.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command talks")]

use clap::{Parser, ValueEnum};
use kozyr_simulator::{Many, Options, Report, StoreKind, run_many};
use std::process::ExitCode;
use std::time::Instant;

/// A third of a simulated room's time went into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    /// Threads, each with a room of its own; as many as there are processors when nothing is said.
    #[arg(long)]
    threads: Option<usize>,
    /// One line per seed.
    #[arg(long, short)]
    verbose: bool,
}

/// After so many runs it is said how it stands.
const SO_FAR: u64 = 500;

#[derive(Clone, Copy, ValueEnum)]
enum Where {
    Memory,
    Sqlite,
}

impl Arguments {
    /// What is simulated for this seed.
    fn options(&self, seed: u64) -> Options {
        let store = match self.store {
            Some(Where::Memory) => StoreKind::Memory,
            Some(Where::Sqlite) => StoreKind::Sqlite,
            None if seed.is_multiple_of(8) => StoreKind::Sqlite,
            None => StoreKind::Memory,
        };
        Options {
            store,
            length_ms: self.seconds * 1000,
            people: self.people,
            crash_every_ms: self.crash_every * 1000,
            tournaments: !self.no_tournaments,
            updau: !self.no_updau,
            ..Options::default()
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let started = Instant::now();
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    let seeds = arguments.seed..arguments.seed.saturating_add(arguments.seeds);
    let many = run_many(seeds, threads, &|seed| arguments.options(seed), &|seed, result, many| {
        match result {
            Ok(report) if arguments.verbose => println!("seed {seed} {report:?}"),
            Ok(_) => {}
            Err(violation) => println!("VIOLATION {violation} ({:?})", arguments.options(seed).store),
        }
        if many.runs.is_multiple_of(SO_FAR) {
            tell(many, threads, started);
        }
        arguments.actions.is_none_or(|most| many.total.actions < most)
    });
    tell(&many, threads, started);
    if many.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says what came of so many runs.
fn tell(many: &Many, threads: usize, started: Instant) {
    let (runs, wrong, millis) = (many.runs, many.violations.len(), started.elapsed().as_millis().max(1));
    let Report {
        accepted, actions, crashes, told, views, hands, outages, lines_lost, steps, documents, ..
    } = &many.total;
    println!(
        "{runs} seeds, {wrong} violations: {actions} player actions ({} a second, {threads} threads), {accepted} commands \
         accepted, {hands} hands, {crashes} crashes, {outages} outages of the store, {lines_lost} lines lost, {told} messages \
         of the room, {documents} documents of UpDAU, {views} views compared, {steps} steps, {} s",
        u128::from(*actions) * 1000 / millis,
        millis / 1000,
    );
}

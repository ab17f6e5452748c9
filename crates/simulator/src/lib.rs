//! Whole rooms in one process, without runtime, sockets and threads: people who play, a network that loses and delays, a
//! disk that fails, a process that dies. Everything follows from a seed.
//!
//! The room is the server's own code, stepped (`kozyr_server::simulation`); the store is the one that is shipped, in memory or
//! in a file. After every step it is checked what must hold whatever happens (`checks.rs`). A violation names the seed, and
//! the seed does the same again.
//!
//! ```
//! let options = kozyr_simulator::Options { length_ms: 20_000, ..Default::default() };
//! let once = kozyr_simulator::run(7, &options).expect("nothing is wrong");
//! let again = kozyr_simulator::run(7, &options).expect("nothing is wrong");
//! assert_eq!(once.digest, again.digest);
//! ```
#![forbid(unsafe_code)]

mod accounts;
mod broken;
mod chance;
mod checks;
mod client;
mod disk;
mod house;
mod letters;
mod many;
mod network;
mod privacy;
mod room;
mod run;
mod updau;

use std::fmt;

/// Where a simulated room keeps what must not be forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoreKind {
    /// In memory.
    #[default]
    Memory,
    /// In an SQLite file, written step by step.
    Sqlite,
}

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The store.
    pub store: StoreKind,
    /// How long the room is open, in its own time.
    pub length_ms: u64,
    /// How many people come; few or many, as the seed has it, when nothing is said.
    pub people: Option<usize>,
    /// On average so long passes between two crashes.
    pub crash_every_ms: u64,
    /// On average so long passes between two times the store does not answer.
    pub outage_every_ms: u64,
    /// Are there tournaments?
    pub tournaments: bool,
    /// Do some come who speak UpDAU?
    pub updau: bool,
    /// So many of a thousand crashes only cut the room off: it goes on beside the next, where the store lets it (in memory).
    pub ghosts: u64,
    /// By so much somebody sets the clock on the wall now and then, at most; either way.
    pub wall_step_ms: i64,
    /// Called once the world of the run is there: tests plant faults with it.
    pub prepare: Option<fn()>,
}

impl Default for Options {
    /// Five minutes of a room in memory with everything in it.
    fn default() -> Options {
        Options {
            store: StoreKind::Memory,
            length_ms: 300_000,
            people: None,
            crash_every_ms: 60_000,
            outage_every_ms: 40_000,
            tournaments: true,
            updau: true,
            ghosts: 150,
            wall_step_ms: 2 * 24 * 3_600_000,
            prepare: None,
        }
    }
}

/// What came of a run without a violation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// A digest of everything that was said on every line, and when.
    pub digest: String,
    /// Steps taken.
    pub steps: u64,
    /// Messages of clients that came to the room.
    pub messages: u64,
    /// Commands that were accepted for the first time.
    pub accepted: u64,
    /// Decisions in a game: of those, and moves over UpDAU.
    pub actions: u64,
    /// Messages of the room.
    pub told: u64,
    /// Views that were compared with the table.
    pub views: u64,
    /// Times the room died and was started again.
    pub crashes: u64,
    /// Times the store failed or did not answer.
    pub outages: u64,
    /// Lines that were cut, went dark or were too slow.
    pub lines_lost: u64,
    /// Hands that were begun.
    pub hands: u64,
    /// Documents of UpDAU, in both directions.
    pub documents: u64,
}

impl Report {
    /// Counts another run's figures in.
    pub fn add(&mut self, other: &Report) {
        self.steps += other.steps;
        self.messages += other.messages;
        self.accepted += other.accepted;
        self.actions += other.actions;
        self.told += other.told;
        self.views += other.views;
        self.crashes += other.crashes;
        self.outages += other.outages;
        self.lines_lost += other.lines_lost;
        self.hands += other.hands;
        self.documents += other.documents;
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The seed that does the same again.
    pub seed: u64,
    /// When, in milliseconds of the run.
    pub at_ms: u64,
    /// After how many steps.
    pub step: u64,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { seed, at_ms, step, what } = self;
        write!(f, "seed {seed}, {at_ms} ms, step {step}: {what}")
    }
}

impl std::error::Error for Violation {}

pub use many::{After, Many, run_many};
pub use run::run;

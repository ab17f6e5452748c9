//! Races between implementations of the same thing.
//!
//! A machine is never quiet, so nobody runs alone: in every round each contestant runs once, in an
//! order that rotates from round to round, and what is reported is the median of the rounds. What is
//! measured is time on the processor: a run that waits for other programs would otherwise lose, and
//! the longer it takes the more often it waits. The figure to trust is the ratio between ours and the
//! fastest peer, not the absolute speed.

mod options;
mod report;

pub use options::Options;
pub use report::{Outcome, Report, Row};

use std::hint::black_box;
use std::time::Duration;

/// One run of a contestant; what it returns is only there to keep the work from being optimised away.
type Run<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// One race: the same work for every contestant.
pub struct Race<'a> {
    title: String,
    unit: String,
    work: f64,
    ours: Vec<(String, Run<'a>)>,
    peers: Vec<(String, Run<'a>)>,
}

impl<'a> Race<'a> {
    /// A race in which every run does `work` units (say 3.0 when it ranks three million hands and the
    /// unit is "M hands/s").
    pub fn new(title: &str, unit: &str, work: f64) -> Race<'a> {
        Race { title: title.into(), unit: unit.into(), work, ours: Vec::new(), peers: Vec::new() }
    }

    /// Enters our own implementation; if there are several, the fastest counts.
    pub fn ours(mut self, name: &str, run: impl FnMut() -> u64 + 'a) -> Race<'a> {
        self.ours.push((name.into(), Box::new(run)));
        self
    }

    /// Enters somebody else's.
    pub fn peer(mut self, name: &str, run: impl FnMut() -> u64 + 'a) -> Race<'a> {
        self.peers.push((name.into(), Box::new(run)));
        self
    }

    /// Runs the rounds, after one that does not count.
    pub fn run(self, rounds: usize) -> Outcome {
        assert!(rounds > 0, "a race has at least one round");
        let own = self.ours.len();
        let mut contestants: Vec<_> = self.ours.into_iter().chain(self.peers).collect();
        let mut speeds = vec![Vec::with_capacity(rounds); contestants.len()];
        for round in 0..=rounds {
            for i in 0..contestants.len() {
                let who = (i + round) % contestants.len();
                let start = time_on_processor();
                black_box(contestants[who].1());
                let speed = self.work / (time_on_processor() - start).as_secs_f64();
                if round > 0 {
                    speeds[who].push(speed);
                }
            }
        }
        let rows = contestants.into_iter().zip(speeds).enumerate();
        let rows = rows.map(|(i, ((name, _), speeds))| Row::new(name, i < own, speeds)).collect();
        Outcome::new(self.title, self.unit, rounds, rows)
    }
}

/// How long this program has been running, all its threads together, without what it waited for others: some peers begin
/// a thread even when they are asked for one.
pub fn time_on_processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("time does not run backwards")
}

/// SplitMix64: the same cards for everybody, every time.
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    #[allow(clippy::should_implement_trait)] // it never ends, and nobody iterates over it
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number under `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_runs_once_a_round_and_once_to_warm_up() {
        let (mut ours, mut theirs) = (0, 0);
        let race = Race::new("counting", "runs/s", 1.0);
        let outcome = race
            .ours("ours", || {
                ours += 1;
                ours
            })
            .peer("theirs", || {
                theirs += 1;
                theirs
            })
            .run(5);
        assert_eq!(outcome.rows.len(), 2);
        assert!(outcome.rows.iter().all(|row| row.median > 0.0));
        drop(outcome);
        assert_eq!((ours, theirs), (6, 6));
    }
}

//! Many rooms, side by side: a run has its thread to itself, and no run knows of another.

use crate::{Options, Report, Violation, run};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What came of many runs.
#[derive(Clone, Debug, Default)]
pub struct Many {
    /// How many there were.
    pub runs: u64,
    /// Their figures, added up.
    pub total: Report,
    /// What did not hold, in the order of the seeds.
    pub violations: Vec<Violation>,
}

/// What hears of a run, and says whether there shall be another.
pub type After<'a> = dyn Fn(u64, &Result<Report, Violation>, &Many) -> bool + Sync + 'a;

/// Runs these seeds in so many threads. `after` hears of every run, and how it stands altogether; when it says false,
/// no further run is begun.
///
/// # Panics
/// When a run does, which none should.
pub fn run_many(
    seeds: std::ops::Range<u64>,
    threads: usize,
    options: &(dyn Fn(u64) -> Options + Sync),
    after: &After<'_>,
) -> Many {
    let (next, goes_on, many) =
        (AtomicU64::new(seeds.start), AtomicBool::new(true), Mutex::new(Many::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while goes_on.load(Ordering::Relaxed) {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    let result = run(seed, &options(seed));
                    let mut many = many.lock().unwrap_or_else(PoisonError::into_inner);
                    many.runs += 1;
                    match &result {
                        Ok(report) => many.total.add(report),
                        Err(violation) => many.violations.push(violation.clone()),
                    }
                    if !after(seed, &result, &many) {
                        goes_on.store(false, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut many = many.into_inner().unwrap_or_else(PoisonError::into_inner);
    many.violations.sort_by_key(|violation| violation.seed);
    many
}

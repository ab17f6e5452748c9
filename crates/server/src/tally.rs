//! How much happened at the tables since the start: numbers for an operator, nothing about anybody.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, many: usize) {
        self.0.fetch_add(many as u64, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is counted at all tables together.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Hands, deals and parties that began.
    pub(crate) hands: Count,
    /// What players did in them.
    pub(crate) actions: Count,
    /// Commands that tables and tournaments did not carry out.
    pub(crate) refusals: Count,
    /// What was decided and the store did not take.
    pub(crate) failed_appends: Count,
}

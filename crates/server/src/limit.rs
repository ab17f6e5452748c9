//! How much one client may send.

use std::time::{Duration, Instant};

/// A bucket of tokens that fills up again with time: a burst is fine, a flood is not.
#[derive(Debug)]
pub(crate) struct Bucket {
    burst: u32,
    /// Time for one token.
    every: Duration,
    left: u32,
    /// Up to when the bucket has been filled.
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(burst: u32, every: Duration, now: Instant) -> Bucket {
        Bucket { burst, every, left: burst, filled: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.fill(now);
        let taken = self.left > 0;
        self.left = self.left.saturating_sub(1);
        taken
    }

    /// A token that was taken was not used after all.
    pub(crate) fn give_back(&mut self) {
        self.left = self.burst.min(self.left + 1);
    }

    /// Is it as good as new?
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left == self.burst
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.filled);
        let fresh = u32::try_from(passed.as_nanos() / self.every.as_nanos().max(1)).unwrap_or(u32::MAX);
        if fresh >= self.burst - self.left {
            (self.left, self.filled) = (self.burst, now);
        } else {
            self.left += fresh;
            self.filled += self.every * fresh;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3, Duration::from_millis(100), start);
        let at = |ms| start + Duration::from_millis(ms);
        let taken: Vec<bool> = [0, 0, 0, 0, 99, 100, 100, 250, 350, 10_000, 10_000, 10_000, 10_000]
            .into_iter()
            .map(|ms| bucket.take(at(ms)))
            .collect();
        let expect = [true, true, true, false, false, true, false, true, true, true, true, true, false];
        assert_eq!(taken, expect);
    }
}

//! Where time comes from, and how fast it runs.

use crate::{Millis, Timestamp};
use core::sync::atomic::{AtomicI64, Ordering};

/// Where the time comes from. The real one is the server's; the rest of the house only asks.
pub trait TimeSource: Send + Sync {
    /// What time it is.
    fn now(&self) -> Timestamp;
}

/// Time that moves when it is told to.
#[derive(Debug, Default)]
pub struct ManualTime(AtomicI64);

impl ManualTime {
    /// Stands at this moment until told otherwise.
    pub const fn at(start: Timestamp) -> ManualTime {
        ManualTime(AtomicI64::new(start.as_millis()))
    }

    /// Moves ahead.
    pub fn advance(&self, length: Millis) {
        let moved = |now: i64| Some(now.saturating_add_unsigned(length.get()));
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, moved);
    }
}

impl TimeSource for ManualTime {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// How many times faster than the wall clock a room lives.
///
/// The room's time is a function of the wall's alone, counted from a fixed day. A restart therefore
/// goes on where the log ends, which an origin at the start of the process would not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    times: u32,
}

impl Pace {
    /// As fast as life.
    pub const REAL: Pace = Pace { times: 1 };

    /// 2026-01-01T00:00:00Z: the day on which rooms of every pace show the same time.
    const ORIGIN: Timestamp = Timestamp::from_millis(1_767_225_600_000);

    /// So many times as fast as life.
    ///
    /// # Panics
    /// When the factor is zero: time would stand still and no clock run out.
    pub const fn times(times: u32) -> Pace {
        assert!(times > 0, "time has to move");
        Pace { times }
    }

    /// The room's time when the wall clock shows `wall`.
    pub const fn at(self, wall: Timestamp) -> Timestamp {
        let passed = wall.as_millis().saturating_sub(Pace::ORIGIN.as_millis());
        Timestamp::from_millis(
            Pace::ORIGIN.as_millis().saturating_add(passed.saturating_mul(self.times as i64)),
        )
    }

    /// How long to wait by the wall clock until the room's time reaches `deadline`.
    /// Rounded up, so that whoever waits this long finds the deadline reached.
    pub const fn wait(self, wall: Timestamp, deadline: Timestamp) -> Millis {
        Millis::new(deadline.since(self.at(wall)).get().div_ceil(self.times as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn manual_time_moves_when_told() {
        let time = ManualTime::at(Timestamp::from_millis(5));
        assert_eq!(time.now(), Timestamp::from_millis(5));
        time.advance(Millis::new(10));
        assert_eq!(time.now(), Timestamp::from_millis(15));
    }

    proptest! {
        #[test]
        fn waiting_as_told_reaches_the_deadline_and_not_much_more(
            wall in 1_700_000_000_000i64..2_000_000_000_000, times in 1u32..1000, ahead in 0u64..10_000_000,
        ) {
            let (pace, wall) = (Pace::times(times), Timestamp::from_millis(wall));
            let deadline = pace.at(wall) + Millis::new(ahead);
            let woken = wall + pace.wait(wall, deadline);
            prop_assert!(pace.at(woken) >= deadline);
            prop_assert!(ahead == 0 || pace.at(woken - Millis::new(1)) < deadline);
        }
    }
}

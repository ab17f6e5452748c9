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

/// How many times faster than life a room lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    times: u32,
}

impl Pace {
    /// As fast as life.
    pub const REAL: Pace = Pace { times: 1 };

    /// So many times as fast as life.
    ///
    /// # Panics
    /// When the factor is zero: time would stand still and no clock run out.
    pub const fn times(times: u32) -> Pace {
        assert!(times > 0, "time has to move");
        Pace { times }
    }

    /// How many times as fast as life.
    pub const fn factor(self) -> u32 {
        self.times
    }

    /// How much of the room's time passes in so much of ours.
    pub const fn room(self, real: Millis) -> Millis {
        Millis::new(real.get().saturating_mul(self.times as u64))
    }

    /// How much of our time so much of the room's takes. Rounded up, so that whoever waits this long finds the
    /// deadline reached.
    pub const fn real(self, room: Millis) -> Millis {
        Millis::new(room.get().div_ceil(self.times as u64))
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
        fn waiting_as_told_reaches_the_deadline_and_not_much_more(times in 1u32..1000, ahead in 0u64..10_000_000) {
            let pace = Pace::times(times);
            let wait = pace.real(Millis::new(ahead));
            prop_assert!(pace.room(wait).get() >= ahead);
            prop_assert!(ahead == 0 || pace.room(wait.minus(Millis::new(1))).get() < ahead);
        }
    }
}

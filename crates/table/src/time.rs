//! Time as a value: a moment, a length, where it comes from and how fast it runs.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};
use std::sync::atomic::{AtomicI64, Ordering};

/// A moment in milliseconds since 1970-01-01T00:00:00Z, as the room counts them (see [`Pace`]).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// So many milliseconds after the beginning of 1970.
    pub const fn from_millis(millis: i64) -> Timestamp {
        Timestamp(millis)
    }

    /// Milliseconds since the beginning of 1970.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// How long it is from `earlier` until here; nothing when that lies ahead.
    pub const fn since(self, earlier: Timestamp) -> Millis {
        let passed = self.0.saturating_sub(earlier.0);
        Millis(if passed > 0 { passed as u64 } else { 0 })
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

/// A length of time in whole milliseconds.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Millis(u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// So many milliseconds.
    pub const fn new(millis: u64) -> Millis {
        Millis(millis)
    }

    /// So many seconds.
    ///
    /// # Panics
    /// When that is more milliseconds than a `u64` holds.
    pub const fn from_secs(secs: u64) -> Millis {
        Millis(secs.checked_mul(1000).expect("time overflow"))
    }

    /// The number of milliseconds.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// No time at all?
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// What is left after `spent`; nothing when more was spent than there was.
    pub const fn minus(self, spent: Millis) -> Millis {
        Millis(self.0.saturating_sub(spent.0))
    }
}

impl fmt::Debug for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

impl Add for Millis {
    type Output = Millis;
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl Add<Millis> for Timestamp {
    type Output = Timestamp;
    /// A deadline too far to count is the end of time, not a moment in the past.
    fn add(self, length: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add_unsigned(length.0))
    }
}
impl Sub<Millis> for Timestamp {
    type Output = Timestamp;
    fn sub(self, length: Millis) -> Timestamp {
        Timestamp(self.0.saturating_sub_unsigned(length.0))
    }
}
impl AddAssign<Millis> for Timestamp {
    fn add_assign(&mut self, length: Millis) {
        *self = *self + length;
    }
}

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
        ManualTime(AtomicI64::new(start.0))
    }

    /// Moves ahead.
    pub fn advance(&self, length: Millis) {
        let moved = |now: i64| Some(now.saturating_add_unsigned(length.0));
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, moved);
    }
}

impl TimeSource for ManualTime {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
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
    const ORIGIN: Timestamp = Timestamp(1_767_225_600_000);

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
        let passed = wall.0.saturating_sub(Pace::ORIGIN.0);
        Timestamp(Pace::ORIGIN.0.saturating_add(passed.saturating_mul(self.times as i64)))
    }

    /// How long to wait by the wall clock until the room's time reaches `deadline`.
    /// Rounded up, so that whoever waits this long finds the deadline reached.
    pub const fn wait(self, wall: Timestamp, deadline: Timestamp) -> Millis {
        Millis(deadline.since(self.at(wall)).0.div_ceil(self.times as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn time_past_counts_and_time_ahead_does_not() {
        let (early, late) = (Timestamp(1_000), Timestamp(1_250));
        assert_eq!(late.since(early), Millis(250));
        assert_eq!(early.since(late), Millis::ZERO);
        assert_eq!(Millis(250).minus(Millis(300)), Millis::ZERO);
        assert_eq!(late - Millis(250), early);
    }

    #[test]
    fn a_deadline_beyond_all_time_lies_ahead() {
        assert_eq!(Timestamp(1) + Millis(u64::MAX), Timestamp(i64::MAX));
        assert_eq!(Timestamp(i64::MAX).since(Timestamp(i64::MIN)), Millis(i64::MAX as u64));
    }

    #[test]
    fn manual_time_moves_when_told() {
        let time = ManualTime::at(Timestamp(5));
        assert_eq!(time.now(), Timestamp(5));
        time.advance(Millis(10));
        assert_eq!(time.now(), Timestamp(15));
    }

    proptest! {
        #[test]
        fn waiting_as_told_reaches_the_deadline_and_not_much_more(
            wall in 1_700_000_000_000i64..2_000_000_000_000, times in 1u32..1000, ahead in 0u64..10_000_000,
        ) {
            let (pace, wall) = (Pace::times(times), Timestamp(wall));
            let deadline = pace.at(wall) + Millis(ahead);
            let woken = wall + pace.wait(wall, deadline);
            prop_assert!(pace.at(woken) >= deadline);
            prop_assert!(ahead == 0 || pace.at(woken - Millis(1)) < deadline);
        }
    }
}

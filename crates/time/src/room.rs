//! The room's own time.

use crate::Millis;
use core::fmt;
use core::ops::{Add, AddAssign, Sub};

/// A moment of the room's time, in milliseconds. It starts near the calendar's count since 1970, goes on
/// from the last logged moment after a restart, and never goes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Timestamp(i64);

impl Timestamp {
    /// The moment of this count.
    pub const fn from_millis(millis: i64) -> Timestamp {
        Timestamp(millis)
    }

    /// The count.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// How long it is from `earlier` until here; nothing when that lies ahead.
    pub const fn since(self, earlier: Timestamp) -> Millis {
        let passed = self.0.saturating_sub(earlier.0);
        Millis::new(if passed > 0 { passed as u64 } else { 0 })
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

impl Add<Millis> for Timestamp {
    type Output = Timestamp;
    /// A deadline too far to count is the end of time, not a moment in the past.
    fn add(self, length: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add_unsigned(length.get()))
    }
}
impl Sub<Millis> for Timestamp {
    type Output = Timestamp;
    fn sub(self, length: Millis) -> Timestamp {
        Timestamp(self.0.saturating_sub_unsigned(length.get()))
    }
}
impl AddAssign<Millis> for Timestamp {
    fn add_assign(&mut self, length: Millis) {
        *self = *self + length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_past_counts_and_time_ahead_does_not() {
        let (early, late) = (Timestamp(1_000), Timestamp(1_250));
        assert_eq!(late.since(early), Millis::new(250));
        assert_eq!(early.since(late), Millis::ZERO);
        assert_eq!(late - Millis::new(250), early);
    }

    #[test]
    fn a_deadline_beyond_all_time_lies_ahead() {
        assert_eq!(Timestamp(1) + Millis::new(u64::MAX), Timestamp(i64::MAX));
        assert_eq!(Timestamp(i64::MAX).since(Timestamp(i64::MIN)), Millis::new(i64::MAX as u64));
    }
}

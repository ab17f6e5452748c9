//! Time as a value: it comes in as an argument and never from a clock.

use std::fmt;
use std::ops::Add;

/// A moment in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Millis(u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// So many milliseconds.
    pub const fn new(millis: u64) -> Millis {
        Millis(millis)
    }

    /// So many seconds.
    pub const fn from_secs(secs: u64) -> Millis {
        Millis(secs.saturating_mul(1000))
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

    /// Whole seconds; a part of one does not count.
    pub const fn whole_secs(self) -> u64 {
        self.0 / 1000
    }

    /// Seconds; a part of one counts as one.
    pub const fn secs_up(self) -> u64 {
        self.0.div_ceil(1000)
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
    fn add(self, length: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add_unsigned(length.0))
    }
}

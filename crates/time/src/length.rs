//! Lengths of time.

use core::fmt;
use core::ops::Add;

/// A length of time in whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
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

    /// So many minutes.
    pub const fn from_minutes(minutes: u64) -> Millis {
        Millis(minutes.saturating_mul(60_000))
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

impl fmt::Display for Millis {
    /// `10:00`, `1:05:00`, `0:00.250`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.0 / 1000, self.0 % 1000);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{seconds:02}")?;
        } else {
            write!(f, "{minutes}:{seconds:02}")?;
        }
        if millis > 0 { write!(f, ".{millis:03}") } else { Ok(()) }
    }
}

impl Add for Millis {
    type Output = Millis;
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn lengths_read_like_a_clock_and_never_go_below_nothing() {
        assert_eq!(Millis::from_minutes(65).to_string(), "1:05:00");
        assert_eq!(Millis(90_250).to_string(), "1:30.250");
        assert_eq!(Millis(250).minus(Millis(300)), Millis::ZERO);
    }
}

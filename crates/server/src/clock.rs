//! The room's time: the wall clock at a pace.

use kozyr_table::{Millis, Pace, TimeSource, Timestamp};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The wall clock, seen at a pace.
#[derive(Clone, Copy, Debug)]
pub struct RoomClock {
    pace: Pace,
}

impl RoomClock {
    /// Runs at this pace.
    pub const fn new(pace: Pace) -> RoomClock {
        RoomClock { pace }
    }

    /// How long to wait until the room's time reaches this moment.
    pub fn until(&self, deadline: Timestamp) -> Duration {
        Duration::from_millis(self.pace.wait(wall(), deadline).get())
    }

    /// How long so much of the room's time takes.
    pub fn lasting(&self, length: Millis) -> Duration {
        self.until(self.now() + length)
    }
}

impl TimeSource for RoomClock {
    fn now(&self) -> Timestamp {
        self.pace.at(wall())
    }
}

fn wall() -> Timestamp {
    // A clock before 1970 is a clock that was never set.
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(passed.as_millis()).unwrap_or(i64::MAX))
}

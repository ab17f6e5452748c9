//! The room's time: the wall clock at a pace.
//!
//! The wall is looked at once, when the room opens; from then on a clock counts that nobody can set. A wall
//! clock that is put right meanwhile would let every turn run out at once, or keep all tables waiting.

use kozyr_store::{Store, Unavailable};
use kozyr_table::{Millis, Pace, TimeSource, Timestamp};
use kozyr_time::WallTime;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The wall clock as it was when the room opened and has run since, seen at a pace.
#[derive(Clone, Copy, Debug)]
pub struct RoomClock {
    pace: Pace,
    /// What the wall showed, and when that was.
    opened: (Timestamp, Instant),
}

impl RoomClock {
    /// Runs at this pace, from what the wall shows now.
    pub fn new(pace: Pace) -> RoomClock {
        let wall = Timestamp::from_millis(wall_time().as_millis());
        RoomClock { pace, opened: (wall, Instant::now()) }
    }

    /// How long to wait until the room's time reaches this moment.
    pub fn until(&self, deadline: Timestamp) -> Duration {
        Duration::from_millis(self.pace.wait(self.wall(), deadline).get())
    }

    /// How long so much of the room's time takes.
    pub fn lasting(&self, length: Millis) -> Duration {
        self.until(self.now() + length)
    }

    fn wall(&self) -> Timestamp {
        let (wall, since) = self.opened;
        wall + Millis::new(u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}

impl TimeSource for RoomClock {
    fn now(&self) -> Timestamp {
        self.pace.at(self.wall())
    }
}

/// What the machine's calendar shows.
fn wall_time() -> WallTime {
    // A clock before 1970 is a clock that was never set.
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    WallTime::from_millis(i64::try_from(passed.as_millis()).unwrap_or(i64::MAX))
}

/// The date, for people and their sessions. The store says which date to believe: one that is wrong at one start
/// ends no session.
#[derive(Debug)]
pub(crate) struct Calendar {
    /// A date that was believed, and when that was.
    believed: Mutex<(WallTime, Instant)>,
}

impl Calendar {
    pub(crate) fn open(store: &dyn Store) -> Result<Calendar, Unavailable> {
        let date = store.observe_wall(wall_time())?;
        Ok(Calendar { believed: Mutex::new((date, Instant::now())) })
    }

    /// The date now.
    pub(crate) fn now(&self) -> WallTime {
        let (date, since) = *self.believed.lock().unwrap_or_else(PoisonError::into_inner);
        date + Millis::new(u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// Looks at the machine's calendar again. To be done every few hours.
    pub(crate) fn look(&self, store: &dyn Store) -> Result<(), Unavailable> {
        let date = store.observe_wall(wall_time())?.max(self.now());
        *self.believed.lock().unwrap_or_else(PoisonError::into_inner) = (date, Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_clock_that_is_put_right_moves_no_deadline() {
        // The wall was a day behind when the room opened, and has been put right since.
        let day = Millis::from_secs(24 * 60 * 60);
        let right = RoomClock::new(Pace::REAL);
        let opened = right.opened.0 - day;
        let clock = RoomClock { opened: (opened, right.opened.1), ..right };
        assert!(clock.now() >= opened && clock.now() < opened + Millis::from_secs(60 * 60));
        let deadline = clock.now() + Millis::from_secs(3_000);
        assert!(clock.until(deadline) > Duration::from_secs(2_000), "not run out at once");
    }
}

//! The room's time: goes on from the last logged moment, at a pace, by a clock that nobody can set.
//!
//! The wall clock is looked at once, in a room that has never logged anything, so that its first moments look like
//! dates. From then on only passed time counts: a wall clock that is put right, before, during or after a
//! restart, lets no turn run out and keeps no table waiting.

use crate::world;
use kozyr_store::{Store, Unavailable};
use kozyr_time::{ManualTime, Millis, Pace, TimeSource, Timestamp, WallTime};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often whoever waits looks at a clock that is moved by hand.
const LOOK: Duration = Duration::from_millis(5);

/// Room time, counted from where the log ends.
#[derive(Clone, Copy, Debug)]
pub struct RoomClock {
    pace: Pace,
    /// How much time has passed, when somebody says so instead of a clock.
    by_hand: Option<&'static ManualTime>,
    /// The room's moment when it was opened, and when that was.
    opened: (Timestamp, Instant),
}

impl RoomClock {
    /// Runs at this pace from the last logged moment on; in a new room, from what the wall shows.
    pub fn new(pace: Pace, last: Option<Timestamp>) -> RoomClock {
        let from = last.unwrap_or_else(|| Timestamp::from_millis(world::wall_time().as_millis()));
        RoomClock { pace, by_hand: None, opened: (from, world::instant()) }
    }

    /// Stands still from here on, but for what this says has passed.
    pub(crate) fn moved_by(self, hand: Option<&'static ManualTime>) -> RoomClock {
        RoomClock { by_hand: hand, ..self }
    }

    /// How many times as fast as life it runs.
    pub fn pace(&self) -> u32 {
        self.pace.factor()
    }

    /// How long to wait until the room's time reaches this moment.
    pub fn until(&self, deadline: Timestamp) -> Duration {
        let left = self.pace.real(deadline.since(self.now())).get();
        if self.by_hand.is_some() && left > 0 {
            return LOOK;
        }
        Duration::from_millis(left)
    }

    /// How long so much of the room's time takes.
    pub fn lasting(&self, length: Millis) -> Duration {
        Duration::from_millis(self.pace.real(length).get())
    }
}

impl TimeSource for RoomClock {
    fn now(&self) -> Timestamp {
        let (from, since) = self.opened;
        match self.by_hand {
            Some(hand) => from + hand.now().since(Timestamp::from_millis(0)),
            None => from + self.pace.room(passed_since(since)),
        }
    }
}

/// How long ago that was.
fn passed_since(moment: Instant) -> Millis {
    let passed = world::instant().saturating_duration_since(moment);
    Millis::new(u64::try_from(passed.as_millis()).unwrap_or(u64::MAX))
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
        let date = store.observe_wall(world::wall_time())?;
        Ok(Calendar { believed: Mutex::new((date, world::instant())) })
    }

    /// The date now.
    pub(crate) fn now(&self) -> WallTime {
        let (date, since) = *self.believed.lock().unwrap_or_else(PoisonError::into_inner);
        date + passed_since(since)
    }

    /// Looks at the machine's calendar again. To be done every few hours.
    pub(crate) fn look(&self, store: &dyn Store) -> Result<(), Unavailable> {
        let date = store.observe_wall(world::wall_time())?.max(self.now());
        *self.believed.lock().unwrap_or_else(PoisonError::into_inner) = (date, world::instant());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_goes_on_where_the_log_ends_whatever_the_wall_shows() {
        // The log ends in the year 2001 or 2603, by walls that were wrong: time goes on from there.
        for last in [1_000_000_000_000, 20_000_000_000_000].map(Timestamp::from_millis) {
            let clock = RoomClock::new(Pace::REAL, Some(last));
            let gap = clock.now().since(last);
            assert!(clock.now() >= last && gap < Millis::from_secs(3600), "{gap:?}");
            let turn = clock.until(last + Millis::from_secs(30));
            assert!(turn <= Duration::from_secs(30), "nobody waits for the wall to catch up");
        }
        let fresh = RoomClock::new(Pace::REAL, None).now();
        assert!(fresh.as_millis() > 1_600_000_000_000, "a new room starts near the calendar");
    }
    #[test]
    fn a_clock_that_is_moved_by_hand_stands_until_it_is_moved() {
        let hand: &'static ManualTime = Box::leak(Box::default());
        let start = Timestamp::from_millis(1_000_000_000_000);
        let clock = RoomClock::new(Pace::times(1000), Some(start)).moved_by(Some(hand));
        std::thread::sleep(Duration::from_millis(3));
        assert_eq!(clock.now(), start);
        let deadline = start + Millis::from_secs(600);
        assert_eq!(clock.until(deadline), LOOK, "whoever waits looks again soon");
        hand.advance(Millis::from_secs(600));
        assert_eq!((clock.now(), clock.until(deadline)), (deadline, Duration::ZERO));
    }
}

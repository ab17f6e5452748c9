//! Which date to go by when the machine's calendar may be wrong.

use crate::WriterId;
use kozyr_time::{Millis, WallTime};

/// How far the calendar may have come since it was last looked at before it is doubted: 30 days.
pub const MAX_WALL_JUMP: Millis = Millis::from_secs(30 * 24 * 60 * 60);

/// The latest date gone by, and a date too far ahead of it to be believed at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Calendar {
    pub(crate) last: Option<WallTime>,
    pub(crate) doubtful: Option<(WallTime, WriterId)>,
}

impl Calendar {
    /// Takes in what the calendar shows to this opening of the store; answers which date to go by.
    pub(crate) fn observe(&mut self, now: WallTime, opening: WriterId) -> WallTime {
        let Some(last) = self.last else { return self.believe(now) };
        if now <= last {
            return last;
        }
        if now.since(last) <= MAX_WALL_JUMP {
            return self.believe(now);
        }
        match self.doubtful {
            // The room was closed for long: two openings agree about the date.
            Some((date, other)) if other != opening && now >= date && now.since(date) <= MAX_WALL_JUMP => {
                self.believe(now)
            }
            Some((_, same)) if same == opening => last,
            _ => {
                self.doubtful = Some((now, opening));
                last
            }
        }
    }

    fn believe(&mut self, now: WallTime) -> WallTime {
        (self.last, self.doubtful) = (Some(now), None);
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_is_doubted_until_a_later_opening_agrees() {
        const DAY: u64 = 24 * 60 * 60;
        let day = |day: u64| WallTime::default() + Millis::from_secs(day * DAY);
        let mut calendar = Calendar::default();
        // The day shown, to which opening, and the day gone by.
        for (shown, opening, by) in [
            (100, 1, 100),
            (101, 1, 101),
            (0, 2, 101),    // Never set.
            (131, 2, 131),  // A month closed.
            (5000, 3, 131), // Wrong.
            (5001, 3, 131), // Still.
            (132, 4, 132),  // Put right.
            (232, 5, 132),  // Closed for long: perhaps.
            (233, 6, 233),  // It is so.
        ] {
            assert_eq!(calendar.observe(day(shown), WriterId(opening)), day(by), "{shown} in {opening}");
        }
    }
}

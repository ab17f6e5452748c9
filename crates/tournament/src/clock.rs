//! The level clock: running or paused, never both; levels walked at the boundary between hands.

use crate::config::Rules;
use crate::reason::Reason;
use crate::{Millis, Timestamp};
use serde::{Deserialize, Serialize};

/// The clock of the current level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Clock {
    /// The level ends at this moment, and gives way at the first boundary from then on.
    #[serde(rename_all = "camelCase")]
    Running {
        /// When.
        ends_at: Timestamp,
    },
    /// Stopped, with so much of the level left.
    Paused {
        /// How much.
        remaining: Millis,
    },
    /// The last level, or one without a duration: it ends by the host's hand or not at all.
    Untimed,
}

impl Clock {
    /// The clock stopped at a moment; one that is stopped stays as it is.
    pub fn pause(self, at: Timestamp) -> Clock {
        match self {
            Clock::Running { ends_at } => Clock::Paused { remaining: ends_at.since(at) },
            stopped => stopped,
        }
    }

    /// The clock set going at a moment; one that is going stays as it is.
    pub fn resume(self, at: Timestamp) -> Clock {
        match self {
            Clock::Paused { remaining } => Clock::Running { ends_at: at + remaining },
            going => going,
        }
    }

    /// What is left of the level, never below nothing; `None` when nothing counts down.
    pub fn remaining(self, now: Timestamp) -> Option<Millis> {
        match self {
            Clock::Running { ends_at } => Some(ends_at.since(now)),
            Clock::Paused { remaining } => Some(remaining),
            Clock::Untimed => None,
        }
    }

    /// When the level ends, if the clock is running.
    pub const fn ends_at(self) -> Option<Timestamp> {
        match self {
            Clock::Running { ends_at } => Some(ends_at),
            Clock::Paused { .. } | Clock::Untimed => None,
        }
    }
}

/// Which level is played, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LevelClock {
    /// The current level, 0 for the first.
    pub index: usize,
    /// Its clock.
    pub clock: Clock,
    /// The level the host asked for, until the next boundary.
    pub asked: Option<usize>,
}

/// A level taken up at a boundary: a row of the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LevelRow {
    /// The boundary at which it was walked.
    pub timestamp: Timestamp,
    /// Which level, 0 for the first.
    pub level_index: usize,
    /// When it began by the schedule.
    pub started_at: Timestamp,
    /// When hands were first played at it; absent when it was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applied_at: Option<Timestamp>,
    /// It was over before any hand could be played at it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    /// The host asked for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

impl LevelRow {
    /// Why the level was taken up, or skipped.
    pub fn reason(&self) -> Reason {
        let level = self.level_index as u32 + 1;
        if self.by_hand {
            Reason::LevelByHost { level }
        } else {
            Reason::LevelByClock { level, started_at: self.started_at, skipped: self.skipped }
        }
    }
}

/// What a boundary did to the levels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The rows for the history, oldest first.
    pub rows: Vec<LevelRow>,
    /// Where the levels stand now.
    pub now: LevelClock,
    /// A break fell due between two levels: when, and for how long.
    pub rest: Option<(Timestamp, Millis)>,
}

impl LevelClock {
    /// The first level, begun at a moment.
    pub fn begin(rules: &Rules, at: Timestamp) -> LevelClock {
        LevelClock { index: 0, clock: fresh(rules, 0).resume(at), asked: None }
    }

    /// A level that the host begins with its whole time, and its row.
    pub(crate) fn begun_by_hand(
        self,
        rules: &Rules,
        index: usize,
        now: Timestamp,
        ticking: bool,
    ) -> (LevelRow, LevelClock) {
        let clock = fresh(rules, index);
        let clock = if ticking { clock.resume(now) } else { clock };
        (row(index, now, now, true), LevelClock { index, clock, asked: None })
    }

    /// Levels that are over give way, each with its row; then the one the host asked for begins.
    /// The next end is the previous end plus the duration, so that nothing drifts. While the
    /// tournament does not tick (a pause, a break) only the host's wish counts.
    pub fn walk(self, rules: &Rules, now: Timestamp, ticking: bool) -> Walk {
        let mut walk = Walk { rows: Vec::new(), now: self, rest: None };
        let at = &mut walk.now;
        while let Clock::Running { ends_at } = at.clock {
            if ends_at > now || at.index + 1 == rules.levels.len() {
                break;
            }
            at.index += 1;
            at.clock = fresh(rules, at.index).resume(ends_at);
            walk.rows.push(row(at.index, ends_at, now, false));
            if let Some(length) = rules.break_after(at.index as u32) {
                at.clock = fresh(rules, at.index);
                walk.rest = Some((ends_at, length));
                break;
            }
        }
        if let Some(asked) = at.asked.take().filter(|&asked| asked > at.index) {
            // A break between two levels is taken however the next one begins.
            let due = (at.index + 1..=asked).find_map(|level| rules.break_after(level as u32));
            walk.rest = walk.rest.or(due.map(|length| (now, length)));
            at.index = asked;
            at.clock = fresh(rules, asked);
            if ticking && walk.rest.is_none() {
                at.clock = at.clock.resume(now);
            }
            walk.rows.push(row(asked, now, now, true));
        }
        if let Some((_, over)) = walk.rows.split_last_mut() {
            for row in over {
                (row.applied_at, row.skipped) = (None, true);
            }
        }
        walk
    }

    /// When a level (1-based) will be over by the schedule. `Ok(None)` when nobody can say yet,
    /// `Err` when it is over already.
    pub fn scheduled_end(self, rules: &Rules, level: u32) -> Result<Option<Timestamp>, LevelOver> {
        let Some(last) = (level as usize).checked_sub(1).filter(|&last| self.index <= last) else {
            return Err(LevelOver);
        };
        let Clock::Running { mut ends_at } = self.clock else {
            // Stopped with nothing left: over as soon as it may be.
            let spent = self.clock == Clock::Paused { remaining: Millis::ZERO } && self.index == last;
            return if spent { Err(LevelOver) } else { Ok(None) };
        };
        for index in self.index + 1..=last.min(rules.levels.len()) {
            match fresh(rules, index) {
                Clock::Paused { remaining } => ends_at = ends_at + remaining,
                _ => return Ok(None),
            }
        }
        Ok(Some(ends_at))
    }

    /// Is a level (1-based) not over by the schedule yet?
    pub fn is_open(self, rules: &Rules, level: u32, now: Timestamp) -> bool {
        self.scheduled_end(rules, level).is_ok_and(|end| end.is_none_or(|end| now < end))
    }
}

/// The level is over by the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelOver;

/// A level's clock before it is set going.
fn fresh(rules: &Rules, index: usize) -> Clock {
    let last = index + 1 >= rules.levels.len();
    match rules.levels.get(index).and_then(|level| level.duration) {
        Some(remaining) if !last => Clock::Paused { remaining },
        _ => Clock::Untimed,
    }
}

fn row(level_index: usize, started_at: Timestamp, timestamp: Timestamp, by_hand: bool) -> LevelRow {
    LevelRow { timestamp, level_index, started_at, applied_at: Some(timestamp), skipped: false, by_hand }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::BreakRule;
    use crate::level::BlindLevel;
    use crate::presets::Preset;

    fn rules(minutes: &[u64], breaks: &[BreakRule]) -> Rules {
        let mut config = Preset::Regular.config("clock");
        config.levels = minutes
            .iter()
            .zip(1..)
            .map(|(&minutes, level)| BlindLevel {
                duration: Some(Millis::from_minutes(minutes)).filter(|&span| span != Millis::ZERO),
                ..BlindLevel::new(level, 10, 20, minutes)
            })
            .collect();
        config.late_entry = None;
        config.breaks = breaks.to_vec();
        config.check().unwrap()
    }

    fn minute(minutes: i64) -> Timestamp {
        Timestamp::from_millis(minutes * 60_000)
    }

    #[test]
    fn expired_levels_are_all_walked_without_drift() {
        let rules = rules(&[10, 10, 10, 10, 10], &[]);
        let start = LevelClock::begin(&rules, minute(0));
        let walk = start.walk(&rules, minute(31), true);
        assert_eq!(walk.now.index, 3);
        assert_eq!(walk.now.clock.ends_at(), Some(minute(40)));
        let rows: Vec<_> = walk.rows.iter().map(|r| (r.level_index, r.started_at, r.applied_at)).collect();
        assert_eq!(rows, [(1, minute(10), None), (2, minute(20), None), (3, minute(30), Some(minute(31)))]);
        assert_eq!(walk.rows.iter().filter(|r| r.skipped).count(), 2);
        let last = walk.now.walk(&rules, minute(90), true);
        assert_eq!((last.now.index, last.now.clock), (4, Clock::Untimed));
    }

    #[test]
    fn the_hosts_wish_starts_its_clock_at_the_boundary_and_is_not_doubled() {
        let rules = rules(&[10, 10, 10, 10], &[]);
        let asked = LevelClock { asked: Some(1), ..LevelClock::begin(&rules, minute(0)) };
        let early = asked.walk(&rules, minute(6), true).now;
        assert_eq!((early.index, early.clock.ends_at(), early.asked), (1, Some(minute(16)), None));
        let late = asked.walk(&rules, minute(11), true).now;
        assert_eq!((late.index, late.clock.ends_at(), late.asked), (1, Some(minute(20)), None));
        let paused = LevelClock { clock: asked.clock.pause(minute(3)), ..asked };
        let now = paused.walk(&rules, minute(60), false).now;
        assert_eq!((now.index, now.clock), (1, Clock::Paused { remaining: Millis::from_minutes(10) }));
    }

    #[test]
    fn a_level_without_a_duration_waits_for_the_host() {
        let rules = rules(&[10, 0, 10, 10], &[]);
        let walk = LevelClock::begin(&rules, minute(0)).walk(&rules, minute(500), true);
        assert_eq!((walk.now.index, walk.now.clock), (1, Clock::Untimed));
        let next = LevelClock { asked: Some(2), ..walk.now }.walk(&rules, minute(501), true).now;
        assert_eq!((next.index, next.clock.ends_at()), (2, Some(minute(511))));
    }

    #[test]
    fn a_break_between_levels_keeps_the_whole_next_level() {
        let rest = BreakRule::AfterLevel { level: 2, length: Millis::from_minutes(5) };
        let rules = rules(&[10, 10, 10, 10], &[rest]);
        let walk = LevelClock::begin(&rules, minute(0)).walk(&rules, minute(33), true);
        assert_eq!(walk.rest, Some((minute(20), Millis::from_minutes(5))));
        assert_eq!(walk.now.index, 2);
        assert_eq!(walk.now.clock, Clock::Paused { remaining: Millis::from_minutes(10) });
    }

    #[test]
    fn the_next_level_by_hand_does_not_skip_a_break_that_is_due() {
        let rest = BreakRule::AfterLevel { level: 2, length: Millis::from_minutes(5) };
        let rules = rules(&[10, 10, 10, 10], &[rest]);
        let second = LevelClock::begin(&rules, minute(0)).walk(&rules, minute(10), true).now;
        let walk = LevelClock { asked: Some(2), ..second }.walk(&rules, minute(13), true);
        assert_eq!(walk.rest, Some((minute(13), Millis::from_minutes(5))));
        assert_eq!(
            (walk.now.index, walk.now.clock),
            (2, Clock::Paused { remaining: Millis::from_minutes(10) })
        );
    }

    #[test]
    fn the_scheduled_end_counts_levels_to_come() {
        let rules = rules(&[10, 10, 0, 10, 10], &[]);
        let start = LevelClock::begin(&rules, minute(0));
        assert_eq!(start.scheduled_end(&rules, 2), Ok(Some(minute(20))));
        assert_eq!(start.scheduled_end(&rules, 3), Ok(None));
        assert!(start.is_open(&rules, 1, minute(9)) && !start.is_open(&rules, 1, minute(10)));
        let second = start.walk(&rules, minute(10), true).now;
        assert_eq!(second.scheduled_end(&rules, 1), Err(LevelOver));
        let spent = LevelClock { clock: second.clock.pause(minute(25)), ..second };
        assert!(!spent.is_open(&rules, 2, minute(26)) && spent.is_open(&rules, 3, minute(26)));
        // Level 0 has always been over; a level that is not there never is.
        assert_eq!(start.scheduled_end(&rules, 0), Err(LevelOver));
        assert_eq!(start.scheduled_end(&rules, u32::MAX), Ok(None));
    }
}

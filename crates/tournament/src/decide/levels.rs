//! The levels by hand: back, longer, shorter, other ones.

use super::draft::Draft;
use crate::clock::Clock;
use crate::command::Refusal;
use crate::config::Config;
use crate::event::Happened;
use crate::level::BlindLevel;
use crate::state::Tournament;
use crate::{Millis, Timestamp};
use std::sync::Arc;

impl Tournament {
    /// The level before begins anew, with its whole time.
    pub(super) fn previous_level(&self, draft: &mut Draft<'_>) -> Result<(), Refusal> {
        self.between_hands()?;
        let Some(levels) = draft.levels else { return Err(Refusal::FirstLevel) };
        let index = levels.index.checked_sub(1).ok_or(Refusal::FirstLevel)?;
        let (row, levels) = levels.begun_by_hand(&self.rules, index, draft.now, draft.ticks());
        draft.levels = Some(levels);
        draft.push(Happened::LevelsWalked { rows: vec![row], levels });
        Ok(())
    }

    /// The end of the level is moved, never before now; one that is over by it gives way at the next boundary.
    pub(super) fn move_clock(&self, draft: &mut Draft<'_>, by_ms: i64) -> Result<(), Refusal> {
        self.in_play()?;
        let Some(levels) = &mut draft.levels else { return Err(Refusal::NoLevelEnd) };
        let longest = BlindLevel::LONGEST.get() as i64;
        let moved = |left: i64| left.saturating_add(by_ms).clamp(0, longest);
        let clock = match levels.clock {
            Clock::Running { ends_at } => {
                let now = draft.now.as_millis();
                let left = moved(ends_at.as_millis().saturating_sub(now));
                Clock::Running { ends_at: Timestamp::from_millis(now + left) }
            }
            Clock::Paused { remaining } => {
                Clock::Paused { remaining: Millis::new(moved(remaining.get() as i64) as u64) }
            }
            Clock::Untimed => return Err(Refusal::NoLevelEnd),
        };
        levels.clock = clock;
        draft.push(Happened::ClockMoved { by_ms, clock });
        if draft.busy == 0 {
            draft.boundary();
        }
        Ok(())
    }

    /// Other levels from the next one on. The last level has no end, and one that is the last no more gets its own.
    pub(super) fn change_levels(&self, draft: &mut Draft<'_>, rows: &[BlindLevel]) -> Result<(), Refusal> {
        self.in_play()?;
        let Some(levels) = draft.levels else { return Err(Refusal::LevelsPlayed) };
        let played = levels.index + 1;
        if rows.len() < played || rows[..played] != self.rules.levels[..played] {
            return Err(Refusal::LevelsPlayed);
        }
        let config = Config { levels: rows.to_vec(), ..Config::from(self.rules.as_ref().clone()) };
        let rules = config.check().map_err(|mut problems| Refusal::BadLevels(problems.remove(0)))?;
        let was_last = played == self.rules.levels.len();
        let mut now = levels;
        if was_last != (played == rules.levels.len()) {
            now = levels.begun_by_hand(&rules, levels.index, draft.now, draft.ticks()).1;
        }
        now.asked = levels.asked.filter(|&asked| asked < rules.levels.len());
        draft.levels = Some(now);
        draft.push(Happened::LevelsChanged { rules: Arc::new(rules), levels: now });
        Ok(())
    }

    fn between_hands(&self) -> Result<(), Refusal> {
        self.in_play()?;
        match self.tables.iter().find(|table| table.hand.is_some()) {
            Some(table) => Err(Refusal::HandInPlay(table.no)),
            None => Ok(()),
        }
    }
}

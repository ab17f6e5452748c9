//! What the host and the clock do: setup, pause, levels, breaks, recovery, calling off.

use super::draft::Draft;
use crate::clock::Clock;
use crate::command::Refusal;
use crate::config::Rules;
use crate::event::{Event, Happened, PauseKind};
use crate::reason::Reason;
use crate::state::{Entrant, Rest, Status, Tournament};
use crate::{Millis, Timestamp};
use kozyr_chips::Chips;
use std::sync::Arc;

impl Tournament {
    /// The form may be changed as long as nobody has entered by it.
    pub(super) fn configure(&self, draft: &mut Draft<'_>, rules: &Rules) -> Result<(), Refusal> {
        if self.status != Status::Lobby || !self.entrants.is_empty() {
            self.in_setup()?;
        }
        draft.push(Happened::Configured { rules: Arc::new(rules.clone()) });
        Ok(())
    }

    pub(super) fn open(&self, draft: &mut Draft<'_>) -> Result<(), Refusal> {
        self.in_setup()?;
        draft.push(Happened::Opened);
        Ok(())
    }

    pub(super) fn pause(&self, draft: &mut Draft<'_>, kind: PauseKind) -> Result<(), Refusal> {
        self.in_play()?;
        match self.status {
            Status::Running => {}
            Status::Paused(PauseKind::ClockOnly) if kind == PauseKind::Everything => {}
            _ => return Err(Refusal::AlreadyPaused),
        }
        let clock = self.clock().pause(draft.now);
        draft.push(Happened::Paused { kind, clock, reason: Reason::Host });
        Ok(())
    }

    /// The clock goes on with what was left. Between hands that is itself a boundary.
    pub(super) fn resume(&self, draft: &mut Draft<'_>) -> Result<(), Refusal> {
        self.in_play()?;
        if self.status == Status::Running {
            return Err(Refusal::NotPaused);
        }
        draft.status = Status::Running;
        let clock = if self.rest.is_none() { self.clock().resume(draft.now) } else { self.clock() };
        if let Some(levels) = &mut draft.levels {
            levels.clock = clock;
        }
        draft.push(Happened::Resumed { clock });
        if draft.busy == 0 {
            draft.boundary();
        }
        Ok(())
    }

    pub(super) fn next_level(&self, draft: &mut Draft<'_>) -> Result<(), Refusal> {
        self.in_play()?;
        let Some(levels) = draft.levels else { return Err(Refusal::LastLevel) };
        if levels.asked.is_some() {
            return Err(Refusal::LevelAsked);
        }
        let index = levels.index + 1;
        if index >= self.rules.levels.len() {
            return Err(Refusal::LastLevel);
        }
        draft.push(Happened::LevelAsked { index });
        Ok(())
    }

    pub(super) fn call_break(&self, draft: &mut Draft<'_>, length: Millis) -> Result<(), Refusal> {
        self.in_play()?;
        if self.rest.is_some() {
            return Err(Refusal::AlreadyOnBreak);
        }
        if !(Millis::from_secs(1)..=Millis::from_minutes(24 * 60)).contains(&length) {
            return Err(Refusal::BadBreak);
        }
        draft.call_break(length, Reason::Host);
        Ok(())
    }

    pub(super) fn call_all_off(&self, draft: &mut Draft<'_>) -> Result<(), Refusal> {
        if matches!(self.status, Status::Finished | Status::Cancelled) {
            return Err(self.wrong_status("it is over"));
        }
        let refunds = self
            .entrants
            .iter()
            .map(|entrant| (entrant.id.clone(), self.refund_of(entrant)))
            .filter(|(_, refund)| refund.is_positive())
            .collect();
        draft.push(Happened::Cancelled { refunds });
        Ok(())
    }

    /// What a player gets back: all they paid for the pool and for chips, and what lies on their head. A bounty that was
    /// won stays with whoever won it.
    fn refund_of(&self, entrant: &Entrant) -> Chips {
        let entries = 1 + i64::from(entrant.rebuys) + i64::from(entrant.re_entries);
        entrant.paid - self.rules.bounty_amount() * entries + entrant.bounty
    }

    /// After a crash: as it was, with the clock stopped at the last known moment.
    pub(super) fn recover(&self, now: Timestamp, last_known: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.in_play()?;
        let last_known = last_known.clamp(self.last_at, now);
        let clock = self.clock().pause(last_known);
        Ok(vec![Event { at: now, what: Happened::Recovered { last_known, clock } }])
    }

    fn clock(&self) -> Clock {
        self.levels.map_or(Clock::Untimed, |levels| levels.clock)
    }

    /// What happens by itself at a [deadline](Tournament::deadline).
    pub(super) fn fall_due(&self, now: Timestamp) -> Vec<Event> {
        let mut draft = Draft::new(self, now);
        let lapsed: Vec<u32> = self
            .offers
            .iter()
            .filter(|offer| self.offer_end(offer).is_some_and(|end| end <= now))
            .map(|offer| offer.entrant)
            .collect();
        if !lapsed.is_empty() {
            self.close_offers(&mut draft, &lapsed, false);
            return draft.events;
        }
        match self.rest {
            // Beside offers nothing else falls due while a break counts.
            Some(Rest::Counting { ends_at }) => self.end_break(&mut draft, ends_at),
            None if self.status == Status::Running && self.next_break.is_some_and(|at| at <= now) => {
                let length = self.rules.hourly_break().map_or(Millis::ZERO, |(_, length)| length);
                draft.call_break(length, Reason::ScheduledBreak);
            }
            _ => draft.boundary(),
        }
        draft.events
    }

    /// The clock goes on where it stood, from the moment the break was over.
    fn end_break(&self, draft: &mut Draft<'_>, ends_at: Timestamp) {
        draft.rest = None;
        let running = self.status == Status::Running;
        let clock = if running { self.clock().resume(ends_at) } else { self.clock() };
        if let Some(levels) = &mut draft.levels {
            levels.clock = clock;
        }
        draft.push(Happened::BreakEnded { clock });
        draft.boundary();
    }
}

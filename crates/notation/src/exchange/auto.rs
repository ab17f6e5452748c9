//! `auto`: what happens when a player's time is over.

use super::line::Line;
use super::live::{LiveHand, Machine};
use super::{Host, Refusal};
use kozyr_poker::seating::Intent;

/// The clock of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    row: usize,
    /// When the action before their turn was taken, if the log has times.
    since_ms: Option<u64>,
    limit_ms: Option<u64>,
    bank_ms: Option<u64>,
}

impl Clock {
    /// The clock that runs now, if it is anybody's turn.
    pub(crate) fn of(live: &LiveHand) -> Option<Clock> {
        let Machine::Playing(play) = &live.machine else { return None };
        let row = play.turn()?;
        let last = live.sheet.log.iter().rev().find(|line| line.action().is_some());
        Some(Clock {
            row,
            since_ms: last.and_then(|line| line.at_ms),
            limit_ms: live.sheet.time_limit_ms,
            bank_ms: live.sheet.rows[row].time_bank_ms,
        })
    }

    /// How far over their time they are, if that can be said.
    fn overdrawn_ms(&self, now_ms: Option<u64>) -> Option<u64> {
        Some(now_ms?.saturating_sub(self.since_ms?).saturating_sub(self.limit_ms?))
    }

    /// What an action of this player now leaves of their time bank, if it is their clock that runs and they have one.
    pub(crate) fn bank_left(&self, row: usize, now_ms: Option<u64>) -> Option<u64> {
        let bank = self.bank_ms.filter(|_| self.row == row)?;
        Some(bank.saturating_sub(self.overdrawn_ms(now_ms).unwrap_or(0)))
    }

    /// Time and time bank used up? Without a limit or times in the log it is the host who says so.
    fn is_over(&self, now_ms: Option<u64>) -> bool {
        let (Some(now), Some(since), Some(limit)) = (now_ms, self.since_ms, self.limit_ms) else {
            return true;
        };
        let deadline = since.saturating_add(limit).saturating_add(self.bank_ms.unwrap_or(0));
        now >= deadline
    }

    fn deadline_ms(&self) -> Option<u64> {
        Some(self.since_ms?.saturating_add(self.limit_ms?).saturating_add(self.bank_ms.unwrap_or(0)))
    }
}

impl LiveHand {
    /// When the time of the player in turn is over, in unix milliseconds, if the hand says.
    pub fn deadline_ms(&self) -> Option<u64> {
        Clock::of(self)?.deadline_ms()
    }

    /// Acts for the player whose time is over: checks if that is free, else folds; mucks unless they must show.
    /// Tells whether there was anything to do.
    pub fn auto(&mut self, host: &Host) -> Result<bool, Refusal> {
        self.check()?;
        if self.sheet.results.finishing.is_some() {
            return Ok(false);
        }
        let Some(clock) = Clock::of(self) else { return Ok(false) };
        let standing = self.sheet.rows[clock.row].sitter.standing;
        if !standing.is_in() || standing.intent() != Intent::Play {
            self.play_for_absent(host);
            return Ok(true);
        }
        if !clock.is_over(host.now_ms) {
            return Ok(false);
        }
        let Machine::Playing(play) = &self.machine else { return Ok(false) };
        let Some(action) = play.timeout(self.sheet.options.on_timeout) else { return Ok(false) };
        if let Some(bank) = &mut self.sheet.rows[clock.row].time_bank_ms {
            *bank = clock.bank_left(clock.row, host.now_ms).unwrap_or(*bank);
        }
        self.enter(Line::of(action, host.now_ms), host);
        Ok(true)
    }
}

//! The clocks of a game: a turn, then the time bank; and the pause between rounds.

use crate::updau::{Millis, Timestamp, Wait, WaitName};
use kozyr_card_game::{Clock, Seat, SeatSet};
use kozyr_durak::MAX_BOXES;

/// Everybody's clock at one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    /// Zero when there is no clock.
    timeout: Millis,
    bank: Millis,
    left: [Millis; MAX_BOXES],
    running: [Option<Timestamp>; MAX_BOXES],
    stage: Option<Timestamp>,
    ready: Millis,
}

impl Clocks {
    pub(super) fn new(timeout: Millis, bank: Millis, ready: Millis) -> Clocks {
        let left = [bank; MAX_BOXES];
        Clocks { timeout, bank, left, running: [None; MAX_BOXES], stage: None, ready }
    }

    /// Lets exactly these clocks run, those of `fresh` from the beginning; answers whether that changed any.
    pub(super) fn run(&mut self, now: Timestamp, seats: SeatSet, fresh: SeatSet) -> bool {
        let before = self.running;
        let restarted = seats.iter().any(|seat| fresh.contains(seat));
        for index in 0..MAX_BOXES {
            let seat = Seat::from_index(index);
            let runs = seats.contains(seat);
            if let Some(since) = self.running[index].filter(|_| !runs || fresh.contains(seat)) {
                let over = now.since(since).minus(self.timeout);
                self.left[index] = self.left[index].minus(over);
                self.running[index] = None;
            }
            if runs && self.running[index].is_none() {
                self.running[index] = Some(now);
            }
        }
        restarted || self.running != before
    }

    /// Starts or stops the pause between rounds; answers whether it was started.
    pub(super) fn pause(&mut self, now: Timestamp, pauses: bool) -> bool {
        let starts = pauses && self.stage.is_none();
        self.stage = if pauses { self.stage.or(Some(now)) } else { None };
        starts
    }

    /// The next pause is a new one, even if this one was not stopped.
    pub(super) fn forget_pause(&mut self) {
        self.stage = None;
    }

    pub(super) fn deadline(&self) -> Option<Timestamp> {
        let seats = (0..MAX_BOXES).filter_map(|index| self.seat_deadline(index));
        seats.chain(self.stage.map(|since| since + self.ready)).min()
    }

    fn seat_deadline(&self, index: usize) -> Option<Timestamp> {
        let since = self.running[index].filter(|_| !self.timeout.is_zero())?;
        Some(since + self.timeout + self.left[index])
    }

    /// A clock that has run out by now, the first of them.
    pub(super) fn run_out(&self, now: Timestamp) -> Option<Clock> {
        let out = |index: &usize| self.seat_deadline(*index).is_some_and(|deadline| deadline <= now);
        let seat = (0..MAX_BOXES).filter(out).min_by_key(|&index| self.seat_deadline(index));
        let stage = self.stage.filter(|&since| since + self.ready <= now);
        seat.map(|index| Clock::Seat(Seat::from_index(index))).or(stage.map(|_| Clock::Stage))
    }

    /// The bank at the beginning, and what of it is used by now, in whole seconds.
    pub(super) fn bank_of(&self, seat: Seat, now: Timestamp) -> (u64, u64) {
        let left = self.left_now(seat, now);
        (secs(self.bank), secs(self.bank.minus(left)))
    }

    fn left_now(&self, seat: Seat, now: Timestamp) -> Millis {
        let over =
            self.running[seat.index()].map_or(Millis::ZERO, |since| now.since(since).minus(self.timeout));
        if self.timeout.is_zero() { self.bank } else { self.left[seat.index()].minus(over) }
    }

    pub(super) fn turn_wait(&self, seat: Seat, now: Timestamp) -> Option<Wait> {
        let since = self.running[seat.index()]?;
        let mut wait = stage_wait(WaitName::Turn, self.timeout, now.since(since));
        wait.seat = Some(seat);
        wait.time_bank = (!self.timeout.is_zero()).then(|| self.left_now(seat, now).get().div_ceil(1000));
        Some(wait)
    }

    pub(super) fn ready_wait(&self, now: Timestamp) -> Option<Wait> {
        Some(stage_wait(WaitName::Ready, self.ready, now.since(self.stage?)))
    }

    /// All clocks that run, in the order of the boxes.
    pub(super) fn waits(&self, now: Timestamp) -> Vec<Wait> {
        let seats = (0..MAX_BOXES).filter_map(|index| self.turn_wait(Seat::from_index(index), now));
        seats.chain(self.ready_wait(now)).collect()
    }
}

/// A wait of this length, of which so much has passed.
pub(super) fn stage_wait(name: WaitName, length: Millis, passed: Millis) -> Wait {
    let value = secs(length);
    Wait { name, seat: None, value: Some(value), tick: secs(passed).min(value), time_bank: None }
}

/// Whole seconds; a part of one does not count.
pub(super) const fn secs(length: Millis) -> u64 {
    length.get() / 1000
}

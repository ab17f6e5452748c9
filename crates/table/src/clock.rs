//! The clocks of a running deal: whose they are, how long they run, and what starts them anew.

use crate::seating::{Seating, StageOf};
use crate::table::Table;
use kozyr_card_game::{Awaits, Clock, Game, Restarts, Seat, SeatSet};
use kozyr_time::{Millis, Timestamp};

/// A clock that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running<T> {
    /// Whose; nobody's when it is the stage's.
    pub seat: Option<Seat>,
    /// What the game was about when it started.
    pub stage: T,
    /// Names the decision it is for.
    pub turn: u64,
    /// Since when.
    pub since: Timestamp,
    /// Until when; then the time bank runs.
    pub until: Timestamp,
    /// How much of that there is.
    pub bank: Millis,
}

impl<T> Running<T> {
    /// When time is up, bank and all.
    pub fn ends(&self) -> Timestamp {
        self.until + self.bank
    }
}

impl<S: Seating> Table<S> {
    /// Sets the clocks for what the game awaits now. Whoever had one before keeps the time they have left, unless
    /// they moved or something that happened restarts it. A stage of another name has a clock of its own.
    pub(crate) fn wind(&mut self, at: Timestamp, mover: Option<Seat>, restarts: Restarts) {
        let old = std::mem::take(&mut self.clocks);
        let Some(deal) = &self.hand else { return };
        let stage = S::Game::stage(&deal.state);
        let timed = S::Game::clocks(&deal.state);
        let staged = matches!(S::Game::awaits(&deal.state), Awaits::Stage(_));
        let mut clocks = Vec::with_capacity(timed.len() + usize::from(staged));
        let mut kept = SeatSet::EMPTY;
        for game_seat in timed.iter() {
            let seat = deal.chair_of(game_seat);
            let going_on = old.iter().find(|clock| clock.seat == Some(seat));
            match going_on.filter(|_| mover != Some(seat) && !restarts.seats.contains(game_seat)) {
                Some(clock) => {
                    kept.insert(seat);
                    clocks.push(*clock);
                }
                None => clocks.extend(self.clock(at, Clock::Seat(game_seat), Some(seat))),
            }
        }
        if staged {
            let going_on = old.iter().find(|clock| clock.seat.is_none() && clock.stage == stage);
            match going_on.filter(|_| !restarts.stage) {
                Some(clock) => clocks.push(*clock),
                None => clocks.extend(self.clock(at, Clock::Stage, None)),
            }
        }
        self.clocks = clocks;
        // Whoever's clock is gone has used what it ran over; one that starts anew has what is left.
        for clock in &old {
            if let Some(seat) = clock.seat.filter(|&seat| !kept.contains(seat)) {
                self.use_bank(seat, at.since(clock.until).min(clock.bank));
            }
        }
    }

    fn use_bank(&mut self, seat: Seat, used: Millis) {
        let Some(chair) = self.chairs[seat.index()].as_mut() else { return };
        chair.bank = chair.bank.minus(used);
        let bank = chair.bank;
        // A clock of theirs that has just started was given the bank from before.
        for clock in self.clocks.iter_mut().filter(|clock| clock.seat == Some(seat)) {
            clock.bank = clock.bank.min(bank);
        }
    }

    /// A clock that starts now.
    fn clock(&self, at: Timestamp, clock: Clock, seat: Option<Seat>) -> Option<Running<StageOf<S>>> {
        let deal = self.hand.as_ref()?;
        let chair = seat.and_then(|seat| self.chair(seat));
        let time = S::time(&self.house, &self.settings, &deal.state, clock, chair, at)?;
        Some(Running {
            seat,
            stage: S::Game::stage(&deal.state),
            turn: self.moves,
            since: at,
            until: at + time.length,
            bank: chair.filter(|_| time.bank).map(|chair| chair.bank).unwrap_or_default(),
        })
    }

    /// Somebody's line is lost: their clock ends sooner, or starts to run at all. It is back: they have what they would
    /// have had if it had never been lost.
    pub(crate) fn hurry(&mut self, at: Timestamp, seat: Seat) {
        let Some(deal) = self.hand.as_ref().filter(|deal| !deal.over) else { return };
        let Some(game_seat) = self.in_hand(seat) else { return };
        if !S::Game::clocks(&deal.state).contains(game_seat) {
            return;
        }
        let connected = self.chair(seat).is_some_and(crate::Chair::is_connected);
        let since = self.clocks.iter().find(|clock| clock.seat == Some(seat)).map(|clock| clock.since);
        let fresh = self.clock(since.filter(|_| connected).unwrap_or(at), Clock::Seat(game_seat), Some(seat));
        match (self.clocks.iter_mut().find(|clock| clock.seat == Some(seat)), fresh) {
            (Some(running), Some(fresh)) if connected == (fresh.ends() > running.ends()) => {
                (running.until, running.bank) = (fresh.until, fresh.bank);
            }
            (None, Some(fresh)) => self.clocks.push(fresh),
            _ => {}
        }
    }
}

//! Svara: the tied vote, others buy themselves in, and the pot is played for anew.

use super::{Deal, Phase};
use crate::settle::{EntryPrices, vote_carries};
use crate::{Event, Mode, Refusal, SeatList, Status, all_seats};
use kozyr_card_game::{Clock, Seat, SeatSet, Viewer};
use kozyr_chips::Chips;

impl Deal {
    /// Several share the best points: they vote on a svara, or split the pot. It is split at once
    /// when one of them could not cover the largest stake (the rich would vote the poor out of
    /// their share), and after so many svaras running (nothing may go on for ever).
    pub(super) fn tie(&mut self, tied: &SeatList, out: &mut Vec<Event>) {
        let covered = tied.iter().all(|&seat| self.places[seat].stack >= self.rules.max_stake);
        if !covered || self.svaras >= self.rules.max_svaras {
            self.pay_out(tied, out);
            return;
        }
        self.phase = Phase::Vote;
        self.tied = tied.iter().copied().collect();
        self.answered = SeatSet::EMPTY;
        self.yes = 0;
        self.vote_pot = self.pot;
        out.push(Event::VoteOpened { tied: tied.clone(), pot: self.pot });
    }

    pub(super) fn vote(&mut self, seat: Seat, yes: bool, out: &mut Vec<Event>) -> Result<(), Refusal> {
        if !self.tied.contains(seat) || self.answered.contains(seat) {
            return Err(Refusal::NotAwaited(seat));
        }
        self.answered.insert(seat);
        self.yes += u8::from(yes);
        out.push(Event::Voted { seat, yes });
        if self.answered == self.tied {
            self.close_vote(out);
        }
        Ok(())
    }

    fn close_vote(&mut self, out: &mut Vec<Event>) {
        let carried = vote_carries(usize::from(self.yes), self.tied.len());
        out.push(Event::VoteClosed { carried });
        if !carried {
            let tied = self.order.iter().copied().filter(|&seat| self.tied.contains(seat)).collect();
            self.pay_out(&tied, out);
            return;
        }
        self.phase = Phase::Entry;
        self.answered = SeatSet::EMPTY;
        self.entered = SeatSet::EMPTY;
        out.push(Event::EntryOpened { prices: self.entry_prices() });
        self.entry_may_be_over(out);
    }

    pub(crate) fn entry_prices(&self) -> EntryPrices {
        EntryPrices::of(self.vote_pot)
    }

    /// What it costs this player to enter the svara now, if they may and can. Who was timed out of
    /// the deal or has left it may not.
    pub(super) fn entry_price(&self, seat: Seat) -> Option<Chips> {
        if self.phase != Phase::Entry || self.tied.contains(seat) || self.answered.contains(seat) {
            return None;
        }
        let place = self.place(seat)?;
        let prices = self.entry_prices();
        let price = match place.status {
            Status::Folded | Status::InGame => prices.loser,
            Status::TableWaiting => prices.waiting,
            Status::Lobby | Status::Left | Status::TableReady | Status::Won => return None,
        };
        (place.stack >= price).then_some(price)
    }

    pub(super) fn who_may_enter(&self) -> SeatSet {
        all_seats().filter(|&seat| self.entry_price(seat).is_some()).collect()
    }

    pub(super) fn enter(&mut self, seat: Seat, enter: bool, out: &mut Vec<Event>) -> Result<(), Refusal> {
        let pay = self.entry_price(seat).ok_or(Refusal::NotAwaited(seat))?;
        self.answered.insert(seat);
        if enter {
            self.entered.insert(seat);
            self.places[seat].stack -= pay;
            self.pot += pay;
            out.push(Event::Entered { seat, pay });
        } else {
            out.push(Event::Passed { seat });
        }
        self.entry_may_be_over(out);
        Ok(())
    }

    /// Nobody is left to ask: no need to wait.
    pub(super) fn entry_may_be_over(&mut self, out: &mut Vec<Event>) {
        if self.phase == Phase::Entry && self.who_may_enter().is_empty() {
            self.begin_svara(out);
        }
    }

    /// The pot carries over; bets and the stake start at the base, and nobody pays an ante.
    fn begin_svara(&mut self, out: &mut Vec<Event>) {
        self.svaras += 1;
        self.remember_faces();
        let players = self.tied.iter().chain(self.entered.iter()).collect::<SeatSet>();
        for seat in all_seats() {
            if self.place(seat).is_none() {
                continue;
            }
            let plays = players.contains(seat);
            let place = &mut self.places[seat];
            place.knows = SeatSet::EMPTY;
            place.mode = Mode::None;
            place.hand = None;
            place.bet = if plays { self.rules.base } else { Chips::ZERO };
            if plays {
                place.status = Status::InGame;
            } else if !matches!(place.status, Status::Lobby | Status::Left) {
                place.status = Status::TableWaiting;
            }
        }
        self.public = SeatSet::EMPTY;
        self.order.clear();
        self.stake = self.rules.base;
        self.round = 0;
        self.reveal = None;
        self.tied = SeatSet::EMPTY;
        self.entered = SeatSet::EMPTY;
        self.answered = SeatSet::EMPTY;
        self.phase = Phase::Dealing { shuffled: false };
        out.push(Event::Svara { number: self.svaras, players: players.iter().collect() });
    }

    /// What everybody has seen stays seen when the cards are gathered.
    fn remember_faces(&mut self) {
        self.earlier |= self.faces_known(Viewer::Spectator);
        for seat in all_seats() {
            if self.place(seat).is_some() {
                let seen = self.faces_known(Viewer::Seat(seat));
                self.places[seat].earlier |= seen;
            }
        }
    }

    /// The time of the stage is over: silence is no, and who has not entered stays out.
    pub(crate) fn stage_over(&mut self, out: &mut Vec<Event>) -> Result<(), Refusal> {
        match self.phase {
            Phase::Pause { tied } => self.pause_over(tied, out),
            Phase::Vote => self.close_vote(out),
            Phase::Entry => self.begin_svara(out),
            Phase::Dealing { .. } | Phase::Turn | Phase::Over => {
                return Err(Refusal::ClockNotRunning(Clock::Stage));
            }
        }
        Ok(())
    }
}

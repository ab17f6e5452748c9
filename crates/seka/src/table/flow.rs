//! Coming, going, and from one stage to the next.

use super::{Chair, Gone, Phase, Table, TableEvent, TableRefusal};
use crate::{Action, Dealt, Event, Record, Refusal, SEATS, Status, all_seats};
use kozyr_card_game::{Awaits, Joining, Move, Seat, Seated};
use kozyr_chips::Chips;

/// No table has more chips than this, far from where sums would overflow.
const MOST: Chips = Chips::new(1 << 60);

impl Table {
    pub(super) fn sit(&mut self, seated: Seated, out: &mut Vec<TableEvent>) -> Result<(), TableRefusal> {
        let Seated { seat, stack } = seated;
        if seat.index() >= usize::from(self.rules.seats) {
            return Err(Refusal::NoSuchSeat(seat).into());
        }
        if self.chair(seat).is_some() {
            return Err(Refusal::SeatTaken(seat).into());
        }
        if stack.is_negative() || stack > Chips::MAX || self.brought + stack > MOST {
            return Err(Refusal::BadStack { seat, stack }.into());
        }
        if self.phase == Phase::Deal {
            // A seat somebody left in this deal is free again after it.
            self.step(Move::Join(Joining { seat, chair: seat, stack }), out)?;
            self.chairs[seat.index()] = Some(Chair::new(Chips::ZERO, true));
        } else {
            self.chairs[seat.index()] = Some(Chair::new(stack, false));
        }
        self.brought += stack;
        out.push(TableEvent::Sat { seat, balance: stack });
        self.enough_players(out);
        Ok(())
    }

    pub(super) fn top_up(
        &mut self,
        seat: Seat,
        amount: Chips,
        out: &mut Vec<TableEvent>,
    ) -> Result<(), TableRefusal> {
        let balance = self.chair(seat).ok_or(Refusal::NotSeated(seat))?.balance;
        if self.phase == Phase::Deal {
            return Err(TableRefusal::DealIsOn);
        }
        let sum = balance
            .checked_add(amount)
            .ok()
            .filter(|&sum| amount.is_positive() && sum <= Chips::MAX && self.brought + amount <= MOST);
        self.chair_mut(seat).balance = sum.ok_or(TableRefusal::BadAmount(amount))?;
        self.brought += amount;
        out.push(TableEvent::ToppedUp { seat, amount });
        self.too_rich_now(seat, out);
        self.enough_players(out);
        Ok(())
    }

    /// Who was ready and has bought himself above the maximum is ready no more.
    fn too_rich_now(&mut self, seat: Seat, out: &mut Vec<TableEvent>) {
        if self.fit(seat).is_err() && self.chair_mut(seat).ready {
            self.chair_mut(seat).ready = false;
            out.push(TableEvent::Ready { seat, ready: false });
        }
    }

    pub(super) fn leave(&mut self, seat: Seat, out: &mut Vec<TableEvent>) -> Result<(), TableRefusal> {
        let chair = self.chair(seat).ok_or(Refusal::NotSeated(seat))?;
        if chair.leaving {
            return Err(TableRefusal::SaidAlready(seat));
        }
        if self.phase == Phase::Deal && chair.in_deal {
            self.chair_mut(seat).leaving = true;
            out.push(TableEvent::Leaving { seat });
            self.go_on(out);
        } else {
            self.send_off(seat, Gone::Left, out);
            self.enough_players(out);
        }
        Ok(())
    }

    /// The chair is free and its chips go with who sat there.
    fn send_off(&mut self, seat: Seat, why: Gone, out: &mut Vec<TableEvent>) {
        let chair = self.chairs[seat.index()].take().expect("somebody sits there");
        self.brought -= chair.balance;
        out.push(TableEvent::Gone { seat, balance: chair.balance, why });
    }

    pub(super) fn ready(&mut self, seat: Seat, out: &mut Vec<TableEvent>) -> Result<(), TableRefusal> {
        let chair = self.chair(seat).ok_or(Refusal::NotSeated(seat))?;
        if matches!(self.phase, Phase::Deal | Phase::Pause) {
            return Err(TableRefusal::DealIsOn);
        }
        if chair.ready {
            return Err(TableRefusal::SaidAlready(seat));
        }
        self.fit(seat)?;
        if self.fit_seats().len() < 2 {
            return Err(TableRefusal::TooFewPlayers);
        }
        if self.phase == Phase::Waiting {
            self.prepare(out);
        }
        self.chair_mut(seat).ready = true;
        out.push(TableEvent::Ready { seat, ready: true });
        self.all_ready(out);
        Ok(())
    }

    pub(super) fn not_ready(&mut self, seat: Seat, out: &mut Vec<TableEvent>) -> Result<(), TableRefusal> {
        let chair = self.chair(seat).ok_or(Refusal::NotSeated(seat))?;
        if matches!(self.phase, Phase::Deal | Phase::Pause) {
            return Err(TableRefusal::DealIsOn);
        }
        if !chair.ready {
            return Err(TableRefusal::SaidAlready(seat));
        }
        self.chair_mut(seat).ready = false;
        out.push(TableEvent::Ready { seat, ready: false });
        Ok(())
    }

    fn enter_phase(&mut self, phase: Phase, out: &mut Vec<TableEvent>) {
        self.phase = phase;
        out.push(TableEvent::Stage { stage: self.stage() });
    }

    /// Everybody is asked anew, and the minimum balance is looked at anew.
    fn prepare(&mut self, out: &mut Vec<TableEvent>) {
        self.nobody_ready();
        self.enter_phase(Phase::Preparation, out);
    }

    fn nobody_ready(&mut self) {
        self.chairs.iter_mut().flatten().for_each(|chair| chair.ready = false);
    }

    /// Between deals: two who could play are asked whether they are ready; fewer wait.
    fn enough_players(&mut self, out: &mut Vec<TableEvent>) {
        let enough = self.fit_seats().len() >= 2;
        match self.phase {
            Phase::Waiting if enough => self.prepare(out),
            Phase::Preparation if !enough => {
                self.nobody_ready();
                self.enter_phase(Phase::Waiting, out);
            }
            Phase::Preparation => self.all_ready(out),
            _ => {}
        }
    }

    /// When everybody who could play is ready there is no need to wait.
    fn all_ready(&mut self, out: &mut Vec<TableEvent>) {
        let fit = self.fit_seats();
        if fit.len() >= 2 && fit.iter().all(|seat| self.chair_mut(seat).ready) {
            self.start_deal(out);
        }
    }

    pub(super) fn preparation_over(&mut self, out: &mut Vec<TableEvent>) {
        let ready = self.chairs.iter().flatten().filter(|chair| chair.ready).count();
        if ready >= 2 {
            self.start_deal(out);
        } else {
            // Nobody's clock runs now; the next one who sits down or is ready starts it again.
            self.nobody_ready();
            self.enter_phase(Phase::Waiting, out);
        }
    }

    pub(super) fn pause_over(&mut self, out: &mut Vec<TableEvent>) {
        self.deal = None;
        self.record = None;
        self.chairs.iter_mut().flatten().for_each(|chair| chair.in_deal = false);
        if self.fit_seats().len() >= 2 {
            self.prepare(out);
        } else {
            self.nobody_ready();
            self.enter_phase(Phase::Waiting, out);
        }
    }

    /// Those who are ready are dealt in; the others wait. All chips at the table lie in the deal from now on.
    fn start_deal(&mut self, out: &mut Vec<TableEvent>) {
        let (mut players, mut waiting) = (Vec::new(), Vec::new());
        for seat in all_seats().take(SEATS) {
            let Some(chair) = &mut self.chairs[seat.index()] else { continue };
            if chair.balance > Chips::MAX {
                continue; // More than a deal can count: he does not even wait in it.
            }
            let list = if chair.ready { &mut players } else { &mut waiting };
            list.push(Seated { seat, stack: std::mem::take(&mut chair.balance) });
            chair.ready = false;
            chair.in_deal = true;
        }
        let record = Record::new(self.rules, players, waiting);
        let mut heard = Vec::new();
        self.deal = Some(record.start(&mut heard).expect("who is ready can pay the ante"));
        self.record = Some(record);
        self.enter_phase(Phase::Deal, out);
        tell(heard, out);
    }

    /// A step of the deal.
    pub(super) fn step(
        &mut self,
        step: Move<Dealt, Action>,
        out: &mut Vec<TableEvent>,
    ) -> Result<(), Refusal> {
        let (Some(deal), Some(record)) = (&mut self.deal, &mut self.record) else {
            return Err(Refusal::Over);
        };
        let mut heard = Vec::new();
        deal.play(&step, &mut heard)?;
        record.push(step);
        tell(heard, out);
        Ok(())
    }

    /// After every step: who left or ran out of time is sent off or played for, until the deal
    /// waits for somebody who is there, or is over.
    pub(super) fn go_on(&mut self, out: &mut Vec<TableEvent>) {
        while self.phase == Phase::Deal {
            let deal = self.deal.as_ref().expect("a deal is on");
            if deal.awaits() == Awaits::Nothing {
                self.deal_over(out);
            } else if let Some(step) = self.step_of_the_absent() {
                let leaves = match step {
                    Move::Part(seat) => Some((seat, self.balance(seat).unwrap_or_default())),
                    _ => None,
                };
                self.step(step, out).expect("the absent may always fold, pass or leave");
                if let Some((seat, balance)) = leaves {
                    self.chair_mut(seat).balance = balance;
                    self.send_off(seat, self.why_gone(seat), out);
                }
            } else {
                break;
            }
        }
    }

    /// What the deal needs of somebody who is not there any more.
    fn step_of_the_absent(&self) -> Option<Move<Dealt, Action>> {
        let deal = self.running()?;
        let gone = |&seat: &Seat| {
            let chair = self.chair(seat);
            chair.is_some_and(|chair| chair.leaving || deal.status(seat) == Some(Status::Lobby))
        };
        if let Some(seat) = all_seats().filter(gone).find(|&seat| !deal.contends(seat)) {
            return Some(Move::Part(seat));
        }
        let seat = deal.awaits().seats().iter().find(gone)?;
        let action = match deal.awaits() {
            Awaits::Seats(_) => Action::Fold,
            _ => Action::Vote(false),
        };
        Some(Move::Act(seat, action))
    }

    fn why_gone(&self, seat: Seat) -> Gone {
        let timed_out = self.deal.as_ref().and_then(|deal| deal.status(seat)) == Some(Status::Lobby);
        if timed_out { Gone::TimedOut } else { Gone::Left }
    }

    /// Chips go back to the chairs, the house's and the room's to their accounts.
    fn deal_over(&mut self, out: &mut Vec<TableEvent>) {
        let deal = self.deal.as_ref().expect("a deal is on");
        self.house += deal.house();
        self.rake += deal.rake();
        let balances = all_seats().map(|seat| deal.balance(seat).unwrap_or_default());
        for (chair, balance) in self.chairs.iter_mut().zip(balances) {
            if let Some(chair) = chair.as_mut().filter(|chair| chair.in_deal) {
                chair.balance = balance;
            }
        }
        self.enter_phase(Phase::Pause, out);
        for seat in all_seats() {
            let Some(&Chair { leaving, .. }) = self.chair(seat) else { continue };
            let why = self.why_gone(seat);
            if leaving || why == Gone::TimedOut {
                self.send_off(seat, why, out);
            }
        }
    }
}

/// Passes on what the deal tells; who comes and goes, the table tells itself.
fn tell(heard: Vec<Event>, out: &mut Vec<TableEvent>) {
    let heard = heard.into_iter().filter(|event| !matches!(event, Event::Sat { .. } | Event::Left { .. }));
    out.extend(heard.map(|event| TableEvent::Deal { event }));
}

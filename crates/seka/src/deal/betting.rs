//! Turns and bets.

use super::{Deal, Phase};
use crate::settle::halves;
use crate::{Action, DarkDiscount, Event, Mode, Offer, Refusal, Status};
use kozyr_card_game::{Clock, Seat, SeatSet};
use kozyr_chips::Chips;

/// What an action costs the player, and what their bet and the pot grow by. The house adds the difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Price {
    pub(super) pay: Chips,
    pub(super) counts: Chips,
}

impl Price {
    const FREE: Price = Price { pay: Chips::ZERO, counts: Chips::ZERO };

    pub(super) const fn full(sum: Chips) -> Price {
        Price { pay: sum, counts: sum }
    }

    /// Of an odd sum the player pays the larger half.
    const fn half(sum: Chips) -> Price {
        Price { pay: halves(sum).0, counts: sum }
    }
}

impl Deal {
    /// What the action would cost this player now, or why they may not take it. Offers and play both
    /// ask here, so what is offered can be played.
    fn quote(&self, seat: Seat, action: Action) -> Result<Price, Refusal> {
        if self.turn() != Some(seat) {
            return Err(Refusal::NotAwaited(seat));
        }
        if self.answering && !matches!(action, Action::Call | Action::Fold | Action::Open) {
            return Err(Refusal::CallOrFold);
        }
        let place = &self.places[seat];
        let first = self.order.first() == Some(&seat);
        let price = match action {
            Action::Check if first && self.round == 1 => Price::FREE,
            Action::Check => return Err(Refusal::NoCheck),
            Action::Call => self.discounted(seat, (self.stake - place.bet).max(Chips::ZERO)),
            Action::Raise(to) => {
                let above = self.stake.max(place.bet);
                if to <= above {
                    return Err(Refusal::RaiseTooLow { to, above });
                }
                if to > self.rules.max_stake {
                    return Err(Refusal::RaiseTooHigh { to, max: self.rules.max_stake });
                }
                self.discounted(seat, to - place.bet)
            }
            Action::Fold => Price::FREE,
            Action::Dark => {
                let unseen = place.mode == Mode::None && !place.knows.contains(seat);
                if !(first && unseen && self.round <= 2) {
                    return Err(Refusal::NoDark);
                }
                Price::half(self.stake)
            }
            Action::Open if place.mode == Mode::Open => return Err(Refusal::OpenAlready),
            Action::Open => Price::FREE,
            Action::Reveal if self.round < 2 => return Err(Refusal::NoReveal),
            Action::Reveal => Price::full(self.stake * 2),
            Action::Vote(_) | Action::Enter | Action::Pass => return Err(Refusal::WrongStage),
        };
        if price.pay > place.stack {
            return Err(Refusal::CannotPay { seat, pay: price.pay, stack: place.stack });
        }
        Ok(price)
    }

    /// Does the player pay half now?
    fn pays_half(&self, seat: Seat) -> bool {
        self.places[seat].mode == Mode::Dark
            && (self.round <= 2 || self.rules.dark_discount == DarkDiscount::Always)
    }

    fn discounted(&self, seat: Seat, sum: Chips) -> Price {
        if self.pays_half(seat) { Price::half(sum) } else { Price::full(sum) }
    }

    /// The buttons of the player whose turn it is.
    pub(super) fn betting_offers(&self, seat: Seat, out: &mut Vec<Offer>) {
        let quote = |action| self.quote(seat, action).ok();
        if quote(Action::Open).is_some() {
            out.push(Offer::Open);
        }
        if let Some(Price { pay, counts }) = quote(Action::Dark) {
            out.push(Offer::Dark { pay, counts });
        }
        if quote(Action::Check).is_some() {
            out.push(Offer::Check);
        }
        if let Some(Price { pay, counts }) = quote(Action::Call) {
            out.push(Offer::Call { pay, counts });
        }
        out.extend(self.raise_offer(seat));
        if let Some(Price { pay, .. }) = quote(Action::Reveal) {
            out.push(Offer::Reveal { pay, target: self.target_of(seat) });
        }
        out.push(Offer::Fold);
    }

    fn raise_offer(&self, seat: Seat) -> Option<Offer> {
        let (bet, stack) = (self.places[seat].bet, self.places[seat].stack);
        let half = self.pays_half(seat);
        let can_pay_to = bet + if half { stack * 2 } else { stack };
        let from = self.stake.max(bet) + Chips::new(1);
        let to = self.rules.max_stake.min(can_pay_to);
        (from <= to && !self.answering).then_some(Offer::Raise { from, to, bet, half })
    }

    /// The previous player still in: the one a REVEAL is against.
    fn target_of(&self, seat: Seat) -> Seat {
        let before = usize::from(self.at) + self.order.len();
        (1..self.order.len())
            .map(|back| self.order[(before - back) % self.order.len()])
            .find(|&other| other != seat && self.is_in(other))
            .expect("two are in as long as bets are made")
    }

    pub(super) fn bet_action(
        &mut self,
        seat: Seat,
        action: Action,
        out: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let price = self.quote(seat, action)?;
        self.take(seat, price);
        let Price { pay, counts } = price;
        match action {
            Action::Check => out.push(Event::Checked { seat }),
            Action::Call => out.push(Event::Called { seat, pay, counts }),
            Action::Raise(to) => {
                self.stake = to;
                self.note_raise();
                out.push(Event::Raised { seat, to, pay, counts });
            }
            Action::Fold => {
                self.places[seat].status = Status::Folded;
                out.push(Event::Folded { seat });
            }
            Action::Dark => {
                self.places[seat].mode = Mode::Dark;
                out.push(Event::Dark { seat, pay, counts });
            }
            Action::Open => {
                let place = &mut self.places[seat];
                place.mode = Mode::Open;
                place.knows.insert(seat);
                out.push(Event::Opened { seat, hand: place.hand });
                return Ok(()); // Not an action of the round: the turn stays.
            }
            Action::Reveal => {
                let target = self.target_of(seat);
                self.compare(seat, target, pay, out);
                return Ok(());
            }
            Action::Vote(_) | Action::Enter | Action::Pass => unreachable!("no price was quoted for it"),
        }
        self.advance(out);
        Ok(())
    }

    /// Chips go from the player, and from the house for the other half, into the pot.
    pub(super) fn take(&mut self, seat: Seat, Price { pay, counts }: Price) {
        let place = &mut self.places[seat];
        place.stack -= pay;
        place.bet += counts;
        self.house -= counts - pay;
        self.pot += counts;
    }

    /// Those who have acted in round 3 have not answered this raise.
    fn note_raise(&mut self) {
        if self.round == 3 {
            self.to_answer = self.order[..usize::from(self.at)].iter().copied().collect();
        }
    }

    /// The player's time is over: folded, and out to the lobby.
    pub(crate) fn time_over(&mut self, seat: Seat, out: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.turn() != Some(seat) {
            return Err(Refusal::ClockNotRunning(Clock::Seat(seat)));
        }
        self.places[seat].status = Status::Lobby;
        out.push(Event::TimedOut { seat });
        self.advance(out);
        Ok(())
    }

    /// The turn goes on: to the next player, the next round, or the showdown. The last one in wins at once.
    pub(super) fn advance(&mut self, out: &mut Vec<Event>) {
        if self.players_in() == 1 {
            let last = self.order.iter().copied().filter(|&seat| self.is_in(seat)).collect();
            self.pay_out(&last, out);
        } else if let Some(at) = self.next_at(usize::from(self.at) + 1) {
            self.at = at;
            self.phase = Phase::Turn;
        } else if self.round < 3 {
            self.next_round(out);
        } else if !self.begin_answers() {
            self.showdown(out);
        }
    }

    pub(super) fn next_round(&mut self, out: &mut Vec<Event>) {
        self.round += 1;
        self.answering = false;
        self.to_answer = SeatSet::EMPTY;
        self.at = self.next_at(0).expect("two are in as long as bets are made");
        self.phase = Phase::Turn;
        out.push(Event::Round { round: self.round });
    }

    /// With `match_final_raise`, those who acted before the last raise answer it, once.
    fn begin_answers(&mut self) -> bool {
        if !self.rules.match_final_raise || self.answering {
            return false;
        }
        self.answering = true;
        match self.next_at(0) {
            Some(at) => {
                self.at = at;
                self.phase = Phase::Turn;
                true
            }
            None => false,
        }
    }

    /// The first one from here on, in the order of play, who is to act.
    fn next_at(&self, from: usize) -> Option<u8> {
        (from..self.order.len())
            .find(|&at| {
                let seat = self.order[at];
                self.is_in(seat) && (!self.answering || self.to_answer.contains(seat))
            })
            .map(|at| at as u8)
    }
}

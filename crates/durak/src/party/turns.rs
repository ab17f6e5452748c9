//! The turns of a round: attack, defend, show, transfer, take, finish.

use super::{Out, Party};
use crate::action::Action;
use crate::event::{Ending, Event};
use crate::piles::{beaters, lowest};
use crate::refusal::Refusal;
use crate::rules::{OnTimeout, partner};
use crate::view::Stage;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::{Card, CardSet, Suit};

impl Party {
    pub(super) fn turn(&mut self, seat: Seat, action: Action, out: &mut Out) -> Result<(), Refusal> {
        match action {
            Action::Attack(card) => self.attack(seat, card, out),
            Action::Defend { attack, with } => self.defend(seat, attack, with, out),
            Action::Show(card) => self.show(seat, card, out),
            Action::Transfer(card) => self.transfer(seat, card, out),
            Action::Take => self.take(seat, out),
            Action::Finish => self.finish(seat, out),
            Action::Ready | Action::Surrender | Action::Away | Action::Back => Err(Refusal::NotYourTurn),
        }
    }

    pub(super) fn trump_suit(&self) -> Suit {
        self.trump.expect("a party that was dealt has a trump").suit()
    }

    /// Who may throw in, cards or not: everybody in but the defender and, in pairs, their partner.
    pub(super) fn throwers(&self) -> SeatSet {
        let mut throwers = self.inside();
        throwers.remove(self.defender);
        if self.rules.mode.pairs() {
            throwers.remove(partner(self.defender));
        }
        throwers
    }

    /// The throwers who have cards and have not finished. How many cards somebody holds is open,
    /// which ones is not: nobody counts as finished for holding none that fit.
    pub(super) fn still_throwing(&self) -> SeatSet {
        let hands = |seat: &Seat| !self.hand(*seat).is_empty() && !self.finished.contains(*seat);
        self.throwers().iter().filter(hands).collect()
    }

    /// The cards this player may lead or throw in now.
    pub(super) fn attacks(&self, seat: Seat) -> Result<CardSet, Refusal> {
        match self.stage() {
            Stage::Lead if seat == self.attacker => Ok(self.hand(seat)),
            Stage::Defend | Stage::Throw | Stage::Taking if self.throwers().contains(seat) => {
                if self.finished.contains(seat) {
                    return Err(Refusal::AlreadyFinished);
                }
                if self.table.len() >= self.limit.into() {
                    return Err(Refusal::LimitReached(self.limit));
                }
                Ok(self.hand(seat) & self.table.ranks())
            }
            _ => Err(Refusal::NotYourTurn),
        }
    }

    fn attack(&mut self, seat: Seat, card: Card, out: &mut Out) -> Result<(), Refusal> {
        let attacks = self.attacks(seat)?;
        self.held(seat, card)?;
        if !attacks.contains(card) {
            return Err(Refusal::NoSuchRank(card));
        }
        self.lay(seat, card);
        self.table.attack(card);
        // A finish holds until anybody adds a card.
        self.finished = SeatSet::EMPTY;
        self.tell(seat, Action::Attack(card), out);
        self.note_if_out(seat, out);
        self.go_on(out);
        Ok(())
    }

    fn defend(&mut self, seat: Seat, attack: Card, with: Card, out: &mut Out) -> Result<(), Refusal> {
        self.answering(seat)?;
        if !self.table.unbeaten().any(|card| card == attack) {
            return Err(Refusal::NothingToBeat(attack));
        }
        self.held(seat, with)?;
        if !beaters(CardSet::only(with), attack, self.trump_suit()).contains(with) {
            return Err(Refusal::DoesNotBeat { attack, with });
        }
        self.lay(seat, with);
        self.table.beat(attack, with);
        self.tell(seat, Action::Defend { attack, with }, out);
        self.note_if_out(seat, out);
        self.go_on(out);
        Ok(())
    }

    /// The cards the defender may transfer with (or show for it) now: nothing is beaten, the rank is the
    /// same, and the next opponent holds at least as many cards as will lie on the table.
    pub(super) fn transfers(&self) -> CardSet {
        let will_lie = self.table.len() + 1;
        let Some(next) = self.next_opponent(self.defender) else { return CardSet::EMPTY };
        let may = self.rules.mode.transfers()
            && !self.table.is_empty()
            && self.table.none_beaten()
            && will_lie <= self.limit_against(next).into();
        if may { self.hand(self.defender) & self.table.ranks() } else { CardSet::EMPTY }
    }

    fn show(&mut self, seat: Seat, card: Card, out: &mut Out) -> Result<(), Refusal> {
        if !self.rules.mode.traffic_light() {
            return Err(Refusal::NoShow);
        }
        self.answering(seat)?;
        self.held(seat, card)?;
        if !self.transfers().contains(card) {
            return Err(Refusal::CannotTransfer);
        }
        self.shown = Some(card);
        self.open.insert(card);
        self.tell(seat, Action::Show(card), out);
        self.go_on(out);
        Ok(())
    }

    fn transfer(&mut self, seat: Seat, card: Card, out: &mut Out) -> Result<(), Refusal> {
        if !self.rules.mode.transfers() {
            return Err(Refusal::NoTransfer);
        }
        match self.shown {
            Some(shown) if seat == self.defender && shown != card => {
                return Err(Refusal::TransferShown(shown));
            }
            Some(_) if seat == self.defender => {}
            _ => self.answering(seat)?,
        }
        self.held(seat, card)?;
        if !self.transfers().contains(card) {
            return Err(Refusal::CannotTransfer);
        }
        if self.rules.mode.traffic_light() && self.shown.is_none() {
            return Err(Refusal::ShowFirst);
        }
        self.shown = None;
        self.lay(seat, card);
        self.table.attack(card);
        self.attacker = seat;
        self.defender = self.next_opponent(seat).expect("somebody to transfer to");
        self.limit = self.limit_against(self.defender);
        self.tell(seat, Action::Transfer(card), out);
        self.note_if_out(seat, out);
        self.go_on(out);
        Ok(())
    }

    fn take(&mut self, seat: Seat, out: &mut Out) -> Result<(), Refusal> {
        if seat == self.defender && matches!(self.stage(), Stage::Lead | Stage::Throw) {
            return Err(Refusal::NothingToTake);
        }
        self.answering(seat)?;
        self.taking = true;
        self.tell(seat, Action::Take, out);
        self.go_on(out);
        Ok(())
    }

    fn finish(&mut self, seat: Seat, out: &mut Out) -> Result<(), Refusal> {
        if !self.throwers().contains(seat) {
            return Err(Refusal::NotYourTurn);
        }
        if !matches!(self.stage(), Stage::Throw | Stage::Taking) {
            return Err(Refusal::NotBeaten);
        }
        if !self.still_throwing().contains(seat) {
            return Err(Refusal::AlreadyFinished);
        }
        self.finished.insert(seat);
        self.tell(seat, Action::Finish, out);
        if self.round_is_over() {
            self.end_round(out);
        }
        Ok(())
    }

    /// The clock and the bank of a player are used up.
    pub(super) fn out_of_time(&mut self, seat: Seat, out: &mut Out) {
        out.push(Event::OutOfTime(seat));
        match self.on_timeout(seat) {
            Some(action) => self.turn(seat, action, out).expect("what the clock plays is legal"),
            None => self.give_up(Ending::OutOfTime(seat), out),
        }
    }

    /// What is played for whoever lets their clock run out; nothing when they lose the party by it.
    pub fn on_timeout(&self, seat: Seat) -> Option<Action> {
        let one_of_two = seat == self.attacker || seat == self.defender;
        if one_of_two && self.rules.on_timeout == OnTimeout::Lose {
            return None;
        }
        Some(match self.stage() {
            Stage::Lead => {
                let lowest = lowest(self.hand(seat), self.trump_suit());
                Action::Attack(lowest.expect("an attacker holds cards"))
            }
            Stage::Defend => Action::Take,
            Stage::Shown => Action::Transfer(self.shown.expect("a card was shown")),
            _ => Action::Finish,
        })
    }

    /// How many more attack cards this round may have.
    pub fn room(&self) -> usize {
        let open = matches!(self.stage(), Stage::Lead | Stage::Defend | Stage::Throw | Stage::Taking);
        if open { usize::from(self.limit).saturating_sub(self.table.len()) } else { 0 }
    }

    /// Who may throw in now, by what everybody sees: which cards they hold is not asked.
    pub fn may_throw_in(&self) -> SeatSet {
        let open = matches!(self.stage(), Stage::Defend | Stage::Throw | Stage::Taking);
        if open && self.room() > 0 { self.still_throwing() } else { SeatSet::EMPTY }
    }

    /// Who would be attacked if the defender transferred.
    pub fn transfer_to(&self) -> Option<Seat> {
        self.next_opponent(self.defender)
    }

    /// The defender, and nobody else, answers an attack; after `show` only by the transfer.
    fn answering(&self, seat: Seat) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Defend if seat == self.defender => Ok(()),
            Stage::Shown if seat == self.defender => {
                Err(Refusal::TransferShown(self.shown.expect("a card was shown")))
            }
            _ => Err(Refusal::NotYourTurn),
        }
    }

    fn held(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if self.hand(seat).contains(card) { Ok(()) } else { Err(Refusal::NotInHand(card)) }
    }

    /// Out of the hand, for all to see.
    fn lay(&mut self, seat: Seat, card: Card) {
        assert!(self.hands[seat.index()].remove(card), "{card} was not in the hand");
        self.open.insert(card);
    }

    fn tell(&self, seat: Seat, action: Action, out: &mut Out) {
        out.push(Event::Turn { seat, action, attacker: self.attacker, defender: self.defender });
    }

    /// After a turn that changed the table: the round is over, or the clocks of those whose turn it is
    /// start afresh.
    fn go_on(&mut self, out: &mut Out) {
        if self.round_is_over() {
            self.end_round(out);
        } else {
            out.push(Event::Clocks(self.clocks()));
        }
    }

    /// By public knowledge: nobody wants to or may add a card.
    pub(super) fn round_is_over(&self) -> bool {
        match self.stage() {
            Stage::Throw => self.no_more_cards(),
            Stage::Taking => !self.rules.throw_after_take || self.no_more_cards(),
            _ => false,
        }
    }

    fn no_more_cards(&self) -> bool {
        self.table.len() >= self.limit.into() || self.still_throwing().is_empty()
    }
}

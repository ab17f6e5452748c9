//! What only a viewer of a Hold'em hand needs to be reminded of.

use super::HoldemPlan;
use crate::Person;
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_poker::Event;

/// What was settled about the hand on the table, what each did last, and what each has won.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HoldemShow {
    plan: Option<HoldemPlan>,
    /// What each did last on this street.
    last: Vec<(Seat, LastAction)>,
    /// What each has won in this hand.
    won: Vec<Win>,
    /// Has anybody bet on this street?
    opened: bool,
    /// Who put chips in of their own will before the flop, and who raised then.
    voluntary: SeatSet,
    raised: SeatSet,
    flop: bool,
}

/// A share of a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// Of which pot: the main pot is 0.
    pub pot: u8,
    /// On which board: 0, unless it was dealt several times.
    pub board: u8,
    /// Who won it.
    pub seat: Seat,
    /// How much.
    pub amount: Chips,
}

/// What a player did last on this street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastAction {
    /// Gave up the hand.
    Fold,
    /// Checked.
    Check,
    /// Put in this much to stay.
    Call(Chips),
    /// Opened the betting of the street, to this total.
    Bet(Chips),
    /// Raised to this total.
    Raise(Chips),
}

impl HoldemShow {
    /// What was settled about the hand on the table.
    pub fn plan(&self) -> Option<&HoldemPlan> {
        self.plan.as_ref()
    }

    /// What the player did last on this street.
    pub fn last_action(&self, seat: Seat) -> Option<LastAction> {
        self.last.iter().find(|(who, _)| *who == seat).map(|&(_, action)| action)
    }

    /// What the player has won in this hand.
    pub fn won(&self, seat: Seat) -> Chips {
        self.won.iter().filter(|win| win.seat == seat).map(|win| win.amount).sum()
    }

    /// What the player has won on one of the boards.
    pub fn won_on(&self, board: usize, seat: Seat) -> Chips {
        let here = |win: &&Win| win.seat == seat && usize::from(win.board) == board;
        self.won.iter().filter(here).map(|win| win.amount).sum()
    }

    /// Who won what of which pot; the main pot comes first.
    pub fn pots_won(&self) -> &[Win] {
        &self.won
    }

    /// Has anybody bet on this street? Blinds are bets.
    pub fn opened(&self) -> bool {
        self.opened
    }

    /// Has the player put chips in of their own will before the flop, and have they raised then?
    pub fn before_the_flop(&self, seat: Seat) -> (bool, bool) {
        (self.voluntary.contains(seat), self.raised.contains(seat))
    }

    pub(super) fn start(&mut self, plan: &HoldemPlan) {
        *self = HoldemShow { plan: Some(plan.clone()), opened: true, ..HoldemShow::default() };
    }

    pub(super) fn hear(&mut self, event: &Event, people: &[Person]) {
        let chair = |seat: &Seat| people[seat.index()].chair;
        match event {
            Event::Folded(seat) => self.did(chair(seat), LastAction::Fold),
            Event::Checked(seat) => self.did(chair(seat), LastAction::Check),
            Event::Called(seat, amount) => {
                self.puts_in(chair(seat), false);
                self.did(chair(seat), LastAction::Call(*amount));
            }
            Event::RaisedTo(seat, to) => {
                let action = if self.opened { LastAction::Raise(*to) } else { LastAction::Bet(*to) };
                self.opened = true;
                self.puts_in(chair(seat), true);
                self.did(chair(seat), action);
            }
            Event::DealtBoard(..) => {
                (self.opened, self.flop) = (false, true);
                // Whoever has folded stays folded; the others start the street anew.
                self.last.retain(|(_, action)| *action == LastAction::Fold);
            }
            Event::Won { seat, pot, board, amount } => {
                self.won.push(Win { pot: *pot, board: *board, seat: chair(seat), amount: *amount });
            }
            Event::DealtHole(..)
            | Event::DealtUp(..)
            | Event::BroughtIn(..)
            | Event::Discarded(..)
            | Event::Returned(..)
            | Event::Collected
            | Event::RunoutsAsked(_)
            | Event::RunoutsAnswered(..)
            | Event::RunoutsSettled(_)
            | Event::Shown(..)
            | Event::Mucked(_)
            | Event::Raked(_) => {}
        }
    }

    fn puts_in(&mut self, seat: Seat, raises: bool) {
        if !self.flop {
            self.voluntary.insert(seat);
            if raises {
                self.raised.insert(seat);
            }
        }
    }

    fn did(&mut self, seat: Seat, action: LastAction) {
        self.last.retain(|(who, _)| *who != seat);
        self.last.push((seat, action));
    }
}

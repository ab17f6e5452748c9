//! All that happened in a deal: enough to play it again.

use crate::{Action, Deal, Dealt, Event, Refusal, Rules, SEATS};
use kozyr_card_game::{Clock, Move, Seat, Seated};
use kozyr_cards::Card;

/// One thing that happened, and all that a replay needs to know about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Cards were dealt; the rest of the deck, as far as anybody cared to keep it, was this.
    Deal(Dealt, Vec<Card>),
    /// A player acted.
    Act(Seat, Action),
    /// A clock ran out.
    Time(Clock),
    /// Somebody sat down to wait.
    Sits(Seated),
    /// Somebody who was not in took his chips and left.
    Leaves(Seat),
}

impl From<Move<Dealt, Action>> for Step {
    fn from(mv: Move<Dealt, Action>) -> Step {
        match mv {
            Move::Deal(dealt) => Step::Deal(dealt, Vec::new()),
            Move::Act(seat, action) => Step::Act(seat, action),
            Move::Timeout(clock) => Step::Time(clock),
        }
    }
}

/// A deal as it can be stored: rules, seats, and every step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The rules it was played by.
    pub rules: Rules,
    /// Who was dealt in, with what.
    pub players: Vec<Seated>,
    /// Who waited from the beginning, with what.
    pub waiting: Vec<Seated>,
    /// What the people in the seats are called, if anybody wants to know.
    pub names: [Option<String>; SEATS],
    /// Lines of free text: when, where, why.
    pub notes: Vec<String>,
    /// Everything that happened, in order.
    pub steps: Vec<Step>,
}

/// A record that does not replay: the step that was refused (one too many for the start of the deal).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {step} of the record was refused: {refusal}")]
pub struct ReplayError {
    /// Which step, counted from 0.
    pub step: usize,
    /// Why.
    pub refusal: Refusal,
}

impl Record {
    /// A record without steps yet.
    pub fn new(rules: Rules, players: Vec<Seated>, waiting: Vec<Seated>) -> Record {
        Record { rules, players, waiting, names: Default::default(), notes: Vec::new(), steps: Vec::new() }
    }

    /// The deal before its first step.
    ///
    /// # Errors
    /// When the rules or the seats make no sense.
    pub fn start(&self, out: &mut Vec<Event>) -> Result<Deal, Refusal> {
        Deal::start(&self.rules, &self.players, &self.waiting, out)
    }

    /// Plays it all again.
    ///
    /// # Errors
    /// The first step that is refused.
    pub fn replay(&self) -> Result<Deal, ReplayError> {
        let mut heard = Vec::new();
        let mut deal = self.start(&mut heard).map_err(|refusal| ReplayError { step: 0, refusal })?;
        for (number, step) in self.steps.iter().enumerate() {
            heard.clear();
            deal.step(step, &mut heard).map_err(|refusal| ReplayError { step: number, refusal })?;
        }
        Ok(deal)
    }
}

impl Deal {
    /// Takes a step, or refuses it and changes nothing. Events are added to `out`.
    ///
    /// # Errors
    /// Why the step is not possible.
    pub fn step(&mut self, step: &Step, out: &mut Vec<Event>) -> Result<(), Refusal> {
        match step {
            Step::Deal(dealt, rest) => {
                let mut left = self.rules().deck;
                let all = dealt.cards.iter().chain(rest);
                if let Some(&card) = all.into_iter().find(|&&card| !left.remove(card)) {
                    return Err(Refusal::WrongCard(card));
                }
                self.play(&Move::Deal(dealt.clone()), out)
            }
            &Step::Act(seat, action) => self.play(&Move::Act(seat, action), out),
            &Step::Time(clock) => self.play(&Move::Timeout(clock), out),
            &Step::Sits(seated) => self.sit(seated, out),
            &Step::Leaves(seat) => self.leave(seat, out).map(|_| ()),
        }
    }
}

//! All that happened in a deal: enough to play it again.

use crate::{Action, Deal, Dealt, Event, Refusal, Rules};
use kozyr_card_game::{Move, Seat, Seated};
use kozyr_cards::Card;
use std::collections::BTreeMap;

/// A deal as it can be stored: rules, seats, and every move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The rules it was played by.
    pub rules: Rules,
    /// Who was dealt in, with what.
    pub players: Vec<Seated>,
    /// Who waited from the beginning, with what.
    pub waiting: Vec<Seated>,
    /// What the people in the seats are called, if anybody wants to know.
    pub names: [Option<String>; Seat::MAX],
    /// Lines of free text: when, where, why.
    pub notes: Vec<String>,
    /// Everything that happened, in order. [Shuffles](Move::Shuffled) are left out: the cards say what came of them.
    pub moves: Vec<Move<Dealt, Action>>,
    /// What was left of the deck after a deal, by the number of the move, as far as anybody cared to keep it.
    pub undealt: BTreeMap<usize, Vec<Card>>,
}

/// A record that does not replay: the move that was refused (0 for the start of the deal, too).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number} of the record was refused: {refusal}")]
pub struct ReplayError {
    /// Which move, counted from 0.
    pub number: usize,
    /// Why.
    pub refusal: Refusal,
}

impl Record {
    /// A record without moves yet.
    pub fn new(rules: Rules, players: Vec<Seated>, waiting: Vec<Seated>) -> Record {
        Record {
            rules,
            players,
            waiting,
            names: Default::default(),
            notes: Vec::new(),
            moves: Vec::new(),
            undealt: BTreeMap::new(),
        }
    }

    /// Adds a move; a shuffle needs no mention.
    pub fn push(&mut self, mv: Move<Dealt, Action>) {
        if mv != Move::Shuffled {
            self.moves.push(mv);
        }
    }

    /// Adds a deal with what was left of the deck.
    pub fn push_deal(&mut self, dealt: Dealt, undealt: Vec<Card>) {
        if !undealt.is_empty() {
            self.undealt.insert(self.moves.len(), undealt);
        }
        self.moves.push(Move::Deal(dealt));
    }

    /// The deal before its first move.
    ///
    /// # Errors
    /// When the rules or the seats make no sense.
    pub fn start(&self, out: &mut Vec<Event>) -> Result<Deal, Refusal> {
        Deal::start(&self.rules, &self.players, &self.waiting, out)
    }

    /// Plays it all again.
    ///
    /// # Errors
    /// The first move that is refused.
    pub fn replay(&self) -> Result<Deal, ReplayError> {
        self.play_along(|_, _, _| {})
    }

    /// Plays it all again, and shows the deal and what happened after every move.
    pub(crate) fn play_along(
        &self,
        mut show: impl FnMut(usize, &Deal, &[Event]),
    ) -> Result<Deal, ReplayError> {
        let mut heard = Vec::new();
        let mut deal = self.start(&mut heard).map_err(|refusal| ReplayError { number: 0, refusal })?;
        for (number, mv) in self.moves.iter().enumerate() {
            heard.clear();
            self.undealt_makes_sense(number)
                .and_then(|()| deal.play(mv, &mut heard))
                .map_err(|refusal| ReplayError { number, refusal })?;
            show(number, &deal, &heard);
        }
        Ok(deal)
    }

    /// The cards dealt in this move and those that were left are all of one deck.
    pub(crate) fn undealt_makes_sense(&self, number: usize) -> Result<(), Refusal> {
        let Some(Move::Deal(dealt)) = self.moves.get(number) else { return Ok(()) };
        let rest = self.undealt.get(&number).into_iter().flatten();
        let mut left = self.rules.deck;
        match dealt.cards.iter().chain(rest).find(|&&card| !left.remove(card)) {
            Some(&card) => Err(Refusal::WrongCard(card)),
            None => Ok(()),
        }
    }
}

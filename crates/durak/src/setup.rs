//! A position placed directly on the table, for problems, teaching and tests.

use crate::party::Party;
use crate::piles::Pile;
use crate::refusal::Refusal;
use crate::rules::{MAX_BOXES, Rules};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::{Card, CardSet};

/// A position as somebody describes it; [`Setup::party`] makes a [`Party`] of it, if it can be one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules; the opening does not matter any more.
    pub rules: Rules,
    /// Everybody's hand, box 0 first. An empty hand with an empty deck is a player who is out.
    pub hands: Vec<CardSet>,
    /// The trump card.
    pub trump: Card,
    /// What is left of the deck, in dealing order; its last card is the trump. Cards that are nowhere else
    /// are discarded.
    pub deck: Vec<Card>,
    /// Who attacks. The defender is the first opponent still in.
    pub attacker: Seat,
    /// Is this the first round, with its lower limit?
    pub first_round: bool,
    /// What lies on the table.
    pub table: Vec<Pile>,
    /// Has the defender said that they take?
    pub taking: bool,
}

impl Setup {
    /// The party in this position.
    ///
    /// # Errors
    /// When no party can stand like this.
    pub fn party(&self) -> Result<Party, Refusal> {
        let wrong = |why| Err(Refusal::WrongSetup(why));
        let seats = self.hands.len();
        if seats > MAX_BOXES {
            return wrong("a table has at most six boxes");
        }
        let mut seen = CardSet::EMPTY;
        let lying = self.table.iter().flat_map(|pile| [Some(pile.attack), pile.beaten_by]).flatten();
        let held = self.hands.iter().flat_map(|hand| hand.iter());
        for card in held.chain(lying).chain(self.deck.iter().copied()) {
            if !self.rules.pack.cards().contains(card) || !seen.insert(card) {
                return wrong("every card is of the pack and in one place");
            }
        }
        if self.deck.last().is_some_and(|&card| card != self.trump) {
            return wrong("the last card of the deck is the trump");
        }
        let mut party = Party::new(&self.rules, seats as u8, SeatSet::first(seats))?;
        party.place(self)?;
        Ok(party)
    }
}

//! What a player remembers of a party: which cards are out of play, and which somebody took, showed or drew for all to
//! see. Everything in here was told to everybody.

use super::board::SEATS;
use kozyr_card_game::Seat;
use kozyr_cards::{Card, CardSet};
use kozyr_protocol::room::{DurakEvent, TableEvent};

/// What a player remembers of the party on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    discarded: CardSet,
    held: [CardSet; SEATS],
    trump: Option<Card>,
    /// Rounds in a row in which cards were taken and none drawn.
    fruitless: u8,
}

impl Memory {
    /// Takes in what everybody was told.
    pub fn note(&mut self, event: &TableEvent) {
        match event {
            TableEvent::HandStarted { .. } => *self = Memory::default(),
            TableEvent::Durak(event) => self.turn(event),
            _ => {}
        }
    }

    fn turn(&mut self, event: &DurakEvent) {
        match event {
            DurakEvent::RoundOver { taken_by: Some(_), .. } => {
                self.fruitless = self.fruitless.saturating_add(1);
            }
            DurakEvent::RoundOver { taken_by: None, .. } | DurakEvent::Drew { .. } => self.fruitless = 0,
            _ => {}
        }
        match event {
            DurakEvent::Round { attacker, trump, lowest_trump, .. } => {
                self.trump = trump.or(self.trump);
                lowest_trump.iter().for_each(|&card| self.learn(*attacker, card));
            }
            DurakEvent::Drew { seat, trump: true, .. } => {
                if let Some(trump) = self.trump {
                    self.learn(*seat, trump);
                }
            }
            DurakEvent::Showed { seat, card } => self.learn(*seat, *card),
            DurakEvent::Led { card, .. }
            | DurakEvent::ThrewIn { card, .. }
            | DurakEvent::Transferred { card, .. }
            | DurakEvent::Beat { with: card, .. } => {
                self.held.iter_mut().for_each(|held| {
                    held.remove(*card);
                });
            }
            DurakEvent::RoundOver { taken_by: Some(seat), cards } => {
                cards.iter().for_each(|&card| self.learn(*seat, card));
            }
            DurakEvent::RoundOver { taken_by: None, cards } => self.discarded.extend(cards.iter().copied()),
            _ => {}
        }
    }

    fn learn(&mut self, seat: Seat, card: Card) {
        if let Some(held) = self.held.get_mut(seat.index()) {
            held.insert(card);
        }
    }

    /// Cards out of play, as far as they were seen.
    pub(super) fn discarded(&self) -> CardSet {
        self.discarded
    }

    /// Rounds in a row in which cards were taken and none drawn.
    pub(super) fn fruitless(&self) -> u8 {
        self.fruitless
    }

    /// Cards this player is known to hold.
    pub(super) fn held(&self, seat: usize) -> CardSet {
        self.held.get(seat).copied().unwrap_or_default()
    }
}

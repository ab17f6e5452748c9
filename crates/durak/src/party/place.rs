//! A party that begins in a described position.

use super::{Party, Phase};
use crate::piles::beaters;
use crate::refusal::Refusal;
use crate::setup::Setup;
use kozyr_cards::CardSet;

fn wrong<T>(why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::WrongSetup(why))
}

impl Party {
    /// Stands the party as described; that every card is in one place has been checked.
    pub(crate) fn place(&mut self, setup: &Setup) -> Result<(), Refusal> {
        for (place, &hand) in self.hands.iter_mut().zip(&setup.hands) {
            *place = hand;
        }
        self.deck_count = setup.deck.len() as u8;
        self.trump = Some(setup.trump);
        self.phase = Phase::Round;
        self.round = if setup.first_round { 1 } else { 2 };
        self.place_table(setup)?;
        self.place_players(setup)?;
        self.taking = setup.taking;
        if (setup.taking && self.table.all_beaten()) || self.round_is_over() {
            return wrong("the round is not over, and who takes has a reason");
        }
        let placed = self.hands.iter().fold(self.table.cards(), |all, &hand| all | hand);
        let deck: CardSet = setup.deck.iter().copied().collect();
        self.discarded = self.rules.pack.cards() - placed - deck;
        self.open = self.discarded | self.table.cards() | CardSet::only(setup.trump);
        Ok(())
    }

    fn place_table(&mut self, setup: &Setup) -> Result<(), Refusal> {
        if setup.table.len() > crate::piles::MAX_PILES {
            return wrong("no more attack cards than the limit");
        }
        for pile in &setup.table {
            self.table.attack(pile.attack);
            if let Some(card) = pile.beaten_by {
                if beaters(CardSet::only(card), pile.attack, setup.trump.suit()).is_empty() {
                    return wrong("a card is beaten by one that beats it");
                }
                self.table.beat(pile.attack, card);
            }
        }
        Ok(())
    }

    fn place_players(&mut self, setup: &Setup) -> Result<(), Refusal> {
        for seat in self.boxes.iter() {
            if self.deck_count == 0 && self.hand(seat).is_empty() {
                self.out.push(seat);
            }
        }
        let attacker = setup.attacker;
        let Some(defender) = self.next_opponent(attacker).filter(|_| self.boxes.contains(attacker)) else {
            return wrong("there are an attacker and somebody to attack");
        };
        // Within a round the attacker may have laid their last card; to lead they need one.
        let leads = !self.hand(attacker).is_empty() && self.ending(self.inside()).is_none();
        if self.hand(defender).is_empty() || (self.table.is_empty() && !leads) {
            return wrong("the attacker can lead, and the defender holds cards");
        }
        (self.attacker, self.defender) = (attacker, defender);
        // What they hold and what they beat with: that is what they held when they became defender.
        let beaten = setup.table.iter().filter(|pile| pile.beaten_by.is_some()).count();
        self.limit = self.limit_for(self.hand(defender).len() + beaten);
        if setup.table.len() > self.limit.into() {
            return wrong("no more attack cards than the limit");
        }
        Ok(())
    }
}

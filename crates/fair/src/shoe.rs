//! A shoe whose cards and numbers follow from a secret.

use crate::{Commitment, Numbers, Opening, Secret, SecretError};
use kozyr_card_game::Shoe;
use kozyr_cards::{Card, CardSet, Deck};

/// Deals the cards of one shuffle.
#[derive(Clone, Debug)]
pub struct SecretShoe {
    secret: Secret,
    whole: Deck,
    deck: Deck,
    numbers: Numbers,
}

impl SecretShoe {
    /// These cards, shuffled by this secret.
    ///
    /// # Errors
    /// When the secret's fixed cards do not fit.
    pub fn new(secret: &Secret, cards: CardSet) -> Result<SecretShoe, SecretError> {
        let deck = secret.deck(cards)?;
        let numbers = secret.numbers("draws");
        Ok(SecretShoe { secret: secret.clone(), whole: deck.clone(), deck, numbers })
    }

    /// What the shuffle commits to.
    pub fn commitment(&self) -> Commitment {
        Commitment::to(&self.secret, &self.whole)
    }

    /// The card at this place, dealt or not, with what it takes to check it.
    pub fn open(&self, place: usize) -> Option<Opening> {
        Opening::of(&self.secret, &self.whole, place)
    }
}

impl Shoe for SecretShoe {
    fn card(&mut self) -> Option<Card> {
        self.deck.deal()
    }
    fn bottom(&self) -> Option<Card> {
        self.deck.bottom()
    }
    fn left(&self) -> usize {
        self.deck.len()
    }
    fn below(&mut self, n: u32) -> u32 {
        self.numbers.below(n)
    }
}

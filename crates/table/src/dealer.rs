//! Whoever holds the deck: makes the shuffles a game asks for, and deals from the latest.

use kozyr_card_game::Shoe;
use kozyr_cards::{Card, CardSet};
use kozyr_fair::{Commitment, Secret, SecretError, SecretShoe};

/// Deals from decks nobody else can see. Seeds come from outside, one for every shuffle.
#[derive(Clone, Debug, Default)]
pub struct Dealer<R> {
    seeds: R,
    shoe: Option<SecretShoe>,
    fresh: Vec<(u64, Secret)>,
}

/// Where 256 random bits come from.
pub trait Seeds {
    /// So many random bits; nothing when there are none at the moment.
    fn seed(&mut self) -> Option<[u8; 32]>;
}

impl<F: FnMut() -> Option<[u8; 32]>> Seeds for F {
    fn seed(&mut self) -> Option<[u8; 32]> {
        self()
    }
}

/// What a table needs of its dealer.
pub trait Deals: Shoe {
    /// Makes this shuffle of these cards, these on top, and says what it commits to; nothing when no
    /// randomness can be had.
    fn shuffle(&mut self, number: u64, cards: CardSet, top: &[Card]) -> Option<Commitment>;
}

impl<R: Seeds> Dealer<R> {
    /// A dealer without a deck.
    pub fn new(seeds: R) -> Dealer<R> {
        Dealer { seeds, shoe: None, fresh: Vec::new() }
    }

    /// The secrets of the shuffles made since this was asked, by number: to be kept where no player reads.
    pub fn take_fresh(&mut self) -> Vec<(u64, Secret)> {
        std::mem::take(&mut self.fresh)
    }

    /// Takes up a shuffle that was made before, from its first card.
    ///
    /// # Errors
    /// When the secret does not fit these cards.
    pub fn take_up(&mut self, secret: &Secret, cards: CardSet) -> Result<Commitment, SecretError> {
        let shoe = SecretShoe::new(secret, cards)?;
        let commitment = shoe.commitment();
        self.shoe = Some(shoe);
        Ok(commitment)
    }
}

impl<R: Seeds> Deals for Dealer<R> {
    fn shuffle(&mut self, number: u64, cards: CardSet, top: &[Card]) -> Option<Commitment> {
        // Fixed cards that this shuffle has not (a pile of discards, say) are left out.
        let top: Vec<Card> = top.iter().copied().filter(|&card| cards.contains(card)).collect();
        let secret = Secret::new(self.seeds.seed()?).with_top(&top);
        let commitment = self.take_up(&secret, cards).ok()?;
        self.fresh.push((number, secret));
        Some(commitment)
    }
}

impl<R> Shoe for Dealer<R> {
    fn card(&mut self) -> Option<Card> {
        self.shoe.as_mut()?.card()
    }
    fn bottom(&self) -> Option<Card> {
        self.shoe.as_ref()?.bottom()
    }
    fn left(&self) -> usize {
        self.shoe.as_ref().map_or(0, Shoe::left)
    }
    fn below(&mut self, n: u32) -> u32 {
        self.shoe.as_mut().expect("chance is asked after a shuffle").below(n)
    }
}

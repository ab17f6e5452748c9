//! Where chance comes from: outside.

use kozyr_cards::{Card, CardSet, Deck};

/// What a game draws from: the dealer's hands, as it were. Undealt cards live behind this and never
/// in the state of a game, so no view can show them. Whoever holds the deck shuffles it; a game can only ask for
/// that, so that every shuffle stands in the log.
pub trait Shoe {
    /// The next card, if there is one.
    fn card(&mut self) -> Option<Card>;
    /// The last card, which some games show as the trump.
    fn bottom(&self) -> Option<Card>;
    /// How many cards are left.
    fn left(&self) -> usize;
    /// A uniform number under `n`: a drawn dealer, a drawn seat.
    fn below(&mut self, n: u32) -> u32;
}

/// A shoe over a [`Deck`] and a source of uniform numbers.
#[derive(Clone, Debug)]
pub struct DeckShoe<F> {
    deck: Deck,
    below: F,
}

impl<F: FnMut(u32) -> u32> DeckShoe<F> {
    /// Deals this deck as it lies; `below` answers uniform numbers when chance is asked again.
    pub fn new(deck: Deck, below: F) -> DeckShoe<F> {
        DeckShoe { deck, below }
    }

    /// Gathers these cards and shuffles them: the answer to [`Awaits::Shuffle`](crate::Awaits::Shuffle).
    pub fn shuffle(&mut self, cards: CardSet) {
        let cards: Vec<Card> = cards.iter().collect();
        self.deck = Deck::in_order(&cards).expect("a set has every card once");
        self.deck.shuffle(&mut self.below);
    }

    /// The undealt cards.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }
}

impl<F: FnMut(u32) -> u32> Shoe for DeckShoe<F> {
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
        (self.below)(n)
    }
}

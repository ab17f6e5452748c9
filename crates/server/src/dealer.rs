//! The dealer's hands: where every deck comes from.
//!
//! Each shuffle takes 256 fresh bits from the operating system and stretches them with ChaCha20;
//! 52! is less than 2²²⁶, so every order can come up. Fisher–Yates with rejection has no bias.

use kozyr_card_game::Shoe;
use kozyr_cards::{Card, Deck, Pack, cards_in};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Deals from a deck nobody else can see.
#[derive(Clone)]
pub(crate) struct Dealer {
    pack: Pack,
    deck: Deck,
    /// Fresh randomness for the next shuffle.
    seed: Option<[u8; 32]>,
    /// The whole deck in the order it is dealt, when it was shuffled since the last [`Dealer::prepare`].
    fresh: Option<String>,
    /// For what chance decides besides cards.
    numbers: Option<ChaCha20Rng>,
}

/// A stored deck that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the stored deck is not a whole pack of cards")]
pub(crate) struct NoDeck;

impl Dealer {
    /// A dealer without a deck, until he shuffles or is handed one.
    pub(crate) fn new(pack: Pack) -> Dealer {
        let empty = Deck::in_order(&[]).expect("no card comes twice");
        Dealer { pack, deck: empty, seed: None, fresh: None, numbers: None }
    }

    /// Sees to it that there is randomness for a shuffle.
    pub(crate) fn prepare(&mut self) -> Result<(), getrandom::Error> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)?;
        (self.seed, self.fresh) = (Some(seed), None);
        Ok(())
    }

    /// The deck that was shuffled since [`Dealer::prepare`], if one was: to be kept where no player reads.
    pub(crate) fn fresh_deck(&self) -> Option<&str> {
        self.fresh.as_deref()
    }

    /// Takes up a deck that was kept, from its first card.
    pub(crate) fn take_up(&mut self, kept: &[u8]) -> Result<(), NoDeck> {
        let text = std::str::from_utf8(kept).map_err(|_| NoDeck)?;
        let cards: Vec<Card> = cards_in(text).collect::<Result<_, _>>().map_err(|_| NoDeck)?;
        let deck = Deck::in_order(&cards).map_err(|_| NoDeck)?;
        if cards.into_iter().collect::<kozyr_cards::CardSet>() != self.pack.cards() {
            return Err(NoDeck);
        }
        self.deck = deck;
        Ok(())
    }
}

impl Shoe for Dealer {
    fn card(&mut self) -> Option<Card> {
        self.deck.deal()
    }

    fn bottom(&self) -> Option<Card> {
        self.deck.bottom()
    }

    fn left(&self) -> usize {
        self.deck.len()
    }

    fn shuffle(&mut self) {
        let seed = self.seed.take().expect("a dealer is prepared before he is asked to shuffle");
        let mut numbers = ChaCha20Rng::from_seed(seed);
        let mut deck = Deck::ordered(self.pack);
        deck.shuffle(|n| below(&mut numbers, n));
        self.fresh = Some(deck.iter().map(|card| card.to_string()).collect());
        (self.deck, self.numbers) = (deck, Some(numbers));
    }

    fn below(&mut self, n: u32) -> u32 {
        let numbers = self.numbers.as_mut().expect("chance is asked after a shuffle");
        below(numbers, n)
    }
}

/// A uniform number under `n`: draws that would favour the small numbers are thrown away.
fn below(numbers: &mut ChaCha20Rng, n: u32) -> u32 {
    assert!(n > 0, "a choice between nothing");
    // The largest multiple of n that fits; what lies beyond it does not divide evenly.
    let even = u32::MAX - u32::MAX % n;
    loop {
        let drawn = numbers.next_u32();
        if drawn < even {
            return drawn % n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn shuffled() -> Dealer {
        let mut dealer = Dealer::new(Pack::Full52);
        dealer.prepare().unwrap();
        dealer.shuffle();
        dealer
    }

    #[test]
    fn every_deck_is_whole_and_its_own() {
        let mut seen = HashSet::new();
        for _ in 0..200 {
            let mut dealer = shuffled();
            let text = dealer.fresh_deck().unwrap().to_owned();
            let dealt: Vec<Card> = std::iter::from_fn(|| dealer.card()).collect();
            assert_eq!(dealt.iter().map(Card::to_string).collect::<String>(), text);
            assert_eq!(dealt.into_iter().collect::<kozyr_cards::CardSet>(), Pack::Full52.cards());
            assert!(seen.insert(text), "the same deck twice");
        }
    }

    #[test]
    fn every_card_comes_to_every_place_equally_often() {
        let decks = 5_200;
        let mut counts = [[0u32; 52]; 52];
        for _ in 0..decks {
            for (place, card) in shuffled().deck.iter().enumerate() {
                let number = Pack::Full52.cards().iter().position(|other| other == card).unwrap();
                counts[place][number] += 1;
            }
        }
        // Expected 100 each with a standard deviation of 10: seven of them are never seen.
        assert!(counts.iter().flatten().all(|&count| (30..=180).contains(&count)));
    }

    #[test]
    fn numbers_are_even() {
        let mut numbers = ChaCha20Rng::from_seed([7; 32]);
        let n = 3 << 30; // A quarter of all draws is thrown away here.
        let low = (0..4_000).filter(|_| below(&mut numbers, n) < n / 2).count();
        assert!((1_800..2_200).contains(&low), "{low}");
    }

    #[test]
    fn a_kept_deck_is_dealt_again_and_anything_else_refused() {
        let mut one = shuffled();
        let mut two = Dealer::new(Pack::Full52);
        two.take_up(one.fresh_deck().unwrap().to_owned().as_bytes()).unwrap();
        assert!(std::iter::from_fn(|| one.card()).eq(std::iter::from_fn(|| two.card())));
        for wrong in ["", "As", "AsAs", "??", "\u{1F0A1}"] {
            assert_eq!(two.take_up(wrong.as_bytes()), Err(NoDeck));
        }
    }
}

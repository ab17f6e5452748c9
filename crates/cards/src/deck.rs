//! Packs and decks. The order of a deck is an argument: whoever shuffles, it is not us.

use crate::{Card, CardSet, Rank, Suit};
use core::fmt;

/// Which cards a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pack {
    /// Two to ace: Hold'em, Omaha, the large Durak.
    Full52,
    /// Six to ace: Durak, short-deck Hold'em.
    Short36,
    /// Nine to ace: the small Durak.
    Small24,
    /// Ten to ace and the joker, which is the 6♣: Seka.
    Seka21,
}

impl Pack {
    /// All packs.
    pub const ALL: [Pack; 4] = [Pack::Full52, Pack::Short36, Pack::Small24, Pack::Seka21];

    /// Seka's joker.
    pub const SEKA_JOKER: Card = Card::new(Rank::Six, Suit::Clubs);

    /// The cards of the pack.
    pub const fn cards(self) -> CardSet {
        match self {
            Pack::Full52 => CardSet::FULL,
            Pack::Short36 => CardSet::from_bits(from_rank(Rank::Six)),
            Pack::Small24 => CardSet::from_bits(from_rank(Rank::Nine)),
            Pack::Seka21 => CardSet::from_bits(from_rank(Rank::Ten) | CardSet::only(Pack::SEKA_JOKER).bits()),
        }
    }
}

const fn from_rank(rank: Rank) -> u64 {
    u64::MAX << (rank.number() * 4)
}

/// Undealt cards, in the order they will be dealt.
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    cards: [Option<Card>; 52],
    next: u8,
    end: u8,
}

/// An order that is no deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeckError {
    /// The card comes twice.
    Twice(Card),
    /// The card is not in this deck (any more).
    NotInDeck(Card),
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckError::Twice(card) => write!(f, "{card} is in the deck twice"),
            DeckError::NotInDeck(card) => write!(f, "{card} is not in this deck"),
        }
    }
}
impl core::error::Error for DeckError {}

impl Deck {
    /// The pack in ascending order: a start for shuffling, or for a test.
    pub fn ordered(pack: Pack) -> Deck {
        Deck::from_distinct(pack.cards().iter())
    }

    /// A deck dealt in exactly this order.
    pub fn in_order(cards: &[Card]) -> Result<Deck, DeckError> {
        let mut seen = CardSet::EMPTY;
        match cards.iter().find(|&&card| !seen.insert(card)) {
            Some(&card) => Err(DeckError::Twice(card)),
            None => Ok(Deck::from_distinct(cards.iter().copied())),
        }
    }

    fn from_distinct(cards: impl Iterator<Item = Card>) -> Deck {
        let mut deck = Deck { cards: [None; 52], next: 0, end: 0 };
        for card in cards {
            deck.cards[deck.end as usize] = Some(card);
            deck.end += 1;
        }
        deck
    }

    /// Shuffles what is left (Fisher–Yates). `below(n)` must answer a uniform number under `n`.
    pub fn shuffle(&mut self, mut below: impl FnMut(u32) -> u32) {
        let left = &mut self.cards[self.next as usize..self.end as usize];
        for i in (1..left.len()).rev() {
            let j = below(i as u32 + 1) as usize;
            assert!(j <= i, "below({}) answered {j}", i + 1);
            left.swap(i, j);
        }
    }

    /// Moves these cards to the top, to be dealt in this order before the rest.
    pub fn put_on_top(&mut self, top: &[Card]) -> Result<(), DeckError> {
        let mut wanted = CardSet::EMPTY;
        for &card in top {
            if !wanted.insert(card) {
                return Err(DeckError::Twice(card));
            }
            if !self.iter().any(|left| left == card) {
                return Err(DeckError::NotInDeck(card));
            }
        }
        let rest = self.clone();
        let rest = rest.iter().filter(|&card| !wanted.contains(card));
        *self = Deck::from_distinct(top.iter().copied().chain(rest));
        Ok(())
    }

    /// Deals the next card; an empty deck has none.
    pub fn deal(&mut self) -> Option<Card> {
        let left = &self.cards[self.next as usize..self.end as usize];
        let card = (*left.first()?)?;
        self.next += 1;
        Some(card)
    }

    /// The last card, which Durak shows as the trump.
    pub fn bottom(&self) -> Option<Card> {
        self.iter().last()
    }

    /// How many cards are left.
    pub fn len(&self) -> usize {
        usize::from(self.end - self.next)
    }

    /// Nothing left to deal.
    pub fn is_empty(&self) -> bool {
        self.next == self.end
    }

    /// What is left, in dealing order.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards[self.next as usize..self.end as usize].iter().filter_map(|card| *card)
    }
}

/// The cards of a deck are nobody's business in a log: only their number is printed.
impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({} cards)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn packs_have_their_sizes() {
        let sizes: Vec<usize> = Pack::ALL.iter().map(|pack| pack.cards().len()).collect();
        assert_eq!(sizes, [52, 36, 24, 21]);
        assert!(Pack::Seka21.cards().contains(Pack::SEKA_JOKER));
    }

    #[test]
    fn a_deck_deals_every_card_once() {
        for pack in Pack::ALL {
            let mut deck = Deck::ordered(pack);
            let mut state = 7u32;
            deck.shuffle(|n| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) % n
            });
            let mut dealt = CardSet::EMPTY;
            while let Some(card) = deck.deal() {
                assert!(dealt.insert(card));
            }
            assert_eq!(dealt, pack.cards());
            assert!(deck.is_empty() && deck.bottom().is_none());
        }
    }

    #[test]
    fn a_wrong_order_is_refused() {
        let ace = Card::new(Rank::Ace, Suit::Spades);
        let two = Card::new(Rank::Two, Suit::Spades);
        assert_eq!(Deck::in_order(&[ace, two, ace]), Err(DeckError::Twice(ace)));
        let mut deck = Deck::ordered(Pack::Short36);
        assert_eq!(deck.put_on_top(&[two]), Err(DeckError::NotInDeck(two)));
        assert_eq!(deck.put_on_top(&[ace, ace]), Err(DeckError::Twice(ace)));
        assert_eq!(deck, Deck::ordered(Pack::Short36));
        deck.put_on_top(&[ace]).unwrap();
        assert_eq!((deck.deal(), deck.len()), (Some(ace), 35));
    }
}

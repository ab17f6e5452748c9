//! The cards on the table, and which card beats which.

use arrayvec::ArrayVec;
use kozyr_cards::{Card, CardSet, CardStyle, Rank, Suit};
use std::fmt;

/// The most attack cards of a round.
pub const MAX_PILES: usize = 6;

/// An attack card, and the card that beats it if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile {
    /// What was played against the defender.
    pub attack: Card,
    /// What the defender beat it with.
    pub beaten_by: Option<Card>,
}

/// What lies on the table, in the order it was played. Written as the protocol writes it:
/// `8s-Ks,8h-None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Piles {
    piles: ArrayVec<Pile, MAX_PILES>,
    cards: CardSet,
    beaten: u8,
}

impl Piles {
    /// The piles, oldest first.
    pub fn piles(&self) -> &[Pile] {
        &self.piles
    }

    /// How many attack cards.
    pub fn len(&self) -> usize {
        self.piles.len()
    }

    /// No card at all?
    pub fn is_empty(&self) -> bool {
        self.piles.is_empty()
    }

    /// Every card that lies here, attack and defence.
    pub fn cards(&self) -> CardSet {
        self.cards
    }

    /// Is every attack card beaten? (Also when there is none.)
    pub fn all_beaten(&self) -> bool {
        usize::from(self.beaten) == self.piles.len()
    }

    /// Has the defender beaten nothing yet?
    pub fn none_beaten(&self) -> bool {
        self.beaten == 0
    }

    /// The attack cards still to beat.
    pub fn unbeaten(&self) -> impl Iterator<Item = Card> + '_ {
        self.piles.iter().filter(|pile| pile.beaten_by.is_none()).map(|pile| pile.attack)
    }

    /// The first card of a rank, as the table is written: this is what a card is thrown in "to".
    pub fn first_of(&self, rank: Rank) -> Option<Card> {
        let cards = self.piles.iter().flat_map(|pile| [Some(pile.attack), pile.beaten_by]);
        cards.flatten().find(|card| card.rank() == rank)
    }

    /// All cards of the ranks on the table: what could be thrown in.
    pub fn ranks(&self) -> CardSet {
        let bits = self.cards.bits();
        let any = (bits | bits >> 1 | bits >> 2 | bits >> 3) & 0x1111_1111_1111_1111;
        CardSet::from_bits(any * 0b1111)
    }

    pub(crate) fn attack(&mut self, card: Card) {
        assert!(self.cards.insert(card), "{card} lies on the table already");
        self.piles.push(Pile { attack: card, beaten_by: None });
    }

    pub(crate) fn beat(&mut self, attack: Card, with: Card) {
        let pile = self.piles.iter_mut().find(|pile| pile.attack == attack && pile.beaten_by.is_none());
        pile.expect("an unbeaten card").beaten_by = Some(with);
        assert!(self.cards.insert(with), "{with} lies on the table already");
        self.beaten += 1;
    }

    pub(crate) fn sweep(&mut self) -> CardSet {
        let cards = self.cards;
        *self = Piles::default();
        cards
    }
}

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, pile) in self.piles.iter().enumerate() {
            if nth > 0 {
                f.write_str(",")?;
            }
            write!(f, "{}-", pile.attack.styled(CardStyle::Ten))?;
            match pile.beaten_by {
                Some(card) => write!(f, "{}", card.styled(CardStyle::Ten))?,
                None => f.write_str("None")?,
            }
        }
        Ok(())
    }
}

/// The cards of a hand that beat this one: higher of its suit, or any trump on a plain card.
pub fn beaters(hand: CardSet, card: Card, trump: Suit) -> CardSet {
    let higher = CardSet::from_bits(!0 << card.byte()) & CardSet::of_suit(card.suit());
    let higher = higher - CardSet::only(card);
    let beats = if card.suit() == trump { higher } else { higher | CardSet::of_suit(trump) };
    hand & beats
}

/// The lowest card of a hand: plain cards before trumps, then by rank.
pub fn lowest(hand: CardSet, trump: Suit) -> Option<Card> {
    (hand - CardSet::of_suit(trump)).first().or(hand.first())
}

/// Cards as the protocol lists them: `6d,10c`.
#[derive(Clone, Copy, Debug)]
pub struct CardList(pub CardSet);

impl fmt::Display for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, card) in self.0.iter().enumerate() {
            let comma = if nth > 0 { "," } else { "" };
            write!(f, "{comma}{}", card.styled(CardStyle::Ten))?;
        }
        Ok(())
    }
}

//! What chance supplies: cards off the deck.

use crate::refusal::Refusal;
use arrayvec::ArrayVec;
use kozyr_cards::{Card, ParseCardError, cards_in};

/// Six hands of six.
const MOST: usize = 36;

/// Cards off the deck, in the order they come.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Deal {
    /// The first deal: six rounds of one card each, beginning left of the dealer, and the trump.
    Party {
        /// The cards dealt.
        cards: ArrayVec<Card, MOST>,
        /// The last card of the pack, shown to all.
        trump: Card,
    },
    /// The draw between rounds: each player's cards in turn.
    Refill(ArrayVec<Card, MOST>),
}

impl Deal {
    /// The first deal of a party.
    ///
    /// # Errors
    /// When there are more cards than anybody deals.
    pub fn party(cards: &[Card], trump: Card) -> Result<Deal, Refusal> {
        Ok(Deal::Party { cards: few(cards)?, trump })
    }

    /// The draw between two rounds.
    ///
    /// # Errors
    /// When there are more cards than anybody draws.
    pub fn refill(cards: &[Card]) -> Result<Deal, Refusal> {
        Ok(Deal::Refill(few(cards)?))
    }
}

fn few(cards: &[Card]) -> Result<ArrayVec<Card, MOST>, Refusal> {
    ArrayVec::try_from(cards).map_err(|_| Refusal::WrongDeal("more than 36 cards"))
}

/// Reads a list of cards such as `6d,10c`, in its order.
///
/// # Errors
/// Where the text stops being cards.
pub fn cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    cards_in(text).collect()
}

//! Playing cards as values.
//!
//! A [`Card`] is one byte (and so is `Option<Card>`, which is how an unknown card is written), a
//! [`CardSet`] is 64 bits, a [`Deck`] deals from an order somebody else chose: there is no random
//! source in here.
//!
//! ```
//! use kozyr_cards::{Card, CardSet, CardStyle, Deck, Pack};
//!
//! let ten: Card = "10♦".parse()?;
//! assert_eq!(ten, "Td".parse()?);
//! assert_eq!(ten.styled(CardStyle::Ten).to_string(), "10d");
//!
//! let mut deck = Deck::ordered(Pack::Full52);
//! deck.put_on_top(&["As".parse()?, "Kd".parse()?])?;
//! assert_eq!(deck.deal().map(|c| c.to_string()).as_deref(), Some("As"));
//! assert_eq!(deck.len(), 51);
//!
//! let hand: CardSet = "AsKs".parse()?;
//! assert!(hand.contains("Ks".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "serde"))]
extern crate std;

mod card;
mod deck;
mod set;
mod text;

pub use card::{Card, Rank, Suit};
pub use deck::{Deck, DeckError, Pack};
pub use set::{CardSet, CardSetIter};
pub use text::{CardReader, CardStyle, ParseCardError, StyledCard, cards_in, faces_in};

#[cfg(feature = "serde")]
mod serde_impl;

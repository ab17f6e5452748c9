//! A deck from a secret.
//!
//! A [`Secret`] is 256 random bits (and, at a test table, cards that lie on top). Everything a shuffle decides
//! follows from it: the order of the cards, and, from a stream of its own, numbers such as which seat deals.
//! Before the first card is dealt the secret's [`Commitment`] stands in the log: the root of a Merkle tree
//! over salted cards. One card can be [opened](SecretShoe::open) and [checked](Commitment::verify) without showing any
//! other; showing the secret itself would show mucked hands.
//!
//! ```
//! use kozyr_card_game::Shoe;
//! use kozyr_cards::Pack;
//! use kozyr_fair::{Secret, SecretShoe};
//!
//! let secret = Secret::new([7; 32]);
//! let mut shoe = SecretShoe::new(&secret, Pack::Full52.cards())?;
//! let commitment = shoe.commitment();
//! let first = shoe.card().unwrap();
//! let opening = shoe.open(0).unwrap();
//! assert_eq!(opening.card, first);
//! assert!(commitment.verify(0, 52, &opening));
//! # Ok::<(), kozyr_fair::SecretError>(())
//! ```
#![forbid(unsafe_code)]

mod commitment;
mod secret;
mod shoe;

pub use commitment::{Commitment, Opening};
pub use secret::{Numbers, Secret, SecretError};
pub use shoe::SecretShoe;

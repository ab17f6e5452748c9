//! Poker to the letter, as a value.
//!
//! A [`Hand`] is one hand of any [`Variant`]: it has no deck, no clock and no random source. Cards
//! come in when it awaits them, players act in turn, and a move that is not allowed is refused with
//! its reason and changes nothing. Chips are conserved after every move, in release builds too.
//!
//! Hold'em and its relatives, stud and draw games run on one engine: a [`Variant`] is a file of data.
//!
//! ```
//! use kozyr_poker::{Hand, Next, Rules};
//! use kozyr_chips::Chips;
//!
//! let chips = |n| Chips::new(n);
//! let rules = Rules::holdem(3, chips(50), chips(100));
//! let mut hand = Hand::start(&rules, &[chips(1000), chips(1000), chips(1000)])?;
//! for (player, cards) in ["AsAh", "KsKh", "QsQh"].into_iter().enumerate() {
//!     hand.deal_hole_text(player, cards)?;
//! }
//! assert_eq!(hand.next(), Next::Bet(2)); // the button is first to act before the flop
//! hand.raise_to(2, chips(300))?;
//! assert!(hand.raise_to(0, chips(400)).is_err()); // 500 is the least
//! hand.fold(0)?;
//! hand.fold(1)?;
//! assert_eq!(hand.next(), Next::Over);
//! assert_eq!(hand.stacks(), &[chips(950), chips(900), chips(1150)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod betting;
mod dealing;
mod drawing;
mod event;
mod game;
mod hand;
mod laws;
mod opening;
mod posting;
mod pots;
mod refusal;
mod rules;
mod runouts;
pub mod seating;
mod showdown;
pub mod variant;
mod view;

pub use event::{Board, Event, Hole};
pub use game::{Action, Deal, Offer, Poker, PokerRefusal};
pub use hand::{Hand, MAX_BOARD, MAX_HOLE, MAX_PLAYERS, MAX_RUNS, Next};
pub use pots::{Pot, Pots};
pub use refusal::{MustShow, NoRaise, Refusal};
pub use rules::{Mode, PerPlayer, PostOrder, Rake, Rules, SetupError, Showdown, StraddleRaise};
pub use variant::Variant;
pub use view::{HandView, PlayerView};

/// The examples of the project's README, so that they stay true.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

//! Card games in writing.
//!
//! [`phh`] reads and writes the open standard for poker hands: one hand (`.phh`) or any number of them (`.phhs`).
//! [`exchange`] is a live Hold'em hand as JSON between clients and a server; [`game_state`] its snapshots;
//! [`json`] the exact JSON both are written in.
//!
//! ```
//! use kozyr_notation::phh::{Action, Hand, Variant};
//!
//! let hand: Hand = "
//!     variant = 'NT'
//!     antes = [0, 0, 0]
//!     blinds_or_straddles = [0.50, 1, 0]
//!     min_bet = 1
//!     starting_stacks = [100, 87.50, inf]
//!     actions = ['d dh p1 AsKs', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cbr 3 # of course']
//!     players = ['Ann', 'Боб', 'Cid']
//!     _mood = 'merry'
//! "
//! .parse()?;
//!
//! assert_eq!(hand.variant, Variant::NoLimitHoldem);
//! assert_eq!(hand.player(1), Some("Боб"));
//! assert_eq!(hand.actions()[3], "p3 f".parse::<Action>()?);
//! assert_eq!(hand.commentary(4), Some("of course"));
//! assert_eq!(hand.scale().decimals(), 2); // the finest unit that occurs
//! assert_eq!(hand.to_phh()?.parse::<Hand>()?, hand);
//!
//! let error = "variant = 'NT'\nactions = ['p1 jumps']".parse::<Hand>().unwrap_err();
//! assert_eq!((error.line(), error.column()), (2, 16));
//! assert_eq!(error.action(), Some((1, "p1 jumps")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod exchange;
pub mod game_state;
pub mod json;
pub mod phh;
pub mod pokerstars;

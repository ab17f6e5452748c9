//! Poker hands: which one is stronger, what it is called, and how often it wins.
//!
//! - [`rank_7`] and its like rank five to seven cards by adding up one number a card and looking into
//!   226 KiB of tables, made when the crate is built. [`Folded`] does the same card by card, for hands
//!   that share cards.
//! - [`Ranking`] is the choice of a game, as data: the standard order, short deck, Omaha, the lows and
//!   badugi, each in its own file.
//! - [`Strength`] compares, and [says](Strength::describe) in English or Russian what a hand is.
//! - [`showing`] compares what lies face up in stud, which is no hand yet.
//! - [`Showdown`] counts the equity of hands and [`Range`]s, exactly or by random deals whose bits
//!   come from the caller.
//!
//! There is no random source in here, no float, and no `std`.
//!
//! ```
//! use kozyr_cards::{Card, CardSet, cards_in};
//! use kozyr_ranking::{Category, Language, Ranking, Showdown, rank_7};
//!
//! let cards: Vec<Card> = cards_in("As Kd 9c 9h Ks 2d 9s").collect::<Result<_, _>>()?;
//! let strength = rank_7(cards[..].try_into()?);
//! assert_eq!(strength.category(), Category::FullHouse);
//! assert_eq!(strength.describe(Language::English).to_string(), "full house, nines full of kings");
//! assert_eq!(strength.describe(Language::Russian).to_string(), "фулл-хаус, девятки и короли");
//!
//! let players = ["AhAd".parse()?, "KK, QQ:0.5, A5s+".parse()?];
//! let showdown = Showdown::new(Ranking::Standard, &players, "Qd 8c 3d".parse()?, CardSet::EMPTY)?;
//! assert_eq!(showdown.exact()?.player(0).percent().to_string(), "89.16%");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod badugi;
// The build script uses more of it than the crate does.
#[allow(dead_code)]
mod classify;
pub mod equity;
mod fold;
mod layout;
pub mod low;
pub mod omaha;
pub mod range;
mod ranking;
pub mod short_deck;
pub mod showing;
mod standard;
mod strength;
mod tables;
mod text;

pub use equity::{Equity, EquityError, PlayerEquity, Showdown};
pub use fold::Folded;
pub use range::{Range, RangeError, Weight};
pub use ranking::{OnBoard, Ranking};
pub use standard::{best_five, rank, rank_5, rank_6, rank_7, rank_set};
pub use strength::{Category, Strength};
pub use text::{Description, Language};

//! Poker hands: which one is stronger, what it is called, and how often it wins.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod badugi;
// The build script uses more of it than the crate does.
#[allow(dead_code)]
mod classify;
mod fold;
mod layout;
pub mod low;
pub mod omaha;
mod ranking;
pub mod short_deck;
mod standard;
mod strength;
mod tables;
mod text;

pub use fold::Folded;
pub use ranking::{OnBoard, Ranking};
pub use standard::{best_five, rank, rank_5, rank_6, rank_7, rank_set};
pub use strength::{Category, Strength};
pub use text::{Description, Language};

//! Poker hand ranking.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod classify;
mod fold;
mod layout;
mod standard;
mod strength;
mod tables;

pub use fold::Folded;
pub use standard::{best_five, rank, rank_5, rank_6, rank_7, rank_set};
pub use strength::{Category, Strength};

//! What a card game is to the rest of the house, and the laws it has to keep.
//!
//! A [`Game`] is a pure state machine. It has no clock, no random source and no deck: cards, dice
//! and the end of a clock come in as a [`Move`]; what happened goes out as events; what each person
//! may see is a [`Game::view`]. [`laws`] plays any game at random and checks what must always hold.
//!
//! The smallest complete game, broken in every way there is a law against, is in `tests/laws.rs`.
#![forbid(unsafe_code)]

mod game;
pub mod laws;
mod seat;
mod shoe;

pub use game::{Awaits, Clock, Game, Move, Payoffs, Restarts};
pub use seat::{Joining, Seat, SeatSet, Seated, Viewer};
pub use shoe::{DeckShoe, Shoe};

//! The tables that every room has, by game.

pub(crate) mod seka;

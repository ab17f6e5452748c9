//! What happened, kept and shown: rows of hands as they are settled, and a hand of long ago as one person saw it.
//!
//! Nothing of a hand leaves the server but what that person's own views showed, then or by its end: a hand is played
//! again from the log by the same code that told it live, and written down from what they were told.

mod durak;
mod equity;
mod holdem;
mod row;
mod running;
mod seka;
mod story;

pub(crate) use row::{hand_rows, keeps_checkpoint};
pub(crate) use running::{Running, running};
pub(crate) use story::{Noted, item, note, phh_document, story};

#[cfg(test)]
mod tests;

//! Hand-history text as PokerStars prints it, in English, both ways.
//!
//! The hub is the PHH document: [`read`] turns one text into a [`Hand`](crate::phh::Hand), [`write`] a document
//! into text. Both play the hand on the poker engine while they go, so that every amount in a text (what a call
//! costs, what is returned, what lies in the pot) is checked when it is read and right when it is written.
//!
//! - Reading is strict: a line that is not known, or that the play contradicts, is an [`Error`] with its line
//!   number. Nothing is guessed and nothing skipped; talk and table notices are kept as commentary.
//! - [`Texts`] cuts a file of any size into its hands, in constant memory.
//! - What cannot be said in such a text is [`Unconvertible`], with the reason.
//!
//! docs/pokerstars.md says what is supported.
//!
//! ```
//! use kozyr_notation::{phh, pokerstars};
//!
//! let text = "PokerStars Hand #7: Hold'em No Limit ($1/$2 USD) - 2024/01/02 3:04:05 ET
//! Table 'Cleo' 6-max Seat #1 is the button
//! Seat 1: Ann ($200 in chips)
//! Seat 2: Боб ($87.50 in chips)
//! Seat 4: Cid ($100 in chips) is sitting out
//! Ann: posts small blind $1
//! Боб: posts big blind $2
//! *** HOLE CARDS ***
//! Dealt to Ann [As Kd]
//! Ann: raises $4 to $6
//! Боб: folds
//! Uncalled bet ($4) returned to Ann
//! Ann collected $4 from pot
//! Ann: doesn't show hand
//! *** SUMMARY ***
//! Total pot $4 | Rake $0
//! Seat 1: Ann (button) (small blind) collected ($4)
//! Seat 2: Боб (big blind) folded before Flop
//! ";
//! let hand = pokerstars::read(text)?;
//! assert_eq!(hand.player(1), Some("Ann")); // heads-up the big blind comes first
//! assert_eq!(hand.actions()[2], "p2 cbr 6".parse::<phh::Action>()?);
//! assert_eq!(hand.finishing_stacks, ["85.50".parse()?, "202".parse()?]);
//! assert_eq!(pokerstars::write(&hand)?, text);
//!
//! let error = pokerstars::read(&text.replace("Боб: folds", "Боб: faints")).unwrap_err();
//! assert_eq!(error.line(), 11);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cards;
mod error;
mod header;
mod line;
mod money;
mod names;
mod playback;
mod posts;
mod read;
mod result;
mod shows;
mod summary;
mod texts;
mod write;

pub use error::{Error, Problem};
pub(crate) use posts::blind_places;
pub use read::{read, read_bytes};
pub use texts::{Text, Texts};
pub use write::{Unconvertible, write};

/// The most text one hand may have.
pub const MAX_HAND_BYTES: usize = 1 << 18;

/// What the runs of a board are called; the first is not, unless there are several.
const RUNS: [&str; 4] = ["FIRST", "SECOND", "THIRD", "FOURTH"];
/// How often a board was dealt, in words.
const TIMES: [&str; 4] = ["once", "twice", "three times", "four times"];
/// The streets after the hole cards.
const STREETS: [&str; 3] = ["FLOP", "TURN", "RIVER"];

//! Why a text is no hand.

use crate::phh::{Invalid, ReplayError, StepError};
use core::fmt;

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// More text than one hand may have.
    #[error("the hand is too long: keep to {most} bytes", most = super::MAX_HAND_BYTES)]
    TooLong,
    /// Bytes that are no text.
    #[error("not UTF-8 text: save it as UTF-8")]
    NotText,
    /// The first line is no header.
    #[error(
        "a hand begins with a line such as `PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2024/01/02 3:04:05 ET`"
    )]
    NotAHeader,
    /// A game the document has no word for, or that is not read.
    #[error("`{0}` is not one of the games that are read: give {games}", games = super::header::GAME_NAMES)]
    Game(Box<str>),
    /// A game in which nobody may put in more than a cap.
    #[error("the stakes have a cap, and games with a cap are not read: leave the hand out")]
    Cap,
    /// The stakes in the header.
    #[error("the stakes are written like ($0.50/$1.00 USD) or (50/100)")]
    Stakes,
    /// The date in the header.
    #[error("the time is written like 2024/01/02 3:04:05 ET")]
    Time,
    /// The second line.
    #[error("expected a line such as `Table 'Name' 6-max Seat #1 is the button`")]
    NotATable,
    /// A seat line.
    #[error("expected a line such as `Seat 1: Name ($100 in chips)`, with the money of the header")]
    NotASeat,
    /// The same seat or the same name twice.
    #[error("{0} is there already: name everybody once")]
    Twice(Box<str>),
    /// The hand ends before it should.
    #[error("the text ends before {0}: copy the whole hand")]
    Ends(&'static str),
    /// A line nobody knows.
    #[error("this line is not known here, before {0}: leave it out if it is no part of the hand")]
    Unknown(&'static str),
    /// A line that could be two people's.
    #[error("this line reads as more than one player's: rename one of them")]
    Ambiguous,
    /// Somebody who takes no part.
    #[error("{0} is not dealt in: give them a Seat line")]
    NotDealtIn(Box<str>),
    /// Too few or too many players.
    #[error("{0} players are dealt in: a hand has 2 to 10")]
    Players(usize),
    /// A post that does not fit the others.
    #[error("{0}")]
    Post(&'static str),
    /// Cards that are not as they were.
    #[error("these are not the cards dealt before: correct one of the lines")]
    OtherCards,
    /// More hole cards than the game has.
    #[error("this is another number of cards: the game has {0} hole cards")]
    HoleCards(usize),
    /// A street in the wrong place.
    #[error("this street does not follow here: put the streets in order")]
    Street,
    /// A move against the rules.
    #[error("{0}")]
    Refused(StepError),
    /// An amount the play contradicts.
    #[error("the amount should be {0}")]
    Amount(Box<str>),
    /// `and is all-in`, wrongly there or missing.
    #[error("{0}")]
    AllIn(&'static str),
    /// A result the play contradicts.
    #[error("{0}")]
    Result(Box<str>),
    /// The document that comes out is not one.
    #[error("as a PHH document: {0}")]
    Invalid(#[from] Box<Invalid>),
    /// No hand can start like this.
    #[error("{0}")]
    Setup(Box<ReplayError>),
}

/// A refusal to read: the line, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(Box<(u64, Problem)>);

impl Error {
    pub(crate) fn new(line: u64, problem: Problem) -> Error {
        Error(Box::new((line, problem)))
    }

    /// The line, counted from 1.
    pub fn line(&self) -> u64 {
        self.0.0
    }

    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.0.1
    }

    /// The same in a file in which the text begins at this line.
    pub(crate) fn at(mut self, first_line: u64) -> Error {
        self.0.0 += first_line - 1;
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.0.0, self.0.1)
    }
}

impl std::error::Error for Error {}

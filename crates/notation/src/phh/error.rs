//! What can be wrong with a file, and where.

use super::{ActionError, Field, UnknownVariant, Variant};
use core::fmt;
use kozyr_cards::Card;
use kozyr_chips::DecimalError;

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// Something else should stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The text ends too early.
    #[error("the text ends inside {0}: finish it")]
    EndsInside(&'static str),
    /// A line ends too early.
    #[error("the line ends inside a string; close it, or write it between ''' or \"\"\"")]
    StringNotClosed,
    /// Bytes that are no text.
    #[error("this is not UTF-8 text: save it as UTF-8")]
    NotUtf8,
    /// A control character where TOML has none.
    #[error("a control character; write it as an escape such as \\u0007 in a string between \"")]
    ControlCharacter,
    /// A backslash with something unknown behind it.
    #[error("not an escape of TOML (\\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX)")]
    BadEscape,
    /// Neither a number, a date nor a word TOML knows.
    #[error("not a TOML value; text stands between quotes")]
    NotAValue,
    /// A number that cannot be held exactly.
    #[error("{0}")]
    Number(#[from] DecimalError),
    /// A date or time that does not exist.
    #[error("no such date or time: write one such as 03:04:05")]
    NoSuchTime,
    /// Lists in lists in lists.
    #[error("nested more than {most} deep: nest it less", most = super::MAX_DEPTH)]
    TooDeep,
    /// More text than a hand can have.
    #[error("the hand is too long: keep to {most} bytes", most = super::MAX_HAND_BYTES)]
    TooLong,
    /// A key that is there already.
    #[error("`{0}` is defined twice: keep one")]
    DuplicateKey(Box<str>),
    /// A key used as a table and as something else.
    #[error("`{0}` is defined already and cannot be extended here: write all of it in one place")]
    NotExtensible(Box<str>),
    /// `[1]` in a `.phh` file.
    #[error(
        "a header such as [1] begins a hand of a .phhs file, and this was read as one hand: name the file .phhs"
    )]
    ManyHands,
    /// A field before the first header of a `.phhs` file.
    #[error("a hand without a header: begin each hand of a .phhs file with one such as [1]")]
    NoHeader,
    /// A header that is no hand.
    #[error("this is no header of a hand: write one name, such as [1]")]
    NotAHand,
    /// A value of another type.
    #[error("`{field}` should be {should}")]
    WrongType {
        /// The field.
        field: Field,
        /// The type it has in the standard.
        should: &'static str,
    },
    /// A value outside what the standard allows.
    #[error("`{field}` {must}")]
    OutOfRange {
        /// The field.
        field: Field,
        /// What is demanded of it.
        must: &'static str,
    },
    /// A code that is not one of the eleven.
    #[error("unknown variant `{0}`: {codes}", codes = UnknownVariant)]
    UnknownVariant(Box<str>),
    /// A required field is missing.
    #[error("`{field}` is missing; {variant} needs it: add it")]
    Missing {
        /// The field.
        field: Field,
        /// The variant that needs it.
        variant: Variant,
    },
    /// No variant, so nothing else can be judged.
    #[error("`variant` is missing: {codes}", codes = UnknownVariant)]
    NoVariant,
    /// A stake that the variant does not have.
    #[error("`{field}` does not belong to {variant}: leave it out")]
    NotOfVariant {
        /// The field.
        field: Field,
        /// The variant.
        variant: Variant,
    },
    /// A list that is not one entry per player.
    #[error(
        "`{field}` has {found} entries for {players} players (as many as `starting_stacks`): write one for each"
    )]
    Length {
        /// The field.
        field: Field,
        /// How many it has.
        found: usize,
        /// How many it should have.
        players: usize,
    },
    /// One player, or more than the pack can serve.
    #[error("{0} players are too few or too many: a hand has 2 to {most}", most = super::MAX_PLAYERS)]
    Players(usize),
    /// Not an action.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// A player who is not in the hand.
    #[error("there is no p{player}: write p1 to p{players}")]
    NoSuchPlayer {
        /// Their number.
        player: u8,
        /// How many there are.
        players: usize,
    },
    /// A card that cannot be there twice.
    #[error("{0} is there already: deal another card")]
    CardTwice(Card),
    /// A card below the six in short-deck hold'em.
    #[error("{0} is not in the short deck: deal a card from 6 up")]
    NotInTheDeck(Card),
    /// A user-defined field under the name of a field of the standard.
    #[error("`{0}` is a field of the standard, not a user-defined one: choose another name")]
    Reserved(Box<str>),
}

/// A refusal to read: where, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Inner {
    line: u64,
    column: u64,
    action: Option<(usize, String)>,
    problem: Problem,
}

impl Error {
    /// The line, counted from 1.
    pub fn line(&self) -> u64 {
        self.0.line
    }
    /// The column in characters, counted from 1.
    pub fn column(&self) -> u64 {
        self.0.column
    }
    /// The number (from 1) and text of the action, if the fault is in one.
    pub fn action(&self) -> Option<(usize, &str)> {
        self.0.action.as_ref().map(|(number, text)| (*number, text.as_str()))
    }
    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { line, column, action, problem } = &*self.0;
        write!(f, "line {line}, column {column}: ")?;
        if let Some((number, text)) = action {
            write!(f, "action {number} {text:?}: ")?;
        }
        fmt::Display::fmt(problem, f)
    }
}
impl std::error::Error for Error {}

/// A fault at a byte of the text; becomes an [`Error`] where the text is at hand.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) action: Option<(usize, String)>,
    pub(crate) problem: Problem,
}

pub(crate) type Parsed<T> = Result<T, Box<Fault>>;

#[cold]
pub(crate) fn fault<T>(at: usize, problem: impl Into<Problem>) -> Parsed<T> {
    Err(Box::new(Fault { at, action: None, problem: problem.into() }))
}

impl Fault {
    /// With the line and column of its byte; `first_line` is the number of the first line of the text.
    #[cold]
    pub(crate) fn located(self, text: &[u8], first_line: u64) -> Error {
        let (line, column) = place(text, self.at, first_line);
        Error(Box::new(Inner { line, column, action: self.action, problem: self.problem }))
    }
}

/// Line and column (both from 1) of a byte.
pub(crate) fn place(text: &[u8], at: usize, first_line: u64) -> (u64, u64) {
    let before = &text[..at.min(text.len())];
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let lines = memchr::memchr_iter(b'\n', before).count() as u64;
    // Characters: every byte that does not continue one.
    let column = before[start..].iter().filter(|&&b| b & 0xc0 != 0x80).count() as u64;
    (first_line + lines, column + 1)
}

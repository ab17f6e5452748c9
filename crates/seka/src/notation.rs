//! A whole deal as text: header, deck, actions, result.
//!
//! The text replays: [`read`] plays every line as it comes, so a line the rules refuse is refused
//! with its number, and so is a result that is not what came out. The format is described for
//! people in `docs/notation-seka.md`.
//!
//! ```
//! let text = "\
//! seka 1
//! base: 10
//! max: 100
//! seat 1: 200
//! seat 2: 200
//! deal 2: AH KC QD KD 10S 6C
//! 1 check
//! 2 raise 40
//! 1 fold
//! result: 1 -10, 2 +10
//! ";
//! let record = kozyr_seka::notation::read(text)?;
//! assert_eq!(record.moves.len(), 4);
//! assert_eq!(kozyr_seka::notation::read(&record.to_text()?)?, record);
//!
//! let error = kozyr_seka::notation::read(&text.replace("raise 40", "raise 400")).unwrap_err();
//! assert_eq!(error.to_string(), "line 8: a raise to 400 is above the table's maximum of 100");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod header;
mod read;
mod words;
mod write;

use crate::Refusal;

pub use read::{Deals, read, read_all};
pub use write::WriteError;

/// The version of the format this crate reads and writes.
pub const VERSION: &str = "1";

/// The first line of every deal.
const FIRST_LINE: &str = "seka 1";

/// Text that is no deal: the line where it stops being one, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// Not the first line of a deal.
    #[error("a deal begins with the line \"seka 1\"")]
    NotSeka,
    /// A later version.
    #[error("version {0} of the format is not known; this reads version {VERSION}")]
    Version(String),
    /// Nothing that can stand there.
    #[error("\"{0}\" is neither a header line nor a move")]
    NoSuchLine(String),
    /// Said before.
    #[error("\"{0}\" has been said already")]
    Twice(String),
    /// Header lines come before the first move.
    #[error("the header ends with the first move; \"{0}\" comes too late")]
    TooLate(String),
    /// Something the header needs.
    #[error("the header has no \"{0}\" line")]
    Missing(&'static str),
    /// A value that cannot be read.
    #[error("\"{text}\" is not {expected}")]
    Bad {
        /// The text.
        text: String,
        /// What should be there.
        expected: &'static str,
    },
    /// The rules say no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A whole deal ends with its result.
    #[error("the deal is over; its \"result:\" line should come next")]
    ResultExpected,
    /// The text ends before the deal.
    #[error("the deal is not over; more moves should come next")]
    NotOver,
    /// Something else came out.
    #[error("the result is not what comes out of the moves, which is \"{0}\"")]
    WrongResult(String),
}

impl Problem {
    fn bad<T>(text: &str, expected: &'static str) -> Result<T, Problem> {
        Err(Problem::Bad { text: shortened(text), expected })
    }
}

/// Enough of a text to recognise it in a message.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 40;
    match text.char_indices().nth(ENOUGH) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

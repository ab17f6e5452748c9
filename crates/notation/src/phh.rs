//! The PHH standard: poker hands as TOML, exactly.
//!
//! A [`Hand`] is the document, not the play: every field of the standard with its type, the actions as values,
//! user-defined fields as they are. Whether the actions are legal poker is for the engine to say: [`Replay`]
//! plays a document on it.
//!
//! - [`Reader`] reads one hand into a [`Hand`] that can be used again and again, without allocating for each
//!   action. [`Hands`] reads `.phhs` of any size in constant memory; [`Sections`] hands out the texts, for
//!   readers in several threads.
//! - Reading is strict: an [`Error`] names line, column and action. [`Leniency::Lenient`] repairs what has one
//!   obvious meaning and lists every [`Repair`].
//! - [`Hand::to_phh`] and [`write_phhs`] write what other tools of the standard read.

mod action;
mod amount;
mod cards;
mod check;
mod error;
mod field;
mod hand;
mod hands;
mod lenient;
mod read;
mod replay;
mod syntax;
mod value;
mod variant;
mod write;

pub use action::{Action, ActionError, Player, Shown};
pub use amount::Amount;
pub use cards::{Cards, CardsError};
pub use check::Invalid;
pub use error::{Error, Problem};
pub use field::{Field, TextField};
pub use hand::{Hand, LocalTime, Name};
pub use hands::{Hands, HandsError, Section, Sections};
pub use lenient::{Leniency, Repair, RepairKind};
pub use read::{Reader, Warning};
pub use replay::{Replay, ReplayError, StepError, Verdict, in_playing_order};
pub(crate) use replay::{VARIANT_FIELD, engine_code, hand_of};
pub use value::Value;
pub use variant::{UnknownVariant, Variant};
pub use write::write_phhs;

/// The most players a pack can serve: 52 cards, two each.
pub const MAX_PLAYERS: usize = 26;
/// The most text one hand may have.
pub const MAX_HAND_BYTES: usize = 1 << 20;
/// How deep lists and tables of user-defined fields may nest.
pub const MAX_DEPTH: usize = 64;

/// Reads any TOML of the kind hands use, for tests against other readers: no types, no checks.
#[doc(hidden)]
pub fn toml_value(text: &str) -> Result<Value, Error> {
    match syntax::document::whole(text) {
        Ok(entries) => Ok(Value::Table(entries)),
        Err(fault) => Err(fault.located(text.as_bytes(), 1)),
    }
}

//! TOML, as far as hands use it: values are read straight into their places, without a tree in between.
//!
//! This is TOML 1.0, which is what other PHH tools read. Differences from the `toml` crate, all of them
//! refusals: what only TOML 1.1 has (`\e`, `\xHH`, line breaks and a last comma in inline tables, times
//! without seconds), a leap second `:60`, nesting deeper than [`super::MAX_DEPTH`], dotted keys that reach
//! into a table which a deeper header has created in passing. `tests/toml.rs` holds the reader to the crate.

pub(crate) mod cursor;
pub(crate) mod document;
pub(crate) mod scalar;
pub(crate) mod string;

pub(crate) use cursor::Cursor;
pub(crate) use string::Span;

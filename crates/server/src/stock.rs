//! The stock tables, which every room has.

pub(crate) mod durak;

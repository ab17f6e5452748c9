//! The command line as a person types it.
//!
//! One program for all of it: every test program links the whole room once more.

mod cli;
mod contest;
mod convert;
mod durak;
mod evening;
mod files;
mod hand;
mod load;
mod mistypes;
mod notation_docs;
mod seka;
mod settings;
mod tournament;

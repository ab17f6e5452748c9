//! What the tests of the room share: the process, a client without a page, and a look into its books.
#![allow(dead_code, reason = "no test uses all of it")]

pub mod books;
pub mod client;
pub mod entrant;
pub mod http;
pub mod process;
pub mod raw;
pub mod regular;
pub mod updau;

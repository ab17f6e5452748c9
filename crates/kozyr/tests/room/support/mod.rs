//! What the tests of the room share: the process, a client without a page, and a look into its books.
#![allow(dead_code, reason = "no test uses all of it")]

pub mod books;
pub mod client;
pub mod entrant;
pub mod forms;
pub mod http;
pub mod newcomer;
pub mod opener;
pub mod process;
pub mod raw;
pub mod regular;
pub mod schema;
pub mod scripted;
pub mod updau;
pub mod updau_pair;
pub mod volley;

//! The room: accounts, lobby, tables and sockets around the rules.
//!
//! [`Room::open`] loads every table from its log, [`Room::serve`] answers over HTTP: `/ws` speaks
//! [`kozyr_protocol::room`], `/healthz` says whether hands can be dealt, everything else is the
//! browser client.
//!
//! One move: `socket.rs` reads it and knows who sent it; `pit.rs` has the mailbox of its tables;
//! `desk.rs` decides, hands the batch to the store, and applies and tells it once it is durable;
//! `wire.rs` cuts it to what each viewer may know.
//!
//! `door.rs` and `callers.rs` keep one address from taking the room for itself.
#![forbid(unsafe_code)]

mod callers;
mod clock;
mod desk;
mod directory;
mod door;
mod host;
mod limit;
mod load;
mod outlet;
mod people;
mod pit;
mod recent;
mod room;
mod seeds;
mod socket;
mod web;
mod wire;

pub use callers::AddressLimits;
pub use clock::RoomClock;
pub use load::LoadError;
pub use pit::{GamePlan, TablePlan};
pub use room::{Config, Room};

//! The room: accounts, lobby, tables and sockets around the rules.
//!
//! [`Room::open`] loads every table from its log, [`Room::serve`] answers over HTTP: `/ws` speaks
//! [`kozyr_protocol::room`], `/healthz` says whether hands can be dealt, everything else is the
//! browser client.
//!
//! One move: `socket.rs` reads it and knows who sent it; `shard.rs` steps its tables by messages and time;
//! `service.rs` (a table at work) decides, hands the batch to the store, and applies and tells it once it is durable;
//! `wire.rs` cuts it to what each viewer may know.
//!
//! `listen.rs` lets connections in; `callers.rs` and `waiting.rs` keep one address from taking the room
//! for itself; `meter.rs` counts what a socket is sent.
#![forbid(unsafe_code)]

mod accounts;
mod admin;
mod around;
mod audience;
mod audit;
pub mod bare;
mod callers;
mod chore;
mod clock;
mod directory;
mod door;
mod evening;
mod files;
mod gateway;
mod history;
mod host;
mod http;
mod limit;
mod listen;
mod load;
mod lobby;
mod looking;
mod made;
mod making;
mod meter;
mod names;
mod outlet;
mod passwords;
mod people;
mod plan;
mod planted;
mod practice;
mod presence;
mod pulse;
mod recent;
mod register;
mod room;
#[cfg(test)]
mod scenes;
mod seeds;
mod service;
mod shard;
mod sheet;
mod sign_in;
#[cfg(feature = "simulation")]
pub mod simulation;
mod socket;
mod stock;
mod tables;
mod talk;
mod tally;
mod tournament;
mod tries;
mod upgrade;
mod waiting;
mod want;
mod web;
mod wire;
mod world;

pub use audit::{Audit, audit};
pub use callers::AddressLimits;
pub use clock::RoomClock;
pub use load::LoadError;
pub use looking::{seka_action, seka_info, seka_view};
pub use made::{Made, TableLimits};
pub use plan::{GamePlan, TablePlan};
pub use practice::Practice;
pub use room::{Config, Room, RoomHandle};
pub use stock::stock_table;
pub use tables::CloseError;
pub use tournament::{BotFill, Start, StockTournament, TournamentPlan};

//! When and who: the words that every crate around a table shares.
//!
//! [`Timestamp`] is a moment of the *room's* time, which goes on from the last logged moment after a
//! restart and never back. [`WallTime`] is what a calendar shows: for dates and sessions only, never
//! for a clock somebody plays against. Nobody in here asks what time it is; a [`TimeSource`] is handed in.
//!
//! [`PlayerId`], [`TableId`] and [`TournamentId`] name people and places in logs, accounts and messages.
//!
//! ```
//! use kozyr_time::{Millis, PlayerId, TableId, Timestamp, WallTime};
//!
//! let now = Timestamp::from_millis(1_000);
//! assert_eq!((now + Millis::from_secs(20)).since(now), Millis::new(20_000));
//! let noon: WallTime = "2026-01-31T12:00:00Z".parse()?;
//! assert_eq!(noon.to_string(), "2026-01-31T12:00:00.000Z");
//! assert!(TableId::new("holdem-1").is_ok() && TableId::new("../etc").is_err());
//! assert!(PlayerId::new(1 << 53).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod id;
mod iso;
mod length;
mod pace;
mod room;

pub use id::{IdError, PlayerId, TableId, TournamentId};
pub use iso::{NoMoment, WallTime};
pub use length::Millis;
pub use pace::{ManualTime, Pace, TimeSource};
pub use room::Timestamp;

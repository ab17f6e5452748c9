//! A table around a card game.
//!
//! Nothing in here reads a clock: what time it is comes in as a [`Timestamp`]. A room that should
//! run faster than life (a test, a simulation) hands out the time of a [`Pace`] instead of its own.
//!
//! ```
//! use kozyr_table::{Millis, Pace, Timestamp};
//!
//! let wall = Timestamp::from_millis(1_800_000_000_000);
//! let pace = Pace::times(20);
//! let deadline = pace.at(wall) + Millis::from_secs(30);
//! // Thirty seconds of the table are one and a half of the wall.
//! assert_eq!(pace.wait(wall, deadline), Millis::new(1_500));
//! assert_eq!(Pace::REAL.at(wall), wall);
//! ```
#![forbid(unsafe_code)]

mod time;

pub use time::{ManualTime, Millis, Pace, TimeSource, Timestamp};

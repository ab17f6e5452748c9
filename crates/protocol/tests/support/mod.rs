//! What the tests of the sessions share: a room around them, what comes from outside it, and clients that listen.
#![allow(dead_code, unreachable_pub, unused_imports)]

mod crowd;
mod host;
mod outside;

pub use crowd::Crowd;
pub use host::Host;
pub use outside::Outside;

use kozyr_protocol::updau::Timestamp;

/// 2026-01-01T00:00:00Z, when all tests begin.
pub const START: Timestamp = Timestamp::from_millis(1_767_225_600_000);

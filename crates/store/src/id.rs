//! Names and numbers of what is stored.

use crate::PlayerId;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The name of a stream of events: `table/7`, `tournament/12`. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(Arc<str>);

/// Text that names nothing the store could keep.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// A stream's name is short and plain.
    #[error("{0:?} is no stream name: use 1 to 64 of the characters a-z, 0-9, '-' and '/'")]
    Stream(String),
}

impl StreamId {
    /// A stream of this name.
    pub fn new(name: &str) -> Result<StreamId, NameError> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'/';
        if (1..=64).contains(&name.len()) && name.bytes().all(plain) {
            Ok(StreamId(name.into()))
        } else {
            Err(NameError::Stream(name.to_owned()))
        }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for StreamId {
    type Err = NameError;
    fn from_str(name: &str) -> Result<StreamId, NameError> {
        StreamId::new(name)
    }
}
impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl fmt::Debug for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which ownership of a stream this is. Every claim is one higher, and only the latest may append.
/// Zero: nobody has claimed the stream yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Epoch(pub u64);

/// The number of an event in its stream. The first is 1; 0 is "before all of them".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sequence(pub u64);

impl Sequence {
    /// Before the first event.
    pub const START: Sequence = Sequence(0);

    /// So many events further on.
    pub const fn plus(self, events: usize) -> Sequence {
        Sequence(self.0 + events as u64)
    }
}

/// The id that a client gave its command; the same one again means the same command again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandId(pub u128);

/// Whose command it is: clients choose their ids freely, so one user's say nothing about another's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandKey {
    /// Who sent it.
    pub user: PlayerId,
    /// Under which id.
    pub command: CommandId,
}

/// What a command said, in 64 bits that the caller computes: tells a repeated command from another one
/// under the same id. Ids are a player's own, so a collision could mislead its sender only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CommandDigest(pub u64);

/// A process that writes, by a number that no other opening of the store has had.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct WriterId(pub u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_names_are_short_and_plain() {
        assert!(StreamId::new(&"x".repeat(64)).is_ok());
        for name in [&"x".repeat(65), "", "Table/1", "стол", "a b", "a\0"] {
            assert_eq!(StreamId::new(name), Err(NameError::Stream(name.to_owned())));
        }
    }
}

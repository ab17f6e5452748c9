//! What people, tables and tournaments are called in logs, accounts and messages.

use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::str::FromStr;

/// A number or a name that is no id.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IdError {
    /// A player's number is one that every JSON reader holds exactly.
    #[error("{0} is no player's number: it is from 0 to 2^53 - 1")]
    Player(u64),
    /// A name is short and plain, so that it can stand in an address and in a log.
    #[error("{0:?} is no id: it has 1 to 40 characters a-z, 0-9 and '-'")]
    Name(String),
}

/// A person or a bot, by the number the room knows them by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u64", into = "u64")
)]
pub struct PlayerId(u64);

impl PlayerId {
    /// The largest number: 2⁵³ − 1, which every JSON reader holds exactly.
    pub const MAX: u64 = (1 << 53) - 1;

    /// The player of this number.
    pub const fn new(number: u64) -> Result<PlayerId, IdError> {
        if number <= PlayerId::MAX { Ok(PlayerId(number)) } else { Err(IdError::Player(number)) }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl From<u32> for PlayerId {
    fn from(number: u32) -> PlayerId {
        PlayerId(number.into())
    }
}
impl From<PlayerId> for u64 {
    fn from(player: PlayerId) -> u64 {
        player.0
    }
}
impl TryFrom<u64> for PlayerId {
    type Error = IdError;
    fn try_from(number: u64) -> Result<PlayerId, IdError> {
        PlayerId::new(number)
    }
}
impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A short plain name, shared rather than copied.
macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize),
            serde(try_from = "String", into = "String")
        )]
        pub struct $name(Arc<str>);

        impl $name {
            /// The one of this name.
            pub fn new(name: &str) -> Result<$name, IdError> {
                let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
                if (1..=40).contains(&name.len()) && name.bytes().all(plain) {
                    Ok($name(name.into()))
                } else {
                    Err(IdError::Name(name.chars().take(60).collect()))
                }
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;
            fn from_str(name: &str) -> Result<$name, IdError> {
                $name::new(name)
            }
        }
        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(name: String) -> Result<$name, IdError> {
                $name::new(&name)
            }
        }
        impl From<$name> for String {
            fn from(name: $name) -> String {
                String::from(&*name.0)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

name! {
    /// A table of the room.
    TableId
}
name! {
    /// A tournament of the room.
    TournamentId
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;

    #[test]
    fn names_are_short_and_plain() {
        assert!(TableId::new(&"x".repeat(40)).is_ok());
        for name in ["x".repeat(41).as_str(), "", "Table", "стол", "a b", "a/b", "a\0"] {
            assert_eq!(TableId::new(name), Err(IdError::Name(name.to_owned())));
        }
    }

    #[test]
    fn numbers_fit_into_json() {
        assert_eq!(PlayerId::new(PlayerId::MAX).map(PlayerId::get), Ok(PlayerId::MAX));
        assert_eq!(PlayerId::new(PlayerId::MAX + 1), Err(IdError::Player(1 << 53)));
    }
}

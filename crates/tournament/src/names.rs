//! What things are called: players, hands, tables, places at a table.

use kozyr_card_game::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// A name somebody else gave, shared rather than copied. Equal when the text is.
macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl From<&str> for $name {
            fn from(text: &str) -> $name {
                $name(text.into())
            }
        }
        impl From<String> for $name {
            fn from(text: String) -> $name {
                $name(text.into())
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&*self.0, f)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                std::borrow::Cow::<'de, str>::deserialize(deserializer).map(|text| $name(text.as_ref().into()))
            }
        }
    };
}

name! {
    /// Who entered, by the name the tournament has for them; a room maps it to a player. One entrant has at most one chair.
    EntrantId
}
name! {
    /// A player's name as it was when they registered.
    Name
}
name! {
    /// Which hand; unique in the tournament.
    HandId
}

/// A table's number. Numbers are not used again after a table is broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableNo(pub u16);

impl fmt::Display for TableNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A chair: which table, which seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Chair {
    /// At which table.
    pub table: TableNo,
    /// In which seat.
    pub seat: Seat,
}

impl Chair {
    /// The chair at this table and seat.
    pub const fn new(table: TableNo, seat: Seat) -> Chair {
        Chair { table, seat }
    }
}

impl fmt::Display for Chair {
    /// `3-7`: table 3, seat 7.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.table, self.seat)
    }
}

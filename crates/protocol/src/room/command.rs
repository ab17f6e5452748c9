//! The id of a command.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The id a client gives a command; the same one again means the same command again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(pub u128);

/// Text that is no command id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a command id is 32 hexadecimal digits, with or without hyphens")]
pub struct CommandIdError;

impl FromStr for CommandId {
    type Err = CommandIdError;
    fn from_str(text: &str) -> Result<CommandId, CommandIdError> {
        let mut id = 0u128;
        let mut digits = 0;
        for character in text.chars().filter(|&character| character != '-') {
            let digit = character.to_digit(16).ok_or(CommandIdError)?;
            id = id << 4 | u128::from(digit);
            digits += 1;
            if digits > 32 {
                return Err(CommandIdError);
            }
        }
        if digits == 32 { Ok(CommandId(id)) } else { Err(CommandIdError) }
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.0);
        let [a, b, c, d] = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20]];
        write!(f, "{a}-{b}-{c}-{d}-{}", &digits[20..])
    }
}
impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for CommandId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CommandId, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ids_are_uuids_with_or_without_hyphens() {
        let id: CommandId = "0192f3A4-0000-7000-8000-00000000002a".parse().unwrap();
        assert_eq!(id.to_string(), "0192f3a4-0000-7000-8000-00000000002a");
        assert_eq!("0192f3a400007000800000000000002a".parse(), Ok(id));
        for wrong in ["", "-", "2a", "0192f3a40000700080000000000000020", "0192f3a400007000800000000000002g"]
        {
            assert_eq!(wrong.parse::<CommandId>(), Err(CommandIdError), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn every_id_survives_its_text(id: u128) {
            prop_assert_eq!(CommandId(id).to_string().parse(), Ok(CommandId(id)));
        }
        #[test]
        fn any_text_is_an_id_or_refused(text in ".{0,40}") {
            let _ = text.parse::<CommandId>();
        }
    }
}

//! Blind levels: what is posted, and for how long.

use crate::Millis;
use crate::exact;
use kozyr_chips::Chips;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One row of the blind structure, in JSON as the plan has it (`duration` in minutes).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlindLevel {
    /// 1 for the first.
    pub level: u32,
    /// The small blind.
    pub small_blind: Chips,
    /// The big blind.
    pub big_blind: Chips,
    /// The ante; nothing when there is none.
    #[serde(default, skip_serializing_if = "is_nothing", deserialize_with = "nothing_if_null")]
    pub ante: Chips,
    /// How long; a level without a duration is ended by the host.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "minutes")]
    pub duration: Option<Millis>,
}

/// Who posts the ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AnteKind {
    /// Everybody posts it.
    #[default]
    Each,
    /// The big blind posts one ante for the table, after their blind (TDA 2024 RP-11).
    BigBlind,
}

impl BlindLevel {
    /// The finest length of a level: a thousandth of a minute, which has an exact decimal text.
    pub const GRAIN_MS: u64 = 60;
    /// The longest: a week.
    pub const LONGEST: Millis = Millis::from_minutes(7 * 24 * 60);

    /// Level `level` with these blinds, no ante, so many minutes.
    pub const fn new(level: u32, small_blind: i64, big_blind: i64, minutes: u64) -> BlindLevel {
        BlindLevel {
            level,
            small_blind: Chips::new(small_blind),
            big_blind: Chips::new(big_blind),
            ante: Chips::ZERO,
            duration: Some(Millis::from_minutes(minutes)),
        }
    }
}

/// `null` is no ante, like leaving it out.
fn nothing_if_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Chips, D::Error> {
    Option::<Chips>::deserialize(deserializer).map(Option::unwrap_or_default)
}

fn is_nothing(chips: &Chips) -> bool {
    chips.is_zero()
}

mod minutes {
    use super::*;

    pub(super) fn serialize<S: Serializer>(span: &Option<Millis>, serializer: S) -> Result<S::Ok, S::Error> {
        match span {
            Some(span) => {
                let thousandths = (*span).min(BlindLevel::LONGEST).get() / BlindLevel::GRAIN_MS;
                exact::write(thousandths as i64, 3, serializer)
            }
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Millis>, D::Error> {
        let minutes = Option::<Minutes>::deserialize(deserializer)?;
        Ok(minutes.map(|Minutes(span)| span))
    }

    struct Minutes(Millis);

    impl<'de> Deserialize<'de> for Minutes {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Minutes, D::Error> {
            let thousandths = exact::read(3, deserializer)?;
            let grains = u64::try_from(thousandths).ok();
            let length = grains.map(|grains| Millis::new(grains.saturating_mul(BlindLevel::GRAIN_MS)));
            let length = length.filter(|&length| length <= BlindLevel::LONGEST).ok_or_else(|| {
                serde::de::Error::custom("a level lasts at most a week; leave duration out for no end")
            })?;
            Ok(Minutes(length))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_the_plans_and_exact() {
        let row = r#"{"level":3,"smallBlind":50,"bigBlind":100,"ante":10,"duration":7.5}"#;
        let level: BlindLevel = serde_json::from_str(row).unwrap();
        assert_eq!(level.duration, Some(Millis::from_secs(450)));
        assert_eq!(serde_json::to_string(&level).unwrap(), row);
        let bare = r#"{"level":1,"smallBlind":10,"bigBlind":20}"#;
        let level: BlindLevel = serde_json::from_str(bare).unwrap();
        assert_eq!((level.ante, level.duration), (Chips::ZERO, None));
        assert_eq!(serde_json::to_string(&level).unwrap(), bare);
        let null = r#"{"level":1,"smallBlind":10,"bigBlind":20,"ante":null,"duration":null}"#;
        assert_eq!(serde_json::from_str::<BlindLevel>(null).unwrap(), level);
    }

    #[test]
    fn bad_rows_are_refused() {
        for row in [
            r#"{"level":1,"smallBlind":10.5,"bigBlind":20}"#,
            r#"{"level":1,"smallBlind":10,"bigBlind":20,"duration":-1}"#,
            r#"{"level":1,"smallBlind":10,"bigBlind":20,"duration":"10"}"#,
            r#"{"level":1,"smallBlind":10,"bigBlind":20,"duration":0.0001}"#,
            r#"{"level":1,"smallBlind":10,"bigBlind":20,"colour":"red"}"#,
        ] {
            assert!(serde_json::from_str::<BlindLevel>(row).is_err(), "{row}");
        }
    }
}

//! Rules as configuration: only what differs from the usual game need be said.

use crate::{DarkDiscount, DarkFunding, Points, Rake, RevealShown, Rules, RulesError, Timers};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// [`Rules`] as written down; checked on the way in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Config {
    base: Chips,
    max_stake: Chips,
    min_balance: Option<Chips>,
    max_balance: Option<Chips>,
    seats: Option<u8>,
    #[serde(default, deserialize_with = "cards_from_text")]
    deck: Option<CardSet>,
    /// Absent is the usual joker; `null` is none.
    #[serde(default, deserialize_with = "given")]
    joker: Option<Option<Card>>,
    #[serde(default)]
    points: Points,
    #[serde(default)]
    dark_funding: DarkFunding,
    #[serde(default)]
    dark_discount: DarkDiscount,
    #[serde(default)]
    match_final_raise: bool,
    #[serde(default)]
    reveal_shown: RevealShown,
    max_svaras: Option<u8>,
    #[serde(default)]
    rake: Rake,
    #[serde(default)]
    timers: Timers,
}

impl TryFrom<Config> for Rules {
    type Error = RulesError;
    fn try_from(config: Config) -> Result<Rules, RulesError> {
        let usual = Rules::new(config.base, config.max_stake);
        let rules = Rules {
            min_balance: config.min_balance.unwrap_or(usual.min_balance),
            max_balance: config.max_balance,
            seats: config.seats.unwrap_or(usual.seats),
            deck: config.deck.unwrap_or(usual.deck),
            joker: config.joker.unwrap_or(usual.joker),
            points: config.points,
            dark_funding: config.dark_funding,
            dark_discount: config.dark_discount,
            match_final_raise: config.match_final_raise,
            reveal_shown: config.reveal_shown,
            max_svaras: config.max_svaras.unwrap_or(usual.max_svaras),
            rake: config.rake,
            timers: config.timers,
            ..usual
        };
        rules.check()?;
        Ok(rules)
    }
}

pub(crate) fn cards_as_text<S: Serializer>(cards: &CardSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(cards)
}

fn cards_from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CardSet>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(D::Error::custom)
}

fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Card>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_need_be_said() {
        let rules: Rules = serde_json::from_str(r#"{"base": 10, "max_stake": 100}"#).unwrap();
        assert_eq!(rules, Rules::new(Chips::new(10), Chips::new(100)));
        let none: Rules = serde_json::from_str(r#"{"base": 10, "max_stake": 100, "joker": null}"#).unwrap();
        assert_eq!(none.joker, None);
    }

    #[test]
    fn everything_goes_both_ways() {
        for rules in Rules::stock() {
            let odd = Rules {
                rake: Rake::BasisPoints(250),
                joker: None,
                max_balance: Some(Chips::new(9000)),
                dark_discount: DarkDiscount::Always,
                ..rules
            };
            for rules in [rules, odd] {
                let text = serde_json::to_string(&rules).unwrap();
                assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules, "{text}");
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, complaint) in [
            (r#"{"base": 0, "max_stake": 100}"#, "base bet must be at least 1"),
            (r#"{"base": 10, "max_stake": 100, "jokers": 2}"#, "unknown field"),
            (r#"{"base": 10, "max_stake": 100, "deck": "AsAs"}"#, "once"),
            (r#"{"base": 10.5, "max_stake": 100}"#, "invalid type"),
        ] {
            let error = serde_json::from_str::<Rules>(text).unwrap_err().to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }
}

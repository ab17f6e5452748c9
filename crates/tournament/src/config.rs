//! What a host decides before a tournament: the form, and the form once it has been checked.

use crate::Millis;
use crate::bounty::Bounty;
use crate::level::{AnteKind, BlindLevel};
use crate::payouts::Payouts;
use crate::problem::{Problem, problems};
use kozyr_chips::Chips;
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// The form a host fills in. Anything may stand in it; [`Config::check`] makes [`Rules`] of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Config {
    /// What the tournament is called.
    pub name: String,
    /// What everybody starts with, and gets again for a rebuy or a re-entry.
    pub starting_chips: Chips,
    /// What an entry costs.
    pub buy_in: Chips,
    /// Seats at a table, 2 to 10.
    pub seats: u8,
    /// The blind structure, first level first.
    pub levels: Vec<BlindLevel>,
    /// Who posts the antes of the levels.
    #[serde(default)]
    pub ante_kind: AnteKind,
    /// Who is paid what.
    pub prizes: Payouts,
    /// May the shares sum to something else than 100 % and be paid in proportion?
    #[serde(default)]
    pub normalise_prizes: bool,
    /// How equal-stack busts of one hand are paid.
    #[serde(default)]
    pub tie_policy: TiePolicy,
    /// The pool, whatever was paid in; zero counts.
    #[serde(default)]
    pub prize_pool_override: Option<Chips>,
    /// The pool is at least this; the house adds what is missing.
    #[serde(default)]
    pub guarantee: Option<Chips>,
    /// May players who bust buy in again and keep the seat?
    #[serde(default)]
    pub rebuys: Option<Rebuys>,
    /// May players enter after the start?
    #[serde(default)]
    pub late_entry: Option<LateEntry>,
    /// Extra chips for sale at a break.
    #[serde(default)]
    pub add_on: Option<AddOn>,
    /// A price on everybody's head.
    #[serde(default)]
    pub bounty: Option<Bounty>,
    /// When everybody rests.
    #[serde(default)]
    pub breaks: Vec<BreakRule>,
    /// The most entrants; none for as many as come.
    #[serde(default)]
    pub max_entrants: Option<u32>,
}

/// How equal-stack busts of one hand are paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TiePolicy {
    /// Each gets the prize of their ordinal place.
    #[default]
    Ordinal,
    /// They share the prizes of their places equally.
    Split,
}

/// Rebuys: on a bust, the same seat, the starting stack, for another buy-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rebuys {
    /// Until the scheduled end of this level (1-based, inclusive); none for always.
    #[serde(default)]
    pub end_level: Option<u32>,
    /// The most for one player; none for as many as they like.
    #[serde(default)]
    pub max_each: Option<u32>,
}

/// Entering after the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LateEntry {
    /// Until the scheduled end of this level (1-based, inclusive).
    pub end_level: u32,
    /// How often a player who is out may enter again with a new seat.
    #[serde(default)]
    pub re_entries: u32,
}

/// Extra chips, once a player, at a break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddOn {
    /// What it costs; it goes into the pool.
    pub price: Chips,
    /// What the player gets.
    pub chips: Chips,
    /// For sale at breaks up to the one that follows this level (1-based).
    pub end_level: u32,
}

/// When everybody rests. The clock stops, hands are finished, then the break counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum BreakRule {
    /// Between this level (1-based) and the next.
    AfterLevel {
        /// After which level.
        level: u32,
        /// For how long.
        length: Millis,
    },
    /// At the same minute of every hour, in all tournaments of the room at once.
    Hourly {
        /// The minute, 0 to 59.
        minute: u8,
        /// For how long.
        length: Millis,
    },
}

impl BreakRule {
    /// For how long.
    pub const fn length(self) -> Millis {
        match self {
            BreakRule::AfterLevel { length, .. } | BreakRule::Hourly { length, .. } => length,
        }
    }
}

impl Config {
    /// Checks the form. What keeps a tournament from being played is refused, all of it at once,
    /// each with its row and, where there is one, a fix.
    pub fn check(self) -> Result<Rules, Vec<Problem>> {
        let grave: Vec<Problem> = problems(&self).into_iter().filter(Problem::is_grave).collect();
        if grave.is_empty() { Ok(Rules(self)) } else { Err(grave) }
    }

    /// Everything odd about the form, grave or not, in the order of the form.
    pub fn problems(&self) -> Vec<Problem> {
        problems(self)
    }

    /// What an entry, a rebuy or a re-entry costs: the buy-in, and the price on the new head.
    pub fn entry_price(&self) -> Chips {
        self.buy_in + self.bounty_amount()
    }

    pub(crate) fn bounty_amount(&self) -> Chips {
        self.bounty.map_or(Chips::ZERO, |bounty| bounty.amount)
    }

    pub(crate) fn break_after(&self, level: u32) -> Option<Millis> {
        self.breaks.iter().find_map(|rule| match *rule {
            BreakRule::AfterLevel { level: after, length } if after == level => Some(length),
            _ => None,
        })
    }

    pub(crate) fn hourly_break(&self) -> Option<(u8, Millis)> {
        self.breaks.iter().find_map(|rule| match *rule {
            BreakRule::Hourly { minute, length } => Some((minute, length)),
            BreakRule::AfterLevel { .. } => None,
        })
    }
}

/// A form that has been checked: a tournament can be played by it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Config", into = "Config")]
pub struct Rules(Config);

impl Deref for Rules {
    type Target = Config;
    fn deref(&self) -> &Config {
        &self.0
    }
}

impl From<Rules> for Config {
    fn from(rules: Rules) -> Config {
        rules.0
    }
}

impl TryFrom<Config> for Rules {
    type Error = Problem;
    fn try_from(config: Config) -> Result<Rules, Problem> {
        config.check().map_err(|mut problems| problems.remove(0))
    }
}

//! Ready-made structures, and how long a tournament will take.

use crate::Millis;
use crate::config::{BreakRule, Config, LateEntry, Rules, TiePolicy};
use crate::level::{AnteKind, BlindLevel};
use crate::payouts::{PayoutPreset, Payouts};
use kozyr_chips::Chips;
use std::str::FromStr;

/// A ready-made structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preset {
    /// Fifty big blinds, five minutes a level.
    Turbo,
    /// A hundred big blinds, ten minutes a level, a break every hour.
    Regular,
    /// Two hundred big blinds, fifteen minutes a level, smaller steps.
    Deep,
}

/// A name that is no preset.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no structure: say turbo, regular or deep")]
pub struct NoPreset(String);

impl FromStr for Preset {
    type Err = NoPreset;
    fn from_str(text: &str) -> Result<Preset, NoPreset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == text).ok_or_else(|| NoPreset(text.to_owned()))
    }
}

/// Small blinds of one decade; the ladder repeats them ten times as high.
const STEPS: [i64; 11] = [10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100];
const _: () = assert!(STEPS[10] == STEPS[0] * 10);

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 3] = [Preset::Turbo, Preset::Regular, Preset::Deep];

    /// `turbo`, `regular`, `deep`.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Turbo => "turbo",
            Preset::Regular => "regular",
            Preset::Deep => "deep",
        }
    }

    /// The form filled in: blinds, breaks, late entry, payouts by field size. Change what you like.
    pub fn config(self, name: &str) -> Config {
        let (starting, minutes, late_levels, skip) = match self {
            Preset::Turbo => (2_500, 5, 4, 2),
            Preset::Regular => (5_000, 10, 6, 2),
            Preset::Deep => (20_000, 15, 8, 1),
        };
        let first = STEPS.iter().position(|&step| step == 25).unwrap_or(0);
        let levels = ladder(first, skip, if self == Preset::Deep { 2 } else { 1 })
            .zip(1..)
            .map(|(small, level)| BlindLevel {
                // The ante is one big blind, from the fourth level on.
                ante: if level >= 4 { Chips::new(small * 2) } else { Chips::ZERO },
                ..BlindLevel::new(level, small, small * 2, minutes)
            })
            .collect();
        let hourly = BreakRule::Hourly { minute: 55, length: Millis::from_minutes(5) };
        Config {
            name: name.to_owned(),
            starting_chips: Chips::new(starting),
            buy_in: Chips::new(100),
            seats: 9,
            levels,
            ante_kind: AnteKind::BigBlind,
            prizes: Payouts::Preset(PayoutPreset::SitAndGo),
            normalise_prizes: false,
            tie_policy: TiePolicy::Ordinal,
            prize_pool_override: None,
            guarantee: None,
            rebuys: None,
            late_entry: Some(LateEntry { end_level: late_levels, re_entries: 0 }),
            add_on: None,
            bounty: None,
            breaks: if self == Preset::Turbo { Vec::new() } else { vec![hourly] },
            max_entrants: None,
        }
    }

    /// The form, checked.
    pub fn rules(self, name: &str) -> Rules {
        let name = if name.trim().is_empty() { self.name() } else { name };
        self.config(name).check().expect("the presets are sound")
    }
}

/// Small blinds from a step on, every `skip`th step, up to ten million.
fn ladder(first: usize, skip: usize, times: i64) -> impl Iterator<Item = i64> {
    let per_decade = STEPS.len() - 1;
    (0..)
        .map(move |n| first + n * skip)
        .map(move |step| times * STEPS[step % per_decade] * 10i64.pow((step / per_decade) as u32))
        .take_while(|&small| small <= 10_000_000)
}

/// When a tournament is likely to be over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// The level (1-based) in which it should end.
    pub level: u32,
    /// How long it should take, breaks included.
    pub duration: Millis,
    /// The structure ends, or has a level without a duration, before the chips are few enough:
    /// it will take longer than this.
    pub at_least: bool,
}

/// Predicts the end for so many entries: about when all the chips in play are twenty big blinds,
/// ten for each of the last two players.
pub fn predict(config: &Config, entries: u32) -> Prediction {
    let chips = config.starting_chips.units().saturating_mul(i64::from(entries));
    let mut duration = Millis::ZERO;
    let hourly = config.hourly_break().map(|(_, length)| length);
    let done = |level: u32, played: Millis, at_least| {
        let hours = played.get() / Millis::from_minutes(60).get();
        let rests = hourly.map_or(0, |length| length.get().saturating_mul(hours));
        Prediction { level, duration: played + Millis::new(rests), at_least }
    };
    for (level, number) in config.levels.iter().zip(1..) {
        let Some(length) = level.duration else { return done(number, duration, true) };
        duration = duration + length;
        if level.big_blind.units().saturating_mul(20) >= chips {
            return done(number, duration, false);
        }
        duration = duration + config.break_after(number).unwrap_or_default();
    }
    done(config.levels.len() as u32, duration, true)
}

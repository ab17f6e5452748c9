//! What is wrong with a form: which row, what, and the fix on offer.

use crate::Millis;
use crate::config::{BreakRule, Config};
use crate::level::BlindLevel;
use crate::payouts::Payouts;
use crate::prizes::{PrizeProblem, PrizeTable, WHOLE_BPS, normalise, percent};
use crate::reason::Lang;
use kozyr_chips::Chips;
use std::fmt;

/// No amount in a form is larger, so that no sum over a field can leave the range of [`Chips`].
pub const MAX_AMOUNT: Chips = Chips::new(1_000_000_000);
/// No field is larger.
pub const MAX_ENTRANTS: u32 = 100_000;
/// No structure has more levels.
pub const MAX_LEVELS: usize = 200;

/// Something odd in a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where.
    pub row: Row,
    /// What.
    pub what: What,
    /// What would make it right, if that can be said.
    pub fix: Option<Fix>,
}

/// Where in the form, as a person counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A row of the blind structure, from 1.
    Level(usize),
    /// A row of the prizes, from 1.
    Prize(usize),
    /// A row of the breaks, from 1.
    Break(usize),
    /// A field, by its JSON name.
    Field(&'static str),
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// There is nothing where something must be.
    Missing,
    /// A number outside its bounds.
    OutOfBounds {
        /// The least allowed.
        low: i64,
        /// The most allowed.
        high: i64,
        /// What stands there.
        is: i64,
    },
    /// Levels are numbered 1, 2, 3 in order.
    LevelNumber {
        /// What it should be.
        expected: u32,
    },
    /// The big blind is smaller than the small blind.
    BigBelowSmall,
    /// The blinds fall. Allowed, but hardly meant.
    BlindsFall,
    /// Fewer than ten big blinds to start with. Allowed, but short.
    ShortStacks {
        /// Whole big blinds.
        big_blinds: i64,
    },
    /// Nothing, more than a week, or a length that has no exact text in minutes.
    BadLength,
    /// The shares make no prize table.
    Prizes(PrizeProblem),
}

/// A change to the form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fix {
    /// Put this blind level in the row (or add it as the last).
    Level(usize, BlindLevel),
    /// Use these shares.
    Prizes(Vec<u32>),
    /// Put this break in the row.
    Break(usize, BreakRule),
    /// Put this number in the field.
    Number(&'static str, i64),
    /// Put this text in the field.
    Text(&'static str, String),
    /// Leave the field empty.
    Clear(&'static str),
    /// Keep only so many levels.
    KeepLevels(usize),
}

impl Problem {
    /// Does it keep the tournament from being played?
    pub fn is_grave(&self) -> bool {
        // An end level that is not there means never or always, which can be played.
        let end_level = matches!(self.row, Row::Field("rebuyEndLevel" | "lateEntry" | "addOn"));
        !end_level && !matches!(self.what, What::BlindsFall | What::ShortStacks { .. })
    }

    /// What is wrong, for a person.
    pub fn text(&self, lang: Lang) -> String {
        let ru = lang == Lang::Ru;
        let row = match (self.row, ru) {
            (Row::Level(n), false) => format!("level {n}"),
            (Row::Level(n), true) => format!("уровень {n}"),
            (Row::Prize(n), false) => format!("prize {n}"),
            (Row::Prize(n), true) => format!("приз {n}"),
            (Row::Break(n), false) => format!("break {n}"),
            (Row::Break(n), true) => format!("перерыв {n}"),
            (Row::Field(name), _) => name.to_owned(),
        };
        let what = match (&self.what, ru) {
            (What::Missing, false) => "nothing is there".to_owned(),
            (What::Missing, true) => "здесь пусто".to_owned(),
            (What::OutOfBounds { low, high, is }, false) => format!("{is} is not between {low} and {high}"),
            (What::OutOfBounds { low, high, is }, true) => format!("{is} не между {low} и {high}"),
            (What::LevelNumber { expected }, false) => format!("should have number {expected}"),
            (What::LevelNumber { expected }, true) => format!("должен иметь номер {expected}"),
            (What::BigBelowSmall, false) => "the big blind is below the small blind".to_owned(),
            (What::BigBelowSmall, true) => "большой блайнд меньше малого".to_owned(),
            (What::BlindsFall, false) => "the blinds fall".to_owned(),
            (What::BlindsFall, true) => "блайнды уменьшаются".to_owned(),
            (What::ShortStacks { big_blinds }, false) => {
                format!("only {big_blinds} big blinds to start with")
            }
            (What::ShortStacks { big_blinds }, true) => {
                format!("на старте только {big_blinds} больших блайндов")
            }
            (What::BadLength, false) => "give minutes up to a week, with at most three decimals".to_owned(),
            (What::BadLength, true) => {
                "укажите минуты, не больше недели и не более трёх знаков после запятой".to_owned()
            }
            (What::Prizes(problem), false) => problem.to_string(),
            (What::Prizes(problem), true) => prizes_ru(problem),
        };
        format!("{row}: {what}")
    }
}

fn prizes_ru(problem: &PrizeProblem) -> String {
    match problem {
        PrizeProblem::Nobody => "никто не получит приза: дайте долю первому месту".to_owned(),
        PrizeProblem::Not100 { sum_bps } => {
            format!("сумма долей {} %, а не 100 %: нормализуйте их", percent(*sum_bps))
        }
        PrizeProblem::Increases { place } => {
            format!("{place}-е место получит больше, чем {}-е: отсортируйте доли", place - 1)
        }
        PrizeProblem::TooMuch => "не более 1000 мест, не более 100 % каждому".to_owned(),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Problem {}

impl Fix {
    /// Makes the change.
    pub fn apply(&self, config: &mut Config) {
        match self {
            Fix::Level(row, level) if *row > config.levels.len() => config.levels.push(*level),
            Fix::Level(row, level) => config.levels[row - 1] = *level,
            Fix::Prizes(shares) => {
                if let Ok(table) = PrizeTable::strict(shares) {
                    config.prizes = Payouts::Table(table);
                }
            }
            Fix::Break(row, rule) => config.breaks[row - 1] = *rule,
            Fix::KeepLevels(count) => config.levels.truncate(*count),
            Fix::Text(_, text) => config.name.clone_from(text),
            Fix::Clear("prizePoolOverride") => config.prize_pool_override = None,
            Fix::Clear("guarantee") => config.guarantee = None,
            Fix::Clear(_) => config.max_entrants = None,
            Fix::Number(field, to) => set_number(config, field, *to),
        }
    }
}

fn set_number(config: &mut Config, field: &str, to: i64) {
    let level = u32::try_from(to).unwrap_or(1);
    match field {
        "startingChips" => config.starting_chips = Chips::new(to),
        "buyIn" => config.buy_in = Chips::new(to),
        "seats" => config.seats = u8::try_from(to).unwrap_or(9),
        "maxEntrants" => config.max_entrants = Some(level),
        "rebuyEndLevel" => {
            config.rebuys = config.rebuys.map(|rebuys| crate::Rebuys { end_level: Some(level), ..rebuys });
        }
        "lateEntry" => {
            config.late_entry = config.late_entry.map(|late| crate::LateEntry { end_level: level, ..late });
        }
        "addOn" => config.add_on = config.add_on.map(|add_on| crate::AddOn { end_level: level, ..add_on }),
        "bounty" => {
            config.bounty = config.bounty.map(|bounty| crate::Bounty { amount: Chips::new(to), ..bounty });
        }
        "addOnPrice" => {
            config.add_on = config.add_on.map(|add_on| crate::AddOn { price: Chips::new(to), ..add_on });
        }
        "addOnChips" => {
            config.add_on = config.add_on.map(|add_on| crate::AddOn { chips: Chips::new(to), ..add_on });
        }
        _ => unreachable!("a fix names a field of the form"),
    }
}

/// Everything odd about a form, in its order.
pub(crate) fn problems(config: &Config) -> Vec<Problem> {
    let mut found = Vec::new();
    general(config, &mut found);
    levels(config, &mut found);
    prizes(config, &mut found);
    extras(config, &mut found);
    found
}

fn bounded(found: &mut Vec<Problem>, field: &'static str, is: i64, low: i64, high: i64) {
    if !(low..=high).contains(&is) {
        let fix = Some(Fix::Number(field, is.clamp(low, high)));
        found.push(Problem { row: Row::Field(field), what: What::OutOfBounds { low, high, is }, fix });
    }
}

fn general(config: &Config, found: &mut Vec<Problem>) {
    let max = MAX_AMOUNT.units();
    if config.name.trim().is_empty() {
        let fix = Some(Fix::Text("name", "Tournament".to_owned()));
        found.push(Problem { row: Row::Field("name"), what: What::Missing, fix });
    }
    bounded(found, "startingChips", config.starting_chips.units(), 1, max);
    bounded(found, "buyIn", config.buy_in.units(), 0, max);
    bounded(found, "seats", i64::from(config.seats), 2, 10);
    if let Some(most) = config.max_entrants {
        bounded(found, "maxEntrants", i64::from(most), 2, i64::from(MAX_ENTRANTS));
    }
    for (field, amount) in
        [("prizePoolOverride", config.prize_pool_override), ("guarantee", config.guarantee)]
    {
        let high = max * i64::from(MAX_ENTRANTS);
        if let Some(is) = amount.map(Chips::units).filter(|is| !(0..=high).contains(is)) {
            let what = What::OutOfBounds { low: 0, high, is };
            found.push(Problem { row: Row::Field(field), what, fix: Some(Fix::Clear(field)) });
        }
    }
    if let Some(first) = config.levels.first().filter(|level| level.big_blind.is_positive()) {
        let big_blinds = config.starting_chips.units() / first.big_blind.units();
        if big_blinds < 10 {
            let what = What::ShortStacks { big_blinds };
            found.push(Problem { row: Row::Field("startingChips"), what, fix: None });
        }
    }
}

fn levels(config: &Config, found: &mut Vec<Problem>) {
    if config.levels.is_empty() {
        let fix = Some(Fix::Level(1, BlindLevel::new(1, 10, 20, 10)));
        found.push(Problem { row: Row::Level(1), what: What::Missing, fix });
    }
    if config.levels.len() > MAX_LEVELS {
        let (low, high, is) = (1, MAX_LEVELS as i64, config.levels.len() as i64);
        let what = What::OutOfBounds { low, high, is };
        found.push(Problem { row: Row::Field("levels"), what, fix: Some(Fix::KeepLevels(MAX_LEVELS)) });
    }
    for (index, level) in config.levels.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &config.levels[before]);
        if let Some((what, fixed)) = level_problem(index, level, before) {
            let fix = Some(Fix::Level(index + 1, fixed));
            found.push(Problem { row: Row::Level(index + 1), what, fix });
        }
    }
}

/// The first thing wrong with a level, and the level without it.
fn level_problem(
    index: usize,
    level: &BlindLevel,
    before: Option<&BlindLevel>,
) -> Option<(What, BlindLevel)> {
    let (low, high) = (1, MAX_AMOUNT.units());
    let expected = index as u32 + 1;
    if level.level != expected {
        return Some((What::LevelNumber { expected }, BlindLevel { level: expected, ..*level }));
    }
    let is = level.small_blind.units();
    if !(low..=high).contains(&is) {
        let small_blind = Chips::new(is.clamp(low, high));
        return Some((What::OutOfBounds { low, high, is }, BlindLevel { small_blind, ..*level }));
    }
    if level.big_blind < level.small_blind {
        let big_blind = Chips::new((level.small_blind.units() * 2).min(high));
        return Some((What::BigBelowSmall, BlindLevel { big_blind, ..*level }));
    }
    let is = level.big_blind.units();
    if is > high {
        return Some((What::OutOfBounds { low, high, is }, BlindLevel { big_blind: MAX_AMOUNT, ..*level }));
    }
    let is = level.ante.units();
    if !(0..=high).contains(&is) {
        let ante = Chips::new(is.clamp(0, high));
        return Some((What::OutOfBounds { low: 0, high, is }, BlindLevel { ante, ..*level }));
    }
    if let Some(span) = level.duration {
        let whole = span.get() / BlindLevel::GRAIN_MS * BlindLevel::GRAIN_MS;
        let fitting = Millis::new(whole.max(BlindLevel::GRAIN_MS)).min(BlindLevel::LONGEST);
        if fitting != span {
            return Some((What::BadLength, BlindLevel { duration: Some(fitting), ..*level }));
        }
    }
    before.filter(|before| level.big_blind < before.big_blind).map(|before| {
        let (small_blind, big_blind) = (before.small_blind, before.big_blind);
        (What::BlindsFall, BlindLevel { small_blind, big_blind, ..*level })
    })
}

fn prizes(config: &Config, found: &mut Vec<Problem>) {
    let Payouts::Table(table) = &config.prizes else { return };
    if !table.is_strict() && !config.normalise_prizes {
        let sum_bps = table.sum_bps(table.places());
        found.push(prize_problem(table.shares_bps(), PrizeProblem::Not100 { sum_bps }));
    }
}

/// A prize problem with the shares that would be right: sorted and normalised.
pub fn prize_problem(shares_bps: &[u32], problem: PrizeProblem) -> Problem {
    let row = match problem {
        PrizeProblem::Increases { place } => Row::Prize(place as usize),
        _ => Row::Field("prizes"),
    };
    let mut weights: Vec<u64> =
        shares_bps.iter().take(PrizeTable::MAX_PLACES).map(|&bps| u64::from(bps.min(WHOLE_BPS))).collect();
    weights.sort_unstable_by(|a, b| b.cmp(a));
    Problem { row, what: What::Prizes(problem), fix: Some(Fix::Prizes(normalise(&weights))) }
}

fn extras(config: &Config, found: &mut Vec<Problem>) {
    let last = config.levels.len().clamp(1, MAX_LEVELS) as i64;
    if let Some(end) = config.rebuys.and_then(|rebuys| rebuys.end_level) {
        bounded(found, "rebuyEndLevel", i64::from(end), 1, last);
    }
    if let Some(late) = config.late_entry {
        bounded(found, "lateEntry", i64::from(late.end_level), 1, last);
    }
    if let Some(add_on) = config.add_on {
        bounded(found, "addOn", i64::from(add_on.end_level), 1, last);
        bounded(found, "addOnPrice", add_on.price.units(), 0, MAX_AMOUNT.units());
        bounded(found, "addOnChips", add_on.chips.units(), 1, MAX_AMOUNT.units());
    }
    if let Some(bounty) = config.bounty {
        bounded(found, "bounty", bounty.amount.units(), 1, MAX_AMOUNT.units());
    }
    let day_ms = Millis::from_minutes(24 * 60).get();
    for (index, &rule) in config.breaks.iter().enumerate() {
        let length = Millis::new(rule.length().get().clamp(1000, day_ms));
        let fixed = match rule {
            BreakRule::AfterLevel { level, .. } => {
                BreakRule::AfterLevel { level: level.clamp(1, last as u32), length }
            }
            BreakRule::Hourly { minute, .. } => BreakRule::Hourly { minute: minute.min(59), length },
        };
        if fixed != rule {
            let (low, high, is) = match rule {
                BreakRule::AfterLevel { level, .. } if i64::from(level) > last || level == 0 => {
                    (1, last, i64::from(level))
                }
                BreakRule::Hourly { minute, .. } if minute > 59 => (0, 59, i64::from(minute)),
                _ => (1000, day_ms as i64, rule.length().get() as i64),
            };
            let what = What::OutOfBounds { low, high, is };
            found.push(Problem { row: Row::Break(index + 1), what, fix: Some(Fix::Break(index + 1, fixed)) });
        }
    }
}

//! The form of a tournament on the wire: checked by the rules, and mended by their offers.

use super::tell::changes;
use kozyr_protocol::room::patch::{Flat, Tree};
use kozyr_protocol::room::{
    Duration, FormAddOn, FormBounty, FormBreak, FormFault, FormLateEntry, FormLevel, FormPreset, FormPrizes,
    FormProblem, FormRebuys, FormRow, ToClient, TournamentForm,
};
use kozyr_time::Millis;
use kozyr_tournament::simulate::{Forecast, forecast};
use kozyr_tournament::{
    AddOn, AnteKind, BlindLevel, Bounty, BreakRule, Config, LateEntry, PayoutPreset, Payouts, Preset,
    PrizeProblem, PrizeTable, Problem, Rebuys, Row, Rules, TiePolicy, What, predict, prize_problem,
};

/// The bounds of what is played to say how long a tournament takes, and the seed of it: the same form says the same.
const MOST_PLAYERS: u32 = 200;
const TOURNAMENTS: u32 = 15;
const MOST_HANDS: u64 = 6_000;
const SEED: u64 = 1;

/// The rules of a form, or everything that keeps it from being played.
pub(crate) fn config(form: &TournamentForm) -> Result<Rules, Vec<FormProblem>> {
    let draft = draft(form).map_err(|problem| vec![problem])?;
    let problems = problems(form, &draft);
    draft.check().map_err(|_| problems.into_iter().filter(|problem| problem.grave).collect())
}

/// A form with everything odd about it, for whoever fills it in.
pub(crate) fn checked(form: TournamentForm) -> ToClient {
    let (problems, lasts) = match draft(&form) {
        Ok(draft) => {
            let problems = problems(&form, &draft);
            (problems, draft.check().ok().map(|rules| duration(&rules)))
        }
        Err(problem) => (vec![problem], None),
    };
    ToClient::TournamentForm { form: Box::new(form), problems, lasts }
}

/// How long it takes: played over and over between bots, as often as the bound allows; by a rule of thumb when not even
/// one is over by then.
fn duration(rules: &Rules) -> Duration {
    let entrants = rules.max_entrants.unwrap_or_else(|| u32::from(rules.seats)).clamp(2, MOST_PLAYERS);
    match forecast(rules, entrants, TOURNAMENTS, MOST_HANDS, SEED) {
        Some(Forecast { played, median, most, paid }) => {
            Duration { entrants, median_ms: median.get(), most_ms: most.get(), played, paid }
        }
        None => {
            let length = predict(rules, entrants).duration.get();
            let paid = rules.prizes.table(entrants as usize).places().min(entrants as usize) as u32;
            Duration { entrants, median_ms: length, most_ms: length, played: 0, paid }
        }
    }
}

/// A form that is filled in.
pub(crate) fn preset(name: &str) -> Option<TournamentForm> {
    let preset: Preset = name.parse().ok()?;
    Some(form(&preset.rules("")))
}

fn draft(form: &TournamentForm) -> Result<Config, FormProblem> {
    let prizes = match &form.prizes {
        FormPrizes::Preset { preset } => Payouts::Preset(match preset {
            FormPreset::WinnerTakesAll => PayoutPreset::WinnerTakesAll,
            FormPreset::SitAndGo => PayoutPreset::SitAndGo,
            FormPreset::Field => PayoutPreset::Field,
        }),
        FormPrizes::Table { shares_bps } => match PrizeTable::normalised(shares_bps) {
            Ok(table) => Payouts::Table(table),
            // Shares that make no table at all: the form cannot be looked at with them.
            Err(problem) => return Err(bad_shares(form, shares_bps, problem)),
        },
    };
    let level = |(row, number): (&FormLevel, u32)| BlindLevel { level: number, ..blind_level(row) };
    let rest = |row: &FormBreak| match *row {
        FormBreak::AfterLevel { level, length_ms } => {
            BreakRule::AfterLevel { level, length: Millis::new(length_ms) }
        }
        FormBreak::Hourly { minute, length_ms } => {
            BreakRule::Hourly { minute, length: Millis::new(length_ms) }
        }
    };
    Ok(Config {
        name: form.name.clone(),
        starting_chips: form.starting_chips,
        buy_in: form.buy_in,
        seats: form.seats,
        levels: form.levels.iter().zip(1..).map(level).collect(),
        ante_kind: if form.big_blind_ante { AnteKind::BigBlind } else { AnteKind::Each },
        prizes,
        normalise_prizes: form.normalise_prizes,
        tie_policy: if form.split_ties { TiePolicy::Split } else { TiePolicy::Ordinal },
        prize_pool_override: form.prize_pool_override,
        guarantee: form.guarantee,
        rebuys: form.rebuys.map(|FormRebuys { end_level, max_each }| Rebuys { end_level, max_each }),
        late_entry: form
            .late_entry
            .map(|FormLateEntry { end_level, re_entries }| LateEntry { end_level, re_entries }),
        add_on: form.add_on.map(|FormAddOn { price, chips, end_level }| AddOn { price, chips, end_level }),
        bounty: form.bounty.map(|FormBounty { amount, progressive }| Bounty { amount, progressive }),
        breaks: form.breaks.iter().map(rest).collect(),
        max_entrants: form.max_entrants,
    })
}

/// A level of the form; its number is its row.
pub(crate) fn blind_level(row: &FormLevel) -> BlindLevel {
    BlindLevel {
        level: 0,
        small_blind: row.small_blind,
        big_blind: row.big_blind,
        ante: row.ante,
        duration: row.length_ms.map(Millis::new),
    }
}

/// A level as a row of the form.
pub(crate) fn form_level(row: &BlindLevel) -> FormLevel {
    FormLevel {
        small_blind: row.small_blind,
        big_blind: row.big_blind,
        ante: row.ante,
        length_ms: row.duration.map(Millis::get),
    }
}

/// The rules as a form.
pub(crate) fn form(config: &Config) -> TournamentForm {
    let rest = |row: &BreakRule| match *row {
        BreakRule::AfterLevel { level, length } => FormBreak::AfterLevel { level, length_ms: length.get() },
        BreakRule::Hourly { minute, length } => FormBreak::Hourly { minute, length_ms: length.get() },
    };
    TournamentForm {
        name: config.name.clone(),
        starting_chips: config.starting_chips,
        buy_in: config.buy_in,
        seats: config.seats,
        levels: config.levels.iter().map(form_level).collect(),
        big_blind_ante: config.ante_kind == AnteKind::BigBlind,
        prizes: match &config.prizes {
            Payouts::Table(table) => FormPrizes::Table { shares_bps: table.shares_bps().to_vec() },
            Payouts::Preset(preset) => FormPrizes::Preset {
                preset: match preset {
                    PayoutPreset::WinnerTakesAll => FormPreset::WinnerTakesAll,
                    PayoutPreset::SitAndGo => FormPreset::SitAndGo,
                    PayoutPreset::Field => FormPreset::Field,
                },
            },
        },
        normalise_prizes: config.normalise_prizes,
        split_ties: config.tie_policy == TiePolicy::Split,
        prize_pool_override: config.prize_pool_override,
        guarantee: config.guarantee,
        rebuys: config.rebuys.map(|Rebuys { end_level, max_each }| FormRebuys { end_level, max_each }),
        late_entry: config
            .late_entry
            .map(|LateEntry { end_level, re_entries }| FormLateEntry { end_level, re_entries }),
        add_on: config.add_on.map(|AddOn { price, chips, end_level }| FormAddOn { price, chips, end_level }),
        bounty: config.bounty.map(|Bounty { amount, progressive }| FormBounty { amount, progressive }),
        breaks: config.breaks.iter().map(rest).collect(),
        max_entrants: config.max_entrants,
    }
}

fn problems(form: &TournamentForm, draft: &Config) -> Vec<FormProblem> {
    let told = |problem: &Problem| {
        let fix = problem.fix.as_ref().map(|fix| {
            let mut mended = draft.clone();
            fix.apply(&mut mended);
            mended
        });
        on_the_wire(form, problem, fix.as_ref())
    };
    draft.problems().iter().map(told).collect()
}

/// Shares that make no table, with those that would.
fn bad_shares(form: &TournamentForm, shares_bps: &[u32], problem: PrizeProblem) -> FormProblem {
    let problem = prize_problem(shares_bps, problem);
    let mut told = on_the_wire(form, &problem, None);
    if let Some(kozyr_tournament::Fix::Prizes(shares)) = &problem.fix {
        let mended =
            TournamentForm { prizes: FormPrizes::Table { shares_bps: shares.clone() }, ..form.clone() };
        told.fix = changes(&Flat::of(form), &Flat::of(&mended));
    }
    told
}

fn on_the_wire(form: &TournamentForm, problem: &Problem, mended: Option<&Config>) -> FormProblem {
    let number = |row: usize| u32::try_from(row).unwrap_or(u32::MAX);
    FormProblem {
        row: match problem.row {
            Row::Level(row) => FormRow::Level { row: number(row) },
            Row::Prize(row) => FormRow::Prize { row: number(row) },
            Row::Break(row) => FormRow::Break { row: number(row) },
            Row::Field(name) => FormRow::Field { name: name.to_owned() },
        },
        fault: match &problem.what {
            What::Missing | What::LevelNumber { .. } => FormFault::Missing,
            What::OutOfBounds { low, high, is } => FormFault::OutOfBounds { low: *low, high: *high, is: *is },
            What::BigBelowSmall => FormFault::BigBelowSmall,
            What::BlindsFall => FormFault::BlindsFall,
            What::ShortStacks { big_blinds } => FormFault::ShortStacks { big_blinds: *big_blinds },
            What::BadLength => FormFault::BadLength,
            What::Prizes(PrizeProblem::Nobody) => FormFault::NobodyPaid,
            What::Prizes(PrizeProblem::Not100 { sum_bps }) => FormFault::SharesNotWhole { sum_bps: *sum_bps },
            What::Prizes(PrizeProblem::Increases { place }) => FormFault::SharesIncrease { place: *place },
            What::Prizes(PrizeProblem::TooMuch) => FormFault::SharesTooMuch,
        },
        grave: problem.is_grave(),
        fix: mended
            .map(|mended| changes(&Flat::of(form), &Flat::of(&self::form(mended))))
            .unwrap_or_default(),
    }
}

/// A problem of some levels, as it is told.
pub(crate) fn on_wire(form: &TournamentForm, problem: &Problem) -> FormProblem {
    on_the_wire(form, problem, None)
}

/// The rules of a tournament that somebody makes in this room. The pool is what is paid in: what a guarantee or another
/// pool would add would be the house's, and nobody gives that away.
pub(crate) fn own_config(form: &TournamentForm) -> Result<Rules, Vec<FormProblem>> {
    let rules = config(form)?;
    let gifts = [("guarantee", form.guarantee), ("prizePoolOverride", form.prize_pool_override)];
    let Some((name, _)) = gifts.into_iter().find(|(_, chips)| chips.is_some()) else { return Ok(rules) };
    let row = FormRow::Field { name: name.to_owned() };
    let fix = [(name.to_owned(), serde_json::Value::Null)].into_iter().collect();
    Err(vec![FormProblem { row, fault: FormFault::NotHere, grave: true, fix }])
}

/// The form cannot be played in this room under the name it would get.
pub(crate) fn not_here() -> FormProblem {
    let row = FormRow::Field { name: "name".to_owned() };
    FormProblem { row, fault: FormFault::NotHere, grave: true, fix: Tree::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_chips::Chips;
    use kozyr_protocol::room::patch::apply;
    use serde_json::Value;

    fn tree(form: &TournamentForm) -> Tree {
        match serde_json::to_value(form) {
            Ok(Value::Object(tree)) => tree,
            _ => unreachable!("a form is an object"),
        }
    }

    /// A form after every grave problem's own fix, and how many it took.
    fn mended(mut form: TournamentForm) -> (TournamentForm, usize) {
        for fixes in 0..20 {
            match config(&form) {
                Ok(_) => return (form, fixes),
                Err(problems) => {
                    let mut text = tree(&form);
                    assert!(!problems[0].fix.is_empty(), "{:?}", problems[0]);
                    apply(&mut text, &problems[0].fix);
                    form = serde_json::from_value(Value::Object(text)).unwrap();
                }
            }
        }
        panic!("never sound: {form:?}");
    }

    #[test]
    fn every_preset_survives_the_wire_and_every_problem_has_its_row_and_fix() {
        for name in ["turbo", "regular", "deep"] {
            let form = preset(name).unwrap();
            let again = serde_json::from_value(serde_json::to_value(&form).unwrap()).unwrap();
            assert_eq!(form, again);
            assert_eq!(super::form(&config(&form).unwrap()), form);
        }
        let mut bad = preset("turbo").unwrap();
        bad.name = " ".into();
        bad.seats = 1;
        bad.levels[2].big_blind = Chips::new(1);
        bad.prizes = FormPrizes::Table { shares_bps: vec![2000, 5000] };
        let problems = config(&bad).unwrap_err();
        assert_eq!(problems[0].row, FormRow::Prize { row: 2 });
        assert_eq!(problems[0].fault, FormFault::SharesIncrease { place: 2 });
        let (sound, fixes) = mended(bad);
        assert!(fixes >= 4, "{fixes}");
        assert_eq!(sound.prizes, FormPrizes::Table { shares_bps: vec![7143, 2857] });
    }
}

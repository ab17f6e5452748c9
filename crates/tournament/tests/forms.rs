//! The host's form: presets, problems with their rows, fixes that work, predictions.

use kozyr_chips::Chips;
use kozyr_tournament::{
    AddOn, BlindLevel, BreakRule, Config, Lang, LateEntry, Millis, Payouts, Preset, PrizeTable, Rebuys, Row,
    What, predict, prize_problem,
};
use proptest::prelude::*;

#[test]
fn presets_are_sound_and_differ_in_length() {
    let hours = |preset: Preset, entries: u32| {
        let config = preset.config(preset.name());
        assert_eq!(config.problems(), [], "{preset:?}");
        assert_eq!(preset.name().parse(), Ok(preset));
        let prediction = predict(&config, entries);
        assert!(!prediction.at_least, "{preset:?}: the ladder is high enough for {entries}");
        prediction.duration.get() / 360_000
    };
    let tenths = Preset::ALL.map(|preset| [9, 100, 1000].map(|entries| hours(preset, entries)));
    // In tenths of an hour: a turbo of nine is over in under one, a deep one of a thousand takes a day.
    assert!(tenths[0][0] < 10 && tenths[0][2] < 20, "{tenths:?}");
    assert!(tenths[1][0] < 20 && tenths[1][2] < 40, "{tenths:?}");
    assert!(tenths[2][0] > 30 && tenths[2][2] > 80, "{tenths:?}");
    for rows in tenths {
        assert!(rows.is_sorted(), "more players take longer: {tenths:?}");
    }
    assert!("hyper".parse::<Preset>().unwrap_err().to_string().contains("turbo, regular or deep"));
}

#[test]
fn a_problem_names_its_row_and_offers_the_fix_in_both_languages() {
    let mut config = Preset::Regular.config("form");
    config.levels[2].big_blind = Chips::new(1);
    let problems = config.problems();
    assert_eq!(problems[0].row, Row::Level(3));
    assert_eq!(problems[0].what, What::BigBelowSmall);
    assert_eq!(problems[0].text(Lang::En), "level 3: the big blind is below the small blind");
    assert_eq!(problems[0].text(Lang::Ru), "уровень 3: большой блайнд меньше малого");
    problems[0].fix.as_ref().unwrap().apply(&mut config);
    assert_eq!(config.problems(), []);

    let shares = [2000, 5000, 3000];
    let problem = prize_problem(&shares, PrizeTable::strict(&shares).unwrap_err());
    assert_eq!(problem.row, Row::Prize(2));
    problem.fix.unwrap().apply(&mut config);
    assert_eq!(config.prizes, Payouts::Table(PrizeTable::strict(&[5000, 3000, 2000]).unwrap()));
}

#[test]
fn odd_but_playable_forms_are_only_remarked_on() {
    let mut config = Preset::Regular.config("form");
    config.starting_chips = Chips::new(100);
    config.levels[3].big_blind = config.levels[0].big_blind;
    config.levels[3].small_blind = config.levels[0].small_blind;
    let remarks: Vec<What> = config.problems().into_iter().map(|problem| problem.what).collect();
    assert_eq!(remarks, [What::ShortStacks { big_blinds: 2 }, What::BlindsFall]);
    assert!(config.check().is_ok());
}

#[test]
fn a_prediction_counts_breaks_and_admits_what_it_cannot_know() {
    let mut config = Preset::Regular.config("form");
    config.levels.truncate(3);
    config.breaks = vec![BreakRule::AfterLevel { level: 1, length: Millis::from_minutes(7) }];
    config.late_entry = None;
    let prediction = predict(&config, 1000);
    assert_eq!((prediction.level, prediction.at_least), (3, true));
    assert_eq!(prediction.duration, Millis::from_minutes(37));
    config.levels[1].duration = None;
    assert_eq!(predict(&config, 1000).level, 2);
}

fn amount() -> impl Strategy<Value = Chips> {
    prop_oneof![-5i64..50, any::<i64>(), Just(0i64), Just(1_000_000_001)].prop_map(Chips::new)
}

fn level() -> impl Strategy<Value = BlindLevel> {
    let duration = prop::option::of(prop_oneof![any::<u64>(), 0u64..200_000]);
    (any::<u32>(), amount(), amount(), amount(), duration).prop_map(|(level, small, big, ante, duration)| {
        BlindLevel { level, small_blind: small, big_blind: big, ante, duration: duration.map(Millis::new) }
    })
}

fn any_form() -> impl Strategy<Value = Config> {
    let breaks = prop_oneof![
        (any::<u32>(), any::<u64>())
            .prop_map(|(level, length)| BreakRule::AfterLevel { level, length: Millis::new(length) }),
        (any::<u8>(), any::<u64>())
            .prop_map(|(minute, length)| BreakRule::Hourly { minute, length: Millis::new(length) }),
    ];
    let extras = (
        prop::option::of(any::<u32>()),
        prop::option::of(any::<u32>()),
        prop::option::of((amount(), amount(), any::<u32>())),
        prop::collection::vec(breaks, 0..3),
        prop::option::of(any::<u32>()),
    );
    let money = (amount(), amount(), prop::option::of(amount()), prop::option::of(amount()));
    let shares = prop::collection::vec(1u32..5000, 1..6);
    (".{0,3}", any::<u8>(), prop::collection::vec(level(), 0..6), shares, money, extras).prop_map(
        |(name, seats, levels, mut shares, money, extras)| {
            shares.sort_unstable_by(|a, b| b.cmp(a));
            let (rebuy, late, add_on, breaks, max_entrants) = extras;
            Config {
                name,
                starting_chips: money.0,
                buy_in: money.1,
                seats,
                levels,
                prizes: Payouts::Table(PrizeTable::normalised(&shares).unwrap()),
                prize_pool_override: money.2,
                guarantee: money.3,
                rebuys: rebuy.map(|end| Rebuys { end_level: Some(end), max_each: None }),
                late_entry: late.map(|end_level| LateEntry { end_level, re_entries: 1 }),
                add_on: add_on.map(|(price, chips, end_level)| AddOn { price, chips, end_level }),
                breaks,
                max_entrants,
                ..Preset::Regular.config("form")
            }
        },
    )
}

proptest! {
    /// Whatever is in the form, taking the offered fixes makes it playable.
    #[test]
    fn the_fixes_on_offer_lead_to_a_form_that_can_be_played(mut config in any_form()) {
        for _ in 0..100 {
            let problems = config.problems();
            let Some(problem) = problems.iter().find(|problem| problem.is_grave()) else { break };
            prop_assert!(!problem.text(Lang::En).is_empty() && !problem.text(Lang::Ru).is_empty());
            let fix = problem.fix.clone();
            prop_assert!(fix.is_some(), "no fix for {problem}");
            fix.unwrap().apply(&mut config);
        }
        let _ = predict(&config, 1000);
        let text = serde_json::to_string(&config).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Config>(&text).unwrap(), &config);
        prop_assert!(config.check().is_ok());
    }
}

//! Facts of the pool and of the clock.

use kozyr_chips::Chips;
use kozyr_tournament::{
    BlindLevel, BreakRule, Clock, Command, HandResult, Happened, Millis, Preset, PrizeTable, Sales, TableNo,
    Timestamp, Tournament,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Pools {
    buy_in: Chips,
    entrants: u32,
    rebuy_count: u32,
    overrides: Vec<Option<Chips>>,
}

/// What the pool is under each override, and what each table named in `expect` (`prizes50_30_20`) pays of it.
pub(super) fn pools(given: &Value, expect: &Value) -> Result<Value, String> {
    let given: Pools = Deserialize::deserialize(given).map_err(|error| error.to_string())?;
    let sales = Sales { entrants: given.entrants, rebuys: given.rebuy_count, ..Sales::default() };
    let mut pools = Vec::new();
    for set in given.overrides {
        let mut form = Preset::Regular.config("fact");
        (form.buy_in, form.prize_pool_override) = (given.buy_in, set);
        let rules = form.check().map_err(|problems| problems[0].to_string())?;
        pools.push(sales.pool(&rules).amount);
    }
    let mut seen = Map::new();
    for key in expect.as_object().into_iter().flat_map(Map::keys) {
        let Some(shares) = key.strip_prefix("prizes") else { continue };
        let shares: Option<Vec<u32>> =
            shares.split('_').map(|share| share.parse::<u32>().ok()?.checked_mul(100)).collect();
        let table = PrizeTable::strict(&shares.ok_or_else(|| format!("{key} names no shares"))?);
        let table = table.map_err(|problem| problem.to_string())?;
        let paid = pools.iter().map(|&pool| json!(table.amounts(pool, given.entrants as usize)));
        seen.insert(key.clone(), paid.collect());
    }
    seen.insert("effectivePool".to_owned(), json!(pools));
    Ok(Value::Object(seen))
}

/// Hours, minutes and seconds of the day of the fact.
fn time_of_day(text: &str) -> Result<Timestamp, String> {
    let text = if text.matches(':').count() == 1 { format!("{text}:00") } else { text.to_owned() };
    format!("2026-01-01T{text}Z").parse().map_err(|_| format!("{text:?} is no time of day"))
}

fn clock(at: Timestamp) -> String {
    at.to_string()[11..19].to_owned()
}

/// When the clock stops for the break of the hour, when the break runs, and when the level ends after it: one hand is in play
/// when the break is called, and ends at the moment given.
pub(super) fn hourly_break(given: &Value) -> Result<Value, String> {
    let text = |key: &str| given[key].as_str().ok_or_else(|| format!("{key} is missing"));
    let object = given.as_object().ok_or("given is no object")?;
    let (key, remaining) = object
        .iter()
        .find_map(|(key, value)| Some((key.strip_prefix("levelRemainingAt")?, value.as_str()?)))
        .ok_or("levelRemainingAt is missing")?;
    let at = time_of_day(key)?;
    let left = time_of_day(&format!("00:{remaining}"))?.since(time_of_day("00:00")?);
    let last_hand_ends = time_of_day(text("lastHandEnds")?)?;
    let minutes = given["breakMin"].as_u64().ok_or("breakMin is missing")?;

    let before = Millis::from_minutes(30);
    let start = Timestamp::from_millis(at.as_millis() - before.get() as i64);
    let minute = u8::try_from(at.as_millis() / 60_000 % 60).map_err(|error| error.to_string())?;
    let mut form = Preset::Regular.config("fact");
    form.levels = (1..=3).map(|level| BlindLevel::new(level, 10, 20, 60)).collect();
    form.levels[0].duration = Some(before + left);
    form.late_entry = None;
    form.breaks = vec![BreakRule::Hourly { minute, length: Millis::from_minutes(minutes) }];
    let rules = form.check().map_err(|problems| problems[0].to_string())?;
    let mut cup = Tournament::new("fact", start, rules);
    let mut events = Vec::new();
    let mut ask = |cup: &mut Tournament, at: Timestamp, command: Command| {
        events.extend(cup.step(at, &command).map_err(|refusal| refusal.to_string())?);
        Ok::<(), String>(())
    };
    ask(&mut cup, start, Command::Open)?;
    for player in ["a", "b"] {
        ask(&mut cup, start, Command::Register { player: player.into(), name: player.into() })?;
    }
    let seating = super::super::seating(&cup);
    ask(&mut cup, start, Command::Start { seating })?;
    let table = TableNo(1);
    ask(&mut cup, start, Command::Deal { table, hand: "1".into(), number: 1 })?;
    ask(&mut cup, at, Command::Tick)?;
    let (committed, shares) = (Vec::new(), Vec::new());
    let over = HandResult { table, hand: "1".into(), committed, shares, acted: true, knocked_out: vec![] };
    ask(&mut cup, last_hand_ends, Command::FinishHand(over))?;
    let rest = cup.rest();
    let Some(kozyr_tournament::Rest::Counting { ends_at }) = rest else {
        return Err(format!("after the last hand the break is {rest:?}"));
    };
    // However late somebody looks, the clock goes on from the end of the break.
    ask(&mut cup, ends_at + Millis::from_secs(30), Command::Tick)?;
    let Some(Clock::Running { ends_at: level_ends }) = cup.levels().map(|levels| levels.clock) else {
        return Err("the clock does not go on after the break".to_owned());
    };
    let when = |called: fn(&Happened) -> bool| {
        let event = events.iter().find(|event| called(&event.what));
        event.map(|event| clock(event.at)).ok_or("there was no break")
    };
    Ok(json!({
        "clockStops": when(|what| matches!(what, Happened::BreakCalled { .. }))?,
        "breakRuns": [when(|what| matches!(what, Happened::BreakBegan { .. }))?, clock(ends_at)],
        "levelEnds": clock(level_ends),
    }))
}

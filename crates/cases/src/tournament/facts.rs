//! Worked numbers: prizes, pools, a break, side pots, short blinds, balancing, the button. Which rule a fact is about
//! follows from what it gives.

mod floor;
mod hands;
mod pools;

use kozyr_chips::Chips;
use kozyr_tournament::PrizeTable;
use serde_json::Value;

/// More places than anybody pays.
const EVERYBODY: usize = 1_000;

/// Remarks and laws in words: the numbers beside them are compared.
const PROSE: [&str; 2] = ["note", "invariants"];

/// Computes a fact and compares everything it expects; none when no rule here is about what it gives.
pub(super) fn check(fact: &Value) -> Option<Result<(), String>> {
    let (given, expect) = (&fact["given"], &fact["expect"]);
    let has = |key: &str| given.get(key).is_some();
    let seen = if has("overrides") {
        pools::pools(given, expect)
    } else if has("breakMin") {
        pools::hourly_break(given)
    } else if has("handStartStacks") {
        hands::all_in(given)
    } else if has("stacksOfBB") {
        hands::short_blind(given)
    } else if has("receivers") {
        floor::balance(given)
    } else if has("hand0") {
        floor::button(given, expect)
    } else {
        return prizes(given, expect);
    };
    Some(seen.and_then(|seen| compare(&seen, expect)))
}

/// Everything expected was seen, and is the same.
fn compare(seen: &Value, expect: &Value) -> Result<(), String> {
    let expect = expect.as_object().filter(|expect| !expect.is_empty()).ok_or("nothing is expected")?;
    for (key, wanted) in expect.iter().filter(|(key, _)| !PROSE.contains(&key.as_str())) {
        match seen.get(key) {
            Some(value) if value == wanted => {}
            Some(value) => return Err(format!("{key}: expected {wanted}, seen {value}")),
            None => return Err(format!("{key} is not computed")),
        }
    }
    Ok(())
}

/// A pool and its shares, and the amounts that must come out.
fn prizes(given: &Value, expect: &Value) -> Option<Result<(), String>> {
    if let (Some(sets), Some(amounts)) = (given["sets"].as_array(), expect["amounts"].as_array()) {
        if sets.len() != amounts.len() {
            return Some(Err(format!("{} sets and {} amounts", sets.len(), amounts.len())));
        }
        let sets = sets.iter().zip(amounts).map(|(set, amounts)| same("strict", set, amounts));
        return Some(sets.collect());
    }
    let mut outcomes = Vec::new();
    for (name, set) in given.as_object()?.iter().filter(|(_, set)| set["bps"].is_array()) {
        for (key, wanted) in expect.as_object()? {
            let Some(way) = key.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')) else { continue };
            match way {
                "strict" => outcomes.push(refused(set, wanted)),
                "normalise" => outcomes.push(same("normalised", set, wanted)),
                "renormalised" => outcomes.push(same("strict", set, wanted)),
                // What another program makes of it is no rule of ours.
                _ => {}
            }
        }
    }
    if outcomes.is_empty() { None } else { Some(outcomes.into_iter().collect()) }
}

fn shares(set: &Value) -> Result<Vec<u32>, String> {
    let list = set["bps"].as_array().ok_or("there are no shares (bps)")?;
    let share = |share: &Value| share.as_u64().and_then(|share| u32::try_from(share).ok());
    list.iter().map(|bps| share(bps).ok_or_else(|| format!("{bps} is no share"))).collect()
}

fn same(way: &str, set: &Value, wanted: &Value) -> Result<(), String> {
    let table = if way == "normalised" { PrizeTable::normalised } else { PrizeTable::strict };
    let table = table(&shares(set)?).map_err(|problem| problem.to_string())?;
    let pool = set["pool"].as_i64().ok_or("there is no pool")?;
    let entrants = set["entrants"].as_u64().map_or(EVERYBODY, |entrants| entrants as usize);
    let amounts = table.amounts(Chips::new(pool), entrants);
    let amounts: Value = amounts.iter().map(|amount| Value::from(amount.units())).collect();
    if amounts == *wanted {
        Ok(())
    } else {
        Err(format!("a pool of {pool} pays {amounts}, should be {wanted}"))
    }
}

fn refused(set: &Value, wanted: &Value) -> Result<(), String> {
    match PrizeTable::strict(&shares(set)?) {
        Ok(_) => Err("the shares were accepted, and should have been refused".to_owned()),
        Err(problem) if wanted["error"].as_str() == Some(problem.code()) => Ok(()),
        Err(problem) => Err(format!("was refused with {}, should be {}", problem.code(), wanted["error"])),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn prizes_are_computed_and_other_facts_are_left_to_others() {
        let run = |text: &str| check(&serde_json::from_str(text).unwrap());
        let fact = r#"{"given": {"sets": [{"pool": 7, "bps": [5000, 3000, 2000]}]}, "expect": {"amounts": [[4, 2, 1]]}}"#;
        assert_eq!(run(fact), Some(Ok(())));
        let told = run(&fact.replace("[4, 2, 1]", "[3, 2, 2]")).unwrap().unwrap_err();
        assert_eq!(told, "a pool of 7 pays [4,2,1], should be [3,2,2]");
        let not_100 = r#"{"given": {"a": {"pool": 900, "bps": [9000]}}, "expect": {"a.strict": {"error": "PRIZES_NOT_100"}}}"#;
        assert_eq!(run(not_100), Some(Ok(())));
        assert!(run(&not_100.replace("9000", "10000")).unwrap().is_err());
        assert_eq!(run(r#"{"given": {"seats": 6}, "expect": {"hand1": {}}}"#), None);
    }

    /// One fact of each kind, with numbers worked out by hand.
    const FACTS: [&str; 6] = [
        r#"{"given": {"buyIn": 50, "entrants": 6, "rebuyCount": 2, "overrides": [null, 0, 1000]},
            "expect": {"effectivePool": [400, 0, 1000], "prizes65_35": [[260, 140], [0, 0], [650, 350]]}}"#,
        r#"{"given": {"levelRemainingAt19:30": "04:00", "lastHandEnds": "19:31:15", "breakMin": 10},
            "expect": {"clockStops": "19:30:00", "breakRuns": ["19:31:15", "19:41:15"], "levelEnds": "19:45:15"}}"#,
        r#"{"given": {"handStartStacks": {"A": 100, "B": 300, "C": 450}, "allIn": true,
                "handRankBestFirst": ["B", "A", "C"]},
            "expect": {"pots": [{"amount": 300, "eligible": ["A", "B", "C"]}, {"amount": 400, "eligible": ["B", "C"]}],
                "uncalled": {"C": 150}, "endStacks": {"A": 0, "B": 700, "C": 150}, "busted": ["A"], "chips": 850}}"#,
        r#"{"given": {"level": "50/100 bba 100", "stacksOfBB": [60, 130], "then":
                {"BBstack": 20, "UTG": "calls 100", "SB": "folds 50", "winner": "BB"}},
            "expect": {"bigBlindFirst": [{"bb": 60, "ante": 0}, {"bb": 100, "ante": 30}],
                "anteFirst": [{"bb": 0, "ante": 60}, {"bb": 30, "ante": 100}],
                "hand": {"uncalledUTG": 50, "mainPot": 60, "sidePot": 60, "end": {"BB": 60, "UTGnet": 10, "SBnet": -50}}}}"#,
        r#"{"given": {"from": {"table": 3, "occupied": [1, 2, 3, 4, 5, 6], "nextButton": 1},
                "receivers": [{"occupied": [1, 2, 4, 6], "nextButton": 1}], "seats": 6, "trigger": 2},
            "expect": {"mover": "table 3 seat 3 (next big blind)", "toSeat": [3], "waits": [false],
                "countsAfterFirst": [5, 5]}}"#,
        r#"{"given": {"seats": 5, "hand0": {"button": 1, "sb": 2, "bb": 3}, "bust": "seat 2 (small blind)",
                "headsUp": {"button": "X", "sb": "Y", "bb": "Z", "bust": "X"}},
            "expect": {"hand1": {"button": "2 (dead)", "sb": 3, "bb": 4}, "hand2": {"button": 3, "sb": 4, "bb": 5},
                "headsUpNext": {"bb": "Y", "buttonAndSb": "Z"}}}"#,
    ];

    /// Changes the n-th number, text or truth in a value; false when there are fewer.
    fn change(value: &mut serde_json::Value, n: &mut usize) -> bool {
        use serde_json::Value;
        match value {
            Value::Array(list) => list.iter_mut().any(|item| change(item, n)),
            Value::Object(object) => object.values_mut().any(|item| change(item, n)),
            leaf => {
                if *n > 0 {
                    *n -= 1;
                    return false;
                }
                *leaf = match leaf {
                    Value::Number(number) => (number.as_i64().unwrap() + 1).into(),
                    Value::Bool(truth) => (!*truth).into(),
                    _ => "something else".into(),
                };
                true
            }
        }
    }

    #[test]
    fn every_kind_of_fact_is_computed_and_no_number_of_it_is_taken_on_trust() {
        for fact in FACTS {
            let fact: serde_json::Value = serde_json::from_str(fact).unwrap();
            assert_eq!(check(&fact), Some(Ok(())), "{fact}");
            for place in 0.. {
                let mut wrong = fact.clone();
                if !change(&mut wrong["expect"], &mut { place }) {
                    assert!(place > 3);
                    break;
                }
                assert!(check(&wrong).unwrap().is_err(), "{}", wrong["expect"]);
            }
            let mut more = fact.clone();
            more["expect"]["weather"] = "fair".into();
            assert_eq!(check(&more), Some(Err("weather is not computed".to_owned())));
        }
    }
}

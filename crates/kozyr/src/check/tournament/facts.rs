//! Worked numbers of prizes: pools, shares, and what each place gets.

use kozyr_chips::Chips;
use kozyr_tournament::PrizeTable;
use serde_json::Value;

/// More places than anybody pays.
const EVERYBODY: usize = 1_000;

/// Computes a fact, if it is one of prizes: a pool and its shares, and the amounts that must come out.
pub fn check(fact: &Value) -> Option<Result<(), String>> {
    let (given, expect) = (&fact["given"], &fact["expect"]);
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
}

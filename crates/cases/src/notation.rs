//! Cases of the exchange: `next`, `merge`, `auto`, `personalize` and `validate` on a hand as JSON.
//!
//! Amounts are compared exactly, so this runner reads the file with the notation's own JSON.

use super::Tally;
use kozyr_notation::exchange::{Host, LiveHand, Refusal};
use kozyr_notation::json::{Object, Value};

/// Everything a case may say; anything else is a failure.
const FIELDS: &[&str] = &[
    "id", "title", "about", "op", "hand", "server", "client", "host", "options", "viewer", "now", "times",
    "expect", "refused",
];

pub(super) fn run(text: &str, tally: &mut Tally) -> Result<(), String> {
    let file: Value = text.parse().map_err(|error| format!("not a case file: {error}"))?;
    let cases = file["cases"].as_array().ok_or("there is no list of cases")?;
    for (number, case) in cases.iter().enumerate() {
        let id = case["id"].as_str().map_or_else(|| format!("case {}", number + 1), ToOwned::to_owned);
        tally.case(&id, run_case(case));
    }
    Ok(())
}

fn run_case(case: &Value) -> Result<(), String> {
    let fields = case.as_object().ok_or("a case is an object")?;
    for (name, _) in fields.iter() {
        if !FIELDS.contains(&name) {
            return Err(format!("unknown field \"{name}\""));
        }
    }
    let op = case["op"].as_str().ok_or("there is no op")?;
    let hand = match (&case["hand"], &case["server"]) {
        (Value::Null, Value::Null) => return Err("there is no hand".to_owned()),
        (Value::Null, hand) | (hand, Value::Null) => with_options(hand, &case["options"])?,
        _ => return Err("there is a hand and a server hand".to_owned()),
    };
    let refused = match &case["refused"] {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some(""),
        Value::String(reason) => Some(reason.as_str()),
        _ => return Err("refused is true, or part of the reason".to_owned()),
    };
    match (outcome(op, &hand, case)?, refused) {
        (Outcome::Done(result), None) => compare(&result, &case["expect"]),
        (Outcome::Done(_), Some(_)) => Err("was accepted, and should have been refused".to_owned()),
        (Outcome::Refused(refusal, _), None) => Err(format!("was refused: {refusal}")),
        (Outcome::Refused(refusal, untouched), Some(reason)) => {
            let text = format!("{}: {refusal}", refusal.code());
            if !untouched {
                return Err("was refused, but changed the server's hand".to_owned());
            }
            if !text.contains(reason) {
                return Err(format!("was refused with \"{text}\", not \"{reason}\""));
            }
            Ok(())
        }
    }
}

/// The options of a case go where a table keeps them.
fn with_options(hand: &Value, options: &Value) -> Result<Value, String> {
    let mut hand = hand.as_object().ok_or("a hand is an object")?.clone();
    if let Some(options) = options.as_object() {
        let mut all = hand.get("_options").and_then(Value::as_object).cloned().unwrap_or_default();
        options.iter().for_each(|(name, value)| all.set(name, value.clone()));
        hand.set("_options", all);
    } else if !options.is_null() {
        return Err("options is an object".to_owned());
    }
    Ok(Value::Object(hand))
}

enum Outcome {
    Done(Value),
    /// With whether the server's hand is as it was.
    Refused(Refusal, bool),
}

fn outcome(op: &str, hand: &Value, case: &Value) -> Result<Outcome, String> {
    let times = match &case["times"] {
        Value::Null => 1,
        times => times.integer().filter(|times| (1..=1000).contains(times)).ok_or("times is 1 to 1000")?,
    };
    let mut host = Host::read(&case["host"]).map_err(|refusal| refusal.to_string())?;
    if let Some(now) = case["now"].integer() {
        host.now_ms = Some(u64::try_from(now).map_err(|_| "now is in unix milliseconds")?);
    }
    let mut live = match LiveHand::read(hand) {
        Ok(live) => live,
        Err(refusal) => return Ok(Outcome::Refused(refusal, true)),
    };
    let viewer = case["viewer"].as_str();
    for turn in 0..times {
        if turn > 0 {
            live = stacks_unchanged(&live)?;
        }
        let before = live.clone();
        let done = match op {
            "next" => live.next_hand().map(drop),
            "merge" => live.merge(&case["client"], &host),
            "auto" => live.auto(&host).map(drop),
            "validate" => live.validate(),
            "personalize" | "view" => return Ok(Outcome::Done(live.personalize(viewer))),
            _ => return Err(format!("unknown op \"{op}\"")),
        };
        if let Err(refusal) = done {
            return Ok(Outcome::Refused(refusal, live == before));
        }
    }
    Ok(Outcome::Done(live.to_json()))
}

/// The hand is over, and everybody has what they began with.
fn stacks_unchanged(live: &LiveHand) -> Result<LiveHand, String> {
    let Value::Object(mut hand) = live.to_json() else { return Err("a hand is an object".to_owned()) };
    let stacks = hand.get("startingStacks").cloned().unwrap_or_default();
    hand.set("finishingStacks", stacks);
    LiveHand::read(&Value::Object(hand)).map_err(|refusal| format!("after next: {refusal}"))
}

fn compare(result: &Value, expect: &Value) -> Result<(), String> {
    let none = Object::new();
    let expect = match expect {
        Value::Null => &none,
        Value::Object(expect) => expect,
        _ => return Err("expect is an object".to_owned()),
    };
    for (name, wanted) in expect.iter() {
        let seen = match name {
            "actionsStripped" => stripped(&result["actions"]),
            // A list names the payers, a number is the sum.
            "_deadPot" if wanted.as_array().is_some() => result["_deadPosts"].clone(),
            _ => result[name].clone(),
        };
        if !seen.means(wanted) {
            return Err(format!("{name} is {seen}, should be {wanted}"));
        }
    }
    Ok(())
}

/// The log without comments.
fn stripped(actions: &Value) -> Value {
    let lines = actions.as_array().unwrap_or(&[]).iter();
    lines.map(|line| line.as_str().unwrap_or("").split(" # ").next().unwrap_or("").to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::run_case;

    /// A runner that passes everything is worth nothing.
    #[test]
    fn wrong_cases_fail_with_the_reason() {
        let hand =
            r#"{"players": ["Ann", "Bob"], "startingStacks": [50, 75.25], "blindsOrStraddles": [1, 2]}"#;
        let run =
            |rest: &str| run_case(&format!(r#"{{"id": "x", "hand": {hand}, {rest}}}"#).parse().unwrap());
        for (rest, why) in [
            (
                r#""op": "next", "expect": {"startingStacks": [50, 75.26]}"#,
                "startingStacks is [50,75.25], should be",
            ),
            (r#""op": "next", "expect": {"nonsense": 1}"#, "nonsense is null, should be 1"),
            (r#""op": "next", "wish": 1"#, "unknown field \"wish\""),
            (r#""op": "dance""#, "unknown op \"dance\""),
            (r#""op": "next", "times": 0"#, "times is 1 to 1000"),
            (r#""op": "next", "refused": true"#, "was accepted, and should have been refused"),
            (r#""op": "merge", "client": {}, "expect": {}"#, "was refused: author is missing"),
            (r#""op": "merge", "client": {}, "refused": "seatTaken""#, "was refused with \"noAuthor: author"),
            (r#""op": "next", "host": {"purse": 1}"#, "host.purse: is not known"),
            (r#""op": "next", "options": {"entri": "post"}"#, "_options.entri: is no option of a table"),
        ] {
            let told = run(rest).unwrap_err();
            assert!(told.contains(why), "{rest}: {told}");
        }
        for rest in [
            r#""op": "next", "expect": {"startingStacks": [50.0, 75.250], "blindsOrStraddles": [2, 1]}"#,
            r#""op": "next", "times": 2, "expect": {"blindsOrStraddles": [1, 2], "author": null}"#,
            r#""op": "merge", "client": {}, "refused": "noAuthor""#,
        ] {
            assert_eq!(run(rest), Ok(()), "{rest}");
        }
    }
}

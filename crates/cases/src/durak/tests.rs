//! The runner itself: whatever is changed in a case that passes makes it fail.

use super::run;
use crate::Tally;
use serde_json::Value;

const OWN: &str = include_str!("../../../../testdata/cases/durak.json");

fn tally(text: &str) -> Tally {
    let mut tally = Tally::default();
    run(text, &mut tally).expect("a case file");
    tally
}

/// Every value a case compares, one at a time, is made wrong: the case must fail.
#[test]
fn whatever_a_case_says_is_compared() {
    let file: Value = serde_json::from_str(OWN).expect("our cases");
    assert_eq!(Some(tally(OWN).passed), file["cases"].as_array().map(Vec::len));
    let mut tried = 0;
    for case in file["cases"].as_array().expect("cases") {
        let mut places = Vec::new();
        compared(case, String::new(), false, &mut places);
        for place in places {
            let mut wrong = case.clone();
            spoil(wrong.pointer_mut(&place).expect("the place is there"));
            let text = serde_json::json!({"kind": "durak", "cases": [wrong]}).to_string();
            assert_eq!(tally(&text).passed, 0, "{} passes with {place} wrong", case["id"]);
            tried += 1;
        }
    }
    assert!(tried > 300, "only {tried} values were spoilt");
}

fn compared(value: &Value, place: String, inside: bool, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let comparing =
                    ["start", "after", "events", "refillOrder", "drawn", "taken"].contains(&name.as_str());
                compared(field, format!("{place}/{name}"), inside || comparing, places);
            }
        }
        Value::Array(row) => {
            for (nth, field) in row.iter().enumerate() {
                compared(field, format!("{place}/{nth}"), inside, places);
            }
        }
        _ if inside => places.push(place),
        _ => {}
    }
}

fn spoil(value: &mut Value) {
    *value = match value {
        Value::Null => "draw".into(),
        Value::Bool(yes) => (!*yes).into(),
        Value::Number(number) => (number.as_u64().unwrap_or(0) + 1).into(),
        Value::String(text) if text == "draw" => Value::Null,
        Value::String(text) if text == "6d" => "7d".into(),
        _ => "6d".into(),
    };
}

#[test]
fn what_is_not_understood_fails() {
    let case = |more: &str| {
        format!(
            r#"{{"kind": "durak", "cases": [{{"id": "X", "num_seats": 2, "game_mode": 0, "trump": "As",
            "setup": {{"hands": ["9d", "10d"], "attacker": 0}}, {more}}}]}}"#
        )
    };
    let good = r#""moves": [{"box": 0, "action": "attack", "card": "9d"}]"#;
    assert_eq!(tally(&case(good)).passed, 1);
    for more in [
        r#""moves": [{"box": 0, "action": "attack", "card": "9d", "after": {"mood": 1}}]"#,
        r#""moves": [{"box": 0, "action": "attack", "card": "9d", "speed": 1}]"#,
        r#""moves": [{"box": 0, "action": "smile"}]"#,
        r#""moves": [{"box": 0, "action": "attack"}]"#,
        r#""moves": [{"box": 7, "action": "take"}]"#,
        r#""moves": [{"box": 0, "action": "attack", "card": "9d", "events": ["applause"]}]"#,
        r#""moves": [{"box": 0, "action": "attack", "card": "9d", "error": "no"}]"#,
        r#""moves": [{"box": 0, "action": "attack", "card": "9d", "after": {"over": {"hero": 0}}}]"#,
        r#""moves": [], "weather": "fair""#,
        r#""moves": [], "points": 1000"#,
        r#""moves": [], "deck": "9d""#,
    ] {
        assert_eq!(tally(&case(more)).passed, 0, "{more}");
    }
}

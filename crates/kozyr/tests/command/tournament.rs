//! Tournaments from the command line: check cases, simulate.

use std::path::Path;
use std::process::{Command, Output};

fn kozyr(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kozyr")).args(args).output().expect("kozyr runs")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

const CASES: &str = include_str!("../../../../testdata/cases/tournament.json");

/// The cases with one change; the report of checking them.
fn check_changed(name: &str, from: &str, to: &str) -> serde_json::Value {
    assert!(CASES.contains(from), "{from}");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, CASES.replacen(from, to, 1)).expect("a scratch file");
    json(&kozyr(&["check", "--json", path.to_str().expect("a plain path")]))
}

#[test]
fn whatever_a_case_says_is_compared() {
    for (from, to, why) in [
        (
            r#""ann": 15, "bob": 7, "cy": 6"#,
            r#""ann": 15, "bob": 6, "cy": 7"#,
            "at the end: prizes: expected",
        ),
        (r#""bob": [2, 3]"#, r#""bob": [2, 2]"#, "tied of bob"),
        (
            r#""placements": {"bob": 4, "dee": 3}"#,
            r#""placements": {"bob": 3, "dee": 4}"#,
            "placements: expected",
        ),
        (r#""nextBlindAt": "30:00.000""#, r#""nextBlindAt": "30:00.001""#, "nextBlindAt: expected"),
        (r#""remaining": "00:00""#, r#""remaining": null"#, "remaining: expected"),
        (r#""skipped": true"#, r#""skipped": false"#, "blindLevelHistory: expected"),
        (r#""offers": ["bob", "cy"]"#, r#""offers": ["bob"]"#, "offers: expected"),
        (r#""playersLeft": 2"#, r#""playersLeft": 3"#, "playersLeft: expected"),
        (r#""winner": "ann""#, r#""winner": "bob""#, "winner: expected"),
        (r#""bigBlind": 60, "remaining""#, r#""bigBlind": 61, "remaining""#, "bigBlind: expected"),
        (r#""prizePool": 100"#, r#""prizePool": 101"#, "prizePool: expected"),
        (r#""rebuyCount": 1"#, r#""rebuyCount": 2"#, "rebuyCount: expected"),
        (r#""stacks": {"ann": 210}"#, r#""stacks": {"ann": 211}"#, "stack of ann"),
        (r#"{"refused": true, "status": "lobby"}"#, r#"{"refused": false}"#, "refused: "),
        (r#""do": "resume""#, r#""do": "restart""#, "unknown step \"restart\""),
        (r#""do": "resume""#, r#""do": "resume", "player": "ann""#, "has no use for \"player\""),
        (r#""levelIndex": 0"#, r#""levelindex": 0"#, "unknown field `levelindex`"),
        (r#""seats": 6"#, r#""seats": 6, "table": 1"#, "unknown field `table`"),
        (r#""at": "12:00.000""#, r#""at": "noon""#, "no time of the form mm:ss.mmm"),
        (r#""at": "12:00.000""#, r#""at": "99:00.000""#, "not in order of time"),
    ] {
        let report = check_changed("changed-tournament.json", from, to);
        assert_eq!(report["failed"], 1, "{from} → {to}: {report}");
        let said = report["failures"][0]["why"].as_str().expect("why");
        assert!(said.contains(why), "{from} → {to}: {said}");
    }
}

#[test]
fn an_expected_refusal_that_does_not_come_is_a_failure() {
    let accepted = r#""do": "resume", "expect": {"status": "running", "levelIndex": 1"#;
    let refused = r#""do": "resume", "expect": {"refused": true, "status": "running", "levelIndex": 1"#;
    let report = check_changed("accepted.json", accepted, refused);
    let said = report["failures"][0]["why"].as_str().expect("why");
    assert!(said.contains("expected a refusal"), "{said}");
}

#[test]
fn the_same_seed_plays_the_same_tournament() {
    let args = ["sim", "tournament", "--json", "--players", "60", "--seats", "6", "--seed", "5"];
    let (one, two) = (json(&kozyr(&args)), json(&kozyr(&args)));
    for field in ["hands", "durationMs", "levels", "moves", "busts", "prizes", "pool"] {
        assert_eq!(one[field], two[field], "{field}");
    }
    assert_eq!((&one["busts"], &one["pool"]), (&59.into(), &6000.into()));
    let paid: i64 =
        one["prizes"].as_array().expect("prizes").iter().filter_map(|row| row["prize"].as_i64()).sum();
    assert_eq!(paid, 6000);
    let other =
        json(&kozyr(&["sim", "tournament", "--json", "--players", "60", "--seats", "6", "--seed", "6"]));
    assert_ne!(one["prizes"], other["prizes"]);
}

#[test]
fn every_structure_is_played_with_rebuys_too() {
    for structure in ["turbo", "regular", "deep"] {
        let args = ["sim", "tournament", "--json", "--players", "20", "--structure", structure, "--rebuys"];
        let report = json(&kozyr(&args));
        let (busts, rebuys) = (report["busts"].as_i64().unwrap(), report["rebuys"].as_i64().unwrap());
        assert_eq!(busts, 19 + rebuys, "{report}");
        assert_eq!(report["pool"].as_i64(), Some(100 * (20 + rebuys)), "{report}");
    }
    let text = kozyr(&["sim", "tournament", "--players", "12"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.starts_with("12 players, turbo: ") && text.contains("  pool       1200, 4 paid"), "{text}");
}

#[test]
fn a_tournament_that_cannot_be_is_one_clear_line() {
    for (args, why) in [
        (["--structure", "hyper"], "\"hyper\" is no structure: say turbo, regular or deep"),
        (["--players", "1"], "2..=10000"),
        (["--seats", "11"], "seats: 11 is not between 2 and 10"),
    ] {
        let output = kozyr(&[&["sim", "tournament"][..], &args[..]].concat());
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(why), "{said}");
    }
}

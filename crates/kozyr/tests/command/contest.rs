//! `kozyr match`, as a person or a script runs it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

fn kozyr(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kozyr")).args(arguments).output().expect("the command runs")
}

/// The lower and the upper end of what the first player wins a deal.
fn interval(a: &str, b: &str, game: &str, hands: u32) -> (f64, f64) {
    let output =
        kozyr(&["match", a, b, "--game", game, "--hands", &hands.to_string(), "--seed", "3", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let score: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |name: &str| score[name].as_f64().unwrap();
    assert_eq!(number("deals"), f64::from(hands));
    (number("mean") - number("interval"), number("mean") + number("interval"))
}

#[test]
fn the_stronger_bot_beats_the_weaker_and_that_one_the_simple() {
    for (game, better, worse, hands) in [
        ("holdem", "strong", "casual", 600),
        ("holdem", "casual", "random", 150),
        ("holdem", "casual", "passive", 300),
        ("seka", "strong", "casual", 300),
        ("seka", "casual", "random", 150),
        ("seka", "casual", "passive", 300),
        ("durak", "casual", "random", 40),
        ("transfer", "casual", "passive", 20),
        ("light", "casual", "random", 40),
        ("pairs", "casual", "random", 40),
    ] {
        let (low, high) = interval(better, worse, game, hands);
        assert!(low > 0.0, "{game}: {better} against {worse}: {low} to {high}");
    }
}

#[test]
fn nobody_has_an_edge_over_themselves() {
    for game in ["omaha8", "seka", "durak", "pairs"] {
        let (low, high) = interval("passive", "passive", game, 20);
        assert!(low <= 0.0 && high >= 0.0, "{game}: {low} to {high}");
    }
}

#[test]
fn a_program_plays_over_its_standard_input_and_output() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("folds");
    let act = r#"{"type":"act","command":"0192f3a4-0000-7000-8000-00000000002a","table":"match","turn":1,"action":{"game":"holdem","kind":"fold"}}"#;
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in *'\"turn\":'*) echo '{act}';; esac\ndone\n"
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let (_, high) = interval(program.to_str().unwrap(), "passive", "holdem", 10);
    assert!(high < 0.0, "whoever always folds pays the blinds: {high}");
}

#[test]
fn a_player_or_a_program_that_is_none_is_refused_in_one_line() {
    for (name, told) in [("stong", "write strong, casual"), ("./nothing-here", "cannot be started")] {
        let output = kozyr(&["match", name, "casual", "--hands", "1"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(told), "{output:?}");
    }
}

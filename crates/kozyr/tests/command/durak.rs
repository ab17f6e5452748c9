//! Durak from the command line: simulate, write down, replay.

use std::path::Path;
use std::process::{Command, Output};

fn kozyr(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kozyr")).args(args).output().expect("kozyr runs")
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn stored_records_replay_to_their_results() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/durak");
    let output = kozyr(&["replay", "--json", "--round-trip", folder]);
    let report = json(&output);
    assert!(output.status.success(), "{report}");
    assert_eq!((report["hands"].as_u64(), report["agreed"].as_u64()), (Some(4), Some(4)), "{report}");
}

#[test]
fn a_wrong_record_is_named_with_its_line() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-records");
    std::fs::create_dir_all(&folder).expect("a folder");
    let good = include_str!("../../../../testdata/durak/by-hand.durak");
    for (name, from, to, field) in [
        ("result.durak", "result fool 2", "result fool 1", "differed"),
        ("move.durak", "1 show 6h", "1 show 9h", "refused"),
        ("word.durak", "1 show 6h", "1 reveal 6h", "unreadable"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, good.replacen(from, to, 1)).expect("a file");
        let output = kozyr(&["replay", "--json", path.to_str().expect("a plain path")]);
        let report = json(&output);
        assert_eq!(output.status.code(), Some(1), "{report}");
        assert_eq!(report[field], 1, "{report}");
        assert!(report["problems"][0]["why"].as_str().expect("why").starts_with("line "), "{report}");
    }
}

#[test]
fn games_in_one_file_are_played_one_by_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("several-games");
    std::fs::create_dir_all(&folder).expect("a folder");
    let good = include_str!("../../../../testdata/durak/by-hand.durak");
    let wrong = good.replacen("result fool 2", "result fool 1", 1);
    let lines = |text: &str| text.lines().count();
    let path = folder.join("games.durak");
    std::fs::write(&path, format!("# three games\n\n{good}\n{wrong}# and the last\n{good}")).expect("a file");
    let report = json(&kozyr(&["replay", "--json", "--round-trip", path.to_str().expect("a plain path")]));
    let counted = ["hands", "agreed", "differed"].map(|name| report[name].as_u64());
    assert_eq!(counted, [Some(3), Some(2), Some(1)], "{report}");
    let result = wrong.lines().position(|line| line == "result fool 1").expect("a result");
    let line = 2 + lines(good) + 1 + result + 1;
    let why = report["problems"][0]["why"].as_str().expect("why");
    assert!(why.starts_with(&format!("line {line}: ")), "{report}");
    std::fs::write(&path, "# nothing but a remark\n").expect("a file");
    let report = json(&kozyr(&["replay", "--json", path.to_str().expect("a plain path")]));
    assert_eq!(report["unreadable"], 1, "{report}");
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let record = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulated.durak");
    let record = record.to_str().expect("a plain path");
    for mode in ["0", "1", "2", "3", "4", "5"] {
        let args =
            ["sim", "durak", "--json", "--games", "50", "--seats", "4", "--mode", mode, "--record", record];
        let (one, two) = (json(&kozyr(&args)), json(&kozyr(&args)));
        assert_eq!((&one["moves"], &one["fools"]), (&two["moves"], &two["fools"]));
        assert_eq!(one["games"], 50);
        assert!(kozyr(&["replay", record]).status.success());
    }
    let refused = kozyr(&["sim", "durak", "--seats", "5", "--mode", "3"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("num_seats"));
}

/// The edge of one style over another at a table of the room, with its margin at 95 percent.
fn edge(play: &str, against: &str, games: &str, more: &[&str]) -> (f64, f64, serde_json::Value) {
    let mut args = vec!["sim", "durak", "--json", "--play", play, "--against", against, "--games", games];
    args.extend(more);
    let output = kozyr(&args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = json(&output);
    let number = |name: &str| report[name].as_f64().expect("a number");
    (number("edge"), number("margin"), report)
}

#[test]
fn the_stronger_bot_beats_the_weaker_and_that_one_whoever_does_not_think() {
    for (play, against, games) in
        [("easy", "random", "60"), ("easy", "passive", "40"), ("strong", "easy", "40")]
    {
        let (edge, margin, report) = edge(play, against, games, &[]);
        assert!(edge > margin, "{report}");
    }
}

/// The figures; `cargo nextest run --run-ignored all --no-capture` prints them.
#[test]
#[ignore = "long: make soak"]
#[allow(clippy::print_stdout, reason = "figures to be read")]
fn the_bots_compared_in_every_mode() {
    let tables: [&[&str]; 7] = [
        &[],
        &["--mode", "1"],
        &["--mode", "2", "--seats", "3"],
        &["--mode", "3", "--seats", "4"],
        &["--mode", "5", "--seats", "4"],
        &["--seats", "6"],
        &["--deck-size", "24"],
    ];
    for more in tables {
        for (play, against) in [("easy", "random"), ("easy", "passive"), ("strong", "easy")] {
            let (edge, margin, report) = edge(play, against, "1000", more);
            println!("{more:?} {report}");
            assert!(edge > margin, "{more:?} {report}");
        }
    }
}

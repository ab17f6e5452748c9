//! The commands that know Seka, as a person uses them.

use std::path::Path;
use std::process::Command;

#[track_caller]
fn check(args: &[&str], code: i32, out: &[&str], err: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output =
        Command::new(env!("CARGO_BIN_EXE_kozyr")).args(args).current_dir(root).output().expect("runs");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let told = format!("kozyr {args:?}\nout: {stdout}\nerr: {stderr}");
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(out.iter().all(|out| stdout.contains(out)), "{told}");
    assert!(stderr.contains(err) && !stderr.contains("panicked"), "{told}");
    stdout
}

fn scratch(name: &str, content: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).expect("a scratch folder");
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a scratch file");
    path.display().to_string()
}

const DEAL: &str = include_str!("../../../../testdata/seka/svara.seka");
const OTHER: &str = include_str!("../../../../testdata/seka/dark.seka");

#[test]
fn stored_deals_replay() {
    check(&["replay", "--round-trip", "testdata/seka"], 0, &["2 ended with the recorded stacks"], "");
    let both = scratch("both.seka", &format!("# a comment first\n{DEAL}\n\n{OTHER}"));
    check(&["replay", &both], 0, &["2 ended with the recorded stacks"], "");
}

#[test]
fn wrong_deals_are_named_by_file_and_line() {
    let lines = DEAL.lines().count();
    let wrong = [
        DEAL.replace("result: 1 -125", "result: 1 -124"),
        OTHER.replace("2 dark", "2 reveal"),
        OTHER.replace("base: 25", "base: many"),
        DEAL.to_owned(),
    ];
    let path = scratch("wrong.seka", &wrong.concat());
    let refused = format!("line {}: a reveal is possible in rounds 2 and 3 only", lines + 13);
    let out = [
        "line 45: the result is not what comes out",
        &refused,
        "\"many\" is not a whole number of chips",
        "1 ended with the recorded stacks",
        "1 ended with other stacks or another result",
        "1 have a move against the rules",
        "1 could not be read",
    ];
    check(&["replay", &path], 1, &out, "");
    let binary = scratch("binary.seka", "");
    std::fs::write(&binary, b"seka 1\n\xff\xfe\n").expect("a scratch file");
    check(&["replay", &binary], 1, &["is not text (UTF-8)"], "");
}

#[test]
fn simulated_deals_replay() {
    let kept = scratch("kept.seka", "");
    let out = ["300 deals at a table of 25", "svara in", "pot:", "deals/s"];
    check(&["sim", "seka", "--deals", "300", "--base", "25", "--rake", "2.5", "--keep", &kept], 0, &out, "");
    check(&["replay", "--round-trip", &kept], 0, &["300 ended with the recorded stacks"], "");
    let json = check(&["sim", "seka", "--deals", "50", "--json"], 0, &["dealsWithSvara"], "");
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    let bots = ["--bots", "sharp,casual,passive", "--deals", "60", "--keep", &kept];
    let out = ["± ", "base bets per 100 deals (95 %)", "of their decisions or less"];
    check(&[&["sim", "seka"][..], &bots].concat(), 0, &out, "");
    check(&["replay", "--round-trip", &kept], 0, &["60 ended with the recorded stacks"], "");
}

#[test]
fn mistypes_are_explained() {
    check(&["sim", "seka", "--bots", "simple"], 2, &[], "1 bots: Seka takes 2 to 6");
    check(
        &["sim", "seka", "--bots", "clever,simple"],
        2,
        &[],
        "possible values: random, simple, passive, casual, sharp",
    );
    check(
        &["sim", "seka", "--base", "7"],
        2,
        &[],
        "no stock table has a base of 7; there are 5, 10, 25 and 50",
    );
    check(&["sim", "seka", "--rake", "101"], 2, &[], "a percentage from 0 to 100");
    check(&["replay", "testdata/cases/seka.json"], 2, &[], "a .durak or .seka file");
}

//! The command as a person uses it, mistypes included.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn kozyr(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kozyr")).args(args).current_dir(root()).output().expect("kozyr runs")
}

/// Exit code, standard output and standard error must be as expected; the texts by what they contain.
fn check(args: &[&str], code: i32, out: &str, err: &str) -> String {
    let output = kozyr(args);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let told = format!("kozyr {args:?}\nout: {stdout}\nerr: {stderr}");
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(stdout.contains(out), "{told}");
    assert!(stderr.contains(err), "{told}");
    assert!(!stderr.contains("panicked"), "{told}");
    stdout
}

fn scratch(name: &str, content: &[u8]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::create_dir_all(folder).expect("a scratch folder");
    std::fs::write(&path, content).expect("a scratch file");
    path.display().to_string()
}

const HAND: &str = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
                    starting_stacks = [100, 100]\nactions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'p2 f']\n\
                    finishing_stacks = [101, 99]\n";

#[test]
fn a_wrong_case_fails_and_says_what_it_saw() {
    let cases = std::fs::read_to_string(root().join("testdata/cases/holdem.json")).expect("the cases");
    let wrong = scratch("wrong.json", cases.replace("[134, 67]", "[135, 66]").as_bytes());
    let out = check(&["check", &wrong], 1, "FAILED run-it-three-times: finishing stacks", "");
    assert!(out.ends_with("36 passed, 1 failed\n"), "{out}");
    let json = check(&["check", "--json", &wrong], 1, "\"failed\":1", "");
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    let unknown = scratch("field.json", cases.replace("\"runouts\"", "\"runoutz\"").as_bytes());
    check(&["check", &unknown], 1, "unknown field `runoutz`", "");
}

#[test]
fn what_cannot_be_checked_is_one_clear_line() {
    check(&["check", "no-such.json"], 2, "", "no-such.json: there is no such file");
    check(&["check", "testdata"], 2, "", "testdata: is a directory, not a file");
    check(
        &["check", &scratch("kind.json", br#"{"kind": "whist"}"#)],
        2,
        "",
        "unknown kind \"whist\": write one of holdem",
    );
    check(&["check", &scratch("binary.json", &[0xff, 0, 1])], 2, "", "is not text");
    check(&["check", &scratch("cut.json", br#"{"kind": "hol"#)], 2, "", "not a case file");
    check(&["check"], 2, "", "required");
    check(&["chekc"], 2, "", "similar subcommand");
    check(&["check", "--help"], 0, "Exit code", "");
}

#[test]
fn hands_are_replayed() {
    check(&["replay", &scratch("good.phh", HAND.as_bytes())], 0, "1 ended with the recorded stacks", "");
    let wrong = HAND.replace("[101, 99]", "[100, 100]");
    let differs = "recorded [100, 100], replayed [101, 99]";
    check(&["replay", &scratch("wrong.phh", wrong.as_bytes())], 1, differs, "");
    let illegal = HAND.replace("p2 f", "p2 cbr 3");
    let refused = "action 3 (p2 cbr 3): a raise to 3 is too small: the least is 4";
    check(&["replay", &scratch("illegal.phh", illegal.as_bytes())], 1, refused, "");
    let json = check(&["replay", "--json", &scratch("again.phh", HAND.as_bytes())], 0, "\"agreed\":1", "");
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
}

#[test]
fn a_check_against_nobody_is_repaired_and_listed_when_asked_for() {
    let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 50]\n\
                actions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'p2 cbr 50', 'p1 cc', 'd db 3c4c5c', 'p1 cc', 'd db 9d', \
                'd db Td']\nfinishing_stacks = [150, 0]\n";
    let path = scratch("idle.phh", hand.as_bytes());
    check(&["replay", &path], 1, "action 6 (p1 cc)", "");
    let repair = "repaired: line 6, column 81: action 6 \"p1 cc\" dropped: everybody else is all-in";
    check(&["replay", "--lenient", &path], 0, repair, "");
    check(&["replay", "--lenient", "--json", &path], 0, "everybody else is all-in", "");
    check(&["convert", "--to", "json", &path], 0, "p1 cc\",\"d db 9d", "");
    check(&["convert", "--lenient", "--to", "json", &path], 0, "d db 3c4c5c\",\"d db 9d", repair);
}

#[test]
fn null_in_a_field_of_ones_own_is_refused() {
    let hand = r#"{"players": ["Ann", "Bob"], "startingStacks": [50, 100], "blindsOrStraddles": [1, 2], "_mine": {"a": null},
        "actions": ["d dh p1 AsKs", "d dh p2 7c7d", "p1 f"]}"#;
    let path = scratch("null.json", hand.as_bytes());
    check(
        &["convert", "--to", "phh", &path],
        1,
        "",
        "_mine.a: is null, which PHH has no word for: leave it out",
    );
}

#[test]
fn many_hands_packed_or_not_and_rejects() {
    let section = |n: u32, hand: &str| format!("[{n}]\n{hand}\n");
    let wrong = HAND.replace("[101, 99]", "[100, 100]");
    let hands: String = (1..=500).map(|n| section(n, if n % 100 == 0 { &wrong } else { HAND })).collect();
    let rejects = scratch("rejects.phhs", b"");
    let plain = scratch("many.phhs", hands.as_bytes());
    check(&["replay", "--rejects", &rejects, &plain], 1, "495 ended with the recorded stacks", "");
    let kept = std::fs::read_to_string(&rejects).expect("the rejects");
    assert_eq!(kept.matches("recorded [100, 100]").count(), 5, "{kept}");
    check(&["replay", &rejects], 1, "5 ended with other stacks", "");

    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(hands.as_bytes()).expect("packed");
    let packed = packed.finish().expect("packed");
    check(&["replay", &scratch("many.phhs.gz", &packed)], 1, "500 hands", "");
    let cut = scratch("cut.phhs.gz", &packed[..packed.len() / 2]);
    check(&["replay", &cut], 1, "cut off", "");
}

#[test]
fn what_cannot_be_replayed_is_one_clear_line() {
    check(&["replay", "no-such"], 2, "", "no-such: there is no such file");
    check(&["replay", "docs"], 2, "", "docs: no hands to replay: give a .phh");
    check(&["replay", "README.md"], 2, "", "expected a .phh or .phhs file");
    check(&["replay", &scratch("binary.phh", &[0xff, 0xfe, 0])], 1, "could not be read", "");
    check(&["replay", &scratch("empty.phh", b"")], 1, "could not be read", "");
    check(&["replay", &scratch("half.phh", &HAND.as_bytes()[..100])], 1, "`actions` is missing", "");
}

#[test]
fn hands_are_exported_as_csv() {
    let txt = "testdata/pokerstars/cash-no-limit.txt";
    let out = check(&["export", "--csv", txt], 0, "source,hand,variant,event,table,date", "1 exported");
    let row = out.lines().nth(1).expect("a row");
    assert_eq!(
        row,
        "testdata/pokerstars/cash-no-limit.txt:1,248000000001,NT,,Lynx IV,2024-01-02,03:04:05,USD,0.5,1,,\
         c.i.d;Eve;Ann Lee;Бобр,3;6;1;2,100;213.05;104.5;97.2,Kc7d2s7h3c,35,1.7,-17;-1;16.3;0"
    );
    let actions = check(&["export", "--csv", "--rows", "actions", txt], 0, "source,hand,number,street", "");
    let raise = "1,248000000001,5,preflop,3,Ann Lee,1,raise,3,3,,,104.5,1.5,";
    assert!(actions.lines().any(|line| line.ends_with(raise)), "{actions}");
    let call = "river,3,Ann Lee,1,call,10,,,,97.5,25,";
    assert!(actions.lines().any(|line| line.ends_with(call)), "{actions}");
    assert!(actions.contains("note,,,,,,7,\"Eve said, \"\"good luck\"\"\""), "{actions}");
    // Every notation, and what cannot be played is named.
    let all = ["export", "--csv", "testdata/pokerstars", "testdata/phh/three-hands.phhs"];
    let rows = check(&all, 0, "", "16 exported").lines().count();
    assert_eq!(rows, 17);
    // The pot is the one the room has printed.
    let pots = check(&["export", "--csv", "testdata/pokerstars"], 0, "", "");
    let pots = pots.lines().skip(1).map(|line| line.rsplit(',').nth(2).expect("a pot").to_owned());
    let mut texts: Vec<_> = std::fs::read_dir(root().join("testdata/pokerstars"))
        .expect("samples")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    texts.sort();
    let texts: String = texts.iter().map(|path| std::fs::read_to_string(path).expect("a sample")).collect();
    let printed = texts.lines().filter_map(|line| line.strip_prefix("Total pot ")).map(|rest| {
        let amount = rest.split(' ').next().expect("an amount");
        let plain: String = amount.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
        plain.strip_suffix(".50").map_or(plain.clone(), |whole| format!("{whole}.5"))
    });
    assert_eq!(pots.collect::<Vec<_>>(), printed.collect::<Vec<_>>());
    let json = scratch(
        "hand.json",
        format!(
            "\u{feff}{}",
            r#"{"players": ["A\"b", "C,d"], "startingStacks": [50, 100],
        "blindsOrStraddles": [1, 2], "actions": ["d dh p1 AsKs", "d dh p2 7c7d", "p1 f"]}"#
        )
        .as_bytes(),
    );
    check(&["export", "--csv", &json], 0, "\"C,d;A\"\"b\"", "1 exported");
    let bad = scratch("unplayable.phh", HAND.replace("p2 f", "p2 cbr 3").as_bytes());
    check(&["export", "--csv", &bad], 1, "", "1 not exported: action 3 (p2 cbr 3)");
    check(&["export", "--csv", "README.md"], 2, "", "README.md: is no file of hands: expected a .phh");
    check(&["export", "x.phh"], 2, "", "--csv");
}

#[test]
fn equities_are_counted_or_dealt() {
    let out = check(&["equity", "AhAd", "KK,QQ", "--board", "7c8d9s2h"], 0, "AhAd    95.45%", "");
    assert!(out.ends_with("528 deals, all counted\n"), "{out}");
    let dealt = ["equity", "AsAh", "KsKh", "QsQh", "--trials", "20000"];
    let out = check(&dealt, 0, "20000 deals, dealt at random", "");
    assert_eq!(out, check(&dealt, 0, "", ""), "the same seed deals the same");
    let json = check(&["equity", "6s6h", "AsKs", "--game", "short-deck", "--json"], 0, "\"exact\":true", "");
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    check(&["equity", "AhAd"], 2, "", "2 values required");
    check(&["equity", "AhAd", "ZZ"], 2, "", "\"ZZ\" is no range");
    check(&["equity", "AhAd", "AhKd"], 2, "", "not enough cards");
    check(&["equity", "AhAd", "KK", "--board", "7x"], 2, "", "--board \"7x\"");
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        check(&["completions", shell], 0, "replay", "");
    }
    check(&["man"], 0, ".TH kozyr 1", "");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man1");
    let _ = std::fs::remove_dir_all(&folder);
    check(&["man", "-o", &folder.display().to_string()], 0, "", "");
    for page in ["kozyr.1", "kozyr-replay.1", "kozyr-hand.1", "kozyr-hand-deal.1", "kozyr-export.1"] {
        let text =
            std::fs::read_to_string(folder.join(page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".SH NAME"), "{page}: {text}");
    }
}

#[test]
fn facts_are_computed_or_named_as_skipped() {
    let facts = r#"{"kind": "tournament", "runnable": [], "facts": [
        {"id": "F1", "given": {"sets": [{"pool": 7, "bps": [5000, 3000, 2000]}]}, "expect": {"amounts": [[4, 2, 1]]}},
        {"id": "F2", "given": {"sets": [{"pool": 7, "bps": [5000, 3000, 2000]}]}, "expect": {"amounts": [[3, 2, 2]]}},
        {"id": "F3", "given": {"seats": 6}, "expect": {"hand1": {"button": 2}}}]}"#;
    let path = scratch("facts.json", format!("\u{feff}{facts}").as_bytes());
    let out = check(&["check", &path], 1, "FAILED F2: a pool of 7 pays [4,2,1], should be [3,2,2]", "");
    assert!(out.contains("SKIPPED F3: no runner computes this fact"), "{out}");
    assert!(out.ends_with("1 passed, 1 failed, 1 skipped\n"), "{out}");
}

#[test]
fn whoever_has_read_enough_is_no_failure() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cases/holdem.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_kozyr"))
        .args(["check", cases])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

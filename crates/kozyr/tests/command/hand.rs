//! `kozyr hand` as a person or a script uses it.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the command on this input: exit code, standard output, standard error.
fn hand(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kozyr"))
        .arg("hand")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kozyr runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("input is read");
    let output = child.wait_with_output().expect("kozyr ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

const HAND: &str = r#"{"hand": 1, "players": ["Ann", "Bob"], "startingStacks": [50, 75.25],
    "blindsOrStraddles": [1, 2], "actions": ["d dh p1 AsKs", "d dh p2 7c7d"]}"#;

#[test]
fn view_merge_auto_next_and_validate() {
    let (code, out, _) = hand(&["view", "Ann", "--compact"], HAND);
    assert_eq!(code, 0);
    assert!(
        out.contains(r#""actions":["d dh p1 AsKs","d dh p2 ????"]"#) && out.contains(r#""author":"Ann""#),
        "{out}"
    );

    let client = out.replace(r#""d dh p2 ????""#, r#""d dh p2 ????","p1 cbr 5.25""#);
    let (code, out, err) = hand(&["merge"], &format!(r#"{{"server": {HAND}, "client": {client}}}"#));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("p1 cbr 5.25") && out.contains("7c7d") && !out.contains("author"), "{out}");

    let (code, out, _) = hand(&["auto"], &out);
    assert!(code == 0 && out.contains("p2 f") && out.contains(r#""finishingStacks": [52, 73.25]"#), "{out}");

    let (code, out, _) = hand(&["next"], &out);
    assert!(
        code == 0 && out.contains(r#""startingStacks": [52, 73.25]"#) && out.contains(r#""hand": 2"#),
        "{out}"
    );
    assert!(out.contains(r#""blindsOrStraddles": [2, 1]"#), "{out}");

    let (code, out, _) = hand(&["validate"], &out);
    assert!(code == 0 && out.contains("true"), "{out}");

    let (code, out, _) = hand(&["view"], &format!(r#"{{"hand": {HAND}, "viewer": "Bob"}}"#));
    assert!(code == 0 && out.contains("d dh p1 ????") && out.contains(r#""author": "Bob""#), "{out}");

    let (code, out, _) = hand(&["view", "Bob", "--game-state"], HAND);
    assert!(code == 0 && out.contains(r#""hand": ["7c", "7d"]"#) && out.contains(r#""deck": []"#), "{out}");
}

#[test]
fn refusals_and_mistakes() {
    for (args, input, code, told) in [
        (&["next"][..], HAND, 1, "refused: the hand is not over: play on, it is Ann's turn\n"),
        (
            &["merge"],
            r#"{"server": {"players": [], "startingStacks": []}, "client": {}}"#,
            1,
            "author is missing",
        ),
        (
            &["merge", "--author", "Bob"],
            r#"{"server": {"players": [], "startingStacks": []}, "client": {"author": "Ann"}}"#,
            1,
            r#"refused: author is "Ann", but this session belongs to "Bob""#,
        ),
        (&["validate"], r#"{"players": ["Ann"]}"#, 1, "refused: startingStacks: is missing"),
        (&["validate"], "{", 2, "kozyr: standard input: line 1, column 2: expected a name in quotes"),
    ] {
        let (seen, out, err) = hand(args, input);
        assert_eq!((seen, out.as_str()), (code, ""), "{err}");
        assert!(err.contains(told), "{err}");
    }
}

#[test]
fn deal_state_and_results() {
    let bare = r#"{"players": ["Ann", "Bob"], "startingStacks": [10, 10], "blindsOrStraddles": [1, 2]}"#;
    let (code, dealt, err) = hand(&["deal", "7c7d", "AsKs", "--compact"], bare);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(dealt.contains(r#""actions":["d dh p2 7c7d","d dh p1 AsKs"]"#), "{dealt}");
    let (_, state, _) = hand(&["state", "--compact"], &dealt);
    assert!(
        state.contains(r#""waiting":"bet","player":"Ann","offers":{"f":true,"cc":1,"cbr":[4,10]}"#),
        "{state}"
    );
    assert!(!state.contains("7c"), "{state}");

    // The dealer's last card ends the hand, and the results are there.
    let all_in =
        dealt.replace(r#""d dh p1 AsKs""#, r#""d dh p1 AsKs","p1 cbr 10","p2 cc","p2 sm -","p1 sm -""#);
    let (code, over, err) = hand(&["deal", "d db 2c3c4c", "9h", "Th", "--now", "5", "--compact"], &all_in);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(over.contains(r#""d db Th # 5""#) && over.contains(r#""finishingStacks":[0,20]"#), "{over}");

    // So they are for a hand whose last line the host has written.
    let written = all_in.replace(r#""p1 sm -""#, r#""p1 sm -","d db 2c3c4c","d db 9h","d db Th""#);
    let (code, settled, err) = hand(&["deal", "--compact"], &written);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(settled.contains(r#""finishingStacks":[0,20]"#), "{settled}");
    let wrapped = format!(r#"{{"hand": {all_in}, "deal": ["2c3c4c", "d db 9h"], "now": 7}}"#);
    let (_, out, _) = hand(&["deal", "--compact"], &wrapped);
    assert!(out.contains(r#""d db 2c3c4c # 7","d db 9h # 7""#), "{out}");

    for (args, input, told) in [
        (&["deal"][..], bare, "refused: the hand: waits for cards or players: name the cards"),
        (&["deal", "Xx"], bare, "refused: deal: \"Xx\" is neither cards nor a line"),
        (&["deal", "7c7dAsKs2c"], bare, "refused: 1 cards too many: leave them out, it is Ann's turn"),
        (&["deal", "d db 2c3c4c"], bare, "refused: "),
    ] {
        let (code, out, err) = hand(args, input);
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.contains(told), "{err}");
    }
}

#[test]
fn what_is_mistyped_is_said() {
    let wrapped = |rest: &str| format!(r#"{{"hand": {HAND}, {rest}}}"#);
    for (args, input, told) in [
        (
            &["view", "ann"][..],
            HAND.to_owned(),
            r#"viewer: "ann" has no seat, and "Ann" has: spell the name"#,
        ),
        (&["view"], wrapped(r#""veiwer": "Bob""#), "veiwer: is not known here: keep to hand, viewer"),
        (&["view"], wrapped(r#""viewer": 5"#), "viewer: is no name: write one"),
        (&["auto"], wrapped(r#""now": "noon""#), "now: is no time: write unix milliseconds"),
        (&["next"], wrapped(r#""now": 5"#), "now: is not known here: keep to hand"),
        (
            &["next"],
            format!(r#"{{"hnad": {HAND}}}"#),
            "players: is missing, so this is no hand (it has hnad)",
        ),
        (
            &["merge"],
            format!(r#"{{"server": {HAND}, "cleint": {{}}}}"#),
            "cleint: is not known here: keep to server, client, host",
        ),
        (&["merge"], format!(r#"{{"server": {HAND}}}"#), "client: is missing"),
        (
            &["merge"],
            format!(r#"{{"server": {HAND}, "client": {{"author": "Ann"}}, "host": {{"now": "x"}}}}"#),
            "host.now: is no time",
        ),
        (&["validate"], "[]".to_owned(), "standard input: is no JSON object"),
    ] {
        let (code, out, err) = hand(args, &input);
        assert_eq!((code, out.as_str()), (1, ""), "{args:?}: {err}");
        assert!(err.starts_with("refused: ") && err.contains(told), "{args:?}: {err}");
    }
    // Somebody who only watches sees what is open.
    let (code, out, _) = hand(&["view", "Zed"], HAND);
    assert!(code == 0 && out.contains("d dh p1 ????"), "{out}");
    let (code, _, err) = hand(&["validate"], &format!("\u{feff}{HAND}"));
    assert_eq!((code, err.as_str()), (0, ""), "a byte order mark is nothing");
    let (code, _, err) = hand(&["next"], "");
    assert!(code == 2 && err.contains("standard input is empty: give it a hand"), "{err}");
}

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
        (&["next"][..], HAND, 1, "refused: the hand is not over: it is Ann's turn\n"),
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

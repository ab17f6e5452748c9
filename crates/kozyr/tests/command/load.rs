//! `kozyr load`: a small evening, over real sockets.

use std::process::{Command, Output};

fn load(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kozyr")).arg("load").args(args).output().expect("kozyr runs")
}

#[test]
fn a_room_and_a_bare_responder_get_the_same_traffic() {
    let out = load(&["--tables", "3", "--players", "3", "--seconds", "1", "--echo", "--json"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let figures: serde_json::Value = serde_json::from_slice(&out.stdout).expect("one JSON object");
    for server in ["room", "bare"] {
        let figures = &figures[server];
        assert!(figures["actionsPerSecond"].as_f64().unwrap() > 0.0, "{figures}");
        assert_eq!(figures["errors"], 0, "{figures}");
        assert!(figures["p50Us"].as_u64().unwrap() <= figures["p99Us"].as_u64().unwrap());
        let updates = figures["updatesPerAction"].as_f64().unwrap();
        assert!((2.5..3.5).contains(&updates), "everybody at a table hears of every action: {updates}");
    }
    assert_eq!(figures["room"]["bytes"], figures["bare"]["bytes"]);
    assert!(figures["ofBare"].as_f64().unwrap() > 0.0);
}

#[test]
fn people_read_it_as_text_and_a_rate_is_kept() {
    let out = load(&["--tables", "2", "--players", "2", "--seconds", "2", "--rate", "40", "--random-ids"]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(out.status.success() && text.starts_with("2 tables of 2"), "{text}");
    let room = text.lines().find(|line| line.starts_with("room: ")).expect("a line about the room");
    let rate: f64 = room["room: ".len()..].split(' ').next().unwrap().parse().unwrap();
    assert!((1.0..=60.0).contains(&rate), "{room}");
    assert!(room.ends_with(" 0 errors"), "{room}");
}

#[test]
fn what_cannot_be_measured_is_said() {
    for (args, said) in [
        (&["--tables", "0"][..], "0 is not in 1..=20000"),
        (&["--players", "11"], "11 is not in 2..=10"),
        (&["--rate", "0"], "0 is not in 1.."),
        (&["--tables", "1", "--data", "/dev/null/x"], "the server did not start"),
    ] {
        let out = load(args);
        assert!(!out.status.success());
        let told = String::from_utf8(out.stderr).unwrap();
        assert!(told.contains(said), "{args:?}: {told}");
    }
}

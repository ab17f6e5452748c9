//! `kozyr tournament` as a director at a table and a script use it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

struct Director(tempfile::TempDir);

impl Director {
    fn new() -> Director {
        Director(tempfile::tempdir().expect("a scratch folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs `kozyr tournament` in the folder: exit code, standard output, standard error.
    fn run(&self, line: &str, input: &str) -> (i32, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kozyr"))
            .arg("tournament")
            .args(line.split_whitespace().map(|word| word.replace('_', " ")))
            .current_dir(self.0.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("kozyr runs");
        // A command that is refused before it reads leaves a closed pipe behind.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("kozyr ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
    }

    /// Runs a command that works; what it printed.
    #[track_caller]
    fn works(&self, line: &str) -> String {
        let (code, out, err) = self.run(line, "");
        assert_eq!(code, 0, "kozyr tournament {line}\n{out}{err}");
        out
    }

    /// `do` on cup.json, in place, at a minute of the evening.
    #[track_caller]
    fn say(&self, minute: u32, command: &str) -> String {
        let now = format!("2026-01-31T{:02}:{:02}:00Z", 20 + minute / 60, minute % 60);
        self.works(&format!("do cup.json --in-place --now {now} {command}"))
    }

    /// A tournament of four with rebuys, started at eight.
    fn started() -> Director {
        let director = Director::new();
        director.works(
            "new --preset turbo --name Friday_cup --minutes 10 --set buyIn=20 --set rebuys.endLevel=2 \
             --set addOn={\"price\":20,\"chips\":2500,\"endLevel\":2} --now 2026-01-31T19:00:00Z -o cup.json",
        );
        director.say(0, "open , register Ann Bob Cid Dan");
        director.say(0, "start Ann@1-1 Bob@1-2 Cid@1-3 Dan@1-4");
        director
    }
}

#[test]
fn an_evening_from_entries_to_prizes() {
    let director = Director::started();
    let shown = director.works("show cup.json --now 2026-01-31T20:03:00Z");
    for line in [
        "Friday cup (friday-cup): running",
        "Level 1 of",
        "7:00 left, until 20:10:00Z",
        "Blinds 25/50 (level 1)",
        "Next   40/80 (level 2)",
        "Players 4 of 4, average stack 2500 (50.0 big blinds)",
        "Prize pool 80. The pool is 20 × (4 entrants + 0 rebuys)",
        "    1. 52",
        "  seat  4        2500  Dan",
    ] {
        assert!(shown.contains(line), "{line:?} is not in\n{shown}");
    }

    let told = director.say(4, "bust Dan by Ann");
    assert!(told.contains("Dan may buy in again") && told.contains("Ann 5000"), "{told}");
    let told = director.say(4, "rebuy Dan");
    assert!(told.contains("Dan bought in again for 20"), "{told}");
    // A hand that was dealt and then ended; the clock went on meanwhile.
    director.say(9, "deal");
    let told = director.say(11, "hand Ann-500 Cid+500");
    assert!(told.contains("level 2 begins (Level 2: the one before ended at 2026-01-31T20:10:00"), "{told}");
    director.say(12, "enter Eve");
    let told = director.say(13, "break 5");
    assert!(
        told.contains("the break lasts until 20:18:00Z (")
            || told.contains("the break lasts until 20:18:00Z"),
        "{told}"
    );
    director.say(14, "add-on Ann");
    let shown = director.works("show cup.json --now 2026-01-31T20:14:00Z");
    assert!(shown.contains("on break, 4:00 left") && shown.contains("the clock is stopped"), "{shown}");
    let told = director.say(19, "next-level");
    assert!(
        told.contains("the break is over") && told.contains("level 3 begins (Level 3: the host asked"),
        "{told}"
    );

    let told = director.say(20, "bust Dan Bob by Cid");
    assert!(
        told.contains("Bob has place 4 (Place 4: out in hand 3") && told.contains("Dan has place 5"),
        "{told}"
    );
    director.say(21, "pause , resume , bust Eve by Ann");
    let told = director.say(22, "bust Cid by Ann");
    // 20 for each of five entries, one rebuy and one add-on; of five entrants the first two are paid.
    assert!(told.contains("finished; 140 paid: 1. Ann 91, 2. Cid 49"), "{told}");

    let standings = director.works("standings cup.json");
    assert!(standings.starts_with("    1. Ann  won 91\n    2. Cid  out in hand 5  won 49\n"), "{standings}");
    let why = director.works("why cup.json --player Cid");
    assert!(why.contains("Cid: Place 2: out in hand 5") && why.contains("35 % of 140"), "{why}");
    assert!(
        director
            .works("why cup.json --lang ru")
            .contains("Призовой фонд: 20 × (5 входов + 1 ребаев) + 20 за аддоны")
    );
    let csv = director.works("export --csv cup.json");
    assert!(csv.contains("1,Ann,Ann,91,") && csv.ends_with("\r\n") && !csv.contains("\n\n"), "{csv}");
    let json: serde_json::Value =
        serde_json::from_str(&director.works("export --json cup.json")).expect("JSON");
    assert_eq!((&json["finalPrizePool"], &json["kozyr"]), (&140.into(), &serde_json::Value::Null));
    let shown: serde_json::Value =
        serde_json::from_str(&director.works("show --json cup.json")).expect("JSON");
    assert_eq!((&shown["status"], &shown["playersLeft"]), (&"finished".into(), &1.into()));
    // Only the document is left: nothing half-written beside it.
    assert_eq!(std::fs::read_dir(director.0.path()).expect("a folder").count(), 1);
}

#[test]
fn a_script_pipes_documents_and_lists() {
    let director = Director::started();
    let before = director.text("cup.json");
    let at = "--now 2026-01-31T20:01:00Z";
    // Lines on standard input, the document on standard output, what happened beside it.
    let (code, out, err) =
        director.run(&format!("do cup.json {at}"), "# first hand\nhand Ann+100 Bob-100\n\nbreak 5\n");
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("hand 1-1 is over, pot 100") && err.contains("a break of 5:00 is called"), "{err}");
    assert_eq!(director.text("cup.json"), before);
    // The same as a list beside the document, and what comes out goes in again.
    let list = r#"[{"do": "hand", "deltas": {"Ann": 100, "Bob": -100}}, "break 5"]"#;
    let wrapped = format!(r#"{{"tournament": {before}, "commands": {list}, "now": "2026-01-31T20:01:00Z"}}"#);
    let (code, events, err) = director.run("do --events -", &wrapped);
    assert_eq!((code, err.as_str()), (0, ""));
    let events: serde_json::Value = serde_json::from_str(&events).expect("JSON");
    let whole: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(events["tournament"], whole);
    let called =
        events["events"].as_array().expect("a list").iter().find(|e| e["what"]["breakCalled"].is_object());
    assert_eq!(called.expect("a break")["why"][0]["en"], "The host asked for it");
    // A document goes round: read and written again it is the same, byte for byte.
    let (code, again, err) = director.run(&format!("do - tick {at}"), &events.to_string());
    assert_eq!((code, again), (0, out), "{err}");
    // Each command may have a moment of its own.
    let timed = r#"[{"do": "tick", "at": "2026-01-31T20:11:00Z"}]"#;
    let (code, out, err) = director.run("do cup.json", timed);
    assert!(code == 0 && out.contains("\"blindLevelIndex\": 1"), "{err}");
}

#[test]
fn seeds_draw_the_same_seats_again() {
    let director = Director::new();
    director.works("new --preset turbo --id cup -o cup.json");
    director.works("do cup.json --in-place open , register Ann Bob Cid Dan Eve");
    let draw =
        |seed: &str| director.works(&format!("do cup.json start --now 2026-01-31T20:00:00Z --seed {seed}"));
    assert_eq!(draw("7"), draw("7"));
    assert_ne!(draw("7"), draw("8"));
}

#[test]
fn a_name_is_never_a_formula_and_never_steers_the_terminal() {
    let director = Director::new();
    director.works("new --preset turbo --id cup -o cup.json");
    let evil = r#"["open", {"do": "register", "player": "=HYPERLINK(A1)", "name": "@SUM(1)"},
        {"do": "register", "player": "\u001b[2Jgone"}, "start"]"#;
    let (code, _, err) = director.run("do cup.json -i", evil);
    assert_eq!(code, 0, "{err}");
    let csv = director.works("export --csv cup.json");
    assert!(csv.contains("\"'=HYPERLINK(A1)\",\"'@SUM(1)\""), "{csv}");
    for shown in [director.works("show cup.json"), director.works("standings cup.json")] {
        assert!(!shown.contains('\u{1b}') && shown.contains("[2Jgone"), "{shown}");
    }
}

#[test]
fn mistypes_change_nothing_and_say_what_to_do() {
    let director = Director::started();
    let before = director.text("cup.json");
    std::fs::write(director.path("bad.json"), "{\"id\": 1}").expect("a scratch file");
    std::fs::write(director.path("empty.json"), "\n").expect("a scratch file");
    std::fs::write(director.path("form.json"), "{\"name\": \"x\"}").expect("a scratch file");
    let at = "--now 2026-01-31T20:01:00Z";
    for (line, code, told) in [
        (
            "do cup.json -i bsut Ann by Bob",
            1,
            "\"bsut\" is no command: did you mean \"bust\"? Then write bust PLAYER… by PLAYER",
        ),
        ("do cup.json -i frobnicate", 1, "\"frobnicate\" is no command: say one of open, register"),
        (
            "do cup.json -i bust Ann",
            1,
            "does not say who is out and who has their chips: write bust PLAYER… by PLAYER",
        ),
        ("do cup.json -i bust ann by Bob", 1, "ann has not entered; register first: did you mean \"Ann\"?"),
        (
            "do cup.json -i bust Zoe by Bob",
            1,
            "Zoe has not entered; register first: see kozyr tournament show",
        ),
        ("do cup.json -i bust Ann by Ann", 1, "Ann is named twice: name each player once"),
        (
            "do cup.json -i rebuy Ann",
            1,
            "\"rebuy Ann\": Ann has no open offer to buy in again: an offer opens when",
        ),
        ("do cup.json -i rebuy", 1, "\"rebuy\" names no player: write rebuy PLAYER…"),
        (
            "do cup.json -i hand Ann+5 Bob-4",
            1,
            "the shares are 5, the pot is 4: they must be equal: let what",
        ),
        (
            "do cup.json -i hand Ann+9000 Bob-9000",
            1,
            "Bob has 2500 and cannot put 9000 into the pot: name at most",
        ),
        ("do cup.json -i hand Ann", 1, "has no chips in \"Ann\": write hand PLAYER+CHIPS… PLAYER-CHIPS…"),
        ("do cup.json -i break soon", 1, "does not say for how many whole minutes: write break MINUTES"),
        ("do cup.json -i break 99999", 1, "a break lasts from a second to a day: say break 10"),
        (
            "do cup.json -i register Eve",
            1,
            "the tournament is running: this can be done in the lobby only: say enter",
        ),
        ("do cup.json -i enter Eve@1-2", 1, "chair 1-2 is not for a late entrant"),
        ("do cup.json -i deal 7", 1, "there is no table 7: see kozyr tournament show for the tables"),
        ("do cup.json -i balance", 1, "no moves are due: play on"),
        ("do cup.json -i resume", 1, "the tournament is not paused: say pause"),
        ("do cup.json -i call-off", 1, "table 1 has no such hand in play: deal first"),
        (
            "do cup.json -i bust Dan by Ann , bust Dan by Ann",
            1,
            "command 2, \"bust Dan by Ann\": Dan is out: see",
        ),
        ("do cup.json -i configure", 1, "cannot be said in words: write {\"do\": \"configure\""),
        ("do cup.json -i", 2, "standard input: is empty: give it commands, one a line"),
        ("do - -i open", 2, "--in-place needs a file: name one"),
        ("do cup.json -o ./cup.json open", 2, "would be written over itself"),
        ("do cup.json --now yesterday open", 2, "write 2026-01-31T20:00:00Z, or unix milliseconds"),
        ("do nowhere.json open", 2, "nowhere.json: there is no such file: check its name"),
        ("do bad.json open", 2, "bad.json: this is no tournament: "),
        ("do empty.json open", 2, "empty.json: is empty: give it a tournament's document"),
        ("show bad.json", 2, "make one with kozyr tournament new"),
        ("why cup.json --player Anne", 1, "did you mean \"Ann\"?"),
        ("export cup.json", 2, "--csv|--json"),
        ("new", 1, "there is neither form nor preset: name a file, or say --preset"),
        ("new --preset tubro", 2, "say turbo, regular or deep"),
        ("new --preset turbo --set seats", 1, "has no value: write --set seats=6"),
        ("new --preset turbo --set seats=60", 1, "seats: 60 is not between 2 and 10: correct that"),
        ("new --preset turbo --set saets=6", 1, "unknown field `saets`"),
        ("new form.json", 1, "missing field `startingChips`: take what is missing from --preset regular"),
        ("new --preset turbo -o cup.json", 2, "cup.json: is there already: name another file, or remove it"),
    ] {
        let line = if line.starts_with("do cup.json -i ") { format!("{line} {at}") } else { line.to_owned() };
        let (seen, out, err) = director.run(&line, "");
        assert_eq!((seen, out.as_str()), (code, ""), "kozyr tournament {line}\n{err}");
        assert!(err.contains(told), "kozyr tournament {line}\n{err}");
        assert_eq!(director.text("cup.json"), before, "kozyr tournament {line}");
    }
    // A list is carried out whole or not at all, wherever the mistake is.
    let (code, out, err) = director.run(&format!("do cup.json -i {at}"), "break 5\npause\npause\n");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("command 3, \"pause\": the tournament is paused already: say resume"), "{err}");
    assert_eq!(director.text("cup.json"), before);
    // What was changed by hand does not pass for a tournament.
    let stolen = before.replacen("\"stack\": 2500", "\"stack\": 9500", 1);
    assert_ne!(stolen, before);
    let (code, _, err) = director.run("show -", &stolen);
    assert!(code == 2 && err.contains("take the last one that worked"), "{err}");
}

#[test]
fn the_evening_of_the_page_goes_as_it_says() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tournament.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let block = page.split("```example\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut examples: Vec<(&str, String)> = Vec::new();
    for line in block.expect("an example").lines() {
        match (line.strip_prefix("$ kozyr tournament "), examples.last_mut()) {
            (Some(command), _) => examples.push((command, String::new())),
            (None, Some((_, told))) => *told += &format!("{line}\n"),
            (None, None) => panic!("the example begins with a command"),
        }
    }
    assert!(examples.len() >= 8);
    let director = Director::new();
    for (command, told) in examples {
        // A quoted name is one word.
        let quoted = command.split('\'').enumerate();
        let words = quoted.map(|(n, part)| if n % 2 == 1 { part.replace(' ', "_") } else { part.to_owned() });
        let (code, out, err) = director.run(&words.collect::<String>(), "");
        let seen = if told.starts_with("refused") { err.clone() } else { out };
        assert_eq!((code, seen), (i32::from(told.starts_with("refused")), told), "{command}\n{err}");
    }
}

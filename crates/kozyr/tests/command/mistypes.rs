//! The command as people mistype it: every message begins with what was wrong and ends with what to do.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the command in a folder: exit code and what was told on standard error.
fn kozyr(folder: &Path, args: &str, input: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kozyr"))
        .args(args.split_whitespace().map(|word| word.replace('_', " ")))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kozyr runs");
    // A command that ends before it reads leaves a closed pipe behind.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("kozyr ends");
    (done.status.code().expect("a code"), String::from_utf8_lossy(&done.stderr).into_owned())
}

/// Words that tell somebody what to do; the last clause of a message begins with one of them.
const DO: &[&str] = &[
    "add", "ask", "begin", "bring", "check", "choose", "close", "copy", "correct", "deal", "expected",
    "give", "keep", "leave", "make", "name", "play", "put", "rename", "save", "say", "see", "send", "show",
    "spell", "use", "wait", "write",
];

/// Does the message begin with what was wrong, and end with what to do? What is wrong with it, if not.
fn wanting(told: &str, begins: &str) -> Option<String> {
    // Of a converted hand the first line counts; the summary after it is no message.
    let line = told.lines().next().unwrap_or_default();
    let line = line.strip_prefix("kozyr: ").or(line.strip_prefix("refused: ")).unwrap_or(line);
    if !line.starts_with(begins) {
        return Some(format!("should begin with {begins:?}: {line}"));
    }
    // An example of JSON is one word, whatever stands in it.
    let mut depth = 0;
    let plain: String = line
        .chars()
        .filter(|&letter| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            depth == 0 || letter == '{' && depth == 1
        })
        .collect();
    let last = plain.split(": ").flat_map(|clause| clause.split("; ")).skip(1).last().unwrap_or_default();
    let verb = last.split([' ', ',']).next().unwrap_or_default();
    (!DO.contains(&verb)).then(|| format!("does not end with what to do ({verb:?}): {line}"))
}

/// Every mistype is told as it should be.
#[track_caller]
fn all_tell(found: Vec<String>) {
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn files_and_arguments() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
                starting_stacks = [100, 100]\nactions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'p2 f']\n";
    let header = "PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2024/01/02 3:04:05 ET\n";
    for (name, content) in [
        ("ok.phh", hand.to_owned()),
        ("twice.phh", format!("{hand}min_bet = 2\n")),
        ("nobody.phh", hand.replace("'p2 f'", "'p9 f'")),
        ("again.phh", hand.replace("7c2d", "7cAs")),
        ("long.phh", hand.replace("antes = [0, 0]", "antes = [0, 0, 0]")),
        ("limit.phh", format!("{hand}small_bet = 2\n")),
        ("bare.phh", "variant = 'NT'\n".to_owned()),
        ("other.phh", "variant = 'XX'\n".to_owned()),
        ("open.phh", "variant = 'NT\n".to_owned()),
        ("headless.phhs", hand.to_owned()),
        ("kind.json", r#"{"kind": "x"}"#.to_owned()),
        ("half.json", r#"{"kind": "#.to_owned()),
        ("list.json", "[1]".to_owned()),
        ("hello.txt", "hello\n".to_owned()),
        ("razz.txt", header.replace("Hold'em No Limit", "Razz Limit")),
        ("cap.txt", header.replace("$2 USD", "$2 - $20 Cap -  USD")),
        (
            "short.txt",
            header.replace("Hold'em No Limit ($1/$2", "6+ Hold'em No Limit (Button Blind $1 - Ante $1 "),
        ),
        ("ends.txt", header.to_owned()),
        ("table.txt", format!("{header}Tbale 'A'\n")),
    ] {
        std::fs::write(folder.path().join(name), content).expect("a scratch file");
    }
    std::fs::write(folder.path().join("bytes.json"), [0xff, 0xfe]).expect("a scratch file");
    std::fs::create_dir(folder.path().join("empty")).expect("a scratch folder");
    let mut wrong = Vec::new();
    for (args, code, begins) in [
        ("check kind.json", 2, "kind.json: unknown kind \"x\""),
        ("check half.json", 2, "half.json: not a case file"),
        ("check bytes.json", 2, "bytes.json: is not text"),
        ("check empty", 2, "empty: is a directory"),
        ("check nowhere.json", 2, "nowhere.json: there is no such file"),
        ("equity AhAd Xx", 2, "\"Xx\" is no range"),
        ("equity AhAd AhAd", 2, "there are not enough cards"),
        ("equity AhAd KK --board AhKsQs", 2, "every hand of player 1 needs"),
        ("equity AhAd KK --board 2c3c4c5c6c7c", 2, "a board has up to 5 cards, not 6"),
        ("equity AhAd KK --dead 9", 2, "--dead \"9\""),
        ("equity AhAd KK --board 2c3c4c --dead 2c", 2, "2c is dead and on the board"),
        ("equity --game omaha AhAdKhKd KK", 2, "player 2 has a hand of 2 cards"),
        ("bench sleeping", 2, "there is no benchmark \"sleeping\""),
        ("convert --to phh nowhere", 2, "nowhere: there is no such file"),
        ("convert --to json empty", 2, "empty: no file with hands"),
        ("convert --to phh -o x.phh.gz ok.phh", 2, "x.phh.gz: hands are written unpacked"),
        ("convert --to phh -o ok.phh ok.phh", 2, "ok.phh: would be written over itself"),
        ("convert --to json bare.phh", 1, "bare.phh: line 1, column 1: `actions` is missing"),
        ("convert --to json other.phh", 1, "other.phh: line 1, column 11: unknown variant `XX`"),
        ("convert --to json open.phh", 1, "open.phh: line 1"),
        ("convert --to json twice.phh", 1, "twice.phh: line 7, column 1: `min_bet` is defined twice"),
        ("convert --to json nobody.phh", 1, "nobody.phh: line 6"),
        ("convert --to json again.phh", 1, "again.phh: line 6"),
        ("convert --to json long.phh", 1, "long.phh: line 2, column 9: `antes` has 3 entries for 2 players"),
        ("convert --to json limit.phh", 1, "limit.phh: line 7, column 13: `small_bet` does not belong to NT"),
        ("convert --to json headless.phhs", 1, "headless.phhs"),
        ("convert --to phh list.json", 1, "list.json [1]: hand: is no JSON object"),
        ("convert --to phh kind.json", 1, "kind.json: players: is missing"),
        ("convert --to phh half.json", 1, "half.json: line 1, column 10"),
        ("convert --to phh ends.txt", 1, "ends.txt:1: "),
        ("convert --to phh razz.txt", 1, "razz.txt:1: line 1: `Razz Limit` is not one of the games"),
        ("convert --to phh cap.txt", 1, "cap.txt:1: line 1: the stakes have a cap"),
        (
            "convert --to phh short.txt",
            1,
            "short.txt:1: line 1: `6+ Hold'em No Limit` is not one of the games",
        ),
        ("convert --to phh table.txt", 1, "table.txt:1: line 2"),
        ("export --csv -o empty ok.phh", 2, "empty: is a directory"),
        ("export --csv bare.phh", 1, "bare.phh: line 1"),
        ("man -o ok.phh", 2, "ok.phh: is a file"),
        ("replay nowhere", 2, "nowhere: there is no such file"),
        ("tournament show kind.json", 2, "kind.json: this is no tournament"),
    ] {
        let (seen, told) = kozyr(folder.path(), args, "");
        if seen != code {
            wrong.push(format!("kozyr {args}: exit code {seen}, not {code}: {told}"));
        }
        wrong.extend(wanting(&told, begins).map(|why| format!("kozyr {args}: {why}")));
    }
    all_tell(wrong);
    // Mistyped options and commands: one line, which ends with where to look.
    for args in [
        "frobnicate",
        "equity AhAd",
        "convert --to foo ok.phh",
        "check",
        "sim seka --deals x",
        "completions foo",
    ] {
        let (seen, told) = kozyr(folder.path(), args, "");
        assert!(
            seen == 2 && told.starts_with("kozyr: ") && told.lines().count() == 1,
            "kozyr {args}\n{told}"
        );
        assert!(told.contains("; see kozyr ") && told.ends_with(" --help\n"), "kozyr {args}\n{told}");
    }
}

#[test]
fn hands_as_json() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let bare = r#"{"players": ["A", "B"], "startingStacks": [10, 10], "blindsOrStraddles": [1, 2]}"#;
    let with = |more: &str| format!("{}, {more}}}", &bare[..bare.len() - 1]);
    let wrapped = |beside: &str| format!(r#"{{"hand": {bare}, {beside}}}"#);
    let mut wrong = Vec::new();
    for (args, input, begins) in [
        ("validate", "[]".to_owned(), "standard input: is no JSON object"),
        ("validate", "{}".to_owned(), "players: is missing"),
        ("validate", wrapped(r#""x": 1"#), "x: is not known here"),
        ("validate", r#"{"players": 1}"#.to_owned(), "players: is missing"),
        ("validate", r#"{"players": [1], "startingStacks": [1]}"#.to_owned(), "players[0]: is no name"),
        ("validate", r#"{"players": ["A", "B"]}"#.to_owned(), "startingStacks: is missing"),
        ("validate", bare.replace("[10, 10]", "[10, \"x\"]"), "startingStacks[1]: is no amount"),
        ("validate", bare.replace("[10, 10]", "[10, -1]"), "startingStacks[1]: is negative"),
        ("validate", bare.replace("\"B\"", "\"A\""), "players[1]: is there twice"),
        ("validate", with(r#""variant": "XX""#), "variant: is not known"),
        ("validate", with(r#""minBet": "z""#), "minBet: is no amount"),
        ("validate", with(r#""minBet": 0"#), "minBet: is not above nothing"),
        ("validate", with(r#""_intents": [9, 0]"#), "_intents[0]: is no intent"),
        ("validate", with(r#""seatCount": 1"#), "seatCount: is no number of seats"),
        ("validate", with(r#""seats": [1, 1]"#), "seats[1]: is taken already"),
        ("validate", with(r#""seats": [1]"#), "seats: has not one seat for every player"),
        ("validate", with(r#""timeLimit": -1"#), "timeLimit: is no length of time"),
        ("validate", with(r#""finishingStacks": [1, 1]"#), "finishingStacks: with rake have 2 chips"),
        ("validate", with(r#""actions": "p1 f""#), "actions: is no list"),
        ("validate", with(r#""actions": [1]"#), "actions[0]: is no text"),
        ("validate", with(r#""actions": ["p9 f"]"#), "actions[0]: names a player who is not there"),
        ("validate", with(r#""actions": ["p1 f"]"#), "actions[0] cannot be played"),
        ("validate", with(r#""_options": 1"#), "_options: is no object"),
        ("validate", with(r#""_options": {"unit": 7}"#), "_options.unit: is no smallest chip"),
        ("validate", with(r#""_options": {"runouts": 9}"#), "_options.runouts: is no number of boards"),
        ("validate", with(r#""_options": {"rake": 5}"#), "_options.rake: is no object"),
        ("validate", with(r#""_options": {"colour": 5}"#), "_options.colour: is no option of a table"),
        ("next", with(r#""actions": ["d dh p1 AsKs", "d dh p2 7c7d"]"#), "the hand is not over"),
        ("deal", bare.to_owned(), "the hand: waits for cards or players"),
        ("deal Xx", bare.to_owned(), "deal: \"Xx\" is neither cards nor a line"),
        ("deal As", bare.to_owned(), "1 cards are left, and B gets 2"),
        ("deal 7c7dAsKs2c", bare.to_owned(), "1 cards too many"),
        ("deal d_db_2c3c4c", bare.to_owned(), "no cards are to be dealt now"),
        ("deal", wrapped(r#""deal": 7"#), "deal: is no text"),
        ("auto", wrapped(r#""now": "x""#), "now: is no time"),
        ("view", wrapped(r#""viewer": 7"#), "viewer: is no name"),
        ("view a", bare.to_owned(), "viewer: \"a\" has no seat"),
        ("merge", bare.to_owned(), "players: is not known here"),
        ("merge", "{}".to_owned(), "server: is missing"),
        ("merge", format!(r#"{{"server": {bare}, "client": {{}}}}"#), "author is missing"),
        (
            "merge",
            format!(r#"{{"server": {bare}, "client": {{"author": "Z"}}}}"#),
            "\"Z\" is not at this table",
        ),
        (
            "merge --author B",
            format!(r#"{{"server": {bare}, "client": {{"author": "A"}}}}"#),
            "author is \"A\"",
        ),
        (
            "merge",
            format!(
                r#"{{"server": {bare}, "client": {{"author": "A", "actions": []}}, "host": {{"x": 1}}}}"#
            ),
            "host.x: is not known",
        ),
    ] {
        let (seen, told) = kozyr(folder.path(), &format!("hand {args}"), &input);
        if seen != 1 {
            wrong.push(format!("kozyr hand {args} <<< {input}: exit code {seen}: {told}"));
        }
        wrong.extend(wanting(&told, begins).map(|why| format!("kozyr hand {args} <<< {input}: {why}")));
    }
    all_tell(wrong);
    let (seen, told) = kozyr(folder.path(), "hand validate", "");
    assert_eq!(seen, 2);
    assert_eq!(wanting(&told, "standard input is empty"), None);
}

//! No refusal there is goes without a test over a socket that expects it, down to its inner reason.

use crate::support::schema::variants;
use std::path::Path;

/// What no client can bring about by what it sends.
const NEVER_SEEN: [(&str, &str); 8] = [
    ("Refusal::ShowdownNow", "hands are shown and mucked by themselves at tables of the room"),
    ("Refusal::MustShow", "hands are shown and mucked by themselves at tables of the room"),
    ("MustShow::AllIn", "hands are shown and mucked by themselves at tables of the room"),
    ("MustShow::NotBeaten", "hands are shown and mucked by themselves at tables of the room"),
    ("MustShow::LastClaim", "hands are shown and mucked by themselves at tables of the room"),
    ("Fault::TryAgain", "the store has to fail; the simulator makes it"),
    ("TournamentRefusal::LevelsPlayed", "a director changes the levels after the current one only"),
    (
        "TournamentRefusal::NoSittingOut",
        "sitting out is the table's to refuse, before the tournament is asked",
    ),
];

/// Everything the other tests say.
fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/room");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let rust = files.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let others = rust.filter(|path| !Path::new(file!()).ends_with(path.file_name().unwrap()));
    others.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Where the bracket ends that is open at the beginning of this.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    let end = text.char_indices().find(|(_, letter)| {
        depth += match letter {
            '(' | '{' => 1,
            ')' | '}' => -1,
            _ => 0,
        };
        depth == 0
    });
    end.expect("what is opened is closed").0
}

/// Without the patterns that are content with any of several answers.
fn without_choices(text: &str) -> String {
    const PATTERN: &str = "matches!(";
    let mut left = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(PATTERN) {
        let (before, pattern) = rest.split_at(at + PATTERN.len());
        let (pattern, after) = pattern.split_at(closing(pattern));
        left += before;
        left += if pattern.contains('|') { "" } else { pattern };
        rest = after;
    }
    left + rest
}

/// Is this expected somewhere? An arm of a match, one of several in a pattern, or what is waited out expects nothing.
fn is_expected(said: &str, name: &str) -> bool {
    said.match_indices(name).any(|(at, _)| {
        let (before, after) = (&said[..at], &said[at + name.len()..]);
        let part_of_another =
            before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
        let fields = after.trim_start().starts_with(['(', '{']);
        let opened = after.find(['(', '{']).filter(|_| fields);
        let after = opened.map_or(after, |at| &after[at + 1 + closing(&after[at + 1..])..]);
        let after = after.trim_start_matches([' ', '\n', ')', '}']);
        let put_up_with = before.trim_end().ends_with('|') || before.ends_with("!= refused(");
        !part_of_another && !put_up_with && !after.starts_with("| ") && !after.starts_with("=>")
    })
}

#[test]
fn what_is_merely_put_up_with_counts_as_no_test() {
    for (said, expected) in [
        ("assert_eq!(answer, refused(Refusal::Full { most: 5 }), \"full\");", true),
        ("(order, Some(Refusal::Full)),", true),
        ("assert!(matches!(answer, Answer::Refused { reason: Refusal::Full { .. } }));", true),
        ("let late = matches!(answer, Refused { reason: Refusal::Late | Refusal::Full { .. } });", false),
        ("matches!(reason, Refusal::Other { why: Refusal::Full } | Refusal::Late)", false),
        ("Answer::Refused { reason: Refusal::Full { most } } => most,", false),
        ("Refusal::Late | Refusal::Full => continue,", false),
        ("if answer != refused(Refusal::Full) {", false),
        ("refused(TournamentRefusal::Full)", false),
        ("refused(Refusal::Fuller)", false),
    ] {
        assert_eq!(is_expected(&without_choices(said), "Refusal::Full"), expected, "{said}");
    }
}

#[test]
fn every_refusal_there_is_has_a_test_over_a_socket_or_a_reason_why_it_cannot() {
    let said = without_choices(&sources());
    let mut missing = Vec::new();
    let mut needless = Vec::new();
    for (of, tag) in [
        ("Refusal", "code"),
        ("Fault", "code"),
        ("TournamentRefusal", "refused"),
        ("TableProblem", "problem"),
        ("DurakRefusal", "why"),
        ("SekaRefusal", "kind"),
        ("NoRaise", ""),
        ("MustShow", ""),
        ("FormFault", "fault"),
    ] {
        for name in variants("toClient", of, tag) {
            let (first, rest) = name.split_at(1);
            let variant = format!("{of}::{}{rest}", first.to_uppercase());
            let excused = NEVER_SEEN.iter().any(|(listed, _)| *listed == variant);
            if !excused && !is_expected(&said, &variant) {
                missing.push(variant);
            } else if excused && is_expected(&said, &variant) {
                needless.push(variant);
            }
        }
    }
    assert!(missing.is_empty(), "no test over a socket expects {missing:#?}");
    assert!(needless.is_empty(), "no reason is needed for {needless:#?}");
}

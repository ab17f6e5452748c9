//! Any text, and real messages that something happened to, thrown at the reader of the room's messages.
#![allow(clippy::disallowed_methods, reason = "a test reads its data")]

#[path = "../../../fuzz/src/room.rs"]
mod fuzzing;

use kozyr_protocol::room::{MAX_DETAIL, read, typescript};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The committed seeds by name.
fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/room_message");
    let mut seeds: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    seeds.sort();
    seeds
}

/// Every kind of message there is, of the whole protocol or of an action in it: the tags of the schema.
fn tags(schema: &serde_json::Value, found: &mut BTreeSet<(String, String)>) {
    match schema {
        serde_json::Value::Object(fields) => {
            for (name, field) in fields {
                if let Some(tag) = field.get("const").and_then(serde_json::Value::as_str) {
                    found.insert((name.clone(), tag.to_owned()));
                }
                tags(field, found);
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| tags(item, found)),
        _ => {}
    }
}

#[test]
fn the_corpus_has_every_kind_of_message_and_passes() {
    let mut wanted = BTreeSet::new();
    tags(&typescript::client_schema(), &mut wanted);
    assert!(wanted.contains(&("type".into(), "hello".into())), "{wanted:?}");
    assert!(wanted.contains(&("kind".into(), "raiseTo".into())), "{wanted:?}");
    for (name, text) in corpus() {
        fuzzing::message(text.as_bytes());
        let read = read(&text);
        assert_eq!(read.is_err(), name.starts_with("refused-"), "{name}: {read:?}");
        let Ok(message) = read else { continue };
        let written = serde_json::to_string(&message).unwrap();
        wanted.retain(|(name, tag)| !written.contains(&format!(r#""{name}":"{tag}""#)));
    }
    // Languages and the like are tags too; they stand in some message as well.
    assert!(wanted.is_empty(), "fuzz/corpus/room_message has no message with {wanted:?}");
}

#[test]
fn a_refusal_says_what_and_where_but_does_not_repeat_everything() {
    let long = format!(r#"{{"type":"{}"}}"#, "ы".repeat(1_000));
    let detail = read(&long).unwrap_err().detail();
    assert!(detail.starts_with("unknown variant `ыы") && detail.len() <= MAX_DETAIL, "{detail}");
    assert!(detail.contains(" at line 1 column "), "{detail}");
    let short = read(r#"{"type":"dance"}"#).unwrap_err().detail();
    assert!(short.contains("`dance`"), "{short}");
}

/// Something that happens to a message on its way.
#[derive(Clone, Debug)]
enum Change {
    Cut,
    Double,
    Put(String),
    Flip(u8),
    /// From here on it is another message.
    Cross(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "null",
            "true",
            "-1",
            "0",
            "1e400",
            "1.5",
            "-0",
            "18446744073709551616",
            "9223372036854775808",
            "\"type\":",
            "\"game\":",
            "\"kind\":",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u",
            "\\ud800",
            "\u{0}",
            "\u{feff}",
            "\u{202e}",
            " ",
        ])
        .prop_map(str::to_owned),
        any::<i128>().prop_map(|number| number.to_string()),
        any::<String>(),
    ];
    prop_oneof![
        Just(Change::Cut),
        Just(Change::Double),
        word.prop_map(Change::Put),
        (0u8..8).prop_map(Change::Flip),
        any::<prop::sample::Index>().prop_map(Change::Cross),
    ]
}

fn apply(
    text: &mut Vec<u8>,
    at: prop::sample::Index,
    length: usize,
    change: &Change,
    seeds: &[(String, String)],
) {
    let from = at.index(text.len() + 1);
    let to = (from + length).min(text.len());
    match change {
        Change::Cut => drop(text.drain(from..to)),
        Change::Double => {
            let piece = text[from..to].to_vec();
            text.splice(from..from, piece);
        }
        Change::Put(word) => drop(text.splice(from..to, word.bytes())),
        Change::Flip(bit) => text[from..to].iter_mut().take(1).for_each(|byte| *byte ^= 1 << bit),
        Change::Cross(other) => {
            let other = other.get(seeds).1.as_bytes();
            text.splice(from.., other[at.index(other.len() + 1)..].iter().copied());
        }
    }
}

#[test]
fn mutated_messages_are_read_or_refused() {
    let seeds = corpus();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(20_000));
    let place = (any::<prop::sample::Index>(), 0usize..12, change());
    let changes = (any::<prop::sample::Index>(), prop::collection::vec(place, 1..4));
    let count = |read: &std::cell::Cell<u32>| read.set(read.get() + 1);
    let (still_read, refused) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    runner
        .run(&changes, |(seed, changes)| {
            let mut text = seed.get(&seeds).1.clone().into_bytes();
            for (at, length, change) in &changes {
                apply(&mut text, *at, *length, change, &seeds);
            }
            fuzzing::message(&text);
            match std::str::from_utf8(&text).map(read) {
                Ok(Ok(_)) => count(&still_read),
                Ok(Err(_)) => count(&refused),
                Err(_) => {}
            }
            Ok(())
        })
        .unwrap();
    // Both ends of the reader are reached: a name may be anything, most other changes are noticed.
    let (still_read, refused) = (still_read.get(), refused.get());
    assert!(still_read > 500 && refused > 5_000, "{still_read} read, {refused} refused");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        fuzzing::message(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        fuzzing::message(&bytes);
    }
}

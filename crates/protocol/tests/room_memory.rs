//! Nothing a client sends makes the room hold more than a small multiple of the largest message.
#![allow(unsafe_code)]

#[path = "memory/counting.rs"]
mod counting;

use counting::most;
use kozyr_protocol::room::{MAX_MESSAGE, read};

/// A quarter of a megabyte, while the message is read: nothing waits in between, so the room holds this once for
/// each of its threads and not for each of its clients.
const BOUND: usize = 64 * MAX_MESSAGE;

/// Messages of the largest size, each of which is nothing but one costly thing.
fn costly() -> Vec<String> {
    let fill = |open: &str, one: &dyn Fn(usize) -> String, close: &str| {
        let mut text = open.to_owned();
        let mut nth = 0;
        while text.len() + one(nth).len() + close.len() <= MAX_MESSAGE {
            text += &one(nth);
            nth += 1;
        }
        text + close
    };
    let same = |one: &'static str| move |_: usize| one.to_owned();
    vec![
        // The tag comes last, so everything before it has to be kept.
        fill(r#"{"x":["#, &same("0,"), r#"0],"type":"lobby"}"#),
        fill(r#"{"x":["#, &same("[],"), r#"[]],"type":"lobby"}"#),
        fill(r#"{"x":["#, &same("[0],"), r#"[]],"type":"lobby"}"#),
        fill(r#"{"x":["#, &same("{},"), r#"{}],"type":"lobby"}"#),
        fill(r#"{"x":["#, &same(r#"{"":0},"#), r#"{}],"type":"lobby"}"#),
        fill(r#"{"x":["#, &same(r#""\n","#), r#"""],"type":"lobby"}"#),
        fill("{", &|nth| format!(r#""{nth}":0,"#), r#""type":"lobby"}"#),
        fill("{", &|nth| format!(r#""\n{nth}":"\t","#), r#""type":"lobby"}"#),
        fill(r#"{"type":"guest","language":"en","name":""#, &same("\\u0041"), "\"}"),
        fill(r#"{"type":"guest","language":"en","name":""#, &same("x"), "\"}"),
        // What is refused is quoted, with escapes.
        fill(r#"{"type":""#, &same("\u{80}"), "\"}"),
        fill(r#"{"type":"ping","echo":""#, &same("\u{80}"), "\"}"),
        fill(r#"{"type":"ping","echo":"#, &same("9"), "}"),
        fill("", &same("["), ""),
        fill("", &same(r#"{"":"#), ""),
    ]
}

#[test]
fn reading_holds_a_small_multiple_of_the_message() {
    let mut read_at_all = 0;
    for text in costly() {
        let held = most(|| match std::hint::black_box(read(&text)) {
            Ok(_) => read_at_all += 1,
            Err(refusal) => drop(std::hint::black_box(refusal.detail())),
        });
        let start: String = text.chars().take(40).collect();
        assert!(held <= BOUND, "{held} bytes for {start}…");
    }
    assert_eq!(read_at_all, 10, "what is meant to be kept was refused before it was");
}

#[test]
fn what_is_too_long_is_not_even_looked_at() {
    let long = r#"{"x":["#.to_owned() + &"[],".repeat(1 << 18) + r#"[]],"type":"lobby"}"#;
    let held = most(|| assert!(read(&long).is_err()));
    assert_eq!(held, 0);
}

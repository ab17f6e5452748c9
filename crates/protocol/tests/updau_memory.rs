//! Nothing a client sends makes the house hold more than a small multiple of the largest message.
#![allow(unsafe_code)]

#[path = "memory/counting.rs"]
mod counting;

use counting::most;
use kozyr_protocol::updau::{Deframer, Limits, Wire, requests};

/// Documents of about 8 KiB, each of which is nothing but one costly thing.
fn costly() -> Vec<String> {
    let fill = |open: &str, one: &dyn Fn(usize) -> String, close: &str| {
        let mut text = open.to_owned();
        let mut nth = 0;
        while text.len() + one(nth).len() + close.len() <= Limits::CLIENT.bytes {
            text += &one(nth);
            nth += 1;
        }
        text + close
    };
    let same = |one: &'static str| move |_: usize| one.to_owned();
    let attributes = |from: usize| (0..32).map(|nth| format!(" a{}=''", from * 32 + nth)).collect::<String>();
    vec![
        fill("<request cmd='ping'>", &same("&lt;"), "</request>"),
        fill("<request cmd='ping'>", &same("x"), "</request>"),
        fill("<request cmd='ping'>", &same("<a/>"), "</request>"),
        fill("<pack>", &same("<request cmd='ver'/>"), "</pack>"),
        fill("<request cmd='x'>", &|nth| format!("<a{}/>", attributes(nth)), "</request>"),
        fill("<request cmd='x' sign='", &same("&amp;"), "'/>"),
        fill("<", &|nth| format!("x a{nth}=''"), "/>"),
        fill("", &same("<a>"), ""),
        fill("<request cmd='getprofile'>", &same("<user id='1'/>"), "</request>"),
        fill("<request cmd='find'><criteria num_seats='", &same("2,3,"), "2'/></request>"),
        fill("<request cmd='find'><criteria cash_bet='", &|nth| format!("{nth},"), "2'/></request>"),
        fill("<request cmd='find'><criteria deck='", &same("6d,7d,"), "8d'/></request>"),
        fill("<request cmd='ping'><!--", &same("x"), "--></request>"),
        fill("{\"request\":{\"cmd\":\"ping\",\"#text\":\"", &same("\\u0041"), "\"}}"),
        fill("{\"request\":{\"a\":[", &same("{},"), "{}]}}"),
        fill("{\"pack\":{\"request\":[", &same("{\"cmd\":\"ver\"},"), "{}]}}"),
        fill("{\"request\":{\"cmd\":\"x\"", &|nth| format!(",\"a{nth}\":1"), "}}"),
        fill("", &same("{\"a\":"), ""),
        fill("", &same("["), ""),
    ]
}

/// Thirty times the largest message.
const BOUND: usize = 30 * 8 * 1024;

#[test]
fn reading_holds_a_small_multiple_of_the_message() {
    for document in costly() {
        let held = most(|| {
            let read = requests(Wire::of(document.as_bytes()), document.as_bytes(), &Limits::CLIENT);
            std::hint::black_box(&read);
        });
        assert!(held <= BOUND, "{held} bytes for {}…", &document[..40]);
    }
}

#[test]
fn what_is_too_long_is_not_even_looked_at() {
    let long = "<request cmd='ping'>".to_owned() + &"<a/>".repeat(1 << 18) + "</request>";
    for wire in [Wire::Xml, Wire::Json] {
        let held = most(|| assert!(requests(wire, long.as_bytes(), &Limits::CLIENT).is_err()));
        assert!(held < 1024, "{held} bytes");
    }
}

#[test]
fn a_length_is_no_promise() {
    let held = most(|| {
        let mut deframer = Deframer::new(Limits::CLIENT);
        assert!(deframer.next(&mut &[0x7f, 0xff, 0xff, 0xff, 1, 2, 3][..]).is_err());
        let mut deframer = Deframer::new(Limits::CLIENT);
        assert_eq!(deframer.next(&mut &[0, 0, 0x20, 0][..]), Ok(None));
        std::hint::black_box(&deframer);
    });
    assert!(held < 256, "{held} bytes");
}

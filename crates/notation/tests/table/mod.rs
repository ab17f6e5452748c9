//! What the tests of the exchange share.
#![allow(dead_code)]

pub(crate) mod session;

use kozyr_notation::exchange::{Host, LiveHand, Refusal, merge, next};
use kozyr_notation::json::Value;

/// JSON with names left bare where it is shorter to read: `{hand: 1, _inactive: [0]}`.
pub(crate) fn json(text: &str) -> Value {
    let mut strict = String::new();
    let mut rest = text;
    let mut quoted = false;
    while let Some(c) = rest.chars().next() {
        let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let bare = !quoted && (c.is_ascii_alphabetic() || c == '_') && rest[name..].starts_with(':');
        if bare {
            strict += &format!("\"{}\"", &rest[..name]);
            rest = &rest[name..];
            continue;
        }
        if c == '\'' || c == '"' {
            quoted = !quoted;
            strict.push('"');
        } else {
            strict.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    strict.parse().unwrap_or_else(|error| panic!("{error}\n{strict}"))
}

/// Every field of `expect` must mean the same in `seen`.
#[track_caller]
pub(crate) fn check(seen: &Value, expect: &str) {
    for (name, wanted) in json(expect).as_object().expect("an object").iter() {
        assert!(seen[name].means(wanted), "{name} is {}, should be {wanted}\n{seen:#}", seen[name]);
    }
}

#[track_caller]
pub(crate) fn merged(server: &Value, client: &Value) -> Value {
    merge(server, client, &Host::default()).unwrap_or_else(|refusal| panic!("refused: {refusal}\n{server:#}"))
}

#[track_caller]
pub(crate) fn next_of(server: &Value) -> Value {
    next(server).unwrap_or_else(|refusal| panic!("refused: {refusal}\n{server:#}"))
}

/// The hand with a field set.
pub(crate) fn with(hand: &Value, field: &str, value: &str) -> Value {
    let mut object = hand.as_object().expect("an object").clone();
    object.set(field, json(value));
    Value::Object(object)
}

/// The hand with a line at the end of its log.
pub(crate) fn acted(hand: &Value, line: &str) -> Value {
    let mut lines = hand["actions"].as_array().unwrap_or(&[]).to_vec();
    lines.push(Value::from(line));
    let mut object = hand.as_object().expect("an object").clone();
    object.set("actions", Value::Array(lines));
    Value::Object(object)
}

/// What this player would send: the hand as they see it, with their intent changed.
pub(crate) fn intends(server: &Value, name: &str, intent: i64) -> Value {
    let seen = LiveHand::read(server).expect("a hand").personalize(Some(name));
    let at = row(&seen, name);
    let mut intents = seen["_intents"].as_array().expect("intents").to_vec();
    intents[at] = Value::from(intent);
    let mut object = seen.as_object().expect("an object").clone();
    object.set("_intents", Value::Array(intents));
    Value::Object(object)
}

/// What this player would send: the hand as they see it, with a line of their own.
pub(crate) fn acts(server: &Value, name: &str, line: &str) -> Value {
    acted(&LiveHand::read(server).expect("a hand").personalize(Some(name)), line)
}

pub(crate) fn row(hand: &Value, name: &str) -> usize {
    let players = hand["players"].as_array().expect("players").iter();
    players.map(Value::as_str).position(|player| player == Some(name)).expect("the player is there")
}

#[track_caller]
pub(crate) fn refused(server: &Value, client: &Value, host: &Host) -> Refusal {
    let mut live = LiveHand::read(server).expect("a hand");
    let before = live.clone();
    let refusal = live.merge(client, host).expect_err("was accepted, and should have been refused");
    assert_eq!(live, before, "a refusal changes nothing");
    refusal
}

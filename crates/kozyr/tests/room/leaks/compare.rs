//! What two rooms let out, compared.

use kozyr_cards::Card;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that one room let out, by who got it and of what kind, and what tells two evenings apart that chance made
/// different: who deals first.
pub struct Let {
    pub out: BTreeMap<String, Vec<String>>,
    /// How each question over HTTP was answered, by moment and path: who asked, and the status.
    pub statuses: BTreeMap<String, Vec<(&'static str, u16)>>,
    pub bobs: Vec<Card>,
    pub first: String,
}

/// Without what two rooms never share: numbers of people, moments, tokens, commitments.
pub fn mask(text: &str, people: &[(String, String)]) -> String {
    let mut text = text.to_owned();
    for (id, name) in people {
        text = text.replace(id, name);
    }
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let mut masked = String::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let is_clock = |byte: &u8| byte.is_ascii_digit() || b"-:.TZ".contains(byte);
        let clock = if first.is_ascii_digit() { rest.bytes().take_while(is_clock).count() } else { 0 };
        let word = rest.bytes().take_while(|byte| is_part(*byte)).count();
        let digits = rest[..clock].bytes().filter(u8::is_ascii_digit).count();
        let taken = match () {
            // A token, an id or a commitment; a moment, of a clock (4:10:08) or of a calendar; a number of many digits.
            () if word >= 24 || word == 16 && is_hex(&rest[..word]) => word,
            () if digits >= 5 && rest[..clock].contains(':') || digits >= 10 => clock,
            () => {
                let plain = word.max(first.len_utf8());
                masked.push_str(&rest[..plain]);
                rest = &rest[plain..];
                continue;
            }
        };
        masked.push('*');
        rest = &rest[taken..];
    }
    masked
}

/// The id of a session.
fn is_hex(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Without figures, which are the machine's.
pub fn figures(text: &str) -> String {
    let mut text: String =
        text.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    while text.contains("00") {
        text = text.replace("00", "0");
    }
    text.replace("0.0", "0")
}

/// What the first difference of two streams is, if there is one: how each goes on there.
pub fn difference<'a>(one: &'a [String], other: &'a [String]) -> Option<(&'a str, &'a str)> {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let text = |all: &'a [String]| all.get(same).map_or("", String::as_str);
    (one.len() != same || other.len() != same).then(|| (text(one), text(other)))
}

/// Does this line rightly show one of these cards? Only events do: somebody turned it over, laid it down or took it. In one of
/// the two rooms that is enough: in the other the same cards may lose, and be mucked.
fn shows(line: &str, cards: &[Card]) -> bool {
    let step: Value = serde_json::from_str(line).unwrap_or_default();
    let events = step["events"].as_array().into_iter().flatten();
    let mut shown = events.filter(|event| {
        let what = event["what"].as_str().unwrap_or_default();
        ["shown", "revealed", "settled", "led", "beat", "threwIn", "took"].contains(&what)
    });
    shown.any(|event| cards.iter().any(|card| event.to_string().contains(&card.to_string())))
}

/// The leaks of a pair of rooms, in words, in those of the streams that are meant.
pub fn leaks(one: &Let, other: &Let, meant: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let keys: BTreeSet<&String> = one.out.keys().chain(other.out.keys()).collect();
    for key in keys.into_iter().filter(|key| !key.starts_with("Bob ") && meant(key)) {
        let stream = |room: &'_ Let| room.out.get(key).cloned().unwrap_or_default();
        let (here, there) = (stream(one), stream(other));
        if let Some((line, instead)) = difference(&here, &there)
            && !shows(line, &one.bobs)
            && !shows(instead, &other.bobs)
        {
            found.push(format!("{key}\n  {line}\n  {instead}"));
        }
    }
    found
}

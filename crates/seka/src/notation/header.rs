//! The lines before the first move.

use super::Problem;
use super::words::{Cards, cards, chair, chips, rake, seat, small, write_rake, yes_or_no};
use crate::{DarkDiscount, DarkFunding, Points, Record, RevealShown, Rules};
use kozyr_card_game::{Seat, Seated};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;
use std::fmt::Write;

/// Names and notes are no longer than this, in bytes.
const LONGEST_TEXT: usize = 200;

/// What has been read of a header.
#[derive(Default)]
pub(super) struct Header {
    said: Vec<String>,
    base: Option<Chips>,
    max: Option<Chips>,
    changes: Vec<Change>,
    players: Vec<Seated>,
    waiting: Vec<Seated>,
    names: [Option<String>; Seat::MAX],
    notes: Vec<String>,
}

/// A line that makes the rules other than usual.
type Change = Box<dyn Fn(&mut Rules)>;

impl Header {
    /// Takes a line `key: value`.
    pub(super) fn line(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        if key == "note" {
            self.notes.push(free_text(value)?);
            return Ok(());
        }
        if self.said.iter().any(|said| said == key) {
            return Err(Problem::Twice(key.to_owned()));
        }
        match key.split_once(' ') {
            Some(("seat", number)) => {
                self.players.push(Seated { seat: chair(number)?, stack: chips(value)? });
            }
            Some(("waiting", number)) => {
                self.waiting.push(Seated { seat: chair(number)?, stack: chips(value)? });
            }
            Some(("name", number)) => self.names[seat(number)?.index()] = Some(free_text(value)?),
            _ => self.rule(key, value)?,
        }
        self.said.push(key.to_owned());
        Ok(())
    }

    fn rule(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let change: Change = match key {
            "base" => {
                self.base = Some(chips(value)?);
                return Ok(());
            }
            "max" => {
                self.max = Some(chips(value)?);
                return Ok(());
            }
            "min-balance" => {
                let min = chips(value)?;
                Box::new(move |rules| rules.min_balance = min)
            }
            "max-balance" => {
                let max = chips(value)?;
                Box::new(move |rules| rules.max_balance = Some(max))
            }
            "seats" => {
                let seats = small(value)?;
                Box::new(move |rules| rules.seats = seats)
            }
            "deck" => {
                let deck = deck(value)?;
                Box::new(move |rules| rules.deck = deck)
            }
            "joker" => {
                let joker = joker(value)?;
                Box::new(move |rules| rules.joker = joker)
            }
            "points" => {
                let points = points(value)?;
                Box::new(move |rules| rules.points = points)
            }
            "dark-funding" => {
                let funding = one_of(value, &FUNDING, "house or loan")?;
                Box::new(move |rules| rules.dark_funding = funding)
            }
            "dark-discount" => {
                let discount = one_of(value, &DISCOUNT, "to-round-2 or always")?;
                Box::new(move |rules| rules.dark_discount = discount)
            }
            "match-final-raise" => {
                let answered = yes_or_no(value)?;
                Box::new(move |rules| rules.match_final_raise = answered)
            }
            "reveal-shown" => {
                let shown = one_of(value, &SHOWN, "both or nobody")?;
                Box::new(move |rules| rules.reveal_shown = shown)
            }
            "max-svaras" => {
                let most = small(value)?;
                Box::new(move |rules| rules.max_svaras = most)
            }
            "rake" => {
                let rake = rake(value)?;
                Box::new(move |rules| rules.rake = rake)
            }
            _ => return Err(Problem::NoSuchLine(super::shortened(key))),
        };
        self.changes.push(change);
        Ok(())
    }

    /// The header is complete: a record without steps.
    pub(super) fn finish(self) -> Result<Record, Problem> {
        let base = self.base.ok_or(Problem::Missing("base"))?;
        let max = self.max.ok_or(Problem::Missing("max"))?;
        let mut rules = Rules::new(base, max);
        self.changes.iter().for_each(|change| change(&mut rules));
        if self.players.is_empty() {
            return Err(Problem::Missing("seat"));
        }
        let mut record = Record::new(rules, self.players, self.waiting);
        record.names = self.names;
        record.notes = self.notes;
        Ok(record)
    }
}

const FUNDING: [(&str, DarkFunding); 2] = [("house", DarkFunding::House), ("loan", DarkFunding::Loan)];
const DISCOUNT: [(&str, DarkDiscount); 2] =
    [("to-round-2", DarkDiscount::ToRound2), ("always", DarkDiscount::Always)];
const SHOWN: [(&str, RevealShown); 2] = [("both", RevealShown::Both), ("nobody", RevealShown::Nobody)];

fn one_of<T: Copy>(text: &str, words: &[(&str, T)], expected: &'static str) -> Result<T, Problem> {
    match words.iter().find(|(word, _)| *word == text) {
        Some(&(_, value)) => Ok(value),
        None => Problem::bad(text, expected),
    }
}

fn word<T: PartialEq>(value: &T, words: &[(&'static str, T)]) -> &'static str {
    words.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word)
}

fn free_text(text: &str) -> Result<String, Problem> {
    if text.is_empty() || text.len() > LONGEST_TEXT || text.chars().any(char::is_control) {
        return Problem::bad(text, "a text of 1 to 200 bytes");
    }
    Ok(text.to_owned())
}

/// A text that can stand on a line of its own, or nothing.
pub(super) fn as_free_text(text: &str) -> Option<String> {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut end = plain.len().min(LONGEST_TEXT);
    while !plain.is_char_boundary(end) {
        end -= 1;
    }
    let plain = plain[..end].trim();
    (!plain.is_empty()).then(|| plain.to_owned())
}

fn deck(text: &str) -> Result<CardSet, Problem> {
    let cards = cards(text)?;
    let set: CardSet = cards.iter().copied().collect();
    if set.len() == cards.len() { Ok(set) } else { Problem::bad(text, "a deck with every card once") }
}

fn joker(text: &str) -> Result<Option<Card>, Problem> {
    match (text, text.parse()) {
        ("none", _) => Ok(None),
        (_, Ok(card)) => Ok(Some(card)),
        (_, Err(_)) => Problem::bad(text, "a card, or none"),
    }
}

/// Three of every rank from aces down to twos, a slash, and the other lines of the point table, best first.
fn points(text: &str) -> Result<Points, Problem> {
    const EXPECTED: &str = "13 numbers, a slash and 11 numbers";
    let Some((threes, others)) = text.split_once('/') else { return Problem::bad(text, EXPECTED) };
    let numbers = |part: &str| part.split_whitespace().map(small).collect::<Result<Vec<u8>, _>>();
    let mut three = numbers(threes)?;
    three.reverse();
    let (Ok(three), Ok(others)) = (<[u8; 13]>::try_from(three), <[u8; 11]>::try_from(numbers(others)?))
    else {
        return Problem::bad(text, EXPECTED);
    };
    let [
        joker_ace_suit,
        suit_with_ace,
        joker_suit,
        suit,
        two_aces,
        joker_ace,
        pair_with_ace,
        joker,
        pair,
        ace,
        nothing,
    ] = others;
    Ok(Points {
        three,
        joker_ace_suit,
        suit_with_ace,
        joker_suit,
        suit,
        two_aces,
        joker_ace,
        pair_with_ace,
        joker,
        pair,
        ace,
        nothing,
    })
}

fn write_points(points: &Points) -> String {
    let others = [
        points.joker_ace_suit,
        points.suit_with_ace,
        points.joker_suit,
        points.suit,
        points.two_aces,
        points.joker_ace,
        points.pair_with_ace,
        points.joker,
        points.pair,
        points.ace,
        points.nothing,
    ];
    let row = |numbers: &mut dyn Iterator<Item = u8>| {
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    };
    format!("{} / {}", row(&mut points.three.into_iter().rev()), row(&mut others.into_iter()))
}

/// Writes the header; of the rules only what is not usual.
pub(super) fn write(record: &Record, text: &mut String) {
    let rules = &record.rules;
    let usual = Rules::new(rules.base, rules.max_stake);
    let mut line = |key: &str, value: String| {
        writeln!(text, "{key}: {value}").expect("a string takes any text");
    };
    for note in &record.notes {
        as_free_text(note).into_iter().for_each(|note| line("note", note));
    }
    line("base", rules.base.to_string());
    line("max", rules.max_stake.to_string());
    let changed: [(&str, bool, String); 12] = [
        ("min-balance", rules.min_balance != usual.min_balance, rules.min_balance.to_string()),
        (
            "max-balance",
            rules.max_balance.is_some(),
            rules.max_balance.map_or_else(String::new, |max| max.to_string()),
        ),
        ("seats", rules.seats != usual.seats, rules.seats.to_string()),
        ("deck", rules.deck != usual.deck, Cards(rules.deck.iter()).to_string()),
        (
            "joker",
            rules.joker != usual.joker,
            rules.joker.map_or_else(|| "none".to_owned(), |joker| Cards([joker].into_iter()).to_string()),
        ),
        ("points", rules.points != usual.points, write_points(&rules.points)),
        (
            "dark-funding",
            rules.dark_funding != usual.dark_funding,
            word(&rules.dark_funding, &FUNDING).to_owned(),
        ),
        (
            "dark-discount",
            rules.dark_discount != usual.dark_discount,
            word(&rules.dark_discount, &DISCOUNT).to_owned(),
        ),
        ("match-final-raise", rules.match_final_raise, "yes".to_owned()),
        (
            "reveal-shown",
            rules.reveal_shown != usual.reveal_shown,
            word(&rules.reveal_shown, &SHOWN).to_owned(),
        ),
        ("max-svaras", rules.max_svaras != usual.max_svaras, rules.max_svaras.to_string()),
        ("rake", rules.rake != usual.rake, write_rake(rules.rake)),
    ];
    changed.into_iter().filter(|(_, changed, _)| *changed).for_each(|(key, _, value)| line(key, value));
    for Seated { seat, stack } in &record.players {
        line(&format!("seat {seat}"), stack.to_string());
    }
    for Seated { seat, stack } in &record.waiting {
        line(&format!("waiting {seat}"), stack.to_string());
    }
    for (seat, name) in crate::all_seats().zip(&record.names) {
        if let Some(name) = name.as_deref().and_then(as_free_text) {
            line(&format!("name {seat}"), name);
        }
    }
}

//! Writing: the order and the quoting of the public dataset, so that its files come out as they went in.

use super::syntax::cursor::BARE;
use super::{Amount, Field, Hand, Invalid, MAX_HAND_BYTES, Name, Problem, TextField, Value};
use core::fmt::{Display, Write};

/// Room for the header of a section.
const HEADER_BYTES: usize = 64;

impl Hand {
    /// The hand as a `.phh` file, if it conforms to the standard.
    pub fn to_phh(&self) -> Result<String, Invalid> {
        let mut out = String::new();
        self.write_phh(&mut out)?;
        Ok(out)
    }

    /// Appends the hand as a `.phh` file, if it conforms to the standard.
    pub fn write_phh(&self, out: &mut String) -> Result<(), Invalid> {
        self.check()?;
        let start = out.len();
        write_hand(out, self);
        if out.len() - start > MAX_HAND_BYTES - HEADER_BYTES {
            out.truncate(start);
            return Err(Invalid { field: Field::Actions, action: None, problem: Problem::TooLong });
        }
        Ok(())
    }

    /// Appends the hand as a section `[number]` of a `.phhs` file, if it conforms to the standard.
    pub fn write_section(&self, number: u64, out: &mut String) -> Result<(), Invalid> {
        let start = out.len();
        put(out, format_args!("[{number}]\n"));
        self.write_phh(out).inspect_err(|_| out.truncate(start))
    }
}

/// The hands as a `.phhs` file, numbered from 1. For more hands than fit in memory use
/// [`Hand::write_section`].
pub fn write_phhs<'a>(hands: impl IntoIterator<Item = &'a Hand>) -> Result<String, Invalid> {
    let mut out = String::new();
    for (number, hand) in (1..).zip(hands) {
        if number > 1 {
            out.push('\n');
        }
        hand.write_section(number, &mut out)?;
    }
    Ok(out)
}

fn put(out: &mut String, text: impl Display) {
    write!(out, "{text}").expect("a string takes everything");
}

/// The hand, checked or not.
pub(crate) fn write_hand(out: &mut String, hand: &Hand) {
    for field in Field::ALL {
        let start = out.len();
        out.push_str(field.name());
        out.push_str(" = ");
        if write_field(out, hand, field) {
            out.push('\n');
        } else {
            out.truncate(start);
        }
    }
    for (name, value) in &hand.user_fields {
        write_key(out, name);
        out.push_str(" = ");
        write_value(out, value);
        out.push('\n');
    }
}

/// Writes the value, or says that there is none.
fn write_field(out: &mut String, hand: &Hand, field: Field) -> bool {
    match field {
        Field::Variant => write_text(out, hand.variant.code()),
        Field::AnteTrimmingStatus => return write_some(out, hand.ante_trimming_status),
        Field::Antes => return write_amounts(out, &hand.antes),
        Field::BlindsOrStraddles => return write_amounts(out, &hand.blinds_or_straddles),
        Field::BringIn => return write_some(out, hand.bring_in),
        Field::SmallBet => return write_some(out, hand.small_bet),
        Field::BigBet => return write_some(out, hand.big_bet),
        Field::MinBet => return write_some(out, hand.min_bet),
        Field::StartingStacks => return write_amounts(out, &hand.starting_stacks),
        Field::Actions => write_actions(out, hand),
        Field::Time => return write_some(out, hand.time),
        Field::Day => return write_some(out, hand.day),
        Field::Month => return write_some(out, hand.month),
        Field::Year => return write_some(out, hand.year),
        Field::Hand => return write_name(out, hand.hand()),
        Field::Level => return write_some(out, hand.level),
        Field::Seats if hand.seats.is_empty() => return false,
        Field::Seats => write_list(out, &hand.seats, put),
        Field::SeatCount => return write_some(out, hand.seat_count),
        Field::Table => return write_name(out, hand.table()),
        Field::Players if hand.players.is_empty() => return false,
        Field::Players => write_list(out, hand.players(), write_text),
        Field::FinishingStacks => return write_amounts(out, &hand.finishing_stacks),
        Field::Winnings => return write_amounts(out, &hand.winnings),
        Field::TimeLimit => return write_some(out, hand.time_limit),
        Field::TimeBanks => return write_amounts(out, &hand.time_banks),
        _ => match TextField::of(field).and_then(|field| hand.text(field)) {
            Some(text) => write_text(out, text),
            None => return false,
        },
    }
    true
}

fn write_some(out: &mut String, value: Option<impl Display>) -> bool {
    let there = value.is_some();
    if let Some(value) = value {
        put(out, value);
    }
    there
}

fn write_name(out: &mut String, name: Option<Name<'_>>) -> bool {
    match name {
        None => return false,
        Some(Name::Number(number)) => put(out, number),
        Some(Name::Text(text)) => write_text(out, text),
    }
    true
}

fn write_list<T>(out: &mut String, items: impl IntoIterator<Item = T>, write: impl Fn(&mut String, T)) {
    out.push('[');
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            out.push_str(", ");
        }
        write(out, item);
    }
    out.push(']');
}

fn write_amounts(out: &mut String, amounts: &[Amount]) -> bool {
    write_list(out, amounts, put);
    !amounts.is_empty()
}

fn write_actions(out: &mut String, hand: &Hand) {
    let mut text = String::new();
    out.push('[');
    for (place, action) in hand.actions().iter().enumerate() {
        text.clear();
        put(&mut text, action);
        if let Some(commentary) = hand.commentary(place) {
            text.push_str(if text.is_empty() { "# " } else { " # " });
            text.push_str(commentary);
        }
        if place > 0 {
            out.push_str(", ");
        }
        write_text(out, &text);
    }
    out.push(']');
}

/// Between single quotes, where nothing is special; escaped between double quotes if that cannot hold it.
pub(crate) fn write_text(out: &mut String, text: &str) {
    if !text.chars().any(|c| c == '\'' || c.is_control()) {
        out.push('\'');
        out.push_str(text);
        out.push('\'');
        return;
    }
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter.is_control() => put(out, format_args!("\\u{:04X}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out.push('"');
}

fn write_key(out: &mut String, name: &str) {
    if !name.is_empty() && name.bytes().all(|byte| BARE[usize::from(byte)]) {
        out.push_str(name);
    } else {
        write_text(out, name);
    }
}

pub(crate) fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Text(text) => write_text(out, text),
        Value::Integer(number) => put(out, number),
        Value::Float(text) | Value::DateTime(text) => out.push_str(text),
        Value::Boolean(truth) => put(out, truth),
        Value::Array(items) => write_list(out, items, write_value),
        Value::Table(entries) => {
            out.push('{');
            for (place, (name, value)) in entries.iter().enumerate() {
                if place > 0 {
                    out.push_str(", ");
                }
                write_key(out, name);
                out.push_str(" = ");
                write_value(out, value);
            }
            out.push('}');
        }
    }
}

//! Numbers, truth values, dates and times.

use super::Cursor;
use crate::phh::amount::plain_number;
use crate::phh::error::{Parsed, fault};
use crate::phh::{Amount, LocalTime, Problem, Value};
use kozyr_chips::{Decimal, DecimalError};

const fn ends_value(byte: u8) -> bool {
    matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r' | b'#' | 0)
}

impl<'a> Cursor<'a> {
    /// A number written as nearly all are. `None` decides nothing, and the cursor stays.
    #[inline]
    pub(crate) fn plain_amount(&mut self) -> Option<Amount> {
        let (amount, length) = plain_number(self.rest())?;
        let end = self.at + length;
        if !ends_value(self.bytes.get(end).copied().unwrap_or(0)) {
            return None;
        }
        self.at = end;
        Some(amount)
    }

    /// A number as an amount; `None` if another kind of value stands here (the cursor stays).
    pub(crate) fn amount(&mut self) -> Parsed<Option<Amount>> {
        if let Some(amount) = self.plain_amount() {
            return Ok(Some(amount));
        }
        let at = self.at;
        if matches!(self.peek(), b'\'' | b'"' | b'[' | b'{') {
            return Ok(None);
        }
        let amount = match self.scalar()? {
            Value::Integer(number) => Amount::new(number, 0),
            Value::Float(text) => float_amount(&text),
            _ => {
                self.at = at;
                return Ok(None);
            }
        };
        amount.map(Some).or_else(|error| fault(at, error))
    }

    /// A whole number; `None` if another kind of value stands here (the cursor stays).
    #[inline]
    pub(crate) fn integer(&mut self) -> Parsed<Option<i64>> {
        let at = self.at;
        let rest = self.rest();
        let digits = rest.iter().take(19).take_while(|b| b.is_ascii_digit()).count();
        let plain = (1..=18).contains(&digits) && (digits == 1 || rest[0] != b'0');
        if plain && ends_value(rest.get(digits).copied().unwrap_or(0)) {
            self.at += digits;
            return Ok(Some(rest[..digits].iter().fold(0, |n, digit| n * 10 + i64::from(digit - b'0'))));
        }
        if matches!(self.peek(), b'\'' | b'"' | b'[' | b'{') {
            return Ok(None);
        }
        match self.scalar()? {
            Value::Integer(number) => Ok(Some(number)),
            _ => {
                self.at = at;
                Ok(None)
            }
        }
    }

    /// The characters of a value that is no string, list or table.
    pub(crate) fn word(&mut self) -> &'a str {
        let start = self.at;
        while !ends_value(self.peek()) {
            self.at += 1;
        }
        // A date and its time may be apart by one blank.
        let date = self.at - start == 10 && self.bytes[start + 4] == b'-';
        if date && self.peek() == b' ' && self.rest().get(1).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
            while !ends_value(self.peek()) {
                self.at += 1;
            }
        }
        &self.text[start..self.at]
    }

    /// Any value that is no string, list or table.
    pub(crate) fn scalar(&mut self) -> Parsed<Value> {
        let at = self.at;
        let word = self.word();
        match classify(word) {
            Ok(value) => Ok(value),
            Err(problem) => {
                self.at = at;
                fault(at, problem)
            }
        }
    }
}

fn classify(word: &str) -> Result<Value, Problem> {
    let bytes = word.as_bytes();
    match word {
        "true" => return Ok(Value::Boolean(true)),
        "false" => return Ok(Value::Boolean(false)),
        "inf" | "+inf" | "-inf" | "nan" | "+nan" | "-nan" => return Ok(Value::Float(word.into())),
        _ => {}
    }
    if bytes.first().is_some_and(u8::is_ascii_digit)
        && (bytes.get(4) == Some(&b'-') || bytes.get(2) == Some(&b':'))
        && !bytes.contains(&b'_')
        && !word.contains(['e', 'E'])
    {
        return if date_time(bytes) { Ok(Value::DateTime(word.into())) } else { Err(Problem::NoSuchTime) };
    }
    number(word)
}

fn number(word: &str) -> Result<Value, Problem> {
    let radix = match word.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        _ => 10,
    };
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let digits = if radix == 10 { unsigned } else { &word[2..] };
    let is_digit = |c: char| c.is_digit(radix);
    if grouped(digits, is_digit) && (radix != 10 || no_leading_zero(digits)) {
        let sign = if word.starts_with('-') { "-" } else { "" };
        let plain = format!("{sign}{}", digits.replace('_', ""));
        return match i64::from_str_radix(&plain, radix) {
            Ok(number) => Ok(Value::Integer(number)),
            Err(_) => Err(DecimalError::TooLarge.into()),
        };
    }
    if radix == 10 && is_float(unsigned) { Ok(Value::Float(word.into())) } else { Err(Problem::NotAValue) }
}

/// Digits, underscores only between two of them.
fn grouped(text: &str, is_digit: impl Fn(char) -> bool) -> bool {
    text.split('_').all(|group| !group.is_empty() && group.chars().all(&is_digit))
}

fn no_leading_zero(digits: &str) -> bool {
    digits.len() == 1 || !digits.starts_with('0')
}

fn is_float(unsigned: &str) -> bool {
    let decimal = |c: char| c.is_ascii_digit();
    let (number, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    (exponent.is_some() || fraction.is_some())
        && grouped(whole, decimal)
        && no_leading_zero(whole)
        && [fraction, exponent].into_iter().flatten().all(|part| grouped(part, decimal))
}

/// The amount behind a float that has been found well-formed.
pub(crate) fn float_amount(text: &str) -> Result<Amount, DecimalError> {
    match text {
        "inf" | "+inf" => Ok(Amount::INFINITE),
        "-inf" | "nan" | "+nan" | "-nan" => Err(DecimalError::NotANumber),
        _ => {
            let plain = text.replace('_', "");
            plain.parse::<Amount>().or_else(|_| plain.parse::<Decimal>().map(Amount::from))
        }
    }
}

fn two(bytes: &[u8]) -> Option<u8> {
    match bytes {
        [a @ b'0'..=b'9', b @ b'0'..=b'9', ..] => Some((a - b'0') * 10 + (b - b'0')),
        _ => None,
    }
}

/// `HH:MM:SS[.fraction]` at the start: the time and its length.
fn time_of_day(bytes: &[u8]) -> Option<(LocalTime, usize)> {
    if bytes.get(2) != Some(&b':') || bytes.get(5) != Some(&b':') {
        return None;
    }
    let [hour, minute, second] = [two(bytes)?, two(&bytes[3..])?, two(&bytes[6..])?];
    let mut length = 8;
    let mut nanosecond = 0;
    if bytes.get(8) == Some(&b'.') {
        let digits = bytes[9..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return None;
        }
        for place in 0..9 {
            let digit = if place < digits { bytes[9 + place] - b'0' } else { 0 };
            nanosecond = nanosecond * 10 + u32::from(digit);
        }
        length += 1 + digits;
    }
    Some((LocalTime::new(hour, minute, second, nanosecond)?, length))
}

/// A local time and nothing else.
pub(crate) fn local_time(text: &str) -> Option<LocalTime> {
    time_of_day(text.as_bytes()).filter(|(_, length)| *length == text.len()).map(|(time, _)| time)
}

fn date(bytes: &[u8]) -> bool {
    let (Some(century), Some(year)) = (two(bytes), bytes.get(2..).and_then(two)) else { return false };
    let (Some(month), Some(day)) = (bytes.get(5..).and_then(two), bytes.get(8..).and_then(two)) else {
        return false;
    };
    let year = u32::from(century) * 100 + u32::from(year);
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 => 28 + u8::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    bytes[4] == b'-' && bytes[7] == b'-' && (1..=days).contains(&day)
}

/// Is this one of the four kinds: offset date-time, local date-time, local date, local time?
fn date_time(bytes: &[u8]) -> bool {
    if bytes.get(2) == Some(&b':') {
        return time_of_day(bytes).is_some_and(|(_, length)| length == bytes.len());
    }
    if bytes.len() < 10 || !date(bytes) {
        return false;
    }
    let Some((separator, time)) = bytes[10..].split_first() else { return true };
    if !matches!(separator, b'T' | b't' | b' ') {
        return false;
    }
    let Some((_, length)) = time_of_day(time) else { return false };
    match &time[length..] {
        b"" | b"Z" | b"z" => true,
        [b'+' | b'-', offset @ ..] => {
            offset.len() == 5
                && offset[2] == b':'
                && two(offset).is_some_and(|hours| hours < 24)
                && two(&offset[3..]).is_some_and(|minutes| minutes < 60)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_values() {
        for (text, value) in [
            ("true", Value::Boolean(true)),
            ("-17", Value::Integer(-17)),
            ("1_000", Value::Integer(1000)),
            ("0xff", Value::Integer(255)),
            ("-9223372036854775808", Value::Integer(i64::MIN)),
            ("2.50", Value::Float("2.50".into())),
            ("6.022e+23", Value::Float("6.022e+23".into())),
            ("-inf", Value::Float("-inf".into())),
            ("00:00:26", Value::DateTime("00:00:26".into())),
            ("2009-07-01 00:00:26.5", Value::DateTime("2009-07-01 00:00:26.5".into())),
            ("2000-02-29T23:59:59-07:00", Value::DateTime("2000-02-29T23:59:59-07:00".into())),
        ] {
            assert_eq!(Cursor::new(text).scalar().unwrap(), value, "{text}");
        }
        for text in [
            "",
            "yes",
            "01",
            "1__0",
            "_1",
            "1_",
            "1.",
            ".5",
            "1.e3",
            "1e",
            "+0x1",
            "0x",
            "9223372036854775808",
            "1900-02-29",
            "24:00:00",
            "00:00:60",
            "00:00",
            "12:00:00Z",
            "2009-07-01T",
            "1979-5-27",
            "-00:00:26",
        ] {
            assert!(Cursor::new(text).scalar().is_err(), "{text}");
        }
    }

    #[test]
    fn floats_become_exact_amounts() {
        for (text, amount) in [("2.50", "2.50"), ("1_000.5", "1000.5"), ("1.5e3", "1500"), ("+2.0", "2")] {
            assert_eq!(float_amount(text).unwrap(), amount.parse().unwrap(), "{text}");
        }
        assert!(float_amount("nan").is_err());
    }
}

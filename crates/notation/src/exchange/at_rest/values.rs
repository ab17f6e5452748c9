//! Fields that say something of the hand, and values of any kind, between JSON and TOML.

use super::super::Refusal;
use crate::json::{self, Object};
use crate::phh::{Field, Hand, LocalTime, Name, TextField, Value};

/// `timeZoneAbbreviation` for `time_zone_abbreviation`.
pub(super) fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    let mut upper = false;
    for letter in name.chars() {
        match letter {
            '_' if !camel.is_empty() => upper = true,
            letter if std::mem::take(&mut upper) => camel.push(letter.to_ascii_uppercase()),
            letter => camel.push(letter),
        }
    }
    camel
}

/// The value as TOML, which has no `null`: a field that has one somewhere is refused rather than lost.
pub(super) fn to_toml(field: &str, value: &json::Value) -> Result<Value, Refusal> {
    Ok(match value {
        json::Value::Null => {
            return Err(Refusal::field(field, "is null, which PHH has no word for: leave it out"));
        }
        json::Value::Bool(truth) => Value::Boolean(*truth),
        json::Value::String(text) => Value::Text(text.clone()),
        json::Value::Number(number) => match number.as_str().parse::<i64>() {
            Ok(whole) => Value::Integer(whole),
            Err(_) if number.as_str().contains(['.', 'e', 'E']) => Value::Float(number.as_str().into()),
            // Longer than any number of TOML: its digits are not lost.
            Err(_) => Value::Text(number.as_str().to_owned()),
        },
        json::Value::Array(items) => {
            let item = |(at, item)| to_toml(&format!("{field}[{at}]"), item);
            Value::Array(items.iter().enumerate().map(item).collect::<Result<_, _>>()?)
        }
        json::Value::Object(object) => {
            let entry = |(name, value): (&str, &json::Value)| {
                Ok::<_, Refusal>((name.to_owned(), to_toml(&format!("{field}.{name}"), value)?))
            };
            Value::Table(object.iter().map(entry).collect::<Result<_, _>>()?)
        }
    })
}

/// The value as JSON; times and what is no number of JSON are text.
pub(super) fn to_json(value: &Value) -> json::Value {
    match value {
        Value::Text(text) => json::Value::from(text.as_str()),
        Value::Integer(number) => json::Value::from(*number),
        Value::Boolean(truth) => json::Value::from(*truth),
        Value::DateTime(text) => json::Value::from(&**text),
        Value::Float(text) => match text.parse::<json::Value>() {
            Ok(number @ json::Value::Number(_)) => number,
            _ => json::Value::from(&**text),
        },
        Value::Array(items) => items.iter().map(to_json).collect(),
        Value::Table(entries) => {
            let mut object = Object::new();
            entries.iter().for_each(|(name, value)| object.set(name, to_json(value)));
            json::Value::Object(object)
        }
    }
}

/// Enters a field that says something of the hand: `venue`, `year`, `_mood`.
pub(super) fn described(document: &mut Hand, name: &str, value: &json::Value) -> Result<(), Refusal> {
    let field = Field::ALL.into_iter().find(|field| camel(field.name()) == name);
    let wrong = |what: &str| Err(Refusal::field(name, what));
    let Some(field) = field else {
        // A name of the standard in its own spelling would be taken for the field.
        if Field::named(name.as_bytes()).is_some() {
            return wrong("is no name of a field: write it in camelCase");
        }
        document.set_user_field(name, to_toml(name, value)?);
        return Ok(());
    };
    // A field of the standard that is null is not there.
    if value.is_null() {
        return Ok(());
    }
    if let Some(text_field) = TextField::of(field) {
        let Some(text) = value.as_str() else { return wrong("is no text: write it between quotes") };
        document.set_text(text_field, Some(text));
        return Ok(());
    }
    let number = match field {
        Field::Table => {
            match value.as_str() {
                Some(text) => document.set_table(Some(Name::Text(text))),
                None => document.set_table(value.integer().map(Name::Number)),
            }
            return Ok(());
        }
        Field::Time => {
            document.time = value.as_str().and_then(clock);
            return if document.time.is_some() {
                Ok(())
            } else {
                wrong("is no time: write one such as 03:04:05")
            };
        }
        Field::Day => &mut document.day,
        Field::Month => &mut document.month,
        Field::Year => &mut document.year,
        Field::Level => &mut document.level,
        _ => return wrong("does not belong here: leave it out"),
    };
    *number = value.integer();
    if number.is_some() { Ok(()) } else { wrong("is no whole number: write one such as 7") }
}

/// `03:04:05.25`
fn clock(text: &str) -> Option<LocalTime> {
    let (time, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts =
        time.split(':').map(|part| part.parse::<u8>().ok().filter(|_| part.len() == 2 && digits(part)));
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let nanosecond =
        format!("{fraction:0<9}").parse().ok().filter(|_| fraction.len() <= 9 && digits(fraction))?;
    if parts.next().is_some() { None } else { LocalTime::new(hour, minute, second, nanosecond) }
}

/// What a document says of the hand, as fields of JSON.
pub(super) fn description(document: &Hand, out: &mut Object) {
    for field in Field::ALL {
        let name = camel(field.name());
        if let Some(text) = TextField::of(field).and_then(|field| document.text(field)) {
            out.set(&name, text);
        }
        let number = match field {
            Field::Day => document.day,
            Field::Month => document.month,
            Field::Year => document.year,
            Field::Level => document.level,
            _ => None,
        };
        if let Some(number) = number {
            out.set(&name, number);
        }
    }
    if let Some(time) = document.time {
        out.set("time", time.to_string());
    }
    match document.table() {
        Some(Name::Number(number)) => out.set("table", number),
        Some(Name::Text(text)) => out.set("table", text),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_times() {
        assert_eq!(camel("time_zone_abbreviation"), "timeZoneAbbreviation");
        assert_eq!(camel("_mood_of_it"), "_moodOfIt");
        assert_eq!(clock("03:04:05.25").unwrap().nanosecond(), 250_000_000);
        assert!(
            ["3:04:05", "03:04", "03:04:60", "03:04:05:06", "now"].iter().all(|text| clock(text).is_none())
        );
    }

    #[test]
    fn values_go_both_ways() {
        let json: json::Value = r#"{"a":[1,2.50,true,"x"],"b":{"c":-7}}"#.parse().unwrap();
        assert_eq!(to_json(&to_toml("_a", &json).unwrap()), json);
    }

    #[test]
    fn null_is_refused_with_its_place() {
        let mut document = Hand::default();
        for (text, place) in
            [("null", "_mine"), ("[1, null]", "_mine[1]"), (r#"{"a":{"b":null}}"#, "_mine.a.b")]
        {
            let refusal = described(&mut document, "_mine", &text.parse().unwrap()).unwrap_err();
            assert_eq!(
                refusal.to_string(),
                format!("{place}: is null, which PHH has no word for: leave it out")
            );
        }
        described(&mut document, "venue", &json::Value::Null).unwrap();
        assert_eq!(document, Hand::default());
    }
}

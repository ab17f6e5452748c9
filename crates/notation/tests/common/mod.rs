//! What several tests need.
#![allow(dead_code, unreachable_pub)]

use kozyr_notation::phh::Value;

/// Is our value the one the `toml` crate has read?
pub fn equal(ours: &Value, theirs: &toml::Value) -> bool {
    match (ours, theirs) {
        // The end of a line inside a string may be read as the system's or as the file's; ours is always a line feed.
        (Value::Text(a), toml::Value::String(b)) => a.replace("\r\n", "\n") == b.replace("\r\n", "\n"),
        (Value::Integer(a), toml::Value::Integer(b)) => a == b,
        (Value::Boolean(a), toml::Value::Boolean(b)) => a == b,
        (Value::Float(a), toml::Value::Float(b)) => {
            let a: f64 = a.replace('_', "").parse().unwrap();
            a == *b || a.is_nan() && b.is_nan()
        }
        (Value::DateTime(a), toml::Value::Datetime(b)) => a.parse::<toml::value::Datetime>().unwrap() == *b,
        (Value::Array(a), toml::Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Table(a), toml::Value::Table(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| equal(a, b)))
        }
        _ => false,
    }
}

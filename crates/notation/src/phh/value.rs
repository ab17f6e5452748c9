//! Values of fields that the standard leaves to the user.

use super::Amount;
use super::write::write_value;
use core::fmt;

/// A value of a user-defined field, kept as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A string.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number with a point or an exponent, `inf` or `nan`: the text, so that nothing is lost.
    Float(Box<str>),
    /// True or false.
    Boolean(bool),
    /// A date, a time or both: the text.
    DateTime(Box<str>),
    /// A list.
    Array(Vec<Value>),
    /// Named values in their order.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// The text of a string.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    /// A whole number.
    pub const fn as_integer(&self) -> Option<i64> {
        if let Value::Integer(number) = self { Some(*number) } else { None }
    }

    /// A number as an exact amount, if it is one.
    pub fn as_amount(&self) -> Option<Amount> {
        match self {
            Value::Integer(number) => Amount::new(*number, 0).ok(),
            Value::Float(text) => super::syntax::scalar::float_amount(text).ok(),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn as_array(&self) -> Option<&[Value]> {
        if let Value::Array(items) = self { Some(items) } else { None }
    }

    /// The value of this name in a table.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let Value::Table(entries) = self else { return None };
        entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

/// As TOML, on one line.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        write_value(&mut text, self);
        f.write_str(&text)
    }
}

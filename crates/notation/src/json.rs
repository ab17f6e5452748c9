//! JSON with exact numbers.
//!
//! A number keeps its text, so that `75.25` never passes through a float; an object keeps the order of its
//! fields, so that what is not understood goes out as it came in.
//!
//! ```
//! use kozyr_notation::json::Value;
//!
//! let value: Value = r#"{"stack": 75.250, "_mood": "merry"}"#.parse()?;
//! assert_eq!(value["stack"].decimal().unwrap().to_string(), "75.25");
//! assert_eq!(value.to_string(), r#"{"stack":75.250,"_mood":"merry"}"#);
//! # Ok::<(), kozyr_notation::json::JsonError>(())
//! ```

mod parse;
mod write;

pub use parse::JsonError;

use kozyr_chips::{Chips, Decimal, Scale};

/// How deep lists and objects may nest.
pub const MAX_DEPTH: usize = 64;
/// The most fields of one object: names are looked up one by one.
pub const MAX_FIELDS: usize = 512;

/// Any JSON value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number, as its text.
    Number(Number),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// Named values in their order.
    Object(Object),
}

/// A JSON number: its text, which follows the grammar of JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Number(Box<str>);

impl Number {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number, if it is one of at most 12 decimals that fits.
    pub fn decimal(&self) -> Option<Decimal> {
        self.0.parse().ok()
    }
}

/// Named values in their order; every name occurs once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Object(Vec<(String, Value)>);

impl Object {
    /// Without fields.
    pub const fn new() -> Object {
        Object(Vec::new())
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// Sets a field where it is, or adds it at the end.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        let value = value.into();
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Adds a field that is known not to be there.
    pub(crate) fn push(&mut self, name: &str, value: impl Into<Value>) {
        self.0.push((name.to_owned(), value.into()));
    }

    /// Takes a field out.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let at = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.remove(at).1)
    }

    /// Every field, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Keeps the fields whose name passes.
    pub fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        self.0.retain(|(name, _)| keep(name));
    }

    /// How many fields.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// No fields?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Value {
    /// The field of an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_object()?.get(name)
    }

    /// The fields of an object.
    pub fn as_object(&self) -> Option<&Object> {
        if let Value::Object(object) = self { Some(object) } else { None }
    }

    /// The items of a list.
    pub fn as_array(&self) -> Option<&[Value]> {
        if let Value::Array(items) = self { Some(items) } else { None }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = self { Some(text) } else { None }
    }

    /// True or false.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(truth) = self { Some(*truth) } else { None }
    }

    /// Nothing?
    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }

    /// An exact number.
    pub fn decimal(&self) -> Option<Decimal> {
        if let Value::Number(number) = self { number.decimal() } else { None }
    }

    /// A whole number.
    pub fn integer(&self) -> Option<i64> {
        Some(self.decimal()?.to_chips(Scale::WHOLE).ok()?.units())
    }

    /// Chips of a scale as a number.
    pub fn chips(chips: Chips, scale: Scale) -> Value {
        Value::Number(Number(chips.display(scale).to_string().into()))
    }

    /// The same value: numbers are compared as numbers (`1` is `1.0`), fields in any order.
    pub fn means(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => {
                a == b || a.decimal().is_some_and(|a| b.decimal() == Some(a))
            }
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.means(b))
            }
            (Value::Object(a), Value::Object(b)) => {
                let in_b = |(name, value): (&str, &Value)| b.get(name).is_some_and(|b| value.means(b));
                a.len() == b.len() && a.iter().all(in_b)
            }
            _ => self == other,
        }
    }
}

/// A field that is not there is `null`.
impl std::ops::Index<&str> for Value {
    type Output = Value;
    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.to_owned())
    }
}
impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::String(text)
    }
}
impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Bool(truth)
    }
}
impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(Number(number.to_string().into()))
    }
}
impl From<u8> for Value {
    fn from(number: u8) -> Value {
        Value::from(i64::from(number))
    }
}
impl From<Decimal> for Value {
    fn from(number: Decimal) -> Value {
        Value::Number(Number(number.to_string().into()))
    }
}
impl From<Object> for Value {
    fn from(object: Object) -> Value {
        Value::Object(object)
    }
}
impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Value {
        Value::Array(items.into_iter().map(Into::into).collect())
    }
}
impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Value {
        Value::Array(items.into_iter().map(Into::into).collect())
    }
}

//! The document both wire forms share: elements with attributes, children and text.

use super::Fault;
use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

/// How much of a document is read before it is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of one message.
    pub bytes: usize,
    /// Elements inside one another; the root counts as one.
    pub depth: usize,
    /// Elements in all.
    pub elements: usize,
    /// Attributes of one element.
    pub attributes: usize,
}

impl Limits {
    /// What a server reads from a client: 8 KiB a message.
    pub const CLIENT: Limits = Limits { bytes: 8 * 1024, depth: 8, elements: 256, attributes: 256 };
    /// What a client reads from a server, whose lists are longer.
    pub const SERVER: Limits = Limits { bytes: 256 * 1024, depth: 10, elements: 8192, attributes: 256 };
}

/// An element. What was read borrows from the message wherever it can.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Element<'a> {
    name: Cow<'a, str>,
    attributes: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    children: Vec<Element<'a>>,
    text: Cow<'a, str>,
}

/// Building.
impl<'a> Element<'a> {
    /// An empty element.
    pub fn new(name: impl Into<Cow<'a, str>>) -> Element<'a> {
        Element { name: name.into(), ..Element::default() }
    }

    /// With an attribute.
    pub fn attr(mut self, name: &'static str, value: impl Value<'a>) -> Element<'a> {
        self.attributes.push((Cow::Borrowed(name), value.into_text()));
        self
    }

    /// With an attribute, if there is a value: one without is left out.
    pub fn maybe(self, name: &'static str, value: Option<impl Value<'a>>) -> Element<'a> {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// With one more child.
    pub fn child(mut self, child: Element<'a>) -> Element<'a> {
        self.children.push(child);
        self
    }

    /// With these children after the others.
    pub fn children_from(mut self, children: impl IntoIterator<Item = Element<'a>>) -> Element<'a> {
        self.children.extend(children);
        self
    }

    /// With this text.
    pub fn with_text(mut self, text: impl Into<Cow<'a, str>>) -> Element<'a> {
        self.text = text.into();
        self
    }

    /// Takes all children out.
    pub fn clear_children(&mut self) {
        self.children.clear();
    }

    pub(super) fn push_attribute(&mut self, name: Cow<'a, str>, value: Cow<'a, str>) {
        self.attributes.push((name, value));
    }

    pub(super) fn push_child(&mut self, child: Element<'a>) {
        self.children.push(child);
    }

    pub(super) fn push_text(&mut self, text: Cow<'a, str>) {
        if self.text.is_empty() {
            self.text = text;
        } else {
            self.text.to_mut().push_str(&text);
        }
    }

    /// The one child of an element that has nothing else.
    pub(super) fn take_only_child(&mut self) -> Option<Element<'a>> {
        let alone = self.children.len() == 1 && self.attributes.is_empty() && self.text.is_empty();
        if alone { self.children.pop() } else { None }
    }

    /// Forgets the blanks between children, which only indent them.
    pub(super) fn without_indentation(mut self) -> Element<'a> {
        if !self.children.is_empty() && self.text.trim_ascii().is_empty() {
            self.text = Cow::Borrowed("");
        }
        self
    }
}

/// Reading.
impl<'a> Element<'a> {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The attribute's value; an empty one is absent.
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.attributes.iter().find(|(known, _)| known == name)?;
        (!value.is_empty()).then_some(value)
    }

    /// Is the attribute there, be it empty?
    pub fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|(known, _)| known == name)
    }

    /// The attribute's value, which has to be there.
    pub fn need(&self, name: &str) -> Result<&str, Fault> {
        self.get(name).ok_or_else(|| Fault::bad(format!("{} has no {name}", self.name)))
    }

    /// The attribute as a number or another value with a text form, if it is there.
    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, Fault> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let refused = |_| Fault::bad(format!("{name} of {} is not in its range", self.name));
        text.parse().map(Some).map_err(refused)
    }

    /// The attribute as a number, which has to be there.
    pub fn need_number<T: FromStr>(&self, name: &str) -> Result<T, Fault> {
        self.number(name)?.ok_or_else(|| Fault::bad(format!("{} has no {name}", self.name)))
    }

    /// All attributes, in order.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (name.as_ref(), value.as_ref()))
    }

    /// The first child of this name.
    pub fn find(&self, name: &str) -> Option<&Element<'a>> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The first child of this name, which has to be there.
    pub fn need_child(&self, name: &str) -> Result<&Element<'a>, Fault> {
        self.find(name).ok_or_else(|| Fault::bad(format!("{} has no {name} in it", self.name)))
    }

    /// All children of this name.
    pub fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Element<'a>> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// All children.
    pub fn children(&self) -> &[Element<'a>] {
        &self.children
    }

    /// The text directly inside.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same element, borrowing from nobody.
    pub fn into_owned(self) -> Element<'static> {
        let own = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        Element {
            name: own(self.name),
            attributes: self.attributes.into_iter().map(|(name, value)| (own(name), own(value))).collect(),
            children: self.children.into_iter().map(Element::into_owned).collect(),
            text: own(self.text),
        }
    }
}

/// What an attribute can be made of.
pub trait Value<'a> {
    /// Its text on the wire.
    fn into_text(self) -> Cow<'a, str>;
}

impl<'a> Value<'a> for &'a str {
    fn into_text(self) -> Cow<'a, str> {
        Cow::Borrowed(self)
    }
}
impl<'a> Value<'a> for &'a String {
    fn into_text(self) -> Cow<'a, str> {
        Cow::Borrowed(self)
    }
}
impl<'a> Value<'a> for String {
    fn into_text(self) -> Cow<'a, str> {
        Cow::Owned(self)
    }
}

/// Most numbers on the wire are boxes, counts and seconds: these need no allocation.
const SMALL: [&str; 64] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
    "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35",
    "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "52",
    "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63",
];

fn number<'a>(small: usize, number: impl Display) -> Cow<'a, str> {
    SMALL.get(small).map_or_else(|| Cow::Owned(number.to_string()), |&text| Cow::Borrowed(text))
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl<'a> Value<'a> for $type {
            fn into_text(self) -> Cow<'a, str> {
                number(usize::try_from(self).unwrap_or(usize::MAX), self)
            }
        }
    )*};
}
numbers!(u8, u16, u32, u64, usize, i64);

/// Does XML 1.0 know every character? Those it does not know are refused in both forms.
pub(super) fn all_legal(text: &str) -> bool {
    // Plain printable text, which nearly all of it is, without a look at each character.
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || text.chars().all(is_legal)
}

pub(super) fn is_legal(char: char) -> bool {
    matches!(char, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// Is it a name of an element or attribute? Narrower than XML: letters, digits, `_`, `-`, `.`, `:`.
pub(super) fn is_name(text: &str) -> bool {
    if text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
        return !text.is_empty();
    }
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | ':'))
}

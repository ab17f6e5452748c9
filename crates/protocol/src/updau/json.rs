//! Documents as JSON, element for element the twin of the XML.
//!
//! The root is the only member of the outer object: `{"request":{"cmd":"ping","#text":"hi"}}`. An
//! attribute is a string; a child element is an object, several of one name are an array of
//! objects; text is the member `#text`. On reading, numbers and booleans count as attributes, `null`
//! as nothing, and a request may come without its root: `{"cmd":"ping"}`.

use super::element::{all_legal, is_name};
use super::{Element, Fault, Limits};
use serde::de::{DeserializeSeed, Deserializer as _, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Deserializer;
use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

const TEXT: &str = "#text";

/// Reads one document.
///
/// # Errors
/// 400 with what is wrong with it, 413 when it is longer than the limit.
pub(super) fn read<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Element<'a>, Fault> {
    let text = super::wire::text_within(bytes, limits)?;
    let elements = Cell::new(0);
    let outer = Outline { name: Cow::Borrowed("request"), depth: 0, limits, elements: &elements };
    let mut reader = Deserializer::from_str(text);
    let outer = reader.deserialize_map(outer).and_then(|outer| reader.end().map(|()| outer));
    let mut outer = outer.map_err(|error| Fault::bad(format!("not a JSON message: {error}")))?;
    if outer.has("cmd") {
        return Ok(outer);
    }
    match outer.take_only_child() {
        Some(root) => Ok(root),
        None => Err(Fault::bad("a JSON message is one object: {\"request\":{\"cmd\":…}}")),
    }
}

/// An element to be read: everything but what stands between its braces.
struct Outline<'a, 'l> {
    name: Cow<'a, str>,
    depth: usize,
    limits: &'l Limits,
    elements: &'l Cell<usize>,
}

/// What a member of an object turns out to be.
enum Member<'a> {
    Nothing,
    Attribute(Cow<'a, str>),
    Child(Element<'a>),
    Children(Vec<Element<'a>>),
}

impl<'a> Visitor<'a> for Outline<'a, '_> {
    type Value = Element<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'a>>(self, mut map: M) -> Result<Element<'a>, M::Error> {
        self.elements.set(self.elements.get() + 1);
        // The outer braces are one more than the root.
        if self.elements.get() > self.limits.elements + 1 || self.depth > self.limits.depth {
            return Err(M::Error::custom("the document is too deep or has too many elements"));
        }
        let mut element = Element::new(self.name);
        let mut attributes = 0;
        while let Some(Text(name)) = map.next_key_seed(TextSeed)? {
            if name != TEXT && !is_name(&name) {
                return Err(M::Error::custom("a member has no proper name"));
            }
            let (depth, limits, elements) = (self.depth + 1, self.limits, self.elements);
            match map.next_value_seed(Outline { name: name.clone(), depth, limits, elements })? {
                Member::Nothing => {}
                Member::Attribute(text) if name == TEXT => element.push_text(text),
                Member::Attribute(value) => {
                    attributes += 1;
                    if attributes > limits.attributes || element.has(&name) {
                        return Err(M::Error::custom("an attribute comes twice, or there are too many"));
                    }
                    element.push_attribute(name, value);
                }
                Member::Child(child) => element.push_child(child),
                Member::Children(children) => {
                    children.into_iter().for_each(|child| element.push_child(child));
                }
            }
        }
        Ok(element)
    }
}

/// A member's value: an attribute, a child or several children of the member's name.
impl<'a> DeserializeSeed<'a> for Outline<'a, '_> {
    type Value = Member<'a>;
    fn deserialize<D: serde::Deserializer<'a>>(self, reader: D) -> Result<Member<'a>, D::Error> {
        reader.deserialize_any(MemberVisitor(self))
    }
}

struct MemberVisitor<'a, 'l>(Outline<'a, 'l>);

impl<'a> Visitor<'a> for MemberVisitor<'a, '_> {
    type Value = Member<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text, a whole number, an object or an array of objects")
    }
    fn visit_unit<E: Error>(self) -> Result<Member<'a>, E> {
        Ok(Member::Nothing)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Member<'a>, E> {
        Ok(Member::Attribute(Cow::Borrowed(if value { "true" } else { "false" })))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Member<'a>, E> {
        Ok(Member::Attribute(Cow::Owned(value.to_string())))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Member<'a>, E> {
        Ok(Member::Attribute(Cow::Owned(value.to_string())))
    }
    fn visit_borrowed_str<E: Error>(self, text: &'a str) -> Result<Member<'a>, E> {
        legal(Cow::Borrowed(text)).map(Member::Attribute)
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Member<'a>, E> {
        legal(Cow::Owned(text.to_owned())).map(Member::Attribute)
    }
    fn visit_map<M: MapAccess<'a>>(self, map: M) -> Result<Member<'a>, M::Error> {
        if self.0.name == TEXT {
            return Err(M::Error::custom("#text is text"));
        }
        self.0.visit_map(map).map(Member::Child)
    }
    fn visit_seq<S: SeqAccess<'a>>(self, mut seq: S) -> Result<Member<'a>, S::Error> {
        let Outline { name, depth, limits, elements } = self.0;
        let mut children = Vec::new();
        while let Some(member) =
            seq.next_element_seed(Outline { name: name.clone(), depth, limits, elements })?
        {
            match member {
                Member::Child(child) => children.push(child),
                _ => return Err(S::Error::custom("an array holds objects only")),
            }
        }
        Ok(Member::Children(children))
    }
}

/// A member's name.
struct Text<'a>(Cow<'a, str>);
struct TextSeed;

impl<'a> DeserializeSeed<'a> for TextSeed {
    type Value = Text<'a>;
    fn deserialize<D: serde::Deserializer<'a>>(self, reader: D) -> Result<Text<'a>, D::Error> {
        reader.deserialize_str(self)
    }
}
impl<'a> Visitor<'a> for TextSeed {
    type Value = Text<'a>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }
    fn visit_borrowed_str<E: Error>(self, text: &'a str) -> Result<Text<'a>, E> {
        Ok(Text(Cow::Borrowed(text)))
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Text<'a>, E> {
        Ok(Text(Cow::Owned(text.to_owned())))
    }
}

fn legal<E: Error>(text: Cow<'_, str>) -> Result<Cow<'_, str>, E> {
    if all_legal(&text) { Ok(text) } else { Err(E::custom("a character XML does not know")) }
}

/// Writes the document on one line.
pub(super) fn write(element: &Element<'_>, out: &mut Vec<u8>) {
    // A vector takes everything and an element has only text in it: there is nothing to go wrong.
    serde_json::to_writer(out, &Outer(element)).expect("an element always serialises");
}

struct Outer<'e>(&'e Element<'e>);
struct Inner<'e>(&'e Element<'e>);
struct Several<'e>(&'e Element<'e>, &'e str);

impl Serialize for Outer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0.name(), &Inner(self.0))?;
        map.end()
    }
}

impl Serialize for Inner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0.attributes() {
            map.serialize_entry(name, value)?;
        }
        if !self.0.text().is_empty() {
            map.serialize_entry(TEXT, self.0.text())?;
        }
        let children = self.0.children();
        for (at, child) in children.iter().enumerate() {
            let named = |other: &&Element<'_>| other.name() == child.name();
            if children[..at].iter().any(|before| named(&before)) {
                continue;
            }
            if children[at + 1..].iter().any(|after| named(&after)) {
                map.serialize_entry(child.name(), &Several(self.0, child.name()))?;
            } else {
                map.serialize_entry(child.name(), &Inner(child))?;
            }
        }
        map.end()
    }
}

impl Serialize for Several<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.all(self.1).map(Inner))
    }
}

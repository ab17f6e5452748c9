//! Documents as XML.
//!
//! quick-xml pulls the pieces; what is accepted is decided here. There is no DTD, no entity beyond
//! the five and no way to make a document grow: all that is kept borrows from the message, except
//! values with a reference in them, which only get shorter.

use super::element::{all_legal, is_legal, is_name};
use super::{Element, Fault, Limits};
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::Attributes;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::borrow::Cow;

/// Reads one document.
///
/// # Errors
/// 400 with what is wrong with it, 413 when it is longer than the limit.
pub(super) fn read<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Element<'a>, Fault> {
    let text = super::wire::text_within(bytes, limits)?;
    if !all_legal(text) {
        return Err(Fault::bad("the message has a character XML does not know"));
    }
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_comments = true;
    Document { text, limits, open: Vec::new(), elements: 0, root: None }.read(&mut reader)
}

struct Document<'a, 'l> {
    text: &'a str,
    limits: &'l Limits,
    /// The elements whose end has not come yet, outermost first.
    open: Vec<Element<'a>>,
    elements: usize,
    root: Option<Element<'a>>,
}

impl<'a> Document<'a, '_> {
    fn read(mut self, reader: &mut Reader<&'a [u8]>) -> Result<Element<'a>, Fault> {
        loop {
            let at = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|error| Fault::bad(format!("not XML: {error}")))?;
            match event {
                Event::Start(tag) => {
                    let element = self.element(at, &tag)?;
                    self.open.push(element);
                }
                Event::Empty(tag) => {
                    let element = self.element(at, &tag)?;
                    self.close(element)?;
                }
                Event::End(_) => {
                    let element =
                        self.open.pop().ok_or_else(|| Fault::bad("an end tag without its start"))?;
                    self.close(element)?;
                }
                Event::Text(text) => self.push(text.xml10_content())?,
                Event::CData(text) => self.push(text.xml10_content())?,
                Event::GeneralRef(reference) => {
                    let resolved = resolve(&reference)?;
                    self.push(resolved)?;
                }
                Event::Comment(_) | Event::PI(_) => {}
                Event::Decl(_) if at == 0 => {}
                Event::Decl(_) => return Err(Fault::bad("the XML declaration is not at the beginning")),
                Event::DocType(_) => return Err(Fault::bad("a document type is not accepted")),
                Event::Eof => return self.finish(),
            }
        }
    }

    /// The element a tag at this position opens.
    fn element(&mut self, at: usize, tag: &BytesStart<'_>) -> Result<Element<'a>, Fault> {
        if self.root.is_some() {
            return Err(Fault::bad("more than one document in a message"));
        }
        self.elements += 1;
        if self.elements > self.limits.elements || self.open.len() >= self.limits.depth {
            return Err(Fault::bad("the document is too deep or has too many elements"));
        }
        // The same bytes again, borrowed from the message and not from the reader's event.
        let name_len = tag.name().0.len();
        let start = at + self.text[at..].find('<').map_or(1, |skipped| skipped + 1);
        let tag = &self.text[start..start + name_len + tag.attributes_raw().len()];
        let name = &tag[..name_len];
        if !is_name(name) {
            return Err(Fault::bad("an element has no proper name"));
        }
        let mut element = Element::new(name);
        for (count, attribute) in Attributes::new(tag, name_len).enumerate() {
            let attribute = attribute.map_err(|error| Fault::bad(format!("not XML: {error}")))?;
            if count >= self.limits.attributes {
                return Err(Fault::bad("an element has too many attributes"));
            }
            if !is_name(attribute.key.0) {
                return Err(Fault::bad("an attribute has no proper name"));
            }
            let value = attribute.normalized_value(XmlVersion::Explicit1_0);
            let value = value.map_err(|error| Fault::bad(format!("not XML: {error}")))?;
            // A reference may stand for what could not be written itself.
            let legal = matches!(value, Cow::Borrowed(_)) || all_legal(&value);
            if !legal || attribute.value.contains('<') {
                return Err(Fault::bad("an attribute has a character that may not stand there"));
            }
            element.push_attribute(Cow::Borrowed(attribute.key.0), value);
        }
        Ok(element)
    }

    fn close(&mut self, element: Element<'a>) -> Result<(), Fault> {
        let element = element.without_indentation();
        match self.open.last_mut() {
            Some(parent) => parent.push_child(element),
            None => self.root = Some(element),
        }
        Ok(())
    }

    fn push(&mut self, text: Cow<'a, str>) -> Result<(), Fault> {
        match self.open.last_mut() {
            Some(element) => element.push_text(text),
            None if text.trim_ascii().is_empty() => {}
            None => return Err(Fault::bad("text outside of the document")),
        }
        Ok(())
    }

    fn finish(self) -> Result<Element<'a>, Fault> {
        match self.root {
            Some(root) if self.open.is_empty() => Ok(root),
            _ => Err(Fault::bad("the document has no end")),
        }
    }
}

/// One of the five entities, or a character by its number.
fn resolve(reference: &quick_xml::events::BytesRef<'_>) -> Result<Cow<'static, str>, Fault> {
    match reference.resolve_char_ref() {
        Ok(Some(char)) if is_legal(char) => Ok(Cow::Owned(char.to_string())),
        Ok(None) => resolve_predefined_entity(reference)
            .map(Cow::Borrowed)
            .ok_or_else(|| Fault::bad("an entity that is none of the five")),
        _ => Err(Fault::bad("a character reference that is no character")),
    }
}

/// Writes the document; it begins with its root, on one line.
pub(super) fn write(element: &Element<'_>, out: &mut Vec<u8>) {
    out.push(b'<');
    out.extend_from_slice(element.name().as_bytes());
    for (name, value) in element.attributes() {
        out.push(b' ');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"=\"");
        escape(value, out);
        out.push(b'"');
    }
    if element.children().is_empty() && element.text().is_empty() {
        out.extend_from_slice(b"/>");
        return;
    }
    out.push(b'>');
    escape(element.text(), out);
    for child in element.children() {
        write(child, out);
    }
    out.extend_from_slice(b"</");
    out.extend_from_slice(element.name().as_bytes());
    out.push(b'>');
}

/// Blanks other than the space go out as references, or an attribute would come back with spaces.
fn escape(text: &str, out: &mut Vec<u8>) {
    for &byte in text.as_bytes() {
        match byte {
            b'&' => out.extend_from_slice(b"&amp;"),
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            b'\t' => out.extend_from_slice(b"&#9;"),
            b'\n' => out.extend_from_slice(b"&#10;"),
            b'\r' => out.extend_from_slice(b"&#13;"),
            _ => out.push(byte),
        }
    }
}

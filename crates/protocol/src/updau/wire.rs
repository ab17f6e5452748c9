//! Which of the two forms a connection speaks, and how TCP tells one document from the next.

use super::{Element, Fault, Limits, json, xml};

/// How documents are written on a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum Wire {
    /// `<request cmd="ping"/>`
    #[default]
    Xml,
    /// `{"request":{"cmd":"ping"}}`
    Json,
}

impl Wire {
    /// The form of a first message: JSON begins with a brace or a bracket.
    pub fn of(message: &[u8]) -> Wire {
        match message.trim_ascii_start().first() {
            Some(b'{' | b'[') => Wire::Json,
            _ => Wire::Xml,
        }
    }

    /// Reads one document.
    ///
    /// # Errors
    /// 400 with what is wrong with it, 413 when it is longer than the limit.
    pub fn read<'a>(self, message: &'a [u8], limits: &Limits) -> Result<Element<'a>, Fault> {
        match self {
            Wire::Xml => xml::read(message, limits),
            Wire::Json => json::read(message, limits),
        }
    }

    /// Writes one document.
    pub fn write(self, element: &Element<'_>) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        match self {
            Wire::Xml => xml::write(element, &mut out),
            Wire::Json => json::write(element, &mut out),
        }
        out
    }
}

/// The message as text without its byte order mark, if it is not too long.
pub(super) fn text_within<'a>(message: &'a [u8], limits: &Limits) -> Result<&'a str, Fault> {
    if message.len() > limits.bytes {
        return Err(Fault::too_large(limits));
    }
    let text = std::str::from_utf8(message).map_err(|_| Fault::bad("the message is not UTF-8 text"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A document as TCP carries it: behind its length in four big-endian bytes.
///
/// # Panics
/// When the document has 4 GiB or more; no limit allows that.
pub fn frame(document: &[u8]) -> Vec<u8> {
    let length = u32::try_from(document.len()).expect("a document under 4 GiB");
    let mut framed = Vec::with_capacity(4 + document.len());
    framed.extend_from_slice(&length.to_be_bytes());
    framed.extend_from_slice(document);
    framed
}

/// Cuts a TCP stream into documents. It holds at most one message and its length.
#[derive(Clone, Debug)]
pub struct Deframer {
    limits: Limits,
    pending: Vec<u8>,
}

impl Deframer {
    /// A deframer that refuses longer messages than the limits allow.
    pub fn new(limits: Limits) -> Deframer {
        Deframer { limits, pending: Vec::new() }
    }

    /// Takes bytes off the front of `input` until a document is complete.
    /// `None` when all were taken and it is not complete yet.
    ///
    /// # Errors
    /// 413 when a length is over the limit: nothing after it can be read, the connection has to be closed.
    pub fn next(&mut self, input: &mut &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        self.fill(4, input);
        let Some(length) = self.pending.first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_be_bytes(*length) as usize;
        if length > self.limits.bytes {
            return Err(Fault::too_large(&self.limits));
        }
        self.fill(4 + length, input);
        if self.pending.len() < 4 + length {
            return Ok(None);
        }
        let document = self.pending.split_off(4);
        self.pending.clear();
        Ok(Some(document))
    }

    /// Has a document begun that is not complete?
    pub fn is_within(&self) -> bool {
        !self.pending.is_empty()
    }

    fn fill(&mut self, to: usize, input: &mut &[u8]) {
        let wanted = to.saturating_sub(self.pending.len()).min(input.len());
        let (taken, rest) = input.split_at(wanted);
        self.pending.extend_from_slice(taken);
        *input = rest;
    }
}

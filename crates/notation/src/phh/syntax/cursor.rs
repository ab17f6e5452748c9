//! A place in the text, and what may stand between values.

use crate::phh::Problem;
use crate::phh::error::{Parsed, fault};

/// A place in the text of a hand.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    pub(crate) text: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, bytes: text.as_bytes(), at: 0 }
    }

    /// The byte here; 0 at the end, which TOML allows nowhere.
    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    #[inline]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == byte;
        self.at += usize::from(there);
        there
    }

    #[inline]
    pub(crate) fn blanks(&mut self) {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    #[cold]
    pub(crate) fn expected<T>(&self, what: &'static str) -> Parsed<T> {
        fault(self.at, Problem::Expected(what))
    }

    /// Blanks, line ends and comments, any number of them.
    #[inline]
    pub(crate) fn gap(&mut self) -> Parsed<()> {
        // Nearly always one blank or none; every byte above `#` is none of them.
        self.at += usize::from(self.peek() == b' ');
        if self.peek() > b'#' { Ok(()) } else { self.long_gap() }
    }

    #[inline(never)]
    fn long_gap(&mut self) -> Parsed<()> {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r' | b'#') {
            match self.peek() {
                b'#' => self.comment()?,
                b'\r' => self.line_break()?,
                _ => self.at += 1,
            }
        }
        Ok(())
    }

    fn line_break(&mut self) -> Parsed<()> {
        if self.rest().starts_with(b"\r\n") {
            self.at += 2;
        } else if !self.eat(b'\n') {
            return self.expected("a line end after the carriage return");
        }
        Ok(())
    }

    /// A comment, up to the line end.
    fn comment(&mut self) -> Parsed<()> {
        while !self.at_end() {
            match self.peek() {
                b'\n' => break,
                b'\r' if self.rest().starts_with(b"\r\n") => break,
                b'\t' | b' '..=0x7e | 0x80.. => self.at += 1,
                _ => return fault(self.at, Problem::ControlCharacter),
            }
        }
        Ok(())
    }

    /// Nothing more on this line but a comment.
    #[inline]
    pub(crate) fn line_end(&mut self) -> Parsed<()> {
        if self.eat(b'\n') {
            return Ok(());
        }
        self.blanks();
        if self.peek() == b'#' {
            self.comment()?;
        }
        match self.peek() {
            b'\n' | b'\r' => self.line_break(),
            _ if self.at_end() => Ok(()),
            _ => self.expected("the end of the line"),
        }
    }

    /// The items of a list, each read by `item`.
    #[inline]
    pub(crate) fn list(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if !self.eat(b'[') {
            return self.expected("a list between [ and ]");
        }
        loop {
            self.gap()?;
            if self.eat(b']') {
                return Ok(());
            }
            if self.at_end() {
                return fault(self.at, Problem::EndsInside("a list"));
            }
            item(self)?;
            if self.eat(b',') {
                continue;
            }
            self.gap()?;
            if self.eat(b',') {
                continue;
            }
            if self.eat(b']') {
                return Ok(());
            }
            if self.at_end() {
                return fault(self.at, Problem::EndsInside("a list"));
            }
            return self.expected("`,` or `]`");
        }
    }

    /// A bare key, possibly empty.
    #[inline]
    pub(crate) fn bare_key(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| !BARE[usize::from(byte)]).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// A dotted key: its parts with the place of each.
    pub(crate) fn key_path(&mut self) -> Parsed<Vec<(usize, String)>> {
        let mut path = Vec::new();
        loop {
            self.blanks();
            let at = self.at;
            let part = match self.peek() {
                quote @ (b'\'' | b'"') => {
                    // `''` is an empty key; a third quote would open a string over several lines.
                    if self.rest().starts_with(&[quote; 3]) {
                        return self.expected("a key on one line");
                    }
                    self.text_value()?
                }
                _ => match self.bare_key() {
                    b"" => return self.expected("a key (letters, digits, - and _, or text in quotes)"),
                    key => String::from_utf8_lossy(key).into_owned(),
                },
            };
            path.push((at, part));
            if path.len() > crate::phh::MAX_DEPTH {
                return fault(at, Problem::TooDeep);
            }
            self.blanks();
            if !self.eat(b'.') {
                return Ok(path);
            }
        }
    }
}

/// The bytes of bare keys.
pub(crate) const BARE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' || byte as u8 == b'-';
        byte += 1;
    }
    table
};

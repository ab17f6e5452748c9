//! Strings: all four kinds of TOML.

use super::Cursor;
use crate::phh::Problem;
use crate::phh::error::{Parsed, fault};

/// A stretch of the text that a hand keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(crate) const NONE: Span = Span { start: u32::MAX, end: 0 };

    pub(crate) fn new(start: usize, end: usize) -> Span {
        let [start, end] = [start, end].map(|at| u32::try_from(at).expect("the text of a hand is bounded"));
        Span { start, end }
    }

    pub(crate) const fn is_none(self) -> bool {
        self.start == u32::MAX
    }

    pub(crate) const fn start(self) -> usize {
        self.start as usize
    }

    pub(crate) fn of(self, arena: &str) -> &str {
        &arena[self.start as usize..self.end as usize]
    }

    pub(crate) fn bytes_of(self, arena: &[u8]) -> &[u8] {
        &arena[self.start as usize..self.end as usize]
    }
}

const ONES: u64 = u64::from_ne_bytes([1; 8]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; 8]);

/// Marks the zero bytes of a word; above the first one there may be false marks.
#[inline]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

/// From `at` to the first quote, backslash, control character or the end.
#[inline]
fn plain_until(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    let quotes = ONES * u64::from(quote);
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*chunk);
        let marks = zeros(word ^ quotes)
            | zeros(word ^ (ONES * b'\\' as u64))
            | zeros(word ^ (ONES * 0x7f))
            | (word.wrapping_sub(ONES * 0x20) & !word & HIGHS);
        if marks != 0 {
            return at + (marks.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == quote || byte == b'\\' || byte < 0x20 || byte == 0x7f {
            break;
        }
        at += 1;
    }
    at
}

impl Cursor<'_> {
    /// A string. If it stands in the text as it is, the span is the place where it stands; otherwise it is
    /// spelled out at the end of the arena, which begins with a copy of the text.
    #[inline]
    pub(crate) fn string(&mut self, arena: &mut String) -> Parsed<Span> {
        let quote = self.peek();
        if !matches!(quote, b'\'' | b'"') {
            return self.expected("a string");
        }
        let start = self.at + 1;
        let end = plain_until(self.bytes, start, quote);
        if self.bytes.get(end) == Some(&quote) && !(end == start && self.bytes.get(end + 1) == Some(&quote)) {
            self.at = end + 1;
            return Ok(Span::new(start, end));
        }
        let from = arena.len();
        self.spelled(quote, arena)?;
        Ok(Span::new(from, arena.len()))
    }

    /// A string by itself.
    pub(crate) fn text_value(&mut self) -> Parsed<String> {
        let mut text = String::new();
        match self.peek() {
            quote @ (b'\'' | b'"') => self.spelled(quote, &mut text)?,
            _ => return self.expected("a string"),
        }
        Ok(text)
    }

    /// The general case: escapes, tabs, strings over several lines.
    fn spelled(&mut self, quote: u8, out: &mut String) -> Parsed<()> {
        let lines = self.rest().starts_with(&[quote; 3]);
        self.at += if lines { 3 } else { 1 };
        if lines {
            // A line break right after the opening quotes is not part of the text.
            self.at += if self.rest().starts_with(b"\r\n") { 2 } else { usize::from(self.peek() == b'\n') };
        }
        loop {
            let start = self.at;
            self.at = plain_until(self.bytes, start, quote);
            out.push_str(&self.text[start..self.at]);
            if self.at_end() {
                return fault(self.at, Problem::EndsInside("a string"));
            }
            match self.peek() {
                byte if byte == quote => {
                    if self.closed(quote, lines, out) {
                        return Ok(());
                    }
                }
                b'\\' if quote == b'"' => self.escape(lines, out)?,
                b'\\' | b'\t' => self.copy_byte(out),
                b'\n' if lines => self.copy_byte(out),
                b'\r' if lines && self.rest().starts_with(b"\r\n") => {
                    // Line ends are written as \n whatever the file uses, as the `toml` crate does.
                    self.at += 1;
                    self.copy_byte(out);
                }
                b'\n' | b'\r' if !lines => return fault(self.at, Problem::StringNotClosed),
                _ => return fault(self.at, Problem::ControlCharacter),
            }
        }
    }

    fn copy_byte(&mut self, out: &mut String) {
        out.push(char::from(self.peek()));
        self.at += 1;
    }

    /// At a quote: does the string end here? Up to two quotes may stand at the end of a long string.
    fn closed(&mut self, quote: u8, lines: bool, out: &mut String) -> bool {
        if !lines {
            self.at += 1;
            return true;
        }
        let run = self.rest().iter().take(5).take_while(|&&byte| byte == quote).count();
        self.at += run;
        let inside = if run >= 3 { run - 3 } else { run };
        out.extend((0..inside).map(|_| char::from(quote)));
        run >= 3
    }

    fn escape(&mut self, lines: bool, out: &mut String) -> Parsed<()> {
        let at = self.at;
        self.at += 2;
        let letter = self.bytes.get(at + 1).copied().unwrap_or(0);
        let simple = match letter {
            b'b' => '\u{8}',
            b't' => '\t',
            b'n' => '\n',
            b'f' => '\u{c}',
            b'r' => '\r',
            b'"' => '"',
            b'\\' => '\\',
            b'u' => return self.unicode(at, 4, out),
            b'U' => return self.unicode(at, 8, out),
            b' ' | b'\t' | b'\n' | b'\r' if lines => {
                self.at = at + 1;
                return self.joined_lines(at);
            }
            _ => return fault(at, Problem::BadEscape),
        };
        out.push(simple);
        Ok(())
    }

    fn unicode(&mut self, at: usize, digits: usize, out: &mut String) -> Parsed<()> {
        let code =
            self.bytes.get(self.at..self.at + digits).filter(|code| code.iter().all(u8::is_ascii_hexdigit));
        let letter = code
            .and_then(|code| u32::from_str_radix(core::str::from_utf8(code).ok()?, 16).ok())
            .and_then(char::from_u32);
        match letter {
            Some(letter) => {
                self.at += digits;
                out.push(letter);
                Ok(())
            }
            None => fault(at, Problem::BadEscape),
        }
    }

    /// After a backslash at the end of a line: everything blank up to the next text goes.
    fn joined_lines(&mut self, at: usize) -> Parsed<()> {
        self.blanks();
        if !matches!(self.peek(), b'\n' | b'\r') {
            return fault(at, Problem::BadEscape);
        }
        loop {
            match self.peek() {
                b' ' | b'\t' | b'\n' => self.at += 1,
                b'\r' if self.rest().starts_with(b"\r\n") => self.at += 2,
                _ => return Ok(()),
            }
        }
    }
}

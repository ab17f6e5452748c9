//! `.phhs`: any number of hands, in constant memory.

use super::{Error, Hand, Leniency, MAX_HAND_BYTES, Reader, Repair, Warning};
use crate::phh::syntax::cursor::BARE;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Read};

/// The text of one hand of a `.phhs` file, with its header.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    text: &'a [u8],
    line: u64,
    name: &'a str,
    repeated: bool,
}

impl<'a> Section<'a> {
    /// The text, header included.
    pub const fn text(&self) -> &'a [u8] {
        self.text
    }
    /// The number of its first line.
    pub const fn line(&self) -> u64 {
        self.line
    }
    /// The name in its header; empty if there is none.
    pub const fn name(&self) -> &'a str {
        self.name
    }
    /// Has the file had a section of this name before?
    pub const fn is_repeated(&self) -> bool {
        self.repeated
    }

    /// A section put away (by another thread, say) and read later.
    pub const fn new(text: &'a [u8], line: u64) -> Section<'a> {
        Section { text, line, name: "", repeated: false }
    }
}

/// Cuts a `.phhs` file into its hands. A hand with broken text ends where the next header seems to be, so that
/// one bad hand does not hide the others.
#[derive(Debug)]
pub struct Sections<R> {
    source: R,
    buffer: Vec<u8>,
    /// What is left of the buffer: read, but not handed out.
    start: usize,
    end: usize,
    line: u64,
    begun: bool,
    ended: bool,
    taken: Taken,
    seen: Seen,
}

/// The section cut last.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    start: usize,
    end: usize,
    line: u64,
    is_blank: bool,
    repeated: bool,
}

const CHUNK: usize = 64 << 10;

impl<R: Read> Sections<R> {
    /// The hands of this file.
    pub fn new(source: R) -> Sections<R> {
        Sections {
            source,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            line: 1,
            begun: false,
            ended: false,
            taken: Taken::default(),
            seen: Seen::default(),
        }
    }

    /// The next hand's text.
    #[allow(clippy::should_implement_trait)] // it lends its buffer
    pub fn next(&mut self) -> io::Result<Option<Section<'_>>> {
        self.begin()?;
        self.cut_exactly()?;
        if self.taken.is_blank {
            // Only comments, before the first header.
            self.cut_exactly()?;
        }
        Ok(self.take())
    }

    /// The next hand's text as it seems at a glance: up to the next line that looks like a header. If it does
    /// not read well, [`Sections::again`] has the last word.
    fn next_at_a_glance(&mut self) -> io::Result<Option<Section<'_>>> {
        self.begin()?;
        loop {
            let text = &self.buffer[self.start..self.end];
            if text.first() != Some(&b'[') && !text.is_empty() {
                return self.next();
            }
            if let Some(at) = next_header(text) {
                let lines = memchr::memchr_iter(b'\n', &text[..at]).count() as u64;
                self.cut(Cut { at, lines }, false);
                return Ok(self.take());
            }
            if self.ended || text.len() > MAX_HAND_BYTES {
                return self.next();
            }
            self.fill()?;
        }
    }

    /// The last hand's text once more, cut exactly.
    fn again(&mut self) -> io::Result<Option<Section<'_>>> {
        self.start = self.taken.start;
        self.line = self.taken.line;
        self.cut_exactly()?;
        let Taken { start, end, line, repeated, .. } = self.taken;
        let text = &self.buffer[start..end];
        Ok(Some(Section { text, line, name: header_name(text), repeated }))
    }

    fn begin(&mut self) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        while !self.ended && self.end < 3 {
            self.fill()?;
        }
        self.begun = true;
        if self.buffer[..self.end].starts_with("\u{feff}".as_bytes()) {
            self.start = 3;
        }
        Ok(())
    }

    fn cut_exactly(&mut self) -> io::Result<()> {
        let mut scan = Scan::default();
        let cut = loop {
            let text = &self.buffer[self.start..self.end];
            if let Some(cut) = scan.go_on(text, self.ended) {
                break cut;
            }
            if text.len() > MAX_HAND_BYTES {
                break scan.way_out.unwrap_or(Cut { at: text.len(), lines: scan.lines });
            }
            self.fill()?;
        };
        self.cut(cut, scan.is_blank);
        Ok(())
    }

    fn cut(&mut self, cut: Cut, is_blank: bool) {
        let (start, line) = (self.start, self.line);
        self.start += cut.at;
        self.line += cut.lines;
        self.taken = Taken { start, end: self.start, line, is_blank, repeated: self.taken.repeated };
    }

    /// Hands out what was cut.
    fn take(&mut self) -> Option<Section<'_>> {
        let Taken { start, end, line, .. } = self.taken;
        let text = &self.buffer[start..end];
        if text.is_empty() {
            return None;
        }
        let name = header_name(text);
        let repeated = !name.is_empty() && !self.seen.insert(name);
        self.taken.repeated = repeated;
        Some(Section { text, line, name, repeated })
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.buffer.len() < self.end + CHUNK {
            self.buffer.resize((self.end + CHUNK).next_power_of_two(), 0);
        }
        loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}

/// The name in a header at the start of the text, if there is a plain one.
fn header_name(text: &[u8]) -> &str {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let inside = line.trim_ascii_start().strip_prefix(b"[").unwrap_or(b"");
    let name = match inside.trim_ascii_start() {
        [quote @ (b'\'' | b'"'), rest @ ..] => rest.split(|byte| byte == quote).next().unwrap_or_default(),
        bare => &bare[..bare.iter().take_while(|&&byte| BARE[usize::from(byte)]).count()],
    };
    core::str::from_utf8(name).unwrap_or_default()
}

/// Where the next line after the first one begins that looks like a header.
fn next_header(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = memchr::memmem::find(&text[at..], b"\n[") {
        at += found + 1;
        let line = &text[at..];
        let line = &line[..memchr::memchr(b'\n', line)?];
        if looks_like_a_header(line) {
            return Some(at);
        }
    }
    None
}

/// Where a section ends, and how many lines it has.
#[derive(Clone, Copy, Debug)]
struct Cut {
    at: usize,
    lines: u64,
}

/// What the end of a line is inside of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Inside {
    #[default]
    Nothing,
    /// A string over several lines.
    Long(u8),
}

/// Goes over the lines of a section, as far as they are there, to find the header after it.
#[derive(Debug, Default)]
struct Scan {
    at: usize,
    lines: u64,
    inside: Inside,
    brackets: u32,
    braces: u32,
    /// Only blank lines and comments so far.
    is_blank: bool,
    begun: bool,
    /// The first line inside something unfinished that looks like the header of the next hand.
    way_out: Option<Cut>,
}

impl Scan {
    /// The end of the section, or nothing if more text is needed.
    fn go_on(&mut self, text: &[u8], ended: bool) -> Option<Cut> {
        while self.at < text.len() {
            let end = match memchr::memchr(b'\n', &text[self.at..]) {
                Some(newline) => self.at + newline + 1,
                None if ended => text.len(),
                None => return None,
            };
            let line = &text[self.at..end];
            if let Some(cut) = self.line(text, line) {
                return Some(cut);
            }
            self.at = end;
            self.lines += u64::from(line.ends_with(b"\n"));
        }
        if !ended {
            return None;
        }
        let all = Cut { at: text.len(), lines: self.lines };
        Some(if self.is_open() { self.way_out.unwrap_or(all) } else { all })
    }

    fn is_open(&self) -> bool {
        self.inside != Inside::Nothing || self.brackets > 0 || self.braces > 0
    }

    fn line(&mut self, text: &[u8], line: &[u8]) -> Option<Cut> {
        let here = Cut { at: self.at, lines: self.lines };
        let content = line.trim_ascii_start();
        if !self.begun {
            self.begun = true;
            self.is_blank = !content.starts_with(b"[");
            if !self.is_blank {
                return None;
            }
        }
        if self.is_open() {
            if self.way_out.is_none() && looks_like_a_header(content) {
                self.way_out = Some(here);
            }
        } else {
            self.way_out = None;
            if content.starts_with(b"[") {
                if self.is_blank || !continues(content, header_name(text)) {
                    return Some(here);
                }
                return None;
            }
        }
        self.is_blank &= content.is_empty() || content[0] == b'#';
        if !self.tokens(line) {
            // A key inside a list: the list was never closed, and the hand ends at the header passed over.
            if let Some(cut) = self.way_out {
                return Some(cut);
            }
            (self.brackets, self.braces) = (0, 0);
        }
        None
    }

    /// Follows strings, lists and comments through a line; `false` if it is plain that a list was not closed.
    fn tokens(&mut self, line: &[u8]) -> bool {
        let mut at = 0;
        if let Inside::Long(quote) = self.inside {
            at = self.long_string(line, 0, quote);
        }
        while let Some(&byte) = line.get(at) {
            at += 1;
            if !SPECIAL[usize::from(byte)] {
                continue;
            }
            match byte {
                b'\'' | b'"' if line[at - 1..].starts_with(&[byte; 3]) => {
                    self.inside = Inside::Long(byte);
                    at = self.long_string(line, at + 2, byte);
                }
                b'\'' => at += memchr::memchr(b'\'', &line[at..]).map_or(line.len(), |end| end + 1),
                b'"' => at = basic_string(line, at),
                b'[' => self.brackets += 1,
                b']' => self.brackets = self.brackets.saturating_sub(1),
                b'{' => self.braces += 1,
                b'}' => self.braces = self.braces.saturating_sub(1),
                b'=' if self.brackets > 0 && self.braces == 0 => return false,
                b'#' => return true,
                _ => {}
            }
        }
        true
    }

    /// Inside a long string from `at`: its end, or the end of the line.
    fn long_string(&mut self, line: &[u8], mut at: usize, quote: u8) -> usize {
        while let Some(&byte) = line.get(at) {
            if byte == b'\\' && quote == b'"' {
                at += 2;
            } else if line[at..].starts_with(&[quote; 3]) {
                self.inside = Inside::Nothing;
                let run = line[at..].iter().take(5).take_while(|&&byte| byte == quote).count();
                return at + run;
            } else {
                at += 1;
            }
        }
        line.len()
    }
}

/// The bytes that open, close or end something.
const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"'\"[]{}=#";
    let mut n = 0;
    while n < bytes.len() {
        table[bytes[n] as usize] = true;
        n += 1;
    }
    table
};

/// Inside a string between double quotes: its end, or the end of the line.
fn basic_string(line: &[u8], mut at: usize) -> usize {
    while let Some(found) = line.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += found;
        if line[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    line.len()
}

/// `[1]` and nothing else.
fn looks_like_a_header(content: &[u8]) -> bool {
    match content.trim_ascii_end() {
        [b'[', name @ .., b']'] => !name.is_empty() && name.iter().all(|&byte| BARE[usize::from(byte)]),
        _ => false,
    }
}

/// `[1._table]` goes on with hand 1.
fn continues(content: &[u8], name: &str) -> bool {
    let inside = content.strip_prefix(b"[[").or_else(|| content.strip_prefix(b"[")).unwrap_or_default();
    !name.is_empty() && inside.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.starts_with(b"."))
}

/// Names already met, in little memory: numbers in a row are one entry. After 65,536 entries a repetition is
/// no longer noticed.
#[derive(Debug, Default)]
struct Seen {
    /// First to last of each run of numbers.
    numbers: BTreeMap<u64, u64>,
    others: HashSet<String>,
}

impl Seen {
    const MOST: usize = 1 << 16;

    /// Adds the name; `false` if it was there.
    fn insert(&mut self, name: &str) -> bool {
        // `1`, but not `01` or `+1`, which are other names.
        let plain = name == "0" || name.bytes().all(|b| b.is_ascii_digit()) && !name.starts_with('0');
        let number = name.parse::<u64>().ok().filter(|number| plain && *number < u64::MAX);
        let Some(number) = number else {
            return self.others.len() >= Seen::MOST || self.others.insert(name.to_owned());
        };
        if let Some((_, last)) = self.numbers.range_mut(..=number).next_back() {
            if number <= *last {
                return false;
            }
            if number == *last + 1 {
                *last = number;
                return true;
            }
        }
        if self.numbers.len() < Seen::MOST {
            self.numbers.insert(number, number);
        }
        true
    }
}

/// Why the next hand could not be had.
#[derive(Debug, thiserror::Error)]
pub enum HandsError {
    /// The file could not be read on; there are no more hands.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This hand is not well written; the next one may be.
    #[error(transparent)]
    Hand(#[from] Error),
}

/// Reads the hands of a `.phhs` file one by one, in constant memory.
///
/// ```
/// use kozyr_notation::phh::{Hands, HandsError};
/// let text = "
/// [1]
/// variant = 'NT'
/// oops
/// [2]
/// variant = 'FT'
/// antes = [0, 0]
/// blinds_or_straddles = [1, 2]
/// small_bet = 2
/// big_bet = 4
/// starting_stacks = [50, inf]
/// actions = []
/// ";
/// let hands: Vec<_> = Hands::new(text.as_bytes()).collect();
/// assert!(matches!(&hands[0], Err(HandsError::Hand(error)) if error.line() == 4));
/// assert_eq!(hands[1].as_ref().unwrap().variant.code(), "FT");
/// ```
#[derive(Debug)]
pub struct Hands<R> {
    sections: Sections<R>,
    reader: Reader,
    failed: bool,
}

impl<R: Read> Hands<R> {
    /// Reads strictly.
    pub fn new(source: R) -> Hands<R> {
        Hands::with_leniency(source, Leniency::Strict)
    }

    /// Reads with this leniency.
    pub fn with_leniency(source: R, leniency: Leniency) -> Hands<R> {
        Hands { sections: Sections::new(source), reader: Reader::new(leniency), failed: false }
    }

    /// Reads the next hand into this one; nothing at the end of the file.
    pub fn read_into(&mut self, hand: &mut Hand) -> Option<Result<(), HandsError>> {
        if self.failed {
            return None;
        }
        let result = match self.sections.next_at_a_glance() {
            Ok(None) => return None,
            Ok(Some(section)) => self.reader.read_section(&section, hand),
            Err(error) => return self.fail(error),
        };
        if result.is_ok() {
            return Some(Ok(()));
        }
        // A line inside a long string or list may look like a header.
        match self.sections.again() {
            Ok(None) => None,
            Ok(Some(section)) => Some(self.reader.read_section(&section, hand).map_err(HandsError::Hand)),
            Err(error) => self.fail(error),
        }
    }

    fn fail(&mut self, error: io::Error) -> Option<Result<(), HandsError>> {
        self.failed = true;
        Some(Err(error.into()))
    }

    /// The name of the last hand's section.
    pub fn section_name(&self) -> &str {
        self.reader.section_name()
    }
    /// What the last hand needed.
    pub fn repairs(&self) -> &[Repair] {
        self.reader.repairs()
    }
    /// Fields of the last hand that the standard does not know.
    pub fn warnings(&self) -> &[Warning] {
        self.reader.warnings()
    }
}

impl<R: Read> Iterator for Hands<R> {
    type Item = Result<Hand, HandsError>;
    fn next(&mut self) -> Option<Self::Item> {
        let mut hand = Hand::default();
        Some(self.read_into(&mut hand)?.map(|()| hand))
    }
}

//! A file of hands, cut into their texts in constant memory.

use super::{Error, MAX_HAND_BYTES, Problem, read_bytes};
use crate::phh::Hand;
use std::io::{self, BufRead, BufReader, Read};

/// The text of one hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// As it stands in the file.
    pub bytes: Vec<u8>,
    /// The number of its first line.
    pub line: u64,
}

impl Text {
    /// The hand; errors carry the line of the file.
    pub fn read(&self) -> Result<Hand, Error> {
        if self.bytes.len() > MAX_HAND_BYTES {
            return Err(Error::new(self.line, Problem::TooLong));
        }
        read_bytes(&self.bytes).map_err(|error| error.at(self.line))
    }
}

/// Cuts a file into hands: each begins with its header. Lines before the first header are a hand that does not
/// read, so that nothing is passed over; blank lines are nothing.
#[derive(Debug)]
pub struct Texts<R> {
    source: BufReader<R>,
    line: u64,
    /// The header that ended the last text.
    header: Option<(u64, Vec<u8>)>,
}

/// Does a hand begin here?
pub(crate) fn is_header(line: &[u8]) -> bool {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    let beginning = line.get(..line.len().min(LONGEST_BEGINNING)).unwrap_or(line);
    let text = beginning.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    super::header::after_beginning(text).is_some()
}

/// Enough of a line to know whether it is a header.
const LONGEST_BEGINNING: usize = 64;

impl<R: Read> Texts<R> {
    /// The hands of this file.
    pub fn new(source: R) -> Texts<R> {
        Texts { source: BufReader::with_capacity(64 << 10, source), line: 0, header: None }
    }

    fn next_text(&mut self) -> io::Result<Option<Text>> {
        let mut text = match self.header.take() {
            Some((line, bytes)) => Text { bytes, line },
            None => Text { bytes: Vec::new(), line: 0 },
        };
        let mut line = Vec::new();
        loop {
            line.clear();
            // A line without end is cut, so that memory stays bounded whatever comes.
            let most = MAX_HAND_BYTES as u64 + 1;
            if (&mut self.source).take(most).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            self.line += 1;
            if is_header(&line) {
                let header = (self.line, std::mem::take(&mut line));
                if text.bytes.is_empty() {
                    (text.line, text.bytes) = header;
                    continue;
                }
                self.header = Some(header);
                break;
            }
            let blank = line.iter().all(u8::is_ascii_whitespace) || line == "\u{feff}\n".as_bytes();
            if text.bytes.is_empty() {
                if blank {
                    continue;
                }
                text.line = self.line;
            }
            if text.bytes.len() <= MAX_HAND_BYTES {
                text.bytes.extend_from_slice(&line);
            }
        }
        Ok(Some(text).filter(|text| !text.bytes.is_empty()))
    }
}

impl<R: Read> Iterator for Texts<R> {
    type Item = io::Result<Text>;
    fn next(&mut self) -> Option<io::Result<Text>> {
        self.next_text().transpose()
    }
}

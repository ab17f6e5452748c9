//! Deals of Seka in their own notation: cut out of a file one by one, read by being played.

use super::files::{self, Cut};
use super::report::{Ending, Part, Reject};
use indicatif::ProgressBar;
use kozyr_seka::notation::{self, Problem};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// How every deal begins, whatever its version.
const FIRST_WORD: &[u8] = b"seka ";
/// No deal is longer; what is, is no deal.
const LONGEST: usize = 1 << 20;

/// Cuts a file into deals. `take` answers false when nobody wants more.
pub fn cut_deals(path: &Path, progress: &ProgressBar, take: &mut dyn FnMut(Cut) -> bool) -> io::Result<bool> {
    let mut reader = BufReader::new(files::open(path, Some(progress))?);
    let mut cut = Cut { text: Vec::new(), line: 1, repeated: None };
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        let read = io::Read::take(&mut reader, LONGEST as u64).read_until(b'\n', &mut line)?;
        number += 1;
        let begins = line.trim_ascii_start().starts_with(FIRST_WORD);
        if (read == 0 || begins) && says_something(&cut.text) {
            let next = Cut { text: Vec::new(), line: number, repeated: None };
            if !take(std::mem::replace(&mut cut, next)) {
                return Ok(false);
            }
        }
        if read == 0 {
            return Ok(true);
        }
        if cut.text.len() + line.len() > LONGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a deal of more than a megabyte"));
        }
        cut.text.extend_from_slice(&line);
    }
}

/// Is there more than comments and empty lines?
fn says_something(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).any(|line| !line.is_empty() && line[0] != b'#')
}

/// Plays a deal and counts how it went.
pub fn play(path: &Path, cut: &Cut, round_trip: bool, part: &mut Part) {
    part.count(ending(cut, round_trip), || Reject::named(path, Some(cut.line)));
}

fn ending(cut: &Cut, round_trip: bool) -> Ending {
    let Ok(text) = std::str::from_utf8(&cut.text) else {
        return Ending::Unreadable("is not text (UTF-8)".to_owned());
    };
    match notation::read(text) {
        Ok(record) if round_trip => match record.to_text().map(|written| notation::read(&written)) {
            Ok(Ok(again)) if again == record => Ending::Agreed,
            _ => Ending::Unreadable("what was written reads differently".to_owned()),
        },
        Ok(_) => Ending::Agreed,
        Err(error) => {
            let why = format!("line {}: {}", cut.line + error.line as u64 - 1, error.problem);
            match error.problem {
                Problem::WrongResult(_) => Ending::Differs(why),
                Problem::Refused(_) => Ending::Refused(why),
                _ => Ending::Unreadable(why),
            }
        }
    }
}

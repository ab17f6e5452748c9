//! Files with one record after another, each beginning with a line that names its format: cut apart one by one.

use super::files::{self, Cut};
use indicatif::ProgressBar;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// No record is longer; what is, is none.
const LONGEST: usize = 1 << 20;

/// Cuts a file where a line begins with this word. `take` answers false when nobody wants more. A file that has no record at
/// all is one that cannot be read.
pub fn cut_records(
    path: &Path,
    first_word: &[u8],
    progress: &ProgressBar,
    take: &mut dyn FnMut(Cut) -> bool,
) -> io::Result<bool> {
    let mut reader = BufReader::new(files::open(path, Some(progress))?);
    let mut cut = Cut { text: Vec::new(), line: 1, repeated: None };
    let mut line = Vec::new();
    let (mut number, mut taken) = (0, false);
    loop {
        line.clear();
        let read = io::Read::take(&mut reader, LONGEST as u64).read_until(b'\n', &mut line)?;
        number += 1;
        let (ends, begins) = (read == 0, line.trim_ascii_start().starts_with(first_word));
        if (ends || begins) && says_something(&cut.text) || ends && !taken {
            taken = true;
            let next = Cut { text: Vec::new(), line: number, repeated: None };
            if !take(std::mem::replace(&mut cut, next)) {
                return Ok(false);
            }
        }
        if ends {
            return Ok(true);
        }
        if cut.text.len() + line.len() > LONGEST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a record of more than a megabyte"));
        }
        cut.text.extend_from_slice(&line);
    }
}

/// Is there more than comments and empty lines?
fn says_something(text: &[u8]) -> bool {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).any(|line| !line.is_empty() && line[0] != b'#')
}

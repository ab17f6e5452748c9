//! How a command fails: one clear line, and an exit code that means something.
//!
//! 0 all is well; 1 the work was done and found something wrong; 2 the work could not be done.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Something looked at was wrong: a case failed, a hand did not replay.
pub const FOUND_WRONG: u8 = 1;
/// The command could not do its work.
pub const COULD_NOT: u8 = 2;

/// Why a command could not do its work.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure with this message, on one line whoever worded it.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(message.into().replace('\n', " "))
    }

    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(COULD_NOT)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Says what is wrong with a file in words a person can act on.
pub fn file_error(path: &Path, error: &io::Error) -> String {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => {
            format!("{path}: there is no such file: check its name, and the folder you are in")
        }
        io::ErrorKind::PermissionDenied => format!("{path}: not allowed to read it: ask its owner"),
        io::ErrorKind::IsADirectory => format!("{path}: is a directory, not a file: name a file in it"),
        io::ErrorKind::InvalidData => format!("{path}: is not text (UTF-8): save it as UTF-8"),
        _ => format!("{path}: {error}: try again, or use another file"),
    }
}

/// The text of a file, or why there is none.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::new(file_error(path, &error)))?;
    let not_text = |_| Failure::new(format!("{}: is not text (UTF-8): save it as UTF-8", path.display()));
    let mut text = String::from_utf8(bytes).map_err(not_text)?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

//! What a command prints. Whoever reads it may have seen enough: `kozyr replay … | head` is no failure.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process::exit;

/// Prints a line; see `say!`.
pub fn line(text: Arguments<'_>) {
    ended(writeln!(io::stdout(), "{text}"));
}

/// Prints a text as it is, with its own ends of lines.
pub fn text(text: &str) {
    ended(io::stdout().write_all(text.as_bytes()));
}

fn ended(printed: io::Result<()>) {
    match printed {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit(0),
        Err(error) => {
            eprintln!("kozyr: cannot print: {error}");
            exit(2);
        }
    }
}

/// `println!` that ends the command quietly when nobody reads on.
macro_rules! say {
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}
pub(crate) use say;

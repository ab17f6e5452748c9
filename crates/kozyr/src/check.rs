//! `kozyr check`: runs files of worked examples.
//!
//! A case file is JSON with a `kind`; each kind has a module of its own below. A runner reports
//! every case to the [`Tally`]; a field or step it does not know is a failure, never a silent pass.

mod durak;
mod exact;
mod holdem;
mod notation;
mod seka;
mod tournament;

use crate::failure::{FOUND_WRONG, Failure, read_text};
use crate::output::say;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run worked examples and compare.
///
/// A case file is JSON with a "kind" (holdem, poker, seka, durak, notation, tournament) and a list of cases: a
/// situation, moves, and what must come out. Every failing case is printed with what was expected and what
/// was seen; what no runner can run is named as skipped; the last line is "N passed, M failed".
///
/// Exit code: 0 all passed, 1 a case failed, 2 a file could not be read.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  kozyr check testdata/cases/holdem.json")]
pub struct Args {
    /// Case files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// One JSON object on standard output instead of text.
    #[arg(long)]
    json: bool,
}

/// How the cases did.
#[derive(Default)]
pub struct Tally {
    file: String,
    passed: usize,
    failed: Vec<Failed>,
    skipped: Vec<Failed>,
    json: bool,
}

#[derive(serde::Serialize)]
struct Failed {
    file: String,
    case: String,
    why: String,
}

impl Tally {
    /// Counts a case; a failed one with the reason.
    pub fn case(&mut self, id: &str, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(why) => {
                if !self.json {
                    say!("FAILED {id}: {why}");
                }
                self.failed.push(Failed { file: self.file.clone(), case: id.to_owned(), why });
            }
        }
    }

    /// Names a case that no runner can run, so that nobody takes it for passed.
    pub fn skip(&mut self, id: &str, why: &str) {
        if !self.json {
            say!("SKIPPED {id}: {why}");
        }
        self.skipped.push(Failed { file: self.file.clone(), case: id.to_owned(), why: why.to_owned() });
    }
}

/// Runs the cases of a file of its kind; the error is one that makes the whole file unreadable.
type Runner = fn(text: &str, tally: &mut Tally) -> Result<(), String>;

const KINDS: &[(&str, Runner)] = &[
    ("holdem", holdem::run),
    // The same hands of games beyond Hold'em.
    ("poker", holdem::run),
    ("notation", notation::run),
    ("seka", seka::run),
    ("durak", durak::run),
    ("tournament", tournament::run),
];

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut tally = Tally { json: args.json, ..Tally::default() };
    for path in &args.files {
        let text = read_text(path)?;
        tally.file = path.display().to_string();
        run_text(&text, &mut tally).map_err(|why| Failure::new(format!("{}: {why}", path.display())))?;
    }
    if args.json {
        let report = serde_json::json!({
            "passed": tally.passed, "failed": tally.failed.len(), "failures": tally.failed,
            "skipped": tally.skipped,
        });
        say!("{report}");
    } else {
        let skipped = match tally.skipped.len() {
            0 => String::new(),
            count => format!(", {count} skipped"),
        };
        say!("{} passed, {} failed{skipped}", tally.passed, tally.failed.len());
    }
    Ok(if tally.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WRONG) })
}

/// Runs the cases in the text of one file.
pub fn run_text(text: &str, tally: &mut Tally) -> Result<(), String> {
    #[derive(serde::Deserialize)]
    struct Head {
        kind: String,
    }
    let head: Head = serde_json::from_str(text)
        .map_err(|error| format!("not a case file ({error}): write JSON with a kind and cases"))?;
    let runner = KINDS.iter().find(|(kind, _)| *kind == head.kind);
    let Some((_, runner)) = runner else {
        let known: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
        return Err(format!("unknown kind \"{}\": write one of {}", head.kind, known.join(", ")));
    };
    runner(text, tally)
}

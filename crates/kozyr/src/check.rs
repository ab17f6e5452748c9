//! `kozyr check`: runs files of worked examples.

use crate::failure::{FOUND_WRONG, Failure, read_text};
use crate::output::say;
use kozyr_cases::Named;
use serde_json::{Value, json};
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

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (mut passed, mut failed, mut skipped) = (0, Vec::new(), Vec::new());
    for path in &args.files {
        let file = path.display().to_string();
        let tally =
            kozyr_cases::run(&read_text(path)?).map_err(|why| Failure::new(format!("{file}: {why}")))?;
        passed += tally.passed;
        for (said, named, to) in
            [("FAILED", tally.failed, &mut failed), ("SKIPPED", tally.skipped, &mut skipped)]
        {
            for Named { case, why } in named {
                if !args.json {
                    say!("{said} {case}: {why}");
                }
                to.push(json!({"file": file, "case": case, "why": why}));
            }
        }
    }
    if args.json {
        say!("{}", report(passed, &failed, &skipped));
    } else {
        let skipped = match skipped.len() {
            0 => String::new(),
            count => format!(", {count} skipped"),
        };
        say!("{passed} passed, {} failed{skipped}", failed.len());
    }
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WRONG) })
}

fn report(passed: usize, failed: &[Value], skipped: &[Value]) -> Value {
    json!({"passed": passed, "failed": failed.len(), "failures": failed, "skipped": skipped})
}

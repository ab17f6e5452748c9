//! `kozyr convert`: hands from one notation to another.

pub mod input;
mod output;
pub mod report;

use crate::failure::{FOUND_WRONG, Failure};
use crate::walk::progress_bar;
use input::{Found, Hands};
use kozyr_notation::phh::Leniency;
use output::Output;
use report::Report;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Convert hands from one notation to another.
///
/// Reads .phh and .phhs files, PokerStars hand histories (.txt) and hands as JSON (.json, or .jsonl with a hand a
/// line), also as .gz or .zst, and every such file in a directory. Each hand is read strictly unless --lenient is given; one that cannot be
/// converted is left out, counted and named with its reason, and the others are converted all the same.
///
/// Without -o the hands go to standard output, one after another: PHH as sections of a .phhs file, JSON a hand a
/// line, PokerStars texts with blank lines between them. With a directory as -o each file becomes one of the same
/// name in it. A file is written beside its place and put there once it is whole; nothing is written over an input,
/// and a file without a hand does not come to be. What was found is told on standard error.
///
/// Exit code: 0 every hand converted, 1 a hand was not, 2 a path could not be read or written at all.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr convert --to pokerstars hands.phhs > hands.txt   one file
  kozyr convert --to phh -o hands.phhs histories/        everything below a directory, in one file
  kozyr convert --to json -o json/ histories/            a file for each file")]
pub struct Args {
    /// The notation to write.
    #[arg(long, value_enum)]
    to: Format,
    /// Where to: a file, or a directory (it exists, or ends in /) that gets a file for each file.
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Repair PHH that has one obvious meaning, and list the repairs.
    #[arg(long)]
    lenient: bool,
    /// Files and directories.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// What hands are written as.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The PHH standard.
    Phh,
    /// The JSON of the exchange.
    Json,
    /// PokerStars hand-history text.
    Pokerstars,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (files, total) = input::files(&args.paths)?;
    let mut output = Output::new(args.to, args.output.as_deref(), &args.paths, &files)?;
    let mut report = Report::of("converted");
    let leniency = if args.lenient { Leniency::Lenient } else { Leniency::Strict };
    let progress = progress_bar(total, false);
    let begun = Instant::now();
    for (number, (path, kind)) in files.iter().enumerate() {
        output.begin(number, *kind)?;
        for hand in Hands::open(path, *kind, leniency, &progress) {
            match hand {
                Found::Hand(place, hand) => match output.write(&hand)? {
                    Ok(()) => report.converted += 1,
                    Err(why) => report.left_out(place, why),
                },
                Found::Repaired(place, repairs) => report.repaired(&place, &repairs),
                Found::NotAHand(place, why) => report.left_out(place, why),
                Found::Unreadable(why) => report.unreadable(path, why),
            }
        }
        report.files += 1;
    }
    output.finish()?;
    progress.finish_and_clear();
    let good = report.tell(begun.elapsed());
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WRONG) })
}

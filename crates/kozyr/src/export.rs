//! `kozyr export`: hands as tables for spreadsheets and scripts.

mod rows;

use crate::convert::input::{self, Found, Hands};
use crate::convert::report::Report;
use crate::failure::{FOUND_WRONG, Failure, file_error};
use crate::new_file::{self, NewFile};
use crate::walk::progress_bar;
use kozyr_notation::phh::Leniency;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Export hands as CSV: a row for each hand, or for each action.
///
/// Reads what `kozyr convert` reads. Every hand is played, so that pots, stacks and prices are those of the rules;
/// one that cannot be played is left out, counted and named. Amounts are exact decimals, cells are quoted as RFC 4180
/// has it, the first line names the columns.
///
/// Exit code: 0 every hand exported, 1 a hand was not, 2 a path could not be read or written at all.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr export --csv hands.phhs > hands.csv
  kozyr export --csv --rows actions -o actions.csv histories/")]
pub struct Args {
    /// As CSV, the only form there is.
    #[arg(long, required = true)]
    csv: bool,
    /// What a row is.
    #[arg(long, value_enum, default_value_t = Rows::Hands)]
    rows: Rows,
    /// Where to; standard output unless given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Repair PHH that has one obvious meaning, and list the repairs.
    #[arg(long)]
    lenient: bool,
    /// Files and directories.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Rows {
    Hands,
    Actions,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (files, total) = input::files(&args.paths)?;
    let mut output = Output::new(args.output.as_deref(), files.iter().map(|(path, _)| path.as_path()))?;
    let columns: &[&str] = if args.rows == Rows::Hands { &rows::HAND } else { &rows::ACTION };
    output.write(columns.iter().map(ToString::to_string).collect())?;
    let leniency = if args.lenient { Leniency::Lenient } else { Leniency::Strict };
    let mut report = Report::of("exported");
    let progress = progress_bar(total, false);
    let begun = Instant::now();
    for (path, kind) in &files {
        for found in Hands::open(path, *kind, leniency, &progress) {
            match found {
                Found::Hand(place, hand) => {
                    let made = hand.document().and_then(|document| match args.rows {
                        Rows::Hands => rows::of_hand(&place, &document).map(|row| vec![row]),
                        Rows::Actions => rows::of_actions(&place, &document),
                    });
                    match made {
                        Ok(made) => {
                            made.into_iter().try_for_each(|row| output.write(row))?;
                            report.converted += 1;
                        }
                        Err(why) => report.left_out(place, why),
                    }
                }
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

enum Output {
    Standard(io::BufWriter<io::StdoutLock<'static>>),
    File(NewFile),
}

impl Output {
    fn new<'a>(to: Option<&Path>, inputs: impl Iterator<Item = &'a Path>) -> Result<Output, Failure> {
        let Some(to) = to else {
            let mut inputs = inputs;
            if let Some(path) = inputs.find(|path| new_file::is_standard_output(path)) {
                return Err(Failure::new(new_file::written_over(Path::new("standard output"), path)));
            }
            return Ok(Output::Standard(io::BufWriter::new(io::stdout().lock())));
        };
        if to.is_dir() {
            return Err(Failure::new(format!("{}: is a directory: name a file in it", to.display())));
        }
        new_file::refuse_input(to, inputs)?;
        Ok(Output::File(NewFile::at(to)))
    }

    fn write(&mut self, row: Vec<String>) -> Result<(), Failure> {
        let mut line = csv::WriterBuilder::new().from_writer(Vec::new());
        let written = line.write_record(&row).map_err(|error| error.to_string());
        let line = written.and_then(|()| line.into_inner().map_err(|error| error.to_string()));
        let line = line.map_err(|why| Failure::new(format!("a row of CSV: {why}: report it")))?;
        match self {
            Output::Standard(writer) => printed(writer.write_all(&line)),
            Output::File(file) => file.write(&line),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Output::Standard(mut writer) => printed(writer.flush()),
            Output::File(mut file) => file.finish().map(drop),
        }
    }
}

/// Whoever reads may have seen enough.
fn printed(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(Failure::new(file_error(Path::new("standard output"), &error))),
    }
}

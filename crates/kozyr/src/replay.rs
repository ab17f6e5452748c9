//! `kozyr replay`: plays recorded games again and compares how they end.

mod durak;
mod files;
mod phh;
mod records;
mod report;
mod seka;

use crate::failure::{FOUND_WRONG, Failure};
use crate::walk::progress_bar;
use files::Source;
use indicatif::ProgressBar;
use report::{Part, Report};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;

/// Play recorded hands again and compare how they end.
///
/// Reads .phh, .phhs, .durak and .seka files, also as .gz or .zst, and every such file in a directory. Each
/// hand is read strictly, played move by move, and its stacks are compared with the finishing stacks in the
/// file, exactly; a game of Durak or a deal of Seka counts as one hand, and its results are compared.
/// Works on all cores and in constant memory, however large the input; what it says is in the order of the input.
///
/// Exit code: 0 every hand read and agreed, 1 a hand did not, 2 a path could not be read at all.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  kozyr replay hands/                       replay a directory
  kozyr replay --rejects bad.phhs all.phhs  keep the hands that failed, each with its reason
  kozyr replay --lenient --json hand.phh    repair what has one obvious meaning, report as JSON")]
pub struct Args {
    /// Files and directories.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// One JSON object on standard output instead of text.
    #[arg(long)]
    json: bool,
    /// Repair what has one obvious meaning, and list the repairs.
    #[arg(long)]
    lenient: bool,
    /// Also write every hand back and read it again: the content must be equal.
    #[arg(long)]
    round_trip: bool,
    /// Write the hands that failed to this .phhs file, each with its reason above it.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// How many threads to use; all cores unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

/// Some work for one thread: whole small files, or a stretch of a large one.
pub(crate) struct Batch {
    /// Its place in the input.
    number: u64,
    sources: Vec<Source>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let total = files::total_bytes(&args.paths)?;
    let threads =
        args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    if let Some(rejects) = &args.rejects {
        files::refuse_as_input(rejects, &args.paths)?;
    }
    let report = Mutex::new(Report::new(args.rejects.as_deref()));
    let progress = progress_bar(total, args.json);
    let begun = Instant::now();
    let (sender, receiver) = sync_channel::<Batch>(2 * threads);
    let receiver = Mutex::new(receiver);
    let walked = std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(&receiver, &report, &progress, args));
        }
        walk(&args.paths, sender, &report, &progress)
    });
    walked?;
    progress.finish_and_clear();
    let report = report.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let good = report.finish(begun.elapsed(), args.json)?;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(FOUND_WRONG) })
}

/// Cuts the input into batches; blocks while the workers are behind.
fn walk(
    paths: &[PathBuf],
    sender: SyncSender<Batch>,
    report: &Mutex<Report>,
    progress: &ProgressBar,
) -> Result<(), Failure> {
    let batches = Cell::new(0);
    let next_number = || batches.replace(batches.get() + 1);
    let unreadable = |path: &Path, why| lock(report).add(next_number(), Part::of_unreadable(path, why));
    let mut take = |sources| sender.send(Batch { number: next_number(), sources }).is_ok();
    files::each_batch(paths, unreadable, progress, &mut take)
}

fn work(receiver: &Mutex<Receiver<Batch>>, report: &Mutex<Report>, progress: &ProgressBar, args: &Args) {
    let mut player = phh::Player::new(args.lenient, args.round_trip);
    loop {
        let batch = lock(receiver).recv();
        let Ok(batch) = batch else { return };
        let mut part = Part::default();
        for source in &batch.sources {
            player.play(source, &mut part);
            progress.inc(source.bytes_read());
        }
        lock(report).add(batch.number, part);
    }
}

/// A thread that panicked while it held the lock has already been reported.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

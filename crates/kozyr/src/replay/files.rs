//! From paths to hands' texts: directories, compressed files, large files in stretches.

use super::report::Part;
use super::{durak, records, seka};
use crate::failure::Failure;
use crate::new_file;
use crate::walk;
pub use crate::walk::{describe, open, read_small};
use indicatif::ProgressBar;
use kozyr_notation::phh::Sections;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How much text one batch carries, about.
const BATCH_BYTES: usize = 256 << 10;
/// How many small files one batch carries at most.
const BATCH_FILES: usize = 64;

/// One piece of work.
pub enum Source {
    /// A `.phh` file, to be read by whoever works on it.
    Whole(PathBuf, u64),
    /// Hands cut out of a `.phhs` file.
    Sections(Arc<Path>, Vec<Cut>),
    /// Games cut out of a `.durak` file or deals out of a `.seka` file, and how to play them.
    Records(Play, Arc<Path>, Vec<Cut>),
}

/// Plays one record again and counts how it went: its file, the record, whether to write it back too.
pub type Play = fn(&Path, &Cut, bool, &mut Part);

/// One hand cut out of a file.
pub struct Cut {
    pub text: Vec<u8>,
    pub line: u64,
    pub repeated: Option<String>,
}

impl Source {
    /// How far the progress bar moves when this is done; stretches of large files count while they are read.
    pub fn bytes_read(&self) -> u64 {
        match self {
            Source::Whole(_, bytes) => *bytes,
            Source::Sections(..) | Source::Records(..) => 0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hand,
    Hands,
    Durak,
    Seka,
}

fn kind(path: &Path) -> Option<Kind> {
    let name = walk::plain_name(path)?;
    if name.ends_with(".phh") {
        Some(Kind::Hand)
    } else if name.ends_with(".phhs") {
        Some(Kind::Hands)
    } else if name.ends_with(".durak") {
        Some(Kind::Durak)
    } else if name.ends_with(".seka") {
        Some(Kind::Seka)
    } else {
        None
    }
}

const EXPECTED: &str =
    "expected a .phh or .phhs file (also .gz or .zst), a .durak or .seka file, or a directory";

fn each_file(paths: &[PathBuf], found: &mut dyn FnMut(&Path, Kind, u64) -> bool) -> Result<(), Failure> {
    walk::each_file(paths, kind, EXPECTED, found)
}

/// The size of all files; it is an error if there is not one.
pub fn total_bytes(paths: &[PathBuf]) -> Result<u64, Failure> {
    let (mut total, mut files) = (0, 0);
    each_file(paths, &mut |_, _, bytes| {
        total += bytes;
        files += 1;
        true
    })?;
    if files == 0 {
        let places: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::new(format!(
            "{}: no hands to replay: give a .phh, .phhs, .durak or .seka file, or a folder with some",
            places.join(", ")
        )));
    }
    Ok(total)
}

/// Refuses to write over a file that is read.
pub fn refuse_as_input(output: &Path, paths: &[PathBuf]) -> Result<(), Failure> {
    let place = new_file::place(output);
    let mut refused = Ok(());
    each_file(paths, &mut |path, _, _| {
        if new_file::place(path) == place {
            refused = Err(Failure::new(new_file::written_over(output, path)));
        }
        refused.is_ok()
    })?;
    refused
}

/// Cuts the input into batches. `take` answers false when nobody wants more.
pub fn each_batch(
    paths: &[PathBuf],
    unreadable: impl Fn(&Path, String),
    progress: &ProgressBar,
    take: &mut dyn FnMut(Vec<Source>) -> bool,
) -> Result<(), Failure> {
    let mut whole = Vec::new();
    let mut bytes_waiting = 0;
    each_file(paths, &mut |path, kind, bytes| match kind {
        Kind::Hand => {
            whole.push(Source::Whole(path.to_owned(), bytes));
            bytes_waiting += bytes;
            if whole.len() < BATCH_FILES && bytes_waiting < BATCH_BYTES as u64 {
                return true;
            }
            bytes_waiting = 0;
            take(std::mem::take(&mut whole))
        }
        Kind::Hands | Kind::Durak | Kind::Seka => {
            let cut = match kind {
                Kind::Seka => cut_records(path, seka::FIRST_WORD, seka::play, progress, take),
                Kind::Durak => cut_records(path, durak::FIRST_WORD, durak::play, progress, take),
                _ => cut_sections(path, progress, take),
            };
            cut.unwrap_or_else(|error| {
                unreadable(path, describe(&error));
                true
            })
        }
    })?;
    if !whole.is_empty() {
        take(whole);
    }
    Ok(())
}

fn cut_sections(
    path: &Path,
    progress: &ProgressBar,
    take: &mut dyn FnMut(Vec<Source>) -> bool,
) -> io::Result<bool> {
    let name: Arc<Path> = path.into();
    let mut sections = Sections::new(open(path, Some(progress))?);
    let (mut cuts, mut bytes) = (Vec::new(), 0);
    loop {
        let section = sections.next();
        if let Ok(Some(section)) = &section {
            bytes += section.text().len();
            let repeated = section.is_repeated().then(|| section.name().to_owned());
            cuts.push(Cut { text: section.text().to_vec(), line: section.line(), repeated });
        }
        let ended = !matches!(section, Ok(Some(_)));
        if !cuts.is_empty() && (ended || bytes >= BATCH_BYTES) {
            bytes = 0;
            if !take(vec![Source::Sections(name.clone(), std::mem::take(&mut cuts))]) {
                return Ok(false);
            }
        }
        if ended {
            return section.map(|_| true);
        }
    }
}

fn cut_records(
    path: &Path,
    first_word: &[u8],
    play: Play,
    progress: &ProgressBar,
    take: &mut dyn FnMut(Vec<Source>) -> bool,
) -> io::Result<bool> {
    let name: Arc<Path> = path.into();
    let (mut cuts, mut bytes) = (Vec::new(), 0);
    let go_on = records::cut_records(path, first_word, progress, &mut |cut| {
        bytes += cut.text.len();
        cuts.push(cut);
        if bytes < BATCH_BYTES {
            return true;
        }
        bytes = 0;
        take(vec![Source::Records(play, name.clone(), std::mem::take(&mut cuts))])
    });
    // What was cut before an error is played all the same.
    if !cuts.is_empty() && !take(vec![Source::Records(play, name, cuts)]) {
        return Ok(false);
    }
    go_on
}

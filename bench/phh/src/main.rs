//! PHH hands read from disk and replayed move by move, against PokerKit.
//!
//! Both read the same hands: first each from a file of its own, then all from one `.phhs` file, which takes the
//! opening of files out of the race. PokerKit times itself in its own process, so that neither its start nor the
//! import of its modules counts, and by time on the processor. Rounds alternate. The hands are real ones (`../shared/data/phh/pluribus` beside
//! the checkout) when they are there, and those of `testdata/phh` otherwise.

use harness::{Options, Outcome, Report, time_on_processor};
use kozyr_notation::phh::{Hand, Hands, Reader, Replay, write_phhs};
use std::fs::File;
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

fn main() {
    let options = Options::from_args("Reads and replays PHH hands with kozyr-notation and with PokerKit.", 3);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let real = root.join("../shared/data/phh/pluribus");
    let folder = if real.exists() { real } else { root.join("testdata/phh") };
    let folder = folder.canonicalize().expect("the folder with the hands");
    let files = readable(&folder);
    let count = files.len();
    let mut races = Vec::new();
    let title = format!("{count} hands from {count} files, read and replayed");
    if options.wants(&title) {
        let ours: [(&str, Way<'_>); 2] =
            [("one core", &from_files), ("all cores by the wall clock", &from_files_on_all_cores)];
        races.push(race(&title, options.rounds, &root, &files, ours));
    }
    let title = format!("{count} hands from one .phhs file, read and replayed");
    if options.wants(&title) {
        let file = vec![one_file(&root, &files)];
        races.push(race(
            &title,
            options.rounds,
            &root,
            &file,
            [("one core", &|files| from_one_file(&files[0], count))],
        ));
    }
    Report { benchmark: "phh", races }.print(options.json);
}

/// One way of ours to read the files: hands a second.
type Way<'a> = &'a dyn Fn(&[PathBuf]) -> f64;

fn race<const N: usize>(
    title: &str,
    rounds: usize,
    root: &Path,
    files: &[PathBuf],
    ours: [(&str, Way<'_>); N],
) -> Outcome {
    let mut contestants: Vec<_> =
        ours.iter().map(|(name, _)| (format!("kozyr-notation, {name}"), true, Vec::new())).collect();
    contestants.push(("PokerKit".to_owned(), false, Vec::new()));
    for _ in 0..rounds {
        for ((_, way), (_, _, speeds)) in ours.iter().zip(&mut contestants) {
            speeds.push(way(files));
        }
        contestants[N].2.push(pokerkit(root, files));
    }
    Outcome::from_speeds(title, "hands/s", contestants)
}

/// The `.phh` files of games both deal.
fn readable(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, &mut found);
    found.sort();
    let mut player = Player::default();
    found.retain(|path| player.file(path));
    assert!(!found.is_empty(), "no hands in {}", folder.display());
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder with the hands").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "phh") {
            found.push(path);
        }
    }
}

/// The same hands as sections of one file. Each is written anew: a table inside a hand has another name in a section.
fn one_file(root: &Path, files: &[PathBuf]) -> PathBuf {
    let hands = files.iter().map(|path| -> Hand {
        let text = std::fs::read_to_string(path).expect("a hand");
        text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    let text = write_phhs(&hands.collect::<Vec<_>>()).expect("hands that were read are written");
    let folder = root.join("bench/target");
    std::fs::create_dir_all(&folder).expect("a place for the file");
    let path = folder.join("hands.phhs");
    std::fs::write(&path, text).expect("room for the file");
    path
}

/// Reads hands and plays them, with memory that is kept from hand to hand.
#[derive(Default)]
struct Player {
    reader: Reader,
    hand: Hand,
    text: Vec<u8>,
}

impl Player {
    /// Reads and plays the hand of a file; says whether it could.
    fn file(&mut self, path: &Path) -> bool {
        self.text.clear();
        let file = File::open(path).expect("a file that was just listed");
        file.take(1 << 20).read_to_end(&mut self.text).expect("a file that can be read");
        self.reader.read(&self.text, &mut self.hand).is_ok() && black_box(Replay::whole(&self.hand)).is_ok()
    }
}

/// Every hand is read over and over, as one pass takes milliseconds.
const PASSES: usize = 30;

/// On one core, by time on the processor.
fn from_files(files: &[PathBuf]) -> f64 {
    let mut player = Player::default();
    let begun = time_on_processor();
    for path in std::iter::repeat_n(files, PASSES).flatten() {
        assert!(player.file(path), "a sound hand");
    }
    (PASSES * files.len()) as f64 / (time_on_processor() - begun).as_secs_f64()
}

/// Each core with its share of the files, by the clock on the wall: a figure only a quiet machine can give.
fn from_files_on_all_cores(files: &[PathBuf]) -> f64 {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for share in files.chunks(files.len().div_ceil(threads)) {
            scope.spawn(move || {
                let mut player = Player::default();
                for path in std::iter::repeat_n(share, PASSES).flatten() {
                    assert!(player.file(path), "a sound hand");
                }
            });
        }
    });
    (PASSES * files.len()) as f64 / begun.elapsed().as_secs_f64()
}

/// On one core, by time on the processor.
fn from_one_file(path: &Path, count: usize) -> f64 {
    let mut hand = Hand::default();
    let begun = time_on_processor();
    let mut played = 0;
    for _ in 0..PASSES {
        let mut hands = Hands::new(File::open(path).expect("the file just written"));
        while let Some(read) = hands.read_into(&mut hand) {
            read.expect("a sound hand");
            black_box(Replay::whole(&hand).expect("a legal hand"));
            played += 1;
        }
    }
    assert_eq!(played, PASSES * count, "every hand");
    played as f64 / (time_on_processor() - begun).as_secs_f64()
}

fn pokerkit(root: &Path, files: &[PathBuf]) -> f64 {
    let script = root.join("bench/phh/pokerkit_replay.py");
    let output = Command::new("python3").arg(script).args(files).output().expect("python3 runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let line = told.lines().last().unwrap_or_default();
    let report: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|error| {
        panic!("PokerKit did not run ({error}): {}", String::from_utf8_lossy(&output.stderr));
    });
    report["hands_per_second"].as_f64().expect("a figure")
}

//! PHH hands read from disk and replayed move by move, against PokerKit.
//!
//! Both read the same files; PokerKit times itself in its own process, so that neither its start nor the import
//! of its modules counts. Rounds alternate. The hands are real ones (`../shared/data/phh/pluribus` beside the
//! checkout) when they are there, and those of `testdata/phh` otherwise.

use harness::{Options, Outcome, Report};
use kozyr_notation::phh::{Hand, Leniency, Reader, Replay};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

fn main() {
    let options = Options::from_args("Reads and replays PHH hands with kozyr-notation and with PokerKit.", 3);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let real = root.join("../shared/data/phh/pluribus");
    let folder = if real.exists() { real } else { root.join("testdata/phh") };
    let files = readable(&folder);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..options.rounds {
        ours.push(kozyr(&files));
        theirs.push(pokerkit(&root, &files));
    }
    let outcome = Outcome::from_speeds(
        &format!("{} hands from disk, read and replayed", files.len()),
        "hands/s",
        vec![("kozyr-notation".into(), true, ours), ("PokerKit".into(), false, theirs)],
    );
    Report { benchmark: "phh", races: vec![outcome] }.print(options.json);
}

/// The `.phh` files of games both deal.
fn readable(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, &mut found);
    found.sort();
    let mut reader = Reader::new(Leniency::Strict);
    let mut hand = Hand::default();
    found.retain(|path| {
        let text = std::fs::read(path).expect("a file that was just listed");
        reader.read(text, &mut hand).is_ok() && Replay::whole(&hand).is_ok()
    });
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

/// Hands a second; the files are read over and over, as one pass takes milliseconds.
fn kozyr(files: &[PathBuf]) -> f64 {
    const PASSES: usize = 30;
    let mut reader = Reader::new(Leniency::Strict);
    let mut hand = Hand::default();
    let begun = Instant::now();
    for _ in 0..PASSES {
        for path in files {
            let text = std::fs::read(path).expect("a hand");
            reader.read(text, &mut hand).expect("a sound hand");
            std::hint::black_box(Replay::whole(&hand).expect("a legal hand"));
        }
    }
    (PASSES * files.len()) as f64 / begun.elapsed().as_secs_f64()
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

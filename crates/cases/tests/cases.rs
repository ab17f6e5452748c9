//! Every case file of the project passes; so do those that lie beside it, where there are any.
#![allow(clippy::disallowed_methods, reason = "cases are files")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "json"))
        .collect();
    files.sort();
    files
}

/// Plays them all; how many passed.
fn play(file: &Path) -> usize {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let tally = kozyr_cases::run(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    assert!(tally.failed.is_empty(), "{}: {:#?}", file.display(), tally.failed);
    assert!(tally.skipped.is_empty(), "{}: {:#?}", file.display(), tally.skipped);
    assert!(tally.passed > 0, "{}: there is no case", file.display());
    tally.passed
}

#[test]
fn our_own_cases_pass() {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases"));
    assert!(files.len() >= 6, "only {} files", files.len());
    let passed: usize = files.iter().map(|file| play(file)).sum();
    assert!(passed >= 250, "only {passed} cases");
}

#[test]
fn shared_cases_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    let files = files(&folder);
    if files.is_empty() {
        eprintln!("skipped: there are no cases in {}", folder.display());
    }
    for file in files {
        eprintln!("{}: {} passed", file.display(), play(&file));
    }
}

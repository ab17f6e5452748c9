//! The public PHH dataset, when it lies beside the checkout: every file reads, and writes back to equal content.
#![allow(clippy::print_stderr)]

use kozyr_notation::phh::{Hand, Hands, Reader, Value, toml_value, write_phhs};
use std::path::{Path, PathBuf};

const DATASET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/phh");

fn files(extension: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, extension, found);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(DATASET), extension, &mut found);
    found.sort();
    if found.is_empty() {
        eprintln!("skipped: {DATASET} is not there");
    }
    found
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_hand_reads_strictly_and_writes_back_to_equal_content() {
    let mut reader = Reader::default();
    let mut hand = Hand::default();
    let files = files("phh");
    for path in &files {
        let text = text_of(path);
        reader.read(&text, &mut hand).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(reader.warnings().is_empty() && reader.repairs().is_empty(), "{}", path.display());
        let written = hand.to_phh().unwrap();
        assert_eq!(written.parse::<Hand>().unwrap(), hand, "{}", path.display());
        assert!(same_content(&text, &written), "{}", path.display());
        // Comments are not data; every file without them comes out byte for byte.
        if !text.starts_with('#') {
            assert_eq!(written.trim_end(), text.trim_end(), "{}", path.display());
        }
    }
    eprintln!("{} files", files.len());
}

#[test]
fn every_file_of_many_hands_writes_back_byte_for_byte() {
    for path in files("phhs") {
        let text = text_of(&path);
        let hands: Vec<Hand> =
            Hands::new(text.as_bytes()).map(|hand| hand.unwrap_or_else(|error| panic!("{error}"))).collect();
        assert!(hands.len() > 500, "{}: {} hands", path.display(), hands.len());
        let written = write_phhs(&hands).unwrap();
        // Not assert_eq: nobody wants half a megabyte twice in a report.
        assert!(written.trim_end() == text.trim_end(), "{}", path.display());
    }
}

#[test]
fn all_values_are_those_of_the_toml_crate() {
    for path in files("phh").iter().chain(&files("phhs")) {
        let text = text_of(path);
        assert!(agrees(&toml_value(&text).unwrap(), &text), "{}", path.display());
    }
}

fn agrees(ours: &Value, text: &str) -> bool {
    common::equal(ours, &toml::Value::Table(text.parse().unwrap()))
}

/// Equal as the `toml` crate sees it, fields in any order, `2.50` equal to `2.5`.
fn same_content(one: &str, other: &str) -> bool {
    one.parse::<toml::Table>().unwrap() == other.parse::<toml::Table>().unwrap()
}

mod common;

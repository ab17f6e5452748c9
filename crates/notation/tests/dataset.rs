//! The public PHH dataset, when it lies beside the checkout: every file reads, writes back to equal content, and is
//! legal play that ends with the recorded stacks.
#![allow(clippy::print_stderr)]

use kozyr_notation::phh::{Hand, Hands, Reader, Replay, Value, Variant, Verdict, toml_value, write_phhs};
use std::collections::BTreeMap;
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

/// Plays a hand; whether it ended with recorded stacks. Anything against the rules, or other stacks, is a failure.
fn replays(hand: &Hand, path: &Path) -> bool {
    let replay = Replay::whole(hand).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    match replay.verdict(hand) {
        Verdict::Agrees => true,
        Verdict::NotRecorded => false,
        Verdict::Unfinished | Verdict::Undetermined if hand.finishing_stacks.is_empty() => false,
        other => panic!("{}: {other:?}", path.display()),
    }
}

#[test]
fn every_hand_is_legal_play_and_ends_with_the_recorded_stacks() {
    let mut agreed: BTreeMap<Variant, usize> = BTreeMap::new();
    for path in files("phh") {
        let hand: Hand = text_of(&path).parse().unwrap();
        *agreed.entry(hand.variant).or_default() += usize::from(replays(&hand, &path));
    }
    for path in files("phhs") {
        for hand in Hands::new(text_of(&path).as_bytes()) {
            replays(&hand.unwrap(), &path);
        }
    }
    if !agreed.is_empty() {
        for code in ["NT", "PO", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D"] {
            let variant = code.parse().unwrap();
            assert!(agreed.get(&variant).is_some_and(|&hands| hands > 0), "{code} is not among the hands");
        }
        assert!(
            agreed.contains_key(&Variant::FixedLimitBadugi),
            "badugi has a hand, without recorded stacks"
        );
    }
}

#[test]
fn our_own_hands_of_every_variant_are_legal_play() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/phh");
    let mut variants = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "phh") {
            let hand: Hand = text_of(&path).parse().unwrap();
            replays(&hand, &path);
            variants.push(hand.variant);
        }
    }
    assert!(Variant::ALL.iter().all(|variant| variants.contains(variant)), "{variants:?}");
}

fn agrees(ours: &Value, text: &str) -> bool {
    common::equal(ours, &toml::Value::Table(text.parse().unwrap()))
}

/// Equal as the `toml` crate sees it, fields in any order, `2.50` equal to `2.5`.
fn same_content(one: &str, other: &str) -> bool {
    one.parse::<toml::Table>().unwrap() == other.parse::<toml::Table>().unwrap()
}

mod common;

/// What `make bench` does in a checkout that stands alone: whatever reads and replays of the own files goes into one file, and comes out of
/// it again. Some of the files are there to be refused.
#[test]
fn our_own_files_join_into_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/phh");
    let (mut hands, mut refused) = (Vec::new(), 0);
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        if entry.path().extension().is_some_and(|ending| ending == "phh") {
            match text_of(&entry.path()).parse::<Hand>() {
                Ok(hand) if Replay::whole(&hand).is_ok() => hands.push(hand),
                _ => refused += 1,
            }
        }
    }
    assert!(hands.len() >= 10, "{} hands, {refused} refused", hands.len());
    let text = write_phhs(&hands).unwrap();
    let back: Vec<Hand> = Hands::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(back, hands);
}

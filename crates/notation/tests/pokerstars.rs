//! PokerStars texts: our own samples, the public dataset there and back, and what is refused.
#![allow(clippy::print_stderr)]

#[path = "../../../fuzz/src/pokerstars.rs"]
#[allow(dead_code)]
mod law;

use kozyr_notation::phh::{Hand, Hands, Replay, Verdict};
use kozyr_notation::pokerstars::{self, Unconvertible};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const DATASET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/phh");

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "phh" || e == "phhs") {
            found.push(path);
        }
    }
    found.sort();
}

#[derive(Default, Debug)]
struct Tally {
    hands: u64,
    same: u64,
    finishing_stacks_kept: u64,
    winnings_kept: u64,
    /// Recorded winnings that the play rules out.
    winnings_impossible: u64,
    unconvertible: BTreeMap<String, u64>,
}

fn there_and_back(hand: &Hand, place: &str, tally: &mut Tally) {
    tally.hands += 1;
    let text = match pokerstars::write(hand) {
        Ok(text) => text,
        Err(why) => return *tally.unconvertible.entry(why.to_string()).or_default() += 1,
    };
    let again = pokerstars::read(&text).unwrap_or_else(|error| panic!("{place}: {error}\n{text}\n{hand:?}"));
    law::same_play(hand, &again).unwrap_or_else(|why| panic!("{place}: {why}\n{text}\n{hand:?}\n{again:?}"));
    assert_eq!(pokerstars::write(&again).as_ref(), Ok(&text), "{place}");
    tally.same += 1;
    if !hand.finishing_stacks.is_empty() {
        assert_eq!(hand.finishing_stacks, again.finishing_stacks, "{place}\n{text}");
        assert_eq!(Replay::whole(&again).unwrap().verdict(&again), Verdict::Agrees, "{place}\n{text}\n{again:?}");
        tally.finishing_stacks_kept += 1;
    } else if hand.winnings == again.winnings {
        tally.winnings_kept += 1;
    } else if hand.winnings.iter().any(|won| !won.is_zero()) {
        tally.winnings_impossible += 1;
    }
}

fn dataset(folder: &str) -> Option<Tally> {
    let mut found = Vec::new();
    files(&Path::new(DATASET).join(folder), &mut found);
    if found.is_empty() {
        eprintln!("skipped: {DATASET}/{folder} is not there");
        return None;
    }
    let mut tally = Tally::default();
    for path in found {
        let text = std::fs::read(&path).unwrap();
        for (number, hand) in (1..).zip(Hands::new(&*text)) {
            there_and_back(&hand.unwrap(), &format!("{} [{number}]", path.display()), &mut tally);
        }
    }
    eprintln!("{folder}: {tally:?}");
    Some(tally)
}

#[test]
fn real_hands_go_there_and_back() {
    let Some(tally) = dataset("handhq") else { return };
    let unknown = tally.unconvertible.get(&Unconvertible::UnknownStacks.to_string()).copied().unwrap_or_default();
    assert_eq!((tally.hands, tally.same, unknown), (7933, 7933 - 2953, 2953));
}

//! The fuzz targets without a fuzzer: the committed corpus, and a bounded number of seeded mutations of it.

#[path = "../../../fuzz/src/phh.rs"]
mod phh;
#[path = "../../../fuzz/src/pokerstars.rs"]
mod pokerstars;

use std::panic::{AssertUnwindSafe, catch_unwind};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> =
        std::fs::read_dir(format!("{CORPUS}/{target}")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// A small generator of our own: the same mutations in every run. (SplitMix64.)
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }
}

/// Pieces of its grammar.
const PHH_PIECES: &[&str] = &[
    " ",
    "#",
    " # ",
    "!",
    "'",
    "\"",
    "'''",
    "\"\"\"",
    "\\",
    "\n",
    "\r\n",
    "[",
    "]",
    "{",
    "}",
    ",",
    "=",
    ".",
    "-",
    "_x = ",
    "inf",
    "1e3",
    "0.5",
    "2024-02-29",
    "12:00:00",
    "p1",
    "p27",
    "sm -",
    "cbr ",
    "d db ",
    "??",
    "As",
    "[2]\n",
    "é",
];

/// Pieces of its grammar.
const POKERSTARS_PIECES: &[&str] = &[
    " ",
    "\n",
    "\r\n",
    "$",
    "€",
    "0",
    "1",
    ".50",
    ",000",
    " and is all-in",
    "Ann",
    "Bob",
    "Cid: ",
    "Seat 1: ",
    "Seat 9: ",
    " is sitting out",
    "posts the ante $1",
    "posts small blind $1",
    "posts big blind $2",
    "posts small & big blinds $3",
    "posts straddle $4",
    "folds",
    "checks",
    "calls $2",
    "bets $4",
    "raises $2 to $4",
    "shows [As Kd]",
    "mucks hand",
    "doesn't show hand",
    " collected $4 from pot",
    "*** HOLE CARDS ***\n",
    "*** SUMMARY ***\n",
    "*** SHOW DOWN ***\n",
    "*** FLOP *** [2c 3c 4c]\n",
    "FIRST ",
    "SECOND ",
    " (button)",
    " folded before Flop",
    " mucked [Ah Kh]",
    "Rake $1",
    " has timed out\n",
    " said, \"hi\"\n",
    "Zed leaves the table\n",
    "Zed wins the tournament\n",
    "Home Game ",
    "{Club #1} ",
    "Pot Limit",
    " [ADM ID: N1]",
    "($0 in chips)",
    " (pot not awarded as player cashed out)",
];

/// One to four small changes: a byte, a piece of the grammar, a cut, a repetition, a stretch of another input.
fn mutate(dice: &mut Dice, corpus: &[Vec<u8>], pieces: &[&str]) -> Vec<u8> {
    let mut bytes = corpus[dice.roll(corpus.len())].clone();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(bytes.len() + 1);
        let end = (at + dice.roll(16)).min(bytes.len());
        match dice.roll(6) {
            0 => drop(bytes.splice(at..at, [dice.roll(256) as u8])),
            1 | 2 => drop(bytes.splice(at..at, pieces[dice.roll(pieces.len())].bytes())),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let again = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, again));
            }
            _ => {
                let other = &corpus[dice.roll(corpus.len())];
                let from = dice.roll(other.len() + 1);
                let piece = other[from..(from + dice.roll(64)).min(other.len())].to_vec();
                drop(bytes.splice(at..end, piece));
            }
        }
    }
    bytes
}

/// How many well-formed mutations are mutated further, beside the corpus.
const POOL: usize = 1_000;

/// The first input that fails. Well-formed inputs join the pool, so that small changes add up.
fn search(target: &str, check: fn(&[u8]) -> bool, mutations: usize) -> Option<Vec<u8>> {
    let mut pool = corpus(target);
    let seeds = pool.len();
    // Long inputs are mostly commentary and strings, where changes mean nothing.
    let longest = 8 + pool.iter().map(Vec::len).max().unwrap_or(0);
    let run = |bytes: &[u8]| catch_unwind(AssertUnwindSafe(|| check(bytes)));
    if let Some(bytes) = pool.iter().find(|bytes| run(bytes).is_err()) {
        return Some(bytes.clone());
    }
    let pieces = if target == "pokerstars_text" { POKERSTARS_PIECES } else { PHH_PIECES };
    let mut dice = Dice(1);
    for _ in 0..mutations {
        let bytes = mutate(&mut dice, &pool, pieces);
        match run(&bytes) {
            Err(_) => return Some(bytes),
            Ok(true) if bytes.len() > longest => {}
            Ok(true) if pool.len() < seeds + POOL => pool.push(bytes),
            Ok(true) => pool[seeds + dice.roll(POOL)] = bytes,
            Ok(false) => {}
        }
    }
    None
}

fn passes(target: &str, check: fn(&[u8]) -> bool, mutations: usize) {
    if let Some(bytes) = search(target, check, mutations) {
        panic!("{target} fails on {:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn phh_text() {
    passes("phh_text", phh::text, 20_000);
}

#[test]
fn pokerstars_text() {
    passes("pokerstars_text", pokerstars::text, 20_000);
}

#[test]
#[cfg(not(feature = "planted-bug"))]
fn phh_action() {
    passes("phh_action", phh::action, 300_000);
}

/// `cargo test -p kozyr-notation --features planted-bug --test fuzz_corpus`
#[test]
#[cfg(feature = "planted-bug")]
fn the_planted_bug_is_found() {
    let found = search("phh_action", phh::action, 40_000_000).expect("the bug stays hidden");
    let text = String::from_utf8_lossy(&found);
    assert!(text.contains('#') && text.contains("!!"), "{text:?} fails, but it is not the planted bug");
}

#[test]
#[ignore = "long: make soak"]
fn a_million_mutations() {
    passes("phh_text", phh::text, 1_000_000);
    passes("pokerstars_text", pokerstars::text, 1_000_000);
    #[cfg(not(feature = "planted-bug"))]
    passes("phh_action", phh::action, 10_000_000);
}

//! The fuzz targets of the exchange without a fuzzer: the committed corpus and seeded mutations of it.

#[path = "../../../fuzz/src/exchange.rs"]
#[allow(unreachable_pub)]
mod exchange;

use kozyr_card_game::laws::Dice;

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = format!("{}/../../fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 1);
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

const PIECES: &[&str] = &[
    "0",
    "1",
    "3",
    "9",
    "-1",
    ".5",
    "1e9",
    "9007199254740991",
    "\"",
    ",",
    "[",
    "]",
    "{",
    "}",
    ":",
    "null",
    "true",
    "p1",
    "p2 f",
    "cbr ",
    "d db ",
    "??",
    "As",
    " # ",
    "\\u0000",
    "_intents",
    "_deadPot",
    "seats",
    "é",
];

/// A few small changes: a piece of the grammar, a cut, a repetition, a digit.
fn mutate(corpus: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = dice.pick(corpus).clone();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len() as u32 + 1) as usize;
        let end = (at + dice.below(12) as usize).min(bytes.len());
        match dice.below(5) {
            0 => drop(bytes.splice(at..at, dice.pick(PIECES).bytes())),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            // Digits keep the text well-formed, so that what is behind the JSON reader is reached.
            _ => {
                if let Some(digit) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
                    *digit = b'0' + dice.below(10) as u8;
                }
            }
        }
    }
    bytes
}

fn run(target: &str, check: fn(&[u8]), times: u32) {
    let corpus = corpus(target);
    corpus.iter().for_each(|bytes| check(bytes));
    let mut dice = Dice::random(7);
    for _ in 0..times {
        check(&mutate(&corpus, &mut dice));
    }
}

#[test]
fn any_text_is_json_or_refused() {
    run("exchange_json", exchange::json, 20_000);
}

#[test]
fn any_hand_is_read_or_refused_and_nothing_breaks_it() {
    run("exchange_hand", exchange::hand, 20_000);
}

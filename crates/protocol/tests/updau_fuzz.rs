//! Seeded mutations of what clients say in the transcripts, thrown at everything that reads bytes.
#![allow(clippy::disallowed_methods)] // a test reads its data

#[path = "../../../fuzz/src/updau.rs"]
mod fuzzing;

use kozyr_card_game::laws::Dice;
use kozyr_protocol::updau::frame;
use std::fs;
use std::path::Path;

/// Everything a client says in a transcript.
fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/updau");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut documents = Vec::new();
    for path in files {
        let text = fs::read_to_string(path).unwrap();
        for step in text.split("\n> ").skip(1) {
            let document = step.split("\n\n").next().unwrap();
            let (_, document) = document.split_once('\n').unwrap();
            if document.len() < 2000 {
                documents.push(document.as_bytes().to_vec());
            }
        }
    }
    documents.sort();
    documents.dedup();
    assert!(documents.len() > 150, "only {} documents", documents.len());
    documents
}

/// Words that mean something, to be put where others stood.
const WORDS: [&str; 28] = [
    "pub-1",
    "pub-2",
    "pub-3",
    "pub-4",
    "secret-1",
    "game",
    "find",
    "leave",
    "return",
    "revanche",
    "begin",
    "<",
    ">",
    "/>",
    "&amp;",
    "&#0;",
    "&#x10FFFF;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "\"",
    "'",
    "999999999999999999999",
    "-1",
    "None",
    "6d",
    "take",
    "\u{0}",
];

fn mutate(document: &mut Vec<u8>, corpus: &[Vec<u8>], dice: &mut Dice) {
    let at = |len: usize, dice: &mut Dice| dice.below(len as u32 + 1) as usize;
    let from = at(document.len(), dice);
    let to = (from + dice.below(12) as usize).min(document.len());
    match dice.below(6) {
        0 => drop(document.splice(from..to, dice.pick(&WORDS).bytes())),
        1 => drop(document.splice(from..to, None)),
        2 => {
            let twice = document[from..to].to_vec();
            drop(document.splice(from..from, twice));
        }
        3 if from < document.len() => document[from] ^= 1 << dice.below(8),
        4 => {
            let other = dice.pick(corpus);
            let start = at(other.len(), dice);
            drop(document.splice(from.., other[start..].iter().copied()));
        }
        _ => {
            // The client's own channel, so that what it asks is done.
            let text = String::from_utf8_lossy(document).replace("pub-1", "pub-2").replace("123", "pub-1");
            *document = text.into_bytes();
        }
    }
}

fn mutated(corpus: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut document = dice.pick(corpus).clone();
    for _ in 0..dice.below(4) {
        mutate(&mut document, corpus, dice);
    }
    document
}

fn run(rounds: u64) {
    let corpus = corpus();
    for round in 0..rounds {
        let mut dice = Dice::random(round);
        let document = mutated(&corpus, &mut dice);
        fuzzing::documents(&document);
        let mut stream = frame(&document);
        mutate(&mut stream, &corpus, &mut dice);
        fuzzing::tcp(&stream);
        if round % 4 == 0 {
            let mut script = Vec::new();
            for _ in 0..dice.between(1, 40) {
                script.push(dice.below(255) as u8);
                script.extend(mutated(&corpus, &mut dice).into_iter().filter(|&byte| byte != 0xff));
                script.push(0xff);
            }
            fuzzing::clients(&script);
        }
    }
}

#[test]
fn mutated_messages_are_answered_or_closed() {
    run(2_000);
}

#[test]
#[ignore = "long: make soak"]
fn many_mutated_messages_are_answered_or_closed() {
    run(400_000);
}

#[test]
fn the_unmutated_corpus_reads_back() {
    for document in corpus() {
        fuzzing::documents(&document);
    }
    for (target, check) in
        [("documents", fuzzing::documents as fn(&[u8])), ("tcp", fuzzing::tcp), ("clients", fuzzing::clients)]
    {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../fuzz/corpus/updau_{target}"));
        let seeds: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!seeds.is_empty(), "no seeds for {target}");
        seeds.iter().for_each(|path| check(&fs::read(path).unwrap()));
    }
}

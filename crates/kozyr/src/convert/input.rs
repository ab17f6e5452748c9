//! Hands out of files of every notation, one by one.

use crate::failure::Failure;
use crate::walk::{self, describe};
use indicatif::ProgressBar;
use kozyr_notation::exchange;
use kozyr_notation::json;
use kozyr_notation::phh::{self, HandsError, Leniency, Reader, Repair};
use kozyr_notation::pokerstars::Texts;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What a file holds, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Phh,
    Phhs,
    Text,
    Json,
    JsonLines,
}

const ENDINGS: [(&str, Kind); 5] = [
    (".phh", Kind::Phh),
    (".phhs", Kind::Phhs),
    (".txt", Kind::Text),
    (".json", Kind::Json),
    (".jsonl", Kind::JsonLines),
];

const EXPECTED: &str =
    "expected a .phh, .phhs, .txt, .json or .jsonl file (also .gz or .zst), or a directory";

fn kind(path: &Path) -> Option<Kind> {
    let name = walk::plain_name(path)?;
    ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| *kind)
}

/// Every file of hands below the paths, and their bytes together; it is an error if there is not one.
pub fn files(paths: &[PathBuf]) -> Result<(Vec<(PathBuf, Kind)>, u64), Failure> {
    let mut files: Vec<(PathBuf, Kind)> = Vec::new();
    let mut total = 0;
    walk::each_file(paths, kind, EXPECTED, &mut |path, kind, bytes| {
        files.push((path.to_owned(), kind));
        total += bytes;
        true
    })?;
    if files.is_empty() {
        let places: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let places = places.join(", ");
        return Err(Failure::new(format!("{places}: no file with hands in there: {EXPECTED}")));
    }
    Ok((files, total))
}

impl Kind {
    /// Does such a file hold one hand only?
    pub fn is_one_hand(self) -> bool {
        matches!(self, Kind::Phh | Kind::Json)
    }
}

/// A hand as it was found; JSON stays what it is until something else is wanted.
pub enum Hand {
    Document(Box<phh::Hand>),
    Json(json::Value),
}

impl Hand {
    pub fn document(&self) -> Result<std::borrow::Cow<'_, phh::Hand>, String> {
        match self {
            Hand::Document(hand) => Ok(std::borrow::Cow::Borrowed(hand)),
            Hand::Json(value) => {
                exchange::to_phh(value).map(std::borrow::Cow::Owned).map_err(|refusal| refusal.to_string())
            }
        }
    }

    pub fn json(&self) -> Result<json::Value, String> {
        let json = match self {
            Hand::Document(hand) => exchange::from_phh(hand),
            Hand::Json(value) => exchange::LiveHand::read(value).map(|hand| hand.to_json()),
        };
        json.map_err(|refusal| refusal.to_string())
    }
}

/// What is found in a file.
pub enum Found {
    /// A hand, and where.
    Hand(String, Hand),
    /// What the hand that comes next needed.
    Repaired(String, Vec<Repair>),
    /// Something that is none, and why.
    NotAHand(String, String),
    /// The file cannot be read (to its end).
    Unreadable(String),
}

/// The largest file that is read at once; hands of other files are read one by one.
const LARGEST_FILE: u64 = 64 << 20;

pub struct Hands<'a> {
    found: Box<dyn Iterator<Item = Found> + 'a>,
}

impl<'a> Hands<'a> {
    pub fn open(path: &'a Path, kind: Kind, leniency: Leniency, progress: &'a ProgressBar) -> Hands<'a> {
        let found: Box<dyn Iterator<Item = Found> + 'a> = match walk::open(path, Some(progress)) {
            Err(error) => Box::new(std::iter::once(Found::Unreadable(describe(&error)))),
            Ok(file) => match kind {
                Kind::Phh => Box::new(one_document(path, leniency, file).into_iter()),
                Kind::Phhs => Box::new(documents(path, leniency, file)),
                Kind::Text => Box::new(texts(path, file)),
                Kind::Json | Kind::JsonLines => Box::new(objects(path, kind, file).into_iter()),
            },
        };
        Hands { found }
    }
}

impl Iterator for Hands<'_> {
    type Item = Found;
    fn next(&mut self) -> Option<Found> {
        self.found.next()
    }
}

fn place(path: &Path, line: Option<u64>) -> String {
    line.map_or_else(|| path.display().to_string(), |line| format!("{}:{line}", path.display()))
}

fn whole(file: Box<dyn Read>) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| describe(&error))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(format!("longer than {} MiB", LARGEST_FILE >> 20));
    }
    Ok(bytes)
}

fn one_document(path: &Path, leniency: Leniency, file: Box<dyn Read>) -> Vec<Found> {
    let bytes = match whole(file) {
        Ok(bytes) => bytes,
        Err(why) => return vec![Found::Unreadable(why)],
    };
    let (mut hand, mut reader) = (phh::Hand::default(), Reader::new(leniency));
    match reader.read(&bytes, &mut hand) {
        Ok(()) => repaired(place(path, None), reader.repairs(), hand),
        Err(error) => vec![Found::NotAHand(place(path, None), error.to_string())],
    }
}

fn repaired(place: String, repairs: &[Repair], hand: phh::Hand) -> Vec<Found> {
    let hand = Found::Hand(place.clone(), Hand::Document(Box::new(hand)));
    if repairs.is_empty() { vec![hand] } else { vec![Found::Repaired(place, repairs.to_vec()), hand] }
}

fn documents<'a>(
    path: &'a Path,
    leniency: Leniency,
    file: Box<dyn Read>,
) -> impl Iterator<Item = Found> + 'a {
    let mut hands = phh::Hands::with_leniency(file, leniency);
    let mut number = 0;
    let next = move || {
        let mut hand = phh::Hand::default();
        let read = hands.read_into(&mut hand)?;
        number += 1;
        let place = format!("{} [{number}]", path.display());
        Some(match read {
            Ok(()) => repaired(place, hands.repairs(), hand),
            Err(HandsError::Io(error)) => vec![Found::Unreadable(describe(&error))],
            Err(error) => vec![Found::NotAHand(place, error.to_string())],
        })
    };
    std::iter::from_fn(next).flatten()
}

fn texts<'a>(path: &'a Path, file: Box<dyn Read>) -> impl Iterator<Item = Found> + 'a {
    Texts::new(file).map(move |text| match text {
        Err(error) => Found::Unreadable(describe(&error)),
        Ok(text) => match text.read() {
            Ok(hand) => Found::Hand(place(path, Some(text.line)), Hand::Document(Box::new(hand))),
            Err(error) => Found::NotAHand(place(path, Some(text.line)), error.to_string()),
        },
    })
}

/// One hand, a list of hands, or a hand a line.
fn objects(path: &Path, kind: Kind, file: Box<dyn Read>) -> Vec<Found> {
    let text =
        whole(file).and_then(|bytes| String::from_utf8(bytes).map_err(|_| "is not text (UTF-8)".to_owned()));
    let text = match text {
        Ok(text) => text,
        Err(why) => return vec![Found::Unreadable(why)],
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let parse = |text: &str, place: String| match text.parse::<json::Value>() {
        Ok(json::Value::Array(items)) => {
            let hand = |(number, item)| Found::Hand(format!("{place} [{number}]"), Hand::Json(item));
            (1..).zip(items).map(hand).collect()
        }
        Ok(value) => vec![Found::Hand(place, Hand::Json(value))],
        Err(error) => vec![Found::NotAHand(place, error.to_string())],
    };
    if kind == Kind::Json {
        return parse(text, place(path, None));
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.flat_map(|(number, line)| parse(line, place(path, Some(number)))).collect()
}

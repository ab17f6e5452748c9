//! Our own hands: one of every variant, files of many hands, files that must be refused or repaired.

use kozyr_notation::phh::{
    Error, Hand, Hands, HandsError, Leniency, Name, Reader, TextField, Value, Variant, write_phhs,
};
use std::collections::BTreeSet;
use std::path::PathBuf;

const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/phh");

fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(format!("{FILES}{folder}")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    assert!(!paths.is_empty());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(format!("{FILES}/{name}")).unwrap()
}

#[test]
fn all_eleven_variants_read_and_write() {
    let mut variants = BTreeSet::new();
    for (name, text) in files("", "phh") {
        let hand: Hand = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        variants.insert(hand.variant);
        let written = hand.to_phh().unwrap();
        assert_eq!(written.parse::<Hand>().unwrap(), hand, "{name}");
        assert_eq!(text.parse::<toml::Table>().unwrap(), written.parse::<toml::Table>().unwrap(), "{name}");
        assert_eq!(
            text.replace('\n', "\r\n").parse::<Hand>().unwrap(),
            hand,
            "{name} with the line ends of Windows"
        );
    }
    assert_eq!(variants.len(), Variant::ALL.len());
}

#[test]
fn every_field_arrives() {
    let hand: Hand = read("no-limit-holdem.phh").parse().unwrap();
    assert_eq!(hand.player_count(), 3);
    assert!(hand.starting_stacks[2].is_infinite());
    assert_eq!(hand.scale().decimals(), 2);
    assert_eq!(hand.time.unwrap().to_string(), "21:04:59.25");
    assert_eq!((hand.day, hand.month, hand.year), (Some(29), Some(2), Some(2024)));
    assert_eq!(hand.hand(), Some(Name::Text("the last one")));
    assert_eq!(hand.table(), Some(Name::Number(1)));
    assert_eq!(hand.text(TextField::Venue), Some("Кухня"));
    assert_eq!(hand.text(TextField::City), None);
    assert_eq!(hand.players().collect::<Vec<_>>(), ["Ann", "Боб \"the Rock\"", "C'id"]);
    assert_eq!(hand.commentary(4), Some("doesn't like it"));
    assert_eq!(hand.commentary(6), Some("1700000000123"));
    assert_eq!(hand.commentary(10), Some("Burn card 6s is exposed"));
    assert_eq!(hand.commentary(11), None);
    assert!(hand.time_limit.unwrap().is_infinite());
    let meta = hand.user_field("_meta").unwrap();
    assert_eq!(meta.get("source").and_then(Value::as_text), Some("by hand"));
    assert_eq!(meta.get("tags").and_then(Value::as_array).map(<[Value]>::len), Some(2));
    assert_eq!(meta.get("room").and_then(|room| room.get("open")), Some(&Value::Boolean(true)));
}

#[test]
fn a_hand_read_into_again_keeps_nothing_of_the_last_one() {
    let mut reader = Reader::default();
    let mut hand = Hand::default();
    let files = files("", "phh");
    for (_, text) in files.iter().chain(files.iter().rev()) {
        reader.read(text, &mut hand).unwrap();
        assert_eq!(hand, text.parse().unwrap());
    }
}

#[test]
fn bad_files_are_refused_with_the_text_in_their_first_line() {
    for (name, text) in files("-bad", "phh") {
        let expected = text.lines().next().unwrap().trim_start_matches("# ");
        let error = text.parse::<Hand>().expect_err(&name);
        assert_eq!(error.to_string(), expected, "{name}");
    }
}

#[test]
fn repairs_are_listed_and_only_made_when_asked_for() {
    for (name, text) in files("-lenient", "phh") {
        assert!(text.parse::<Hand>().is_err(), "{name}");
        let expected: Vec<_> = text.lines().map_while(|line| line.strip_prefix("# ")).collect();
        let mut reader = Reader::new(Leniency::Lenient);
        let mut hand = Hand::default();
        reader.read(&text, &mut hand).unwrap_or_else(|error| panic!("{name}: {error}"));
        let repairs: Vec<_> = reader.repairs().iter().map(ToString::to_string).collect();
        assert_eq!(repairs, expected, "{name}");
        // What was repaired is sound.
        assert_eq!(hand.to_phh().unwrap().parse::<Hand>().unwrap(), hand, "{name}");
    }
}

#[test]
fn what_is_sound_needs_no_repair_and_lenient_reading_agrees() {
    let mut reader = Reader::new(Leniency::Lenient);
    let mut hand = Hand::default();
    for (name, text) in files("", "phh") {
        reader.read(&text, &mut hand).unwrap();
        assert!(reader.repairs().is_empty(), "{name}");
        assert_eq!(hand, text.parse().unwrap(), "{name}");
    }
}

#[test]
fn unknown_fields_are_kept_with_a_warning() {
    let text = read("fixed-limit-holdem.phh") + "rake = 1.50\n_mine = [1, {a = 'b'}]\n[stuff]\nx = 1\n";
    let mut reader = Reader::default();
    let mut hand = Hand::default();
    reader.read(&text, &mut hand).unwrap();
    let warned: Vec<_> = reader.warnings().iter().map(|w| (w.line, w.column, w.field.as_str())).collect();
    assert_eq!(warned, [(9, 1, "rake"), (11, 2, "stuff")]);
    assert_eq!(hand.user_field("rake").and_then(Value::as_amount), Some("1.5".parse().unwrap()));
    assert!(hand.to_phh().unwrap().ends_with("rake = 1.50\n_mine = [1, {a = 'b'}]\nstuff = {x = 1}\n"));
}

fn outcome(hand: Result<Hand, HandsError>) -> Result<Hand, Error> {
    hand.map_err(|error| match error {
        HandsError::Hand(error) => error,
        HandsError::Io(error) => panic!("{error}"),
    })
}

#[test]
fn many_hands_read_one_by_one() {
    let text = read("three-hands.phhs");
    let hands: Vec<_> = Hands::new(text.as_bytes()).map(|hand| outcome(hand).unwrap()).collect();
    assert_eq!(hands.len(), 3);
    assert_eq!(hands[1].user_field("_text").and_then(Value::as_text), Some("[3]\n"));
    assert_eq!(hands[1].user_field("_more").unwrap().get("x"), Some(&Value::Integer(1)));
    let written = write_phhs(&hands).unwrap();
    let again: Vec<_> = Hands::new(written.as_bytes()).map(|hand| outcome(hand).unwrap()).collect();
    assert_eq!(again, hands);
    let mut named = Hands::new(text.as_bytes());
    let mut hand = Hand::default();
    let mut names = Vec::new();
    while let Some(result) = named.read_into(&mut hand) {
        result.unwrap();
        names.push(named.section_name().to_owned());
    }
    assert_eq!(names, ["1", "2", "three"]);
}

#[test]
fn one_bad_hand_does_not_hide_the_others() {
    let text = read("../phh-bad/one-bad-of-four.phhs");
    for chunk in [1, 7, 64, 1 << 20] {
        let source = Slow { bytes: text.as_bytes(), chunk };
        let hands: Vec<_> = Hands::new(source).map(outcome).collect();
        let errors: Vec<_> = hands.iter().map(|h| h.as_ref().err().map(ToString::to_string)).collect();
        assert_eq!(
            errors,
            [
                None,
                // The list is still open where the next header comes.
                Some("line 17, column 1: the text ends inside a list: finish it".to_owned()),
                Some("line 23, column 12: action 1 \"p3 f\": there is no p3: write p1 to p2".to_owned()),
                None
            ]
        );
    }
}

#[test]
fn trouble_around_the_hands() {
    let hand = read("fixed-limit-holdem.phh");
    for (text, expected) in [
        (
            hand.clone(),
            "line 1, column 1: a hand without a header: begin each hand of a .phhs file with one such as [1]",
        ),
        (format!("[1]\n{hand}[1]\n{hand}"), "line 10, column 1: `1` is defined twice: keep one"),
        (format!("[1]\n{hand}[7]\n{hand}[1]\n{hand}"), "line 19, column 1: `1` is defined twice: keep one"),
        (
            format!("[1]\n{hand}[a.b]\n{hand}"),
            "line 10, column 1: this is no header of a hand: write one name, such as [1]",
        ),
        (
            format!("[1]\n{hand}[[2]]\n{hand}"),
            "line 10, column 1: this is no header of a hand: write one name, such as [1]",
        ),
        ("[1]\n_x = '''\n[2]\n".to_owned(), "line 3, column 1: the text ends inside a string: finish it"),
    ] {
        let error = Hands::new(text.as_bytes()).map(outcome).find_map(Result::err).unwrap();
        assert_eq!(error.to_string(), expected);
    }
    for nothing in ["", "\n", "# only a comment", "\u{feff}", "\u{feff}\n# x\n"] {
        assert_eq!(Hands::new(nothing.as_bytes()).count(), 0, "{nothing:?}");
    }
    assert_eq!(
        Hands::new(format!("\u{feff}[1]\n{hand}").as_bytes()).map(outcome).filter(Result::is_ok).count(),
        1
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_where_they_stand() {
    let mut hand = Hand::default();
    let error = Reader::default().read(b"variant = 'NT'\n_x = 'a\xff'", &mut hand).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 8: this is not UTF-8 text: save it as UTF-8");
    let error = Reader::default().read(vec![b'#'; (1 << 20) + 1], &mut hand).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1048577: the hand is too long: keep to 1048576 bytes");
}

#[test]
fn a_file_without_end_is_read_in_constant_memory() {
    // A list that is never closed, and after it two megabytes of hands.
    let hand = read("fixed-limit-holdem.phh");
    let mut text = "[0]\n_open = '''\n".to_owned();
    for number in 1..10_000 {
        text.push_str(&format!("[{number}]\n{hand}\n"));
    }
    let (mut good, mut bad) = (0, 0);
    for hand in Hands::new(text.as_bytes()).map(outcome) {
        *if hand.is_ok() { &mut good } else { &mut bad } += 1;
    }
    assert_eq!((good, bad), (9_999, 1));
}

/// Gives a few bytes at a time, as a pipe does.
struct Slow<'a> {
    bytes: &'a [u8],
    chunk: usize,
}

impl std::io::Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.chunk.min(out.len()).min(self.bytes.len());
        out[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

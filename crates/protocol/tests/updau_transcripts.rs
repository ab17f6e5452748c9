//! Replays the wire transcripts in `testdata/updau`: what clients send, byte by byte, and every document
//! the server answers, attribute by attribute.
//!
//! `transcript/mod.rs` says how they are written. Every step accounts for all that was sent so far to the person it names,
//! and `after` for all that was sent to anybody. With `UPDATE_TRANSCRIPTS=1` the documents of the server are written anew.
#![allow(clippy::disallowed_methods)] // a test reads its data

mod support;
mod transcript;

use kozyr_protocol::updau::session::{Output, POLICY_VIOLATION, Settings};
use kozyr_protocol::updau::{Element, Millis, Timestamp, Wire};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::fs;
use support::{Host, Outside, START};
use transcript::{Step, parse, read, sorted, transcripts};

#[derive(Clone, Debug, PartialEq)]
enum Heard {
    Document(Vec<u8>),
    Closed,
}

/// When the room is stopped hard: never, after every step, or after this one.
#[derive(Clone, Copy, PartialEq)]
enum Stops {
    Never,
    Always,
    Once(usize),
}

struct Stage {
    house: Host,
    stops: Stops,
    acted: usize,
    /// Where the room keeps everything, if it is stopped.
    _folder: Option<tempfile::TempDir>,
    now: Timestamp,
    people: BTreeMap<String, u64>,
    connections: u64,
    accounts: BTreeMap<String, String>,
    heard: BTreeMap<u64, VecDeque<Heard>>,
    /// Commands with whether they were refused, for the coverage.
    answered: BTreeSet<(String, bool)>,
}

impl Stage {
    fn new(words: &[String], stops: Stops) -> Stage {
        let mut settings =
            Settings { version: "0.1".to_owned(), build: "test".to_owned(), ..Settings::default() };
        let (mut seed, mut names) = (1, Vec::new());
        for word in words {
            match word.split_once('=') {
                Some(("seed", value)) => seed = value.parse().unwrap(),
                Some(("pubs", value)) => names = value.split(',').collect(),
                None if word == "test_tables" => settings.test_tables = true,
                _ => panic!("house: {word}?"),
            }
        }
        let outside = Outside::new(seed, &names);
        let folder = (stops != Stops::Never).then(|| tempfile::tempdir().unwrap());
        let house = match &folder {
            Some(folder) => Host::in_file(settings, outside, START, folder.path().join("room.db")),
            None => Host::new(settings, outside, START),
        };
        Stage {
            house,
            stops,
            acted: 0,
            _folder: folder,
            now: START,
            people: BTreeMap::new(),
            connections: 0,
            accounts: BTreeMap::new(),
            heard: BTreeMap::new(),
            answered: BTreeSet::new(),
        }
    }

    fn collect(&mut self) {
        loop {
            let outputs = self.house.outputs();
            if outputs.is_empty() {
                return;
            }
            for output in outputs {
                match output {
                    Output::Send { to, bytes } => {
                        self.heard.entry(to).or_default().push_back(Heard::Document(bytes));
                    }
                    Output::Close { connection, code } => {
                        assert_eq!(code, POLICY_VIOLATION);
                        self.heard.entry(connection).or_default().push_back(Heard::Closed);
                    }
                    Output::Check { ticket, login, password, .. } => {
                        let right = self.accounts.get(&login) == Some(&password);
                        self.house.checked(self.now, ticket, right.then_some(login.as_str()));
                    }
                }
            }
        }
    }

    fn connection(&self, name: &str) -> u64 {
        *self.people.get(name).unwrap_or_else(|| panic!("{name} is not connected"))
    }

    /// Does everything but listen.
    fn act(&mut self, step: &Step) {
        let words: Vec<&str> = step.words.iter().map(String::as_str).collect();
        match words[..] {
            ["account", login, password] => {
                self.accounts.insert(login.to_owned(), password.to_owned());
            }
            ["connect", name] => {
                self.connections += 1;
                self.people.insert(name.to_owned(), self.connections);
                self.house.connect(self.now, self.connections);
            }
            ["disconnect", name] => self.house.disconnect(self.now, self.connection(name)),
            [">", name] => {
                let connection = self.connection(name);
                self.house.receive(self.now, connection, step.document.as_bytes());
            }
            ["after", time] => {
                let millis = match time.strip_suffix("ms") {
                    Some(millis) => millis.parse().unwrap(),
                    None => time.strip_suffix('s').unwrap().parse::<u64>().unwrap() * 1000,
                };
                self.now += Millis::new(millis);
                self.house.tick(self.now);
            }
            _ => panic!("line {}: {:?}?", step.line, step.words),
        }
        self.collect();
        self.acted += 1;
        if self.stops == Stops::Always || self.stops == Stops::Once(self.acted) {
            self.house.stop_and_come_back();
        }
    }

    fn note_answer(&mut self, document: &Element<'_>) {
        if document.name() == "response" {
            let refused = document.find("error").is_some();
            self.answered.insert((document.get("cmd").unwrap().to_owned(), refused));
        }
    }
}

fn pretty(element: &Element<'_>, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    if element.children().is_empty() {
        writeln!(out, "{indent}{}", String::from_utf8(Wire::Xml.write(element)).unwrap()).unwrap();
        return;
    }
    let mut bare = element.clone();
    bare.clear_children();
    let open = String::from_utf8(Wire::Xml.write(&bare.with_text("x"))).unwrap();
    writeln!(out, "{indent}{}", open.split_once(">x</").unwrap().0.to_owned() + ">").unwrap();
    element.children().iter().for_each(|child| pretty(child, depth + 1, out));
    writeln!(out, "{indent}</{}>", element.name()).unwrap();
}

/// Plays the transcript and compares; answers what was answered, and how many steps it has.
fn replay(name: &str, text: &str, stops: Stops) -> (BTreeSet<(String, bool)>, usize) {
    let mut steps = parse(text).into_iter().map(|(_, step)| step);
    let first = steps.next().expect("a transcript begins with its house");
    assert_eq!(first.words[0], "house", "{name}");
    let mut stage = Stage::new(&first.words[1..], stops);
    for step in steps {
        let here = format!("{name}:{}", step.line);
        match step.words[0].as_str() {
            "<" | "close" => {
                let connection = stage.connection(&step.words[1]);
                let heard = stage.heard.get_mut(&connection).and_then(VecDeque::pop_front);
                let Some(heard) = heard else { panic!("{here}: nothing was sent") };
                match heard {
                    Heard::Closed => assert_eq!(step.words[0], "close", "{here}"),
                    Heard::Document(bytes) => {
                        assert_eq!(
                            step.words[0],
                            "<",
                            "{here}: was sent {}",
                            String::from_utf8_lossy(&bytes)
                        );
                        let (was, should) = (read(&bytes), read(step.document.trim().as_bytes()));
                        assert_eq!(sorted(&was), sorted(&should), "{here}");
                        stage.note_answer(&was);
                    }
                }
            }
            _ => {
                for (person, connection) in &stage.people {
                    let all =
                        [">", "disconnect"].contains(&step.words[0].as_str()) && *person != step.words[1];
                    let left = stage.heard.get(connection).and_then(|heard| heard.front());
                    assert!(all || left.is_none(), "{here}: {person} was sent {left:?} before");
                }
                stage.act(&step);
            }
        }
    }
    for heard in stage.heard.values() {
        assert!(heard.is_empty(), "{name}: at the end {heard:?}");
    }
    let accounts: i64 = stage.house.accounts().map(|(_, chips)| chips.units()).sum();
    assert_eq!(accounts, 0, "{name}: chips were made or lost");
    (stage.answered, stage.acted)
}

/// Plays the transcript and writes down what the server sends.
fn record(text: &str) -> String {
    let mut out = String::new();
    let mut stage: Option<Stage> = None;
    let mut names: BTreeMap<u64, String> = BTreeMap::new();
    for (comments, step) in parse(text) {
        let from_server = ["<", "close"].contains(&step.words[0].as_str());
        out += comments.trim_start_matches('\n').trim_end_matches('\n');
        if !comments.trim().is_empty() {
            out.push('\n');
        }
        if from_server {
            continue;
        }
        writeln!(out, "{}", step.words.join(" ")).unwrap();
        if step.words[0] == ">" {
            out += &step.document;
            out.push('\n');
        }
        let Some(stage) = &mut stage else {
            stage = Some(Stage::new(&step.words[1..], Stops::Never));
            continue;
        };
        stage.act(&step);
        names =
            stage.people.iter().map(|(name, &connection)| (connection, name.clone())).chain(names).collect();
        for (connection, heard) in &mut stage.heard {
            for heard in heard.drain(..) {
                match heard {
                    Heard::Closed => writeln!(out, "close {}", names[connection]).unwrap(),
                    Heard::Document(bytes) => {
                        writeln!(out, "< {}", names[connection]).unwrap();
                        match Wire::of(&bytes) {
                            Wire::Xml => pretty(&read(&bytes), 0, &mut out),
                            Wire::Json => writeln!(out, "{}", String::from_utf8(bytes).unwrap()).unwrap(),
                        }
                        out.push('\n');
                    }
                }
            }
        }
    }
    out.trim_end().to_owned() + "\n"
}

/// However often the room is stopped, people notice nothing: everything it needs is in its store.
#[test]
fn every_transcript_replays_with_the_room_stopped_hard_between_any_two_messages() {
    for (name, path) in transcripts() {
        replay(&name, &fs::read_to_string(&path).unwrap(), Stops::Always);
    }
}

/// The same, stopped once in every run.
#[test]
#[ignore = "long: make soak"]
fn every_transcript_replays_with_the_room_stopped_hard_once_anywhere() {
    for (name, path) in transcripts() {
        let text = fs::read_to_string(&path).unwrap();
        let (_, steps) = replay(&name, &text, Stops::Never);
        for step in 1..=steps {
            replay(&format!("{name}, stopped after step {step}"), &text, Stops::Once(step));
        }
    }
}

#[test]
fn every_transcript_replays() {
    let mut answered = BTreeSet::new();
    for (name, path) in transcripts() {
        let mut text = fs::read_to_string(&path).unwrap();
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            text = record(&text);
            fs::write(&path, &text).unwrap();
        }
        answered.extend(replay(&name, &text, Stops::Never).0);
    }
    transcript::covers(&answered);
}

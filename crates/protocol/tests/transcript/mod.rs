//! Transcripts as they are written, for those who replay them: against the sessions alone, and over real sockets.
//!
//! A transcript is text. A line is a step; a document follows its step and ends at an empty line:
//!
//! ```text
//! house seed=7 test_tables   the house: must be the first step; pubs=a,b names the channels
//! account ann secret         a login with its password
//! connect ann                somebody connects
//! > ann                      ann sends the document below, exactly these bytes
//! < ann                      ann is sent the document below, and nothing before it
//! after 250ms                time passes
//! close ann                  the server closes the connection
//! disconnect ann             the connection is lost
//! ```
#![allow(dead_code, unreachable_pub)]

use kozyr_protocol::updau::{Element, Limits, Wire};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/updau")
}

/// One step.
#[derive(Clone, Debug)]
pub struct Step {
    pub line: usize,
    pub words: Vec<String>,
    pub document: String,
}

/// Steps with the comments above them.
pub fn parse(text: &str) -> Vec<(String, Step)> {
    let mut steps: Vec<(String, Step)> = Vec::new();
    let mut comments = String::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        if line.trim().is_empty() || line.starts_with('#') {
            comments += line;
            comments.push('\n');
            continue;
        }
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let mut document = String::new();
        if [">", "<"].contains(&words[0].as_str()) {
            while let Some((_, line)) = lines.next_if(|(_, line)| !line.trim().is_empty()) {
                document += line;
                document.push('\n');
            }
        }
        steps.push((std::mem::take(&mut comments), Step { line: number + 1, words, document }));
    }
    steps
}

/// The document with its attributes in order.
pub fn sorted(element: &Element<'_>) -> String {
    let mut attributes: Vec<String> =
        element.attributes().map(|(name, value)| format!("{name}={value:?}")).collect();
    attributes.sort();
    let children: Vec<String> = element.children().iter().map(sorted).collect();
    format!("<{} {}>{}{}</>", element.name(), attributes.join(" "), element.text(), children.concat())
}

/// Reads a document of the server.
pub fn read(bytes: &[u8]) -> Element<'_> {
    Wire::of(bytes).read(bytes, &Limits::SERVER).unwrap_or_else(|fault| panic!("{fault}: {bytes:?}"))
}

/// All transcripts of the project: their names and where they are.
pub fn transcripts() -> Vec<(String, PathBuf)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "updau"));
    files.sort();
    assert!(!files.is_empty(), "no transcripts in {}", folder().display());
    let named = |path: PathBuf| (path.file_name().unwrap().to_string_lossy().into_owned(), path);
    files.into_iter().map(named).collect()
}

/// Commands that can be done and refused; those that need no channel are never refused.
const COMMANDS: [&str; 29] = [
    "auth",
    "begin",
    "cancelrevanche",
    "chatjoin",
    "chatleave",
    "chatmsg",
    "create",
    "detach",
    "find",
    "findcancel",
    "game",
    "gameover",
    "getprofile",
    "getstat",
    "getwallet",
    "join",
    "leave",
    "open",
    "return",
    "revanche",
    "revanchecancel",
    "sitdown",
    "subscribe",
    "tableinfo",
    "takeplace",
    "taketurn",
    "unsubscribe",
    "unwatch",
    "watch",
];

/// The states of a channel.
pub const STATES: [&str; 13] = [
    "free",
    "subscribed",
    "find",
    "begin",
    "okbegin",
    "game",
    "leave",
    "revanche",
    "okrevanche",
    "watch",
    "chat",
    "taketurn",
    "takeplace",
];

/// Every command was done and refused. By their names, with whether they were refused.
pub fn covers(answered: &BTreeSet<(String, bool)>) {
    for command in COMMANDS {
        for refused in [false, true] {
            let there = answered.contains(&(command.to_owned(), refused));
            assert!(there, "no transcript has {command} {}", if refused { "refused" } else { "done" });
        }
    }
    for command in ["ping", "ver", "games", "users", "online"] {
        assert!(answered.contains(&(command.to_owned(), false)), "no transcript has {command}");
    }
}

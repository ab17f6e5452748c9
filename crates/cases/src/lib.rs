//! Worked examples of every game, played and compared.
//!
//! A case file is JSON with a `kind`; each kind has a module of its own below. A runner reports every case to the
//! [`Tally`]; a field or step it does not know is a failure, never a silent pass.
//!
//! ```
//! let tally = kozyr_cases::run(r#"{"kind": "durak", "cases": [{"id": "first", "num_seats": 2, "game_mode": 0,
//!     "trump": "As", "setup": {"hands": ["9d", "10d"], "attacker": 0},
//!     "moves": [{"box": 0, "action": "attack", "card": "9d"}, {"box": 1, "action": "take"}]}]}"#);
//! assert_eq!(tally.expect("a case file").passed, 1);
//! ```

#![allow(clippy::needless_pass_by_value, reason = "values are compared where they are made")]

mod durak;
mod exact;
mod holdem;
mod notation;
mod seka;
mod tournament;

/// How the cases of a file did.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many came out as they say.
    pub passed: usize,
    /// Those that did not.
    pub failed: Vec<Named>,
    /// Those no runner can run.
    pub skipped: Vec<Named>,
}

/// A case, and what there is to say of it.
#[derive(Debug)]
pub struct Named {
    /// Its id in the file.
    pub case: String,
    /// What was expected and what was seen, or why it was not run.
    pub why: String,
}

impl Tally {
    /// Counts a case; a failed one with the reason.
    fn case(&mut self, id: &str, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.passed += 1,
            Err(why) => self.failed.push(Named { case: id.to_owned(), why }),
        }
    }

    /// Names a case that no runner can run, so that nobody takes it for passed.
    fn skip(&mut self, id: &str, why: &str) {
        self.skipped.push(Named { case: id.to_owned(), why: why.to_owned() });
    }
}

/// Runs the cases of a file of its kind; the error is one that makes the whole file unreadable.
type Runner = fn(text: &str, tally: &mut Tally) -> Result<(), String>;

const KINDS: &[(&str, Runner)] = &[
    ("holdem", holdem::run),
    // The same hands of games beyond Hold'em.
    ("poker", holdem::run),
    ("notation", notation::run),
    ("seka", seka::run),
    ("durak", durak::run),
    ("tournament", tournament::run),
];

/// Plays the cases in the text of one file.
///
/// # Errors
/// The text is not a case file of a known kind: then nothing was played.
pub fn run(text: &str) -> Result<Tally, String> {
    #[derive(serde::Deserialize)]
    struct Head {
        kind: String,
    }
    let head: Head = serde_json::from_str(text)
        .map_err(|error| format!("not a case file ({error}): write JSON with a kind and cases"))?;
    let runner = KINDS.iter().find(|(kind, _)| *kind == head.kind);
    let Some((_, runner)) = runner else {
        let known: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
        return Err(format!("unknown kind \"{}\": write one of {}", head.kind, known.join(", ")));
    };
    let mut tally = Tally::default();
    runner(text, &mut tally)?;
    Ok(tally)
}

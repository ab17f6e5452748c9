//! Games of Durak: read a record, play it, say how it went.

use super::files::Cut;
use super::report::{Ending, Part, Reject};
use kozyr_durak::notation::{Entry, Record};
use std::fmt::Display;
use std::path::Path;

/// How every game begins, whatever its version.
pub const FIRST_WORD: &[u8] = b"durak ";

/// Plays a game and counts how it went.
pub fn play(path: &Path, cut: &Cut, round_trip: bool, part: &mut Part) {
    part.count(ending(cut, round_trip), || Reject::named(path, Some(cut.line)));
}

fn ending(cut: &Cut, round_trip: bool) -> Ending {
    let Ok(text) = std::str::from_utf8(&cut.text) else {
        return Ending::Unreadable("is not text (UTF-8)".to_owned());
    };
    let at = |line: usize, what: &dyn Display| format!("line {}: {what}", cut.line + line as u64 - 1);
    let record = match Record::read(text) {
        Ok(record) => record,
        Err(error) => return Ending::Unreadable(at(error.line, &error.what)),
    };
    if round_trip && !reads_back(&record) {
        return Ending::Unreadable("what was written reads differently".to_owned());
    }
    let replayed = match record.replay() {
        Ok(replayed) => replayed,
        Err(error) if error.is_result() => return Ending::Differs(at(error.line, &error.what)),
        Err(error) => return Ending::Refused(at(error.line, &error.what)),
    };
    let results = record.entries.iter().filter(|(_, entry)| matches!(entry, Entry::Result(_))).count();
    match (replayed.game.over(), results) {
        (None, _) => Ending::Unfinished,
        (Some(_), results) if results == replayed.parties => Ending::Agreed,
        (Some(_), _) => Ending::NotRecorded,
    }
}

fn reads_back(record: &Record) -> bool {
    let said = |record: &Record| record.entries.iter().map(|(_, entry)| entry.clone()).collect::<Vec<_>>();
    Record::read(&record.to_string()).is_ok_and(|again| {
        again.conditions == record.conditions
            && again.players == record.players
            && said(&again) == said(record)
    })
}

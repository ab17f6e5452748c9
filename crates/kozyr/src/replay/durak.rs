//! Games of Durak: read a record, play it, say how it went.

use super::files;
use super::report::{Ending, Part, Reject};
use kozyr_durak::notation::{Entry, Record};
use std::io::Read;
use std::path::Path;

/// The longest game anybody plays is far shorter.
const LARGEST_FILE: u64 = 16 << 20;

pub fn play(path: &Path, round_trip: bool, part: &mut Part) {
    part.count(ending(path, round_trip), || Reject::named(path, None));
}

fn ending(path: &Path, round_trip: bool) -> Ending {
    let mut text = String::new();
    let read = files::open(path, None).and_then(|file| file.take(LARGEST_FILE + 1).read_to_string(&mut text));
    if let Err(error) = read {
        return Ending::Unreadable(files::describe(&error));
    }
    if text.len() as u64 > LARGEST_FILE {
        return Ending::Unreadable(format!("longer than {} MiB", LARGEST_FILE >> 20));
    }
    let record = match Record::read(&text) {
        Ok(record) => record,
        Err(error) => return Ending::Unreadable(error.to_string()),
    };
    if round_trip && !reads_back(&record) {
        return Ending::Unreadable("what was written reads differently".to_owned());
    }
    let replayed = match record.replay() {
        Ok(replayed) => replayed,
        Err(error) if error.is_result() => return Ending::Differs(error.to_string()),
        Err(error) => return Ending::Refused(error.to_string()),
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

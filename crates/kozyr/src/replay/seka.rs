//! Deals of Seka in their own notation, read by being played.

use super::files::Cut;
use super::report::{Ending, Part, Reject};
use kozyr_seka::notation::{self, Problem};
use std::path::Path;

/// How every deal begins, whatever its version.
pub const FIRST_WORD: &[u8] = b"seka ";

/// Plays a deal and counts how it went.
pub fn play(path: &Path, cut: &Cut, round_trip: bool, part: &mut Part) {
    part.count(ending(cut, round_trip), || Reject::named(path, Some(cut.line)));
}

fn ending(cut: &Cut, round_trip: bool) -> Ending {
    let Ok(text) = std::str::from_utf8(&cut.text) else {
        return Ending::Unreadable("is not text (UTF-8)".to_owned());
    };
    match notation::read(text) {
        Ok(record) if round_trip => match record.to_text().map(|written| notation::read(&written)) {
            Ok(Ok(again)) if again == record => Ending::Agreed,
            _ => Ending::Unreadable("what was written reads differently".to_owned()),
        },
        Ok(_) => Ending::Agreed,
        Err(error) => {
            let why = format!("line {}: {}", cut.line + error.line as u64 - 1, error.problem);
            match error.problem {
                Problem::WrongResult(_) => Ending::Differs(why),
                Problem::Refused(_) => Ending::Refused(why),
                _ => Ending::Unreadable(why),
            }
        }
    }
}

//! One thread's work: read a hand, play it, say how it went.

use super::files::{self, Source};
use super::report::{Ending, Part, Reject};
use kozyr_notation::phh::{Hand, Leniency, Reader, Replay, Section, Verdict};
use std::path::Path;

/// A whole file of one hand is no larger than this.
const LARGEST_FILE: u64 = 4 << 20;

pub struct Player {
    reader: Reader,
    again: Reader,
    hand: Hand,
    text: Vec<u8>,
    round_trip: bool,
}

impl Player {
    pub fn new(lenient: bool, round_trip: bool) -> Player {
        let leniency = if lenient { Leniency::Lenient } else { Leniency::Strict };
        Player {
            reader: Reader::new(leniency),
            again: Reader::new(Leniency::Strict),
            hand: Hand::default(),
            text: Vec::new(),
            round_trip,
        }
    }

    pub fn play(&mut self, source: &Source, part: &mut Part) {
        match source {
            Source::Whole(path, _) => self.whole(path, part),
            Source::Records(play, path, cuts) => {
                cuts.iter().for_each(|cut| play(path, cut, self.round_trip, part));
            }
            Source::Sections(path, cuts) => {
                for cut in cuts {
                    let section = Section::new(&cut.text, cut.line);
                    let read = match &cut.repeated {
                        Some(name) => Err(format!("line {}: [{name}] was there before", cut.line)),
                        None => self.reader.read_section(&section, &mut self.hand).map_err(|e| e.to_string()),
                    };
                    let ending = self.ending(path, read, part);
                    part.count(ending, || Reject::new(path, Some(cut.line), &cut.text));
                }
            }
        }
    }

    fn whole(&mut self, path: &Path, part: &mut Part) {
        let mut text = std::mem::take(&mut self.text);
        let read = files::read_small(path, LARGEST_FILE, &mut text)
            .map_err(|error| files::describe(&error))
            .and_then(|()| self.reader.read(&text, &mut self.hand).map_err(|error| error.to_string()));
        let ending = self.ending(path, read, part);
        part.count(ending, || Reject::new(path, None, &text));
        self.text = text;
    }

    fn ending(&mut self, path: &Path, read: Result<(), String>, part: &mut Part) -> Ending {
        if let Err(why) = read {
            return Ending::Unreadable(why);
        }
        part.repaired(path, self.reader.repairs());
        part.warnings += self.reader.warnings().len() as u64;
        if self.round_trip
            && let Err(why) = self.reads_back()
        {
            return Ending::Unreadable(why);
        }
        match Replay::whole(&self.hand) {
            Err(error) => Ending::Refused(error.to_string()),
            Ok(replay) => match replay.verdict(&self.hand) {
                Verdict::Agrees => Ending::Agreed,
                Verdict::NotRecorded => Ending::NotRecorded,
                Verdict::Undetermined => Ending::Undetermined,
                Verdict::Unfinished if self.hand.finishing_stacks.is_empty() => Ending::Unfinished,
                Verdict::Unfinished => Ending::Differs("the actions end before the hand does".to_owned()),
                Verdict::Differs { recorded, replayed } => {
                    let text = |stacks: &[kozyr_chips::Chips]| {
                        let stacks = stacks.iter().map(|stack| stack.display(replay.scale()).to_string());
                        stacks.collect::<Vec<_>>().join(", ")
                    };
                    let (recorded, replayed) = (text(&recorded), text(&replayed));
                    Ending::Differs(format!("recorded [{recorded}], replayed [{replayed}]"))
                }
            },
        }
    }

    /// Writes the hand and reads it again.
    fn reads_back(&mut self) -> Result<(), String> {
        let written = self.hand.to_phh().map_err(|error| format!("cannot be written: {error}"))?;
        let mut again = Hand::default();
        self.again
            .read(written, &mut again)
            .map_err(|error| format!("what was written cannot be read: {error}"))?;
        if again == self.hand { Ok(()) } else { Err("what was written reads differently".to_owned()) }
    }
}

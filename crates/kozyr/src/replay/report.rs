//! Counting, and telling what was found.

use crate::failure::Failure;
use crate::new_file::NewFile;
use crate::output::say;
use kozyr_notation::phh::Repair;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How a hand ended.
pub enum Ending {
    /// With the stacks in the file.
    Agreed,
    /// With other stacks.
    Differs(String),
    /// The file has no finishing stacks.
    NotRecorded,
    /// Unknown cards or stacks leave it open.
    Undetermined,
    /// The actions end before the hand does, and the file does not say how it ended.
    Unfinished,
    /// A move was against the rules.
    Refused(String),
    /// Not a hand.
    Unreadable(String),
}

/// A hand that failed, as it stands in its file.
pub struct Reject {
    place: String,
    /// What goes to the rejects file, which is for hands of poker.
    text: Option<Vec<u8>>,
}

impl Reject {
    pub fn new(path: &Path, line: Option<u64>, text: &[u8]) -> Reject {
        let place = path.display();
        let place = line.map_or_else(|| place.to_string(), |line| format!("{place}:{line}"));
        Reject { place, text: Some(text.to_vec()) }
    }

    /// Only named, not kept.
    pub fn named(path: &Path, line: Option<u64>) -> Reject {
        Reject { text: None, ..Reject::new(path, line, &[]) }
    }
}

/// What one thread has counted in one batch.
#[derive(Default)]
pub struct Part {
    hands: u64,
    agreed: u64,
    not_recorded: u64,
    undetermined: u64,
    unfinished: u64,
    differed: u64,
    refused: u64,
    unreadable: u64,
    repairs: u64,
    /// The first of them, with their places.
    repaired: Vec<(String, String)>,
    pub warnings: u64,
    rejects: Vec<(Reject, String)>,
    files_unreadable: u64,
    unreadable_file: Option<(String, String)>,
}

impl Part {
    /// A file that cannot be read to its end.
    pub fn of_unreadable(path: &Path, why: String) -> Part {
        let unreadable_file = Some((path.display().to_string(), why));
        Part { files_unreadable: 1, unreadable_file, ..Part::default() }
    }

    /// Repairs of a hand; the first ones are listed.
    pub fn repaired(&mut self, path: &Path, repairs: &[Repair]) {
        self.repairs += repairs.len() as u64;
        let room = PRINTED.saturating_sub(self.repaired.len());
        let listed = repairs.iter().take(room).map(|repair| (path.display().to_string(), repair.to_string()));
        self.repaired.extend(listed);
    }

    pub fn count(&mut self, ending: Ending, reject: impl FnOnce() -> Reject) {
        self.hands += 1;
        let why = match ending {
            Ending::Agreed => return self.agreed += 1,
            Ending::NotRecorded => return self.not_recorded += 1,
            Ending::Undetermined => return self.undetermined += 1,
            Ending::Unfinished => return self.unfinished += 1,
            Ending::Differs(why) => {
                self.differed += 1;
                why
            }
            Ending::Refused(why) => {
                self.refused += 1;
                why
            }
            Ending::Unreadable(why) => {
                self.unreadable += 1;
                why
            }
        };
        self.rejects.push((reject(), why));
    }
}

/// Problems printed before only the rejects file gets them, and repairs listed before they are only counted.
const PRINTED: usize = 20;

/// The whole run.
pub struct Report {
    sum: Part,
    printed: Vec<(String, String)>,
    rejects: Option<NewFile>,
    /// Why the rejects file is not written any more.
    rejects_failed: Option<Failure>,
    rejected: u64,
    /// The number of the part that is told next.
    next: u64,
    /// Parts that were done before their turn.
    early: BTreeMap<u64, Part>,
}

impl Report {
    pub fn new(rejects: Option<&Path>) -> Report {
        let rejects = rejects.map(NewFile::at);
        let (sum, printed, early) = (Part::default(), Vec::new(), BTreeMap::new());
        Report { sum, printed, rejects, rejects_failed: None, rejected: 0, next: 0, early }
    }

    fn print(&mut self, place: String, why: String) {
        if self.printed.len() < PRINTED {
            self.printed.push((place, why));
        }
    }

    /// Parts come in as threads finish them and are told in the order of the input, so that every run over the
    /// same files says the same. Numbers have no gap.
    pub fn add(&mut self, number: u64, part: Part) {
        self.early.insert(number, part);
        while let Some(part) = self.early.remove(&self.next) {
            self.next += 1;
            self.tell(part);
        }
    }

    fn tell(&mut self, part: Part) {
        let sum = &mut self.sum;
        sum.hands += part.hands;
        sum.agreed += part.agreed;
        sum.not_recorded += part.not_recorded;
        sum.undetermined += part.undetermined;
        sum.unfinished += part.unfinished;
        sum.differed += part.differed;
        sum.refused += part.refused;
        sum.unreadable += part.unreadable;
        sum.repairs += part.repairs;
        let room = PRINTED.saturating_sub(sum.repaired.len());
        sum.repaired.extend(part.repaired.into_iter().take(room));
        sum.warnings += part.warnings;
        sum.files_unreadable += part.files_unreadable;
        for (reject, why) in part.rejects {
            self.rejected += 1;
            self.keep(&reject, &why);
            self.print(reject.place, why);
        }
        if let Some((place, why)) = part.unreadable_file {
            self.print(place, why);
        }
    }

    /// Adds a failed hand to the rejects file, as a section with its reason above it.
    fn keep(&mut self, reject: &Reject, why: &str) {
        let (Some(file), Some(text)) = (&mut self.rejects, &reject.text) else { return };
        let why = why.replace('\n', " ");
        let mut section = format!("# {}: {why}\n[{}]\n", reject.place, self.rejected).into_bytes();
        section.extend_from_slice(without_header(text));
        section.extend_from_slice(b"\n\n");
        if let Err(failure) = file.write(&section) {
            (self.rejects, self.rejects_failed) = (None, Some(failure));
        }
    }

    /// Puts the rejects file in its place. What an earlier run left there must not be taken for this run's.
    fn keep_rejects(&mut self) -> Result<(), Failure> {
        if let Some(failure) = self.rejects_failed.take() {
            return Err(failure);
        }
        let Some(file) = &mut self.rejects else { return Ok(()) };
        if !file.finish()? && file.path().is_file() {
            file.write(b"# No hand failed.\n")?;
            file.finish()?;
        }
        Ok(())
    }

    /// Prints what was found; true when nothing was wrong.
    pub fn finish(mut self, elapsed: Duration, json: bool) -> Result<bool, Failure> {
        let kept = self.keep_rejects();
        let sum = &self.sum;
        let wrong = sum.differed + sum.refused + sum.unreadable + sum.files_unreadable;
        let per_second = (sum.hands as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
        if json {
            let list = |pairs: &[(String, String)], what: &str| -> Vec<serde_json::Value> {
                pairs.iter().map(|(place, text)| serde_json::json!({"at": place, what: text})).collect()
            };
            let (problems, repaired) = (list(&self.printed, "why"), list(&sum.repaired, "repair"));
            let report = serde_json::json!({
                "hands": sum.hands, "agreed": sum.agreed, "differed": sum.differed,
                "noFinishingStacks": sum.not_recorded, "undetermined": sum.undetermined,
                "unfinished": sum.unfinished, "refused": sum.refused, "unreadable": sum.unreadable,
                "unreadableFiles": sum.files_unreadable,
                "repairs": sum.repairs, "warnings": sum.warnings,
                "seconds": elapsed.as_secs_f64(), "handsPerSecond": per_second, "problems": problems,
                "repaired": repaired,
            });
            say!("{report}");
        } else {
            self.print_text(wrong, elapsed, per_second);
        }
        kept.map(|()| wrong == 0)
    }

    fn print_text(&self, wrong: u64, elapsed: Duration, per_second: u64) {
        for (place, why) in &self.printed {
            say!("{place}: {why}");
        }
        for (place, repair) in &self.sum.repaired {
            say!("{place}: repaired: {repair}");
        }
        let unlisted = self.sum.repairs - self.sum.repaired.len() as u64;
        if unlisted > 0 {
            say!("… and {unlisted} more repairs");
        }
        let unseen = wrong.saturating_sub(self.printed.len() as u64);
        if unseen > 0 {
            say!("… and {unseen} more; --rejects FILE keeps them all");
        }
        let sum = &self.sum;
        let rows = [
            (sum.agreed, "ended with the recorded stacks or result"),
            (sum.differed, "ended with other stacks or another result"),
            (sum.not_recorded, "played; the file has no finishing stacks or result"),
            (sum.undetermined, "played; unknown cards or stacks leave the end open"),
            (sum.unfinished, "played; the actions end before the hand does"),
            (sum.refused, "have a move against the rules"),
            (sum.unreadable, "could not be read"),
            (sum.files_unreadable, "files could not be read to the end"),
            (sum.repairs, "repairs"),
            (sum.warnings, "fields the standard does not know"),
        ];
        say!("{} hands in {:.2} s, {per_second} hands/s", sum.hands, elapsed.as_secs_f64());
        for (count, what) in rows.into_iter().filter(|(count, _)| *count > 0) {
            say!("{count:>10} {what}");
        }
    }
}

/// The text of a section less its `[name]` line.
fn without_header(text: &[u8]) -> &[u8] {
    let start = text.trim_ascii_start();
    if !start.starts_with(b"[") {
        return text;
    }
    let end = start.iter().position(|&byte| byte == b'\n').map_or(start.len(), |newline| newline + 1);
    &start[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_in_the_order_of_the_input() {
        let failed = |name: &str| {
            let mut part = Part::default();
            part.count(Ending::Refused(name.to_owned()), || Reject::named(Path::new(name), None));
            part
        };
        let mut report = Report::new(None);
        report.add(2, failed("c"));
        report.add(0, failed("a"));
        assert_eq!(report.sum.hands, 1, "the third waits for the second");
        report.add(1, Part::of_unreadable(Path::new("b"), "cut off".to_owned()));
        let places: Vec<&str> = report.printed.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["a", "b", "c"]);
        assert_eq!((report.sum.hands, report.sum.files_unreadable, report.early.len()), (2, 1, 0));
    }
}

//! What was converted, and what was not and why; on standard error, as the hands may go to standard output.

use kozyr_notation::phh::Repair;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Problems named one by one before they are only counted.
const NAMED: usize = 10;

#[derive(Default)]
pub struct Report {
    pub files: u64,
    pub converted: u64,
    /// What was done to them.
    done: &'static str,
    named: Vec<String>,
    left_out: u64,
    unreadable: u64,
    reasons: BTreeMap<String, u64>,
    repairs: u64,
    listed: Vec<String>,
}

impl Report {
    /// Nothing yet; hands will have been `done`.
    pub fn of(done: &'static str) -> Report {
        Report { done, ..Report::default() }
    }

    /// A hand that could not be converted.
    pub fn left_out(&mut self, place: String, why: String) {
        self.left_out += 1;
        self.name(format!("{place}: {why}"));
        *self.reasons.entry(general(&why)).or_default() += 1;
    }

    /// A file that could not be read to its end.
    pub fn unreadable(&mut self, path: &Path, why: String) {
        self.unreadable += 1;
        self.name(format!("{}: {why}", path.display()));
    }

    /// What a hand needed before it could be converted.
    pub fn repaired(&mut self, place: &str, repairs: &[Repair]) {
        self.repairs += repairs.len() as u64;
        let room = NAMED.saturating_sub(self.listed.len());
        self.listed.extend(repairs.iter().take(room).map(|repair| format!("{place}: repaired: {repair}")));
    }

    fn name(&mut self, problem: String) {
        if self.named.len() < NAMED {
            self.named.push(problem);
        }
    }

    /// Tells what was found; true when everything was converted.
    pub fn tell(&self, elapsed: Duration) -> bool {
        for problem in self.listed.iter().chain(&self.named) {
            eprintln!("{problem}");
        }
        let unnamed = (self.left_out + self.unreadable).saturating_sub(self.named.len() as u64);
        if unnamed > 0 {
            eprintln!("… and {unnamed} more");
        }
        let hands = self.converted + self.left_out;
        let per_second = (hands as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
        eprintln!(
            "{hands} hands of {} files in {:.2} s, {per_second} hands/s",
            self.files,
            elapsed.as_secs_f64()
        );
        eprintln!("{:>10} {}", self.converted, self.done);
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(why, count)| (std::cmp::Reverse(**count), *why));
        for (why, count) in reasons {
            eprintln!("{count:>10} not {}: {why}", self.done);
        }
        if self.repairs > 0 {
            eprintln!("{:>10} repairs", self.repairs);
        }
        if self.unreadable > 0 {
            eprintln!("{:>10} files could not be read to the end", self.unreadable);
        }
        self.left_out + self.unreadable == 0
    }
}

/// The reason without the place it names, so that equal ones are counted together.
fn general(why: &str) -> String {
    let rest = why.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    match rest {
        Some((place, rest)) if place.starts_with(|c: char| c.is_ascii_digit()) => rest.to_owned(),
        _ => why.to_owned(),
    }
}

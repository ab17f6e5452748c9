//! What a race ended with, for people and for machines.

use serde::Serialize;
use std::fmt;

/// One contestant's speeds, in the unit of the race.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Who.
    pub name: String,
    /// Is it us?
    pub ours: bool,
    /// The median of the rounds.
    pub median: f64,
    /// The slowest round.
    pub slowest: f64,
    /// The fastest round.
    pub fastest: f64,
}

impl Row {
    pub(crate) fn new(name: String, ours: bool, mut speeds: Vec<f64>) -> Row {
        speeds.sort_by(f64::total_cmp);
        let (n, mid) = (speeds.len(), speeds.len() / 2);
        let median = if n % 2 == 1 { speeds[mid] } else { (speeds[mid - 1] + speeds[mid]) / 2.0 };
        Row { name, ours, median, slowest: speeds[0], fastest: speeds[n - 1] }
    }
}

/// How a race ended.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// What was raced.
    pub title: String,
    /// The unit of all speeds.
    pub unit: String,
    /// How many rounds counted.
    pub rounds: usize,
    /// The contestants, fastest first.
    pub rows: Vec<Row>,
    /// Our median over that of the fastest peer, if there are both.
    pub ratio: Option<f64>,
}

impl Outcome {
    /// The outcome of rounds that were run by other means (a peer in a process of its own, say): each
    /// contestant's name, whether it is ours, and its speed in every round.
    pub fn from_speeds(title: &str, unit: &str, contestants: Vec<(String, bool, Vec<f64>)>) -> Outcome {
        let rounds = contestants.iter().map(|(_, _, speeds)| speeds.len()).min().unwrap_or(0);
        assert!(rounds > 0, "everybody ran at least once");
        let rows = contestants.into_iter().map(|(name, ours, speeds)| Row::new(name, ours, speeds)).collect();
        Outcome::new(title.into(), unit.into(), rounds, rows)
    }

    pub(crate) fn new(title: String, unit: String, rounds: usize, mut rows: Vec<Row>) -> Outcome {
        rows.sort_by(|a, b| b.median.total_cmp(&a.median));
        let fastest = |ours| rows.iter().find(|row| row.ours == ours).map(|row| row.median);
        let ratio = fastest(true).zip(fastest(false)).map(|(ours, peer)| ours / peer);
        Outcome { title, unit, rounds, rows, ratio }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}, median of {} alternated rounds)", self.title, self.unit, self.rounds)?;
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        for row in &self.rows {
            let Row { name, median, slowest, fastest, .. } = row;
            writeln!(f, "  {name:<width$}  {median:>9.1}   ({slowest:.1} to {fastest:.1})")?;
        }
        if let Some(ratio) = self.ratio {
            writeln!(f, "  ours / fastest peer: {ratio:.2}")?;
        }
        Ok(())
    }
}

/// All races of a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Which benchmark.
    pub benchmark: &'static str,
    /// Its races.
    pub races: Vec<Outcome>,
}

impl Report {
    /// Prints it as the options want it.
    pub fn print(&self, json: bool) {
        if json {
            println!("{}", serde_json::to_string_pretty(self).expect("figures are JSON"));
        } else {
            for race in &self.races {
                println!("{race}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_to_the_fastest_peer() {
        let row = |name: &str, ours, speeds: &[f64]| Row::new(name.into(), ours, speeds.to_vec());
        let rows = vec![
            row("a", false, &[9.0, 1.0, 2.0]),
            row("b", false, &[4.0, 4.0]),
            row("us", true, &[5.0, 7.0, 6.0]),
        ];
        let outcome = Outcome::new("t".into(), "u".into(), 3, rows);
        assert_eq!(outcome.ratio, Some(1.5));
        assert_eq!(outcome.rows[0].name, "us");
        assert!(outcome.to_string().contains("ours / fastest peer: 1.50"));
    }
}

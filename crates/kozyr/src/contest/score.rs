//! What came of a match, with its interval of confidence.

use kozyr_chips::Chips;
use std::fmt::Write as _;
use std::time::Duration;

/// What the first player won, deal by deal.
#[derive(Default)]
pub struct Score {
    pairs: u64,
    sum: f64,
    squares: f64,
    /// How long decisions took, in microseconds.
    thoughts: Vec<u32>,
}

impl Score {
    /// A deal was played twice, and the first player won so much in both.
    pub fn add(&mut self, won: Chips) {
        let won = won.units() as f64 / 2.0;
        self.pairs += 1;
        self.sum += won;
        self.squares += won * won;
    }

    /// Somebody decided, after so long.
    pub fn thought(&mut self, time: Duration) {
        self.thoughts.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    /// What the first player wins a deal, on average.
    pub fn mean(&self) -> f64 {
        self.sum / (self.pairs.max(1) as f64)
    }

    /// Half the width of the 95 % interval around it.
    pub fn interval(&self) -> f64 {
        let pairs = self.pairs.max(2) as f64;
        let variance = (self.squares - self.sum * self.sum / pairs) / (pairs - 1.0);
        1.96 * (variance.max(0.0) / pairs).sqrt()
    }

    fn median_us(&self) -> u32 {
        let mut thoughts = self.thoughts.clone();
        thoughts.sort_unstable();
        thoughts.get(thoughts.len() / 2).copied().unwrap_or_default()
    }

    /// A sentence and its numbers.
    pub fn text(&self, a: &str, b: &str) -> String {
        let (mean, interval) = (self.mean(), self.interval());
        let verdict = match () {
            () if mean - interval > 0.0 => format!("{a} beats {b}"),
            () if mean + interval < 0.0 => format!("{b} beats {a}"),
            () => format!("{a} and {b} cannot be told apart yet"),
        };
        let mut text = format!("{verdict}: {mean:+.3} chips a deal, 95 % interval ±{interval:.3}\n");
        let _ = write!(
            text,
            "{} deals, each played twice; {} decisions, median {} µs",
            self.pairs,
            self.thoughts.len(),
            self.median_us()
        );
        text
    }

    /// The same as a JSON object.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "deals": self.pairs,
            "mean": self.mean(),
            "interval": self.interval(),
            "decisions": self.thoughts.len(),
            "medianMicros": self.median_us(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_shrinks_with_the_number_of_deals_and_the_verdict_waits_for_it() {
        let mut score = Score::default();
        for won in [10, -10, 12, -8] {
            score.add(Chips::new(won));
        }
        assert_eq!(score.mean(), 0.5);
        assert!(score.text("a", "b").starts_with("a and b cannot be told apart"), "{}", score.text("a", "b"));
        let wide = score.interval();
        for nth in 0..400 {
            score.add(Chips::new(if nth % 2 == 0 { 12 } else { -4 }));
        }
        assert!(score.interval() < wide / 5.0);
        assert!(score.text("a", "b").starts_with("a beats b"));
        assert!(score.text("a", "b").contains("404 deals"));
    }
}

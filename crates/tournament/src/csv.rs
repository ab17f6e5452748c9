//! Standings as a spreadsheet, in which no name is a formula.

use crate::state::Tournament;
use std::fmt::{Display, Write};

impl Tournament {
    /// The standings as CSV: places that have been given, then those who play on by their chips.
    /// Columns: place, player, name, prize, chips, hand of the bust. Prizes stand there once paid.
    pub fn standings_csv(&self) -> String {
        let mut csv = String::from("place,player,name,prize,chips,busted_at_hand\r\n");
        let playing = if self.result.is_some() { Vec::new() } else { self.standings() };
        for row in playing {
            line(&mut csv, &[&"", &row.player, &row.name, &"", &row.stack, &""]);
        }
        for row in self.placements() {
            let prize = row.prize.map(|prize| prize.to_string()).unwrap_or_default();
            let hand = row.bust.map(|bust| bust.hand.to_string()).unwrap_or_default();
            let Some(entrant) = self.entrant(&row.player) else { continue };
            line(&mut csv, &[&row.place, &row.player, &entrant.name, &prize, &entrant.stack, &hand]);
        }
        csv
    }
}

fn line(csv: &mut String, cells: &[&dyn Display]) {
    for (index, value) in cells.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(csv, "{separator}{}", cell(&value.to_string())).expect("a string takes everything");
    }
    csv.push_str("\r\n");
}

/// One cell. Text that a spreadsheet would take for a formula gets an apostrophe in front.
fn cell(text: &str) -> String {
    let formula = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || text.starts_with(['\t', '\r', '\n']);
    let safe = if formula { format!("'{text}") } else { text.to_owned() };
    if safe.contains([',', '"', '\n', '\r', ';', '\t', '\'']) {
        format!("\"{}\"", safe.replace('"', "\"\""))
    } else {
        safe
    }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn no_cell_is_a_formula() {
        for (text, safe) in [
            ("Ann", "Ann"),
            ("=1+1", "\"'=1+1\""),
            ("+7 900", "\"'+7 900\""),
            ("-2", "\"'-2\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            (" =cmd|' /C calc'!A0", "\"' =cmd|' /C calc'!A0\""),
            ("\t=1", "\"'\t=1\""),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
        ] {
            assert_eq!(cell(text), safe);
        }
    }
}

//! Standings as a spreadsheet, in which no name is a formula.

use crate::names::EntrantId;
use crate::state::Tournament;
use kozyr_chips::Chips;
use std::fmt::{Display, Write};

impl Tournament {
    /// The standings as CSV: places that have been given, then those who play on by their chips.
    /// Columns: place, player, name, prize, chips, hand of the bust, and what was won for heads where they have a price.
    /// Prizes stand there once paid.
    pub fn standings_csv(&self) -> String {
        let heads = self.rules.bounty.is_some();
        let mut csv = String::from("place,player,name,prize,chips,busted_at_hand");
        csv.push_str(if heads { ",bounties\r\n" } else { "\r\n" });
        let won =
            |player: &EntrantId| self.entrant(player).map(|entrant| entrant.bounties_won).filter(|_| heads);
        let playing = if self.result.is_some() { Vec::new() } else { self.standings() };
        for row in playing {
            line(&mut csv, &[&"", &row.player, &row.name, &"", &row.stack, &""], won(&row.player));
        }
        for row in self.placements() {
            let prize = row.prize.map(|prize| prize.to_string()).unwrap_or_default();
            let hand = row.bust.map(|bust| bust.hand.to_string()).unwrap_or_default();
            let Some(entrant) = self.entrant(&row.player) else { continue };
            let cells: [&dyn Display; 6] =
                [&row.place, &row.player, &entrant.name, &prize, &entrant.stack, &hand];
            line(&mut csv, &cells, won(&row.player));
        }
        csv
    }
}

fn line(csv: &mut String, cells: &[&dyn Display], bounties: Option<Chips>) {
    for (index, value) in cells.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(csv, "{separator}{}", cell(&value.to_string())).expect("a string takes everything");
    }
    if let Some(bounties) = bounties {
        write!(csv, ",{bounties}").expect("a string takes everything");
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

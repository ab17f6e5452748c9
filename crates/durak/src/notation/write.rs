//! Writing a record: one way only, so that equal records are equal texts.

use super::{Entry, Record, VERSION, Verdict};
use crate::action::Action;
use crate::deal::Deal;
use crate::rules::{OnTimeout, Opening};
use kozyr_card_game::{Clock, SeatSet};
use kozyr_cards::{Card, CardStyle};
use std::fmt;

impl Record {
    /// The line the next entry will stand in.
    pub(super) fn next_line(&self) -> usize {
        let opening = usize::from(self.conditions.rules.opening != Opening::LowestTrump);
        let before = 1 + CONDITIONS + opening + self.players.len();
        before + self.entries.len() + 1
    }
}

/// Lines of conditions that are always written.
const CONDITIONS: usize = 10;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = &self.conditions;
        let rules = &conditions.rules;
        writeln!(f, "durak {VERSION}")?;
        writeln!(f, "num_seats {}", conditions.num_seats)?;
        writeln!(f, "game_mode {}", rules.mode.number())?;
        writeln!(f, "deck_size {}", rules.pack.cards().len())?;
        writeln!(f, "points {}", conditions.points)?;
        writeln!(f, "timeout {}", conditions.timeout)?;
        writeln!(f, "timebank {}", conditions.timebank)?;
        writeln!(f, "cash_bet {}", conditions.stake)?;
        writeln!(f, "rake {}", conditions.rake_percent)?;
        writeln!(f, "throw_after_take {}", rules.throw_after_take)?;
        let on_timeout = match rules.on_timeout {
            OnTimeout::Lose => "lose",
            OnTimeout::Auto => "auto",
        };
        writeln!(f, "on_timeout {on_timeout}")?;
        if let Opening::Leads(seat) = rules.opening {
            writeln!(f, "opening {}", seat.index())?;
        }
        for (index, player) in self.players.iter().enumerate() {
            let space = if player.name.is_empty() { "" } else { " " };
            writeln!(f, "player {index} {}{space}{}", player.stack, player.name)?;
        }
        self.entries.iter().try_for_each(|(_, entry)| writeln!(f, "{entry}"))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Deal(Deal::Party { cards, trump }) => {
                f.write_str("deal ")?;
                list(f, cards)?;
                write!(f, " trump {}", trump.styled(CardStyle::Ten))
            }
            Entry::Deal(Deal::Refill(cards)) => {
                f.write_str("draw ")?;
                list(f, cards)
            }
            Entry::Act(seat, action) => {
                write!(f, "{} {}", seat.index(), action.word())?;
                match action {
                    Action::Defend { attack, with } => {
                        write!(f, " {} {}", attack.styled(CardStyle::Ten), with.styled(CardStyle::Ten))
                    }
                    _ => action.card().map_or(Ok(()), |card| write!(f, " {}", card.styled(CardStyle::Ten))),
                }
            }
            Entry::Timeout(Clock::Seat(seat)) => write!(f, "{} timeout", seat.index()),
            Entry::Timeout(Clock::Stage) => f.write_str("ready timeout"),
            Entry::Result(Verdict::Draw) => f.write_str("result draw"),
            Entry::Result(Verdict::Fools(fools)) => {
                f.write_str("result fool ")?;
                boxes(f, *fools)
            }
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, cards: &[Card]) -> fmt::Result {
    for (nth, card) in cards.iter().enumerate() {
        let comma = if nth > 0 { "," } else { "" };
        write!(f, "{comma}{}", card.styled(CardStyle::Ten))?;
    }
    Ok(())
}

fn boxes(f: &mut fmt::Formatter<'_>, seats: SeatSet) -> fmt::Result {
    for (nth, seat) in seats.iter().enumerate() {
        let comma = if nth > 0 { "," } else { "" };
        write!(f, "{comma}{}", seat.index())?;
    }
    Ok(())
}

//! Writing: the record is played again, so that the text can tell a person where it stands.

use super::words::{Cards, write_payoffs};
use super::{FIRST_LINE, header};
use crate::{Action, Deal, Event, Record, ReplayError};
use kozyr_card_game::{Clock, Joining, Move};
use std::fmt::Write;

/// A record that cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// It does not replay.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It is only the beginning of a deal.
    #[error("the deal is not over; only whole deals are written")]
    NotOver,
}

impl Record {
    /// The deal as text, with comments where a round or a svara begins and where hands are shown.
    /// Line breaks in names and notes become spaces. Timers have no place in the text.
    ///
    /// # Errors
    /// When the record does not replay, or is not a whole deal.
    pub fn to_text(&self) -> Result<String, WriteError> {
        let mut text = format!("{FIRST_LINE}\n");
        header::write(self, &mut text);
        let deal = self.play_along(|number, deal, heard| {
            text.push_str(&self.line(number));
            text.push('\n');
            heard.iter().for_each(|event| comment(event, deal, &mut text));
        })?;
        let payoffs = deal.payoffs().ok_or(WriteError::NotOver)?;
        text.push_str("result: ");
        text.push_str(&write_payoffs(&payoffs));
        text.push('\n');
        Ok(text)
    }

    /// One move as a line.
    fn line(&self, number: usize) -> String {
        match &self.moves[number] {
            Move::Deal(dealt) => {
                let rest = self.undealt.get(&number).map_or(&[][..], Vec::as_slice);
                let bar = if rest.is_empty() { "" } else { " | " };
                let (cards, rest) = (Cards(dealt.cards.iter().copied()), Cards(rest.iter().copied()));
                format!("deal {}: {cards}{bar}{rest}", dealt.dealer)
            }
            Move::Shuffled => "# the cards are shuffled".to_owned(),
            Move::Timeout(Clock::Stage) => "time".to_owned(),
            Move::Timeout(Clock::Seat(seat)) => format!("{seat} time"),
            Move::Join(Joining { seat, chair, stack }) if seat == chair => format!("{seat} sits {stack}"),
            Move::Join(Joining { seat, chair, stack }) => format!("{seat} sits {stack} at {chair}"),
            Move::Part(seat) => format!("{seat} leaves"),
            Move::Act(seat, Action::Raise(to)) => format!("{seat} raise {to}"),
            Move::Act(seat, action) => format!("{seat} {}", word(*action)),
        }
    }
}

const fn word(action: Action) -> &'static str {
    match action {
        Action::Check => "check",
        Action::Call => "call",
        Action::Raise(_) => "raise",
        Action::Fold => "fold",
        Action::Dark => "dark",
        Action::Open => "open",
        Action::Reveal => "reveal",
        Action::Vote(true) => "yes",
        Action::Vote(false) => "no",
        Action::Enter => "enter",
        Action::Pass => "pass",
    }
}

fn comment(event: &Event, deal: &Deal, text: &mut String) {
    let written = match event {
        Event::Round { round } => {
            writeln!(text, "# round {round}: pot {}, stake {}", deal.pot(), deal.stake())
        }
        Event::Revealed { loser: Some(loser), .. } => writeln!(text, "# {loser} falls"),
        Event::Revealed { loser: None, .. } => writeln!(text, "# a tie"),
        Event::Shown { seat, hand, points } => {
            writeln!(text, "# {seat} shows {}: {points}", Cards(hand.iter().copied()))
        }
        Event::VoteOpened { pot, .. } => writeln!(text, "# a tie for {pot}: svara?"),
        Event::Svara { number, .. } => writeln!(text, "# svara {number}"),
        Event::Won { seat, amount } => writeln!(text, "# {seat} wins {amount}"),
        _ => Ok(()),
    };
    written.expect("a string takes any text");
}

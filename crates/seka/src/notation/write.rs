//! Writing: the record is played again, so that the text can tell a person where it stands.

use super::words::{Cards, write_payoffs};
use super::{FIRST_LINE, header};
use crate::{Action, Deal, Event, Record, ReplayError, Step};
use kozyr_card_game::{Clock, Seated};
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
        let mut heard = Vec::new();
        let mut deal = self.start(&mut heard).map_err(|refusal| ReplayError { step: 0, refusal })?;
        for (number, step) in self.steps.iter().enumerate() {
            heard.clear();
            deal.step(step, &mut heard).map_err(|refusal| ReplayError { step: number, refusal })?;
            text.push_str(&step_line(step));
            text.push('\n');
            heard.iter().for_each(|event| comment(event, &deal, &mut text));
        }
        let payoffs = deal.payoffs().ok_or(WriteError::NotOver)?;
        text.push_str("result: ");
        text.push_str(&write_payoffs(&payoffs));
        text.push('\n');
        Ok(text)
    }
}

fn step_line(step: &Step) -> String {
    match step {
        Step::Deal(dealt, rest) => {
            let cards = Cards(dealt.cards.iter().copied());
            let bar = if rest.is_empty() { "" } else { " | " };
            format!("deal {}: {cards}{bar}{}", dealt.dealer, Cards(rest.iter().copied()))
        }
        Step::Time(Clock::Stage) => "time".to_owned(),
        Step::Time(Clock::Seat(seat)) => format!("{seat} time"),
        Step::Sits(Seated { seat, stack }) => format!("{seat} sits {stack}"),
        Step::Leaves(seat) => format!("{seat} leaves"),
        Step::Act(seat, Action::Raise(to)) => format!("{seat} raise {to}"),
        Step::Act(seat, action) => format!("{seat} {}", word(*action)),
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

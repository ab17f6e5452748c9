//! Reading: line by line, playing along.

use super::header::Header;
use super::words::{cards, chips, payoffs, seat, write_payoffs};
use super::{FIRST_LINE, Problem, ReadError, shortened};
use crate::{Action, Deal, Dealt, Event, Record, Refusal, Step};
use kozyr_card_game::{Awaits, Clock, Seated};
use kozyr_cards::Card;
use std::iter::{Enumerate, Peekable};
use std::str::Lines;

/// Reads a text with exactly one deal.
///
/// # Errors
/// The first line that is wrong.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut deals = read_all(text);
    let record = deals.next().unwrap_or(Err(ReadError { line: 1, problem: Problem::NotSeka }))?;
    match deals.next_line() {
        None => Ok(record),
        Some((line, more)) => Err(ReadError { line, problem: Problem::NoSuchLine(shortened(more)) }),
    }
}

/// Reads a text with any number of deals, one after another. Ends after the first error.
pub fn read_all(text: &str) -> Deals<'_> {
    Deals { lines: text.lines().enumerate().peekable(), failed: false, last: 1 }
}

/// The deals of a text; made by [`read_all`].
#[derive(Clone, Debug)]
pub struct Deals<'a> {
    lines: Peekable<Enumerate<Lines<'a>>>,
    failed: bool,
    last: usize,
}

impl<'a> Deals<'a> {
    /// The next line that says something, with its number; comments and empty lines do not.
    fn next_line(&mut self) -> Option<(usize, &'a str)> {
        loop {
            let (index, line) = self.lines.next()?;
            let line = line.trim();
            self.last = index + 1;
            if !line.is_empty() && !line.starts_with('#') {
                return Some((index + 1, line));
            }
        }
    }

    fn deal(&mut self, first: &str) -> Result<Record, Problem> {
        if first != FIRST_LINE {
            return Err(match first.strip_prefix("seka ") {
                Some(version) => Problem::Version(shortened(version)),
                None => Problem::NotSeka,
            });
        }
        let mut header = Some(Header::default());
        let mut going: Option<(Record, Deal)> = None;
        let mut heard = Vec::new();
        while let Some((_, line)) = self.next_line() {
            if let Some((key, value)) = header_line(line) {
                match &mut header {
                    Some(header) => header.line(key, value)?,
                    None => return Err(Problem::TooLate(shortened(key))),
                }
                continue;
            }
            let (record, deal) = match &mut going {
                Some(going) => going,
                None => going.insert(begin(header.take(), &mut heard)?),
            };
            if let Some(result) = line.strip_prefix("result:") {
                return finish(record, deal, result);
            }
            if deal.awaits() == Awaits::Nothing {
                return Err(Problem::ResultExpected);
            }
            let step = step(line)?;
            heard.clear();
            deal.step(&step, &mut heard)?;
            record.steps.push(step);
        }
        Err(match going {
            Some((_, deal)) if deal.awaits() == Awaits::Nothing => Problem::ResultExpected,
            _ => Problem::NotOver,
        })
    }
}

impl Iterator for Deals<'_> {
    type Item = Result<Record, ReadError>;
    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.failed {
            return None;
        }
        let (_, first) = self.next_line()?;
        let read = self.deal(first).map_err(|problem| ReadError { line: self.last, problem });
        self.failed = read.is_err();
        Some(read)
    }
}

/// The header is over: the deal begins.
fn begin(header: Option<Header>, heard: &mut Vec<Event>) -> Result<(Record, Deal), Problem> {
    let record = header.ok_or(Problem::NotSeka)?.finish()?;
    let deal = record.start(heard)?;
    Ok((record, deal))
}

/// The moves are over: what came out is what the text says.
fn finish(record: &mut Record, deal: &Deal, result: &str) -> Result<Record, Problem> {
    let result = payoffs(result.trim())?;
    let came_out = deal.payoffs().ok_or(Problem::NotOver)?;
    if result != came_out {
        return Err(Problem::WrongResult(write_payoffs(&came_out)));
    }
    Ok(std::mem::replace(record, Record::new(*deal.rules(), Vec::new(), Vec::new())))
}

/// `key: value`, unless it is the line of a deal or a result.
fn header_line(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let moves = key == "result" || key == "deal" || key.starts_with("deal ");
    (!moves).then_some((key, value.trim()))
}

fn step(line: &str) -> Result<Step, Problem> {
    if line == "time" {
        return Ok(Step::Time(Clock::Stage));
    }
    if let Some(dealt) = line.strip_prefix("deal ") {
        return deal_line(dealt);
    }
    let no_such_line = || Problem::NoSuchLine(shortened(line));
    let mut words = line.split(' ');
    let (Some(who), Some(what)) = (words.next(), words.next()) else { return Err(no_such_line()) };
    let amount = words.next();
    if words.next().is_some() {
        return Err(no_such_line());
    }
    let seat = seat(who)?;
    let action = match (what, amount) {
        ("raise", Some(to)) => Action::Raise(chips(to)?),
        ("sits", Some(stack)) => return Ok(Step::Sits(Seated { seat, stack: chips(stack)? })),
        (_, Some(_)) => return Err(no_such_line()),
        ("time", None) => return Ok(Step::Time(Clock::Seat(seat))),
        ("leaves", None) => return Ok(Step::Leaves(seat)),
        ("check", None) => Action::Check,
        ("call", None) => Action::Call,
        ("fold", None) => Action::Fold,
        ("dark", None) => Action::Dark,
        ("open", None) => Action::Open,
        ("reveal", None) => Action::Reveal,
        ("yes", None) => Action::Vote(true),
        ("no", None) => Action::Vote(false),
        ("enter", None) => Action::Enter,
        ("pass", None) => Action::Pass,
        _ => return Err(no_such_line()),
    };
    Ok(Step::Act(seat, action))
}

/// `2: AH KC QD KD 10S 6C | the rest of the deck`.
fn deal_line(text: &str) -> Result<Step, Problem> {
    let Some((dealer, row)) = text.split_once(':') else {
        return Problem::bad(text, "a dealer and cards, such as 2: AH KC QD");
    };
    let (dealt, rest) = row.split_once('|').unwrap_or((row, ""));
    let dealt: Vec<Card> = cards(dealt)?;
    let most = crate::SEATS * crate::CARDS_EACH;
    if dealt.len() > most {
        return Err(Refusal::CardCount { got: dealt.len(), want: most }.into());
    }
    let dealt = Dealt { dealer: seat(dealer)?, cards: dealt.into_iter().collect() };
    Ok(Step::Deal(dealt, cards(rest)?))
}

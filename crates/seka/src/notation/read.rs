//! Reading: line by line, playing along.

use super::header::Header;
use super::words::{cards, chair, chips, payoffs, seat, write_payoffs};
use super::{FIRST_LINE, Problem, ReadError, shortened};
use crate::{Action, Deal, Dealt, Event, Record, Refusal};
use kozyr_card_game::{Awaits, Clock, Joining, Move};
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
            let number = record.moves.len();
            match line.strip_prefix("deal ") {
                Some(dealt) => {
                    let (dealt, undealt) = deal_line(dealt)?;
                    record.push_deal(dealt, undealt);
                }
                None => record.push(move_line(line)?),
            }
            heard.clear();
            record.undealt_makes_sense(number)?;
            deal.play(&record.moves[number], &mut heard)?;
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

fn move_line(line: &str) -> Result<Move<Dealt, Action>, Problem> {
    let words: Vec<&str> = line.split(' ').collect();
    let (who, what) = match words[..] {
        ["time"] => return Ok(Move::Timeout(Clock::Stage)),
        [who, ref what @ ..] => (who, what),
        [] => (line, &words[..]),
    };
    let no_such_line = || Problem::NoSuchLine(shortened(line));
    if what.is_empty() {
        return Err(no_such_line());
    }
    let seat = seat(who)?;
    let action = match *what {
        ["time"] => return Ok(Move::Timeout(Clock::Seat(seat))),
        ["leaves"] => return Ok(Move::Part(seat)),
        ["sits", stack] => return Ok(Move::Join(Joining { seat, chair: chair(who)?, stack: chips(stack)? })),
        ["sits", stack, "at", place] => {
            return Ok(Move::Join(Joining { seat, chair: chair(place)?, stack: chips(stack)? }));
        }
        ["raise", to] => Action::Raise(chips(to)?),
        ["check"] => Action::Check,
        ["call"] => Action::Call,
        ["fold"] => Action::Fold,
        ["dark"] => Action::Dark,
        ["open"] => Action::Open,
        ["reveal"] => Action::Reveal,
        ["yes"] => Action::Vote(true),
        ["no"] => Action::Vote(false),
        ["enter"] => Action::Enter,
        ["pass"] => Action::Pass,
        _ => return Err(no_such_line()),
    };
    Ok(Move::Act(seat, action))
}

/// `2: AH KC QD KD 10S 6C | the rest of the deck`.
fn deal_line(text: &str) -> Result<(Dealt, Vec<Card>), Problem> {
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
    Ok((dealt, cards(rest)?))
}

//! Reading a record: every line is understood or refused, by its number.

use super::{Entry, LONGEST_NAME, Player, Record, VERSION, Verdict};
use crate::action::Action;
use crate::deal::Deal;
use crate::params::{ParamError, Params};
use crate::refusal::Refusal;
use crate::rules::{MAX_BOXES, Opening};
use kozyr_card_game::{Clock, Seat, SeatSet};
use kozyr_cards::{Card, ParseCardError};
use kozyr_chips::Chips;
use std::str::FromStr;

/// Text that is no record, with the line where it stops being one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ReadError {
    /// The line, 1 for the first.
    pub line: usize,
    /// What is wrong with it.
    pub what: ReadProblem,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadProblem {
    /// The first line names the format.
    #[error("a record begins with the line \"durak 1\"")]
    NotDurak,
    /// Not a word of the format.
    #[error("{0:?} begins no line of a record here")]
    Word(String),
    /// Not an action.
    #[error(
        "{0:?} is no action: attack, defend, show, transfer, take, finish, ready, surrender, away, back or timeout"
    )]
    Action(String),
    /// A parameter out of its range.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The same thing twice.
    #[error("{0} is there already")]
    Twice(String),
    /// A header line after the game began.
    #[error("{0} belongs before the first deal")]
    Late(String),
    /// Something is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Something is too much.
    #[error("{0:?} is too much here")]
    TooMuch(String),
    /// Not a box of this table.
    #[error("{0:?} is no box: 0 to 5")]
    Box(String),
    /// Not a card.
    #[error("{text:?} is no card: {error}")]
    Card {
        /// What was read.
        text: String,
        /// Why it is none.
        error: ParseCardError,
    },
    /// Not an amount.
    #[error("{0:?} is no amount: a whole number of units")]
    Amount(String),
    /// Not a name.
    #[error("a name has at most 64 characters, and no control characters")]
    Name,
    /// Not a result.
    #[error("a result is \"result draw\" or \"result fool\" with one box, or two of a pair")]
    Result,
    /// A deal that cannot be.
    #[error(transparent)]
    Deal(#[from] Refusal),
}

type Read<T> = Result<T, ReadProblem>;

impl Record {
    /// Reads a record. Lines that begin with `#` and empty lines say nothing.
    ///
    /// # Errors
    /// The first line that is not understood.
    pub fn read(text: &str) -> Result<Record, ReadError> {
        let mut reader = Reader::default();
        let mut lines = text.lines().enumerate().map(|(nth, line)| (nth + 1, line.trim_ascii()));
        let mut meant = lines.by_ref().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (line, first) = meant.next().unwrap_or((1, ""));
        let mut words = first.split_ascii_whitespace();
        let version = VERSION.to_string();
        if (words.next(), words.next(), words.next()) != (Some("durak"), Some(&*version), None) {
            return Err(ReadError { line, what: ReadProblem::NotDurak });
        }
        let mut last = line;
        for (line, text) in meant {
            reader.line(line, text).map_err(|what| ReadError { line, what })?;
            last = line;
        }
        reader.finish().map_err(|what| ReadError { line: last, what })
    }
}

/// One line of the body by itself, as a log of moves may store it.
impl FromStr for Entry {
    type Err = ReadProblem;
    fn from_str(text: &str) -> Read<Entry> {
        let mut words = text.split_ascii_whitespace();
        let word = words.next().ok_or(ReadProblem::Missing("the line"))?;
        let entry = match word {
            "deal" => Entry::Deal(deal(&mut words)?),
            "draw" => Entry::Deal(Deal::refill(&list(words.next())?)?),
            "ready" => stage_over(&mut words)?,
            "result" => Entry::Result(verdict(&mut words)?),
            _ => turn(seat(word)?, &mut words)?,
        };
        words.next().map_or(Ok(entry), |more| Err(ReadProblem::TooMuch(more.chars().take(40).collect())))
    }
}

#[derive(Default)]
struct Reader {
    params: Params,
    named: Vec<String>,
    opening: Option<Seat>,
    players: [Option<Player>; MAX_BOXES],
    entries: Vec<(usize, Entry)>,
}

impl Reader {
    fn line(&mut self, number: usize, text: &str) -> Read<()> {
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        match word {
            "deal" | "draw" | "ready" | "result" => {}
            _ if word.starts_with(|sign: char| sign.is_ascii_digit()) => {}
            _ => return self.header(word, rest.trim_ascii()),
        }
        self.entries.push((number, text.parse()?));
        Ok(())
    }

    fn header(&mut self, word: &str, rest: &str) -> Read<()> {
        let known = matches!(
            word,
            "num_seats"
                | "game_mode"
                | "deck_size"
                | "points"
                | "timeout"
                | "timebank"
                | "cash_bet"
                | "rake"
                | "throw_after_take"
                | "on_timeout"
                | "opening"
                | "player"
        );
        if !known {
            return Err(ReadProblem::Word(word.chars().take(40).collect()));
        }
        if !self.entries.is_empty() {
            return Err(ReadProblem::Late(word.to_string()));
        }
        if word == "player" {
            return self.player(rest);
        }
        if rest.is_empty() {
            return Err(ReadProblem::Missing("the value"));
        }
        if self.named.iter().any(|name| name == word) {
            return Err(ReadProblem::Twice(word.to_string()));
        }
        self.named.push(word.to_string());
        if word == "opening" {
            self.opening = Some(seat(rest)?);
            return Ok(());
        }
        Ok(self.params.set(word, rest)?)
    }

    fn player(&mut self, rest: &str) -> Read<()> {
        let (index, rest) = rest.split_once([' ', '\t']).ok_or(ReadProblem::Missing("the stack"))?;
        let rest = rest.trim_ascii();
        let (stack, name) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let name = name.trim_ascii();
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(ReadProblem::Name);
        }
        let digits = !stack.is_empty() && stack.bytes().all(|byte| byte.is_ascii_digit());
        let units = stack.parse().ok().filter(|&units| digits && units <= Chips::MAX.units());
        let stack = Chips::new(units.ok_or_else(|| ReadProblem::Amount(stack.chars().take(40).collect()))?);
        let place = &mut self.players[seat(index)?.index()];
        if place.is_some() {
            return Err(ReadProblem::Twice(format!("player {index}")));
        }
        *place = Some(Player { stack, name: name.to_string() });
        Ok(())
    }

    fn finish(mut self) -> Read<Record> {
        for name in ["num_seats", "game_mode"] {
            if !self.named.iter().any(|named| named == name) {
                return Err(ReadProblem::Missing(name));
            }
        }
        if let Some(seat) = self.opening {
            self.params.conditions.rules.opening = Opening::Leads(seat);
        }
        self.params.check()?;
        let conditions = self.params.conditions;
        let (boxes, none) = self.players.split_at(conditions.num_seats.into());
        if none.iter().any(Option::is_some) {
            return Err(ReadProblem::TooMuch("a player without a box".into()));
        }
        // Who is not named brings their stake.
        let unnamed = Player { stack: conditions.stake, name: String::new() };
        let players = boxes.iter().map(|player| player.clone().unwrap_or_else(|| unnamed.clone())).collect();
        Ok(Record { conditions, players, entries: self.entries })
    }
}

fn deal<'a>(words: &mut impl Iterator<Item = &'a str>) -> Read<Deal> {
    let cards = list(words.next())?;
    match words.next() {
        Some("trump") => Ok(Deal::party(&cards, card(words.next())?)?),
        Some(other) => Err(ReadProblem::TooMuch(other.chars().take(40).collect())),
        None => Err(ReadProblem::Missing("the trump")),
    }
}

fn stage_over<'a>(words: &mut impl Iterator<Item = &'a str>) -> Read<Entry> {
    match words.next() {
        Some("timeout") => Ok(Entry::Timeout(Clock::Stage)),
        Some(other) => Err(ReadProblem::TooMuch(other.chars().take(40).collect())),
        None => Err(ReadProblem::Missing("who is ready, or that the time is over")),
    }
}

fn turn<'a>(seat: Seat, words: &mut impl Iterator<Item = &'a str>) -> Read<Entry> {
    let word = words.next().ok_or(ReadProblem::Missing("the action"))?;
    let action = match word {
        "attack" => Action::Attack(card(words.next())?),
        "defend" => Action::Defend { attack: card(words.next())?, with: card(words.next())? },
        "show" => Action::Show(card(words.next())?),
        "transfer" => Action::Transfer(card(words.next())?),
        "take" => Action::Take,
        "finish" => Action::Finish,
        "ready" => Action::Ready,
        "surrender" => Action::Surrender,
        "away" => Action::Away,
        "back" => Action::Back,
        "timeout" => return Ok(Entry::Timeout(Clock::Seat(seat))),
        _ => return Err(ReadProblem::Action(word.chars().take(40).collect())),
    };
    Ok(Entry::Act(seat, action))
}

fn verdict<'a>(words: &mut impl Iterator<Item = &'a str>) -> Read<Verdict> {
    match words.next() {
        Some("draw") => Ok(Verdict::Draw),
        Some("fool") => {
            let mut fools = SeatSet::EMPTY;
            for name in words.next().ok_or(ReadProblem::Result)?.split(',') {
                let fool = seat(name)?;
                if fools.contains(fool) || fools.len() == 2 {
                    return Err(ReadProblem::Result);
                }
                fools.insert(fool);
            }
            Ok(Verdict::Fools(fools))
        }
        _ => Err(ReadProblem::Result),
    }
}

fn seat(text: &str) -> Read<Seat> {
    match text.as_bytes() {
        [digit @ b'0'..=b'5'] => Ok(Seat::from_index(usize::from(digit - b'0'))),
        _ => Err(ReadProblem::Box(text.chars().take(40).collect())),
    }
}

fn card(text: Option<&str>) -> Read<Card> {
    let text = text.ok_or(ReadProblem::Missing("a card"))?;
    text.parse().map_err(|error| no_card(text, error))
}

fn list(text: Option<&str>) -> Read<Vec<Card>> {
    let text = text.ok_or(ReadProblem::Missing("the list of cards"))?;
    text.split(',').map(|one| card(Some(one))).collect()
}

fn no_card(text: &str, error: ParseCardError) -> ReadProblem {
    ReadProblem::Card { text: text.chars().take(40).collect(), error }
}

//! The summary at the end: the pot, the rake, the boards, and a line for everybody dealt in.

use super::line::{Line, NoLine};
use super::money::Money;
use super::{RUNS, TIMES, cards};
use crate::phh::Amount;
use kozyr_cards::Card;

/// What a seat line says of its player.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) small_blind: bool,
    pub(crate) big_blind: bool,
    pub(crate) folded: bool,
    pub(crate) mucked: bool,
    /// Cards that are shown, or seen although they were mucked.
    pub(crate) cards: Vec<Card>,
    /// What they collected, board by board.
    pub(crate) won: Vec<Amount>,
}

/// A line of the summary.
#[derive(Debug)]
pub(crate) enum SummaryLine {
    Total {
        pot: Amount,
        /// Main and side pots after rake, where they are told apart.
        pots: Vec<Amount>,
        rake: Amount,
    },
    /// The hand was run so often.
    Runs(usize),
    Board(Option<usize>, Vec<Card>),
    /// The place in the list of seats.
    Seat(usize, Outcome),
    Talk,
}

impl SummaryLine {
    pub(crate) fn read(line: &str, seats: &[(i64, &str)], money: Money) -> Option<SummaryLine> {
        if let Some(rest) = line.strip_prefix("Total pot ") {
            return total(rest, money);
        }
        if let Some(rest) = line.strip_prefix("Hand was run ") {
            let runs = TIMES.iter().position(|times| *times == rest).filter(|&runs| runs > 0)?;
            return Some(SummaryLine::Runs(runs + 1));
        }
        let run = RUNS.iter().position(|run| line.starts_with(run));
        let board = run.map_or(line, |run| line[RUNS[run].len()..].trim_start());
        if let Some(rest) = board.strip_prefix("Board ") {
            return Some(SummaryLine::Board(run, cards::read(rest)?));
        }
        match line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": ")) {
            Some((seat, rest)) => {
                let seat = super::header::seat_number(seat)?;
                let place = seats.iter().position(|(number, _)| *number == seat)?;
                Some(SummaryLine::Seat(place, outcome(rest.strip_prefix(seats[place].1)?, money)?))
            }
            None => {
                let names: Vec<&str> = seats.iter().map(|(_, name)| *name).collect();
                let talk: Result<Line, NoLine> = Line::read(line, &names, money);
                talk.ok().filter(|line| *line == Line::Talk).map(|_| SummaryLine::Talk)
            }
        }
    }
}

/// `$26.30 Main pot $8.40. Side pot $17.10. | Rake $0.80`
fn total(rest: &str, money: Money) -> Option<SummaryLine> {
    let (pots, rake) = rest.split_once(" | Rake ")?;
    let (pot, pots) = pots.split_once(' ').unwrap_or((pots, ""));
    let read = |pot: &str| {
        let (name, amount) = pot.trim().rsplit_once(' ')?;
        let side = name.strip_prefix("Side pot").map(|number| number.strip_prefix('-').unwrap_or(number));
        let fits =
            name == "Main pot" || side.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
        money.read(amount).filter(|_| fits)
    };
    let pots = match pots.trim_end() {
        "" => Vec::new(),
        pots => pots.strip_suffix('.')?.split(". ").map(read).collect::<Option<_>>()?,
    };
    Some(SummaryLine::Total { pot: money.read(pot)?, pots, rake: money.read(rake)? })
}

const TAGS: [&str; 3] = [" (button)", " (small blind)", " (big blind)"];
const FOLDS: [&str; 5] = [
    "folded before Flop",
    "folded before Flop (didn't bet)",
    "folded on the Flop",
    "folded on the Turn",
    "folded on the River",
];

fn outcome(mut rest: &str, money: Money) -> Option<Outcome> {
    let tags = TAGS.map(|tag| {
        let after = rest.strip_prefix(tag);
        rest = after.unwrap_or(rest);
        after.is_some()
    });
    let [_, small_blind, big_blind] = tags;
    let mut outcome = Outcome { small_blind, big_blind, ..Outcome::default() };
    let Some(rest) = rest.strip_prefix(' ') else { return Some(outcome).filter(|_| rest.is_empty()) };
    if FOLDS.contains(&rest) {
        outcome.folded = true;
        return Some(outcome);
    }
    if let Some(rest) = rest.strip_prefix("mucked") {
        outcome.mucked = true;
        if let Some(seen) = rest.strip_prefix(' ') {
            outcome.cards = cards::read(seen)?;
        }
        return Some(outcome).filter(|outcome| rest.is_empty() || !outcome.cards.is_empty());
    }
    let rest = match rest.strip_prefix("showed ") {
        Some(rest) => {
            let (shown, rest) = rest.split_at(rest.find(']')? + 1);
            outcome.cards = cards::read(shown)?;
            match rest.strip_prefix(" and ") {
                None if rest.is_empty() => return Some(outcome),
                rest => rest?,
            }
        }
        None => rest,
    };
    for part in rest.split(", and ") {
        outcome.won.extend(won(part, money)?);
    }
    Some(outcome)
}

/// `won ($5) with a pair of Aces`, `lost with high card King`, `collected ($5)`; how much, if anything.
fn won(part: &str, money: Money) -> Option<Option<Amount>> {
    if part.starts_with("lost with ") {
        return Some(None);
    }
    let rest = part.strip_prefix("won (").or_else(|| part.strip_prefix("collected ("))?;
    let (amount, rest) = rest.split_once(')')?;
    let amount = money.read(amount)?;
    Some(Some(amount)).filter(|_| rest.is_empty() || rest.starts_with(" with "))
}

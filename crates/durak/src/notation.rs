//! A whole game as text: to store, to share, to replay. The format is described in
//! `docs/notation-durak.md`.
//!
//! ```
//! use kozyr_durak::notation::Record;
//!
//! let text = "durak 1
//! num_seats 2
//! game_mode 0
//! deal 6d,Kd,7d,7h,8h,8c,9c,9h,Jh,10h,Qd,Jc trump Ks
//! 0 attack 6d
//! 1 defend 6d Kd
//! 0 finish
//! ready timeout
//! draw 8d,9d
//! 1 surrender
//! result fool 1
//! ";
//! let record = Record::read(text)?;
//! let replayed = record.replay()?;
//! assert!(replayed.game.over().is_some());
//! assert_eq!(Record::read(&record.to_string())?.to_string(), record.to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

use crate::action::Action;
use crate::deal::Deal;
use crate::event::{Event, Outcome};
use crate::matches::Match;
use crate::refusal::Refusal;
use crate::rules::{Conditions, MAX_BOXES};
use kozyr_card_game::{Clock, Move, Seat, SeatSet, Seated};
use kozyr_chips::Chips;

pub use read::{ReadError, ReadProblem};

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// The longest name of a player, in characters.
pub const LONGEST_NAME: usize = 64;

/// Who sits in a box.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// What they brought, in minor units.
    pub stack: Chips,
    /// What they are called; may be empty.
    pub name: String,
}

/// How a party ended, as a record says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// These lost: one player, or a pair.
    Fools(SeatSet),
    /// Nobody did.
    Draw,
}

impl Verdict {
    /// What a record says about this outcome.
    pub fn of(outcome: &Outcome) -> Verdict {
        if outcome.is_draw() { Verdict::Draw } else { Verdict::Fools(outcome.fools) }
    }
}

/// One line of the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Cards off the deck.
    Deal(Deal),
    /// A player acted.
    Act(Seat, Action),
    /// A clock ran out.
    Timeout(Clock),
    /// How the party ended; checked when the record is replayed.
    Result(Verdict),
}

impl Entry {
    /// The line of a move; `None` for one that is not written down. The deal says what came of a shuffle.
    pub fn of(mv: &Move<Deal, Action>) -> Option<Entry> {
        match mv {
            Move::Deal(deal) => Some(Entry::Deal(deal.clone())),
            Move::Act(seat, action) => Some(Entry::Act(*seat, *action)),
            Move::Timeout(clock) => Some(Entry::Timeout(*clock)),
            Move::Shuffled | Move::Join(_) | Move::Part(_) => None,
        }
    }

    /// The move the line stands for, or the result it claims.
    fn to_move(&self) -> Result<Move<Deal, Action>, Verdict> {
        match self {
            Entry::Deal(deal) => Ok(Move::Deal(deal.clone())),
            Entry::Act(seat, action) => Ok(Move::Act(*seat, *action)),
            Entry::Timeout(clock) => Ok(Move::Timeout(*clock)),
            Entry::Result(verdict) => Err(*verdict),
        }
    }
}

/// A game as it is written down. It need not be over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// What was agreed.
    pub conditions: Conditions,
    /// Who sat in boxes 0 to `num_seats` − 1.
    pub players: Vec<Player>,
    /// What happened, with the line of the text it stands in (1 for the first).
    pub entries: Vec<(usize, Entry)>,
}

/// A record that does not replay.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ReplayError {
    /// The line of the text.
    pub line: usize,
    /// What is wrong with it.
    pub what: ReplayProblem,
}

impl ReplayError {
    /// Every move was legal, and the game ended otherwise than the record says.
    pub fn is_result(&self) -> bool {
        self.what == ReplayProblem::Result
    }
}

/// What is wrong with a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayProblem {
    /// The conditions or the seats are impossible.
    #[error("nobody can play this: {0}")]
    Start(Refusal),
    /// The rules do not allow the move.
    #[error("{0}")]
    Move(#[from] Refusal),
    /// The party ended otherwise, or has not ended.
    #[error("the result is not what the moves lead to")]
    Result,
}

/// A record, replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// How the game stands after the last line.
    pub game: Match,
    /// Moves made.
    pub moves: usize,
    /// Parties that ended.
    pub parties: usize,
    /// Everything that was told, as one who sees all cards.
    pub events: Vec<Event>,
}

impl Record {
    /// An empty record of a game about to begin.
    pub fn new(conditions: Conditions, players: Vec<Player>) -> Record {
        Record { conditions, players, entries: Vec::new() }
    }

    /// The record of these moves, results included.
    ///
    /// # Errors
    /// When a move is refused; its line is the one it would have had.
    pub fn of_moves(
        conditions: Conditions,
        players: Vec<Player>,
        moves: impl IntoIterator<Item = Move<Deal, Action>>,
    ) -> Result<Record, ReplayError> {
        let mut record = Record::new(conditions, players);
        let mut game = record.start()?;
        let mut told = Vec::new();
        for mv in moves {
            told.clear();
            let line = record.next_line();
            game.play(&mv, &mut told).map_err(|refusal| ReplayError { line, what: refusal.into() })?;
            let Some(entry) = Entry::of(&mv) else { continue };
            record.entries.push((line, entry));
            if let Some(outcome) = ended(&told) {
                record.entries.push((line + 1, Entry::Result(Verdict::of(outcome))));
            }
        }
        Ok(record)
    }

    /// Plays the whole record.
    ///
    /// # Errors
    /// The first line that cannot be.
    pub fn replay(&self) -> Result<Replayed, ReplayError> {
        let mut events = Vec::new();
        let mut game = self.start()?;
        let (mut moves, mut parties, mut last) = (0, 0, None);
        for (line, entry) in &self.entries {
            let wrong = |what| ReplayError { line: *line, what };
            match entry.to_move() {
                Ok(mv) => {
                    let from = events.len();
                    game.play(&mv, &mut events).map_err(|refusal| wrong(refusal.into()))?;
                    moves += 1;
                    last = ended(&events[from..]).map(Verdict::of);
                    parties += usize::from(last.is_some());
                }
                // The result stands right after the move that led to it.
                Err(verdict) if last != Some(verdict) => return Err(wrong(ReplayProblem::Result)),
                Err(_) => last = None,
            }
        }
        Ok(Replayed { game, moves, parties, events })
    }

    /// The game before the first move.
    ///
    /// # Errors
    /// When nobody can play under these conditions.
    pub fn start(&self) -> Result<Match, ReplayError> {
        let seat =
            |(index, player): (usize, &Player)| Seated { seat: Seat::from_index(index), stack: player.stack };
        let seats: Vec<Seated> = self.players.iter().take(MAX_BOXES).enumerate().map(seat).collect();
        Match::new(&self.conditions, &seats)
            .map_err(|refusal| ReplayError { line: 1, what: ReplayProblem::Start(refusal) })
    }
}

fn ended(told: &[Event]) -> Option<&Outcome> {
    told.iter().find_map(|event| match event {
        Event::PartyEnd(end) => Some(&end.outcome),
        _ => None,
    })
}

//! A deal that is over, as histories and statistics keep it.

use kozyr_chips::Chips;
use kozyr_time::{PlayerId, Timestamp};
use std::sync::Arc;

/// A deal that is over: where it stands in the log, and what it came to for everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Its number at the table.
    pub hand: u64,
    /// When it began.
    pub started: Timestamp,
    /// How many lines of the log it took: from the one that began it to the one that ended it.
    pub lines: u64,
    /// Which line of the batch ended it, counted from 0.
    pub line: usize,
    /// Who took part.
    pub people: Vec<TookPart>,
}

/// Somebody's part in a deal that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TookPart {
    /// Who.
    pub player: PlayerId,
    /// What they were called.
    pub name: Arc<str>,
    /// What they won, or lost when negative, stakes included.
    pub net: Chips,
    /// What they did.
    pub deeds: Deeds,
}

/// What somebody did in a deal, as statistics count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deeds {
    /// Put chips in of their own will (in Hold'em before the flop).
    pub voluntary: bool,
    /// Raised (in Hold'em before the flop).
    pub raised: bool,
    /// Was still in when hands were compared.
    pub showdown: bool,
    /// Won all or part of a pot; in Durak, is not the fool.
    pub won: bool,
    /// Is the fool.
    pub fool: bool,
}

/// What is kept about somebody in a running deal until it is over.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entrant {
    pub(crate) name: Arc<str>,
    /// What they paid as it began.
    pub(crate) staked: Chips,
}

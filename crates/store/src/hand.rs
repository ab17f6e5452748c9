//! Hands that were played, for histories and statistics.

use crate::{Currency, Payload, PlayerId, Sequence, StreamId};
use kozyr_chips::Chips;
use kozyr_time::{Timestamp, WallTime};
use std::ops::BitOr;

/// A moment by both clocks: the room's, which orders what happened, and the calendar's, which people read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Moment {
    /// By the room's clock.
    pub room: Timestamp,
    /// By the calendar.
    pub wall: WallTime,
}

/// A hand that is settled. Written once, in the append that settles it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandRow {
    /// Where it was played: a stream of the same append.
    pub stream: StreamId,
    /// Its number at the table.
    pub hand: u64,
    /// Which game, by a name of 1 to 32 bytes such as `holdem`.
    pub game: String,
    /// What was played for.
    pub currency: Currency,
    /// Its first event in the stream.
    pub first: Sequence,
    /// Its last event in the stream.
    pub last: Sequence,
    /// When it began.
    pub started: Moment,
    /// When it was settled.
    pub ended: Moment,
    /// What a history shows of it. It may be shown to everybody who asks: no hidden card belongs here.
    pub summary: Payload,
    /// Who took part, in the caller's order; nobody twice.
    pub players: Vec<HandPlayer>,
}

impl HandRow {
    /// Where the hand stands in a player's history.
    pub fn mark(&self) -> HandMark {
        HandMark { ended: self.ended.room, stream: self.stream.clone(), hand: self.hand }
    }
}

/// One player's part in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandPlayer {
    /// Who.
    pub player: PlayerId,
    /// What they won, or lost when negative.
    pub net: Chips,
    /// What statistics count.
    pub flags: HandFlags,
}

/// What a player did in a hand, as statistics count it. The upper 16 bits belong to the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HandFlags(pub u32);

impl HandFlags {
    /// Put chips in of their own will before the flop (VPIP).
    pub const VOLUNTARY: HandFlags = HandFlags(1);
    /// Raised before the flop (PFR).
    pub const RAISED: HandFlags = HandFlags(2);
    /// Went to the showdown.
    pub const SHOWDOWN: HandFlags = HandFlags(4);
    /// Won chips, all or a part of a pot.
    pub const WON: HandFlags = HandFlags(8);

    /// Are all of these set?
    pub const fn has(self, flags: HandFlags) -> bool {
        self.0 & flags.0 == flags.0
    }
}

impl BitOr for HandFlags {
    type Output = HandFlags;
    fn bitor(self, other: HandFlags) -> HandFlags {
        HandFlags(self.0 | other.0)
    }
}

/// A place in a player's history. Histories are ordered by the room time of a hand's end; hands that
/// ended in the same millisecond stand in an order that never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandMark {
    /// When the hand was settled, by the room's clock.
    pub ended: Timestamp,
    /// Where it was played.
    pub stream: StreamId,
    /// Its number there.
    pub hand: u64,
}

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

/// Which of a player's hands are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HandFilter {
    /// Those of one table alone.
    pub stream: Option<StreamId>,
    /// Those that ended at this date or later.
    pub since: Option<WallTime>,
    /// Those that ended before this date.
    pub until: Option<WallTime>,
}

impl HandFilter {
    /// Is this one of them?
    pub fn admits(&self, row: &HandRow) -> bool {
        self.stream.as_ref().is_none_or(|stream| *stream == row.stream)
            && self.since.is_none_or(|since| row.ended.wall >= since)
            && self.until.is_none_or(|until| row.ended.wall < until)
    }
}

/// The name of a share: whoever knows it sees the hand. Random, and large enough that nobody guesses one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShareId(pub [u8; 16]);

/// A hand that its owner shows to whoever has the link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedHand {
    /// What the link says.
    pub id: ShareId,
    /// Where the hand was played.
    pub stream: StreamId,
    /// Its number there.
    pub hand: u64,
    /// Whose view of it is shown: somebody who took part.
    pub owner: PlayerId,
    /// Since when.
    pub shared_at: WallTime,
}

/// What a player's hands of one game and currency come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Which game.
    pub game: String,
    /// What was played for.
    pub currency: Currency,
    /// How many hands.
    pub hands: u64,
    /// In how many they put chips in of their own will before the flop.
    pub voluntary: u64,
    /// In how many they raised before the flop.
    pub raised: u64,
    /// How many went to the showdown with them.
    pub showdowns: u64,
    /// In how many they won chips.
    pub won: u64,
    /// Won less lost, all in all.
    pub net: Chips,
}

impl Tally {
    pub(crate) fn new(game: &str, currency: &Currency) -> Tally {
        let (hands, voluntary, raised, showdowns, won) = (0, 0, 0, 0, 0);
        let (game, currency, net) = (game.to_owned(), currency.clone(), Chips::ZERO);
        Tally { game, currency, hands, voluntary, raised, showdowns, won, net }
    }

    /// One more hand. A sum that cannot be counted any more stays as it is: no hand is lost for a statistic.
    pub(crate) fn add(&mut self, one: &HandPlayer) {
        let [voluntary, raised, showdown, won] = one.flags.counts();
        self.hands += 1;
        self.voluntary += voluntary;
        self.raised += raised;
        self.showdowns += showdown;
        self.won += won;
        self.net = self.net.units().checked_add(one.net.units()).map_or(self.net, Chips::new);
    }
}

impl HandFlags {
    /// One for each of what statistics count that is set: voluntary, raised, showdown, won.
    pub(crate) fn counts(self) -> [u64; 4] {
        let all = [HandFlags::VOLUNTARY, HandFlags::RAISED, HandFlags::SHOWDOWN, HandFlags::WON];
        all.map(|flag| self.has(flag).into())
    }
}

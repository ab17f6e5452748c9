//! What will happen by itself, and when.

use crate::updau::Timestamp;
use kozyr_card_game::Seat;
use kozyr_time::PlayerId;
use std::collections::{BTreeMap, BTreeSet};

/// What will happen. There is at most one of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Timer {
    /// Partners are looked for, for this channel.
    Find(u64),
    /// The proposal is over, confirmed or not.
    Begin(u64),
    /// The bots of this company move.
    Bots(u64),
    /// Nobody at this company asks for another game any more.
    Revanche(u64),
    /// The box is free again unless somebody sat down.
    Place(u64, Seat),
    /// The user has been without a connection for too long.
    Gone(PlayerId),
}
#[derive(Debug, Default)]
pub(super) struct Timers {
    at: BTreeMap<Timer, Timestamp>,
    order: BTreeSet<(Timestamp, Timer)>,
}

impl Timers {
    /// Sets a timer, instead of what it was set to before.
    pub(super) fn set(&mut self, timer: Timer, at: Timestamp) {
        self.cancel(timer);
        self.at.insert(timer, at);
        self.order.insert((at, timer));
    }

    pub(super) fn cancel(&mut self, timer: Timer) {
        if let Some(at) = self.at.remove(&timer) {
            self.order.remove(&(at, timer));
        }
    }

    pub(super) fn first(&self) -> Option<Timestamp> {
        self.order.first().map(|&(at, _)| at)
    }

    /// The next timer that is due, which is then no longer set.
    pub(super) fn due(&mut self, now: Timestamp) -> Option<(Timestamp, Timer)> {
        let &(at, timer) = self.order.first().filter(|(at, _)| *at <= now)?;
        self.cancel(timer);
        Some((at, timer))
    }
}

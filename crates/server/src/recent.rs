//! The latest events of a table, for those who were away for a moment.

use kozyr_protocol::room::TableEvent;
use std::collections::VecDeque;

/// Events kept: those of a few hands. Whoever has missed more gets the table as it is. It is the most that a table holds in
/// memory, so it is no more, and fits into 128 places.
const KEPT: usize = 128;

pub(crate) struct Recent {
    events: VecDeque<(u64, TableEvent)>,
    /// All events after this one are here.
    complete_after: u64,
    end: u64,
}

impl Recent {
    /// Nothing so far, and the next event comes after this one.
    pub(crate) fn starting_at(sequence: u64) -> Recent {
        Recent { events: VecDeque::new(), complete_after: sequence, end: sequence }
    }

    /// The last event.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// What came of the move of this number.
    pub(crate) fn add(&mut self, sequence: u64, events: Vec<TableEvent>) {
        self.end = sequence;
        for event in events {
            if self.events.len() == KEPT
                && let Some((dropped, _)) = self.events.pop_front()
            {
                self.complete_after = dropped;
            }
            self.events.push_back((sequence, event));
        }
    }

    /// Everything after this move; `None` when not all of it is here.
    pub(crate) fn since(&self, have: u64) -> Option<Vec<TableEvent>> {
        if have < self.complete_after || have > self.end {
            return None;
        }
        let from = self.events.partition_point(|(sequence, _)| *sequence <= have);
        Some(self.events.range(from..).map(|(_, event)| event.clone()).collect())
    }
}

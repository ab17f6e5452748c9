//! The latest events of a table, for those who were away for a moment.

use kozyr_protocol::room::TableEvent;
use std::collections::VecDeque;

/// Moves kept: those of a few hands. Whoever has missed more gets the table as it is.
const KEPT: usize = 64;

pub(crate) struct Recent {
    /// What came of each move that was heard of, as JSON: a table holds many, and nearly none is ever asked for.
    moves: VecDeque<(u64, Box<str>)>,
    /// All events after this one are here.
    complete_after: u64,
    end: u64,
}

impl Recent {
    /// Nothing so far, and the next event comes after this one.
    pub(crate) fn starting_at(sequence: u64) -> Recent {
        Recent { moves: VecDeque::new(), complete_after: sequence, end: sequence }
    }

    /// The last event.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// What came of the move of this number.
    pub(crate) fn add(&mut self, sequence: u64, events: &[TableEvent]) {
        self.end = sequence;
        if events.is_empty() {
            return;
        }
        if self.moves.len() == KEPT
            && let Some((dropped, _)) = self.moves.pop_front()
        {
            self.complete_after = dropped;
        }
        let text = serde_json::to_string(events).expect("messages have text keys and finite numbers");
        self.moves.push_back((sequence, text.into()));
    }

    /// Everything after this move; `None` when not all of it is here.
    pub(crate) fn since(&self, have: u64) -> Option<Vec<TableEvent>> {
        if have < self.complete_after || have > self.end {
            return None;
        }
        let from = self.moves.partition_point(|(sequence, _)| *sequence <= have);
        let mut events = Vec::new();
        for (_, text) in self.moves.range(from..) {
            events.extend(serde_json::from_str::<Vec<TableEvent>>(text).ok()?);
        }
        Some(events)
    }
}

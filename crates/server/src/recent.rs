//! The latest events of a table, for those who were away for a moment.

use crate::wire::{Served, hear};
use kozyr_protocol::room::HeardEvent;
use kozyr_table::Told;
use kozyr_time::PlayerId;
use std::collections::VecDeque;

/// Events kept; whoever has missed more gets the table as it is.
const KEPT: usize = 400;

pub(crate) struct Recent<S: Served> {
    told: VecDeque<(u64, Told<S>)>,
    /// All events after this one are here.
    complete_after: u64,
    end: u64,
}

impl<S: Served> Recent<S> {
    /// Nothing so far, and the next event comes after this one.
    pub(crate) fn starting_at(sequence: u64) -> Recent<S> {
        Recent { told: VecDeque::new(), complete_after: sequence, end: sequence }
    }

    /// The last event.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// What came of the event of this number.
    pub(crate) fn add(&mut self, sequence: u64, told: Vec<Told<S>>) {
        self.end = sequence;
        self.told.extend(told.into_iter().map(|told| (sequence, told)));
        while self.told.len() > KEPT {
            if let Some((dropped, _)) = self.told.pop_front() {
                self.complete_after = dropped;
            }
        }
    }

    /// What this person may know of everything after this event; `None` when not all of it is here.
    pub(crate) fn since(&self, have: u64, person: Option<PlayerId>) -> Option<Vec<HeardEvent>> {
        if have < self.complete_after || have > self.end {
            return None;
        }
        let mut heard = Vec::new();
        let from = self.told.partition_point(|(sequence, _)| *sequence <= have);
        for (sequence, told) in self.told.range(from..) {
            hear(told, *sequence, person, &mut heard);
        }
        Some(heard)
    }
}

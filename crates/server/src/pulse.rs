//! How it goes at the tables, for the lobby: what lies in the middle and how fast is played.
//!
//! That changes with every move at every table, so nobody is woken for it: a table writes it down now and then, and whoever
//! follows the lobby looks every few seconds at the tables on their own list.

use crate::directory::TableName;
use kozyr_protocol::room::{LobbyLife, LobbyPerson, LobbyTable};
use kozyr_table::Player;
use kozyr_time::{Millis, Timestamp};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// From so many beginnings on it is said how many there are in an hour, and as of so many of the last.
const LEAST_STARTS: usize = 3;
const MOST_STARTS: usize = 12;
/// So often a table writes down how it goes while a hand is played.
const EVERY: Millis = Millis::from_secs(3);
const HOUR: Millis = Millis::from_secs(3600);

/// Somebody at a table, as the lobby says it.
pub(crate) fn person(player: &Player) -> LobbyPerson {
    LobbyPerson { player: player.id.get(), name: player.name.to_string() }
}

/// What a table keeps of its last hands.
#[derive(Debug, Default)]
pub(crate) struct Pulse {
    starts: VecDeque<Timestamp>,
    written: Option<Timestamp>,
}

impl Pulse {
    /// A hand begins.
    pub(crate) fn starts(&mut self, now: Timestamp) {
        if self.starts.len() == MOST_STARTS {
            self.starts.pop_front();
        }
        self.starts.push_back(now);
    }

    /// Is it time to write down how it goes? Now, if somebody came or went, or a hand begins or is over.
    pub(crate) fn is_due(&mut self, now: Timestamp, at_once: bool) -> bool {
        let due = at_once || self.written.is_none_or(|written| now.since(written) >= EVERY);
        if due {
            self.written = Some(now);
        }
        due
    }

    /// How many hands begin in an hour.
    pub(crate) fn an_hour(&self) -> Option<u32> {
        let (first, last) = (self.starts.front()?, self.starts.back()?);
        let passed = last.since(*first).get();
        if self.starts.len() < LEAST_STARTS || passed == 0 {
            return None;
        }
        u32::try_from((self.starts.len() as u64 - 1) * HOUR.get() / passed).ok()
    }
}

/// How it goes at every table where something is played.
#[derive(Default)]
pub(crate) struct Lives(Mutex<BTreeMap<String, LobbyLife>>);

impl Lives {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, LobbyLife>> {
        // Every change is one insertion: there is nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table says how it goes; nothing when nothing is played.
    pub(crate) fn put(&self, table: &TableName, life: Option<LobbyLife>) {
        match life {
            Some(life) => drop(self.all().insert(table.to_string(), life)),
            None => drop(self.all().remove(table.as_str())),
        }
    }

    /// How it goes at each of these tables.
    pub(crate) fn of<'a>(&self, tables: impl Iterator<Item = &'a str>) -> Vec<Option<LobbyLife>> {
        let all = self.all();
        tables.map(|table| all.get(table).copied()).collect()
    }

    /// The tables as they are told: with how it goes there.
    pub(crate) fn told<'a>(&self, tables: impl Iterator<Item = &'a LobbyTable>) -> Vec<LobbyTable> {
        let all = self.all();
        tables.map(|table| LobbyTable { life: all.get(&table.table).copied(), ..table.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_an_hour_are_those_of_the_last_ones() {
        let mut pulse = Pulse::default();
        let at = |seconds: i64| Timestamp::from_millis(seconds * 1000);
        for seconds in [0, 60] {
            pulse.starts(at(seconds));
        }
        assert_eq!(pulse.an_hour(), None, "two beginnings are no pace");
        pulse.starts(at(120));
        assert_eq!(pulse.an_hour(), Some(60));
        (1..=12).for_each(|nth| pulse.starts(at(120 + nth * 30)));
        assert_eq!(pulse.an_hour(), Some(120), "what was long ago is forgotten");
    }

    #[test]
    fn a_table_writes_every_few_seconds_and_whenever_a_hand_is_over() {
        let mut pulse = Pulse::default();
        let at = Timestamp::from_millis;
        let due = [
            (0, false),
            (100, false),
            (2_999, false),
            (3_000, false),
            (3_100, true),
            (5_000, false),
            (6_100, false),
        ]
        .map(|(now, at_once)| pulse.is_due(at(now), at_once));
        assert_eq!(due, [true, false, false, true, true, false, true]);
    }
}

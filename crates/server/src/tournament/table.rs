//! One table of a tournament: its state, those who look on, and what is asked of it.

use super::append::Pending;
use super::decide::Asked;
use super::load::{table_id, table_stream};
use super::plan::TournamentPlan;
use crate::audience::Audience;
use crate::load::Loaded;
use crate::outlet::{ConnectionId, Watcher};
use crate::seeds::SystemSeeds;
use crate::shard::Shared;
use kozyr_store::StreamId;
use kozyr_table::holdem::{HoldemSeating, HoldemTable};
use kozyr_table::{Dealer, Deals, Input};
use kozyr_time::PlayerId;
use kozyr_tournament::TableNo;
use kozyr_tournament::live::Tables;
use std::collections::{BTreeMap, VecDeque};

/// Commands that may wait at one table, and how many of them may be one person's.
const QUEUE: usize = 128;
const SHARE: usize = 8;

/// Something that is asked of a table.
pub(crate) struct TableJob {
    pub(crate) input: Input<HoldemSeating>,
    pub(crate) asked: Option<Asked>,
}

/// One table of a tournament.
pub(crate) struct ServedTable {
    pub(crate) stream: StreamId,
    pub(crate) loaded: Loaded<HoldemSeating>,
    pub(crate) audience: Audience<HoldemSeating>,
    pub(crate) queue: VecDeque<TableJob>,
    /// What is with the store and touches this table alone.
    pub(crate) pending: Option<Pending>,
}

impl ServedTable {
    /// A table of the tournament that people call so.
    pub(crate) fn new(
        plan: &TournamentPlan,
        title: &str,
        no: TableNo,
        loaded: Loaded<HoldemSeating>,
    ) -> ServedTable {
        let title = format!("{title} · {no}");
        let tournament = Some(plan.id.to_string());
        ServedTable {
            stream: table_stream(plan, no),
            audience: Audience::new(table_id(plan, no), title, tournament, &loaded.table),
            loaded,
            queue: VecDeque::new(),
            pending: None,
        }
    }

    /// The same table, loaded again.
    pub(crate) fn reloaded(mut self, loaded: Loaded<HoldemSeating>, shared: &Shared) -> ServedTable {
        self.loaded = loaded;
        self.audience.start_over(&self.loaded, shared);
        self
    }

    /// After a start: clocks run anew, and no line is there yet.
    pub(crate) fn start_again(&mut self) {
        if self.loaded.table.deadline().is_some() {
            self.ask(Input::Resume);
        }
        let people = self.loaded.table.taken().filter(|(_, chair)| !chair.player.bot);
        let lost: Vec<PlayerId> = people.map(|(_, chair)| chair.player.id).collect();
        lost.into_iter().for_each(|player| self.ask(Input::Line { player, connected: false }));
    }

    pub(crate) fn ask(&mut self, input: Input<HoldemSeating>) {
        self.push(input, None);
    }

    pub(crate) fn push(&mut self, input: Input<HoldemSeating>, asked: Option<Asked>) {
        self.queue.push_back(TableJob { input, asked });
    }

    /// Its time has come.
    pub(crate) fn tick(&mut self) {
        if !self.queue.iter().any(|job| job.input == Input::Tick) {
            self.queue.push_front(TableJob { input: Input::Tick, asked: None });
        }
    }

    /// May this person ask nothing more at the moment?
    pub(crate) fn is_full_for(&self, person: PlayerId) -> bool {
        let waiting = self.queue.iter().filter_map(|job| job.asked.as_ref());
        let own = waiting.filter(|other| other.origin.person == person).count();
        self.queue.len() >= QUEUE || own >= SHARE
    }

    pub(crate) fn watch(&mut self, watcher: Watcher, have: Option<u64>, shared: &Shared) {
        let person = watcher.person;
        self.audience.watch(watcher, have, &self.loaded, &self.stream, shared);
        if let Some(player) = person.filter(|&person| self.loaded.table.seat_of(person).is_some()) {
            self.ask(Input::Line { player, connected: true });
        }
    }

    pub(crate) fn unwatch(&mut self, connection: ConnectionId, shared: &Shared) {
        let gone = self.audience.unwatch(connection, shared);
        if let Some(player) = gone.filter(|&person| self.loaded.table.seat_of(person).is_some()) {
            self.ask(Input::Line { player, connected: false });
        }
    }
}

/// The tables with copies of their dealers, to be kept if what is decided becomes durable.
pub(crate) struct Working<'t> {
    pub(crate) tables: &'t BTreeMap<TableNo, ServedTable>,
    pub(crate) dealers: BTreeMap<TableNo, Dealer<SystemSeeds>>,
}

impl Tables for Working<'_> {
    fn numbers(&self) -> Vec<TableNo> {
        self.tables.keys().copied().collect()
    }

    fn table(&self, no: TableNo) -> Option<&HoldemTable> {
        self.tables.get(&no).map(|served| &served.loaded.table)
    }

    fn dealer(&mut self, no: TableNo) -> &mut dyn Deals {
        let tables = self.tables;
        let copy = || {
            tables.get(&no).map_or_else(|| Dealer::new(SystemSeeds), |served| served.loaded.dealer.clone())
        };
        self.dealers.entry(no).or_insert_with(copy)
    }
}

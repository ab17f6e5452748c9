//! Those who look at one table: who they are, what they know of it, and how they hear the rest.
//!
//! A table in service has one, whoever decides for it: its own service or a tournament's.

mod later;

use crate::directory::TableName;
use crate::load::Loaded;
use crate::outlet::{ConnectionId, Outlet, Watcher};
use crate::planted::{self, Fault};
use crate::shard::Shared;
use crate::tally::Tally;
use crate::wire::{self, Left, Served, Viewpoints};
use kozyr_protocol::room::{Step, TableEvent, TableInfo, TableView, ToClient, write};
use kozyr_store::StreamId;
use kozyr_table::{Batch, Effects, Entry, Table};
use kozyr_time::{Millis, PlayerId, Timestamp};
use later::{Later, Sees, is_late};
use std::collections::BTreeMap;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// So many who left lately are kept at hand; the store remembers the others.
const MOST_LEFT: usize = 64;

/// Those who look at one table.
pub(crate) struct Audience<S: Served> {
    name: TableName,
    title: String,
    /// The tournament whose table it is.
    tournament: Option<String>,
    info: TableInfo,
    watchers: Vec<Watcher>,
    /// What they know.
    viewpoints: Viewpoints<S>,
    /// Who left lately, and how.
    left: BTreeMap<PlayerId, Left<S>>,
    /// What those without a seat see, where that is only later.
    later: Option<Later<S>>,
}

impl<S: Served> Audience<S> {
    /// Nobody looks on so far.
    pub(crate) fn new(
        name: TableName,
        title: String,
        tournament: Option<String>,
        table: &Table<S>,
    ) -> Audience<S> {
        let mut info = wire::info(&title, 0, table);
        info.tournament.clone_from(&tournament);
        let (watchers, viewpoints, left) = (Vec::new(), Viewpoints::new(table), BTreeMap::new());
        Audience { name, title, tournament, info, watchers, viewpoints, left, later: None }
    }

    /// After a start: those without a seat see everything so much later, if at all.
    pub(crate) fn delayed(
        mut self,
        delay: Option<Millis>,
        loaded: &Loaded<S>,
        now: Timestamp,
    ) -> Audience<S> {
        let later = |delay| Later::after_start(delay, &loaded.table, loaded.sequence, &self.info, now);
        self.later = delay.map(later);
        self
    }

    /// Those without a seat see what happens from now on so much later, or at once.
    pub(crate) fn set_delay(&mut self, delay: Option<Millis>, loaded: &Loaded<S>, now: Timestamp) {
        let (table, sequence) = (&loaded.table, loaded.sequence);
        match (&mut self.later, delay) {
            (None, None) => {}
            (None, Some(delay)) => {
                let later = Later::from_now(delay, table, sequence, &self.info);
                let shown = later.snapshot(now);
                let late = self.watchers.iter().filter(|watcher| is_late(watcher, table));
                late.for_each(|watcher| watcher.outlet.send(shown.clone()));
                self.later = Some(later);
            }
            (Some(later), Some(delay)) if later.delay() == delay => {}
            (Some(later), Some(delay)) => {
                later.start_over(delay, (table, sequence), &self.watchers, &self.info, now);
            }
            (Some(_), None) => {
                self.later = None;
                for watcher in self.watchers.iter().filter(|watcher| is_late(watcher, table)) {
                    watcher.outlet.send(self.snapshot(watcher.person, loaded, now));
                }
            }
        }
    }

    /// Do those without a seat see it later?
    pub(crate) fn is_delayed(&self) -> bool {
        self.later.is_some()
    }

    /// When those without a seat are to be shown something again.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.later.as_ref().and_then(Later::deadline)
    }

    /// Shows those without a seat what they were to see later and is due now.
    pub(crate) fn show_what_is_due(&mut self, table: &Table<S>, now: Timestamp) {
        if let Some(later) = &mut self.later {
            later.show(&self.watchers, table, now);
        }
    }

    /// What does not change from hand to hand.
    pub(crate) fn info(&self) -> &TableInfo {
        &self.info
    }

    /// Everybody who looks on.
    #[cfg(feature = "simulation")]
    pub(crate) fn watchers(&self) -> impl Iterator<Item = &Watcher> {
        self.watchers.iter()
    }

    /// The table as those without a seat see it, where that is not as it is.
    #[cfg(feature = "simulation")]
    pub(crate) fn seen_later(&self) -> Option<TableView> {
        self.later.as_ref().and_then(Later::shown)
    }

    /// Has this connection seen more than those without a seat, and has none any more?
    #[cfg(feature = "simulation")]
    pub(crate) fn is_ahead(&self, connection: ConnectionId) -> bool {
        self.later.as_ref().is_some_and(|later| later.is_ahead(connection))
    }

    /// How this person left a little while ago, if they did.
    pub(crate) fn left(&self, person: PlayerId) -> Option<&Left<S>> {
        self.left.get(&person)
    }

    /// Everybody who hears what is told here.
    pub(crate) fn listeners(&self) -> impl Iterator<Item = (Option<PlayerId>, &Outlet)> {
        self.watchers.iter().map(|watcher| (watcher.person, &watcher.outlet))
    }

    /// Does this connection look on?
    pub(crate) fn has(&self, connection: ConnectionId) -> bool {
        self.watchers.iter().any(|watcher| watcher.outlet.id == connection)
    }

    /// Does this person look on?
    pub(crate) fn looks(&self, person: PlayerId) -> bool {
        self.watchers.iter().any(|watcher| watcher.person == Some(person))
    }

    /// How many look on without a seat; a person counts once, and the room's own programs do not.
    pub(crate) fn spectators(&self, table: &Table<S>) -> u32 {
        let guests = self.watchers.iter().filter(|watcher| !watcher.outlet.of_house);
        let mut people = std::collections::BTreeSet::new();
        let counted = guests.filter(|watcher| match watcher.person {
            Some(person) => table.seat_of(person).is_none() && people.insert(person),
            None => true,
        });
        u32::try_from(counted.count()).unwrap_or(u32::MAX)
    }

    /// These people may look on no more.
    pub(crate) fn turn_away(&mut self, is_out: impl Fn(PlayerId) -> bool, shared: &Shared) {
        let gone = write(&ToClient::Unwatched { table: self.name.to_string() });
        let (out, stay): (Vec<Watcher>, Vec<Watcher>) =
            self.watchers.drain(..).partition(|watcher| watcher.person.is_some_and(&is_out));
        self.watchers = stay;
        for watcher in out {
            watcher.person.iter().for_each(|&person| shared.directory.looks_away(&self.name, person));
            watcher.outlet.send(gone.clone().into());
        }
    }

    /// The connections of one person.
    pub(crate) fn outlets_of(&self, person: PlayerId) -> Vec<Outlet> {
        let own = self.watchers.iter().filter(|watcher| watcher.person == Some(person));
        own.map(|watcher| watcher.outlet.clone()).collect()
    }

    /// Somebody looks on from now on, or again, or as somebody else.
    pub(crate) fn watch(
        &mut self,
        watcher: Watcher,
        have: Option<u64>,
        loaded: &Loaded<S>,
        stream: &StreamId,
        shared: &Shared,
    ) {
        self.later.iter_mut().for_each(|later| later.forget(watcher.outlet.id));
        if let Some(place) = self.watchers.iter().position(|known| known.outlet.id == watcher.outlet.id) {
            let known = self.watchers.swap_remove(place);
            known.person.iter().for_each(|&person| shared.directory.looks_away(&self.name, person));
        }
        watcher.person.iter().for_each(|&person| shared.directory.looks(&self.name, person));
        if self.watchers.is_empty() {
            // Nobody was told anything lately.
            self.viewpoints = Viewpoints::new(&loaded.table);
        }
        if let Some(person) = watcher.person {
            self.recall(person, loaded, stream, shared);
        }
        if let Some(later) = self.later.as_ref().filter(|_| is_late(&watcher, &loaded.table)) {
            watcher.outlet.send(later.snapshot(shared.now));
            self.watchers.push(watcher);
            return self.look_on(&loaded.table, shared.now);
        }
        let missed = have.and_then(|have| Some((have, loaded.recent.since(have)?)));
        let message = match missed {
            Some((after, events)) => {
                let mut eyes = watcher.person;
                if planted::has(Fault::LeakOnResume) {
                    eyes = self
                        .watchers
                        .iter()
                        .map(|other| other.person)
                        .find(Option::is_some)
                        .flatten()
                        .or(eyes);
                }
                let view = Some(Box::new(self.view(eyes, &loaded.table, shared.now)));
                let step = Step { sequence: loaded.sequence, events, view, ..Step::default() };
                let (table, now) = (self.name.to_string(), shared.now.as_millis());
                let info = Some(self.info.clone());
                write(&ToClient::Update { table, after, now, info, steps: vec![step] }).into()
            }
            None => self.snapshot(watcher.person, loaded, shared.now),
        };
        watcher.outlet.send(message);
        self.watchers.push(watcher);
        self.look_on(&loaded.table, shared.now);
    }

    /// Shows somebody the table once, as they would see it if they looked on.
    pub(crate) fn show(&self, watcher: &Watcher, loaded: &Loaded<S>, now: Timestamp) {
        let later = self.later.as_ref().filter(|_| is_late(watcher, &loaded.table));
        let live = || self.snapshot(watcher.person, loaded, now);
        watcher.outlet.send(later.map_or_else(live, |later| later.snapshot(now)));
    }

    /// A connection looks on no more. Whose it was, if that was their last.
    pub(crate) fn unwatch(&mut self, connection: ConnectionId, shared: &Shared) -> Option<PlayerId> {
        let place = self.watchers.iter().position(|watcher| watcher.outlet.id == connection)?;
        self.later.iter_mut().for_each(|later| later.forget(connection));
        let gone = self.watchers.swap_remove(place).person?;
        shared.directory.looks_away(&self.name, gone);
        let looks = self.watchers.iter().any(|watcher| watcher.person == Some(gone));
        (!looks).then_some(gone)
    }

    /// The table was loaded again: everybody sees it as it is.
    pub(crate) fn start_over(&mut self, loaded: &Loaded<S>, shared: &Shared) {
        self.set_info(&loaded.table);
        self.viewpoints = Viewpoints::new(&loaded.table);
        if let Some(later) = &mut self.later {
            let table = (&loaded.table, loaded.sequence);
            later.start_over(later.delay(), table, &self.watchers, &self.info, shared.now);
        }
        let waits = |watcher: &Watcher| self.later.is_some() && is_late(watcher, &loaded.table);
        for watcher in self.watchers.iter().filter(|watcher| !waits(watcher)) {
            watcher.outlet.send(self.snapshot(watcher.person, loaded, shared.now));
        }
        self.look_on(&loaded.table, shared.now);
    }

    /// The table is there no more.
    pub(crate) fn dismiss(&mut self) {
        let gone = write(&ToClient::Unwatched { table: self.name.to_string() });
        let gone = Utf8Bytes::from(gone);
        self.watchers.drain(..).for_each(|watcher| watcher.outlet.send(gone.clone()));
    }

    /// Carries out what is durable, and tells everybody what they may know of it. Says whether the settings of the
    /// table are others now.
    pub(crate) fn apply(&mut self, loaded: &mut Loaded<S>, batch: &Batch<S>, shared: &Shared) -> bool {
        let before = loaded.sequence;
        self.look_on(&loaded.table, shared.now);
        self.remember(batch);
        count(batch, &shared.directory.tally);
        let mut changed = false;
        #[cfg(feature = "simulation")]
        crate::simulation::learn(&loaded.table);
        for entry in &batch.entries {
            let mut effects = Effects::default();
            loaded.table.apply_entry(batch.at, entry, &mut effects);
            loaded.sequence += 1;
            let (table, sequence) = (&loaded.table, loaded.sequence);
            #[cfg(feature = "simulation")]
            crate::simulation::learn(table);
            let events = wire::heard(&effects.told, table);
            changed |= events.contains(&TableEvent::Changed);
            // A table nobody looks at costs nothing to look at.
            if !self.watchers.is_empty() {
                self.viewpoints.step(table, sequence, &events, |person| self.left.get(&person));
            }
            self.later.iter_mut().for_each(|later| later.step(table, sequence, &events));
            loaded.recent.add(sequence, &events);
        }
        if changed {
            self.set_info(&loaded.table);
        }
        self.tell(before, changed, loaded, shared);
        changed
    }

    /// How somebody stood who left a little while ago: remembered here, or by the store.
    pub(crate) fn recall(
        &mut self,
        player: PlayerId,
        loaded: &Loaded<S>,
        stream: &StreamId,
        shared: &Shared,
    ) {
        if self.left.contains_key(&player) || loaded.table.seat_of(player).is_some() {
            return;
        }
        match shared.store.remembered(stream, player, shared.now) {
            Ok(Some(row)) => {
                if let Ok(departed) = serde_json::from_slice(&row.payload.bytes) {
                    self.left.insert(player, departed);
                    // Whoever looks on already, from a time when the store did not answer, sees what it takes of them now.
                    self.viewpoints.forget(player);
                    let now = shared.now;
                    for outlet in self.outlets_of(player) {
                        let known = |later: &Later<S>| later.snapshot(now);
                        let live = || self.snapshot(Some(player), loaded, now);
                        outlet.send(self.later.as_ref().map_or_else(live, known));
                    }
                    self.look_on(&loaded.table, now);
                }
            }
            Ok(None) => {}
            Err(error) => tracing::error!(table = %self.name, %error, "who left lately cannot be looked up"),
        }
        // Only those who look on are of interest; a crowd of others would only take room.
        if self.left.len() > MOST_LEFT {
            let looks = |player: &PlayerId| self.watchers.iter().any(|one| one.person == Some(*player));
            self.left.retain(|player, _| looks(player));
        }
    }

    fn set_info(&mut self, table: &Table<S>) {
        self.info = wire::info(&self.title, 0, table);
        self.info.tournament.clone_from(&self.tournament);
    }

    /// Those who look on know the table as it is now.
    fn look_on(&mut self, table: &Table<S>, now: Timestamp) {
        let people = self.watchers.iter().filter_map(|watcher| watcher.person);
        let left = |person| self.left.get(&person);
        self.viewpoints.watch(people, table, left, now);
    }

    fn view(&self, person: Option<PlayerId>, table: &Table<S>, now: Timestamp) -> TableView {
        let before = person.and_then(|person| self.left.get(&person));
        wire::view(table, person, before, now)
    }

    fn snapshot(&self, person: Option<PlayerId>, loaded: &Loaded<S>, now: Timestamp) -> Utf8Bytes {
        let snapshot = ToClient::Snapshot {
            table: self.name.to_string(),
            sequence: loaded.sequence,
            now: now.as_millis(),
            info: self.info.clone(),
            view: Box::new(self.view(person, &loaded.table, now)),
        };
        write(&snapshot).into()
    }

    fn remember(&mut self, batch: &Batch<S>) {
        for (player, departed) in &batch.memory {
            match departed {
                Some(departed) => drop(self.left.insert(*player, departed.clone())),
                None => drop(self.left.remove(player)),
            }
        }
    }

    /// Tells every watcher what came after this event. Whoever may know the same gets the same bytes.
    fn tell(&mut self, after: u64, changed: bool, loaded: &Loaded<S>, shared: &Shared) {
        let now = shared.now;
        let info = changed.then_some(&self.info);
        let mut written: Vec<(Option<PlayerId>, Utf8Bytes)> = Vec::new();
        let mut sees = Vec::new();
        if let Some(later) = &mut self.later {
            later.told(&self.name, (after, loaded.sequence), &self.info, changed, now);
            sees = later.sees(&self.watchers, &loaded.table, loaded.sequence);
        }
        let sees = sees.into_iter().chain(std::iter::repeat(Sees::Now));
        for (watcher, sees) in self.watchers.iter().zip(sees) {
            match sees {
                Sees::Now => {}
                Sees::All => {
                    watcher.outlet.send(self.snapshot(watcher.person, loaded, now));
                    continue;
                }
                Sees::Later => continue,
            }
            let eyes = watcher.person.filter(|&person| self.viewpoints.concerns(person));
            let known = written.iter().find(|(other, _)| *other == eyes).map(|(_, line)| line.clone());
            let line = known.unwrap_or_else(|| {
                let line =
                    Utf8Bytes::from(self.viewpoints.update(self.name.as_str(), after, now, info, eyes));
                written.push((eyes, line.clone()));
                line
            });
            watcher.outlet.send(line);
        }
        self.viewpoints.told();
    }
}

/// Do people come or go by this?
pub(crate) fn moves_people<S: Served>(batch: &Batch<S>) -> bool {
    let moves = |entry: &Entry<S>| {
        matches!(entry, Entry::Sat { .. } | Entry::Moved { .. } | Entry::Left(..) | Entry::Parted(..))
    };
    batch.entries.iter().any(moves)
}

/// Counts what happens with it.
fn count<S: Served>(batch: &Batch<S>, tally: &Tally) {
    let of = |is: fn(&Entry<S>) -> bool| batch.entries.iter().filter(|entry| is(entry)).count();
    tally.hands.add(of(|entry| matches!(entry, Entry::Started { .. })));
    tally.actions.add(of(|entry| matches!(entry, Entry::Acted(..))));
}

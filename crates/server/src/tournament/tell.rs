//! Those who follow a tournament, and how they hear of it.

use super::decide::player_of;
use super::line::{Line, State};
use super::load::table_id;
use super::plan::TournamentPlan;
use super::view;
use crate::outlet::{ConnectionId, Outlet, Watcher};
use kozyr_protocol::room::patch::{Flat, Tree, write_patch};
use kozyr_protocol::room::{ToClient, TournamentEvent, TournamentOwn, TournamentView, write};
use kozyr_time::{PlayerId, Timestamp};
use kozyr_tournament::{Chair, Happened, TableNo, Tournament};
use serde_json::Value;
use std::collections::BTreeMap;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Those who follow a tournament.
#[derive(Default)]
pub(crate) struct Followers {
    all: Vec<Follower>,
    /// What those who see all of it know; nothing when nobody does.
    known: Option<Flat>,
    /// What everybody knows of their own part.
    owns: BTreeMap<PlayerId, Option<TournamentOwn>>,
}

struct Follower {
    watcher: Watcher,
    /// They are told only of their own part.
    brief: bool,
}

impl Followers {
    pub(crate) fn add(
        &mut self,
        watcher: Watcher,
        brief: bool,
        plan: &TournamentPlan,
        state: &State,
        sequence: u64,
        now: Timestamp,
    ) {
        self.remove(watcher.outlet.id);
        let own = watcher.person.map(|person| {
            let own = view::own(plan, state, person, now);
            self.owns.entry(person).or_insert_with(|| own.clone());
            own
        });
        if !brief && self.known.is_none() {
            self.known = Some(Flat::of(&view::shared(plan, state, now)));
        }
        if brief {
            let patch = own.flatten().map(|own| own_patch(&None, &Some(own))).unwrap_or_default();
            watcher.outlet.tell(&update(plan, (0, sequence), now, Vec::new(), patch));
        } else {
            watcher.outlet.send(snapshot(plan, state, sequence, now, own.flatten()));
        }
        self.all.push(Follower { watcher, brief });
    }

    pub(crate) fn remove(&mut self, connection: ConnectionId) {
        self.all.retain(|follower| follower.watcher.outlet.id != connection);
        if self.all.iter().all(|follower| follower.brief) {
            self.known = None;
        }
        let all = &self.all;
        self.owns.retain(|person, _| all.iter().any(|follower| follower.watcher.person == Some(*person)));
    }

    /// The connections of one person.
    pub(crate) fn outlets_of(&self, person: PlayerId) -> Vec<Outlet> {
        let own = self.all.iter().filter(|follower| follower.watcher.person == Some(person));
        own.map(|follower| follower.watcher.outlet.clone()).collect()
    }

    /// The tournament was loaded again: everybody sees it as it is.
    pub(crate) fn start_over(&mut self, plan: &TournamentPlan, state: &State, sequence: u64, now: Timestamp) {
        for Follower { watcher, brief } in std::mem::take(&mut self.all) {
            self.add(watcher, brief, plan, state, sequence, now);
        }
    }

    /// Tells everybody what changed, and what they have to hear of it.
    pub(crate) fn tell(
        &mut self,
        plan: &TournamentPlan,
        state: &State,
        (before, after): (u64, u64),
        lines: &[Line],
        now: Timestamp,
    ) {
        if self.all.is_empty() || lines.is_empty() {
            return;
        }
        let configured = |line: &Line| matches!(line, Line::Event(event) if matches!(event.what, Happened::Configured { .. }));
        if lines.iter().any(configured) {
            return self.start_over(plan, state, after, now);
        }
        let mut patch = Tree::new();
        let mut events = Vec::new();
        if let Some(known) = &mut self.known {
            let new = Flat::of(&view::shared(plan, state, now));
            patch = changes(known, &new);
            *known = new;
            events = lines.iter().flat_map(|line| view::told(line, state)).collect();
        }
        let mut owns: BTreeMap<PlayerId, Tree> = BTreeMap::new();
        for (&person, known) in &mut self.owns {
            let new = view::own(plan, state, person, now);
            if new != *known {
                owns.insert(person, own_patch(known, &new));
                *known = new;
            }
        }
        let mut common: Option<Utf8Bytes> = None;
        for Follower { watcher, brief } in &self.all {
            let own = watcher.person.and_then(|person| owns.get(&person));
            match (own, brief) {
                (None, true) => {}
                (Some(own), true) => {
                    watcher.outlet.tell(&update(plan, (before, after), now, Vec::new(), own.clone()));
                }
                (None, false) => {
                    let write =
                        || self::write(&update(plan, (before, after), now, events.clone(), patch.clone()));
                    let line = common.get_or_insert_with(|| write().into());
                    watcher.outlet.send(line.clone());
                }
                (Some(own), false) => {
                    let mut patch = patch.clone();
                    patch.extend(own.clone());
                    watcher.outlet.tell(&update(plan, (before, after), now, events.clone(), patch));
                }
            }
        }
    }
}

fn update(
    plan: &TournamentPlan,
    (after, sequence): (u64, u64),
    now: Timestamp,
    events: Vec<TournamentEvent>,
    patch: Tree,
) -> ToClient {
    let tournament = plan.id.to_string();
    ToClient::TournamentUpdate { tournament, after, sequence, now: now.as_millis(), events, patch }
}

/// Shows a tournament as it is to somebody who does not follow it.
pub(crate) fn show(watcher: &Watcher, plan: &TournamentPlan, state: &State, sequence: u64, now: Timestamp) {
    let own = watcher.person.and_then(|person| view::own(plan, state, person, now));
    watcher.outlet.send(snapshot(plan, state, sequence, now, own));
}

fn snapshot(
    plan: &TournamentPlan,
    state: &State,
    sequence: u64,
    now: Timestamp,
    own: Option<TournamentOwn>,
) -> Utf8Bytes {
    let view = TournamentView { own, ..view::shared(plan, state, now) };
    let snapshot = ToClient::Tournament {
        tournament: plan.id.to_string(),
        sequence,
        now: now.as_millis(),
        info: Box::new(view::info(plan, state)),
        view: Box::new(view),
    };
    write(&snapshot).into()
}

/// What has to be changed in the one to have the other.
pub(crate) fn changes(before: &Flat, after: &Flat) -> Tree {
    serde_json::from_str(&write_patch(before, after)).expect("a patch is JSON")
}

fn own_patch(before: &Option<TournamentOwn>, after: &Option<TournamentOwn>) -> Tree {
    let value = match (before, after) {
        (_, None) => Value::Null,
        (before, Some(after)) => {
            let before = before.as_ref().map(Flat::of).unwrap_or_default();
            Value::Object(changes(&before, &Flat::of(after)))
        }
    };
    [("own".to_owned(), value)].into_iter().collect()
}

/// Who sits elsewhere after some lines.
pub(crate) struct Moves(BTreeMap<PlayerId, (Option<TableNo>, Chair)>);

impl Moves {
    /// From how the tournament was before them.
    pub(crate) fn of(lines: &[Line], before: &Tournament) -> Moves {
        let mut moves: BTreeMap<PlayerId, (Option<TableNo>, Chair)> = BTreeMap::new();
        for line in lines {
            let Line::Event(event) = line else { continue };
            match &event.what {
                Happened::Started { seating } | Happened::FinalTable { seating, .. } => {
                    for row in seating {
                        let from = before.entrant(&row.player).and_then(|entrant| entrant.chair);
                        let from = from.map(|chair| chair.table);
                        let known = moves.entry(player_of(&row.player)).or_insert((from, row.chair));
                        known.1 = row.chair;
                    }
                }
                Happened::Entered { player, chair, .. } | Happened::ReEntered { player, chair, .. } => {
                    moves.insert(player_of(player), (None, *chair));
                }
                Happened::Moved { player, from, to, .. } => {
                    let known = moves.entry(player_of(player)).or_insert((Some(from.table), *to));
                    known.1 = *to;
                }
                _ => {}
            }
        }
        Moves(moves)
    }

    pub(crate) fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.0.keys().copied()
    }

    pub(crate) fn tell(&self, player: PlayerId, outlets: &[Outlet], plan: &TournamentPlan) {
        let Some((from, to)) = self.0.get(&player) else { return };
        let moved = ToClient::Moved {
            tournament: plan.id.to_string(),
            from: from.map(|no| table_id(plan, no).to_string()),
            to: table_id(plan, to.table).to_string(),
            seat: to.seat,
        };
        outlets.iter().for_each(|outlet| outlet.tell(&moved));
    }
}

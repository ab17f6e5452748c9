//! A table as those without a seat see it: a while after it happened.
//!
//! What happens is written for them at once, with every moment so much later, and waits until then. So whoever follows it
//! knows of no delay: clocks run for them as they ran for the players.

use crate::directory::TableName;
use crate::outlet::{ConnectionId, Watcher};
use crate::wire::{Served, Viewpoints};
use kozyr_protocol::room::{
    BySeat, DurakView, Follower, GameView, HoldemView, SekaView, TableEvent, TableInfo, TableView, ToClient,
    write,
};
use kozyr_table::Table;
use kozyr_time::{Millis, PlayerId, Timestamp};
use std::collections::VecDeque;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// What will be told, and when.
struct Coming {
    due: Timestamp,
    /// The move it leads to.
    sequence: u64,
    line: Utf8Bytes,
}

/// What somebody who looks on is told of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sees {
    /// The move, now.
    Now,
    /// The whole table as it is now: they have just sat down.
    All,
    /// The move, later.
    Later,
}

/// A table as those without a seat see it.
pub(super) struct Later<S: Served> {
    delay: Millis,
    /// What the last of what is coming leads to.
    viewpoints: Viewpoints<S>,
    /// What they have been told so far, folded as they fold it.
    shown: Follower,
    coming: VecDeque<Coming>,
    /// Who had a seat when the last move was told: they see everything at once.
    seated: Vec<PlayerId>,
    /// Those who have seen more, up to this move: they had a seat until a while ago.
    ahead: Vec<(ConnectionId, u64)>,
}

impl<S: Served> Later<S> {
    /// From now on; what was seen so far stays as it is.
    pub(super) fn from_now(delay: Millis, table: &Table<S>, sequence: u64, info: &TableInfo) -> Later<S> {
        let viewpoints = Viewpoints::later(table, delay);
        let view = viewpoints.shared().clone();
        Later::showing(viewpoints, delay, table, (sequence, info, view))
    }

    /// After a start, when nobody knows any more what was to be seen: who sits there, and nothing of the game until it is
    /// due.
    pub(super) fn after_start(
        delay: Millis,
        table: &Table<S>,
        sequence: u64,
        info: &TableInfo,
        now: Timestamp,
    ) -> Later<S> {
        let viewpoints = Viewpoints::later(table, delay);
        let view = without_game(viewpoints.shared());
        let mut later = Later::showing(viewpoints, delay, table, (sequence, info, view));
        later.tell_whole(table, sequence, info, now);
        later
    }

    fn showing(
        viewpoints: Viewpoints<S>,
        delay: Millis,
        table: &Table<S>,
        (sequence, info, view): (u64, &TableInfo, TableView),
    ) -> Later<S> {
        let mut shown = Follower::new(table.id().as_str());
        shown.hear(&snapshot(table.id().as_str(), sequence, table.now(), info, view));
        let seated = seated(table).collect();
        Later { delay, viewpoints, shown, coming: VecDeque::new(), seated, ahead: Vec::new() }
    }

    /// The table as it is will be told whole.
    fn tell_whole(&mut self, table: &Table<S>, sequence: u64, info: &TableInfo, now: Timestamp) {
        let (due, view) = (now + self.delay, self.viewpoints.shared().clone());
        let line = write(&snapshot(table.id().as_str(), sequence, due, info, view)).into();
        self.coming.push_back(Coming { due, sequence, line });
    }

    /// The table is another than it was, or is to be seen with another delay: what comes next is told whole.
    pub(super) fn start_over(
        &mut self,
        delay: Millis,
        (table, sequence): (&Table<S>, u64),
        watchers: &[Watcher],
        info: &TableInfo,
        now: Timestamp,
    ) {
        // Whoever has lost their seat by it knows what was told before.
        let told = self.coming.back().map_or(self.sequence(), |last| last.sequence);
        self.sees(watchers, table, told);
        self.delay = delay;
        self.viewpoints = Viewpoints::later(table, delay);
        self.tell_whole(table, sequence, info, now);
    }

    fn sequence(&self) -> u64 {
        self.shown.sequence().unwrap_or_default()
    }

    /// A move was applied.
    pub(super) fn step(&mut self, table: &Table<S>, sequence: u64, events: &[TableEvent]) {
        self.viewpoints.step(table, sequence, events, |_| None);
    }

    /// Everything that was applied after this move will be told.
    pub(super) fn told(
        &mut self,
        name: &TableName,
        (after, sequence): (u64, u64),
        info: &TableInfo,
        changed: bool,
        now: Timestamp,
    ) {
        let due = now + self.delay;
        let info = changed.then_some(info);
        let line = self.viewpoints.update(name.as_str(), after, due, info, None).into();
        self.viewpoints.told();
        self.coming.push_back(Coming { due, sequence, line });
    }

    /// How much later.
    pub(super) fn delay(&self) -> Millis {
        self.delay
    }

    /// What each of these is told of the moves up to this one.
    pub(super) fn sees(&mut self, watchers: &[Watcher], table: &Table<S>, sequence: u64) -> Vec<Sees> {
        let mut sees = Vec::with_capacity(watchers.len());
        for watcher in watchers {
            let had_seat = watcher.person.is_some_and(|person| self.seated.contains(&person));
            sees.push(match (watcher.outlet.of_house || had_seat, is_late(watcher, table)) {
                (true, false) => Sees::Now,
                (false, false) => {
                    self.ahead.retain(|(ahead, _)| *ahead != watcher.outlet.id);
                    Sees::All
                }
                (false, true) => Sees::Later,
                (true, true) => {
                    self.ahead.push((watcher.outlet.id, sequence));
                    Sees::Now
                }
            });
        }
        self.seated = seated(table).collect();
        sees
    }

    #[cfg(feature = "simulation")]
    pub(super) fn shown(&self) -> Option<TableView> {
        self.shown.view()
    }

    #[cfg(feature = "simulation")]
    pub(super) fn is_ahead(&self, connection: ConnectionId) -> bool {
        self.ahead.iter().any(|(ahead, _)| *ahead == connection)
    }

    /// A connection looks on no more.
    pub(super) fn forget(&mut self, connection: ConnectionId) {
        self.ahead.retain(|(ahead, _)| *ahead != connection);
    }

    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.coming.front().map(|coming| coming.due)
    }

    /// Shows what is due to those who see it later.
    pub(super) fn show(&mut self, watchers: &[Watcher], table: &Table<S>, now: Timestamp) {
        while self.coming.front().is_some_and(|coming| coming.due <= now) {
            let Some(Coming { line, sequence, .. }) = self.coming.pop_front() else { return };
            let told = serde_json::from_str(line.as_str()).expect("the room can read what it has written");
            self.shown.hear(&told);
            for watcher in watchers.iter().filter(|watcher| is_late(watcher, table)) {
                let id = watcher.outlet.id;
                match self.ahead.iter().position(|(ahead, _)| *ahead == id) {
                    Some(place) if self.ahead[place].1 >= sequence => {}
                    Some(place) => {
                        self.ahead.swap_remove(place);
                        watcher.outlet.send(self.snapshot(now));
                    }
                    None => watcher.outlet.send(line.clone()),
                }
            }
        }
    }

    /// All that is to be seen now.
    pub(super) fn snapshot(&self, now: Timestamp) -> Utf8Bytes {
        let (info, view) = self.shown.info().cloned().zip(self.shown.view()).expect("something was told");
        write(&snapshot(self.shown.name(), self.sequence(), now, &info, view)).into()
    }
}

fn snapshot(table: &str, sequence: u64, now: Timestamp, info: &TableInfo, view: TableView) -> ToClient {
    let (table, now, info, view) = (table.to_owned(), now.as_millis(), info.clone(), Box::new(view));
    ToClient::Snapshot { table, sequence, now, info, view }
}

/// Does this one see the table later, where there is a delay? The room's own programs do not.
pub(super) fn is_late<S: Served>(watcher: &Watcher, table: &Table<S>) -> bool {
    !watcher.outlet.of_house && watcher.person.is_none_or(|person| table.seat_of(person).is_none())
}

fn seated<S: Served>(table: &Table<S>) -> impl Iterator<Item = PlayerId> {
    table.taken().map(|(_, chair)| chair.player.id)
}

fn without_game(view: &TableView) -> TableView {
    let mut seats = view.seats.clone();
    seats.values_mut().for_each(|seat| seat.in_hand = false);
    let game = match view.game {
        GameView::Holdem(_) => GameView::Holdem(HoldemView::default()),
        GameView::Seka(_) => GameView::Seka(SekaView::default()),
        GameView::Durak(_) => GameView::Durak(DurakView::default()),
    };
    TableView {
        seats,
        running: false,
        clocks: BySeat::default(),
        stage: None,
        rest: None,
        game,
        ..view.clone()
    }
}

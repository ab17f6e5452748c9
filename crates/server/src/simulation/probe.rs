//! A look at a table from behind: what it would show, and to whom.

use crate::audience::Audience;
use crate::load::Loaded;
use crate::outlet::ConnectionId;
use crate::wire::{self, Served};
use kozyr_card_game::{Game, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::{Account, Chips};
use kozyr_protocol::room::TableView;
use kozyr_store::{Epoch, StreamId};
use kozyr_time::{PlayerId, TableId, Timestamp};

/// A table as it is in service.
pub struct TableProbe<'t> {
    /// Which table.
    pub id: &'t TableId,
    /// Where its log is.
    pub stream: StreamId,
    /// By which claim it is written.
    pub epoch: Epoch,
    /// The last line that was carried out.
    pub sequence: u64,
    /// Is nothing of it with the store?
    pub is_idle: bool,
    /// Is it served, and not being loaded again?
    pub is_serving: bool,
    /// Is a hand being played?
    pub is_running: bool,
    /// The number of the hand.
    pub hand: u64,
    /// When something happens by itself.
    pub deadline: Option<Timestamp>,
    /// The account that holds its chips, and how many it must hold.
    pub escrow: Account,
    /// The same.
    pub chips: Chips,
    seen: &'t dyn Watched,
}

/// What people may see of a table.
pub trait Seen {
    /// The table as this person may know it.
    fn view(&self, person: Option<PlayerId>) -> TableView;
    /// Do they see it later than it happens?
    fn is_late(&self, person: Option<PlayerId>) -> bool;
    /// The cards whose faces this person has rightly learned in the deal on the table.
    fn known(&self, person: Option<PlayerId>) -> CardSet;
    /// Everybody who looks on, somebody or not.
    fn people(&self) -> Vec<Option<PlayerId>>;
}

trait Watched: Seen {
    fn looks_as(&self, connection: ConnectionId) -> Option<Option<PlayerId>>;
}

struct Table<'t, S: Served> {
    loaded: &'t Loaded<S>,
    audience: &'t Audience<S>,
}

impl<S: Served> Seen for Table<'_, S> {
    fn view(&self, person: Option<PlayerId>) -> TableView {
        if let Some(later) = self.audience.seen_later().filter(|_| self.is_late(person)) {
            return later;
        }
        let before = person.and_then(|person| self.audience.left(person));
        wire::view(&self.loaded.table, person, before, self.loaded.table.now())
    }

    fn is_late(&self, person: Option<PlayerId>) -> bool {
        let sits = person.is_some_and(|person| self.loaded.table.seat_of(person).is_some());
        self.audience.is_delayed() && !sits
    }

    fn known(&self, person: Option<PlayerId>) -> CardSet {
        let table = &self.loaded.table;
        let Some(state) = table.state() else { return CardSet::EMPTY };
        let seats = table.people().iter().filter(|one| Some(one.player) == person).map(|one| one.seat);
        let viewers = seats.map(Viewer::Seat).chain([Viewer::Spectator]);
        viewers.map(|viewer| S::Game::known(state, viewer)).fold(CardSet::EMPTY, |all, more| all | more)
    }

    fn people(&self) -> Vec<Option<PlayerId>> {
        self.audience.watchers().map(|watcher| watcher.person).collect()
    }
}

impl<S: Served> Watched for Table<'_, S> {
    fn looks_as(&self, connection: ConnectionId) -> Option<Option<PlayerId>> {
        // Whoever got up where others see everything later has seen neither the one nor the other.
        let mut watchers = self.audience.watchers().filter(|one| !self.audience.is_ahead(one.outlet.id));
        watchers.find(|one| one.outlet.id == connection).map(|one| one.person)
    }
}

impl TableProbe<'_> {
    /// What people may see of it.
    pub fn seen(&self) -> &dyn Seen {
        self.seen
    }

    pub(super) fn looks_as(&self, connection: ConnectionId) -> Option<Option<PlayerId>> {
        self.seen.looks_as(connection)
    }
}

/// Shows a table to whoever looks.
pub(crate) fn show<S: Served>(
    loaded: &Loaded<S>,
    audience: &Audience<S>,
    (is_idle, is_serving): (bool, bool),
    look: &mut dyn FnMut(&TableProbe<'_>),
) {
    let table = &loaded.table;
    look(&TableProbe {
        id: table.id(),
        stream: crate::plan::stream_of(table.id()),
        epoch: loaded.epoch,
        sequence: loaded.sequence,
        is_idle,
        is_serving,
        is_running: table.is_running(),
        hand: table.hand_number(),
        deadline: table.deadline(),
        escrow: table.escrow(),
        chips: table.chips(),
        seen: &Table { loaded, audience },
    });
}

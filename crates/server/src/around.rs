//! What is around a table rather than on it: who asks the host for a seat, who waits for one, who looks on.
//!
//! None of this outlives a restart: requests and the waiting list are asked for again. What the host ordered does, in the
//! table's plan.

use crate::audience::Audience;
use crate::made::Made;
use crate::want::Want;
use crate::wire::Served;
use kozyr_card_game::Seat;
use kozyr_protocol::room::{Around, PersonName, SeatRequest, ToClient, write};
use kozyr_table::{Player, Table};
use kozyr_time::{Millis, PlayerId, Timestamp};
use std::collections::BTreeMap;

/// So many may ask the host at a time, and so many may wait for a seat.
const MOST_REQUESTS: usize = 32;
const MOST_WAITING: usize = 32;
/// How long a free seat is kept for the first who waits.
const KEPT: Millis = Millis::from_secs(25);
/// What changes around a table is told at most so often.
const EVERY: Millis = Millis::from_secs(1);

/// Somebody asks the host.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) player: Player,
    pub(crate) want: Want,
}

/// What is around one table.
pub(crate) struct Surroundings {
    made: Option<Made>,
    requests: Vec<Request>,
    waiting: Vec<Player>,
    kept_until: Option<Timestamp>,
    /// No other seat is free.
    all_kept: bool,
    /// When it was told last, and whether something changed since.
    told: Option<Timestamp>,
    changed: bool,
}

impl Surroundings {
    pub(crate) fn new(made: Option<Made>) -> Surroundings {
        let (requests, waiting) = (Vec::new(), Vec::new());
        Surroundings {
            made,
            requests,
            waiting,
            kept_until: None,
            all_kept: false,
            told: None,
            changed: false,
        }
    }

    pub(crate) fn made(&self) -> Option<&Made> {
        self.made.as_ref()
    }

    pub(crate) fn set_made(&mut self, made: Option<Made>) {
        self.requests.retain(|request| !made.as_ref().is_some_and(|made| made.is_removed(request.player.id)));
        self.waiting.retain(|player| !made.as_ref().is_some_and(|made| made.is_removed(player.id)));
        self.made = made;
        self.touch();
    }

    /// Something changed and is to be told.
    pub(crate) fn touch(&mut self) {
        self.changed = true;
    }

    /// Who waits for a seat.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Has the host to be asked before this person may have what they want?
    pub(crate) fn asks(&self, person: PlayerId) -> bool {
        self.made.as_ref().is_some_and(|made| made.asks && made.is_private() && made.host != person)
    }

    pub(crate) fn is_host(&self, person: PlayerId) -> bool {
        self.made.as_ref().is_some_and(|made| made.is_private() && made.host == person)
    }

    /// Somebody asks; a person asks for one thing at a time. False when too many ask already.
    pub(crate) fn ask(&mut self, request: Request) -> bool {
        self.requests.retain(|other| other.player.id != request.player.id);
        let room = self.requests.len() < MOST_REQUESTS;
        if room {
            self.requests.push(request);
            self.touch();
        }
        room
    }

    /// Takes a request out: it was decided.
    pub(crate) fn decide(&mut self, person: PlayerId) -> Option<Request> {
        let place = self.requests.iter().position(|request| request.player.id == person)?;
        self.touch();
        Some(self.requests.remove(place))
    }

    /// Somebody waits for a seat, or waits no more. False when too many wait already.
    pub(crate) fn wait(&mut self, player: Player, wait: bool) -> bool {
        let place = self.waiting.iter().position(|other| other.id == player.id);
        match (place, wait) {
            (None, true) if self.waiting.len() >= MOST_WAITING => return false,
            (None, true) => self.waiting.push(player),
            (Some(place), false) => {
                self.waiting.remove(place);
                if place == 0 {
                    self.kept_until = None;
                }
            }
            _ => {}
        }
        self.touch();
        true
    }

    /// Is the only free seat kept for somebody else who has waited for it?
    pub(crate) fn keeps_from(&self, person: PlayerId, free: usize) -> bool {
        self.keeps_all(free) && self.waiting.first().is_some_and(|first| first.id != person)
    }

    fn keeps_all(&self, free: usize) -> bool {
        self.kept_until.is_some() && free <= 1
    }

    /// Keeps a free seat for the first who waits and is still there; whoever does not come gives way to the next.
    pub(crate) fn look_after_seats<S: Served>(
        &mut self,
        table: &Table<S>,
        now: Timestamp,
        is_there: impl Fn(PlayerId) -> bool,
    ) {
        let before = (self.waiting.len(), self.kept_until, self.all_kept);
        self.waiting.retain(|player| table.seat_of(player.id).is_none());
        if free_seats(table).is_empty() || self.waiting.len() != before.0 {
            self.kept_until = None;
        }
        if self.kept_until.is_some_and(|until| until <= now) {
            self.waiting.remove(0);
            self.kept_until = None;
        }
        if self.kept_until.is_none() && !free_seats(table).is_empty() {
            self.waiting.retain(|player| is_there(player.id));
            self.kept_until = (!self.waiting.is_empty()).then(|| now + KEPT);
        }
        self.all_kept = self.keeps_all(free_seats(table).len());
        if before != (self.waiting.len(), self.kept_until, self.all_kept) {
            self.touch();
        }
    }

    /// When it wants to be looked at again.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        let tell = self.changed.then(|| self.told.map_or_else(Timestamp::default, |told| told + EVERY));
        [tell, self.kept_until].into_iter().flatten().min()
    }

    /// Is there something to be told, and time to tell it? Then it counts as told.
    pub(crate) fn is_due(&mut self, now: Timestamp) -> bool {
        let due = self.changed && self.told.is_none_or(|told| told + EVERY <= now);
        if due {
            (self.changed, self.told) = (false, Some(now));
        }
        due
    }

    /// All of it, for one pair of eyes.
    pub(crate) fn message<S: Served>(
        &self,
        audience: &Audience<S>,
        table: &Table<S>,
        viewer: Option<PlayerId>,
    ) -> String {
        let person = |player: &Player| PersonName { player: player.id.get(), name: player.name.to_string() };
        let host = viewer.is_some_and(|viewer| self.is_host(viewer));
        let own = |request: &&Request| host || Some(request.player.id) == viewer;
        let requests = || self.requests.iter().filter(own).map(|request| request_view(request, &person));
        let hosted = self.made.as_ref().map(|made| {
            let mut hosted = made.hosted(viewer);
            hosted.requests = requests().collect();
            hosted
        });
        let around = Around {
            spectators: audience.spectators(table),
            waiting: self.waiting.iter().map(person).collect(),
            kept_until: self.kept_until.map(Timestamp::as_millis),
            all_kept: self.all_kept,
            hosted,
        };
        write(&ToClient::Around { table: table.id().to_string(), around: Box::new(around) })
    }

    /// Tells everybody who looks on.
    pub(crate) fn tell<S: Served>(&self, audience: &Audience<S>, table: &Table<S>) {
        let mut written: BTreeMap<Option<PlayerId>, tokio_tungstenite::tungstenite::Utf8Bytes> =
            BTreeMap::new();
        for (person, outlet) in audience.listeners() {
            // Most hear the same.
            let asked = |person: &PlayerId| self.requests.iter().any(|request| request.player.id == *person);
            let eyes = person.filter(|person| self.is_host(*person) || asked(person));
            let line = written.entry(eyes).or_insert_with(|| self.message(audience, table, eyes).into());
            outlet.send(line.clone());
        }
    }
}

fn request_view(request: &Request, person: &impl Fn(&Player) -> PersonName) -> SeatRequest {
    let (seat, chips) = match &request.want {
        Want::Sit { seat, buy_in, .. } => (Some(*seat), *buy_in),
        Want::AddChips(chips) => (None, *chips),
        _ => unreachable!("nothing else is asked for"),
    };
    SeatRequest { person: person(&request.player), seat, chips }
}

/// The seats nobody has.
pub(crate) fn free_seats<S: Served>(table: &Table<S>) -> Vec<Seat> {
    let all = (0..table.settings().seats.into()).map(Seat::from_index);
    all.filter(|&seat| table.is_free(seat)).collect()
}

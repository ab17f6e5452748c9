//! The lines between clients and the room.
//!
//! Most are orderly, as a socket is: what arrives arrives in order, until the line is cut or goes dark. Some are not:
//! messages are lost, come twice and overtake each other, in both directions.

use crate::chance::Chance;
use kozyr_cards::CardSet;
use kozyr_protocol::room::{Followed, Follower, ToClient};
use kozyr_server::simulation::LineNo;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// A line between a client and the room.
pub(crate) struct Line {
    pub(crate) client: usize,
    /// The life of the room in which it was made, and its name there.
    pub(crate) life: u32,
    pub(crate) no: LineNo,
    pub(crate) at_room: bool,
    pub(crate) at_client: bool,
    /// Nothing comes through any more, and nobody knows yet.
    pub(crate) is_dark: bool,
    /// The client takes what it is sent now and then only.
    pub(crate) is_slow: bool,
    pub(crate) is_unruly: bool,
    /// UpDAU is spoken over it; then the client is a correspondent.
    pub(crate) is_updau: bool,
    /// Documents that have arrived and wait for a place.
    pub(crate) papers: VecDeque<Rc<[u8]>>,
    /// The cards its client has named: a refusal may repeat them.
    pub(crate) named: CardSet,
    pub(crate) since: u64,
    /// Messages of the room that are on their way.
    pub(crate) coming: u32,
    latency: u64,
    up: u64,
    down: u64,
    /// What has arrived and waits for the session.
    pub(crate) waiting: VecDeque<String>,
    /// What the room has told over this line, folded together.
    pub(crate) told: BTreeMap<String, Follower>,
    /// Up to where it has told of tournaments.
    pub(crate) cups: BTreeMap<String, u64>,
}

impl Line {
    pub(crate) fn new(client: usize, life: u32, no: LineNo, now: u64, chance: &mut Chance) -> Line {
        Line {
            client,
            life,
            no,
            at_room: true,
            at_client: true,
            is_dark: false,
            is_slow: chance.often(60),
            is_unruly: chance.often(150),
            is_updau: false,
            papers: VecDeque::new(),
            named: CardSet::EMPTY,
            since: now,
            latency: if chance.often(100) {
                chance.between(100_000, 800_000)
            } else {
                chance.between(300, 60_000)
            },
            coming: 0,
            up: now,
            down: now,
            waiting: VecDeque::new(),
            told: BTreeMap::new(),
            cups: BTreeMap::new(),
        }
    }

    /// A line for UpDAU: orderly, and read at once.
    pub(crate) fn updau(client: usize, life: u32, no: LineNo, now: u64, chance: &mut Chance) -> Line {
        let line = Line::new(client, life, no, now, chance);
        Line { is_slow: false, is_unruly: false, is_updau: true, ..line }
    }

    /// When something arrives that is sent now: once, twice or never.
    pub(crate) fn arrivals(&mut self, now: u64, upward: bool, chance: &mut Chance) -> Vec<u64> {
        if self.is_dark {
            return Vec::new();
        }
        let mut one = || now + self.latency / 2 + chance.below(self.latency + 1);
        let at = one();
        if !self.is_unruly {
            let last = if upward { &mut self.up } else { &mut self.down };
            *last = at.max(*last + 1);
            return vec![*last];
        }
        let again = one();
        match chance.below(100) {
            0..5 => Vec::new(),
            5..12 => vec![at, again],
            _ => vec![at],
        }
    }

    /// Takes in what the room says over this line, as somebody would who misses nothing. False when something is
    /// missing.
    pub(crate) fn fold(&mut self, table: &str, message: &ToClient) -> bool {
        let follower = self.told.entry(table.to_owned()).or_insert_with(|| Follower::new(table));
        if let ToClient::Update { steps, info: Some(info), now, .. } = message
            && let [step] = steps.as_slice()
            && let Some(view) = &step.view
        {
            // Somebody comes back with what they had over another line: the whole view is there.
            let snapshot = ToClient::Snapshot {
                table: table.to_owned(),
                sequence: step.sequence,
                now: *now,
                info: info.clone(),
                view: view.clone(),
            };
            follower.hear(&snapshot);
            return true;
        }
        follower.hear(message) == Followed::Taken
    }
}

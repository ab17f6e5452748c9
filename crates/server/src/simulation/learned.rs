//! What people have learned of the cards, line by line: one append may deal, end a party and close its table, and at the end
//! of it nothing of that is to be seen any more.

use crate::gateway;
use crate::wire::Served;
use crate::world::simulated;
use kozyr_card_game::{Game, Viewer};
use kozyr_cards::CardSet;
use kozyr_table::Table;
use kozyr_time::{PlayerId, TableId};
use std::collections::BTreeMap;

/// The deals of each table of the gateway, the latest last, and what everybody there has learned of their cards. Nobody in particular is
/// somebody who looks on.
#[derive(Default)]
pub(crate) struct Learned(BTreeMap<TableId, Vec<Deal>>);

struct Deal {
    number: u64,
    known: BTreeMap<Option<PlayerId>, CardSet>,
}

impl Learned {
    fn add(&mut self, table: &TableId, number: u64, known: Vec<(Option<PlayerId>, CardSet)>) {
        if !self.0.contains_key(table) {
            self.0.insert(table.clone(), Vec::new());
        }
        let Some(deals) = self.0.get_mut(table) else { return };
        if deals.last().is_none_or(|deal| deal.number != number) {
            deals.push(Deal { number, known: BTreeMap::new() });
        }
        let Some(deal) = deals.last_mut() else { return };
        for (person, cards) in known {
            let all = deal.known.entry(person).or_insert(CardSet::EMPTY);
            *all |= cards;
        }
    }

    pub(super) fn of(&self, person: PlayerId) -> CardSet {
        known_of(self.0.values().flatten(), Some(person))
    }

    pub(super) fn at(&self, table: &TableId, person: Option<PlayerId>) -> CardSet {
        known_of(self.0.get(table).into_iter().flatten(), person)
    }

    pub(super) fn forget(&mut self, is_current: impl Fn(&TableId, u64) -> bool) {
        self.0.retain(|table, deals| {
            deals.retain(|deal| is_current(table, deal.number));
            !deals.is_empty()
        });
    }
}

fn known_of<'d>(deals: impl Iterator<Item = &'d Deal>, person: Option<PlayerId>) -> CardSet {
    let sets = deals.flat_map(|deal| [deal.known.get(&None), deal.known.get(&person)]);
    sets.flatten().fold(CardSet::EMPTY, |all, more| all | *more)
}

/// A table as it is after a line of its log, or as it was loaded: everybody there learns what it shows them. The tables of shards are looked at
/// whenever somebody is told of them; only the gateway puts so much into one append.
pub(crate) fn learn<S: Served>(table: &Table<S>) {
    if !gateway::is_table(table.id().as_str()) {
        return;
    }
    let Some(state) = table.state() else { return };
    let sees = |viewer| S::Game::known(state, viewer);
    let mut known = vec![(None, sees(Viewer::Spectator))];
    known.extend(table.people().iter().map(|one| (Some(one.player), sees(Viewer::Seat(one.seat)))));
    simulated::with(|world| world.learned.add(table.id(), table.hand_number(), known));
}

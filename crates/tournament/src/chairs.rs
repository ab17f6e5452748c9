//! Chairs, with the running totals that follow them.

use crate::names::{Chair, TableNo};
use crate::state::{Life, Table, Totals, Tournament};
use kozyr_card_game::{Seat, SeatSet};

impl Tournament {
    pub(crate) fn sit(&mut self, index: u32, chair: Chair) {
        if self.table(chair.table).is_none() {
            self.open_table(chair.table);
        }
        let live = self.entrants[index as usize].life == Life::In;
        self.entrants[index as usize].chair = Some(chair);
        self.resize(chair.table, |table| {
            let seat = &mut table.seats[chair.seat.index()];
            assert!(seat.is_none(), "two players in chair {chair}");
            *seat = Some(index);
            table.taken.insert(chair.seat);
            if live {
                table.live.insert(chair.seat);
            }
        });
    }

    pub(crate) fn leave(&mut self, index: u32) {
        let chair = self.entrants[index as usize].chair.take().expect("they have a chair");
        self.resize(chair.table, |table| {
            table.seats[chair.seat.index()] = None;
            for set in [&mut table.taken, &mut table.live, &mut table.fresh] {
                set.remove(chair.seat);
            }
        });
    }

    /// Somebody is new at their table, or is not any more. Before the first hand of a table nobody is.
    pub(crate) fn set_fresh(&mut self, index: u32, fresh: bool) {
        let Some(chair) = self.entrants[index as usize].chair else { return };
        let dealt = |table: &Table| table.last.is_some() || table.hand.is_some();
        let fresh = fresh && self.table(chair.table).is_some_and(dealt);
        self.entrants[index as usize].fresh = fresh;
        let set = &mut self.table_mut(chair.table).fresh;
        if fresh { set.insert(chair.seat) } else { set.remove(chair.seat) }
    }

    fn resize(&mut self, table: TableNo, change: impl FnOnce(&mut Table)) {
        let table = self.table_mut(table);
        let before = table.taken.len();
        change(table);
        let after = table.taken.len();
        self.totals.sizes[before] -= 1;
        self.totals.sizes[after] += 1;
        self.totals.taken = self.totals.taken + after as u32 - before as u32;
    }

    pub(crate) fn open_table(&mut self, no: TableNo) {
        let at = self.tables.partition_point(|table| table.no < no);
        let seats = vec![None; self.rules.seats.into()];
        let (taken, live, fresh) = (SeatSet::EMPTY, SeatSet::EMPTY, SeatSet::EMPTY);
        self.tables.insert(
            at,
            Table {
                no,
                seats,
                last: None,
                last_number: 0,
                hand: None,
                idle_hands: 0,
                owes_hand: false,
                taken,
                live,
                fresh,
            },
        );
        self.tables_opened = self.tables_opened.max(no.0);
        self.totals.sizes[0] += 1;
    }

    pub(crate) fn close_table(&mut self, no: TableNo) {
        let table = self.table(no).expect("events name tables that are there");
        assert!(table.taken.is_empty() && table.hand.is_none(), "table {no} is not empty");
        self.tables.retain(|table| table.no != no);
        self.totals.sizes[0] -= 1;
    }

    /// Computes what follows from the rest: on load, and when a form or an entry is taken back.
    pub(crate) fn rebuild_totals(&mut self) {
        let entrants = &self.entrants;
        for table in &mut self.tables {
            (table.taken, table.live, table.fresh) = (SeatSet::EMPTY, SeatSet::EMPTY, SeatSet::EMPTY);
            for (seat, index) in table.seats.iter().enumerate() {
                let Some(entrant) = index.and_then(|index| entrants.get(index as usize)) else { continue };
                let seat = Seat::from_index(seat);
                table.taken.insert(seat);
                if entrant.life == Life::In {
                    table.live.insert(seat);
                }
                if entrant.fresh {
                    table.fresh.insert(seat);
                }
            }
        }
        let by_id =
            self.entrants.iter().zip(0..).map(|(entrant, index)| (entrant.id.clone(), index)).collect();
        let in_play = self.tables.iter().filter_map(|table| table.hand.as_ref());
        let hands = self.hand_ids.iter().chain(in_play.map(|hand| &hand.id)).cloned().collect();
        self.totals = Totals { by_id, hands, ..self.counted() };
    }

    /// The totals counted anew, without the indices of names.
    pub(crate) fn counted(&self) -> Totals {
        let mut totals = Totals::default();
        for entrant in &self.entrants {
            totals.chips += entrant.stack;
            totals.heads += entrant.bounty;
            totals.alive += u32::from(entrant.life == Life::In && entrant.chair.is_some());
        }
        for table in &self.tables {
            totals.busy += u32::from(table.hand.is_some());
            totals.taken += table.taken.len() as u32;
            totals.sizes[table.taken.len()] += 1;
        }
        totals
    }
}

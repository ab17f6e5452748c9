//! After a restart: tables that are not there any more.
//!
//! Sessions and tables are committed together, so neither is ever ahead of the other. But a table whose log is damaged
//! stays closed.

use super::Work;
use super::desk::Phase;
use kozyr_card_game::SeatSet;

impl Work<'_> {
    pub(super) fn reconcile(&mut self) {
        let open: Vec<u64> = self.desks.iter().filter(|(_, desk)| desk.open).map(|(id, _)| id).collect();
        for id in open {
            if self.room_table(id).is_none() {
                self.table_lost(id);
            }
        }
    }

    /// There is no such table: nobody plays at it.
    fn table_lost(&mut self, id: u64) {
        let desk = self.desk_mut(id);
        desk.open = false;
        let (table, seats) = (desk.table.clone(), SeatSet::first(desk.seats.len()));
        let phase = std::mem::replace(&mut desk.phase, Phase::Gathering);
        self.by_table.remove(&table);
        match phase {
            Phase::Starting { proposal: Some(proposal), .. } => self.proposal_lost(proposal),
            Phase::Playing(_) => self.let_go(id, seats),
            _ => {}
        }
        self.dissolve(id);
    }
}

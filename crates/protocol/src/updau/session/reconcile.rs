//! After a restart: tables that are not there any more.
//!
//! Sessions and tables are committed together, so neither is ever ahead of the other. But a table whose log is damaged
//! stays closed.

use super::Work;
use super::company::Phase;
use kozyr_card_game::SeatSet;

impl Work<'_> {
    pub(super) fn reconcile(&mut self) {
        let open: Vec<u64> =
            self.companies.iter().filter(|(_, company)| company.open).map(|(id, _)| id).collect();
        for id in open {
            if self.room_table(id).is_none() {
                self.table_lost(id);
            }
        }
    }

    /// There is no such table: nobody plays at it.
    fn table_lost(&mut self, id: u64) {
        let company = self.company_mut(id);
        company.open = false;
        let (table, seats) = (company.table.clone(), SeatSet::first(company.seats.len()));
        let phase = std::mem::replace(&mut company.phase, Phase::Gathering);
        self.by_table.remove(&table);
        match phase {
            Phase::Starting { proposal: Some(proposal), .. } => self.proposal_lost(proposal),
            Phase::Playing(_) => self.let_go(id, seats),
            _ => {}
        }
        self.dissolve(id);
    }
}

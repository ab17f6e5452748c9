//! After a restart: what the sessions thought of their tables, and what the tables are.
//!
//! Where everything is committed together there is nothing to do. Where tables commit by themselves, a table may never have
//! heard of what was wanted of it, or be ahead of what the sessions heard.

use super::Work;
use super::desk::Phase;
use kozyr_card_game::SeatSet;

impl Work<'_> {
    pub(super) fn reconcile(&mut self) {
        let open: Vec<u64> = self.desks.iter().filter(|(_, desk)| desk.open).map(|(id, _)| id).collect();
        for id in open {
            match self.room_table(id).cloned() {
                Some(table) => self.reconcile_with(id, &table),
                None => self.table_lost(id),
            }
        }
    }

    fn reconcile_with(&mut self, id: u64, table: &kozyr_table::durak::DurakTable) {
        let there = |player| table.seat_of(player).is_some();
        let wrong = |desk: &super::Desk| {
            desk.seats.iter().flatten().any(|sitter| sitter.seated != there(sitter.who.player()))
        };
        if wrong(self.desk(id)) {
            for sitter in self.desk_mut(id).seats.iter_mut().flatten() {
                sitter.seated = there(sitter.who.player());
            }
        }
        let score = table.seating().score();
        let over = score.and_then(|score| score.over()).copied();
        match (self.desk(id).phase.clone(), over) {
            (Phase::Starting { .. }, None) if score.is_some() => {
                self.game_begins(id, table);
                for (_, channel, _) in self.humans(id) {
                    self.tell_state(channel);
                }
            }
            (Phase::Starting { proposal, before }, _) => {
                self.desk_mut(id).phase = before.map_or(Phase::Gathering, Phase::Revanche);
                self.start_game(id, proposal);
            }
            (Phase::Playing(_), Some(over)) => self.game_over(id, &over),
            (Phase::Playing(_), None) if score.is_none() => self.table_lost(id),
            _ => {}
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

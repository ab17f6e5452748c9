//! Moves between tables, as the director planned them.

use super::draft::Draft;
use crate::command::Refusal;
use crate::director::{Floor, Shift};
use crate::event::{Happened, Seating};
use crate::names::{Chair, EntrantId, TableNo};
use crate::reason::Reason;
use crate::state::Tournament;

impl Tournament {
    /// Every move must be what the director would do at that point of the plan.
    pub(super) fn rearrange(&self, draft: &mut Draft<'_>, shifts: &[Shift]) -> Result<(), Refusal> {
        self.in_play()?;
        if draft.round_open {
            return Err(Refusal::RoundOpen);
        }
        let mut floor = self.floor();
        let mut moved: Vec<Chair> = Vec::new();
        for (index, shift) in shifts.iter().enumerate() {
            if !floor.allows(shift, &moved) {
                return Err(Refusal::BadShift(index + 1));
            }
            self.shift(draft, &floor, shift);
            floor.make(shift);
            moved.extend(shift.arrivals(floor.tables[0].table));
        }
        draft.tables = floor.tables.len();
        draft.settle_rounds();
        Ok(())
    }

    /// Nobody moves twice in a plan, so whoever moves still sits where they sat before it.
    fn sitting_in(&self, chair: Chair) -> EntrantId {
        let seat = self.table(chair.table).and_then(|table| table.seats[chair.seat.index()]);
        let entrant = seat.expect("the floor is a picture of the tables");
        self.entrants[entrant as usize].id.clone()
    }

    fn shift(&self, draft: &mut Draft<'_>, floor: &Floor, shift: &Shift) {
        let (players, tables, seats) =
            (floor.players() as u32, floor.tables.len() as u32, floor.seats as u32);
        match shift {
            Shift::FinalTable { seats: drawn } => {
                let table = floor.tables[0].table;
                let seating = drawn
                    .iter()
                    .map(|&(from, seat)| Seating {
                        player: self.sitting_in(from),
                        chair: Chair::new(table, seat),
                    })
                    .collect();
                let reason = Reason::FinalTable { players, seats };
                draft.push(Happened::FinalTable { table, seating, reason });
            }
            Shift::Break { table, chairs } => {
                let reason = Reason::TableBroken { table: *table, players, tables, seats };
                for &(seat, to) in chairs {
                    let from = Chair::new(*table, seat);
                    let player = self.sitting_in(from);
                    draft.push(Happened::Moved { player, from, to, reason: reason.clone() });
                }
                draft.push(Happened::TableBroken { table: *table, reason });
            }
            &Shift::Balance { from, to, waits } => {
                let size = |no: TableNo| {
                    let table = floor.tables.iter().find(|table| table.table == no);
                    table.map_or(0, |table| table.taken.len() as u32)
                };
                let reason = Reason::Balance { largest: size(from.table), smallest: size(to.table), waits };
                draft.push(Happened::Moved { player: self.sitting_in(from), from, to, reason });
            }
        }
    }
}

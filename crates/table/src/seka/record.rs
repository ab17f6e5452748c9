//! A deal out of the table's log, as it is kept in files.

use super::{SekaPlan, SekaSeating, SekaTable};
use crate::{Effects, Entry};
use kozyr_card_game::{Clock, Joining, Move, Seat, Seated};
use kozyr_seka::{Action, Dealt, Record};
use kozyr_time::Timestamp;

/// The record of the last deal that begins in these lines of a log; `before` is the table as it was before the
/// first of them.
pub fn record<'a>(
    before: &SekaTable,
    lines: impl IntoIterator<Item = (Timestamp, &'a Entry<SekaSeating>)>,
) -> Option<Record> {
    let mut table = before.clone();
    let mut record = None;
    for (at, entry) in lines {
        match (entry, &mut record) {
            (Entry::Started { plan, .. }, record) => *record = Some(begin(&table, plan)),
            (_, Some(record)) => {
                if let Some(mv) = made(&table, entry) {
                    if let Move::Join(Joining { seat, chair, .. }) = mv {
                        record.names[seat.index()] = name(&table, chair);
                    }
                    record.push(mv);
                }
            }
            (_, None) => {}
        }
        table.apply_entry(at, entry, &mut Effects::default());
    }
    record
}

/// A deal that begins now.
fn begin(table: &SekaTable, plan: &SekaPlan) -> Record {
    let seated =
        |seats: &[Seat]| seats.iter().map(|&seat| Seated { seat, stack: table.stack(seat) }).collect();
    let mut record = Record::new(*table.house(), seated(&plan.players), seated(&plan.waiting));
    for &seat in plan.players.iter().chain(&plan.waiting) {
        record.names[seat.index()] = name(table, seat);
    }
    record
}

fn name(table: &SekaTable, chair: Seat) -> Option<String> {
    table.chair(chair).map(|chair| chair.player.name.to_string())
}

/// The move of the deal that this line stands for, if it is one.
fn made(table: &SekaTable, entry: &Entry<SekaSeating>) -> Option<Move<Dealt, Action>> {
    Some(match entry {
        Entry::Dealt(dealt) => Move::Deal(dealt.clone()),
        Entry::Acted(chair, action) => Move::Act(table.in_hand(*chair)?, *action),
        Entry::TimedOut(chair) => Move::Timeout(Clock::Seat(table.in_hand(*chair)?)),
        Entry::StageOver => Move::Timeout(Clock::Stage),
        Entry::Joined(chair) => {
            let seat = table.free_game_seat(*chair)?;
            Move::Join(Joining { seat, chair: *chair, stack: table.stack(*chair) })
        }
        Entry::Parted(chair, _) => Move::Part(table.in_hand(*chair)?),
        _ => return None,
    })
}

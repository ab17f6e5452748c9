//! The clocks of a table, in the words of the protocol.

use crate::updau::{Millis, Timestamp, Wait, WaitName};
use kozyr_card_game::{Game, Seat};
use kozyr_durak::OneParty;
use kozyr_table::durak::{DurakPause, DurakTable};

/// Seconds of the bank that are used by now.
pub(super) fn bank_used(table: &DurakTable, seat: Seat, now: Timestamp) -> u64 {
    let bank = table.settings().bank;
    let Some(chair) = table.chair(seat) else { return 0 };
    let clock = table.clocks().iter().find(|clock| clock.seat == Some(seat));
    let over = clock.map_or(Millis::ZERO, |clock| now.since(clock.until));
    secs(bank.minus(chair.bank().minus(over)))
}

/// All clocks that run, in the order of the boxes.
pub(super) fn waits(table: &DurakTable, now: Timestamp) -> Vec<Wait> {
    let mut waits: Vec<Wait> = Vec::new();
    if table.house().untimed {
        let turns = table.state().filter(|_| table.is_running()).map(OneParty::clocks).unwrap_or_default();
        let wait = |seat| Wait { seat: Some(seat), ..stage_wait(WaitName::Turn, Millis::ZERO, Millis::ZERO) };
        waits.extend(turns.iter().map(wait));
    }
    for clock in table.clocks() {
        let (length, passed) = (clock.until.since(clock.since), now.since(clock.since));
        waits.push(match clock.seat {
            Some(seat) => Wait {
                seat: Some(seat),
                time_bank: Some(clock.bank.minus(now.since(clock.until)).get().div_ceil(1000)),
                ..stage_wait(WaitName::Turn, length, passed)
            },
            None => stage_wait(WaitName::Ready, length, passed),
        });
    }
    if let Some(pause) = table.pause().filter(|pause| pause.name == Some(DurakPause::Party)) {
        waits.push(stage_wait(WaitName::Ready, pause.until.since(pause.since), now.since(pause.since)));
    }
    waits
}

/// A wait of this length, of which so much has passed.
pub(super) fn stage_wait(name: WaitName, length: Millis, passed: Millis) -> Wait {
    let value = secs(length);
    Wait { name, seat: None, value: Some(value), tick: secs(passed).min(value), time_bank: None }
}

/// Whole seconds; a part of one does not count.
pub(super) const fn secs(length: Millis) -> u64 {
    length.get() / 1000
}

//! A table between hands, to be kept as a checkpoint.

use crate::seating::{ChairOf, Seating};
use crate::table::{Pausing, Table};
use crate::{Settings, SetupError};
use kozyr_chips::Chips;
use kozyr_time::{TableId, Timestamp};
use serde::{Deserialize, Serialize};

/// A table between hands, to be kept as a checkpoint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound = "")]
pub struct Rest<S: Seating> {
    id: TableId,
    settings: Settings,
    house: S::House,
    seating: S,
    chairs: Vec<Option<ChairOf<S>>>,
    hands: u64,
    shuffles: u64,
    moves: u64,
    pause: Option<Pausing<S::Pause>>,
    held_up: bool,
    held: Chips,
    now: Timestamp,
}

impl<S: Seating> Table<S> {
    /// The table between hands, if it is; a hand that is over is not kept.
    pub fn rest(&self) -> Option<Rest<S>> {
        (!self.is_running()).then(|| Rest {
            id: self.id.clone(),
            settings: (*self.settings).clone(),
            house: (*self.house).clone(),
            seating: self.seating.clone(),
            chairs: self.chairs.clone(),
            hands: self.hands,
            shuffles: self.shuffles,
            moves: self.moves,
            pause: self.pause,
            held_up: self.held_up,
            held: self.held,
            now: self.now,
        })
    }

    /// The table of a checkpoint.
    pub fn from_rest(rest: Rest<S>) -> Result<Table<S>, SetupError> {
        let mut table = Table::open(rest.id, rest.settings, rest.house)?;
        let seats = table.chairs.len();
        table.seating = rest.seating;
        table.chairs = rest.chairs;
        table.hands = rest.hands;
        table.shuffles = rest.shuffles;
        table.moves = rest.moves;
        table.pause = rest.pause;
        table.held_up = rest.held_up;
        table.held = rest.held;
        table.now = rest.now;
        let stacks = table.taken().map(|(_, chair)| chair.stack).sum::<Chips>();
        let adds_up = stacks + table.seating.holds() == table.held;
        if table.chairs.len() == seats && adds_up { Ok(table) } else { Err(SetupError::Checkpoint) }
    }
}

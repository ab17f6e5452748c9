//! What the tests of this crate share.

use crate::{Millis, Settings};
use kozyr_chips::Chips;

/// Settings of a small table.
pub(crate) fn settings() -> Settings {
    Settings {
        seats: 6,
        least_buy_in: Chips::new(40),
        most_buy_in: Chips::new(200),
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(30),
        refill: Millis::from_secs(1),
        stage: Millis::from_secs(5),
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(3),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_secs(1800),
    }
}

//! What the tests of the house share: chance that can be foreseen, and clients that listen.
#![allow(dead_code, unreachable_pub, unused_imports)]

mod crowd;

pub use crowd::Crowd;

use kozyr_card_game::laws::Dice;
use kozyr_protocol::updau::Timestamp;
use kozyr_protocol::updau::house::Chance;
use std::collections::VecDeque;

/// 2026-01-01T00:00:00Z, when all tests begin.
pub const START: Timestamp = Timestamp::from_millis(1_767_225_600_000);

/// Seeded shuffles, counted secrets, and channels called as a test wants them.
pub struct Foreseen {
    dice: Dice,
    secrets: u32,
    names: VecDeque<String>,
    named: u32,
}

impl Foreseen {
    pub fn new(seed: u64, names: &[&str]) -> Foreseen {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Foreseen { dice: Dice::random(seed), secrets: 0, names, named: 0 }
    }
}

impl Chance for Foreseen {
    fn below(&mut self, n: u32) -> u32 {
        self.dice.below(n)
    }
    fn secret(&mut self) -> String {
        self.secrets += 1;
        format!("secret-{}", self.secrets)
    }
    fn channel_name(&mut self) -> String {
        self.named += 1;
        self.names.pop_front().unwrap_or_else(|| format!("pub-{}", self.named))
    }
}

//! What comes from outside a room: chance, secrets, names and persons. It lives on when the room is stopped.

use kozyr_card_game::laws::Dice;
use kozyr_protocol::updau::session::Key;
use kozyr_time::{PlayerId, TableId};
use std::collections::{BTreeMap, VecDeque};

/// Seeded shuffles, counted secrets and persons, and channels called as a test wants them.
pub struct Outside {
    dice: Dice,
    secrets: u32,
    names: VecDeque<String>,
    named: u32,
    tables: u32,
    persons: BTreeMap<Key, PlayerId>,
}

impl Outside {
    pub fn new(seed: u64, names: &[&str]) -> Outside {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Outside { dice: Dice::random(seed), secrets: 0, names, named: 0, tables: 0, persons: BTreeMap::new() }
    }

    pub fn below(&mut self, n: u32) -> u32 {
        self.dice.below(n)
    }

    pub fn seed(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.dice.below(256) as u8)
    }

    pub fn secret(&mut self) -> String {
        self.secrets += 1;
        format!("secret-{}", self.secrets)
    }

    pub fn table(&mut self) -> TableId {
        self.tables += 1;
        TableId::new(&format!("updau-{}", self.tables)).unwrap()
    }

    pub fn channel(&mut self) -> String {
        self.named += 1;
        self.names.pop_front().unwrap_or_else(|| format!("pub-{}", self.named))
    }

    /// Who that is, and whether they are new.
    pub fn person(&mut self, key: &Key) -> (PlayerId, bool) {
        if let Some(&known) = self.persons.get(key) {
            return (known, false);
        }
        let person = PlayerId::from(self.persons.len() as u32 + 1);
        self.persons.insert(key.clone(), person);
        (person, true)
    }
}

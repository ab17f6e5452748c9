//! How badly a client behaves: commands said twice, under ids that were used for others, for turns that are over; and
//! things no client would say.

use super::{Client, write};
use crate::chance::Chance;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{DurakAction, GameAction, HoldemAction, Language, SekaAction, ToServer};

/// How often in a thousand thoughts a client does what it should not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misbehaviour {
    /// Says something again that was answered.
    repeats: u64,
    /// Uses an old id for something else.
    reuses: u64,
    /// Acts on a turn that is not there, or where it is not asked.
    stale: u64,
    /// Says what cannot be read.
    garbage: u64,
    /// Does nothing when it is their turn.
    pub(super) dawdles: u64,
    /// Acts at random instead of with sense.
    pub(super) wild: u64,
    /// Gets up, sits out, comes back.
    pub(super) restless: u64,
    /// Opens a table.
    pub(super) hosts: u64,
    /// Says something to the others.
    pub(super) talks: u64,
}

impl Misbehaviour {
    pub(super) fn new(chance: &mut Chance) -> Misbehaviour {
        let rude = chance.often(300);
        let mut up_to = |polite: u64, rudely: u64| chance.below(if rude { rudely } else { polite } + 1);
        Misbehaviour {
            repeats: up_to(20, 120),
            reuses: up_to(4, 40),
            stale: up_to(10, 120),
            garbage: up_to(3, 60),
            dawdles: up_to(60, 300),
            wild: up_to(200, 700),
            restless: up_to(25, 100),
            hosts: up_to(3, 6),
            talks: up_to(10, 100),
        }
    }
}

const GARBAGE: &[&str] = &[
    "",
    "{",
    "null",
    "[]",
    "{\"type\":\"nonsense\"}",
    "{\"type\":\"watch\"}",
    "{\"type\":\"watch\",\"table\":\"\"}",
    "{\"type\":\"watch\",\"table\":\"no-such-table\"}",
    "{\"type\":\"watch\",\"table\":\"../../etc\",\"have\":18446744073709551615}",
    "{\"type\":\"sit\",\"command\":\"x\",\"table\":\"holdem-1\",\"seat\":1,\"buyIn\":1}",
    "{\"type\":\"ping\",\"echo\":18446744073709551616}",
    "{\"type\":\"follow\",\"tournament\":\"cup-0\"}",
    "\u{0}\u{7f}",
];

impl Client {
    pub(super) fn misbehave(&mut self, now: u64, said: &mut Vec<String>) {
        let misbehaviour = self.misbehaviour;
        if self.chance.often(misbehaviour.garbage) {
            let text = self.chance.pick(GARBAGE).copied().unwrap_or_default();
            said.push(text.to_owned());
        }
        if self.chance.often(misbehaviour.garbage) {
            // Halves of messages, and messages of somebody who has not said hello properly.
            let hello = write(&ToServer::Hello { protocol: 3, token: None, language: Language::En });
            let cut = self.chance.below(hello.len() as u64) as usize;
            said.push(hello[..cut].to_owned());
        }
        let done: Vec<ToServer> = self.done.iter().cloned().collect();
        if self.chance.often(misbehaviour.repeats) {
            said.extend(self.chance.pick(&done).map(write));
        }
        if self.chance.often(misbehaviour.reuses)
            && let Some(command) = self.chance.pick(&done).and_then(ToServer::command)
        {
            let table = self.any_table();
            let other = match self.chance.below(4) {
                0 => ToServer::Leave { command, table },
                1 => ToServer::SitOut { command, table },
                2 => ToServer::AddChips { command, table, amount: Chips::new(1) },
                _ => ToServer::Sit {
                    command,
                    table,
                    seat: Seat::from_index(self.chance.below(6) as usize),
                    buy_in: Chips::new(100),
                    wait: false,
                },
            };
            said.push(write(&other));
        }
        if self.chance.often(misbehaviour.stale) {
            let command = self.next_id();
            let (table, turn) = (self.any_table(), self.chance.below(200));
            let action = self.any_action();
            self.command(now, ToServer::Act { command, table, turn, action }, said);
        }
    }

    pub(super) fn any_table(&mut self) -> String {
        let names: Vec<&String> = self.tables.keys().collect();
        self.chance.pick(&names).map_or_else(|| "holdem-1".to_owned(), |name| (*name).clone())
    }

    fn any_action(&mut self) -> GameAction {
        let amount = Chips::new(self.chance.below(300) as i64 - 20);
        match self.chance.below(8) {
            0 => GameAction::Holdem(HoldemAction::Fold),
            1 => GameAction::Holdem(HoldemAction::RaiseTo { to: amount }),
            2 => GameAction::Seka(SekaAction::RaiseTo { to: amount }),
            3 => GameAction::Seka(SekaAction::Reveal),
            4 => GameAction::Seka(SekaAction::Enter),
            5 => GameAction::Durak(DurakAction::Take),
            6 => GameAction::Durak(DurakAction::Finish),
            _ => GameAction::Holdem(HoldemAction::CheckOrCall),
        }
    }
}

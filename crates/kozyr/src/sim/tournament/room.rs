//! All tables of a tournament at once, in simulated time.

use super::bot;
use crate::bench::Numbers;
use kozyr_chips::Chips;
use kozyr_tournament::{
    Command, EntrantId, Event, HandResult, Happened, Millis, Rules, Seating, Status, TableNo, Timestamp,
    Tournament, director,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// What came of a tournament.
#[derive(Default)]
pub struct Tale {
    pub hands: u64,
    /// Players dealt in, over all hands.
    pub dealt: u64,
    pub moves: u64,
    pub broken: u64,
    pub busts: u64,
    pub rebuys: u64,
    /// Levels begun.
    pub levels: usize,
    pub duration: Millis,
    pub pool: Chips,
    /// Paid places, best first.
    pub prizes: Vec<(EntrantId, Chips)>,
}

pub struct Room {
    cup: Tournament,
    numbers: Numbers,
    deck: bot::Cards,
    now: Timestamp,
    /// Tables without a hand in play.
    idle: BTreeSet<TableNo>,
    /// Hands in play are played at once; they are over later.
    over: BinaryHeap<Reverse<(Timestamp, TableNo)>>,
    results: BTreeMap<TableNo, HandResult>,
    hand_number: u32,
    tale: Tale,
}

/// Saturday evening.
const START: Timestamp = Timestamp::from_millis(1_769_882_400_000);

/// Between two hands, and for each decision in one.
const SHUFFLE: Millis = Millis::from_secs(8);
const THINK: Millis = Millis::from_secs(4);

impl Room {
    pub fn open(rules: Rules, players: u32, seed: u64) -> Room {
        let seats = usize::from(rules.seats);
        let mut room = Room {
            cup: Tournament::new("sim", START, rules),
            numbers: Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            deck: bot::Cards::default(),
            now: START,
            idle: BTreeSet::new(),
            over: BinaryHeap::new(),
            results: BTreeMap::new(),
            hand_number: 0,
            tale: Tale::default(),
        };
        room.must(&Command::Open);
        let names: Vec<EntrantId> = (1..=players).map(|player| format!("bot {player}").into()).collect();
        for player in &names {
            room.must(&Command::Register { player: player.clone(), name: player.as_str().into() });
        }
        let chairs = director::draw(names.len(), seats, &mut |n| room.numbers.below(n));
        let seating = names.into_iter().zip(chairs).map(|(player, chair)| Seating { player, chair });
        room.must(&Command::Start { seating: seating.collect() });
        room.idle = room.cup.tables().collect();
        room
    }

    /// Plays to the end, telling how many are left.
    pub fn play(mut self, mut left: impl FnMut(u32)) -> Tale {
        while matches!(self.cup.status(), Status::Running) {
            self.answer_offers();
            self.arrange();
            self.deal();
            let hand = self.over.peek().map(|&Reverse((at, _))| at);
            match (hand, self.cup.deadline()) {
                (Some(at), deadline) if deadline.is_none_or(|deadline| at <= deadline) => {
                    self.finish_hand();
                    left(self.cup.players_left() as u32);
                }
                (_, Some(deadline)) => {
                    self.now = deadline;
                    self.must(&Command::Tick);
                }
                (None, None) => panic!("a tournament that runs has a hand in play or something to wait for"),
                (Some(_), None) => unreachable!("a hand is over before nothing"),
            }
        }
        self.end()
    }

    fn must(&mut self, command: &Command) {
        let events = self.cup.step(self.now, command);
        let events = events.unwrap_or_else(|refusal| panic!("{command:?} was refused: {refusal}"));
        events.iter().for_each(|event| self.tell(event));
    }

    fn tell(&mut self, event: &Event) {
        match &event.what {
            Happened::HandFinished { stacks, .. } => {
                self.tale.hands += 1;
                self.tale.dealt += stacks.len() as u64;
            }
            Happened::Placed { .. } => self.tale.busts += 1,
            Happened::Rebought { .. } => {
                self.tale.busts += 1;
                self.tale.rebuys += 1;
            }
            Happened::Moved { .. } => self.tale.moves += 1,
            Happened::TableBroken { table, .. } => {
                self.tale.broken += 1;
                self.idle.remove(table);
            }
            Happened::FinalTable { seating, .. } => {
                self.tale.moves += seating.len() as u64;
                self.tale.broken += self.idle.len() as u64 - 1;
                self.idle = seating.iter().map(|row| row.chair.table).collect();
            }
            _ => {}
        }
    }

    /// Every second bot that busts while it may buys in again.
    fn answer_offers(&mut self) {
        let offered: Vec<EntrantId> = self.cup.offers().map(|(player, _)| player.clone()).collect();
        for player in offered {
            let again = self.numbers.below(2) == 0;
            self.must(&if again { Command::Rebuy { player } } else { Command::DeclineRebuy { player } });
        }
    }

    /// The director is asked only when a table waits for that: a hand costs the same in any field.
    fn arrange(&mut self) {
        while !self.cup.is_round_open() && self.idle.iter().any(|&table| self.cup.is_held(table)) {
            let plan = self.cup.floor().plan(&mut |n| self.numbers.below(n));
            if plan.is_empty() {
                return;
            }
            self.must(&Command::Rearrange(plan));
        }
    }

    fn deal(&mut self) {
        let idle: Vec<TableNo> = self.idle.iter().copied().collect();
        for table in idle {
            self.hand_number += 1;
            let number = self.hand_number;
            let hand = number.to_string().into();
            // Refused during a break, hand for hand, or while the director waits for another table.
            let Ok(events) = self.cup.step(self.now, &Command::Deal { table, hand, number }) else {
                continue;
            };
            events.iter().for_each(|event| self.tell(event));
            self.idle.remove(&table);
            let view = self.cup.hand_at(table).expect("it was dealt");
            let (result, decisions) = bot::play(&view, table, &mut self.deck, &mut self.numbers);
            let length = Millis::new(SHUFFLE.get() + THINK.get() * decisions);
            self.results.insert(table, result);
            self.over.push(Reverse((self.now + length, table)));
        }
    }

    fn finish_hand(&mut self) {
        let Some(Reverse((at, table))) = self.over.pop() else { return };
        let result = self.results.remove(&table).expect("every hand in play has a result");
        self.now = at;
        self.must(&Command::FinishHand(result));
        self.idle.insert(table);
    }

    fn end(mut self) -> Tale {
        let cup = &self.cup;
        assert_eq!(cup.status(), Status::Finished);
        let paid = cup.placements().into_iter().filter(|row| row.prize.is_some_and(Chips::is_positive));
        self.tale.prizes = paid.map(|row| (row.player, row.prize.unwrap_or_default())).collect();
        self.tale.levels = cup.levels().map_or(0, |levels| levels.index + 1);
        self.tale.duration = cup.last_at().since(START);
        self.tale.pool = cup.pool().amount;
        self.tale
    }
}

//! What an action at a Hold'em table costs: `cargo run --release -p kozyr-table --example holdem_cost`.
//!
//! Deciding and applying are timed over the same random play, at a table nobody has left and at one that a thousand
//! people have left; the best of several rounds counts, since other programs only ever make it slower.
#![allow(clippy::print_stdout, clippy::float_arithmetic, clippy::disallowed_methods)] // It prints times.

use kozyr_card_game::Seat;
use kozyr_card_game::laws::Dice;
use kozyr_chips::{Chips, Currency};
use kozyr_poker::{Action, Offer};
use kozyr_table::holdem::{HoldemHouse, HoldemSeating, HoldemTable};
use kozyr_table::{Dealer, Effects, Funding, Input, Player, Settings};
use kozyr_time::{Millis, PlayerId, TableId, Timestamp};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SEATS: u8 = 6;
/// Many short rounds: on a busy machine some are not interrupted.
const ROUNDS: usize = 300;
const ACTIONS: u32 = 500;

fn main() {
    println!(
        "Hold'em, {SEATS} seats, best of {ROUNDS} rounds of {ACTIONS} actions (with the cards that follow)"
    );
    for left in [0, 1_000] {
        let best = (0..ROUNDS).map(|_| Evening::after(left).play()).reduce(Spent::best).unwrap_or_default();
        let mut evening = Evening::after(left);
        let one = evening.one_call();
        evening.finish();
        let rest = serde_json::to_vec(&evening.table.rest()).expect("a checkpoint can be written");
        let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(ACTIONS);
        println!(
            "{left:>5} left before: decide {:.2} us, apply {:.2} us; one and the same call {:.2} + {:.2} us; checkpoint {} bytes",
            each(best.decide),
            each(best.apply),
            each(one.decide),
            each(one.apply),
            rest.len()
        );
    }
}

#[derive(Clone, Copy, Default)]
struct Spent {
    decide: Duration,
    apply: Duration,
}

impl Spent {
    fn best(self, other: Spent) -> Spent {
        Spent { decide: self.decide.min(other.decide), apply: self.apply.min(other.apply) }
    }
}

struct Evening {
    table: HoldemTable,
    dealer: Dealer<Box<dyn FnMut() -> Option<[u8; 32]>>>,
    now: Timestamp,
    dice: Dice,
    left: u32,
}

impl Evening {
    /// A full table that so many people have left before.
    fn after(left: u32) -> Evening {
        let settings = Settings {
            seats: SEATS,
            currency: Currency::FUN,
            funding: Funding::Stack,
            least_buy_in: Chips::new(40),
            most_buy_in: Chips::new(10_000),
            turn: Millis::from_secs(20),
            bank: Millis::from_secs(30),
            refill: Millis::from_secs(1),
            gather: Millis::from_secs(2),
            pause: Millis::from_secs(3),
            patience: 2,
            away: Millis::from_secs(300),
            memory: Millis::from_secs(1800),
            grace: Millis::from_secs(10),
            quick: Some(Millis::from_secs(1)),
            top: Vec::new(),
        };
        let house = HoldemHouse::no_limit(Chips::new(1), Chips::new(2));
        let id = TableId::new("cost").expect("a name");
        let mut seed = 0_u64;
        let mut evening = Evening {
            table: HoldemTable::open(id, settings, house).expect("a table"),
            dealer: Dealer::new(Box::new(move || {
                seed += 1;
                let mut bytes = [0; 32];
                bytes[..8].copy_from_slice(&seed.to_le_bytes());
                Some(bytes)
            })),
            now: Timestamp::from_millis(1_800_000_000_000),
            dice: Dice::random(1),
            left,
        };
        for id in 0..left {
            evening.sit(1_000 + id, 0);
            evening.ask(&Input::Leave(PlayerId::from(1_000 + id)));
        }
        (0..SEATS).for_each(|seat| evening.sit(seat.into(), seat));
        evening
    }

    fn sit(&mut self, id: u32, seat: u8) {
        let player = Player { id: PlayerId::from(id), name: "Somebody".into(), bot: false };
        let seat = Seat::from_index(seat.into());
        self.ask(&Input::Sit { player, seat, buy_in: Chips::new(10_000), wait: false, before: None });
    }

    fn ask(&mut self, input: &Input<HoldemSeating>) -> Spent {
        let start = Instant::now();
        let batch = self.table.decide(self.now, input, &mut self.dealer).expect("possible");
        let decided = Instant::now();
        self.table.apply(black_box(&batch), &mut Effects::default());
        let spent = Spent { decide: decided - start, apply: decided.elapsed() };
        self.dealer.take_fresh();
        spent
    }

    /// What whoever's turn it is does; the chips come and go slowly, so that nobody is broke soon.
    fn action(&mut self) -> Input<HoldemSeating> {
        let clock = self.table.clocks()[0];
        let chair = clock.seat.and_then(|seat| self.table.chair(seat)).expect("who acts sits");
        let player = chair.player.id;
        let view = self.table.game_view(Some(player)).expect("a hand runs");
        let action = match *self.dice.pick(&view.offers) {
            Offer::RaiseTo { least, .. } => Action::RaiseTo(least),
            Offer::Fold if self.dice.one_in(3) => Action::Fold,
            _ => Action::CheckOrCall,
        };
        Input::Act { player, turn: clock.turn, action }
    }

    /// Deals when no hand runs; a table that has too few players with chips is set up anew.
    fn deal(&mut self) {
        while !self.table.is_running() {
            match self.table.deadline() {
                Some(at) => {
                    self.now = at;
                    self.ask(&Input::Tick);
                }
                None => *self = Evening { dice: self.dice.clone(), ..Evening::after(self.left) },
            }
        }
    }

    fn play(&mut self) -> Spent {
        let mut all = Spent::default();
        for _ in 0..ACTIONS {
            self.deal();
            let input = self.action();
            let spent = self.ask(&input);
            all.decide += spent.decide;
            all.apply += spent.apply;
        }
        all
    }

    /// The first call of a hand, over and over: what neither cards nor the end of a street add to.
    fn one_call(&mut self) -> Spent {
        self.deal();
        let clock = self.table.clocks()[0];
        let player = clock.seat.and_then(|seat| self.table.chair(seat)).expect("who acts sits").player.id;
        let input = Input::Act { player, turn: clock.turn, action: Action::CheckOrCall };
        let batch = self.table.decide(self.now, &input, &mut self.dealer).expect("a call is possible");
        let mut best: Option<Spent> = None;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            for _ in 0..ACTIONS {
                black_box(self.table.decide(self.now, &input, &mut self.dealer)).expect("as before");
            }
            let decide = start.elapsed();
            let mut tables = vec![self.table.clone(); ACTIONS as usize];
            let mut effects: Vec<Effects<HoldemSeating>> = vec![Effects::default(); tables.len()];
            let start = Instant::now();
            for (table, effects) in tables.iter_mut().zip(&mut effects) {
                table.apply(&batch, effects);
            }
            let spent = Spent { decide, apply: start.elapsed() };
            best = Some(best.map_or(spent, |best| best.best(spent)));
        }
        best.unwrap_or_default()
    }

    /// Plays the hand to its end: a checkpoint is made between hands.
    fn finish(&mut self) {
        while self.table.is_running() {
            let input = self.action();
            self.ask(&input);
        }
    }
}

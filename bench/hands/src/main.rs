//! Whole six-handed hands in which everybody calls to the river, against rs_poker's arena.
//!
//! Both draw 17 random cards, post the same blinds, ask for 24 decisions, compare six hands and pay. Both run
//! on one thread. Ours has every check on: overflow checks, and the sum of all chips after every move.

use harness::{Options, Race, Random, Report};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;
use kozyr_poker::{Hand, Next, Rules};
use rs_poker::arena::agent::CallingAgent;
use rs_poker::arena::{Agent, GameStateBuilder, HoldemSimulationBuilder};

const PLAYERS: usize = 6;
const STACK: i64 = 100_000;
const SMALL: i64 = 250;
const BIG: i64 = 500;
const HANDS: usize = 20_000;

fn main() {
    let options =
        Options::from_args("Plays six-handed hands with kozyr-poker and with rs_poker's arena.", 15);
    let title = "6-max hands, everybody calls";
    let mut races = Vec::new();
    if options.wants(title) {
        let mut kozyr = Kozyr::new();
        let arena = Arena::new();
        assert_eq!(kozyr.hand(), PLAYERS as i64 * STACK, "our chips balance");
        assert_eq!(arena.hand(), PLAYERS as i64 * STACK, "their chips balance");
        let race = Race::new(title, "k hands/s", HANDS as f64 / 1e3)
            .ours("kozyr-poker", move || (0..HANDS).map(|_| kozyr.hand() as u64).sum())
            .peer("rs_poker 5.0.0 arena", move || (0..HANDS).map(|_| arena.hand() as u64).sum());
        races.push(race.run(options.rounds));
    }
    Report { benchmark: "hands", races }.print(options.json);
}

struct Kozyr {
    rules: Rules,
    pack: Vec<Card>,
    random: Random,
}

impl Kozyr {
    fn new() -> Kozyr {
        let rules = Rules::holdem(PLAYERS, Chips::new(SMALL), Chips::new(BIG));
        Kozyr { rules, pack: CardSet::FULL.iter().collect(), random: Random(7) }
    }

    /// Draws and plays one hand; the answer is all chips at its end.
    fn hand(&mut self) -> i64 {
        // Only what will be dealt is drawn, as the arena does it.
        for place in 0..2 * PLAYERS + 5 {
            let drawn = place + self.random.below(self.pack.len() - place);
            self.pack.swap(place, drawn);
        }
        let mut cards = self.pack.iter().map(|&card| Some(card));
        let mut hand = Hand::start(&self.rules, &[Chips::new(STACK); PLAYERS]).expect("a sound table");
        let mut next = || cards.next().expect("enough cards");
        loop {
            match hand.next() {
                Next::Hole(player) => hand.deal_hole(player, &[next(), next()]).expect("cards are due"),
                Next::Board(3) => hand.deal_board(&[next(), next(), next()]).expect("the flop is due"),
                Next::Board(_) => hand.deal_board(&[next()]).expect("a card is due"),
                Next::Bet(player) => hand.check_or_call(player).expect("a call is allowed"),
                Next::Draw(_) | Next::Runouts | Next::Show(_) => {
                    unreachable!("no draws, one board, and the showdown is automatic")
                }
                Next::Over => return hand.stacks().iter().sum::<Chips>().units(),
            }
        }
    }
}

struct Arena {
    runtime: tokio::runtime::Runtime,
}

impl Arena {
    fn new() -> Arena {
        Arena { runtime: tokio::runtime::Builder::new_current_thread().build().expect("a runtime") }
    }

    fn hand(&self) -> i64 {
        let table = GameStateBuilder::new()
            .num_players_with_stack(PLAYERS, STACK as f32)
            .blinds(BIG as f32, SMALL as f32)
            .build()
            .expect("a sound table");
        let agent = || Box::new(CallingAgent::new("caller")) as Box<dyn Agent>;
        let mut arena = HoldemSimulationBuilder::default()
            .game_state(table)
            .agents((0..PLAYERS).map(|_| agent()).collect())
            .build()
            .expect("a simulation");
        self.runtime.block_on(arena.run());
        arena.game_state.stacks.iter().map(|&stack| stack as i64).sum()
    }
}

//! How many whole hands are played, every check on.

use super::{Benchmark, Numbers};
use kozyr_card_game::laws::{Dice, play_out};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;
use kozyr_poker::{Hand, Next, Poker, Rules};
use std::hint::black_box;

const HANDS: u64 = 100;
const PLAYERS: usize = 6;

/// Six players, everybody calls to the river: 24 decisions, 17 cards, a showdown of six.
pub fn everybody_calls() -> Benchmark {
    let mut numbers = Numbers::new(2);
    let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
    let rules = Rules::holdem(PLAYERS, Chips::new(250), Chips::new(500));
    let stacks = [Chips::new(100_000); PLAYERS];
    Benchmark {
        name: "hands",
        what: "six-handed hands in which everybody calls",
        unit: "hands",
        per_run: HANDS,
        run: Box::new(move || {
            for _ in 0..HANDS {
                black_box(play_calling(&rules, &stacks, &mut pack, &mut numbers));
            }
        }),
    }
}

/// Deals and plays one hand; only the cards that are needed are shuffled to the front.
fn play_calling(rules: &Rules, stacks: &[Chips], pack: &mut [Card], numbers: &mut Numbers) -> Chips {
    let needed = stacks.len() * 2 + 5;
    for place in 0..needed {
        pack.swap(place, place + numbers.below((pack.len() - place) as u32) as usize);
    }
    let mut hand = Hand::start(rules, stacks).expect("a sound table");
    let mut at = 0;
    loop {
        match hand.next() {
            Next::Hole(player) => {
                hand.deal_hole(player, &[Some(pack[at]), Some(pack[at + 1])]).expect("cards are due");
                at += 2;
            }
            Next::Board(count) => {
                let cards: [Option<Card>; 3] =
                    std::array::from_fn(|card| Some(pack[at + card.min(count - 1)]));
                hand.deal_board(&cards[..count]).expect("the board is due");
                at += count;
            }
            Next::Bet(player) => hand.check_or_call(player).expect("a call is always allowed"),
            Next::Draw(_) => unreachable!("Hold'em has no draws"),
            Next::Runouts => unreachable!("the board is dealt once"),
            Next::Show(player) => hand.show(player, None).expect("it is the showdown"),
            Next::Over => return hand.stacks()[0],
        }
    }
}

/// Random tables of every variant, random legal moves.
pub fn random_play() -> Benchmark {
    let mut seed = 0;
    Benchmark {
        name: "random",
        what: "hands of random variants, seats and legal moves, with events and offers",
        unit: "hands",
        per_run: HANDS,
        run: Box::new(move || {
            for _ in 0..HANDS {
                seed += 1;
                black_box(play_out::<Poker>(&mut Dice::random(seed)).moves);
            }
        }),
    }
}

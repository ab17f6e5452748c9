//! How fast random deals of Seka go.

use super::{Benchmark, Numbers};
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Move, Seat, Seated};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Offer, Rules, SEATS, Seka};
use std::hint::black_box;

const DEALS: u64 = 2_000;
const SEED: u64 = 7;

/// Random deals of two to six players at the stock tables, svaras included; only what players do is counted,
/// not the cards and the clocks.
pub fn random_play() -> Benchmark {
    Benchmark {
        name: "seka",
        what: "actions in random deals of Seka, two to six players, svaras included",
        unit: "actions",
        per_run: play(SEED, DEALS),
        run: Box::new(|| {
            black_box(play(black_box(SEED), DEALS));
        }),
    }
}

/// Plays this many deals and answers how many actions there were.
fn play(seed: u64, deals: u64) -> u64 {
    let mut numbers = Numbers::new(seed);
    let mut actions = 0;
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Seka21), {
        let mut numbers = Numbers::new(!seed);
        move |n| numbers.below(n)
    });
    let (mut heard, mut offers) = (Vec::with_capacity(32), Vec::with_capacity(8));
    let stock = Rules::stock();
    for _ in 0..deals {
        let rules = &stock[numbers.below(4) as usize];
        let players = 2 + numbers.below(SEATS as u32 - 1) as usize;
        let seated: [Seated; SEATS] = std::array::from_fn(|index| Seated {
            seat: Seat::from_index(index),
            stack: rules.min_balance + Chips::new(i64::from(numbers.below(5000))),
        });
        let started = Deal::start(rules, &seated[..players], &[], &mut heard);
        let mut deal = started.expect("stock rules and enough chips");
        while let Some(mv) = next_move(&deal, &mut numbers, &mut shoe, &mut offers) {
            heard.clear();
            deal.play(&mv, &mut heard).expect("what is offered can be played");
            actions += u64::from(matches!(mv, Move::Act(..)));
        }
    }
    actions
}

fn next_move(
    deal: &Deal,
    numbers: &mut Numbers,
    shoe: &mut DeckShoe<impl FnMut(u32) -> u32>,
    offers: &mut Vec<Offer>,
) -> Option<Move<<Seka as Game>::Deal, Action>> {
    let seats = match deal.awaits() {
        Awaits::Nothing => return None,
        Awaits::Shuffle(cards) => {
            shoe.shuffle(cards);
            return Some(Move::Shuffled);
        }
        Awaits::Chance => return Seka::draw(deal, shoe).map(Move::Deal),
        Awaits::Stage(seats) if seats.is_empty() => return Some(Move::Timeout(Clock::Stage)),
        Awaits::Seats(seats) | Awaits::Stage(seats) => seats,
    };
    let seat = seats.iter().next()?;
    offers.clear();
    deal.offers(seat, offers);
    let action = match offers[numbers.below(offers.len() as u32) as usize] {
        Offer::Open => Action::Open,
        Offer::Dark { .. } => Action::Dark,
        Offer::Check => Action::Check,
        Offer::Call { .. } => Action::Call,
        Offer::Raise { from, to, .. } => {
            let span = u32::try_from((to - from).units()).unwrap_or(u32::MAX - 1) + 1;
            Action::Raise(from + Chips::new(i64::from(numbers.below(span))))
        }
        Offer::Reveal { .. } => Action::Reveal,
        Offer::Fold => Action::Fold,
        Offer::Vote => Action::Vote(numbers.below(4) > 0),
        Offer::Enter { .. } => Action::Enter,
        Offer::Pass => Action::Pass,
    };
    Some(Move::Act(seat, action))
}

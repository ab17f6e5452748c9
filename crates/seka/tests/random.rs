//! Random deals in numbers: chips are conserved, every deal ends, svaras included.

#![allow(clippy::print_stderr)]

use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Move, Seated};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::Chips;
use kozyr_seka::{DarkFunding, Deal, Event, Offer, Seka};

#[derive(Default, Debug)]
struct Seen {
    deals: u64,
    moves: u64,
    with_svara: u64,
    longest_chain: u8,
    players: [u64; 7],
    house: u64,
    loan: u64,
    dark: u64,
    reveals: u64,
    split: u64,
}

/// Plays a random table to its end with legal moves; folds are seldom, so that deals grow long.
fn play(seed: u64, seen: &mut Seen) {
    let mut dice = Dice::random(seed);
    let (setup, seats, _) = Seka::table(&mut dice);
    let brought: Chips = seats.iter().map(|seated: &Seated| seated.stack).sum();
    let mut deal = Seka::start(&setup, &seats).unwrap();
    let mut cut = Dice::random(!seed);
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Seka21), move |n| cut.below(n));
    let (mut heard, mut offers) = (Vec::new(), Vec::new());
    let mut moves = 0;
    while let Some(mv) = next_move(&deal, &mut dice, &mut shoe, &mut offers) {
        deal.play(&mv, &mut heard).unwrap_or_else(|refusal| panic!("seed {seed}: {mv:?}: {refusal}"));
        assert_eq!(Seka::chips(&deal), brought, "seed {seed}: after {mv:?}");
        moves += 1;
        assert!(moves < Seka::LONGEST, "seed {seed} does not end");
    }
    let payoffs = deal.payoffs().unwrap();
    assert_eq!(payoffs.sum(), Chips::ZERO, "seed {seed}");
    seen.deals += 1;
    seen.moves += moves as u64;
    seen.with_svara += u64::from(deal.svaras() > 0);
    seen.longest_chain = seen.longest_chain.max(deal.svaras());
    seen.players[seats.len() - setup.waiting.len()] += 1;
    match setup.rules.dark_funding {
        DarkFunding::House => seen.house += 1,
        DarkFunding::Loan => seen.loan += 1,
    }
    let count = |wanted: fn(&Event) -> bool| heard.iter().filter(|event| wanted(event)).count() as u64;
    seen.dark += count(|event| matches!(event, Event::Dark { .. }));
    seen.reveals += count(|event| matches!(event, Event::Revealed { .. }));
    seen.split += u64::from(count(|event| matches!(event, Event::Won { .. })) > 1);
}

fn next_move(
    deal: &Deal,
    dice: &mut Dice,
    shoe: &mut DeckShoe<impl FnMut(u32) -> u32>,
    offers: &mut Vec<Offer>,
) -> Option<Move<kozyr_seka::Dealt, kozyr_seka::Action>> {
    Some(match deal.awaits() {
        Awaits::Nothing => return None,
        Awaits::Shuffle(cards) => {
            shoe.shuffle(cards);
            Move::Shuffled
        }
        Awaits::Chance => Move::Deal(Seka::draw(deal, shoe).unwrap()),
        Awaits::Stage(seats) if seats.is_empty() || dice.one_in(20) => Move::Timeout(Clock::Stage),
        awaits => {
            let seat = awaits.seats().iter().next().unwrap();
            if deal.turn().is_some() && dice.one_in(40) {
                return Some(Move::Timeout(Clock::Seat(seat)));
            }
            offers.clear();
            deal.offers(seat, offers);
            let choices = if dice.one_in(8) { offers.len() } else { offers.len().max(2) - 1 };
            let offer = offers[dice.below(choices as u32) as usize];
            Move::Act(seat, Seka::accept(deal, seat, &offer, dice))
        }
    })
}

fn run(deals: u64) -> Seen {
    let mut seen = Seen::default();
    (0..deals).for_each(|seed| play(seed, &mut seen));
    eprintln!("{seen:?}");
    assert_eq!(seen.deals, deals);
    assert!(seen.with_svara > deals / 50 && seen.longest_chain >= 2, "{seen:?}");
    assert!(seen.players[2..].iter().all(|&count| count > deals / 10), "{seen:?}");
    assert!(seen.house > deals / 3 && seen.loan > deals / 3, "{seen:?}");
    assert!(seen.dark > deals / 20 && seen.reveals > deals / 10 && seen.split > deals / 50, "{seen:?}");
    seen
}

#[test]
fn ten_thousand_random_deals_conserve_chips_and_end() {
    run(10_000);
}

#[test]
#[ignore = "long: make soak"]
fn a_million_random_deals_conserve_chips_and_end() {
    assert!(run(1_000_000).longest_chain >= 4, "no chain was long");
}

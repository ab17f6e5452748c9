//! Seka: any text is read or refused, any stream of moves is played or refused, and nothing ever panics.
#![allow(unreachable_pub)] // a module of a test as well

use kozyr_card_game::laws::{Dice, Specimen};
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Joining, Move, Seat};
use kozyr_cards::{Card, Deck};
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Dealt, Seka, notation};

/// Any text is read or refused; what was read is written, and reads the same again.
pub fn text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for record in notation::read_all(text).flatten() {
        let written = record.to_text().expect("what was read can be written");
        assert_eq!(notation::read(&written).as_ref(), Ok(&record), "{written}");
    }
}

/// Any stream of moves is played or refused; a refused move changes nothing.
pub fn deal(bytes: &[u8]) {
    let mut dice = tape(bytes);
    let (setup, seats, pack) = Seka::table(&mut dice);
    let mut deal = Seka::start(&setup, &seats).expect("random tables make sense");
    let mut shoe = DeckShoe::new(Deck::ordered(pack), low_dice(bytes));
    for _ in 0..bytes.len() {
        if deal.awaits() == Awaits::Nothing {
            break;
        }
        let mv = match chance(&deal, &mut shoe) {
            Some(mv) if !dice.one_in(8) => mv,
            _ => any_move(&deal, &mut dice),
        };
        let before = deal.clone();
        let mut heard = Vec::new();
        if deal.play(&mv, &mut heard).is_err() {
            assert!(deal == before && heard.is_empty(), "{mv:?} was refused and changed something");
        }
    }
}

fn tape(bytes: &[u8]) -> Dice {
    Dice::from_tape(&bytes.iter().map(|&byte| u32::from(byte)).collect::<Vec<u32>>())
}

/// Numbers to shuffle by, all from the bytes.
fn low_dice(bytes: &[u8]) -> impl FnMut(u32) -> u32 + use<> {
    let seed = bytes.iter().fold(0u64, |seed, &byte| seed.wrapping_mul(31) ^ u64::from(byte));
    let mut dice = Dice::random(seed);
    move |n| dice.below(n)
}

fn any_seat(dice: &mut Dice) -> Seat {
    Seat::from_index(dice.below(7) as usize)
}

fn any_chips(dice: &mut Dice) -> Chips {
    Chips::new(*dice.pick(&[100, 0, 1, 5, 250, 5000, -1, i64::MAX, i64::MIN, Chips::MAX.units()]))
}

/// A legal action of whoever is awaited, or anything at all.
fn any_action(deal: &Deal, dice: &mut Dice) -> (Seat, Action) {
    let awaited = deal.awaits().seats();
    let mut offers = Vec::new();
    if !awaited.is_empty() && !dice.one_in(4) {
        let nth = dice.below(awaited.len() as u32) as usize;
        let seat = awaited.iter().nth(nth).expect("the set has that many seats");
        deal.offers(seat, &mut offers);
        let offer = *dice.pick(&offers);
        return (seat, Seka::accept(deal, seat, &offer, dice));
    }
    let seat = any_seat(dice);
    (seat, Seka::anything(deal, seat, dice))
}

fn any_move(deal: &Deal, dice: &mut Dice) -> Move<Dealt, Action> {
    match dice.below(16) {
        0 => Move::Timeout(Clock::Stage),
        1 => Move::Timeout(Clock::Seat(any_seat(dice))),
        2 => {
            let seat = Seat::from_index(dice.below(16) as usize);
            Move::Join(Joining { seat, chair: any_seat(dice), stack: any_chips(dice) })
        }
        3 => Move::Part(Seat::from_index(dice.below(16) as usize)),
        4 => Move::Deal(any_cards(dice)),
        5 => match deal.turn() {
            Some(seat) => Move::Timeout(Clock::Seat(seat)),
            None => Move::Timeout(Clock::Stage),
        },
        6 => Move::Shuffled,
        _ => {
            let (seat, action) = any_action(deal, dice);
            Move::Act(seat, action)
        }
    }
}

/// Cards nobody dealt.
fn any_cards(dice: &mut Dice) -> Dealt {
    let count = dice.below(19);
    let card = |dice: &mut Dice| Card::from_index(dice.below(52) as u8).expect("there are 52 cards");
    Dealt { dealer: any_seat(dice), cards: (0..count).map(|_| card(dice)).collect() }
}

/// The shuffle or the cards, if they are awaited.
fn chance(deal: &Deal, shoe: &mut DeckShoe<impl FnMut(u32) -> u32>) -> Option<Move<Dealt, Action>> {
    match deal.awaits() {
        Awaits::Shuffle(cards) => {
            shoe.shuffle(cards);
            Some(Move::Shuffled)
        }
        _ => Seka::draw(deal, shoe).map(Move::Deal),
    }
}

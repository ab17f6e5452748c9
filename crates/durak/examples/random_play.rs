//! How many moves of random play a second, on one core:
//! `cargo run --release -p kozyr-durak --example random_play [parties]`.
//!
//! Every move asks what the player may do, takes one of all these actions at random and plays it; events
//! are told and thrown away. Refills, `ready`, the shuffle and the deal count as moves, as they do in a log.
#![allow(clippy::print_stdout, clippy::float_arithmetic, clippy::disallowed_methods)]

use kozyr_card_game::{Awaits, Clock, Move, Seat, SeatSet, Shoe};
use kozyr_cards::{Card, Deck, Pack};
use kozyr_durak::{Event, Mode, Offer, Party, Rules};
use std::time::Instant;

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A deck and nothing else: a party draws nothing but cards.
struct Cards(Deck);

impl Shoe for Cards {
    fn card(&mut self) -> Option<Card> {
        self.0.deal()
    }
    fn bottom(&self) -> Option<Card> {
        self.0.bottom()
    }
    fn left(&self) -> usize {
        self.0.len()
    }
    fn below(&mut self, _: u32) -> u32 {
        0
    }
}

fn any_of(seats: SeatSet, rng: &mut Rng) -> Seat {
    let nth = rng.below(seats.len() as u32) as usize;
    seats.iter().nth(nth).expect("a set of so many seats")
}

fn party(
    mode: Mode,
    pack: Pack,
    seats: usize,
    rng: &mut Rng,
    told: &mut Vec<Event>,
    offers: &mut Vec<Offer>,
) -> u64 {
    let rules = Rules { mode, pack, ..Rules::default() };
    let mut party = Party::new(&rules, seats as u8, SeatSet::first(seats)).expect("a table");
    let mut shoe = Cards(Deck::ordered(pack));
    let mut moves = 0;
    loop {
        told.clear();
        let mv = match party.awaits() {
            Awaits::Nothing => return moves,
            Awaits::Shuffle(_) => {
                shoe.0.shuffle(|n| rng.below(n));
                Move::Shuffled
            }
            Awaits::Chance => Move::Deal(party.draw(&mut shoe).expect("cards")),
            Awaits::Stage(_) => Move::Timeout(Clock::Stage),
            Awaits::Seats(seats) => {
                // Mostly whose turn it is; now and then anybody, to throw in while the defender thinks.
                let seat = any_of(if rng.below(4) == 0 { seats } else { party.clocks() }, rng);
                offers.clear();
                party.legal(seat, offers);
                let playable = offers.iter().filter(|offer| offer.kind().is_some());
                let count: usize = playable.clone().map(Offer::len).sum();
                if count == 0 {
                    continue;
                }
                let nth = rng.below(count as u32) as usize;
                Move::Act(seat, playable.flat_map(Offer::actions).nth(nth).expect("so many actions"))
            }
        };
        party.play(&mv, told).expect("a legal move");
        moves += 1;
    }
}

fn main() {
    let parties: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut rng = Rng(0x5eed_0f0a_dec0_de01);
    let (mut told, mut offers) = (Vec::new(), Vec::new());
    let (mut moves, begun) = (0, Instant::now());
    for nth in 0..parties {
        let mode = Mode::ALL[nth as usize % 6];
        let pack = [Pack::Short36, Pack::Small24, Pack::Full52][nth as usize / 6 % 3];
        let most = if pack == Pack::Small24 { 3 } else { 5 };
        let seats = if mode.pairs() { 4 } else { 2 + rng.below(most) as usize };
        moves += party(mode, pack, seats, &mut rng, &mut told, &mut offers);
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{parties} parties, {moves} moves, {seconds:.2} s: {:.0} moves/s", moves as f64 / seconds);
}

//! Random deals as fast as they go, for benchmarks: legal moves only, nothing checked besides what
//! the rules check themselves.

use crate::{Action, Deal, Offer, Rules, SEATS, Seka};
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Move, Seat, Seated, Shoe};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::Chips;

/// What was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Deals, with all their svaras.
    pub deals: u64,
    /// Actions of players.
    pub actions: u64,
    /// All moves: actions, cards, and clocks that ran out.
    pub moves: u64,
    /// Svaras in them.
    pub svaras: u64,
}

/// Plays this many deals of two to six players at the stock tables.
///
/// # Panics
/// Never: what is offered can be played.
pub fn play(seed: u64, deals: u64) -> Played {
    let mut random = SplitMix(seed);
    let mut played = Played::default();
    let mut shoe = DeckShoe::new(Deck::ordered(Pack::Seka21), {
        let mut random = SplitMix(!seed);
        move |n| random.below(n)
    });
    let (mut heard, mut offers) = (Vec::with_capacity(32), Vec::with_capacity(8));
    let stock = Rules::stock();
    for _ in 0..deals {
        let rules = &stock[random.below(4) as usize];
        let players = 2 + random.below(SEATS as u32 - 1) as usize;
        let seated: [Seated; SEATS] = std::array::from_fn(|index| Seated {
            seat: Seat::from_index(index),
            stack: rules.min_balance + Chips::new(i64::from(random.below(5000))),
        });
        let started = Deal::start(rules, &seated[..players], &[], &mut heard);
        let mut deal = started.expect("stock rules and enough chips");
        shoe.shuffle();
        while let Some(mv) = next_move(&deal, &mut random, &mut shoe, &mut offers) {
            heard.clear();
            deal.play(&mv, &mut heard).expect("what is offered can be played");
            played.moves += 1;
            played.actions += u64::from(matches!(mv, Move::Act(..)));
        }
        played.deals += 1;
        played.svaras += u64::from(deal.svaras());
    }
    played
}

fn next_move(
    deal: &Deal,
    random: &mut SplitMix,
    shoe: &mut dyn Shoe,
    offers: &mut Vec<Offer>,
) -> Option<Move<<Seka as Game>::Deal, Action>> {
    let seats = match deal.awaits() {
        Awaits::Nothing => return None,
        Awaits::Chance => return Seka::draw(deal, shoe).map(Move::Deal),
        Awaits::Stage(seats) if seats.is_empty() => return Some(Move::Timeout(Clock::Stage)),
        Awaits::Seats(seats) | Awaits::Stage(seats) => seats,
    };
    let seat = seats.iter().next()?;
    offers.clear();
    deal.offers(seat, offers);
    let action = match offers[random.below(offers.len() as u32) as usize] {
        Offer::Open => Action::Open,
        Offer::Dark { .. } => Action::Dark,
        Offer::Check => Action::Check,
        Offer::Call { .. } => Action::Call,
        Offer::Raise { from, to, .. } => {
            let span = u32::try_from((to - from).units()).unwrap_or(u32::MAX - 1) + 1;
            Action::Raise(from + Chips::new(i64::from(random.below(span))))
        }
        Offer::Reveal { .. } => Action::Reveal,
        Offer::Fold => Action::Fold,
        Offer::Vote => Action::Vote(random.below(4) > 0),
        Offer::Enter { .. } => Action::Enter,
        Offer::Pass => Action::Pass,
    };
    Some(Move::Act(seat, action))
}

/// Numbers good enough to play with.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * u128::from(n)) >> 64) as u32
    }
}

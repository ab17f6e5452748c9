//! The law suite against the smallest complete game, sound and broken in every way there is a law against.
//!
//! High card: everybody antes one chip and gets a card; in turn everybody checks, bets up to three
//! more chips, or folds; the highest card still in takes the pot.

use kozyr_card_game::laws::{self, Dice, Law, Specimen};
use kozyr_card_game::{Awaits, Clock, Game, Move, Payoffs, Seat, SeatSet, Seated, Shoe, Viewer};
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_chips::Chips;
use std::cell::Cell;

const SOUND: u8 = 0;
const OFFERS_TOO_MUCH: u8 = 1;
const ACCEPTS_ANY_BET: u8 = 2;
const REFUSES_TOO_LATE: u8 = 3;
const REMEMBERS_OUTSIDE: u8 = 4;
const SHOWS_THE_NEIGHBOUR: u8 = 5;
const TELLS_THE_CARD: u8 = 6;
const SKIPS_WEAK_HANDS: u8 = 7;
const EATS_A_CHIP: u8 = 8;
const PAYS_TWICE: u8 = 9;
const NEVER_ENDS: u8 = 10;
const STUCK: u8 = 11;
const PANICS: u8 = 12;

struct HighCard<const FLAW: u8>;

#[derive(Clone, PartialEq, Debug)]
struct Table {
    cards: Vec<Option<Card>>,
    paid: Vec<i64>,
    folded: Vec<bool>,
    turn: usize,
    shuffled: bool,
    lost_chips: i64,
    counter: u64,
}

#[derive(Clone, PartialEq, Debug)]
enum Act {
    Bet(i64),
    Fold,
}

#[derive(Clone, PartialEq, Debug)]
enum Offer {
    Bet { most: i64 },
    Fold,
}

#[derive(Clone, PartialEq, Debug)]
enum Event {
    Dealt(Seat, Option<Card>),
    Acted(Seat, Act),
}

thread_local!(static OUTSIDE: Cell<u64> = const { Cell::new(0) });

impl Table {
    fn over(&self) -> bool {
        self.turn >= self.cards.len()
    }
    fn shown(&self, seat: usize) -> bool {
        self.over() && !self.folded[seat]
    }
    fn winner(&self) -> Option<usize> {
        (0..self.cards.len()).filter(|&seat| !self.folded[seat]).max_by_key(|&seat| self.cards[seat])
    }
}

impl<const FLAW: u8> Game for HighCard<FLAW> {
    type Rules = ();
    type State = Table;
    type Deal = Vec<Card>;
    type Action = Act;
    type Offer = Offer;
    type Event = Event;
    type View = Vec<Option<Card>>;
    type Refusal = &'static str;
    type Stage = ();

    fn start((): &(), seats: &[Seated]) -> Result<Table, &'static str> {
        let n = seats.len();
        Ok(Table {
            cards: vec![None; n],
            paid: vec![1; n],
            folded: vec![false; n],
            turn: 0,
            shuffled: false,
            lost_chips: 0,
            counter: 0,
        })
    }

    fn awaits(state: &Table) -> Awaits {
        if !state.shuffled {
            Awaits::Shuffle(Pack::Full52.cards())
        } else if state.cards[0].is_none() {
            Awaits::Chance
        } else if state.over() {
            Awaits::Nothing
        } else {
            Awaits::Seats(SeatSet::only(Seat::from_index(state.turn)))
        }
    }

    fn draw(state: &Table, shoe: &mut dyn Shoe) -> Option<Vec<Card>> {
        state.cards.iter().map(|_| shoe.card()).collect()
    }

    fn stage(_state: &Table) {}

    fn stack(_state: &Table, _seat: Seat) -> Chips {
        Chips::ZERO
    }

    fn legal(state: &Table, seat: Seat, out: &mut Vec<Offer>) {
        if Self::awaits(state).seats().contains(seat) {
            if FLAW == STUCK && state.turn == 1 {
                return;
            }
            out.push(Offer::Bet { most: if FLAW == OFFERS_TOO_MUCH { 4 } else { 3 } });
            out.push(Offer::Fold);
        }
    }

    fn play(state: &mut Table, mv: &Move<Vec<Card>, Act>, out: &mut Vec<Event>) -> Result<(), &'static str> {
        let awaits = Self::awaits(state);
        let (seat, act) = match mv {
            Move::Deal(cards) if awaits == Awaits::Chance && cards.len() == state.cards.len() => {
                for (seat, &card) in cards.iter().enumerate() {
                    state.cards[seat] = Some(card);
                    out.push(Event::Dealt(Seat::from_index(seat), Some(card)));
                }
                return Ok(());
            }
            Move::Shuffled if matches!(awaits, Awaits::Shuffle(_)) => {
                state.shuffled = true;
                return Ok(());
            }
            Move::Shuffled => return Err("nobody asked for that"),
            Move::Join(_) | Move::Part(_) => return Err("a hand is too short to come and go"),
            Move::Deal(_) => return Err("nobody waits for these cards"),
            Move::Timeout(Clock::Stage) => return Err("no stage runs"),
            Move::Timeout(Clock::Seat(seat)) => (*seat, Act::Fold),
            Move::Act(seat, act) => (*seat, act.clone()),
        };
        if !awaits.seats().contains(seat) {
            return Err("not their turn");
        }
        if FLAW == STUCK && state.turn == 1 {
            return Err("stuck");
        }
        match act {
            Act::Bet(chips) if !(0..=3).contains(&chips) && FLAW != ACCEPTS_ANY_BET => {
                if FLAW == REFUSES_TOO_LATE {
                    state.paid[seat.index()] += chips;
                }
                return Err("a bet is nothing to three chips");
            }
            Act::Bet(chips) => state.paid[seat.index()] += chips,
            Act::Fold => state.folded[seat.index()] = true,
        }
        if FLAW == EATS_A_CHIP && act == Act::Bet(3) {
            state.lost_chips += 1;
        }
        if FLAW == REMEMBERS_OUTSIDE {
            state.counter = OUTSIDE.with(|c| c.replace(c.get() + 1));
        }
        assert!(FLAW != PANICS || act != Act::Bet(2), "a bet of two");
        out.push(Event::Acted(seat, act));
        if FLAW == NEVER_ENDS && state.turn + 1 == state.cards.len() {
            return Ok(());
        }
        state.turn += 1;
        let weak = |state: &Table| state.cards[state.turn].is_some_and(|card| card.rank().number() < 8);
        if FLAW == SKIPS_WEAK_HANDS && !state.over() && weak(state) {
            state.folded[state.turn] = true;
            state.turn += 1;
        }
        Ok(())
    }

    fn view(state: &Table, viewer: Viewer) -> Vec<Option<Card>> {
        let sees = |seat: usize| {
            viewer.is(Seat::from_index(seat))
                || state.shown(seat)
                || FLAW == SHOWS_THE_NEIGHBOUR && seat > 0 && viewer.is(Seat::from_index(seat - 1))
        };
        (0..state.cards.len()).map(|seat| state.cards[seat].filter(|_| sees(seat))).collect()
    }

    fn event_for(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Dealt(seat, _) if !viewer.is(*seat) && FLAW != TELLS_THE_CARD => Event::Dealt(*seat, None),
            other => other.clone(),
        })
    }

    fn known(state: &Table, viewer: Viewer) -> CardSet {
        let sees = |seat: usize| viewer.is(Seat::from_index(seat)) || state.shown(seat);
        (0..state.cards.len()).filter(|&seat| sees(seat)).filter_map(|seat| state.cards[seat]).collect()
    }

    fn chips(state: &Table) -> Chips {
        // Everybody brought ten; what they paid lies in the pot.
        Chips::new(10 * state.cards.len() as i64 - state.lost_chips)
    }

    fn payoffs(state: &Table) -> Option<Payoffs> {
        if !state.over() {
            return None;
        }
        let mut payoffs = Payoffs::default();
        let pot: i64 = state.paid.iter().sum();
        let winner = state.winner();
        for (seat, &paid) in state.paid.iter().enumerate() {
            let won = if winner == Some(seat) { pot } else { 0 };
            payoffs.seats.push((Seat::from_index(seat), Chips::new(won - paid)));
        }
        if winner.is_none() || FLAW == PAYS_TWICE {
            payoffs.rake = Chips::new(pot);
        }
        Some(payoffs)
    }
}

impl<const FLAW: u8> Specimen for HighCard<FLAW> {
    fn table(dice: &mut Dice) -> ((), Vec<Seated>, Pack) {
        let seats = 2 + dice.below(4) as usize;
        let seats = (0..seats).map(|i| Seated { seat: Seat::from_index(i), stack: Chips::new(10) });
        ((), seats.collect(), Pack::Full52)
    }
    fn accept(_: &Table, _: Seat, offer: &Offer, dice: &mut Dice) -> Act {
        match offer {
            Offer::Bet { most } => Act::Bet(dice.between(0, *most)),
            Offer::Fold => Act::Fold,
        }
    }
    fn covers(offer: &Offer, act: &Act) -> bool {
        match (offer, act) {
            (Offer::Bet { most }, Act::Bet(chips)) => (0..=*most).contains(chips),
            (Offer::Fold, Act::Fold) => true,
            _ => false,
        }
    }
    fn anything(_: &Table, _: Seat, dice: &mut Dice) -> Act {
        if dice.one_in(4) { Act::Fold } else { Act::Bet(dice.between(-2, 9)) }
    }
    const LONGEST: usize = 20;
}

fn breaks<const FLAW: u8>() -> Option<Law> {
    let broken = laws::check::<HighCard<FLAW>>(1, 2000).err()?;
    // The shrunk tape must still break the same law, and be short.
    if FLAW != REMEMBERS_OUTSIDE {
        let again = laws::replay_tape::<HighCard<FLAW>>(&broken.tape).unwrap_err();
        assert_eq!(again.law, broken.law);
    }
    assert!(broken.tape.len() <= 128, "not shrunk: {broken}");
    Some(broken.law)
}

#[test]
fn the_sound_game_keeps_every_law_and_every_law_was_tried() {
    let seen = laws::check::<HighCard<SOUND>>(1, 2000).unwrap();
    assert_eq!(seen.games, 2000);
    assert!(seen.moves > 5000 && seen.refused > 5000 && seen.twins > 1000, "{seen:?}");
}

#[test]
fn each_broken_game_fails_its_law() {
    assert_eq!(breaks::<OFFERS_TOO_MUCH>(), Some(Law::LegalMeansPlayable));
    assert_eq!(breaks::<ACCEPTS_ANY_BET>(), Some(Law::TheRestIsRefused));
    assert_eq!(breaks::<REFUSES_TOO_LATE>(), Some(Law::TheRestIsRefused));
    assert_eq!(breaks::<REMEMBERS_OUTSIDE>(), Some(Law::ReplayEqualsLive));
    assert_eq!(breaks::<SHOWS_THE_NEIGHBOUR>(), Some(Law::NoLeak));
    assert_eq!(breaks::<TELLS_THE_CARD>(), Some(Law::NoLeak));
    assert_eq!(breaks::<SKIPS_WEAK_HANDS>(), Some(Law::NoLeak));
    assert_eq!(breaks::<EATS_A_CHIP>(), Some(Law::ChipsAreConserved));
    assert_eq!(breaks::<PAYS_TWICE>(), Some(Law::ChipsAreConserved));
    assert_eq!(breaks::<NEVER_ENDS>(), Some(Law::EveryGameEnds));
    assert_eq!(breaks::<STUCK>(), Some(Law::EveryGameEnds));
    assert_eq!(breaks::<PANICS>(), Some(Law::OwnInvariants));
}

//! Two deals that differ only in what a viewer does not know must look the same to them.

use super::one::{Log, MoveOf, Table, broken};
use super::{Dice, Law, Seen, Specimen};
use crate::{Awaits, Move, Seat, Shoe, Viewer};
use kozyr_cards::{Card, CardSet};

/// Cards that changed places.
struct Swap([Option<Card>; 64]);

impl Swap {
    /// Permutes these cards among themselves.
    fn among(hidden: CardSet, dice: &mut Dice) -> Swap {
        let from: Vec<Card> = hidden.iter().collect();
        let mut to = from.clone();
        for i in (1..to.len()).rev() {
            to.swap(i, dice.below(i as u32 + 1) as usize);
        }
        let mut map = [None; 64];
        for (from, to) in from.into_iter().zip(to) {
            map[usize::from(from.byte())] = Some(to);
        }
        Swap(map)
    }

    fn of(&self, card: Card) -> Card {
        self.0[usize::from(card.byte())].unwrap_or(card)
    }
}

/// The shoe of the other deal. Notes whether it handed out a card that differs.
struct Swapped<'a, S> {
    shoe: S,
    swap: &'a Swap,
    differs: bool,
}

impl<S: Shoe> Shoe for Swapped<'_, S> {
    fn card(&mut self) -> Option<Card> {
        let card = self.shoe.card()?;
        self.differs |= self.swap.of(card) != card;
        Some(self.swap.of(card))
    }
    fn bottom(&self) -> Option<Card> {
        self.shoe.bottom().map(|card| self.swap.of(card))
    }
    fn left(&self) -> usize {
        self.shoe.left()
    }
    fn below(&mut self, n: u32) -> u32 {
        self.shoe.below(n)
    }
}

/// Everybody who has had part in the deal: those it began with, and those who joined.
fn everybody<G: Specimen>(table: &Table<G>, log: &[MoveOf<G>]) -> Vec<Seat> {
    let joined = log.iter().filter_map(|mv| match mv {
        Move::Join(joining) => Some(joining.seat),
        _ => None,
    });
    table.seats.iter().map(|seated| seated.seat).chain(joined).collect()
}

/// Plays the log again beside a twin whose hidden cards are exchanged, and compares what the viewer sees.
pub(super) fn no_leak<G: Specimen>(
    table: &Table<G>,
    log: &Log<G>,
    dice: &mut Dice,
    seen: &mut Seen,
) -> Result<(), (Law, String)> {
    let Ok(mut state) = table.start() else { return Ok(()) };
    let upto = dice.below(log.len() as u32 + 1) as usize;
    let seats = everybody(table, &log[..upto]);
    let nth = dice.below(seats.len() as u32 + 1) as usize;
    let viewer = seats.get(nth).map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat));
    let mut quiet = Vec::new();
    for mv in &log[..upto] {
        let _ = G::play(&mut state, mv, &mut quiet);
    }
    let swap = Swap::among(table.pack.cards() - G::known(&state, viewer), dice);

    let (Ok(mut one), Ok(mut two)) = (table.start(), table.start()) else { return Ok(()) };
    let mut shoe = Swapped { shoe: table.shoe(), swap: &swap, differs: false };
    for (step, mv) in log[..upto].iter().enumerate() {
        let twin_move = match mv {
            Move::Deal(_) => match G::draw(&two, &mut shoe) {
                Some(deal) => Move::Deal(deal),
                None => break,
            },
            // The shoe holds the cards of the first deal and exchanges them as they are drawn.
            Move::Shuffled => {
                if let Awaits::Shuffle(cards) = G::awaits(&one) {
                    shoe.shoe.shuffle(cards);
                }
                Move::Shuffled
            }
            other => other.clone(),
        };
        let (mut heard_one, mut heard_two) = (Vec::new(), Vec::new());
        let _ = G::play(&mut one, mv, &mut heard_one);
        if G::play(&mut two, &twin_move, &mut heard_two).is_err() {
            break; // The other deal does not accept this move: from here on they rightly differ.
        }
        if G::known(&one, viewer) != G::known(&two, viewer)
            || G::learned(&one, viewer) != G::learned(&two, viewer)
        {
            break; // Something that differs was rightly shown.
        }
        same::<G>(&one, &two, &heard_one, &heard_two, viewer).or_else(|what| {
            broken(Law::NoLeak, format!("{viewer:?} can tell after move {step} ({mv:?}): {what}"))
        })?;
        seen.twins += u64::from(shoe.differs);
    }
    Ok(())
}

fn same<G: Specimen>(
    one: &G::State,
    two: &G::State,
    heard_one: &[G::Event],
    heard_two: &[G::Event],
    viewer: Viewer,
) -> Result<(), String> {
    let told = |heard: &[G::Event]| -> Vec<G::Event> {
        heard.iter().filter_map(|event| G::event_for(event, viewer)).collect()
    };
    differ("events", &told(heard_one), &told(heard_two))?;
    differ("views", &G::view(one, viewer), &G::view(two, viewer))?;
    differ("what is awaited", &told_of(G::awaits(one)), &told_of(G::awaits(two)))?;
    differ("the clocks that run", &G::clocks(one), &G::clocks(two))?;
    if let (Viewer::Seat(seat), Awaits::Seats(_) | Awaits::Stage(_)) = (viewer, G::awaits(one)) {
        let (mut offers_one, mut offers_two) = (Vec::new(), Vec::new());
        G::legal(one, seat, &mut offers_one);
        G::legal(two, seat, &mut offers_two);
        differ("offers", &offers_one, &offers_two)?;
    }
    Ok(())
}

/// What people learn of it: which cards are to be shuffled is between the game and whoever holds the deck.
fn told_of(awaits: Awaits) -> Result<Awaits, usize> {
    match awaits {
        Awaits::Shuffle(cards) => Err(cards.len()),
        other => Ok(other),
    }
}

fn differ<T: PartialEq + std::fmt::Debug>(name: &str, one: &T, two: &T) -> Result<(), String> {
    if one == two { Ok(()) } else { Err(format!("{name}: {one:?} or {two:?}")) }
}

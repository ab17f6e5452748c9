//! What a deal knows of one person.

use crate::{Hand, Mode, Status};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;
use std::ops::{Index, IndexMut};

/// What a deal knows of one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Chips in front of them.
    pub(crate) stack: Chips,
    /// Chips they came with, less those they left with.
    pub(crate) brought: Chips,
    /// All their bets in this deal, the house's halves included.
    pub(crate) bet: Chips,
    /// What they got out of the pot.
    pub(crate) won: Chips,
    /// Cards they saw in former deals of the chain.
    pub(crate) earlier: CardSet,
    /// Whose hands they have seen in this deal.
    pub(crate) knows: SeatSet,
    pub(crate) hand: Option<Hand>,
    pub(crate) status: Status,
    pub(crate) mode: Mode,
    /// Where they sit.
    pub(crate) chair: Seat,
    /// Has taken their chips and left.
    pub(crate) gone: bool,
}

impl Place {
    pub(crate) fn new(chair: Seat, stack: Chips, status: Status) -> Place {
        Place {
            stack,
            brought: stack,
            bet: Chips::ZERO,
            won: Chips::ZERO,
            earlier: CardSet::EMPTY,
            knows: SeatSet::EMPTY,
            hand: None,
            status,
            mode: Mode::None,
            chair,
            gone: false,
        }
    }
}

/// Everybody who has had part in the deal; nobody is ever taken out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Places([Option<Place>; Seat::MAX]);

impl Places {
    pub(crate) const EMPTY: Places = Places([None; Seat::MAX]);

    pub(crate) fn get(&self, seat: Seat) -> Option<&Place> {
        self.0.get(seat.index())?.as_ref()
    }

    pub(crate) fn seat(&mut self, seat: Seat, place: Place) {
        self.0[seat.index()] = Some(place);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Place> {
        self.0.iter().flatten()
    }
}

/// Of a seat where somebody is known to sit.
impl Index<Seat> for Places {
    type Output = Place;
    fn index(&self, seat: Seat) -> &Place {
        self.0[seat.index()].as_ref().expect("somebody sits there")
    }
}
impl IndexMut<Seat> for Places {
    fn index_mut(&mut self, seat: Seat) -> &mut Place {
        self.0[seat.index()].as_mut().expect("somebody sits there")
    }
}

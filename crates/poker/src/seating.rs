//! Who sits at a table, who is dealt in next, and who owes which blind.
//!
//! The one implementation of joining, pausing, returning and leaving; of missed blinds, the dead button and
//! the dead small blind; and of a tournament's [assigned seats](Seats::Assigned). The notation's `next`, the live
//! table and the tournament's director call it. A [`Seating`] is the table
//! between two hands; [`Seating::next_hand`] answers what the next one looks like.
//!
//! ```
//! use kozyr_poker::seating::{Intent, Seating, Sitter, Stakes, Standing};
//! use kozyr_card_game::Seat;
//! use kozyr_chips::Chips;
//!
//! let seat = |number| Seat::from_number(number).unwrap();
//! let mut table = Seating::new(6, Stakes::blinds(Chips::new(1), Chips::new(2)));
//! for number in 1..=3 {
//!     table.sitters.push(Sitter::playing(seat(number), Chips::new(100)));
//! }
//! let first = table.next_hand();
//! let deal = first.deal.expect("three can play");
//! assert_eq!(deal.places.big_blind, seat(2));
//!
//! // The big blind goes for a walk: their small blind is dead, and they owe it.
//! let mut table = first.table;
//! table.sitters[1].standing = Standing::In(Intent::Pause);
//! let second = table.next_hand();
//! assert_eq!(second.deal.expect("two can play").places.big_blind, seat(3));
//! assert_eq!(second.table.sitters[1].standing.debt(), Chips::new(1));
//! ```

mod assigned;
mod next;
mod places;
mod sitter;
mod stakes;

pub use next::{Deal, NextHand, Post};
pub use places::Places;
pub use sitter::{Impossible, Intent, NotYet, Sitter, Standing};
pub use stakes::{Ante, ButtonStyle, Entry, Options, ReturnPost, Seats, Stakes};

use kozyr_card_game::{Seat, SeatSet};

/// A table between two hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// How many seats there are, 2 to 10.
    pub seats: u8,
    /// Blinds and antes of the next hand.
    pub stakes: Stakes,
    /// The house rules.
    pub options: Options,
    /// Where button and blinds were in the last hand; `None` before the first.
    pub places: Option<Places>,
    /// Everybody with a seat, in any order; no two in the same.
    pub sitters: Vec<Sitter>,
    /// Whose word it is to straddle under the gun; nobody's where there are no straddles.
    pub straddlers: SeatSet,
}

impl Seating {
    /// The most seats of a Hold'em table.
    pub const MOST_SEATS: u8 = 10;

    /// An empty table with the usual options.
    ///
    /// # Panics
    /// When there are fewer than 2 or more than 10 seats.
    pub fn new(seats: u8, stakes: Stakes) -> Seating {
        assert!((2..=Seating::MOST_SEATS).contains(&seats), "a table has 2 to 10 seats, not {seats}");
        let (options, straddlers) = (Options::default(), SeatSet::EMPTY);
        Seating { seats, stakes, options, places: None, sitters: Vec::new(), straddlers }
    }

    /// Who sits there.
    pub fn at(&self, seat: Seat) -> Option<&Sitter> {
        self.sitters.iter().find(|sitter| sitter.seat == seat)
    }

    /// The lowest seat nobody has.
    pub fn free_seat(&self) -> Option<Seat> {
        (0..usize::from(self.seats)).map(Seat::from_index).find(|&seat| self.at(seat).is_none())
    }
}

//! Seka with Svara, as a pure state machine.
//!
//! The [`Rules`] of a table are data: deck, joker, points, limits, timers, options. A [`Deal`] goes from
//! the antes through three rounds to the showdown, and through svaras until the pot is somebody's. It has
//! neither a clock nor a deck: shuffles, cards, the end of a clock and people who come and go are moves. The
//! table around one deal after another is `kozyr_table::seka`. The [`notation`] writes a whole deal as text that replays.
//!
//! ```
//! use kozyr_card_game::{Move, Seat, Seated, Viewer};
//! use kozyr_chips::Chips;
//! use kozyr_seka::{Action, Deal, Dealt, Rules};
//!
//! let [ann, bob] = [0, 1].map(Seat::from_index);
//! let stack = Chips::new(200);
//! let players = [Seated { seat: ann, stack }, Seated { seat: bob, stack }];
//! let mut events = Vec::new();
//! let mut deal = Deal::start(&Rules::stock()[1], &players, &[], &mut events)?;
//!
//! // Bob deals: one card each, three times, beginning with Ann.
//! let cards = ["AH", "KC", "QD", "KD", "10S", "6C"].map(|card| card.parse().unwrap());
//! deal.play(&Move::Deal(Dealt { dealer: bob, cards: cards.into_iter().collect() }), &mut events)?;
//!
//! deal.play(&Move::Act(ann, Action::Dark), &mut events)?;
//! assert_eq!((deal.bet(ann), deal.balance(ann)), (Some(Chips::new(20)), Some(Chips::new(185))));
//! assert_eq!(deal.view(Viewer::Seat(ann)).seats[0].hand, None, "she has not looked");
//! deal.play(&Move::Act(bob, Action::Call), &mut events)?;
//! deal.play(&Move::Act(ann, Action::Fold), &mut events)?;
//!
//! // The house lent Ann 5 and has them back; Bob wins what she paid.
//! let payoffs = deal.payoffs().expect("the last one in wins at once");
//! assert_eq!(payoffs.seats, [(ann, Chips::new(-15)), (bob, Chips::new(15))]);
//! assert_eq!(payoffs.sum(), Chips::ZERO);
//! # Ok::<(), kozyr_seka::Refusal>(())
//! ```
#![forbid(unsafe_code)]

mod action;
#[cfg(feature = "serde")]
mod config;
mod deal;
mod event;
mod game;
pub mod notation;
mod points;
mod reading;
mod record;
mod rules;
pub mod settle;
mod specimen;
mod view;
mod words;

pub use action::{Action, Offer, Refusal};
pub use deal::{Deal, Dealt, Reveal, Setup};
pub use event::Event;
pub use game::Seka;
pub use points::{Hand, Points};
pub use reading::{Combination, Reading};
pub use record::{Record, ReplayError};
pub use rules::{CARDS_EACH, DarkDiscount, DarkFunding, Rake, RevealShown, Rules, RulesError, SEATS, Timers};
pub use view::{SeatView, View};
pub use words::{Mode, Stage, Status};

/// A few seats in an order that matters.
pub type SeatList = arrayvec::ArrayVec<kozyr_card_game::Seat, SEATS>;

/// Every seat a person of a deal can have: more than there are chairs, since people come and go.
pub(crate) fn all_seats() -> impl Iterator<Item = kozyr_card_game::Seat> {
    (0..kozyr_card_game::Seat::MAX).map(kozyr_card_game::Seat::from_index)
}

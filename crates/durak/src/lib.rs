//! Durak, in all six modes of the protocol: throwing in, transfer with and without the traffic light,
//! and pairs of each; 2 to 6 players, 24, 36 or 52 cards, parties for points and a stake.
//!
//! Two games are in here. [`OneParty`] is the card game itself, from the deal to the fool; its state is a
//! [`Party`], and a table deals it party by party. [`Durak`] is what people sit down to: parties until somebody
//! has the points, with the stake and who leads next; its state is a [`Match`]. Both speak in the same
//! [`Action`]s, [`Offer`]s, [`Event`]s and [`View`]s. What outlives a party is a [`Score`]: a [`Match`] keeps one,
//! and so does a table.
//!
//! Boxes of the protocol are seats by their index: box 0 is `Seat::from_index(0)`.
//!
//! ```
//! use kozyr_card_game::{Awaits, Game, Move, Seat, SeatSet, Viewer};
//! use kozyr_durak::{Action, Deal, Event, OneParty, Party, Rules, cards};
//!
//! let mut party = Party::new(&Rules::default(), 2, SeatSet::first(2))?;
//! assert_eq!(OneParty::awaits(&party), Awaits::Shuffle(party.rules().pack.cards()));
//! OneParty::play(&mut party, &Move::Shuffled, &mut Vec::new())?;
//! assert_eq!(OneParty::awaits(&party), Awaits::Chance);
//!
//! // Six cards each, one at a time; the king of spades lies at the bottom of the deck.
//! let dealt = cards("6d,Kd,7d,7h,8h,8c,9c,9h,Jh,10h,Qd,Jc")?;
//! let mut events = Vec::new();
//! OneParty::play(&mut party, &Move::Deal(Deal::party(&dealt, "Ks".parse()?)?), &mut events)?;
//!
//! // What box 0 may do, as the protocol writes it.
//! let zero = Seat::from_index(0);
//! let view = OneParty::view(&party, Viewer::Seat(zero));
//! let attack = &view.availables[0];
//! assert_eq!(attack.kind(), Some("ATTACK"));
//! assert_eq!(attack.cards().to_string(), "6d-6d,7d-7d,8h-8h,9c-9c,Jh-Jh,Qd-Qd");
//!
//! events.clear();
//! OneParty::play(&mut party, &Move::Act(zero, Action::Attack("6d".parse()?)), &mut events)?;
//! assert!(matches!(events[0], Event::Turn { action: Action::Attack(_), .. }));
//! assert_eq!(party.table().to_string(), "6d-None");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! After a move, a protocol tells each viewer the [`Event`]s as [`Game::event_for`] lets them see it, in
//! order, and then what they may do and who is waited for, from their new [`View`]: `hand` is `cards@values`,
//! `availables` and `wait` are the elements of that name, [`Piles`]'s text is `gamestate/table/cards@value`.
//!
//! [`Game::event_for`]: kozyr_card_game::Game::event_for
#![forbid(unsafe_code)]

mod action;
mod deal;
mod event;
#[cfg(feature = "serde")]
mod forms;
mod game;
mod matches;
pub mod notation;
mod params;
mod party;
mod piles;
mod refusal;
mod rules;
mod score;
mod setup;
mod specimen;
mod view;

pub use action::{Action, Availables, Offer, OfferCards, Onto};
pub use deal::{Deal, cards};
pub use event::{Ending, Event, GameOver, Outcome, PartyEnd, Round};
pub use game::{Durak, OneParty, PartyStart};
pub use matches::Match;
pub use params::{ParamError, Params};
pub use party::Party;
pub use piles::{CardList, MAX_PILES, Pile, Piles, beaters, lowest};
pub use refusal::Refusal;
pub use rules::{Conditions, HAND, MAX_BOXES, Mode, OnTimeout, Opening, Rules};
pub use score::Score;
pub use setup::Setup;
pub use view::{Stage, View, Wait};

//! A table around a card game.
//!
//! A [`Table`] has seats, chips and clocks, and a game in the middle. It is asked to do something by
//! [`Table::decide`], which answers with a [`Batch`] of log [entries](Entry) and transfers and changes
//! nothing; once the batch is durable, [`Table::apply`] carries it out. Replay applies the same entries.
//!
//! Nothing in here reads a clock or shuffles: what time it is comes in as a [`Timestamp`], cards out
//! of a [`Shoe`](kozyr_card_game::Shoe). A room that should run faster than life (a test, a simulation)
//! hands out the time of a [`Pace`] instead of its own.
//!
//! What all games share is generic; what they do differently about seats is a [`Seating`], such as
//! [`holdem`]'s button and blinds.
//!
//! ```
//! use kozyr_card_game::{DeckShoe, Seat};
//! use kozyr_cards::{Deck, Pack};
//! use kozyr_chips::Chips;
//! use kozyr_poker::Action;
//! use kozyr_table::{holdem::*, *};
//!
//! let settings = Settings {
//!     seats: 6,
//!     least_buy_in: Chips::new(40),
//!     most_buy_in: Chips::new(200),
//!     turn: Millis::from_secs(20),
//!     bank: Millis::from_secs(30),
//!     refill: Millis::from_secs(1),
//!     stage: Millis::from_secs(5),
//!     gather: Millis::from_secs(2),
//!     pause: Millis::from_secs(3),
//!     patience: 2,
//!     away: Millis::from_secs(300),
//!     memory: Millis::from_secs(1800),
//! };
//! let mut table = HoldemTable::open(settings, HoldemSeating::new(Chips::new(1), Chips::new(2))?)?;
//! let mut shoe = DeckShoe::new(Deck::ordered(Pack::Full52), |_| 0);
//! let mut now = Timestamp::from_millis(1_800_000_000_000);
//!
//! for (index, name) in ["Ann", "Bob"].into_iter().enumerate() {
//!     let player = Player { id: PlayerId::new(index as u64).unwrap(), name: name.into(), bot: false };
//!     let sit = Input::Sit { player, seat: Seat::from_index(index), buy_in: Chips::new(200), wait: false };
//!     let batch = table.decide(now, &sit, &mut shoe)?;
//!     assert_eq!(batch.transfers[0].amount(), Chips::new(200)); // from the wallet to the table
//!     table.apply(&batch, &mut Vec::new());
//! }
//! now = table.deadline().expect("two can play");
//! let deal = table.decide(now, &Input::Tick, &mut shoe)?;
//! table.apply(&deal, &mut Vec::new());
//!
//! // Heads-up the button acts first. Fold: the big blind wins.
//! let turn = table.clocks()[0].turn;
//! let fold = Input::Act { player: PlayerId::from(0u32), turn, action: Action::Fold };
//! let batch = table.decide(now, &fold, &mut shoe)?;
//! table.apply(&batch, &mut Vec::new());
//! assert!(!table.is_running());
//! assert_eq!(table.decide(now, &fold, &mut shoe), Err(Refused::NotInHand));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod apply;
mod chair;
mod decide;
pub mod holdem;
mod log;
mod seating;
mod table;
#[cfg(test)]
mod testing;

pub use chair::{Chair, Wish};
pub use decide::{Input, Refused};
pub use kozyr_time::{ManualTime, Millis, Pace, PlayerId, TimeSource, Timestamp};
pub use log::{Batch, Entry, LeftWhy, News, Player, Purse, Told};
pub use seating::{ActionOf, ChairOf, DealOf, EventOf, Next, RefusalOf, Seating, Sitter, StateOf, ViewOf};
pub use table::{Rest, Running, Settings, SetupError, Table};

//! A table around a card game.
//!
//! A [`Table`] has seats, chips and clocks, and a game in the middle. It is asked to do something by
//! [`Table::decide`], which answers with a [`Batch`] of log [entries](Entry) and transfers and changes
//! nothing; once the batch is durable, [`Table::apply`] carries it out. [Replay](Table::replay) applies the same entries.
//!
//! Nothing in here reads a clock or rolls dice: what time it is comes in as a
//! [`Timestamp`](kozyr_time::Timestamp), a shuffle's seed through a [`Dealer`].
//!
//! What all games share is generic; what they do differently about seats is a [`Seating`], such as
//! [`holdem`]'s button and blinds, being ready in [`seka`], or [`durak`]'s points and stakes.
//!
//! ```
//! use kozyr_card_game::Seat;
//! use kozyr_chips::{Chips, Currency};
//! use kozyr_poker::Action;
//! use kozyr_table::{holdem::*, *};
//! use kozyr_time::{Millis, PlayerId, TableId, Timestamp};
//!
//! let settings = Settings {
//!     seats: 6,
//!     currency: Currency::FUN,
//!     funding: Funding::Stack,
//!     least_buy_in: Chips::new(40),
//!     most_buy_in: Chips::new(200),
//!     turn: Millis::from_secs(20),
//!     bank: Millis::from_secs(30),
//!     refill: Millis::from_secs(1),
//!     gather: Millis::from_secs(2),
//!     pause: Millis::from_secs(3),
//!     patience: 2,
//!     away: Millis::from_secs(300),
//!     memory: Millis::from_secs(1800),
//!     grace: Millis::from_secs(10),
//!     quick: Some(Millis::from_secs(1)),
//!     top: Vec::new(),
//! };
//! let house = HoldemHouse::no_limit(Chips::new(1), Chips::new(2));
//! let mut table = HoldemTable::open(TableId::new("friends")?, settings, house)?;
//! let mut seed = 0;
//! let mut dealer = Dealer::new(move || {
//!     seed += 1;
//!     Some([seed; 32])
//! });
//! let mut now = Timestamp::from_millis(1_800_000_000_000);
//!
//! for (index, name) in ["Ann", "Bob"].into_iter().enumerate() {
//!     let player = Player { id: PlayerId::from(index as u32), name: name.into(), bot: false };
//!     let seat = Seat::from_index(index);
//!     let sit = Input::Sit { player, seat, buy_in: Chips::new(200), wait: false, before: None };
//!     let batch = table.decide(now, &sit, &mut dealer)?;
//!     assert_eq!(batch.transfers[0].amount(), Chips::new(200)); // from the wallet to the table
//!     table.apply(&batch, &mut Effects::default());
//! }
//! now = table.deadline().expect("two can play");
//! let deal = table.decide(now, &Input::Tick, &mut dealer)?;
//! table.apply(&deal, &mut Effects::default());
//!
//! // Heads-up the button acts first. Fold: the big blind wins.
//! let turn = table.clocks()[0].turn;
//! let fold = Input::Act { player: PlayerId::from(0), turn, action: Action::Fold };
//! let batch = table.decide(now, &fold, &mut dealer)?;
//! table.apply(&batch, &mut Effects::default());
//! assert!(!table.is_running());
//! assert_eq!(table.decide(now, &fold, &mut dealer), Err(Refused::NotInHand));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod apply;
mod chair;
mod clock;
mod dealer;
mod decide;
pub mod durak;
pub mod holdem;
mod input;
mod log;
mod news;
mod replay;
mod rest;
mod seating;
pub mod seka;
mod settings;
mod settled;
mod table;

pub use chair::{Chair, Departed, Wish};
pub use clock::Running;
pub use dealer::{Dealer, Deals, Seeds};
pub use input::{Input, Refused};
pub use log::{Batch, Entry, LeftWhy, Player};
pub use news::{Effects, News, Person, Told};
pub use replay::ReplayError;
pub use rest::Rest;
pub use seating::{
    ActionOf, AfterTimeout, Between, ChairOf, Company, DealOf, EventOf, GivesUp, Next, Paid, Place,
    RefusalOf, RefusedBy, Seating, Sitter, StageOf, Standings, StateOf, Time, ViewOf,
};
pub use settings::{Funding, Settings, SetupError};
pub use settled::{Deeds, Settled, TookPart};
pub use table::{Pausing, Table};

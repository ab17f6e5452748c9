//! Tournaments as values: levels and clock, eliminations, places, prizes, rebuys, many tables.
//!
//! A [`Tournament`] is a pure state machine. It has no clock, no random source and no cards: the
//! moment, the draw and the results of hands come in with a [`Command`]; [`Tournament::decide`]
//! says what would happen as a list of [`Event`]s, and [`Tournament::apply`] makes it so, checking
//! its invariants every time, in every build. The log of events is the truth: replayed, it gives the
//! same state. Money moves by [`Event::transfers`] between wallets, one escrow and the house. [`live`] plays it on real
//! tables.
//!
//! ```
//! use kozyr_tournament::{Chair, Command, HandResult, Preset, Seating, TableNo, Timestamp, Tournament};
//! use kozyr_card_game::Seat;
//! use kozyr_chips::Chips;
//!
//! let noon: Timestamp = "2026-01-31T12:00:00Z".parse()?;
//! let mut cup = Tournament::new("cup", noon, Preset::Turbo.rules("Friday cup"));
//! cup.step(noon, &Command::Open)?;
//! let (ann, bob) = ("ann", "bob");
//! for player in [ann, bob] {
//!     cup.step(noon, &Command::Register { player: player.into(), name: player.into() })?;
//! }
//! let chair = |index| Chair::new(TableNo(1), Seat::from_index(index));
//! let seating = [ann, bob].into_iter().enumerate();
//! let seating = seating.map(|(index, player)| Seating { player: player.into(), chair: chair(index) });
//! cup.step(noon, &Command::Start { seating: seating.collect() })?;
//!
//! cup.step(noon, &Command::Deal { table: TableNo(1), hand: "h1".into(), number: 1 })?;
//! let all_in = Chips::new(2500);
//! cup.step(noon, &Command::FinishHand(HandResult {
//!     table: TableNo(1),
//!     hand: "h1".into(),
//!     committed: vec![(ann.into(), all_in), (bob.into(), all_in)],
//!     shares: vec![(ann.into(), all_in * 2)],
//!     acted: true,
//!     knocked_out: Vec::new(),
//! }))?;
//! let places = cup.placements();
//! assert_eq!((places[0].player.as_str(), places[0].prize), ("ann", Some(Chips::new(200))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod apply;
mod bounty;
mod chairs;
mod clock;
mod command;
mod config;
mod csv;
mod decide;
pub mod director;
mod document;
pub mod evening;
mod event;
mod exact;
mod invariants;
mod level;
pub mod live;
mod money;
mod names;
mod payouts;
mod presets;
mod prizes;
mod problem;
mod read;
mod reason;
pub mod simulate;
mod standings;
mod state;

pub use bounty::{Bounty, BountyShare, KnockOut};
pub use clock::{Clock, LevelClock, LevelOver, LevelRow, Walk};
pub use command::{Command, HandResult, Refusal};
pub use config::{AddOn, BreakRule, Config, LateEntry, Rebuys, Rules, TiePolicy};
pub use document::{
    EntrantRow, HistoryRow, ImportError, PlacementRow, StandingRow, StatusName, TournamentState,
};
pub use event::{Dealt, Event, FinalStanding, Happened, PauseKind, Seating};
pub use invariants::Broken;
pub use kozyr_time::{Millis, NoMoment, WallTime as Timestamp};
pub use level::{AnteKind, BlindLevel};
pub use money::{Books, Pool, Sales};
pub use names::{Chair, EntrantId, HandId, Name, TableNo};
pub use payouts::{PayoutPreset, Payouts};
pub use presets::{NoPreset, Prediction, Preset, predict};
pub use prizes::{PrizePosition, PrizeProblem, PrizeShare, PrizeTable, WHOLE_BPS, normalise, split_tie};
pub use problem::{Fix, MAX_AMOUNT, MAX_ENTRANTS, MAX_LEVELS, Problem, Row, What, prize_problem};
pub use read::HandView;
pub use reason::{Lang, Reason};
pub use standings::{BustedAt, Hud, Placement, Standing};
pub use state::{Entrant, Life, OFFER, Rest, Status, Tournament};

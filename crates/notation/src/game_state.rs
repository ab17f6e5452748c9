//! The GameState snapshot: a table at one moment, as one viewer may know it.
//!
//! Seats count from 0 here. `hand` is there for the viewer's own seat and for cards already shown; `deck` is
//! always empty, because undealt cards never leave the server. `minBet` is the smallest bet of the street,
//! `minRaise` the total of the smallest raise, `pot` includes `currentBets`, and `playing` drops whoever folded.
//!
//! A snapshot does not say who has acted, nor who can win which pot; `_hand`, the same table in the exchange
//! notation, does. With it a snapshot can be taken up at any moment, without it at the start of a hand.
//!
//! ```
//! use kozyr_notation::exchange::LiveHand;
//! use kozyr_notation::game_state;
//!
//! let hand = r#"{"players": ["Ann", "Bob"], "startingStacks": [50, 75.25], "blindsOrStraddles": [1, 2],
//!     "actions": ["d dh p1 AsKs", "d dh p2 7c7d", "p1 cbr 6"]}"#.parse()?;
//! let live = LiveHand::read(&hand)?;
//! let bobs = game_state::export(&live, Some("Bob"), |_| "1000000".parse().ok());
//! assert_eq!(bobs["players"]["0"]["hand"].to_string(), "null");
//! assert_eq!(bobs["players"]["1"]["hand"].to_string(), r#"["7c","7d"]"#);
//! assert_eq!(bobs["gameData"]["pot"].to_string(), "8");
//! assert_eq!(bobs["gameData"]["minRaise"].to_string(), "10");
//! let again = game_state::import(&bobs)?;
//! assert_eq!(again.to_json(), LiveHand::read(&live.personalize(Some("Bob")))?.to_json());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod export;
mod import;

pub use export::export;
pub use import::import;

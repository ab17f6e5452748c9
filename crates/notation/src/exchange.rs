//! Hold'em as a live notation: a hand as JSON, exchanged between clients and a server.
//!
//! A client sends the whole hand as its player would like it; the server takes what is theirs to change ([`merge`]),
//! moves from hand to hand ([`next`]), acts for whoever's time is over ([`auto`]) and shows everybody what they
//! may know ([`personalize`]). These four are values in, values out. A server keeps a [`LiveHand`], which has
//! the machine beside the paper, so that an action late in a hand costs no more than an early one.
//!
//! The rules of play are those of [`kozyr_poker::Hand`], the rules of coming and going those of
//! [`kozyr_poker::seating`]; there is no second opinion in here. docs/notation.md describes the format.
//!
//! ```
//! use kozyr_notation::exchange::{Host, merge, next, personalize};
//!
//! let server = r#"{"hand": 6, "players": ["Ann", "Bob", "Cid"], "startingStacks": [50, 100, 75.25],
//!     "finishingStacks": [50, 100, 75.25], "blindsOrStraddles": [0, 0, 2], "_blinds": [1, 2],
//!     "_inactive": [0, 1, 0], "_intents": [0, 2, 0], "_deadBlinds": [0, 3, 0]}"#.parse()?;
//! // Bob comes back: they change their own intent, and nothing else they write counts.
//! let bobs = r#"{"author": "Bob", "hand": 6, "players": ["Ann", "Bob", "Cid"],
//!     "startingStacks": [0, 9999, 0], "_intents": [3, 0, 3], "_deadBlinds": [0, 0, 0]}"#.parse()?;
//! let server = merge(&server, &bobs, &Host::default())?;
//! assert_eq!(server["_intents"].to_string(), "[0,0,0]");
//!
//! let server = next(&server)?;
//! assert_eq!(server["startingStacks"].to_string(), "[50,97,75.25]");
//! assert_eq!(server["_deadPot"].to_string(), "3");
//! assert_eq!(personalize(&server, Some("Bob"))?["author"].as_str(), Some("Bob"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod at_rest;
mod auto;
mod deal;
mod interpret;
mod line;
pub(crate) mod live;
mod merge;
mod next;
mod options;
pub(crate) mod personal;
pub(crate) mod play;
mod read;
mod refusal;
mod results;
mod sheet;
mod state;
mod write;

pub use at_rest::{from_phh, to_phh};
pub use interpret::Request;
pub use live::{LiveHand, Waiting};
pub use merge::Batch;
pub use options::{Host, OnTimeout, Options, Rake};
pub use refusal::Refusal;

use crate::json::Value;

/// The server's hand with what this client may change of it; a refusal says why not.
pub fn merge(server: &Value, client: &Value, host: &Host) -> Result<Value, Refusal> {
    let mut live = LiveHand::read(server)?;
    live.merge(client, host)?;
    Ok(live.to_json())
}

/// The next hand, once this one is over.
pub fn next(server: &Value) -> Result<Value, Refusal> {
    let mut live = LiveHand::read(server)?;
    live.next_hand()?;
    Ok(live.to_json())
}

/// The hand after the player in turn has run out of time; unchanged if they have not, or it is nobody's turn.
pub fn auto(server: &Value, host: &Host) -> Result<Value, Refusal> {
    let mut live = LiveHand::read(server)?;
    live.auto(host)?;
    Ok(live.to_json())
}

/// The hand as this viewer may know it; no viewer is a spectator.
pub fn personalize(server: &Value, viewer: Option<&str>) -> Result<Value, Refusal> {
    Ok(LiveHand::read(server)?.personalize(viewer))
}

/// Is this a hand, its log legal play, and do its results follow from the log?
pub fn validate(hand: &Value) -> Result<(), Refusal> {
    LiveHand::read(hand)?.validate()
}

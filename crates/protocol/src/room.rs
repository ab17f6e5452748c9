//! The room's own protocol: JSON messages over a WebSocket, one file per direction.
//!
//! A client says [`Hello`](ToServer::Hello) first, becomes a guest or is known by his token, and
//! [watches](ToServer::Watch) tables. From then on every change of a table comes as an
//! [`Update`](ToClient::Update): what happened, to be animated, and the whole table afterwards as
//! this viewer may know it, to be drawn. A client keeps no rules and computes no state.
//!
//! Whatever changes something carries a command id of the client's making and is
//! [answered](ToClient::Answer) under it. A client that heard no answer sends the same again, also
//! over another connection: a command acts once, however often it comes.
//!
//! Chips are whole minor units; the table's [scale](TableInfo::scale) says how many decimals they have.

mod client;
mod command;
mod holdem;
mod refusal;
mod schema;
mod server;
mod table;
pub mod typescript;

pub use client::{GameAction, ToServer};
pub use command::{CommandId, CommandIdError};
pub use holdem::{
    HoldemAction, HoldemEvent, HoldemOffer, HoldemPlayer, HoldemPot, HoldemView, LastAction, MadeHand,
    NoRaise, Post, PostKind,
};
pub use refusal::{Fault, MustShow, Refusal};
pub use server::{Answer, ToClient};
pub use table::{
    Clock, GameInfo, GameView, HeardEvent, Language, LeftWhy, LobbyTable, PlayerKind, SeatState, SeatView,
    TableEvent, TableInfo, TableView, You,
};

/// The version of the protocol that this crate speaks. A client of another version is told so.
pub const PROTOCOL: u32 = 2;

/// No message of a client is longer, in bytes.
pub const MAX_MESSAGE: usize = 4096;

/// No reason for which a message is refused is longer, in bytes.
pub const MAX_DETAIL: usize = 300;

/// Bytes that are no message.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// Longer than any message.
    #[error("a message has at most {MAX_MESSAGE} bytes")]
    TooLong,
    /// Not JSON, or not a message of the protocol.
    #[error("not a message of protocol {PROTOCOL}: {0}")]
    NotAMessage(#[from] serde_json::Error),
}

impl Unreadable {
    /// What is wrong, for whoever writes the client. It quotes the message, which can be long and unseemly: the
    /// room does not repeat more of it than is needed to find the place.
    pub fn detail(&self) -> String {
        let mut detail = match self {
            Unreadable::TooLong => self.to_string(),
            Unreadable::NotAMessage(error) => error.to_string(),
        };
        if detail.len() > MAX_DETAIL {
            // The kind of mistake stands in front, the line and column at the end.
            let front = detail.floor_char_boundary(MAX_DETAIL / 3);
            let end = detail.ceil_char_boundary(detail.len() - MAX_DETAIL / 3);
            detail.replace_range(front..end, " … ");
        }
        detail
    }
}

/// Reads what a client sent.
pub fn read(text: &str) -> Result<ToServer, Unreadable> {
    if text.len() > MAX_MESSAGE {
        return Err(Unreadable::TooLong);
    }
    Ok(serde_json::from_str(text)?)
}

/// Writes what a client is told.
///
/// # Panics
/// Never: every message can be written.
pub fn write(message: &ToClient) -> String {
    serde_json::to_string(message).expect("messages have text keys and finite numbers")
}

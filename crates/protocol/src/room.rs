//! The room's own protocol: JSON messages over a WebSocket, one file per direction.
//!
//! A client says [`Hello`](ToServer::Hello) first, becomes a guest or is known by their token, and
//! [watches](ToServer::Watch) tables. From then on every change of a table comes as an
//! [`Update`](ToClient::Update): a list of [steps](Step), each with what happened, to be shown, and a
//! [patch] from the view before to the view after. A client keeps no rules and computes no state: it plays the
//! steps one after the other. [`Follower`] is the whole of that for a client written in Rust.
//!
//! Whatever changes something carries a command id of the client's making and is
//! [answered](ToClient::Answer) under it. A client that heard no answer sends the same again, also
//! over another connection: a command acts once, however often it comes.
//!
//! Chips are whole minor units; the table's [scale](TableInfo::scale) says how many decimals they have.

mod by_seat;
mod chat;
mod client;
pub mod codes;
mod command;
mod durak;
mod evening;
mod event;
mod follow;
mod holdem;
mod hosting;
mod lobby;
pub mod patch;
mod refusal;
pub(crate) mod schema;
mod seka;
mod server;
mod table;
mod tournament;
pub mod typescript;

pub use by_seat::BySeat;
pub use chat::{ChatLine, MAX_CHAT, Reaction, Said};
pub use client::{GameAction, GameWord, ToServer};
pub use command::{CommandId, CommandIdError};
pub use durak::{
    DurakAction, DurakAsk, DurakDefence, DurakEnding, DurakEvent, DurakGameOver, DurakInfo, DurakMode,
    DurakOffers, DurakOutcome, DurakOwn, DurakPile, DurakPlayer, DurakRefusal, DurakStage, DurakTimeout,
    DurakView, DurakWord,
};
pub use evening::{
    ChipCount, EveningDesk, EveningOffer, EveningOrder, EveningRight, EveningView, LobbyEvening,
};
pub use event::{LeftWhy, TableEvent};
pub use follow::{Followed, Follower};
pub use holdem::{
    HoldemAction, HoldemEvent, HoldemOffer, HoldemOptions, HoldemOwn, HoldemPlayer, HoldemPot, HoldemRun,
    HoldemTimeout, HoldemView, HoldemWord, LastAction, Made, MadeHand, NoRaise, Post, PostKind, Preset,
    PresetKind, Size,
};
pub use hosting::{
    Around, HostOrder, Hosted, Payment, PersonName, PlayableGame, SeatChoice, SeatRequest, Sheet, SheetRow,
    TableBounds, TableForm, TableGame, TableProblem,
};
pub use lobby::{GameName, LobbyFilter, LobbyLife, LobbyPerson, LobbyTable, LobbyTick};
pub use refusal::{Fault, MustShow, Refusal, TournamentRefusal};
pub use seka::{
    SekaAction, SekaEntry, SekaEvent, SekaHand, SekaInfo, SekaLastAction, SekaMade, SekaMode, SekaOffer,
    SekaOwn, SekaPlayer, SekaPoints, SekaPreset, SekaPresetKind, SekaPrice, SekaRaise, SekaRake, SekaRefusal,
    SekaReveal, SekaSeen, SekaSettlement, SekaStage, SekaStatus, SekaThree, SekaTie, SekaTimes, SekaView,
    SekaWord,
};
pub use server::{Answer, Duration, ExportFormat, Step, ToClient, TournamentInfo};
pub use table::{
    AddChips, AfterTimeout, Amount, ChairOffers, Clock, GameInfo, GameView, Language, Leave, Own, OwnGame,
    PlayerKind, Rest, SeatState, SeatView, SitIn, TableInfo, TableView, Take, You,
};
pub use tournament::{
    BountyPart, DrawCommitment, FormAddOn, FormBounty, FormBreak, FormFault, FormLateEntry, FormLevel,
    FormPreset, FormPrizes, FormProblem, FormRebuys, FormRow, HostRight, LobbyTournament, TournamentBounty,
    TournamentBreak, TournamentEvent, TournamentForm, TournamentLevel, TournamentOffer, TournamentOrder,
    TournamentOwn, TournamentPlace, TournamentPlayer, TournamentPrize, TournamentReason, TournamentStart,
    TournamentStatus, TournamentTable, TournamentView, TournamentWish,
};

/// The version of the protocol that this crate speaks. A client of another version is told so.
pub const PROTOCOL: u32 = 3;

/// No message of a client is longer, in bytes.
pub const MAX_MESSAGE: usize = 16_384;

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

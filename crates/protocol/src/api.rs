//! What is said over HTTP, under `/api/v1`: bodies, answers and the one shape of a refusal.
//!
//! The room's OpenAPI document is made from these types and those of [`room`](crate::room); the routes are the
//! server's.

mod admin;
mod history;
mod people;
mod tournaments;

pub use admin::*;
pub use history::{
    DownloadQuery, GameStatistics, HandItem, HandList, HandNotation, HandPerson, HandStory, HandsQuery,
    ShareLink, Statistics, StoryUpdate,
};
pub use people::*;
pub use tournaments::*;

use crate::room::{DurakMode, GameName, LobbyTable, LobbyTournament, Refusal, TableInfo, TableView};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a request was refused: every answer with a status of 400 or more has this body.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// What clients go by.
    pub code: ProblemCode,
    /// The same in English, for whoever writes the client. People are told in their own language, by the code.
    pub message: String,
    /// With `refused`: why, in the words of the socket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Refusal")]
    pub reason: Option<Refusal>,
}

/// What can be wrong with a request. Ignore what you do not know: more may come with any release.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ProblemCode {
    /// There is no such place.
    NotFound,
    /// The place does not take this method.
    WrongMethod,
    /// The body or a parameter cannot be read.
    Unreadable,
    /// The body is too large.
    TooLarge,
    /// The request needs somebody: send a token or sign in.
    SignInFirst,
    /// The token is no session's, or the session has ended.
    BadToken,
    /// The token may not do this.
    NotAllowed,
    /// A page of another site asked with this room's cookie.
    AnotherSite,
    /// Too many tries in a short time.
    TooFast,
    /// The room cannot do it at the moment. Nothing happened, ask again.
    TryAgain,
    /// A name has 1 to 20 characters that can be seen.
    BadName,
    /// The name looks too much like that of another account, of a bot or of somebody who is here.
    NameTaken,
    /// A password has 8 to 128 characters.
    BadPassword,
    /// There is no such account, or this is not its password.
    WrongSignIn,
    /// The password is not the one of this account.
    WrongPassword,
    /// There is no such account, or this is not its recovery code.
    WrongCode,
    /// They are an account already.
    AlreadyAccount,
    /// This is for accounts: sign up first.
    NotAnAccount,
    /// Not while they sit at a table or are in a tournament.
    Seated,
    /// There are too many sessions and tokens: end some first.
    TooManySessions,
    /// The room's admin keeps this person out.
    Banned,
    /// Too many newcomers from this address, or the room is full.
    RoomFull,
    /// Somebody sits at the table.
    TableTaken,
    /// The admin link was used already, is too old or is none.
    BadLink,
    /// A tournament does not do it; `reason` says why. Nothing has changed.
    Refused,
}

/// The room as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomState {
    /// The version of the program.
    pub version: String,
    /// The version of the protocol spoken at `/ws`.
    pub protocol: u32,
    /// Tables in the lobby.
    pub tables: u64,
    /// Tournaments in the lobby.
    pub tournaments: u64,
    /// Open sockets.
    pub connections: u64,
    /// It is being emptied: no new hands are dealt.
    pub draining: bool,
}

/// Which tables of the lobby are wanted; all of what is said has to be true of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyQuery {
    /// What is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameName>,
    /// The mode of Durak: tables of other games have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<DurakMode>,
    /// The least big blind, base bet or stake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_stake: Option<i64>,
    /// The largest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_stake: Option<i64>,
    /// So many seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// Tables that can be sat down at with so many chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chips: Option<i64>,
    /// Only tables with a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<bool>,
    /// Only tables at which somebody sits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<bool>,
}

/// A table as one may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TablePage {
    /// Which.
    pub table: String,
    /// The number of the last move in here.
    pub sequence: u64,
    /// What time it is in the room, in milliseconds.
    pub now: i64,
    /// What does not change from hand to hand.
    pub info: TableInfo,
    /// The table.
    pub view: TableView,
}

/// The lobby.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyList {
    /// The tables, those of the house first.
    pub tables: Vec<LobbyTable>,
    /// The tournaments, unless tables of a kind were asked for.
    pub tournaments: Vec<LobbyTournament>,
}

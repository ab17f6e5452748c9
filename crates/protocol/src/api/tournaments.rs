//! Tournaments over HTTP: what can be looked at, and what can be asked of them without a socket.

use crate::room::schema;
use crate::room::{
    CommandId, ExportFormat, LobbyTournament, TournamentForm, TournamentInfo, TournamentOrder,
    TournamentStart, TournamentStatus, TournamentView, TournamentWish,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which tournaments are wanted; all of what is said has to be true of one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentsQuery {
    /// Only those that stand so: `lobby`, `running`, `finished` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<TournamentStatus>,
    /// Only those whose lobby takes somebody in, or only the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<bool>,
    /// Only those that can be entered with so many chips, bounty included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chips: Option<i64>,
    /// Only those of this host, by their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<u64>,
}

/// Tournaments, in the order of their names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentList {
    /// Those that were asked for.
    pub tournaments: Vec<LobbyTournament>,
}

/// A tournament as it is at this moment: what the socket's `tournament` says, once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentPage {
    /// Its name in messages.
    pub tournament: String,
    /// The number of the last thing that happened there.
    pub sequence: u64,
    /// The room's time, in milliseconds: what its moments are counted in.
    pub now: i64,
    /// The form it is played by: levels, prizes, breaks, rebuys.
    pub info: TournamentInfo,
    /// How it stands: level, standings, places and prizes, each with its reason. `own` is there with a token.
    pub view: TournamentView,
}

/// As what the standings are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportQuery {
    /// `csv` when nothing is said, or `json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<ExportFormat>,
}

/// A player's wish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskTournament {
    /// An id of one's own: the same one again is the same wish again, and is answered as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::CommandId")]
    pub command: Option<CommandId>,
    /// What.
    pub wish: TournamentWish,
}

/// An order of the host's, or of the room's admin.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectTournament {
    /// An id of one's own: the same one again is the same order again, and is answered as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::CommandId")]
    pub command: Option<CommandId>,
    /// What.
    pub order: TournamentOrder,
}

/// A tournament that is to be made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakeTournament {
    /// An id of one's own: the same one again makes no second tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::CommandId")]
    pub command: Option<CommandId>,
    /// How it is played.
    pub form: TournamentForm,
    /// When it starts: by hand when nothing is said.
    #[serde(default)]
    pub starts: TournamentStart,
    /// Bots of the house fill it up to so many entrants when it has waited a while for people; none by default.
    #[serde(default)]
    pub bots: u32,
}

/// A tournament was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentMade {
    /// Its name in messages.
    pub tournament: String,
}

/// What was asked is done, and durable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentDone {
    /// The number of the tournament's last event with it.
    pub sequence: u64,
}

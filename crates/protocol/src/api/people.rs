//! People, accounts and sessions.

use super::Problem;
use crate::room::Language;
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// Their number.
    pub id: u64,
    /// What others call them.
    pub name: String,
    /// What they are.
    pub kind: PersonKind,
    /// What they have outside every table.
    pub wallet: i64,
    /// The tables they sit at.
    pub seated_at: Vec<String>,
    /// What the token may do.
    pub scope: TokenScope,
    /// Since when, in milliseconds of the calendar.
    pub since: i64,
}

/// What somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PersonKind {
    /// Came with one click and is known by their session only.
    Guest,
    /// Has a name of their own and a password.
    Account,
    /// A bot of the house.
    Bot,
}

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TokenScope {
    /// Everything its owner may.
    Full,
    /// Play and look on, and nothing about the account.
    Play,
    /// Look on only.
    Read,
}

/// How a new session is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Keep {
    /// The token stands in the answer: for programs.
    #[default]
    Token,
    /// The token comes as a cookie that no script can read: for the room's own page.
    Cookie,
}

/// Something nobody else may read: it is never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Come in as a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewGuest {
    /// How others shall call them; without one the room chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// In which language the room chooses the name.
    pub language: Language,
    /// How the session is kept.
    #[serde(default)]
    pub keep: Keep,
}

/// A guest becomes an account; whoever is nobody yet comes in as one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUp {
    /// The name of the account: 1 to 20 characters, unlike every other account's.
    pub name: String,
    /// 8 to 128 characters.
    pub password: Secret,
    /// How the session is kept when there is a new one.
    #[serde(default)]
    pub keep: Keep,
}

/// Sign in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignIn {
    /// The name of the account.
    pub name: String,
    /// Its password.
    pub password: Secret,
    /// What the session is listed as; the browser's own word when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How the session is kept.
    #[serde(default)]
    pub keep: Keep,
}

/// A new password for whoever has the recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Recover {
    /// The name of the account.
    pub name: String,
    /// Its recovery code, with or without hyphens.
    pub code: Secret,
    /// The new password: 8 to 128 characters.
    pub password: Secret,
    /// How the session is kept.
    #[serde(default)]
    pub keep: Keep,
}

/// Somebody is in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Who they are now.
    pub me: Me,
    /// The session's token, unless it came as a cookie or was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Secret>,
    /// The account's recovery code, when there is a new one. It is shown once and stands nowhere else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_code: Option<Secret>,
}

/// Another name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rename {
    /// 1 to 20 characters.
    pub name: String,
}

/// Another password. All other sessions end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePassword {
    /// The one of now.
    pub password: Secret,
    /// The new one: 8 to 128 characters.
    pub new_password: Secret,
}

/// Something that only whoever knows the password may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WithPassword {
    /// The account's password.
    pub password: Secret,
}

/// A recovery code. It is shown once and stands nowhere else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCode {
    /// The code.
    pub recovery_code: Secret,
}

/// A session or a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionInfo {
    /// What it is ended by.
    pub id: String,
    /// What it is listed as.
    pub label: String,
    /// What it may do.
    pub scope: TokenScope,
    /// When it began, in milliseconds of the calendar.
    pub created: i64,
    /// When it was last used, to the day.
    pub last_used: i64,
    /// When it ends unless it is used.
    pub expires: i64,
    /// It is the one that asks.
    pub current: bool,
}

/// The sessions and tokens of whoever asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionList {
    /// Those used last first.
    pub sessions: Vec<SessionInfo>,
}

/// A token for a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewToken {
    /// What it is listed as.
    pub label: String,
    /// `play` or `read`.
    pub scope: TokenScope,
}

/// A token that was made. It is shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeToken {
    /// The token.
    pub token: Secret,
    /// How it is listed.
    pub session: SessionInfo,
}

/// Everything the room has about an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    /// Who they are.
    pub me: Me,
    /// What they have, by the names of the ledger's accounts.
    pub wallets: Vec<LedgerAccount>,
    /// Their sessions and tokens.
    pub sessions: Vec<SessionInfo>,
    /// The hands they played, the latest first.
    pub hands: Vec<ExportedHand>,
}

/// An account of the ledger.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerAccount {
    /// Its name, such as `player/17:FUN`.
    pub account: String,
    /// What it holds.
    pub chips: i64,
}

/// A hand somebody played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedHand {
    /// Where it was played.
    pub table: String,
    /// Its number there.
    pub hand: u64,
    /// What was played.
    pub game: String,
    /// When it ended, in milliseconds of the calendar.
    pub ended: i64,
    /// What it won or lost them.
    pub net: i64,
}

/// How much of the leaderboard is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardQuery {
    /// So many places, at most 100; 50 when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// The accounts with the most chips, in wallet and seats. Guests and bots are not on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leaderboard {
    /// The first first.
    pub places: Vec<LeaderboardPlace>,
}

/// A place on the leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardPlace {
    /// From 1; those with equal chips share one.
    pub place: u32,
    /// The account's number.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Chips in wallet and seats, as of the last hand.
    pub chips: i64,
}

/// Describes what the page says and hears about people.
pub(crate) fn describe_people(schemas: &mut SchemaGenerator) {
    schemas.subschema_for::<Problem>();
    schemas.subschema_for::<SignUp>();
    schemas.subschema_for::<SignIn>();
    schemas.subschema_for::<Recover>();
    schemas.subschema_for::<SignedIn>();
    schemas.subschema_for::<Rename>();
    schemas.subschema_for::<ChangePassword>();
    schemas.subschema_for::<WithPassword>();
    schemas.subschema_for::<RecoveryCode>();
    schemas.subschema_for::<SessionList>();
    schemas.subschema_for::<NewToken>();
    schemas.subschema_for::<MadeToken>();
    schemas.subschema_for::<Leaderboard>();
}

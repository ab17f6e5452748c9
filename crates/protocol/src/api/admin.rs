//! The room's admin.

use super::{Keep, LedgerAccount, PersonKind, Secret};
use crate::room::{HostRight, LobbyTable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Become the admin with a link that works once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminSignIn {
    /// What stands after `#` in the link.
    pub code: Secret,
    /// How the session is kept.
    #[serde(default)]
    pub keep: Keep,
}

/// The admin's session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminSignedIn {
    /// Its token, unless it came as a cookie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Secret>,
    /// When it ends, in milliseconds of the calendar.
    pub expires: i64,
}

/// The tables of the room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTables {
    /// All of them.
    pub tables: Vec<LobbyTable>,
}

/// Which people are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeopleQuery {
    /// Only these: `guest`, `account` or `bot`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<PersonKind>,
    /// Only the account of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Those after this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// So many, at most 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// People, in the order of their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminPeople {
    /// Who.
    pub people: Vec<AdminPerson>,
}

/// Somebody, as the admin sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminPerson {
    /// Their number.
    pub id: u64,
    /// What others call them.
    pub name: String,
    /// What they are.
    pub kind: PersonKind,
    /// Since when, in milliseconds of the calendar.
    pub since: i64,
    /// When they were last seen, to the day.
    pub last_seen: i64,
    /// The tables they sit at.
    pub seated_at: Vec<String>,
    /// Until when they are silenced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted_until: Option<i64>,
    /// Until when they are kept out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned_until: Option<i64>,
}

/// What is done about a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PersonAct {
    /// Others are not told what they say, for so long; for good when nothing is said.
    Mute {
        /// For how many minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minutes: Option<u32>,
    },
    /// They may speak again.
    Unmute,
    /// They leave every table, and their connections end. They may come back.
    Kick,
    /// The same, and they may not come back for so long; for good when nothing is said.
    Ban {
        /// For how many minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minutes: Option<u32>,
    },
    /// They may come in again.
    Unban,
}

/// Which accounts of the ledger are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerQuery {
    /// Those whose names begin so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Those after this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// So many, at most 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Accounts of the ledger.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ledger {
    /// In the order of their names.
    pub accounts: Vec<LedgerAccount>,
    /// What all accounts of each currency hold together: zero, or chips were made or lost.
    pub sums: Vec<LedgerAccount>,
}

/// Empty the room, or not after all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Drain {
    /// True: no new hands, and the room stops when those that run are over. False: on as before.
    pub on: bool,
}

/// Which acts are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditQuery {
    /// Those before this number; the latest when nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
    /// So many, at most 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// What the admins did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditTrail {
    /// The latest first.
    pub acts: Vec<AuditLine>,
}

/// One act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    /// Its number.
    pub number: u64,
    /// When, in milliseconds of the calendar.
    pub at: i64,
    /// Which session of an admin did it; none when the room itself did, at its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What was done.
    pub what: AdminAct,
}

/// Something an admin, or the room for one, did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "did", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AdminAct {
    /// A link was made that makes somebody admin, once.
    LinkMade,
    /// A link was used.
    SignedIn {
        /// The session it gave.
        session: String,
    },
    /// A session of an admin ended.
    SignedOut {
        /// Which.
        session: String,
    },
    /// A table was closed.
    TableClosed {
        /// Which.
        table: String,
    },
    /// Something was done about a person.
    Person {
        /// Who, by their number.
        id: u64,
        /// What.
        done: PersonAct,
    },
    /// A tournament was ordered something, as its host could.
    Tournament {
        /// Which.
        tournament: String,
        /// What.
        order: HostRight,
    },
    /// The room is being emptied, or not any more.
    Drain {
        /// Is it?
        on: bool,
    },
}

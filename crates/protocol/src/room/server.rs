//! What a client is told.

use super::command::CommandId;
use super::refusal::{Fault, Refusal};
use super::schema;
use super::table::{HeardEvent, LobbyTable, TableInfo, TableView, You};
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message to a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToClient {
    /// The answer to `hello` and `guest`.
    Welcome {
        /// The version of the protocol the room speaks.
        protocol: u32,
        /// Who the client is; `null` when he gave no token, or one that has run out.
        you: Option<You>,
        /// The session's token, to be kept and said in the next `hello`. Only after `guest`.
        token: Option<String>,
    },
    /// The tables of the room.
    Lobby {
        /// In the order they should be shown.
        tables: Vec<LobbyTable>,
    },
    /// A table as it is now, for a viewer who has nothing of it yet, or something too old.
    Snapshot {
        /// Which table.
        table: String,
        /// What does not change from hand to hand.
        info: TableInfo,
        /// The table.
        view: TableView,
    },
    /// Something happened at a table: what, to be animated, and the table afterwards.
    Update {
        /// Which table.
        table: String,
        /// The sequence number these events come after. When the client has another than this, it
        /// has missed something: `watch` again.
        after: u64,
        /// What happened, as this viewer may know it, in order. May be empty.
        events: Vec<HeardEvent>,
        /// The table afterwards.
        view: TableView,
    },
    /// The table is no longer looked at.
    Unwatched {
        /// Which table.
        table: String,
    },
    /// What became of a command.
    Answer {
        /// Which command.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// What became of it.
        result: Answer,
    },
    /// What the client has outside every table; comes whenever that changes.
    Wallet {
        /// How much.
        #[schemars(with = "schema::Chips")]
        chips: Chips,
    },
    /// Something is wrong with what the client sent, or with the room.
    Error {
        /// What.
        fault: Fault,
    },
    /// The answer to `ping`.
    Pong {
        /// As it was sent.
        echo: u64,
    },
}

/// What became of a command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "outcome", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Answer {
    /// Carried out, and durable.
    Accepted {
        /// The table's sequence number with it.
        sequence: u64,
    },
    /// Not carried out; nothing has changed.
    Refused {
        /// Why.
        reason: Refusal,
    },
}

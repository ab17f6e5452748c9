//! The lobby: tables as a list, and what somebody looks for in it.

use super::durak::DurakMode;
use super::schema;
use super::table::{TableInfo, is_default};
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyTable {
    /// Its name in messages.
    pub table: String,
    /// What does not change from hand to hand.
    pub info: TableInfo,
    /// How many people and bots sit there.
    pub seated: u32,
    /// Who, in the order of the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<LobbyPerson>,
    /// How it goes there just now; absent while nothing is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LobbyLife")]
    pub life: Option<LobbyLife>,
    /// How many look on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spectators: u32,
    /// How many wait for a seat.
    #[serde(default, skip_serializing_if = "is_default")]
    pub waiting: u32,
    /// Who opened it; nobody for a table of the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::PlayerId")]
    pub host: Option<u64>,
    /// Only those see it who came by its link.
    #[serde(default, skip_serializing_if = "is_default")]
    pub private: bool,
}

impl LobbyTable {
    /// A table of the house of which nothing else is known.
    pub fn new(table: String, info: TableInfo, seated: u32) -> LobbyTable {
        let (people, life) = (Vec::new(), None);
        LobbyTable {
            table,
            info,
            seated,
            people,
            life,
            spectators: 0,
            waiting: 0,
            host: None,
            private: false,
        }
    }
}

/// Somebody at a table of the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyPerson {
    /// Who.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// As they are called.
    pub name: String,
}

/// How it goes at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyLife {
    /// What lies in the middle, with all bets; absent where there is no pot or nothing in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub pot: Option<Chips>,
    /// How many hands, deals or parties begin in an hour, as of the last ones; absent until there were some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub an_hour: Option<u32>,
}

/// How it goes at one of the tables that were told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyTick {
    /// Which table.
    pub table: String,
    /// How it goes there; absent while nothing is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LobbyLife")]
    pub life: Option<LobbyLife>,
}

/// What somebody looks for; what is absent does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct LobbyFilter {
    /// The game: `holdem`, `seka` or `durak`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "GameName")]
    pub game: Option<GameName>,
    /// The mode of Durak: tables of other games have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DurakMode")]
    pub mode: Option<DurakMode>,
    /// The least big blind, base bet or stake.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub least_stake: Option<Chips>,
    /// The largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Chips")]
    pub most_stake: Option<Chips>,
    /// So many seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub seats: Option<u8>,
    /// Only tables with a free seat.
    #[serde(skip_serializing_if = "is_default")]
    pub free: bool,
}

/// The games by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum GameName {
    /// Hold'em and its kin.
    Holdem,
    /// Seka.
    Seka,
    /// Durak.
    Durak,
}

//! The row of a hand, written with what settles it.

use crate::directory::Directory;
use crate::wire::Served;
use kozyr_protocol::room::GameInfo;
use kozyr_store::{HandFlags, HandPlayer, HandRow, Moment, Payload, Sequence, StreamId};
use kozyr_table::{Batch, Deeds, Settled, Table, TookPart};
use serde::{Deserialize, Serialize};

/// A checkpoint is kept after so many hands: so many at most are played again to come to one of them.
const KEPT_EVERY: u64 = 16;

/// Is the fool: a flag of Durak's.
pub(crate) const FOOL: HandFlags = HandFlags(1 << 16);

/// What a list shows of a hand to everybody. There is one for every hand: its names are short.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Summary {
    /// What the table was called.
    #[serde(rename = "t")]
    pub(crate) title: String,
    /// What the players were called, in the order of the row.
    #[serde(rename = "n")]
    pub(crate) names: Vec<String>,
}

impl Summary {
    /// The summary of a row.
    pub(crate) fn of(row: &HandRow) -> Summary {
        serde_json::from_slice(&row.summary.bytes).unwrap_or_default()
    }
}

/// The name of a game in rows and statistics.
pub(crate) fn game_name(info: &GameInfo) -> String {
    match info {
        GameInfo::Holdem { variant, .. } => format!("holdem/{variant}"),
        GameInfo::Seka(_) => "seka".to_owned(),
        GameInfo::Durak(_) => "durak".to_owned(),
    }
}

/// The rows of the hands that end in this batch. `table` is as it was before, `after` the last line of the log then.
pub(crate) fn hand_rows<S: Served>(
    batch: &Batch<S>,
    table: &Table<S>,
    title: &str,
    stream: &StreamId,
    after: u64,
    directory: &Directory,
) -> Vec<HandRow> {
    let moment = |room| Moment { room, wall: directory.date_of(room) };
    let row = |settled: &Settled| {
        let last = after + settled.line as u64 + 1;
        let names = settled.people.iter().map(|part| part.name.to_string()).collect();
        let summary = Summary { title: title.to_owned(), names };
        HandRow {
            stream: stream.clone(),
            hand: settled.hand,
            game: game_name(&S::info(table.house())),
            currency: table.settings().currency.clone(),
            first: Sequence(last + 1 - settled.lines),
            last: Sequence(last),
            started: moment(settled.started),
            ended: moment(batch.at),
            summary: Payload::from(serde_json::to_vec(&summary).expect("names can be written")),
            players: settled.people.iter().map(player).collect(),
        }
    };
    batch.settled.iter().map(row).collect()
}

/// Is the checkpoint of this batch one to keep?
pub(crate) fn keeps_checkpoint<S: Served>(batch: &Batch<S>) -> bool {
    batch.settled.iter().any(|settled| settled.hand % KEPT_EVERY == 0)
}

fn player(part: &TookPart) -> HandPlayer {
    HandPlayer { player: part.player, net: part.net, flags: flags(part.deeds) }
}

fn flags(deeds: Deeds) -> HandFlags {
    let all = [
        (deeds.voluntary, HandFlags::VOLUNTARY),
        (deeds.raised, HandFlags::RAISED),
        (deeds.showdown, HandFlags::SHOWDOWN),
        (deeds.won, HandFlags::WON),
        (deeds.fool, FOOL),
    ];
    all.iter().filter(|(done, _)| *done).fold(HandFlags::default(), |flags, (_, flag)| flags | *flag)
}

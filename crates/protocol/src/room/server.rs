//! What a client is told.

use super::chat::ChatLine;
use super::command::CommandId;
use super::evening::{EveningView, LobbyEvening};
use super::event::TableEvent;
use super::hosting::{Around, Sheet, TableBounds};
use super::lobby::{LobbyTable, LobbyTick};
use super::patch::Tree;
use super::refusal::{Fault, Refusal};
use super::schema;
use super::table::{TableInfo, TableView, You};
use super::tournament::{
    FormProblem, LobbyTournament, TournamentEvent, TournamentForm, TournamentStart, TournamentView,
};
use kozyr_card_game::Seat;
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
        /// What time it is in the room, in milliseconds.
        now: i64,
        /// How many milliseconds of the room pass in one: 1 unless the room is run faster than life.
        pace: u32,
        /// Who the client is; absent when they gave no token, or one that has run out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "You")]
        you: Option<You>,
        /// The session's token, to be kept and said in the next `hello`. Only after `guest`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        token: Option<String>,
        /// What a link for others begins with, such as `https://cards.example`; absent where the address this client came by
        /// leads others here too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        site: Option<String>,
    },
    /// The tables of the room.
    Lobby {
        /// In the order they should be shown.
        tables: Vec<LobbyTable>,
        /// The tournaments, in the order they should be shown.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tournaments: Vec<LobbyTournament>,
        /// What `refill` would fill the wallet up to; absent while it holds enough for some table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "schema::Chips")]
        refill: Option<Chips>,
        /// What kinds of tables people may open here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "TableBounds")]
        bounds: Option<TableBounds>,
    },
    /// Something changed in the lobby since `lobby` or the last of these.
    LobbyUpdate {
        /// Tables that are new or not as they were.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tables: Vec<LobbyTable>,
        /// Tables that are there no more, or are not looked for any more.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gone: Vec<String>,
        /// How it goes at tables of which nothing else is new, every few seconds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lives: Vec<LobbyTick>,
        /// All tournaments, when something about them changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Vec<LobbyTournament>")]
        tournaments: Option<Vec<LobbyTournament>>,
    },
    /// The answer to `quickSeat`.
    QuickSeat {
        /// Sit down there; absent when there is no such table with a free seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        table: Option<String>,
    },
    /// What is around a table that is watched; comes with the first sight of it and whenever it changes.
    Around {
        /// Which table.
        table: String,
        /// All of it.
        around: Box<Around>,
    },
    /// The answer to `sheet`.
    Sheet {
        /// Which table.
        table: String,
        /// The sheet.
        sheet: Sheet,
    },
    /// Something was said. What was said lately comes with the first sight of a table, or of the lobby.
    Chat {
        /// At which table; in the lobby without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        table: Option<String>,
        /// In order.
        lines: Vec<ChatLine>,
    },
    /// A table as it is now, for a viewer who has nothing of it yet, or something too old.
    Snapshot {
        /// Which table.
        table: String,
        /// The number of the last move in here.
        sequence: u64,
        /// What time it is in the room, in milliseconds.
        now: i64,
        /// What does not change from hand to hand.
        info: TableInfo,
        /// The table.
        view: Box<TableView>,
    },
    /// Something happened at a table: step by step, to be played one after the other.
    Update {
        /// Which table.
        table: String,
        /// The sequence number these steps come after. When the client has another than this, it
        /// has missed something: `watch` again.
        after: u64,
        /// What time it is in the room, in milliseconds.
        now: i64,
        /// What does not change from hand to hand, when it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "TableInfo")]
        info: Option<TableInfo>,
        /// What happened, in order.
        steps: Vec<Step>,
    },
    /// The table is no longer looked at.
    Unwatched {
        /// Which table.
        table: String,
    },
    /// A tournament as it is now.
    Tournament {
        /// Which.
        tournament: String,
        /// The number of the last line of its log in here.
        sequence: u64,
        /// What time it is in the room, in milliseconds.
        now: i64,
        /// What does not change once it is open.
        info: Box<TournamentInfo>,
        /// The tournament.
        view: Box<TournamentView>,
    },
    /// Something happened in a tournament.
    TournamentUpdate {
        /// Which.
        tournament: String,
        /// What this comes after. When the client has another number than this, it has missed something: `follow` again.
        after: u64,
        /// The number with it.
        sequence: u64,
        /// What time it is in the room, in milliseconds.
        now: i64,
        /// What happened, to be shown; the same for everybody.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        events: Vec<TournamentEvent>,
        /// From the view before to the view after.
        #[serde(default, skip_serializing_if = "Tree::is_empty")]
        #[schemars(with = "schema::Patch")]
        patch: Tree,
    },
    /// The tournament is no longer followed.
    Unfollowed {
        /// Which.
        tournament: String,
    },
    /// The client's own seat in a tournament is elsewhere now: watch the new table.
    Moved {
        /// Which tournament.
        tournament: String,
        /// The table they left; none when they come to their first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        from: Option<String>,
        /// The table they sit at.
        to: String,
        /// Their seat there.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// A form of a tournament, filled in or checked.
    TournamentForm {
        /// The form.
        form: Box<TournamentForm>,
        /// What is odd about it.
        problems: Vec<FormProblem>,
        /// How long it takes, played over and over between bots; absent when it cannot be played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Duration")]
        lasts: Option<Duration>,
    },
    /// The standings as a file.
    Export {
        /// Of which tournament or evening.
        tournament: String,
        /// As what.
        format: ExportFormat,
        /// What stands in it.
        text: String,
    },
    /// The evenings the client runs.
    Evenings {
        /// The latest first.
        evenings: Vec<LobbyEvening>,
    },
    /// An evening as it is now; comes again whenever something changes.
    Evening {
        /// Its name, or the secret of its screen: what was asked for.
        evening: String,
        /// What time it is in the room, in milliseconds.
        now: i64,
        /// The evening.
        view: Box<EveningView>,
    },
    /// There is no such evening, or no more, or it is somebody else's.
    NoEvening {
        /// What was asked for.
        evening: String,
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

/// How long a tournament takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Duration {
    /// With so many entrants.
    pub entrants: u32,
    /// Half of them are over by then.
    pub median_ms: u64,
    /// Nine of ten are.
    pub most_ms: u64,
    /// So many were played.
    pub played: u32,
    /// Places that are paid.
    pub paid: u32,
}

/// As what standings are exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ExportFormat {
    /// A spreadsheet, in which no name is a formula.
    Csv,
    /// The tournament for other programs.
    Json,
}

/// One thing that happened, and what it changed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// The number of the move; several steps can come from one.
    pub sequence: u64,
    /// What happened, to be shown; the same for everybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<TableEvent>,
    /// From the view before to the view after.
    #[serde(default, skip_serializing_if = "Tree::is_empty")]
    #[schemars(with = "schema::Patch")]
    pub patch: Tree,
    /// Instead of a patch the whole view afterwards: for somebody who was away for a moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TableView")]
    pub view: Option<Box<TableView>>,
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
    /// A tournament was made, and that is durable.
    Created {
        /// Its name in messages.
        tournament: String,
    },
    /// A table was opened, and that is durable.
    Opened {
        /// Its name in messages.
        table: String,
        /// What its link has after `#`; absent for a public one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        secret: Option<String>,
    },
    /// The host was asked and decides. Nothing has changed so far, and nothing of this outlives a restart of the room.
    Asked,
    /// Not carried out; nothing has changed.
    Refused {
        /// Why.
        reason: Refusal,
    },
}

/// What does not change in a tournament once it is open.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentInfo {
    /// How it is played.
    pub form: TournamentForm,
    /// When it starts.
    pub starts: TournamentStart,
    /// Who runs it; nobody for one of the house's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::PlayerId")]
    pub host: Option<u64>,
}

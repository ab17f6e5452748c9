//! What a client says.

use super::chat::Said;
use super::command::CommandId;
use super::durak::{DurakAction, DurakWord};
use super::evening::EveningOrder;
use super::holdem::{HoldemAction, HoldemWord};
use super::hosting::{HostOrder, TableForm};
use super::lobby::LobbyFilter;
use super::schema;
use super::seka::{SekaAction, SekaWord};
use super::server::ExportFormat;
use super::table::Language;
use super::tournament::{TournamentForm, TournamentOrder, TournamentStart, TournamentWish};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A message of a client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToServer {
    /// The first message of every connection, answered by `welcome`. With a token the client is who
    /// they were; without one they are nobody yet and may look on.
    Hello {
        /// The version of the protocol the client speaks.
        protocol: u32,
        /// The session's token from an earlier `welcome`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// In which language the client is shown.
        language: Language,
    },
    /// Come in as a guest: one click, no form. Answered by `welcome` with the token to keep.
    Guest {
        /// How others shall call them, 1 to 20 characters; without one the room chooses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// In which language the room chooses the name.
        language: Language,
    },
    /// Which tables are there? Answered by `lobby`.
    Lobby,
    /// Hear of the tables from now on. Answered by `lobby`; then each change comes as a `lobbyUpdate`.
    FollowLobby {
        /// Which tables; all of them when it says nothing.
        #[serde(default)]
        filter: LobbyFilter,
    },
    /// Hear of the tables no more.
    UnfollowLobby,
    /// At which table could I sit down? Answered by `quickSeat`.
    QuickSeat {
        /// What for.
        #[serde(default)]
        filter: LobbyFilter,
    },
    /// Come to a private table by its link: from now on this connection may `watch` it. A wrong secret is answered like a
    /// table that does not exist.
    Enter {
        /// Which table.
        table: String,
        /// What the link has after `#`.
        secret: String,
    },
    /// Look at a table, from now on. Answered by `snapshot`, or by `update` with what was missed.
    Watch {
        /// Which table.
        table: String,
        /// The sequence number of the last `snapshot` or `update` the client has of this table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        have: Option<u64>,
    },
    /// Look at the table no more. A player keeps the seat.
    Unwatch {
        /// Which table.
        table: String,
    },
    /// Take a seat, paying from the wallet.
    Sit {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// Which seat.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// With how many chips.
        #[schemars(with = "schema::Chips")]
        buy_in: Chips,
        /// Be dealt in only when it costs nothing extra: in Hold'em, with the big blind.
        #[serde(default)]
        wait: bool,
    },
    /// Give the seat up; the chips come back to the wallet. In the middle of a hand the player folds
    /// when their turn comes and is gone when the hand is over; `sitIn` takes it back until then.
    Leave {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
    },
    /// Take more chips from the wallet to the seat: at once, or in a hand when it is over.
    AddChips {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// How many more.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Be dealt no more hands, but keep the seat. The hand that runs is played to its end.
    SitOut {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
    },
    /// Be dealt in again, paying what the seat owes.
    SitIn {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// Come back only when it costs nothing extra: in Hold'em, with the big blind.
        #[serde(default)]
        wait: bool,
    },
    /// Do something in the game.
    Act {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// The `turn` of the view the player was looking at: what they decided there is not meant for
        /// any other.
        turn: u64,
        /// What.
        action: GameAction,
    },
    /// Say something beside the game: ready, play again.
    Say {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// What.
        word: GameWord,
    },
    /// Open a table and be its host. Answered with its name and, for a private one, with the secret of its link.
    CreateTable {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// The table.
        form: Box<TableForm>,
    },
    /// Order something as the host of a table.
    Host {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// What.
        order: HostOrder,
    },
    /// Let somebody sit down or bring chips who asked, or do not; the host's.
    Decide {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// Who asked.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// Let them?
        accept: bool,
    },
    /// Wait for a seat at a full table, or wait no more.
    WaitForSeat {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table.
        table: String,
        /// Wait?
        wait: bool,
    },
    /// Who brought and took what at a private table? Answered by `sheet`.
    Sheet {
        /// Which table.
        table: String,
    },
    /// Say something to those who look at a table, or to those in the lobby.
    Chat {
        /// The command's id: a line that comes twice is said once.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which table; the lobby without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "String")]
        table: Option<String>,
        /// What.
        said: Said,
    },
    /// Follow a tournament, from now on. Answered by `tournament`.
    Follow {
        /// Which.
        tournament: String,
    },
    /// Follow it no more. An entrant stays in.
    Unfollow {
        /// Which.
        tournament: String,
    },
    /// Want something of a tournament: to enter, to buy in again.
    Wish {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which tournament.
        tournament: String,
        /// What.
        wish: TournamentWish,
    },
    /// Order something as the host of a tournament.
    Direct {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which tournament.
        tournament: String,
        /// What.
        order: TournamentOrder,
    },
    /// Make a tournament and be its host. Answered with its name, or with what is wrong with the form.
    CreateTournament {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// The form.
        form: Box<TournamentForm>,
        /// When it starts.
        #[serde(default)]
        starts: TournamentStart,
        /// Bots of the house fill it up to so many entrants when it has waited a while for people; none by default.
        #[serde(default)]
        bots: u32,
    },
    /// What is wrong with this form? Answered by `tournamentForm`.
    CheckTournament {
        /// The form.
        form: Box<TournamentForm>,
    },
    /// A form that is filled in. Answered by `tournamentForm`.
    TournamentPreset {
        /// `turbo`, `regular` or `deep`.
        preset: String,
    },
    /// The standings of a tournament or an evening as a file. Answered by `export`.
    Export {
        /// Which tournament or evening.
        tournament: String,
        /// As what.
        format: ExportFormat,
    },
    /// Open an evening with real cards and run it. Answered with its name, or with what is wrong with the form.
    OpenEvening {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// The form.
        form: Box<TournamentForm>,
    },
    /// Which evenings do I run? Answered by `evenings`.
    Evenings,
    /// Follow an evening one runs, from now on. Answered by `evening`.
    FollowEvening {
        /// Which.
        evening: String,
    },
    /// Look at the screen of an evening, from now on, with its secret. Answered by `evening`.
    Screen {
        /// The secret.
        screen: String,
    },
    /// Follow no evening any more.
    UnfollowEvenings,
    /// Say something as the director of an evening.
    Report {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
        /// Which evening.
        evening: String,
        /// What.
        order: EveningOrder,
    },
    /// Have an empty wallet filled up, when `you` says that it can be: so often a day. Answered by `answer`, and `wallet`.
    Refill {
        /// The command's id.
        #[schemars(with = "schema::CommandId")]
        command: CommandId,
    },
    /// Are you there? Answered by `pong`. Browsers cannot see the WebSocket's own pings.
    Ping {
        /// Comes back.
        echo: u64,
    },
}

/// What a player does, by game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", rename_all = "camelCase")]
pub enum GameAction {
    /// Hold'em and its kin.
    Holdem(HoldemAction),
    /// Seka.
    Seka(SekaAction),
    /// Durak.
    Durak(DurakAction),
}

/// What a player says beside the game, by game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "game", content = "say", rename_all = "camelCase")]
pub enum GameWord {
    /// At a table of Hold'em or its kin.
    Holdem(HoldemWord),
    /// At a table of Seka.
    Seka(SekaWord),
    /// At a table of Durak.
    Durak(DurakWord),
}

impl ToServer {
    /// The command's id, if this changes anything.
    pub fn command(&self) -> Option<CommandId> {
        match self {
            ToServer::Sit { command, .. }
            | ToServer::Leave { command, .. }
            | ToServer::AddChips { command, .. }
            | ToServer::SitOut { command, .. }
            | ToServer::SitIn { command, .. }
            | ToServer::Act { command, .. }
            | ToServer::Say { command, .. }
            | ToServer::Wish { command, .. }
            | ToServer::Direct { command, .. }
            | ToServer::CreateTournament { command, .. }
            | ToServer::CreateTable { command, .. }
            | ToServer::Host { command, .. }
            | ToServer::Decide { command, .. }
            | ToServer::WaitForSeat { command, .. }
            | ToServer::Chat { command, .. }
            | ToServer::OpenEvening { command, .. }
            | ToServer::Report { command, .. }
            | ToServer::Refill { command } => Some(*command),
            ToServer::Hello { .. }
            | ToServer::Guest { .. }
            | ToServer::Lobby
            | ToServer::FollowLobby { .. }
            | ToServer::UnfollowLobby
            | ToServer::QuickSeat { .. }
            | ToServer::Enter { .. }
            | ToServer::Sheet { .. }
            | ToServer::Watch { .. }
            | ToServer::Unwatch { .. }
            | ToServer::Follow { .. }
            | ToServer::Unfollow { .. }
            | ToServer::CheckTournament { .. }
            | ToServer::TournamentPreset { .. }
            | ToServer::Export { .. }
            | ToServer::Evenings
            | ToServer::FollowEvening { .. }
            | ToServer::Screen { .. }
            | ToServer::UnfollowEvenings
            | ToServer::Ping { .. } => None,
        }
    }
}

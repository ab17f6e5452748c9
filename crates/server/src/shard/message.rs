//! What a shard is told: by connections, by the store, by the room.

use crate::directory::TableName;
use crate::gateway::{FromClient, LoadedGateway};
use crate::load::LoadError;
use crate::outlet::{ConnectionId, Outlet, Watcher};
use crate::plan::{AnyLoaded, TablePlan};
use crate::service::{Aside, Origin};
use crate::tournament::{LoadedTournament, TournamentPlan};
use crate::want::Want;
use kozyr_protocol::room::{ExportFormat, TournamentOrder, TournamentWish};
use kozyr_store::{Completed, Head};
use kozyr_table::Player;
use kozyr_time::{PlayerId, TournamentId};
use kozyr_tournament::TableNo;
use tokio::sync::oneshot;

/// A message to a shard.
pub(crate) enum ToShard {
    Watch {
        table: TableName,
        watcher: Watcher,
        have: Option<u64>,
    },
    /// Somebody looks at a table, once.
    Show {
        table: TableName,
        watcher: Watcher,
    },
    Unwatch {
        table: TableName,
        connection: ConnectionId,
    },
    Gone(ConnectionId),
    Command {
        table: TableName,
        origin: Origin,
        want: Want,
    },
    /// Somebody follows a tournament; briefly: only what concerns them.
    Follow {
        tournament: TournamentId,
        watcher: Watcher,
        brief: bool,
    },
    Unfollow {
        tournament: TournamentId,
        connection: ConnectionId,
    },
    /// Somebody looks at a tournament, once.
    Look {
        tournament: TournamentId,
        watcher: Watcher,
    },
    /// Somebody wants the standings of a tournament as a file.
    Export {
        tournament: TournamentId,
        outlet: Outlet,
        format: ExportFormat,
    },
    /// A player wants something of a tournament.
    Wish {
        tournament: TournamentId,
        origin: Origin,
        player: Player,
        wish: TournamentWish,
    },
    /// The host of a tournament orders something, or the room's admin does.
    Direct {
        tournament: TournamentId,
        origin: Origin,
        order: TournamentOrder,
        admin: bool,
    },
    /// Somebody wants something around a table.
    Aside {
        table: TableName,
        origin: Origin,
        aside: Aside,
    },
    /// Who brought and took what at a table?
    Sheet {
        table: TableName,
        outlet: Outlet,
    },
    /// The host of a table has changed its plan.
    Replan(Box<TablePlan>),
    /// A table is about to be closed, and takes nobody in if it is empty; without anybody to answer, it stays after all.
    Retire {
        table: TableName,
        answer: Option<oneshot::Sender<bool>>,
    },
    Committed(Vec<Completed>),
    /// A table was loaded: a new one, or one that had failed.
    Loaded(Box<TablePlan>, Box<Result<AnyLoaded, LoadError>>),
    /// Something came to the gateway.
    Updau(u64, FromClient),
    /// For the gateway: somebody ended sessions of theirs.
    SignedOut(PlayerId),
    /// The gateway was loaded again.
    LoadedGateway(Box<Result<LoadedGateway, LoadError>>),
    /// Logs were claimed for tables of the gateway.
    ClaimedTables(Result<Vec<(TableName, Head)>, LoadError>),
    /// A tournament was loaded: a new one, or one that had failed.
    LoadedTournament(Box<TournamentPlan>, Box<Result<LoadedTournament, LoadError>>),
    /// The logs of a tournament's new tables are its own now, or could not be claimed.
    Claimed {
        tournament: TournamentId,
        heads: Option<Vec<(TableNo, Head)>>,
    },
    /// A table is there no more.
    Close(TableName),
    /// A tournament is there no more.
    CloseTournament(TournamentId),
    /// Are all tables being served?
    Health(oneshot::Sender<bool>),
    /// No hand begins from now on, or hands begin again.
    Drain(bool),
    /// Is no hand running at the tables outside tournaments?
    AtRest(oneshot::Sender<bool>),
    /// Finish what is with the store and stop; the sender hears when that is done.
    Stop(oneshot::Sender<()>),
}

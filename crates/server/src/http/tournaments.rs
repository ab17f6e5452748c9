//! Tournaments without a socket: which there are, how one stands, its standings as a file, and what players and hosts
//! ask of them.

use super::answer::{Json, Refused};
use super::asking::{Asking, Playing};
use super::openapi::{Api, Needs, Operation};
use super::read::{Body, Params, Path};
use crate::outlet::{Inlet, Outlet, Watcher, outlet};
use crate::people;
use crate::room::Inner;
use crate::service::Origin;
use crate::shard::{ShardHandle, ToShard};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kozyr_chips::Chips;
use kozyr_protocol::api::{
    AskTournament, DirectTournament, ExportQuery, MakeTournament, ProblemCode, TournamentDone,
    TournamentList, TournamentMade, TournamentPage, TournamentsQuery,
};
use kozyr_protocol::room::{
    Answer, CommandId, ExportFormat, LobbyTournament, ToClient, TournamentOrder, TournamentStatus,
};
use kozyr_time::{PlayerId, TournamentId};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long a tournament may take to answer. What was asked may happen all the same: ask again with the same command.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn add(api: Api) -> Api {
    use ProblemCode as P;
    let get = |path, id, summary| Operation::get(path, id, summary).of("tournaments");
    let post = |path, id, summary| Operation::post(path, id, summary).of("tournaments").needs(Needs::Player);
    api.route(
        get("/tournaments", "tournaments", "The tournaments, all or some of them")
            .query::<TournamentsQuery>()
            .answers::<TournamentList>()
            .refuses(&[P::Unreadable]),
        list,
    )
    .route(
        post("/tournaments", "makeTournament", "Make a tournament and be its host")
            .takes::<MakeTournament>()
            .answers::<TournamentMade>()
            .refuses(&[P::Refused, P::TryAgain]),
        make,
    )
    .route(
        get(
            "/tournaments/{tournament}",
            "tournament",
            "One of them: levels, standings, places and prizes, each with its reason; with a token one's own part too",
        )
        .answers::<TournamentPage>()
        .refuses(&[P::NotFound, P::BadToken, P::TryAgain]),
        look,
    )
    .route(
        get("/tournaments/{tournament}/export", "exportTournament", "The standings as a file")
            .query::<ExportQuery>()
            .answers_with("text/csv")
            .refuses(&[P::NotFound, P::Unreadable, P::TryAgain]),
        export,
    )
    .route(
        post("/tournaments/{tournament}/wish", "wishTournament", "Enter, leave, check in, buy in again or add on")
            .takes::<AskTournament>()
            .answers::<TournamentDone>()
            .refuses(&[P::NotFound, P::Refused, P::TryAgain]),
        wish,
    )
    .route(
        post("/tournaments/{tournament}/order", "directTournament", "What its host orders")
            .takes::<DirectTournament>()
            .answers::<TournamentDone>()
            .refuses(&[P::NotFound, P::Refused, P::TryAgain]),
        order,
    )
}

async fn list(
    State(inner): State<Arc<Inner>>,
    Params(query): Params<TournamentsQuery>,
) -> Json<TournamentList> {
    let all = inner.directory.tournaments();
    Json(TournamentList { tournaments: all.into_iter().filter(|one| is_wanted(one, &query)).collect() })
}

/// Is all of what is asked for true of the tournament?
fn is_wanted(one: &LobbyTournament, query: &TournamentsQuery) -> bool {
    let has_free = one.most_entrants.is_none_or(|most| one.entrants < most);
    let is_open = one.status == TournamentStatus::Lobby && has_free;
    let price = one.buy_in + one.bounty.unwrap_or_default();
    query.status.is_none_or(|wanted| one.status == wanted)
        && query.free.is_none_or(|free| free == is_open)
        && query.chips.is_none_or(|chips| price <= Chips::new(chips))
        && query.host.is_none_or(|host| one.host == Some(host))
}

fn find(inner: &Inner, tournament: &str) -> Result<(TournamentId, ShardHandle), Refused> {
    inner.tournament(tournament).ok_or_else(|| ProblemCode::NotFound.into())
}

/// Asks a shard something, and waits for the first thing it says to that.
pub(super) async fn heard(
    shard: &ShardHandle,
    message: impl FnOnce(Outlet) -> ToShard,
) -> Result<ToClient, Refused> {
    let (outlet, mut inlet): (Outlet, Inlet) = outlet();
    shard.send(message(outlet)).map_err(|_| ProblemCode::TryAgain)?;
    let Ok(Some(line)) = timeout(PATIENCE, inlet.lines.recv()).await else {
        return Err(ProblemCode::TryAgain.into());
    };
    serde_json::from_str(line.as_str()).map_err(|error| Refused::failed(&error))
}

/// What became of a command, as an answer of HTTP.
pub(super) fn done(told: ToClient) -> Result<Json<TournamentDone>, Refused> {
    match told {
        ToClient::Answer { result: Answer::Accepted { sequence }, .. } => {
            Ok(Json(TournamentDone { sequence }))
        }
        ToClient::Answer { result: Answer::Refused { reason }, .. } => Err(Refused::command(reason)),
        _ => Err(ProblemCode::TryAgain.into()),
    }
}

/// Whoever says no id wants it once.
pub(super) fn command(said: Option<CommandId>) -> Result<CommandId, Refused> {
    match said {
        Some(command) => Ok(command),
        None => people::new_command().map(CommandId).map_err(|error| Refused::failed(&error)),
    }
}

async fn look(
    State(inner): State<Arc<Inner>>,
    asking: Option<Asking>,
    Path(tournament): Path<String>,
) -> Result<Json<TournamentPage>, Refused> {
    let (id, shard) = find(&inner, &tournament)?;
    let person = asking.map(|asking| asking.user.id);
    let told =
        heard(&shard, |outlet| ToShard::Look { tournament: id, watcher: Watcher { outlet, person } }).await?;
    match told {
        ToClient::Tournament { tournament, sequence, now, info, view } => {
            Ok(Json(TournamentPage { tournament, sequence, now, info: *info, view: *view }))
        }
        _ => Err(ProblemCode::TryAgain.into()),
    }
}

async fn export(
    State(inner): State<Arc<Inner>>,
    Path(tournament): Path<String>,
    Params(query): Params<ExportQuery>,
) -> Result<Response, Refused> {
    let format = query.format.unwrap_or(ExportFormat::Csv);
    let (id, shard) = find(&inner, &tournament)?;
    let told = heard(&shard, |outlet| ToShard::Export { tournament: id, outlet, format }).await?;
    let ToClient::Export { tournament, text, .. } = told else { return Err(ProblemCode::TryAgain.into()) };
    let (kind, ends) = match format {
        ExportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        ExportFormat::Json => ("application/json", "json"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{tournament}.{ends}\"")),
    ];
    Ok((headers, text).into_response())
}

async fn make(
    State(inner): State<Arc<Inner>>,
    Playing(user): Playing,
    Body(body): Body<MakeTournament>,
) -> Result<Json<TournamentMade>, Refused> {
    let command = command(body.command)?;
    let made = tokio::task::spawn_blocking(move || {
        // The answer comes back by itself: nobody listens at the other end.
        let origin = Origin { person: user.id, command, outlet: outlet().0 };
        inner.create_tournament(&origin, &body.form, body.starts, body.bots)
    });
    match made.await? {
        Answer::Created { tournament } => Ok(Json(TournamentMade { tournament })),
        Answer::Refused { reason } => Err(Refused::command(reason)),
        _ => Err(ProblemCode::TryAgain.into()),
    }
}

async fn wish(
    State(inner): State<Arc<Inner>>,
    Playing(user): Playing,
    Path(tournament): Path<String>,
    Body(body): Body<AskTournament>,
) -> Result<Json<TournamentDone>, Refused> {
    let (command, (id, shard)) = (command(body.command)?, find(&inner, &tournament)?);
    let (person, player) = (user.id, people::player(&user));
    done(
        heard(&shard, |outlet| ToShard::Wish {
            tournament: id,
            origin: Origin { person, command, outlet },
            player,
            wish: body.wish,
        })
        .await?,
    )
}

async fn order(
    State(inner): State<Arc<Inner>>,
    Playing(user): Playing,
    Path(tournament): Path<String>,
    Body(body): Body<DirectTournament>,
) -> Result<Json<TournamentDone>, Refused> {
    direct(&inner, user.id, &tournament, body, false).await
}

/// Orders something of a tournament, as its host or as the room's admin.
pub(super) async fn direct(
    inner: &Inner,
    person: PlayerId,
    tournament: &str,
    body: DirectTournament,
    admin: bool,
) -> Result<Json<TournamentDone>, Refused> {
    let (command, (id, shard)) = (command(body.command)?, find(inner, tournament)?);
    let order: TournamentOrder = body.order;
    done(
        heard(&shard, |outlet| ToShard::Direct {
            tournament: id,
            origin: Origin { person, command, outlet },
            order,
            admin,
        })
        .await?,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_protocol::room::TournamentStart;

    #[test]
    fn a_filter_leaves_only_what_all_of_it_is_true_of() {
        let one = |status, entrants, host| LobbyTournament {
            tournament: "cup-1".into(),
            title: "Cup".into(),
            status,
            starts: TournamentStart::ByHand,
            buy_in: Chips::new(100),
            bounty: Some(Chips::new(20)),
            seats: 6,
            entrants,
            most_entrants: Some(6),
            left: 0,
            pool: Chips::ZERO,
            host,
        };
        let open = one(TournamentStatus::Lobby, 5, Some(7));
        let full = one(TournamentStatus::Lobby, 6, None);
        let runs = one(TournamentStatus::Running, 5, Some(7));
        let all = [&open, &full, &runs];
        let none = TournamentsQuery::default;
        for (query, wanted) in [
            (none(), [true, true, true]),
            (TournamentsQuery { status: Some(TournamentStatus::Lobby), ..none() }, [true, true, false]),
            (TournamentsQuery { free: Some(true), ..none() }, [true, false, false]),
            (TournamentsQuery { free: Some(false), ..none() }, [false, true, true]),
            (TournamentsQuery { chips: Some(119), ..none() }, [false, false, false]),
            (TournamentsQuery { chips: Some(120), ..none() }, [true, true, true]),
            (TournamentsQuery { host: Some(7), ..none() }, [true, false, true]),
            (TournamentsQuery { host: Some(7), free: Some(true), ..none() }, [true, false, false]),
        ] {
            assert_eq!(all.map(|one| is_wanted(one, &query)), wanted, "{query:?}");
        }
    }
}

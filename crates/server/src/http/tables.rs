//! A table of any game as one may see it, without a socket.

use super::answer::{Json, Refused};
use super::asking::Asking;
use super::openapi::{Api, Needs, Operation};
use super::read::Path;
use super::tournaments::heard;
use crate::directory::TableName;
use crate::outlet::Watcher;
use crate::room::Inner;
use crate::shard::{ShardHandle, ToShard};
use axum::extract::State;
use kozyr_protocol::api::{ProblemCode, TablePage};
use kozyr_protocol::room::ToClient;
use kozyr_time::PlayerId;
use std::sync::Arc;

pub(super) fn add(api: Api) -> Api {
    let about = "A table of any game as one may see it, as the socket's `snapshot` has it";
    api.route(
        Operation::get("/tables/{table}", "table", about)
            .of("tables")
            .needs(Needs::Anybody)
            .answers::<TablePage>()
            .refuses(&[ProblemCode::NotFound, ProblemCode::TryAgain]),
        table,
    )
}

/// The table of this name, if this person may look at it: a private one is its host's and those's who sit there. Nobody else
/// hears that it is there.
pub(super) fn find(
    inner: &Inner,
    table: &str,
    person: Option<PlayerId>,
) -> Result<(TableName, ShardHandle), Refused> {
    let (name, shard) = inner.table(table).ok_or(ProblemCode::NotFound)?;
    let made = inner.tables().made(&name);
    let known = |host| person.is_some_and(|person| host == person || inner.directory.sits(&name, person));
    let kept_out = made.is_some_and(|made| {
        let removed = person.is_some_and(|person| made.is_removed(person));
        removed || made.is_private() && !known(made.host)
    });
    if kept_out { Err(ProblemCode::NotFound.into()) } else { Ok((name, shard)) }
}

async fn table(
    State(inner): State<Arc<Inner>>,
    asking: Option<Asking>,
    Path(table): Path<String>,
) -> Result<Json<TablePage>, Refused> {
    let person = asking.map(|asking| asking.user.id);
    let (name, shard) = find(&inner, &table, person)?;
    let told = heard(&shard, |outlet| ToShard::Show { table: name, watcher: Watcher { outlet, person } });
    match told.await? {
        ToClient::Snapshot { table, sequence, now, info, view } => {
            Ok(Json(TablePage { table, sequence, now, info, view: *view }))
        }
        _ => Err(ProblemCode::TryAgain.into()),
    }
}

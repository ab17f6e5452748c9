//! Which tables and tournaments there are.

use super::answer::Json;
use super::openapi::{Api, Operation};
use super::read::Params;
use crate::lobby::{Looker, fits};
use crate::room::Inner;
use axum::extract::State;
use kozyr_chips::Chips;
use kozyr_protocol::api::{LobbyList, LobbyQuery, ProblemCode};
use kozyr_protocol::room::{LobbyFilter, LobbyTable};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(super) fn add(api: Api) -> Api {
    let lobby = Operation::get("/lobby", "lobby", "The tables and tournaments").of("lobby");
    api.route(lobby.query::<LobbyQuery>().answers::<LobbyList>().refuses(&[ProblemCode::Unreadable]), list)
}

async fn list(State(inner): State<Arc<Inner>>, Params(query): Params<LobbyQuery>) -> Json<LobbyList> {
    let nobody = Looker { person: None, admitted: &BTreeSet::new() };
    let filter = filter(&query);
    let tables = inner.lobby_where(&nobody, |table| fits(&filter, table) && is_wanted(table, &query));
    let tables = inner.directory.lives.told(tables.iter().map(|table| &**table));
    let only_tables = query != LobbyQuery::default();
    let tournaments = if only_tables { Vec::new() } else { inner.directory.tournaments() };
    Json(LobbyList { tables, tournaments })
}

/// What the socket's filter can say of it.
fn filter(query: &LobbyQuery) -> LobbyFilter {
    LobbyFilter {
        game: query.game,
        mode: query.mode,
        least_stake: query.least_stake.map(Chips::new),
        most_stake: query.most_stake.map(Chips::new),
        seats: query.seats,
        ..LobbyFilter::default()
    }
}

/// Is the rest of what is asked for true of the table?
fn is_wanted(table: &LobbyTable, query: &LobbyQuery) -> bool {
    let has_free = table.seated < u32::from(table.info.seats);
    query.chips.is_none_or(|chips| table.info.least_buy_in <= Chips::new(chips))
        && query.free.is_none_or(|free| free == has_free)
        && query.taken.is_none_or(|taken| taken == (table.seated > 0))
}

//! The hand on a table of Hold'em as documents: the state of the engine's specification, and the exchange of hands, by which a
//! client acts by sending the hand back with its own action or intent.

use super::answer::Refused;
use super::asking::{Asking, Playing};
use super::openapi::{Api, Needs, Operation};
use super::read::{JsonText, Path};
use super::tables;
use super::tournaments::{command, heard};
use crate::directory::TableName;
use crate::history::{Running, running};
use crate::plan::stream_of;
use crate::room::Inner;
use crate::service::Origin;
use crate::shard::{ShardHandle, ToShard};
use crate::want::Want;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kozyr_chips::{Account, Currency, Decimal, Scale};
use kozyr_notation::exchange::{LiveHand, Request, from_phh};
use kozyr_notation::json;
use kozyr_notation::{game_state, phh};
use kozyr_poker::seating::Intent;
use kozyr_protocol::api::ProblemCode;
use kozyr_protocol::room::{Answer, GameAction, GameInfo, HoldemAction, ToClient};
use kozyr_store::User;
use kozyr_time::PlayerId;
use std::sync::Arc;

pub(super) fn add(api: Api) -> Api {
    let get = |path, id, summary, document| {
        Operation::get(path, id, summary).of("tables").needs(Needs::Anybody).answers_document(document)
    };
    let a_hand = "A hand of the notation exchange, with the cards one may know";
    let gone = &[ProblemCode::NotFound];
    let may = &[ProblemCode::NotFound, ProblemCode::Unreadable, ProblemCode::Refused];
    api.route(
        get(
            "/tables/{table}/game-state",
            "gameState",
            "The hand on a table of Hold'em as one may know it: the engine's GameState",
            "A GameState: the hand, its players and what each may do",
        )
        .refuses(gone),
        state,
    )
    .route(
        get(
            "/tables/{table}/exchange",
            "exchangeHand",
            "The same as a hand of the notation exchange, personalised",
            a_hand,
        )
        .refuses(gone),
        hand,
    )
    .route(
        Operation::post(
            "/tables/{table}/exchange",
            "exchange",
            "The hand with one's own action or intent added; answered with the hand that follows",
        )
        .of("tables")
        .needs(Needs::Player)
        .takes_document("The hand as it was answered, with one's own action or intent added")
        .answers_document(a_hand)
        .refuses(may),
        exchange,
    )
}

/// A table of Hold'em that this person may see.
struct Seen {
    table: TableName,
    shard: ShardHandle,
    title: String,
}

fn find(inner: &Inner, table: &str, person: Option<PlayerId>) -> Result<Seen, Refused> {
    let (name, shard) = tables::find(inner, table, person)?;
    let sits = || person.is_some_and(|person| inner.directory.sits(&name, person));
    if inner.tables().made(&name).is_some_and(|made| made.delay_secs > 0) && !sits() {
        return Err(Refused::because(
            ProblemCode::NotFound,
            "only its players see this table without a delay",
        ));
    }
    let title = match inner.directory.lobby().iter().find(|listed| listed.table == table) {
        Some(listed) if matches!(listed.info.game, GameInfo::Holdem { .. }) => listed.info.name.clone(),
        Some(_) => {
            return Err(Refused::because(ProblemCode::NotFound, "another game is played at this table"));
        }
        // A tournament's: they are not in the lobby, and play nothing else.
        None => table.to_owned(),
    };
    Ok(Seen { table: name, shard, title })
}

/// The hand as this person may know it, out of the log. Waits for the store.
fn read(inner: &Inner, seen: &Seen, person: Option<PlayerId>) -> Result<(LiveHand, Running), Refused> {
    let stream = stream_of(&seen.table);
    let found = running(inner.store(), &stream, &seen.title, person)?;
    let none = || Refused::because(ProblemCode::NotFound, "no hand was dealt at this table yet");
    let found = found.ok_or_else(none)?;
    let document = from_phh(&found.document).map_err(|error| Refused::failed(&error))?;
    let live = LiveHand::read(&document).map_err(|error| Refused::failed(&error))?;
    Ok((live, found))
}

fn answer(value: &json::Value) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response()
}

async fn state(
    State(inner): State<Arc<Inner>>,
    asking: Option<Asking>,
    Path(table): Path<String>,
) -> Result<Response, Refused> {
    let user = asking.map(|asking| asking.user);
    let person = user.as_ref().map(|user| user.id);
    let seen = find(&inner, &table, person)?;
    let told = tokio::task::spawn_blocking(move || {
        let (live, _) = read(&inner, &seen, person)?;
        // What somebody has off the table is nobody else's business.
        let own = user.as_ref().and_then(|user| {
            let wallet = Account::wallet(user.id, Currency::FUN);
            let balance = inner.store().balance(&wallet).ok()?;
            Some((user.name.clone(), Decimal::new(balance.units(), 0).unwrap_or_default()))
        });
        let bank = |name: &str| own.as_ref().filter(|(own, _)| own == name).map(|(_, chips)| *chips);
        Ok::<_, Refused>(game_state::export(&live, user.as_ref().map(|user| user.name.as_str()), bank))
    });
    Ok(answer(&told.await??))
}

async fn hand(
    State(inner): State<Arc<Inner>>,
    asking: Option<Asking>,
    Path(table): Path<String>,
) -> Result<Response, Refused> {
    let user = asking.map(|asking| asking.user);
    let seen = find(&inner, &table, user.as_ref().map(|user| user.id))?;
    personal(inner, seen, user).await
}

async fn personal(inner: Arc<Inner>, seen: Seen, user: Option<User>) -> Result<Response, Refused> {
    let told = tokio::task::spawn_blocking(move || {
        let (live, _) = read(&inner, &seen, user.as_ref().map(|user| user.id))?;
        Ok::<_, Refused>(live.personalize(user.as_ref().map(|user| user.name.as_str())))
    });
    Ok(answer(&told.await??))
}

async fn exchange(
    State(inner): State<Arc<Inner>>,
    Playing(user): Playing,
    Path(table): Path<String>,
    JsonText(body): JsonText,
) -> Result<Response, Refused> {
    let unreadable = |why: String| Refused::because(ProblemCode::Unreadable, why);
    let text = std::str::from_utf8(&body).map_err(|_| unreadable("the body is no text".to_owned()))?;
    let client: json::Value = text.parse().map_err(|error: json::JsonError| unreadable(error.to_string()))?;
    let seen = find(&inner, &table, Some(user.id))?;
    let (room, name, person) = (inner.clone(), user.name.clone(), user.id);
    let asked = tokio::task::spawn_blocking(move || {
        let (live, found) = read(&room, &seen, Some(person))?;
        let request = live.interpret(&client, Some(&name));
        let request = request.map_err(|why| Refused::because(ProblemCode::Refused, why.to_string()))?;
        Ok::<_, Refused>((wants(&request, found.turn)?, seen))
    });
    let (wants, seen) = asked.await??;
    for want in wants {
        let command = command(None)?;
        let table = seen.table.clone();
        let told = heard(&seen.shard, |outlet| ToShard::Command {
            table,
            origin: Origin { person, command, outlet },
            want,
        });
        match told.await? {
            ToClient::Answer { result: Answer::Accepted { .. }, .. } => {}
            ToClient::Answer { result: Answer::Refused { reason }, .. } => {
                return Err(Refused::command(reason));
            }
            _ => return Err(ProblemCode::TryAgain.into()),
        }
    }
    personal(inner, seen, Some(user)).await
}

/// What a request comes to at a table of the room, where this decision is theirs.
fn wants(request: &Request, turn: Option<u64>) -> Result<Vec<Want>, Refused> {
    let not_now = |why: &str| Refused::because(ProblemCode::Refused, why);
    if request.joins() {
        return Err(not_now("a seat is taken over the room's own protocol"));
    }
    let mut wants = Vec::new();
    for line in request.lines() {
        let action: phh::Action = line.parse().map_err(|_| not_now("this is no action of a player"))?;
        let turn = turn.ok_or_else(|| not_now("it is not your turn"))?;
        let action = GameAction::Holdem(match action {
            phh::Action::Fold(_) => HoldemAction::Fold,
            phh::Action::CheckOrCall(_) => HoldemAction::CheckOrCall,
            phh::Action::CompleteBetOrRaiseTo { amount, .. } => {
                let to = amount.to_chips(Scale::WHOLE).map_err(|_| not_now("chips are whole here"))?;
                HoldemAction::RaiseTo { to }
            }
            phh::Action::ShowOrMuck { shown: phh::Shown::Muck, .. } => HoldemAction::Muck,
            phh::Action::ShowOrMuck { .. } => HoldemAction::Show,
            _ => return Err(not_now("this is no action of a player")),
        });
        wants.push(Want::Act { turn, action });
    }
    wants.extend(request.intent.map(|intent| match intent {
        Intent::Play => Want::SitIn { wait: false },
        Intent::WaitForBigBlind => Want::SitIn { wait: true },
        Intent::Pause => Want::SitOut,
        Intent::Leave => Want::Leave,
    }));
    Ok(wants)
}

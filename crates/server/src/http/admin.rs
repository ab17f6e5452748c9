//! What only the room's admin may do. Every act is in the audit trail before it is acknowledged.

use super::answer::{Json, Refused};
use super::asking::{From, set_cookie, token};
use super::openapi::{Api, Needs, Operation};
use super::people::{kind, wait};
use super::read::{Body, Params, Path};
use super::tournaments::direct;
use crate::admin::NotDone;
use crate::outlet::outlet;
use crate::people;
use crate::room::Inner;
use crate::service::Origin;
use crate::shard::ToShard;
use crate::tables::CloseError;
use crate::tournament::ADMIN;
use crate::want::Want;
use crate::world;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kozyr_protocol::api::{
    AdminAct, AdminPeople, AdminPerson, AdminSignIn, AdminSignedIn, AdminTables, AuditQuery, AuditTrail,
    DirectTournament, Drain, Keep, Ledger, LedgerAccount, LedgerQuery, PeopleQuery, PersonAct, PersonKind,
    ProblemCode, Secret, TournamentDone,
};
use kozyr_protocol::room::CommandId;
use kozyr_store::{PeopleChange, PlayerId, User, UserKind};
use kozyr_time::{Millis, WallTime};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The cookie with an admin's token. It goes to the admin's part of the API and nowhere else.
pub(crate) const COOKIE: &str = "kozyr-admin";
const COOKIE_PATH: &str = "/api/v1/admin";
/// Most people, acts and accounts of one answer.
const MOST: u32 = 200;
const MOST_ACCOUNTS: u32 = 1_000;

pub(super) fn add(api: Api) -> Api {
    use ProblemCode as P;
    let admin = |op: Operation| op.of("admin").needs(Needs::Admin);
    api.route(
        Operation::post("/admin/sign-in", "adminSignIn", "Become the admin with a link that works once")
            .of("admin")
            .takes::<AdminSignIn>()
            .answers::<AdminSignedIn>()
            .refuses(&[P::BadLink, P::TooFast, P::TryAgain]),
        sign_in,
    )
    .route(admin(Operation::post("/admin/sign-out", "adminSignOut", "End the admin's session")), sign_out)
    .route(
        admin(Operation::get("/admin/tables", "adminTables", "All tables, private ones too"))
            .answers::<AdminTables>(),
        tables,
    )
    .route(
        admin(Operation::delete("/admin/tables/{table}", "adminCloseTable", "Close an empty table"))
            .refuses(&[P::NotFound, P::TableTaken, P::TryAgain]),
        close_table,
    )
    .route(
        admin(Operation::post(
            "/admin/tournaments/{tournament}",
            "adminTournament",
            "Order what the host of a tournament could: pause, go on, next level, call off",
        ))
        .takes::<DirectTournament>()
        .answers::<TournamentDone>()
        .refuses(&[P::NotFound, P::Refused, P::TryAgain]),
        tournament,
    )
    .route(
        admin(Operation::get("/admin/people", "adminPeople", "People, by kind or by name"))
            .query::<PeopleQuery>()
            .answers::<AdminPeople>()
            .refuses(&[P::Unreadable]),
        list_people,
    )
    .route(
        admin(Operation::post(
            "/admin/people/{person}",
            "adminPerson",
            "Mute, kick or ban somebody, or take it back",
        ))
        .takes::<PersonAct>()
        .answers::<AdminPerson>()
        .refuses(&[P::NotFound, P::TryAgain]),
        person,
    )
    .route(
        admin(Operation::get("/admin/ledger", "adminLedger", "The accounts of the ledger"))
            .query::<LedgerQuery>()
            .answers::<Ledger>()
            .refuses(&[P::Unreadable]),
        ledger,
    )
    .route(
        admin(Operation::post(
            "/admin/drain",
            "adminDrain",
            "Empty the room: no new hands, then it stops; or go on",
        ))
        .takes::<Drain>()
        .refuses(&[P::TryAgain]),
        drain,
    )
    .route(
        admin(Operation::get("/admin/audit", "adminAudit", "What the admins did"))
            .query::<AuditQuery>()
            .answers::<AuditTrail>()
            .refuses(&[P::Unreadable]),
        audit,
    )
}

impl std::convert::From<NotDone> for Refused {
    fn from(error: NotDone) -> Refused {
        match error {
            NotDone::BadLink => ProblemCode::BadLink.into(),
            error => Refused::failed(&error),
        }
    }
}

/// An admin who asks: their session, as it is listed.
#[derive(Clone, Debug)]
pub(crate) struct Admin(String);

impl FromRequestParts<Arc<Inner>> for Admin {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Admin, Refused> {
        let token = token(&parts.method, &parts.headers, inner, COOKIE)?;
        let (token, by_cookie) = token.ok_or(ProblemCode::SignInFirst)?;
        let wrong = if by_cookie { ProblemCode::SignInFirst } else { ProblemCode::BadToken };
        // What is asked here is in memory.
        inner.admin_session(token).map(Admin).ok_or_else(|| wrong.into())
    }
}

fn cookie_line(inner: &Inner, token: &str) -> HeaderValue {
    let line = set_cookie(inner, COOKIE, token, COOKIE_PATH, "Strict");
    HeaderValue::try_from(line).expect("a token is plain text")
}

async fn sign_in(
    State(inner): State<Arc<Inner>>,
    from: From,
    Body(body): Body<AdminSignIn>,
) -> Result<Response, Refused> {
    // Nobody guesses a code; nor may anybody keep the admin out by trying, so each address has tries of its own.
    let own = format!("the admin's link from {:?}", from.source);
    if !inner.tries.take(from.source, &own, world::instant()) {
        return Err(ProblemCode::TooFast.into());
    }
    let (token, until) = wait(&inner, move |inner| inner.admin_sign_in(&body.code.0)).await?;
    inner.tries.give_back(from.source, &own, world::instant());
    let in_cookie = (body.keep == Keep::Cookie).then(|| cookie_line(&inner, &token));
    let token = (body.keep == Keep::Token).then_some(Secret(token));
    let mut response = Json(AdminSignedIn { token, expires: until.as_millis() }).into_response();
    response.headers_mut().extend(in_cookie.map(|line| (header::SET_COOKIE, line)));
    Ok(response)
}

async fn sign_out(State(inner): State<Arc<Inner>>, Admin(by): Admin) -> Result<Response, Refused> {
    wait(&inner, move |inner| inner.admin_act(&by, AdminAct::SignedOut { session: by.clone() }, Vec::new()))
        .await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie_line(&inner, ""))]).into_response())
}

async fn tables(State(inner): State<Arc<Inner>>, _: Admin) -> Json<AdminTables> {
    Json(AdminTables { tables: inner.every_table() })
}

async fn close_table(
    State(inner): State<Arc<Inner>>,
    Admin(by): Admin,
    Path(table): Path<String>,
) -> Result<StatusCode, Refused> {
    wait(&inner, move |inner| {
        let (id, _) = inner.table(&table).ok_or(ProblemCode::NotFound)?;
        if inner.directory.is_taken(&id) {
            return Err(ProblemCode::TableTaken.into());
        }
        inner.admin_act(&by, AdminAct::TableClosed { table: id.to_string() }, Vec::new())?;
        match inner.close_table(&id) {
            Ok(()) => {
                inner.directory.forget(&id);
                Ok(StatusCode::NO_CONTENT)
            }
            Err(CloseError::Unknown) => Err(ProblemCode::NotFound.into()),
            Err(CloseError::Seated) => Err(ProblemCode::TableTaken.into()),
            Err(error) => Err(Refused::failed(&error)),
        }
    })
    .await
}

async fn tournament(
    State(inner): State<Arc<Inner>>,
    Admin(by): Admin,
    Path(tournament): Path<String>,
    Body(body): Body<DirectTournament>,
) -> Result<Json<TournamentDone>, Refused> {
    let (id, _) = inner.tournament(&tournament).ok_or(ProblemCode::NotFound)?;
    let act = AdminAct::Tournament { tournament: id.to_string(), order: body.order.right() };
    wait(&inner, move |inner| inner.admin_act(&by, act, Vec::new())).await?;
    let admin = PlayerId::new(ADMIN).expect("a small number");
    direct(&inner, admin, &tournament, body, true).await
}

fn described(inner: &Inner, user: User) -> AdminPerson {
    let today = inner.calendar().now();
    let until = |date: Option<WallTime>| date.filter(|date| today < *date).map(WallTime::as_millis);
    AdminPerson {
        id: user.id.get(),
        seated_at: inner.directory.seats_of(user.id),
        muted_until: until(user.muted_until),
        banned_until: until(user.banned_until),
        kind: kind(user.kind),
        since: user.created_at.as_millis(),
        last_seen: user.last_seen.as_millis(),
        name: user.name,
    }
}

async fn list_people(
    State(inner): State<Arc<Inner>>,
    _: Admin,
    Params(query): Params<PeopleQuery>,
) -> Result<Json<AdminPeople>, Refused> {
    wait(&inner, move |inner| {
        let users = match query.name {
            Some(name) => inner.account(&name)?.map(|(user, _)| user).into_iter().collect(),
            None => {
                let wanted = query.kind.map(|kind| match kind {
                    PersonKind::Guest => UserKind::Guest,
                    PersonKind::Account => UserKind::Member,
                    PersonKind::Bot => UserKind::Bot,
                });
                let after = query.after.and_then(|after| PlayerId::new(after).ok());
                let limit = query.limit.unwrap_or(MOST).min(MOST) as usize;
                inner.store().users(wanted, after, limit)?
            }
        };
        let people = users.into_iter().map(|user| described(inner, user)).collect();
        Ok::<_, Refused>(AdminPeople { people })
    })
    .await
    .map(Json)
}

/// A far date stands for "for good".
const FOR_GOOD: WallTime = WallTime::from_millis(i64::MAX);

async fn person(
    State(inner): State<Arc<Inner>>,
    Admin(by): Admin,
    Path(person): Path<String>,
    Body(act): Body<PersonAct>,
) -> Result<Json<AdminPerson>, Refused> {
    let id =
        person.parse().ok().and_then(|number| PlayerId::new(number).ok()).ok_or(ProblemCode::NotFound)?;
    let room = inner.clone();
    wait(&inner, move |inner| {
        let user =
            inner.store().user(id)?.filter(|user| user.kind != UserKind::Bot).ok_or(ProblemCode::NotFound)?;
        let today = inner.calendar().now();
        let until = |minutes: Option<u32>| {
            Some(minutes.map_or(FOR_GOOD, |minutes| today + Millis::from_secs(u64::from(minutes) * 60)))
        };
        let restrict =
            |muted_until, banned_until| PeopleChange::Restrict { user: id, muted_until, banned_until };
        let changes = match act {
            PersonAct::Mute { minutes } => vec![restrict(until(minutes), user.banned_until)],
            PersonAct::Unmute => vec![restrict(None, user.banned_until)],
            PersonAct::Kick => Vec::new(),
            PersonAct::Ban { minutes } => vec![restrict(user.muted_until, until(minutes))],
            PersonAct::Unban => vec![restrict(user.muted_until, None)],
        };
        inner.admin_act(&by, AdminAct::Person { id: id.get(), done: act.clone() }, changes)?;
        if let PersonAct::Kick | PersonAct::Ban { .. } = act {
            send_away(&room, id);
        }
        let user = inner.store().user(id)?.ok_or(ProblemCode::NotFound)?;
        inner.muted(&user);
        Ok::<_, Refused>(described(inner, user))
    })
    .await
    .map(Json)
}

/// They leave every table as if they had said so, and their connections end.
fn send_away(inner: &Arc<Inner>, person: PlayerId) {
    for table in inner.directory.seats_of(person) {
        let (Some((table, shard)), Ok(command)) = (inner.table(&table), people::new_command()) else {
            continue;
        };
        // Nobody waits for the answer.
        let (outlet, _) = outlet();
        let origin = Origin { person, command: CommandId(command), outlet };
        let _ = shard.send(ToShard::Command { table, origin, want: Want::Leave });
    }
    inner.presence.end_person(person, None, "sent away");
    inner.tell_signed_out(person);
}

async fn ledger(
    State(inner): State<Arc<Inner>>,
    _: Admin,
    Params(query): Params<LedgerQuery>,
) -> Result<Json<Ledger>, Refused> {
    wait(&inner, move |inner| {
        let mut sums: BTreeMap<String, i64> = BTreeMap::new();
        let mut accounts: BTreeMap<String, i64> = BTreeMap::new();
        let prefix = query.prefix.unwrap_or_default();
        let after = query.after.unwrap_or_default();
        for (account, chips) in inner.store().accounts()? {
            *sums.entry(account.currency.to_string()).or_default() += chips.units();
            let name = account.to_string();
            if name.starts_with(&prefix) && name > after {
                accounts.insert(name, chips.units());
            }
        }
        let row = |(account, chips)| LedgerAccount { account, chips };
        let limit = query.limit.unwrap_or(MOST_ACCOUNTS).min(MOST_ACCOUNTS) as usize;
        let accounts = accounts.into_iter().take(limit).map(row).collect();
        Ok::<_, Refused>(Ledger { accounts, sums: sums.into_iter().map(row).collect() })
    })
    .await
    .map(Json)
}

async fn drain(
    State(inner): State<Arc<Inner>>,
    Admin(by): Admin,
    Body(body): Body<Drain>,
) -> Result<StatusCode, Refused> {
    wait(&inner, move |inner| inner.admin_act(&by, AdminAct::Drain { on: body.on }, Vec::new())).await?;
    inner.drain(body.on);
    Ok(StatusCode::NO_CONTENT)
}

async fn audit(
    State(inner): State<Arc<Inner>>,
    _: Admin,
    Params(query): Params<AuditQuery>,
) -> Result<Json<AuditTrail>, Refused> {
    let limit = query.limit.unwrap_or(MOST).min(MOST) as usize;
    let acts = wait(&inner, move |inner| inner.admin_trail(query.before, limit)).await?;
    Ok(Json(AuditTrail { acts }))
}

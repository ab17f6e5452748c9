//! People over HTTP: coming in, accounts, sessions.

use super::answer::{Json, Refused};
use super::asking::{Asking, COOKIE, From, Owner, set_cookie};
use super::openapi::{Api, Needs, Operation};
use super::read::{Body, Path};
use crate::accounts::{NoAccount, session_id};
use crate::passwords;
use crate::people;
use crate::room::Inner;
use crate::sign_in::tried;
use crate::world;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kozyr_protocol::api::{
    ChangePassword, Export, ExportedHand, Keep, LedgerAccount, MadeToken, Me, NewGuest, NewToken, PersonKind,
    ProblemCode, Recover, RecoveryCode, Rename, Secret, SessionInfo, SessionList, SignIn, SignUp, SignedIn,
    TokenScope, WithPassword,
};
use kozyr_protocol::room::Language;
use kozyr_store::{HandFilter, HandMark, Scope, Session, User, UserKind};
use std::sync::Arc;

/// Hands in an export, and how many are read at a time.
const MAX_HANDS: usize = 100_000;
const HANDS_AT_ONCE: usize = 1_000;

pub(super) fn add(api: Api) -> Api {
    use ProblemCode as P;
    let open = |op: Operation| op.of("people");
    let own = |op: Operation| op.of("people").needs(Needs::Owner);
    let any = |op: Operation| op.of("people").needs(Needs::Person);
    api.route(
        open(Operation::post("/people/guest", "guest", "Come in as a guest"))
            .takes::<NewGuest>()
            .answers::<SignedIn>()
            .refuses(&[P::BadName, P::RoomFull, P::TryAgain]),
        guest,
    )
    .route(
        open(Operation::post(
            "/people/sign-up",
            "signUp",
            "Become an account; whoever is nobody comes in as one",
        ))
        .needs(Needs::Anybody)
        .takes::<SignUp>()
        .answers::<SignedIn>()
        .refuses(&[
            P::NotAllowed,
            P::BadName,
            P::NameTaken,
            P::BadPassword,
            P::AlreadyAccount,
            P::TooFast,
            P::RoomFull,
            P::TryAgain,
        ]),
        sign_up,
    )
    .route(
        open(Operation::post("/people/sign-in", "signIn", "Sign in with name and password"))
            .takes::<SignIn>()
            .answers::<SignedIn>()
            .refuses(&[P::WrongSignIn, P::TooFast, P::Banned, P::TooManySessions, P::TryAgain]),
        sign_in,
    )
    .route(
        open(Operation::post(
            "/people/recover",
            "recover",
            "Set a new password with the recovery code; all sessions end",
        ))
        .takes::<Recover>()
        .answers::<SignedIn>()
        .refuses(&[P::WrongCode, P::BadPassword, P::TooFast, P::Banned, P::TryAgain]),
        recover,
    )
    .route(any(Operation::post("/people/sign-out", "signOut", "End the session that asks")), sign_out)
    .route(any(Operation::get("/people/me", "me", "Who one is")).answers::<Me>(), me)
    .route(
        own(Operation::post(
            "/people/me/cookie",
            "keepAsCookie",
            "Keep the session of this token as a cookie in this browser",
        )),
        keep_as_cookie,
    )
    .route(
        own(Operation::post("/people/me/name", "rename", "Take another name"))
            .takes::<Rename>()
            .answers::<Me>()
            .refuses(&[P::BadName, P::NameTaken, P::TooFast]),
        rename,
    )
    .route(
        own(Operation::post(
            "/people/me/password",
            "changePassword",
            "Change the password; all other sessions end",
        ))
        .takes::<ChangePassword>()
        .refuses(&[P::BadPassword, P::WrongPassword, P::NotAnAccount, P::TooFast, P::TryAgain]),
        change_password,
    )
    .route(
        own(Operation::post(
            "/people/me/recovery-code",
            "newRecoveryCode",
            "Make a new recovery code in place of the old one",
        ))
        .takes::<WithPassword>()
        .answers::<RecoveryCode>()
        .refuses(&[P::WrongPassword, P::NotAnAccount, P::TooFast, P::TryAgain]),
        new_code,
    )
    .route(
        own(Operation::get("/people/me/sessions", "sessions", "The sessions and tokens"))
            .answers::<SessionList>(),
        sessions,
    )
    .route(
        own(Operation::delete(
            "/people/me/sessions",
            "endSessions",
            "End all sessions and tokens but the one that asks",
        )),
        end_others,
    )
    .route(
        own(Operation::delete("/people/me/sessions/{session}", "endSession", "End a session or a token"))
            .refuses(&[P::NotFound]),
        end_one,
    )
    .route(
        own(Operation::post("/people/me/tokens", "makeToken", "Make a token for a program"))
            .takes::<NewToken>()
            .answers::<MadeToken>()
            .refuses(&[P::Unreadable, P::TooManySessions]),
        make_token,
    )
    .route(
        own(Operation::get("/people/me/export", "export", "Everything the room has about one"))
            .answers::<Export>(),
        export,
    )
    .route(
        own(Operation::post(
            "/people/me/delete",
            "deleteAccount",
            "Delete the account; its chips go back to the mint",
        ))
        .takes::<WithPassword>()
        .refuses(&[P::WrongPassword, P::NotAnAccount, P::Seated, P::TooFast, P::TryAgain]),
        delete,
    )
}

/// Does what waits for the store where waiting is allowed.
pub(super) async fn wait<T: Send + 'static, E: Into<Refused> + Send + 'static>(
    inner: &Arc<Inner>,
    work: impl FnOnce(&Inner) -> Result<T, E> + Send + 'static,
) -> Result<T, Refused> {
    let inner = inner.clone();
    tokio::task::spawn_blocking(move || work(&inner)).await?.map_err(Into::into)
}

pub(super) fn kind(kind: UserKind) -> PersonKind {
    match kind {
        UserKind::Guest => PersonKind::Guest,
        UserKind::Member => PersonKind::Account,
        UserKind::Bot => PersonKind::Bot,
    }
}

fn scope(scope: Scope) -> TokenScope {
    match scope {
        Scope::Full => TokenScope::Full,
        Scope::Play => TokenScope::Play,
        Scope::Read => TokenScope::Read,
    }
}

fn described(inner: &Inner, user: &User, by: Scope) -> Result<Me, Refused> {
    Ok(Me {
        id: user.id.get(),
        name: user.name.clone(),
        kind: kind(user.kind),
        wallet: people::wallet(inner.store(), user.id)?.units(),
        seated_at: inner.directory.seats_of(user.id),
        scope: scope(by),
        since: user.created_at.as_millis(),
    })
}

fn listed(session: &Session, current: Option<&Session>) -> SessionInfo {
    SessionInfo {
        id: session_id(&session.token),
        label: session.label.clone(),
        scope: scope(session.scope),
        created: session.created_at.as_millis(),
        last_used: session.last_used.as_millis(),
        expires: session.expires_at.as_millis(),
        current: current.is_some_and(|current| current.token == session.token),
    }
}

fn cookie_line(inner: &Inner, token: &str) -> HeaderValue {
    let line = set_cookie(inner, COOKIE, token, "/", "Lax");
    HeaderValue::try_from(line).expect("a token is plain text")
}

/// Somebody is in: the token in the answer, or in a cookie and nowhere else.
fn signed_in(inner: &Inner, me: Me, token: Option<String>, code: Option<String>, keep: Keep) -> Response {
    let in_cookie = token.as_deref().filter(|_| keep == Keep::Cookie).map(|token| cookie_line(inner, token));
    let token = token.filter(|_| keep == Keep::Token).map(Secret);
    let mut response = Json(SignedIn { me, token, recovery_code: code.map(Secret) }).into_response();
    response.headers_mut().extend(in_cookie.map(|line| (header::SET_COOKIE, line)));
    response
}

fn check_password(password: &Secret) -> Result<(), Refused> {
    let fits = passwords::LENGTHS.contains(&password.0.chars().take(200).count());
    if fits { Ok(()) } else { Err(ProblemCode::BadPassword.into()) }
}

async fn guest(
    State(inner): State<Arc<Inner>>,
    from: From,
    Body(body): Body<NewGuest>,
) -> Result<Response, Refused> {
    if !inner.may_create_guest(from.source) {
        return Err(ProblemCode::RoomFull.into());
    }
    let (me, token) = wait(&inner, move |inner| {
        let (user, token, _claim) = inner.new_guest(body.name.as_deref(), body.language)?;
        Ok::<_, Refused>((described(inner, &user, Scope::Full)?, token))
    })
    .await?;
    Ok(signed_in(&inner, me, Some(token), None, body.keep))
}

async fn sign_up(
    State(inner): State<Arc<Inner>>,
    from: From,
    asking: Option<Asking>,
    Body(body): Body<SignUp>,
) -> Result<Response, Refused> {
    check_password(&body.password)?;
    if asking.as_ref().is_some_and(|asking| asking.session.scope != Scope::Full) {
        return Err(ProblemCode::NotAllowed.into());
    }
    if asking.as_ref().is_some_and(|asking| asking.user.kind != UserKind::Guest) {
        return Err(ProblemCode::AlreadyAccount.into());
    }
    // Hashing is dear: it is tried no more often than signing in.
    let look = tried(&body.name);
    if !inner.tries.take(from.source, &look, world::instant()) {
        return Err(ProblemCode::TooFast.into());
    }
    if asking.is_none() && !inner.may_create_guest(from.source) {
        return Err(ProblemCode::RoomFull.into());
    }
    let hash = inner.passwords.hash(body.password.0).await?;
    let (name, keep) = (body.name, body.keep);
    let (me, token, code) = wait(&inner, move |inner| {
        let (id, token) = match asking {
            Some(asking) => (asking.user.id, None),
            None => {
                // Before anybody new is made: most refusals are about the name.
                inner.check_free(&name)?;
                let (user, token, _claim) = inner.new_guest(None, Language::En)?;
                (user.id, Some(token))
            }
        };
        let (user, code) = inner.sign_up(id, &name, hash)?;
        Ok::<_, Refused>((described(inner, &user, Scope::Full)?, token, code))
    })
    .await?;
    inner.tries.give_back(from.source, &look, world::instant());
    Ok(signed_in(&inner, me, token, Some(code), keep))
}

async fn sign_in(
    State(inner): State<Arc<Inner>>,
    from: From,
    Body(body): Body<SignIn>,
) -> Result<Response, Refused> {
    let look = tried(&body.name);
    if !inner.tries.take(from.source, &look, world::instant()) {
        return Err(ProblemCode::TooFast.into());
    }
    let user = inner.holder(body.name, body.password.0).await?;
    let Some(user) = user else { return Err(ProblemCode::WrongSignIn.into()) };
    inner.tries.give_back(from.source, &look, world::instant());
    let label = body.label.unwrap_or(from.agent);
    let (me, token) = wait(&inner, move |inner| {
        let (token, _) = inner.start_session(&user, Scope::Full, &label)?;
        Ok::<_, Refused>((described(inner, &user, Scope::Full)?, token))
    })
    .await?;
    Ok(signed_in(&inner, me, Some(token), None, body.keep))
}

async fn recover(
    State(inner): State<Arc<Inner>>,
    from: From,
    Body(body): Body<Recover>,
) -> Result<Response, Refused> {
    check_password(&body.password)?;
    let look = tried(&body.name);
    if !inner.tries.take(from.source, &look, world::instant()) {
        return Err(ProblemCode::TooFast.into());
    }
    let (name, code) = (body.name, body.code.0);
    let (user, code) = wait(&inner, move |inner| {
        let right =
            inner.account(&name)?.filter(|(_, known)| known.recovery == crate::accounts::code_digest(&code));
        right.map(|(user, _)| (user, code)).ok_or(NoAccount::WrongCode)
    })
    .await?;
    inner.tries.give_back(from.source, &look, world::instant());
    let hash = inner.passwords.hash(body.password.0).await?;
    let (me, token, code) = wait(&inner, move |inner| {
        let (token, next) = inner.recover(&user, &code, hash, &from.agent)?;
        Ok::<_, Refused>((described(inner, &user, Scope::Full)?, token, next))
    })
    .await?;
    Ok(signed_in(&inner, me, Some(token), Some(code), body.keep))
}

async fn sign_out(State(inner): State<Arc<Inner>>, asking: Asking) -> Result<Response, Refused> {
    let (user, id) = (asking.user.id, session_id(&asking.session.token));
    wait(&inner, move |inner| inner.end_session(user, &id)).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie_line(&inner, ""))]).into_response())
}

async fn me(State(inner): State<Arc<Inner>>, asking: Asking) -> Result<Json<Me>, Refused> {
    wait(&inner, move |inner| described(inner, &asking.user, asking.session.scope)).await.map(Json)
}

/// The token that was sent is the one that is kept: there is no other way to have it back.
async fn keep_as_cookie(
    State(inner): State<Arc<Inner>>,
    Owner(_): Owner,
    headers: axum::http::HeaderMap,
) -> Result<Response, Refused> {
    let token = super::asking::bearer(&headers).ok_or(ProblemCode::SignInFirst)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie_line(&inner, token))]).into_response())
}

async fn rename(
    State(inner): State<Arc<Inner>>,
    from: From,
    Owner(asking): Owner,
    Body(body): Body<Rename>,
) -> Result<Json<Me>, Refused> {
    // Whoever changes names all the time is after somebody else's.
    if !inner.tries.take(from.source, &format!("rename {}", asking.user.id.get()), world::instant()) {
        return Err(ProblemCode::TooFast.into());
    }
    wait(&inner, move |inner| {
        let user = inner.rename(asking.user.id, &body.name)?;
        described(inner, &user, asking.session.scope)
    })
    .await
    .map(Json)
}

/// Does whoever asks know their password? Guessing is as slow as at the door.
async fn proves(inner: &Arc<Inner>, from: &From, asking: &Asking, password: Secret) -> Result<(), Refused> {
    let look = tried(&asking.user.name);
    if !inner.tries.take(from.source, &look, world::instant()) {
        return Err(ProblemCode::TooFast.into());
    }
    let id = asking.user.id;
    let known = wait(inner, move |inner| inner.store().credentials(id)).await?;
    let hash = known.ok_or(ProblemCode::NotAnAccount)?.password;
    let fits = password.0.len() <= 4 * passwords::LENGTHS.end();
    if !fits || !inner.passwords.is_right(password.0, Some(hash)).await? {
        return Err(ProblemCode::WrongPassword.into());
    }
    inner.tries.give_back(from.source, &look, world::instant());
    Ok(())
}

async fn change_password(
    State(inner): State<Arc<Inner>>,
    from: From,
    Owner(asking): Owner,
    Body(body): Body<ChangePassword>,
) -> Result<StatusCode, Refused> {
    check_password(&body.new_password)?;
    proves(&inner, &from, &asking, body.password).await?;
    let hash = inner.passwords.hash(body.new_password.0).await?;
    wait(&inner, move |inner| inner.set_password(asking.user.id, hash, asking.session.token)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn new_code(
    State(inner): State<Arc<Inner>>,
    from: From,
    Owner(asking): Owner,
    Body(body): Body<WithPassword>,
) -> Result<Json<RecoveryCode>, Refused> {
    proves(&inner, &from, &asking, body.password).await?;
    let code = wait(&inner, move |inner| inner.new_code(asking.user.id)).await?;
    Ok(Json(RecoveryCode { recovery_code: Secret(code) }))
}

async fn sessions(
    State(inner): State<Arc<Inner>>,
    Owner(asking): Owner,
) -> Result<Json<SessionList>, Refused> {
    let id = asking.user.id;
    let all = wait(&inner, move |inner| inner.store().sessions_of(id, inner.calendar().now())).await?;
    let sessions = all.iter().map(|session| listed(session, Some(&asking.session))).collect();
    Ok(Json(SessionList { sessions }))
}

async fn end_others(State(inner): State<Arc<Inner>>, Owner(asking): Owner) -> Result<StatusCode, Refused> {
    wait(&inner, move |inner| inner.end_sessions(asking.user.id, Some(asking.session.token))).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn end_one(
    State(inner): State<Arc<Inner>>,
    Owner(asking): Owner,
    Path(session): Path<String>,
) -> Result<StatusCode, Refused> {
    wait(&inner, move |inner| inner.end_session(asking.user.id, &session)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn make_token(
    State(inner): State<Arc<Inner>>,
    Owner(asking): Owner,
    Body(body): Body<NewToken>,
) -> Result<Json<MadeToken>, Refused> {
    let scope = match body.scope {
        TokenScope::Play => Scope::Play,
        TokenScope::Read => Scope::Read,
        TokenScope::Full => {
            return Err(Refused::because(
                ProblemCode::Unreadable,
                "a program's token is for play or for read",
            ));
        }
    };
    let made = wait(&inner, move |inner| inner.start_session(&asking.user, scope, &body.label));
    let (token, session) = made.await?;
    Ok(Json(MadeToken { token: Secret(token), session: listed(&session, None) }))
}

async fn export(State(inner): State<Arc<Inner>>, Owner(asking): Owner) -> Result<Json<Export>, Refused> {
    wait(&inner, move |inner| {
        let (store, id) = (inner.store(), asking.user.id);
        let wallets = store.wallets(id)?.into_iter();
        let sessions = store.sessions_of(id, inner.calendar().now())?;
        let (mut hands, mut mark) = (Vec::new(), None::<HandMark>);
        while hands.len() < MAX_HANDS {
            let page = store.hands_of(id, &HandFilter::default(), mark.as_ref(), HANDS_AT_ONCE)?;
            let Some(last) = page.last() else { break };
            mark = Some(last.row.mark());
            hands.extend(page.iter().map(|played| ExportedHand {
                table: played.row.stream.to_string(),
                hand: played.row.hand,
                game: played.row.game.clone(),
                ended: played.row.ended.wall.as_millis(),
                net: played.own.net.units(),
            }));
        }
        Ok::<_, Refused>(Export {
            me: described(inner, &asking.user, asking.session.scope)?,
            wallets: wallets
                .map(|(account, chips)| LedgerAccount { account: account.to_string(), chips: chips.units() })
                .collect(),
            sessions: sessions.iter().map(|session| listed(session, Some(&asking.session))).collect(),
            hands,
        })
    })
    .await
    .map(Json)
}

async fn delete(
    State(inner): State<Arc<Inner>>,
    from: From,
    Owner(asking): Owner,
    Body(body): Body<WithPassword>,
) -> Result<Response, Refused> {
    proves(&inner, &from, &asking, body.password).await?;
    wait(&inner, move |inner| inner.delete_account(asking.user.id)).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie_line(&inner, ""))]).into_response())
}

//! Rows of people, their names and their sessions.

use super::rows::{damaged, date, limit, number, player};
use crate::{Credentials, PlayerId, Scope, Session, TokenDigest, User, UserKind};
use kozyr_time::WallTime;
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension, Result, Row};

const USER: &str =
    "id, name, kind, created_date_ms, last_seen_date_ms, muted_until_date_ms, banned_until_date_ms";
const SESSION: &str = "token, user, created_date_ms, last_used_date_ms, expires_date_ms, scope, label";

pub(super) const fn kind_name(kind: UserKind) -> &'static str {
    match kind {
        UserKind::Guest => "guest",
        UserKind::Member => "member",
        UserKind::Bot => "bot",
    }
}

pub(super) const fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Full => "full",
        Scope::Play => "play",
        Scope::Read => "read",
    }
}

fn user_of(row: &Row<'_>) -> Result<User> {
    let kind = match row.get_ref(2)?.as_str()? {
        "guest" => UserKind::Guest,
        "member" => UserKind::Member,
        "bot" => UserKind::Bot,
        _ => return Err(damaged(2, FromSqlError::InvalidType)),
    };
    let until =
        |column| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(column)?.map(WallTime::from_millis));
    Ok(User {
        id: player(row, 0)?,
        name: row.get(1)?,
        kind,
        created_at: date(row, 3)?,
        last_seen: date(row, 4)?,
        muted_until: until(5)?,
        banned_until: until(6)?,
    })
}

pub(super) fn user(connection: &Connection, id: PlayerId) -> Result<Option<User>> {
    connection
        .prepare_cached(&format!("SELECT {USER} FROM users WHERE id = ?1"))?
        .query_row([number(id.get())], user_of)
        .optional()
}

pub(super) fn users(
    connection: &Connection,
    kind: Option<UserKind>,
    after: Option<PlayerId>,
    most: usize,
) -> Result<Vec<User>> {
    let after = after.map_or(-1, |after| number(after.get()));
    // The members have an index of their own, which needs the word itself to be found.
    let of_kind = kind.map_or_else(String::new, |kind| format!("kind = '{}' AND", kind_name(kind)));
    let sql = format!("SELECT {USER} FROM users WHERE {of_kind} id > ?1 ORDER BY id LIMIT ?2");
    connection.prepare_cached(&sql)?.query_map((after, limit(most)), user_of)?.collect()
}

fn session_of(row: &Row<'_>) -> Result<Session> {
    let scope = match row.get_ref(5)?.as_str()? {
        "full" => Scope::Full,
        "play" => Scope::Play,
        "read" => Scope::Read,
        _ => return Err(damaged(5, FromSqlError::InvalidType)),
    };
    let (created_at, last_used, expires_at) = (date(row, 2)?, date(row, 3)?, date(row, 4)?);
    let (token, label) = (TokenDigest(row.get(0)?), row.get(6)?);
    Ok(Session { token, user: player(row, 1)?, created_at, last_used, expires_at, scope, label })
}

/// The session of this token, run out or not.
pub(super) fn session(connection: &Connection, token: &TokenDigest) -> Result<Option<Session>> {
    connection
        .prepare_cached(&format!("SELECT {SESSION} FROM sessions WHERE token = ?1"))?
        .query_row([token.0], session_of)
        .optional()
}

/// The sessions of a user that have not run out, those used last first.
pub(super) fn sessions_of(connection: &Connection, user: PlayerId, now: WallTime) -> Result<Vec<Session>> {
    let sql = format!(
        "SELECT {SESSION} FROM sessions WHERE user = ?1 AND expires_date_ms > ?2
         ORDER BY last_used_date_ms DESC, token"
    );
    connection.prepare_cached(&sql)?.query_map((number(user.get()), now.as_millis()), session_of)?.collect()
}

pub(super) fn look(connection: &Connection, look: &str) -> Result<Option<PlayerId>> {
    connection
        .prepare_cached("SELECT user FROM looks WHERE look = ?1")?
        .query_row([look], |row| player(row, 0))
        .optional()
}

pub(super) fn credentials(connection: &Connection, user: PlayerId) -> Result<Option<Credentials>> {
    connection
        .prepare_cached("SELECT password, recovery FROM credentials WHERE user = ?1")?
        .query_row([number(user.get())], |row| {
            Ok(Credentials { password: row.get(0)?, recovery: TokenDigest(row.get(1)?) })
        })
        .optional()
}

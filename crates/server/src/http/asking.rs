//! Who is asking: a bearer token for programs, a cookie for the room's own pages.

use super::answer::Refused;
use crate::callers::{Source, is_same_site};
use crate::room::Inner;
use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use kozyr_protocol::api::ProblemCode;
use kozyr_store::{Scope, Session, User};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// The cookie with a session's token.
pub(crate) const COOKIE: &str = "kozyr-session";

/// Somebody who asks, known by a token.
#[derive(Clone, Debug)]
pub(crate) struct Asking {
    /// Who.
    pub(crate) user: User,
    /// By which session.
    pub(crate) session: Session,
}

/// Somebody who may do everything about their account: no token of a bot is enough.
#[derive(Clone, Debug)]
pub(crate) struct Owner(pub(crate) Asking);

impl FromRequestParts<Arc<Inner>> for Owner {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Owner, Refused> {
        let asking = <Asking as FromRequestParts<Arc<Inner>>>::from_request_parts(parts, inner).await?;
        if asking.session.scope == Scope::Full {
            Ok(Owner(asking))
        } else {
            Err(ProblemCode::NotAllowed.into())
        }
    }
}

/// Somebody who may play: no token that only looks on is enough, nor may anybody whom the admin keeps out.
#[derive(Clone, Debug)]
pub(crate) struct Playing(pub(crate) User);

impl FromRequestParts<Arc<Inner>> for Playing {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Playing, Refused> {
        let asking = <Asking as FromRequestParts<Arc<Inner>>>::from_request_parts(parts, inner).await?;
        if asking.session.scope == Scope::Read {
            return Err(ProblemCode::NotAllowed.into());
        }
        let today = inner.calendar().now();
        if asking.user.banned_until.is_some_and(|until| today < until) {
            return Err(ProblemCode::Banned.into());
        }
        Ok(Playing(asking.user))
    }
}

/// Where a request comes from, and what it calls itself.
#[derive(Clone, Debug)]
pub(crate) struct From {
    pub(crate) source: Source,
    /// The program or browser, in its own words.
    pub(crate) agent: String,
}

impl FromRequestParts<Arc<Inner>> for From {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<From, Refused> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip());
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        let agent = agent.unwrap_or_default().to_owned();
        Ok(From { source: inner.callers.source(peer, &parts.headers), agent })
    }
}

/// The line that gives a browser a cookie; an empty value takes it away.
pub(crate) fn set_cookie(inner: &Inner, name: &str, value: &str, path: &str, same_site: &str) -> String {
    let lasting = if value.is_empty() { 0 } else { 365 * 24 * 60 * 60 };
    let secure = if inner.config().public_url.starts_with("https://") { "; Secure" } else { "" };
    format!("{name}={value}; Path={path}; Max-Age={lasting}; HttpOnly; SameSite={same_site}{secure}")
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The token of an `Authorization: Bearer` header.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The token of a request, and whether a cookie brought it. A page of another site brings no cookie along that counts:
/// what it may make a browser ask for changes nothing.
pub(crate) fn token<'a>(
    method: &Method,
    headers: &'a HeaderMap,
    inner: &Inner,
    name: &str,
) -> Result<Option<(&'a str, bool)>, Refused> {
    if let Some(token) = bearer(headers) {
        return Ok(Some((token, false)));
    }
    let Some(token) = cookie(headers, name).filter(|token| !token.is_empty()) else { return Ok(None) };
    let changes = !matches!(*method, Method::GET | Method::HEAD);
    if changes && !is_same_site(headers, &inner.config().public_url) {
        return Err(ProblemCode::AnotherSite.into());
    }
    Ok(Some((token, true)))
}

impl OptionalFromRequestParts<Arc<Inner>> for Asking {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Option<Asking>, Refused> {
        let Some((token, by_cookie)) = token(&parts.method, &parts.headers, inner, COOKIE)? else {
            return Ok(None);
        };
        let (room, token) = (inner.clone(), token.to_owned());
        let known = tokio::task::spawn_blocking(move || room.owner(&token)).await?;
        match known {
            Ok(Some((user, session))) => Ok(Some(Asking { user, session })),
            // A browser keeps the cookie of a session that has ended; a program should hear of it.
            Ok(None) if by_cookie => Ok(None),
            Ok(None) => Err(ProblemCode::BadToken.into()),
            Err(error) => Err(error.into()),
        }
    }
}

impl FromRequestParts<Arc<Inner>> for Asking {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Asking, Refused> {
        let asking =
            <Asking as OptionalFromRequestParts<Arc<Inner>>>::from_request_parts(parts, inner).await?;
        asking.ok_or_else(|| ProblemCode::SignInFirst.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        for (lines, expect) in [
            (&[("cookie", "kozyr-session=abc")][..], Some("abc")),
            (&[("cookie", "a=b; kozyr-session=abc; c=d")], Some("abc")),
            (&[("cookie", "a=b"), ("cookie", "kozyr-session=abc")], Some("abc")),
            (&[("cookie", "not-kozyr-session=abc; kozyr-sessions=x")], None),
            (&[], None),
        ] {
            assert_eq!(cookie(&headers(lines), COOKIE), expect, "{lines:?}");
        }
    }

    #[test]
    fn a_bearer_token_is_said_with_its_scheme() {
        for (line, expect) in
            [("Bearer abc", Some("abc")), ("bearer  abc", Some("abc")), ("Basic abc", None), ("abc", None)]
        {
            assert_eq!(bearer(&headers(&[("authorization", line)])), expect, "{line}");
        }
    }
}

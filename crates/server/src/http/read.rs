//! Reading requests: bodies and parameters, refused with a code like everything else.

use super::answer::Refused;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use kozyr_protocol::api::ProblemCode;
use serde::de::DeserializeOwned;

/// A body of JSON, for a reader of its own.
pub(crate) struct JsonText(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for JsonText {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<JsonText, Refused> {
        // A form of another site's page cannot send this type without asking first.
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            return Err(Refused::because(ProblemCode::Unreadable, "send JSON as application/json"));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|error| {
            let too_large = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
            Refused::from(if too_large { ProblemCode::TooLarge } else { ProblemCode::Unreadable })
        })?;
        Ok(JsonText(bytes))
    }
}

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refused> {
        let JsonText(bytes) = JsonText::from_request(request, state).await?;
        let read = serde_json::from_slice(&bytes);
        // The words of the reader may quote what was sent, and that may be a password: only the place is told.
        let wrong = |error: serde_json::Error| {
            let place = format!(
                "the body is not what was expected, at line {} column {}",
                error.line(),
                error.column()
            );
            Refused::because(ProblemCode::Unreadable, place)
        };
        read.map(Body).map_err(wrong)
    }
}

/// The parts of the path that stand in braces.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refused> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        let wrong = |_| Refused::because(ProblemCode::Unreadable, "the path cannot be read");
        read.map(|axum::extract::Path(value)| Path(value)).map_err(wrong)
    }
}

/// What stands after the question mark.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Params<T>, Refused> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        let wrong = |_| Refused::because(ProblemCode::Unreadable, "a parameter cannot be read");
        read.map(|Query(value)| Params(value)).map_err(wrong)
    }
}

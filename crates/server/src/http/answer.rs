//! What every answer looks like: JSON, or a refusal with a code.

use crate::accounts::NoAccount;
use crate::passwords::NotHashed;
use crate::people::NotIn;
use crate::sign_in::NotChecked;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kozyr_protocol::api::{Problem, ProblemCode};
use kozyr_protocol::room::Refusal;
use kozyr_store::{AppendError, Unavailable};
use serde::Serialize;

/// A value as JSON.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        json(StatusCode::OK, &self.0)
    }
}

/// A value as JSON, with a status.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).expect("answers are plain data");
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// A request was refused.
#[derive(Debug)]
pub(crate) struct Refused {
    code: ProblemCode,
    message: Option<String>,
    reason: Option<Refusal>,
}

impl Refused {
    /// Refused, with more to say than the code does.
    pub(crate) fn because(code: ProblemCode, message: impl Into<String>) -> Refused {
        Refused { code, message: Some(message.into()), reason: None }
    }

    /// A command was refused, for a reason of the socket's.
    pub(crate) fn command(reason: Refusal) -> Refused {
        let code = match reason {
            Refusal::TryAgain => ProblemCode::TryAgain,
            Refusal::SignInFirst => ProblemCode::SignInFirst,
            Refusal::ReadOnly => ProblemCode::NotAllowed,
            Refusal::NotTheHost => {
                let message = Some("only the host may do that".to_owned());
                return Refused { code: ProblemCode::NotAllowed, message, reason: Some(reason) };
            }
            Refusal::UnknownTournament => ProblemCode::NotFound,
            _ => return Refused { code: ProblemCode::Refused, message: None, reason: Some(reason) },
        };
        code.into()
    }

    /// The store or the runtime failed: the log says how.
    pub(crate) fn failed(what: &dyn std::fmt::Debug) -> Refused {
        tracing::error!(failure = ?what, "a request failed");
        ProblemCode::TryAgain.into()
    }
}

impl From<ProblemCode> for Refused {
    fn from(code: ProblemCode) -> Refused {
        Refused { code, message: None, reason: None }
    }
}

impl From<NotIn> for Refused {
    fn from(error: NotIn) -> Refused {
        match error {
            NotIn::BadName => ProblemCode::BadName.into(),
            NotIn::Banned => ProblemCode::Banned.into(),
            error => Refused::failed(&error),
        }
    }
}

impl From<NoAccount> for Refused {
    fn from(error: NoAccount) -> Refused {
        let code = match error {
            NoAccount::BadName => ProblemCode::BadName,
            NoAccount::NameTaken => ProblemCode::NameTaken,
            NoAccount::Already => ProblemCode::AlreadyAccount,
            NoAccount::Guest => ProblemCode::NotAnAccount,
            NoAccount::Seated => ProblemCode::Seated,
            NoAccount::TooManySessions => ProblemCode::TooManySessions,
            NoAccount::WrongCode => ProblemCode::WrongCode,
            NoAccount::UnknownSession => ProblemCode::NotFound,
            NoAccount::Failed(error) => return error.into(),
        };
        code.into()
    }
}

impl From<NotHashed> for Refused {
    fn from(error: NotHashed) -> Refused {
        match error {
            NotHashed::Busy => ProblemCode::TryAgain.into(),
            NotHashed::Failed(_) => Refused::failed(&error),
        }
    }
}

impl From<NotChecked> for Refused {
    fn from(error: NotChecked) -> Refused {
        match error {
            NotChecked::Account(error) => error.into(),
            NotChecked::Password(error) => error.into(),
            NotChecked::Lost(error) => error.into(),
        }
    }
}

impl From<Unavailable> for Refused {
    fn from(error: Unavailable) -> Refused {
        Refused::failed(&error)
    }
}

impl From<AppendError> for Refused {
    fn from(error: AppendError) -> Refused {
        Refused::failed(&error)
    }
}

impl From<tokio::task::JoinError> for Refused {
    fn from(error: tokio::task::JoinError) -> Refused {
        Refused::failed(&error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (status, words) = meaning(self.code);
        let message = self.message.unwrap_or_else(|| words.to_owned());
        json(status, &Problem { code: self.code, message, reason: self.reason })
    }
}

/// The status of a code, and the code in words.
pub(crate) fn meaning(code: ProblemCode) -> (StatusCode, &'static str) {
    use ProblemCode as P;
    match code {
        P::NotFound => (StatusCode::NOT_FOUND, "there is no such place"),
        P::WrongMethod => (StatusCode::METHOD_NOT_ALLOWED, "this place takes another method"),
        P::Unreadable => (StatusCode::BAD_REQUEST, "the request cannot be read"),
        P::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "the body is too large"),
        P::SignInFirst => (StatusCode::UNAUTHORIZED, "send a token or sign in first"),
        P::BadToken => (StatusCode::UNAUTHORIZED, "this token is no session's, or the session has ended"),
        P::NotAllowed => (StatusCode::FORBIDDEN, "this token may not do that"),
        P::AnotherSite => (StatusCode::FORBIDDEN, "a page of another site cannot use this room's cookie"),
        P::TooFast => (StatusCode::TOO_MANY_REQUESTS, "too many tries in a short time: wait a little"),
        P::BadName => (StatusCode::BAD_REQUEST, "a name has 1 to 20 characters that can be seen"),
        P::NameTaken => (StatusCode::CONFLICT, "the name looks too much like another's: choose one more"),
        P::BadPassword => (StatusCode::BAD_REQUEST, "a password has 8 to 128 characters"),
        P::WrongSignIn => (StatusCode::UNAUTHORIZED, "there is no such account, or this is not its password"),
        P::WrongPassword => (StatusCode::FORBIDDEN, "this is not the account's password"),
        P::WrongCode => {
            (StatusCode::UNAUTHORIZED, "there is no such account, or this is not its recovery code")
        }
        P::AlreadyAccount => (StatusCode::CONFLICT, "they are an account already"),
        P::NotAnAccount => (StatusCode::CONFLICT, "this is for accounts: sign up first"),
        P::Seated => (StatusCode::CONFLICT, "leave every table and tournament first"),
        P::TooManySessions => (StatusCode::CONFLICT, "there are too many sessions: end some first"),
        P::Banned => (StatusCode::FORBIDDEN, "this person is kept out by the room's admin"),
        P::RoomFull => (StatusCode::TOO_MANY_REQUESTS, "too many newcomers: wait a little"),
        P::TableTaken => (StatusCode::CONFLICT, "somebody sits at the table"),
        P::BadLink => (StatusCode::UNAUTHORIZED, "the link was used already, is too old or is none"),
        P::Refused => (StatusCode::CONFLICT, "it cannot be done as things stand; the reason says why"),
        P::TryAgain => (StatusCode::SERVICE_UNAVAILABLE, "the room cannot do this now: try again"),
    }
}

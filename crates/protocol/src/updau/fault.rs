//! Refusals as they stand on the wire: a code and a sentence.

use super::{Element, Limits};
use std::borrow::Cow;
use std::fmt;

/// Why a request was refused: `<error code="409">…</error>`. The connection stays usable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind of refusal, see [`Code`].
    pub code: Code,
    /// What was wrong and what to do, in one sentence.
    pub text: Cow<'static, str>,
}

/// The kinds of refusal. The numbers are those a web developer expects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u16)]
pub enum Code {
    /// The message cannot be read, or a parameter is missing or out of its range.
    Bad = 400,
    /// Nobody is logged in here, or the credentials are wrong.
    Unauthorized = 401,
    /// The wallet does not hold enough.
    Payment = 402,
    /// No such command, channel, table, room or user.
    NotFound = 404,
    /// Not now: the channel is in another state, or the move is against the rules.
    Conflict = 409,
    /// The message is longer than allowed; the connection is closed.
    TooLarge = 413,
    /// More messages than allowed; the connection is closed.
    TooMany = 429,
    /// Not offered here.
    NotConfigured = 501,
    /// There is no room for more.
    Full = 503,
}

impl Code {
    /// All of them.
    pub const ALL: [Code; 9] = [
        Code::Bad,
        Code::Unauthorized,
        Code::Payment,
        Code::NotFound,
        Code::Conflict,
        Code::TooLarge,
        Code::TooMany,
        Code::NotConfigured,
        Code::Full,
    ];

    /// The number on the wire.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// The code behind a number.
    pub fn from_number(number: u16) -> Option<Code> {
        Code::ALL.into_iter().find(|code| code.number() == number)
    }
}

impl Fault {
    /// A refusal of this kind.
    pub fn new(code: Code, text: impl Into<Cow<'static, str>>) -> Fault {
        Fault { code, text: text.into() }
    }

    /// 400: unreadable, missing or out of range.
    pub fn bad(text: impl Into<Cow<'static, str>>) -> Fault {
        Fault::new(Code::Bad, text)
    }

    /// 401: who are you?
    pub fn unauthorized(text: impl Into<Cow<'static, str>>) -> Fault {
        Fault::new(Code::Unauthorized, text)
    }

    /// 404: no such thing.
    pub fn not_found(text: impl Into<Cow<'static, str>>) -> Fault {
        Fault::new(Code::NotFound, text)
    }

    /// 409: not now.
    pub fn conflict(text: impl Into<Cow<'static, str>>) -> Fault {
        Fault::new(Code::Conflict, text)
    }

    /// 413: longer than a message may be.
    pub fn too_large(limits: &Limits) -> Fault {
        Fault::new(Code::TooLarge, format!("a message has at most {} bytes", limits.bytes))
    }

    /// A parameter that is missing.
    pub fn missing(what: &str) -> Fault {
        Fault::bad(format!("{what} is missing"))
    }

    /// Must the connection be closed after this was sent?
    pub fn closes(&self) -> bool {
        matches!(self.code, Code::TooLarge | Code::TooMany)
    }

    pub(super) fn to_element(&self) -> Element<'_> {
        Element::new("error").attr("code", self.code.number()).with_text(self.text.as_ref())
    }

    pub(super) fn from_element(element: &Element<'_>) -> Result<Fault, Fault> {
        let code = element.number::<u16>("code")?.and_then(Code::from_number);
        let code = code.ok_or_else(|| Fault::bad("error has no code this side knows"))?;
        Ok(Fault::new(code, element.text().to_owned()))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code.number(), self.text)
    }
}
impl std::error::Error for Fault {}

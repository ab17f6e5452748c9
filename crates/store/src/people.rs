//! Who plays here. Dates of people and sessions are calendar time.

use crate::PlayerId;
use kozyr_time::{Millis, WallTime};
use std::fmt;

/// A person or a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The number that seats, wallets and receipts go by. Chosen by whoever creates the user.
    pub id: PlayerId,
    /// What others call them.
    pub name: String,
    /// What they are.
    pub kind: UserKind,
    /// Since when.
    pub created_at: WallTime,
    /// When a session of theirs was last used, to the day.
    pub last_seen: WallTime,
}

impl User {
    /// A user who is new now.
    pub fn new(id: PlayerId, name: impl Into<String>, kind: UserKind, now: WallTime) -> User {
        User { id, name: name.into(), kind, created_at: now, last_seen: now }
    }
}

/// What a user is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UserKind {
    /// Came with one click and is known by their session only.
    Guest,
    /// Can come back with a name and a password.
    Member,
    /// Plays by program.
    Bot,
}

/// A signed-in browser or app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// How it proves itself.
    pub token: TokenDigest,
    /// Who it is.
    pub user: PlayerId,
    /// Since when.
    pub created_at: WallTime,
    /// When it was last used, to the day.
    pub last_used: WallTime,
    /// Until when: [`Store::session`](crate::Store::session) does not find it afterwards.
    pub expires_at: WallTime,
}

impl Session {
    /// A session that starts now and lasts so long unless it is used.
    pub fn new(token: TokenDigest, user: PlayerId, now: WallTime, lasting: Millis) -> Session {
        Session { token, user, created_at: now, last_used: now, expires_at: now + lasting }
    }
}

/// The digest of a session's token. The token itself stands nowhere in the store, so that a copy of
/// the database signs nobody in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenDigest(pub [u8; 32]);

impl fmt::Debug for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, ..] = self.0;
        write!(f, "token {a:02x}{b:02x}…")
    }
}

/// A change in who plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleChange {
    /// A new user.
    Create(User),
    /// Another name for a user.
    Rename(PlayerId, String),
    /// A browser or app signs in. Its user has been seen then.
    StartSession(Session),
    /// A session was used: its user has been seen. Nothing happens when it is gone.
    TouchSession {
        /// Which session.
        token: TokenDigest,
        /// When. Never moves the session's or the user's date back.
        used_at: WallTime,
        /// Until when it lasts now. Never moves the end forward to an earlier date.
        expires_at: WallTime,
    },
    /// It signs out; nothing happens when it was not signed in.
    EndSession(TokenDigest),
    /// Removes a guest who was not seen since, and their sessions. Their wallets have to be empty
    /// after the transfers of the same append.
    RemoveGuest {
        /// Who.
        user: PlayerId,
        /// Refused when they were seen at this moment or later.
        unseen_since: WallTime,
    },
}

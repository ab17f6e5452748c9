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
    /// Until when others are not told what they say, if they were silenced.
    pub muted_until: Option<WallTime>,
    /// Until when they may not come in, if they may not.
    pub banned_until: Option<WallTime>,
}

impl User {
    /// A user who is new now.
    pub fn new(id: PlayerId, name: impl Into<String>, kind: UserKind, now: WallTime) -> User {
        let (muted_until, banned_until) = (None, None);
        User { id, name: name.into(), kind, created_at: now, last_seen: now, muted_until, banned_until }
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
    /// What it may do.
    pub scope: Scope,
    /// What its owner knows it by: a browser's or a program's name. At most [`Session::MAX_LABEL_BYTES`].
    pub label: String,
}

/// What a session may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Everything its user may.
    Full,
    /// Play and look on, and nothing about the account: a bot's.
    Play,
    /// Look on only.
    Read,
}

/// How a member proves who they are.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The hash of the password with its parameters and salt, as text.
    pub password: String,
    /// The digest of the recovery code, which is as random as a token.
    pub recovery: TokenDigest,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials")
    }
}

impl Session {
    /// No label is longer.
    pub const MAX_LABEL_BYTES: usize = 120;

    /// A session for everything that starts now and lasts so long unless it is used.
    pub fn new(token: TokenDigest, user: PlayerId, now: WallTime, lasting: Millis) -> Session {
        let (scope, label) = (Scope::Full, String::new());
        Session { token, user, created_at: now, last_used: now, expires_at: now + lasting, scope, label }
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
    /// All sessions of a user end, but for one.
    EndSessions {
        /// Whose.
        user: PlayerId,
        /// The one that stays.
        except: Option<TokenDigest>,
    },
    /// A guest becomes a member, under a name that is nobody else's. Everything they have stays theirs.
    Join {
        /// Which guest.
        user: PlayerId,
        /// Their name as a member.
        name: String,
        /// What the name could be taken for: refused when one of these is another member's.
        looks: Vec<String>,
        /// How they prove who they are from now on.
        credentials: Credentials,
    },
    /// Another name for a member, by the same rule.
    TakeName {
        /// Which member.
        user: PlayerId,
        /// The name.
        name: String,
        /// What it could be taken for.
        looks: Vec<String>,
    },
    /// Another password or recovery code for a member.
    SetCredentials {
        /// Which member.
        user: PlayerId,
        /// The recovery code until now: refused when it is another one by then.
        was: TokenDigest,
        /// What holds from now on.
        credentials: Credentials,
    },
    /// A user is silenced or shut out until these dates, or no longer.
    Restrict {
        /// Who.
        user: PlayerId,
        /// Until when others are not told what they say.
        muted_until: Option<WallTime>,
        /// Until when they may not come in.
        banned_until: Option<WallTime>,
    },
    /// Removes a member with their sessions, name and password. Their wallets have to be empty after the
    /// transfers of the same append.
    RemoveMember(PlayerId),
    /// Removes a guest who was not seen since, and their sessions. Their wallets have to be empty
    /// after the transfers of the same append.
    RemoveGuest {
        /// Who.
        user: PlayerId,
        /// Refused when they were seen at this moment or later.
        unseen_since: WallTime,
    },
}

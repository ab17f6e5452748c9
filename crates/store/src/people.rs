//! Who plays here.

use crate::PlayerId;
use kozyr_time::Timestamp;
use std::fmt;

/// A person or a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The number that seats, wallets and receipts go by. Chosen by whoever creates the user.
    pub id: PlayerId,
    /// What others call him.
    pub name: String,
    /// What he is.
    pub kind: UserKind,
    /// Since when.
    pub created_at: Timestamp,
}

/// What a user is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UserKind {
    /// Came with one click and is known by his session only.
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
    pub created_at: Timestamp,
    /// Until when: [`Store::session`](crate::Store::session) does not find it afterwards.
    pub expires_at: Timestamp,
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

/// Something that changes who plays here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleChange {
    /// Somebody new.
    Create(User),
    /// Another name for somebody.
    Rename(PlayerId, String),
    /// A browser or app signs in.
    StartSession(Session),
    /// It signs out; nothing happens when it was not signed in.
    EndSession(TokenDigest),
}

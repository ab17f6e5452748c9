//! Who comes to the house, and how he is known again.

use super::ConnectionId;
use super::channels::ChannelId;
use crate::updau::{Fault, Person, Record, Timestamp, UserInfo, type_name};
use kozyr_durak::Mode;
use std::collections::{BTreeMap, BTreeSet};

/// How a user is known again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Key {
    Login(String),
    Device(String, String),
    Demo(String),
}

#[derive(Clone, Copy, Default, Debug)]
struct Played {
    wins: u64,
    losses: u64,
    draws: u64,
}

#[derive(Debug)]
pub(super) struct User {
    pub(super) uid: u64,
    pub(super) nick: String,
    pub(super) token: String,
    pub(super) is_demo: bool,
    created: Timestamp,
    visited: Timestamp,
    exp: u64,
    played: BTreeMap<u8, Played>,
    /// The connections on which he is logged in.
    pub(super) connections: BTreeSet<ConnectionId>,
    /// His channels by name.
    pub(super) channels: BTreeMap<String, ChannelId>,
}

/// How a game ended for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Won,
    Lost,
    Drawn,
}

impl User {
    pub(super) fn person(&self) -> Person {
        Person { uid: self.uid, nick: self.nick.clone(), level: self.level(), avatar: None }
    }

    fn level(&self) -> u32 {
        u32::try_from(self.exp / 10 + 1).unwrap_or(u32::MAX)
    }

    pub(super) fn info(&self, with_token: bool) -> UserInfo {
        UserInfo {
            uid: self.uid,
            nickname: self.nick.clone(),
            lvl: self.level(),
            exp: self.exp,
            token: with_token.then(|| self.token.clone()),
            created: self.created.as_millis() / 1000,
            visited: self.visited.as_millis() / 1000,
        }
    }

    pub(super) fn played(&mut self, mode: Mode, fate: Fate) {
        let played = self.played.entry(mode.number()).or_default();
        match fate {
            Fate::Won => played.wins += 1,
            Fate::Lost => played.losses += 1,
            Fate::Drawn => played.draws += 1,
        }
        self.exp += if fate == Fate::Won { 3 } else { 1 };
    }

    pub(super) fn record(&self, mode: Mode) -> Record {
        let Played { wins, losses, draws } = self.played.get(&mode.number()).copied().unwrap_or_default();
        let games = wins + losses + draws;
        Record { game_type: type_name(mode).to_owned(), games, wins, losses, draws }
    }
}

#[derive(Debug, Default)]
pub(super) struct Users {
    by_uid: BTreeMap<u64, User>,
    by_key: BTreeMap<Key, u64>,
    by_token: BTreeMap<String, u64>,
}

impl Users {
    pub(super) fn get(&self, uid: u64) -> Option<&User> {
        self.by_uid.get(&uid)
    }

    /// A user somebody holds the number of; users are never forgotten.
    pub(super) fn known(&self, uid: u64) -> &User {
        self.by_uid.get(&uid).expect("a user once known stays known")
    }

    pub(super) fn known_mut(&mut self, uid: u64) -> &mut User {
        self.by_uid.get_mut(&uid).expect("a user once known stays known")
    }

    pub(super) fn by_key(&self, key: &Key) -> Option<u64> {
        self.by_key.get(key).copied()
    }

    pub(super) fn by_token(&self, token: &str) -> Option<u64> {
        self.by_token.get(token).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.by_uid.len()
    }

    pub(super) fn online(&self) -> impl Iterator<Item = &User> {
        self.by_uid.values().filter(|user| !user.connections.is_empty())
    }

    /// The user with this key, who may be new.
    pub(super) fn enter(
        &mut self,
        key: Key,
        now: Timestamp,
        most: usize,
        token: impl FnOnce() -> String,
    ) -> Result<u64, Fault> {
        if let Some(uid) = self.by_key(&key) {
            return Ok(uid);
        }
        if self.by_uid.len() >= most {
            let full = "the house knows as many users as it can remember: come back later";
            return Err(Fault::new(crate::updau::Code::Full, full));
        }
        let uid = self.by_uid.len() as u64 + 1;
        let nick = match &key {
            Key::Login(login) => login.chars().take(32).collect(),
            Key::Device(..) => format!("Player {uid}"),
            Key::Demo(_) => format!("Guest {uid}"),
        };
        let user = User {
            uid,
            nick,
            token: token(),
            is_demo: matches!(key, Key::Demo(_)),
            created: now,
            visited: now,
            exp: 0,
            played: BTreeMap::new(),
            connections: BTreeSet::new(),
            channels: BTreeMap::new(),
        };
        self.by_token.insert(user.token.clone(), uid);
        self.by_key.insert(key, uid);
        self.by_uid.insert(uid, user);
        Ok(uid)
    }

    pub(super) fn visit(&mut self, uid: u64, now: Timestamp) {
        self.known_mut(uid).visited = now;
    }
}

//! Who has a session, and how they are known again.

use super::ConnectionId;
use super::book::Kept;
use super::channels::ChannelId;
use crate::updau::{Person, Record, Timestamp, UserInfo, type_name};
use kozyr_durak::Mode;
use kozyr_time::PlayerId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How a user is known again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Key {
    /// Somebody with an account of the room, whatever it is called.
    Account(PlayerId),
    /// A kind of device, and its id.
    Device(String, String),
    /// The cookie of a demo user.
    Demo(String),
}

impl Key {
    /// What a newcomer is called.
    pub fn nick(&self, id: PlayerId) -> String {
        match self {
            Key::Account(_) | Key::Device(..) => format!("Player {id}"),
            Key::Demo(_) => format!("Guest {id}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Played {
    wins: u64,
    losses: u64,
    draws: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct User {
    pub(super) id: PlayerId,
    pub(super) key: Key,
    pub(super) nick: String,
    pub(super) token: String,
    created: Timestamp,
    visited: Timestamp,
    exp: u64,
    played: BTreeMap<u8, Played>,
    /// The connections on which they are signed in.
    pub(super) connections: BTreeSet<ConnectionId>,
    /// Since when there has been none.
    pub(super) gone: Option<Timestamp>,
    /// Their channels by name.
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
    pub(super) fn new(id: PlayerId, key: Key, nick: String, token: String, now: Timestamp) -> User {
        User {
            id,
            key,
            nick,
            token,
            created: now,
            visited: now,
            exp: 0,
            played: BTreeMap::new(),
            connections: BTreeSet::new(),
            gone: Some(now),
            channels: BTreeMap::new(),
        }
    }

    pub(super) fn is_demo(&self) -> bool {
        matches!(self.key, Key::Demo(_))
    }

    pub(super) fn has_account(&self) -> bool {
        matches!(self.key, Key::Account(_))
    }

    pub(super) fn person(&self) -> Person {
        Person { uid: self.id.get(), nick: self.nick.clone(), level: self.level(), avatar: None }
    }

    fn level(&self) -> u32 {
        u32::try_from(self.exp / 10 + 1).unwrap_or(u32::MAX)
    }

    pub(super) fn info(&self, with_token: bool) -> UserInfo {
        UserInfo {
            uid: self.id.get(),
            nickname: self.nick.clone(),
            lvl: self.level(),
            exp: self.exp,
            token: with_token.then(|| self.token.clone()),
            created: self.created.as_millis() / 1000,
            visited: self.visited.as_millis() / 1000,
        }
    }

    pub(super) fn visit(&mut self, now: Timestamp) {
        (self.visited, self.gone) = (now, None);
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
    pub(super) kept: Kept<PlayerId, User>,
    by_key: BTreeMap<Key, PlayerId>,
    by_token: BTreeMap<String, PlayerId>,
    online: BTreeSet<PlayerId>,
    /// Those without a connection, longest gone first.
    gone: BTreeSet<(Timestamp, PlayerId)>,
}

impl Users {
    /// Finds everything anew that follows from the records.
    pub(super) fn index(&mut self) {
        for (id, user) in self.kept.iter() {
            self.by_key.insert(user.key.clone(), id);
            self.by_token.insert(user.token.clone(), id);
            match user.gone {
                Some(since) => self.gone.insert((since, id)),
                None => self.online.insert(id),
            };
        }
    }

    pub(super) fn get(&self, id: PlayerId) -> Option<&User> {
        self.kept.get(id)
    }

    /// Somebody who is signed in or has a channel.
    pub(super) fn known(&self, id: PlayerId) -> &User {
        self.kept.get(id).expect("a user with a connection or a channel is not forgotten")
    }

    pub(super) fn known_mut(&mut self, id: PlayerId) -> &mut User {
        self.kept.get_mut(id).expect("a user with a connection or a channel is not forgotten")
    }

    pub(super) fn by_key(&self, key: &Key) -> Option<PlayerId> {
        self.by_key.get(key).copied()
    }

    pub(super) fn by_token(&self, token: &str) -> Option<PlayerId> {
        self.by_token.get(token).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(super) fn insert(&mut self, user: User) {
        self.by_key.insert(user.key.clone(), user.id);
        self.by_token.insert(user.token.clone(), user.id);
        self.gone.extend(user.gone.map(|since| (since, user.id)));
        self.kept.insert(user.id, user);
    }

    pub(super) fn renew_token(&mut self, id: PlayerId, token: &str) {
        let old = std::mem::replace(&mut self.known_mut(id).token, token.to_owned());
        self.by_token.remove(&old);
        self.by_token.insert(token.to_owned(), id);
    }

    pub(super) fn online(&self) -> impl ExactSizeIterator<Item = &User> {
        self.online.iter().map(|&id| self.known(id))
    }

    pub(super) fn connect(&mut self, id: PlayerId, connection: ConnectionId, now: Timestamp) {
        self.online.insert(id);
        let user = self.known_mut(id);
        user.connections.insert(connection);
        let gone = user.gone;
        user.visit(now);
        if let Some(since) = gone {
            self.gone.remove(&(since, id));
        }
    }

    /// Answers whether that was the last one.
    pub(super) fn disconnect(&mut self, id: PlayerId, connection: ConnectionId, now: Timestamp) -> bool {
        let user = self.known_mut(id);
        user.connections.remove(&connection);
        let last = user.connections.is_empty();
        if last {
            user.gone = Some(now);
            self.online.remove(&id);
            self.gone.insert((now, id));
        }
        last
    }

    /// Makes room for one more: of those who have been gone since `before` and have no channel, whoever has been
    /// gone longest is forgotten. `false` when nobody is.
    pub(super) fn forget_one(&mut self, before: Timestamp) -> bool {
        let idle = |id: &PlayerId| self.known(*id).channels.is_empty();
        let mut gone = self.gone.iter().take_while(|(since, _)| *since <= before);
        let Some(&(since, id)) = gone.find(|(_, id)| idle(id)) else { return false };
        self.gone.remove(&(since, id));
        let Some(user) = self.kept.remove(id) else { return false };
        self.by_key.remove(&user.key);
        self.by_token.remove(&user.token);
        true
    }
}

//! What the sessions remember: records, each of which is written to their stream whenever it changes.
//!
//! An [`Event`] is the new form of one record, or its end; folding a stream is putting every record where it
//! belongs. A [`Snapshot`] is all of them at once.

use super::channels::{Channel, ChannelId};
use super::company::Company;
use super::lobby::Proposal;
use super::users::User;
use super::{ConnectionId, Sessions, Settings};
use crate::updau::{Timestamp, Wire};
use kozyr_time::PlayerId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Records by key. What is changed is noted, so that it can be written down.
#[derive(Clone, Debug)]
pub(super) struct Kept<K, V> {
    records: BTreeMap<K, V>,
    touched: BTreeSet<K>,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Kept<K, V> {
        Kept { records: BTreeMap::new(), touched: BTreeSet::new() }
    }
}

impl<K: Ord + Copy, V: Clone> Kept<K, V> {
    pub(super) fn get(&self, key: K) -> Option<&V> {
        self.records.get(&key)
    }

    pub(super) fn get_mut(&mut self, key: K) -> Option<&mut V> {
        let found = self.records.get_mut(&key)?;
        self.touched.insert(key);
        Some(found)
    }

    pub(super) fn contains(&self, key: K) -> bool {
        self.records.contains_key(&key)
    }

    pub(super) fn insert(&mut self, key: K, value: V) -> Option<V> {
        self.touched.insert(key);
        self.records.insert(key, value)
    }

    pub(super) fn remove(&mut self, key: K) -> Option<V> {
        let removed = self.records.remove(&key)?;
        self.touched.insert(key);
        Some(removed)
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.records.iter().map(|(&key, value)| (key, value))
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.records.values()
    }

    fn take_changes(&mut self) -> Vec<(K, Option<V>)> {
        let touched = std::mem::take(&mut self.touched);
        touched.into_iter().map(|key| (key, self.records.get(&key).cloned())).collect()
    }

    fn put(&mut self, key: K, value: Option<V>) {
        match value {
            Some(value) => self.records.insert(key, value),
            None => self.records.remove(&key),
        };
    }

    fn all(&self) -> Vec<(K, V)> {
        self.iter().map(|(key, value)| (key, value.clone())).collect()
    }

    fn of(records: Vec<(K, V)>) -> Kept<K, V> {
        Kept { records: records.into_iter().collect(), touched: BTreeSet::new() }
    }
}

/// A connection: sockets may outlive the process that knows what they are about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Connection {
    /// Known from the first message on.
    pub(super) wire: Option<Wire>,
    pub(super) user: Option<PlayerId>,
    pub(super) attached: BTreeSet<ChannelId>,
    /// How many users came into being on it.
    pub(super) newcomers: usize,
}

/// Numbers that are given out once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Numbers {
    /// The last number of a channel, a proposal, a table or a game.
    pub(super) last: u64,
    /// How many have joined a queue.
    pub(super) queued: u64,
}

/// The new form of one record, or its end. To be kept in the stream of the sessions, in order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event(Record);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Record {
    Numbers(Numbers),
    Connection(ConnectionId, Option<Connection>),
    User(PlayerId, Option<Box<User>>),
    Channel(ChannelId, Option<Box<Channel>>),
    Proposal(u64, Option<Box<Proposal>>),
    #[serde(alias = "desk")]
    Company(u64, Option<Box<Company>>),
}

/// All records at once: a checkpoint to keep with the stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    numbers: Numbers,
    connections: Vec<(ConnectionId, Connection)>,
    users: Vec<(PlayerId, User)>,
    channels: Vec<(ChannelId, Channel)>,
    proposals: Vec<(u64, Proposal)>,
    #[serde(alias = "desks")]
    companies: Vec<(u64, Company)>,
}

impl Sessions {
    /// What has changed since this was asked.
    pub(super) fn take_events(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        if self.numbers != self.written {
            self.written = self.numbers;
            events.push(Record::Numbers(self.numbers));
        }
        let boxed = |(key, value): (u64, Option<Channel>)| Record::Channel(key, value.map(Box::new));
        let connections = self.connections.take_changes().into_iter();
        events.extend(connections.map(|(key, value)| Record::Connection(key, value)));
        let users = self.users.kept.take_changes().into_iter();
        events.extend(users.map(|(key, value)| Record::User(key, value.map(Box::new))));
        events.extend(self.channels.take_changes().into_iter().map(boxed));
        let proposals = self.proposals.take_changes().into_iter();
        events.extend(proposals.map(|(key, value)| Record::Proposal(key, value.map(Box::new))));
        let companies = self.companies.take_changes().into_iter();
        events.extend(companies.map(|(key, value)| Record::Company(key, value.map(Box::new))));
        events.into_iter().map(Event).collect()
    }

    /// All records at once.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            numbers: self.numbers,
            connections: self.connections.all(),
            users: self.users.kept.all(),
            channels: self.channels.all(),
            proposals: self.proposals.all(),
            companies: self.companies.all(),
        }
    }

    /// All records at once, as events: folded into nothing they give these sessions, whatever was written before them.
    pub fn all_events(&self) -> Vec<Event> {
        let Snapshot { numbers, connections, users, channels, proposals, companies } = self.snapshot();
        let mut events = vec![Record::Numbers(numbers)];
        events.extend(connections.into_iter().map(|(key, one)| Record::Connection(key, Some(one))));
        events.extend(users.into_iter().map(|(key, one)| Record::User(key, Some(Box::new(one)))));
        events.extend(channels.into_iter().map(|(key, one)| Record::Channel(key, Some(Box::new(one)))));
        events.extend(proposals.into_iter().map(|(key, one)| Record::Proposal(key, Some(Box::new(one)))));
        events.extend(companies.into_iter().map(|(key, one)| Record::Company(key, Some(Box::new(one)))));
        events.into_iter().map(Event).collect()
    }

    /// The sessions of a checkpoint and of what was written after it.
    pub fn restore(
        settings: Settings,
        now: Timestamp,
        snapshot: Option<Snapshot>,
        events: impl IntoIterator<Item = Event>,
    ) -> Sessions {
        let mut sessions = Sessions::new(settings, now);
        if let Some(snapshot) = snapshot {
            sessions.numbers = snapshot.numbers;
            sessions.connections = Kept::of(snapshot.connections);
            sessions.users.kept = Kept::of(snapshot.users);
            sessions.channels = Kept::of(snapshot.channels);
            sessions.proposals = Kept::of(snapshot.proposals);
            sessions.companies = Kept::of(snapshot.companies);
        }
        for Event(record) in events {
            match record {
                Record::Numbers(numbers) => sessions.numbers = numbers,
                Record::Connection(key, value) => sessions.connections.put(key, value),
                Record::User(key, value) => sessions.users.kept.put(key, value.map(|user| *user)),
                Record::Channel(key, value) => sessions.channels.put(key, value.map(|channel| *channel)),
                Record::Proposal(key, value) => sessions.proposals.put(key, value.map(|one| *one)),
                Record::Company(key, value) => sessions.companies.put(key, value.map(|company| *company)),
            }
        }
        sessions.written = sessions.numbers;
        sessions.index();
        sessions
    }
}

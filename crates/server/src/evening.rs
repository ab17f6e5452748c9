//! Evenings with real cards: a person of the room runs a tournament that is played elsewhere, and a screen shows it.
//!
//! Every evening has a log of its own: what its director said, line by line. A line is durable before anybody hears of it.
//! Time needs no lines: what falls due by the clock follows from the log and the moment.

mod log;
mod order;
mod view;

use crate::load::LoadError;
use crate::outlet::{ConnectionId, Outlet};
use crate::room::Inner;
use crate::service::{Origin, stored_answer};
use crate::tournament::{self, digest_of, fresh_secret, hex, wall};
use kozyr_protocol::room::{
    Answer, EveningOrder, ExportFormat, LobbyEvening, Refusal, ToClient, TournamentForm, TournamentRefusal,
};
use kozyr_store::{AppendError, CommandDigest, CommandReceipt, Refused, Store};
use kozyr_time::{Millis, PlayerId, TimeSource, Timestamp, TournamentId};
use kozyr_tournament::Rules;
use log::{Book, Index};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Evenings of one person, and of all.
const MOST_OWN: usize = 20;
const MOST: usize = 2_000;
/// Nobody has said anything for so long: when there are too many evenings, this one may go.
const FORGOTTEN: Millis = Millis::from_minutes(7 * 24 * 60);
/// Connections that look at one evening.
const MOST_FOLLOWERS: usize = 200;
/// Names at one evening.
const MOST_ENTRANTS: usize = 1_000;
/// How often it is looked whether something fell due.
const EVERY: Millis = Millis::new(250);
const LEAST: Duration = Duration::from_millis(25);

/// How an evening is set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EveningPlan {
    pub(crate) id: String,
    pub(crate) host: PlayerId,
    /// The secret of its screen.
    pub(crate) screen: String,
    pub(crate) rules: Rules,
    pub(crate) opened_at: Timestamp,
}

/// Somebody who looks at an evening.
struct Follower {
    outlet: Outlet,
    /// As they asked for it: the name, or the secret of the screen.
    asked: String,
    /// They run it.
    runs: bool,
}

/// One evening, its log, and those who look at it.
pub(crate) struct FollowedEvening {
    book: Book,
    followers: Vec<Follower>,
    /// When something happens by itself that has to be told.
    next: Option<Timestamp>,
}

/// All evenings of the room.
pub(crate) struct Evenings {
    index: Mutex<Index>,
    followed: Mutex<BTreeMap<String, Arc<Mutex<FollowedEvening>>>>,
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every change is made whole before the lock is given back, or the evening is read again.
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Evenings {
    /// Reads the evenings from their logs; one that is under way comes back with its clock stopped. Waits for the store.
    pub(crate) fn open(store: &dyn Store, now: Timestamp) -> Result<Evenings, LoadError> {
        let index = Index::open(store)?;
        let mut followed = BTreeMap::new();
        for plan in index.plans() {
            match Book::open(store, plan.clone()) {
                Ok(mut book) => {
                    book.recover(store, now);
                    followed.insert(plan.id.clone(), Arc::new(Mutex::new(FollowedEvening::new(book))));
                }
                Err(error @ LoadError::Damaged { .. }) => {
                    tracing::error!(evening = %plan.id, %error, "the evening stays closed");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Evenings { index: Mutex::new(index), followed: Mutex::new(followed) })
    }

    fn find(&self, id: &str) -> Option<Arc<Mutex<FollowedEvening>>> {
        held(&self.followed).get(id).cloned()
    }

    fn all(&self) -> Vec<Arc<Mutex<FollowedEvening>>> {
        held(&self.followed).values().cloned().collect()
    }

    /// The evenings somebody runs, the latest first.
    pub(crate) fn of(&self, person: PlayerId) -> Vec<LobbyEvening> {
        let mut own: Vec<(Timestamp, LobbyEvening)> = Vec::new();
        for followed in self.all() {
            let followed = held(&followed);
            let plan = followed.book.plan();
            if plan.host == person {
                own.push((plan.opened_at, view::lobby(plan, followed.book.evening())));
            }
        }
        own.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        own.into_iter().map(|(_, evening)| evening).collect()
    }

    /// Somebody looks at an evening they run, or at a screen.
    pub(crate) fn follow(&self, asked: &str, person: Option<PlayerId>, outlet: &Outlet, now: Timestamp) {
        let followed = self.find(asked).filter(|followed| person == Some(held(followed).book.plan().host));
        let screen = || {
            let is_its_screen =
                |followed: &Arc<Mutex<FollowedEvening>>| held(followed).book.plan().screen == asked;
            self.all().into_iter().find(is_its_screen)
        };
        let runs = followed.is_some();
        let Some(followed) = followed.or_else(screen) else {
            return outlet.tell(&ToClient::NoEvening { evening: asked.to_owned() });
        };
        let mut followed = held(&followed);
        followed.followers.retain(|follower| follower.outlet.id != outlet.id || follower.asked != asked);
        if followed.followers.len() >= MOST_FOLLOWERS {
            return outlet.tell(&ToClient::NoEvening { evening: asked.to_owned() });
        }
        let follower = Follower { outlet: outlet.clone(), asked: asked.to_owned(), runs };
        follower.outlet.tell(&view::message(&followed.book, &follower.asked, runs, now));
        followed.followers.push(follower);
        followed.next = followed.book.deadline(now);
    }

    /// A connection looks at no evening any more.
    pub(crate) fn unfollow(&self, connection: ConnectionId) {
        for followed in self.all() {
            held(&followed).followers.retain(|follower| follower.outlet.id != connection);
        }
    }

    /// The standings as a file, for whoever runs the evening; false when it is none of theirs.
    pub(crate) fn export(
        &self,
        id: &str,
        person: Option<PlayerId>,
        format: ExportFormat,
        outlet: &Outlet,
        now: Timestamp,
    ) -> bool {
        let Some(followed) = self.find(id) else { return false };
        let followed = held(&followed);
        if person != Some(followed.book.plan().host) {
            return false;
        }
        outlet.tell(&tournament::exported(&followed.book.evening().at(wall(now)), id, format));
        true
    }

    /// Tells of everything that fell due.
    fn tick(&self, now: Timestamp) {
        for followed in self.all() {
            let mut followed = held(&followed);
            if followed.next.is_some_and(|next| next <= now) {
                followed.tell(now);
            }
        }
    }

    /// Opens an evening. Waits for the store.
    pub(crate) fn create(
        &self,
        store: &dyn Store,
        origin: &Origin,
        form: &TournamentForm,
        now: Timestamp,
    ) -> Answer {
        let refused = |reason| Answer::Refused { reason };
        let digest = digest_of(&name("new-evening"), form);
        if let Some(answer) = answered(store, origin, digest) {
            return answer;
        }
        let rules = match tournament::rules_of(form) {
            Ok(rules) => rules,
            Err(problems) => return refused(Refusal::BadForm { problems }),
        };
        let too_many = Refusal::Tournament { why: TournamentRefusal::TooMany };
        if self.of(origin.person).len() >= MOST_OWN {
            return refused(too_many);
        }
        if held(&self.followed).len() >= MOST && !self.forget_oldest(store, now) {
            return refused(too_many);
        }
        let Some(secret) = fresh_secret() else { return refused(Refusal::TryAgain) };
        let mut index = held(&self.index);
        let plan = EveningPlan {
            id: format!("evening-{}", index.next_number()),
            host: origin.person,
            screen: hex(&secret.to_bytes()[..16]),
            rules,
            opened_at: now,
        };
        let answer = Answer::Created { tournament: plan.id.clone() };
        let opened = index
            .add(store, now, &plan, receipt(origin, digest, &answer))
            .and_then(|()| Book::open(store, plan.clone()));
        match opened {
            Ok(book) => {
                held(&self.followed).insert(plan.id, Arc::new(Mutex::new(FollowedEvening::new(book))));
                answer
            }
            Err(LoadError::Append(AppendError::Refused(Refused::Repeated(receipt)))) => {
                stored_answer(&receipt)
            }
            Err(error) => {
                tracing::error!(%error, "an evening could not be opened");
                refused(Refusal::TryAgain)
            }
        }
    }

    /// Makes room by closing the evening nobody has touched for longest, if that is long enough.
    fn forget_oldest(&self, store: &dyn Store, now: Timestamp) -> bool {
        let touched = |followed: &Arc<Mutex<FollowedEvening>>| {
            let followed = held(followed);
            let last = followed.book.evening().last().map(|step| tournament::room(step.at));
            (last.unwrap_or(followed.book.plan().opened_at), followed.book.plan().id.clone())
        };
        let Some((last, id)) = self.all().iter().map(touched).min() else { return false };
        now.since(last) >= FORGOTTEN && self.close(store, &id, now, None).is_ok()
    }

    fn close(
        &self,
        store: &dyn Store,
        id: &str,
        now: Timestamp,
        receipt: Option<CommandReceipt>,
    ) -> Result<(), LoadError> {
        held(&self.index).remove(store, now, id, receipt)?;
        if let Some(followed) = held(&self.followed).remove(id) {
            let mut followed = held(&followed);
            for follower in followed.followers.drain(..) {
                follower.outlet.tell(&ToClient::NoEvening { evening: follower.asked });
            }
        }
        Ok(())
    }

    /// The director says something. Waits for the store.
    pub(crate) fn report(
        &self,
        store: &dyn Store,
        origin: &Origin,
        id: &str,
        order: &EveningOrder,
        now: Timestamp,
    ) -> Answer {
        let refused = |reason| Answer::Refused { reason };
        let Some(followed) = self.find(id) else { return refused(Refusal::UnknownTournament) };
        if held(&followed).book.plan().host != origin.person {
            return refused(Refusal::NotTheHost);
        }
        let digest = digest_of(&name(id), order);
        if *order == EveningOrder::Forget {
            let answer = Answer::Accepted { sequence: 0 };
            return match self.close(store, id, now, Some(receipt(origin, digest, &answer))) {
                Ok(()) => answer,
                Err(error) => {
                    tracing::error!(%error, "an evening could not be closed");
                    refused(Refusal::TryAgain)
                }
            };
        }
        let mut followed = held(&followed);
        if let Some(answer) = answered(store, origin, digest) {
            return answer;
        }
        let said = match order::line(followed.book.evening(), order, now) {
            Ok(line) => line,
            Err(reason) => return refused(reason),
        };
        let answer = Answer::Accepted { sequence: followed.book.sequence() + 1 };
        match followed.book.write(store, now, &said, Some(receipt(origin, digest, &answer))) {
            Ok(()) => {
                followed.tell(now);
                answer
            }
            Err(LoadError::Append(AppendError::Refused(Refused::Repeated(receipt)))) => {
                stored_answer(&receipt)
            }
            Err(error) => {
                tracing::error!(evening = id, %error, "what the director said could not be written");
                refused(Refusal::TryAgain)
            }
        }
    }
}

impl FollowedEvening {
    fn new(book: Book) -> FollowedEvening {
        FollowedEvening { book, followers: Vec::new(), next: None }
    }

    /// Tells everybody how it is now.
    fn tell(&mut self, now: Timestamp) {
        for follower in &self.followers {
            follower.outlet.tell(&view::message(&self.book, &follower.asked, follower.runs, now));
        }
        self.next = self.book.deadline(now).filter(|_| !self.followers.is_empty());
    }
}

fn name(id: &str) -> TournamentId {
    TournamentId::new(id).expect("a plain name")
}

/// A command that was carried out is answered as it was.
fn answered(store: &dyn Store, origin: &Origin, digest: CommandDigest) -> Option<Answer> {
    match store.receipt(&origin.key()) {
        Ok(Some(receipt)) if receipt.digest == digest => Some(stored_answer(&receipt)),
        Ok(None) => None,
        Ok(Some(_)) | Err(_) => Some(Answer::Refused { reason: Refusal::TryAgain }),
    }
}

fn receipt(origin: &Origin, digest: CommandDigest, answer: &Answer) -> CommandReceipt {
    let answer = serde_json::to_vec(answer).expect("an answer can be written");
    CommandReceipt { key: origin.key(), digest, answer: answer.into() }
}

/// Tells of what falls due by the clock, for as long as the room is open.
pub(crate) async fn keep(room: Arc<Inner>) {
    loop {
        room.evenings().tick(room.clock().now());
        tokio::time::sleep(room.clock().lasting(EVERY).max(LEAST)).await;
    }
}

//! The room's admin: links that make somebody one, their sessions, and everything they did.
//!
//! All of it is one log, `admin`: who may act follows from it, and so does the audit trail. An act is written there in the
//! same append as what it changes, or before it is carried out. Digests stand in it, never a code or a token.

use crate::load::{LoadError, damaged};
use crate::people;
use crate::room::Inner;
use kozyr_protocol::api::{AdminAct, AuditLine};
use kozyr_store::{
    Append, AppendError, Epoch, Payload, PeopleChange, Sequence, Store, StoredEvent, StreamBatch, StreamId,
    Unavailable,
};
use kozyr_time::{Millis, TimeSource, Timestamp, WallTime};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

/// How long a link and a session last.
const LINK: Millis = Millis::from_secs(24 * 60 * 60);
const SESSION: Millis = Millis::from_secs(30 * 24 * 60 * 60);
/// Events read at a time.
const PAGE: usize = 1000;

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    /// When, in milliseconds of the calendar.
    at: i64,
    /// Which session did it; the room itself when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    what: AdminAct,
    /// What it gave: the digest of a code or a token, and when it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grant: Option<Grant>,
}

/// A right that whoever has the secret to this digest has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Grant {
    digest: String,
    until: i64,
}

/// Why an admin's wish was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotDone {
    #[error("the link was used already, is too old or is none")]
    BadLink,
    #[error(transparent)]
    Store(#[from] AppendError),
    #[error("the admin's log cannot be read: {0}")]
    Log(#[from] LoadError),
    #[error("the operating system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
}

impl From<Unavailable> for NotDone {
    fn from(error: Unavailable) -> NotDone {
        AppendError::from(error).into()
    }
}

/// The admin's log, and the rights that follow from it.
pub(crate) struct AdminLog {
    epoch: Epoch,
    sequence: Sequence,
    /// The link that works.
    link: Option<Grant>,
    /// Sessions by what they are listed as.
    sessions: BTreeMap<String, Grant>,
}

fn stream() -> StreamId {
    StreamId::new("admin").expect("a plain name")
}

fn hex(secret: &str) -> String {
    people::digest(&format!("admin {secret}")).0.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(event: &StoredEvent) -> Result<Line, LoadError> {
    let wrong = |error: &dyn std::fmt::Display| damaged(&stream(), event.sequence.0, &error.to_string());
    let (_, bytes) = event.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(&error))?;
    serde_json::from_slice(bytes).map_err(|error| wrong(&error))
}

impl AdminLog {
    /// Claims the log and reads it.
    pub(crate) fn open(store: &dyn Store) -> Result<AdminLog, LoadError> {
        let head = store.claim(&stream())?;
        let (link, sessions) = (None, BTreeMap::new());
        let mut log = AdminLog { epoch: head.epoch, sequence: Sequence::START, link, sessions };
        loop {
            let page = store.load(&stream(), log.sequence, PAGE)?;
            for event in &page {
                log.apply(read(event)?);
                log.sequence = event.sequence;
            }
            if page.is_empty() {
                return Ok(log);
            }
        }
    }

    fn apply(&mut self, line: Line) {
        match (line.what, line.grant) {
            // A new link takes the place of the one before.
            (AdminAct::LinkMade, grant) => self.link = grant,
            (AdminAct::SignedIn { session }, Some(grant)) => {
                self.link = None;
                self.sessions.insert(session, grant);
            }
            (AdminAct::SignedOut { session }, _) => drop(self.sessions.remove(&session)),
            _ => {}
        }
    }

    fn write(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        line: Line,
        people: Vec<PeopleChange>,
    ) -> Result<(), NotDone> {
        let payload = Payload::from(serde_json::to_vec(&line).expect("an act can be written"));
        let batch = StreamBatch::new(stream(), self.epoch, self.sequence, vec![payload]);
        let end = batch.end();
        match store.append(Append { at, streams: vec![batch], people, ..Append::default() }) {
            Ok(()) => {
                self.sequence = end;
                self.apply(line);
                Ok(())
            }
            Err(error) => {
                // Whether it is there is not known: the log itself says.
                if let AppendError::Unavailable(_) = error {
                    *self = AdminLog::open(store)?;
                }
                Err(error.into())
            }
        }
    }

    /// The session of this token, by what it is listed as.
    fn session(&self, token: &str, today: WallTime) -> Option<String> {
        let digest = hex(token);
        let known = self.sessions.iter().find(|(_, grant)| grant.digest == digest);
        known.filter(|(_, grant)| today.as_millis() < grant.until).map(|(id, _)| id.clone())
    }
}

impl Inner {
    fn admin_log(&self) -> MutexGuard<'_, AdminLog> {
        // Every line is written, then applied: a log that broke half way is one line behind, and the store says so.
        self.admin.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A link that makes somebody admin, at the first start or when it is asked for.
    pub(crate) fn admin_link(&self, asked: bool) -> Result<Option<String>, LoadError> {
        let mut log = self.admin_log();
        if !asked && log.sequence != Sequence::START {
            return Ok(None);
        }
        let failed = |error: &dyn std::fmt::Display| LoadError::from(Unavailable::new(error.to_string()));
        let code = people::new_token().map_err(|error| failed(&error))?;
        let today = self.calendar().now();
        let grant = Some(Grant { digest: hex(&code), until: (today + LINK).as_millis() });
        let line = Line { at: today.as_millis(), by: None, what: AdminAct::LinkMade, grant };
        log.write(self.store(), self.clock().now(), line, Vec::new()).map_err(|error| failed(&error))?;
        Ok(Some(code))
    }

    /// The code of a link becomes a session: its token, and when it ends.
    pub(crate) fn admin_sign_in(&self, code: &str) -> Result<(String, WallTime), NotDone> {
        let today = self.calendar().now();
        let mut log = self.admin_log();
        let works = |link: &Grant| link.digest == hex(code) && today.as_millis() < link.until;
        if !log.link.as_ref().is_some_and(works) {
            return Err(NotDone::BadLink);
        }
        let token = people::new_token()?;
        let (digest, until) = (hex(&token), today + SESSION);
        let what = AdminAct::SignedIn { session: digest[..16].to_owned() };
        let grant = Some(Grant { digest, until: until.as_millis() });
        let line = Line { at: today.as_millis(), by: None, what, grant };
        log.write(self.store(), self.clock().now(), line, Vec::new())?;
        Ok((token, until))
    }

    /// Which session of an admin has this token.
    pub(crate) fn admin_session(&self, token: &str) -> Option<String> {
        self.admin_log().session(token, self.calendar().now())
    }

    /// Writes down what an admin does, with what it changes about people, all of it or nothing.
    pub(crate) fn admin_act(
        &self,
        by: &str,
        what: AdminAct,
        people: Vec<PeopleChange>,
    ) -> Result<(), NotDone> {
        let at = self.calendar().now().as_millis();
        let line = Line { at, by: Some(by.to_owned()), what, grant: None };
        self.admin_log().write(self.store(), self.clock().now(), line, people)
    }

    /// What the admins did before this number, the latest first.
    pub(crate) fn admin_trail(&self, before: Option<u64>, limit: usize) -> Result<Vec<AuditLine>, NotDone> {
        let last = self.admin_log().sequence.0;
        let end = before.unwrap_or(u64::MAX).min(last + 1).max(1) - 1;
        let start = end.saturating_sub(limit as u64);
        let count = usize::try_from(end - start).unwrap_or(usize::MAX);
        let events = self.store().load(&stream(), Sequence(start), count)?;
        let lines = events.iter().rev().map(|event| {
            let Line { at, by, what, .. } = read(event)?;
            Ok(AuditLine { number: event.sequence.0, at, by, what })
        });
        Ok(lines.collect::<Result<_, LoadError>>()?)
    }
}

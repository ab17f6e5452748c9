//! Who is connected with which session, so that one that ends takes its sockets along.

use crate::outlet::ConnectionId;
use kozyr_store::{TokenDigest, User};
use kozyr_time::PlayerId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc;

/// What a connection is told about its own person.
#[derive(Debug)]
pub(crate) enum Control {
    /// They are called otherwise from now on, or have become an account.
    Changed(Box<User>),
    /// Their session has ended, or they were sent away: why.
    End(&'static str),
}

#[derive(Debug)]
struct Here {
    person: PlayerId,
    session: TokenDigest,
    control: mpsc::UnboundedSender<Control>,
}

/// Every connection that is somebody's.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashMap<ConnectionId, Here>>);

impl Presence {
    fn here(&self) -> MutexGuard<'_, HashMap<ConnectionId, Here>> {
        // Every change is one insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection is somebody's for as long as what comes back lives.
    pub(crate) fn come(
        self: &Arc<Self>,
        connection: ConnectionId,
        person: PlayerId,
        session: TokenDigest,
        control: mpsc::UnboundedSender<Control>,
    ) -> Present {
        self.here().insert(connection, Here { person, session, control });
        Present { presence: self.clone(), connection }
    }

    fn tell(&self, wanted: impl Fn(&Here) -> bool, message: impl Fn() -> Control) {
        for here in self.here().values().filter(|here| wanted(here)) {
            // A connection that has ended hears nothing, and needs not.
            let _ = here.control.send(message());
        }
    }

    /// The sockets of a session end.
    pub(crate) fn end_session(&self, session: &TokenDigest, why: &'static str) {
        self.tell(|here| here.session == *session, || Control::End(why));
    }

    /// The sockets of a person end, but for those of one session.
    pub(crate) fn end_person(&self, person: PlayerId, except: Option<&TokenDigest>, why: &'static str) {
        self.tell(|here| here.person == person && Some(&here.session) != except, || Control::End(why));
    }

    /// A person is called otherwise, or has become an account.
    pub(crate) fn changed(&self, user: &User) {
        self.tell(|here| here.person == user.id, || Control::Changed(Box::new(user.clone())));
    }
}

/// A connection is somebody's for as long as this lives.
#[derive(Debug)]
pub(crate) struct Present {
    presence: Arc<Presence>,
    connection: ConnectionId,
}

impl Drop for Present {
    fn drop(&mut self) {
        self.presence.here().remove(&self.connection);
    }
}

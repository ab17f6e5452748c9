//! Signing in by the password of an account, whichever protocol asks.

use crate::accounts::NoAccount;
use crate::callers::Source;
use crate::names;
use crate::passwords::{self, NotHashed};
use crate::room::Inner;
use crate::shard::ToShard;
use crate::world;
use kozyr_store::User;
use kozyr_time::PlayerId;
use std::sync::Arc;

/// Why it is not known whose password it is.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotChecked {
    #[error(transparent)]
    Account(#[from] NoAccount),
    #[error(transparent)]
    Password(#[from] NotHashed),
    #[error(transparent)]
    Lost(#[from] tokio::task::JoinError),
}

/// Under this the tries for a name are counted: all that look like it are one.
pub(crate) fn tried(name: &str) -> String {
    let [look, _] = names::looks(&name.chars().take(names::LONGEST * 2).collect::<String>());
    look
}

impl Inner {
    /// Whose name and password these are; nobody's when one of them is wrong, which takes as long to say.
    pub(crate) async fn holder(
        self: &Arc<Self>,
        name: String,
        password: String,
    ) -> Result<Option<User>, NotChecked> {
        let inner = self.clone();
        let known = tokio::task::spawn_blocking(move || inner.account(&name)).await??;
        let (user, hash) = known.map(|(user, credentials)| (user, credentials.password)).unzip();
        // Whoever sends a book instead of a password is not worth the work.
        let fits = password.len() <= 4 * passwords::LENGTHS.end();
        let right = fits && self.passwords.is_right(password, hash).await?;
        Ok(user.filter(|_| right))
    }

    /// The same for a protocol that has one answer for everything else: they may come in now, or not.
    pub(crate) async fn admitted(
        self: &Arc<Self>,
        from: Source,
        name: String,
        password: String,
    ) -> Option<User> {
        let look = tried(&name);
        if !self.tries.take(from, &look, world::instant()) {
            return None;
        }
        let holder = self.holder(name, password).await.inspect_err(|error| {
            tracing::warn!(%error, "a password was not checked");
        });
        let user = holder.ok().flatten()?;
        self.tries.give_back(from, &look, world::instant());
        let banned = user.banned_until.is_some_and(|until| self.calendar().now() < until);
        Some(user).filter(|_| !banned)
    }

    /// Sessions of this person were ended: the gateway looks whether theirs is among them.
    pub(crate) fn tell_signed_out(&self, person: PlayerId) {
        if let Some(gateway) = self.gateway() {
            // One that has stopped has nobody on the line.
            let _ = gateway.send(ToShard::SignedOut(person));
        }
    }
}

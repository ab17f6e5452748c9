//! People open tables and run them; tables nobody wants are closed.

use crate::directory::TableName;
use crate::load::LoadError;
use crate::made::{self, Subject};
use crate::plan::TablePlan;
use crate::room::Inner;
use crate::service::{Origin, stored_answer};
use crate::shard::ToShard;
use crate::world;
use kozyr_protocol::room::{Answer, HostOrder, Refusal, TableForm};
use kozyr_store::{AppendError, CommandDigest, CommandReceipt, Refused, UserKind};
use kozyr_time::{Millis, PlayerId, TableId, TimeSource};
use std::sync::Arc;
use tokio::sync::oneshot;

/// How often tables are looked at that nobody may want any more.
const LOOK_EVERY: Millis = Millis::from_secs(20);
/// A secret has so many characters of this alphabet, which has nothing in it that is taken for another: 100 bits.
const SECRET: usize = 20;
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

impl Inner {
    /// Opens a table whose host is whoever asked. Waits for the store.
    pub(crate) fn create_table(&self, origin: &Origin, name: &str, form: &TableForm) -> Answer {
        let refused = |reason| Answer::Refused { reason };
        let digest = digest_of("create", form);
        if let Some(answer) = self.answered_before(origin, digest) {
            return answer;
        }
        let limits = self.config().table_limits;
        let (own, all) = self.tables().made_count(origin.person);
        if own >= limits.each as usize || all >= limits.all as usize {
            return refused(Refusal::TooManyTables);
        }
        let Some(secret) = new_secret() else { return refused(Refusal::TryAgain) };
        let plan = |number: u64| {
            let id = TableId::new(&format!("open-{number}")).expect("a plain name");
            made::plan(id, form, (origin.person, name), Some(secret.clone()), &limits)
        };
        if let Err(problem) = plan(u64::MAX) {
            return refused(Refusal::BadTable { problem });
        }
        let opened = |plan: &TablePlan| Answer::Opened {
            table: plan.id.to_string(),
            secret: plan.made.as_ref().and_then(|made| made.secret.clone()),
        };
        let receipt = |plan: &TablePlan| receipt(origin, digest, &opened(plan));
        let plan = |number| plan(number).expect("the longest id was tried");
        match self.tables().make_table(self.store(), self.clock(), &plan, &receipt) {
            Ok(plan) => opened(&plan),
            Err(error) => not_written(&error),
        }
    }

    /// Changes a table as its host orders. Waits for the store.
    pub(crate) fn order_table(&self, origin: &Origin, table: &TableName, order: &HostOrder) -> Answer {
        let refused = |reason| Answer::Refused { reason };
        let digest = digest_of(table.as_str(), order);
        if let Some(answer) = self.answered_before(origin, digest) {
            return answer;
        }
        let subject = |player: PlayerId| {
            let user = self.store().user(player).ok().flatten()?;
            let bot = user.kind == UserKind::Bot;
            Some(Subject { name: user.name, bot, seated: self.directory.sits(table, player) })
        };
        let limits = self.config().table_limits;
        let change =
            |plan: &TablePlan| made::ordered(plan, origin.person, order, &limits, subject, new_secret);
        let accepted = Answer::Accepted { sequence: 0 };
        let receipt = receipt(origin, digest, &accepted);
        match self.tables().change_table(self.store(), self.clock(), table, &change, receipt) {
            Ok(Ok(())) => {
                if let HostOrder::Remove { player } = order
                    && let Ok(player) = PlayerId::new(*player)
                {
                    self.talk.expel(table, player);
                }
                accepted
            }
            Ok(Err(reason)) => refused(reason),
            Err(error) => not_written(&error),
        }
    }

    /// A command that was carried out is answered as it was, whatever would come of it now.
    fn answered_before(&self, origin: &Origin, digest: CommandDigest) -> Option<Answer> {
        match self.store().receipt(&origin.key()) {
            Ok(Some(receipt)) if receipt.digest == digest => Some(stored_answer(&receipt)),
            Ok(None) => None,
            Ok(Some(_)) | Err(_) => Some(Answer::Refused { reason: Refusal::TryAgain }),
        }
    }
}

/// Closes tables of people at which nobody has sat or looked for a while.
pub(crate) async fn close_idle(room: Arc<Inner>) {
    loop {
        tokio::time::sleep(room.clock().lasting(LOOK_EVERY)).await;
        let limits = room.config().table_limits;
        let now = room.clock().now();
        for (table, made) in room.tables().made_tables() {
            let patience = if made.is_private() { limits.private_idle } else { limits.public_idle };
            if room.directory.idle_since(&table).is_some_and(|since| since + patience <= now) {
                close(&room, table).await;
            }
        }
    }
}

/// Closes a table if it is empty: first it takes nobody in any more, then the room forgets it, and if that cannot be written
/// it opens again.
async fn close(room: &Arc<Inner>, table: TableName) {
    let Some((_, shard)) = room.table(table.as_str()) else { return };
    let (answer, answered) = oneshot::channel();
    if shard.send(ToShard::Retire { table: table.clone(), answer: Some(answer) }).is_err()
        || !matches!(answered.await, Ok(true))
    {
        return;
    }
    let (inner, name) = (room.clone(), table.clone());
    let closed = world::aside(move || inner.close_table(&name)).await;
    if matches!(closed, Ok(Ok(()))) {
        room.talk.forget(&table);
        tracing::info!(%table, "a table nobody wanted was closed");
    } else {
        tracing::error!(%table, "a table could not be closed");
        // A shard that has stopped belongs to a room that stops.
        let _ = shard.send(ToShard::Retire { table, answer: None });
    }
}

fn receipt(origin: &Origin, digest: CommandDigest, answer: &Answer) -> CommandReceipt {
    let answer = serde_json::to_vec(answer).expect("an answer can be written");
    CommandReceipt { key: origin.key(), digest, answer: answer.into() }
}

fn not_written(error: &LoadError) -> Answer {
    if let LoadError::Append(AppendError::Refused(Refused::Repeated(receipt))) = error {
        return stored_answer(receipt);
    }
    tracing::error!(%error, "a table could not be opened or changed");
    Answer::Refused { reason: Refusal::TryAgain }
}

/// What a command says, to tell it from another under the same id.
pub(crate) fn digest_of(about: &str, said: &impl std::fmt::Debug) -> CommandDigest {
    let hash = blake3::hash(format!("{about} {said:?}").as_bytes());
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    CommandDigest(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

fn new_secret() -> Option<String> {
    let mut random = [0; SECRET];
    world::fill(&mut random).ok()?;
    Some(random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

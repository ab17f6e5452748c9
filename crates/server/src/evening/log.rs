//! The logs of evenings: one that says which there are, and one for each.

use super::EveningPlan;
use crate::load::{LoadError, damaged};
use crate::tournament::{room, wall};
use kozyr_store::{Append, CommandReceipt, Epoch, Payload, Sequence, Store, StreamBatch, StreamId};
use kozyr_time::Timestamp;
use kozyr_tournament::Status;
use kozyr_tournament::evening::{Evening, Line, Order};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Lines read at a time.
const PAGE: usize = 1000;

/// A line of the log that says which evenings there are.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum IndexLine {
    Opened(Box<EveningPlan>),
    Closed(String),
}

/// Which evenings there are.
pub(super) struct Index {
    plans: BTreeMap<String, EveningPlan>,
    /// How many there ever were: their numbers are not used again.
    opened: u64,
    epoch: Epoch,
    sequence: Sequence,
}

fn index_stream() -> StreamId {
    StreamId::new("evenings").expect("a plain name")
}

fn stream_of(id: &str) -> StreamId {
    StreamId::new(&format!("evening/{id}")).expect("an evening's id is short and plain")
}

/// Reads a log from its beginning.
fn read<L: DeserializeOwned>(
    store: &dyn Store,
    stream: &StreamId,
    mut hear: impl FnMut(L),
) -> Result<Sequence, LoadError> {
    let mut at = Sequence::START;
    loop {
        let page = store.load(stream, at, PAGE)?;
        for event in &page {
            at = event.sequence;
            let wrong = |error: &dyn std::fmt::Display| damaged(stream, at.0, &error.to_string());
            let (_, bytes) = event.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(&error))?;
            hear(serde_json::from_slice(bytes).map_err(|error| wrong(&error))?);
        }
        if page.is_empty() {
            return Ok(at);
        }
    }
}

fn payload(line: &impl Serialize) -> Payload {
    serde_json::to_vec(line).expect("lines have text keys and no floats").into()
}

impl Index {
    /// Claims the log and reads it.
    pub(super) fn open(store: &dyn Store) -> Result<Index, LoadError> {
        let stream = index_stream();
        let head = store.claim(&stream)?;
        let (mut plans, mut opened) = (BTreeMap::new(), 0);
        let sequence = read(store, &stream, |line| match line {
            IndexLine::Opened(plan) => {
                opened += 1;
                plans.insert(plan.id.clone(), *plan);
            }
            IndexLine::Closed(id) => drop(plans.remove(&id)),
        })?;
        Ok(Index { plans, opened, epoch: head.epoch, sequence })
    }

    pub(super) fn plans(&self) -> impl Iterator<Item = &EveningPlan> {
        self.plans.values()
    }

    pub(super) fn next_number(&self) -> u64 {
        self.opened + 1
    }

    pub(super) fn add(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        plan: &EveningPlan,
        receipt: CommandReceipt,
    ) -> Result<(), LoadError> {
        self.write(store, at, &IndexLine::Opened(Box::new(plan.clone())), Some(receipt))?;
        self.opened += 1;
        self.plans.insert(plan.id.clone(), plan.clone());
        Ok(())
    }

    pub(super) fn remove(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        id: &str,
        receipt: Option<CommandReceipt>,
    ) -> Result<(), LoadError> {
        self.write(store, at, &IndexLine::Closed(id.to_owned()), receipt)?;
        self.plans.remove(id);
        Ok(())
    }

    fn write(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        line: &IndexLine,
        receipt: Option<CommandReceipt>,
    ) -> Result<(), LoadError> {
        let written = append(store, at, (&index_stream(), self.epoch, self.sequence), payload(line), receipt);
        match written {
            Ok(end) => {
                self.sequence = end;
                Ok(())
            }
            Err(error) => {
                // What the store has is not known: it is read again, and the next attempt goes on from there.
                if let Ok(fresh) = Index::open(store) {
                    *self = fresh;
                }
                Err(error)
            }
        }
    }
}

fn append(
    store: &dyn Store,
    at: Timestamp,
    (stream, epoch, sequence): (&StreamId, Epoch, Sequence),
    line: Payload,
    receipt: Option<CommandReceipt>,
) -> Result<Sequence, LoadError> {
    let batch = StreamBatch::new(stream.clone(), epoch, sequence, vec![line]);
    let end = batch.end();
    let receipts = receipt.into_iter().collect();
    store.append(Append { at, streams: vec![batch], receipts, ..Append::default() })?;
    Ok(end)
}

/// One evening and its log.
pub(super) struct Book {
    plan: EveningPlan,
    evening: Evening,
    epoch: Epoch,
    sequence: Sequence,
}

impl Book {
    /// Claims the evening's log and reads it.
    pub(super) fn open(store: &dyn Store, plan: EveningPlan) -> Result<Book, LoadError> {
        let stream = stream_of(&plan.id);
        let head = store.claim(&stream)?;
        // A line that does not fit is an assertion of the evening's; here it is a damaged file.
        let replayed = catch_unwind(AssertUnwindSafe(|| {
            let mut evening = Evening::new(&plan.id, wall(plan.opened_at), plan.rules.clone());
            let sequence = read(store, &stream, |line: Line| evening.apply(&line))?;
            Ok((evening, sequence))
        }));
        let wrong = || Err(damaged(&stream, 0, "a line does not follow from those before"));
        let (evening, sequence) = replayed.unwrap_or_else(|_| wrong())?;
        Ok(Book { plan, evening, epoch: head.epoch, sequence })
    }

    pub(super) fn plan(&self) -> &EveningPlan {
        &self.plan
    }

    pub(super) fn evening(&self) -> &Evening {
        &self.evening
    }

    pub(super) fn sequence(&self) -> u64 {
        self.sequence.0
    }

    /// When something happens by itself.
    pub(super) fn deadline(&self, now: Timestamp) -> Option<Timestamp> {
        self.evening.at(wall(now)).deadline().map(room)
    }

    /// Makes a line durable, and then so.
    pub(super) fn write(
        &mut self,
        store: &dyn Store,
        at: Timestamp,
        line: &Line,
        receipt: Option<CommandReceipt>,
    ) -> Result<(), LoadError> {
        let stream = stream_of(&self.plan.id);
        match append(store, at, (&stream, self.epoch, self.sequence), payload(line), receipt) {
            Ok(end) => {
                self.sequence = end;
                self.evening.apply(line);
                Ok(())
            }
            Err(error) => {
                // What the store has is not known: it is read again, and the next attempt goes on from there.
                if let Ok(fresh) = Book::open(store, self.plan.clone()) {
                    *self = fresh;
                }
                Err(error)
            }
        }
    }

    /// The room was down: a clock that ran stands, and the director lets it go on.
    pub(super) fn recover(&mut self, store: &dyn Store, now: Timestamp) {
        if self.evening.tournament().status() != Status::Running {
            return;
        }
        let recovered = self.evening.order(wall(now), &Order::Recover, &mut |_| 0);
        let written = recovered.map(|line| self.write(store, now, &line, None));
        if let failed @ (Err(_) | Ok(Err(_))) = written {
            tracing::error!(evening = %self.plan.id, ?failed, "its clock runs on as if the room had not been down");
        }
    }
}

//! From a turn to the store, and what becomes of it there.

use super::line::Question;
use super::load::{Anew, stream};
use super::turn::{Job, Turn, Write};
use super::{Gateway, Letter, LoadedGateway, ServedTable, TRY_AGAIN};
use crate::audience::{Audience, moves_people};
use crate::chore::Chore;
use crate::load::LoadError;
use crate::planted::{self, Fault};
use crate::service::stakes;
use kozyr_chips::Owner;
use kozyr_protocol::room::Refusal;
use kozyr_protocol::updau::session::Output;
use kozyr_store::{Append, AppendError, Currency, Payload, Refused, Sequence, StreamBatch, Ticket, Transfer};
use kozyr_time::TableId;

/// A turn that is refused so often is not taken again.
const MOST_TRIES: u8 = 3;
/// The records of the sessions are written anew after so many events, or twice as many as there are records.
const ANEW_AFTER: u64 = 5_000;

impl Gateway {
    /// Hands a turn to the store, or tells it at once when there is nothing to write.
    pub(super) fn finish(&mut self, mut turn: Turn) {
        turn.transfers = self.hall.books.take();
        let people = self.hall.take_people();
        let nothing = turn.events.is_empty()
            && turn.writes.is_empty()
            && turn.transfers.is_empty()
            && turn.receipts.is_empty()
            && people.is_empty();
        if nothing {
            return self.settle(turn);
        }
        let tables = turn.writes.iter().map(|(id, write)| self.stream_batch(id, write));
        let mut streams: Vec<StreamBatch> = tables.collect();
        let mut sessions =
            StreamBatch::new(stream(), self.epoch, Sequence(self.sequence), std::mem::take(&mut turn.events));
        if self.since_anew >= ANEW_AFTER {
            self.write_anew(&mut sessions, &mut turn);
        }
        turn.events = sessions.events.clone();
        // The claim to the sessions' log is what keeps a gateway from writing that has been replaced.
        streams.push(sessions);
        let hands = turn.writes.iter().flat_map(|(id, write)| self.hand_rows(id, write)).collect();
        let (transfers, receipts) = (turn.transfers.clone(), turn.receipts.clone());
        let append =
            Append { at: self.shared.now, streams, transfers, receipts, people, hands, ..Append::default() };
        self.shared.directory.paying(super::load::TABLES, &turn.transfers);
        self.pending = Some(turn);
        self.shared.store.submit(append, Ticket(0), &self.shared.lane);
    }

    /// Writes all records again, when those written before are many more: a start reads nothing older.
    fn write_anew(&self, sessions: &mut StreamBatch, turn: &mut Turn) {
        let all = self.sessions.all_events();
        if self.since_anew < 2 * all.len() as u64 {
            return;
        }
        let line = |event| Payload::from(serde_json::to_vec(event).expect("a record can be written"));
        // The records are as they are after this turn.
        sessions.events = all.iter().map(line).collect();
        let anew = Anew { after: self.sequence };
        sessions.checkpoint = Some(serde_json::to_vec(&anew).expect("a number can be written").into());
        turn.anew = true;
    }

    /// What became of what was handed to the store.
    pub(super) fn completed(&mut self, outcome: Result<(), AppendError>) {
        let Some(turn) = self.pending.take() else { return };
        match outcome {
            Ok(()) => self.settle(turn),
            Err(AppendError::Refused(Refused::Fenced { .. })) => {
                self.give_up(&turn);
            }
            // Somebody spent their chips elsewhere in this moment, or sent a command twice: with what the store has, the
            // same things are done again and come to something else.
            Err(AppendError::Refused(why)) => {
                tracing::info!(%why, "a turn of the gateway is taken again");
                self.take_back(turn, true);
            }
            Err(error) => {
                tracing::error!(%error, "the store did not take a turn of the gateway");
                self.shared.directory.tally.failed_appends.add(1);
                self.take_back(turn, false);
            }
        }
    }

    /// Somebody else has claimed the gateway: it stops here, and takes nothing back from them.
    pub(super) fn give_up(&mut self, turn: &Turn) {
        tracing::error!("somebody else has claimed the gateway: it stops");
        self.frozen = true;
        self.lines.drain().for_each(|(_, line)| line.send(Letter::Close(TRY_AGAIN)));
        for job in turn.jobs.iter().chain(&self.queue) {
            refuse(job);
        }
        self.queue.clear();
    }

    /// Has somebody else claimed the gateway? What its tables hold according to the store is theirs then.
    pub(super) fn is_replaced(&self) -> bool {
        let head = self.hall.books.answered(self.shared.store.head(&stream()));
        head.epoch > self.epoch
    }

    /// It is durable: now it is told.
    fn settle(&mut self, turn: Turn) {
        let Turn { events, anew, writes, transfers, outputs, answers, refusals, .. } = turn;
        self.tries = 0;
        let written = events.len() as u64;
        self.sequence += written;
        self.since_anew = if anew { written } else { self.since_anew + written };
        for (id, write) in writes {
            self.settle_table(&id, write);
        }
        self.shared.directory.paid(super::load::TABLES);
        for (origin, answer) in answers {
            origin.answer(answer);
        }
        self.shared.directory.tally.refusals.add(refusals.len());
        refusals.into_iter().for_each(|chore| self.shared.leave(chore));
        self.tell_wallets(&transfers);
        for output in outputs {
            match output {
                Output::Send { bytes, .. }
                    if planted::has(Fault::LetterToEverybody)
                        && bytes.windows(11).any(|part| part == b"finishround") =>
                {
                    self.lines.values().for_each(|line| line.send(Letter::Document(bytes.clone())));
                }
                Output::Send { to, bytes } => {
                    self.lines
                        .get(&to)
                        .into_iter()
                        .for_each(|line| line.send(Letter::Document(bytes.clone())));
                }
                Output::Close { connection, code } => {
                    self.hall.gone(connection);
                    self.lines.remove(&connection).iter().for_each(|line| line.send(Letter::Close(code)));
                }
                Output::Check { ticket, connection, login, password } => {
                    self.hall.check(Question { connection, ticket, login, password });
                }
            }
        }
    }

    fn settle_table(&mut self, id: &TableId, write: Write) {
        let Write { opened, batches, close, .. } = write;
        let fresh = opened.is_some();
        if let Some(loaded) = opened {
            let audience = Audience::new(id.clone(), super::load::TITLE.to_owned(), None, &loaded.table);
            self.tables.insert(id.clone(), ServedTable { loaded, audience });
        }
        let Some(served) = self.tables.get_mut(id) else { return };
        let mut moved = fresh;
        for batch in &batches {
            moved |= served.audience.apply(&mut served.loaded, batch, &self.shared) || moves_people(batch);
        }
        if close {
            served.audience.dismiss();
            self.shared.directory.forget(id);
            self.tables.remove(id);
        } else if moved {
            served.announce(id, &self.shared.directory);
        } else if batches.iter().any(|batch| batch.rest.is_some() || !batch.transfers.is_empty()) {
            self.shared.directory.put_stakes(id, stakes(&served.loaded.table));
        }
    }

    /// Those who look on from a page see what became of their chips.
    fn tell_wallets(&self, transfers: &[Transfer]) {
        for account in transfers.iter().flat_map(|transfer| [transfer.from(), transfer.to()]) {
            let Owner::Player(person) = account.owner else { continue };
            if account.currency != Currency::FUN {
                continue;
            }
            let outlets: Vec<_> =
                self.tables.values().flat_map(|served| served.audience.outlets_of(person)).collect();
            if !outlets.is_empty() {
                self.shared.leave(Chore::Wallet { account: account.clone(), outlets });
            }
        }
    }

    /// Nothing of the turn counts: everything is loaded again. What it was made of is done again when the store has
    /// certainly taken none of it; otherwise whoever asked comes back and finds out.
    pub(super) fn take_back(&mut self, turn: Turn, again: bool) {
        self.frozen = true;
        self.tries += 1;
        if again && self.tries <= MOST_TRIES {
            for job in turn.jobs.into_iter().rev() {
                self.queue.push_front(job);
            }
        } else {
            for job in &turn.jobs {
                if let Job::Connected(connection) | Job::Client(connection, _) = job {
                    let line = self.lines.remove(connection);
                    line.iter().for_each(|line| line.send(Letter::Close(TRY_AGAIN)));
                }
                refuse(job);
            }
        }
        let settings = Box::new(self.settings.clone());
        self.shared.leave(Chore::LoadGateway { settings, now: self.shared.now, patient: !again });
    }

    pub(super) fn reloaded(&mut self, loaded: Result<LoadedGateway, LoadError>) {
        match loaded {
            Ok(loaded) => {
                self.frozen = false;
                self.take_over(loaded);
            }
            Err(error) => {
                tracing::error!(%error, "the gateway cannot be loaded yet");
                let settings = Box::new(self.settings.clone());
                self.shared.leave(Chore::LoadGateway { settings, now: self.shared.now, patient: true });
            }
        }
    }
}

/// Whoever waits for an answer is told to ask again.
fn refuse(job: &Job) {
    if let Job::Table { asked: Some(asked), .. } = job {
        asked.origin.refuse(Refusal::TryAgain);
    }
}

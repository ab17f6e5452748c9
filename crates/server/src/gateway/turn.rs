//! One turn: everything that came since the last, carried out at the sessions and at the tables as they will be.

use super::hall::Seated;
use super::line::FromClient;
use super::load::TITLE;
use super::{Gateway, Letter, TRY_AGAIN};
use crate::chore::Chore;
use crate::history::{hand_rows, keeps_checkpoint};
use crate::load::{Loaded, payload};
use crate::plan::stream_of;
use crate::recent::Recent;
use crate::seeds::SystemSeeds;
use crate::service::{Origin, begins, stored_answer};
use crate::wire;
use kozyr_chips::Owner;
use kozyr_protocol::room::{Answer, Refusal};
use kozyr_protocol::updau::session::{ConnectionId, Input, Outcome, Output, TableInput, TableStep, Want};
use kozyr_store::{Account, CommandDigest, CommandReceipt, HandRow, Payload, Secret, StreamBatch};
use kozyr_table::durak::{DurakHouse, DurakSeating, DurakTable};
use kozyr_table::{Batch, Dealer, Entry, Settings};
use kozyr_time::{Millis, PlayerId, TableId};
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// So many things are done in one turn at most.
const MOST: usize = 1024;

/// A command of somebody who came by the room's own protocol.
pub(super) struct Asked {
    pub(super) origin: Origin,
    pub(super) digest: CommandDigest,
}

/// Something to do.
pub(super) enum Job {
    Connected(ConnectionId),
    Client(ConnectionId, FromClient),
    Table { table: TableId, input: Box<TableInput>, asked: Option<Asked> },
    SignedOut(PlayerId),
    Restarted,
}

impl Job {
    /// Something at a table that nobody sent.
    pub(super) fn own(table: &TableId, input: TableInput) -> Job {
        Job::Table { table: table.clone(), input: Box::new(input), asked: None }
    }

    /// Whose command it is.
    pub(super) fn person(&self) -> Option<PlayerId> {
        match self {
            Job::Table { asked: Some(asked), .. } => Some(asked.origin.person),
            _ => None,
        }
    }
}

/// What is written to the log of a table.
#[derive(Default)]
pub(super) struct Write {
    /// A table that is opened.
    pub(super) opened: Option<Loaded<DurakSeating>>,
    pub(super) batches: Vec<Batch<DurakSeating>>,
    pub(super) secrets: Vec<Secret>,
    pub(super) checkpoint: Option<Payload>,
    /// Is the checkpoint one to keep?
    pub(super) keep: bool,
    pub(super) close: bool,
}

/// Everything that becomes durable together, and what is told then.
#[derive(Default)]
pub(super) struct Turn {
    pub(super) jobs: VecDeque<Job>,
    /// For the log of the sessions.
    pub(super) events: Vec<Payload>,
    pub(super) anew: bool,
    pub(super) writes: BTreeMap<TableId, Write>,
    pub(super) transfers: Vec<kozyr_store::Transfer>,
    pub(super) receipts: Vec<CommandReceipt>,
    pub(super) outputs: Vec<Output>,
    pub(super) answers: Vec<(Origin, Answer)>,
    /// Somebody else has claimed the gateway meanwhile.
    pub(super) replaced: bool,
    /// Refusals, which may be of commands that were carried out before.
    pub(super) refusals: Vec<Chore>,
}

impl Gateway {
    /// Takes turns until there is nothing to do or something is with the store.
    pub(super) fn pump(&mut self) {
        while self.pending.is_none() && !self.frozen && self.stopping.is_none() {
            let now = self.shared.now;
            let due = self.hall.deadline().into_iter().chain(self.sessions.deadline()).any(|at| at <= now);
            if self.queue.is_empty() && !due {
                break;
            }
            self.hall.begin();
            let mut turn = Turn::default();
            if catch_unwind(AssertUnwindSafe(|| self.pass(&mut turn))).is_err() {
                tracing::error!("an invariant of the gateway broke as time passed");
                return self.take_back(turn, false);
            }
            for _ in 0..MOST {
                // A store that does not answer, or serves another by now, has taken the turn's ground away.
                if self.hall.books.has_failed() || turn.replaced {
                    break;
                }
                let Some(job) = self.queue.pop_front() else { break };
                if catch_unwind(AssertUnwindSafe(|| self.carry_out(&job, &mut turn))).is_err() {
                    return self.broke_over(&job, turn);
                }
                turn.jobs.push_back(job);
            }
            if turn.replaced {
                return self.give_up(&turn);
            }
            if self.hall.books.has_failed() {
                return self.take_back(turn, false);
            }
            self.finish(turn);
        }
        self.claim_more();
    }

    /// Something could not be done at all. Whoever sent it goes; the others have lost nothing.
    fn broke_over(&mut self, job: &Job, turn: Turn) {
        tracing::error!("an invariant of the gateway broke: what was asked is not done");
        match job {
            Job::Connected(connection) | Job::Client(connection, _) => {
                self.lines.remove(connection).iter().for_each(|line| line.send(Letter::Close(TRY_AGAIN)));
            }
            Job::Table { asked: Some(asked), .. } => asked.origin.refuse(Refusal::TryAgain),
            Job::Table { .. } | Job::SignedOut(_) | Job::Restarted => {}
        }
        self.take_back(turn, true);
    }

    /// Lets happen what is due, tables before sessions.
    fn pass(&mut self, turn: &mut Turn) {
        let now = self.shared.now;
        while let Some(table) = self.hall.due(now) {
            self.ask(&table, None, &TableInput::Tick, None, turn);
            let still = self.hall.get(&table).and_then(|seated| seated.table.deadline());
            if still.is_some_and(|at| at <= now) {
                // It could not act on it (no randomness, say): soon again.
                self.hall.put_off(&table, now + Millis::from_secs(1));
            }
        }
        self.tell_sessions(Input::Tick, turn);
    }

    fn carry_out(&mut self, job: &Job, turn: &mut Turn) {
        match job {
            Job::Connected(connection) => self.tell_sessions(Input::Connected(*connection), turn),
            Job::Client(connection, message) => {
                let connection = *connection;
                match message {
                    FromClient::Connected { .. } => unreachable!("a line is taken out of its message"),
                    FromClient::Received { bytes, .. } => {
                        self.tell_sessions(Input::Received(connection, bytes), turn);
                    }
                    FromClient::Rejected(fault) => {
                        self.tell_sessions(Input::Rejected(connection, fault.clone()), turn);
                    }
                    FromClient::Checked { ticket, account } => {
                        let account = account.clone();
                        self.tell_sessions(Input::Checked { ticket: *ticket, account }, turn);
                    }
                    FromClient::Gone => self.tell_sessions(Input::Disconnected(connection), turn),
                }
            }
            Job::SignedOut(person) => self.tell_sessions(Input::SignedOut(*person), turn),
            Job::Restarted => self.tell_sessions(Input::Restarted, turn),
            Job::Table { table, input, asked } => self.ask(table, None, input, asked.as_ref(), turn),
        }
    }

    /// One step of the sessions, and everything it leads to.
    fn tell_sessions(&mut self, input: Input<'_>, turn: &mut Turn) {
        let outcome = self.sessions.step(self.shared.now, input, &mut self.hall);
        let mut wants = VecDeque::new();
        note(outcome, turn, &mut wants);
        self.fulfil(wants, turn);
    }

    fn fulfil(&mut self, mut wants: VecDeque<Want>, turn: &mut Turn) {
        while let Some(want) = wants.pop_front() {
            if self.hall.books.has_failed() || turn.replaced {
                return;
            }
            match want {
                Want::Open { table, settings, house } => self.open_table(&table, *settings, *house, turn),
                Want::Ask { table, ticket, input } => {
                    self.ask_in(&table, ticket, &input, None, turn, &mut wants);
                }
                Want::Close(table) => {
                    let seated = self.hall.get(&table).expect("a table that was opened");
                    assert_eq!(seated.table.taken().count(), 0, "somebody sits at {table}");
                    self.hall.remove(&table);
                    turn.writes.entry(table).or_default().close = true;
                }
                Want::Fund(transfer) => self.hall.books.pay(&[transfer]).expect("issuance may owe"),
            }
        }
    }

    fn open_table(&mut self, id: &TableId, settings: Settings, house: DurakHouse, turn: &mut Turn) {
        // Without a claim the store would refuse it: the turn has failed already.
        let head = self.hall.claim_of(id).unwrap_or_default();
        let open = |settings: &Settings, house: &DurakHouse| {
            DurakTable::open(id.clone(), settings.clone(), house.clone())
                .expect("the sessions know what can be played")
        };
        let (ahead, durable) = (open(&settings, &house), open(&settings, &house));
        let dealer = Dealer::new(SystemSeeds);
        let loaded = Loaded {
            table: durable,
            dealer: dealer.clone(),
            recent: Recent::starting_at(0),
            epoch: head.epoch,
            sequence: 0,
            book: None,
        };
        self.hall.put(id, Seated::new(ahead, dealer, 0));
        turn.writes.insert(id.clone(), Write { opened: Some(loaded), ..Write::default() });
        let opened = Entry::Opened { id: id.clone(), settings, house };
        let (transfers, memory) = (Vec::new(), Vec::new());
        let batch = Batch {
            at: self.shared.now,
            entries: vec![opened],
            transfers,
            memory,
            rest: None,
            settled: Vec::new(),
        };
        self.happen(id, batch, turn);
    }

    /// Asks a table, and everything that leads to.
    fn ask(
        &mut self,
        table: &TableId,
        ticket: Option<u64>,
        input: &TableInput,
        asked: Option<&Asked>,
        turn: &mut Turn,
    ) {
        let mut wants = VecDeque::new();
        self.ask_in(table, ticket, input, asked, turn, &mut wants);
        self.fulfil(wants, turn);
    }

    fn ask_in(
        &mut self,
        id: &TableId,
        ticket: Option<u64>,
        input: &TableInput,
        mut asked: Option<&Asked>,
        turn: &mut Turn,
        wants: &mut VecDeque<Want>,
    ) {
        if asked.is_some_and(|asked| self.was_done(asked, turn)) {
            return;
        }
        let Some(seated) = self.hall.get(id) else {
            // It was not done in an earlier turn: that was asked above.
            return asked.iter().for_each(|asked| asked.origin.refuse(Refusal::UnknownTable));
        };
        let now = self.shared.now;
        let mut dealer = seated.dealer.clone();
        let decided = seated.table.decide(now, input, &mut dealer);
        let batch = match decided {
            // A room that is being emptied deals no more; what is due by itself is asked again.
            Ok(batch) if self.shared.draining && begins(&batch) => {
                asked.iter().for_each(|asked| asked.origin.refuse(Refusal::TryAgain));
                let Some(ticket) = ticket else { return };
                let why = kozyr_table::Refused::NotNow;
                let outcome = self.sessions.step(now, Input::Refused { ticket, why }, &mut self.hall);
                return note(outcome, turn, wants);
            }
            Ok(batch) => batch,
            Err(why) => {
                if let Some(Asked { origin, digest }) = asked {
                    let (origin, digest) = (origin.clone(), *digest);
                    turn.refusals.push(Chore::Receipt {
                        origin,
                        digest,
                        reason: wire::refusal::<DurakSeating>(&why),
                    });
                }
                let Some(ticket) = ticket else { return };
                let outcome = self.sessions.step(now, Input::Refused { ticket, why }, &mut self.hall);
                return note(outcome, turn, wants);
            }
        };
        let batch = match self.hall.books.pay(&batch.transfers) {
            Ok(()) => batch,
            // Nobody is poor because the store does not answer: nothing of this turn counts.
            Err(_) if self.hall.books.has_failed() => return,
            // A table that cannot pay is somebody else's by now, or the books are wrong.
            Err(account) if !matches!(account.owner, Owner::Player(_)) && self.is_replaced() => {
                turn.replaced = true;
                return;
            }
            Err(account) => {
                let Some(batch) = self.cannot_pay(id, &account, asked) else { return };
                dealer = self.hall.get(id).expect("it was there").dealer.clone();
                asked = None;
                batch
            }
        };
        self.hall.get_mut(id).expect("it was there").dealer = dealer;
        let steps = self.happen(id, batch, turn);
        if let Some(Asked { origin, digest }) = asked {
            let accepted = Answer::Accepted { sequence: self.hall.get(id).expect("it was there").sequence };
            let answer = serde_json::to_vec(&accepted).expect("an answer can be written").into();
            turn.receipts.push(CommandReceipt { key: origin.key(), digest: *digest, answer });
            turn.answers.push((origin.clone(), accepted));
        }
        let told = Input::Table { table: id, ticket, steps };
        let outcome = self.sessions.step(now, told, &mut self.hall);
        note(outcome, turn, wants);
    }

    /// Was this command carried out before, in an earlier turn or in this one? Then it is answered as it was then.
    fn was_done(&mut self, asked: &Asked, turn: &mut Turn) -> bool {
        let Asked { origin, digest } = asked;
        let here = turn.receipts.iter().find(|receipt| receipt.key == origin.key()).cloned();
        let done = here.or_else(|| {
            let kept = self.shared.store.receipt(&origin.key());
            self.hall.books.answered(kept)
        });
        match done {
            None => false,
            Some(receipt) if receipt.digest == *digest => {
                turn.answers.push((origin.clone(), stored_answer(&receipt)));
                true
            }
            Some(_) => {
                origin.refuse(Refusal::TryAgain);
                true
            }
        }
    }

    /// What becomes of a decision that somebody's wallet does not allow: whoever asked for it is refused, and what the
    /// table asked of a wallet by itself comes back as an input.
    fn cannot_pay(
        &mut self,
        id: &TableId,
        account: &Account,
        asked: Option<&Asked>,
    ) -> Option<Batch<DurakSeating>> {
        let Owner::Player(player) = account.owner else { panic!("{account} cannot pay") };
        match asked {
            Some(Asked { origin, .. }) if origin.person == player => {
                let balance = self.hall.books.balance(account);
                origin.refuse(Refusal::NotEnoughChips { balance });
                return None;
            }
            Some(Asked { origin, .. }) => origin.refuse(Refusal::TryAgain),
            None => {}
        }
        let seated = self.hall.get(id).expect("it was there");
        let mut dealer = seated.dealer.clone();
        let batch = seated.table.decide(self.shared.now, &TableInput::CannotPay(player), &mut dealer).ok()?;
        assert_eq!(batch.transfers, [], "nobody pays because somebody cannot");
        Some(batch)
    }

    /// It is decided: the table as it will be changes, and its log gets what is to be written.
    fn happen(&mut self, id: &TableId, batch: Batch<DurakSeating>, turn: &mut Turn) -> Vec<TableStep> {
        let seated = self.hall.get_mut(id).expect("a table that was opened");
        let steps = TableStep::carry_out(&mut seated.table, &batch);
        seated.sequence += batch.entries.len() as u64;
        let fresh = seated.dealer.take_fresh().into_iter();
        let secrets = fresh.map(|(key, secret)| Secret { key, payload: secret.to_bytes().into() });
        let write = turn.writes.entry(id.clone()).or_default();
        write.secrets.extend(secrets);
        let rest = batch.rest.as_ref();
        write.checkpoint =
            rest.map(|rest| serde_json::to_vec(rest).expect("a table at rest can be written").into());
        write.keep |= keeps_checkpoint(&batch);
        write.batches.push(batch);
        self.hall.enter(id);
        steps
    }

    /// The table as it is in the store.
    fn durable<'a>(&'a self, id: &TableId, write: &'a Write) -> &'a Loaded<DurakSeating> {
        let durable = write.opened.as_ref().or_else(|| self.tables.get(id).map(|served| &served.loaded));
        durable.expect("a table that is open")
    }

    /// The rows of the parties that are over at this table.
    pub(super) fn hand_rows(&self, id: &TableId, write: &Write) -> Vec<HandRow> {
        let durable = self.durable(id, write);
        let (mut after, mut rows) = (durable.sequence, Vec::new());
        for batch in &write.batches {
            let (table, stream) = (&durable.table, stream_of(id));
            rows.extend(hand_rows(batch, table, TITLE, &stream, after, &self.shared.directory));
            after += batch.entries.len() as u64;
        }
        rows
    }

    /// The part of an append that is about this table.
    pub(super) fn stream_batch(&self, id: &TableId, write: &Write) -> StreamBatch {
        let durable = self.durable(id, write);
        let entries = write.batches.iter().flat_map(|batch| &batch.entries);
        let events: Vec<Payload> = entries.map(payload).collect();
        let after = kozyr_store::Sequence(durable.sequence);
        StreamBatch {
            secrets: write.secrets.clone(),
            checkpoint: write.checkpoint.clone(),
            keep: write.keep && write.checkpoint.is_some(),
            close: write.close,
            ..StreamBatch::new(stream_of(id), durable.epoch, after, events)
        }
    }
}

fn note(outcome: Outcome, turn: &mut Turn, wants: &mut VecDeque<Want>) {
    let Outcome { events, wants: more, outputs } = outcome;
    let line = |event| Payload::from(serde_json::to_vec(event).expect("a record can be written"));
    turn.events.extend(events.iter().map(line));
    turn.outputs.extend(outputs);
    wants.extend(more);
}

//! One table in service: its queue, its log in the store, and those who look on.
//!
//! A service works on one thing at a time. What an input comes to is decided, handed to the store, and
//! only when it is durable applied and told to anybody. Nothing in here waits.

use crate::around::Surroundings;
use crate::audience::{Audience, moves_people};
use crate::chore::Chore;
use crate::directory::TableName;
use crate::history::{hand_rows, keeps_checkpoint};
use crate::load::{Loaded, payload};
use crate::outlet::{ConnectionId, Outlet, Watcher};
use crate::plan::TablePlan;
use crate::planted::{self, Fault};
use crate::pulse::{self, Pulse};
use crate::seeds::SystemSeeds;
use crate::shard::Shared;
use crate::sheet::SheetLine;
use crate::want::Want;
use crate::wire::{self, Left, Served};
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Currency, Owner};
use kozyr_protocol::room::{Answer, CommandId, LobbyLife, LobbyTable, Refusal, ToClient};
use kozyr_store::{
    Account, Append, AppendError, CommandDigest, CommandKey, CommandReceipt, Payload, Refused,
    RememberedChange, RememberedPlayer, Secret, Sequence, StreamBatch, StreamId, Ticket,
};
use kozyr_table::{Batch, Dealer, Entry, Input, Player, Table};
use kozyr_time::{PlayerId, Timestamp};
use std::collections::VecDeque;

mod asides;
#[cfg(feature = "simulation")]
mod probe;

/// Commands that may wait at one table, and how many of them may be one person's: a flood of their must
/// not keep the others from being heard.
const QUEUE: usize = 128;
const SHARE: usize = 8;

/// Who sent a command, and where its answer goes.
#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) person: PlayerId,
    pub(crate) command: CommandId,
    pub(crate) outlet: Outlet,
}

impl Origin {
    pub(crate) fn key(&self) -> CommandKey {
        let user = self.person;
        CommandKey { user, command: kozyr_store::CommandId(self.command.0) }
    }

    pub(crate) fn answer(&self, result: Answer) {
        self.outlet.tell(&ToClient::Answer { command: self.command, result });
    }

    pub(crate) fn refuse(&self, reason: Refusal) {
        self.answer(Answer::Refused { reason });
    }
}

/// Something somebody wants around a table.
#[derive(Clone, Debug)]
pub(crate) enum Aside {
    /// Let somebody have what they asked for, or not: the host's.
    Decide { player: PlayerId, accept: bool },
    /// Wait for a seat, or wait no more.
    Wait { player: Player, wait: bool },
    /// Move somebody to another seat: the host's.
    Move { player: PlayerId, seat: Seat },
}

struct Job<S: Served> {
    input: Input<S>,
    origin: Option<Origin>,
    /// What the command said: the same id with other words is another command.
    digest: CommandDigest,
}

impl<S: Served> Job<S> {
    /// Something nobody sent.
    fn own(input: Input<S>) -> Job<S> {
        Job { input, origin: None, digest: CommandDigest(0) }
    }
}

/// What was handed to the store.
struct Pending<S: Served> {
    batch: Batch<S>,
    dealer: Dealer<SystemSeeds>,
    origin: Option<Origin>,
    /// What this adds to the evening's sheet.
    lines: Vec<SheetLine>,
}

/// What a service wants of the shard afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// Nothing.
    Nothing,
    /// What the store has is not known: load the table again.
    Reload,
    /// Somebody else has the table: it stops here.
    Stop,
}

pub(crate) struct TableService<S: Served> {
    pub(crate) name: TableName,
    stream: StreamId,
    ticket: Ticket,
    loaded: Loaded<S>,
    audience: Audience<S>,
    around: Surroundings,
    queue: VecDeque<Job<S>>,
    pending: Option<Pending<S>>,
    /// While the table is loaded again nothing is decided.
    frozen: bool,
    /// It is about to be closed, and takes nobody in.
    retired: bool,
    sleep: planted::Sleep,
    pulse: Pulse,
}

impl<S: Served> TableService<S> {
    pub(crate) fn new(
        plan: &TablePlan,
        ticket: Ticket,
        loaded: Loaded<S>,
        shared: &Shared,
    ) -> TableService<S> {
        let audience = Audience::new(plan.id.clone(), plan.title.clone(), None, &loaded.table);
        let audience = audience.delayed(plan.delay(), &loaded, shared.now);
        let mut service = TableService {
            name: plan.id.clone(),
            stream: plan.stream(),
            ticket,
            loaded,
            audience,
            around: Surroundings::new(plan.made.as_deref().cloned()),
            queue: VecDeque::new(),
            pending: None,
            frozen: false,
            retired: false,
            sleep: planted::Sleep::default(),
            pulse: Pulse::default(),
        };
        service.sleep.fall_asleep(service.loaded.table.is_running());
        service.announce(shared);
        service.count_stakes(shared);
        service.start_again(plan);
        service.pump(shared);
        service
    }

    /// After a start: clocks run anew, other settings take hold after the hand, and no line is there yet; whoever comes
    /// back soon has lost nothing.
    fn start_again(&mut self, plan: &TablePlan) {
        if self.loaded.table.deadline().is_some() {
            self.queue.push_back(Job::own(Input::Resume));
        }
        self.follow_plan(plan);
        self.nobody_looks_on();
    }

    /// What stands in the plan is asked of the table; what is so already, it refuses.
    fn follow_plan(&mut self, plan: &TablePlan) {
        if let Some(house) = S::house(&plan.game) {
            let settings = plan.settings.clone();
            self.queue.push_back(Job::own(Input::Change { settings, house: house.clone() }));
        }
        let Some(made) = &plan.made else { return };
        self.queue.push_back(Job::own(Input::HoldUp(made.held_up)));
        let taken = self.loaded.table.taken().map(|(_, chair)| chair.player.id);
        let removed: Vec<PlayerId> = taken.filter(|player| made.is_removed(*player)).collect();
        removed.into_iter().for_each(|player| self.queue.push_back(Job::own(Input::Remove(player))));
    }

    /// The host has changed the plan.
    pub(crate) fn replan(&mut self, plan: &TablePlan, shared: &Shared) {
        self.around.set_made(plan.made.as_deref().cloned());
        self.follow_plan(plan);
        self.audience.set_delay(plan.delay(), &self.loaded, shared.now);
        let made = plan.made.as_deref();
        self.audience.turn_away(|person| made.is_some_and(|made| made.is_removed(person)), shared);
        self.pump(shared);
        self.look_around(shared);
    }

    /// About to be closed, if nobody sits here and nothing is under way; or not after all.
    pub(crate) fn retire(&mut self, retire: bool) -> bool {
        let empty = self.loaded.table.taken().next().is_none();
        let idle = self.pending.is_none() && self.queue.is_empty() && !self.frozen;
        self.retired = retire && empty && idle;
        self.retired
    }

    /// The table is there no more.
    pub(crate) fn dismiss(&mut self) {
        self.audience.dismiss();
    }

    fn nobody_looks_on(&mut self) {
        let people = self.loaded.table.taken().filter(|(_, chair)| !chair.player.bot);
        let lost: Vec<PlayerId> = people.map(|(_, chair)| chair.player.id).collect();
        lost.into_iter().for_each(|player| self.line(player, false));
    }

    /// Somebody's line is lost, or back: an input like any other.
    fn line(&mut self, player: PlayerId, connected: bool) {
        self.queue.push_back(Job::own(Input::Line { player, connected }));
    }

    /// The table was loaded again.
    pub(crate) fn reloaded(&mut self, loaded: Loaded<S>, shared: &Shared) {
        self.loaded = loaded;
        self.frozen = false;
        if self.loaded.table.deadline().is_some() {
            self.queue.push_back(Job::own(Input::Resume));
        }
        self.announce(shared);
        self.count_stakes(shared);
        shared.directory.paid(self.name.as_str());
        self.audience.start_over(&self.loaded, shared);
        self.around.touch();
    }

    /// Can hands be dealt here?
    pub(crate) fn is_serving(&self) -> bool {
        !self.frozen
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.pending.is_none()
    }

    /// Is no hand running, and nothing with the store?
    pub(crate) fn is_at_rest(&self) -> bool {
        self.pending.is_none() && !self.loaded.table.is_running()
    }

    /// When the table is to be asked again; not while it waits for the store.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        if self.pending.is_some() || self.frozen || self.sleep.is_asleep() {
            return None;
        }
        let deadlines = [self.loaded.table.deadline(), self.around.deadline(), self.audience.deadline()];
        deadlines.into_iter().flatten().min()
    }

    /// Whoever's clock runs, and the decision it is for.
    #[cfg(test)]
    pub(crate) fn to_act(&self) -> Option<(PlayerId, u64)> {
        let clock = self.loaded.table.clocks().first().filter(|_| self.pending.is_none())?;
        Some((self.loaded.table.chair(clock.seat?)?.player.id, clock.turn))
    }

    pub(crate) fn tick(&mut self, shared: &Shared) {
        self.look_around(shared);
        self.audience.show_what_is_due(&self.loaded.table, shared.now);
        if self.loaded.table.deadline().is_some_and(|at| at <= shared.now) {
            self.queue.push_front(Job::own(Input::Tick));
            self.pump(shared);
        }
    }

    /// Somebody looks on from now on, or again, or as somebody else.
    pub(crate) fn watch(&mut self, watcher: Watcher, have: Option<u64>, shared: &Shared) -> bool {
        let (person, outlet) = (watcher.person, watcher.outlet.clone());
        self.audience.watch(watcher, have, &self.loaded, &self.stream, shared);
        if !outlet.of_house {
            outlet.send(self.around.message(&self.audience, &self.loaded.table, person).into());
            self.around.touch();
        }
        if let Some(person) = person.filter(|&person| self.loaded.table.seat_of(person).is_some()) {
            self.line(person, true);
        }
        self.pump(shared);
        self.look_around(shared);
        true
    }

    /// Somebody looks at the table, once.
    pub(crate) fn show_to(&self, watcher: &Watcher, shared: &Shared) -> bool {
        self.audience.show(watcher, &self.loaded, shared.now);
        true
    }

    /// A connection looks on no more.
    pub(crate) fn gone(&mut self, connection: ConnectionId, shared: &Shared) {
        if !self.audience.has(connection) {
            return;
        }
        let before = self.audience.spectators(&self.loaded.table);
        let gone = self.audience.unwatch(connection, shared);
        if self.audience.spectators(&self.loaded.table) != before {
            self.around.touch();
            self.look_around(shared);
        }
        if let Some(person) = gone.filter(|&person| self.loaded.table.seat_of(person).is_some()) {
            self.line(person, false);
            self.pump(shared);
        }
    }

    /// Somebody wants something.
    pub(crate) fn command(&mut self, _: &TableName, origin: Origin, want: Want, shared: &Shared) {
        let digest = digest(&self.name, &want);
        if let Want::Sit { .. } = want {
            self.audience.recall(origin.person, &self.loaded, &self.stream, shared);
        }
        // What was carried out before the table was given up, or a seat was kept, is answered as it was then.
        let turned_away = |reason| shared.refuse(origin.clone(), digest, reason);
        if self.retired {
            return turned_away(Refusal::UnknownTable);
        }
        if self.is_kept_from(&want) {
            return turned_away(Refusal::SeatKept);
        }
        let before = self.audience.left(origin.person).cloned();
        let asked = want.clone();
        let input = match want.input::<S>(origin.person, before) {
            Ok(input) => input,
            Err(refusal) => {
                shared.directory.tally.refusals.add(1);
                return origin.refuse(refusal);
            }
        };
        if let Some(answer) = self.asked(&origin, asked, &input, shared) {
            return origin.answer(answer);
        }
        self.enqueue(origin, input, digest, shared);
    }

    fn enqueue(&mut self, origin: Origin, input: Input<S>, digest: CommandDigest, shared: &Shared) {
        let waiting = self.queue.iter().filter_map(|job| job.origin.as_ref());
        let own = waiting.filter(|other| other.person == origin.person).count();
        if self.frozen || self.queue.len() >= QUEUE || own >= SHARE {
            return origin.refuse(Refusal::TryAgain);
        }
        self.queue.push_back(Job { input, origin: Some(origin), digest });
        self.pump(shared);
    }

    /// Works through the queue until something is handed to the store.
    fn pump(&mut self, shared: &Shared) {
        while self.pending.is_none() && !self.frozen {
            let Some(job) = self.queue.pop_front() else { return };
            self.start(job, shared);
        }
    }

    fn start(&mut self, job: Job<S>, shared: &Shared) {
        let digest = job.digest;
        let mut dealer = self.loaded.dealer.clone();
        match self.loaded.table.decide(shared.now, &job.input, &mut dealer) {
            Err(refused) => {
                if let Some(origin) = job.origin {
                    let reason = wire::refusal::<S>(&refused);
                    shared.refuse(origin, digest, reason);
                }
            }
            // A room that is being emptied deals no more; the table asks again by itself.
            Ok(batch) if shared.draining && begins(&batch) => {
                job.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
            }
            Ok(batch) => {
                let mut append =
                    self.append(&batch, &mut dealer, job.origin.as_ref().map(|origin| (origin, digest)));
                let lines = self.sheet_lines(&batch);
                let book = self.loaded.book.as_ref();
                append.streams.extend(book.and_then(|book| book.batch(&lines)));
                let (table, title) = (&self.loaded.table, &self.audience.info().name);
                let after = self.loaded.sequence;
                append.hands = hand_rows(&batch, table, title, &self.stream, after, &shared.directory);
                shared.directory.paying(self.name.as_str(), &append.transfers);
                let pending = Pending { batch, dealer, origin: job.origin, lines };
                if planted::has(Fault::ToldBeforeCommit) {
                    self.commit(pending, shared);
                } else {
                    self.pending = Some(pending);
                }
                shared.store.submit(append, self.ticket, &shared.lane);
            }
        }
    }

    /// What this adds to the evening's sheet, where one is kept.
    fn sheet_lines(&self, batch: &Batch<S>) -> Vec<SheetLine> {
        let Some(book) = &self.loaded.book else { return Vec::new() };
        let table = &self.loaded.table;
        let sat = |player: PlayerId| {
            batch.entries.iter().find_map(|entry| match entry {
                Entry::Sat { player: sat, .. } if sat.id == player => Some(sat.name.to_string()),
                _ => None,
            })
        };
        let sits = |player: PlayerId| Some(table.chair(table.seat_of(player)?)?.player.name.to_string());
        book.lines(&batch.transfers, |player| sits(player).or_else(|| sat(player)))
    }

    fn append(
        &self,
        batch: &Batch<S>,
        dealer: &mut Dealer<SystemSeeds>,
        origin: Option<(&Origin, CommandDigest)>,
    ) -> Append {
        let fresh = dealer.take_fresh().into_iter();
        let secrets = fresh.map(|(key, secret)| Secret { key, payload: secret.to_bytes().into() });
        let rest = batch.rest.as_ref();
        let checkpoint = rest.map(|rest| serde_json::to_vec(rest).expect("a table at rest can be written"));
        let events: Vec<Payload> = batch.entries.iter().map(payload).collect();
        let accepted = Answer::Accepted { sequence: self.loaded.sequence + events.len() as u64 };
        let answer = serde_json::to_vec(&accepted).expect("an answer can be written");
        Append {
            at: batch.at,
            transfers: paid(&batch.transfers),
            receipts: origin
                .filter(|_| checkpoint.is_none() || !planted::has(Fault::LostReceipt))
                .map(|(origin, digest)| CommandReceipt { key: origin.key(), digest, answer: answer.into() })
                .into_iter()
                .collect(),
            streams: vec![StreamBatch {
                secrets: secrets.collect(),
                remembered: batch.memory.iter().map(|row| self.row(row)).collect(),
                checkpoint: checkpoint.map(Payload::from),
                keep: keeps_checkpoint(batch),
                ..StreamBatch::new(
                    self.stream.clone(),
                    self.loaded.epoch,
                    Sequence(self.loaded.sequence),
                    events,
                )
            }],
            ..Append::default()
        }
    }

    /// What the stream keeps about somebody who left, until they come back or it is too long ago.
    fn row(&self, (player, departed): &(PlayerId, Option<Left<S>>)) -> RememberedChange {
        match departed {
            None => RememberedChange::Clear(*player),
            Some(departed) => RememberedChange::Put(RememberedPlayer {
                player: *player,
                until: departed.at + self.loaded.table.settings().memory,
                payload: serde_json::to_vec(departed).expect("a standing can be written").into(),
            }),
        }
    }

    /// What became of what was handed to the store.
    pub(crate) fn completed(&mut self, _: u64, outcome: Result<(), AppendError>, shared: &Shared) -> After {
        let Some(pending) = self.pending.take() else { return After::Nothing };
        if matches!(outcome, Err(AppendError::Refused(_))) {
            shared.directory.paid(self.name.as_str());
        }
        let after = match outcome {
            Ok(()) => {
                self.commit(pending, shared);
                After::Nothing
            }
            Err(AppendError::Refused(Refused::Repeated(receipt))) => {
                if let Some(origin) = pending.origin {
                    origin.answer(stored_answer(&receipt));
                }
                After::Nothing
            }
            Err(AppendError::Refused(Refused::OtherCommand(_))) => {
                pending.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
                After::Nothing
            }
            // A table that cannot pay what lies on it has wrong books: that is not the player's fault.
            Err(AppendError::Refused(Refused::CannotPay {
                account: Account { owner: Owner::Player(player), .. },
                balance,
                ..
            })) => {
                match pending.origin {
                    Some(origin) if origin.person == player => {
                        shared.directory.tally.refusals.add(1);
                        origin.refuse(Refusal::NotEnoughChips { balance });
                    }
                    // The host let somebody in who has spent the chips meanwhile.
                    Some(origin) if self.around.is_host(origin.person) => {
                        origin.refuse(Refusal::CannotPay);
                    }
                    // What the table asked of a wallet by itself comes back as an input.
                    origin => {
                        origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
                        self.queue.push_front(Job::own(Input::CannotPay(player)));
                    }
                }
                After::Nothing
            }
            Err(error) => {
                tracing::error!(table = %self.name, %error, "the store did not take what was decided");
                shared.directory.tally.failed_appends.add(1);
                pending.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
                self.freeze();
                let fenced = matches!(error, AppendError::Refused(Refused::Fenced { .. }));
                if fenced { After::Stop } else { After::Reload }
            }
        };
        self.pump(shared);
        after
    }

    /// The table stops here: nobody waits for an answer that never comes. What is with the store may
    /// still happen; whoever asks again is told.
    pub(crate) fn abandon(&mut self) {
        let pending = self.pending.take().and_then(|pending| pending.origin);
        pending.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
        self.freeze();
    }

    fn freeze(&mut self) {
        self.frozen = true;
        for job in self.queue.drain(..) {
            job.origin.iter().for_each(|origin| origin.refuse(Refusal::TryAgain));
        }
    }

    /// It is durable: now it happens, and everybody hears what they may know.
    fn commit(&mut self, pending: Pending<S>, shared: &Shared) {
        let Pending { batch, dealer, origin, lines } = pending;
        self.loaded.dealer = dealer;
        self.loaded.book.iter_mut().for_each(|book| book.commit(&lines));
        let changed = self.audience.apply(&mut self.loaded, &batch, shared);
        if let Some(origin) = origin {
            self.sleep.wake();
            origin.answer(Answer::Accepted { sequence: self.loaded.sequence });
        }
        // Whoever goes broke gives up their seat and no chip moves.
        let moved = changed || moves_people(&batch);
        self.beat(begins(&batch), moved || batch.rest.is_some(), shared);
        if moved {
            self.announce(shared);
            self.around.touch();
            self.look_around(shared);
        }
        if moved || batch.rest.is_some() || !batch.transfers.is_empty() {
            self.count_stakes(shared);
        }
        shared.directory.paid(self.name.as_str());
        self.tell_wallets(&batch, shared);
    }

    /// Writes down for the lobby how it goes, if it is time to.
    fn beat(&mut self, begins: bool, at_once: bool, shared: &Shared) {
        if begins {
            self.pulse.starts(shared.now);
        }
        if self.pulse.is_due(shared.now, at_once || begins) {
            let table = &self.loaded.table;
            // What lies in the middle is not told those who are to see it later.
            let played = (table.is_running() || table.pause().is_some()) && !self.audience.is_delayed();
            let life = || LobbyLife { pot: S::pot(table), an_hour: self.pulse.an_hour() };
            shared.directory.lives.put(&self.name, played.then(life));
        }
    }

    /// Says what people have here.
    fn count_stakes(&self, shared: &Shared) {
        shared.directory.put_stakes(&self.name, stakes(&self.loaded.table));
    }

    /// Says in the lobby how the table is.
    fn announce(&self, shared: &Shared) {
        let table = &self.loaded.table;
        let seated = table.taken().map(|(_, chair)| chair.player.id).collect();
        let made = self.around.made();
        let lobby = LobbyTable {
            table: self.name.to_string(),
            info: self.audience.info().clone(),
            seated: table.taken().count() as u32,
            people: table.taken().map(|(_, chair)| pulse::person(&chair.player)).collect(),
            life: None,
            spectators: self.audience.spectators(table),
            waiting: self.around.waiting() as u32,
            host: made.map(|made| made.host.get()),
            private: made.is_some_and(crate::made::Made::is_private),
        };
        shared.directory.put(&self.name, lobby, seated, shared.now);
    }

    fn tell_wallets(&self, batch: &Batch<S>, shared: &Shared) {
        for transfer in &batch.transfers {
            for account in [transfer.from(), transfer.to()] {
                let Owner::Player(person) = account.owner else { continue };
                let account = account.clone();
                let outlets = self.audience.outlets_of(person);
                shared.leave(Chore::Wallet { account, outlets });
            }
        }
    }
}

/// What is paid: what was decided, unless a fault was planted.
fn paid(transfers: &[kozyr_store::Transfer]) -> Vec<kozyr_store::Transfer> {
    let mut paid = transfers.to_vec();
    if planted::has(Fault::PaidTwice) {
        paid.extend(transfers.iter().filter(|one| matches!(one.to().owner, Owner::Player(_))).cloned());
    }
    paid
}

/// What play money people have at a table.
pub(crate) fn stakes<S: Served>(table: &Table<S>) -> Vec<(PlayerId, Chips)> {
    if table.settings().currency != Currency::FUN {
        return Vec::new();
    }
    table.stakes().filter(|(_, chips)| chips.is_positive()).collect()
}

/// Does a hand begin with it?
pub(crate) fn begins<S: Served>(batch: &Batch<S>) -> bool {
    batch.entries.iter().any(|entry| matches!(entry, Entry::Started { .. }))
}

pub(crate) fn stored_answer(receipt: &CommandReceipt) -> Answer {
    serde_json::from_slice(&receipt.answer.bytes).unwrap_or(Answer::Refused { reason: Refusal::TryAgain })
}

/// What a command says, at which table: tells it from another under the same id. How its player is called is no part of
/// it: that may change before the command is repeated.
pub(crate) fn digest(table: &TableName, want: &Want) -> CommandDigest {
    let said = match want {
        Want::Sit { player: _, seat, buy_in, wait } => format!("{table} Sit {seat:?} {buy_in:?} {wait}"),
        want => format!("{table} {want:?}"),
    };
    let hash = blake3::hash(said.as_bytes());
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    CommandDigest(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

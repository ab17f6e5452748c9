//! A tournament in service, with all its tables: one shard has all of them, so that one append can be over tables,
//! tournament and ledger.
//!
//! As at a table: what is asked is decided, handed to the store, and only when it is durable carried out and told. What
//! touches one table alone (a move in the middle of a hand) may be with the store at many tables side by side. What touches
//! the tournament (the end of a hand, an entry, a level, a break) waits until nothing else is.

mod append;
mod bots;
mod create;
mod decide;
mod form;
mod keeper;
mod line;
mod load;
mod plan;
#[cfg(feature = "simulation")]
mod probe;
mod table;
mod tell;
#[cfg(test)]
pub(crate) mod tests;
mod view;

pub(crate) use bots::{ADMIN, BOTS, FIRST_PERSON, name as bot_name};
pub(crate) use decide::{digest as digest_of, refusal as refusal_of, status as status_of};
pub(crate) use form::{
    blind_level, checked, config as rules_of, form as form_of, form_level, on_wire, preset,
};
#[cfg(feature = "simulation")]
pub(crate) use keeper::Keeper;
pub(crate) use keeper::keep;
pub(crate) use line::{Chance, Line, fresh_secret, hex, room, wall};
pub(crate) use load::{LoadedTournament, claim_and_load, replay};
pub use plan::{BotFill, Start, StockTournament, TournamentPlan};
pub(crate) use plan::{stream_of, tournament_of};
pub(crate) use view::{lobby, of_tournament};

use crate::chore::Chore;
use crate::directory::TableName;
use crate::outlet::{ConnectionId, Outlet, Watcher};
use crate::service::{After, Origin, digest, stored_answer};
use crate::shard::Shared;
use crate::want::Want;
use append::Pending;
use decide::{Asked, Job, Work};
use kozyr_chips::{Account, Chips, Currency, Owner};
use kozyr_fair::Secret;
use kozyr_protocol::room::{ExportFormat, Refusal, ToClient, TournamentOrder, TournamentWish};
use kozyr_store::{AppendError, Epoch, Head, Refused, StreamId, Ticket};
use kozyr_table::holdem::HoldemSeating;
use kozyr_table::{Funding, Input, Player, Settings};
use kozyr_time::{Millis, Timestamp};
use kozyr_tournament::{Status, TableNo, Tournament};
use line::State;
use std::collections::{BTreeMap, VecDeque};
use table::ServedTable;
use tell::Followers;

/// Things that may wait at one tournament, and how many of them may be one person's.
const QUEUE: usize = 1024;
const SHARE: usize = 8;
/// How long the last table stays for people to look at when the tournament is over.
const TABLES_STAY: Millis = Millis::from_secs(20);
/// After so long a tournament without a host goes on by itself.
const COUNTDOWN: Millis = Millis::from_secs(15);
/// The part of a ticket that names the shard's slot; the rest is the number of a table.
const SLOT_BITS: u32 = 40;

/// The slot of a shard that a ticket is for, and which of its things.
pub(crate) fn split_ticket(ticket: Ticket) -> (u64, u64) {
    (ticket.0 & ((1 << SLOT_BITS) - 1), ticket.0 >> SLOT_BITS)
}

/// How the tables of tournaments are run; seats, chips and funding are the tournament's own.
pub(crate) fn venue_settings() -> Settings {
    Settings {
        seats: 9,
        currency: Currency::FUN,
        funding: Funding::Stack,
        least_buy_in: Chips::ZERO,
        most_buy_in: Chips::ZERO,
        turn: Millis::from_secs(20),
        bank: Millis::from_secs(30),
        refill: Millis::from_secs(1),
        gather: Millis::from_secs(3),
        pause: Millis::new(2_500),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_secs(60),
        grace: Millis::from_secs(12),
        quick: Some(Millis::from_secs(1)),
        top: Vec::new(),
    }
}

/// The standings of a tournament as a file.
pub(crate) fn exported(cup: &Tournament, name: &str, format: ExportFormat) -> ToClient {
    let text = match format {
        ExportFormat::Csv => cup.standings_csv(),
        ExportFormat::Json => {
            serde_json::to_string_pretty(&cup.face()).expect("a tournament has a JSON form")
        }
    };
    ToClient::Export { tournament: name.to_owned(), format, text }
}

pub(crate) struct TournamentService {
    plan: TournamentPlan,
    stream: StreamId,
    /// The slot of the shard.
    slot: u64,
    settings: Settings,
    state: State,
    /// The secret of the next draw.
    secret: Secret,
    epoch: Epoch,
    sequence: u64,
    since_checkpoint: u64,
    tables: BTreeMap<TableNo, ServedTable>,
    /// Claims to the logs of tables that are not open yet.
    claims: BTreeMap<TableNo, Head>,
    claiming: bool,
    queue: VecDeque<Job>,
    /// What is with the store and touches the tournament.
    pending: Option<Pending>,
    /// A table whose next thing touches the tournament: it waits until nothing else is with the store.
    drain: Option<TableNo>,
    /// The director should look at the tables.
    arrange: bool,
    followers: Followers,
    frozen: bool,
}

impl TournamentService {
    pub(crate) fn new(
        plan: TournamentPlan,
        slot: u64,
        loaded: LoadedTournament,
        shared: &Shared,
    ) -> TournamentService {
        let LoadedTournament { state, secret, epoch, sequence, since_checkpoint, tables } = loaded;
        let title = state.tournament.rules().name.clone();
        let mut service = TournamentService {
            stream: plan.stream(),
            slot,
            settings: venue_settings(),
            state,
            secret,
            epoch,
            sequence,
            since_checkpoint,
            tables: tables
                .into_iter()
                .map(|(no, loaded)| (no, ServedTable::new(&plan, &title, no, loaded)))
                .collect(),
            claims: BTreeMap::new(),
            claiming: false,
            queue: VecDeque::new(),
            pending: None,
            drain: None,
            arrange: true,
            followers: Followers::default(),
            frozen: false,
            plan,
        };
        service.announce(shared);
        service.announce_seats(shared);
        if service.is_on() {
            // Nobody loses time of a level or an offer while the room was down.
            service.queue.push_back(Job::own(Work::Recover));
        }
        service.tables.values_mut().for_each(ServedTable::start_again);
        service.after_commit();
        service.pump(shared);
        service
    }

    /// It was loaded again, because what the store has of it was not known.
    pub(crate) fn reloaded(&mut self, loaded: LoadedTournament, shared: &Shared) {
        let LoadedTournament { state, secret, epoch, sequence, since_checkpoint, tables } = loaded;
        (self.state, self.secret, self.epoch) = (state, secret, epoch);
        (self.sequence, self.since_checkpoint) = (sequence, since_checkpoint);
        let mut before = std::mem::take(&mut self.tables);
        for (no, loaded) in tables {
            let mut served = match before.remove(&no) {
                Some(known) => known.reloaded(loaded, shared),
                None => ServedTable::new(&self.plan, self.title(), no, loaded),
            };
            if served.loaded.table.deadline().is_some() {
                served.ask(Input::Resume);
            }
            self.tables.insert(no, served);
        }
        for (_, mut gone) in before {
            gone.audience.dismiss();
        }
        self.claims.clear();
        (self.claiming, self.frozen, self.arrange) = (false, false, true);
        self.announce(shared);
        self.announce_seats(shared);
        shared.directory.paid(self.plan.id.as_str());
        self.followers.start_over(&self.plan, &self.state, self.sequence, shared.now);
        self.after_commit();
        self.pump(shared);
    }

    fn tournament(&self) -> &Tournament {
        &self.state.tournament
    }

    /// What people call it: the form may have been changed since it was made.
    fn title(&self) -> &str {
        &self.state.tournament.rules().name
    }

    fn is_on(&self) -> bool {
        matches!(self.tournament().status(), Status::Running | Status::Paused(_))
    }

    /// Can hands be dealt here?
    pub(crate) fn is_serving(&self) -> bool {
        !self.frozen
    }

    /// Is no hand running, and nothing with the store?
    pub(crate) fn is_at_rest(&self) -> bool {
        self.is_idle() && self.tables.values().all(|served| !served.loaded.table.is_running())
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.pending.is_none() && self.tables.values().all(|served| served.pending.is_none())
    }

    /// When it is to be asked again; not while it waits for the store.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        if self.pending.is_some() || self.frozen || self.claiming {
            return None;
        }
        let tables = self.tables.values().filter(|served| served.pending.is_none());
        tables.filter_map(|served| served.loaded.table.deadline()).chain(self.own_deadline()).min()
    }

    /// When something happens that concerns the tournament.
    fn own_deadline(&self) -> Option<Timestamp> {
        let start = match self.plan.start {
            Start::At(at) if self.tournament().status() == Status::Lobby => Some(at),
            _ => None,
        };
        let close = self.tables_close_at();
        let time = self.tournament().deadline().map(room);
        [start, close, time, self.state.resumes_at].into_iter().flatten().min()
    }

    fn tables_close_at(&self) -> Option<Timestamp> {
        let over = self.tournament().status() == Status::Finished && !self.tables.is_empty();
        self.tournament().finished_at().filter(|_| over).map(|at| room(at) + TABLES_STAY)
    }

    pub(crate) fn tick(&mut self, shared: &Shared) {
        let now = shared.now;
        let due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        let mut works = Vec::new();
        if due(self.state.resumes_at) {
            works.push(Work::Resume);
        }
        if due(self.tables_close_at()) {
            works.push(Work::CloseTables);
        }
        if due(self.tournament().deadline().map(room)) {
            works.push(Work::Tick);
        }
        if let Start::At(at) = self.plan.start
            && at <= now
            && self.tournament().status() == Status::Lobby
        {
            works.push(if self.tournament().entrants().len() < 2 { Work::Cancel } else { Work::Start });
        }
        for work in works {
            if !self.queue.iter().any(|job| job.work == work) {
                self.queue.push_back(Job::own(work));
            }
        }
        let idle = self.tables.values_mut().filter(|served| served.pending.is_none());
        for served in idle.filter(|served| due(served.loaded.table.deadline())) {
            served.tick();
        }
        self.pump(shared);
    }

    // ---- Those who look on ----

    /// Somebody looks at one of the tables; false when there is none of this number.
    pub(crate) fn watch(
        &mut self,
        no: TableNo,
        watcher: Watcher,
        have: Option<u64>,
        shared: &Shared,
    ) -> bool {
        let Some(served) = self.tables.get_mut(&no) else { return false };
        served.watch(watcher, have, shared);
        self.pump(shared);
        true
    }

    /// Somebody looks at one of the tables, once; false when there is none of this number.
    pub(crate) fn show_to(&self, no: TableNo, watcher: &Watcher, shared: &Shared) -> bool {
        let served = self.tables.get(&no);
        served.iter().for_each(|served| served.audience.show(watcher, &served.loaded, shared.now));
        served.is_some()
    }

    pub(crate) fn unwatch(&mut self, no: TableNo, connection: ConnectionId, shared: &Shared) {
        if let Some(served) = self.tables.get_mut(&no) {
            served.unwatch(connection, shared);
        }
        self.pump(shared);
    }

    /// A connection is gone, from everywhere.
    pub(crate) fn gone(&mut self, connection: ConnectionId, shared: &Shared) {
        self.tables.values_mut().for_each(|served| served.unwatch(connection, shared));
        self.followers.remove(connection);
        self.pump(shared);
    }

    /// Somebody follows the tournament from now on; briefly: only what concerns them.
    pub(crate) fn follow(&mut self, watcher: Watcher, brief: bool, shared: &Shared) {
        self.followers.add(watcher, brief, &self.plan, &self.state, self.sequence, shared.now);
    }

    /// Somebody looks at the tournament as it is, and goes again.
    pub(crate) fn look(&self, watcher: &Watcher, shared: &Shared) {
        tell::show(watcher, &self.plan, &self.state, self.sequence, shared.now);
    }

    /// The standings as a file.
    pub(crate) fn export(&self, outlet: &Outlet, format: ExportFormat) {
        outlet.tell(&exported(self.tournament(), self.plan.id.as_str(), format));
    }

    pub(crate) fn unfollow(&mut self, connection: ConnectionId) {
        self.followers.remove(connection);
    }

    // ---- What people want ----

    /// Somebody wants something at one of the tables.
    pub(crate) fn command(&mut self, table: &TableName, origin: Origin, want: Want, shared: &Shared) {
        let digest = digest(table, &want);
        let no = tournament_of(table).map(|(_, no)| no);
        let input = match want.input::<HoldemSeating>(origin.person, None) {
            Ok(input) => input,
            Err(refusal) => return origin.refuse(refusal),
        };
        let frozen = self.frozen;
        let Some(served) = no.and_then(|no| self.tables.get_mut(&no)) else {
            // A table that was closed may have carried the command out while it was there.
            return shared.leave(Chore::Receipt { origin, digest, reason: Refusal::UnknownTable });
        };
        if frozen || served.is_full_for(origin.person) {
            return origin.refuse(Refusal::TryAgain);
        }
        served.push(input, Some(Asked { origin, digest }));
        self.pump(shared);
    }

    /// A player wants something of the tournament.
    pub(crate) fn wish(&mut self, origin: Origin, player: Player, wish: TournamentWish, shared: &Shared) {
        let digest = decide::digest(&self.plan.id, &wish);
        self.enqueue(Work::Wish(player, wish), Asked { origin, digest }, shared);
    }

    /// The host orders something, or the room's admin; anybody else is refused.
    pub(crate) fn direct(&mut self, origin: Origin, order: TournamentOrder, admin: bool, shared: &Shared) {
        if !admin && self.plan.host != Some(origin.person) {
            return origin.refuse(Refusal::NotTheHost);
        }
        let digest = decide::digest(&self.plan.id, &order);
        self.enqueue(Work::Order(order), Asked { origin, digest }, shared);
    }

    fn enqueue(&mut self, work: Work, asked: Asked, shared: &Shared) {
        let waiting = self.queue.iter().filter_map(|job| job.asked.as_ref());
        let own = waiting.filter(|other| other.origin.person == asked.origin.person).count();
        if self.frozen || self.queue.len() >= QUEUE || own >= SHARE {
            return asked.origin.refuse(Refusal::TryAgain);
        }
        self.queue.push_back(Job { work, asked: Some(asked) });
        self.pump(shared);
    }

    // ---- One thing after the other ----

    /// Works on until nothing more can be begun.
    fn pump(&mut self, shared: &Shared) {
        while !self.frozen && !self.claiming && self.pending.is_none() {
            let busy = self.tables.values().any(|served| served.pending.is_some());
            if let Some(no) = self.drain {
                if busy {
                    return;
                }
                self.drain = None;
                self.start_at_table(no, shared);
            } else if self.arrange || !self.queue.is_empty() {
                if busy {
                    return;
                }
                let arrange = std::mem::take(&mut self.arrange);
                match arrange.then_some(Job::own(Work::Arrange)).or_else(|| self.queue.pop_front()) {
                    Some(job) => self.start(job, shared),
                    None => return,
                }
            } else {
                let ready = |(_, served): &(&TableNo, &ServedTable)| {
                    served.pending.is_none() && !served.queue.is_empty()
                };
                let Some((&no, _)) = self.tables.iter().find(ready) else { return };
                self.start_at_table(no, shared);
            }
        }
    }

    /// What became of what was handed to the store: the tournament's (0) or a table's.
    pub(crate) fn completed(
        &mut self,
        part: u64,
        outcome: Result<(), AppendError>,
        shared: &Shared,
    ) -> After {
        let table = u16::try_from(part).ok().filter(|&no| no > 0).map(TableNo);
        let pending = match table {
            None => self.pending.take(),
            Some(no) => self.tables.get_mut(&no).and_then(|served| served.pending.take()),
        };
        let Some(pending) = pending else { return After::Nothing };
        let known = table.is_none() && matches!(outcome, Ok(()) | Err(AppendError::Refused(_)));
        let after = match outcome {
            Ok(()) => {
                self.carry_out(pending, shared);
                After::Nothing
            }
            Err(AppendError::Refused(Refused::Repeated(receipt))) => {
                pending.asked.iter().for_each(|asked| asked.origin.answer(stored_answer(&receipt)));
                After::Nothing
            }
            Err(AppendError::Refused(Refused::OtherCommand(_))) => {
                pending.asked.iter().for_each(|asked| asked.origin.refuse(Refusal::TryAgain));
                After::Nothing
            }
            // Whoever wants to enter or buy has to have the money; nothing has happened.
            Err(AppendError::Refused(Refused::CannotPay {
                account: Account { owner: Owner::Player(player), .. },
                balance,
                ..
            })) if pending.asked.as_ref().is_some_and(|asked| asked.origin.person == player) => {
                pending.asked.iter().for_each(|asked| {
                    asked.origin.refuse(Refusal::NotEnoughChips { balance });
                });
                After::Nothing
            }
            Err(error) => {
                tracing::error!(tournament = %self.plan.id, %error, "the store did not take what was decided");
                shared.directory.tally.failed_appends.add(1);
                pending.asked.iter().for_each(|asked| asked.origin.refuse(Refusal::TryAgain));
                self.abandon();
                let fenced = matches!(error, AppendError::Refused(Refused::Fenced { .. }));
                if fenced { After::Stop } else { After::Reload }
            }
        };
        if known {
            shared.directory.paid(self.plan.id.as_str());
        }
        self.pump(shared);
        after
    }

    /// The logs of new tables were claimed.
    pub(crate) fn claimed(&mut self, heads: Vec<(TableNo, Head)>, shared: &Shared) {
        self.claiming = false;
        self.claims.extend(heads);
        self.pump(shared);
    }

    /// It stops here: nobody waits for an answer that never comes. What is with the store may still happen; whoever asks
    /// again is told.
    pub(crate) fn abandon(&mut self) {
        self.frozen = true;
        let pending = self.pending.take().and_then(|pending| pending.asked);
        let waiting = self.queue.drain(..).filter_map(|job| job.asked);
        let mut refused: Vec<Asked> = pending.into_iter().chain(waiting).collect();
        for served in self.tables.values_mut() {
            refused.extend(served.pending.take().and_then(|pending| pending.asked));
            refused.extend(served.queue.drain(..).filter_map(|job| job.asked));
        }
        self.drain = None;
        refused.iter().for_each(|asked| asked.origin.refuse(Refusal::TryAgain));
    }

    /// Leaves the room for good.
    pub(crate) fn leave(&mut self, shared: &Shared) {
        self.abandon();
        for (no, served) in &mut self.tables {
            served.audience.dismiss();
            shared.directory.forget(&load::table_id(&self.plan, *no));
        }
        shared.directory.forget_tournament(&self.plan.id);
    }

    fn claim(&mut self, tables: Vec<TableNo>, shared: &Shared) {
        self.claiming = true;
        let streams = tables.into_iter().map(|no| (no, load::table_stream(&self.plan, no))).collect();
        shared.leave(Chore::Claim { tournament: self.plan.id.clone(), streams });
    }
}

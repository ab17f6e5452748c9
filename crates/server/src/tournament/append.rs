//! From what was decided to what is durable, and from there to what is so.

use super::decide::{Asked, Decision, Job, Work, player_of};
use super::line::{Line, commitment, hex};
use super::plan::Start;
use super::table::ServedTable;
use super::tell::Moves;
use super::{COUNTDOWN, SLOT_BITS, TournamentService};
use crate::audience::moves_people;
use crate::chore::Chore;
use crate::history::{hand_rows, keeps_checkpoint};
use crate::load::{Loaded, payload};
use crate::outlet::Outlet;
use crate::recent::Recent;
use crate::seeds::SystemSeeds;
use crate::shard::Shared;
use crate::wire;
use kozyr_chips::{Account, Owner, Transfer};
use kozyr_fair::Secret;
use kozyr_protocol::room::{Answer, Refusal};
use kozyr_store::{Append, CommandReceipt, HandRow, Payload, Sequence, StreamBatch, Ticket};
use kozyr_table::holdem::{HoldemSeating, HoldemTable};
use kozyr_table::{Dealer, Entry};
use kozyr_time::PlayerId;
use kozyr_tournament::live::TableStep;
use kozyr_tournament::{Happened, Status, TableNo};
use std::collections::{BTreeMap, HashSet};

/// A checkpoint of the tournament is written after so many lines.
const CHECKPOINT_EVERY: u64 = 300;

/// What was handed to the store.
pub(crate) struct Pending {
    lines: Vec<Line>,
    steps: Vec<TableStep>,
    dealers: BTreeMap<TableNo, Dealer<SystemSeeds>>,
    transfers: Vec<Transfer<Account>>,
    /// The secret of the draw after this, when one was made.
    secret: Option<Secret>,
    checkpointed: bool,
    pub(crate) asked: Option<Asked>,
    /// What is answered once it is durable.
    answer: Answer,
}

impl TournamentService {
    /// Hands what was decided to the store. `at` is the table it was asked of, and whether it touches that table alone.
    pub(super) fn submit(
        &mut self,
        decision: Decision,
        asked: Option<Asked>,
        at: Option<(TableNo, bool)>,
        shared: &Shared,
    ) {
        let Decision { commit, mut dealers, drawn } = decision;
        let mut lines = Vec::new();
        let mut secret = None;
        if drawn {
            let Some(next) = self.next_secret() else {
                // Without randomness nobody is seated.
                return asked.iter().for_each(|asked| asked.origin.refuse(Refusal::TryAgain));
            };
            let (number, used) = (self.state.draw.0, hex(&self.secret.to_bytes()));
            lines.push(Line::Drawn { number, secret: used, next: commitment(&next) });
            secret = Some(next);
        }
        let stops = |what: &Happened| matches!(what, Happened::Paused { .. } | Happened::Recovered { .. });
        let paused = commit.events.iter().any(|event| stops(&event.what));
        lines.extend(commit.events.into_iter().map(Line::Event));
        if paused && self.plan.host.is_none() {
            lines.push(Line::ResumesAt(shared.now + COUNTDOWN));
        }
        if matches!(self.state.tournament.status(), Status::Finished)
            && commit.tables.iter().any(|t| t.closed)
        {
            lines.push(Line::TablesClosed);
        }
        let sequence = match at {
            Some((no, _)) => self.table_sequence(no, &commit.tables),
            None => self.sequence + lines.len() as u64,
        };
        let answer = match &commit.refused {
            Some(refused) => Answer::Refused { reason: wire::refusal::<HoldemSeating>(refused) },
            None => Answer::Accepted { sequence },
        };
        let mut streams: Vec<StreamBatch> = Vec::new();
        let checkpoint = self.checkpoint_after(&lines);
        let checkpointed = checkpoint.is_some();
        if !lines.is_empty() {
            let next = secret.as_ref().map(|secret| kozyr_store::Secret {
                key: self.state.draw.0 + 1,
                payload: secret.to_bytes().into(),
            });
            let events = lines.iter().map(Line::payload).collect();
            streams.push(StreamBatch {
                secrets: next.into_iter().collect(),
                checkpoint,
                ..StreamBatch::new(self.stream.clone(), self.epoch, Sequence(self.sequence), events)
            });
        }
        let mut hands: Vec<HandRow> = Vec::new();
        for step in &commit.tables {
            let batch = self.batch(step, dealers.get_mut(&step.table));
            if let Some(served) = self.tables.get(&step.table) {
                let (table, after, title) = (&served.loaded.table, batch.after.0, self.title());
                let rows = hand_rows(&step.batch, table, title, &batch.stream, after, &shared.directory);
                hands.extend(rows);
            }
            streams.push(batch);
        }
        let receipts = match (&asked, &answer) {
            (Some(Asked { origin, digest }), Answer::Accepted { .. }) => {
                let answer = serde_json::to_vec(&answer).expect("an answer can be written");
                vec![CommandReceipt { key: origin.key(), digest: *digest, answer: answer.into() }]
            }
            _ => Vec::new(),
        };
        let transfers = commit.transfers;
        let append = Append {
            at: shared.now,
            streams,
            transfers: transfers.clone(),
            receipts,
            hands,
            ..Append::default()
        };
        let steps = commit.tables;
        let pending = Pending { lines, steps, dealers, transfers, secret, checkpointed, asked, answer };
        let part = match at {
            Some((no, true)) => {
                if let Some(served) = self.tables.get_mut(&no) {
                    served.pending = Some(pending);
                }
                u64::from(no.0)
            }
            _ => {
                self.pending = Some(pending);
                0
            }
        };
        shared.directory.paying(self.plan.id.as_str(), &append.transfers);
        shared.store.submit(append, Ticket(self.slot | part << SLOT_BITS), &shared.lane);
    }

    fn table_sequence(&self, no: TableNo, steps: &[TableStep]) -> u64 {
        let before = self.tables.get(&no).map_or(0, |served| served.loaded.sequence);
        let step = steps.iter().find(|step| step.table == no);
        before + step.map_or(0, |step| step.batch.entries.len() as u64)
    }

    /// The lines of one table, as they are stored.
    fn batch(&self, step: &TableStep, dealer: Option<&mut Dealer<SystemSeeds>>) -> StreamBatch {
        let fresh = dealer.map(Dealer::take_fresh).unwrap_or_default().into_iter();
        let secrets =
            fresh.map(|(key, secret)| kozyr_store::Secret { key, payload: secret.to_bytes().into() });
        let rest = step.batch.rest.as_ref();
        let checkpoint = rest.map(|rest| serde_json::to_vec(rest).expect("a table at rest can be written"));
        let events: Vec<Payload> = step.batch.entries.iter().map(payload).collect();
        let (stream, epoch, sequence) = match self.tables.get(&step.table) {
            Some(served) => (served.stream.clone(), served.loaded.epoch, served.loaded.sequence),
            None => {
                let claim = self.claims.get(&step.table).expect("a new table's log was claimed");
                (super::load::table_stream(&self.plan, step.table), claim.epoch, claim.sequence.0)
            }
        };
        StreamBatch {
            secrets: secrets.collect(),
            checkpoint: checkpoint.map(Payload::from),
            keep: keeps_checkpoint(&step.batch),
            close: step.closed,
            ..StreamBatch::new(stream, epoch, Sequence(sequence), events)
        }
    }

    /// A checkpoint after these lines, when it is time for one.
    fn checkpoint_after(&self, lines: &[Line]) -> Option<Payload> {
        if lines.is_empty() || self.since_checkpoint + (lines.len() as u64) < CHECKPOINT_EVERY {
            return None;
        }
        let mut after = self.state.clone();
        lines.iter().for_each(|line| after.apply(line));
        after.checkpoint(&self.plan)
    }

    /// It is durable: now it happens, and everybody hears what they may know.
    pub(super) fn carry_out(&mut self, pending: Pending, shared: &Shared) {
        let Pending { lines, steps, mut dealers, transfers, secret, checkpointed, asked, answer } = pending;
        let before = self.sequence;
        let moves = Moves::of(&lines, &self.state.tournament);
        lines.iter().for_each(|line| self.state.apply(line));
        self.sequence += lines.len() as u64;
        self.since_checkpoint = if checkpointed { 0 } else { self.since_checkpoint + lines.len() as u64 };
        if let Some(secret) = secret {
            self.secret = secret;
        }
        // Who has to hear that they moved is known by the tables they leave.
        let movers: Vec<(PlayerId, Vec<Outlet>)> =
            moves.players().map(|player| (player, self.outlets_of(player))).collect();
        for step in steps {
            self.carry_out_at_table(&step, &mut dealers, shared);
        }
        self.followers.tell(&self.plan, &self.state, (before, self.sequence), &lines, shared.now);
        for (player, outlets) in movers {
            moves.tell(player, &outlets, &self.plan);
        }
        if let Some(Asked { origin, digest }) = asked {
            match answer {
                Answer::Refused { reason } => shared.refuse(origin, digest, reason),
                answer => origin.answer(answer),
            }
        }
        self.tell_wallets(&transfers, shared);
        if !lines.is_empty() {
            self.arrange = true;
            self.announce(shared);
            self.after_commit();
        }
    }

    fn carry_out_at_table(
        &mut self,
        step: &TableStep,
        dealers: &mut BTreeMap<TableNo, Dealer<SystemSeeds>>,
        shared: &Shared,
    ) {
        let no = step.table;
        if step.opened {
            self.open_table(step);
        }
        let Some(served) = self.tables.get_mut(&no) else { return };
        if let Some(dealer) = dealers.remove(&no) {
            served.loaded.dealer = dealer;
        }
        served.audience.apply(&mut served.loaded, &step.batch, shared);
        if moves_people(&step.batch) {
            let seated = served.loaded.table.taken().map(|(_, chair)| chair.player.id).collect();
            shared.directory.put_seats(&step.id, seated);
        }
        if step.closed
            && let Some(mut served) = self.tables.remove(&no)
        {
            served.audience.dismiss();
            for Asked { origin, digest } in served.queue.drain(..).filter_map(|job| job.asked) {
                shared.leave(Chore::Receipt { origin, digest, reason: Refusal::UnknownTable });
            }
            shared.directory.forget(&step.id);
        }
    }

    fn open_table(&mut self, step: &TableStep) {
        let Some(Entry::Opened { id, settings, house }) = step.batch.entries.first() else {
            unreachable!("a table that opens says so first")
        };
        let table = HoldemTable::open(id.clone(), settings.clone(), house.clone());
        let claim = self.claims.remove(&step.table).expect("a new table's log was claimed");
        let loaded = Loaded {
            table: table.expect("a tournament's rules make a table"),
            dealer: Dealer::new(SystemSeeds),
            recent: Recent::starting_at(claim.sequence.0),
            epoch: claim.epoch,
            sequence: claim.sequence.0,
            book: None,
        };
        self.tables.insert(step.table, ServedTable::new(&self.plan, self.title(), step.table, loaded));
    }

    /// What follows by itself from how the tournament stands.
    pub(super) fn after_commit(&mut self) {
        let cup = &self.state.tournament;
        let work = match cup.status() {
            Status::Setup if self.plan.host.is_none() => Work::Open,
            Status::Lobby if self.plan.start == Start::WhenFull => {
                let entrants = cup.entrants().len() as u32;
                if cup.rules().max_entrants.is_none_or(|most| entrants < most) {
                    return;
                }
                Work::Start
            }
            _ => return,
        };
        if !self.queue.iter().any(|job| job.work == work) {
            self.queue.push_front(Job::own(work));
        }
    }

    /// All connections of one person here.
    fn outlets_of(&self, player: PlayerId) -> Vec<Outlet> {
        let mut outlets = self.followers.outlets_of(player);
        outlets.extend(self.tables.values().flat_map(|served| served.audience.outlets_of(player)));
        let mut known = HashSet::new();
        outlets.retain(|outlet| known.insert(outlet.id));
        outlets
    }

    fn tell_wallets(&self, transfers: &[Transfer<Account>], shared: &Shared) {
        for account in transfers.iter().flat_map(|transfer| [transfer.from(), transfer.to()]) {
            let Owner::Player(person) = account.owner else { continue };
            let outlets = self.outlets_of(person);
            if !outlets.is_empty() {
                shared.leave(Chore::Wallet { account: account.clone(), outlets });
            }
        }
    }

    /// Says who sits where.
    pub(super) fn announce_seats(&self, shared: &Shared) {
        for served in self.tables.values() {
            let seated = served.loaded.table.taken().map(|(_, chair)| chair.player.id).collect();
            shared.directory.put_seats(served.loaded.table.id(), seated);
        }
    }

    /// Says in the lobby how the tournament is.
    pub(super) fn announce(&self, shared: &Shared) {
        let cup = &self.state.tournament;
        let over = matches!(cup.status(), Status::Finished | Status::Cancelled);
        let waits = cup.started_at().is_none();
        let stays = cup.entrants().iter().filter(|entrant| !over && (waits || entrant.chair.is_some()));
        let entered = stays.map(|entrant| player_of(&entrant.id)).collect();
        shared.directory.put_tournament(&self.plan, cup, entered);
    }
}

#[cfg(test)]
impl Pending {
    /// Is something of this kind being written?
    pub(crate) fn tells(&self, what: &str) -> bool {
        self.lines.iter().any(|line| match line {
            Line::Event(event) => match &event.what {
                Happened::TableBroken { .. } => what == "tableBroken",
                Happened::RoundBegan { .. } | Happened::RoundEnded => what == "handForHand",
                _ => false,
            },
            _ => false,
        })
    }
}

//! What is asked of a tournament, and what it comes to.

use super::TournamentService;
use super::bots::is_bot;
use super::form;
use super::line::{Chance, fresh_secret, wall};
use super::load::fits;
use super::plan::TournamentPlan;
use super::table::{TableJob, Working};
use crate::chore::Chore;
use crate::seeds::SystemSeeds;
use crate::service::{Origin, begins};
use crate::shard::Shared;
use crate::wire;
use kozyr_chips::Currency;
use kozyr_protocol::room::{Refusal, TournamentOrder, TournamentRefusal, TournamentStatus, TournamentWish};
use kozyr_store::CommandDigest;
use kozyr_table::holdem::HoldemSeating;
use kozyr_table::{Dealer, Player};
use kozyr_time::{Millis, PlayerId, Timestamp, TournamentId};
use kozyr_tournament::live::{self, Commit, Now, Venue};
use kozyr_tournament::{
    Command, EntrantId, PauseKind, Refusal as Refused, Seating, Status, TableNo, Tournament, director,
};
use std::collections::BTreeMap;

/// Who asked, where the answer goes, and what was said.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) origin: Origin,
    pub(crate) digest: CommandDigest,
}

/// Something that is asked of the tournament.
pub(crate) struct Job {
    pub(crate) work: Work,
    pub(crate) asked: Option<Asked>,
}

impl Job {
    /// Something nobody sent.
    pub(crate) fn own(work: Work) -> Job {
        Job { work, asked: None }
    }
}

/// What can be asked. Every draw is made when it is decided.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Work {
    Wish(Player, TournamentWish),
    Order(TournamentOrder),
    /// A tournament of the house opens by itself.
    Open,
    Start,
    Tick,
    /// The director looks at the tables.
    Arrange,
    /// The room was started again.
    Recover,
    Resume,
    Cancel,
    CloseTables,
}

/// What something comes to, before it is durable.
pub(crate) struct Decision {
    pub(crate) commit: Commit,
    pub(crate) dealers: BTreeMap<TableNo, Dealer<SystemSeeds>>,
    /// A number was drawn.
    pub(crate) drawn: bool,
}

pub(crate) fn entrant(player: PlayerId) -> EntrantId {
    EntrantId::from(player.to_string())
}

/// Entrants are called by the numbers of their players.
pub(crate) fn player_of(entrant: &EntrantId) -> PlayerId {
    let number = entrant.as_str().parse().ok().and_then(|number| PlayerId::new(number).ok());
    number.expect("entrants are called by players' numbers")
}

impl TournamentService {
    /// Begins something that touches the tournament: nothing else is with the store.
    pub(super) fn start(&mut self, job: Job, shared: &Shared) {
        match self.decide(&job.work, shared.now) {
            Ok(None) => {}
            Ok(Some(decision)) => {
                let opened = decision.commit.tables.iter().filter(|step| step.opened).map(|step| step.table);
                let new: Vec<TableNo> = opened.filter(|no| !self.claims.contains_key(no)).collect();
                if !new.is_empty() {
                    match job.work {
                        Work::Arrange => self.arrange = true,
                        _ => self.queue.push_front(job),
                    }
                    return self.claim(new, shared);
                }
                self.submit(decision, job.asked, None, shared);
            }
            Err(reason) => refuse(job.asked, reason, shared),
        }
    }

    /// Begins the next thing at a table; what touches the tournament waits until nothing else is with the store.
    pub(super) fn start_at_table(&mut self, no: TableNo, shared: &Shared) {
        let Some(job) = self.tables.get_mut(&no).and_then(|served| served.queue.pop_front()) else { return };
        let mut tables = Working { tables: &self.tables, dealers: BTreeMap::new() };
        let decided = self.with_venue(None, |tournament, venue| {
            live::input(tournament, venue, &mut tables, now(shared.now), no, &job.input)
        });
        match decided {
            // A room that is being emptied deals no more; the table asks again by itself.
            Ok(commit) if shared.draining && job.asked.is_none() && deals(&commit) => {}
            Ok(commit) => {
                let drawn = false;
                let decision = Decision { commit, dealers: tables.dealers, drawn };
                let alone = decision.commit.events.is_empty()
                    && decision
                        .commit
                        .tables
                        .iter()
                        .all(|step| step.table == no && !step.opened && !step.closed);
                let busy = self.tables.values().any(|served| served.pending.is_some());
                if !alone && busy {
                    if let Some(served) = self.tables.get_mut(&no) {
                        served.queue.push_front(job);
                    }
                    self.drain = Some(no);
                    return;
                }
                self.submit(decision, job.asked, Some((no, alone)), shared);
            }
            Err(refused) => {
                let TableJob { asked, .. } = job;
                refuse(asked, wire::refusal::<HoldemSeating>(&refused), shared);
            }
        }
    }

    /// What something comes to now; nothing when there is nothing to do.
    fn decide(&self, work: &Work, at: Timestamp) -> Result<Option<Decision>, Refusal> {
        let mut chance = Chance::new(&self.secret);
        let asks = match work {
            Work::Wish(player, _) => Some(player),
            _ => None,
        };
        let mut tables = Working { tables: &self.tables, dealers: BTreeMap::new() };
        let now = now(at);
        let commit = if *work == Work::CloseTables {
            self.with_venue(None, |cup, venue| live::close(cup, venue, &mut tables, now))
        } else {
            let Some(command) = self.command_of(work, at, &mut chance)? else { return Ok(None) };
            self.with_venue(asks, |cup, venue| live::command(cup, venue, &mut tables, now, &command))
        };
        let commit = commit.map_err(|refused| refusal(&refused, self.tournament()))?;
        let changes = !commit.events.is_empty() || !commit.tables.is_empty() || *work == Work::CloseTables;
        let dealers = tables.dealers;
        Ok(changes.then_some(Decision { commit, dealers, drawn: chance.taken }))
    }

    /// What is asked of the tournament's rules; nothing when it has become pointless.
    fn command_of(
        &self,
        work: &Work,
        at: Timestamp,
        chance: &mut Chance,
    ) -> Result<Option<Command>, Refusal> {
        let cup = self.tournament();
        let mut below = |n| chance.below(n);
        Ok(Some(match work {
            Work::Wish(player, wish) => {
                let id = entrant(player.id);
                match wish {
                    TournamentWish::Register if self.is_on() => {
                        let chair = cup.floor().late_chair(cup.next_table(), &mut below);
                        Command::Enter { player: id, name: (&*player.name).into(), chair }
                    }
                    TournamentWish::Register => {
                        Command::Register { player: id, name: (&*player.name).into() }
                    }
                    TournamentWish::Unregister => Command::Unregister { player: id },
                    TournamentWish::CheckIn { present } => Command::CheckIn { player: id, present: *present },
                    TournamentWish::Rebuy => Command::Rebuy { player: id },
                    TournamentWish::DeclineRebuy => Command::DeclineRebuy { player: id },
                    TournamentWish::AddOn => Command::AddOn { player: id },
                    TournamentWish::ReEnter => {
                        let chair = cup.floor().late_chair(cup.next_table(), &mut below);
                        Command::ReEnter { player: id, chair }
                    }
                }
            }
            Work::Order(TournamentOrder::Configure { form }) => {
                let rules = form::own_config(form).map_err(|problems| Refusal::BadForm { problems })?;
                if !fits(&TournamentPlan { rules: rules.clone(), ..self.plan.clone() }) {
                    return Err(Refusal::BadForm { problems: vec![form::not_here()] });
                }
                Command::Configure(Box::new(rules))
            }
            Work::Order(TournamentOrder::Pause) => Command::Pause(PauseKind::Everything),
            Work::Order(TournamentOrder::PauseClock) => Command::Pause(PauseKind::ClockOnly),
            Work::Order(TournamentOrder::NextLevel) => Command::NextLevel,
            Work::Order(TournamentOrder::Break { length_ms }) => {
                Command::Break { length: Millis::new(*length_ms) }
            }
            Work::Order(TournamentOrder::Remove { player }) => {
                Command::Unregister { player: EntrantId::from(player.to_string()) }
            }
            Work::Open | Work::Order(TournamentOrder::Open) => Command::Open,
            Work::Resume | Work::Order(TournamentOrder::Resume) => Command::Resume,
            Work::Cancel | Work::Order(TournamentOrder::Cancel) => Command::Cancel,
            Work::Start | Work::Order(TournamentOrder::Start) => {
                let entrants = cup.entrants();
                let chairs = director::draw(entrants.len(), cup.rules().seats.into(), &mut below);
                let seating = entrants.iter().zip(chairs);
                let seating = seating.map(|(entrant, chair)| Seating { player: entrant.id.clone(), chair });
                Command::Start { seating: seating.collect() }
            }
            Work::Tick => Command::Tick,
            Work::Recover => Command::Recover { last_known: wall(at) },
            Work::Arrange => {
                if !self.is_on() || !cup.moves_due() || cup.is_round_open() {
                    return Ok(None);
                }
                // An offer that has lapsed frees a seat: the plan would be of yesterday.
                if cup.deadline().is_some_and(|deadline| deadline <= wall(at)) {
                    return Ok(Some(Command::Tick));
                }
                let plan = cup.floor().plan(&mut below);
                if plan.is_empty() {
                    return Ok(None);
                }
                Command::Rearrange(plan)
            }
            Work::CloseTables => return Ok(None),
        }))
    }

    /// Works with the tournament as it is played in this room; who asks may not be an entrant yet.
    fn with_venue<T>(&self, asks: Option<&Player>, work: impl FnOnce(&Tournament, &Venue<'_>) -> T) -> T {
        let cup = self.tournament();
        let people = |id: &EntrantId| {
            let player = player_of(id);
            match (cup.entrant(id), asks) {
                (Some(entrant), _) => {
                    Player { id: player, name: entrant.name.as_str().into(), bot: is_bot(player) }
                }
                (None, Some(asks)) if asks.id == player => asks.clone(),
                (None, _) => unreachable!("somebody who is no entrant"),
            }
        };
        let venue = Venue::new(cup, Currency::FUN, &people, &self.settings);
        work(cup, &venue.expect("it was tried when the tournament was made"))
    }

    /// A secret for the draw after the one that was made.
    pub(super) fn next_secret(&self) -> Option<kozyr_fair::Secret> {
        fresh_secret()
    }
}

fn refuse(asked: Option<Asked>, reason: Refusal, shared: &Shared) {
    if let Some(Asked { origin, digest }) = asked {
        shared.leave(Chore::Receipt { origin, digest, reason });
    }
}

fn now(at: Timestamp) -> Now {
    Now { room: at, wall: wall(at) }
}

/// What a command says, of which tournament: tells it from another under the same id.
pub(crate) fn digest(tournament: &TournamentId, what: &dyn std::fmt::Debug) -> CommandDigest {
    let hash = blake3::hash(format!("tournament {tournament} {what:?}").as_bytes());
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    CommandDigest(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

/// Why the tournament refused.
pub(crate) fn refusal(refused: &Refused, cup: &Tournament) -> Refusal {
    let why = match refused {
        Refused::WrongStatus { .. } => TournamentRefusal::WrongStatus { status: status(cup.status()) },
        Refused::AlreadyEntered(_) => TournamentRefusal::AlreadyEntered,
        Refused::NotEntered(_) => TournamentRefusal::NotEntered,
        Refused::Full(most) => TournamentRefusal::Full { most: *most },
        Refused::TooFewEntrants(_) => TournamentRefusal::TooFewEntrants,
        Refused::EntriesClosed => TournamentRefusal::EntriesClosed,
        Refused::NoReEntry(_) => TournamentRefusal::NoReEntry,
        Refused::StillIn(_) => TournamentRefusal::StillIn,
        Refused::IsOut(_) => TournamentRefusal::IsOut,
        Refused::NoOffer(_) => TournamentRefusal::NoOffer,
        Refused::NoAddOn(_) | Refused::NoBreak => TournamentRefusal::NoAddOn,
        Refused::AlreadyPaused => TournamentRefusal::AlreadyPaused,
        Refused::NotPaused => TournamentRefusal::NotPaused,
        Refused::LastLevel => TournamentRefusal::LastLevel,
        Refused::LevelAsked => TournamentRefusal::LevelAsked,
        Refused::AlreadyOnBreak => TournamentRefusal::AlreadyOnBreak,
        Refused::BadBreak => TournamentRefusal::BadBreak,
        Refused::FirstLevel => TournamentRefusal::FirstLevel,
        Refused::NoLevelEnd => TournamentRefusal::NoLevelEnd,
        Refused::LevelsPlayed => TournamentRefusal::LevelsPlayed,
        Refused::CountsDoNotAddUp { counted, chips } => {
            TournamentRefusal::CountsDoNotAddUp { counted: *counted, chips: *chips }
        }
        Refused::WhoKnockedOut(_) => TournamentRefusal::WhoKnockedOut,
        Refused::Twice(_) => TournamentRefusal::NamedTwice,
        Refused::NotDealtIn(_) => TournamentRefusal::NotDealtIn,
        Refused::WaitForOthers(_) => TournamentRefusal::WaitForOthers,
        Refused::NobodyToPlay(_) => TournamentRefusal::NobodyToPlay,
        Refused::NoName => TournamentRefusal::BadName,
        Refused::NothingToUndo => TournamentRefusal::NothingToUndo,
        Refused::NothingToRedo => TournamentRefusal::NothingToRedo,
        Refused::TooManySteps => TournamentRefusal::TooMany,
        Refused::NoSittingOut => TournamentRefusal::NoSittingOut,
        _ => TournamentRefusal::NotNow,
    };
    Refusal::Tournament { why }
}

/// Where a tournament stands, in the protocol's words.
pub(crate) fn status(status: Status) -> TournamentStatus {
    match status {
        Status::Setup => TournamentStatus::Setup,
        Status::Lobby => TournamentStatus::Lobby,
        Status::Running => TournamentStatus::Running,
        Status::Paused(PauseKind::Everything) => TournamentStatus::Paused,
        Status::Paused(PauseKind::ClockOnly) => TournamentStatus::ClockPaused,
        Status::Finished => TournamentStatus::Finished,
        Status::Cancelled => TournamentStatus::Cancelled,
    }
}

/// Does a hand begin with it?
fn deals(commit: &Commit) -> bool {
    commit.tables.iter().any(|step| begins(&step.batch))
}

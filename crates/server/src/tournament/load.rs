//! A tournament and its tables out of their logs.

use super::line::{Line, State, commitment, fresh_secret};
use super::plan::TournamentPlan;
use super::venue_settings;
use crate::load::{LoadError, Loaded, Log, damaged, load};
use crate::plan::{GamePlan, TablePlan, stream_of};
use kozyr_chips::Currency;
use kozyr_fair::Secret;
use kozyr_store::{Append, Epoch, Payload, Sequence, Store, StreamBatch, StreamId};
use kozyr_table::Player;
use kozyr_table::holdem::HoldemSeating;
use kozyr_time::{PlayerId, Timestamp};
use kozyr_tournament::live::Venue;
use kozyr_tournament::{EntrantId, Status, TableNo, Tournament};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A tournament that was loaded, and what is needed to go on with it.
pub(crate) struct LoadedTournament {
    pub(crate) state: State,
    /// The secret of the next draw.
    pub(crate) secret: Secret,
    pub(crate) epoch: Epoch,
    pub(crate) sequence: u64,
    /// Lines since the last checkpoint.
    pub(crate) since_checkpoint: u64,
    pub(crate) tables: BTreeMap<TableNo, Loaded<HoldemSeating>>,
}

impl LoadedTournament {
    /// The last moment any of its tables knows.
    pub(crate) fn latest(&self) -> Timestamp {
        self.tables.values().map(|loaded| loaded.table.now()).max().unwrap_or_default()
    }
}

/// Claims a tournament with all its tables and replays them; one that is new gets its first line.
pub(crate) fn claim_and_load(
    store: &dyn Store,
    plan: &TournamentPlan,
    now: Timestamp,
) -> Result<LoadedTournament, LoadError> {
    let stream = plan.stream();
    if store.head(&stream)?.sequence == Sequence::START {
        open(store, plan, now)?;
    }
    // Which tables there are is read first, so that one commit takes all of it over; whoever wrote meanwhile is fenced
    // from that commit on, and what they wrote is read after it.
    loop {
        let numbers = tables_of(&read(store, &stream, plan)?.0);
        let mut streams = vec![stream.clone()];
        streams.extend(numbers.iter().map(|&no| table_stream(plan, no)));
        let heads = store.claim_all(&streams)?;
        let (state, sequence, since_checkpoint) = read(store, &stream, plan)?;
        if tables_of(&state) != numbers {
            continue;
        }
        let kept = store.secret(&stream, state.draw.0)?;
        let secret = kept.and_then(|kept| Secret::from_bytes(&kept.bytes).ok());
        let secret = secret.filter(|secret| commitment(secret) == state.draw.1);
        let secret =
            secret.ok_or_else(|| damaged(&stream, sequence, "the secret of the next draw is lost"))?;
        let mut tables = BTreeMap::new();
        for (&no, head) in numbers.iter().zip(&heads[1..]) {
            let plan = table_plan(plan, &state.tournament, no);
            let GamePlan::Holdem(house) = &plan.game else { unreachable!("tournaments are of Hold'em") };
            tables.insert(no, load(store, &plan, house, *head)?);
        }
        let epoch = heads[0].epoch;
        return Ok(LoadedTournament { state, secret, epoch, sequence, since_checkpoint, tables });
    }
}

fn open(store: &dyn Store, plan: &TournamentPlan, now: Timestamp) -> Result<(), LoadError> {
    let stream = plan.stream();
    let head = store.claim(&stream)?;
    let secret =
        fresh_secret().ok_or_else(|| damaged(&stream, 0, "there is no randomness to draw seats from"))?;
    let first = Line::Opened { plan: Box::new(plan.clone()), commitment: commitment(&secret) };
    let batch = StreamBatch {
        secrets: vec![kozyr_store::Secret { key: 1, payload: secret.to_bytes().into() }],
        ..StreamBatch::new(stream, head.epoch, head.sequence, vec![first.payload()])
    };
    Ok(store.append(Append { at: now, streams: vec![batch], ..Append::default() })?)
}

/// The tables that have to be there.
fn tables_of(state: &State) -> Vec<TableNo> {
    match state.tournament.status() {
        Status::Setup | Status::Lobby | Status::Cancelled => Vec::new(),
        Status::Finished if state.tables_closed => Vec::new(),
        Status::Running | Status::Paused(_) | Status::Finished => state.tournament.tables().collect(),
    }
}

/// Where the log of one of its tables is.
pub(crate) fn table_stream(plan: &TournamentPlan, no: TableNo) -> StreamId {
    stream_of(&table_id(plan, no))
}

/// What one of its tables is called.
pub(crate) fn table_id(plan: &TournamentPlan, no: TableNo) -> kozyr_time::TableId {
    kozyr_time::TableId::new(&format!("{}-{no}", plan.id)).expect("the longest id was tried when it was made")
}

fn table_plan(plan: &TournamentPlan, tournament: &Tournament, no: TableNo) -> TablePlan {
    let (people, settings) = (|_: &EntrantId| nobody(), venue_settings());
    let venue = Venue::new(tournament, Currency::FUN, &people, &settings).expect("tried when it was made");
    TablePlan {
        id: table_id(plan, no),
        title: tournament.rules().name.clone(),
        settings: venue.table_settings(tournament),
        game: GamePlan::Holdem(tournament.house()),
        made: None,
    }
}

fn nobody() -> Player {
    Player { id: PlayerId::from(0u32), name: "".into(), bot: true }
}

/// Can this be played in the room?
pub(crate) fn fits(plan: &TournamentPlan) -> bool {
    let tournament = Tournament::new(plan.id.as_str(), Default::default(), plan.rules.clone());
    let (people, settings) = (|_: &EntrantId| nobody(), venue_settings());
    Venue::new(&tournament, Currency::FUN, &people, &settings).is_ok()
}

/// The state, the number of the last line, and how many lines come after the checkpoint.
fn read(store: &dyn Store, stream: &StreamId, plan: &TournamentPlan) -> Result<(State, u64, u64), LoadError> {
    // A line that does not fit is an assertion of the tournament's; here it is a damaged file.
    let read = catch_unwind(AssertUnwindSafe(|| replay(Log::Store(store), stream, plan)));
    read.unwrap_or_else(|_| Err(damaged(stream, 0, "a line does not follow from those before")))
}

/// The same of a log that is only looked at. A line that does not fit is an assertion.
pub(crate) fn replay(
    log: Log<'_>,
    stream: &StreamId,
    plan: &TournamentPlan,
) -> Result<(State, u64, u64), LoadError> {
    let wrong = |at: u64, error: &dyn std::fmt::Display| damaged(stream, at, &error.to_string());
    let (mut state, mut at) = (None, Sequence::START);
    if let Some(checkpoint) = log.checkpoint(stream)? {
        at = checkpoint.sequence;
        let (_, bytes) =
            checkpoint.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(at.0, &error))?;
        state = Some(State::from_checkpoint(bytes).map_err(|error| wrong(at.0, &error))?);
    }
    let from = at.0;
    loop {
        let page = log.load(stream, at)?;
        for event in &page {
            at = event.sequence;
            let (_, bytes) =
                event.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(at.0, &error))?;
            let line: Line = serde_json::from_slice(bytes).map_err(|error| wrong(at.0, &error))?;
            match (&mut state, line) {
                (None, Line::Opened { commitment, .. }) => {
                    state = Some(State::new(plan, commitment, event.at));
                }
                (Some(state), line) if !matches!(line, Line::Opened { .. }) => state.apply(&line),
                _ => return Err(wrong(at.0, &"not the log of a tournament")),
            }
        }
        if page.is_empty() {
            let state = state.ok_or_else(|| wrong(0, &"the log of the tournament is empty"))?;
            return Ok((state, at.0, at.0 - from));
        }
    }
}

//! The sessions and their tables out of the store.

use crate::load::{LoadError, Loaded, damaged, load as load_table};
use crate::plan::{GamePlan, TablePlan, stream_of};
use crate::world;
use kozyr_protocol::updau::session::{Event, Sessions, Settings};
use kozyr_store::{
    Append, Epoch, Head, Payload, Secret, Sequence, Store, StreamBatch, StreamId, Unavailable,
};
use kozyr_table::Entry;
use kozyr_table::durak::DurakSeating;
use kozyr_time::{TableId, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Events read at a time.
const PAGE: usize = 1000;
/// The names of tables that UpDAU opened begin so.
pub(super) const TABLES: &str = "updau-";
/// What people call them.
pub(super) const TITLE: &str = "UpDAU";
/// Logs that are claimed at a time for tables to come.
const SPARE: usize = 32;
/// Under this number the stream keeps what ids of people are made with.
const PEOPLE_KEY: u64 = 0;

/// The checkpoint of the sessions: all records were written anew after this event.
#[derive(Serialize, Deserialize)]
pub(super) struct Anew {
    pub(super) after: u64,
}

/// Everything the gateway has.
pub(crate) struct LoadedGateway {
    pub(super) sessions: Sessions,
    pub(super) epoch: Epoch,
    pub(super) sequence: u64,
    /// Events since all records were written anew, that included.
    pub(super) since_anew: u64,
    pub(super) key: [u8; 32],
    pub(super) tables: Vec<(TableId, Loaded<DurakSeating>)>,
    pub(super) spare: Vec<(TableId, Head)>,
}

/// Where the log of the sessions is.
pub(super) fn stream() -> StreamId {
    StreamId::new("updau").expect("a plain name")
}

/// Is this a table that UpDAU opened?
pub(crate) fn is_table(name: &str) -> bool {
    name.starts_with(TABLES)
}

/// Claims everything and replays it. Waits for the store.
pub(crate) fn load(
    store: &dyn Store,
    settings: &Settings,
    now: Timestamp,
) -> Result<LoadedGateway, LoadError> {
    let head = store.claim(&stream())?;
    let key = people_key(store, head, now)?;
    let wrong = |at: u64, error: &dyn std::fmt::Display| damaged(&stream(), at, &error.to_string());
    let mut at = Sequence::START;
    if let Some(checkpoint) = store.checkpoint(&stream())? {
        let number = checkpoint.sequence.0;
        let (_, bytes) =
            checkpoint.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(number, &error))?;
        let anew: Anew = serde_json::from_slice(bytes).map_err(|error| wrong(number, &error))?;
        at = Sequence(anew.after);
    }
    let (from, mut events) = (at.0, Vec::new());
    loop {
        let page = store.load(&stream(), at, PAGE)?;
        for event in &page {
            let number = event.sequence.0;
            let (_, bytes) =
                event.payload.read(Payload::FIRST_VERSION).map_err(|error| wrong(number, &error))?;
            events.push(serde_json::from_slice::<Event>(bytes).map_err(|error| wrong(number, &error))?);
        }
        match page.last() {
            Some(last) => at = last.sequence,
            None => break,
        }
    }
    let since_anew = at.0 - from;
    let sessions = Sessions::restore(settings.clone(), now, None, events);
    let (tables, spare) = tables(store, &sessions)?;
    Ok(LoadedGateway { sessions, epoch: head.epoch, sequence: at.0, since_anew, key, tables, spare })
}

/// What ids of people are made with: made once, at the first start.
fn people_key(store: &dyn Store, head: Head, now: Timestamp) -> Result<[u8; 32], LoadError> {
    if let Some(kept) = store.secret(&stream(), PEOPLE_KEY)? {
        let key = <[u8; 32]>::try_from(kept.bytes.as_slice());
        return key.map_err(|_| damaged(&stream(), 0, "the key of people has another length"));
    }
    let mut key = [0; 32];
    world::fill(&mut key).map_err(|error| Unavailable::new(error.to_string()))?;
    let secret = Secret { key: PEOPLE_KEY, payload: key.to_vec().into() };
    let mut batch = StreamBatch::new(stream(), head.epoch, head.sequence, Vec::new());
    batch.secrets.push(secret);
    store.append(Append { at: now, streams: vec![batch], ..Append::default() })?;
    Ok(key)
}

type Tables = (Vec<(TableId, Loaded<DurakSeating>)>, Vec<(TableId, Head)>);

/// The tables of the sessions, and logs that were claimed for tables and never used.
fn tables(store: &dyn Store, sessions: &Sessions) -> Result<Tables, LoadError> {
    let wanted: BTreeSet<&TableId> = sessions.tables().collect();
    let streams = store.streams(stream_of(&TableId::new(TABLES).expect("a plain name")).as_str())?;
    let heads = store.claim_all(&streams)?;
    let (mut tables, mut spare) = (Vec::new(), Vec::new());
    for (stream, head) in streams.iter().zip(heads) {
        let Some(id) = stream.as_str().strip_prefix("table/").and_then(|id| TableId::new(id).ok()) else {
            continue;
        };
        match (wanted.contains(&id), head.sequence == Sequence::START) {
            (true, _) => match open(store, &id, head) {
                Ok(loaded) => tables.push((id, loaded)),
                // The others can be played at. Those who sat here are told that there is no such table.
                Err(error @ LoadError::Damaged { .. }) => {
                    tracing::error!(table = %id, %error, "the table stays closed");
                }
                Err(error) => return Err(error),
            },
            (false, true) => spare.push((id, head)),
            (false, false) => tracing::error!(table = %id, "nobody knows this table"),
        }
    }
    if spare.len() < SPARE {
        spare.extend(claim_spare(store)?);
    }
    Ok((tables, spare))
}

fn open(store: &dyn Store, id: &TableId, head: Head) -> Result<Loaded<DurakSeating>, LoadError> {
    let stream = stream_of(id);
    let first = store.load(&stream, Sequence::START, 1)?;
    let line = first.first().and_then(|event| event.payload.read(Payload::FIRST_VERSION).ok());
    let entry = line.and_then(|(_, bytes)| serde_json::from_slice::<Entry<DurakSeating>>(bytes).ok());
    let Some(Entry::Opened { settings, house, .. }) = entry else {
        return Err(damaged(&stream, 1, "a table is opened first"));
    };
    load_table(store, &plan(id, settings, house.clone()), &house, head)
}

/// How a table is set up that UpDAU opens.
fn plan(id: &TableId, settings: kozyr_table::Settings, house: kozyr_table::durak::DurakHouse) -> TablePlan {
    TablePlan { id: id.clone(), title: TITLE.to_owned(), settings, game: GamePlan::Durak(house), made: None }
}

/// Claims logs for tables to come, in one commit. Waits for the store.
pub(crate) fn claim_spare(store: &dyn Store) -> Result<Vec<(TableId, Head)>, LoadError> {
    let names = (0..SPARE).map(|_| new_name()).collect::<Result<Vec<TableId>, Unavailable>>()?;
    let streams: Vec<StreamId> = names.iter().map(stream_of).collect();
    let heads = store.claim_all(&streams)?;
    Ok(names.into_iter().zip(heads).collect())
}

/// Claims the log of one table. Waits for the store.
pub(super) fn claim_name(store: &dyn Store) -> Result<(TableId, Head), LoadError> {
    let name = new_name()?;
    let head = store.claim(&stream_of(&name))?;
    Ok((name, head))
}

/// A name no table ever had.
fn new_name() -> Result<TableId, Unavailable> {
    let mut bytes = [0u8; 8];
    world::fill(&mut bytes).map_err(|error| Unavailable::new(error.to_string()))?;
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(TableId::new(&format!("{TABLES}{text}")).expect("a short plain name"))
}

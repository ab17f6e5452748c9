//! The hand that lies on a table of Hold'em or its kin, out of the log like one that is over.

use super::holdem::{Heading, document};
use super::story::{Line, Lines};
use crate::load::{LoadError, damaged, entry_of, rest_of};
use kozyr_notation::phh::{self, Value};
use kozyr_store::{Sequence, Store, StoredEvent, StreamId};
use kozyr_table::holdem::{HoldemSeating, HoldemTable};
use kozyr_table::{Effects, Entry, Wish};
use kozyr_time::{PlayerId, WallTime};

/// The latest hand of a table as one person may know it.
pub(crate) struct Running {
    pub(crate) document: phh::Hand,
    /// The number of the decision that is theirs now.
    pub(crate) turn: Option<u64>,
}

/// The hand that is played at the table, or the one that was last; nothing when none was dealt. What people want now stands in
/// it, as the exchange of hands has it.
///
/// # Errors
/// When the log cannot be read.
pub(crate) fn running(
    store: &dyn Store,
    stream: &StreamId,
    title: &str,
    viewer: Option<PlayerId>,
) -> Result<Option<Running>, LoadError> {
    let Some((hand, now)) = latest(store, stream)? else { return Ok(None) };
    let Some(Entry::Started { hand: number, .. }) = hand.lines.first().map(|line| &line.entry) else {
        return Ok(None);
    };
    let names = now.people().iter().map(|person| (person.player, name_of(&hand.before, &now, person.player)));
    let heading = Heading {
        hand: *number,
        title: title.to_owned(),
        names: names.collect(),
        started: WallTime::from_millis(hand.lines[0].at.as_millis()),
    };
    let last = hand.lines.last().map_or(0, |line| line.sequence);
    let mut document = document(&hand, &heading, viewer).map_err(|why| damaged(stream, last, &why))?;
    let wants = now.people().iter().map(|person| {
        let sits = now.chair(person.chair).filter(|chair| chair.player.id == person.player);
        Value::Integer(match sits.map(|chair| &chair.wish) {
            Some(Wish::Play) => 0,
            Some(Wish::Wait) => 1,
            Some(Wish::Pause) => 2,
            Some(Wish::Leave) | None => 3,
        })
    });
    document.set_user_field("_intents", Value::Array(wants.collect()));
    let seat = viewer.and_then(|viewer| now.seat_of(viewer));
    let clock = seat.and_then(|seat| now.clocks().iter().find(|clock| clock.seat == Some(seat)));
    Ok(Some(Running { document, turn: clock.map(|clock| clock.turn) }))
}

fn name_of(before: &HoldemTable, now: &HoldemTable, player: PlayerId) -> String {
    let called = |table: &HoldemTable| {
        let chair = table.taken().find(|(_, chair)| chair.player.id == player);
        chair.map(|(_, chair)| chair.player.name.to_string())
    };
    called(now).or_else(|| called(before)).unwrap_or_default()
}

/// The lines since the last hand began, with the table before it and as it is now.
fn latest(
    store: &dyn Store,
    stream: &StreamId,
) -> Result<Option<(Lines<HoldemSeating>, HoldemTable)>, LoadError> {
    let kept = store.kept_checkpoint(stream, Sequence(u64::MAX >> 1))?;
    let after = kept.as_ref().map_or(Sequence::START, |kept| kept.sequence);
    let mut table = kept.map(|kept| rest_of::<HoldemSeating>(stream, &kept)).transpose()?;
    let mut hand: Option<Lines<HoldemSeating>> = None;
    for event in &store.load(stream, after, usize::MAX)? {
        let entry: Entry<HoldemSeating> = entry_of(stream, event)?;
        let StoredEvent { sequence, at, .. } = *event;
        let Some(now) = &mut table else {
            let Entry::Opened { id, settings, house } = entry else {
                return Err(damaged(stream, sequence.0, "the log does not begin with a table"));
            };
            let opened = HoldemTable::open(id, settings, house);
            table = Some(opened.map_err(|error| damaged(stream, sequence.0, &error.to_string()))?);
            continue;
        };
        if matches!(entry, Entry::Started { .. }) {
            hand = Some(Lines { before: now.clone(), lines: Vec::new(), after: Vec::new() });
        }
        now.apply_entry(at, &entry, &mut Effects::default());
        if let Some(hand) = &mut hand {
            hand.lines.push(Line { sequence: sequence.0, at, entry });
        }
    }
    Ok(hand.zip(table))
}

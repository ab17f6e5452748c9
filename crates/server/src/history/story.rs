//! A hand out of the log.

use super::row::Summary;
use super::{durak, equity, holdem, seka};
use crate::load::{LoadError, damaged, entry_of, rest_of};
use crate::wire::{self, Served, Viewpoints};
use kozyr_notation::phh;
use kozyr_protocol::api::{HandItem, HandNotation, HandPerson, HandStory, StoryUpdate};
use kozyr_protocol::room::{BySeat, ToClient};
use kozyr_store::{HandFlags, HandRow, Sequence, Store, StoredEvent};
use kozyr_table::holdem::HoldemSeating;
use kozyr_table::{Effects, Entry, Table};
use kozyr_time::{PlayerId, Timestamp};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many lines after a hand are looked through for cards that were turned over. The next hand mostly begins sooner.
const AFTER: u64 = 64;

/// A line of the log.
pub(super) struct Line<S: Served> {
    pub(super) sequence: u64,
    pub(super) at: Timestamp,
    pub(super) entry: Entry<S>,
}

/// The table before a hand, and the lines of the hand.
pub(super) struct Lines<S: Served> {
    pub(super) before: Table<S>,
    pub(super) lines: Vec<Line<S>>,
    /// The lines after it, to the last with which somebody turned over cards.
    pub(super) after: Vec<Line<S>>,
}

/// What a table is asked for.
#[derive(Clone, Copy)]
enum Asked {
    Story,
    Note(HandNotation),
    Phh,
}

/// What it answers.
enum Answered {
    Story(Box<HandStory>),
    Note(Noted),
    Phh(Option<Box<phh::Hand>>),
}

/// A hand in a notation.
pub(crate) enum Noted {
    /// As text.
    Text(String),
    /// Not in this one, and why.
    Cannot(String),
}

/// In which notations the hands of a game can be had.
pub(crate) fn notations(game: &str) -> Vec<HandNotation> {
    let own: &[HandNotation] = match game {
        "seka" => &[HandNotation::Seka],
        "durak" => &[HandNotation::Durak],
        _ => &[HandNotation::Phh, HandNotation::Pokerstars],
    };
    own.iter().copied().chain([HandNotation::Json]).collect()
}

/// The hand as this person saw it, step by step.
///
/// # Errors
/// When the log cannot be read.
pub(crate) fn story(store: &dyn Store, row: &HandRow, viewer: PlayerId) -> Result<HandStory, LoadError> {
    match of_any_game(store, row, viewer, Asked::Story)? {
        Answered::Story(story) => Ok(*story),
        _ => unreachable!("a story was asked for"),
    }
}

/// The hand in a notation, with the cards this person saw and no others.
///
/// # Errors
/// When the log cannot be read.
pub(crate) fn note(
    store: &dyn Store,
    row: &HandRow,
    viewer: PlayerId,
    notation: HandNotation,
) -> Result<Noted, LoadError> {
    match of_any_game(store, row, viewer, Asked::Note(notation))? {
        Answered::Note(noted) => Ok(noted),
        _ => unreachable!("a notation was asked for"),
    }
}

/// The hand as a document of the standard for poker hands; nothing of another game.
///
/// # Errors
/// When the log cannot be read.
pub(crate) fn phh_document(
    store: &dyn Store,
    row: &HandRow,
    viewer: PlayerId,
) -> Result<Option<phh::Hand>, LoadError> {
    match of_any_game(store, row, viewer, Asked::Phh)? {
        Answered::Phh(document) => Ok(document.map(|document| *document)),
        _ => unreachable!("a document was asked for"),
    }
}

/// A line that does not fit is an assertion of the table's; here it is a damaged file.
fn of_any_game(
    store: &dyn Store,
    row: &HandRow,
    viewer: PlayerId,
    asked: Asked,
) -> Result<Answered, LoadError> {
    let read = || match row.game.split('/').next() {
        Some("seka") => other_hand(&lines(store, row)?, row, viewer, asked, (HandNotation::Seka, seka::text)),
        Some("durak") => {
            other_hand(&lines(store, row)?, row, viewer, asked, (HandNotation::Durak, durak::text))
        }
        _ => holdem_hand(&lines(store, row)?, row, viewer, asked),
    };
    let read = catch_unwind(AssertUnwindSafe(read));
    read.unwrap_or_else(|_| Err(damaged(&row.stream, row.last.0, "a line does not follow from those before")))
}

fn holdem_hand(
    hand: &Lines<HoldemSeating>,
    row: &HandRow,
    viewer: PlayerId,
    asked: Asked,
) -> Result<Answered, LoadError> {
    Ok(match asked {
        Asked::Story => {
            let mut story = tell(hand, row, viewer)?;
            let shares = equity::along(hand, viewer);
            for (update, equity) in story.updates.iter_mut().zip(shares) {
                update.equity = equity;
            }
            Answered::Story(Box::new(story))
        }
        Asked::Note(HandNotation::Phh) => {
            Answered::Note(match holdem::document(hand, &holdem::Heading::of(row), Some(viewer)) {
                Ok(document) => document.to_phh().map_or_else(|e| Noted::Cannot(e.to_string()), Noted::Text),
                Err(why) => Noted::Cannot(why),
            })
        }
        Asked::Note(HandNotation::Pokerstars) => {
            Answered::Note(match holdem::document(hand, &holdem::Heading::of(row), Some(viewer)) {
                Ok(document) => kozyr_notation::pokerstars::write(&document)
                    .map_or_else(|error| Noted::Cannot(error.to_string()), Noted::Text),
                Err(why) => Noted::Cannot(why),
            })
        }
        Asked::Note(HandNotation::Json) => {
            Answered::Note(json(&story_of(holdem_hand(hand, row, viewer, Asked::Story)?)))
        }
        Asked::Note(_) => Answered::Note(another_game()),
        Asked::Phh => {
            Answered::Phh(holdem::document(hand, &holdem::Heading::of(row), Some(viewer)).ok().map(Box::new))
        }
    })
}

/// A game's own text form, and what writes it.
type OwnText<S> = (HandNotation, fn(&Lines<S>, PlayerId) -> Noted);

/// A hand of a game with one text form of its own.
fn other_hand<S: Served>(
    hand: &Lines<S>,
    row: &HandRow,
    viewer: PlayerId,
    asked: Asked,
    own: OwnText<S>,
) -> Result<Answered, LoadError> {
    Ok(match asked {
        Asked::Story => Answered::Story(Box::new(tell(hand, row, viewer)?)),
        Asked::Note(HandNotation::Json) => Answered::Note(json(&tell(hand, row, viewer)?)),
        Asked::Note(notation) if notation == own.0 => Answered::Note(own.1(hand, viewer)),
        Asked::Note(_) => Answered::Note(another_game()),
        Asked::Phh => Answered::Phh(None),
    })
}

fn story_of(answered: Answered) -> HandStory {
    match answered {
        Answered::Story(story) => *story,
        _ => unreachable!("a story was asked for"),
    }
}

fn another_game() -> Noted {
    Noted::Cannot("this notation is of another game".to_owned())
}

fn json(story: &HandStory) -> Noted {
    Noted::Text(serde_json::to_string(story).expect("messages have text keys and finite numbers") + "\n")
}

/// The table as it was before the hand, from the nearest checkpoint that was kept, and the lines of the hand.
fn lines<S: Served>(store: &dyn Store, row: &HandRow) -> Result<Lines<S>, LoadError> {
    let (stream, before) = (&row.stream, Sequence(row.first.0.saturating_sub(1)));
    let kept = store.kept_checkpoint(stream, before)?;
    let after = kept.as_ref().map_or(Sequence::START, |kept| kept.sequence);
    let mut table = kept.map(|kept| rest_of::<S>(stream, &kept)).transpose()?;
    let count = usize::try_from(row.last.0.saturating_sub(after.0) + AFTER).unwrap_or(usize::MAX);
    let (mut lines, mut later) = (Vec::new(), Vec::new());
    for event in &store.load(stream, after, count)? {
        let entry: Entry<S> = entry_of(stream, event)?;
        let StoredEvent { sequence, at, .. } = *event;
        if sequence > row.last {
            if matches!(entry, Entry::Started { .. }) {
                break;
            }
            later.push(Line { sequence: sequence.0, at, entry });
            continue;
        }
        if sequence >= row.first {
            lines.push(Line { sequence: sequence.0, at, entry });
            continue;
        }
        match (&mut table, entry) {
            (Some(table), entry) => table.apply_entry(at, &entry, &mut Effects::default()),
            (none, Entry::Opened { id, settings, house }) => {
                let opened = Table::open(id, settings, house);
                *none = Some(opened.map_err(|error| damaged(stream, sequence.0, &error.to_string()))?);
            }
            (None, _) => return Err(damaged(stream, sequence.0, "the log does not begin with a table")),
        }
    }
    later.truncate(later.iter().rposition(turns_over).map_or(0, |last| last + 1));
    match (table, lines.first().map(|line| &line.entry)) {
        (Some(before), Some(Entry::Started { hand, .. })) if *hand == row.hand => {
            Ok(Lines { before, lines, after: later })
        }
        _ => Err(damaged(stream, row.first.0, "the hand does not begin where its row says")),
    }
}

/// Did somebody turn over cards of the hand that is over?
fn turns_over<S: Served>(line: &Line<S>) -> bool {
    matches!(&line.entry, Entry::Said(_, word) if S::turns_over(word))
}

/// The hand in a list of this person's.
pub(crate) fn item(row: &HandRow, viewer: PlayerId) -> HandItem {
    let Summary { title, names } = Summary::of(row);
    let own = row.players.iter().find(|one| one.player == viewer);
    let flag = |flag| own.is_some_and(|own| own.flags.has(flag));
    let mut names = names.into_iter();
    let players = row.players.iter().map(|one| HandPerson {
        player: one.player.get(),
        name: names.next().unwrap_or_default(),
        net: one.net,
    });
    HandItem {
        table: row.stream.as_str().strip_prefix("table/").unwrap_or_default().to_owned(),
        title,
        hand: row.hand,
        game: row.game.clone(),
        currency: row.currency.to_string(),
        started: row.started.wall.to_string(),
        ended: row.ended.wall.to_string(),
        net: own.map(|own| own.net).unwrap_or_default(),
        showdown: flag(HandFlags::SHOWDOWN),
        won: flag(HandFlags::WON),
        players: players.collect(),
        notations: notations(&row.game),
    }
}

/// What this person was told, by the code that tells it live.
fn tell<S: Served>(hand: &Lines<S>, row: &HandRow, viewer: PlayerId) -> Result<HandStory, LoadError> {
    let mut table = hand.before.clone();
    let Some((first, rest)) = hand.lines.split_first() else {
        let what = format!("hand {} has no line", row.hand);
        return Err(LoadError::Damaged { stream: row.stream.to_string(), at: row.first.0, what });
    };
    table.apply_entry(first.at, &first.entry, &mut Effects::default());
    let info = wire::info(&Summary::of(row).title, 0, &table);
    let view = wire::view(&table, Some(viewer), None, first.at);
    let mut viewpoints = Viewpoints::new(&table);
    viewpoints.watch(std::iter::once(viewer), &table, |_| None, first.at);
    let mut updates = Vec::with_capacity(rest.len());
    let mut before = first.sequence;
    // Of what came after the hand only cards that were turned over are told.
    let told =
        rest.iter().map(|line| (line, true)).chain(hand.after.iter().map(|line| (line, turns_over(line))));
    for (Line { sequence, at, entry }, told) in told {
        let mut effects = Effects::default();
        table.apply_entry(*at, entry, &mut effects);
        if !told {
            continue;
        }
        let events = wire::heard(&effects.told, &table);
        viewpoints.step(&table, *sequence, &events, |_| None);
        let message = viewpoints.update("", before, *at, None, Some(viewer));
        viewpoints.told();
        let wrong = |what: &str| damaged(&row.stream, *sequence, what);
        let Ok(ToClient::Update { steps, .. }) = serde_json::from_str(&message) else {
            return Err(wrong("what was told of it cannot be read"));
        };
        updates.push(StoryUpdate { now: at.as_millis(), steps, equity: BySeat::default() });
        before = *sequence;
    }
    let (hand, now) = (item(row, viewer), first.at.as_millis());
    Ok(HandStory { hand, viewer: viewer.get(), info, now, view, updates })
}

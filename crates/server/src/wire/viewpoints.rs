//! What each pair of eyes was told last, and the steps from there to what is so now.
//!
//! What everybody sees is compared and written once for all of them; only a person's own part is made for each. A
//! message is put together from the two as text.

use super::{Left, Served, own, shared};
use kozyr_protocol::room::patch::{Flat, write_news};
use kozyr_protocol::room::{Own, Rest, TableEvent, TableInfo, TableView};
use kozyr_table::Table;
use kozyr_time::{Millis, PlayerId, Timestamp};
use serde::Serialize;
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// A step that is to be told.
struct Written {
    sequence: u64,
    /// The events as JSON; nothing when there are none.
    events: String,
    /// What changed for everybody: the inside of an object.
    patch: String,
    /// What changed for one person alone: a field of the same object. Few have something of their own.
    owns: Vec<(PlayerId, String)>,
}

impl Written {
    /// What changed for this person alone.
    fn own(&self, person: PlayerId) -> Option<&str> {
        self.owns.iter().find(|(owner, _)| *owner == person).map(|(_, own)| own.as_str())
    }
}

/// A person's own part, none for those who see what anybody sees; and the same to be compared with the next.
struct Known {
    own: Option<Own>,
    flat: Flat,
}

impl Known {
    fn new(own: Option<Own>) -> Known {
        let flat = own.as_ref().map(Flat::of).unwrap_or_default();
        Known { own, flat }
    }

    /// What a patch has for this person, from what is known to this; nothing when it stays as it is.
    fn change(&mut self, own: Option<Own>) -> Option<String> {
        if self.own == own {
            return None;
        }
        self.own = own;
        let Some(own) = &self.own else {
            self.flat = Flat::default();
            return Some(r#""own":null"#.to_owned());
        };
        let news = write_news(&mut self.flat, own);
        Some([r#""own":{"#, &news, "}"].concat())
    }
}

/// What each pair of eyes was told last, and the steps that are to be told.
pub(crate) struct Viewpoints<S: Served> {
    shared: TableView,
    /// The same, to be compared with the next.
    flat: Flat,
    /// The own part of everybody who has one, or may soon. Boxed: a node of the map has room for eleven.
    owns: BTreeMap<PlayerId, Box<Known>>,
    steps: Vec<Written>,
    /// So much later is every moment.
    later: Millis,
    game: PhantomData<S>,
}

impl<S: Served> Viewpoints<S> {
    /// Everybody knows the table as it is.
    pub(crate) fn new(table: &Table<S>) -> Viewpoints<S> {
        Viewpoints::later(table, Millis::ZERO)
    }

    /// Everybody knows the table as it is, as if it were so much later.
    pub(crate) fn later(table: &Table<S>, later: Millis) -> Viewpoints<S> {
        let shared = postponed(shared(table), later);
        let flat = Flat::of(&shared);
        let (owns, steps) = (BTreeMap::new(), Vec::new());
        Viewpoints { shared, flat, owns, steps, later, game: PhantomData }
    }

    /// What everybody sees.
    pub(crate) fn shared(&self) -> &TableView {
        &self.shared
    }

    /// These people are told things of their own from now on, and nobody else; they know the table as it is.
    pub(crate) fn watch<'a>(
        &mut self,
        people: impl Iterator<Item = PlayerId>,
        table: &Table<S>,
        left: impl Fn(PlayerId) -> Option<&'a Left<S>>,
        now: Timestamp,
    ) where
        Left<S>: 'a,
    {
        // One person may look on twice.
        let mut people: Vec<PlayerId> = people.collect();
        people.sort_unstable();
        people.dedup();
        // Mostly they are those who were told things before.
        if people.iter().eq(self.owns.keys()) {
            return;
        }
        let mut before = std::mem::take(&mut self.owns);
        for person in people {
            let known = before.remove(&person);
            let known = known.unwrap_or_else(|| Box::new(Known::new(own(table, person, left(person), now))));
            self.owns.insert(person, known);
        }
    }

    /// What this person knows of their own is told them anew.
    pub(crate) fn forget(&mut self, person: PlayerId) {
        self.owns.remove(&person);
    }

    /// A move was applied, and this is what anybody hears of it.
    pub(crate) fn step<'a>(
        &mut self,
        table: &Table<S>,
        sequence: u64,
        events: &[TableEvent],
        left: impl Fn(PlayerId) -> Option<&'a Left<S>>,
    ) where
        Left<S>: 'a,
    {
        let after = postponed(shared(table), self.later);
        let together = |one: &TableEvent, next: &TableEvent| {
            S::glance(next).is_none_or(|next| S::glance(one) == Some(next))
        };
        let mut glances: Vec<&[TableEvent]> = events.chunk_by(together).collect();
        let last = glances.pop().unwrap_or_default();
        for glance in glances {
            let mut between = self.shared.clone();
            glance.iter().for_each(|event| S::advance(&mut between, event, &after));
            self.write(sequence, glance, between, |_, known| undecided::<S>(known));
        }
        self.write(sequence, last, after, |person, _| own(table, person, left(person), table.now()));
    }

    fn write(
        &mut self,
        sequence: u64,
        events: &[TableEvent],
        after: TableView,
        own: impl Fn(PlayerId, &Option<Own>) -> Option<Own>,
    ) {
        let patch = write_news(&mut self.flat, &after);
        let mut owns = Vec::new();
        for (person, known) in &mut self.owns {
            let new = own(*person, &known.own);
            owns.extend(known.change(new).map(|change| (*person, change)));
        }
        let events = if events.is_empty() { String::new() } else { json(&events) };
        self.steps.push(Written { sequence, events, patch, owns });
        self.shared = after;
    }

    /// Has one of the steps something for this person alone?
    pub(crate) fn concerns(&self, person: PlayerId) -> bool {
        self.steps.iter().any(|step| step.own(person).is_some())
    }

    /// The message for this person, or for anybody who has nothing of their own here.
    pub(crate) fn update(
        &self,
        table: &str,
        after: u64,
        now: Timestamp,
        info: Option<&TableInfo>,
        person: Option<PlayerId>,
    ) -> String {
        let own = |step| person.and_then(|person| Written::own(step, person)).unwrap_or_default();
        let lengths =
            self.steps.iter().map(|step| step.events.len() + step.patch.len() + own(step).len() + 64);
        let mut text = String::with_capacity(128 + lengths.sum::<usize>());
        text.push_str(r#"{"type":"update","table":"#);
        text.push_str(&json(&table));
        number(&mut text, r#","after":"#, after);
        number(&mut text, r#","now":"#, now.as_millis());
        if let Some(info) = info {
            text.push_str(r#","info":"#);
            text.push_str(&json(info));
        }
        text.push_str(r#","steps":["#);
        for (nth, step) in self.steps.iter().enumerate() {
            let begins = if nth > 0 { r#",{"sequence":"# } else { r#"{"sequence":"# };
            number(&mut text, begins, step.sequence);
            if !step.events.is_empty() {
                text.push_str(r#","events":"#);
                text.push_str(&step.events);
            }
            let own = own(step);
            if !step.patch.is_empty() || !own.is_empty() {
                let comma = if step.patch.is_empty() || own.is_empty() { "" } else { "," };
                for part in [r#","patch":{"#, &step.patch, comma, own, "}"] {
                    text.push_str(part);
                }
            }
            text.push('}');
        }
        text.push_str("]}");
        text
    }

    /// The steps were told.
    pub(crate) fn told(&mut self) {
        self.steps.clear();
    }
}

/// The own part of somebody whose decision was made and whose next is not known yet.
fn undecided<S: Served>(known: &Option<Own>) -> Option<Own> {
    let mut own = known.clone()?;
    (own.turn, own.after_timeout) = (None, None);
    own.game.iter_mut().for_each(S::undecided);
    (own != Own::default()).then_some(own)
}

/// The same with every moment later.
fn postponed(mut view: TableView, by: Millis) -> TableView {
    let by = by.get().cast_signed();
    if by == 0 {
        return view;
    }
    let clocks =
        view.clocks.values_mut().chain(&mut view.stage).map(|clock| [&mut clock.since, &mut clock.until]);
    let rest = match &mut view.rest {
        Some(Rest::NextHand { since, until } | Rest::Pause { since, until }) => Some([since, until]),
        Some(Rest::HeldUp | Rest::TooFewPlayers) | None => None,
    };
    clocks.chain(rest).flatten().for_each(|moment| *moment += by);
    view
}

/// Goes on with these words and a number.
fn number(text: &mut String, words: &str, number: impl itoa::Integer) {
    text.push_str(words);
    text.push_str(itoa::Buffer::new().format(number));
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("messages have text keys and finite numbers")
}

#[cfg(test)]
mod tests;

//! What must hold after every step, whatever happened.
//!
//! | What | How it is found out |
//! |---|---|
//! | chips | every currency sums to zero; what lies on a table is what its account holds |
//! | owners | one shard has a table, by the claim the store knows |
//! | nothing lost | nobody is told of a line, and no command is accepted, that a crash would take back |
//! | nothing twice | a command that was accepted is never refused or answered otherwise when it comes again |
//! | cards | whatever card somebody is shown, the game has rightly shown them |
//! | time | no table has slept over its time; no hand waits for nobody |
//! | views | what is folded from patches is the table as it is |

use kozyr_cards::{Card, CardSet};
use kozyr_chips::{Currency, Owner};
use kozyr_protocol::room::patch::Tree;
use kozyr_protocol::room::{Answer, CommandId, Refusal, TableView};
use kozyr_server::simulation::{self, SimulatedRoom, TableProbe};
use kozyr_store::{CommandKey, PlayerId, Store, StreamId, TableId};
use kozyr_time::{Millis, Timestamp};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What was found wrong.
pub(crate) type Checked = Result<(), String>;

/// So long a table may be late: one that cannot act on its time is asked again a second later.
const LATE: Millis = Millis::from_secs(5);

/// Whose eyes, at which table.
type Eyes = (String, Option<PlayerId>);

/// What has to be remembered to check the next step.
#[derive(Default)]
pub(crate) struct Checks {
    /// Commands that were accepted, and how.
    accepted: BTreeMap<(PlayerId, CommandId), Answer>,
    /// Ids under which a client said different things: which of them an answer is about cannot be told.
    ambiguous: BTreeSet<(usize, CommandId)>,
    /// The words of a client's commands.
    words: BTreeMap<(usize, CommandId), u64>,
    /// The last line of each table that anybody was told of.
    told: BTreeMap<String, u64>,
    /// The cards people have rightly seen at a table, hand by hand: the latest two.
    known: BTreeMap<Eyes, [(u64, CardSet); 2]>,
    /// What was looked at last.
    looked: BTreeMap<TableId, u64>,
}

impl Checks {
    /// How many commands were accepted.
    pub(crate) fn accepted(&self) -> usize {
        self.accepted.len()
    }

    /// A client says a command.
    pub(crate) fn said(&mut self, client: usize, command: CommandId, text: &str) {
        let [a, b, c, d, e, f, g, h, ..] = *blake3::hash(text.as_bytes()).as_bytes();
        let words = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        if *self.words.entry((client, command)).or_insert(words) != words {
            self.ambiguous.insert((client, command));
        }
    }

    /// A command is answered.
    pub(crate) fn answered(
        &mut self,
        store: &dyn Store,
        client: usize,
        person: Option<PlayerId>,
        command: CommandId,
        answer: &Answer,
        is_refill: bool,
    ) -> Checked {
        let Some(person) = person else { return Ok(()) };
        let first = self.accepted.get(&(person, command));
        match (first, answer) {
            (Some(first), Answer::Accepted { .. } | Answer::Created { .. } | Answer::Opened { .. })
                if first != answer =>
            {
                Err(format!("{command:?} of {person} was answered {first:?} and then {answer:?}"))
            }
            (Some(first), Answer::Refused { reason })
                // What was only said beside a table (a line of talk, a place in the queue) is not kept for ever.
                if *reason != Refusal::TryAgain
                    && *first != (Answer::Accepted { sequence: 0 })
                    && !is_refill
                    && !self.ambiguous.contains(&(client, command)) =>
            {
                Err(format!("{command:?} of {person} was accepted ({first:?}) and then refused: {reason:?}"))
            }
            (None, Answer::Accepted { .. } | Answer::Created { .. } | Answer::Opened { .. }) => {
                self.accepted.insert((person, command), answer.clone());
                let key = CommandKey { user: person, command: kozyr_store::CommandId(command.0) };
                let kept = store.receipt(&key).map_err(|error| error.to_string())?;
                if kept.is_none() && !is_refill {
                    return Err(format!("{command:?} of {person} was accepted and has no receipt"));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Somebody is told of a table up to this line.
    pub(crate) fn told(&mut self, store: &dyn Store, table: &str, sequence: u64) -> Checked {
        let told = self.told.entry(table.to_owned()).or_default();
        if sequence <= *told {
            return Ok(());
        }
        *told = sequence;
        let durable = durable(store, table)?;
        if durable < sequence {
            return Err(format!(
                "somebody was told of line {sequence} of {table}, and {durable} are durable"
            ));
        }
        Ok(())
    }

    /// The room was started again: what anybody was told is still there.
    pub(crate) fn after_crash(&self, store: &dyn Store) -> Checked {
        for (table, &told) in &self.told {
            let durable = durable(store, table)?;
            if durable < told {
                return Err(format!("{table} has {durable} lines after the crash, and people know {told}"));
            }
        }
        for (person, command) in self.accepted.keys() {
            let key = CommandKey { user: *person, command: kozyr_store::CommandId(command.0) };
            // Wallets are filled up under names of their own.
            let words =
                matches!(self.accepted.get(&(*person, *command)), Some(Answer::Accepted { sequence: 0 }));
            if !words && store.receipt(&key).map_err(|error| error.to_string())?.is_none() {
                return Err(format!("{command:?} of {person} was accepted, and the crash took it"));
            }
        }
        Ok(())
    }

    /// All chips, after something was written.
    pub(crate) fn books(&self, store: &dyn Store) -> Checked {
        let mut sums: BTreeMap<Currency, i128> = BTreeMap::new();
        for (account, chips) in store.accounts().map_err(|error| error.to_string())? {
            if chips.is_negative() && !account.may_owe() {
                return Err(format!("{account} owes {chips}"));
            }
            if matches!(account.owner, Owner::Player(_)) && chips.is_negative() {
                return Err(format!("a wallet owes: {account} {chips}"));
            }
            *sums.entry(account.currency).or_default() += i128::from(chips.units());
        }
        match sums.into_iter().find(|(_, sum)| *sum != 0) {
            Some((currency, sum)) => Err(format!("all {currency} sum to {sum}")),
            None => Ok(()),
        }
    }

    /// The tables of a shard that was stepped: chips, owners, time, and what people have learned.
    pub(crate) fn tables(&mut self, room: &SimulatedRoom, actor: usize, store: &dyn Store) -> Checked {
        let (mut found, now) = (Ok(()), room.now());
        let settled = !room.has_mail(actor);
        room.each_table_of(actor, &mut |table| {
            if found.is_ok() {
                found = self.table(table, now, settled, store);
            }
        });
        if found.is_ok() && room.stopped_tables(actor) > 0 {
            found = Err("a table has stopped".to_owned());
        }
        found
    }

    fn table(&mut self, table: &TableProbe<'_>, now: Timestamp, settled: bool, store: &dyn Store) -> Checked {
        let id = table.id;
        if table.is_running && table.deadline.is_none() {
            return Err(format!("a hand runs at {id} and waits for nobody"));
        }
        if !table.is_idle || !table.is_serving || !settled {
            return Ok(());
        }
        if let Some(due) = table.deadline.filter(|due| *due + LATE < now) {
            return Err(format!("{id} should have done something at {due:?}, and it is {now:?}"));
        }
        if self.looked.get(id) == Some(&table.sequence) {
            return Ok(());
        }
        self.looked.insert(id.clone(), table.sequence);
        let held = store.balance(&table.escrow).map_err(|error| error.to_string())?;
        if held != table.chips {
            return Err(format!("{} chips lie on {id}, and its account holds {held}", table.chips));
        }
        let lease = store.lease(&table.stream).map_err(|error| error.to_string())?;
        if lease.is_none_or(|lease| lease.epoch != table.epoch) {
            return Err(format!("{id} is served by {:?}, and the store knows {lease:?}", table.epoch));
        }
        Ok(())
    }

    /// No table is at two shards.
    pub(crate) fn one_owner(room: &SimulatedRoom) -> Checked {
        let mut seen: BTreeMap<TableId, usize> = BTreeMap::new();
        let mut found = Ok(());
        room.each_table(&mut |actor, table| {
            if let Some(other) = seen.insert(table.id.clone(), actor) {
                found = Err(format!("{} is at the shards {other} and {actor}", table.id));
            }
        });
        found
    }

    /// What this person may know of the cards of this hand and the one before.
    fn learn(&mut self, table: &TableProbe<'_>, person: Option<PlayerId>) -> CardSet {
        let known = self.known.entry((table.id.to_string(), person)).or_default();
        if known[0].0 != table.hand {
            known[1] = std::mem::replace(&mut known[0], (table.hand, CardSet::EMPTY));
        }
        known[0].1 |= table.seen().known(person);
        // The gateway puts many lines into one append: what only those in the middle showed was rightly shown too.
        known[0].1 | known[1].1 | simulation::learned_at(table.id, person)
    }

    /// What somebody may know by now of the cards at the tables of the gateway: what these show them now, and what they
    /// showed line by line since everybody was told last.
    pub(crate) fn known_at(room: &SimulatedRoom, actor: usize, person: PlayerId) -> CardSet {
        let mut known = simulation::learned(person);
        room.each_table_of(actor, &mut |table| known |= table.seen().known(Some(person)));
        known
    }

    /// What somebody has folded together is the table as it is for them. Neither that nor the cards that the room named to
    /// them is more than they may know.
    pub(crate) fn view(
        &mut self,
        table: &TableProbe<'_>,
        person: Option<PlayerId>,
        folded: &Tree,
        named: CardSet,
    ) -> Checked {
        let id = table.id;
        let known = self.learn(table, person);
        let mut shown = named;
        folded.values().for_each(|value| cards_in(value, &mut shown));
        let leaked = CardSet::from_bits(shown.bits() & !known.bits());
        // Whoever sees it later is shown hands that are over; that it is what nobody in particular sees is compared below.
        if !leaked.is_empty() && !table.seen().is_late(person) {
            return Err(format!("{person:?} is shown {leaked:?} at {id} and may know {known:?}"));
        }
        let fresh = tree(&table.seen().view(person));
        if let Some(field) = difference(&fresh, folded) {
            return Err(format!(
                "{person:?} sees {id} wrongly at line {}: {field} is {:?} and should be {:?}",
                table.sequence,
                folded.get(&field),
                fresh.get(&field)
            ));
        }
        Ok(())
    }
}

fn durable(store: &dyn Store, table: &str) -> Result<u64, String> {
    let stream = StreamId::new(&format!("table/{table}")).map_err(|error| error.to_string())?;
    Ok(store.head(&stream).map_err(|error| error.to_string())?.sequence.0)
}

fn tree(view: &TableView) -> Tree {
    match serde_json::to_value(view) {
        Ok(Value::Object(tree)) => tree,
        _ => unreachable!("a view is an object"),
    }
}

/// The first field in which they differ.
fn difference(one: &Tree, other: &Tree) -> Option<String> {
    let fields = one.keys().chain(other.keys());
    fields.into_iter().find(|field| one.get(*field) != other.get(*field)).cloned()
}

/// Every card that stands in there.
fn cards_in(value: &Value, found: &mut CardSet) {
    match value {
        Value::String(text) => {
            if text.len() == 2
                && let Ok(card) = text.parse::<Card>()
            {
                found.insert(card);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| cards_in(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| cards_in(value, found)),
        _ => {}
    }
}

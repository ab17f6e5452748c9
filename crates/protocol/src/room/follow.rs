//! A table as a client follows it: the fold of what the room says.

use super::patch::{Tree, apply};
use super::{TableInfo, TableView, ToClient};
use serde_json::Value;

/// What a message did to what is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Followed {
    /// The view is another one now, or the same in a new moment.
    Taken,
    /// It was about something else, or told already.
    Ignored,
    /// Something is missing in between: `watch` again with [`Follower::sequence`].
    Gap,
}

/// One table as a client follows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Follower {
    table: String,
    sequence: Option<u64>,
    now: i64,
    info: Option<TableInfo>,
    view: Tree,
}

impl Follower {
    /// Nothing is known of the table yet.
    pub fn new(table: impl Into<String>) -> Follower {
        Follower { table: table.into(), sequence: None, now: 0, info: None, view: Tree::new() }
    }

    /// Takes in a message of the room.
    pub fn hear(&mut self, message: &ToClient) -> Followed {
        match message {
            ToClient::Snapshot { table, sequence, now, info, view } if *table == self.table => {
                (self.sequence, self.now, self.info) = (Some(*sequence), *now, Some(info.clone()));
                self.view = tree(view);
                Followed::Taken
            }
            ToClient::Update { table, after, now, info, steps } if *table == self.table => {
                let end = steps.last().map_or(*after, |step| step.sequence);
                if self.sequence != Some(*after) {
                    let told_already = self.sequence.is_some_and(|have| end <= have);
                    return if told_already { Followed::Ignored } else { Followed::Gap };
                }
                for step in steps {
                    match &step.view {
                        Some(view) => self.view = tree(view),
                        None => apply(&mut self.view, &step.patch),
                    }
                }
                (self.sequence, self.now) = (Some(end), *now);
                self.info = info.clone().or(self.info.take());
                Followed::Taken
            }
            _ => Followed::Ignored,
        }
    }

    /// The number of the last move that is known.
    pub fn sequence(&self) -> Option<u64> {
        self.sequence
    }

    /// What time it was in the room when it last spoke of this table.
    pub fn now(&self) -> i64 {
        self.now
    }

    /// What does not change from hand to hand.
    pub fn info(&self) -> Option<&TableInfo> {
        self.info.as_ref()
    }

    /// The view as a tree.
    pub fn tree(&self) -> &Tree {
        &self.view
    }

    /// The decision the table waits for, when it is the viewer's.
    pub fn turn(&self) -> Option<u64> {
        self.view.get("own")?.get("turn")?.as_u64()
    }

    /// The view; nothing before the first snapshot, or when it is none this version can read.
    pub fn view(&self) -> Option<TableView> {
        self.sequence?;
        serde_json::from_value(Value::Object(self.view.clone())).ok()
    }
}

fn tree(view: &TableView) -> Tree {
    match serde_json::to_value(view) {
        Ok(Value::Object(tree)) => tree,
        _ => unreachable!("a view is an object"),
    }
}

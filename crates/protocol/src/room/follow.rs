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

    /// Which table.
    pub fn name(&self) -> &str {
        &self.table
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn message(value: Value) -> ToClient {
        serde_json::from_value(value).unwrap()
    }

    fn view(hand: u64) -> Value {
        let game = json!({ "game": "holdem", "players": {}, "order": [], "boards": [], "pots": [], "total": 0, "street": 0 });
        json!({ "seats": {}, "hand": hand, "running": false, "clocks": {}, "game": game })
    }

    fn snapshot(sequence: u64) -> ToClient {
        let game =
            json!({ "game": "holdem", "variant": "NT", "holeCards": 2, "smallBlind": 1, "bigBlind": 2 });
        let info = json!({
            "name": "t", "seats": 6, "scale": 0, "leastBuyIn": 40, "mostBuyIn": 200, "turnMs": 1000, "game": game,
        });
        message(json!({
            "type": "snapshot", "table": "t", "sequence": sequence, "now": 5, "info": info, "view": view(1),
        }))
    }

    fn update(after: u64, step: &Value) -> ToClient {
        message(json!({ "type": "update", "table": "t", "after": after, "now": 6, "steps": [step] }))
    }

    #[test]
    fn what_follows_is_taken_what_was_told_is_not_and_a_gap_is_noticed() {
        let mut table = Follower::new("t");
        let step = json!({ "sequence": 8, "patch": { "hand": 2, "own": { "turn": 3 } } });
        assert_eq!(table.hear(&update(7, &step)), Followed::Gap, "nothing is known yet");
        assert_eq!((table.view(), table.turn()), (None, None));
        assert_eq!(table.hear(&snapshot(7)), Followed::Taken);
        assert_eq!(table.hear(&update(7, &step)), Followed::Taken);
        assert_eq!((table.sequence(), table.now(), table.turn()), (Some(8), 6, Some(3)));
        assert_eq!(table.hear(&update(7, &step)), Followed::Ignored, "told already");
        assert_eq!(table.hear(&update(9, &json!({ "sequence": 10 }))), Followed::Gap);
        assert_eq!(table.view().unwrap().hand, 2, "a gap changes nothing");
        assert_eq!(table.hear(&update(8, &json!({ "sequence": 10, "view": view(4) }))), Followed::Taken);
        assert_eq!((table.sequence(), table.view().unwrap().hand, table.turn()), (Some(10), 4, None));
        assert_eq!(table.hear(&message(json!({ "type": "pong", "echo": 1 }))), Followed::Ignored);
    }
}

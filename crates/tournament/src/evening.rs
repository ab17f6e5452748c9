//! An evening with real cards: somebody reports what happens at the tables, and the tournament does the rest.
//!
//! Entrants are names. The director says who is out and by whom, or that a hand is over, with chip counts if somebody
//! counted; everything goes through the same rules as in the room. The log of what was said is the truth: to take a step
//! back is to play the log again without it, and taking back is itself a line of the log.

mod report;

use crate::command::{Command, Refusal};
use crate::config::Rules;
use crate::level::BlindLevel;
use crate::names::{EntrantId, TableNo};
use crate::state::{Status, Tournament};
use crate::{Millis, Timestamp};
use kozyr_chips::Chips;
use report::Report;
use serde::{Deserialize, Serialize};

/// The most steps of an evening, those that were taken back included.
pub const MAX_STEPS: usize = 10_000;

/// What the director says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Order {
    /// Somebody takes part, before the start or late.
    Enter {
        /// Who.
        player: EntrantId,
    },
    /// Somebody does not, after all; before the start.
    Remove {
        /// Who.
        player: EntrantId,
    },
    /// Seats are drawn, and the first level begins.
    Start,
    /// A hand is over, and these are out.
    Bust {
        /// Who is out.
        players: Vec<EntrantId>,
        /// Who won their last chips; asked for where heads have a price.
        by: Vec<EntrantId>,
    },
    /// A hand is over at a table.
    HandOver {
        /// Which.
        table: TableNo,
        /// Who has how many chips now, as far as somebody counted.
        counts: Vec<(EntrantId, Chips)>,
    },
    /// Somebody buys in again.
    Rebuy {
        /// Who.
        player: EntrantId,
    },
    /// Somebody does not buy in again.
    Decline {
        /// Who.
        player: EntrantId,
    },
    /// Somebody who is out enters again.
    ReEnter {
        /// Who.
        player: EntrantId,
    },
    /// Somebody buys the add-on at a break.
    AddOn {
        /// Who.
        player: EntrantId,
    },
    /// The clock stops; hands are played on.
    Pause,
    /// It goes on.
    Resume,
    /// The next level begins now.
    NextLevel,
    /// The level before begins anew.
    PreviousLevel,
    /// The level lasts so much longer, or shorter.
    MoveClock {
        /// In milliseconds.
        by_ms: i64,
    },
    /// Other levels, from the next one on.
    Levels {
        /// Those after the current one.
        next: Vec<BlindLevel>,
    },
    /// A break.
    Break {
        /// For how long.
        length: Millis,
    },
    /// The evening is called off.
    Cancel,
    /// The room came back.
    Recover,
}

/// Something that was done: what the director said, and what it came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// When.
    pub at: Timestamp,
    /// What was said.
    pub order: Order,
    /// What was asked of the tournament, every draw included.
    pub commands: Vec<Command>,
}

/// A line of the log of an evening.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Line {
    /// A step. What was taken back before it is gone.
    Did(Box<Step>),
    /// The last step was taken back.
    Undid,
    /// The step that was taken back last was done again.
    Redid,
}

/// An evening with real cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evening {
    fresh: Tournament,
    steps: Vec<Step>,
    /// How many of the steps count; those after them were taken back.
    done: usize,
    cup: Tournament,
}

impl Evening {
    /// An evening at which names can be taken down.
    ///
    /// # Panics
    /// Never: a new tournament can be opened.
    pub fn new(id: &str, at: Timestamp, rules: Rules) -> Evening {
        let mut fresh = Tournament::new(id, at, rules);
        fresh.step(at, &Command::Open).expect("a new tournament can be opened");
        Evening { cup: fresh.clone(), fresh, steps: Vec::new(), done: 0 }
    }

    /// The tournament after the last step.
    pub fn tournament(&self) -> &Tournament {
        &self.cup
    }

    /// The tournament as it is at a moment: what fell due by then has happened.
    pub fn at(&self, now: Timestamp) -> Tournament {
        let mut cup = self.cup.clone();
        // Time alone is never refused.
        let _ = cup.step(now, &Command::Tick);
        cup
    }

    /// What would be taken back.
    pub fn last(&self) -> Option<&Step> {
        self.done.checked_sub(1).map(|last| &self.steps[last])
    }

    /// What would be done again.
    pub fn undone(&self) -> Option<&Step> {
        self.steps.get(self.done)
    }

    /// Is the tournament being played?
    pub fn is_on(&self) -> bool {
        matches!(self.cup.status(), Status::Running | Status::Paused(_))
    }

    /// What an order comes to now, draws included; nothing changes until the line is [applied](Evening::apply).
    ///
    /// # Errors
    /// When it is refused.
    pub fn order(
        &self,
        now: Timestamp,
        order: &Order,
        below: &mut dyn FnMut(u32) -> u32,
    ) -> Result<Line, Refusal> {
        if self.done >= MAX_STEPS {
            return Err(Refusal::TooManySteps);
        }
        let at = now.max(self.cup.last_at());
        let commands = Report::new(self.cup.clone(), at, below).carry(order)?;
        Ok(Line::Did(Box::new(Step { at, order: order.clone(), commands })))
    }

    /// Takes the last step back.
    ///
    /// # Errors
    /// When there is none.
    pub fn undo(&self) -> Result<Line, Refusal> {
        if self.done == 0 { Err(Refusal::NothingToUndo) } else { Ok(Line::Undid) }
    }

    /// Does again what was taken back last.
    ///
    /// # Errors
    /// When nothing was.
    pub fn redo(&self) -> Result<Line, Refusal> {
        if self.undone().is_none() { Err(Refusal::NothingToRedo) } else { Ok(Line::Redid) }
    }

    /// Makes a line of this evening's log happen.
    ///
    /// # Panics
    /// When the line does not follow from those before.
    pub fn apply(&mut self, line: &Line) {
        match line {
            Line::Did(step) => {
                self.steps.truncate(self.done);
                self.steps.push((**step).clone());
                self.done += 1;
                play(&mut self.cup, step);
            }
            Line::Undid => {
                assert!(self.done > 0, "nothing was done that could be taken back");
                self.done -= 1;
                self.cup = self.fresh.clone();
                self.steps[..self.done].iter().for_each(|step| play(&mut self.cup, step));
            }
            Line::Redid => {
                let step = self.steps.get(self.done).expect("something was taken back");
                play(&mut self.cup, step);
                self.done += 1;
            }
        }
    }
}

fn play(cup: &mut Tournament, step: &Step) {
    for command in &step.commands {
        let played = cup.step(step.at, command);
        played.unwrap_or_else(|refusal| panic!("{command:?} is in the log and refused: {refusal}"));
    }
}

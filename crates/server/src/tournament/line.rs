//! What stands in a tournament's log: its events, and what the room adds to them.

use super::plan::TournamentPlan;
use crate::seeds::SystemSeeds;
use kozyr_fair::{Numbers, Secret};
use kozyr_store::Payload;
use kozyr_table::Seeds;
use kozyr_time::{Timestamp, WallTime};
use kozyr_tournament::{Event, Happened, Reason, Tournament};
use serde::{Deserialize, Serialize};

/// A line of a tournament's log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Line {
    /// The first line: the tournament as it was set up, and what its first draw commits to.
    Opened { plan: Box<TournamentPlan>, commitment: String },
    /// An event of the tournament.
    Event(Event),
    /// A draw was made from its secret, which is none from here on; the next is committed to.
    Drawn { number: u64, secret: String, next: String },
    /// It goes on by itself at this moment.
    ResumesAt(Timestamp),
    /// Its tables were taken from the room.
    TablesClosed,
}

impl Line {
    pub(crate) fn payload(&self) -> Payload {
        serde_json::to_vec(self).expect("lines have text keys and no floats").into()
    }
}

/// A tournament as its log says: the state, and what the room adds to it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) tournament: Tournament,
    /// The next draw: its number and what it commits to.
    pub(crate) draw: (u64, String),
    pub(crate) resumes_at: Option<Timestamp>,
    pub(crate) paused_why: Option<Reason>,
    pub(crate) tables_closed: bool,
}

/// The same as it is kept in a checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kept {
    plan: Box<TournamentPlan>,
    tournament: String,
    draw: (u64, String),
    resumes_at: Option<Timestamp>,
    paused_why: Option<Reason>,
    tables_closed: bool,
}

impl State {
    /// A tournament that was just set up.
    pub(crate) fn new(plan: &TournamentPlan, commitment: String, at: Timestamp) -> State {
        State {
            tournament: Tournament::new(plan.id.as_str(), wall(at), plan.rules.clone()),
            draw: (1, commitment),
            resumes_at: None,
            paused_why: None,
            tables_closed: false,
        }
    }

    /// Carries a line out. Not the first one, which makes the state.
    pub(crate) fn apply(&mut self, line: &Line) {
        match line {
            Line::Opened { .. } => unreachable!("a log has one first line"),
            Line::Event(event) => {
                match &event.what {
                    Happened::Paused { reason, .. } => self.paused_why = Some(reason.clone()),
                    Happened::Recovered { last_known, .. } => {
                        self.paused_why = Some(Reason::Recovery { last_known: *last_known });
                    }
                    Happened::Resumed { .. } | Happened::Finished { .. } | Happened::Cancelled { .. } => {
                        (self.paused_why, self.resumes_at) = (None, None);
                    }
                    _ => {}
                }
                self.tournament.apply(event);
            }
            Line::Drawn { number, next, .. } => self.draw = (number + 1, next.clone()),
            Line::ResumesAt(at) => self.resumes_at = Some(*at),
            Line::TablesClosed => self.tables_closed = true,
        }
    }

    /// A checkpoint; none when it would be too large to be stored.
    pub(crate) fn checkpoint(&self, plan: &TournamentPlan) -> Option<Payload> {
        let kept = Kept {
            plan: Box::new(plan.clone()),
            tournament: self.tournament.to_checkpoint(),
            draw: self.draw.clone(),
            resumes_at: self.resumes_at,
            paused_why: self.paused_why.clone(),
            tables_closed: self.tables_closed,
        };
        let bytes = serde_json::to_vec(&kept).expect("a tournament has a JSON form");
        (bytes.len() <= Payload::MAX_BYTES).then(|| bytes.into())
    }

    /// Reads a checkpoint back.
    pub(crate) fn from_checkpoint(bytes: &[u8]) -> Result<State, String> {
        let kept: Kept = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let tournament = Tournament::from_checkpoint(&kept.tournament).map_err(|error| error.to_string())?;
        let Kept { draw, resumes_at, paused_why, tables_closed, .. } = kept;
        Ok(State { tournament, draw, resumes_at, paused_why, tables_closed })
    }
}

/// The room's time as the tournament counts it: levels and breaks go by the clock that the tables go by.
pub(crate) fn wall(at: Timestamp) -> WallTime {
    WallTime::from_millis(at.as_millis())
}

/// A moment of the tournament in the room's time.
pub(crate) fn room(at: WallTime) -> Timestamp {
    Timestamp::from_millis(at.as_millis())
}

/// A new secret from the operating system; none when it has no randomness.
pub(crate) fn fresh_secret() -> Option<Secret> {
    SystemSeeds.seed().map(Secret::new)
}

/// What a secret is known by before it is told.
pub(crate) fn commitment(secret: &Secret) -> String {
    hex(&secret.digest())
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The numbers of one draw, and whether any was taken.
pub(crate) struct Chance {
    numbers: Numbers,
    pub(crate) taken: bool,
}

impl Chance {
    pub(crate) fn new(secret: &Secret) -> Chance {
        Chance { numbers: secret.numbers("draw"), taken: false }
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.taken = true;
        self.numbers.below(n)
    }
}

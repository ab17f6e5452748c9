//! What can be asked of a tournament, and why it may be refused.

use crate::bounty::KnockOut;
use crate::config::Rules;
use crate::director::Shift;
use crate::event::{PauseKind, Seating};
use crate::level::BlindLevel;
use crate::names::{Chair, EntrantId, HandId, Name, TableNo};
use crate::problem::Problem;
use crate::{Millis, Timestamp};
use kozyr_chips::Chips;
use serde::{Deserialize, Serialize};

/// What can be asked. Every random choice (a draw, a late seat) is made outside and comes with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Command {
    /// Fill in the form anew, before the lobby opens.
    Configure(Box<Rules>),
    /// Open the lobby.
    Open,
    /// Enter before the start.
    Register {
        /// Who.
        player: EntrantId,
        /// Under which name.
        name: Name,
    },
    /// Leave the lobby; the money goes back.
    Unregister {
        /// Who.
        player: EntrantId,
    },
    /// Say that a player is here, or is not after all.
    CheckIn {
        /// Who.
        player: EntrantId,
        /// Are they here?
        present: bool,
    },
    /// Begin, with everybody's chair as [drawn](crate::director::draw).
    Start {
        /// The draw.
        seating: Vec<Seating>,
    },
    /// Enter late, in a [late chair](crate::director::Floor::late_chair).
    Enter {
        /// Who.
        player: EntrantId,
        /// Under which name.
        name: Name,
        /// Where.
        chair: Chair,
    },
    /// Enter again after a bust, as a late entrant.
    ReEnter {
        /// Who.
        player: EntrantId,
        /// Where.
        chair: Chair,
    },
    /// Deal a hand.
    Deal {
        /// At which table.
        table: TableNo,
        /// The hand's id, new.
        hand: HandId,
        /// Its number, higher than the table's last.
        number: u32,
    },
    /// Look at the clock between two hands of a table, as a deal does: a level that is over gives way, and the break
    /// that lies before the next is called. For when no hand can be dealt because of it.
    Boundary {
        /// At which table.
        table: TableNo,
    },
    /// Call a hand off: a misdeal.
    CallOff {
        /// At which table.
        table: TableNo,
    },
    /// A hand is over: the one door for payouts, eliminations, places and levels.
    FinishHand(HandResult),
    /// A hand with real cards is over: it is dealt and finished in one, through the same door. A pause and a break do not
    /// keep it out, because it began before them.
    Record {
        /// Its number, higher than the table's last.
        number: u32,
        /// How it ended.
        result: HandResult,
    },
    /// Take the offer to buy in again.
    Rebuy {
        /// Who.
        player: EntrantId,
    },
    /// Decline it.
    DeclineRebuy {
        /// Who.
        player: EntrantId,
    },
    /// Buy extra chips at a break.
    AddOn {
        /// Who.
        player: EntrantId,
    },
    /// Stop.
    Pause(PauseKind),
    /// Go on.
    Resume,
    /// Take up the next level at the next boundary.
    NextLevel,
    /// Begin the level before the current one anew, between hands.
    PreviousLevel,
    /// Let the level last longer, or shorter.
    MoveClock {
        /// By so many milliseconds.
        by_ms: i64,
    },
    /// Change the levels to come.
    ChangeLevels {
        /// All of them; those up to the current one are as they were.
        levels: Vec<BlindLevel>,
    },
    /// Call a break.
    Break {
        /// For how long, once the last hand is over.
        length: Millis,
    },
    /// Move players, as the [director](crate::director::Floor::plan) says.
    Rearrange(Vec<Shift>),
    /// Sit out: always refused in a tournament.
    SitOut {
        /// Who.
        player: EntrantId,
    },
    /// Let time pass: offers lapse, breaks begin and end. Every other command does it too.
    Tick,
    /// Come back after a crash.
    Recover {
        /// The last moment known before it.
        last_known: Timestamp,
    },
    /// Call the tournament off and refund every entry.
    Cancel,
}

/// How a hand ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HandResult {
    /// At which table.
    pub table: TableNo,
    /// Which hand.
    pub hand: HandId,
    /// What each put into the pot; who is not named put in nothing.
    pub committed: Vec<(EntrantId, Chips)>,
    /// What each took out of it: the shares must equal the pot.
    pub shares: Vec<(EntrantId, Chips)>,
    /// Did anybody act themselves, rather than the clock for them? Also where nobody was asked: all in by the blinds.
    pub acted: bool,
    /// Who won the last chips of whom; asked for where heads have a price. It may be left out when one player won everything.
    pub knocked_out: Vec<KnockOut>,
}

/// Why a command is refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the text says it")]
pub enum Refusal {
    #[error("the tournament is {status}: {hint}")]
    WrongStatus { status: &'static str, hint: &'static str },
    #[error("{0} has entered already")]
    AlreadyEntered(EntrantId),
    #[error("{0} has not entered; register first")]
    NotEntered(EntrantId),
    #[error("a player needs an id that is not empty")]
    NoName,
    #[error("the tournament is full: at most {0} may enter")]
    Full(u32),
    #[error("a tournament starts with at least two entrants, there are {0}")]
    TooFewEntrants(usize),
    #[error("the seating is no draw: every entrant once, in a seat of their own, tables as equal as can be")]
    BadSeating,
    #[error("chair {0} is not for a late entrant: take a free seat at a table with the fewest players")]
    BadChair(Chair),
    #[error("entries have closed")]
    EntriesClosed,
    #[error("{0} may not enter again")]
    NoReEntry(EntrantId),
    #[error("{0} is still in")]
    StillIn(EntrantId),
    #[error("{0} is out")]
    IsOut(EntrantId),
    #[error("there is no table {0}")]
    NoTable(TableNo),
    #[error("table {0} is in the middle of a hand; wait until it is over")]
    HandInPlay(TableNo),
    #[error("table {0} has no such hand in play")]
    NoHand(TableNo),
    #[error("hand {number} does not come after hand {last}")]
    HandNumber { number: u32, last: u32 },
    #[error("{0:?} is not a new hand's id: give every hand an id of its own")]
    HandId(HandId),
    #[error("no hand is dealt while the tournament is paused; resume it first")]
    DealingPaused,
    #[error("no hand is dealt during a break")]
    OnBreak,
    #[error("there is no break")]
    NoBreak,
    #[error("table {0} has fewer than two players with chips")]
    NobodyToPlay(TableNo),
    #[error("table {0} waits for the director: make the moves that are due first")]
    MovesDue(TableNo),
    #[error("hand for hand: table {0} waits until all tables have played")]
    WaitForOthers(TableNo),
    #[error("{0} was not dealt in")]
    NotDealtIn(EntrantId),
    #[error("{0} is named twice")]
    Twice(EntrantId),
    #[error("{player} has {stack} and cannot put {committed} into the pot")]
    CannotCommit { player: EntrantId, stack: Chips, committed: Chips },
    #[error("the shares are {shares}, the pot is {pot}: they must be equal")]
    SharesAreNotThePot { shares: Chips, pot: Chips },
    #[error("say who won the last chips of {0}: the bounty is theirs")]
    WhoKnockedOut(EntrantId),
    #[error("an amount is never negative")]
    NegativeAmount,
    #[error("{0} has no open offer to buy in again")]
    NoOffer(EntrantId),
    #[error("there is no add-on for {0} now")]
    NoAddOn(EntrantId),
    #[error("the tournament is paused already")]
    AlreadyPaused,
    #[error("the tournament is not paused")]
    NotPaused,
    #[error("this is the last level")]
    LastLevel,
    #[error("the next level is asked for already; it begins when the hand is over")]
    LevelAsked,
    #[error("this is the first level")]
    FirstLevel,
    #[error("this level has no end that could be moved")]
    NoLevelEnd,
    #[error("levels that were played stay as they are: change those to come")]
    LevelsPlayed,
    #[error("{0}")]
    BadLevels(Problem),
    #[error("{counted} chips were counted, and these players have {chips}: count again")]
    CountsDoNotAddUp { counted: Chips, chips: Chips },
    #[error("nothing was done that could be taken back")]
    NothingToUndo,
    #[error("nothing was taken back that could be done again")]
    NothingToRedo,
    #[error("the evening has too many steps")]
    TooManySteps,
    #[error("a break is already called")]
    AlreadyOnBreak,
    #[error("a break lasts from a second to a day")]
    BadBreak,
    #[error("move {0} is not what the director would do now; ask for a new plan")]
    BadShift(usize),
    #[error("nobody sits out in a tournament: who is away is dealt in and folded by the clock")]
    NoSittingOut,
    #[error("hand for hand: the director waits until all tables have played")]
    RoundOpen,
}

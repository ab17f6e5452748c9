//! Why the exchange refuses something. A refusal changes nothing.

use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Scale};
use kozyr_poker::seating::{Impossible, NotYet};

/// Why something is refused. Texts never tell what the author may not know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The hand is not one: a field and what is wrong with it.
    #[error("{field}: {problem}")]
    Field {
        /// The field, with the place in it.
        field: String,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A state no player can be in.
    #[error("{player}: {why}")]
    Impossible {
        /// Who.
        player: String,
        /// What cannot be.
        why: Impossible,
    },
    /// Nobody says this.
    #[error("author is missing: write who sends the hand")]
    NoAuthor,
    /// Somebody else's name.
    #[error("author is {named:?}, but this session belongs to {session:?}: send it over your own")]
    NotTheAuthor {
        /// Who the hand says it comes from.
        named: String,
        /// Whose session it came over.
        session: String,
    },
    /// The author is not at the table and does not ask for a seat.
    #[error("{0:?} is not at this table: add yourself to players to join")]
    NotAtTheTable(String),
    /// The author has a seat.
    #[error("the author sits at this table already: change the intent, or send an action")]
    AlreadySeated,
    /// All seats are taken.
    #[error("the table is full: wait until somebody leaves")]
    TableFull,
    /// The seat does not exist.
    #[error("there is no seat {wished}: seats are 1 to {seats}")]
    NoSuchSeat {
        /// The seat asked for.
        wished: String,
        /// How many there are.
        seats: u8,
    },
    /// Somebody sits there.
    #[error("seat {0} is taken: choose another, or leave the choice to the table")]
    SeatTaken(Seat),
    /// Too few chips for this table.
    #[error("a stack of {stack} is under the table's minimum: bring at least {least}")]
    BuyInTooSmall {
        /// What they could bring.
        stack: String,
        /// What it takes.
        least: String,
    },
    /// No amount, or one that is not money.
    #[error("a joiner brings no chips: write how many in their startingStacks entry, more than nothing")]
    NoBuyIn,
    /// A name nobody can have.
    #[error("the name is none: write 1 to 64 characters that can be seen, without control characters")]
    BadName,
    /// Joining with another intent than to play.
    #[error("a joiner's intent is not 0: sit down first, then pause or leave")]
    JoinToPlay,
    /// Not 0, 1, 2 or 3.
    #[error("an intent is 0 (play), 1 (wait for the big blind), 2 (pause) or 3 (leave), not {0}")]
    NoSuchIntent(String),
    /// The table shows them out.
    #[error("too few chips to stay at the table: bring at least {need}")]
    ShownOut {
        /// What it takes.
        need: String,
    },
    /// The client's log is not the server's.
    #[error("actions[{0}] is not what happened: send back the log as you were sent it")]
    History(usize),
    /// A hand that was not dealt yet.
    #[error("hand {number} has not been dealt: the table is at hand {now}; send back the hand you were sent")]
    LaterHand {
        /// What the client says.
        number: i64,
        /// What the table is at.
        now: i64,
    },
    /// A name that others would take for somebody else's.
    #[error("the name {name:?} looks like {other:?}, who sits here: choose another name")]
    LooksLike {
        /// The joiner's.
        name: String,
        /// Whose it looks like.
        other: String,
    },
    /// Results that do not follow from the log.
    #[error("{field}: {problem}")]
    Results {
        /// The field, with the place in it.
        field: String,
        /// What it should be, and what to do.
        problem: String,
    },
    /// The client has missed something.
    #[error("the action comes too late: the table has moved on; look at the hand as it is now")]
    Stale,
    /// An action for somebody else, or for the dealer.
    #[error("actions[{0}] is not the author's: add only your own lines")]
    NotYours(usize),
    /// More than one at a time.
    #[error("more than one action: send one action at a time")]
    OneAtATime,
    /// The author takes no part in this hand.
    #[error("the author takes no part in this hand any more: wait for the next one")]
    NotInTheHand,
    /// A bet finer than the chips on the table.
    #[error("{amount} is no multiple of the smallest chip: round it")]
    TooFine {
        /// What was bet.
        amount: String,
    },
    /// The chat line is too long, or the log is.
    #[error("the chat line is empty, too long or has control characters: write 1 to {most} characters")]
    BadChat {
        /// The longest.
        most: usize,
    },
    /// The log is full.
    #[error("the log of this hand is full: wait for the next one")]
    LogFull,
    /// The rules of poker say no.
    #[error("{0}")]
    Poker(String),
    /// The hand cannot be dealt or played as it is written.
    #[error("the hand cannot be played: {0}: correct it")]
    Unplayable(String),
    /// An action of the log is not legal play.
    #[error("actions[{line}] cannot be played: {why}: correct the line, or leave it out")]
    UnplayableLine {
        /// Which, from 0.
        line: usize,
        /// Why not.
        why: String,
    },
    /// The next hand is asked for too early.
    #[error("the hand is not over: play on, {0}")]
    NotOver(String),
    /// Who won depends on unknown cards.
    #[error("who won depends on cards nobody knows: give finishingStacks")]
    Undetermined,
}

impl Refusal {
    pub(crate) fn field(field: impl Into<String>, problem: impl Into<String>) -> Refusal {
        Refusal::Field { field: field.into(), problem: problem.into() }
    }

    pub(crate) fn results(field: impl Into<String>, problem: impl Into<String>) -> Refusal {
        Refusal::Results { field: field.into(), problem: problem.into() }
    }

    pub(crate) fn shown_out(NotYet { need }: NotYet, scale: Scale) -> Refusal {
        Refusal::ShownOut { need: text(need, scale) }
    }

    /// A short name for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Field { .. } => "invalidHand",
            Refusal::Impossible { .. } => "impossibleState",
            Refusal::NoAuthor => "noAuthor",
            Refusal::NotTheAuthor { .. } => "notTheAuthor",
            Refusal::NotAtTheTable(_) => "notAtTheTable",
            Refusal::AlreadySeated => "alreadySeated",
            Refusal::TableFull => "tableFull",
            Refusal::NoSuchSeat { .. } => "noSuchSeat",
            Refusal::SeatTaken(_) => "seatTaken",
            Refusal::BuyInTooSmall { .. } => "buyInTooSmall",
            Refusal::NoBuyIn => "noBuyIn",
            Refusal::BadName => "badName",
            Refusal::JoinToPlay => "joinToPlay",
            Refusal::NoSuchIntent(_) => "noSuchIntent",
            Refusal::ShownOut { .. } => "shownOut",
            Refusal::History(_) => "history",
            Refusal::LaterHand { .. } => "laterHand",
            Refusal::LooksLike { .. } => "looksLike",
            Refusal::Results { .. } => "wrongResults",
            Refusal::Stale => "stale",
            Refusal::NotYours(_) => "notYours",
            Refusal::OneAtATime => "oneAtATime",
            Refusal::NotInTheHand => "notInTheHand",
            Refusal::TooFine { .. } => "tooFine",
            Refusal::BadChat { .. } => "badChat",
            Refusal::LogFull => "logFull",
            Refusal::Poker(_) => "illegalAction",
            Refusal::Unplayable(_) | Refusal::UnplayableLine { .. } => "unplayable",
            Refusal::NotOver(_) => "notOver",
            Refusal::Undetermined => "undetermined",
        }
    }
}

pub(crate) fn text(chips: Chips, scale: Scale) -> String {
    chips.display(scale).to_string()
}

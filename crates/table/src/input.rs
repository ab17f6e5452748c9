//! What a table can be asked to do, and why it may refuse.

use crate::seating::{ActionOf, Seating};
use crate::{Departed, Player, Settings, SetupError};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_time::PlayerId;

/// Something a table is asked to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Input<S: Seating> {
    /// Take a seat.
    Sit {
        /// Who.
        player: Player,
        /// Where.
        seat: Seat,
        /// With how many chips; none where seats are funded otherwise.
        buy_in: Chips,
        /// Be dealt in only when it costs least: in Hold'em, with the big blind.
        wait: bool,
        /// What is remembered of them at this table.
        before: Option<Departed<S::Standing>>,
    },
    /// Bring more chips: at once, or when the hand lets them.
    AddChips {
        /// Who.
        player: PlayerId,
        /// How many more.
        amount: Chips,
    },
    /// Be dealt no more hands for now.
    SitOut(PlayerId),
    /// Be dealt in again, paying what is owed.
    SitIn(PlayerId),
    /// Be dealt in again when it costs least: in Hold'em, with the big blind.
    Wait(PlayerId),
    /// Give up the seat.
    Leave(PlayerId),
    /// Say a word of the game's seating.
    Say {
        /// Who.
        player: PlayerId,
        /// What.
        word: S::Word,
    },
    /// Do something in the game.
    Act {
        /// Who.
        player: PlayerId,
        /// Which decision this is; see [`Running::turn`](crate::Running::turn).
        turn: u64,
        /// What.
        action: ActionOf<S>,
    },
    /// Somebody's line is there, or not.
    Line {
        /// Whose.
        player: PlayerId,
        /// Is it there?
        connected: bool,
    },
    /// The store says that this wallet cannot pay what the table asked of it.
    CannotPay(PlayerId),
    /// The tournament seats somebody with chips of its own.
    Place {
        /// Who.
        player: Player,
        /// Where.
        seat: Seat,
        /// With how many chips; with none while they may still buy in again.
        chips: Chips,
    },
    /// The tournament gives somebody more of its chips: a rebuy, an add-on.
    Give {
        /// Who.
        player: PlayerId,
        /// How many more.
        chips: Chips,
    },
    /// The host or the tournament takes somebody from the table.
    Remove(PlayerId),
    /// The host moves somebody to another seat: at once, or when the game lets them.
    Move {
        /// Whom.
        player: PlayerId,
        /// Where to.
        seat: Seat,
    },
    /// Deal no more hands, or go on.
    HoldUp(bool),
    /// Play by other settings and house rules from the next hand on.
    Change {
        /// What does not depend on the game.
        settings: Settings,
        /// What does.
        house: S::House,
    },
    /// Time has passed.
    Tick,
    /// The room was down and is back.
    Resume,
}

/// Why an input is refused. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused<R> {
    /// The table has fewer seats.
    #[error("there is no such seat: the table has {0}")]
    NoSuchSeat(u8),
    /// Somebody sits there.
    #[error("the seat is taken")]
    SeatTaken,
    /// They sit already.
    #[error("the player has seat {0} already")]
    SeatedAlready(Seat),
    /// They do not sit here.
    #[error("the player has no seat at this table")]
    NotSeated,
    /// Too few or too many chips.
    #[error("the chips brought have to be from {least} to {most}")]
    BuyIn {
        /// The least.
        least: Chips,
        /// The most.
        most: Chips,
    },
    /// The tournament does that, or this is no tournament.
    #[error("seats and chips of a tournament are the tournament's to give")]
    TournamentSeats,
    /// Nothing would change.
    #[error("that is so already")]
    AlreadySo,
    /// Not at this point of the evening.
    #[error("that is not possible now: wait until the deal is over")]
    NotNow,
    /// The table's house rules do not have it.
    #[error("that is not played at this table: its house rules have none of it")]
    NotHere,
    /// Nobody to play with.
    #[error("at least two players who can play are needed: wait for another one")]
    TooFewPlayers,
    /// They have too few chips to stay, or to play.
    #[error("too few chips: {0} are needed")]
    TooFewChips(Chips),
    /// They have too many chips to play here.
    #[error("too many chips: at most {0} may be brought to this table")]
    TooManyChips(Chips),
    /// No hand, or they are not in it.
    #[error("the player has no part in a running hand")]
    NotInHand,
    /// Not the decision the table waits for.
    #[error("the decision was about a turn that is over")]
    TurnIsOver,
    /// It is somebody else's turn.
    #[error("it is not the player's turn")]
    NotYourTurn,
    /// The game refuses.
    #[error("{0}")]
    Game(R),
    /// Settings no table can be run with.
    #[error(transparent)]
    Setup(SetupError),
    /// No shuffle without randomness.
    #[error("no randomness can be had at the moment: try again")]
    NoRandomness,
    /// No clock has run out.
    #[error("nothing is due")]
    NothingDue,
}

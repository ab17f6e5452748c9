//! What players do, what they are offered, and why they are refused.

use crate::{RulesError, SEATS};
use kozyr_card_game::{Clock, Seat};
use kozyr_cards::Card;
use kozyr_chips::Chips;

/// What a player may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Action {
    /// Pass for nothing: the first player after the dealer, in round 1.
    Check,
    /// Pay up to the stake; fine with nothing to pay.
    Call,
    /// Raise the stake to this.
    Raise(Chips),
    /// Throw the hand away.
    Fold,
    /// Stake once more without having looked, for half the price.
    Dark,
    /// Look at one's own cards. Not an action of the round: the turn stays.
    Open,
    /// Compare hands with the previous player still in; the lower one falls.
    Reveal,
    /// Vote for (`true`) or against a svara.
    Vote(bool),
    /// Enter the svara.
    Enter,
    /// Stay out of the svara.
    Pass,
}

/// A button: an action the player may take now, with its price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Offer {
    /// Look at one's cards, for nothing; dark play is over then.
    Open,
    /// A dark bet.
    Dark {
        /// What the player pays.
        pay: Chips,
        /// What their bet and the pot grow by.
        counts: Chips,
    },
    /// Pass, for nothing.
    Check,
    /// Pay up to the stake.
    Call {
        /// What the player pays.
        pay: Chips,
        /// What their bet and the pot grow by.
        counts: Chips,
    },
    /// Raise to any whole sum from `from` to `to`. The price is the sum less `bet`; half of
    /// that, rounded up, when `half`: see [`Offer::pays`].
    Raise {
        /// The least the player may raise to.
        from: Chips,
        /// The most they may raise to and can pay.
        to: Chips,
        /// What they have bet already.
        bet: Chips,
        /// Do they pay half (dark)?
        half: bool,
    },
    /// Compare hands.
    Reveal {
        /// What the player pays.
        pay: Chips,
        /// With whom.
        target: Seat,
    },
    /// Throw the hand away.
    Fold,
    /// Vote for or against a svara, for nothing.
    Vote,
    /// Enter the svara.
    Enter {
        /// What the player pays.
        pay: Chips,
    },
    /// Stay out of the svara.
    Pass,
}

impl Offer {
    /// What the player pays for taking this offer; of a raise, for raising to `to`.
    pub fn pays(&self, to: Chips) -> Chips {
        match *self {
            Offer::Dark { pay, .. }
            | Offer::Call { pay, .. }
            | Offer::Reveal { pay, .. }
            | Offer::Enter { pay } => pay,
            Offer::Raise { bet, half: true, .. } => crate::settle::halves(to - bet).0,
            Offer::Raise { bet, half: false, .. } => to - bet,
            Offer::Open | Offer::Check | Offer::Fold | Offer::Vote | Offer::Pass => Chips::ZERO,
        }
    }

    /// Is this what the offer is about?
    pub fn covers(&self, action: &Action) -> bool {
        match (self, action) {
            (Offer::Raise { from, to, .. }, Action::Raise(sum)) => from <= sum && sum <= to,
            (Offer::Open, Action::Open)
            | (Offer::Dark { .. }, Action::Dark)
            | (Offer::Check, Action::Check)
            | (Offer::Call { .. }, Action::Call)
            | (Offer::Reveal { .. }, Action::Reveal)
            | (Offer::Fold, Action::Fold)
            | (Offer::Vote, Action::Vote(_))
            | (Offer::Enter { .. }, Action::Enter)
            | (Offer::Pass, Action::Pass) => true,
            _ => false,
        }
    }
}

/// Why a move is refused. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The rules themselves are wrong.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Two to as many as there are seats.
    #[error("{0} players were to be dealt in; Seka takes 2 to {SEATS}")]
    Players(usize),
    /// There is no such seat at this table.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(Seat),
    /// Somebody sits there already.
    #[error("seat {0} is taken; choose another")]
    SeatTaken(Seat),
    /// The people of a deal are only added to.
    #[error("seat {0} of this deal is or was somebody else's; join with a number of your own")]
    SeatUsed(Seat),
    /// A stack below zero or beyond what is accepted.
    #[error("seat {seat} cannot bring {stack} chips")]
    BadStack {
        /// Where.
        seat: Seat,
        /// The stack as given.
        stack: Chips,
    },
    /// Nobody in that seat takes part.
    #[error("nobody in seat {0} takes part")]
    NotSeated(Seat),
    /// Not to be dealt in for now, by their own wish.
    #[error("seat {0} sits out; sit in first")]
    SitsOut(Seat),
    /// Still in, and so not free to go.
    #[error("seat {0} is still in; a fold is possible when their turn comes")]
    StillIn(Seat),
    /// The deal is over.
    #[error("the deal is over")]
    Over,
    /// Not the one who is awaited.
    #[error("it is not for seat {0} to act now")]
    NotAwaited(Seat),
    /// An action of another stage.
    #[error("this action is not possible at this stage")]
    WrongStage,
    /// CHECK out of place.
    #[error("only the first player after the dealer may check, in round 1; call or fold")]
    NoCheck,
    /// DARK out of place.
    #[error("dark is for the first player after the dealer, before looking, once, in round 1 or 2")]
    NoDark,
    /// Looked already.
    #[error("the cards are open already")]
    OpenAlready,
    /// REVEAL in round 1.
    #[error("a reveal is possible in rounds 2 and 3 only")]
    NoReveal,
    /// Too low a raise.
    #[error("a raise to {to} must go above {above}")]
    RaiseTooLow {
        /// The raise as given.
        to: Chips,
        /// The larger of the stake and their own bet.
        above: Chips,
    },
    /// Too high a raise.
    #[error("a raise to {to} is above the table's maximum of {max}")]
    RaiseTooHigh {
        /// The raise as given.
        to: Chips,
        /// The table's maximum stake.
        max: Chips,
    },
    /// Too few chips; there is no all-in.
    #[error("this costs {pay} and seat {seat} has {stack}; a fold is always possible")]
    CannotPay {
        /// Who.
        seat: Seat,
        /// The price.
        pay: Chips,
        /// What they have.
        stack: Chips,
    },
    /// A last raise is answered by CALL or FOLD.
    #[error("the last raise can only be called or folded to")]
    CallOrFold,
    /// No such clock is running.
    #[error("no such clock is running: {0:?}")]
    ClockNotRunning(Clock),
    /// A shuffle nobody waits for.
    #[error("no shuffle is awaited now")]
    NoShuffleAwaited,
    /// Cards nobody waits for.
    #[error("no cards are awaited now")]
    NoCardsAwaited,
    /// The dealer is one of the players.
    #[error("seat {0} is not dealt in and cannot be the dealer")]
    NoSuchDealer(Seat),
    /// Three cards for every player.
    #[error("{got} cards were dealt where {want} are needed")]
    CardCount {
        /// Cards given.
        got: usize,
        /// Cards needed.
        want: usize,
    },
    /// A card twice, or one the deck does not have.
    #[error("{0} was dealt twice or is not in the deck")]
    WrongCard(Card),
}

//! What happens in a hand: told in order, each small enough to copy.

use crate::hand::{MAX_BOARD, MAX_HOLE};
use arrayvec::ArrayVec;
use kozyr_card_game::{Seat, SeatSet, Viewer};
use kozyr_cards::Card;
use kozyr_chips::Chips;

/// Hole cards; an unknown card is `None`.
pub type Hole = ArrayVec<Option<Card>, MAX_HOLE>;
/// Board cards; an unknown card is `None`.
pub type Board = ArrayVec<Option<Card>, MAX_BOARD>;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Hole cards were dealt; to anybody else their faces are unknown.
    DealtHole(Seat, Hole),
    /// Cards were dealt to a player face up.
    DealtUp(Seat, Hole),
    /// Cards were dealt to a board (0 unless the board is dealt several times).
    DealtBoard(u8, Board),
    /// The player gave up their hand.
    Folded(Seat),
    /// The player had to open and put in this much.
    BroughtIn(Seat, Chips),
    /// The player threw these cards away for others; to anybody else their faces are unknown. None: they stood pat.
    Discarded(Seat, Hole),
    /// Nothing to pay, nothing bet.
    Checked(Seat),
    /// The player put in this much to stay.
    Called(Seat, Chips),
    /// The player opened the street's betting, or raised it, to this total.
    RaisedTo(Seat, Chips),
    /// Nobody called this much of the player's bet.
    Returned(Seat, Chips),
    /// The street's bets went into the pots.
    Collected,
    /// The betting is over, and these players are asked whether the rest of the board is dealt several times.
    RunoutsAsked(SeatSet),
    /// The player agreed to it, or did not.
    RunoutsAnswered(Seat, bool),
    /// It is dealt so many times: once, unless everybody agreed.
    RunoutsSettled(u8),
    /// The player turned their cards over.
    Shown(Seat, Hole),
    /// The player threw their cards away unseen.
    Mucked(Seat),
    /// The room took this much.
    Raked(Chips),
    /// The player won this much of a pot (0 is the main pot) on a board.
    Won {
        /// Who.
        seat: Seat,
        /// Of which pot.
        pot: u8,
        /// On which board.
        board: u8,
        /// How much.
        amount: Chips,
    },
}

impl Event {
    /// The event as this viewer may know it: nobody sees another's hole cards being dealt or thrown away.
    pub fn seen_by(&self, viewer: Viewer) -> Event {
        match self {
            Event::DealtHole(seat, cards) if !viewer.is(*seat) => {
                Event::DealtHole(*seat, cards.iter().map(|_| None).collect())
            }
            Event::Discarded(seat, cards) if !viewer.is(*seat) => {
                Event::Discarded(*seat, cards.iter().map(|_| None).collect())
            }
            other => other.clone(),
        }
    }
}

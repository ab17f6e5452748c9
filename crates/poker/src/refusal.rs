//! Why a move is refused. A refusal leaves the hand as it was.

use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The hand is over.
    #[error("the hand is over")]
    HandIsOver,
    /// It is somebody else's turn, or nobody's.
    #[error("it is not player {0}'s turn")]
    NotYourTurn(Seat),
    /// There is no such player.
    #[error("there is no player {0} in this hand")]
    NoSuchPlayer(Seat),
    /// The hand waits for cards, not for a player.
    #[error("the hand is waiting for cards to be dealt")]
    CardsFirst,
    /// The hand waits for a show or muck, not for a bet.
    #[error("it is the showdown: show or muck")]
    ShowdownNow,
    /// Showing or mucking before the showdown.
    #[error("it is not the showdown yet")]
    NoShowdownYet,
    /// The player has to open: they bring it in, or bet in full.
    #[error("player {0} has to bring it in or bet in full")]
    BringInNow(Seat),
    /// Nothing is to be brought in.
    #[error("nothing is to be brought in now")]
    NoBringIn,
    /// The hand waits for cards to be thrown away, not for a bet.
    #[error("it is the draw: throw cards away or stand pat")]
    DrawNow,
    /// Throwing cards away outside the draw.
    #[error("no cards are changed now")]
    NoDrawNow,
    /// A raise is not allowed at all, with the reason.
    #[error("player {0} may not raise: {1}")]
    NoRaise(Seat, NoRaise),
    /// Under the smallest raise, without being all-in.
    #[error("a raise to {to} is too small: the least is {least}")]
    TooSmall {
        /// The total that was asked for.
        to: Chips,
        /// The least total.
        least: Chips,
    },
    /// More than the player has, or than the limit allows.
    #[error("a raise to {to} is too large: the most is {most}")]
    TooLarge {
        /// The total that was asked for.
        to: Chips,
        /// The largest total.
        most: Chips,
    },
    /// The cards are shuffled before the first of them, and when a draw has used them up.
    #[error("no shuffle is awaited now")]
    NoShuffle,
    /// A hand of poker is too short to come and go.
    #[error("nobody joins or leaves in the middle of a hand: wait until it is over")]
    AtTheEnd,
    /// Cards are dealt that nobody waits for.
    #[error("no cards are to be dealt now")]
    NoDealNow,
    /// The player has all their cards, or the board is next.
    #[error("player {0} gets no cards now")]
    NoHoleNow(Seat),
    /// The wrong number of cards.
    #[error("{given} cards were dealt where {wanted} are due")]
    WrongCount {
        /// How many were dealt.
        given: usize,
        /// How many are due.
        wanted: usize,
    },
    /// The card was dealt before, or is not in this pack.
    #[error("{0} cannot be dealt: it is out already, or not in this pack")]
    CardNotInDeck(Card),
    /// The cards shown are not those dealt.
    #[error("player {0} does not hold those cards")]
    NotHisCards(Seat),
    /// This hand has to be shown.
    #[error("player {0} may not muck: {1}")]
    MustShow(Seat, MustShow),
    /// The clock that ran out does not run.
    #[error("no such clock is running")]
    NoClock,
}

/// Why there is no raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRaise {
    /// He has no more than the call.
    #[error("the call takes all his chips")]
    NoChips,
    /// Nobody is left who could call.
    #[error("every opponent is all-in")]
    NobodyToCall,
    /// He has acted, and what came since is less than a full raise (TDA 47).
    #[error("nobody has raised in full since he acted")]
    NotReopened,
    /// The street's bets and raises are used up.
    #[error("the street has had all its bets and raises")]
    Capped,
}

/// Why a hand may not be mucked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MustShow {
    /// An all-in was called: everybody shows (TDA 16).
    #[error("all hands are shown in an all-in")]
    AllIn,
    /// In a tournament only a beaten hand is mucked.
    #[error("no hand shown beats his")]
    NotBeaten,
    /// He is the last one with a claim to a pot.
    #[error("a pot has no other claim")]
    LastClaim,
}

//! Why a move is refused. A refusal leaves the hand as it was.

use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The hand is over.
    #[error("the hand is over: deal the next one")]
    HandIsOver,
    /// It is somebody else's turn, or nobody's.
    #[error("it is not player {0}'s turn: wait for it")]
    NotYourTurn(Seat),
    /// There is no such player.
    #[error("there is no player {0} in this hand")]
    NoSuchPlayer(Seat),
    /// The hand waits for cards, not for a player.
    #[error("the hand is waiting for cards: deal them first")]
    CardsFirst,
    /// The hand waits for a show or muck, not for a bet.
    #[error("it is the showdown: show or muck")]
    ShowdownNow,
    /// Showing or mucking before the showdown.
    #[error("it is not the showdown yet: bet, call, check or fold")]
    NoShowdownYet,
    /// The player has to open: they bring it in, or bet in full.
    #[error("player {0} has to bring it in or bet in full")]
    BringInNow(Seat),
    /// Nothing is to be brought in.
    #[error("nothing is to be brought in now: bet, call, check or fold")]
    NoBringIn,
    /// The hand waits for cards to be thrown away, not for a bet.
    #[error("it is the draw: throw cards away or stand pat")]
    DrawNow,
    /// The hand waits for everybody still in to say whether the board is dealt several times.
    #[error("the players are asked whether the board is dealt several times: answer that first")]
    RunoutsNow,
    /// An answer nobody waits for.
    #[error("nobody is asked now how often the board is dealt: leave the answer out")]
    NotAsked,
    /// Throwing cards away outside the draw.
    #[error("no cards are changed now: bet, call, check or fold")]
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
    #[error("no shuffle is awaited now: leave it out")]
    NoShuffle,
    /// A hand of poker is too short to come and go.
    #[error("nobody joins or leaves in the middle of a hand: wait until it is over")]
    AtTheEnd,
    /// Cards are dealt that nobody waits for.
    #[error("no cards are to be dealt now: wait until the players have acted")]
    NoDealNow,
    /// The player has all their cards, or the board is next.
    #[error("player {0} gets no cards now: deal what is due first")]
    NoHoleNow(Seat),
    /// The wrong number of cards.
    #[error("{given} cards were dealt where {wanted} are due: deal {wanted}")]
    WrongCount {
        /// How many were dealt.
        given: usize,
        /// How many are due.
        wanted: usize,
    },
    /// The card was dealt before, or is not in this pack.
    #[error("{0} is out already, or not in this pack: deal another card")]
    CardNotInDeck(Card),
    /// The cards shown are not those dealt.
    #[error("player {0} does not hold those cards: show the ones dealt")]
    NotTheirCards(Seat),
    /// This hand has to be shown.
    #[error("player {0} may not muck: {1}; show the hand")]
    MustShow(Seat, MustShow),
    /// The clock that ran out does not run.
    #[error("no such clock is running: leave the time-out out")]
    NoClock,
}

/// Why there is no raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoRaise {
    /// The player has no more than the call.
    #[error("the call takes the whole stack: call or fold")]
    NoChips,
    /// Nobody is left who could call.
    #[error("every opponent is all-in: call or fold")]
    NobodyToCall,
    /// The player has acted, and what came since is less than a full raise (TDA 47).
    #[error("nobody has raised in full since the player acted: call or fold")]
    NotReopened,
    /// The street's bets and raises are used up.
    #[error("the street has had all its bets and raises: call or fold")]
    Capped,
}

/// Why a hand may not be mucked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MustShow {
    /// An all-in was called: everybody shows (TDA 16).
    #[error("all hands are shown in an all-in")]
    AllIn,
    /// In a tournament only a beaten hand is mucked.
    #[error("no hand shown beats it")]
    NotBeaten,
    /// The player is the last one with a claim to a pot.
    #[error("a pot has no other claim")]
    LastClaim,
}

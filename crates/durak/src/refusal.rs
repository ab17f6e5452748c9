//! Why a move is refused.

use crate::params::ParamError;
use kozyr_card_game::Seat;
use kozyr_cards::Card;

/// A move that may not be made; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// A parameter of the table.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The seats do not fit the table.
    #[error("every box plays once: seat the players on boxes 0 to {0}")]
    Seats(u8),
    /// The stack does not cover the stake.
    #[error("box {0} cannot pay the stake: it needs more chips")]
    Stake(usize),
    /// There is nothing to play.
    #[error("The party is over")]
    Over,
    /// Nobody of this party sits there, or they are out.
    #[error("Box {} does not play", .0.index())]
    NotPlaying(Seat),
    /// It is for another player, or another stage, to act.
    #[error("Not your turn")]
    NotYourTurn,
    /// The player does not hold the card.
    #[error("Card not found in hand: {0}")]
    NotInHand(Card),
    /// Nothing of that rank lies on the table.
    #[error("No such rank on the table: {0}")]
    NoSuchRank(Card),
    /// No more cards may be added in this round.
    #[error("Attack limit reached: {0} cards")]
    LimitReached(u8),
    /// The player has finished, and nobody has added a card since.
    #[error("Already finished: wait until another player adds a card")]
    AlreadyFinished,
    /// Cards are still to be beaten.
    #[error("Not all cards are beaten yet")]
    NotBeaten,
    /// The card is not on the table, or is beaten already.
    #[error("{0} is not a card to beat")]
    NothingToBeat(Card),
    /// It is not higher, and no trump.
    #[error("{with} does not beat {attack}")]
    DoesNotBeat {
        /// The card on the table.
        attack: Card,
        /// The card that was tried.
        with: Card,
    },
    /// Everything is beaten, or nothing was played.
    #[error("There is nothing to take")]
    NothingToTake,
    /// No transfer in this mode.
    #[error("Transfer is not available in this mode")]
    NoTransfer,
    /// No traffic light in this mode.
    #[error("Show is not available in this mode")]
    NoShow,
    /// The traffic light asks for `show` first.
    #[error("Show is required before transfer")]
    ShowFirst,
    /// The defender has shown a card and must transfer it.
    #[error("Transfer is required after show: {0}")]
    TransferShown(Card),
    /// Something is beaten, the rank is another, or the next opponent holds too few cards.
    #[error("Transfer is not possible")]
    CannotTransfer,
    /// The player is ready already, or nobody has asked.
    #[error("Nobody waits for you to be ready")]
    NotAsked,
    /// The player is away already, or never went.
    #[error("You are there already, or away already")]
    SamePresence,
    /// That clock does not run.
    #[error("That clock does not run")]
    NoSuchClock,
    /// The cards that came are not the cards that were awaited.
    #[error("Wrong deal: {0}")]
    WrongDeal(&'static str),
    /// Nobody comes into a party that runs, and nobody gets up from it.
    #[error("People come and go between parties only")]
    ComingAndGoing,
    /// The position is none.
    #[error("Wrong position: {0}")]
    WrongSetup(&'static str),
}

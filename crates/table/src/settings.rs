//! How a table is run, whatever is played.

use kozyr_cards::Card;
use kozyr_chips::{Chips, Currency, Owner};
use kozyr_time::{Millis, PlayerId, TournamentId};
use serde::{Deserialize, Serialize};

/// How a table is run, whatever is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// How many seats it has, 2 to 16.
    pub seats: u8,
    /// What is played for.
    pub currency: Currency,
    /// Where a seat's chips come from.
    pub funding: Funding,
    /// The least to sit down with.
    pub least_buy_in: Chips,
    /// The most to sit down with.
    pub most_buy_in: Chips,
    /// How long a player has for a decision.
    pub turn: Millis,
    /// What a player has beyond that for the whole evening: their time bank, at most and to begin with.
    pub bank: Millis,
    /// What every hand a player is dealt into adds to a bank that is not full.
    pub refill: Millis,
    /// Between the first moment a hand could be dealt and its deal.
    pub gather: Millis,
    /// Between a hand and the next; twice that when there is more to look at.
    pub pause: Millis,
    /// After so many time-outs in a row a player sits out.
    pub patience: u8,
    /// Who sits out for longer loses the seat.
    pub away: Millis,
    /// Who comes back sooner brings at least the chips and the debt they left with.
    pub memory: Millis,
    /// How long a lost line may take to come back before the table acts quickly for its player.
    pub grace: Millis,
    /// How long a decision of somebody who is away takes; without it, as long as anybody's.
    pub quick: Option<Millis>,
    /// Cards that every shuffle leaves on top, in the order they are dealt: for tests.
    pub top: Vec<Card>,
}

/// Where a seat's chips come from and go to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Funding {
    /// A stack out of the wallet, taken along again.
    Stack,
    /// A stake out of the wallet whenever a game starts; a seat itself holds nothing.
    Stake,
    /// The tournament's own chips: no wallet is ever touched, and only the tournament seats people.
    Tournament(TournamentId),
}

/// Settings no table can be run with, or a checkpoint nobody wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Too few seats, or more than the game has.
    #[error("a table of this game has 2 to {most} seats, not {seats}")]
    Seats {
        /// How many it should have.
        seats: u8,
        /// How many it may have.
        most: u8,
    },
    /// The buy-in.
    #[error("the least buy-in is more than nothing and no more than the most")]
    BuyIn,
    /// No time to act.
    #[error("a turn lasts longer than nothing")]
    Turn,
    /// House rules the game cannot be played by.
    #[error("the house rules cannot be played by: {0}")]
    House(&'static str),
    /// The chips of the checkpoint do not add up.
    #[error("the chips of the checkpoint do not add up")]
    Checkpoint,
}

impl Settings {
    /// Can a table be run like this?
    pub(crate) fn check(&self, most: u8) -> Result<(), SetupError> {
        let buy_in = match self.funding {
            Funding::Stack => {
                self.least_buy_in.is_positive()
                    && self.least_buy_in <= self.most_buy_in
                    && self.most_buy_in <= Chips::new(Chips::MAX.units() / 1024)
            }
            Funding::Stake | Funding::Tournament(_) => true,
        };
        if !(2..=most).contains(&self.seats) {
            Err(SetupError::Seats { seats: self.seats, most })
        } else if !buy_in {
            Err(SetupError::BuyIn)
        } else if self.turn.is_zero() {
            Err(SetupError::Turn)
        } else {
            Ok(())
        }
    }

    /// Does a tournament seat people here, with chips of its own?
    pub const fn is_tournament(&self) -> bool {
        matches!(self.funding, Funding::Tournament(_))
    }

    /// Who pays for this player's seat and is paid what it holds.
    pub(crate) fn payer(&self, player: PlayerId) -> Owner {
        match &self.funding {
            Funding::Stack | Funding::Stake => Owner::Player(player),
            Funding::Tournament(tournament) => Owner::Tournament(tournament.clone()),
        }
    }
}

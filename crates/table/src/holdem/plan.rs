//! What is settled about a hand before the first card.

use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_poker::seating::{Places, Post};
use serde::{Deserialize, Serialize};

/// What is settled about a hand before the first card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldemPlan {
    /// Where button and blinds are: places, which nobody may sit at.
    pub places: Places,
    /// Who is dealt in and what they put in: the first to act after the flop first.
    pub posts: Vec<HoldemPost>,
    /// Who straddles; their blind is the straddle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub straddle: Option<Seat>,
    /// Who is not dealt in and owes blinds.
    pub debts: Vec<(Seat, Chips)>,
}

/// What one player puts in before the cards, and what they have for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HoldemPost {
    /// What is due.
    #[serde(flatten)]
    pub due: Post,
    /// What they had in front of them before.
    pub stack: Chips,
    /// The blind comes before the ante when there is too little for both.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blind_first: bool,
}

impl HoldemPost {
    /// What they pay into the pot, antes and missed blinds, and what they bet: less than due when it is all they have.
    pub fn paid(&self) -> (Chips, Chips) {
        let (pot, blind) = (self.due.ante + self.due.dead, self.due.blind.abs());
        if self.blind_first {
            let bet = blind.min(self.stack);
            return (pot.min(self.stack - bet), bet);
        }
        let into_pot = pot.min(self.stack);
        (into_pot, blind.min(self.stack - into_pot))
    }

    /// Is their bet a post outside the blinds?
    pub fn is_outside_blinds(&self) -> bool {
        self.due.blind.is_negative()
    }
}

impl HoldemPlan {
    /// Who posts the small blind; nobody when it is dead.
    pub fn small_blind(&self) -> Option<Seat> {
        let others = [Some(self.places.big_blind), self.straddle];
        let posts =
            |post: &&HoldemPost| post.due.blind.is_positive() && !others.contains(&Some(post.due.seat));
        self.posts.iter().find(posts).map(|post| post.due.seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::from_number(number).unwrap()
    }

    #[test]
    fn whoever_is_short_pays_into_the_pot_first_or_the_blind_if_it_comes_first() {
        let due = Post { seat: seat(1), ante: Chips::new(1), blind: Chips::new(-10), dead: Chips::new(5) };
        let paid = |stack, blind_first| {
            let (pot, bet) = HoldemPost { due, stack: Chips::new(stack), blind_first }.paid();
            (pot.units(), bet.units())
        };
        assert_eq!([100, 9, 4].map(|stack| paid(stack, false)), [(6, 10), (6, 3), (4, 0)]);
        assert_eq!([100, 12, 4].map(|stack| paid(stack, true)), [(6, 10), (2, 10), (0, 4)]);
        assert!(HoldemPost { due, stack: Chips::ZERO, blind_first: false }.is_outside_blinds());
    }
}

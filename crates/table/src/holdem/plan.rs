//! What is settled about a hand before the first card.

use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_poker::seating::{Places, Post};
use serde::{Deserialize, Serialize};

/// What is settled about a hand before the first card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "StoredPlan")]
pub struct HoldemPlan {
    /// Where button and blinds are: places, which nobody may sit at.
    pub places: Places,
    /// Who is dealt in and what he puts in: the first to act after the flop first.
    pub posts: Vec<HoldemPost>,
    /// Who is not dealt in and owes blinds.
    pub debts: Vec<(Seat, Chips)>,
}

/// What one player puts in before the cards, and what he has for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HoldemPost {
    /// What is due.
    #[serde(flatten)]
    pub due: Post,
    /// What he had in front of him before.
    pub stack: Chips,
}

impl HoldemPost {
    /// What he pays into the pot, antes and missed blinds, and what he bets: less than due when it is all he has.
    pub fn paid(&self) -> (Chips, Chips) {
        let into_pot = (self.due.ante + self.due.dead).min(self.stack);
        (into_pot, self.due.blind.abs().min(self.stack - into_pot))
    }

    /// Is his bet a post outside the blinds?
    pub fn is_outside_blinds(&self) -> bool {
        self.due.blind.is_negative()
    }
}

impl HoldemPlan {
    /// Who posts the small blind; nobody when it is dead.
    pub fn small_blind(&self) -> Option<Seat> {
        let posts =
            |post: &&HoldemPost| post.due.blind.is_positive() && post.due.seat != self.places.big_blind;
        self.posts.iter().find(posts).map(|post| post.due.seat)
    }
}

/// A plan as it may stand in a log: the first rooms wrote down the two blinds and an order.
#[derive(Deserialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum StoredPlan {
    Posts { places: Places, posts: Vec<HoldemPost>, debts: Vec<(Seat, Chips)> },
    Blinds { button: Seat, small_blind: (Seat, Chips), big_blind: (Seat, Chips), dealt_in: Vec<Seat> },
}

impl From<StoredPlan> for HoldemPlan {
    fn from(stored: StoredPlan) -> HoldemPlan {
        match stored {
            StoredPlan::Posts { places, posts, debts } => HoldemPlan { places, posts, debts },
            StoredPlan::Blinds { button, small_blind: (small, sb), big_blind: (big, bb), dealt_in } => {
                let blind = |seat| match seat {
                    seat if seat == big => bb,
                    seat if seat == small => sb,
                    _ => Chips::ZERO,
                };
                let post = |seat| {
                    let due = Post { seat, ante: Chips::ZERO, blind: blind(seat), dead: Chips::ZERO };
                    HoldemPost { due, stack: due.blind }
                };
                HoldemPlan {
                    places: Places { button, small_blind: small, big_blind: big },
                    posts: dealt_in.into_iter().map(post).collect(),
                    debts: Vec::new(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::from_number(number).unwrap()
    }

    #[test]
    fn plans_of_the_first_rooms_are_still_read() {
        let old = r#"{"button":1,"smallBlind":[2,1],"bigBlind":[4,2],"dealtIn":[2,4,1]}"#;
        let plan: HoldemPlan = serde_json::from_str(old).unwrap();
        assert_eq!(plan.places, Places { button: seat(1), small_blind: seat(2), big_blind: seat(4) });
        let posts: Vec<(u8, i64)> =
            plan.posts.iter().map(|post| (post.due.seat.number(), post.due.blind.units())).collect();
        assert_eq!(posts, [(2, 1), (4, 2), (1, 0)]);
        assert_eq!(plan.small_blind(), Some(seat(2)));
        let again = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<HoldemPlan>(&again).unwrap(), plan);
    }

    #[test]
    fn whoever_is_short_pays_into_the_pot_first() {
        let due = Post { seat: seat(1), ante: Chips::new(1), blind: Chips::new(-10), dead: Chips::new(5) };
        let paid = |stack| {
            let (pot, bet) = HoldemPost { due, stack: Chips::new(stack) }.paid();
            (pot.units(), bet.units())
        };
        assert_eq!((paid(100), paid(9), paid(4)), ((6, 10), (6, 3), (4, 0)));
        assert!(HoldemPost { due, stack: Chips::ZERO }.is_outside_blinds());
    }
}

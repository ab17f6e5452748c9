//! Who draws how many, and in which order.

use super::Party;
use crate::rules::{HAND, MAX_BOXES};
use kozyr_card_game::{Seat, SeatSet};

/// The attacker, then all others counter-clockwise, the defender last.
pub(super) fn order(
    boxes: SeatSet,
    num_seats: u8,
    attacker: Seat,
    defender: Seat,
) -> impl Iterator<Item = Seat> {
    let seats = usize::from(num_seats);
    let around = (1..seats).map(move |step| Seat::from_index((attacker.index() + seats - step) % seats));
    let others = around.filter(move |&seat| seat != defender && boxes.contains(seat));
    [attacker].into_iter().chain(others).chain([defender])
}

/// How many cards everybody will draw, and how many stay in the deck. Counts are open, so is this.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) draws: [u8; MAX_BOXES],
    pub(super) deck_left: u8,
}

impl Plan {
    pub(super) fn total(&self) -> usize {
        self.draws.iter().map(|&count| usize::from(count)).sum()
    }
}

impl Party {
    /// The draw after this round. Who is out has an empty deck before them and draws nothing.
    pub(super) fn refill_plan(&self) -> Plan {
        let mut plan = Plan { draws: [0; MAX_BOXES], deck_left: self.deck_count };
        if self.deck_count == 0 {
            return plan;
        }
        for seat in self.refill_order() {
            let wants = HAND.saturating_sub(self.hand(seat).len()) as u8;
            let gets = wants.min(plan.deck_left);
            plan.draws[seat.index()] = gets;
            plan.deck_left -= gets;
        }
        plan
    }

    /// Who will hold cards once the plan is carried out: all of them while the deck has more than they want.
    pub(super) fn inside_after(&self, plan: &Plan) -> SeatSet {
        let holds = |seat: &Seat| plan.draws[seat.index()] > 0 || !self.hand(*seat).is_empty();
        self.boxes.iter().filter(holds).collect()
    }
}

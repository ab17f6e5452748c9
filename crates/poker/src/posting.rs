//! Antes and blinds: what everybody has paid before the first card.

use crate::hand::MAX_PLAYERS;
use crate::rules::{PostOrder, Rules};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;

type PerSeat = [Chips; MAX_PLAYERS];

/// Where the chips are once everything is posted.
pub(crate) struct Posted {
    /// All chips of the hand.
    pub(crate) total: Chips,
    pub(crate) started_with: PerSeat,
    pub(crate) stacks: PerSeat,
    pub(crate) bets: PerSeat,
    /// Antes that are trimmed to what others match.
    pub(crate) layered: PerSeat,
    /// Antes that are open to everybody.
    pub(crate) dead: Chips,
    pub(crate) middle: Chips,
    pub(crate) funded: SeatSet,
}

impl Posted {
    /// Takes the posts from the stacks, which the rules have checked.
    pub(crate) fn new(rules: &Rules, stacks: &[Chips]) -> Posted {
        let none = [Chips::ZERO; MAX_PLAYERS];
        let (mut started_with, mut left, mut bets, mut layered) = (none, none, none, none);
        let (mut dead, mut middle, mut funded) = (Chips::ZERO, Chips::ZERO, SeatSet::EMPTY);
        for (player, &stack) in stacks.iter().enumerate() {
            let (ante, blind) = posts(rules, player, stack);
            started_with[player] = stack;
            left[player] = stack - ante - blind;
            bets[player] = blind;
            middle += ante + blind;
            if left[player].is_positive() {
                funded.insert(Seat::from_index(player));
            }
            if rules.ante_trimming {
                layered[player] = ante;
            } else {
                dead += ante;
            }
        }
        let total: Chips = stacks.iter().sum();
        assert!(left.iter().fold(middle, |sum, &stack| sum + stack) == total, "the posts changed the chips");
        Posted { total, started_with, stacks: left, bets, layered, dead, middle, funded }
    }
}

/// What the player antes and puts in as a blind: as much of it as they have.
fn posts(rules: &Rules, player: usize, stack: Chips) -> (Chips, Chips) {
    let (ante, blind) = (rules.antes[player], rules.blinds[player].abs());
    match rules.post_order {
        PostOrder::AnteFirst => (ante.min(stack), blind.min(stack - ante.min(stack))),
        PostOrder::BlindFirst => (ante.min(stack - blind.min(stack)), blind.min(stack)),
    }
}

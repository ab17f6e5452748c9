//! A tournament's hand as a hand of Hold'em: who posts what in which order, and what came of it.

use crate::command::HandResult;
use crate::level::AnteKind;
use crate::names::{EntrantId, TableNo};
use crate::read::HandView;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_poker::{Hand, PerPlayer, PostOrder, Rules, SetupError, variant};

/// A hand to be played: the engine counts players from the left of the button, the table by seats.
#[derive(Clone, Debug)]
pub struct HoldemHand {
    /// Blinds and antes of the level the hand began in.
    pub rules: Rules,
    /// Everybody dealt in, in the engine's order.
    pub players: PerPlayer<(Seat, EntrantId, Chips)>,
}

impl HandView<'_> {
    /// The hand as the engine wants it. A dead small blind is posted by nobody; heads-up the button
    /// posts the small blind; a big-blind ante comes after the blind (TDA 2024 RP-11).
    pub fn holdem(&self) -> HoldemHand {
        let (level, blinds) = (self.level(), self.places());
        let seats = self.seats();
        let left_of_button = |seat: Seat| (seat.index() + seats - blinds.button.index() - 1) % seats;
        let mut players: PerPlayer<(Seat, EntrantId, Chips)> =
            self.dealt().map(|(seat, player, stack)| (seat, player.clone(), stack)).collect();
        players.sort_unstable_by_key(|&(seat, ..)| left_of_button(seat));
        let posts = |seat: Seat| match seat {
            seat if seat == blinds.big_blind => level.big_blind,
            seat if Some(seat) == self.posts_small() => level.small_blind,
            _ => Chips::ZERO,
        };
        let mut rules = Rules::new(
            &variant::NO_LIMIT_HOLDEM,
            players.iter().map(|&(seat, ..)| posts(seat)).collect(),
            level.big_blind,
        );
        let kind = self.ante_kind();
        let antes = |seat: Seat| kind == AnteKind::Each || seat == blinds.big_blind;
        for (ante, &(seat, ..)) in rules.antes.iter_mut().zip(&players) {
            *ante = if antes(seat) { level.ante } else { Chips::ZERO };
        }
        if kind == AnteKind::BigBlind {
            rules.post_order = PostOrder::BlindFirst;
        }
        HoldemHand { rules, players }
    }

    /// What a hand that is over did to the stacks.
    pub fn holdem_result(
        &self,
        table: TableNo,
        players: &HoldemHand,
        over: &Hand,
        acted: bool,
    ) -> HandResult {
        let (mut committed, mut shares) = (Vec::new(), Vec::new());
        for ((_, player, before), &after) in players.players.iter().zip(over.stacks()) {
            if after < *before {
                committed.push((player.clone(), *before - after));
            } else if after > *before {
                shares.push((player.clone(), after - *before));
            }
        }
        HandResult { table, hand: self.id().clone(), committed, shares, acted }
    }
}

impl HoldemHand {
    /// Posts antes and blinds, and waits for cards.
    ///
    /// # Errors
    /// When the engine does not play such a table.
    pub fn start(&self) -> Result<Hand, SetupError> {
        let stacks: PerPlayer<Chips> = self.players.iter().map(|&(_, _, stack)| stack).collect();
        Hand::start(&self.rules, &stacks)
    }
}

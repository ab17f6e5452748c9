//! Texas Hold'em for cash: the button, the blinds, and what a viewer wants to be reminded of.
//!
//! The button goes to the next player clockwise each hand, and the blinds sit behind it; heads-up
//! the button has the small blind. Whoever sits down is dealt in at once.

use crate::{PlayerId, Seating, Settings};
use kozyr_card_game::{Seat, SeatSet, Seated};
use kozyr_chips::Chips;
use kozyr_poker::{Event, Hand, MAX_PLAYERS, Mode, Poker, Rules, Showdown};
use serde::{Deserialize, Serialize};

/// A table of no-limit Hold'em.
pub type HoldemTable = crate::Table<HoldemSeating>;

/// The stakes, where the button lies, and what happened on this street.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldemSeating {
    small_blind: Chips,
    big_blind: Chips,
    /// What was settled about the hand on the table.
    plan: Option<HoldemPlan>,
    /// What each did last on this street.
    #[serde(skip)]
    last: Vec<(Seat, LastAction)>,
    /// What each has won in this hand.
    #[serde(skip)]
    won: Vec<(Seat, Chips)>,
    /// Has anybody bet on this street?
    #[serde(skip)]
    opened: bool,
}

/// What is settled about a hand before the first card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldemPlan {
    /// Where the button lies.
    pub button: Seat,
    /// Who posts the small blind, and how much he has for it.
    pub small_blind: (Seat, Chips),
    /// Who posts the big blind, and how much he has for it.
    pub big_blind: (Seat, Chips),
    /// Who is dealt in: the first to act after the flop first, the button last.
    pub dealt_in: Vec<Seat>,
}

/// What a player did last on this street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastAction {
    /// Gave up the hand.
    Fold,
    /// Checked.
    Check,
    /// Put in this much to stay.
    Call(Chips),
    /// Opened the betting of the street, to this total.
    Bet(Chips),
    /// Raised to this total.
    Raise(Chips),
}

/// Blinds nobody can play with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the small blind is more than nothing and no more than the big blind")]
pub struct BlindsError;

impl HoldemSeating {
    /// A table with these blinds.
    pub fn new(small_blind: Chips, big_blind: Chips) -> Result<HoldemSeating, BlindsError> {
        if !small_blind.is_positive() || small_blind > big_blind || big_blind > Chips::MAX {
            return Err(BlindsError);
        }
        let (last, won) = (Vec::new(), Vec::new());
        Ok(HoldemSeating { small_blind, big_blind, plan: None, last, won, opened: false })
    }

    /// The small and the big blind.
    pub fn blinds(&self) -> (Chips, Chips) {
        (self.small_blind, self.big_blind)
    }

    /// What was settled about the hand on the table.
    pub fn hand(&self) -> Option<&HoldemPlan> {
        self.plan.as_ref()
    }

    /// What the player did last on this street.
    pub fn last_action(&self, seat: Seat) -> Option<LastAction> {
        self.last.iter().find(|(who, _)| *who == seat).map(|&(_, action)| action)
    }

    /// What the player has won in this hand.
    pub fn won(&self, seat: Seat) -> Chips {
        self.won.iter().filter(|(who, _)| *who == seat).map(|&(_, amount)| amount).sum()
    }

    /// Has anybody bet on this street? Blinds are bets.
    pub fn opened(&self) -> bool {
        self.opened
    }

    fn did(&mut self, seat: Seat, action: LastAction) {
        self.last.retain(|(who, _)| *who != seat);
        self.last.push((seat, action));
    }
}

impl Seating for HoldemSeating {
    type Game = Poker;
    type Plan = HoldemPlan;

    fn plan(&self, ready: &[Seated], _: &Settings) -> Option<HoldemPlan> {
        let ready = &ready[..ready.len().min(MAX_PLAYERS)];
        if ready.len() < 2 {
            return None;
        }
        let seats: SeatSet = ready.iter().map(|seated| seated.seat).collect();
        let after = |seat| seats.next_after(seat).expect("there are at least two");
        let button = match &self.plan {
            Some(last) => after(last.button),
            None => ready[0].seat,
        };
        let small = if ready.len() == 2 { button } else { after(button) };
        let big = after(small);
        let mut dealt_in = vec![after(button)];
        while let Some(&last) = dealt_in.last().filter(|&&last| last != button) {
            dealt_in.push(after(last));
        }
        let stack = |seat| ready.iter().find(|seated| seated.seat == seat).map_or(Chips::ZERO, |s| s.stack);
        Some(HoldemPlan {
            button,
            small_blind: (small, self.small_blind.min(stack(small))),
            big_blind: (big, self.big_blind.min(stack(big))),
            dealt_in,
        })
    }

    fn dealt_in(plan: &HoldemPlan) -> &[Seat] {
        &plan.dealt_in
    }

    fn rules(&self, plan: &HoldemPlan) -> Rules {
        let mut rules = Rules::holdem(plan.dealt_in.len(), self.small_blind, self.big_blind);
        rules.mode = Mode::Cash { show_all_ins: true };
        rules.showdown = Showdown::Automatic;
        rules
    }

    fn started(&mut self, plan: &HoldemPlan) {
        self.plan = Some(plan.clone());
        self.last.clear();
        self.won.clear();
        self.opened = true;
    }

    fn heard(&mut self, event: &Event, dealt_in: &[(Seat, PlayerId)]) {
        let chair = |seat: &Seat| dealt_in[seat.index()].0;
        match event {
            Event::Folded(seat) => self.did(chair(seat), LastAction::Fold),
            Event::Checked(seat) => self.did(chair(seat), LastAction::Check),
            Event::Called(seat, amount) => self.did(chair(seat), LastAction::Call(*amount)),
            Event::RaisedTo(seat, to) => {
                let action = if self.opened { LastAction::Raise(*to) } else { LastAction::Bet(*to) };
                self.opened = true;
                self.did(chair(seat), action);
            }
            Event::DealtBoard(..) => {
                self.opened = false;
                // Whoever has folded stays folded; the others start the street anew.
                self.last.retain(|(_, action)| *action == LastAction::Fold);
            }
            Event::Won { seat, amount, .. } => self.won.push((chair(seat), *amount)),
            Event::DealtHole(..)
            | Event::Returned(..)
            | Event::Collected
            | Event::Shown(..)
            | Event::Mucked(_)
            | Event::Raked(_) => {}
        }
    }

    fn worth_a_look(hand: &Hand) -> bool {
        !hand.shown().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_chips::Chips;

    fn plan(seating: &HoldemSeating, seats: &[u8]) -> (u8, u8, u8, Vec<u8>) {
        let ready: Vec<Seated> = seats
            .iter()
            .map(|&n| Seated { seat: Seat::from_number(n).unwrap(), stack: Chips::new(100) })
            .collect();
        let settings = crate::testing::settings();
        let plan = seating.plan(&ready, &settings).unwrap();
        let order = plan.dealt_in.iter().map(|seat| seat.number()).collect();
        (plan.button.number(), plan.small_blind.0.number(), plan.big_blind.0.number(), order)
    }

    #[test]
    fn the_button_goes_round_and_the_blinds_sit_behind_it() {
        let mut seating = HoldemSeating::new(Chips::new(1), Chips::new(2)).unwrap();
        assert_eq!(plan(&seating, &[2, 5, 6]), (2, 5, 6, vec![5, 6, 2]));
        seating.plan = Some(HoldemPlan {
            button: Seat::from_number(5).unwrap(),
            small_blind: (Seat::from_number(6).unwrap(), Chips::new(1)),
            big_blind: (Seat::from_number(2).unwrap(), Chips::new(2)),
            dealt_in: vec![],
        });
        assert_eq!(plan(&seating, &[2, 5, 6]), (6, 2, 5, vec![2, 5, 6]));
        assert_eq!(plan(&seating, &[1, 3]), (1, 1, 3, vec![3, 1]), "heads-up the button is the small blind");
    }

    #[test]
    fn nobody_plays_alone_and_short_stacks_post_what_they_have() {
        let seating = HoldemSeating::new(Chips::new(5), Chips::new(10)).unwrap();
        let settings = crate::testing::settings();
        let one = Seated { seat: Seat::from_index(0), stack: Chips::new(3) };
        let two = Seated { seat: Seat::from_index(1), stack: Chips::new(7) };
        assert_eq!(seating.plan(&[one], &settings), None);
        let plan = seating.plan(&[one, two], &settings).unwrap();
        assert_eq!((plan.small_blind.1, plan.big_blind.1), (Chips::new(3), Chips::new(7)));
        assert_eq!(HoldemSeating::new(Chips::new(3), Chips::new(2)), Err(BlindsError));
        assert_eq!(HoldemSeating::new(Chips::ZERO, Chips::new(2)), Err(BlindsError));
    }
}

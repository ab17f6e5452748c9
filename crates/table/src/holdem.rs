//! Texas Hold'em for cash: who is dealt in, the blinds, and what a viewer wants to be reminded of.
//!
//! Who sits, posts and owes is decided by [`kozyr_poker::seating`], the one implementation of it; here it
//! meets the chairs of a table and the log.

mod plan;

pub use kozyr_poker::seating::{ButtonStyle, Entry as EntryFee, Options, ReturnPost};
pub use plan::{HoldemPlan, HoldemPost};

use crate::{Next, PlayerId, Seating, Settings, Sitter, Wish};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_poker::seating::{self as poker, Intent, Post, Stakes};
use kozyr_poker::{Action, Event, Hand, Mode, Next as NextMove, Poker, Rules, Showdown};
use serde::{Deserialize, Serialize};

/// A table of no-limit Hold'em.
pub type HoldemTable = crate::Table<HoldemSeating>;

/// The stakes, the house rules, where the button lies, and what happened on this street.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldemSeating {
    small_blind: Chips,
    big_blind: Chips,
    #[serde(default)]
    options: Options,
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

/// How a player stands with the blinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// Was dealt into the last hand, or sat down before the first: owes nothing.
    #[default]
    In,
    /// Has not been dealt in since he sat down.
    New {
        /// What he owed when he left a little while ago.
        debt: Chips,
    },
    /// Has been out.
    Out {
        /// What he owes in missed blinds.
        debt: Chips,
    },
}

impl Standing {
    /// What he owes in missed blinds.
    pub const fn debt(self) -> Chips {
        match self {
            Standing::In => Chips::ZERO,
            Standing::New { debt } | Standing::Out { debt } => debt,
        }
    }
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
        let options = Options::default();
        Ok(HoldemSeating { small_blind, big_blind, options, plan: None, last, won, opened: false })
    }

    /// The same with these house rules: what newcomers and returning players pay, dead or moving button.
    pub fn with(self, options: Options) -> HoldemSeating {
        HoldemSeating { options, ..self }
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

    /// The post with the whole of its blind: the first rooms wrote down what a short stack paid of it, but the
    /// price of a call is the blind.
    fn nominal(&self, plan: &HoldemPlan, due: Post) -> Post {
        let blind = match due.blind {
            blind if !blind.is_positive() => blind,
            _ if due.seat == plan.places.big_blind => self.big_blind,
            _ => self.small_blind,
        };
        Post { blind, ..due }
    }

    fn stakes(&self) -> Stakes {
        Stakes::blinds(self.small_blind, self.big_blind)
    }
}

/// Somebody at the table in the words of poker's seating.
fn sitter(sitter: &Sitter<'_, Standing>) -> poker::Sitter {
    let intent = match sitter.wish {
        Wish::Play => Intent::Play,
        Wish::Wait => Intent::WaitForBigBlind,
        Wish::Pause => Intent::Pause,
        Wish::Leave => Intent::Leave,
    };
    let (standing, newcomer) = match *sitter.standing {
        Standing::In => (poker::Standing::In(intent), false),
        Standing::New { debt } => (poker::Standing::Out { intent, debt }, true),
        Standing::Out { debt } => (poker::Standing::Out { intent, debt }, false),
    };
    let Sitter { seat, stack, .. } = *sitter;
    poker::Sitter { seat, stack, standing, newcomer, short_of: Chips::ZERO }
}

impl Seating for HoldemSeating {
    type Game = Poker;
    type Plan = HoldemPlan;
    type Standing = Standing;

    const MOST_SEATS: u8 = poker::Seating::MOST_SEATS;

    fn under(&self, house: &HoldemSeating) -> HoldemSeating {
        HoldemSeating {
            plan: self.plan.clone(),
            last: Vec::new(),
            won: Vec::new(),
            opened: false,
            ..house.clone()
        }
    }

    /// Before the first hand nobody is new. A debt that is smaller than a newcomer's post is paid by it.
    fn welcome(&self, before: Option<&Standing>) -> Standing {
        let posts = self.options.entry == EntryFee::Post;
        let debt = before.map_or(Chips::ZERO, |before| before.debt());
        let debt = if posts && debt < self.big_blind { Chips::ZERO } else { debt };
        if self.plan.is_some() { Standing::New { debt } } else { Standing::In }
    }

    fn next(&self, sitters: &[Sitter<'_, Standing>], settings: &Settings) -> Next<HoldemPlan> {
        let table = poker::Seating {
            options: self.options,
            places: self.plan.as_ref().map(|plan| plan.places),
            sitters: sitters.iter().map(sitter).collect(),
            ..poker::Seating::new(settings.seats, self.stakes())
        };
        let next = table.next_hand();
        let after = next.table.sitters.iter();
        let short = after.clone().filter(|sitter| sitter.short_of.is_positive());
        let debts = after.map(|sitter| (sitter.seat, sitter.standing.debt()));
        let stack = |seat| sitters.iter().find(|sitter| sitter.seat == seat).map_or(Chips::ZERO, |s| s.stack);
        Next {
            short: short.map(|sitter| (sitter.seat, sitter.short_of)).collect(),
            plan: next.deal.map(|deal| HoldemPlan {
                places: deal.places,
                posts: deal.posts.iter().map(|&due| HoldemPost { due, stack: stack(due.seat) }).collect(),
                debts: debts.filter(|(_, debt)| debt.is_positive()).collect(),
            }),
        }
    }

    fn dealt_in(plan: &HoldemPlan) -> Vec<Seat> {
        plan.posts.iter().map(|post| post.due.seat).collect()
    }

    fn stands(plan: &HoldemPlan, seat: Seat, before: &Standing) -> Standing {
        if plan.posts.iter().any(|post| post.due.seat == seat) {
            return Standing::In;
        }
        let debt = plan.debts.iter().find(|(who, _)| *who == seat).map_or(Chips::ZERO, |&(_, debt)| debt);
        match before {
            Standing::New { .. } => Standing::New { debt },
            Standing::In | Standing::Out { .. } => Standing::Out { debt },
        }
    }

    fn owes(&self, standing: &Standing) -> Chips {
        let debt = standing.debt().min(self.stakes().debt_cap());
        match standing {
            Standing::New { .. } if self.options.entry == EntryFee::Post => debt.max(self.big_blind),
            _ => debt,
        }
    }

    fn rules(&self, plan: &HoldemPlan) -> Rules {
        let posts: Vec<Post> = plan.posts.iter().map(|post| self.nominal(plan, post.due)).collect();
        let mut rules = Post::rules(&posts, Rules::holdem(posts.len(), self.small_blind, self.big_blind));
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

    fn emptied(&mut self) {
        self.plan = None;
        self.last.clear();
        self.won.clear();
    }

    fn gives_up(hand: &Hand, seat: Seat) -> Option<Action> {
        (hand.next() == NextMove::Bet(seat.index())).then_some(Action::Fold)
    }

    fn worth_a_look(hand: &Hand) -> bool {
        !hand.shown().is_empty()
    }
}

#[cfg(test)]
mod tests;

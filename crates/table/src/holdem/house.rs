//! The house rules of a Hold'em table.

use super::{Ante, HoldemPlan, Options};
use crate::{Settings, SetupError};
use kozyr_chips::Chips;
use kozyr_poker::seating::{Post, Stakes};
use kozyr_poker::variant::{Limit, NO_LIMIT_HOLDEM};
use kozyr_poker::{Mode, PostOrder, Rake, Rules, Showdown, Variant};
use serde::{Deserialize, Serialize};

/// What is dealt, for which stakes, by which customs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldemHouse {
    /// The game: no-limit, pot-limit or fixed-limit Hold'em, short deck, Omaha, high/low; by its PHH code.
    pub variant: &'static Variant,
    /// The small blind.
    pub small_blind: Chips,
    /// The big blind; in a fixed-limit game the small bet, and half the big one.
    pub big_blind: Chips,
    /// Who antes what.
    pub ante: Ante,
    /// What newcomers and returning players pay, dead or moving button.
    pub options: Options,
    /// What the room takes.
    pub rake: Option<Rake>,
    /// As at tournaments: no unbeaten hand is mucked at the showdown, a big blind's ante comes after the blind.
    pub tournament: bool,
    /// Whoever is under the gun may straddle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub straddle: bool,
    /// When nobody can bet any more, everybody still in is asked whether the rest of the board is dealt twice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub run_it_twice: bool,
}

impl HoldemHouse {
    /// No-limit Hold'em with these blinds, no ante and the usual customs.
    pub fn no_limit(small_blind: Chips, big_blind: Chips) -> HoldemHouse {
        HoldemHouse {
            variant: &NO_LIMIT_HOLDEM,
            small_blind,
            big_blind,
            ante: Ante::default(),
            options: Options::default(),
            rake: None,
            tournament: false,
            straddle: false,
            run_it_twice: false,
        }
    }

    /// Can there be straddles in this game? A fixed-limit game counts its bets, and none of them is a straddle.
    pub fn may_straddle(variant: &Variant) -> bool {
        variant.limit != Limit::FixedLimit
    }

    fn boards(&self) -> u8 {
        if self.run_it_twice { 2 } else { 1 }
    }

    /// The small and the big blind.
    pub fn blinds(&self) -> (Chips, Chips) {
        (self.small_blind, self.big_blind)
    }

    pub(super) fn stakes(&self) -> Stakes {
        Stakes { small: self.small_blind, big: self.big_blind, ante: self.ante }
    }

    /// In a tournament an ante that the big blind posts for the table comes after the blind (TDA 2024 RP-11).
    pub(super) fn posts_blind_first(&self) -> bool {
        self.tournament && matches!(self.ante, Ante::BigBlind(_))
    }

    /// The rules of a hand with these posts.
    pub(super) fn rules(&self, plan: &HoldemPlan) -> Rules {
        let posts: Vec<Post> = plan.posts.iter().map(|post| post.due).collect();
        let blinds = posts.iter().map(|post| post.blind).collect();
        let mut rules = Post::rules(&posts, Rules::new(self.variant, blinds, self.big_blind));
        if self.variant.limit == Limit::FixedLimit {
            rules.big_bet = self.big_blind * 2;
        }
        rules.rake = self.rake;
        if self.posts_blind_first() {
            rules.post_order = PostOrder::BlindFirst;
        }
        rules.mode = if self.tournament { Mode::Tournament } else { Mode::Cash { show_all_ins: true } };
        rules.showdown = Showdown::Automatic;
        (rules.runouts, rules.asks_runouts) = (self.boards(), self.run_it_twice);
        rules
    }

    pub(super) fn check(&self, settings: &Settings) -> Result<(), SetupError> {
        let wrong = |what| Err(SetupError::House(what));
        let ante = match self.ante {
            Ante::Each(ante) | Ante::BigBlind(ante) => ante,
        };
        let most = Chips::new(Chips::MAX.units() / 1024);
        if !self.small_blind.is_positive() || self.small_blind > self.big_blind || self.big_blind > most {
            return wrong("the small blind is more than nothing and no more than the big blind");
        }
        if ante.is_negative() || ante > most {
            return wrong("an ante is nothing or more");
        }
        if !self.variant.is_community_game() {
            return wrong("the table deals games with a board and blinds: NT, PT, FT, NS, PO, FO/8");
        }
        if self.straddle && !HoldemHouse::may_straddle(self.variant) {
            return wrong("a fixed-limit game has no straddles");
        }
        if (self.straddle || self.run_it_twice) && settings.is_tournament() {
            return wrong("a tournament has no straddles and deals every board once");
        }
        let boards = usize::from(self.boards()) * self.variant.board_cards();
        let cards = usize::from(settings.seats) * self.variant.hole_cards() + boards;
        if cards > self.variant.pack.cards().len() {
            return wrong("the pack has too few cards for so many seats");
        }
        match self.rake {
            Some(rake) if rake.millionths > 1_000_000 || rake.cap.is_some_and(Chips::is_negative) => {
                wrong("the rake is at most the whole pot, its cap at least nothing")
            }
            Some(_) if settings.is_tournament() => wrong("a tournament's hands are not raked"),
            _ if settings.is_tournament() && (settings.pause.is_zero() || settings.gather.is_zero()) => {
                wrong("a tournament's table pauses before every hand")
            }
            _ => Ok(()),
        }
    }
}

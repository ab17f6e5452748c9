//! The rules of a table, as data: another house's variant is another value.

use crate::Points;
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_chips::Chips;

/// A table has at most six seats.
pub const SEATS: usize = 6;
/// Every player gets three cards.
pub const CARDS_EACH: usize = 3;

/// Who bears the other half of a dark bet in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum DarkFunding {
    /// The house: the winner gets the whole pot. Two friends can milk the house with it every deal.
    #[default]
    House,
    /// The house only lends it, and takes it back out of the pot before the payout.
    Loan,
}

/// How long a dark player pays half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum DarkDiscount {
    /// In rounds 1 and 2.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "to_round_2"))]
    ToRound2,
    /// To the end of the deal.
    Always,
}

/// Who sees the two hands a REVEAL compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum RevealShown {
    /// The two players, both hands.
    #[default]
    Both,
    /// Nobody: only who lost becomes known.
    Nobody,
}

/// What the room takes of a pot, once, at the very end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Rake {
    /// Nothing.
    #[default]
    None,
    /// This much, or the whole pot if it is less.
    Fixed(Chips),
    /// Hundredths of a percent, rounded down: 500 is 5 %.
    BasisPoints(u16),
}

impl Rake {
    /// What is taken of this sum.
    pub fn of(self, sum: Chips) -> Chips {
        match self {
            Rake::None => Chips::ZERO,
            Rake::Fixed(fixed) => fixed.min(sum),
            Rake::BasisPoints(points) => sum.mul_div_floor(i64::from(points), 10_000),
        }
    }
}

/// How long everything takes, in milliseconds. The rules never look at a clock: whoever runs one
/// finds here how long to wait before making the move that says a clock has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
#[allow(missing_docs)]
pub struct Timers {
    pub ready_ms: u32,
    pub turn_ms: u32,
    pub reveal_ms: u32,
    pub vote_ms: u32,
    pub entry_ms: u32,
    pub pause_ms: u32,
}

impl Timers {
    /// Turn 30 s, reveal 15 s, everything else 10 s.
    pub const USUAL: Timers = Timers {
        ready_ms: 10_000,
        turn_ms: 30_000,
        reveal_ms: 15_000,
        vote_ms: 10_000,
        entry_ms: 10_000,
        pause_ms: 10_000,
    };
}

impl Default for Timers {
    fn default() -> Timers {
        Timers::USUAL
    }
}

/// The rules of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "crate::config::Config")
)]
pub struct Rules {
    /// What everybody stakes to be dealt in; the stake starts here.
    pub base: Chips,
    /// No raise goes above this.
    pub max_stake: Chips,
    /// Who has less waits: ten times the base as a rule.
    pub min_balance: Chips,
    /// Who has more waits, if there is such a limit.
    pub max_balance: Option<Chips>,
    /// How many seats the table has, 2 to 6.
    pub seats: u8,
    /// The cards in play.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::config::cards_as_text"))]
    pub deck: CardSet,
    /// Which of them is the joker.
    pub joker: Option<Card>,
    /// What hands are worth.
    pub points: Points,
    /// Who pays for dark bets.
    pub dark_funding: DarkFunding,
    /// How long a dark player pays half.
    pub dark_discount: DarkDiscount,
    /// Those who acted before a raise in round 3 get one CALL or FOLD to answer it.
    pub match_final_raise: bool,
    /// Who sees the hands of a REVEAL.
    pub reveal_shown: RevealShown,
    /// After so many svaras running a tied pot is split.
    pub max_svaras: u8,
    /// What the room takes.
    pub rake: Rake,
    /// How long everything takes.
    pub timers: Timers,
}

/// Rules that make no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// The base must be more than nothing.
    #[error("the base bet must be at least 1, not {0}")]
    NoBase(Chips),
    /// The maximum stake must reach the base and fit.
    #[error("the maximum stake {max} must lie between the base bet {base} and {}", Chips::MAX)]
    MaxStake {
        /// The maximum stake as given.
        max: Chips,
        /// The base bet.
        base: Chips,
    },
    /// Who may sit down must be able to pay the ante.
    #[error("the minimum balance {min} must cover the base bet {base}")]
    MinBalance {
        /// The minimum balance as given.
        min: Chips,
        /// The base bet.
        base: Chips,
    },
    /// Nobody could sit down.
    #[error("the maximum balance {max} is below the minimum balance {min}")]
    MaxBalance {
        /// The maximum balance as given.
        max: Chips,
        /// The minimum balance.
        min: Chips,
    },
    /// Two to six.
    #[error("a table has 2 to {SEATS} seats, not {0}")]
    Seats(u8),
    /// Three cards for every seat.
    #[error("a deck of {cards} cards is too small for {seats} seats with three cards each")]
    SmallDeck {
        /// Cards in the deck.
        cards: usize,
        /// Seats at the table.
        seats: u8,
    },
    /// The joker is one of the cards.
    #[error("the joker {0} is not in the deck")]
    NoSuchJoker(Card),
    /// A rake is nothing to everything.
    #[error("the rake must lie between nothing and 100 %")]
    Rake,
}

impl Rules {
    /// The usual game at this base and maximum stake. The dark half is the house's, as the betting
    /// rules have it; see [`Rules::stock`] for tables to open in public.
    pub const fn new(base: Chips, max_stake: Chips) -> Rules {
        Rules {
            base,
            max_stake,
            min_balance: Chips::new(base.units().saturating_mul(10)),
            max_balance: None,
            seats: SEATS as u8,
            deck: Pack::Seka21.cards(),
            joker: Some(Pack::SEKA_JOKER),
            points: Points::USUAL,
            dark_funding: DarkFunding::House,
            dark_discount: DarkDiscount::ToRound2,
            match_final_raise: false,
            reveal_shown: RevealShown::Both,
            max_svaras: 8,
            rake: Rake::None,
            timers: Timers::USUAL,
        }
    }

    /// The four stock tables. Their dark bets are loans: with the house paying, two friends could
    /// play dark against each other and share what the house puts in, deal after deal.
    pub fn stock() -> [Rules; 4] {
        [(5, 25), (10, 100), (25, 250), (50, 500)].map(|(base, max)| Rules {
            dark_funding: DarkFunding::Loan,
            ..Rules::new(Chips::new(base), Chips::new(max))
        })
    }

    /// Do these rules make sense?
    ///
    /// # Errors
    /// The first thing that does not.
    pub fn check(&self) -> Result<(), RulesError> {
        let &Rules { base, max_stake: max, min_balance: min, seats, .. } = self;
        if !base.is_positive() {
            return Err(RulesError::NoBase(base));
        }
        if max < base || max > Chips::MAX {
            return Err(RulesError::MaxStake { max, base });
        }
        if min < base {
            return Err(RulesError::MinBalance { min, base });
        }
        if let Some(max) = self.max_balance.filter(|&max| max < min) {
            return Err(RulesError::MaxBalance { max, min });
        }
        if seats < 2 || usize::from(seats) > SEATS {
            return Err(RulesError::Seats(seats));
        }
        if self.deck.len() < usize::from(seats) * CARDS_EACH {
            return Err(RulesError::SmallDeck { cards: self.deck.len(), seats });
        }
        if let Some(joker) = self.joker.filter(|&joker| !self.deck.contains(joker)) {
            return Err(RulesError::NoSuchJoker(joker));
        }
        match self.rake {
            Rake::Fixed(fixed) if fixed.is_negative() || fixed > Chips::MAX => Err(RulesError::Rake),
            Rake::BasisPoints(points) if points > 10_000 => Err(RulesError::Rake),
            _ => Ok(()),
        }
    }

    /// The points of a hand at this table.
    pub fn score(&self, hand: crate::Hand) -> u8 {
        self.points.score(hand, self.joker)
    }

    /// What a hand is worth at this table, and why.
    pub fn read(&self, hand: crate::Hand) -> crate::Reading {
        self.points.read(hand, self.joker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_tables_make_sense() {
        for rules in Rules::stock() {
            assert_eq!(rules.check(), Ok(()));
            assert_eq!(rules.min_balance, rules.base * 10);
            assert_eq!(rules.dark_funding, DarkFunding::Loan);
        }
    }

    #[test]
    fn nonsense_is_named() {
        let usual = Rules::new(Chips::new(10), Chips::new(100));
        let nonsense: [(Rules, RulesError); 9] = [
            (Rules::new(Chips::ZERO, Chips::new(5)), RulesError::NoBase(Chips::ZERO)),
            (
                Rules { max_stake: Chips::new(9), ..usual },
                RulesError::MaxStake { max: Chips::new(9), base: Chips::new(10) },
            ),
            (
                Rules { min_balance: Chips::new(9), ..usual },
                RulesError::MinBalance { min: Chips::new(9), base: Chips::new(10) },
            ),
            (
                Rules { max_balance: Some(Chips::new(99)), ..usual },
                RulesError::MaxBalance { max: Chips::new(99), min: Chips::new(100) },
            ),
            (Rules { seats: 7, ..usual }, RulesError::Seats(7)),
            (Rules { seats: 1, ..usual }, RulesError::Seats(1)),
            (
                Rules { deck: CardSet::of_suit(kozyr_cards::Suit::Clubs), ..usual },
                RulesError::SmallDeck { cards: 13, seats: 6 },
            ),
            (
                Rules { deck: usual.deck - CardSet::only(Pack::SEKA_JOKER), ..usual },
                RulesError::NoSuchJoker(Pack::SEKA_JOKER),
            ),
            (Rules { rake: Rake::BasisPoints(10_001), ..usual }, RulesError::Rake),
        ];
        for (rules, error) in nonsense {
            assert_eq!(rules.check(), Err(error));
        }
    }

    #[test]
    fn rake_never_takes_more_than_there_is() {
        assert_eq!(Rake::BasisPoints(500).of(Chips::new(450)), Chips::new(22));
        assert_eq!(Rake::Fixed(Chips::new(10)).of(Chips::new(7)), Chips::new(7));
        assert_eq!(Rake::BasisPoints(10_000).of(Chips::new(7)), Chips::new(7));
    }
}

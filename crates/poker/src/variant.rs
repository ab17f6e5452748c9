//! What makes one poker game another: all of it data.
//!
//! A variant is a pack, its streets, a betting structure and one or more rankings. The engine asks
//! for nothing else: the next variant is a new constant here.

use kozyr_cards::Pack;
use kozyr_ranking::Ranking;

/// The most rankings a pot is shared between.
pub(crate) const MAX_RANKINGS: usize = 2;

/// How much may be bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Up to the whole stack.
    NoLimit,
    /// Up to the pot after calling.
    PotLimit,
    /// Exactly the street's bet, so many bets and raises a street.
    FixedLimit,
}

/// Which of the two bets of a fixed-limit game a street is played at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BetSize {
    /// The small bet; the minimum bet in other structures.
    Small,
    /// The big bet; the minimum bet in other structures.
    Big,
}

/// One round of dealing and betting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Street {
    /// Cards to the board before the betting.
    pub board: u8,
    /// Cards to every player still in before the betting.
    pub hole: u8,
    /// The bet it is played at.
    pub bet: BetSize,
}

/// A poker game.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its code in the PHH standard.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is dealt from.
    pub pack: Pack,
    /// Its streets, in order.
    pub streets: &'static [Street],
    /// Its betting structure.
    pub limit: Limit,
    /// What wins: each ranking that somebody qualifies for takes an equal part of every pot.
    pub rankings: &'static [Ranking],
}

/// Two variants are the same game when they have the same code.
impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.code == other.code
    }
}
impl Eq for Variant {}

const fn street(board: u8, hole: u8, bet: BetSize) -> Street {
    Street { board, hole, bet }
}

/// Pre-flop, flop, turn and river after so many hole cards.
const fn flop_game(hole: u8) -> [Street; 4] {
    use BetSize::{Big, Small};
    [street(0, hole, Small), street(3, 0, Small), street(1, 0, Big), street(1, 0, Big)]
}

const TWO_CARDS: &[Street] = &flop_game(2);
const FOUR_CARDS: &[Street] = &flop_game(4);

/// No-limit Texas Hold'em.
pub static NO_LIMIT_HOLDEM: Variant = Variant {
    code: "NT",
    name: "no-limit Texas hold'em",
    pack: Pack::Full52,
    streets: TWO_CARDS,
    limit: Limit::NoLimit,
    rankings: &[Ranking::Standard],
};

/// Pot-limit Texas Hold'em, which the PHH standard has no code for.
pub static POT_LIMIT_HOLDEM: Variant =
    Variant { code: "PT", name: "pot-limit Texas hold'em", limit: Limit::PotLimit, ..NO_LIMIT_HOLDEM };

/// Fixed-limit Texas Hold'em.
pub static FIXED_LIMIT_HOLDEM: Variant =
    Variant { code: "FT", name: "fixed-limit Texas hold'em", limit: Limit::FixedLimit, ..NO_LIMIT_HOLDEM };

/// No-limit short-deck Hold'em.
pub static SHORT_DECK_HOLDEM: Variant = Variant {
    code: "NS",
    name: "no-limit short-deck hold'em",
    pack: Pack::Short36,
    rankings: &[Ranking::ShortDeck],
    ..NO_LIMIT_HOLDEM
};

/// Pot-limit Omaha.
pub static POT_LIMIT_OMAHA: Variant = Variant {
    code: "PO",
    name: "pot-limit Omaha hold'em",
    streets: FOUR_CARDS,
    limit: Limit::PotLimit,
    rankings: &[Ranking::Omaha],
    ..NO_LIMIT_HOLDEM
};

/// Fixed-limit Omaha, eight or better: the pot is shared between the best high and the best low hand.
pub static FIXED_LIMIT_OMAHA_EIGHT: Variant = Variant {
    code: "FO/8",
    name: "fixed-limit Omaha hold'em high/low-split eight or better",
    limit: Limit::FixedLimit,
    rankings: &[Ranking::Omaha, Ranking::OmahaEightOrBetter],
    ..POT_LIMIT_OMAHA
};

/// Every variant the engine deals.
pub static VARIANTS: [&Variant; 6] = [
    &NO_LIMIT_HOLDEM,
    &POT_LIMIT_HOLDEM,
    &FIXED_LIMIT_HOLDEM,
    &SHORT_DECK_HOLDEM,
    &POT_LIMIT_OMAHA,
    &FIXED_LIMIT_OMAHA_EIGHT,
];

impl Variant {
    /// The variant with this PHH code.
    pub fn by_code(code: &str) -> Option<&'static Variant> {
        VARIANTS.into_iter().find(|variant| variant.code == code)
    }

    /// Cards every player holds once all streets are dealt.
    pub fn hole_cards(&self) -> usize {
        self.streets.iter().map(|street| usize::from(street.hole)).sum()
    }

    /// Cards on a full board.
    pub fn board_cards(&self) -> usize {
        self.streets.iter().map(|street| usize::from(street.board)).sum()
    }
}

/// A variant is written by its code.
#[cfg(feature = "serde")]
impl serde::Serialize for Variant {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for &'static Variant {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<&'static Variant, D::Error> {
        let code = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
        let unknown = || serde::de::Error::custom(format!("no variant has the code {code:?}"));
        Variant::by_code(&code).ok_or_else(unknown)
    }
}

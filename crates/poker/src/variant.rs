//! What makes one poker game another: all of it data.
//!
//! A variant is a pack, its streets, a betting structure and one or more rankings. The engine asks for nothing else
//! and knows no game by name: the next variant is a file here and a line in [`VARIANTS`].

mod badugi;
mod fixed_limit_holdem;
mod no_limit_holdem;
mod omaha_eight;
mod pot_limit_holdem;
mod pot_limit_omaha;
mod razz;
mod seven_card_stud;
mod short_deck_holdem;
mod single_draw;
mod stud_eight;
mod triple_draw;

pub use badugi::BADUGI;
pub use fixed_limit_holdem::FIXED_LIMIT_HOLDEM;
pub use no_limit_holdem::NO_LIMIT_HOLDEM;
pub use omaha_eight::FIXED_LIMIT_OMAHA_EIGHT;
pub use pot_limit_holdem::POT_LIMIT_HOLDEM;
pub use pot_limit_omaha::POT_LIMIT_OMAHA;
pub use razz::RAZZ;
pub use seven_card_stud::SEVEN_CARD_STUD;
pub use short_deck_holdem::SHORT_DECK_HOLDEM;
pub use single_draw::DEUCE_TO_SEVEN_SINGLE_DRAW;
pub use stud_eight::SEVEN_CARD_STUD_EIGHT;
pub use triple_draw::DEUCE_TO_SEVEN_TRIPLE_DRAW;

use kozyr_cards::Pack;
use kozyr_ranking::Ranking;

/// The most rankings a pot is shared between.
pub(crate) const MAX_RANKINGS: usize = 2;

/// Every variant the engine deals; those with a board for everybody come first.
pub static VARIANTS: [&Variant; 12] = [
    &NO_LIMIT_HOLDEM,
    &POT_LIMIT_HOLDEM,
    &FIXED_LIMIT_HOLDEM,
    &SHORT_DECK_HOLDEM,
    &POT_LIMIT_OMAHA,
    &FIXED_LIMIT_OMAHA_EIGHT,
    &SEVEN_CARD_STUD,
    &SEVEN_CARD_STUD_EIGHT,
    &RAZZ,
    &DEUCE_TO_SEVEN_SINGLE_DRAW,
    &DEUCE_TO_SEVEN_TRIPLE_DRAW,
    &BADUGI,
];

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

/// Who is the first to act on a street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// On the first street the player after the largest blind, later the first one left of the button.
    Position,
    /// The lowest up-card, clubs being the lowest suit and the ace high: it has to bring it in.
    LowestCard,
    /// The highest up-card, spades being the highest suit and the ace low: it has to bring it in.
    HighestCard,
    /// The best high hand face up; of several the first one left of the button.
    HighestBoard,
    /// The best low hand face up; of several the first one left of the button.
    LowestBoard,
}

impl Opening {
    /// Is the first to act forced to bet, instead of blinds posted before the deal?
    pub const fn is_brought_in(self) -> bool {
        matches!(self, Opening::LowestCard | Opening::HighestCard)
    }
}

/// One round of dealing and betting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Street {
    /// Before anything is dealt every player still in may change cards.
    pub draw: bool,
    /// Cards to the board before the betting.
    pub board: u8,
    /// Cards face down to every player still in before the betting.
    pub hole: u8,
    /// Cards face up to every player still in, after those face down.
    pub up: u8,
    /// The bet it is played at.
    pub bet: BetSize,
    /// Who acts first.
    pub opening: Opening,
}

impl Street {
    /// So many cards face down to everybody and a round of betting from the blinds: how most games begin.
    const fn hole(cards: u8) -> Street {
        Street { draw: false, board: 0, hole: cards, up: 0, bet: BetSize::Small, opening: Opening::Position }
    }

    /// So many cards to the board.
    const fn board(cards: u8, bet: BetSize) -> Street {
        Street { board: cards, bet, ..Street::hole(0) }
    }

    /// Cards are changed.
    const fn draw(bet: BetSize) -> Street {
        Street { draw: true, bet, ..Street::hole(0) }
    }

    /// Cards to a player before the betting, face down and face up.
    pub const fn own(&self) -> u8 {
        self.hole + self.up
    }
}

/// Pre-flop, flop, turn and river after so many hole cards.
const fn flop_game(hole: u8) -> [Street; 4] {
    use BetSize::{Big, Small};
    [Street::hole(hole), Street::board(3, Small), Street::board(1, Big), Street::board(1, Big)]
}

/// Two cards down and one up that is brought in, three more up, the last one down.
const fn seven_cards(brings_in: Opening, opens: Opening) -> [Street; 5] {
    use BetSize::{Big, Small};
    let up = Street { up: 1, opening: opens, ..Street::hole(0) };
    [
        Street { up: 1, opening: brings_in, ..Street::hole(2) },
        Street { bet: Small, ..up },
        Street { bet: Big, ..up },
        Street { bet: Big, ..up },
        Street { bet: Big, opening: opens, ..Street::hole(1) },
    ]
}

/// So many cards, three draws.
const fn three_draws(hole: u8) -> [Street; 4] {
    use BetSize::{Big, Small};
    [Street::hole(hole), Street::draw(Small), Street::draw(Big), Street::draw(Big)]
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

impl Variant {
    /// The variant with this PHH code.
    pub fn by_code(code: &str) -> Option<&'static Variant> {
        VARIANTS.into_iter().find(|variant| variant.code == code)
    }

    /// Cards every player holds once all streets are dealt.
    pub fn hole_cards(&self) -> usize {
        self.streets.iter().map(|street| usize::from(street.own())).sum()
    }

    /// Cards on a full board.
    pub fn board_cards(&self) -> usize {
        self.streets.iter().map(|street| usize::from(street.board)).sum()
    }

    /// Which of a player's cards lie face up, the first card being the lowest bit.
    pub fn up_cards(&self) -> u8 {
        let mut up = 0;
        let mut dealt = 0;
        for street in self.streets {
            dealt += street.hole;
            for _ in 0..street.up {
                up |= 1 << dealt;
                dealt += 1;
            }
        }
        up
    }

    /// Is there a board for everybody, with the player's own cards all face down from the start? (A common last card
    /// of stud, when the pack runs short, is none.)
    pub fn is_community_game(&self) -> bool {
        self.board_cards() > 0
    }

    /// Is the first bet forced on an up-card instead of posted by blinds?
    pub fn has_bring_in(&self) -> bool {
        self.streets[0].opening.is_brought_in()
    }

    /// Are cards changed?
    pub fn has_draws(&self) -> bool {
        self.streets.iter().any(|street| street.draw)
    }

    /// How many cards the pack must have for so many players. Where own cards come street by street, the last ones
    /// can be common to all.
    pub fn cards_for(&self, players: usize) -> usize {
        let last = self.streets.last().map_or(0, |street| usize::from(street.own()));
        let all = self.hole_cards();
        if last == all { players * all } else { players * (all - last) + last }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_fits_the_engine() {
        for variant in VARIANTS {
            assert_eq!(Variant::by_code(variant.code), Some(variant));
            assert!(variant.hole_cards() <= crate::MAX_HOLE && variant.board_cards() <= crate::MAX_BOARD);
            assert!((1..=MAX_RANKINGS).contains(&variant.rankings.len()));
            assert!(variant.cards_for(8) <= 52, "{} is dealt to eight", variant.name);
            let kinds =
                [variant.is_community_game(), variant.has_bring_in(), variant.has_draws()].map(u8::from);
            assert_eq!(kinds.iter().sum::<u8>(), 1, "{} is a game of one kind", variant.name);
        }
        assert_eq!(SEVEN_CARD_STUD.up_cards(), 0b011_1100);
        assert_eq!(NO_LIMIT_HOLDEM.up_cards(), 0);
        assert_eq!((SEVEN_CARD_STUD.cards_for(8), RAZZ.cards_for(9)), (49, 55));
        assert_eq!((DEUCE_TO_SEVEN_SINGLE_DRAW.cards_for(10), BADUGI.cards_for(10)), (50, 40));
    }
}

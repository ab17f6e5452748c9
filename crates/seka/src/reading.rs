//! Why a hand is worth its points: which line of the table it is read as, and which cards make it.

use crate::{Hand, Points};
use arrayvec::ArrayVec;
use kozyr_cards::{Card, Rank};

/// A line of the point table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combination {
    /// Three of a rank, the joker among them or not.
    Three,
    /// The joker, an ace and another card of the ace's suit.
    JokerAceSuit,
    /// Three of one suit with the ace.
    SuitWithAce,
    /// The joker and two of one suit without the ace.
    JokerSuit,
    /// Three of one suit.
    Suit,
    /// Two aces.
    TwoAces,
    /// An ace and the joker.
    JokerAce,
    /// Two of one suit, one of them the ace.
    PairWithAce,
    /// The joker and two unrelated cards.
    Joker,
    /// Two of one suit.
    Pair,
    /// Three suits, with an ace.
    Ace,
    /// Three suits, without an ace.
    Nothing,
}

/// What a hand is worth, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The points.
    pub points: u8,
    /// The line of the table it is read as.
    pub combination: Combination,
    /// The cards that make it, in the order of the hand; none when nothing does.
    pub cards: ArrayVec<Card, 3>,
}

impl Points {
    /// What a hand is worth and why, with this card as the joker. Of several lines with the same points the first in
    /// the order of [`Combination`] is named.
    ///
    /// ```
    /// use kozyr_cards::Pack;
    /// use kozyr_seka::{Combination, Points};
    ///
    /// let hand = ["AD", "KC", "JD"].map(|card| card.parse().unwrap());
    /// let reading = Points::USUAL.read(hand, Some(Pack::SEKA_JOKER));
    /// assert_eq!((reading.points, reading.combination), (21, Combination::PairWithAce));
    /// assert_eq!(reading.cards[..], [hand[0], hand[2]]);
    /// ```
    pub fn read(&self, hand: Hand, joker: Option<Card>) -> Reading {
        let mut lines = Lines { hand, best: None };
        let whole = |_| true;
        let ace = |card: Card| card.rank() == Rank::Ace;
        let others: ArrayVec<Card, 3> = hand.into_iter().filter(|&card| joker != Some(card)).collect();
        let aces = others.iter().filter(|&&card| ace(card)).count();
        let one_suit = others.iter().all(|card| card.suit() == others[0].suit());
        if others.iter().all(|card| card.rank() == others[0].rank()) {
            lines.add(self.three_of(others[0].rank()), Combination::Three, whole);
        }
        if others.len() < hand.len() {
            if one_suit && aces > 0 {
                lines.add(self.joker_ace_suit, Combination::JokerAceSuit, whole);
            } else if one_suit {
                lines.add(self.joker_suit, Combination::JokerSuit, whole);
            }
            if aces > 0 {
                lines.add(self.joker_ace, Combination::JokerAce, |card| joker == Some(card) || ace(card));
            }
            lines.add(self.joker, Combination::Joker, whole);
        } else {
            if one_suit && aces > 0 {
                lines.add(self.suit_with_ace, Combination::SuitWithAce, whole);
            } else if one_suit {
                lines.add(self.suit, Combination::Suit, whole);
            }
            if aces >= 2 {
                lines.add(self.two_aces, Combination::TwoAces, ace);
            }
            let [a, b, c] = hand;
            for (x, y) in [(a, b), (a, c), (b, c)] {
                let (points, line) = match ace(x) || ace(y) {
                    true => (self.pair_with_ace, Combination::PairWithAce),
                    false => (self.pair, Combination::Pair),
                };
                if x.suit() == y.suit() {
                    lines.add(points, line, |card| card == x || card == y);
                }
            }
            match aces {
                0 => lines.add(self.nothing, Combination::Nothing, |_| false),
                _ => lines.add(self.ace, Combination::Ace, ace),
            }
        }
        lines.best.expect("every hand is worth something")
    }
}

/// The lines a hand can be read as; the best so far is kept.
struct Lines {
    hand: Hand,
    best: Option<Reading>,
}

impl Lines {
    fn add(&mut self, points: u8, combination: Combination, makes: impl Fn(Card) -> bool) {
        if self.best.as_ref().is_none_or(|best| points > best.points) {
            let cards = self.hand.into_iter().filter(|&card| makes(card)).collect();
            self.best = Some(Reading { points, combination, cards });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_cards::Pack;
    use proptest::prelude::*;

    fn all_hands() -> Vec<Hand> {
        let pack: Vec<Card> = Pack::Seka21.cards().iter().collect();
        let mut hands = Vec::new();
        for a in 0..pack.len() {
            for b in a + 1..pack.len() {
                (b + 1..pack.len()).for_each(|c| hands.push([pack[a], pack[b], pack[c]]));
            }
        }
        hands
    }

    #[test]
    fn hands_are_read_like_this() {
        use Combination::*;
        let cases = [
            ("KD KC 6C", 36, Three, "KD KC 6C"),
            ("AD AC AS", 37, Three, "AD AC AS"),
            ("6C AD JD", 32, JokerAceSuit, "6C AD JD"),
            ("AD KD JD", 31, SuitWithAce, "AD KD JD"),
            ("KD 6C JD", 31, JokerSuit, "KD 6C JD"),
            ("KD QD JD", 30, Suit, "KD QD JD"),
            ("AD KC AS", 22, TwoAces, "AD AS"),
            ("AD 6C KS", 22, JokerAce, "AD 6C"),
            ("KC AD JD", 21, PairWithAce, "AD JD"),
            ("KC 6C JD", 21, Joker, "KC 6C JD"),
            ("KC AS JC", 20, Pair, "KC JC"),
            ("KC AS JD", 11, Ace, "AS"),
            ("KC QS JD", 10, Nothing, ""),
        ];
        for (text, points, combination, made) in cases {
            let cards = |text: &str| -> ArrayVec<Card, 3> {
                text.split_whitespace().map(|card| card.parse().unwrap()).collect()
            };
            let hand = cards(text).into_inner().unwrap();
            let reading = Points::USUAL.read(hand, Some(Pack::SEKA_JOKER));
            assert_eq!(reading, Reading { points, combination, cards: cards(made) }, "{text}");
        }
    }

    proptest! {
        /// Whatever a house counts, and whichever card is its joker, the reading has the points of the hand.
        #[test]
        fn the_reading_is_worth_what_the_hand_is(numbers in prop::array::uniform12(1u8..60), joker in 0usize..22) {
            let [three, b, c, d, e, f, g, h, i, j, k, l] = numbers;
            let points = Points {
                three: std::array::from_fn(|rank| three + rank as u8),
                joker_ace_suit: b, suit_with_ace: c, joker_suit: d, suit: e, two_aces: f, joker_ace: g,
                pair_with_ace: h, joker: i, pair: j, ace: k, nothing: l,
            };
            let joker = Pack::Seka21.cards().iter().nth(joker);
            for hand in all_hands() {
                let reading = points.read(hand, joker);
                prop_assert_eq!(reading.points, points.score(hand, joker), "{:?}", hand);
                prop_assert!(reading.cards.iter().all(|card| hand.contains(card)));
            }
        }
    }
}

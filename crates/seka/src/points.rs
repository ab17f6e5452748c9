//! What three cards are worth.

use kozyr_cards::{Card, Rank};

/// The three cards of a player, in the order they were dealt.
pub type Hand = [Card; 3];

/// The point table: a house that counts otherwise changes the numbers. Of all the lines a hand can
/// be read as, the highest counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct Points {
    /// Three of a rank, or a pair of it with the joker: one number a rank, two to ace.
    pub three: [u8; 13],
    /// The joker, an ace and another card of the ace's suit.
    pub joker_ace_suit: u8,
    /// Three of one suit with the ace.
    pub suit_with_ace: u8,
    /// The joker and two of one suit without the ace.
    pub joker_suit: u8,
    /// Three of one suit.
    pub suit: u8,
    /// Two aces.
    pub two_aces: u8,
    /// An ace and the joker.
    pub joker_ace: u8,
    /// Two of one suit, one of them the ace.
    pub pair_with_ace: u8,
    /// The joker and two unrelated cards.
    pub joker: u8,
    /// Two of one suit.
    pub pair: u8,
    /// Three suits, with an ace.
    pub ace: u8,
    /// Three suits, without an ace.
    pub nothing: u8,
}

impl Points {
    /// The usual table: 37 for three aces down to 10. Three of a rank below the ten, which the
    /// usual deck does not have, count like tens.
    pub const USUAL: Points = Points {
        three: [33, 33, 33, 33, 33, 33, 33, 33, 33, 34, 35, 36, 37],
        joker_ace_suit: 32,
        suit_with_ace: 31,
        joker_suit: 31,
        suit: 30,
        two_aces: 22,
        joker_ace: 22,
        pair_with_ace: 21,
        joker: 21,
        pair: 20,
        ace: 11,
        nothing: 10,
    };

    /// The points of a hand, with this card as the joker.
    ///
    /// ```
    /// use kozyr_cards::Pack;
    /// use kozyr_seka::Points;
    ///
    /// let hand = ["KD", "KC", "6C"].map(|card| card.parse().unwrap());
    /// assert_eq!(Points::USUAL.score(hand, Some(Pack::SEKA_JOKER)), 36);
    /// ```
    pub fn score(&self, hand: Hand, joker: Option<Card>) -> u8 {
        let [a, b, c] = hand;
        if joker == Some(a) {
            self.with_joker(b, c)
        } else if joker == Some(b) {
            self.with_joker(a, c)
        } else if joker == Some(c) {
            self.with_joker(a, b)
        } else {
            self.plain(hand)
        }
    }

    fn with_joker(&self, a: Card, b: Card) -> u8 {
        let ace = is_ace(a) || is_ace(b);
        let mut best = if ace { self.joker.max(self.joker_ace) } else { self.joker };
        if a.suit() == b.suit() {
            best = best.max(if ace { self.joker_ace_suit } else { self.joker_suit });
        }
        if a.rank() == b.rank() {
            best = best.max(self.three_of(a.rank()));
        }
        best
    }

    fn plain(&self, [a, b, c]: Hand) -> u8 {
        let aces = [a, b, c].into_iter().filter(|&card| is_ace(card)).count();
        let mut best = if aces > 0 { self.ace } else { self.nothing };
        for (x, y) in [(a, b), (a, c), (b, c)] {
            if x.suit() == y.suit() {
                best = best.max(if is_ace(x) || is_ace(y) { self.pair_with_ace } else { self.pair });
            }
        }
        if aces >= 2 {
            best = best.max(self.two_aces);
        }
        if a.suit() == b.suit() && b.suit() == c.suit() {
            best = best.max(if aces > 0 { self.suit_with_ace } else { self.suit });
        }
        if a.rank() == b.rank() && b.rank() == c.rank() {
            best = best.max(self.three_of(a.rank()));
        }
        best
    }

    pub(crate) fn three_of(&self, rank: Rank) -> u8 {
        self.three[usize::from(rank.number() - Rank::Two.number())]
    }
}

impl Default for Points {
    fn default() -> Points {
        Points::USUAL
    }
}

fn is_ace(card: Card) -> bool {
    card.rank() == Rank::Ace
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_cards::Pack;
    use std::collections::BTreeMap;

    fn all_hands() -> impl Iterator<Item = Hand> {
        let pack: Vec<Card> = Pack::Seka21.cards().iter().collect();
        let n = pack.len();
        (0..n).flat_map(move |i| {
            let pack = pack.clone();
            (i + 1..n).flat_map(move |j| {
                let pack = pack.clone();
                (j + 1..n).map(move |k| [pack[i], pack[j], pack[k]])
            })
        })
    }

    /// The distribution the rules page states for the 1,330 hands.
    #[test]
    fn all_hands_have_the_known_distribution() {
        let mut seen: BTreeMap<u8, u32> = BTreeMap::new();
        for hand in all_hands() {
            *seen.entry(Points::USUAL.score(hand, Some(Pack::SEKA_JOKER))).or_default() += 1;
        }
        let known = [(10, 240), (11, 192), (20, 360), (21, 264), (22, 144), (30, 16), (31, 48), (32, 16)];
        let threes = (33..=37).map(|points| (points, 10));
        assert_eq!(seen, known.into_iter().chain(threes).collect());
        assert_eq!(seen.values().sum::<u32>(), 1330);
    }

    #[test]
    fn the_order_of_the_cards_does_not_matter() {
        for [a, b, c] in all_hands() {
            let score = |hand| Points::USUAL.score(hand, Some(Pack::SEKA_JOKER));
            let points = score([a, b, c]);
            for turned in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                assert_eq!(score(turned), points, "{turned:?}");
            }
        }
    }

    #[test]
    fn without_a_joker_the_six_is_a_card_like_any_other() {
        let hand = ["6C", "KC", "QD"].map(|card| card.parse().unwrap());
        assert_eq!(Points::USUAL.score(hand, None), 20);
        assert_eq!(Points::USUAL.score(hand, Some(Pack::SEKA_JOKER)), 21);
    }
}

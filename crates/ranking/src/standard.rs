//! The standard ranking: the best five of five to seven cards.

use crate::layout::FLUSHES;
use crate::{Category, Folded, Strength, tables};
use kozyr_cards::{Card, CardSet, Rank};

/// The strength of seven cards: two in the hand, five on the board.
///
/// The cards must be different, here and below; [`rank`] and [`rank_set`] are for cards that come
/// from outside.
#[inline]
pub fn rank_7(cards: &[Card; 7]) -> Strength {
    let [a, b, c, d, e, f, g] = *cards;
    let halves = [sum(&[a, b, c, d]), sum(&[e, f, g])];
    match unsuited(halves) {
        Some(sum) => tables::seven(sum),
        None => suited(cards, halves),
    }
}

/// The strength of six cards.
#[inline]
pub fn rank_6(cards: &[Card; 6]) -> Strength {
    let [a, b, c, d, e, f] = *cards;
    let halves = [sum(&[a, b, c]), sum(&[d, e, f])];
    match unsuited(halves) {
        Some(sum) => tables::few(sum),
        None => suited(cards, halves),
    }
}

/// The strength of five cards.
#[inline]
pub fn rank_5(cards: &[Card; 5]) -> Strength {
    let [a, b, c, d, e] = *cards;
    let halves = [sum(&[a, b, c]), sum(&[d, e])];
    match unsuited(halves) {
        Some(sum) => tables::few(sum),
        None => suited(cards, halves),
    }
}

#[inline(always)]
fn sum(cards: &[Card]) -> u64 {
    cards.iter().fold(0, |sum, &card| sum.wrapping_add(tables::key(card)))
}

/// The sum of all cards, if no five share a suit.
///
/// The cards are added up in two halves because two short chains of additions end sooner than a long
/// one, and it is on this sum that everything waits. Handing the halves on to [`suited`] keeps the
/// compiler from joining the chains.
#[inline(always)]
fn unsuited([front, back]: [u64; 2]) -> Option<u64> {
    let sum = front.wrapping_add(back);
    (sum & FLUSHES == 0).then_some(sum)
}

/// One hand in thirty is a flush: only then it matters which cards there are, and not how many.
#[inline(never)]
fn suited<const N: usize>(cards: &[Card; N], [front, back]: [u64; 2]) -> Strength {
    tables::suited(tables::ranks_of(tables::flush_suit(front.wrapping_add(back)), cards))
}

/// The strength of five to seven different cards; nothing else has one.
pub fn rank(cards: &[Card]) -> Option<Strength> {
    let folded: Folded = cards.iter().copied().collect();
    let different = folded.cards().len() == cards.len();
    (different && (5..=7).contains(&cards.len())).then(|| folded.rank())
}

/// The strength of a set of five to seven cards.
pub fn rank_set(cards: CardSet) -> Option<Strength> {
    (5..=7).contains(&cards.len()).then(|| Folded::from(cards).rank())
}

/// The five cards that play, in the order they are read out (`KK` before `A72`), with what they are
/// worth. Where suits do not matter, the higher suit is taken.
///
/// ```
/// use kozyr_ranking::best_five;
/// let (five, strength) = best_five("As Kd 9c 9h Ks 2d 9s".parse()?).unwrap();
/// assert_eq!(five.map(|card| card.to_string()).concat(), "9s9h9cKsKd");
/// # Ok::<(), kozyr_cards::ParseCardError>(())
/// ```
pub fn best_five(cards: CardSet) -> Option<([Card; 5], Strength)> {
    let strength = rank_set(cards)?;
    Some((pick(cards, strength, strength.ranks()), strength))
}

/// Picks five cards of these ranks; of one suit when the hand is a flush.
pub(crate) fn pick(cards: CardSet, strength: Strength, ranks: [Rank; 5]) -> [Card; 5] {
    let mut left = match strength.category() {
        Category::Flush | Category::StraightFlush => {
            let suit = Folded::from(cards).flush().expect("a flush has five cards of a suit");
            cards & CardSet::of_suit(suit)
        }
        _ => cards,
    };
    ranks.map(|rank| {
        let card = (left & CardSet::of_rank(rank)).iter().last().expect("the strength is of these cards");
        left.remove(card);
        card
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    fn set(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    #[test]
    fn five_cards_play() {
        for (cards, five, category) in [
            ("2c3d5h7s9cJdKh", "KhJd9c7s5h", Category::HighCard),
            ("2c3d5h7s9cJdJh", "JhJd9c7s5h", Category::Pair),
            ("2c2d5h5s9c9dKh", "9d9c5s5hKh", Category::TwoPair),
            ("2c2d2h5s9cTdKh", "2h2d2cKhTd", Category::ThreeOfAKind),
            ("2c3d4h5sAcAdAh", "5s4h3d2cAh", Category::Straight),
            ("2c3d4h5s6cAd7h", "7h6c5s4h3d", Category::Straight),
            ("TcJdQhKsAcAd9h", "AdKsQhJdTc", Category::Straight),
            ("2c3c4c6c8cTcQc", "QcTc8c6c4c", Category::Flush),
            ("2c2d2h9s9cTdTh", "2h2d2cThTd", Category::FullHouse),
            ("3c3d3h9s9c9dTh", "9s9d9c3h3d", Category::FullHouse),
            ("2c2d2h2s9cTdKh", "2s2h2d2cKh", Category::FourOfAKind),
            ("2c2d2h2s9c9d9h", "2s2h2d2c9h", Category::FourOfAKind),
            ("2s3s4s5sAsAdKs", "5s4s3s2sAs", Category::StraightFlush),
            ("6d7d8d9dTdAdKd", "Td9d8d7d6d", Category::StraightFlush),
        ] {
            let (best, strength) = best_five(set(cards)).unwrap();
            assert_eq!(best.map(|card| card.to_string()).concat(), five, "of {cards}");
            assert_eq!(strength.category(), category, "{cards}");
            assert_eq!(rank_5(&best), strength, "{cards}");
        }
    }

    #[test]
    fn only_five_to_seven_different_cards_have_a_rank() {
        let cards: Vec<Card> = set("2c3d4h5sAcAdAhAs").iter().collect();
        for n in 0..=8 {
            let ranked = (5..=7).contains(&n);
            assert_eq!(rank(&cards[..n]).is_some(), ranked, "{n} cards");
            assert_eq!(rank_set(cards[..n].iter().copied().collect()).is_some(), ranked);
        }
        assert_eq!(rank(&[cards[0], cards[1], cards[2], cards[3], cards[0]]), None);
    }

    #[test]
    fn every_way_to_ask_gives_the_same_answer() {
        let cards: Vec<Card> = set("2s3s4d5sAsAdKs").iter().collect();
        let seven: [Card; 7] = cards[..].try_into().unwrap();
        assert_eq!(rank(&seven), Some(rank_7(&seven)));
        for skip in 0..7 {
            let six: Vec<Card> =
                cards.iter().enumerate().filter(|&(i, _)| i != skip).map(|(_, &card)| card).collect();
            assert_eq!(rank(&six), Some(rank_6(six[..].try_into().unwrap())));
            assert_eq!(rank(&six[1..]), Some(rank_5(six[1..].try_into().unwrap())));
        }
    }
}

//! Ace-to-five low, the ranking of razz and of every "eight or better": the ace is the lowest card,
//! straights and flushes do not count, pairs do harm. `5 4 3 2 A` is the best hand.

use super::{best_of, turned};
use crate::omaha::each_subset;
use crate::{Strength, classify};
use kozyr_cards::{Card, CardSet, Rank};

/// The lowest of five to seven cards.
pub fn rank_set(cards: CardSet) -> Option<Strength> {
    best_of(cards, |five| {
        let mut counts = [0; 13];
        five.iter().for_each(|card| counts[place(card.rank())] += 1);
        turned(Strength(classify::by_kinds(&counts)))
    })
}

/// The same, if the hand qualifies: five different ranks, none above the eight.
pub fn rank_set_eight_or_better(cards: CardSet) -> Option<Strength> {
    rank_set(cards).filter(|&strength| strength >= WORST_EIGHT)
}

/// Omaha's low, eight or better: exactly two cards of the hand, exactly three of the board.
pub fn rank_omaha_eight_or_better(hole: &[Card], board: &[Card]) -> Option<Strength> {
    if !(4..=6).contains(&hole.len()) || !(3..=5).contains(&board.len()) {
        return None;
    }
    let low_ranks =
        |cards: &[Card]| cards.iter().fold(0u16, |mask, card| mask | 1 << place(card.rank())) & EIGHTS;
    let (in_hand, on_board) = (low_ranks(hole), low_ranks(board));
    let mut best = None;
    each_subset(in_hand, 2, |two| {
        // A rank that is in the hand and on the board plays from one of them.
        each_subset(on_board & !two, 3, |three| {
            best = best.max(Some(turned(Strength(classify::combination(two | three)))));
        });
    });
    best
}

/// Ace to eight.
const EIGHTS: u16 = 0xff;
/// `8 7 6 5 4`.
const WORST_EIGHT: Strength = turned(Strength(classify::combination(0b1111_1000)));

/// Ace 0, two 1, king 12.
const fn place(rank: Rank) -> usize {
    (rank.number() as usize - 1) % 13
}

/// The hand as a high strength, and its ranks as they are read out: a high one with the places of
/// [`place`] turned back.
pub(crate) fn read(strength: Strength) -> (Strength, [Rank; 5]) {
    let high = turned(strength);
    (high, high.ranks().map(|rank| if rank == Rank::Two { Rank::Ace } else { Rank::ALL[rank as usize - 3] }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn rank(text: &str) -> Strength {
        rank_set(text.parse().unwrap()).unwrap()
    }

    #[test]
    fn razz_order() {
        // Best first.
        let hands = [
            "Ac2c3c4c5c",
            "Ac2d3d4d6d",
            "2c3d4h5s6c",
            "8c7d6h5s4c",
            "9c4d3h2sAc",
            "KcQdJhTs9c",
            "AcAd2h3s4c",
        ];
        for two in hands.windows(2) {
            assert!(rank(two[0]) > rank(two[1]), "{} is lower than {}", two[0], two[1]);
        }
        assert!(rank("AcAd2h3s4c") > rank("2c2dAh3s4c"));
        assert!(rank("KcKdAh2s3c") > rank("AcAd2h2s3c"));
        assert_eq!(rank("AcAd2h3s4c5cKd"), rank("As2h3s4c5c"));
        // Four ranks only: some pair plays, and the lowest is a pair of aces.
        assert_eq!(rank("AcAd2h2s4c4dKd"), rank("AcAd2h4sKd"));
    }

    #[test]
    fn eight_or_better() {
        let low = |text: &str| rank_set_eight_or_better(text.parse().unwrap());
        assert!(low("Ac2d3h4s8cKdKh") > low("8c7d6h5s4c"));
        assert!(low("8c7d6h5s4c").is_some());
        assert_eq!(low("9c4d3h2sAc"), None);
        assert_eq!(low("8c8d3h2sAcKdQd"), None);
        assert_eq!(low("Ac2d3h4s"), None);
    }

    #[test]
    fn omaha_low_takes_two_and_three() {
        let cards = |text: &str| kozyr_cards::cards_in(text).collect::<Result<Vec<Card>, _>>().unwrap();
        let low = |hole: &str, board: &str| rank_omaha_eight_or_better(&cards(hole), &cards(board));
        assert_eq!(low("Ac2dKhKs", "3c4d8hQsQd"), rank_set_eight_or_better("Ac2d3c4d8h".parse().unwrap()));
        // The two on the board counterfeits the two in the hand: A and the king are left.
        assert_eq!(low("Ac2dKhKs", "2c4d8hQsQd"), None);
        assert_eq!(low("Ac2d3hKs", "2c4d8hQsQd"), rank_set_eight_or_better("Ac3h2c4d8h".parse().unwrap()));
        assert_eq!(low("Ac2d3h4s", "5c6dKhQsQd"), None);
    }
}

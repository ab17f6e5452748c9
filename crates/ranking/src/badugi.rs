//! Badugi: as many cards as possible of different ranks and different suits, then as low as possible;
//! the ace is low. `4 3 2 A` of four suits is the best hand.

use crate::low::subsets;
use crate::{Strength, classify};
use kozyr_cards::{CardSet, Rank};

/// The strength of one to seven cards (a badugi hand has four).
pub fn rank_set(cards: CardSet) -> Option<Strength> {
    if cards.len() > 7 {
        return None;
    }
    subsets(cards).filter_map(of_all).max()
}

/// The strength of cards that all play: no rank and no suit twice.
fn of_all(cards: CardSet) -> Option<Strength> {
    let (mut ranks, mut suits) = (0u16, 0u8);
    for card in cards {
        ranks |= 1 << ((card.rank().number() - 1) % 13);
        suits |= 1 << card.suit() as u8;
    }
    let count = cards.len() as u32;
    let all_different = ranks.count_ones() == count && suits.count_ones() == count;
    all_different.then(|| Strength((count as u16) << 12 | (0xfff - classify::combination(ranks))))
}

/// The ranks of the cards that play, high to low.
pub(crate) fn read(strength: Strength) -> impl DoubleEndedIterator<Item = Rank> + Clone {
    let (count, number) = (strength.0 >> 12, 0xfff - (strength.0 & 0xfff));
    let is_played =
        move |ranks: &u16| ranks.count_ones() == count.into() && classify::combination(*ranks) == number;
    let ranks = (0..1u16 << 13).find(is_played).unwrap_or(0);
    // Ace 0, two 1, king 12.
    (0..13)
        .rev()
        .filter(move |place| ranks >> place & 1 == 1)
        .map(|place: usize| Rank::ALL[(place + 12) % 13])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn badugi_order() {
        let rank = |text: &str| rank_set(text.parse().unwrap()).unwrap();
        // Best first.
        let hands = [
            "Ac2d3h4s", "Ac2d3h5s", "2c3d4h5s", "KcQdJhTs", "Ac2d3h3s", "Ac2d4hKh", "KcQdJhJs", "Ac2dKcKd",
            "AcAdAhAs", "2c3c4c5c",
        ];
        for two in hands.windows(2) {
            assert!(rank(two[0]) > rank(two[1]), "{} beats {}", two[0], two[1]);
        }
        assert_eq!(read(rank("Ac2dKcKd")).collect::<Vec<_>>(), [Rank::Two, Rank::Ace]);
        assert_eq!(
            read(rank("KcQdJhTs")).collect::<Vec<_>>(),
            [Rank::King, Rank::Queen, Rank::Jack, Rank::Ten]
        );
        assert_eq!(rank_set(CardSet::EMPTY), None);
    }
}

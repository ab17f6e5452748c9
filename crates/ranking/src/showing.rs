//! What lies face up in front of a player: who brings it in, and whose turn it is to open.
//!
//! A board of stud is no hand yet: four cards at most, where straights and flushes count for nothing.

use kozyr_cards::{Card, Rank};

/// How good the open cards of a player are. Only boards of the same number of cards compare, high ones with high
/// ones and low ones with low ones; the greater is the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Showing(u64);

impl Showing {
    /// The number behind it.
    pub const fn value(self) -> u64 {
        self.0
    }
}

/// How good the cards are in a high game: four of a kind, three, two pairs, a pair, then the highest cards.
///
/// ```
/// use kozyr_cards::{Card, cards_in};
/// use kozyr_ranking::showing;
/// let cards = |text| cards_in(text).map(Result::unwrap);
/// assert!(showing::high(cards("2c 2d")) > showing::high(cards("As Kd")));
/// assert!(showing::low(cards("8c 2d")) > showing::low(cards("9c As")));
/// ```
pub fn high(cards: impl Iterator<Item = Card>) -> Showing {
    Showing(by_counts(cards, |rank| rank.number() - 2))
}

/// How good the cards are in razz: no pair, then the lowest cards; the ace is low.
pub fn low(cards: impl Iterator<Item = Card>) -> Showing {
    Showing(u64::MAX - by_counts(cards, low_place))
}

/// Where a card stands among all when the ace is high: by rank, then by suit, clubs below diamonds, hearts and
/// spades. The lowest brings it in in stud.
pub fn place_with_ace_high(card: Card) -> u8 {
    card.byte()
}

/// The same with the ace low: the highest brings it in in razz.
pub fn place_with_ace_low(card: Card) -> u8 {
    low_place(card.rank()) << 2 | card.suit() as u8
}

/// Ace 0, two 1, king 12.
const fn low_place(rank: Rank) -> u8 {
    (rank.number() - 1) % 13
}

/// How often each rank is there, most first, then the ranks in that order: compares as poker does. The counts of
/// up to seven cards take 21 bits, their ranks 28.
fn by_counts(cards: impl Iterator<Item = Card>, place: impl Fn(Rank) -> u8) -> u64 {
    let mut counts = [0u8; 13];
    for card in cards {
        counts[usize::from(place(card.rank()))] += 1;
    }
    let (mut numbers, mut ranks) = (0u64, 0u64);
    let (mut number_at, mut rank_at) = (21, 28);
    for count in (1..=4).rev() {
        for rank in (0..13).rev().filter(|&rank| counts[rank] == count) {
            (number_at, rank_at) = (number_at - 3, rank_at - 4);
            numbers |= u64::from(count) << number_at;
            ranks |= (rank as u64) << rank_at;
        }
    }
    numbers << 28 | ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_cards::cards_in;

    fn in_order(of: impl Fn(&str) -> Showing, best_first: &[&str]) {
        for two in best_first.windows(2) {
            assert!(of(two[0]) > of(two[1]), "{} is better than {}", two[0], two[1]);
        }
    }

    #[test]
    fn high_boards() {
        let of = |text: &str| high(cards_in(text).map(Result::unwrap));
        in_order(of, &["2c2d2h2s", "AcAdAhKs", "AcAdKhKs", "AcAdKhQs", "2c2d4h3s", "AcKcQcJc", "5c4c3c2c"]);
        in_order(of, &["2c2d2h", "AcAd2h", "KcKdAh", "KcKdQh", "AcKdQh"]);
        in_order(of, &["2c2d", "AcKd", "AcQd", "KcQd"]);
        assert_eq!(of("AcKd"), of("KhAs"));
    }

    #[test]
    fn low_boards() {
        let of = |text: &str| low(cards_in(text).map(Result::unwrap));
        in_order(of, &["Ac2d3h4s", "Ac2d3h5s", "KcQdJhTs", "AcAd2h3s", "2c2dAh3s", "AcAd2h2s", "AcAdAh2s"]);
        in_order(of, &["8c2d", "8c7d", "9cAd", "AcAd", "KcKd"]);
    }

    #[test]
    fn suits_break_ties_of_single_cards() {
        let card = |text: &str| text.parse::<Card>().unwrap();
        let high = ["2c", "2d", "2h", "2s", "3c", "Kc", "Ac", "As"].map(card).map(place_with_ace_high);
        assert!(high.is_sorted());
        let low = ["Ac", "As", "2c", "2d", "Kc", "Ks"].map(card).map(place_with_ace_low);
        assert!(low.is_sorted());
    }
}

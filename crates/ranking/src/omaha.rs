//! Omaha: exactly two cards of the hand and exactly three of the board.

use crate::Strength;
use crate::fold::ranks_of;
use crate::tables::{self, key};
use kozyr_cards::{Card, CardSet, Suit};

/// Pairs of up to six cards.
const MOST_PAIRS: usize = 15;
/// Threes of up to five cards.
const MOST_THREES: usize = 10;

/// A hand of four to six cards, prepared: each two of them added up.
#[derive(Clone, Copy, Debug)]
pub struct Hole {
    cards: CardSet,
    sums: [u64; MOST_PAIRS],
    pairs: usize,
}

impl Hole {
    /// Prepares a hand of four (or of five or six, as some tables deal) different cards.
    pub fn new(cards: &[Card]) -> Option<Hole> {
        let set: CardSet = cards.iter().copied().collect();
        if !(4..=6).contains(&cards.len()) || set.len() != cards.len() {
            return None;
        }
        let mut hole = Hole { cards: set, sums: [0; MOST_PAIRS], pairs: 0 };
        for (i, a) in cards.iter().enumerate() {
            for b in &cards[..i] {
                hole.sums[hole.pairs] = key(*a).wrapping_add(key(*b));
                hole.pairs += 1;
            }
        }
        Some(hole)
    }

    /// The cards of the hand.
    pub const fn cards(&self) -> CardSet {
        self.cards
    }
}

/// A board of three to five cards, prepared: each three of them added up.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    cards: CardSet,
    sums: [u64; MOST_THREES],
    threes: usize,
    /// The suit of which there are three or more.
    flush: Option<Suit>,
}

impl Board {
    /// Prepares a board of three to five different cards.
    pub fn new(cards: &[Card]) -> Option<Board> {
        let set: CardSet = cards.iter().copied().collect();
        if !(3..=5).contains(&cards.len()) || set.len() != cards.len() {
            return None;
        }
        let flush = Suit::ALL.into_iter().find(|&suit| (set & CardSet::of_suit(suit)).len() >= 3);
        let mut board = Board { cards: set, sums: [0; MOST_THREES], threes: 0, flush };
        for (i, a) in cards.iter().enumerate() {
            for (j, b) in cards[..i].iter().enumerate() {
                for c in &cards[..j] {
                    board.sums[board.threes] = key(*a).wrapping_add(key(*b)).wrapping_add(key(*c));
                    board.threes += 1;
                }
            }
        }
        Some(board)
    }

    /// The cards of the board.
    pub const fn cards(&self) -> CardSet {
        self.cards
    }
}

/// The strength of a hand on a board with no card in common.
pub fn rank(hole: &Hole, board: &Board) -> Strength {
    let suited = board.flush.map_or(Strength(0), |suit| rank_suited(hole, board, suit));
    let mut best = suited;
    for pair in &hole.sums[..hole.pairs] {
        for three in &board.sums[..board.threes] {
            // Five of a suit look weaker here than they are; `suited` has them.
            best = best.max(tables::few(pair.wrapping_add(*three)));
        }
    }
    best
}

/// The best flush in this suit; zero when the hand has fewer than two cards of it.
#[inline(never)]
fn rank_suited(hole: &Hole, board: &Board, suit: Suit) -> Strength {
    let in_hand = ranks_of(suit, hole.cards.bits());
    let on_board = ranks_of(suit, board.cards.bits());
    let mut best = Strength(0);
    each_subset(in_hand, 2, |pair| {
        each_subset(on_board, 3, |three| best = best.max(tables::suited(pair | three)));
    });
    best
}

/// Visits the subsets of `set` that have `size` members.
pub(crate) fn each_subset(set: u16, size: u32, mut visit: impl FnMut(u16)) {
    let mut subset = set;
    while subset != 0 {
        if subset.count_ones() == size {
            visit(subset);
        }
        subset = (subset - 1) & set;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Category, rank_set};
    use std::vec::Vec;

    fn cards(text: &str) -> Vec<Card> {
        kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap()
    }

    fn strength(hole: &str, board: &str) -> Strength {
        rank(&Hole::new(&cards(hole)).unwrap(), &Board::new(&cards(board)).unwrap())
    }

    #[test]
    fn two_of_the_hand_and_three_of_the_board() {
        // Four spades on the board and one in the hand are no flush.
        assert_eq!(strength("AsKdQd2c", "3s7s9sJs4h").category(), Category::HighCard);
        // Trips in the hand are a pair.
        assert_eq!(strength("AsAdAhKc", "2c7d9hJs4h").category(), Category::Pair);
        // Quads on the board are three of a kind.
        assert_eq!(strength("AsKdQh2c", "9c9d9h9s4h").category(), Category::ThreeOfAKind);
        assert_eq!(strength("AsKsQh2c", "TsJsQs9s4h"), rank_set("AsKsQsJsTs".parse().unwrap()).unwrap());
    }

    #[test]
    fn the_definition_over_random_deals() {
        let mut deck: Vec<Card> = CardSet::FULL.iter().collect();
        let mut state = 1u64;
        for deal in 0..2_000 {
            let (holes, boards) = ([4, 5, 6][deal % 3], [5, 4, 3][deal / 3 % 3]);
            for i in 0..11 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                deck.swap(i, i + (state >> 33) as usize % (52 - i));
            }
            let (hole, board) = (&deck[..holes], &deck[6..6 + boards]);
            let mut best = None;
            each_subset((1 << holes) - 1, 2, |two| {
                each_subset((1 << boards) - 1, 3, |three| {
                    let of = |from: &[Card], mask: u16| -> CardSet {
                        from.iter()
                            .enumerate()
                            .filter(|&(i, _)| mask >> i & 1 == 1)
                            .map(|(_, &card)| card)
                            .collect()
                    };
                    best = best.max(rank_set(of(hole, two) | of(board, three)));
                });
            });
            assert_eq!(
                Some(rank(&Hole::new(hole).unwrap(), &Board::new(board).unwrap())),
                best,
                "{hole:?} {board:?}"
            );
        }
    }

    #[test]
    fn wrong_numbers_of_cards_are_refused() {
        assert!(Hole::new(&cards("AsKsQs")).is_none() && Hole::new(&cards("AsKsQsJsTs9s8s")).is_none());
        assert!(Board::new(&cards("AsKs")).is_none() && Board::new(&cards("AsKsQsJsTs9s")).is_none());
        assert!(Hole::new(&cards("AsKsQsAs")).is_none());
    }
}

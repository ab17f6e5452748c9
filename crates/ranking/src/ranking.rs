//! A ranking as data: what a game says about who wins.

use crate::low::{ace_to_five, deuce_to_seven, subsets};
use crate::{Folded, Strength, badugi, omaha, short_deck, standard};
use kozyr_cards::{Card, CardSet, Rank, Suit};

/// Which hand is stronger, and of which cards it is made. A game with two halves to win has two of
/// them: Omaha hi/lo is [`Omaha`](Ranking::Omaha) and
/// [`OmahaEightOrBetter`](Ranking::OmahaEightOrBetter).
///
/// A new ranking is a file like `short_deck.rs`, a line here and a line in each `match` below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ranking {
    /// Hold'em, stud, five-card draw: the best five of all cards.
    Standard,
    /// Short-deck Hold'em: a flush beats a full house, `9 8 7 6 A` is the lowest straight.
    ShortDeck,
    /// Omaha: two cards of the hand, three of the board.
    Omaha,
    /// Razz: the lowest five, ace low, straights and flushes do not count.
    AceToFive,
    /// The low half of stud hi/lo: as [`AceToFive`](Ranking::AceToFive), five different ranks up to the eight or nothing.
    EightOrBetter,
    /// The low half of Omaha hi/lo: the same of two and three cards.
    OmahaEightOrBetter,
    /// Deuce-to-seven: the lowest five, ace high, straights and flushes count.
    DeuceToSeven,
    /// Badugi: up to four cards of different ranks and suits, the lowest.
    Badugi,
}

impl Ranking {
    /// All rankings.
    pub const ALL: [Ranking; 8] = [
        Ranking::Standard,
        Ranking::ShortDeck,
        Ranking::Omaha,
        Ranking::AceToFive,
        Ranking::EightOrBetter,
        Ranking::OmahaEightOrBetter,
        Ranking::DeuceToSeven,
        Ranking::Badugi,
    ];

    /// The strength of a player's own cards with those on the board; `None` when the cards make no
    /// hand under this ranking: too few, too many, one twice, or a low that does not qualify.
    ///
    /// ```
    /// use kozyr_cards::{Card, cards_in};
    /// use kozyr_ranking::{Category, Ranking};
    /// let cards = |text| cards_in(text).collect::<Result<Vec<Card>, _>>();
    /// let (hole, board) = (cards("As Ah Kd 2c")?, cards("Ad 7s 7c 7h 9d")?);
    /// let strength = Ranking::Omaha.rank(&hole, &board).unwrap();
    /// assert_eq!(strength.category(), Category::FullHouse);
    /// assert_eq!(Ranking::OmahaEightOrBetter.rank(&hole, &board), None);
    /// # Ok::<(), kozyr_cards::ParseCardError>(())
    /// ```
    pub fn rank(self, hole: &[Card], board: &[Card]) -> Option<Strength> {
        self.on(board).rank(hole)
    }

    /// The ranking on this board, to rank several players against each other.
    #[inline]
    pub fn on(self, board: &[Card]) -> OnBoard<'_> {
        let folded: Folded = board.iter().copied().collect();
        OnBoard { ranking: self, board, folded, sound: folded.cards().len() == board.len() }
    }

    /// The cards that make the hand, to be highlighted at the showdown. Where several sets of cards
    /// are equally strong, it is one of them. Not made for speed.
    pub fn playing(self, hole: &[Card], board: &[Card]) -> Option<CardSet> {
        let best = self.rank(hole, board)?;
        let (own, common): (CardSet, CardSet) =
            (hole.iter().copied().collect(), board.iter().copied().collect());
        match self {
            Ranking::Standard => Some(standard::pick(own | common, best, best.ranks()).into_iter().collect()),
            Ranking::ShortDeck => {
                Some(standard::pick(own | common, best, short_deck::ranks(best)).into_iter().collect())
            }
            Ranking::Omaha => two_and_three(own, common, |five| standard::rank_set(five) == Some(best)),
            Ranking::OmahaEightOrBetter => {
                two_and_three(own, common, |five| ace_to_five::rank_set(five) == Some(best))
            }
            Ranking::AceToFive | Ranking::EightOrBetter => {
                fives(own | common).find(|&five| ace_to_five::rank_set(five) == Some(best))
            }
            Ranking::DeuceToSeven => {
                fives(own | common).find(|&five| deuce_to_seven::rank_set(five) == Some(best))
            }
            Ranking::Badugi => {
                // The smallest set with that strength has no card that does not play.
                subsets(own | common)
                    .filter(|&set| badugi::rank_set(set) == Some(best))
                    .min_by_key(|set| set.len())
            }
        }
    }
}

/// A ranking with a board that several players share; made by [`Ranking::on`].
#[derive(Clone, Copy, Debug)]
pub struct OnBoard<'a> {
    ranking: Ranking,
    board: &'a [Card],
    folded: Folded,
    /// No card lies on the board twice.
    sound: bool,
}

impl OnBoard<'_> {
    /// The strength of a player's own cards with this board, as [`Ranking::rank`] has it.
    #[inline]
    pub fn rank(&self, hole: &[Card]) -> Option<Strength> {
        self.rank_each(hole.iter().copied())
    }

    /// The same for cards that do not lie side by side.
    #[inline]
    pub fn rank_each(&self, hole: impl Iterator<Item = Card> + Clone) -> Option<Strength> {
        let (mut folded, mut count, mut sound) = (self.folded, self.board.len(), self.sound);
        for card in hole.clone() {
            sound &= !folded.cards().contains(card);
            folded += card;
            count += 1;
        }
        match self.ranking {
            _ if !sound => None,
            Ranking::Standard => (5..=7).contains(&count).then(|| folded.rank()),
            _ => self.rank_otherwise(hole, folded.cards()),
        }
    }

    #[inline(never)]
    fn rank_otherwise(&self, hole: impl Iterator<Item = Card>, cards: CardSet) -> Option<Strength> {
        // One place more than any ranking takes, so that too many cards are still too many.
        let mut own = [Card::new(Rank::Two, Suit::Clubs); 8];
        let count = own.iter_mut().zip(hole).map(|(place, card)| *place = card).count();
        let hole = &own[..count];
        match self.ranking {
            Ranking::Standard => standard::rank_set(cards),
            Ranking::ShortDeck => short_deck::rank_set(cards),
            Ranking::Omaha => Some(omaha::rank(&omaha::Hole::new(hole)?, &omaha::Board::new(self.board)?)),
            Ranking::AceToFive => ace_to_five::rank_set(cards),
            Ranking::EightOrBetter => ace_to_five::rank_set_eight_or_better(cards),
            Ranking::OmahaEightOrBetter => ace_to_five::rank_omaha_eight_or_better(hole, self.board),
            Ranking::DeuceToSeven => deuce_to_seven::rank_set(cards),
            Ranking::Badugi => badugi::rank_set(cards),
        }
    }
}

fn fives(cards: CardSet) -> impl Iterator<Item = CardSet> {
    crate::low::fives(cards)
}

fn two_and_three(own: CardSet, common: CardSet, plays: impl Fn(CardSet) -> bool) -> Option<CardSet> {
    let twos = subsets(own).filter(|two| two.len() == 2);
    let mut fives =
        twos.flat_map(|two| subsets(common).filter(|three| three.len() == 3).map(move |three| two | three));
    fives.find(|&five| plays(five))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn cards(text: &str) -> Vec<Card> {
        kozyr_cards::cards_in(text).collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn the_cards_that_play() {
        for (ranking, hole, board, playing) in [
            (Ranking::Standard, "As2d", "KsQsJsTsTd", "AsKsQsJsTs"),
            (Ranking::ShortDeck, "AsAd", "9s8d7h6cKc", "As9s8d7h6c"),
            (Ranking::ShortDeck, "AsKs", "9s8s7s6cAc", "AsKs9s8s7s"),
            (Ranking::Omaha, "AsAdAhKs", "2s3s4s9dTd", "AsKs2s3s4s"),
            (Ranking::OmahaEightOrBetter, "As2dAhKs", "2s3s4s8dTd", "As2d3s4s8d"),
            (Ranking::AceToFive, "As2d", "3s4s8dTd8c", "As2d3s4s8d"),
            (Ranking::EightOrBetter, "As2d", "3s4s8dTd7c", "As2d3s4s7c"),
            (Ranking::DeuceToSeven, "7s5d4h3s2c", "", "7s5d4h3s2c"),
            (Ranking::Badugi, "AsAd2s3c", "", "Ad2s3c"),
        ] {
            let (hole, board) = (cards(hole), cards(board));
            let five = ranking.playing(&hole, &board).unwrap();
            let wanted: CardSet = playing.parse().unwrap();
            // Equal cards of another suit may stand in; the strength may not change.
            assert_eq!(five.len(), wanted.len(), "{ranking:?} {hole:?} {board:?}: {five}");
            if !matches!(ranking, Ranking::ShortDeck | Ranking::AceToFive | Ranking::OmahaEightOrBetter) {
                assert_eq!(five, wanted);
            }
            let of = |cards: &[Card]| {
                cards.iter().copied().filter(|&card| five.contains(card)).collect::<Vec<_>>()
            };
            match ranking {
                Ranking::Omaha | Ranking::OmahaEightOrBetter => {
                    assert_eq!((of(&hole).len(), of(&board).len()), (2, 3));
                }
                _ => assert_eq!(ranking.rank(&of(&hole), &of(&board)), ranking.rank(&hole, &board)),
            }
        }
    }

    #[test]
    fn cards_rank_the_same_wherever_they_lie() {
        let (hole, board) = (cards("AsKs5d4d"), cards("2s3s9sTd"));
        let apart = [Some(hole[0]), None, Some(hole[1]), Some(hole[2]), None, Some(hole[3])];
        for ranking in Ranking::ALL {
            for count in 0..=apart.len() {
                let known = apart[..count].iter().copied().flatten();
                let side_by_side: Vec<Card> = known.clone().collect();
                assert_eq!(ranking.on(&board).rank_each(known), ranking.rank(&side_by_side, &board));
            }
            // A card that is on the board already, and a board with a card twice.
            assert_eq!(ranking.on(&board).rank_each(cards("2sKsQsJs").into_iter()), None);
            assert_eq!(ranking.rank(&hole, &cards("2s2s9sTd")), None);
        }
    }

    #[test]
    fn what_makes_no_hand_has_no_strength() {
        for ranking in Ranking::ALL {
            assert_eq!(ranking.rank(&[], &[]), None, "{ranking:?}");
            assert_eq!(ranking.rank(&cards("AsAs"), &cards("2c3d4h5s6c")), None, "{ranking:?}");
            assert_eq!(ranking.rank(&cards("AsKsQsJs9d8d7d"), &cards("2c3d4h5s6c")), None, "{ranking:?}");
            assert_eq!(ranking.playing(&[], &[]), None, "{ranking:?}");
        }
        assert_eq!(Ranking::ShortDeck.rank(&cards("AsKs"), &cards("2c6d7h8s9c")), None);
        assert_eq!(Ranking::Omaha.rank(&cards("AsKs"), &cards("2c6d7h8s9c")), None);
    }
}

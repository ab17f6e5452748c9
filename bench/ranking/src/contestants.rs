//! Who races, each behind the same two questions.

use kozyr_cards::{Card, CardSet};
use kozyr_ranking::{Folded, Strength};

/// Ranks seven cards at once.
pub trait Contestant {
    type Rank: Ord;
    fn rank(&self, cards: &[Card; 7]) -> Self::Rank;
    /// Something of the rank that costs nothing, to be added up.
    fn number(rank: Self::Rank) -> u16;
}

/// Takes cards one by one, so that hands that share cards share the work.
pub trait Incremental: Contestant {
    type Card: Copy;
    type Partial: Copy;
    fn deck(&self) -> [Self::Card; 52];
    fn empty(&self) -> Self::Partial;
    fn add(&self, partial: Self::Partial, card: Self::Card) -> Self::Partial;
    fn rank_partial(&self, partial: Self::Partial) -> Self::Rank;
    /// The sum over each of the last cards, added to the six before it.
    #[inline(always)]
    fn rank_last(&self, six: Self::Partial, last: &[Self::Card]) -> u64 {
        last.iter().map(|&card| u64::from(Self::number(self.rank_partial(self.add(six, card))))).sum()
    }
}

fn all_cards() -> [Card; 52] {
    std::array::from_fn(|index| Card::from_index(index as u8).expect("under 52"))
}

/// A peer's value for each of our cards, found by the card's byte without a bound to check.
struct ByByte<T>([T; 256]);

impl<T: Copy> ByByte<T> {
    fn new(nothing: T, of: impl Fn(Card) -> T) -> ByByte<T> {
        let mut values = [nothing; 256];
        CardSet::FULL.iter().for_each(|card| values[card.byte() as usize] = of(card));
        ByByte(values)
    }

    #[inline(always)]
    fn of(&self, card: Card) -> &T {
        &self.0[card.byte() as usize]
    }
}

/// Our own.
pub struct Kozyr;

impl Contestant for Kozyr {
    type Rank = Strength;
    #[inline(always)]
    fn rank(&self, cards: &[Card; 7]) -> Strength {
        kozyr_ranking::rank_7(cards)
    }
    #[inline(always)]
    fn number(rank: Strength) -> u16 {
        rank.value()
    }
}

/// The only one with a form for the last card of many hands.
impl Incremental for Kozyr {
    type Card = Card;
    type Partial = Folded;
    fn deck(&self) -> [Card; 52] {
        all_cards()
    }
    fn empty(&self) -> Folded {
        Folded::EMPTY
    }
    #[inline(always)]
    fn add(&self, partial: Folded, card: Card) -> Folded {
        partial + card
    }
    #[inline(always)]
    fn rank_partial(&self, partial: Folded) -> Strength {
        partial.rank()
    }
    #[inline(always)]
    fn rank_last(&self, six: Folded, last: &[Card]) -> u64 {
        let mut sum = 0;
        six.rank_with_each(last, |strength| sum += u64::from(strength.value()));
        sum
    }
}

/// <https://docs.rs/pokers>
pub struct Pokers(ByByte<pokers::Hand>);

impl Pokers {
    pub fn new() -> Pokers {
        Pokers(ByByte::new(pokers::CARDS[0], |card| pokers::CARDS[card.index() as usize]))
    }
}

impl Contestant for Pokers {
    type Rank = u16;
    #[inline(always)]
    fn rank(&self, cards: &[Card; 7]) -> u16 {
        let mut hand = pokers::Hand::default();
        for &card in cards {
            hand += *self.0.of(card);
        }
        hand.evaluate()
    }
    #[inline(always)]
    fn number(rank: u16) -> u16 {
        rank
    }
}

impl Incremental for Pokers {
    type Card = pokers::Hand;
    type Partial = pokers::Hand;
    fn deck(&self) -> [pokers::Hand; 52] {
        pokers::CARDS
    }
    fn empty(&self) -> pokers::Hand {
        pokers::Hand::default()
    }
    #[inline(always)]
    fn add(&self, partial: pokers::Hand, card: pokers::Hand) -> pokers::Hand {
        partial + card
    }
    #[inline(always)]
    fn rank_partial(&self, partial: pokers::Hand) -> u16 {
        partial.evaluate()
    }
}

/// <https://docs.rs/rs_poker>
pub struct RsPoker(ByByte<rs_poker::core::Card>);

impl RsPoker {
    pub fn new() -> RsPoker {
        let card = |text: &str| rs_poker::core::Card::try_from(text).expect("rs_poker reads our cards");
        RsPoker(ByByte::new(card("2c"), |ours| card(&ours.to_string())))
    }
}

impl Contestant for RsPoker {
    type Rank = rs_poker::core::Rank;
    #[inline(always)]
    fn rank(&self, cards: &[Card; 7]) -> Self::Rank {
        let mut hand = rs_poker::core::SevenCardAccum::new();
        for &card in cards {
            hand.add(*self.0.of(card));
        }
        hand.rank()
    }
    #[inline(always)]
    fn number(rank: Self::Rank) -> u16 {
        rank.value_bits()
    }
}

impl Incremental for RsPoker {
    type Card = rs_poker::core::Card;
    type Partial = rs_poker::core::SevenCardAccum;
    fn deck(&self) -> [Self::Card; 52] {
        all_cards().map(|card| *self.0.of(card))
    }
    fn empty(&self) -> Self::Partial {
        rs_poker::core::SevenCardAccum::new()
    }
    #[inline(always)]
    fn add(&self, partial: Self::Partial, card: Self::Card) -> Self::Partial {
        partial + card
    }
    #[inline(always)]
    fn rank_partial(&self, partial: Self::Partial) -> Self::Rank {
        partial.rank()
    }
}

/// <https://docs.rs/aya_poker>
pub struct Aya(ByByte<aya_poker::base::Card>);

impl Aya {
    pub fn new() -> Aya {
        let card = |text: &str| text.parse().expect("aya_poker reads our cards");
        Aya(ByByte::new(card("2c"), |ours| card(&ours.to_string())))
    }
}

impl Contestant for Aya {
    type Rank = aya_poker::PokerHandRank;
    #[inline(always)]
    fn rank(&self, cards: &[Card; 7]) -> Self::Rank {
        let mut hand = aya_poker::base::Hand::new();
        for &card in cards {
            hand.insert_unchecked(self.0.of(card));
        }
        aya_poker::poker_rank(&hand)
    }
    #[inline(always)]
    fn number(rank: Self::Rank) -> u16 {
        rank.0
    }
}

impl Incremental for Aya {
    type Card = aya_poker::base::Card;
    type Partial = aya_poker::base::Hand;
    fn deck(&self) -> [Self::Card; 52] {
        all_cards().map(|card| *self.0.of(card))
    }
    fn empty(&self) -> Self::Partial {
        aya_poker::base::Hand::new()
    }
    #[inline(always)]
    fn add(&self, mut partial: Self::Partial, card: Self::Card) -> Self::Partial {
        partial.insert_unchecked(&card);
        partial
    }
    #[inline(always)]
    fn rank_partial(&self, partial: Self::Partial) -> Self::Rank {
        aya_poker::poker_rank(&partial)
    }
}

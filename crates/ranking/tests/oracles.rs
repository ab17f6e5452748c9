//! The standard ranking against two independent ones, and against the published frequencies.

mod common;

use common::{Agreement, Dealer, aya_cards, aya_hand};
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_ranking::{Category, Folded, rank_5, rank_6, rank_7, rank_set};

fn pokers(cards: &[Card]) -> u16 {
    let mut hand = pokers::Hand::default();
    cards.iter().for_each(|card| hand += pokers::CARDS[card.index() as usize]);
    hand.evaluate()
}

fn aya(cards: &[Card], deck: &[aya_poker::base::Card]) -> u16 {
    aya_poker::poker_rank(&aya_hand(cards, deck)).0
}

/// A million hands of each size from five to seven, cards drawn at random.
#[test]
fn a_million_hands_rank_like_pokers_and_aya_poker() {
    let deck = aya_cards();
    let mut dealer = Dealer::new(Pack::Full52);
    let (mut by_pokers, mut by_aya) = (Agreement::new(), Agreement::new());
    for _ in 0..1_000_000 {
        let cards = dealer.deal(7);
        let (five, six, seven) = (&cards[..5], &cards[..6], &cards[..7]);
        let strengths = [
            (five, rank_5(five.try_into().unwrap())),
            (six, rank_6(six.try_into().unwrap())),
            (seven, rank_7(seven.try_into().unwrap())),
        ];
        for (hand, strength) in strengths {
            by_pokers.note(strength, pokers(hand), || format!("{hand:?}"));
            by_aya.note(strength, aya(hand, &deck), || format!("{hand:?}"));
        }
    }
    assert!(by_pokers.strengths() > 7_000 && by_aya.strengths() > 7_000);
}

/// Visits every `size` cards of 52 in order, folding what they share.
fn each_hand(size: usize, from: u8, folded: Folded, visit: &mut impl FnMut(Folded)) {
    for index in from..=52 - size as u8 {
        let folded = folded + Card::from_index(index).expect("under 52");
        if size == 1 { visit(folded) } else { each_hand(size - 1, index + 1, folded, visit) }
    }
}

/// How many hands there are of each category, weakest first.
fn frequencies(size: usize) -> [u32; 9] {
    let mut counts = [0; 9];
    each_hand(size, 0, Folded::EMPTY, &mut |hand| counts[hand.rank().category() as usize] += 1);
    counts
}

/// Brian Alspach, "5-Card Poker Hands".
#[test]
fn five_cards_have_their_frequencies() {
    assert_eq!(frequencies(5), [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
}

#[test]
fn there_are_7462_strengths() {
    let mut seen = vec![false; 1 << 16];
    each_hand(5, 0, Folded::EMPTY, &mut |hand| seen[hand.rank().value() as usize] = true);
    assert_eq!(seen.iter().filter(|&&seen| seen).count(), 7_462);
    assert!(!seen[0], "zero is no strength");
}

/// The best of six cards is the best five of them.
#[test]
fn six_cards_are_the_best_five_of_them() {
    let mut hands = 0u32;
    each_hand(6, 0, Folded::EMPTY, &mut |hand| {
        hands += 1;
        // Every 16th of the 20 million, or a debug build crawls.
        if hands.is_multiple_of(16) {
            let fives = hand.cards().iter().map(|card| rank_set(hand.cards() - CardSet::only(card)));
            assert_eq!(fives.max().flatten(), Some(hand.rank()), "{}", hand.cards());
        }
    });
    assert_eq!(hands, 20_358_520);
}

#[test]
#[ignore = "long: make soak"]
fn seven_cards_have_their_frequencies() {
    let published = [
        (Category::HighCard, 23_294_460),
        (Category::Pair, 58_627_800),
        (Category::TwoPair, 31_433_400),
        (Category::ThreeOfAKind, 6_461_620),
        (Category::Straight, 6_180_020),
        (Category::Flush, 4_047_644),
        (Category::FullHouse, 3_473_184),
        (Category::FourOfAKind, 224_848),
        (Category::StraightFlush, 41_584),
    ];
    assert_eq!(frequencies(7), published.map(|(_, count)| count));
}

#[test]
#[ignore = "long: make soak"]
fn all_133_784_560_hands_rank_like_pokers_and_aya_poker() {
    let deck = aya_cards();
    let (mut by_pokers, mut by_aya) = (Agreement::new(), Agreement::new());
    let mut hands = 0u32;
    each_hand(7, 0, Folded::EMPTY, &mut |hand| {
        hands += 1;
        let mut cards = hand.cards().iter();
        let cards = [(); 7].map(|()| cards.next().expect("seven cards"));
        assert_eq!(rank_7(&cards), hand.rank());
        by_pokers.note(hand.rank(), pokers(&cards), || hand.cards().to_string());
        by_aya.note(hand.rank(), aya(&cards, &deck), || hand.cards().to_string());
    });
    assert_eq!(hands, 133_784_560);
    // Seven cards always hold something better than the weakest fives.
    assert_eq!((by_pokers.strengths(), by_aya.strengths()), (4_824, 4_824));
}

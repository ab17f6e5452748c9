//! Short deck, Omaha, the lows and badugi against aya_poker.

mod common;

use aya_poker::base::Hand;
use common::{Agreement, Dealer, aya_cards, aya_hand};
use kozyr_cards::{Card, Pack, Rank};
use kozyr_ranking::Ranking;

/// Deals `own` cards and a board of `common` again and again; the oracle may say that there is no hand.
fn check(
    ranking: Ranking,
    (own, common): (usize, usize),
    deals: usize,
    oracle: impl Fn(&Hand, &Hand) -> Option<u16>,
) -> usize {
    let pack = if ranking == Ranking::ShortDeck { Pack::Short36 } else { Pack::Full52 };
    let (deck, mut dealer, mut agreement) = (aya_cards(), Dealer::new(pack), Agreement::new());
    for _ in 0..deals {
        let (hole, board): (&[Card], &[Card]) = dealer.deal(own + common).split_at(own);
        let theirs = oracle(&aya_hand(hole, &deck), &aya_hand(board, &deck));
        let ours = ranking.rank(hole, board);
        assert_eq!(ours.is_some(), theirs.is_some(), "{ranking:?} {hole:?} {board:?}");
        if let Some((ours, theirs)) = ours.zip(theirs) {
            agreement.note(ours, theirs, || format!("{ranking:?} {hole:?} {board:?}"));
        }
    }
    agreement.strengths()
}

#[test]
fn short_deck() {
    for cards in 5..=7 {
        let strengths = check(Ranking::ShortDeck, (cards, 0), 200_000, |hand, _| {
            Some(aya_poker::short_deck_rank(hand).0)
        });
        assert!(strengths > 400, "{strengths}");
    }
}

#[test]
fn omaha() {
    for board in 3..=5 {
        let oracle = |hole: &Hand, board: &Hand| Some(aya_poker::omaha_rank(hole, board).0);
        let strengths = check(Ranking::Omaha, (4, board), 50_000, oracle);
        assert!(strengths > 2_000, "{strengths}");
    }
}

#[test]
fn omaha_eight_or_better() {
    let oracle = |hole: &Hand, board: &Hand| {
        Some(aya_poker::omaha_lo_rank(hole, board).to_lo_8_rank().0).filter(|&rank| rank > 0)
    };
    // 56 sets of five ranks from ace to eight.
    assert_eq!(check(Ranking::OmahaEightOrBetter, (4, 5), 50_000, oracle), 56);
}

#[test]
fn ace_to_five() {
    for cards in 5..=7 {
        let strengths =
            check(Ranking::AceToFive, (cards, 0), 100_000, |hand, _| Some(aya_poker::ace_five_rank(hand).0));
        assert!(strengths > 1_000, "{strengths}");
    }
}

#[test]
fn eight_or_better() {
    let oracle = |hand: &Hand, _: &Hand| {
        Some(aya_poker::ace_five_rank(hand).to_lo_8_rank().0).filter(|&rank| rank > 0)
    };
    assert_eq!(check(Ranking::EightOrBetter, (7, 0), 100_000, oracle), 56);
}

/// aya_poker has A-5-4-3-2 below all other ace-high hands; it is the best of them (the ace is high
/// and there is no straight), as our own test has it. Hands with those five ranks are left out here.
#[test]
fn deuce_to_seven() {
    let (deck, mut dealer, mut agreement) = (aya_cards(), Dealer::new(Pack::Full52), Agreement::new());
    for deal in 0..180_000 {
        let cards = dealer.deal(5 + deal % 3);
        let low_ranks = [Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five];
        if low_ranks.iter().all(|&rank| cards.iter().any(|card| card.rank() == rank)) {
            continue;
        }
        let ours = Ranking::DeuceToSeven.rank(cards, &[]).expect("five to seven cards");
        agreement.note(ours, aya_poker::deuce_seven_rank(&aya_hand(cards, &deck)).0, || format!("{cards:?}"));
    }
    assert!(agreement.strengths() > 1_000);
}

#[test]
fn badugi() {
    for cards in 1..=5 {
        let strengths =
            check(Ranking::Badugi, (cards, 0), 50_000, |hand, _| Some(aya_poker::badugi_rank(hand).0));
        assert!(strengths >= 13, "{strengths}");
    }
}

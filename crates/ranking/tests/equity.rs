//! Equity against another library, against its own definition, and against known figures.
#![allow(clippy::float_arithmetic)] // The other library speaks in floats.

mod common;

use common::Dealer;
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_ranking::equity::POT;
use kozyr_ranking::{Equity, EquityError, Range, Ranking, Showdown};
use std::sync::{Arc, atomic::AtomicBool};

fn set(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn showdown(ranking: Ranking, players: &[&str], board: &str, dead: &str) -> Result<Showdown, EquityError> {
    let players: Vec<Range> = players.iter().map(|text| text.parse().unwrap()).collect();
    Showdown::new(ranking, &players, set(board), set(dead))
}

fn exact(players: &[&str], board: &str, dead: &str) -> Equity {
    showdown(Ranking::Standard, players, board, dead).unwrap().exact().unwrap()
}

fn percents(equity: &Equity) -> Vec<String> {
    let all: u128 = equity.players().map(|player| player.shares).sum();
    assert_eq!(all, u128::from(POT) * equity.total(), "every pot is won completely");
    equity.players().map(|player| player.percent().to_string()).collect()
}

#[test]
fn known_figures() {
    let equity = exact(&["AhAd", "KsKc"], "", "");
    // 48 cards are left for five places.
    assert_eq!(equity.total(), 1_712_304);
    assert_eq!(percents(&equity), ["81.26%", "18.74%"]);
    assert_eq!(percents(&exact(&["AA", "KK"], "", "")), ["81.95%", "18.05%"]);
    assert_eq!(percents(&exact(&["AKs", "QQ"], "", "")), ["46.05%", "53.95%"]);
    // Two kings of 44 cards beat the aces.
    assert_eq!(percents(&exact(&["AhAd", "KsKc"], "2c3d7h9s", "")), ["95.45%", "4.55%"]);
    assert_eq!(percents(&exact(&["AhAd", "KsKc"], "2c3d7h9s", "KdKh")), ["100.00%", "0.00%"]);
}

#[test]
fn a_board_nobody_beats_is_split() {
    let hands = ["2c2d", "3c3d", "4c4d", "5c5d", "6c6d", "7c7d", "8c8d", "9c9d", "2h2s", "3h3s"];
    for players in 2..=10 {
        let equity = exact(&hands[..players], "TsJsQsKsAs", "");
        assert_eq!(equity.total(), 1);
        for player in equity.players() {
            assert_eq!((player.wins, player.ties, player.shares), (0, 1, u128::from(POT) / players as u128));
        }
    }
}

/// (players, board, dead), for pokers with `@` before a weight in percent.
#[test]
fn ranges_have_the_equity_pokers_says() {
    for (players, board, dead) in [
        (&["AA", "KK"][..], "", ""),
        (&["AhKh", "QQ"], "", "QcAs"),
        (&["QQ+,AKs", "99-JJ,AQs+", "AhTh"], "Ad7c2h", ""),
        (&["22+,A2s+,K9o+", "random"], "Ad7c2h9s", "Kc"),
        (&["AA,KK:0.5", "QQ:0.25,JJ"], "2c3d4h", ""),
        (&["AhKh", "2c2d", "7s8s", "TT", "A5s"], "9sTd2h", ""),
        (&["A5s-A2s", "T9s-76s"], "5d6h7c", ""),
    ] {
        let ours = exact(players, board, dead);
        percents(&ours);
        let weight = |text: &str| text.replace(":0.5", "@50").replace(":0.25", "@25");
        // pokers reads dashes in another way.
        let spelled = |text: &str| {
            let text = text.replace("T9s-76s", "T9s,98s,87s,76s").replace("A5s-A2s", "A2s,A3s,A4s,A5s");
            text.replace("99-JJ", "99,TT,JJ")
        };
        let ranges =
            pokers::HandRange::from_strings(players.iter().map(|text| spelled(&weight(text))).collect());
        let mask = pokers::get_card_mask;
        let never = Arc::new(AtomicBool::new(false));
        let theirs = pokers::exact_equity(&ranges, mask(board), mask(dead), 1, never, |_| {}).unwrap();
        for (ours, theirs) in ours.players().zip(theirs.equities) {
            let ours = ours.shares as f64 / (POT as f64 * ours.total as f64);
            assert!((ours - theirs).abs() < 1e-9, "{players:?} {board} {dead}: {ours} and {theirs}");
        }
    }
}

/// Counts a showdown of exact hands by the definition: every board, everybody's strength.
fn by_definition(
    ranking: Ranking,
    hands: &[Vec<Card>],
    board: &[Card],
    left: &[Card],
) -> Vec<(u128, u128, u128)> {
    let mut counts = vec![(0, 0, 0); hands.len()];
    let mut count = |board: &[Card]| {
        let strengths: Vec<_> = hands.iter().map(|hand| ranking.rank(hand, board)).collect();
        let best = strengths.iter().max().unwrap();
        let winners = strengths.iter().filter(|&strength| strength == best).count();
        for (count, _) in counts.iter_mut().zip(&strengths).filter(|(_, strength)| *strength == best) {
            *if winners == 1 { &mut count.0 } else { &mut count.1 } += 1;
            count.2 += u128::from(POT) / winners as u128;
        }
    };
    for (i, &turn) in left.iter().enumerate() {
        for &river in &left[i + 1..] {
            count(&[board, &[turn, river]].concat());
        }
    }
    counts
}

#[test]
fn exact_hands_are_counted_by_the_definition() {
    for (ranking, pack, cards) in [
        (Ranking::Standard, Pack::Full52, 2),
        (Ranking::ShortDeck, Pack::Short36, 2),
        (Ranking::Omaha, Pack::Full52, 4),
    ] {
        let mut dealer = Dealer::new(pack);
        for deal in 0..12 {
            let players = 2 + deal % 4;
            let dealt = dealer.deal(players * cards + 3).to_vec();
            let (board, hands) = dealt.split_at(3);
            let hands: Vec<Vec<Card>> = hands.chunks(cards).map(<[Card]>::to_vec).collect();
            let left: Vec<Card> = (pack.cards() - dealt.iter().copied().collect()).iter().collect();

            let ranges: Vec<Range> =
                hands.iter().map(|hand| hand.iter().copied().collect::<CardSet>().into()).collect();
            let flop = board.iter().copied().collect();
            let equity = Showdown::new(ranking, &ranges, flop, CardSet::EMPTY).unwrap().exact().unwrap();
            let counted: Vec<_> = equity.players().map(|one| (one.wins, one.ties, one.shares)).collect();
            assert_eq!(
                counted,
                by_definition(ranking, &hands, board, &left),
                "{ranking:?} {hands:?} {board:?}"
            );
        }
    }
}

#[test]
fn weights_count_hands_so_often() {
    let weighted = exact(&["AA:0.5,KK", "QQ"], "2c3d4h", "");
    let (aces, kings) = (exact(&["AA", "QQ"], "2c3d4h", ""), exact(&["KK", "QQ"], "2c3d4h", ""));
    assert_eq!(weighted.player(0).wins, aces.player(0).wins + 2 * kings.player(0).wins);
    assert_eq!(weighted.total(), aces.total() + 2 * kings.total());
    // A common factor changes nothing.
    assert_eq!(exact(&["AA:0.3", "QQ:0.7"], "2c3d4h", ""), aces);
}

#[test]
fn random_deals_come_near() {
    for (ranking, players, board) in [
        (Ranking::Standard, &["AA", "KK:0.5,QQ"][..], "2c3d4h"),
        (Ranking::Standard, &["AKs,77", "QQ-TT", "A5s+"], "Ts7d2c"),
        (Ranking::ShortDeck, &["AA", "KQs"], "6h8d9s"),
        (Ranking::Omaha, &["AsAdKsQd", "9h8h7c6c"], "Th5s2d"),
    ] {
        let showdown = showdown(ranking, players, board, "").unwrap();
        let (exact, mut dealer) = (showdown.exact().unwrap(), Dealer::new(Pack::Full52));
        let mut sampled = showdown.sample(20_000, || dealer.random()).unwrap();
        sampled += &showdown.sample(20_000, || dealer.random()).unwrap();
        percents(&sampled);
        assert_eq!(sampled.total(), 40_000);
        for (exact, sampled) in exact.players().zip(sampled.players()) {
            let part = |of: kozyr_ranking::PlayerEquity| of.shares as f64 / (POT as f64 * of.total as f64);
            // Six standard deviations at most.
            assert!((part(exact) - part(sampled)).abs() < 0.015, "{players:?}: {exact:?} {sampled:?}");
        }
    }
}

#[test]
fn ten_players() {
    let hands = ["AA", "KK", "QQ", "JJ", "TT", "99", "88", "77", "66", "AKs"];
    let showdown = showdown(Ranking::Standard, &hands, "", "").unwrap();
    let mut dealer = Dealer::new(Pack::Full52);
    let equity = showdown.sample(2_000, || dealer.random()).unwrap();
    percents(&equity);
    assert_eq!(equity.len(), 10);
    assert!(equity.players().all(|player| player.wins > 0));
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |players: &[&str], board: &str, dead: &str| {
        showdown(Ranking::Standard, players, board, dead).and_then(|showdown| showdown.exact()).unwrap_err()
    };
    assert_eq!(refused(&["AA"], "", ""), EquityError::Players(1));
    assert_eq!(refused(&["AA"; 11], "", ""), EquityError::Players(11));
    assert_eq!(refused(&["AA", "KK"], "2c3c4c5c6c7c", ""), EquityError::Board(6));
    assert_eq!(refused(&["AA", "KK"], "2c3c4c", "4cAs"), EquityError::Twice("4c".parse().unwrap()));
    assert_eq!(refused(&["AA", "KhKs"], "Kh3c4c", ""), EquityError::NoHandLeft(1));
    assert_eq!(refused(&["AA", "KK"], "", "KhKsKd"), EquityError::NoHandLeft(1));
    assert_eq!(refused(&["AA", "AsKsQsJs"], "", ""), EquityError::HandSize { player: 1, cards: 4 });
    assert_eq!(refused(&["AA", "AA", "AA"], "2c3c4c", ""), EquityError::NoDeal);
    assert_eq!(refused(&["*"; 10], "", ""), EquityError::TooLarge);

    let holdem = |players: &[&str]| showdown(Ranking::Standard, players, "", "").unwrap();
    assert_eq!(holdem(&["AA", "AA", "AA"]).sample(10, || 0), Err(EquityError::NoDeal));
    assert_eq!(holdem(&["AA", "KK"]).sample(0, || 0), Err(EquityError::NoTrials));
    // There is one deal in a million, and a search that is lost in the others.
    assert_eq!(holdem(&["AA,KK,QQ"; 6]).sample(10, || 0), Err(EquityError::Crowded));

    let short = |players: &[&str], board: &str| showdown(Ranking::ShortDeck, players, board, "").unwrap_err();
    assert_eq!(short(&["AA", "55"], ""), EquityError::NoHandLeft(1));
    assert_eq!(short(&["AA", "77"], "5c6c7c"), EquityError::NotInPack("5c".parse().unwrap()));
    assert_eq!(
        showdown(Ranking::Badugi, &["AA", "KK"], "", "").unwrap_err(),
        EquityError::Ranking(Ranking::Badugi)
    );
    assert_eq!(
        showdown(Ranking::Omaha, &["AsAdAhKs", "KdKhQd"], "", "").unwrap_err(),
        EquityError::HandSize { player: 1, cards: 3 }
    );
    let omaha_six = [
        "2c3c4c5c6c7c",
        "8c9cTcJcQcKc",
        "2d3d4d5d6d7d",
        "8d9dTdJdQdKd",
        "2h3h4h5h6h7h",
        "8h9hThJhQhKh",
        "2s3s4s5s6s7s",
        "8s9sTsJsQsKs",
    ];
    let omaha = showdown(Ranking::Omaha, &omaha_six, "", "").unwrap();
    // 48 cards in the hands leave four for a board of five.
    assert_eq!(omaha.sample(10, || 0), Err(EquityError::NoDeal));
}

/// A source that always says the same ends, too.
#[test]
fn a_broken_source_of_random_bits_does_not_hang() {
    let showdown = showdown(Ranking::Standard, &["AhAd", "KsKc"], "", "").unwrap();
    for bits in [0, u64::MAX] {
        assert_eq!(showdown.sample(10, || bits).unwrap().total(), 10);
    }
}

#![allow(clippy::float_arithmetic, reason = "odds, not chips")]

use super::odds::{Hands, points};
use super::*;
use kozyr_cards::{Card, CardSet, Pack};
use kozyr_protocol::room::{
    SekaHand, SekaLastAction, SekaMade, SekaMode, SekaPlayer, SekaPoints, SekaPreset, SekaPresetKind,
    SekaRake, SekaStage, SekaThree, SekaTimes,
};

fn random(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |n| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    }
}

fn info() -> SekaInfo {
    let three = [('A', 37), ('K', 36), ('Q', 35), ('J', 34), ('T', 33)];
    SekaInfo {
        base: Chips::new(10),
        max_stake: Chips::new(100),
        min_balance: Chips::new(100),
        max_balance: None,
        deck: Pack::Seka21.cards().iter().collect(),
        joker: Some(Pack::SEKA_JOKER),
        points: SekaPoints {
            three: three.map(|(rank, points)| SekaThree { rank, points }).into(),
            joker_ace_suit: 32,
            suit_with_ace: 31,
            joker_suit: 31,
            suit: 30,
            two_aces: 22,
            joker_ace: 22,
            pair_with_ace: 21,
            joker: 21,
            pair: 20,
            ace: 11,
            nothing: 10,
        },
        dark_is_lent: true,
        dark_to_the_end: false,
        match_final_raise: false,
        reveal_is_seen: true,
        max_svaras: 8,
        rake: SekaRake::None,
        times: SekaTimes {
            ready_ms: 10_000,
            turn_ms: 30_000,
            reveal_ms: 15_000,
            vote_ms: 10_000,
            entry_ms: 10_000,
            pause_ms: 10_000,
        },
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// The distribution of the rules: the bot counts what the table counts.
#[test]
fn every_hand_is_counted_as_the_rules_count_it() {
    let all = Hands::of(&info(), Pack::Seka21.cards());
    let known =
        [(10, 240), (11, 192), (20, 360), (21, 264), (22, 144), (30, 16), (31, 48), (32, 16), (37, 10)];
    for (points, hands) in known {
        let part = all.at_least(points) - all.at_least(points + 1);
        assert!((part * 1330.0 - f64::from(hands)).abs() < 1e-6, "{points}: {}", part * 1330.0);
    }
    // What one holds, nobody else does: against three aces nobody has an ace.
    let mut left = Pack::Seka21.cards();
    left -= cards("AC AD AH").into_iter().collect();
    assert!(Hands::of(&info(), left).beaten_by(37) > 0.999);
    assert_eq!(points(&info(), [cards("KD")[0], cards("6C")[0], cards("KC")[0]]), 36);
    assert!(Hands::of(&info(), CardSet::EMPTY).beaten_by(10) > 0.999, "nobody to beat");
}

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// A spot of round 1 against one opponent who has raised to `stake`, or not at all.
fn decides(level: Level, hand: &str, stake: i64, seed: u32) -> SekaAction {
    let info = info();
    let hand = cards(hand);
    let rival = SekaPlayer {
        player: 7,
        status: SekaStatus::InGame,
        mode: SekaMode::Open,
        bet: Chips::new(stake),
        face_down: 3,
        last_action: (stake > 10)
            .then_some(SekaLastAction::Raise { to: Chips::new(stake), pay: Chips::new(stake - 10) }),
        ..SekaPlayer::default()
    };
    let me = SekaPlayer { player: 1, bet: Chips::new(10), last_action: None, ..rival.clone() };
    let game = SekaView {
        stage: SekaStage::Round1,
        round: 1,
        order: vec![seat(2), seat(1)],
        stake: Chips::new(stake),
        pot: Chips::new(stake + 10),
        players: [(seat(1), me), (seat(2), rival)].into_iter().collect(),
        ..SekaView::default()
    };
    let price = |counts| SekaPrice { pay: Chips::new(counts), counts: Chips::new(counts) };
    let preset = |kind, to| SekaPreset {
        kind,
        to: Chips::new(to),
        pay: price(to - 10).pay,
        counts: price(to - 10).counts,
    };
    let raise = SekaRaise {
        least: Chips::new(stake + 1),
        most: Chips::new(100),
        step: Chips::new(10),
        bet: Chips::new(10),
        half: false,
        presets: vec![preset(SekaPresetKind::Double, (stake * 2).min(90)), preset(SekaPresetKind::Most, 100)],
    };
    let mut offers = vec![SekaOffer::Call(price(stake - 10)), SekaOffer::Fold];
    if stake < 100 {
        offers.push(SekaOffer::Raise(raise));
    }
    let points = points(&info, hand.clone().try_into().unwrap());
    let made = SekaMade { points, kind: SekaHand::Nothing, cards: Vec::new() };
    let own = SekaOwn { cards: hand, made: Some(made), offers, ..SekaOwn::default() };
    choose(level, &info, seat(1), &game, &own, &mut random(seed)).expect("it is the bot's turn")
}

#[test]
fn neither_throws_away_the_best_hand_nor_pays_for_the_worst() {
    let count = |level, hand: &str, stake, wanted: fn(SekaAction) -> bool| {
        (0..100).filter(|&seed| wanted(decides(level, hand, stake, seed))).count()
    };
    let folds = |action| action == SekaAction::Fold;
    let raises = |action| matches!(action, SekaAction::RaiseTo { .. });
    for level in [Level::Casual, Level::Strong] {
        assert_eq!(count(level, "AC AD AH", 100, folds), 0, "{level:?}: three aces are never folded");
        assert_eq!(count(level, "AC AD AH", 10, raises), 100, "{level:?}: they are raised");
        assert_eq!(count(level, "KC QD JH", 100, folds), 100, "{level:?}: nothing is not paid for");
        assert_eq!(count(level, "KC QD JH", 10, folds), 0, "{level:?}: what is free is taken");
    }
}

#[test]
fn unseen_cards_are_looked_at_and_dark_is_for_the_houses_money() {
    let price = SekaPrice { pay: Chips::new(5), counts: Chips::new(10) };
    let own = SekaOwn {
        offers: vec![SekaOffer::Open, SekaOffer::Dark(price), SekaOffer::Check, SekaOffer::Fold],
        ..SekaOwn::default()
    };
    let player = SekaPlayer { status: SekaStatus::InGame, ..SekaPlayer::default() };
    let two = [(seat(1), player.clone()), (seat(2), player)].into_iter().collect();
    let game = SekaView { round: 1, players: two, ..SekaView::default() };
    let darks = |info: &SekaInfo| {
        let choose = |seed| choose(Level::Strong, info, seat(1), &game, &own, &mut random(seed));
        (0..100).filter(|&seed| choose(seed) == Some(SekaAction::Dark)).count()
    };
    assert!(darks(&info()) < 20);
    assert_eq!(darks(&SekaInfo { dark_is_lent: false, ..info() }), 100);
    let casual = choose(Level::Casual, &info(), seat(1), &game, &own, &mut random(1));
    assert_eq!(casual, Some(SekaAction::Open));
}

#[test]
fn a_svara_is_entered_when_it_pays() {
    let tied = SekaPlayer { tied: true, status: SekaStatus::InGame, ..SekaPlayer::default() };
    let game = |tied_players: u8| SekaView {
        pot: Chips::new(60),
        players: (1..=tied_players).map(|number| (seat(number), tied.clone())).collect(),
        ..SekaView::default()
    };
    let enters = |tied, pay| {
        let own = SekaOwn {
            offers: vec![SekaOffer::Enter { pay: Chips::new(pay) }, SekaOffer::Pass],
            ..SekaOwn::default()
        };
        choose(Level::Strong, &info(), seat(6), &game(tied), &own, &mut random(3)) == Some(SekaAction::Enter)
    };
    // Half of the pot for a third of one and a half pots is fair; for a quarter it is not, nor is the whole pot.
    assert_eq!([enters(2, 30), enters(3, 30), enters(2, 60)], [true, false, false]);
}

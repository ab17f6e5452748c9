//! Who sees which cards, when.

use kozyr_card_game::{Clock, Move, Seat, Seated, Viewer};
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Dealt, Event, Offer, RevealShown, Rules};

const A: Seat = Seat::from_index(0);
const B: Seat = Seat::from_index(1);
const C: Seat = Seat::from_index(2);
const EVERYBODY: [Viewer; 4] = [Viewer::Seat(A), Viewer::Seat(B), Viewer::Seat(C), Viewer::Spectator];

/// A holds 20 points, B 11, C 36.
fn dealt(rules: Rules) -> Deal {
    let players = [A, B, C].map(|seat| Seated { seat, stack: Chips::new(200) });
    let mut deal = Deal::start(&rules, &players, &[], &mut Vec::new()).unwrap();
    let cards = kozyr_cards::cards_in("KH AH KD QH QC KC JS 10S 6C").map(Result::unwrap).collect();
    deal.play(&Move::Deal(Dealt { dealer: C, cards }), &mut Vec::new()).unwrap();
    deal
}

#[track_caller]
fn acts(deal: &mut Deal, acts: &[(Seat, Action)]) -> Vec<Event> {
    let mut heard = Vec::new();
    for &(seat, action) in acts {
        deal.play(&Move::Act(seat, action), &mut heard).unwrap();
    }
    heard
}

/// For every viewer, whose hands they see.
fn seen(deal: &Deal) -> [String; 4] {
    EVERYBODY.map(|viewer| {
        let view = deal.view(viewer);
        let shown = view.seats.iter().filter(|seat| seat.hand.is_some());
        assert!(view.seats.iter().all(|seat| seat.hand.is_some() == seat.points.is_some()));
        shown.map(|seat| ["A", "B", "C"][seat.seat.index()]).collect()
    })
}

#[test]
fn nobody_sees_anything_before_looking() {
    let mut deal = dealt(Rules::stock()[1]);
    assert_eq!(seen(&deal), ["", "", "", ""]);
    let heard = acts(&mut deal, &[(A, Action::Open)]);
    assert_eq!(seen(&deal), ["A", "", "", ""]);
    let hand = ["KH", "QH", "JS"].map(|card| card.parse().unwrap());
    assert_eq!(heard[0].for_viewer(Viewer::Seat(A)), Event::Opened { seat: A, hand: Some(hand) });
    for viewer in &EVERYBODY[1..] {
        assert_eq!(heard[0].for_viewer(*viewer), Event::Opened { seat: A, hand: None });
    }
}

#[test]
fn a_reveal_shows_the_two_hands_to_the_two_alone() {
    let calls =
        [(A, Action::Call), (B, Action::Call), (C, Action::Call), (A, Action::Call), (B, Action::Reveal)];
    let mut deal = dealt(Rules::stock()[1]);
    let heard = acts(&mut deal, &calls);
    assert_eq!(seen(&deal), ["AB", "AB", "", ""]);
    for viewer in EVERYBODY {
        let event = heard.last().unwrap().for_viewer(viewer);
        let Event::Revealed { loser, hands, .. } = event else { panic!("{event:?}") };
        assert_eq!((loser, hands.is_some()), (Some(B), viewer.is(A) || viewer.is(B)));
    }
    let mut deal = dealt(Rules { reveal_shown: RevealShown::Nobody, ..Rules::stock()[1] });
    acts(&mut deal, &calls);
    assert_eq!(seen(&deal), ["", "", "", ""]);
}

#[test]
fn the_showdown_shows_the_hands_still_in_and_never_a_folded_one() {
    let mut deal = dealt(Rules::stock()[1]);
    acts(&mut deal, &[(A, Action::Call), (B, Action::Open), (B, Action::Fold), (C, Action::Call)]);
    acts(&mut deal, &[(A, Action::Call), (C, Action::Call), (A, Action::Call), (C, Action::Call)]);
    assert_eq!(seen(&deal), ["AC", "ABC", "AC", "AC"]);
}

#[test]
fn the_last_one_in_shows_nothing() {
    let mut deal = dealt(Rules::stock()[1]);
    acts(&mut deal, &[(A, Action::Fold), (B, Action::Fold)]);
    assert_eq!(seen(&deal), ["", "", "", ""]);
}

#[test]
fn a_view_has_the_buttons_with_their_prices() {
    let chips = Chips::new;
    let mut deal = dealt(Rules::stock()[1]);
    let raise = Offer::Raise { from: chips(11), to: chips(100), bet: chips(10), half: false };
    let free = Offer::Call { pay: chips(0), counts: chips(0) };
    assert_eq!(
        deal.view(Viewer::Seat(A)).offers,
        [
            Offer::Open,
            Offer::Dark { pay: chips(5), counts: chips(10) },
            Offer::Check,
            free,
            raise,
            Offer::Fold
        ]
    );
    assert_eq!(deal.view(Viewer::Seat(B)).offers, []);
    assert_eq!(deal.view(Viewer::Spectator).offers, []);
    acts(&mut deal, &[(A, Action::Dark), (B, Action::Raise(chips(41))), (C, Action::Call)]);
    let raise = Offer::Raise { from: chips(42), to: chips(100), bet: chips(20), half: true };
    assert_eq!(raise.pays(chips(45)), chips(13));
    assert_eq!(
        deal.view(Viewer::Seat(A)).offers,
        [
            Offer::Open,
            Offer::Call { pay: chips(11), counts: chips(21) },
            raise,
            Offer::Reveal { pay: chips(82), target: C },
            Offer::Fold
        ]
    );
    deal.play(&Move::Timeout(Clock::Seat(A)), &mut Vec::new()).unwrap();
    assert_eq!(deal.view(Viewer::Seat(A)).offers, []);
}

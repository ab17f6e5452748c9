//! Single statements about bets, beside the cases.

use kozyr_card_game::{Move, Seat, Seated};
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Dealt, Mode, Offer, Refusal, RevealShown, Rules};

const A: Seat = Seat::from_index(0);
const B: Seat = Seat::from_index(1);
const C: Seat = Seat::from_index(2);

fn dealt() -> Deal {
    dealt_by(Rules::stock()[1])
}

fn dealt_by(rules: Rules) -> Deal {
    dealt_with(rules, "KH AH KD QH QC KC JS 10S 6C")
}

fn dealt_with(rules: Rules, cards: &str) -> Deal {
    let players = [A, B, C].map(|seat| Seated { seat, stack: Chips::new(200) });
    let mut deal = Deal::start(&rules, &players, &[], &mut Vec::new()).unwrap();
    let cards = kozyr_cards::cards_in(cards).map(Result::unwrap).collect();
    deal.play(&Move::Deal(Dealt { dealer: C, cards }), &mut Vec::new()).unwrap();
    deal
}

#[track_caller]
fn acts(deal: &mut Deal, acts: &[(Seat, Action)]) {
    for &(seat, action) in acts {
        deal.play(&Move::Act(seat, action), &mut Vec::new()).unwrap();
    }
}

fn offers(deal: &Deal, seat: Seat) -> Vec<Offer> {
    let mut offers = Vec::new();
    deal.offers(seat, &mut offers);
    offers
}

/// A REVEAL is against the previous player still in, whoever sat between.
#[test]
fn a_reveal_passes_over_who_has_folded() {
    let mut deal = dealt();
    acts(&mut deal, &[(A, Action::Call), (B, Action::Fold), (C, Action::Call), (A, Action::Call)]);
    assert!(offers(&deal, C).contains(&Offer::Reveal { pay: Chips::new(20), target: A }));
    acts(&mut deal, &[(C, Action::Reveal)]);
    assert_eq!(deal.reveal().map(|reveal| (reveal.by, reveal.target)), Some((C, A)));
}

/// Of equal hands the one who asked falls, unless they are the last two: then nobody does.
#[test]
fn of_equal_hands_who_asked_falls_while_others_are_in() {
    for (third, loser) in [(Action::Call, Some(B)), (Action::Fold, None)] {
        // A and B have 20 points each.
        let mut deal = dealt_with(Rules::stock()[1], "KH KD AH QH QD QC JS 10C 10S");
        acts(
            &mut deal,
            &[(A, Action::Call), (B, Action::Call), (C, third), (A, Action::Call), (B, Action::Reveal)],
        );
        assert_eq!(deal.reveal().map(|reveal| (reveal.by, reveal.target, reveal.loser)), Some((B, A, loser)));
    }
}

#[test]
fn cards_are_looked_at_once() {
    let mut deal = dealt();
    let first = deal.turn().unwrap();
    assert!(offers(&deal, first).contains(&Offer::Open), "the first look is offered");
    acts(&mut deal, &[(first, Action::Open)]);
    assert!(!offers(&deal, first).contains(&Offer::Open), "a second is not");
    let again = deal.play(&Move::Act(first, Action::Open), &mut Vec::new());
    assert_eq!(again, Err(Refusal::OpenAlready));
}

/// A dark player who has seen their cards in a REVEAL is open; where nobody sees them, they stay dark.
#[test]
fn a_reveal_opens_a_dark_player() {
    for (reveal_shown, mode) in [(RevealShown::Both, Mode::Open), (RevealShown::Nobody, Mode::Dark)] {
        let mut deal = dealt_by(Rules { reveal_shown, ..Rules::stock()[1] });
        acts(&mut deal, &[(A, Action::Dark), (B, Action::Call), (C, Action::Call), (A, Action::Call)]);
        acts(&mut deal, &[(B, Action::Reveal)]);
        assert_eq!((deal.mode(A), deal.mode(B)), (Some(mode), Some(Mode::None)));
    }
}

/// Dark is possible in round 2, and not in round 3.
#[test]
fn dark_ends_with_round_two() {
    let mut deal = dealt();
    let dark = Offer::Dark { pay: Chips::new(5), counts: Chips::new(10) };
    acts(&mut deal, &[(A, Action::Call), (B, Action::Call), (C, Action::Call)]);
    assert!(deal.round() == 2 && offers(&deal, A).contains(&dark));
    acts(&mut deal, &[(A, Action::Call), (B, Action::Call), (C, Action::Call)]);
    assert!(deal.round() == 3 && !offers(&deal, A).contains(&dark));
}

//! What comes from chance and what from the clock: shuffles, dealers, odd chips, lengths of time.

use kozyr_card_game::{Awaits, Clock, Game, Move, Seat, Seated, Shoe};
use kozyr_cards::{Card, Pack};
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Dealt, Refusal, Rules, Seka, Stage, Timers};

const A: Seat = Seat::from_index(0);
const B: Seat = Seat::from_index(1);
const C: Seat = Seat::from_index(2);
const F: Seat = Seat::from_index(5);

fn start(rules: &Rules, seats: &[Seat]) -> Deal {
    let players: Vec<Seated> = seats.iter().map(|&seat| Seated { seat, stack: Chips::new(1000) }).collect();
    Deal::start(rules, &players, &[], &mut Vec::new()).unwrap()
}

#[track_caller]
fn play(deal: &mut Deal, mv: &Move<Dealt, Action>) {
    deal.play(mv, &mut Vec::new()).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
}

fn dealt(dealer: Seat, cards: &str) -> Move<Dealt, Action> {
    Move::Deal(Dealt { dealer, cards: kozyr_cards::cards_in(cards).map(Result::unwrap).collect() })
}

#[track_caller]
fn call_down(deal: &mut Deal) {
    while let Some(seat) = deal.turn() {
        play(deal, &Move::Act(seat, Action::Call));
    }
}

/// A shoe whose number is chosen, and which says what was asked.
struct Chosen {
    cards: Vec<Card>,
    number: u32,
    asked: Vec<u32>,
}

impl Shoe for Chosen {
    fn card(&mut self) -> Option<Card> {
        self.cards.pop()
    }
    fn bottom(&self) -> Option<Card> {
        self.cards.first().copied()
    }
    fn left(&self) -> usize {
        self.cards.len()
    }
    fn below(&mut self, n: u32) -> u32 {
        self.asked.push(n);
        self.number
    }
}

#[test]
fn every_player_can_be_drawn_as_the_dealer() {
    let mut deal = start(&Rules::stock()[1], &[A, C, F]);
    play(&mut deal, &Move::Shuffled);
    let drawn = [0, 1, 2].map(|number| {
        let cards = Pack::Seka21.cards().iter().collect();
        let mut shoe = Chosen { cards, number, asked: Vec::new() };
        let dealt = Seka::draw(&deal, &mut shoe).unwrap();
        assert_eq!((shoe.asked, shoe.cards.len(), dealt.cards.len()), (vec![3], 12, 9));
        dealt.dealer
    });
    assert_eq!(drawn, [A, C, F]);
}

#[test]
fn the_cards_are_shuffled_before_every_deal_of_the_chain() {
    let rules = Rules::stock()[1];
    let mut deal = start(&rules, &[A, B]);
    for svara in 0..3 {
        assert_eq!((deal.awaits(), deal.svaras()), (Awaits::Shuffle(rules.deck), svara));
        let cards = Pack::Seka21.cards().iter().collect();
        let mut shoe = Chosen { cards, number: 0, asked: Vec::new() };
        assert_eq!(Seka::draw(&deal, &mut shoe), None, "the cards are not shuffled yet");
        play(&mut deal, &Move::Shuffled);
        assert_eq!(deal.awaits(), Awaits::Chance);
        assert_eq!(deal.play(&Move::Shuffled, &mut Vec::new()), Err(Refusal::NoShuffleAwaited));
        play(&mut deal, &dealt(B, "KH KD QH QD JS 10C"));
        call_down(&mut deal);
        play(&mut deal, &Move::Act(A, Action::Vote(true)));
        play(&mut deal, &Move::Act(B, Action::Vote(true)));
    }
}

/// A record need not tell of shuffles: the deal comes out the same.
#[test]
fn a_deal_without_its_shuffle_is_the_same_deal() {
    let (mut with, mut without) = (start(&Rules::stock()[1], &[A, B]), start(&Rules::stock()[1], &[A, B]));
    play(&mut with, &Move::Shuffled);
    for deal in [&mut with, &mut without] {
        play(deal, &dealt(B, "KH KD QH QD JS 10C"));
    }
    assert_eq!(with, without);
}

/// Two tie for 15 chips: whoever comes first after the dealer has the odd one, wherever the seats begin.
#[test]
fn the_odd_chip_goes_to_the_first_clockwise_from_the_dealer() {
    let rules = Rules::stock()[0];
    // Cards for the first, second and third after the dealer: 20 points, 11 points, 20 points, and so on.
    for (dealer, cards, first, second) in [
        (A, "AH KH KD QC QH QD 10S JS 10C", C, A),
        (B, "KH AH KD QH QC QD JS 10S 10C", C, B),
        (C, "KH KD AH QH QD QC JS 10C 10S", A, B),
        (A, "KH KD AH QH QD QC JS 10C 10S", B, C),
    ] {
        let mut deal = start(&rules, &[A, B, C]);
        play(&mut deal, &dealt(dealer, cards));
        call_down(&mut deal);
        assert_eq!(deal.stage(), Stage::SvaraVoting);
        play(&mut deal, &Move::Timeout(Clock::Stage));
        let won = |seat| deal.won(seat).unwrap().units();
        assert_eq!((won(first), won(second)), (8, 7), "{dealer:?} deals");
    }
}

/// Every stage has its own length: with all of them different none can stand for another.
#[test]
fn every_stage_has_its_own_length_of_time() {
    let timers = Timers { ready_ms: 1, turn_ms: 2, reveal_ms: 3, vote_ms: 4, entry_ms: 5, pause_ms: 6 };
    for (timers, [turn, reveal, vote, entry]) in
        [(timers, [2, 3, 4, 5]), (Timers::USUAL, [30_000, 15_000, 10_000, 10_000])]
    {
        let mut deal = start(&Rules { timers, ..Rules::stock()[1] }, &[A, B, C]);
        let mut seen = vec![(deal.stage(), deal.time_ms())];
        play(&mut deal, &dealt(C, "KH KD AH QH QD QC JS 10C 10S"));
        seen.push((deal.stage(), deal.time_ms()));
        for act in [(A, Action::Call), (B, Action::Call), (C, Action::Fold), (A, Action::Call)] {
            play(&mut deal, &Move::Act(act.0, act.1));
        }
        play(&mut deal, &Move::Act(B, Action::Reveal));
        seen.push((deal.stage(), deal.time_ms()));
        play(&mut deal, &Move::Timeout(Clock::Stage));
        seen.push((deal.stage(), deal.time_ms()));
        play(&mut deal, &Move::Act(A, Action::Vote(true)));
        play(&mut deal, &Move::Act(B, Action::Vote(true)));
        seen.push((deal.stage(), deal.time_ms()));
        play(&mut deal, &Move::Timeout(Clock::Stage));
        seen.push((deal.stage(), deal.time_ms()));
        let expected = [
            (Stage::Dealing, None),
            (Stage::Round1, Some(turn)),
            (Stage::RevealPause, Some(reveal)),
            (Stage::SvaraVoting, Some(vote)),
            (Stage::SvaraEntry, Some(entry)),
            (Stage::SvaraGame, None),
        ];
        assert_eq!(seen, expected);
    }
    let (ready, pause) = (Timers::USUAL.ready_ms, Timers::USUAL.pause_ms);
    assert_eq!((ready, pause), (10_000, 10_000));
}

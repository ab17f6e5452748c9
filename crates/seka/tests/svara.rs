//! Svara: who votes, who enters at what price, and how it ends.

#![allow(clippy::needless_pass_by_value)]

use kozyr_card_game::{Awaits, Clock, Game, Move, Seat, SeatSet, Seated, Viewer};
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Dealt, Offer, Refusal, Rules, Seka, Stage, Status};

const A: Seat = Seat::from_index(0);
const B: Seat = Seat::from_index(1);
const C: Seat = Seat::from_index(2);
const D: Seat = Seat::from_index(3);

/// Hands of 20 points each for the first two to act, and of 11 for the third.
const TIED: &str = "KH KD AH QH QD QC JS 10C 10S";

struct Played(Deal);

impl Played {
    /// Players of a table of 10/100, and one who waits in seat 4.
    fn new(rules: Rules, stacks: &[i64], waiting: i64) -> Played {
        let seated =
            |index: usize, stack: i64| Seated { seat: Seat::from_index(index), stack: Chips::new(stack) };
        let players: Vec<Seated> =
            stacks.iter().enumerate().map(|(index, &stack)| seated(index, stack)).collect();
        Played(Deal::start(&rules, &players, &[seated(3, waiting)], &mut Vec::new()).unwrap())
    }

    #[track_caller]
    fn play(&mut self, mv: Move<Dealt, Action>) {
        self.0.play(&mv, &mut Vec::new()).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
    }

    #[track_caller]
    fn deal(&mut self, dealer: Seat, cards: &str) {
        let cards = kozyr_cards::cards_in(cards).map(Result::unwrap).collect();
        self.play(Move::Deal(Dealt { dealer, cards }));
    }

    #[track_caller]
    fn acts(&mut self, acts: &[(Seat, Action)]) {
        acts.iter().for_each(|&(seat, action)| self.play(Move::Act(seat, action)));
    }

    /// Everybody calls to the showdown.
    #[track_caller]
    fn call_down(&mut self) {
        while let Some(seat) = self.0.turn() {
            self.play(Move::Act(seat, Action::Call));
        }
    }

    #[track_caller]
    fn time(&mut self) {
        self.play(Move::Timeout(Clock::Stage));
    }

    fn offers(&self, seat: Seat) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.0.offers(seat, &mut offers);
        offers
    }

    fn balances(&self) -> Vec<i64> {
        self.0.seats().map(|seat| self.0.balance(seat).unwrap().units()).collect()
    }
}

fn rules() -> Rules {
    Rules::stock()[1]
}

/// Three at the table, two of them tied for 30; all vote.
fn tied(stacks: &[i64], waiting: i64) -> Played {
    let mut played = Played::new(rules(), stacks, waiting);
    played.deal(C, TIED);
    played.call_down();
    played
}

#[test]
fn the_tied_vote_and_silence_is_no() {
    let mut played = tied(&[200, 200, 200], 500);
    assert_eq!(played.0.stage(), Stage::SvaraVoting);
    assert_eq!(played.0.awaits(), Awaits::Stage([A, B].into_iter().collect()));
    assert_eq!(
        played.0.play(&Move::Act(C, Action::Vote(true)), &mut Vec::new()),
        Err(Refusal::NotAwaited(C))
    );
    played.acts(&[(A, Action::Vote(true))]);
    assert_eq!(
        played.0.play(&Move::Act(A, Action::Vote(true)), &mut Vec::new()),
        Err(Refusal::NotAwaited(A))
    );
    played.time();
    assert_eq!(played.0.stage(), Stage::Finished);
    assert_eq!(played.balances(), [205, 205, 190, 500]);
}

#[test]
fn losers_pay_half_and_the_waiting_the_whole_of_the_pot_that_was_voted_on() {
    let mut played = tied(&[200, 200, 200], 500);
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    assert_eq!(played.0.stage(), Stage::SvaraEntry);
    assert_eq!(played.offers(D), [Offer::Enter { pay: Chips::new(30) }, Offer::Pass]);
    assert_eq!(played.offers(A), []);
    played.acts(&[(D, Action::Enter)]);
    assert_eq!(played.offers(C), [Offer::Enter { pay: Chips::new(15) }, Offer::Pass]);
    played.acts(&[(C, Action::Enter)]);
    assert_eq!((played.0.stage(), played.0.pot()), (Stage::SvaraGame, Chips::new(75)));
    // Bets and the stake start at the base, without an ante: a call is free.
    assert_eq!(played.balances(), [190, 190, 175, 470]);
    played.deal(D, "AH KD AC AS QH QD QC JC JS 10C 10S 6C");
    assert_eq!((played.0.bet(A), played.0.stake()), (Some(Chips::new(10)), Chips::new(10)));
    played.call_down();
    // Only D, with the joker, has 32.
    assert_eq!(played.balances(), [190, 190, 175, 545]);
}

#[test]
fn who_did_not_enter_waits_and_pays_the_whole_pot_next_time() {
    let mut played = tied(&[200, 200, 200], 10);
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    assert_eq!(played.0.awaits(), Awaits::Stage(SeatSet::only(C)), "seat 4 cannot pay 30");
    played.time();
    assert_eq!(played.0.status(C), Some(Status::TableWaiting));
    played.deal(B, "KH KD QH QD JS 10C");
    played.call_down();
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    assert_eq!(played.offers(C), [Offer::Enter { pay: Chips::new(30) }, Offer::Pass]);
}

/// The price may be all somebody has.
#[test]
fn who_has_exactly_the_price_may_enter() {
    let mut played = tied(&[200, 200, 200], 30);
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    assert_eq!(played.offers(D), [Offer::Enter { pay: Chips::new(30) }, Offer::Pass]);
    played.acts(&[(D, Action::Enter), (C, Action::Pass)]);
    assert_eq!((played.balances(), played.0.pot()), (vec![190, 190, 190, 0], Chips::new(60)));
    let bets = [A, B, C, D].map(|seat| played.0.bet(seat).unwrap().units());
    assert_eq!(bets, [10, 10, 0, 10], "who stays out has bet nothing in the svara");
}

#[test]
fn who_passes_pays_nothing_and_is_not_dealt_in() {
    let mut played = tied(&[200, 200, 200], 500);
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true)), (C, Action::Pass), (D, Action::Pass)]);
    assert_eq!((played.0.stage(), played.0.pot()), (Stage::SvaraGame, Chips::new(30)));
    assert_eq!(played.balances(), [190, 190, 190, 500]);
    assert_eq!([C, D].map(|seat| played.0.status(seat)), [Some(Status::TableWaiting); 2]);
    played.deal(B, "KH KD QH QD JS 10C");
}

#[test]
fn who_was_timed_out_may_not_enter() {
    let mut played = Played::new(rules(), &[200, 200, 200], 10);
    played.deal(C, TIED);
    played.acts(&[(A, Action::Call), (B, Action::Call)]);
    played.play(Move::Timeout(Clock::Seat(C)));
    assert_eq!(played.0.status(C), Some(Status::Lobby));
    played.call_down();
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    assert_eq!(played.0.stage(), Stage::SvaraGame, "nobody may enter, so nobody is waited for");
    // Nor may they enter a later svara of the chain.
    played.deal(B, "KH KD QH QD JS 10C");
    played.call_down();
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    assert_eq!((played.0.stage(), played.0.svaras()), (Stage::SvaraGame, 2));
    assert_eq!(played.0.status(C), Some(Status::Lobby));
}

#[test]
fn what_was_shown_stays_known_when_the_cards_are_gathered() {
    let mut played = tied(&[200, 200, 200], 500);
    let shown = Seka::known(&played.0, Viewer::Spectator);
    assert_eq!(shown.len(), 9);
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    played.time();
    assert_eq!(Seka::known(&played.0, Viewer::Spectator), shown);
    assert_eq!(Seka::known(&played.0, Viewer::Seat(D)), shown);
    // What one person alone has seen, that person still knows.
    let mut played = Played::new(rules(), &[200, 200, 200], 10);
    played.deal(C, TIED);
    played.acts(&[(A, Action::Call), (B, Action::Call), (C, Action::Open), (C, Action::Fold)]);
    played.call_down();
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true)), (C, Action::Pass)]);
    assert_eq!(played.0.stage(), Stage::SvaraGame);
    let known = |viewer| Seka::known(&played.0, viewer).len();
    assert_eq!((known(Viewer::Seat(C)), known(Viewer::Seat(D)), known(Viewer::Spectator)), (9, 6, 6));
    let mut played = tied(&[200, 200, 200], 500);
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    played.time();
    assert!(played.0.view(Viewer::Seat(A)).seats.iter().all(|seat| seat.hand.is_none()));
}

#[test]
fn the_pot_is_split_when_one_of_the_tied_cannot_cover_the_maximum() {
    let played = tied(&[200, 109, 200], 500);
    assert_eq!(played.0.stage(), Stage::Finished);
    assert_eq!(played.balances(), [205, 114, 190, 500]);
    assert_eq!(tied(&[200, 110, 200], 500).0.stage(), Stage::SvaraVoting);
}

#[test]
fn a_tied_reveal_of_the_last_two_goes_to_the_vote_after_the_pause() {
    let mut played = Played::new(rules(), &[300, 300, 300], 10);
    played.deal(C, TIED);
    played.acts(&[
        (A, Action::Call),
        (B, Action::Call),
        (C, Action::Fold),
        (A, Action::Call),
        (B, Action::Reveal),
    ]);
    assert_eq!((played.0.stage(), played.0.time_ms()), (Stage::RevealPause, Some(15_000)));
    assert_eq!(played.0.awaits(), Awaits::Stage(SeatSet::EMPTY));
    played.time();
    assert_eq!(played.0.stage(), Stage::SvaraVoting);
    played.acts(&[(B, Action::Vote(true)), (A, Action::Vote(true))]);
    assert_eq!(played.offers(C), [Offer::Enter { pay: Chips::new(25) }, Offer::Pass]);
}

#[test]
fn after_eight_svaras_the_pot_is_split_and_raked_once() {
    let rules = Rules { rake: kozyr_seka::Rake::Fixed(Chips::new(3)), ..rules() };
    let mut played = Played::new(rules, &[200, 200], 10);
    for svara in 0..=8 {
        assert_eq!(played.0.svaras(), svara);
        played.deal(B, "KH KD QH QD JS 10C");
        played.call_down();
        if svara < 8 {
            assert_eq!(played.0.rake(), Chips::ZERO);
            played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
        }
    }
    assert_eq!(played.0.stage(), Stage::Finished);
    // 17 are left of the pot; the odd chip goes to the first after the dealer.
    assert_eq!((played.balances(), played.0.rake()), (vec![199, 198, 10], Chips::new(3)));
}

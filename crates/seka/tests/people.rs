//! Who joins and parts in mid-deal, on which chair, and what follows for their rights.

#![allow(clippy::needless_pass_by_value)]

use kozyr_card_game::{Clock, Game, Joining, Move, Seat, SeatSet, Seated, Viewer};
use kozyr_cards::CardSet;
use kozyr_chips::Chips;
use kozyr_seka::{Action, Deal, Dealt, Event, Refusal, Rules, Seka, Stage, Status};

const A: Seat = Seat::from_index(0);
const B: Seat = Seat::from_index(1);
const C: Seat = Seat::from_index(2);
const D: Seat = Seat::from_index(3);
/// A newcomer's seat: there is no such chair.
const NEW: Seat = Seat::from_index(6);

struct Played {
    deal: Deal,
    heard: Vec<Event>,
}

impl Played {
    /// Three players of a table of 10/100, dealt to by C; A and B will tie at 20 points, C has 11.
    fn new() -> Played {
        let players = [A, B, C].map(|seat| Seated { seat, stack: Chips::new(200) });
        let deal = Deal::start(&Rules::stock()[1], &players, &[], &mut Vec::new()).unwrap();
        let mut played = Played { deal, heard: Vec::new() };
        played.deal(C, "KH KD AH QH QD QC JS 10C 10S");
        played
    }

    #[track_caller]
    fn play(&mut self, mv: Move<Dealt, Action>) {
        self.heard.clear();
        self.deal.play(&mv, &mut self.heard).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal}"));
    }

    #[track_caller]
    fn refused(&mut self, mv: Move<Dealt, Action>, refusal: Refusal) {
        let before = self.deal.clone();
        assert_eq!(self.deal.play(&mv, &mut Vec::new()), Err(refusal));
        assert_eq!(self.deal, before);
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

    #[track_caller]
    fn call_down(&mut self) {
        while let Some(seat) = self.deal.turn() {
            self.play(Move::Act(seat, Action::Call));
        }
    }

    /// The tied vote for a svara.
    #[track_caller]
    fn vote_for_svara(&mut self) {
        self.call_down();
        self.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    }
}

fn joins(seat: Seat, chair: Seat, stack: i64) -> Move<Dealt, Action> {
    Move::Join(Joining { seat, chair, stack: Chips::new(stack) })
}

#[test]
fn a_newcomer_needs_a_free_chair_and_a_seat_nobody_had() {
    let mut played = Played::new();
    played.refused(joins(NEW, A, 500), Refusal::SeatTaken(A));
    played.refused(joins(A, D, 500), Refusal::SeatUsed(A));
    played.refused(joins(NEW, NEW, 500), Refusal::NoSuchSeat(NEW));
    let stack = Chips::new(-1);
    played.refused(joins(NEW, D, -1), Refusal::BadStack { seat: NEW, stack });
    played.refused(Move::Part(NEW), Refusal::NotSeated(NEW));
    played.play(joins(NEW, D, 500));
    assert_eq!(played.heard, [Event::Sat { seat: NEW, chair: D, stack: Chips::new(500) }]);
    assert_eq!(played.deal.status(NEW), Some(Status::TableWaiting));
    assert_eq!((played.deal.chair(NEW), played.deal.on_chair(D)), (Some(D), Some(NEW)));
    played.refused(joins(D, D, 500), Refusal::SeatTaken(D));
    // The chair is free when they have gone; their seat never is.
    played.play(Move::Part(NEW));
    played.refused(Move::Part(NEW), Refusal::NotSeated(NEW));
    played.refused(joins(NEW, D, 500), Refusal::SeatUsed(NEW));
    played.play(joins(D, D, 500));
}

#[test]
fn only_who_is_out_of_it_may_part() {
    let mut played = Played::new();
    assert_eq!(played.deal.may_part(), SeatSet::EMPTY);
    played.refused(Move::Part(A), Refusal::StillIn(A));
    played.acts(&[(A, Action::Call), (B, Action::Call), (C, Action::Fold)]);
    assert_eq!(played.deal.may_part(), SeatSet::only(C));
    played.play(Move::Part(C));
    assert_eq!(played.heard, [Event::Left { seat: C, stack: Chips::new(190) }]);
    assert_eq!((played.deal.status(C), played.deal.balance(C)), (Some(Status::Left), Some(Chips::ZERO)));
    // Who is tied is still in: a vote is their way out.
    played.call_down();
    assert_eq!(played.deal.stage(), Stage::SvaraVoting);
    played.refused(Move::Part(A), Refusal::StillIn(A));
    played.acts(&[(A, Action::Vote(false)), (B, Action::Vote(true))]);
    assert_eq!(played.deal.stage(), Stage::Finished);
    played.refused(Move::Part(A), Refusal::Over);
    played.refused(joins(NEW, C, 500), Refusal::Over);
    let payoffs = played.deal.payoffs().unwrap();
    assert_eq!(payoffs.seats.iter().map(|&(_, won)| won.units()).collect::<Vec<_>>(), [5, 5, -10]);
}

/// Who lost at the showdown may go before the vote is over, and then nobody asks them.
#[test]
fn the_entry_ends_when_the_last_who_could_enter_has_gone() {
    let mut played = Played::new();
    played.vote_for_svara();
    assert_eq!(played.deal.stage(), Stage::SvaraEntry);
    played.play(Move::Part(C));
    assert_eq!(played.deal.stage(), Stage::SvaraGame);
    let mut played = Played::new();
    played.call_down();
    played.play(Move::Part(C));
    played.acts(&[(A, Action::Vote(true)), (B, Action::Vote(true))]);
    assert_eq!(played.deal.stage(), Stage::SvaraGame);
}

#[test]
fn who_entered_may_not_part() {
    let mut played = Played::new();
    played.play(joins(D, D, 500));
    played.vote_for_svara();
    played.acts(&[(C, Action::Enter)]);
    played.refused(Move::Part(C), Refusal::StillIn(C));
    assert_eq!(played.deal.may_part(), SeatSet::only(D));
}

#[test]
fn a_newcomer_sees_nothing_of_what_was_seen_from_their_chair() {
    let mut played = Played::new();
    played.acts(&[(A, Action::Call), (B, Action::Call), (C, Action::Open)]);
    assert_eq!(Seka::known(&played.deal, Viewer::Seat(C)).len(), 3);
    played.acts(&[(C, Action::Fold)]);
    played.play(Move::Part(C));
    played.play(joins(NEW, C, 500));
    assert_eq!(Seka::known(&played.deal, Viewer::Seat(NEW)), CardSet::EMPTY);
    let view = played.deal.view(Viewer::Seat(NEW));
    assert!(view.seats.iter().all(|seat| seat.hand.is_none() && seat.points.is_none()));
    // Both are there, on the one chair; who has left is told apart by their status.
    let on_chair: Vec<_> = view.seats.iter().filter(|seat| seat.chair == C).collect();
    assert_eq!(
        on_chair.iter().map(|seat| seat.status).collect::<Vec<_>>(),
        [Status::Left, Status::TableWaiting]
    );
    // Who left still knows what they saw.
    assert_eq!(Seka::known(&played.deal, Viewer::Seat(C)).len(), 3);
}

#[test]
fn who_left_or_ran_out_of_time_enters_no_svara_and_a_newcomer_on_the_chair_pays_the_whole_pot() {
    for timed_out in [false, true] {
        let mut played = Played::new();
        played.acts(&[(A, Action::Call), (B, Action::Call)]);
        played.play(if timed_out { Move::Timeout(Clock::Seat(C)) } else { Move::Act(C, Action::Fold) });
        played.play(Move::Part(C));
        let status = if timed_out { Status::Lobby } else { Status::Left };
        assert_eq!(played.deal.status(C), Some(status));
        played.play(joins(NEW, C, 500));
        played.vote_for_svara();
        assert_eq!(played.deal.awaits().seats(), SeatSet::only(NEW));
        played.refused(Move::Act(C, Action::Enter), Refusal::NotAwaited(C));
        played.acts(&[(NEW, Action::Enter)]);
        assert_eq!(played.deal.balance(NEW), Some(Chips::new(470)));
        assert_eq!((played.deal.stage(), played.deal.status(C)), (Stage::SvaraGame, Some(status)));
    }
}

/// The order of play goes by chairs, whatever the numbers of the seats.
#[test]
fn a_newcomer_acts_where_they_sit() {
    let mut played = Played::new();
    played.acts(&[(A, Action::Call), (B, Action::Call), (C, Action::Fold)]);
    played.play(Move::Part(C));
    // Seat 7 of the deal sits between B and seat 4.
    played.play(joins(NEW, C, 500));
    played.play(joins(D, D, 500));
    played.vote_for_svara();
    played.acts(&[(NEW, Action::Enter), (D, Action::Enter)]);
    played.deal(A, "KH KD AH AD QH QD QC QS JS 10C 10S 10D");
    assert_eq!(played.deal.order(), [B, NEW, D, A]);
}

#[test]
fn who_only_looked_in_is_not_in_the_result() {
    let mut played = Played::new();
    played.play(joins(NEW, D, 500));
    played.play(Move::Part(NEW));
    played.play(joins(Seat::from_index(15), D, 500));
    played.acts(&[(A, Action::Fold), (B, Action::Fold)]);
    let seats: Vec<u8> = played.deal.payoffs().unwrap().seats.iter().map(|(seat, _)| seat.number()).collect();
    assert_eq!(seats, [1, 2, 3, 16]);
}

#[test]
fn a_deal_has_no_more_than_sixteen_people() {
    let mut played = Played::new();
    for index in 3..Seat::MAX {
        let seat = Seat::from_index(index);
        played.play(joins(seat, D, 500));
        played.play(Move::Part(seat));
    }
    for index in 0..Seat::MAX {
        let seat = Seat::from_index(index);
        played.refused(joins(seat, D, 500), Refusal::SeatUsed(seat));
    }
}

/// A stack may be as large as chips can be, and no larger.
#[test]
fn a_stack_has_bounds() {
    let start = |stack| {
        let players = [(A, Chips::new(200)), (B, stack)].map(|(seat, stack)| Seated { seat, stack });
        Deal::start(&Rules::stock()[1], &players, &[], &mut Vec::new()).map(drop)
    };
    assert_eq!(start(Chips::MAX), Ok(()));
    let stack = Chips::MAX + Chips::new(1);
    assert_eq!(start(stack), Err(Refusal::BadStack { seat: B, stack }));
}

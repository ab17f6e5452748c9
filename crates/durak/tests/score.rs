//! The score by itself: what is due, who has to answer, who gets up, and what the pool comes to.

use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_durak::{Conditions, Ending, Mode, Opening, Outcome, Refusal, Rules, Score};

fn seat(index: usize) -> Seat {
    Seat::from_index(index)
}

fn set<const N: usize>(indices: [usize; N]) -> SeatSet {
    indices.into_iter().map(seat).collect()
}

fn score(num_seats: u8, mode: Mode, points: u16) -> Score {
    let rules = Rules { mode, ..Rules::default() };
    let stake = Chips::new(100);
    Score::new(&Conditions { rules, num_seats, points, stake, ..Conditions::default() }).unwrap()
}

fn won(score: &Score, fools: SeatSet, first_out: Option<usize>) -> Outcome {
    let fool = fools.iter().next().unwrap();
    let winners = score.staying().without(fools);
    Outcome { ending: Ending::Surrender(fool), fools, winners, first_out: first_out.map(seat) }
}

const DRAW: Outcome =
    Outcome { ending: Ending::NobodyHolds, fools: SeatSet::EMPTY, winners: SeatSet::EMPTY, first_out: None };

/// What everybody is paid, and the rake behind it.
fn shares(paid: &[Chips], rake: Chips) -> Vec<i64> {
    paid.iter().chain([&rake]).map(|chips| chips.units()).collect()
}

#[test]
fn the_stake_is_due_once_in_a_game_for_points_and_before_every_party_without() {
    for (points, again) in [(3, 0), (0, 100)] {
        let mut score = score(3, Mode::Plain, points);
        assert_eq!(score.due(), Chips::new(100));
        score.begin().unwrap();
        assert_eq!((score.pool(), score.due(), score.party()), (Chips::new(300), Chips::ZERO, 1));
        assert_eq!(score.begin(), None);
        score.party_over(&won(&score, set([1]), None));
        assert_eq!(score.due(), Chips::new(again));
        assert_eq!(score.opening(), Opening::Leads(seat(0)));
    }
}

#[test]
fn who_is_gone_must_answer_only_where_a_stake_would_be_taken() {
    let gone = set([0, 2]);
    let mut endless = score(3, Mode::Plain, 0);
    // Before the first party everybody has just sat down.
    assert_eq!(endless.must_answer(gone), SeatSet::EMPTY);
    endless.begin().unwrap();
    assert_eq!(endless.must_answer(gone), SeatSet::EMPTY);
    assert_eq!(endless.be_ready(seat(1)), Err(Refusal::NotYourTurn));
    endless.party_over(&DRAW);
    assert_eq!(endless.must_answer(gone), gone);
    endless.be_ready(seat(1)).unwrap();
    assert!(!endless.all_ready(gone), "they have the time to answer");
    endless.be_ready(seat(2)).unwrap();
    assert_eq!(endless.must_answer(gone), set([0]));
    assert_eq!(endless.get_up(set([0])), Ok(None));
    assert!(endless.all_ready(gone));
    endless.begin().unwrap();
    assert_eq!((endless.staying(), endless.pool()), (set([1, 2]), Chips::new(200)));

    let mut for_points = score(3, Mode::Plain, 2);
    for_points.begin().unwrap();
    for_points.party_over(&DRAW);
    assert_eq!(for_points.must_answer(gone), SeatSet::EMPTY);
    assert!(!for_points.all_ready(gone), "somebody has to answer, or the time does");
    for_points.be_ready(seat(1)).unwrap();
    assert!(for_points.all_ready(gone));
}

#[test]
fn a_pair_of_which_one_gets_up_is_no_pair() {
    // Without a last point nobody is paid any more: most points have won.
    let mut endless = score(4, Mode::Pairs, 0);
    endless.begin().unwrap();
    let end = endless.party_over(&won(&endless, set([0, 2]), None));
    assert_eq!(shares(&end.paid[..4], end.rake), [0, 180, 0, 180, 40]);
    let over = endless.get_up(set([3])).unwrap().expect("three cannot play in pairs");
    assert_eq!((over.winners, shares(&over.paid[..4], over.rake)), (set([1, 3]), vec![0; 5]));
    assert_eq!(endless.begin(), None);
    assert_eq!(endless.get_up(set([0])), Err(Refusal::Over));

    // In a game for points the pair that stays takes the pool, although it has lost so far.
    let mut for_points = score(4, Mode::PairsTransfer, 3);
    for_points.begin().unwrap();
    for_points.party_over(&won(&for_points, set([0, 2]), Some(3)));
    assert_eq!(for_points.opening(), Opening::Leads(seat(3)));
    let over = for_points.get_up(set([1])).unwrap().expect("three cannot play in pairs");
    assert_eq!((over.winners, over.place(seat(3))), (set([0, 2]), -1));
    assert_eq!(shares(&over.paid[..4], over.rake), [180, 0, 180, 0, 40]);
}

#[test]
fn who_gets_up_from_a_game_for_points_leaves_the_stake_to_the_rest() {
    let mut score = score(3, Mode::Plain, 2);
    score.begin().unwrap();
    assert_eq!(score.get_up(set([0])), Err(Refusal::NotYourTurn));
    score.party_over(&won(&score, set([2]), None));
    assert_eq!(score.get_up(set([0])), Ok(None));
    assert_eq!(score.get_up(set([0])), Err(Refusal::NotPlaying(seat(0))));
    // The fool is attacked by who is left on their right.
    assert_eq!(score.begin().unwrap().opening, Opening::Leads(seat(1)));
    score.party_over(&won(&score, set([2]), None));
    let over = score.over().unwrap();
    assert_eq!((over.boxes, over.winners), (set([1, 2]), set([1])));
    assert_eq!(shares(&over.paid[..3], over.rake), [0, 270, 0, 30]);
    assert!(score.pool().is_zero());
}

#[test]
fn when_all_get_up_at_once_the_stakes_go_back() {
    let mut score = score(2, Mode::Plain, 2);
    score.begin().unwrap();
    score.party_over(&won(&score, set([1]), None));
    let over = score.get_up(set([0, 1])).unwrap().unwrap();
    assert_eq!((over.winners, shares(&over.paid[..2], over.rake)), (SeatSet::EMPTY, vec![100, 100, 0]));
}

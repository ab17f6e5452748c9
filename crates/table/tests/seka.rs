//! A table of Seka: ready, minimum and maximum balance, time over, leaving, and one deal after another.

#[path = "seka/room.rs"]
mod room;

use kozyr_chips::{Chips, Currency};
use kozyr_seka::{Action, DarkFunding, Rake, Refusal, Rules, Stage, Status};
use kozyr_table::seka::{self, SekaOffer, SekaPause, SekaTable, SekaWord};
use kozyr_table::{Entry, Funding, Input, LeftWhy, News, Refused, Settings, SetupError};
use kozyr_time::TableId;
use room::{Room, person, seat, wallet};

/// Two tie at 20 points each, for the first two after the dealer.
const TIE: &str = "KH KD QH QD JS 10C";
/// Two tie at 20 points each, the third after the dealer has 11.
const TIE_OF_THREE: &str = "KH KD AH QH QD QC JS 10C 10S";
const PLAIN: &str = "AH KC QD KD 10S 6C";

fn rules() -> Rules {
    Rules::stock()[1]
}

#[test]
fn from_waiting_to_the_pause_and_round_again() {
    let mut t = Room::new(rules());
    assert_eq!((t.table.stage(), t.table.deadline()), (Stage::WaitingForPlayers, None));
    t.sit(0, 0, 200);
    assert_eq!((t.table.stage(), t.table.deadline()), (Stage::WaitingForPlayers, None));
    t.refused(&Room::says(0, SekaWord::Ready), Refused::TooFewPlayers);
    t.sit(1, 1, 200);
    assert_eq!(t.table.stage(), Stage::Preparation);
    t.sit(2, 2, 99);
    t.refused(&Room::says(2, SekaWord::Ready), Refused::TooFewChips(Chips::new(100)));
    t.refused(&Room::says(0, SekaWord::NotReady), Refused::AlreadySo);
    t.ready(&[0]);
    t.refused(&Room::says(0, SekaWord::Ready), Refused::AlreadySo);
    assert_eq!(t.statuses(), ["TABLE_READY", "TABLE_WAITING", "TABLE_WAITING"]);
    t.cards(1, PLAIN);
    t.ready(&[1]); // All who can play are ready: no need to wait.
    assert_eq!(t.table.stage(), Stage::Round1);
    assert_eq!(t.statuses(), ["IN_GAME", "IN_GAME", "TABLE_WAITING"]);
    assert_eq!(t.stacks(), [190, 190, 99]);
    t.refused(&Room::says(2, SekaWord::Ready), Refused::NotNow);
    t.act(&[(0, Action::Fold)]);
    assert_eq!(t.table.stage(), Stage::PauseBeforeNext);
    assert_eq!(t.statuses(), ["FOLDED", "WON", "TABLE_WAITING"]);
    assert_eq!(t.stacks(), [190, 210, 99]);
    assert_eq!(t.record().moves.len(), 2);
    t.refused(&Room::says(0, SekaWord::Ready), Refused::NotNow);
    t.input(&Input::AddChips { player: person(2), amount: Chips::new(1) });
    t.wait();
    assert_eq!(t.table.stage(), Stage::Preparation);
    assert_eq!(t.statuses(), ["TABLE_WAITING"; 3]);
    t.ready(&[2, 0]);
    t.wait(); // Person 1 is not ready: seated, and not dealt in.
    assert_eq!(t.statuses(), ["IN_GAME", "TABLE_WAITING", "IN_GAME"]);
    assert!(t.table.people().iter().map(|person| person.seat).eq((0..3).map(seat)), "in seat order");
}

/// What histories and statistics have of it: who looked on had no part.
#[test]
fn what_a_deal_came_to_for_everybody() {
    let mut t = Room::with(&[300, 300, 300]);
    t.cards(2, TIE_OF_THREE);
    t.ready(&[0, 1, 2]);
    t.act(&[(0, Action::Call), (1, Action::Call), (2, Action::Fold), (0, Action::Fold)]);
    let [over] = &t.settled[..] else { panic!("{:?}", t.settled) };
    let parts: Vec<_> =
        over.people.iter().map(|part| (part.net.units(), part.deeds.voluntary, part.deeds.won)).collect();
    let nets: [i64; 3] = t.stacks().map(|stack| stack - 300);
    assert_eq!(parts, [(nets[0], true, false), (nets[1], true, true), (nets[2], false, false)]);
}

/// Every length of time is different, so that none can stand for another.
#[test]
fn every_stage_takes_its_own_time() {
    let seconds = |timers: kozyr_seka::Timers| {
        let mut t = Room::new(Rules { timers, ..rules() });
        (0..3).for_each(|id| t.sit(id, id, 300));
        let mut took = vec![t.wait()];
        assert_eq!(t.table.stage(), Stage::WaitingForPlayers);
        t.cards(2, TIE_OF_THREE);
        t.ready(&[0, 1, 2]);
        t.act(&[(0, Action::Call), (1, Action::Call), (2, Action::Fold), (0, Action::Call)]);
        t.act(&[(1, Action::Reveal)]);
        assert_eq!(t.table.stage(), Stage::RevealPause);
        took.push(t.wait());
        assert_eq!(t.table.stage(), Stage::SvaraVoting);
        t.act(&[(0, Action::Vote(true)), (1, Action::Vote(true))]);
        assert_eq!(t.table.stage(), Stage::SvaraEntry);
        t.cards(1, TIE);
        took.push(t.wait());
        assert_eq!(t.table.stage(), Stage::SvaraGame);
        t.call_down();
        assert_eq!(t.table.stage(), Stage::SvaraVoting);
        took.push(t.wait());
        assert_eq!(t.table.stage(), Stage::PauseBeforeNext);
        took.push(t.wait());
        t.cards(2, PLAIN);
        t.ready(&[0, 1]);
        t.refused(&Room::says(2, SekaWord::NotReady), Refused::AlreadySo);
        t.ready(&[2]);
        took.push(t.wait());
        assert!(t.left(0, LeftWhy::TimedOut));
        took
    };
    let timers = kozyr_seka::Timers {
        ready_ms: 1000,
        turn_ms: 2000,
        reveal_ms: 3000,
        vote_ms: 4000,
        entry_ms: 5000,
        pause_ms: 6000,
    };
    assert_eq!(seconds(timers), [1, 3, 5, 4, 6, 2]);
    assert_eq!(seconds(kozyr_seka::Timers::USUAL), [10, 15, 10, 10, 10, 30]);
}

#[test]
fn a_vote_does_not_make_the_vote_longer() {
    let mut t = Room::with(&[300, 300]);
    t.cards(1, TIE);
    t.ready(&[0, 1]);
    t.call_down();
    let deadline = t.table.deadline();
    t.now += kozyr_time::Millis::from_secs(7);
    t.act(&[(0, Action::Vote(true))]);
    assert_eq!(t.table.deadline(), deadline);
    t.act(&[(1, Action::Vote(true))]);
    assert_eq!(t.table.stage(), Stage::SvaraGame, "nobody could enter");
}

#[test]
fn there_is_no_time_bank() {
    let settings = seka::settings(&rules(), Currency::FUN);
    let mut t = Room::open(Settings { bank: kozyr_time::Millis::from_secs(60), ..settings }, rules());
    (0..2).for_each(|id| t.sit(id, id, 300));
    t.cards(1, TIE);
    t.ready(&[0, 1]);
    assert_eq!(t.wait(), 30);
}

/// Looking at one's cards is no action of the round; still, whoever looks has the time of a turn from then on.
#[test]
fn a_look_at_the_cards_leaves_the_whole_turn() {
    let mut t = Room::with(&[300, 300]);
    t.cards(1, TIE);
    t.ready(&[0, 1]);
    t.now += kozyr_time::Millis::from_secs(29);
    t.act(&[(0, Action::Open)]);
    assert_eq!(t.table.clocks()[0].seat, Some(seat(0)));
    assert_eq!(t.wait(), 30);
    assert!(t.left(0, LeftWhy::TimedOut));
}

#[test]
fn a_preparation_in_which_too_few_are_ready_waits_for_people() {
    let mut t = Room::with(&[200, 200]);
    t.ready(&[0]);
    t.wait();
    assert_eq!((t.table.stage(), t.table.deadline()), (Stage::WaitingForPlayers, None));
    assert_eq!(t.table.status(seat(0)), Status::TableWaiting);
    t.ready(&[1]);
    assert_eq!(t.table.stage(), Stage::Preparation);
    t.wait();
    assert_eq!(t.table.stage(), Stage::WaitingForPlayers);
    t.sit(2, 2, 200);
    assert_eq!(t.table.stage(), Stage::Preparation);
    t.ready(&[1, 0]);
    t.input(&Room::says(1, SekaWord::NotReady));
    t.ready(&[2]);
    t.wait();
    assert_eq!(t.statuses(), ["IN_GAME", "TABLE_WAITING", "IN_GAME"]);
}

/// Somebody who said so long ago may not be there any more.
#[test]
fn who_was_ready_is_asked_anew_after_a_time_without_players() {
    let mut t = Room::with(&[200, 200]);
    t.ready(&[0]);
    t.leave(1);
    assert_eq!((t.table.stage(), t.table.deadline()), (Stage::WaitingForPlayers, None));
    assert_eq!(t.table.status(seat(0)), Status::TableWaiting);
    t.sit(2, 2, 200);
    assert_eq!(t.table.stage(), Stage::Preparation);
    t.ready(&[2]);
    assert_eq!(t.table.stage(), Stage::Preparation, "person 0 has not said so again");
}

#[test]
fn a_deal_begins_at_once_when_the_last_who_was_not_ready_goes() {
    let mut t = Room::with(&[200, 200, 200]);
    t.ready(&[0, 1]);
    t.cards(1, PLAIN);
    t.leave(2);
    assert_eq!(t.table.stage(), Stage::Round1);
}

#[test]
fn the_minimum_balance_is_looked_at_before_every_deal() {
    let mut t = Room::with(&[100, 200, 200]);
    t.cards(2, TIE_OF_THREE);
    t.ready(&[0, 1, 2]);
    t.act(&[(0, Action::Fold), (1, Action::Fold)]);
    t.wait();
    t.refused(&Room::says(0, SekaWord::Ready), Refused::TooFewChips(Chips::new(100)));
    assert_eq!(t.table.seka_offers(Some(person(0))), [SekaOffer::Missing(Chips::new(10)), SekaOffer::Leave]);
    assert_eq!(t.table.seka_offers(Some(person(1))), [SekaOffer::Ready, SekaOffer::Leave]);
    assert_eq!(t.table.seka_offers(None), [3, 4, 5].map(|index| SekaOffer::Sit(seat(index))));
    t.cards(1, PLAIN);
    t.ready(&[1, 2]);
    assert_eq!(t.statuses(), ["TABLE_WAITING", "IN_GAME", "IN_GAME"]);
}

#[test]
fn a_table_can_have_a_maximum() {
    let limited = Rules { max_balance: Some(Chips::new(300)), ..rules() };
    let mut t = Room::new(limited);
    t.sit(0, 0, 200);
    t.sit(1, 1, 300);
    t.cards(1, TIE);
    t.ready(&[0, 1]);
    assert_eq!(t.table.stage(), Stage::Round1, "300 are not above 300");
    t.act(&[(0, Action::Fold)]);
    t.wait();
    assert_eq!((t.table.stage(), t.stacks()), (Stage::WaitingForPlayers, [190, 310]));
    t.sit(2, 2, 200);
    t.refused(&Room::says(1, SekaWord::Ready), Refused::TooManyChips(Chips::new(300)));
    t.cards(1, TIE);
    t.ready(&[0, 2]);
    assert_eq!(t.statuses(), ["IN_GAME", "TABLE_WAITING", "IN_GAME"]);
}

#[test]
fn who_sits_out_is_not_asked() {
    let mut t = Room::with(&[200, 200, 200]);
    t.input(&Input::SitOut(person(2)));
    t.refused(&Room::says(2, SekaWord::Ready), Refused::Game(Refusal::SitsOut(seat(2))));
    t.cards(1, PLAIN);
    t.ready(&[0, 1]);
    assert_eq!(t.table.stage(), Stage::Round1);
}

#[test]
fn who_runs_out_of_time_goes_to_the_lobby_and_comes_not_back_into_the_deal() {
    let mut t = Room::with(&[200, 200, 200]);
    t.cards(2, TIE_OF_THREE);
    t.ready(&[0, 1, 2]);
    t.act(&[(0, Action::Call), (1, Action::Call)]);
    assert_eq!(t.wait(), 30);
    assert!(t.left(2, LeftWhy::TimedOut), "{:?}", t.news);
    assert_eq!(t.statuses(), ["IN_GAME", "IN_GAME", "LOBBY"]);
    assert_eq!(t.ledger.balance(&wallet(2)), Chips::new(99_990));
    // On another chair or their own, they only sit there: the deal they were timed out of is closed to them.
    t.sit(2, 4, 5000);
    assert_eq!(t.table.in_hand(seat(4)), None);
    // Somebody else takes the chair, and waits in the deal.
    t.sit(3, 2, 5000);
    assert_eq!(t.table.status(seat(2)), Status::TableWaiting);
    t.call_down();
    t.act(&[(0, Action::Vote(true)), (1, Action::Vote(true))]);
    assert_eq!(t.table.stage(), Stage::SvaraEntry);
    let enters = t.acts(2, Action::Enter);
    t.refused(&enters, Refused::NotInHand);
    t.cards(0, "KH KD AH QH QD QC JS 10C 10S");
    t.act(&[(3, Action::Enter)]);
    assert_eq!(t.stacks(), [190, 190, 4970]);
    t.call_down();
    t.wait();
    t.record();
}

#[test]
fn time_that_ends_a_deal_sends_to_the_lobby_too() {
    let mut t = Room::with(&[200, 200]);
    t.cards(1, PLAIN);
    t.ready(&[0, 1]);
    t.wait();
    assert_eq!(t.table.stage(), Stage::PauseBeforeNext);
    assert!(t.left(0, LeftWhy::TimedOut));
    assert_eq!((t.ledger.balance(&wallet(0)), t.stacks()), (Chips::new(99_990), [0, 210]));
    t.wait();
    assert_eq!(t.table.stage(), Stage::WaitingForPlayers);
}

#[test]
fn who_leaves_folds_when_their_turn_comes_and_is_gone_at_once_when_they_are_out() {
    let mut t = Room::with(&[200, 200, 200, 50]);
    t.cards(2, TIE_OF_THREE);
    t.ready(&[0, 1, 2]);
    t.leave(1);
    assert_eq!(t.table.status(seat(1)), Status::Left);
    t.refused(&Input::Leave(person(1)), Refused::AlreadySo);
    assert_eq!(t.table.seka_offers(Some(person(1))), []);
    t.act(&[(0, Action::Check)]);
    assert!(t.left(1, LeftWhy::Wish), "{:?}", t.news);
    t.act(&[(2, Action::Call), (0, Action::Call)]);
    // Who waits goes at once.
    t.leave(3);
    assert!(t.left(3, LeftWhy::Wish));
    t.act(&[(2, Action::Fold)]);
    assert_eq!(t.stacks(), [220, 0, 190]);
    t.record();
    t.leave(2);
    assert!(t.left(2, LeftWhy::Wish));
    assert_eq!([1, 2, 3].map(|id| t.ledger.balance(&wallet(id)).units()), [99_990, 99_990, 100_000]);
}

#[test]
fn who_folded_leaves_in_mid_deal_and_the_chair_is_free() {
    let mut t = Room::with(&[200, 200, 200]);
    t.cards(2, TIE_OF_THREE);
    t.ready(&[0, 1, 2]);
    t.act(&[(0, Action::Fold)]);
    t.leave(0);
    assert!(t.left(0, LeftWhy::Wish));
    assert_eq!(t.ledger.balance(&wallet(0)), Chips::new(99_990));
    t.sit(4, 0, 300);
    assert_eq!(t.table.people().iter().filter(|person| person.chair == seat(0)).count(), 2);
    t.act(&[(1, Action::Fold)]);
    assert_eq!(t.stacks(), [300, 190, 220]);
    let names = t.record().names;
    let names: Vec<(usize, &str)> =
        names.iter().enumerate().filter_map(|(seat, name)| Some((seat, name.as_deref()?))).collect();
    assert_eq!(names, [(0, "p0"), (1, "p1"), (2, "p2"), (15, "p4")]);
}

/// Two tied vote; who is on their way out votes no, and that is not silence: the vote is over at once.
#[test]
fn a_leaver_votes_against_the_svara() {
    let mut t = Room::with(&[300, 300]);
    t.cards(1, TIE);
    t.ready(&[0, 1]);
    t.call_down();
    assert_eq!(t.table.stage(), Stage::SvaraVoting);
    t.act(&[(0, Action::Vote(true))]);
    t.leave(1);
    assert_eq!(t.table.stage(), Stage::PauseBeforeNext);
    assert!(t.log.iter().any(|(_, entry)| *entry == Entry::Acted(seat(1), Action::Vote(false))));
    assert!(t.left(1, LeftWhy::Wish));
    assert_eq!((t.stacks(), t.ledger.balance(&wallet(1))), ([300, 0], Chips::new(100_000)));
}

/// Three tied: two yes carry it against the leaver's no, and the leaver folds in the svara when their turn comes.
#[test]
fn a_leaver_who_is_outvoted_folds_in_the_svara() {
    let mut t = Room::with(&[300, 300, 300]);
    t.cards(2, "KH KD KS QH QD QS JC 10C AC");
    t.ready(&[0, 1, 2]);
    t.leave(2);
    t.act(&[(0, Action::Call), (1, Action::Call)]);
    assert!(t.left(2, LeftWhy::Wish), "they folded in the first round");
    let mut t = Room::with(&[300, 300, 300]);
    t.cards(2, "KH KD KS QH QD QS JC 10C 10H");
    t.ready(&[0, 1, 2]);
    t.call_down();
    assert_eq!(t.table.stage(), Stage::SvaraVoting);
    t.leave(2);
    assert_eq!(t.table.stage(), Stage::SvaraVoting);
    t.cards(1, "KH KD KS QH QD QS JC 10C 10H");
    t.act(&[(0, Action::Vote(true)), (1, Action::Vote(true))]);
    assert_eq!((t.table.stage(), t.table.status(seat(2))), (Stage::SvaraGame, Status::Lobby));
    assert!(t.left(2, LeftWhy::Wish));
}

/// Somebody who sits down during a deal may buy themselves into its svara.
#[test]
fn a_newcomer_may_enter_the_svara_for_the_whole_pot() {
    let mut t = Room::with(&[200, 200]);
    t.cards(1, TIE);
    t.ready(&[0, 1]);
    t.sit(2, 2, 500);
    assert!(t.news.contains(&News::Joined(seat(2))));
    t.call_down();
    t.act(&[(0, Action::Vote(true)), (1, Action::Vote(true))]);
    t.cards(0, "KH KD AH QH QD AD JS 10C AC");
    t.act(&[(2, Action::Enter)]);
    assert_eq!((t.table.stage(), t.stacks()), (Stage::SvaraGame, [190, 190, 480]));
    t.act(&[(1, Action::Fold)]);
    t.leave(0);
    t.act(&[(2, Action::Call)]);
    assert_eq!(t.stacks(), [0, 190, 520]);
    t.record();
}

#[test]
fn the_rake_goes_to_the_house_and_the_house_pays_for_the_dark() {
    for (dark_funding, house) in [(DarkFunding::House, 3 - 5), (DarkFunding::Loan, 3)] {
        let rake = Rake::Fixed(Chips::new(3));
        let mut t = Room::new(Rules { dark_funding, rake, ..rules() });
        (0..2).for_each(|id| t.sit(id, id, 200));
        t.cards(1, PLAIN);
        t.ready(&[0, 1]);
        t.act(&[(0, Action::Dark), (1, Action::Fold)]);
        assert_eq!(t.house(), house);
        assert_eq!(t.stacks::<2>().iter().sum::<i64>() + t.house(), 400);
        t.record();
    }
}

#[test]
fn rules_nobody_can_play_by_are_refused() {
    let open = |rules: Rules, change: fn(Settings) -> Settings| {
        let settings = change(seka::settings(&rules, Currency::FUN));
        SekaTable::open(TableId::new("seka").unwrap(), settings, rules).map(|_| ())
    };
    assert_eq!(Rules::stock().map(|rules| open(rules, |settings| settings)), [Ok(()); 4]);
    let seven = open(rules(), |settings| Settings { seats: 7, ..settings });
    assert_eq!(seven, Err(SetupError::Seats { seats: 7, most: 6 }));
    let stake = open(rules(), |settings| Settings { funding: Funding::Stake, ..settings });
    assert_eq!(stake, Err(SetupError::House("Seka is played with a stack on the table")));
    let four = open(Rules { seats: 4, ..rules() }, |settings| Settings { seats: 5, ..settings });
    assert_eq!(four, Err(SetupError::House("the table has more seats than the rules")));
    let poor = open(Rules { max_balance: Some(Chips::new(99)), ..rules() }, |settings| settings);
    assert_eq!(poor, Err(SetupError::House("the maximum balance is below the minimum balance")));
}

#[test]
fn an_empty_table_is_at_rest_at_once() {
    let mut t = Room::with(&[200, 200]);
    t.cards(1, PLAIN);
    t.ready(&[0, 1]);
    t.act(&[(0, Action::Fold)]);
    t.leave(0);
    assert_eq!(t.table.stage(), Stage::PauseBeforeNext);
    t.leave(1);
    assert_eq!((t.table.stage(), t.table.deadline()), (Stage::WaitingForPlayers, None));
}

/// The pause is one of the seating's own, by name.
#[test]
fn pauses_have_names() {
    let mut t = Room::with(&[200, 200]);
    assert_eq!(t.table.pause().and_then(|pause| pause.name), Some(SekaPause::Preparation));
    t.cards(1, PLAIN);
    t.ready(&[0, 1]);
    t.act(&[(0, Action::Fold)]);
    assert_eq!(t.table.pause().and_then(|pause| pause.name), Some(SekaPause::BeforeNext));
    assert_eq!(t.table.next_hand_at(), None, "people are asked first");
}

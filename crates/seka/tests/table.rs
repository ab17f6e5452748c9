//! The seating: ready, minimum balance, time over, leaving, and one deal after another.

#![allow(clippy::needless_pass_by_value)]

use kozyr_card_game::laws::Dice;
use kozyr_card_game::{Awaits, Clock, DeckShoe, Game, Move, Seat, Seated, Viewer};
use kozyr_cards::{Deck, Pack};
use kozyr_chips::Chips;
use kozyr_seka::{
    Action, Dealt, Gone, Input, Rules, Seka, Stage, Status, Table, TableEvent, TableOffer, TableRefusal,
    notation,
};

const A: Seat = Seat::from_index(0);
const B: Seat = Seat::from_index(1);
const C: Seat = Seat::from_index(2);

fn chips(units: i64) -> Chips {
    Chips::new(units)
}

/// A table of 10/100 whose dealer is the last player in seat order and whose deck is in order.
struct Played {
    table: Table,
    heard: Vec<TableEvent>,
}

impl Played {
    fn new(rules: Rules) -> Played {
        Played { table: Table::new(rules).unwrap(), heard: Vec::new() }
    }

    fn with(stacks: &[i64]) -> Played {
        let mut played = Played::new(Rules::stock()[1]);
        for (index, &stack) in stacks.iter().enumerate() {
            played.sit(Seat::from_index(index), stack);
        }
        played
    }

    #[track_caller]
    fn input(&mut self, input: Input) {
        self.heard.clear();
        self.table.play(&input, &mut self.heard).unwrap_or_else(|refusal| panic!("{input:?}: {refusal}"));
    }

    #[track_caller]
    fn refused(&mut self, input: Input, refusal: TableRefusal) {
        let before = self.table.clone();
        assert_eq!(self.table.play(&input, &mut Vec::new()), Err(refusal));
        assert_eq!(self.table, before);
    }

    #[track_caller]
    fn sit(&mut self, seat: Seat, stack: i64) {
        self.input(Input::Sit(Seated { seat, stack: chips(stack) }));
    }

    #[track_caller]
    fn all_ready(&mut self) {
        let seats: Vec<Seat> = self.table.seats().collect();
        seats.into_iter().for_each(|seat| self.input(Input::Ready(seat)));
    }

    #[track_caller]
    fn act(&mut self, seat: Seat, action: Action) {
        self.input(Input::Play(Move::Act(seat, action)));
    }

    #[track_caller]
    fn time(&mut self, clock: Clock) {
        self.input(Input::Play(Move::Timeout(clock)));
    }

    #[track_caller]
    fn deal(&mut self, dealer: Seat, cards: &str) {
        let cards = kozyr_cards::cards_in(cards).map(Result::unwrap).collect();
        self.input(Input::Play(Move::Deal(Dealt { dealer, cards })));
    }

    fn statuses(&self) -> Vec<&'static str> {
        [A, B, C].into_iter().map(|seat| self.table.status(seat).name()).collect()
    }

    fn balances(&self) -> Vec<Option<i64>> {
        [A, B, C].into_iter().map(|seat| self.table.balance(seat).map(Chips::units)).collect()
    }
}

#[test]
fn from_waiting_to_the_pause_and_round_again() {
    let mut t = Played::new(Rules::stock()[1]);
    assert_eq!((t.table.stage(), t.table.time_ms()), (Stage::WaitingForPlayers, None));
    t.sit(A, 200);
    assert_eq!(t.table.stage(), Stage::WaitingForPlayers);
    t.refused(Input::Ready(A), TableRefusal::TooFewPlayers);
    t.sit(B, 200);
    assert_eq!((t.table.stage(), t.table.time_ms()), (Stage::Preparation, Some(10_000)));
    t.sit(C, 99);
    t.refused(Input::Ready(C), TableRefusal::BelowMinimum { balance: chips(99), min: chips(100) });
    t.input(Input::Ready(A));
    assert_eq!(t.statuses(), ["TABLE_READY", "TABLE_WAITING", "TABLE_WAITING"]);
    t.input(Input::Ready(B)); // All who can play are ready: no need to wait.
    assert_eq!(t.table.stage(), Stage::Dealing);
    assert_eq!(t.statuses(), ["IN_GAME", "IN_GAME", "TABLE_WAITING"]);
    assert_eq!(t.balances(), [Some(190), Some(190), Some(99)]);
    t.deal(B, "AH KC QD KD 10S 6C");
    assert_eq!((t.table.stage(), t.table.time_ms()), (Stage::Round1, Some(30_000)));
    t.act(A, Action::Fold);
    assert_eq!(t.table.stage(), Stage::PauseBeforeNext);
    assert_eq!(t.statuses(), ["FOLDED", "WON", "TABLE_WAITING"]);
    assert_eq!(t.balances(), [Some(190), Some(210), Some(99)]);
    let text = t.table.record().unwrap().to_text().unwrap();
    assert_eq!(&notation::read(&text).unwrap(), t.table.record().unwrap());
    t.input(Input::TopUp { seat: C, amount: chips(1) });
    t.time(Clock::Stage);
    assert_eq!(t.table.stage(), Stage::Preparation);
    assert_eq!(t.statuses(), ["TABLE_WAITING"; 3]);
    t.input(Input::Ready(C));
    t.input(Input::Ready(A));
    t.time(Clock::Stage); // B is not ready: seated, and not dealt in.
    assert_eq!(t.statuses(), ["IN_GAME", "TABLE_WAITING", "IN_GAME"]);
}

#[test]
fn a_preparation_in_which_nobody_is_ready_waits_for_people() {
    let mut t = Played::with(&[200, 200]);
    t.input(Input::Ready(A));
    t.time(Clock::Stage);
    assert_eq!((t.table.stage(), t.table.awaits()), (Stage::WaitingForPlayers, Awaits::Nothing));
    assert_eq!(t.table.status(A), Status::TableWaiting);
    t.input(Input::Ready(B));
    assert_eq!(t.table.stage(), Stage::Preparation);
    t.input(Input::Ready(A));
    assert_eq!(t.table.stage(), Stage::Dealing);
}

#[test]
fn a_table_can_have_a_maximum() {
    let mut t = Played::new(Rules { max_balance: Some(chips(300)), ..Rules::stock()[1] });
    t.sit(A, 200);
    t.sit(B, 301);
    assert_eq!(t.table.stage(), Stage::WaitingForPlayers);
    t.sit(C, 200);
    t.refused(Input::Ready(B), TableRefusal::AboveMaximum { balance: chips(301), max: chips(300) });
    t.input(Input::Ready(A));
    t.input(Input::TopUp { seat: A, amount: chips(500) });
    assert_eq!(t.table.stage(), Stage::WaitingForPlayers, "only one is left who may play");
    assert_eq!(t.table.status(A), Status::TableWaiting);
}

#[test]
fn who_runs_out_of_time_goes_to_the_lobby_with_his_chips() {
    let mut t = Played::with(&[200, 200, 200]);
    t.all_ready();
    t.deal(C, "AH KC QD KD 10S 6C JH JD JS");
    t.time(Clock::Seat(A));
    let gone = TableEvent::Gone { seat: A, balance: chips(190), why: Gone::TimedOut };
    assert!(t.heard.contains(&gone), "{:?}", t.heard);
    assert_eq!(t.statuses(), ["LOBBY", "IN_GAME", "IN_GAME"]);
    let sit = Input::Sit(Seated { seat: A, stack: chips(500) });
    t.refused(sit.clone(), TableRefusal::Deal(kozyr_seka::Refusal::SeatUsed(A)));
    assert!(!t.table.offers(Viewer::Spectator).contains(&TableOffer::Sit(A)));
    t.act(B, Action::Fold);
    assert_eq!(t.balances(), [None, Some(190), Some(220)]);
    t.input(sit);
    assert_eq!(t.table.status(A), Status::TableWaiting);
}

#[test]
fn time_that_ends_a_deal_sends_to_the_lobby_too() {
    let mut t = Played::with(&[200, 200]);
    t.all_ready();
    t.deal(B, "AH KC QD KD 10S 6C");
    t.time(Clock::Seat(A));
    assert_eq!(t.table.stage(), Stage::PauseBeforeNext);
    assert!(t.heard.contains(&TableEvent::Gone { seat: A, balance: chips(190), why: Gone::TimedOut }));
    assert_eq!(t.balances(), [None, Some(210), None]);
    t.time(Clock::Stage);
    assert_eq!(t.table.stage(), Stage::WaitingForPlayers);
}

#[test]
fn who_leaves_is_folded_when_it_is_his_turn_and_gone_at_once_when_he_is_out() {
    let mut t = Played::with(&[200, 200, 200]);
    t.all_ready();
    t.deal(C, "AH KC QD KD 10S 6C JH JD JS");
    t.input(Input::Leave(B));
    assert_eq!(t.table.status(B), Status::Left);
    t.refused(Input::Leave(B), TableRefusal::SaidAlready(B));
    t.act(A, Action::Check);
    let gone = TableEvent::Gone { seat: B, balance: chips(190), why: Gone::Left };
    assert!(t.heard.contains(&gone), "{:?}", t.heard);
    assert_eq!(t.table.deal().unwrap().turn(), Some(C));
    t.act(C, Action::Fold);
    assert_eq!(t.balances(), [Some(220), None, Some(190)]);
    t.input(Input::Leave(C));
    assert!(t.heard.contains(&TableEvent::Gone { seat: C, balance: chips(190), why: Gone::Left }));
}

/// Somebody who sits down during a deal may buy himself into its svara.
#[test]
fn a_newcomer_may_enter_the_svara_for_the_whole_pot() {
    let mut t = Played::with(&[200, 200]);
    t.all_ready();
    t.deal(B, "KH KD QH QD JS 10C");
    t.sit(C, 500);
    for _ in 0..3 {
        t.act(A, Action::Call);
        t.act(B, Action::Call);
    }
    assert_eq!(t.table.stage(), Stage::SvaraVoting);
    t.act(A, Action::Vote(true));
    t.act(B, Action::Vote(true));
    assert_eq!((t.table.stage(), t.table.time_ms()), (Stage::SvaraEntry, Some(10_000)));
    t.act(C, Action::Enter);
    assert_eq!(t.table.stage(), Stage::SvaraGame);
    assert_eq!(t.balances(), [Some(190), Some(190), Some(480)]);
    t.deal(A, "KH KD QH QD JS 10C AH AD AC");
    t.act(B, Action::Fold);
    t.input(Input::Leave(A));
    t.act(C, Action::Call);
    assert_eq!(t.balances(), [None, Some(190), Some(520)]);
    let text = t.table.record().unwrap().to_text().unwrap();
    assert_eq!(&notation::read(&text).unwrap(), t.table.record().unwrap());
}

/// Tables played at random for a long time: conserved (asserted inside), every record replays to the deal.
#[test]
fn random_tables_keep_records_that_replay() {
    let mut finished = 0;
    let mut svaras = 0;
    for seed in 0..40 {
        let mut dice = Dice::random(seed);
        let mut table = Table::new(Rules::stock()[1]).unwrap();
        let mut shoe = DeckShoe::new(Deck::ordered(Pack::Seka21), {
            let mut dice = Dice::random(seed);
            move |n| dice.below(n)
        });
        let mut was = Stage::WaitingForPlayers;
        for _ in 0..3000 {
            let input = patient_input(&table, &mut dice, &mut shoe);
            let _ = table.play(&input, &mut Vec::new());
            let now = table.stage();
            if now == Stage::PauseBeforeNext && was != now {
                let (record, deal) = (table.record().unwrap(), table.deal().unwrap());
                assert_eq!(&record.replay().unwrap(), deal);
                let text = record.to_text().unwrap();
                assert_eq!(&notation::read(&text).unwrap(), record, "{text}");
                finished += 1;
                svaras += u32::from(deal.svaras() > 0);
            }
            was = now;
        }
    }
    assert!(finished > 2000 && svaras > 50, "{finished} deals, {svaras} with svara");
}

/// Mostly sensible people.
fn patient_input(table: &Table, dice: &mut Dice, shoe: &mut DeckShoe<impl FnMut(u32) -> u32>) -> Input {
    let seat = Seat::from_index(dice.below(6) as usize);
    if dice.one_in(12) {
        let stack = chips(dice.between(50, 2000));
        let inputs =
            [Input::Sit(Seated { seat, stack }), Input::Leave(seat), Input::TopUp { seat, amount: stack }];
        return dice.pick(&inputs).clone();
    }
    let deal = match (table.stage(), table.deal()) {
        (Stage::WaitingForPlayers | Stage::Preparation | Stage::PauseBeforeNext, _) | (_, None) => {
            let inputs = [Input::Ready(seat), Input::Play(Move::Timeout(Clock::Stage))];
            return inputs[usize::from(dice.one_in(5))].clone();
        }
        (_, Some(deal)) => deal,
    };
    if let Awaits::Shuffle(cards) = deal.awaits() {
        shoe.shuffle(cards);
        return Input::Play(Move::Shuffled);
    }
    if deal.awaits() == Awaits::Chance {
        return Input::Play(Move::Deal(Seka::draw(deal, shoe).unwrap()));
    }
    let Some(seat) = deal.awaits().seats().iter().next() else {
        return Input::Play(Move::Timeout(Clock::Stage));
    };
    if dice.one_in(20) {
        let clock = if deal.turn().is_some() { Clock::Seat(seat) } else { Clock::Stage };
        return Input::Play(Move::Timeout(clock));
    }
    let mut offers = Vec::new();
    deal.offers(seat, &mut offers);
    let action = match deal.stage() {
        Stage::SvaraVoting => Action::Vote(!dice.one_in(5)),
        Stage::SvaraEntry => *dice.pick(&[Action::Enter, Action::Pass]),
        _ if dice.one_in(8) => Action::Fold,
        _ => *dice.pick(&[Action::Call, Action::Call, Action::Open, Action::Reveal, Action::Dark]),
    };
    Input::Play(Move::Act(seat, action))
}

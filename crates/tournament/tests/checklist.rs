//! The plan's testing checklist, item by item.

mod common;

use common::{Cup, at, config, named};
use kozyr_chips::Chips;
use kozyr_tournament::{
    Clock, Command, Config, Happened, Millis, PauseKind, Reason, Refusal, Status, TableNo, TiePolicy,
    Tournament,
};

const NINE: [&str; 9] = ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9"];

#[test]
fn single_table_tournament_nine_players_to_one_winner() {
    let mut cup = Cup::started(config(1000, 50, &[5000, 3000, 2000]), &NINE);
    let mut order: Vec<&str> = NINE[1..].to_vec();
    let mut seconds = 0;
    while let Some(loser) = order.pop() {
        seconds += 60;
        assert_eq!(cup.cup.status(), Status::Running);
        let stack = cup.stack(loser);
        cup.hand(seconds, &[("P1", stack), (loser, -stack)]);
        assert_eq!(cup.cup.players_left(), order.len() + 1);
        assert_eq!(cup.cup.chips(), Chips::new(9000));
    }
    assert_eq!(cup.cup.status(), Status::Finished);
    let places: Vec<(String, u32)> =
        NINE.iter().zip(1..).map(|(player, place)| ((*player).to_owned(), place)).collect();
    assert_eq!(cup.places(), places);
    assert_eq!(cup.prizes(), [225, 135, 90, 0, 0, 0, 0, 0, 0]);
    assert_eq!(cup.cup.hand_ids().len(), 8);
    assert_eq!(cup.deal(seconds + 1, 1).unwrap_err().to_string(), "the tournament is finished: it is over");
}

#[test]
fn blind_progression_manual_and_auto() {
    let mut cup = Cup::started(config(1000, 50, &[10_000]), &["ann", "bob", "cy"]);
    let minute = |minutes: i64| minutes * 60;
    let level = |cup: &Cup| cup.cup.levels().unwrap().index;
    // By the clock, at the end of the hand and not in it.
    cup.deal(minute(9), 1).unwrap();
    cup.ask(minute(11), &Command::Tick).unwrap();
    assert_eq!(level(&cup), 0);
    assert_eq!(cup.cup.hand_at(TableNo(1)).unwrap().level().big_blind, Chips::new(20));
    let events = cup.finish(minute(12), 1, &[]).unwrap();
    assert_eq!(level(&cup), 1);
    assert_eq!(cup.cup.levels().unwrap().clock, Clock::Running { ends_at: at(minute(20)) });
    assert!(events.iter().any(|event| matches!(event.what, Happened::LevelsWalked { .. })));
    // By hand: pending until the boundary, and its clock starts there.
    cup.deal(minute(13), 1).unwrap();
    cup.ask(minute(14), &Command::NextLevel).unwrap();
    assert_eq!(level(&cup), 1);
    assert!(cup.cup.hud(at(minute(14))).level_asked);
    cup.finish(minute(15), 1, &[]).unwrap();
    assert_eq!(
        (level(&cup), cup.cup.levels().unwrap().clock),
        (2, Clock::Running { ends_at: at(minute(25)) })
    );
    // A level that ends between two hands is not played on.
    cup.deal(minute(26), 1).unwrap();
    assert_eq!(cup.cup.hand_at(TableNo(1)).unwrap().level().big_blind, Chips::new(100));
    let rows: Vec<(usize, bool)> =
        cup.cup.level_history().iter().map(|row| (row.level_index, row.by_hand)).collect();
    assert_eq!(rows, [(0, false), (1, false), (2, true), (3, false)]);
}

#[test]
fn player_elimination_tracking() {
    let mut cup = Cup::started(config(300, 50, &[5000, 3000, 2000]), &["P1", "P2", "P3", "P4", "P5"]);
    cup.hand(10, &[("P2", -200), ("P3", -200), ("P1", 400)]);
    // All-in is not out: nobody is eliminated while the hand is in play.
    cup.deal(20, 1).unwrap();
    assert_eq!(cup.cup.players_left(), 5);
    let events = cup.finish(30, 1, &[("P2", -100), ("P3", -100), ("P4", -300), ("P1", 500)]).unwrap();
    // Fewer chips first, equal chips by the higher seat, from the last place up.
    assert_eq!(cup.places(), named(&[("P4", 3), ("P2", 4), ("P3", 5)]));
    let reasons: Vec<&Reason> = events
        .iter()
        .filter_map(|event| match &event.what {
            Happened::Placed { reason, .. } => Some(reason),
            _ => None,
        })
        .collect();
    assert!(
        matches!(reasons[0], Reason::HigherChair { place: 5, tied_from: 4, tied_to: 5, .. }),
        "{reasons:?}"
    );
    assert!(matches!(reasons[1], Reason::HigherChair { place: 4, .. }), "{reasons:?}");
    assert!(matches!(reasons[2], Reason::FewerChips { place: 3, busted: 3, .. }), "{reasons:?}");
    // Who is out is not dealt in, and cannot win or lose.
    cup.deal(40, 1).unwrap();
    let dealt: Vec<String> =
        cup.cup.hand_at(TableNo(1)).unwrap().dealt().map(|(_, p, _)| p.to_string()).collect();
    assert_eq!(dealt, ["P1", "P5"]);
    assert_eq!(cup.finish(50, 1, &[("P4", 10), ("P5", -10)]), Err(Refusal::NotDealtIn("P4".into())));
    assert_eq!(cup.ask(50, &Command::SitOut { player: "P5".into() }), Err(Refusal::NoSittingOut));
}

#[test]
fn prize_distribution_calculation() {
    let mut cup = Cup::started(
        Config { guarantee: Some(Chips::new(1001)), ..config(100, 20, &[5000, 3000, 2000]) },
        &["P1", "P2", "P3", "P4"],
    );
    let preview = cup.cup.prize_preview();
    let amounts: Vec<Chips> = preview.iter().map(|share| share.amount).collect();
    assert_eq!(amounts, [501, 300, 200].map(Chips::new));
    let (pool, remainder) = (Chips::new(1001), Chips::new(1));
    let first = Reason::Share { place: 1, share_bps: 5000, of_bps: 10_000, pool, remainder };
    assert_eq!(preview[0].reason, first, "the odd chip is said of the first place alone");
    let third = Reason::Share { place: 3, share_bps: 2000, of_bps: 10_000, pool, remainder: Chips::ZERO };
    assert_eq!(preview[2].reason, third);
    for (seconds, loser) in [(1, "P4"), (2, "P3"), (3, "P2")] {
        cup.hand(seconds, &[("P1", 100), (loser, -100)]);
    }
    assert_eq!(cup.prizes(), [501, 300, 200, 0]);
    let books = common::books(&common::numbered);
    let escrow = books.escrow();
    let mut ledger = kozyr_chips::Ledger::new(|account| *account != escrow);
    for event in &cup.log {
        ledger.post(&event.transfers(&books)).unwrap();
    }
    let balance = |account| ledger.balance(&account).units();
    assert_eq!((balance(books.escrow()), balance(books.house())), (0, 80 - 1001));
    let wallets = ["P1", "P2", "P3", "P4"].map(|player| balance(books.wallet(&player.into())));
    assert_eq!(wallets, [481, 280, 180, -20]);
    let share = &cup.cup.placements()[0].prize_reason;
    let expected = Reason::Share {
        place: 1,
        share_bps: 5000,
        of_bps: 10_000,
        pool: Chips::new(1001),
        remainder: Chips::new(1),
    };
    assert_eq!(share.as_ref(), Some(&expected));
}

/// Those who tie for places share the prizes of all of them; everybody else has the share of their place.
#[test]
fn a_shared_prize_is_told_apart_from_a_place() {
    let form = Config { tie_policy: TiePolicy::Split, ..config(100, 50, &[4000, 3000, 2000, 1000]) };
    let mut cup = Cup::started(form, &["P1", "P2", "P3", "P4"]);
    cup.hand(1, &[("P1", 100), ("P4", -100)]);
    cup.hand(2, &[("P1", 200), ("P2", -100), ("P3", -100)]);
    let (pool, remainder) = (Chips::new(200), Chips::ZERO);
    let share = |place, share_bps| Reason::Share { place, share_bps, of_bps: 10_000, pool, remainder };
    let tie = Reason::SharedTie { tied_from: 2, tied_to: 3, total: Chips::new(60 + 40) };
    let told: Vec<_> = cup.cup.placements().into_iter().map(|row| (row.prize, row.prize_reason)).collect();
    let prize = |units, reason| (Some(Chips::new(units)), Some(reason));
    let expected =
        [prize(80, share(1, 4000)), prize(50, tie.clone()), prize(50, tie), prize(20, share(4, 1000))];
    assert_eq!(told, expected);
}

#[test]
fn persistence_pause_and_resume_tournament() {
    let mut cup = Cup::started(config(1000, 50, &[6000, 4000]), &["ann", "bob", "cy"]);
    cup.hand(60, &[("ann", 1000), ("cy", -1000)]);
    cup.deal(120, 1).unwrap();
    cup.ask(360, &Command::Pause(PauseKind::Everything)).unwrap();
    // Saved in the middle of a hand, in the middle of a pause.
    let saved = cup.cup.to_json();
    assert_eq!(cup.replayed(), cup.cup);
    let mut loaded = Tournament::from_json(&saved).unwrap();
    assert_eq!(loaded, cup.cup);
    assert_eq!(loaded.levels().unwrap().clock, Clock::Paused { remaining: Millis::from_minutes(4) });
    // The hand in play is finished; the next one waits for the host.
    cup.cup = loaded.clone();
    cup.finish(400, 1, &[("ann", 10), ("bob", -10)]).unwrap();
    assert_eq!(cup.deal(410, 1), Err(Refusal::DealingPaused));
    cup.ask(3600, &Command::Resume).unwrap();
    assert_eq!(cup.cup.levels().unwrap().clock, Clock::Running { ends_at: at(3600 + 240) });
    cup.deal(3601, 1).unwrap();
    // A crash: as it was, mid-hand too, with the clock where it stood.
    let events = loaded.step(at(7200), &Command::Recover { last_known: at(365) }).unwrap();
    assert_eq!(events.len(), 1);
    assert!(loaded.is_busy(TableNo(1)));
    let mut running = cup.cup.clone();
    running.step(at(9999), &Command::Recover { last_known: at(3720) }).unwrap();
    assert_eq!(running.status(), Status::Paused(PauseKind::Everything));
    assert_eq!(running.levels().unwrap().clock, Clock::Paused { remaining: Millis::from_minutes(2) });
    assert!(running.is_busy(TableNo(1)));
}

#[test]
fn edge_case_all_in_multi_way_on_final_hand() {
    let mut cup = Cup::started(config(500, 100, &[5000, 3000, 2000]), &["P1", "P2", "P3", "P4"]);
    cup.hand(10, &[("P2", -300), ("P3", 100), ("P4", 200)]);
    // P1 500, P2 200, P3 600, P4 700, all in; P4 covers everybody and wins everything.
    let events = {
        cup.deal(20, 1).unwrap();
        cup.finish(30, 1, &[("P1", -500), ("P2", -200), ("P3", -600), ("P4", 1300)]).unwrap()
    };
    assert_eq!(cup.cup.status(), Status::Finished);
    assert_eq!(cup.places(), named(&[("P4", 1), ("P3", 2), ("P1", 3), ("P2", 4)]));
    assert_eq!(cup.prizes(), [200, 120, 80, 0]);
    assert_eq!(cup.cup.hand_ids().len(), 2, "the hand that ends it is in the list");
    let finished = events.iter().filter(|event| matches!(event.what, Happened::Finished { .. })).count();
    assert_eq!(finished, 1);
}

#[test]
fn hand_ids_are_unique_and_not_empty() {
    let mut cup = Cup::started(config(1000, 50, &[10_000]), &["ann", "bob", "cy"]);
    let deal = |hand: &str, number| Command::Deal { table: TableNo(1), hand: hand.into(), number };
    assert_eq!(cup.ask(1, &deal("", 1)), Err(Refusal::HandId("".into())));
    cup.hand(1, &[]);
    assert_eq!(cup.ask(2, &deal("h1", 2)), Err(Refusal::HandId("h1".into())));
    cup.ask(2, &deal("h2", 2)).unwrap();
    // A document that has an id twice is not believed either.
    let saved = cup.cup.to_json();
    assert!(Tournament::from_json(&saved).is_ok());
    assert!(Tournament::from_json(&saved.replace("\"h2\"", "\"h1\"")).is_err());
    // A hand that was called off was none: its id is free again.
    cup.ask(3, &Command::CallOff { table: TableNo(1) }).unwrap();
    cup.ask(3, &deal("h2", 2)).unwrap();
}

#[test]
fn an_offer_does_not_lapse_during_a_full_pause() {
    let rebuys = Some(kozyr_tournament::Rebuys::default());
    let form = || Config { rebuys, ..config(100, 50, &[10_000]) };
    let mut cup = Cup::started(form(), &["ann", "bob", "cy"]);
    cup.hand(10, &[("ann", 100), ("cy", -100)]);
    cup.ask(30, &Command::Pause(PauseKind::Everything)).unwrap();
    cup.ask(3600, &Command::Tick).unwrap();
    assert_eq!(cup.cup.offers().map(|(_, until)| until).collect::<Vec<_>>(), [None]);
    cup.ask(3600, &Command::Resume).unwrap();
    assert_eq!(cup.cup.offers().map(|(_, until)| until).collect::<Vec<_>>(), [Some(at(3640))]);
    cup.ask(3639, &Command::Rebuy { player: "cy".into() }).unwrap();
    // One that is made in the pause has its whole minute after it.
    cup.deal(3640, 1).unwrap();
    cup.ask(3641, &Command::Pause(PauseKind::Everything)).unwrap();
    cup.finish(3642, 1, &[("ann", 100), ("cy", -100)]).unwrap();
    cup.ask(5000, &Command::Resume).unwrap();
    assert_eq!(cup.cup.offers().map(|(_, until)| until).collect::<Vec<_>>(), [Some(at(5060))]);
    cup.ask(5060, &Command::Tick).unwrap();
    assert_eq!(cup.places(), named(&[("cy", 3)]));
    // A pause of the clock alone stops no offer.
    let mut cup = Cup::started(form(), &["ann", "bob", "cy"]);
    cup.hand(10, &[("ann", 100), ("cy", -100)]);
    cup.ask(30, &Command::Pause(PauseKind::ClockOnly)).unwrap();
    cup.ask(70, &Command::Tick).unwrap();
    assert_eq!(cup.places(), named(&[("cy", 3)]));
}

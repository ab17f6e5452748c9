//! Whole tournaments through a shard without sockets, with crashes where they hurt most.

pub(crate) mod evening;

use super::plan::{Start, StockTournament, TournamentPlan};
use evening::{Evening, host, player};
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, Refusal, TournamentEvent, TournamentForm, TournamentOffer, TournamentOrder, TournamentRefusal,
    TournamentStatus, TournamentWish,
};
use kozyr_time::{Millis, TournamentId};
use kozyr_tournament::{
    AddOn, BlindLevel, Bounty, BreakRule, Config, LateEntry, PayoutPreset, Payouts, Preset, PrizeTable,
    Rebuys, Status,
};
use std::collections::BTreeSet;

/// A tournament of so many seats a table that is over soon.
fn plan(seats: u8, change: impl FnOnce(&mut Config)) -> TournamentPlan {
    let mut config = Config { seats, late_entry: None, ..Preset::Turbo.config("cup") };
    config.levels = (1..=12).map(|level| BlindLevel::new(level, 25 << level, 50 << level, 1)).collect();
    config.prizes = Payouts::Preset(PayoutPreset::SitAndGo);
    config.breaks.clear();
    change(&mut config);
    TournamentPlan {
        id: TournamentId::new("cup-1").unwrap(),
        rules: config.check().unwrap(),
        host: Some(host()),
        start: Start::ByHand,
        bots: None,
        kind: None,
    }
}

#[test]
fn a_sit_and_go_starts_when_it_is_full_and_pays_its_prizes() {
    let sit_and_go = TournamentPlan {
        host: None,
        start: Start::WhenFull,
        ..plan(3, |config| config.max_entrants = Some(3))
    };
    let mut evening = Evening::open(sit_and_go, 4, 1);
    assert_eq!(evening.status(), Status::Lobby, "the house opens it by itself");
    for number in 0..2 {
        assert!(matches!(evening.wish(number, TournamentWish::Register), Answer::Accepted { .. }));
    }
    assert_eq!(evening.wallet(0), 900);
    assert!(matches!(evening.wish(1, TournamentWish::Unregister), Answer::Accepted { .. }));
    assert_eq!(evening.wallet(1), 1000);
    assert!(matches!(evening.wish(1, TournamentWish::Register), Answer::Accepted { .. }));
    let again = evening.wish(1, TournamentWish::Register);
    let why = TournamentRefusal::AlreadyEntered;
    assert_eq!(again, Answer::Refused { reason: Refusal::Tournament { why } });
    assert_eq!(evening.status(), Status::Lobby);
    evening.wish(2, TournamentWish::Register);
    assert_eq!(evening.status(), Status::Running);
    let late = evening.wish(3, TournamentWish::Register);
    assert!(matches!(late, Answer::Refused { .. }), "{late:?}");
    evening.play_to_the_end();
    let seen = evening.finish();
    assert!(seen.contains(&"finished".to_owned()) && seen.contains(&"drawn".to_owned()), "{seen:?}");
}

#[test]
fn every_tournament_of_the_house_starts_when_it_is_full_and_is_played_to_its_winner() {
    for (seed, stock) in (20..).zip(StockTournament::all()) {
        let players = stock.rules.max_entrants.unwrap();
        let mut evening = Evening::open(stock.plan(1), players, seed);
        for number in 0..players {
            assert_eq!(evening.status(), Status::Lobby, "{} waits until it is full", stock.kind);
            assert!(matches!(evening.wish(number, TournamentWish::Register), Answer::Accepted { .. }));
        }
        assert_eq!(evening.status(), Status::Running, "{}", stock.kind);
        evening.play_to_the_end();
        let placements = evening.cup().placements();
        let places: Vec<u32> = placements.iter().map(|row| row.place).collect();
        assert_eq!(places, (1..=players).collect::<Vec<_>>(), "{}: every place once", stock.kind);
        let paid: Chips = placements.iter().filter_map(|row| row.prize).sum();
        assert_eq!(paid, Chips::new(100 * i64::from(players)), "{}: the whole pool", stock.kind);
        let wallets: i64 = (0..players).map(|number| evening.wallet(number)).sum();
        assert_eq!(wallets, 1000 * i64::from(players), "{}: and nothing but the pool", stock.kind);
        evening.finish();
    }
}

#[test]
fn only_the_host_orders_and_a_repeated_command_acts_once() {
    let mut evening = Evening::open(plan(2, |_| {}), 3, 2);
    assert_eq!(evening.direct(1, TournamentOrder::Open), Answer::Refused { reason: Refusal::NotTheHost });
    assert!(matches!(evening.direct_as_host(TournamentOrder::Open), Answer::Accepted { .. }));
    let (id, wish) = (77, TournamentWish::Register);
    let first = evening.wish_as(id, 0, wish);
    assert_eq!(evening.wish_as(id, 0, wish), first);
    evening.crash(false);
    assert_eq!(evening.wish_as(id, 0, wish), first, "also after a crash");
    assert_eq!(evening.wallet(0), 900, "paid once");
    let too_few = evening.direct_as_host(TournamentOrder::Start);
    let why = TournamentRefusal::TooFewEntrants;
    assert_eq!(too_few, Answer::Refused { reason: Refusal::Tournament { why } });
    evening.wish(1, wish);
    for order in [
        TournamentOrder::Start,
        TournamentOrder::Pause,
        TournamentOrder::PauseClock,
        TournamentOrder::Resume,
        TournamentOrder::NextLevel,
        TournamentOrder::Break { length_ms: 60_000 },
        TournamentOrder::Cancel,
    ] {
        let refused = evening.direct(1, order.clone());
        assert_eq!(refused, Answer::Refused { reason: Refusal::NotTheHost }, "{order:?}");
    }
    assert!(matches!(evening.direct_as_host(TournamentOrder::Start), Answer::Accepted { .. }));
    evening.direct_as_host(TournamentOrder::Cancel);
    assert_eq!((evening.wallet(0), evening.wallet(1)), (1000, 1000), "every entry is refunded");
    evening.finish();
}

#[test]
fn whoever_has_too_little_stays_out_and_nothing_happens() {
    let dear = plan(3, |config| config.buy_in = Chips::new(5000));
    let mut evening = Evening::open(dear, 2, 3);
    evening.direct_as_host(TournamentOrder::Open);
    let refused = evening.wish(0, TournamentWish::Register);
    assert_eq!(refused, Answer::Refused { reason: Refusal::NotEnoughChips { balance: Chips::new(1000) } });
    assert_eq!(evening.cup().entrants().len(), 0);
}

#[test]
fn after_a_start_the_clock_stands_and_a_tournament_of_the_house_goes_on_by_itself() {
    let own = TournamentPlan {
        host: None,
        start: Start::WhenFull,
        ..plan(2, |config| config.max_entrants = Some(2))
    };
    let mut evening = Evening::open(own, 2, 4);
    evening.wish(0, TournamentWish::Register);
    evening.wish(1, TournamentWish::Register);
    evening.play(4);
    let before = evening.cup().clone();
    evening.crash(true);
    assert_eq!(evening.view().status, TournamentStatus::Paused);
    let resumes_at = evening.view().resumes_at.expect("everybody sees the countdown");
    assert!(resumes_at > evening.now().as_millis());
    assert_eq!(evening.cup().entrants(), before.entrants(), "everything is as it was");
    evening.pass(Millis::from_secs(20));
    assert_eq!((evening.view().status, evening.view().resumes_at), (TournamentStatus::Running, None));
    evening.play_to_the_end();
    evening.finish();
    // One with a host waits for the host.
    let mut evening = Evening::open(plan(2, |_| {}), 2, 5);
    evening.begin(2);
    evening.crash(false);
    evening.pass(Millis::from_secs(120));
    assert_eq!((evening.view().status, evening.view().resumes_at), (TournamentStatus::Paused, None));
    assert!(matches!(evening.direct_as_host(TournamentOrder::Resume), Answer::Accepted { .. }));
    evening.play_to_the_end();
    evening.finish();
}

#[test]
fn a_clock_that_starts_behind_the_log_lets_no_table_go_back() {
    let own = TournamentPlan {
        host: None,
        start: Start::WhenFull,
        ..plan(2, |config| config.max_entrants = Some(2))
    };
    let mut evening = Evening::open(own, 2, 6);
    evening.wish(0, TournamentWish::Register);
    evening.wish(1, TournamentWish::Register);
    evening.play(4);
    for _ in 0..3 {
        evening.crash_and_start_behind(Millis::new(600));
        assert_eq!(evening.view().status, TournamentStatus::Paused, "it was loaded");
        evening.pass(Millis::new(50));
    }
    evening.pass(Millis::from_secs(20));
    evening.play_to_the_end();
    evening.finish();
}

/// Rebuys, late entries, an add-on, a break and a bubble over several tables.
fn rich(seats: u8) -> TournamentPlan {
    plan(seats, |config| {
        config.rebuys = Some(Rebuys { end_level: Some(3), max_each: Some(1) });
        config.late_entry = Some(LateEntry { end_level: 3, re_entries: 1 });
        config.add_on = Some(AddOn { price: Chips::new(50), chips: Chips::new(1500), end_level: 4 });
        config.bounty = Some(Bounty { amount: Chips::new(20), progressive: true });
        // The bubble bursts while there is more than one table.
        let shares = [2000, 1500, 1200, 1000, 900, 800, 600, 500, 500, 400, 300, 300];
        config.prizes = Payouts::Table(PrizeTable::strict(&shares).unwrap());
        config.breaks = vec![BreakRule::AfterLevel { level: 2, length: Millis::from_secs(30) }];
    })
}

#[test]
fn many_tables_with_everything_and_crashes_where_they_hurt() {
    // Not every bubble lasts long enough: evenings go on until each of these happened.
    let crashes = ["tableBroken", "handForHand"].map(|inside| [(inside, true), (inside, false)]);
    let events = [
        "drawn",
        "rebought",
        "bountyWon",
        "bountyKept",
        "addedOn",
        "entered",
        "level",
        "breakBegan",
        "breakEnded",
        "tableBroken",
        "reseated",
        "finalTable",
        "handForHand",
        "placed",
        "paused",
        "resumed",
        "finished",
    ];
    let (mut seen, mut killed): (BTreeSet<String>, Vec<(&str, bool)>) = Default::default();
    let mut came_late = false;
    for seed in 0..100 {
        let mut evening = Evening::open(rich(6), 26, 100 + seed);
        evening.begin(24);
        assert_eq!(evening.cup().tables().count(), 4);
        evening.crash_inside("tableBroken", seed % 2 == 0);
        evening.crash_inside("handForHand", seed % 2 == 0);
        evening.play(200);
        assert!(matches!(evening.direct_as_host(TournamentOrder::Pause), Answer::Accepted { .. }));
        // With quick hands the levels for it may be over by now.
        match evening.wish(24, TournamentWish::Register) {
            Answer::Accepted { .. } => came_late = true,
            Answer::Refused { reason: Refusal::Tournament { why: TournamentRefusal::EntriesClosed } } => {}
            other => panic!("{other:?}"),
        }
        assert!(matches!(evening.direct_as_host(TournamentOrder::Resume), Answer::Accepted { .. }));
        evening.play_to_the_end();
        killed.extend(evening.crashes().iter().copied());
        seen.extend(evening.finish());
        let all = crashes.as_flattened().iter().all(|crash| killed.contains(crash));
        if all && came_late && events.iter().all(|event| seen.contains(*event)) {
            return;
        }
    }
    panic!("not everything happened: {seen:?}, killed inside {killed:?}");
}

#[test]
fn a_player_who_moves_is_told_where_and_a_table_that_breaks_is_gone() {
    let mut evening = Evening::open(plan(3, |_| {}), 7, 6);
    evening.everybody_follows();
    evening.begin(7);
    evening.play_to_the_end();
    let moved = evening.moved();
    assert!(!moved.is_empty());
    assert_eq!(
        moved.iter().filter(|(from, _)| from.is_none()).count(),
        7,
        "everybody came to their first seat"
    );
    assert!(moved.iter().filter(|(from, _)| from.is_some()).count() >= 2, "{moved:?}");
    evening.finish();
}

#[test]
fn the_form_changes_until_somebody_enters_and_the_host_takes_people_out_of_the_lobby() {
    let mut evening = Evening::open(plan(3, |_| {}), 2, 8);
    let form = super::form_of(evening.cup().rules());
    let configure = |seats| {
        let form = TournamentForm { seats, ..form.clone() };
        TournamentOrder::Configure { form: Box::new(form) }
    };
    let accepted = |answer: Answer| assert!(matches!(answer, Answer::Accepted { .. }), "{answer:?}");
    accepted(evening.direct_as_host(configure(4)));
    accepted(evening.direct_as_host(TournamentOrder::Open));
    accepted(evening.direct_as_host(configure(5)));
    // Nobody gives the house's money away.
    for gift in [
        TournamentForm { guarantee: Some(Chips::new(5000)), ..form.clone() },
        TournamentForm { prize_pool_override: Some(Chips::new(5000)), ..form.clone() },
    ] {
        let order = TournamentOrder::Configure { form: Box::new(gift) };
        let refused = evening.direct_as_host(order);
        assert!(matches!(refused, Answer::Refused { reason: Refusal::BadForm { .. } }), "{refused:?}");
    }
    let bad = evening.direct_as_host(configure(1));
    assert!(matches!(bad, Answer::Refused { reason: Refusal::BadForm { .. } }), "{bad:?}");
    assert_eq!(evening.direct(1, configure(2)), Answer::Refused { reason: Refusal::NotTheHost });
    evening.crash(true);
    assert_eq!(evening.cup().rules().seats, 5, "as it was filled in last");
    accepted(evening.wish(0, TournamentWish::Register));
    let late = evening.direct_as_host(configure(6));
    let why = TournamentRefusal::WrongStatus { status: TournamentStatus::Lobby };
    assert_eq!(late, Answer::Refused { reason: Refusal::Tournament { why } }, "they paid for another one");
    let remove = TournamentOrder::Remove { player: player(0).get() };
    assert_eq!(evening.direct(0, remove.clone()), Answer::Refused { reason: Refusal::NotTheHost });
    accepted(evening.direct_as_host(remove.clone()));
    assert_eq!((evening.wallet(0), evening.cup().entrants().len()), (1000, 0));
    let why = TournamentRefusal::NotEntered;
    let nobody = evening.direct_as_host(remove);
    assert_eq!(nobody, Answer::Refused { reason: Refusal::Tournament { why } });
    accepted(evening.direct_as_host(configure(2)));
    evening.wish(0, TournamentWish::Register);
    evening.wish(1, TournamentWish::Register);
    accepted(evening.direct_as_host(TournamentOrder::Start));
    evening.play_to_the_end();
    evening.finish();
}

#[test]
fn a_start_at_a_time_comes_by_itself_and_is_called_off_without_two() {
    let soon = evening::BEGIN + Millis::from_secs(600);
    for (entrants, status) in [(1, Status::Cancelled), (2, Status::Running)] {
        let at = TournamentPlan { start: Start::At(soon), ..plan(3, |_| {}) };
        let mut evening = Evening::open(at, 2, 20);
        evening.direct_as_host(TournamentOrder::Open);
        for number in 0..entrants {
            evening.wish(number, TournamentWish::Register);
        }
        evening.pass(Millis::from_secs(599));
        assert_eq!((evening.status(), evening.wallet(0)), (Status::Lobby, 900));
        evening.pass(Millis::from_secs(2));
        assert_eq!(evening.status(), status, "with {entrants}");
        evening.play_to_the_end();
        evening.finish();
    }
}

#[test]
fn offers_stand_in_the_own_part_alone() {
    let mut evening = Evening::open(plan(3, |_| {}), 2, 7);
    evening.direct_as_host(TournamentOrder::Open);
    let own = evening.own(0).expect("somebody may enter");
    assert_eq!(own.offers, [TournamentOffer::Register { costs: Chips::new(100) }]);
    assert!(own.orders.is_empty() && !own.entered);
    assert!(evening.view().own.is_none(), "somebody who is nobody");
    evening.wish(0, TournamentWish::Register);
    assert!(evening.own(0).unwrap().entered);
    assert!(evening.events().iter().any(|event| matches!(event, TournamentEvent::Entered { .. })));
    assert_eq!(player(0).get(), 10_000);
}

#[test]
#[ignore = "long: make soak"]
fn a_thousand_players_without_sockets() {
    // So many are paid that the bubble bursts over many tables, and levels last a while.
    let mut plan = rich(8);
    let mut config = Config::from(plan.rules.clone());
    config.prizes = Payouts::Preset(PayoutPreset::Field);
    for level in &mut config.levels {
        level.duration = Some(Millis::from_secs(180));
    }
    plan.rules = config.check().unwrap();
    for seed in 9..12 {
        evening::figures(Evening::open(plan.clone(), 1000, seed), 20);
    }
}

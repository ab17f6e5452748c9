use super::*;
use kozyr_protocol::room::{HoldemOptions, PlayableGame};

fn holdem(small: i64, big: i64) -> TableGame {
    TableGame::Holdem {
        variant: "NT".into(),
        small_blind: Chips::new(small),
        big_blind: Chips::new(big),
        options: HoldemOptions::default(),
    }
}

fn durak(mode: DurakMode, points: u16) -> TableGame {
    TableGame::Durak { mode, cards: 36, stake: Chips::new(20), points }
}

fn form(seats: u8, turn_secs: u16, private: bool, game: TableGame) -> TableForm {
    TableForm { name: None, private, seats, turn_secs, delay_secs: 0, bots: false, game }
}

fn made(form: &TableForm) -> Result<TablePlan, TableProblem> {
    let (id, secret) = (TableId::new("open-1").unwrap(), Some("secret".to_owned()));
    plan(id, form, (PlayerId::from(7), "Ann"), secret, &TableLimits::default())
}

#[test]
fn every_game_can_be_opened_within_bounds_and_nothing_else() {
    for variant in ["NT", "FT", "NS", "PO", "FO/8"] {
        let game = TableGame::Holdem {
            variant: variant.into(),
            small_blind: Chips::new(1),
            big_blind: Chips::new(2),
            options: HoldemOptions::default(),
        };
        for private in [false, true] {
            let plan = made(&form(6, 20, private, game.clone())).unwrap();
            assert_eq!((plan.title.as_str(), plan.settings.seats), ("Ann", 6));
            assert_eq!(plan.made.unwrap().is_private(), private);
        }
    }
    assert!(made(&form(6, 30, false, TableGame::Seka { base: Chips::new(5) })).is_ok());
    for mode in [DurakMode::Pairs, DurakMode::PairsTransfer, DurakMode::PairsTrafficLight] {
        assert!(made(&form(4, 30, false, durak(mode, 3))).is_ok());
        assert_eq!(made(&form(3, 30, false, durak(mode, 3))), Err(TableProblem::Seats));
    }
    for mode in [DurakMode::Plain, DurakMode::Transfer, DurakMode::TrafficLight] {
        assert!(made(&form(2, 30, false, durak(mode, 1))).is_ok());
    }
    let stakes = TableProblem::Stakes { least: Chips::new(1), most: Chips::new(1_000) };
    let seka = |base: i64| TableGame::Seka { base: Chips::new(base) };
    for (wrong, problem) in [
        (form(6, 20, false, holdem(0, 2)), stakes),
        (form(6, 20, false, holdem(3, 2)), stakes),
        (form(6, 20, false, holdem(500, 1_001)), stakes),
        (form(6, 20, false, holdem(-1, -1)), stakes),
        (form(6, 20, false, seka(0)), stakes),
        (form(6, 20, false, seka(i64::MAX)), stakes),
        (form(7, 20, false, seka(5)), TableProblem::Seats),
        (form(1, 20, false, holdem(1, 2)), TableProblem::Seats),
        (form(60, 20, false, holdem(1, 2)), TableProblem::Seats),
        (form(6, 4, false, holdem(1, 2)), TableProblem::Clock),
        (form(6, 0, false, holdem(1, 2)), TableProblem::Clock),
        (form(6, 301, true, holdem(1, 2)), TableProblem::Clock),
        (form(2, 20, false, durak(DurakMode::Plain, 0)), TableProblem::Game),
        (
            TableForm { name: Some("\u{202e}x".into()), ..form(6, 20, false, holdem(1, 2)) },
            TableProblem::Name,
        ),
    ] {
        assert_eq!(made(&wrong), Err(problem), "{wrong:?}");
    }
    let stud = TableGame::Holdem {
        variant: "F7S".into(),
        small_blind: Chips::new(1),
        big_blind: Chips::new(2),
        options: HoldemOptions::default(),
    };
    assert_eq!(made(&form(6, 20, false, stud)), Err(TableProblem::Game));
    // Friends may do without a clock, in every game.
    for game in [holdem(1, 2), seka(5), durak(DurakMode::Plain, 1)] {
        let plan = made(&form(2, 0, true, game)).unwrap();
        let untimed = matches!(&plan.game, GamePlan::Durak(house) if house.untimed);
        assert!(untimed || plan.settings.turn == UNTIMED, "{plan:?}");
    }
}

#[test]
fn only_the_host_of_a_private_table_orders_anything() {
    let (ann, bob, vera) = (PlayerId::from(7), PlayerId::from(8), PlayerId::from(1));
    let private = made(&form(6, 20, true, holdem(1, 2))).unwrap();
    let public = made(&form(6, 20, false, holdem(1, 2))).unwrap();
    let subject = |player: PlayerId| match player {
        player if player == bob => Some(Subject { name: "Bob".into(), bot: false, seated: true }),
        player if player == vera => Some(Subject { name: "Vera".into(), bot: true, seated: true }),
        player if player == ann => Some(Subject { name: "Ann".into(), bot: false, seated: true }),
        _ => None,
    };
    let order = |plan: &TablePlan, who, order: &HostOrder| {
        ordered(plan, who, order, &TableLimits::default(), subject, || Some("other".into()))
    };
    let player = bob.get();
    let orders = [
        HostOrder::HoldUp,
        HostOrder::GoOn,
        HostOrder::Remove { player },
        HostOrder::Forgive { player },
        HostOrder::Stakes { game: holdem(2, 4) },
        HostOrder::Clock { turn_secs: 0 },
        HostOrder::Approve { ask: false },
        HostOrder::Silence { player, silent: true },
        HostOrder::Bots { on: true },
        HostOrder::NewLink,
        HostOrder::PassOn { player },
    ];
    let kept_out = order(&private, ann, &HostOrder::Remove { player }).unwrap();
    for wanted in &orders {
        // Only who was removed can be forgiven.
        let plan = if matches!(wanted, HostOrder::Forgive { .. }) { &kept_out } else { &private };
        assert!(order(plan, ann, wanted).is_ok(), "{wanted:?}");
        assert_eq!(order(&private, bob, wanted), Err(Refusal::NotTheHost), "{wanted:?}");
        assert_eq!(order(&public, ann, wanted), Err(Refusal::NotTheHost), "{wanted:?}");
    }
    let after = |plan: &TablePlan, wanted: &HostOrder| order(plan, ann, wanted).unwrap();
    let removed = after(&private, &orders[2]);
    assert!(removed.made.as_ref().unwrap().is_removed(bob));
    assert!(!after(&removed, &orders[3]).made.unwrap().is_removed(bob));
    let GamePlan::Holdem(house) = after(&private, &orders[4]).game else { panic!() };
    assert_eq!(house.blinds(), (Chips::new(2), Chips::new(4)));
    assert_eq!(after(&private, &orders[5]).settings.turn, UNTIMED);
    let passed = after(&private, &HostOrder::PassOn { player });
    assert_eq!(order(&passed, ann, &HostOrder::HoldUp), Err(Refusal::NotTheHost));
    assert!(order(&passed, bob, &HostOrder::HoldUp).is_ok());
    for (wrong, refusal) in [
        (HostOrder::Remove { player: ann.get() }, Refusal::UnknownPlayer),
        (HostOrder::Remove { player: vera.get() }, Refusal::UnknownPlayer),
        (HostOrder::Remove { player: 999 }, Refusal::UnknownPlayer),
        (HostOrder::Forgive { player }, Refusal::UnknownPlayer),
        (HostOrder::Silence { player: ann.get(), silent: true }, Refusal::UnknownPlayer),
        (HostOrder::Silence { player: 999, silent: true }, Refusal::UnknownPlayer),
        (HostOrder::PassOn { player: vera.get() }, Refusal::UnknownPlayer),
        (HostOrder::PassOn { player: u64::MAX }, Refusal::UnknownPlayer),
        (HostOrder::Clock { turn_secs: 301 }, Refusal::BadTable { problem: TableProblem::Clock }),
        (
            HostOrder::Stakes { game: TableGame::Seka { base: Chips::new(5) } },
            Refusal::BadTable { problem: TableProblem::Game },
        ),
    ] {
        assert_eq!(order(&private, ann, &wrong), Err(refusal), "{wrong:?}");
    }
    assert!(private.made.as_ref().unwrap().hosted(Some(bob)).removed.is_empty());
    assert_eq!(removed.made.as_ref().unwrap().hosted(Some(ann)).removed.len(), 1);
    assert!(removed.made.unwrap().hosted(Some(bob)).removed.is_empty(), "that is the host's business");
}

#[test]
fn a_game_of_durak_is_played_for_what_it_began_with() {
    let now = durak(DurakMode::Plain, 1);
    assert!(can_become(
        &now,
        &TableGame::Durak { mode: DurakMode::Plain, cards: 36, stake: Chips::new(50), points: 1 }
    ));
    assert!(!can_become(&now, &durak(DurakMode::Transfer, 1)));
    assert!(!can_become(&durak(DurakMode::Plain, 3), &durak(DurakMode::Plain, 3)));
}

#[test]
fn a_table_is_made_with_the_options_of_its_form_where_the_game_has_them() {
    let with = |variant: &str, straddle, run_it_twice| TableGame::Holdem {
        variant: variant.into(),
        small_blind: Chips::new(1),
        big_blind: Chips::new(2),
        options: HoldemOptions { straddle, run_it_twice },
    };
    let house = |plan: TablePlan| match plan.game {
        GamePlan::Holdem(house) => (house.straddle, house.run_it_twice),
        other => panic!("{other:?}"),
    };
    for options in [(false, false), (true, false), (false, true), (true, true)] {
        for variant in ["NT", "PT", "PO", "NS"] {
            let game = with(variant, options.0, options.1);
            assert_eq!(made(&form(10, 20, false, game)).map(house), Ok(options), "{variant}");
        }
    }
    assert_eq!(made(&form(6, 20, true, with("FT", false, true))).map(house), Ok((false, true)));
    let refused = made(&form(6, 20, true, with("FT", true, false)));
    assert_eq!(refused.map(house), Err(TableProblem::Game), "a fixed-limit game has no straddle");
}

#[test]
fn the_host_may_change_the_options_with_the_stakes() {
    let plain = made(&form(6, 20, true, holdem(1, 2))).unwrap();
    let TableGame::Holdem { variant, small_blind, big_blind, .. } = holdem(1, 2) else { unreachable!() };
    let options = HoldemOptions { straddle: true, run_it_twice: true };
    let game = TableGame::Holdem { variant, small_blind, big_blind, options };
    let order = HostOrder::Stakes { game };
    let limits = TableLimits::default();
    let after = ordered(&plain, PlayerId::from(7), &order, &limits, |_| None, || None).unwrap();
    let GamePlan::Holdem(house) = after.game else { unreachable!() };
    assert!(house.straddle && house.run_it_twice);
}

/// What is offered to whoever opens a table is what a room has tables for from its first start.
#[test]
fn every_game_that_can_be_opened_has_a_stock_table() {
    let plans = crate::stock::tables();
    for game in TableLimits::default().bounds().games {
        let is_it = |plan: &TablePlan| match (&plan.game, &game) {
            (GamePlan::Holdem(house), PlayableGame::Holdem { variant, .. }) => {
                house.variant.code == variant.as_str()
            }
            (GamePlan::Seka(_), PlayableGame::Seka { .. }) => true,
            // The same game whatever pack is chosen.
            (GamePlan::Durak(house), PlayableGame::Durak { mode, .. }) => house.rules.mode == mode_of(*mode),
            _ => false,
        };
        assert!(plans.iter().any(is_it), "{game:?}");
    }
}

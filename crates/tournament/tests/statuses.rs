//! What can be asked of a tournament, and when: every command in every status.

mod common;

use common::{Cup, at, config, seat};
use kozyr_chips::Chips;
use kozyr_tournament::{
    BlindLevel, Chair, Command, Config, Event, HandResult, Happened, Millis, PauseKind, Rebuys, Refusal,
    Seating, TableNo, Tournament,
};

fn form() -> Config {
    Config { rebuys: Some(Rebuys::default()), ..config(100, 50, &[10_000]) }
}

/// In setup, in the lobby, running, paused, finished, cancelled.
fn statuses() -> [Tournament; 6] {
    let players = ["ann", "bob", "cy"];
    let started = || Cup::started(form(), &players);
    let after = |mut cup: Cup, command: &Command| {
        cup.ask(1, command).unwrap();
        cup.cup
    };
    let setup = Tournament::new("cup", at(0), form().check().unwrap());
    let mut finished = Cup::started(config(100, 50, &[10_000]), &players);
    finished.hand(1, &[("ann", 200), ("bob", -100), ("cy", -100)]);
    [
        setup,
        Cup::lobby(form(), &players).cup,
        started().cup,
        after(started(), &Command::Pause(PauseKind::Everything)),
        finished.cup,
        after(started(), &Command::Cancel),
    ]
}

fn commands() -> Vec<(&'static str, Command)> {
    let chair = Chair::new(TableNo(1), seat(4));
    let sits = |(player, number): (&str, u8)| Seating {
        player: player.into(),
        chair: Chair::new(TableNo(1), seat(number)),
    };
    let result = || HandResult {
        table: TableNo(1),
        hand: "h1".into(),
        committed: Vec::new(),
        shares: Vec::new(),
        acted: true,
        knocked_out: Vec::new(),
    };
    vec![
        ("configure", Command::Configure(Box::new(form().check().unwrap()))),
        ("open", Command::Open),
        ("register", Command::Register { player: "dan".into(), name: "dan".into() }),
        ("unregister", Command::Unregister { player: "ann".into() }),
        ("check in", Command::CheckIn { player: "ann".into(), present: true }),
        ("start", Command::Start { seating: [("ann", 1), ("bob", 2), ("cy", 3)].map(sits).into() }),
        ("enter", Command::Enter { player: "dan".into(), name: "dan".into(), chair }),
        ("re-enter", Command::ReEnter { player: "ann".into(), chair }),
        ("deal", Command::Deal { table: TableNo(1), hand: "h2".into(), number: 2 }),
        ("boundary", Command::Boundary { table: TableNo(1) }),
        ("call off", Command::CallOff { table: TableNo(1) }),
        ("finish", Command::FinishHand(result())),
        ("record", Command::Record { number: 2, result: result() }),
        ("rebuy", Command::Rebuy { player: "ann".into() }),
        ("decline", Command::DeclineRebuy { player: "ann".into() }),
        ("add on", Command::AddOn { player: "ann".into() }),
        ("pause", Command::Pause(PauseKind::ClockOnly)),
        ("resume", Command::Resume),
        ("next level", Command::NextLevel),
        ("previous level", Command::PreviousLevel),
        ("move the clock", Command::MoveClock { by_ms: 1000 }),
        ("change levels", Command::ChangeLevels { levels: form().levels }),
        ("break", Command::Break { length: Millis::from_secs(60) }),
        ("rearrange", Command::Rearrange(Vec::new())),
        ("sit out", Command::SitOut { player: "ann".into() }),
        ("cancel", Command::Cancel),
    ]
}

/// What refuses a command by the status alone: nothing where it can be asked.
fn hint(name: &str, status: &str) -> Option<&'static str> {
    match (name, status) {
        ("configure" | "open", "setup") | ("cancel", "setup" | "lobby" | "running" | "paused") => None,
        ("configure" | "open", _) => Some("the form can be changed until somebody has entered"),
        ("register" | "unregister" | "check in" | "start", "lobby") => None,
        ("register" | "unregister" | "check in" | "start", "setup") => Some("open the lobby first"),
        ("register" | "unregister" | "check in" | "start", _) => Some("this can be done in the lobby only"),
        ("sit out", _) | (_, "running" | "paused") => None,
        (_, "setup" | "lobby") => Some("start it first"),
        _ => Some("it is over"),
    }
}

#[test]
fn every_command_in_every_status() {
    for cup in statuses() {
        let status = cup.status().name();
        for (name, command) in commands() {
            let refused = cup.decide(at(2), &command).err();
            let by_status = match refused {
                Some(Refusal::WrongStatus { status: said, hint }) => {
                    assert_eq!(said, status);
                    Some(hint)
                }
                _ => None,
            };
            assert_eq!(by_status, hint(name, status), "{name} in {status}");
        }
    }
}

#[test]
fn what_else_refuses_a_command_while_it_runs_and_while_it_pauses() {
    let [setup, _, running, paused, ..] = statuses();
    let (ann, table) = (|| "ann".into(), TableNo(1));
    for (name, command) in commands() {
        let (running, paused) = (running.decide(at(2), &command).err(), paused.decide(at(2), &command).err());
        let both = match name {
            "enter" => Some(Refusal::EntriesClosed),
            "re-enter" => Some(Refusal::StillIn(ann())),
            "call off" | "finish" => Some(Refusal::NoHand(table)),
            "rebuy" | "decline" => Some(Refusal::NoOffer(ann())),
            "add on" => Some(Refusal::NoBreak),
            "previous level" => Some(Refusal::FirstLevel),
            "sit out" => Some(Refusal::NoSittingOut),
            "deal" => {
                assert_eq!((running, paused), (None, Some(Refusal::DealingPaused)));
                continue;
            }
            "pause" => {
                assert_eq!((running, paused), (None, Some(Refusal::AlreadyPaused)));
                continue;
            }
            "resume" => {
                assert_eq!((running, paused), (Some(Refusal::NotPaused), None));
                continue;
            }
            _ if hint(name, "running").is_some() => continue,
            _ => None,
        };
        assert_eq!((&running, &paused), (&both, &both), "{name}");
    }
    let unknown = setup.decide(at(2), &Command::SitOut { player: ann() });
    assert_eq!(unknown, Err(Refusal::NotEntered(ann())));
}

#[test]
fn the_form_can_be_changed_in_the_lobby_until_somebody_has_entered() {
    let configure = || Command::Configure(Box::new(config(200, 20, &[10_000]).check().unwrap()));
    let mut lobby = Cup::lobby(form(), &[]);
    lobby.ask(1, &configure()).unwrap();
    lobby.ask(2, &Command::Register { player: "ann".into(), name: "ann".into() }).unwrap();
    assert!(matches!(lobby.ask(3, &configure()), Err(Refusal::WrongStatus { .. })));
}

/// Where only the clock stands still, everything can be stopped as well; nothing is stopped twice.
#[test]
fn a_pause_of_the_clock_can_become_one_of_everything() {
    use PauseKind::{ClockOnly, Everything};
    for (first, second, goes) in [
        (ClockOnly, Everything, true),
        (ClockOnly, ClockOnly, false),
        (Everything, ClockOnly, false),
        (Everything, Everything, false),
    ] {
        let mut cup = Cup::started(form(), &["ann", "bob"]);
        cup.ask(1, &Command::Pause(first)).unwrap();
        let again = cup.ask(2, &Command::Pause(second)).map(|_| ());
        assert_eq!(again, if goes { Ok(()) } else { Err(Refusal::AlreadyPaused) }, "{first:?} {second:?}");
    }
}

#[test]
fn a_break_lasts_a_second_to_a_day() {
    let cup = Cup::started(form(), &["ann", "bob"]).cup;
    for (ms, goes) in [(999, false), (1000, true), (86_400_000, true), (86_400_001, false)] {
        let answer = cup.decide(at(1), &Command::Break { length: Millis::new(ms) }).map(|_| ());
        assert_eq!(answer, if goes { Ok(()) } else { Err(Refusal::BadBreak) }, "{ms} ms");
    }
}

/// The end of a level between hands is the next level, and nothing else.
#[test]
fn a_level_that_ends_is_no_break() {
    let cup = Cup::started(form(), &["ann", "bob"]).cup;
    let events = cup.decide(at(600), &Command::Tick).unwrap();
    assert!(matches!(&events[..], [Event { what: Happened::LevelsWalked { .. }, .. }]), "{events:?}");
}

#[test]
fn what_a_hand_cannot_end_with() {
    let mut cup = Cup::started(form(), &["ann", "bob", "cy"]);
    cup.deal(1, 1).unwrap();
    let rows = |rows: &[(&str, i64)]| {
        rows.iter().map(|&(player, amount)| (player.into(), Chips::new(amount))).collect::<Vec<_>>()
    };
    let mut end = |committed: &[(&str, i64)], shares: &[(&str, i64)]| {
        let result = HandResult {
            table: TableNo(1),
            hand: "h1".into(),
            committed: rows(committed),
            shares: rows(shares),
            acted: true,
            knocked_out: Vec::new(),
        };
        cup.ask(2, &Command::FinishHand(result)).map(|_| ())
    };
    let twice = Err(Refusal::Twice("ann".into()));
    assert_eq!(end(&[("ann", 10), ("bob", 10), ("ann", 10)], &[("bob", 30)]), twice);
    assert_eq!(end(&[("bob", 30)], &[("ann", 20), ("ann", 10)]), twice);
    assert_eq!(end(&[("ann", -10), ("bob", 20)], &[("cy", 10)]), Err(Refusal::NegativeAmount));
    assert_eq!(end(&[("ann", 10)], &[("bob", 20), ("cy", -10)]), Err(Refusal::NegativeAmount));
    assert_eq!(end(&[("ann", 10), ("bob", 10)], &[("bob", 20)]), Ok(()));
}

/// A level that is over by it gives way at once between hands, and with the next boundary during one.
#[test]
fn a_clock_moved_to_the_end_ends_the_level_between_hands() {
    for in_hand in [false, true] {
        let mut cup = Cup::started(form(), &["ann", "bob"]);
        if in_hand {
            cup.deal(1, 1).unwrap();
        }
        cup.ask(2, &Command::MoveClock { by_ms: -600_000 }).unwrap();
        let next = cup.cup.hud(at(2)).level.big_blind == Chips::new(40);
        assert_eq!(next, !in_hand);
    }
}

#[test]
fn levels_that_were_played_stay_and_one_that_was_asked_for_stays_while_there_is_one() {
    let cup = Cup::started(form(), &["ann", "bob"]).cup;
    let levels = form().levels;
    let change = |levels: &[BlindLevel]| Command::ChangeLevels { levels: levels.to_vec() };
    let mut other = levels.clone();
    other[0].big_blind = Chips::new(30);
    for wrong in [&[][..], &other] {
        assert_eq!(cup.decide(at(1), &change(wrong)), Err(Refusal::LevelsPlayed));
    }
    for (count, asked) in [(1, false), (2, true), (3, true)] {
        let mut cup = Cup::started(form(), &["ann", "bob"]);
        cup.deal(1, 1).unwrap();
        cup.ask(2, &Command::NextLevel).unwrap();
        cup.ask(3, &change(&levels[..count])).unwrap();
        assert_eq!(cup.cup.hud(at(3)).level_asked, asked, "{count} levels");
    }
}

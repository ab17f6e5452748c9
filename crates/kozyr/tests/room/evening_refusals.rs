//! Everything a tournament refuses, order by order, as the director of an evening with real cards meets it; and what only a
//! tournament of the room refuses.

use crate::director::{Person, bust, form, level};
use crate::support::client::{accepted, command};
use crate::support::entrant::Entrant;
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, ChipCount, EveningOrder as Order, FormBounty, FormLateEntry, FormLevel, FormPrizes, Refusal,
    ToServer, TournamentForm, TournamentOrder, TournamentRefusal, TournamentStart, TournamentStatus,
    TournamentWish,
};

// A director says more here in a second than one can.
const SLOW: &[&str] = &["--pace", "1", "--bots", "0", "--haste", "100"];

/// What is answered: nothing for what is done, and else why not.
fn why(answer: &Answer) -> Option<TournamentRefusal> {
    match answer {
        Answer::Refused { reason: Refusal::Tournament { why } } => Some(*why),
        Answer::Accepted { .. } => None,
        other => panic!("{other:?}"),
    }
}

/// Opens an evening and says one order after the other; each has to be answered as it says.
async fn say_all(form: TournamentForm, orders: Vec<(Order, Option<TournamentRefusal>)>) {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, SLOW);
    let mut director = Person::guest(room.port, "Dora").await;
    let open = ToServer::OpenEvening { command: command(), form: Box::new(form) };
    let answer = director.ask(&open).await;
    let Answer::Created { tournament: evening } = answer else { panic!("{answer:?}") };
    let mut wrong = Vec::new();
    for (nth, (order, expected)) in orders.into_iter().enumerate() {
        let answer = why(&director.say(&evening, order.clone()).await);
        if answer != expected {
            wrong.push(format!("{nth} {order:?}: {answer:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(room.stop().success());
}

fn enter(player: &str) -> Order {
    Order::Enter { player: player.into() }
}

fn counts(table: u16, all: &[(&str, i64)]) -> Order {
    let count =
        |&(player, chips): &(&str, i64)| ChipCount { player: player.into(), chips: Chips::new(chips) };
    Order::HandOver { table, counts: all.iter().map(count).collect() }
}

#[tokio::test]
async fn a_director_is_told_why_an_order_cannot_be_carried_out() {
    let untimed = FormLevel { length_ms: None, ..level(40, 1) };
    let form = TournamentForm {
        bounty: Some(FormBounty { amount: Chips::new(5), progressive: false }),
        late_entry: Some(FormLateEntry { end_level: 1, re_entries: 0 }),
        max_entrants: Some(5),
        levels: vec![level(10, 36_000), level(20, 36_000), untimed],
        ..form()
    };
    let named = |player: &str| player.to_owned();
    let wrong_status = |status| Some(TournamentRefusal::WrongStatus { status });
    let orders = vec![
        (Order::Undo, Some(TournamentRefusal::NothingToUndo)),
        (Order::Redo, Some(TournamentRefusal::NothingToRedo)),
        (Order::Recover, Some(TournamentRefusal::NotNow)),
        (enter("Ann"), None),
        (enter("ann"), Some(TournamentRefusal::AlreadyEntered)),
        (enter(" "), Some(TournamentRefusal::BadName)),
        (Order::Remove { player: named("Zoe") }, Some(TournamentRefusal::NotEntered)),
        (Order::Start, Some(TournamentRefusal::TooFewEntrants)),
        (Order::Pause, wrong_status(TournamentStatus::Lobby)),
        (enter("Bob"), None),
        (enter("Cy"), None),
        (enter("Dee"), None),
        (enter("Eve"), None),
        (enter("Fay"), Some(TournamentRefusal::Full { most: 5 })),
        (Order::Remove { player: named("Eve") }, None),
        (Order::Start, None),
        (Order::Start, wrong_status(TournamentStatus::Running)),
        (Order::Resume, Some(TournamentRefusal::NotPaused)),
        (Order::Pause, None),
        (Order::Pause, Some(TournamentRefusal::AlreadyPaused)),
        (Order::Resume, None),
        (Order::PreviousLevel, Some(TournamentRefusal::FirstLevel)),
        (Order::Break { length_ms: 0 }, Some(TournamentRefusal::BadBreak)),
        (
            Order::Bust { players: vec![named("Ann"), named("Ann")], by: vec![named("Bob")] },
            Some(TournamentRefusal::NamedTwice),
        ),
        (bust("Zoe", "Bob"), Some(TournamentRefusal::NotEntered)),
        (Order::Bust { players: vec![named("Ann")], by: Vec::new() }, Some(TournamentRefusal::WhoKnockedOut)),
        (
            counts(1, &[("Ann", 1_001)]),
            Some(TournamentRefusal::CountsDoNotAddUp {
                counted: Chips::new(1_001),
                chips: Chips::new(1_000),
            }),
        ),
        (Order::Rebuy { player: named("Ann") }, Some(TournamentRefusal::NoOffer)),
        (Order::ReEnter { player: named("Ann") }, Some(TournamentRefusal::StillIn)),
        (Order::AddOn { player: named("Ann") }, Some(TournamentRefusal::NoAddOn)),
        (bust("Ann", "Bob"), None),
        (bust("Ann", "Bob"), Some(TournamentRefusal::IsOut)),
        (Order::ReEnter { player: named("Ann") }, Some(TournamentRefusal::NoReEntry)),
        (Order::NextLevel, None),
        (enter("Late"), Some(TournamentRefusal::EntriesClosed)),
        (Order::NextLevel, None),
        (Order::NextLevel, Some(TournamentRefusal::LastLevel)),
        (Order::MoveClock { by_ms: 1_000 }, Some(TournamentRefusal::NoLevelEnd)),
        (Order::Break { length_ms: 60_000 }, None),
        (Order::Break { length_ms: 60_000 }, Some(TournamentRefusal::AlreadyOnBreak)),
        (bust("Cy", "Bob"), None),
        (bust("Dee", "Bob"), None),
        (Order::Pause, wrong_status(TournamentStatus::Finished)),
    ];
    say_all(form, orders).await;
}

#[tokio::test]
async fn hand_for_hand_the_tables_wait_for_each_other() {
    // Two tables of two, and three are paid: the next who goes out gets nothing.
    let form = TournamentForm {
        seats: 2,
        prizes: FormPrizes::Table { shares_bps: vec![5_000, 3_000, 2_000] },
        ..form()
    };
    let orders = vec![
        (enter("Ann"), None),
        (enter("Bob"), None),
        (enter("Cy"), None),
        (enter("Dee"), None),
        (Order::Start, None),
        (counts(1, &[]), None),
        (counts(1, &[]), Some(TournamentRefusal::WaitForOthers)),
        (counts(2, &[]), None),
        // Whoever won somebody's last chips sat at the same table.
        (
            Order::Bust { players: vec!["Ann".into()], by: ["Bob", "Cy", "Dee"].map(str::to_owned).into() },
            Some(TournamentRefusal::NotDealtIn),
        ),
    ];
    say_all(form, orders).await;
}

#[tokio::test]
async fn somebody_has_to_be_left_to_win_the_chips() {
    let both = Order::Bust { players: ["Ann", "Bob"].map(str::to_owned).into(), by: Vec::new() };
    let orders = vec![
        (enter("Ann"), None),
        (enter("Bob"), None),
        (Order::Start, None),
        (both, Some(TournamentRefusal::NobodyToPlay)),
    ];
    say_all(form(), orders).await;
}

#[tokio::test]
async fn a_tournament_of_the_room_gives_its_own_seats_and_there_are_not_too_many() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "1", "--bots", "0", "--gift", "20000"]);
    let mut ann = Entrant::guest(room.port, "Ann").await;
    let mut bob = Entrant::guest(room.port, "Bob").await;
    let create = |form: TournamentForm| ToServer::CreateTournament {
        command: command(),
        form: Box::new(form),
        starts: TournamentStart::ByHand,
        bots: 0,
    };
    let Answer::Created { tournament } = ann.ask(&create(form())).await else { panic!("it can be played") };
    for _ in 1..5 {
        assert!(matches!(ann.ask(&create(form())).await, Answer::Created { .. }));
    }
    assert_eq!(why(&ann.ask(&create(form())).await), Some(TournamentRefusal::TooMany));
    for entrant in [&mut ann, &mut bob] {
        entrant.plays = false;
        entrant.follow(&tournament).await;
    }
    assert!(
        accepted(&ann.order(TournamentOrder::Open).await) || ann.view().status == TournamentStatus::Lobby
    );
    assert_eq!(why(&bob.wish(TournamentWish::Unregister).await), Some(TournamentRefusal::NotEntered));
    assert!(accepted(&ann.wish(TournamentWish::Register).await));
    assert!(accepted(&bob.wish(TournamentWish::Register).await));
    assert!(accepted(&ann.order(TournamentOrder::Start).await));
    while ann.table.as_ref().and_then(|table| table.view()).is_none_or(|view| !view.running) {
        ann.listen().await;
    }
    let table = ann.table.as_ref().expect("a table").name().to_owned();
    for message in [
        ToServer::Leave { command: command(), table: table.clone() },
        ToServer::SitOut { command: command(), table: table.clone() },
        ToServer::AddChips { command: command(), table: table.clone(), amount: Chips::new(10) },
    ] {
        let answer = ann.ask(&message).await;
        assert_eq!(answer, Answer::Refused { reason: Refusal::TournamentSeats }, "{message:?}");
    }
    // The next level comes with the next hand, and is asked for once.
    assert!(accepted(&ann.order(TournamentOrder::NextLevel).await));
    assert_eq!(why(&ann.order(TournamentOrder::NextLevel).await), Some(TournamentRefusal::LevelAsked));
    assert!(room.stop().success());
}

//! Refusals of tables over real sockets, each by the situation it belongs to.

use crate::hosting::{friend, refused, until};
use crate::support::books::audit;
use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::forms::{form, open};
use crate::support::process::Process;
use crate::support::scripted::tables_file;
use kozyr_card_game::Seat;
use kozyr_chips::{Chips, Currency};
use kozyr_protocol::room::{
    Answer, DurakWord, Fault, GameAction, GameWord, HoldemAction, HoldemOffer, HoldemWord, Language, NoRaise,
    OwnGame, Refusal, SekaAction, SekaOffer, SekaWord, TableEvent, TableForm, TableGame, TableProblem,
    ToClient, ToServer, TournamentWish,
};
use kozyr_server::{GamePlan, TablePlan};
use kozyr_table::seka::settings;
use kozyr_time::TableId;
use std::path::Path;

const FAST: &[&str] = &["--pace", "20", "--bots", "0"];

async fn fault(client: &mut Client, message: &ToServer) -> Fault {
    client.send(message).await;
    let told = client.until(|message| matches!(message, ToClient::Error { .. })).await;
    let ToClient::Error { fault } = told else { unreachable!() };
    fault
}

/// Two at the first table, and a hand that runs; whoever's turn it is comes first.
async fn in_a_hand(room: &Process) -> [Client; 2] {
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut bob = Client::guest(room.port, "Bob").await;
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(2, 100).await));
    loop {
        until(&mut ann, |ann| ann.view().running).await;
        until(&mut bob, |bob| bob.view().running).await;
        match (ann.may_act(), bob.may_act()) {
            (true, _) => return [ann, bob],
            (_, true) => return [bob, ann],
            _ => ann.breathe().await,
        }
    }
}

#[tokio::test]
async fn what_the_hand_does_not_allow_is_refused_by_its_reason() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let [mut first, mut second] = in_a_hand(&room).await;
    let say = |word| ToServer::Say { command: command(), table: TABLE.into(), word };
    for (message, reason) in [
        (first.act(HoldemAction::Show), Refusal::NoShowdownYet),
        (first.act(HoldemAction::Muck), Refusal::NoShowdownYet),
        (first.does(GameAction::Seka(SekaAction::Open)), Refusal::AnotherGame),
        (say(GameWord::Seka(SekaWord::Ready)), Refusal::AnotherGame),
        (say(GameWord::Durak(DurakWord::Ready)), Refusal::AnotherGame),
        (say(GameWord::Holdem(HoldemWord::Straddle { on: true })), Refusal::NotHere),
    ] {
        assert_eq!(first.ask(&message).await, refused(reason), "{message:?}");
    }
    // Everything in: nothing is left to raise with, nor anybody to raise against.
    let all_in = first.act(HoldemAction::RaiseTo { to: Chips::new(100) });
    assert!(accepted(&first.ask(&all_in).await));
    until(&mut second, Client::may_act).await;
    let raise = second.act(HoldemAction::RaiseTo { to: Chips::new(200) });
    assert_eq!(second.ask(&raise).await, refused(Refusal::MayNotRaise { why: NoRaise::NoChips }));
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn who_lost_everything_is_not_dealt_in_before_they_bring_more() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let [mut ann, mut bob] = in_a_hand(&room).await;
    let mut cid = Client::guest(room.port, "Cid").await;
    assert!(accepted(&cid.sit(3, 100).await));
    // They go all in until somebody has lost.
    let broke = |client: &Client| {
        let own = client.seat().and_then(|seat| client.view().seats.get(&seat));
        !client.view().running && own.is_some_and(|seat| seat.stack < Chips::new(2))
    };
    let mut loser = loop {
        if broke(&ann) {
            break ann;
        }
        if broke(&bob) {
            break bob;
        }
        cid.breathe().await;
        if cid.may_act() {
            let fold = cid.act(HoldemAction::Fold);
            cid.ask(&fold).await;
        }
        for client in [&mut ann, &mut bob] {
            client.breathe().await;
            if client.may_act() {
                let Some(OwnGame::Holdem(own)) = client.view().own.as_ref().and_then(|own| own.game.clone())
                else {
                    continue;
                };
                let most = own.offers.iter().find_map(|offer| match offer {
                    HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => Some(size.most),
                    _ => None,
                });
                let action = most.map_or(HoldemAction::CheckOrCall, |to| HoldemAction::RaiseTo { to });
                let act = client.act(action);
                client.ask(&act).await;
            }
        }
    };
    let table = TABLE.to_owned();
    // Without them the others would play on: they are shown out unless they bring chips.
    let shown_out = |client: &Client| {
        client
            .events()
            .iter()
            .any(|event| matches!(event, TableEvent::ShownOut { seat, .. } if Some(*seat) == client.seat()))
    };
    until(&mut loser, shown_out).await;
    let sit_in = ToServer::SitIn { command: command(), table, wait: false };
    let answer = loser.ask(&sit_in).await;
    assert!(matches!(answer, Answer::Refused { reason: Refusal::TooFewChips { .. } }), "{answer:?}");
    assert!(room.stop().success());
    audit(data.path());
}

/// A table of Seka at which nobody may have more than they come with.
fn poor_table(data: &Path) -> String {
    let rules = kozyr_seka::Rules { max_balance: Some(Chips::new(1_000)), ..kozyr_seka::Rules::stock()[1] };
    let plan = TablePlan {
        made: None,
        id: TableId::new("poor").unwrap(),
        title: "Poor".into(),
        settings: settings(&rules, Currency::FUN),
        game: GamePlan::Seka(rules),
    };
    tables_file(data, &[plan])
}

#[tokio::test]
async fn seka_needs_two_who_are_neither_too_poor_nor_too_rich() {
    let data = tempfile::tempdir().unwrap();
    let tables = poor_table(data.path());
    let room = Process::start(data.path(), 0, &["--pace", "20", "--bots", "0", "--tables", &tables]);
    let mut ann = Client::guest_at(room.port, "Ann", "poor").await;
    let mut bob = Client::guest_at(room.port, "Bob", "poor").await;
    assert!(accepted(&ann.sit(1, 1_000).await));
    let ready = |client: &Client| client.says(GameWord::Seka(SekaWord::Ready));
    let word = ready(&ann);
    assert_eq!(ann.ask(&word).await, refused(Refusal::TooFewPlayers));
    assert!(accepted(&bob.sit(2, 1_000).await));
    // One of them wins, and has too much.
    loop {
        for client in [&mut ann, &mut bob] {
            client.breathe().await;
            let own = client.view().own.as_ref().and_then(|own| own.game.clone());
            let Some(OwnGame::Seka(own)) = own else { continue };
            if own.says.contains(&SekaWord::Ready) {
                let word = ready(client);
                client.ask(&word).await;
            } else if own.offers.iter().any(|offer| matches!(offer, SekaOffer::Fold)) {
                let fold = client.does(GameAction::Seka(SekaAction::Fold));
                client.ask(&fold).await;
            }
        }
        let rich = [&ann, &bob].into_iter().position(|client| {
            let seat = client.seat().and_then(|seat| client.view().seats.get(&seat));
            !client.view().running && seat.is_some_and(|seat| seat.stack > Chips::new(1_000))
        });
        if let Some(rich) = rich {
            let winner = if rich == 0 { &mut ann } else { &mut bob };
            // What was won is looked at for a moment.
            let answer = loop {
                let word = ready(winner);
                let answer = winner.ask(&word).await;
                if answer != refused(Refusal::AfterTheHand) {
                    break answer;
                }
                winner.next().await.expect("the connection lasts");
            };
            assert_eq!(answer, refused(Refusal::TooManyChips { most: Chips::new(1_000) }));
            break;
        }
    }
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_wallet_pays_for_no_more_than_it_has() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "20", "--bots", "0", "--gift", "250"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    let Answer::Opened { table, secret: Some(secret) } = open(&mut ann, form(true)).await else { panic!() };
    ann.go_to(&table);
    ann.watch(None).await;
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    // Bob asks the host for a seat, and then sits down elsewhere with the chips.
    assert_eq!(bob.sit(3, 200).await, Answer::Asked);
    let elsewhere = ToServer::Sit {
        command: command(),
        table: "holdem-1".into(),
        seat: Seat::from_number(2).unwrap(),
        buy_in: Chips::new(200),
        wait: false,
    };
    assert!(accepted(&bob.ask(&elsewhere).await));
    ann.around(|around| !around.hosted.as_ref().unwrap().requests.is_empty()).await;
    let player = bob.you.as_ref().unwrap().id;
    let accept = ToServer::Decide { command: command(), table: table.clone(), player, accept: true };
    assert_eq!(ann.ask(&accept).await, refused(Refusal::CannotPay));
    // Nor can Bob by himself.
    let balance = Chips::new(50);
    let sit = |table: &str| ToServer::Sit {
        command: command(),
        table: table.into(),
        seat: Seat::from_number(4).unwrap(),
        buy_in: Chips::new(100),
        wait: false,
    };
    assert_eq!(bob.ask(&sit("omaha-1")).await, refused(Refusal::NotEnoughChips { balance }));
    // Whoever has enough is given nothing.
    let refill = ann.ask(&ToServer::Refill { command: command() }).await;
    assert!(matches!(refill, Answer::Refused { reason: Refusal::EnoughChips { .. } }), "{refill:?}");
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn forms_names_and_numbers_that_are_nothing_are_refused_as_such() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let strange = TableGame::Holdem {
        variant: "XX".into(),
        small_blind: Chips::new(1),
        big_blind: Chips::new(2),
        options: Default::default(),
    };
    for (wrong, problem) in [
        (TableForm { name: Some(" \u{202e} ".into()), ..form(false) }, TableProblem::Name),
        (TableForm { name: Some("x".repeat(21)), ..form(false) }, TableProblem::Name),
        (TableForm { seats: 1, ..form(false) }, TableProblem::Seats),
        (TableForm { seats: 11, ..form(false) }, TableProblem::Seats),
        (TableForm { game: strange, ..form(false) }, TableProblem::Game),
    ] {
        let answer = open(&mut ann, wrong.clone()).await;
        assert_eq!(answer, refused(Refusal::BadTable { problem }), "{wrong:?}");
    }
    // A command that was carried out is not another one by the same name.
    let id = command();
    let first = ToServer::CreateTable { command: id, form: Box::new(form(false)) };
    assert!(matches!(ann.ask(&first).await, Answer::Opened { .. }));
    let other = ToServer::CreateTable { command: id, form: Box::new(form(true)) };
    assert_eq!(ann.ask(&other).await, refused(Refusal::TryAgain));
    let wish =
        ToServer::Wish { command: command(), tournament: "nope".into(), wish: TournamentWish::Register };
    assert_eq!(ann.ask(&wish).await, refused(Refusal::UnknownTournament));
    // Whoever is somebody is nobody else over the same connection.
    let guest = ToServer::Guest { name: None, language: Language::En };
    assert_eq!(fault(&mut ann, &guest).await, Fault::SignedInAlready);
    // Whoever says too much at once is told so.
    let mut flood = Client::guest(room.port, "Flood").await;
    for echo in 0..60 {
        let ping = serde_json::to_string(&ToServer::Ping { echo }).unwrap();
        if flood.try_send(ping).await.is_err() {
            break;
        }
    }
    flood.until(|message| *message == ToClient::Error { fault: Fault::TooFast }).await;
    // A connection looks at so many tables and no more; what it looks at no more makes room.
    let mut eve = Client::guest(room.port, "Eve").await;
    eve.send(&ToServer::Lobby).await;
    let lobby = eve.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tables, .. } = lobby else { unreachable!() };
    let others: Vec<String> =
        tables.into_iter().map(|table| table.table).filter(|table| table != TABLE).collect();
    let watch = |table: &str| ToServer::Watch { table: table.into(), have: None };
    for table in &others[..15] {
        eve.send(&watch(table)).await;
        eve.until(|message| matches!(message, ToClient::Snapshot { table: told, .. } if told == table)).await;
    }
    assert_eq!(fault(&mut eve, &watch(&others[15])).await, Fault::TooManyTables { most: 16 });
    // Who brought what is kept where friends settle up.
    let sheet = ToServer::Sheet { table: others[0].clone() };
    assert_eq!(fault(&mut eve, &sheet).await, Fault::NoSheet { table: others[0].clone() });
    eve.send(&ToServer::Unwatch { table: others[0].clone() }).await;
    eve.until(|message| *message == ToClient::Unwatched { table: others[0].clone() }).await;
    eve.send(&watch(&others[15])).await;
    eve.until(|message| matches!(message, ToClient::Snapshot { table, .. } if *table == others[15])).await;
    assert!(room.stop().success());
}

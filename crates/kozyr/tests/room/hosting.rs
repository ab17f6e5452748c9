//! Tables that people open, over real sockets: who sees them, what their host may do and nobody else, and the evening's sheet.

use crate::support::books::audit;
use crate::support::client::{Client, accepted, command};
use crate::support::forms::{form, holdem, open};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, Around, Fault, GameInfo, HoldemAction, HoldemOptions, HostOrder, Hosted, LeftWhy, Refusal, Rest,
    Sheet, TableEvent, TableForm, TableProblem, ToClient, ToServer,
};

const FAST: &[&str] = &["--pace", "20", "--bots", "0"];

/// Ann's private table and its secret.
async fn private_table(ann: &mut Client) -> (String, String) {
    let Answer::Opened { table, secret: Some(secret) } = open(ann, form(true)).await else { panic!() };
    ann.go_to(&table);
    ann.watch(None).await;
    (table, secret)
}

async fn enter(client: &mut Client, table: &str, secret: &str) {
    client.go_to(table);
    client.send(&ToServer::Enter { table: table.into(), secret: secret.into() }).await;
    client.watch(None).await;
}

pub(crate) async fn friend(port: u16, name: &str, table: &str, secret: &str) -> Client {
    let mut client = Client::guest(port, name).await;
    enter(&mut client, table, secret).await;
    client
}

fn hosted(around: &Around) -> &Hosted {
    around.hosted.as_ref().expect("somebody's table")
}

pub(crate) async fn order(client: &mut Client, table: &str, order: HostOrder) -> Answer {
    client.ask(&ToServer::Host { command: command(), table: table.into(), order }).await
}

async fn decide(client: &mut Client, table: &str, player: u64, accept: bool) -> Answer {
    client.ask(&ToServer::Decide { command: command(), table: table.into(), player, accept }).await
}

async fn sheet(client: &mut Client, table: &str) -> Sheet {
    client.send(&ToServer::Sheet { table: table.into() }).await;
    let heard = client.until(|message| matches!(message, ToClient::Sheet { .. })).await;
    let ToClient::Sheet { sheet, .. } = heard else { unreachable!() };
    sheet
}

pub(crate) fn refused(reason: Refusal) -> Answer {
    Answer::Refused { reason }
}

pub(crate) fn id(client: &Client) -> u64 {
    client.you.as_ref().unwrap().id
}

/// Waits until something is so at the table.
pub(crate) async fn until(client: &mut Client, so: impl Fn(&Client) -> bool) {
    while !so(client) {
        client.next().await.expect("the connection lasts");
    }
}

async fn tables(client: &mut Client) -> Vec<String> {
    client.send(&ToServer::Lobby).await;
    let heard = client.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tables, .. } = heard else { unreachable!() };
    tables.into_iter().map(|table| table.table).collect()
}

#[tokio::test]
async fn people_open_tables_within_bounds_and_each_once() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "20", "--bots", "0", "--tables-per-person", "2"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    let wrong = TableForm { game: holdem(1, 5_000), ..form(false) };
    let stakes = TableProblem::Stakes { least: Chips::new(1), most: Chips::new(1_000) };
    assert_eq!(open(&mut ann, wrong).await, refused(Refusal::BadTable { problem: stakes }));
    let wrong = TableForm { turn_secs: 0, ..form(false) };
    assert_eq!(open(&mut ann, wrong).await, refused(Refusal::BadTable { problem: TableProblem::Clock }));
    // The same command again gives the same table.
    let first = ToServer::CreateTable { command: command(), form: Box::new(form(false)) };
    let opened = ann.ask(&first).await;
    let Answer::Opened { table, secret: None } = opened.clone() else { panic!("{opened:?}") };
    assert_eq!(ann.ask(&first).await, opened);
    assert!(matches!(open(&mut ann, form(true)).await, Answer::Opened { secret: Some(_), .. }));
    assert_eq!(open(&mut ann, form(false)).await, refused(Refusal::TooManyTables));
    let mut nobody = Client::connect(room.port).await;
    nobody.hello(None).await;
    assert_eq!(open(&mut nobody, form(false)).await, refused(Refusal::SignInFirst));
    assert!(tables(&mut nobody).await.contains(&table));
    // Anybody may sit down at a public table, and its host has no say there.
    let mut bob = Client::guest(room.port, "Bob").await;
    bob.go_to(&table);
    bob.watch(None).await;
    assert!(accepted(&bob.sit(1, 100).await));
    assert_eq!(order(&mut ann, &table, HostOrder::HoldUp).await, refused(Refusal::NotTheHost));
    // Whatever was opened is there after a crash, and so is its answer.
    let port = room.port;
    room.kill_9();
    let room = Process::start(data.path(), port, FAST);
    ann.come_back(port).await;
    assert_eq!(ann.ask(&first).await, opened);
    assert!(tables(&mut ann).await.contains(&table));
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_private_table_is_seen_by_those_who_have_its_link_and_by_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let (table, secret) = private_table(&mut ann).await;
    assert!(tables(&mut ann).await.contains(&table));
    let mut eve = Client::guest(room.port, "Eve").await;
    assert!(!tables(&mut eve).await.contains(&table));
    eve.go_to(&table);
    let unknown = Fault::UnknownTable { table: table.clone() };
    let wrong = secret.replace(|_| true, "a");
    for guess in [None, Some(wrong.as_str()), Some("")] {
        if let Some(guess) = guess {
            eve.send(&ToServer::Enter { table: table.clone(), secret: guess.into() }).await;
            eve.until(|message| *message == ToClient::Error { fault: unknown.clone() }).await;
        }
        eve.send(&ToServer::Watch { table: table.clone(), have: None }).await;
        eve.until(|message| *message == ToClient::Error { fault: unknown.clone() }).await;
        assert_eq!(eve.sit(2, 100).await, refused(Refusal::UnknownTable));
        assert_eq!(order(&mut eve, &table, HostOrder::HoldUp).await, refused(Refusal::UnknownTable));
        assert_eq!(decide(&mut eve, &table, 1, true).await, refused(Refusal::UnknownTable));
        let wait = ToServer::WaitForSeat { command: command(), table: table.clone(), wait: true };
        assert_eq!(eve.ask(&wait).await, refused(Refusal::UnknownTable));
        eve.send(&ToServer::Sheet { table: table.clone() }).await;
        eve.until(|message| *message == ToClient::Error { fault: unknown.clone() }).await;
    }
    assert!(!eve.heard.iter().any(|line| line.contains(&secret) || line.contains("Friends")));
    // The link outlives a crash, and a new one makes it worthless.
    let port = room.port;
    room.kill_9();
    let room = Process::start(data.path(), port, FAST);
    let mut bob = friend(port, "Bob", &table, &secret).await;
    assert!(tables(&mut bob).await.contains(&table), "whoever came by the link sees it in the lobby");
    ann.come_back(port).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::NewLink).await));
    let known = bob.around(|around| hosted(around).secret.as_ref() != Some(&secret)).await;
    let mut dora = Client::guest(port, "Dora").await;
    dora.go_to(&table);
    dora.send(&ToServer::Enter { table: table.clone(), secret }).await;
    dora.until(|message| *message == ToClient::Error { fault: unknown.clone() }).await;
    enter(&mut dora, &table, hosted(&known).secret.as_ref().unwrap()).await;
    assert!(room.stop().success());
}

#[tokio::test]
async fn the_host_lets_people_in_and_their_chips_and_nobody_else_does() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let (table, secret) = private_table(&mut ann).await;
    assert!(accepted(&ann.sit(1, 200).await), "the host asks nobody");
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    let mut eve = friend(room.port, "Eve", &table, &secret).await;
    assert_eq!(bob.sit(1, 100).await, refused(Refusal::SeatTaken), "the host need not see that");
    assert_eq!(bob.sit(3, 100).await, Answer::Asked);
    let asked = ann.around(|around| !hosted(around).requests.is_empty()).await;
    let request = &hosted(&asked).requests[0];
    assert_eq!((request.person.player, request.chips), (id(&bob), Chips::new(100)));
    assert_eq!(request.seat.map(|seat| seat.number()), Some(3));
    bob.around(|around| hosted(around).requests.len() == 1).await;
    assert!(bob.seat().is_none(), "nothing has happened so far");
    // Nobody but the host decides, nor orders anything.
    let bobs = id(&bob);
    for other in [&mut bob, &mut eve] {
        assert_eq!(decide(other, &table, bobs, true).await, refused(Refusal::NotTheHost));
        for wanted in [
            HostOrder::HoldUp,
            HostOrder::Remove { player: id(&ann) },
            HostOrder::PassOn { player: bobs },
            HostOrder::Approve { ask: false },
            HostOrder::NewLink,
            HostOrder::Stakes { game: holdem(5, 10) },
            HostOrder::Clock { turn_secs: 0 },
            HostOrder::Silence { player: id(&ann), silent: true },
        ] {
            assert_eq!(order(other, &table, wanted).await, refused(Refusal::NotTheHost));
        }
    }
    let yes = ToServer::Decide { command: command(), table: table.clone(), player: bobs, accept: true };
    let let_in = ann.ask(&yes).await;
    assert!(accepted(&let_in));
    assert_eq!(ann.ask(&yes).await, let_in, "once");
    until(&mut bob, |bob| bob.seat().is_some() && bob.wallet == Some(1_900)).await;
    // Eve asks too and is not let in.
    assert_eq!(eve.sit(4, 100).await, Answer::Asked);
    eve.around(|around| hosted(around).requests.len() == 1).await;
    assert!(accepted(&decide(&mut ann, &table, id(&eve), false).await));
    eve.around(|around| hosted(around).requests.is_empty()).await;
    assert!(eve.seat().is_none());
    assert_eq!(decide(&mut ann, &table, id(&eve), true).await, refused(Refusal::UnknownPlayer));
    // More chips are asked for as well.
    let more = ToServer::AddChips { command: command(), table: table.clone(), amount: Chips::new(50) };
    assert_eq!(bob.ask(&more).await, Answer::Asked);
    ann.around(|around| hosted(around).requests.iter().any(|one| one.seat.is_none())).await;
    assert!(accepted(&decide(&mut ann, &table, id(&bob), true).await));
    until(&mut bob, |bob| bob.wallet == Some(1_850) || bob.events().iter().any(topped)).await;
    // Whoever the host does not want to be asked about sits down by themselves.
    assert!(accepted(&order(&mut ann, &table, HostOrder::Approve { ask: false }).await));
    eve.around(|around| !hosted(around).asks).await;
    assert!(accepted(&eve.sit(4, 100).await));
    assert!(room.stop().success());
    audit(data.path());
}

fn topped(event: &TableEvent) -> bool {
    matches!(event, TableEvent::TopUpAsked { .. } | TableEvent::AddedChips { .. })
}

/// Everybody folds whenever it is their turn, until something is so for the first of them.
async fn fold_until(clients: &mut [&mut Client], so: impl Fn(&Client) -> bool) {
    loop {
        if so(clients[0]) {
            return;
        }
        if let Some(actor) = clients.iter_mut().find(|client| client.may_act()) {
            let fold = actor.act(HoldemAction::Fold);
            actor.ask(&fold).await;
            continue;
        }
        for client in clients.iter_mut() {
            client.breathe().await;
        }
    }
}

#[tokio::test]
async fn the_host_runs_the_evening_and_the_sheet_settles_it_after_a_crash_too() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let (table, secret) = private_table(&mut ann).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Approve { ask: false }).await));
    assert!(accepted(&ann.sit(1, 200).await));
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    assert!(accepted(&bob.sit(3, 100).await));
    fold_until(&mut [&mut ann, &mut bob], |ann| ann.view().hand >= 2).await;
    // A pause begins after the hand; other stakes and clocks come with the next.
    assert!(accepted(&order(&mut ann, &table, HostOrder::HoldUp).await));
    fold_until(&mut [&mut ann, &mut bob], |ann| ann.view().rest == Some(Rest::HeldUp)).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Stakes { game: holdem(2, 4) }).await));
    assert!(accepted(&order(&mut ann, &table, HostOrder::Clock { turn_secs: 0 }).await));
    // All of that outlives a crash.
    let port = room.port;
    room.kill_9();
    let room = Process::start(data.path(), port, FAST);
    ann.come_back(port).await;
    bob.come_back(port).await;
    assert_eq!(ann.view().rest, Some(Rest::HeldUp));
    let hand = ann.view().hand;
    assert!(accepted(&order(&mut ann, &table, HostOrder::GoOn).await));
    fold_until(&mut [&mut ann, &mut bob], |ann| ann.view().hand > hand && ann.view().running).await;
    let info = ann.table.info().unwrap();
    let (small_blind, big_blind) = (Chips::new(2), Chips::new(4));
    assert_eq!(
        info.game,
        GameInfo::Holdem {
            variant: "NT".into(),
            hole_cards: 2,
            small_blind,
            big_blind,
            options: HoldemOptions::default()
        }
    );
    assert_eq!(info.turn_ms, 0, "no clock is shown");
    let clock = ann.view().clocks.values().next().expect("somebody is to act");
    assert!(clock.until - clock.since >= 24 * 60 * 60 * 1000, "and none runs out: {clock:?}");
    // Dora comes, is removed, and does not come back; Bob takes over.
    let mut dora = friend(port, "Dora", &table, &secret).await;
    let (seat, buy_in) = (kozyr_card_game::Seat::from_number(5).unwrap(), Chips::new(400));
    let sits = ToServer::Sit { command: command(), table: table.clone(), seat, buy_in, wait: false };
    let first = dora.ask(&sits).await;
    assert!(accepted(&first));
    assert!(accepted(&order(&mut ann, &table, HostOrder::Remove { player: id(&dora) }).await));
    dora.until(|message| matches!(message, ToClient::Unwatched { .. })).await;
    let gone = |ann: &Client| {
        ann.events().iter().any(|event| matches!(event, TableEvent::Left { why: LeftWhy::Removed, .. }))
    };
    fold_until(&mut [&mut ann, &mut bob], gone).await;
    dora.send(&ToServer::Enter { table: table.clone(), secret: secret.clone() }).await;
    dora.send(&ToServer::Watch { table: table.clone(), have: None }).await;
    dora.until(|message| matches!(message, ToClient::Error { .. })).await;
    assert_eq!(dora.sit(5, 100).await, refused(Refusal::RemovedByHost));
    assert_eq!(dora.ask(&sits).await, first, "what was carried out is answered as it was");
    assert!(accepted(&order(&mut ann, &table, HostOrder::PassOn { player: id(&bob) }).await));
    assert_eq!(order(&mut ann, &table, HostOrder::GoOn).await, refused(Refusal::NotTheHost));
    assert!(accepted(&order(&mut bob, &table, HostOrder::HoldUp).await));
    fold_until(&mut [&mut ann, &mut bob], |ann| ann.view().rest == Some(Rest::HeldUp)).await;
    let before = sheet(&mut ann, &table).await;
    room.kill_9();
    let room = Process::start(data.path(), port, FAST);
    ann.come_back(port).await;
    let after = sheet(&mut ann, &table).await;
    assert_eq!(after, before, "the sheet outlives a crash");
    let row = |name: &str| after.rows.iter().find(|row| row.person.name == name).unwrap();
    let brought = ["Ann", "Bob", "Dora"].map(|name| row(name).brought.units());
    assert_eq!(brought, [200, 100, 400]);
    assert_eq!(row("Dora").net, Chips::ZERO);
    assert_eq!(row("Ann").net + row("Bob").net, Chips::ZERO);
    let payments = after.payments.as_ref().unwrap();
    if row("Ann").net != Chips::ZERO {
        assert_eq!(payments.len(), 1);
        assert_eq!(payments[0].amount.units(), row("Ann").net.units().abs());
    }
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_table_nobody_wants_is_closed_and_one_with_somebody_is_not() {
    let data = tempfile::tempdir().unwrap();
    let fast: &[&str] = &["--pace", "200", "--bots", "0", "--close-public-after", "1"];
    let room = Process::start(data.path(), 0, fast);
    let mut ann = Client::guest(room.port, "Ann").await;
    let Answer::Opened { table: left, .. } = open(&mut ann, form(false)).await else { panic!() };
    let Answer::Opened { table: private, .. } = open(&mut ann, form(true)).await else { panic!() };
    let Answer::Opened { table: kept, .. } = open(&mut ann, form(false)).await else { panic!() };
    ann.go_to(&kept);
    ann.watch(None).await;
    loop {
        let open = tables(&mut ann).await;
        assert!(open.contains(&kept) && open.contains(&private), "{open:?}");
        if !open.contains(&left) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    ann.send(&ToServer::Watch { table: left.clone(), have: None }).await;
    ann.until(|message| *message == ToClient::Error { fault: Fault::UnknownTable { table: left.clone() } })
        .await;
    // Its place is free for another, which has a name of its own.
    let Answer::Opened { table: next, .. } = open(&mut ann, form(false)).await else { panic!() };
    assert!(![&left, &private, &kept].contains(&&next));
    assert!(room.stop().success());
}

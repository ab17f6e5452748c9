//! A host moves people to other seats, and has those without a seat see the table later.

use crate::hosting::{friend, id, order, refused, until};
use crate::support::books::audit;
use crate::support::client::{Client, accepted, command};
use crate::support::forms::{form, open};
use crate::support::http::get;
use crate::support::process::Process;
use kozyr_card_game::Seat;
use kozyr_protocol::room::{
    Answer, HoldemAction, HostOrder, Refusal, TableEvent, TableForm, TableProblem, ToClient, ToServer,
};

const BY_HAND: &[&str] = &["--clock-by-hand", "--bots", "0"];
const DELAY_SECS: u16 = 60;

fn at(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

/// A private table that asks nobody, with its host; those who have the link sit down as they like.
async fn table(room: &Process, delay_secs: u16) -> (Client, String, String) {
    let mut ann = Client::guest(room.port, "Ann").await;
    let Answer::Opened { table, secret: Some(secret) } =
        open(&mut ann, TableForm { delay_secs, ..form(true) }).await
    else {
        panic!("Ann may open a table")
    };
    ann.go_to(&table);
    ann.watch(None).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Approve { ask: false }).await));
    (ann, table, secret)
}

/// Lets time pass until a hand runs and everybody here has heard of it.
async fn hand_begins(room: &mut Process, players: &mut [&mut Client]) {
    for _ in 0..20 {
        if players[0].view().running {
            break;
        }
        room.pass(500);
        players[0].breathe().await;
    }
    for client in players {
        until(client, |client| client.view().running).await;
    }
}

/// Whoever's turn it is folds.
async fn fold(players: &mut [&mut Client]) {
    let client = players.iter_mut().find(|client| client.may_act()).expect("it is somebody's turn");
    let fold = client.act(HoldemAction::Fold);
    assert!(accepted(&client.ask(&fold).await));
}

#[tokio::test]
async fn the_host_moves_people_to_free_seats_and_nobody_else_does() {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, BY_HAND);
    let (mut ann, table, secret) = table(&room, 0).await;
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(2, 100).await));
    let to = |client: &Client, seat| HostOrder::Move { player: id(client), seat: at(seat) };

    let bob_to = to(&bob, 5);
    assert_eq!(order(&mut bob, &table, bob_to.clone()).await, refused(Refusal::NotTheHost));
    let said = ToServer::Host { command: command(), table: table.clone(), order: bob_to };
    let answer = ann.ask(&said).await;
    assert!(accepted(&answer), "{answer:?}");
    assert_eq!(ann.ask(&said).await, answer, "the same command is carried out once");
    until(&mut bob, |bob| bob.seat() == Some(at(5))).await;
    assert!(bob.events().contains(&TableEvent::Moved { seat: at(2), to: at(5) }));
    let (taken, gone) = (to(&bob, 1), to(&bob, 9));
    assert_eq!(order(&mut ann, &table, taken).await, refused(Refusal::SeatTaken));
    assert_eq!(order(&mut ann, &table, gone).await, refused(Refusal::NoSuchSeat { seats: 6 }));
    let nobody = HostOrder::Move { player: 999, seat: at(3) };
    assert_eq!(order(&mut ann, &table, nobody).await, refused(Refusal::NotSeated));

    // In a hand, they move when it is over, and the seat is kept for them.
    hand_begins(&mut room, &mut [&mut ann, &mut bob]).await;
    let bob_to = to(&bob, 3);
    assert!(accepted(&order(&mut ann, &table, bob_to).await));
    until(&mut bob, |bob| bob.events().contains(&TableEvent::Moving { seat: at(5), to: at(3) })).await;
    let mut cid = friend(room.port, "Cid", &table, &secret).await;
    assert_eq!(cid.sit(3, 100).await, refused(Refusal::SeatTaken));
    assert_eq!(bob.seat(), Some(at(5)));
    fold(&mut [&mut ann, &mut bob]).await;
    until(&mut bob, |bob| bob.seat() == Some(at(3))).await;
    assert!(accepted(&cid.sit(5, 100).await), "where Bob sat before");

    // They play where they sit now, and so do they after a restart.
    hand_begins(&mut room, &mut [&mut ann, &mut bob]).await;
    let port = room.port;
    room.kill_9();
    let room = Process::start(data.path(), port, BY_HAND);
    bob.come_back(port).await;
    assert_eq!(bob.seat(), Some(at(3)));
    assert!(room.stop().success());
    audit(data.path());
}

/// What this client was told of the table: the move each update follows, and the room's time of it.
fn updates(client: &Client) -> Vec<(u64, i64)> {
    let heard = client.heard.iter().filter_map(|line| match serde_json::from_str(line).unwrap() {
        ToClient::Update { after, now, .. } => Some((after, now)),
        _ => None,
    });
    heard.collect()
}

#[tokio::test]
async fn those_without_a_seat_see_everything_later_where_the_host_wants_it() {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, BY_HAND);
    let (mut ann, table, secret) = table(&room, DELAY_SECS).await;
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    let mut eve = friend(room.port, "Eve", &table, &secret).await;
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(2, 100).await));
    hand_begins(&mut room, &mut [&mut ann, &mut bob]).await;
    let behind = u64::from(DELAY_SECS) * 1000;
    let running = ann.sequence();

    // Eve sees none of it, not even over HTTP or by coming again, until its time comes.
    let state = format!("/api/v1/tables/{table}/game-state");
    let asked = |client: &Client| get(&state).bearer(client.token.as_ref().unwrap()).send(room.port);
    assert_eq!(asked(&eve).refusal(), "404 notFound");
    assert_eq!(asked(&ann).status, 200);
    eve.watch(None).await;
    assert!(!eve.view().running && eve.view().seats.is_empty() && eve.sequence() < running);
    room.pass(behind / 2);
    eve.watch(None).await;
    assert!(!eve.view().running, "half of it");
    // The players' own clocks have run meanwhile; whatever they came to, Eve follows it move by move.
    room.pass(behind / 2 + 4_000);
    until(&mut eve, |eve| eve.view().hand == 1 && eve.view().running).await;
    until(&mut eve, |eve| eve.sequence() >= running).await;
    let told = updates(&ann);
    let mut compared = 0;
    for (after, now) in updates(&eve) {
        // What happened as Ann sat down she was shown whole.
        let Some((_, then)) = told.iter().find(|(other, _)| *other == after) else { continue };
        assert_eq!(now - then, i64::from(DELAY_SECS) * 1000, "the update after {after}");
        compared += 1;
    }
    assert!(compared >= 2, "{compared}");

    // Whoever sits down sees the table as it is, and who gets up sees nothing more for a while.
    assert!(accepted(&eve.sit(4, 100).await));
    until(&mut eve, |eve| eve.seat() == Some(at(4))).await;
    let known = eve.sequence();
    until(&mut ann, |ann| ann.sequence() >= known).await;
    assert_eq!((eve.view().hand, eve.view().seats.values().count()), (ann.view().hand, 3));
    assert!(accepted(&eve.ask(&ToServer::Leave { command: command(), table: table.clone() }).await));
    until(&mut eve, |eve| eve.seat().is_none()).await;
    let left = eve.sequence();
    assert!(accepted(&order(&mut ann, &table, HostOrder::HoldUp).await));
    until(&mut ann, |ann| ann.events().contains(&TableEvent::HeldUp)).await;
    room.pass(behind / 2);
    eve.breathe().await;
    assert_eq!(eve.sequence(), left);
    room.pass(behind);
    until(&mut eve, |eve| eve.sequence() > left).await;

    // Only the host says how much later, within bounds; at once means at once.
    let delay = |delay_secs| HostOrder::Delay { delay_secs };
    assert_eq!(order(&mut bob, &table, delay(0)).await, refused(Refusal::NotTheHost));
    let problem = TableProblem::Delay { most: 600 };
    assert_eq!(order(&mut ann, &table, delay(601)).await, refused(Refusal::BadTable { problem }));
    assert!(accepted(&order(&mut ann, &table, delay(0)).await));
    ann.watch(None).await;
    until(&mut eve, |eve| eve.sequence() == ann.sequence()).await;
    assert!(room.stop().success());
    audit(data.path());
}

/// What was to be seen later is not seen at once because the room was down.
#[tokio::test]
async fn a_restart_shows_nobody_what_is_to_be_seen_later() {
    let data = tempfile::tempdir().unwrap();
    let mut room = Process::start(data.path(), 0, BY_HAND);
    let (mut ann, table, secret) = table(&room, DELAY_SECS).await;
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(2, 100).await));
    hand_begins(&mut room, &mut [&mut ann, &mut bob]).await;
    let port = room.port;
    room.kill_9();
    let mut room = Process::start(data.path(), port, BY_HAND);
    let mut eve = friend(port, "Eve", &table, &secret).await;
    assert!(!eve.view().running && eve.game().players.is_empty(), "{:?}", eve.view());
    assert_eq!(eve.view().seats.values().count(), 2, "who sits there is no secret");
    ann.come_back(port).await;
    assert!(ann.view().running && ann.game().players.values().count() == 2);
    room.pass(u64::from(DELAY_SECS) * 1000 + 500);
    until(&mut eve, |eve| eve.game().players.values().count() == 2).await;
    assert!(room.stop().success());
    audit(data.path());
}

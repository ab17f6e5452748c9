//! One person at several tables at once, over one connection.

use crate::hosting::refused;
use crate::support::books::audit;
use crate::support::client::{Client, accepted, command};
use crate::support::process::Process;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, Follower, GameAction, GameWord, HoldemAction, OwnGame, Refusal, SekaWord, TableView, ToClient,
    ToServer,
};

const FAST: &[&str] = &["--pace", "20", "--bots", "0"];
const TABLES: [(&str, i64); 3] = [("holdem-1", 100), ("omaha-1", 80), ("seka-5", 0)];

/// Everything this person knows of their tables, out of what came over their one connection.
fn known(client: &Client) -> Vec<Follower> {
    let mut followers: Vec<Follower> = TABLES.iter().map(|(table, _)| Follower::new(*table)).collect();
    for line in &client.heard {
        let message: ToClient = serde_json::from_str(line).unwrap();
        for follower in &mut followers {
            let _ = follower.hear(&message);
        }
    }
    followers
}

fn views(client: &Client) -> Vec<TableView> {
    known(client).iter().filter_map(Follower::view).collect()
}

async fn sit(client: &mut Client, table: &str, seat: u8, buy_in: i64) -> Answer {
    let (seat, buy_in) = (Seat::from_number(seat).unwrap(), Chips::new(buy_in));
    client.ask(&ToServer::Sit { command: command(), table: table.into(), seat, buy_in, wait: false }).await
}

/// A guest who looks at all of the tables and sits at each.
async fn everywhere(port: u16, name: &str, seat: u8) -> Client {
    let mut client = Client::guest(port, name).await;
    for (table, buy_in) in TABLES {
        client.send(&ToServer::Watch { table: table.into(), have: None }).await;
        let told = client
            .until(|message| matches!(message, ToClient::Snapshot { table: told, .. } if told == table))
            .await;
        let ToClient::Snapshot { view, .. } = told else { unreachable!() };
        let usual = view.take.expect("a free seat").chips.usual.units();
        let buy_in = if buy_in == 0 { usual } else { buy_in };
        let answer = sit(&mut client, table, seat, buy_in).await;
        assert!(accepted(&answer), "{table}: {answer:?}");
    }
    client
}

/// Does what there is to do at the first table that waits for them; whether there was one.
async fn does_something(client: &mut Client) -> bool {
    for follower in known(client) {
        let Some(view) = follower.view() else { continue };
        let table = follower.name().to_owned();
        let Some(own) = view.own else { continue };
        if let Some(OwnGame::Seka(hand)) = &own.game
            && hand.says.contains(&SekaWord::Ready)
        {
            let word = GameWord::Seka(SekaWord::Ready);
            client.ask(&ToServer::Say { command: command(), table, word }).await;
            return true;
        }
        if let (Some(turn), Some(OwnGame::Holdem(_))) = (own.turn, &own.game) {
            let action = GameAction::Holdem(HoldemAction::Fold);
            client.ask(&ToServer::Act { command: command(), table, turn, action }).await;
            return true;
        }
    }
    false
}

#[tokio::test]
async fn one_person_plays_at_three_tables_over_one_connection() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = everywhere(room.port, "Ann", 1).await;
    let mut bob = everywhere(room.port, "Bob", 2).await;
    // One seat a person at each of them.
    let again = sit(&mut ann, "omaha-1", 3, 80).await;
    assert_eq!(again, refused(Refusal::SeatedAlready { seat: Seat::from_number(1).unwrap() }));
    // Hands begin everywhere, and both play wherever it is their turn.
    let begun = |client: &Client| views(client).iter().filter(|view| view.hand > 0).count();
    let played = |client: &Client| views(client).iter().filter(|view| view.hand > 1).count();
    while begun(&ann) < 3 || played(&ann) < 2 {
        for client in [&mut ann, &mut bob] {
            client.breathe().await;
            while does_something(client).await {}
        }
    }
    // The wallet paid for all of it, and what is at the tables comes back from each by itself.
    let at_tables: i64 =
        views(&ann).iter().flat_map(|view| view.seats.values()).map(|seat| seat.stack.units()).sum();
    assert!(at_tables > 0);
    let leave = ToServer::Leave { command: command(), table: "omaha-1".into() };
    assert!(accepted(&ann.ask(&leave).await));
    let seats = |client: &Client| views(client).iter().filter_map(|view| view.own.as_ref()?.seat).count();
    while seats(&ann) == 3 {
        for client in [&mut ann, &mut bob] {
            client.breathe().await;
            does_something(client).await;
        }
    }
    assert_eq!(seats(&ann), 2, "the other two are Ann's still");
    // A new connection is at all of them again.
    let mut back = Client::connect(room.port).await.signed_in(ann.token.clone()).await;
    for (table, _) in TABLES {
        back.send(&ToServer::Watch { table: table.into(), have: None }).await;
        back.until(|message| matches!(message, ToClient::Snapshot { table: told, .. } if told == table))
            .await;
    }
    assert_eq!(seats(&back), 2);
    assert!(room.stop().success());
    audit(data.path());
}

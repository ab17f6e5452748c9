//! Every order of a host over real sockets: that it does what it says, and that nobody else can give it.

use crate::hosting::{friend, id, order, refused, until};
use crate::support::books::audit;
use crate::support::client::{Client, accepted, command};
use crate::support::forms::{form, open};
use crate::support::process::Process;
use crate::support::schema::assert_every;
use kozyr_card_game::Seat;
use kozyr_protocol::room::{
    Answer, HoldemAction, HostOrder, LeftWhy, PlayerKind, Refusal, Rest, TableEvent, ToServer,
};

const FAST: &[&str] = &["--pace", "20", "--bots", "2", "--haste", "20"];

/// Every order there is, about somebody.
fn orders(player: u64) -> Vec<HostOrder> {
    vec![
        HostOrder::HoldUp,
        HostOrder::GoOn,
        HostOrder::Remove { player },
        HostOrder::Move { player, seat: Seat::from_number(5).unwrap() },
        HostOrder::Forgive { player },
        HostOrder::Stakes { game: form(true).game },
        HostOrder::Clock { turn_secs: 60 },
        HostOrder::Delay { delay_secs: 30 },
        HostOrder::Approve { ask: false },
        HostOrder::Silence { player, silent: true },
        HostOrder::Bots { on: true },
        HostOrder::NewLink,
        HostOrder::PassOn { player },
    ]
}

/// Ann's private table, at which everybody with the link sits down as they like.
async fn table(room: &Process) -> (Client, String, String) {
    let mut ann = Client::guest(room.port, "Ann").await;
    let Answer::Opened { table, secret: Some(secret) } = open(&mut ann, form(true)).await else {
        panic!("Ann may open a table")
    };
    ann.go_to(&table);
    ann.watch(None).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Approve { ask: false }).await));
    (ann, table, secret)
}

#[tokio::test]
async fn no_order_is_anybody_elses() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let (mut ann, table, secret) = table(&room).await;
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    let mut eve = friend(room.port, "Eve", &table, &secret).await;
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(2, 100).await));
    let all = orders(id(&ann));
    assert_every(&all, "HostOrder");
    // Somebody with a seat, somebody with the link, a stranger, and one who is nobody.
    let mut dora = Client::guest(room.port, "Dora").await;
    let mut nobody = Client::connect(room.port).await;
    nobody.hello(None).await;
    for wanted in all {
        assert_eq!(order(&mut bob, &table, wanted.clone()).await, refused(Refusal::NotTheHost), "{wanted:?}");
        assert_eq!(order(&mut eve, &table, wanted.clone()).await, refused(Refusal::NotTheHost), "{wanted:?}");
        assert_eq!(
            order(&mut dora, &table, wanted.clone()).await,
            refused(Refusal::UnknownTable),
            "{wanted:?}"
        );
        assert_eq!(
            order(&mut nobody, &table, wanted.clone()).await,
            refused(Refusal::SignInFirst),
            "{wanted:?}"
        );
        // Nor is a table of the house anybody's.
        let stock = order(&mut ann, "holdem-1", wanted.clone()).await;
        assert_eq!(stock, refused(Refusal::NotTheHost), "{wanted:?}");
    }
    let before = ann.around(|_| true).await;
    let hosted = before.hosted.expect("Ann's table");
    assert_eq!((hosted.host, hosted.secret), (id(&ann), Some(secret)), "nothing has changed");
    assert!(!hosted.held_up && hosted.removed.is_empty() && hosted.silenced.is_empty() && !hosted.bots);
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn who_was_removed_comes_back_once_they_are_forgiven() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let (mut ann, table, secret) = table(&room).await;
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    assert!(accepted(&bob.sit(2, 100).await));
    let bobs = id(&bob);
    assert!(accepted(&order(&mut ann, &table, HostOrder::Remove { player: bobs }).await));
    until(&mut ann, |ann| ann.view().seats.is_empty()).await;
    let removed = |event: &TableEvent| matches!(event, TableEvent::Left { why: LeftWhy::Removed, .. });
    assert!(ann.events().iter().any(removed));
    let told = ann.around(|around| !around.hosted.as_ref().unwrap().removed.is_empty()).await;
    assert_eq!(told.hosted.unwrap().removed[0].player, bobs, "the host sees whom they removed");
    assert_eq!(bob.sit(2, 100).await, refused(Refusal::RemovedByHost));
    // Not by the link either, nor after a restart.
    let port = room.port;
    room.kill_9();
    let room = Process::start(data.path(), port, FAST);
    let mut bob = Client::connect_to(port, &table).await.signed_in(bob.token.clone()).await;
    bob.send(&ToServer::Enter { table: table.clone(), secret: secret.clone() }).await;
    assert_eq!(bob.sit(2, 100).await, refused(Refusal::RemovedByHost));
    ann.come_back(port).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Forgive { player: bobs }).await));
    // Nobody is forgiven twice, and nobody the room does not know is silenced, nor the host.
    let own = ann.you.as_ref().unwrap().id;
    for nobody in [
        HostOrder::Forgive { player: bobs },
        HostOrder::Silence { player: 4711, silent: true },
        HostOrder::Silence { player: own, silent: true },
    ] {
        assert_eq!(order(&mut ann, &table, nobody).await, refused(Refusal::UnknownPlayer));
    }
    bob.send(&ToServer::Enter { table: table.clone(), secret }).await;
    bob.watch(None).await;
    assert!(accepted(&bob.sit(2, 100).await), "Bob was forgiven");
    ann.around(|around| around.hosted.as_ref().unwrap().removed.is_empty()).await;
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_table_that_is_held_up_goes_on_when_its_host_says_so() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let (mut ann, table, secret) = table(&room).await;
    let mut bob = friend(room.port, "Bob", &table, &secret).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::HoldUp).await));
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(2, 100).await));
    until(&mut bob, |bob| bob.view().rest == Some(Rest::HeldUp)).await;
    assert_eq!(order(&mut bob, &table, HostOrder::GoOn).await, refused(Refusal::NotTheHost));
    assert!(accepted(&order(&mut ann, &table, HostOrder::GoOn).await));
    until(&mut bob, |bob| bob.view().running).await;
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn bots_come_to_a_private_table_only_while_its_host_wants_them() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let (mut ann, table, _) = table(&room).await;
    assert!(accepted(&ann.sit(1, 100).await));
    let bots =
        |client: &Client| client.view().seats.values().filter(|seat| seat.kind == PlayerKind::Bot).count();
    assert!(accepted(&order(&mut ann, &table, HostOrder::Bots { on: true }).await));
    until(&mut ann, |ann| bots(ann) > 0 && ann.view().running).await;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Bots { on: false }).await));
    while bots(&ann) > 0 {
        if ann.may_act() {
            let act = ann.act(HoldemAction::CheckOrCall);
            ann.ask(&act).await;
        } else {
            ann.next().await.expect("the connection lasts");
        }
    }
    assert!(accepted(&ann.ask(&ToServer::Leave { command: command(), table }).await));
    assert!(room.stop().success());
    audit(data.path());
}

//! Who is who, over real sockets: somebody who is known later, and wallets that are filled up once.

use crate::support::books::audit;
use crate::support::client::{Client, accepted};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, CommandId, Fault, Language, ToClient, ToServer};
use kozyr_store::{Account, Append, Currency, PlayerId, SqliteStore, Store, Transfer};
use kozyr_time::Timestamp;

const ALONE: &[&str] = &["--pace", "5", "--bots", "0"];

#[tokio::test]
async fn whoever_is_known_later_sees_his_own_seat() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut ann = Client::guest(room.port, "Ann").await;
    assert!(accepted(&ann.sit(2, 100).await));
    let mut other = Client::connect(room.port).await;
    other.hello(None).await;
    other.watch(None).await;
    assert_eq!(other.seat(), None);
    other.hello(ann.token.clone()).await;
    other.until(|message| matches!(message, ToClient::Snapshot { .. })).await;
    assert_eq!(other.seat(), ann.seat());
    assert!(room.stop().success());
}

#[tokio::test]
async fn an_empty_wallet_is_filled_up_once_however_many_connections_ask() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let ann = Client::guest(room.port, "Ann").await;
    assert!(room.stop().success());
    // They have lost everything.
    let wallet = Account::wallet(PlayerId::new(ann.you.as_ref().unwrap().id).unwrap(), Currency::FUN);
    let lost = Transfer::new(wallet, Account::house(Currency::FUN), Chips::new(2000)).unwrap();
    let store = SqliteStore::open(&data.path().join("kozyr.db")).unwrap();
    let at = Timestamp::from_millis(1_800_000_000_000);
    store.append(Append { at, transfers: vec![lost], ..Append::default() }).unwrap();
    drop(store);
    let room = Process::start(data.path(), 0, ALONE);
    let mut clients = Vec::new();
    for _ in 0..12 {
        let mut client = Client::connect(room.port).await;
        client.hello(ann.token.clone()).await;
        assert_eq!(client.you.as_ref().and_then(|you| you.refill), Some(Chips::new(2000)));
        clients.push(client);
    }
    let mut asking = Vec::new();
    for (nth, mut client) in (0..).zip(clients) {
        asking.push(tokio::spawn(async move {
            client.send(&ToServer::Refill { command: CommandId(nth) }).await;
            let answer = client.until(|message| matches!(message, ToClient::Answer { .. })).await;
            matches!(answer, ToClient::Answer { result: Answer::Accepted { .. }, .. })
        }));
    }
    let mut filled = 0;
    for asked in asking {
        filled += u32::from(asked.await.unwrap());
    }
    assert_eq!(filled, 1, "whoever asks while there is enough is told so");
    assert!(room.stop().success());
    assert_eq!(audit(data.path())["issuance:FUN"], -4000, "once when they came, once now");
}

async fn named(port: u16, name: &str) -> Option<Client> {
    let mut client = Client::connect(port).await;
    client.hello(None).await;
    client.send(&ToServer::Guest { name: Some(name.into()), language: Language::En }).await;
    let answer =
        client.until(|message| matches!(message, ToClient::Welcome { .. } | ToClient::Error { .. })).await;
    match answer {
        ToClient::Error { fault } => {
            assert_eq!(fault, Fault::BadName);
            None
        }
        _ => Some(client),
    }
}

fn name(client: &Client) -> &str {
    &client.you.as_ref().unwrap().name
}

#[tokio::test]
async fn nobody_passes_for_somebody_else() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    for unseen in [
        "Ann\u{1d173}",
        "A\u{2800}nn",
        "Ann\u{1bca0}",
        "Ann\u{13430}",
        "Ann\u{fffc}",
        "A\u{301}\u{302}\u{303}\u{304}",
    ] {
        assert!(named(room.port, unseen).await.is_none(), "{unseen:?}");
    }
    let mut ann = named(room.port, "Ann").await.unwrap();
    ann.watch(None).await;
    assert!(accepted(&ann.sit(2, 100).await));
    let other = named(room.port, "\u{410}nn").await.unwrap();
    let bot = named(room.port, "Vera").await.unwrap();
    assert_eq!((name(&ann), name(&other), name(&bot)), ("Ann", "\u{410}nn 2", "Vera 2"));
    // A seat keeps its player's name through a crash, and the player has it again.
    let port = room.port;
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    let third = named(port, "Ann").await.unwrap();
    assert_eq!(name(&third), "Ann 2");
    ann.come_back(port).await;
    assert_eq!(name(&ann), "Ann");
    assert!(room.stop().success());
}

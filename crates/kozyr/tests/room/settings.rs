//! Settings of a room, each by what it changes for those who come.

use crate::hosting::refused;
use crate::support::client::Client;
use crate::support::forms::{form, holdem, open};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, Refusal, TableForm, TableProblem, ToClient, ToServer};

async fn lobby(client: &mut Client) -> ToClient {
    client.send(&ToServer::Lobby).await;
    client.until(|message| matches!(message, ToClient::Lobby { .. })).await
}

fn for_stakes(small: i64, big: i64) -> TableForm {
    TableForm { game: holdem(small, big), ..form(false) }
}

#[tokio::test]
async fn nobody_opens_a_table_where_none_may() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0", "--tables-per-person", "0"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    for private in [false, true] {
        assert_eq!(open(&mut ann, form(private)).await, refused(Refusal::TooManyTables));
    }
    assert!(room.stop().success());
}

#[tokio::test]
async fn there_are_no_more_tables_than_the_room_may_have() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0", "--tables-in-all", "1"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut bob = Client::guest(room.port, "Bob").await;
    assert!(matches!(open(&mut ann, form(true)).await, Answer::Opened { .. }));
    for other in [&mut ann, &mut bob] {
        assert_eq!(open(other, form(false)).await, refused(Refusal::TooManyTables));
    }
    assert!(room.stop().success());
}

#[tokio::test]
async fn stakes_lie_within_the_bounds_of_the_room() {
    let data = tempfile::tempdir().unwrap();
    let flags = ["--bots", "0", "--least-stake", "4", "--most-stake", "20"];
    let room = Process::start(data.path(), 0, &flags);
    let mut ann = Client::guest(room.port, "Ann").await;
    let (least, most) = (Chips::new(4), Chips::new(20));
    let ToClient::Lobby { bounds: Some(bounds), .. } = lobby(&mut ann).await else { panic!("bounds") };
    assert_eq!((bounds.least_stake, bounds.most_stake), (least, most), "a form can say so");
    let problem = TableProblem::Stakes { least, most };
    for (small, big, fits) in [(1, 2, false), (1, 3, false), (2, 4, true), (10, 20, true), (10, 21, false)] {
        let answer = open(&mut ann, for_stakes(small, big)).await;
        match fits {
            true => assert!(matches!(answer, Answer::Opened { .. }), "{small}/{big}: {answer:?}"),
            false => assert_eq!(answer, refused(Refusal::BadTable { problem }), "{small}/{big}"),
        }
    }
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_private_table_nobody_wants_is_closed_after_its_own_time() {
    let data = tempfile::tempdir().unwrap();
    let flags =
        ["--pace", "200", "--bots", "0", "--close-private-after", "1", "--close-public-after", "100000"];
    let room = Process::start(data.path(), 0, &flags);
    let mut ann = Client::guest(room.port, "Ann").await;
    let Answer::Opened { table: private, .. } = open(&mut ann, form(true)).await else { panic!() };
    let Answer::Opened { table: public, .. } = open(&mut ann, form(false)).await else { panic!() };
    loop {
        let ToClient::Lobby { tables, .. } = lobby(&mut ann).await else { unreachable!() };
        let is_open = |name: &str| tables.iter().any(|table| table.table == name);
        assert!(is_open(&public), "a public one stays");
        if !is_open(&private) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(room.stop().success());
}

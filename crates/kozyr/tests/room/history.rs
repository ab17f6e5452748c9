//! Hands that were played, over real sockets and HTTP: listed, shown again, written down, shared and counted.

use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::http::{Answer, get, post};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_notation::phh;
use kozyr_protocol::room::{HoldemAction, ToServer};
use kozyr_store::{Account, Append, Currency, SqliteStore, Store as _, TableId, Transfer};
use serde_json::{Value, json};
use std::process::{Command, Output};

const WITH_BOTS: &[&str] = &["--pace", "30", "--bots", "2"];

fn kozyr(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kozyr")).args(args).output().expect("kozyr starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Ann plays hands against bots until so many are in her history.
async fn played(room: &Process, hands: usize) -> (Client, String, Value) {
    let mut ann = Client::guest(room.port, "Ann").await;
    let token = ann.token.clone().expect("a guest gets a token");
    assert!(accepted(&ann.sit(3, 200).await));
    loop {
        if ann.may_act() {
            let act = ann.act(HoldemAction::CheckOrCall);
            ann.ask(&act).await;
        } else {
            ann.next().await.expect("the connection lasts");
        }
        if !ann.view().running {
            // Who calls everything may have lost it all.
            let broke = ann.view().seats.values().any(|seat| seat.name == "Ann" && seat.stack.is_zero());
            if broke {
                let amount = Chips::new(200);
                let more = ToServer::AddChips { command: command(), table: TABLE.into(), amount };
                assert!(accepted(&ann.ask(&more).await));
            }
            let list = ask(room, &token, "/hands").json();
            if list["hands"].as_array().unwrap().len() >= hands {
                return (ann, token, list);
            }
        }
    }
}

fn ask(room: &Process, token: &str, path: &str) -> Answer {
    get(format!("/api/v1{path}")).bearer(token).send(room.port)
}

#[tokio::test]
async fn hands_are_listed_shown_written_down_shared_and_counted() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, WITH_BOTS);
    let (ann, token, list) = played(&room, 3).await;
    let me = ann.you.as_ref().unwrap().id;
    let hand = &list["hands"][0];
    let (table, number) = (hand["table"].as_str().unwrap(), hand["hand"].as_u64().unwrap());
    assert_eq!((table, &hand["game"], &hand["currency"]), ("holdem-1", &json!("holdem/NT"), &json!("FUN")));
    assert!(
        hand["players"].as_array().unwrap().iter().any(|one| one["player"] == me && one["name"] == "Ann")
    );

    // Page by page, by table and by date.
    let first = ask(&room, &token, "/hands?limit=1").json();
    let next = first["next"].as_str().expect("there are more");
    let second = ask(&room, &token, &format!("/hands?limit=1&before={next}")).json();
    assert_eq!(second["hands"][0]["hand"], list["hands"][1]["hand"]);
    let counted = |query: &str| {
        ask(&room, &token, &format!("/hands?{query}")).json()["hands"].as_array().unwrap().len()
    };
    assert!(counted("table=holdem-1") >= 3);
    assert_eq!(
        (counted("table=seka-1"), counted("since=2999-01-01"), counted("until=2000-01-01")),
        (0, 0, 0)
    );
    assert!(counted("since=2000-01-01&until=2999-01-01") >= 3);
    for wrong in ["before=x", "since=yesterday", "limit=many"] {
        assert_eq!(ask(&room, &token, &format!("/hands?{wrong}")).refusal(), "400 unreadable", "{wrong}");
    }

    // As Ann saw it.
    let story = ask(&room, &token, &format!("/hands/{table}/{number}"));
    let told = story.json();
    assert_eq!((told["viewer"].as_u64(), &told["hand"]["hand"]), (Some(me), &json!(number)));
    assert!(told["updates"].as_array().unwrap().len() > 4, "{told:#}");
    let last = ask(&room, &token, &format!("/hands/{table}/last")).json();
    assert!(last["hand"]["hand"].as_u64() >= Some(number));

    // In every notation, and the engine agrees.
    let written = ask(&room, &token, &format!("/hands/{table}/{number}/as/phh"));
    assert_eq!(
        written.header("content-disposition"),
        Some(format!("attachment; filename=\"{table}-{number}.phh\"").as_str())
    );
    let document: phh::Hand =
        written.body.parse().unwrap_or_else(|error| panic!("{error}\n{}", written.body));
    phh::Replay::whole(&document).unwrap_or_else(|error| panic!("{error}\n{}", written.body));
    let stars = ask(&room, &token, &format!("/hands/{table}/{number}/as/pokerstars")).body;
    assert!(stars.starts_with("PokerStars") && stars.contains("Ann"), "{stars}");
    assert_eq!(ask(&room, &token, &format!("/hands/{table}/{number}/as/json")).json(), told);
    for other in ["seka", "durak", "pdf"] {
        let refused = ask(&room, &token, &format!("/hands/{table}/{number}/as/{other}"));
        assert_eq!(refused.refusal(), "404 notFound", "{other}");
    }

    // All of them in one file, which replays.
    let all = ask(&room, &token, "/hands/download?notation=phh");
    let file = data.path().join("hands.phhs");
    std::fs::write(&file, &all.body).unwrap();
    let replayed = kozyr(&["replay", file.to_str().unwrap()]);
    assert!(replayed.status.success(), "{}{}", text(&replayed.stdout), text(&replayed.stderr));
    let lines = ask(&room, &token, "/hands/download").body;
    assert!(
        lines.lines().count() >= 3 && lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok())
    );
    let none = ask(&room, &token, "/hands/download?notation=durak");
    assert_eq!((none.status, none.body.as_str()), (200, ""), "no game of Durak was played");
    assert_eq!(ask(&room, &token, "/hands/download?notation=pdf").refusal(), "400 unreadable");

    // Nobody else's business, unless it is shared.
    let bob = Client::guest(room.port, "Bob").await;
    let bobs = bob.token.clone().unwrap();
    for path in ["", "/as/phh"] {
        let path = format!("/hands/{table}/{number}{path}");
        assert_eq!(ask(&room, &bobs, &path).refusal(), "404 notFound", "{path}");
        assert_eq!(get(format!("/api/v1{path}")).send(room.port).refusal(), "401 signInFirst", "{path}");
    }
    let sharing = || post(format!("/api/v1/hands/{table}/{number}/share"), &json!({}));
    assert_eq!(sharing().send(room.port).refusal(), "401 signInFirst");
    assert_eq!(sharing().bearer(&bobs).send(room.port).refusal(), "404 notFound");
    let link = sharing().bearer(&token).send(room.port).json();
    assert_eq!(sharing().bearer(&token).send(room.port).json(), link, "a hand has one link");
    let id = link["id"].as_str().unwrap();
    assert_eq!(link["path"], format!("/shared/{id}"));
    assert_eq!(get(format!("/api/v1/shared/{id}")).send(room.port).json(), told, "what its owner saw");
    assert!(get(format!("/api/v1/shared/{id}/as/phh")).send(room.port).body.contains("Ann"));
    for wrong in ["0".repeat(32), "x".to_owned(), format!("{id}0")] {
        assert_eq!(get(format!("/api/v1/shared/{wrong}")).send(room.port).refusal(), "404 notFound");
    }

    // What they come to.
    let games = ask(&room, &token, "/people/me/statistics").json();
    let game = &games["games"][0];
    assert!(game["hands"].as_u64() >= Some(3) && game["voluntary"].as_u64() > Some(0), "{games}");
    assert!(game["net"].is_i64());
    let others = ask(&room, &bobs, &format!("/people/{me}/statistics")).json();
    assert_eq!((&others["games"][0]["game"], others["games"][0].get("net")), (&json!("holdem/NT"), None));
    assert_eq!(ask(&room, &token, "/people/99999999999/statistics").refusal(), "404 notFound");
    assert!(room.stop().success());
}

#[tokio::test]
async fn an_audit_and_a_copy_of_a_running_room() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, WITH_BOTS);
    let (_ann, _, list) = played(&room, 1).await;
    let folder = data.path().to_str().unwrap();
    let audited = kozyr(&["audit", "--data", folder]);
    assert!(audited.status.success(), "{}{}", text(&audited.stdout), text(&audited.stderr));
    assert!(text(&audited.stdout).starts_with("the books are right: "), "{}", text(&audited.stdout));
    let anns = text(&kozyr(&["audit", "--data", folder, "--person", "Ann"]).stdout);
    assert!(
        anns.contains("+2000 from issuance:FUN") && anns.contains("-200 to table/holdem-1:FUN"),
        "{anns}"
    );
    let escrow = text(&kozyr(&["audit", "--data", folder, "--account", "table/holdem-1:FUN"]).stdout);
    assert!(escrow.contains("table/holdem-1 line "), "{escrow}");
    let nobody = kozyr(&["audit", "--data", folder, "--person", "Nobody at all"]);
    assert_eq!((nobody.status.code(), text(&nobody.stderr).lines().count()), (Some(2), 1));

    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy.db");
    let backup = || kozyr(&["backup", "--data", folder, copy.to_str().unwrap()]);
    let made = backup();
    assert!(made.status.success(), "{}", text(&made.stderr));
    let again = backup();
    assert!(
        !again.status.success() && text(&again.stderr).contains("is there already"),
        "{}",
        text(&again.stderr)
    );
    let restore = |to: &str| kozyr(&["restore", "--data", to, copy.to_str().unwrap()]);
    let over = restore(folder);
    assert!(
        !over.status.success() && text(&over.stderr).contains("is there already"),
        "{}",
        text(&over.stderr)
    );
    let elsewhere = copies.path().join("again");
    let restored = restore(elsewhere.to_str().unwrap());
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert!(room.stop().success());

    // The copy is a room: the hand is there, and the books of the moment it was made are right.
    let second = Process::start(&elsewhere, 0, &["--bots", "0"]);
    let (table, hand) = (list["hands"][0]["table"].as_str().unwrap(), &list["hands"][0]["hand"]);
    assert_eq!(get(format!("/api/v1/hands/{table}/{hand}")).send(second.port).refusal(), "401 signInFirst");
    assert!(second.stop().success());
    let audited = kozyr(&["audit", "--data", elsewhere.to_str().unwrap()]);
    assert!(audited.status.success(), "{}", text(&audited.stderr));

    // Chips that left the table in the books alone are found out, in one line.
    let store = SqliteStore::open(&elsewhere.join("kozyr.db")).unwrap();
    let escrow = Account::table(TableId::new("holdem-1").unwrap(), Currency::FUN);
    let stolen = Transfer::new(escrow, Account::house(Currency::FUN), Chips::new(5)).unwrap();
    store.append(Append { transfers: vec![stolen], ..Append::default() }).unwrap();
    drop(store);
    let audited = kozyr(&["audit", "--data", elsewhere.to_str().unwrap()]);
    let said = text(&audited.stderr);
    assert_eq!((audited.status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.starts_with("kozyr: the books are wrong: table/holdem-1:FUN holds "), "{said}");
    // So is a file that is no room's, or not there.
    for folder in [copies.path(), data.path().join("nowhere").as_path()] {
        let audited = kozyr(&["audit", "--data", folder.to_str().unwrap()]);
        assert_eq!((audited.status.code(), text(&audited.stderr).lines().count()), (Some(2), 1));
    }
}

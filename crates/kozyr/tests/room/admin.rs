//! The room's admin over real HTTP: a link that works once, every right, that nobody else has it, and the audit trail.

use crate::gateway;
use crate::support::books::audit;
use crate::support::client::{Client, accepted};
use crate::support::entrant::Entrant;
use crate::support::http::{Asked, delete, get, post};
use crate::support::process::Process;
use kozyr_protocol::room::{Fault, Follower, ToClient, TournamentStatus, TournamentWish};
use serde_json::{Value, json};

const ALONE: &[&str] = &["--pace", "20", "--bots", "0"];

/// Becomes the admin: the token.
fn sign_in(room: &Process) -> String {
    let code = room.admin.clone().expect("a link was printed");
    let answer = post("/api/v1/admin/sign-in", &json!({ "code": code })).send(room.port);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["token"].as_str().unwrap().to_owned()
}

fn trail(port: u16, token: &str) -> Vec<Value> {
    let answer = get("/api/v1/admin/audit").bearer(token).send(port);
    answer.json()["acts"].as_array().unwrap().iter().map(|act| act["what"].clone()).collect()
}

/// Every place of the admin's, with a body that would do something.
fn places() -> Vec<Asked<'static>> {
    vec![
        get("/api/v1/admin/tables"),
        delete("/api/v1/admin/tables/seka-1"),
        post("/api/v1/admin/tournaments/sng-6-1", &json!({ "order": { "order": "cancel" } })),
        get("/api/v1/admin/people"),
        post("/api/v1/admin/people/1", &json!({ "act": "ban" })),
        get("/api/v1/admin/ledger"),
        post("/api/v1/admin/drain", &json!({ "on": true })),
        get("/api/v1/admin/audit"),
        post("/api/v1/admin/sign-out", &json!({})),
    ]
}

#[tokio::test]
async fn a_link_makes_one_admin_once_and_nobody_else_has_the_right() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let token = sign_in(&room);
    let code = room.admin.clone().unwrap();
    let again = post("/api/v1/admin/sign-in", &json!({ "code": code })).send(port);
    assert_eq!(again.refusal(), "401 badLink", "it was used");
    // Nobody, a guest, an account, a made-up token: none of them is the admin, by token or by cookie.
    let guest = Client::guest(port, "Guest").await.token.unwrap();
    let body = json!({ "name": "Ann", "password": "correct horse" });
    let account =
        post("/api/v1/people/sign-up", &body).send(port).json()["token"].as_str().unwrap().to_owned();
    for asked in places() {
        assert_eq!(asked.send(port).refusal(), "401 signInFirst");
    }
    for other in [guest.as_str(), &account, "nonsense", &code] {
        for asked in places() {
            assert_eq!(asked.bearer(other).send(port).refusal(), "401 badToken");
        }
        for asked in places() {
            assert_eq!(asked.cookie("kozyr-admin", other).send(port).refusal(), "401 signInFirst");
        }
    }
    // And the admin is nobody at a table.
    assert_eq!(get("/api/v1/people/me").bearer(&token).send(port).refusal(), "401 badToken");
    // A start that is not the first prints no link; one that is asked for one prints another, and the session lasts.
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    assert_eq!(room.admin, None);
    assert_eq!(get("/api/v1/admin/tables").bearer(&token).send(port).status, 200);
    assert!(room.stop().success());
    let room = Process::start(data.path(), port, &["--bots", "0", "--admin-link"]);
    let code = room.admin.clone().unwrap();
    // The room's own page keeps it as a cookie, for its own part of the API.
    let own = format!("http://127.0.0.1:{port}");
    let page = post("/api/v1/admin/sign-in", &json!({ "code": code, "keep": "cookie" })).send(port);
    let (second, kept) = page.cookie("kozyr-admin").unwrap();
    for word in ["HttpOnly", "SameSite=Strict", "Path=/api/v1/admin"] {
        assert!(kept.split("; ").any(|part| part.trim() == word), "{word} in {kept}");
    }
    assert!(page.json().get("token").is_none());
    let with = |asked: Asked<'static>, origin: &str| {
        asked.cookie("kozyr-admin", second).header("Origin", origin).send(port)
    };
    assert_eq!(with(get("/api/v1/admin/people"), &own).status, 200);
    let elsewhere = with(post("/api/v1/admin/drain", &json!({ "on": true })), "https://evil.example");
    assert_eq!(elsewhere.refusal(), "403 anotherSite");
    assert_eq!(with(post("/api/v1/admin/sign-out", &json!({})), &own).status, 204);
    assert_eq!(with(get("/api/v1/admin/people"), &own).refusal(), "401 signInFirst");
    let did: Vec<String> =
        trail(port, &token).iter().map(|what| what["did"].as_str().unwrap().to_owned()).collect();
    assert_eq!(did, ["signedOut", "signedIn", "linkMade", "signedIn", "linkMade"], "the latest first");
    let page = get("/admin").send(port);
    assert!(page.status == 200 && page.body.contains("/admin/admin.js"));
    assert!(get("/admin/admin.js").send(port).status == 200);
    assert!(room.stop().success());
    // Neither code nor token is in the database.
    let bytes = std::fs::read(data.path().join("kozyr.db")).unwrap();
    for secret in [&code, &token, second] {
        assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()));
    }
}

#[tokio::test]
async fn people_are_kicked_banned_and_muted_and_all_of_it_is_written_down() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let token = sign_in(&room);
    let mut ann = Client::guest(port, "Ann").await;
    let id = ann.you.as_ref().unwrap().id;
    assert!(accepted(&ann.sit(2, 100).await));
    let act = |body: Value| post(format!("/api/v1/admin/people/{id}"), &body).bearer(&token).send(port);
    let people = get("/api/v1/admin/people?kind=guest").bearer(&token).send(port).json();
    let known = people["people"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone();
    assert_eq!((known["name"].as_str(), &known["seatedAt"]), (Some("Ann"), &json!(["holdem-1"])));
    // Kicked: the seat is free, the chips are back, and they may come again.
    assert_eq!(act(json!({ "act": "kick" })).status, 200);
    let closed = loop {
        if let Err(frame) = ann.next().await {
            break frame.expect("a close frame");
        }
    };
    assert_eq!(closed.reason.as_str(), "sent away");
    ann.come_back(port).await;
    for _ in 0..100 {
        let mine = get("/api/v1/people/me").bearer(ann.token.as_ref().unwrap()).send(port).json();
        if mine["wallet"] == 2000 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let mine = get("/api/v1/people/me").bearer(ann.token.as_ref().unwrap()).send(port).json();
    assert_eq!((&mine["wallet"], &mine["seatedAt"]), (&json!(2000), &json!([])));
    let muted = act(json!({ "act": "mute", "minutes": 5 })).json();
    assert!(muted["mutedUntil"].as_i64().is_some());
    assert!(act(json!({ "act": "unmute" })).json().get("mutedUntil").is_none());
    // Banned: out at once and kept out, over HTTP and at the socket, also after a crash.
    assert!(act(json!({ "act": "ban" })).json()["bannedUntil"].as_i64().is_some());
    while ann.next().await.is_ok() {}
    let own = ann.token.clone().unwrap();
    assert_eq!(get("/api/v1/people/me").bearer(&own).send(port).refusal(), "403 banned");
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    let mut back = Client::connect(port).await;
    let hello = json!({ "type": "hello", "protocol": kozyr_protocol::room::PROTOCOL, "token": own, "language": "en" });
    back.send_text(hello.to_string()).await;
    let told =
        back.until(|message| matches!(message, ToClient::Error { .. } | ToClient::Welcome { .. })).await;
    assert!(matches!(told, ToClient::Error { fault: Fault::Banned }), "{told:?}");
    assert_eq!(act(json!({ "act": "unban" })).status, 200);
    assert_eq!(get("/api/v1/people/me").bearer(&own).send(port).status, 200);
    assert_eq!(act(json!({ "act": "bann" })).refusal(), "400 unreadable");
    for nobody in ["/api/v1/admin/people/99", "/api/v1/admin/people/x", "/api/v1/admin/people/1"] {
        assert_eq!(
            post(nobody, &json!({ "act": "kick" })).bearer(&token).send(port).refusal(),
            "404 notFound"
        );
    }
    let done: Vec<Value> = trail(port, &token).into_iter().filter(|what| what["did"] == "person").collect();
    let expect = [
        json!({ "act": "unban" }),
        json!({ "act": "ban" }),
        json!({ "act": "unmute" }),
        json!({ "act": "mute", "minutes": 5 }),
        json!({ "act": "kick" }),
    ];
    assert_eq!(done.iter().map(|what| what["done"].clone()).collect::<Vec<_>>(), expect);
    assert!(done.iter().all(|what| what["id"] == id));
    let page = get("/api/v1/admin/audit?before=4&limit=2").bearer(&token).send(port).json();
    let numbers: Vec<u64> =
        page["acts"].as_array().unwrap().iter().map(|act| act["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [3, 2]);
    assert!(page["acts"].as_array().unwrap().iter().all(|act| act["at"].as_i64() > Some(0)));
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_banned_account_does_not_sign_in() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let token = sign_in(&room);
    let body = json!({ "name": "Ann", "password": "correct horse" });
    let made = post("/api/v1/people/sign-up", &body).send(port).json();
    let found = get("/api/v1/admin/people?name=ann").bearer(&token).send(port).json();
    assert_eq!(found["people"][0]["id"], made["me"]["id"]);
    let path = format!("/api/v1/admin/people/{}", made["me"]["id"]);
    assert_eq!(post(path, &json!({ "act": "ban", "minutes": 60 })).bearer(&token).send(port).status, 200);
    assert_eq!(post("/api/v1/people/sign-in", &body).send(port).refusal(), "403 banned");
    let recover = json!({ "name": "Ann", "code": made["recoveryCode"], "password": "another horse" });
    assert_eq!(post("/api/v1/people/recover", &recover).send(port).refusal(), "403 banned");
    assert!(room.stop().success());
}

#[tokio::test]
async fn tables_are_closed_and_the_ledger_is_shown() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let token = sign_in(&room);
    let mut ann = Client::guest(port, "Ann").await;
    assert!(accepted(&ann.sit(2, 100).await));
    let tables = get("/api/v1/admin/tables").bearer(&token).send(port).json();
    let names: Vec<&str> =
        tables["tables"].as_array().unwrap().iter().map(|one| one["table"].as_str().unwrap()).collect();
    let other = *names.iter().find(|name| **name != "holdem-1").unwrap();
    let close =
        |table: &str| delete(format!("/api/v1/admin/tables/{table}")).bearer(&token).send(port).refusal();
    assert_eq!(
        [close("holdem-1"), close("nowhere"), close(other)],
        ["409 tableTaken", "404 notFound", "204"]
    );
    assert_eq!(close(other), "404 notFound");
    let lobby = get("/api/v1/lobby").send(port).json();
    assert!(lobby["tables"].as_array().unwrap().iter().all(|one| one["table"] != other));
    let ledger = get("/api/v1/admin/ledger").bearer(&token).send(port).json();
    assert!(
        ledger["sums"].as_array().unwrap().iter().any(|sum| *sum == json!({ "account": "FUN", "chips": 0 }))
    );
    let of_table = get("/api/v1/admin/ledger?prefix=table/holdem-1").bearer(&token).send(port).json();
    assert_eq!(of_table["accounts"][0]["chips"], 100, "{of_table}");
    let id = ann.you.as_ref().unwrap().id;
    let own =
        get(format!("/api/v1/admin/ledger?prefix=player/{id}:&limit=1")).bearer(&token).send(port).json();
    assert_eq!(own["accounts"], json!([{ "account": format!("player/{id}:FUN"), "chips": 1900 }]));
    assert_eq!(trail(port, &token)[0], json!({ "did": "tableClosed", "table": other }));
    assert!(room.stop().success());
}

/// Two people at the first table, and the first hand begun.
async fn two_in_a_hand(port: u16) -> (Client, Client) {
    let mut ann = Client::guest(port, "Ann").await;
    let mut bob = Client::guest(port, "Bob").await;
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(2, 100).await));
    while !ann.view().running {
        ann.next().await.unwrap();
    }
    (ann, bob)
}

#[tokio::test]
async fn a_room_that_is_emptied_finishes_its_hands_deals_no_more_and_stops() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "20", "--bots", "0"]);
    let port = room.port;
    let token = sign_in(&room);
    let (mut ann, _bob) = two_in_a_hand(port).await;
    let hand = ann.view().hand;
    let drain = |on: bool| post("/api/v1/admin/drain", &json!({ "on": on })).bearer(&token).send(port).status;
    assert_eq!(drain(true), 204);
    let ready = get("/readyz").send(port);
    assert_eq!((ready.status, ready.body.as_str()), (503, "draining\n"));
    assert_eq!(get("/healthz").send(port).status, 200, "it is healthy, and takes nobody");
    assert_eq!(get("/api/v1/room").send(port).json()["draining"], true);
    // Nobody acts: clocks end the hand, and no other begins.
    assert!(room.ended().success());
    while ann.next().await.is_ok() {}
    assert!(!ann.view().running, "the hand was played to its end");
    assert_eq!(ann.view().hand, hand, "and no other began");
    audit(data.path());
    // The next start deals on.
    let room = Process::start(data.path(), port, &["--pace", "20", "--bots", "0"]);
    assert_eq!(get("/readyz").send(port).status, 200);
    assert!(room.stop().success());
}

/// What runs in a tournament or over UpDAU is played to its end too, and goes on after the next start.
#[tokio::test]
async fn a_room_that_is_emptied_waits_for_tournaments_and_updau() {
    let data = tempfile::tempdir().unwrap();
    let fast = ["--pace", "20", "--bots", "0", "--updau-listen", "127.0.0.1:0"];
    let room = Process::start(data.path(), 0, &fast);
    let (port, token) = (room.port, sign_in(&room));
    let mut entrants = [Entrant::guest(port, "Cid").await, Entrant::guest(port, "Dot").await];
    let open = entrants[0].open_one("sng-2").await;
    for entrant in &mut entrants {
        entrant.plays = false;
        entrant.follow(&open.tournament).await;
        assert!(accepted(&entrant.wish(TournamentWish::Register).await));
    }
    let at_table = |entrant: &Entrant| entrant.table.as_ref().and_then(Follower::view);
    let [cid, _dot] = &mut entrants;
    while at_table(cid).is_none_or(|view| !view.running) {
        cid.listen().await;
    }
    let _two = gateway::two_at_a_table(&room, "durak").await;
    let drain = post("/api/v1/admin/drain", &json!({ "on": true })).bearer(&token).send(port);
    assert_eq!(drain.status, 204);
    // Nobody acts: clocks end what runs. A game over UpDAU may have parties left.
    assert!(room.ended().success());
    while cid.try_listen().await {}
    assert!(!at_table(cid).unwrap().running, "the hand was played to its end");
    audit(data.path());
    let room = Process::start(data.path(), port, &fast);
    cid.come_back(port).await;
    assert_ne!(cid.view().status, TournamentStatus::Finished);
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_drain_is_taken_back() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "20", "--bots", "0"]);
    let port = room.port;
    let token = sign_in(&room);
    let (mut ann, _bob) = two_in_a_hand(port).await;
    let hand = ann.view().hand;
    let drain = |on: bool| post("/api/v1/admin/drain", &json!({ "on": on })).bearer(&token).send(port).status;
    assert_eq!([drain(true), drain(false)], [204, 204]);
    assert_eq!(get("/readyz").send(port).status, 200);
    while ann.view().hand == hand {
        ann.next().await.unwrap();
    }
    let acts: Vec<Value> = trail(port, &token).into_iter().take(2).collect();
    assert_eq!(acts, [json!({ "did": "drain", "on": false }), json!({ "did": "drain", "on": true })]);
    assert!(room.stop().success());
}

#[tokio::test]
async fn links_are_not_guessed_in_a_hurry() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let guess = || post("/api/v1/admin/sign-in", &json!({ "code": "guess" })).send(room.port).refusal();
    let told: Vec<String> = (0..11).map(|_| guess()).collect();
    assert!(told[..10].iter().all(|told| told == "401 badLink"), "{told:?}");
    assert_eq!(told[10], "429 tooFast");
    assert!(room.stop().success());
}

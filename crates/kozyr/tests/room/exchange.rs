//! The hand on a table as documents, over HTTP: the engine's state, and acting by sending the hand back.

use crate::support::client::{Client, accepted};
use crate::support::http::{Answer, get, post};
use crate::support::process::Process;
use serde_json::{Value, json};

const HAND: &str = "/api/v1/tables/holdem-1/exchange";
const STATE: &str = "/api/v1/tables/holdem-1/game-state";

fn ask(room: &Process, path: &str, client: Option<&Client>) -> Answer {
    match client {
        Some(client) => get(path).bearer(client.token.as_ref().unwrap()).send(room.port),
        None => get(path).send(room.port),
    }
}

fn send(room: &Process, client: &Client, hand: &Value) -> Answer {
    post(HAND, hand).bearer(client.token.as_ref().unwrap()).send(room.port)
}

fn name(client: &Client) -> &str {
    &client.you.as_ref().unwrap().name
}

/// The hand as this client has it, with one line more of theirs.
fn with_line(room: &Process, client: &Client, action: &str) -> Value {
    let mut hand = ask(room, HAND, Some(client)).json();
    let players = hand["players"].as_array().unwrap();
    let place = players.iter().position(|one| one == name(client)).unwrap() + 1;
    hand["author"] = json!(name(client));
    hand["actions"].as_array_mut().unwrap().push(json!(format!("p{place} {action}")));
    hand
}

#[tokio::test]
async fn a_client_plays_by_sending_its_hand_back() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0"]);
    let mut players = [Client::guest(room.port, "Ann").await, Client::guest(room.port, "Bob").await];
    assert_eq!(ask(&room, HAND, Some(&players[0])).refusal(), "404 notFound", "no hand was dealt yet");
    for (client, seat) in players.iter_mut().zip(1..) {
        assert!(accepted(&client.sit(seat, 100).await));
    }
    // Whoever is to act, first.
    loop {
        for client in &mut players {
            client.breathe().await;
        }
        if let Some(at) = players.iter().position(Client::may_act) {
            players.rotate_left(at);
            break;
        }
    }
    let [mut first, mut second] = players;
    first.breathe().await;

    // Each sees their own cards and nobody else's; who only looks on sees none.
    let cards = first.cards().concat();
    let seen = |client: Option<&Client>| [HAND, STATE].map(|path| ask(&room, path, client).body).concat();
    assert!(seen(Some(&first)).contains(&cards), "their own cards: {}", seen(Some(&first)));
    for other in [seen(Some(&second)), seen(None)] {
        assert!(!other.contains(&cards) && other.contains("????"), "{other}");
    }
    let state = ask(&room, STATE, Some(&first)).json();
    assert_eq!(state["players"].as_object().unwrap().len(), 2, "{state:#}");
    assert!(state["gameData"].is_object() && state["deck"] == json!([]), "{state:#}");

    // Nobody acts out of turn, for another, or with a log of their own.
    for (client, hand, code) in [
        (&second, with_line(&room, &second, "cc"), "409 refused"),
        (&second, with_line(&room, &first, "cc"), "409 refused"),
        (&first, with_line(&room, &first, "cbr 3"), "409 refused"),
        (&first, json!({ "author": name(&first), "actions": ["d dh p1 AsAh"] }), "409 refused"),
        (&first, json!({ "actions": [] }), "409 refused"),
    ] {
        assert_eq!(send(&room, client, &hand).refusal(), code, "{hand}");
    }
    let token = first.token.clone().unwrap();
    for (kind, body, told) in [
        ("text/plain", "{}".to_owned(), "400 unreadable"),
        ("application/json", " ".repeat(20_000), "413 tooLarge"),
    ] {
        let asked = post(HAND, &json!({})).raw(kind, &body).bearer(&token);
        assert_eq!(asked.send(room.port).refusal(), told, "{kind}");
    }
    let garbled = post(HAND, &json!({})).raw("application/json", "{").bearer(first.token.as_ref().unwrap());
    assert_eq!(garbled.send(room.port).refusal(), "400 unreadable");
    assert_eq!(post(HAND, &json!({})).send(room.port).refusal(), "401 signInFirst");

    // A raise and a call, each by a hand that comes back as it goes on.
    let raised = send(&room, &first, &with_line(&room, &first, "cbr 6"));
    assert_eq!(raised.status, 200, "{raised:?}");
    assert!(raised.json()["actions"].as_array().unwrap().last().unwrap().as_str().unwrap().contains("cbr 6"));
    let called = send(&room, &second, &with_line(&room, &second, "cc"));
    assert_eq!(called.status, 200, "{called:?}");
    assert!(called.body.contains("d db"), "the flop comes: {}", called.body);
    let same = send(&room, &second, &{
        let mut hand = ask(&room, HAND, Some(&second)).json();
        hand["author"] = json!(name(&second));
        hand
    });
    assert_eq!(same.json()["actions"], called.json()["actions"], "nothing was asked, nothing happens");

    // What somebody wants stands in the hand, and is asked for there.
    let mut hand = ask(&room, HAND, Some(&first)).json();
    let place = hand["players"].as_array().unwrap().iter().position(|one| one == name(&first)).unwrap();
    assert_eq!(hand["_intents"][place], json!(0), "{hand}");
    hand["author"] = json!(name(&first));
    hand["_intents"][place] = json!(2);
    assert_eq!(send(&room, &first, &hand).json()["_intents"][place], json!(2), "they pause after this hand");
    hand["_intents"][place] = json!(0);
    assert_eq!(send(&room, &first, &hand).json()["_intents"][place], json!(0), "and do not after all");
    while first.sequence() != second.sequence() || first.game().street == 0 {
        first.breathe().await;
        second.breathe().await;
    }
    assert_eq!(first.game().street, 1, "the page saw it too");

    // Another game has no such documents, and there is no such table.
    for wrong in ["seka-1", "durak-1", "nowhere"] {
        for path in ["exchange", "game-state"] {
            let path = format!("/api/v1/tables/{wrong}/{path}");
            assert_eq!(ask(&room, &path, Some(&first)).refusal(), "404 notFound", "{path}");
        }
    }
}

//! The log of a room, as text and as JSON: a person or a program can read it, and no secret is in it.

use crate::support::client::{Client, accepted};
use crate::support::forms::{form, open};
use crate::support::http::post;
use crate::support::process::Process;
use kozyr_protocol::room::Answer;
use serde_json::{Value, json};
use std::path::Path;

const PASSWORD: &str = "correct horse battery";
const WRONG: &str = "wrong horse battery";

/// An evening with everything that has a secret; returns the secrets.
async fn evening(data: &Path, log: &Path, flags: &[&str]) -> Vec<String> {
    let flags: Vec<&str> = ["--pace", "20", "--bots", "0"].iter().chain(flags).copied().collect();
    let room = Process::start_logged(data, log, None, &flags);
    let port = room.port;
    let mut secrets = vec![PASSWORD.to_owned(), WRONG.to_owned()];
    let mut keep = |value: &Value| {
        let text = value.as_str().expect("a secret").to_owned();
        secrets.push(text.clone());
        text
    };
    // A guest becomes an account, signs in rightly and wrongly, makes a token and recovers.
    let ann = Client::guest(port, "Ann").await;
    let guest = keep(&json!(ann.token.clone()));
    let body = json!({ "name": "Ann Account", "password": PASSWORD });
    let account = post("/api/v1/people/sign-up", &body).bearer(&guest).send(port).json();
    let code = keep(&account["recoveryCode"]);
    let signed_in = post("/api/v1/people/sign-in", &body).send(port).json();
    let session = keep(&signed_in["token"]);
    let wrong =
        post("/api/v1/people/sign-in", &json!({ "name": "Ann Account", "password": WRONG })).send(port);
    assert_eq!(wrong.status, 401, "{wrong:?}");
    let made = post("/api/v1/people/me/tokens", &json!({ "label": "bot", "scope": "play" })).bearer(&session);
    keep(&made.send(port).json()["token"]);
    let body = json!({ "name": "Ann Account", "code": code, "password": format!("{PASSWORD} again") });
    let recovered = post("/api/v1/people/recover", &body).send(port);
    assert_eq!(recovered.status, 200, "{recovered:?}");
    keep(&recovered.json()["token"]);
    // A private table, and a hand on it.
    let mut bob = Client::guest(port, "Bob").await;
    keep(&json!(bob.token.clone()));
    let Answer::Opened { table, secret: Some(secret) } = open(&mut bob, form(true)).await else { panic!() };
    keep(&json!(secret));
    bob.go_to(&table);
    bob.watch(None).await;
    assert!(accepted(&bob.sit(1, 100).await));
    // The admin empties the room, which is written to the log.
    let link = keep(&json!(room.admin.clone()));
    let admin = post("/api/v1/admin/sign-in", &json!({ "code": link })).send(port).json();
    let admin = keep(&admin["token"]);
    let drain = post("/api/v1/admin/drain", &json!({ "on": true })).bearer(&admin).send(port);
    assert!(drain.status < 300, "{drain:?}");
    assert!(room.ended().success(), "the room stops when its last hand is over");
    secrets
}

#[tokio::test]
async fn a_log_says_what_happened_and_no_secret() {
    for flags in [&[][..], &["--log-json"]] {
        let data = tempfile::tempdir().unwrap();
        let log = data.path().join("log");
        let secrets = evening(data.path(), &log, flags).await;
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(text.contains("the last hand is over: the room stops"), "{text}");
        for secret in &secrets {
            assert!(secret.len() > 5 && !text.contains(secret.as_str()), "{secret} is in the log: {text}");
        }
        for line in text.lines() {
            let read = serde_json::from_str::<Value>(line);
            match flags {
                [] => assert!(read.is_err() && line.contains(" INFO ") || line.contains(" WARN "), "{line}"),
                _ => {
                    let line = read.expect("a line of JSON");
                    assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
                    assert!(line["fields"]["message"].is_string(), "{line}");
                }
            }
        }
    }
}

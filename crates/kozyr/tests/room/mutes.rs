//! The room's admin mutes somebody: nobody hears them anywhere, also after a restart, until they may speak again.

use crate::hosting::{id, refused};
use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::http::post;
use crate::support::process::Process;
use kozyr_protocol::room::{Answer, Reaction, Refusal, Said, ToClient, ToServer};
use serde_json::{Value, json};

const ALONE: &[&str] = &["--pace", "20", "--bots", "0"];

async fn says(client: &mut Client, table: Option<&str>, said: Said) -> Answer {
    client.ask(&ToServer::Chat { command: command(), table: table.map(str::to_owned), said }).await
}

fn text(text: &str) -> Said {
    Said::Text { text: text.into() }
}

/// The admin does something about somebody.
fn acts(port: u16, admin: &str, person: u64, act: &Value) {
    let done = post(format!("/api/v1/admin/people/{person}"), act).bearer(admin).send(port);
    assert_eq!(done.status, 200, "{done:?}");
}

#[tokio::test]
async fn nobody_hears_who_was_muted_until_they_may_speak_again() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let code = room.admin.clone().expect("a link was printed");
    let admin = post("/api/v1/admin/sign-in", &json!({ "code": code })).send(room.port);
    let admin = admin.json()["token"].as_str().expect("a token").to_owned();
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut bob = Client::guest(room.port, "Bob").await;
    assert!(accepted(&says(&mut bob, Some(TABLE), text("before")).await));
    let heard = |client: &Client, what: &str| client.heard.iter().any(|line| line.contains(what));
    while !heard(&ann, "\"before\"") {
        ann.next().await.expect("the connection lasts");
    }
    let bobs = id(&bob);
    acts(room.port, &admin, bobs, &json!({ "act": "mute" }));
    let nice = Said::Reaction { reaction: Reaction::Nice };
    for said in [text("muted"), nice] {
        // At a table and in the lobby.
        for place in [Some(TABLE), None] {
            assert_eq!(says(&mut bob, place, said.clone()).await, refused(Refusal::Muted), "{place:?}");
        }
    }
    // A restart changes nothing, nor does another connection.
    let port = room.port;
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    bob.come_back(port).await;
    ann.come_back(port).await;
    assert_eq!(says(&mut bob, Some(TABLE), text("muted still")).await, refused(Refusal::Muted));
    assert!(accepted(&says(&mut ann, Some(TABLE), text("others are heard")).await));
    acts(port, &admin, bobs, &json!({ "act": "unmute" }));
    assert!(accepted(&says(&mut bob, Some(TABLE), text("after")).await));
    while !heard(&ann, "\"after\"") {
        ann.next().await.expect("the connection lasts");
    }
    let silenced = ann.heard.iter().find(|line| line.contains("muted"));
    assert!(silenced.is_none(), "{silenced:?}");
    // For so many minutes: a time that is over mutes nobody.
    acts(port, &admin, bobs, &json!({ "act": "mute", "minutes": 0 }));
    assert!(accepted(&says(&mut bob, Some(TABLE), text("no time at all")).await));
    ann.until(|message| matches!(message, ToClient::Chat { .. })).await;
    assert!(room.stop().success());
}

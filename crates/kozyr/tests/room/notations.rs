//! Hands of Seka and Durak as files over HTTP.

use crate::gateway_mixed::Guest;
use crate::support::http::get;
use crate::support::process::Process;
use kozyr_bots::Level;
use kozyr_protocol::room::{GameWord, OwnGame, SekaWord};
use std::process::Command;

const FAST: &[&str] = &["--pace", "50", "--bots", "0"];

/// Two play at this table until the last hand in their history is written down as wanted: the file of one of them.
async fn written_down(table: &str, notation: &str, is_wanted: fn(&str) -> bool) -> String {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut players = vec![
        Guest::sits(room.port, "Ann", table, 1, Level::Casual).await,
        Guest::sits(room.port, "Bob", table, 2, Level::Casual).await,
    ];
    let tokens: Vec<String> = players.iter().map(|player| player.client.token.clone().unwrap()).collect();
    let path = |notation: &str| format!("/api/v1/hands/{table}/last/as/{notation}");
    let file = loop {
        for player in &mut players {
            player.goes_on().await;
            // A bot waits until a person is ready, and these are people.
            let own = player.client.view().own.as_ref().and_then(|own| own.game.clone());
            if let Some(OwnGame::Seka(own)) = own
                && own.says.contains(&SekaWord::Ready)
            {
                let ready = player.client.says(GameWord::Seka(SekaWord::Ready));
                player.client.ask(&ready).await;
            }
        }
        let answer = get(path(notation)).bearer(&tokens[0]).send(room.port);
        match answer.status {
            200 if is_wanted(&answer.body) => break answer.body,
            200 => {}
            status => assert_eq!(status, 404, "{answer:?}"),
        }
    };
    // Both have it, each with what they saw; no other notation does.
    assert_eq!(get(path(notation)).bearer(&tokens[1]).send(room.port).status, 200);
    assert_eq!(get(path("phh")).bearer(&tokens[0]).send(room.port).refusal(), "404 notFound");
    assert_eq!(get(path(notation)).send(room.port).refusal(), "401 signInFirst");
    assert!(room.stop().success());
    file
}

#[tokio::test]
async fn a_deal_of_seka_is_written_down_and_replayed() {
    // Where somebody folds, their cards stay unknown, and such a deal cannot be played again.
    let file = written_down("seka-5", "seka", |file| !file.contains("??")).await;
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("hand.seka");
    std::fs::write(&saved, &file).unwrap();
    let replayed = Command::new(env!("CARGO_BIN_EXE_kozyr")).arg("replay").arg(&saved).output().unwrap();
    let said = [replayed.stdout, replayed.stderr].concat();
    assert!(replayed.status.success(), "{}\n{file}", String::from_utf8_lossy(&said));
}

#[tokio::test]
async fn a_party_of_durak_is_written_down_with_the_cards_one_saw() {
    let file = written_down("durak-2", "durak", |_| true).await;
    assert!(file.starts_with("durak 1\n") && file.contains("\nresult "), "{file}");
    // What the other drew is unknown, and nothing else is.
    let unknown = file.lines().filter(|line| line.contains("??")).collect::<Vec<_>>();
    assert!(unknown.iter().any(|line| line.starts_with("deal ")), "{file}");
    assert!(unknown.iter().all(|line| line.starts_with("deal ") || line.starts_with("draw ")), "{file}");
    assert!(file.lines().any(|line| line.contains(" attack ")), "{file}");
}

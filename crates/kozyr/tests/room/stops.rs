//! What one follows no more is told no more; and forms of tournaments before anybody makes one.

use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::forms::{form as table_form, open};
use crate::support::process::Process;
use kozyr_protocol::room::{
    Answer, EveningOrder, Fault, LobbyFilter, ToClient, ToServer, TournamentForm, TournamentWish,
};

const FAST: &[&str] = &["--pace", "20", "--bots", "0"];

/// Everything that was on its way to this client has come.
async fn settled(client: &mut Client, echo: u64) {
    client.send(&ToServer::Ping { echo }).await;
    client.until(|message| *message == ToClient::Pong { echo }).await;
}

/// Messages of this kind since the client had heard so many lines.
fn since(client: &Client, heard: usize, kind: &str) -> usize {
    let kind = format!(r#"{{"type":"{kind}""#);
    client.heard[heard..].iter().filter(|line| line.starts_with(&kind)).count()
}

#[tokio::test]
async fn who_follows_the_lobby_a_table_or_a_tournament_no_more_hears_no_more_of_it() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut bob = Client::guest(room.port, "Bob").await;
    let mut tournament = String::new();
    for client in [&mut ann, &mut bob] {
        client.send(&ToServer::FollowLobby { filter: LobbyFilter::default() }).await;
        let lobby = client.until(|message| matches!(message, ToClient::Lobby { .. })).await;
        let ToClient::Lobby { tournaments, .. } = lobby else { unreachable!() };
        tournament.clone_from(&tournaments.first().expect("one is always open").tournament);
        client.send(&ToServer::Follow { tournament: tournament.clone() }).await;
        client.until(|message| matches!(message, ToClient::Tournament { .. })).await;
    }
    // Ann wants to hear of none of it any more.
    ann.send(&ToServer::UnfollowLobby).await;
    ann.send(&ToServer::Unfollow { tournament: tournament.clone() }).await;
    ann.until(|message| *message == ToClient::Unfollowed { tournament: tournament.clone() }).await;
    ann.send(&ToServer::Unwatch { table: TABLE.into() }).await;
    ann.until(|message| *message == ToClient::Unwatched { table: TABLE.into() }).await;
    settled(&mut ann, 1).await;
    let (anns, bobs) = (ann.heard.len(), bob.heard.len());
    // Something happens everywhere, and Bob hears of it.
    assert!(accepted(&bob.sit(2, 100).await));
    let wish = TournamentWish::Register;
    assert!(accepted(&bob.ask(&ToServer::Wish { command: command(), tournament, wish }).await));
    let mut dora = Client::guest(room.port, "Dora").await;
    assert!(matches!(open(&mut dora, table_form(false)).await, Answer::Opened { .. }));
    let kinds = ["update", "tournamentUpdate", "lobbyUpdate"];
    while kinds.iter().any(|kind| since(&bob, bobs, kind) == 0) {
        bob.next().await.expect("the connection lasts");
    }
    settled(&mut ann, 2).await;
    for kind in kinds {
        assert_eq!(since(&ann, anns, kind), 0, "{kind}");
    }
    assert!(room.stop().success());
}

fn evening_form() -> TournamentForm {
    crate::director::form()
}

#[tokio::test]
async fn who_follows_evenings_no_more_hears_no_more_of_them() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let opened = ann.ask(&ToServer::OpenEvening { command: command(), form: Box::new(evening_form()) }).await;
    let Answer::Created { tournament: evening } = opened else { panic!("{opened:?}") };
    let enter = |name: &str| ToServer::Report {
        command: command(),
        evening: evening.clone(),
        order: EveningOrder::Enter { player: name.into() },
    };
    ann.send(&ToServer::FollowEvening { evening: evening.clone() }).await;
    ann.until(|message| matches!(message, ToClient::Evening { .. })).await;
    let heard = ann.heard.len();
    assert!(accepted(&ann.ask(&enter("Bob")).await));
    while since(&ann, heard, "evening") == 0 {
        ann.next().await.expect("the connection lasts");
    }
    ann.send(&ToServer::UnfollowEvenings).await;
    settled(&mut ann, 1).await;
    let heard = ann.heard.len();
    assert!(accepted(&ann.ask(&enter("Cy")).await));
    settled(&mut ann, 2).await;
    assert_eq!(since(&ann, heard, "evening"), 0);
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_form_is_filled_in_and_looked_at_before_anybody_makes_it() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut nobody = Client::connect(room.port).await;
    nobody.hello(None).await;
    let told = |message: &ToClient| matches!(message, ToClient::TournamentForm { .. });
    for preset in ["turbo", "regular", "deep"] {
        nobody.send(&ToServer::TournamentPreset { preset: preset.into() }).await;
        let ToClient::TournamentForm { form, problems, lasts } = nobody.until(told).await else {
            unreachable!()
        };
        assert!(problems.is_empty() && lasts.is_some(), "{preset}: {problems:?}");
        // The same form is as good when somebody sends it, and bad with one seat at a table.
        nobody.send(&ToServer::CheckTournament { form: form.clone() }).await;
        let ToClient::TournamentForm { form: checked, problems, .. } = nobody.until(told).await else {
            unreachable!()
        };
        assert_eq!((&checked, problems.len()), (&form, 0), "{preset}");
        let bad = Box::new(TournamentForm { seats: 1, ..*form });
        nobody.send(&ToServer::CheckTournament { form: bad }).await;
        let ToClient::TournamentForm { problems, lasts, .. } = nobody.until(told).await else {
            unreachable!()
        };
        assert!(problems.iter().any(|problem| problem.grave) && lasts.is_none(), "{preset}: {problems:?}");
    }
    nobody.send(&ToServer::TournamentPreset { preset: "nope".into() }).await;
    let fault = Fault::UnknownTournament { tournament: "nope".into() };
    nobody.until(|message| *message == ToClient::Error { fault: fault.clone() }).await;
    assert!(room.stop().success());
}

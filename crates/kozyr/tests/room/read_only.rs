//! A token that only reads: it sees what its owner sees, and not one command there is is carried out for it.

use crate::director::form as tournament_form;
use crate::hosting::refused;
use crate::support::client::{Client, TABLE, command, sit};
use crate::support::forms::form;
use crate::support::http::{get, post};
use crate::support::process::Process;
use crate::support::schema::commands;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, EveningOrder, GameAction, GameWord, HoldemAction, HoldemWord, HostOrder, Refusal, Said, ToClient,
    ToServer, TournamentOrder, TournamentStart, TournamentWish,
};
use serde_json::{Value, json};

fn create() -> ToServer {
    let (form, starts) = (Box::new(tournament_form()), TournamentStart::ByHand);
    ToServer::CreateTournament { command: command(), form, starts, bots: 0 }
}

fn open_evening() -> ToServer {
    ToServer::OpenEvening { command: command(), form: Box::new(tournament_form()) }
}

/// One of each command, at tables and in tournaments that are there.
fn every_command(tournament: &str, evening: &str) -> Vec<ToServer> {
    let (table, tournament, evening) = (TABLE.to_owned(), tournament.to_owned(), evening.to_owned());
    vec![
        sit(command(), 1, 100),
        ToServer::Leave { command: command(), table: table.clone() },
        ToServer::AddChips { command: command(), table: table.clone(), amount: Chips::new(10) },
        ToServer::SitOut { command: command(), table: table.clone() },
        ToServer::SitIn { command: command(), table: table.clone(), wait: false },
        ToServer::Act {
            command: command(),
            table: table.clone(),
            turn: 0,
            action: GameAction::Holdem(HoldemAction::Fold),
        },
        ToServer::Say {
            command: command(),
            table: table.clone(),
            word: GameWord::Holdem(HoldemWord::Straddle { on: true }),
        },
        ToServer::CreateTable { command: command(), form: Box::new(form(true)) },
        ToServer::Host { command: command(), table: table.clone(), order: HostOrder::HoldUp },
        ToServer::Decide { command: command(), table: table.clone(), player: 1, accept: true },
        ToServer::WaitForSeat { command: command(), table: table.clone(), wait: true },
        ToServer::Chat {
            command: command(),
            table: Some(table),
            said: Said::Text { text: "Good evening".into() },
        },
        ToServer::Wish { command: command(), tournament: tournament.clone(), wish: TournamentWish::Register },
        ToServer::Direct { command: command(), tournament, order: TournamentOrder::Open },
        create(),
        open_evening(),
        ToServer::Report { command: command(), evening, order: EveningOrder::Start },
        ToServer::Refill { command: command() },
    ]
}

/// The lobby and the evenings as whoever has this connection sees them.
async fn seen(client: &mut Client) -> [ToClient; 2] {
    client.send(&ToServer::Lobby).await;
    let lobby = client.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    client.send(&ToServer::Evenings).await;
    [lobby, client.until(|message| matches!(message, ToClient::Evenings { .. })).await]
}

#[tokio::test]
async fn no_command_there_is_is_carried_out_for_a_token_that_reads() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--clock-by-hand", "--bots", "0", "--haste", "100"]);
    let port = room.port;
    let text = |answer: Value| answer["token"].as_str().expect("a token").to_owned();
    let account = json!({ "name": "Ann", "password": "correct horse" });
    let own = text(post("/api/v1/people/sign-up", &account).send(port).json());
    let body = json!({ "label": "a screen", "scope": "read" });
    let reads = text(post("/api/v1/people/me/tokens", &body).bearer(&own).send(port).json());
    // What is hers she may run with her own token.
    let mut ann = Client::connect(port).await.signed_in(Some(own.clone())).await;
    let Answer::Created { tournament } = ann.ask(&create()).await else { panic!("a tournament") };
    let Answer::Created { tournament: evening } = ann.ask(&open_evening()).await else {
        panic!("an evening")
    };
    let all = every_command(&tournament, &evening);
    let kind =
        |message: &ToServer| serde_json::to_value(message).unwrap()["type"].as_str().unwrap().to_owned();
    let mut kinds: Vec<String> = all.iter().map(kind).collect();
    kinds.sort();
    assert_eq!(kinds, commands(), "every command there is");

    let mut screen = Client::connect(port).await.signed_in(Some(reads)).await;
    screen.watch(None).await;
    let before = (seen(&mut ann).await, screen.sequence());
    for message in all {
        assert_eq!(screen.ask(&message).await, refused(Refusal::ReadOnly), "{message:?}");
    }
    screen.look_again().await;
    assert_eq!((seen(&mut ann).await, screen.sequence()), before, "nothing has changed");
    let me = get("/api/v1/people/me").bearer(&own).send(port).json();
    assert_eq!(me["wallet"], 2000);
    assert!(room.stop().success());
}

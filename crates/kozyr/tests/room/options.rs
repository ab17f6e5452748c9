//! What the options of a table of Hold'em do, over real sockets: straddles, a board that is dealt twice, and a pause that begins
//! after the hand.

use crate::hosting::until;
use crate::support::books::audit;
use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::forms::{form, open};
use crate::support::http::{get, post};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, GameWord, HoldemAction, HoldemEvent, HoldemOffer, HoldemOptions, HoldemWord, OwnGame, PostKind,
    SeatState, TableEvent, TableForm, TableGame, ToServer,
};
use serde_json::json;

const FAST: &[&str] = &["--pace", "20", "--bots", "0"];

/// A table with these options, and so many who sit at it.
async fn table(room: &Process, options: HoldemOptions, names: &[&str]) -> Vec<Client> {
    let (small_blind, big_blind) = (Chips::new(1), Chips::new(2));
    let game = TableGame::Holdem { variant: "NT".into(), small_blind, big_blind, options };
    let mut host = Client::guest(room.port, "Host").await;
    let opened = open(&mut host, TableForm { game, turn_secs: 60, ..form(false) }).await;
    let Answer::Opened { table, .. } = opened else { panic!("{opened:?}") };
    let mut players = Vec::new();
    for (name, seat) in names.iter().zip(1..) {
        let mut client = Client::guest_at(room.port, name, &table).await;
        assert!(accepted(&client.sit(seat, 100).await));
        players.push(client);
    }
    players
}

fn offers(client: &Client) -> Vec<HoldemOffer> {
    match client.view().own.as_ref().and_then(|own| own.game.as_ref()) {
        Some(OwnGame::Holdem(own)) => own.offers.clone(),
        _ => Vec::new(),
    }
}

/// Whoever can act does, until something is so for the first of them.
async fn play(
    players: &mut [Client],
    action: impl Fn(&Client) -> HoldemAction,
    so: impl Fn(&Client) -> bool,
) {
    while !so(&players[0]) {
        for client in players.iter_mut() {
            client.breathe().await;
            if client.may_act() {
                let act = client.act(action(client));
                client.ask(&act).await;
            }
        }
    }
}

#[tokio::test]
async fn who_wants_to_straddles_under_the_gun() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let options = HoldemOptions { straddle: true, ..HoldemOptions::default() };
    let mut players = table(&room, options, &["Ann", "Bob", "Cid"]).await;
    for client in &mut players {
        let straddle = client.says(GameWord::Holdem(HoldemWord::Straddle { on: true }));
        assert!(accepted(&client.ask(&straddle).await));
        assert_eq!(client.view().own.as_ref().unwrap().seat, client.seat());
    }
    let straddled = |client: &Client| {
        client.events().iter().any(|event| match event {
            TableEvent::Holdem(HoldemEvent::Posted { posts, .. }) => {
                posts.iter().any(|post| post.kind == PostKind::Straddle && post.amount == Chips::new(4))
            }
            _ => false,
        })
    };
    play(&mut players, |_| HoldemAction::Fold, straddled).await;
    // Whoever takes it back straddles no more.
    for client in &mut players {
        let no = client.says(GameWord::Holdem(HoldemWord::Straddle { on: false }));
        assert!(accepted(&client.ask(&no).await));
        until(client, |client| {
            let chair = client.view().own.as_ref().and_then(|own| own.chair.as_ref());
            chair.is_some_and(|chair| chair.straddle == Some(false))
        })
        .await;
    }
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_board_is_dealt_twice_when_all_who_are_in_want_it() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let options = HoldemOptions { run_it_twice: true, ..HoldemOptions::default() };
    let mut players = table(&room, options, &["Ann", "Bob"]).await;
    let all_in = |client: &Client| {
        let offers = offers(client);
        if offers.contains(&HoldemOffer::RunTwice) {
            return HoldemAction::RunTwice { agree: true };
        }
        let most = offers.iter().find_map(|offer| match offer {
            HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => Some(size.most),
            _ => None,
        });
        most.map_or(HoldemAction::CheckOrCall, |to| HoldemAction::RaiseTo { to })
    };
    let asked_and_over = |client: &Client| client.view().hand == 1 && !client.view().running;
    // Both are asked at once: neither has to wait for the other.
    while !asked_and_over(&players[0]) {
        for client in &mut players {
            client.breathe().await;
            if client.may_act() || offers(client).contains(&HoldemOffer::RunTwice) {
                let act = client.act(all_in(client));
                client.ask(&act).await;
            }
        }
    }
    let runs: Vec<usize> = players[0].game().players.values().map(|player| player.runs.len()).collect();
    assert_eq!(runs, [2, 2], "each of them has what they made on either board");
    let shared: Chips =
        players[0].game().players.values().flat_map(|player| &player.runs).map(|run| run.won).sum();
    assert_eq!(shared, Chips::new(200), "both boards together pay the pot");
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_pause_that_is_asked_for_by_a_hand_begins_after_it() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut players = vec![Client::guest(room.port, "Ann").await, Client::guest(room.port, "Bob").await];
    for (client, seat) in players.iter_mut().zip(1..) {
        assert!(accepted(&client.sit(seat, 100).await));
    }
    for client in &mut players {
        until(client, |client| client.view().running).await;
    }
    let path = format!("/api/v1/tables/{TABLE}/exchange");
    let token = players[0].token.clone().unwrap();
    let mut hand = get(&path).bearer(&token).send(room.port).json();
    let place = hand["players"].as_array().unwrap().iter().position(|one| one == "Ann").expect("Ann plays");
    hand["author"] = json!("Ann");
    hand["_intents"][place] = json!(2);
    let sent = post(&path, &hand).bearer(&token).send(room.port);
    assert_eq!(sent.status, 200, "{sent:?}");
    // The hand is played with Ann in it: it is she who raises, and wins.
    let own = |client: &Client| client.view().seats[&client.seat().unwrap()].clone();
    let number = players[0].view().hand;
    assert!(players[0].view().running && own(&players[0]).in_hand, "the hand goes on with Ann");
    let mut acted = false;
    while players[0].view().running {
        for (nth, client) in players.iter_mut().enumerate() {
            client.breathe().await;
            if client.may_act() {
                let action = match nth {
                    0 if !acted => HoldemAction::RaiseTo { to: Chips::new(6) },
                    0 => HoldemAction::CheckOrCall,
                    _ if acted => HoldemAction::Fold,
                    _ => HoldemAction::CheckOrCall,
                };
                let act = client.act(action);
                let answer = client.ask(&act).await;
                acted |= nth == 0 && accepted(&answer);
            }
        }
    }
    assert!(acted, "Ann has acted in the hand after she asked for a pause");
    until(&mut players[0], |ann| own(ann).state == SeatState::SittingOut).await;
    assert_eq!(players[0].view().hand, number, "and no other hand is dealt to her");
    // What this hand comes to is counted: Ann raised before the flop, Bob did not.
    let statistics = |client: &Client| {
        let token = client.token.as_ref().unwrap();
        get("/api/v1/people/me/statistics").bearer(token).send(room.port).json()["games"][0].clone()
    };
    let (anns, bobs) = (statistics(&players[0]), statistics(&players[1]));
    assert_eq!(
        (&anns["hands"], &anns["voluntary"], &anns["raised"]),
        (&json!(1), &json!(1), &json!(1)),
        "{anns}"
    );
    assert_eq!((&anns["won"], &bobs["raised"], &bobs["won"]), (&json!(1), &json!(0), &json!(0)), "{bobs}");
    let sit_in = ToServer::SitIn { command: command(), table: TABLE.into(), wait: false };
    assert!(accepted(&players[0].ask(&sit_in).await));
    // A token that only looks on acts by no hand.
    let body = json!({ "label": "screen", "scope": "read" });
    let reads = post("/api/v1/people/me/tokens", &body).bearer(&token).send(room.port).json();
    let refused = post(&path, &hand).bearer(reads["token"].as_str().unwrap()).send(room.port);
    assert_eq!(refused.refusal(), "403 notAllowed", "{refused:?}");
    assert!(room.stop().success());
    audit(data.path());
}

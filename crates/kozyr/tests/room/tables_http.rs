//! Tables without a socket: what anybody sees of them, what those who sit there do, and what only the admin does.

use crate::hosting::order;
use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::forms::{form, open};
use crate::support::http::{Answer as Answered, get, post};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, DurakAction, DurakWord, GameAction, GameWord, HoldemAction, HostOrder, TableForm, TableGame,
    ToServer,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;

const ALONE: &[&str] = &["--bots", "0", "--haste", "100"];

fn ask(room: &Process, path: &str, token: Option<&str>) -> Answered {
    let asked = get(format!("/api/v1{path}"));
    token.map_or_else(|| get(format!("/api/v1{path}")), |token| asked.bearer(token)).send(room.port)
}

/// The names of the tables in an answer.
fn names(answer: &Answered) -> BTreeSet<String> {
    let tables = answer.json()["tables"].as_array().unwrap_or_else(|| panic!("{answer:?}")).clone();
    tables.iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
}

fn admin(room: &Process) -> String {
    let code = room.admin.clone().expect("a link was printed");
    let signed_in = post("/api/v1/admin/sign-in", &json!({ "code": code })).send(room.port);
    signed_in.json()["token"].as_str().unwrap().to_owned()
}

/// A figure of the room.
fn metric(room: &Process, name: &str) -> u64 {
    let text = get("/metrics").send(room.port).body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

#[tokio::test]
async fn a_table_of_any_game_is_shown_as_one_may_see_it() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    for (table, game) in
        [("holdem-1", "holdem"), ("pot-1", "holdem"), ("seka-5", "seka"), ("durak-9", "durak")]
    {
        let page = ask(&room, &format!("/tables/{table}"), None);
        assert_eq!(page.status, 200, "{page:?}");
        let page = page.json();
        let said = (&page["table"], &page["info"]["game"]["game"], &page["view"]["game"]["game"]);
        assert_eq!(said, (&json!(table), &json!(game), &json!(game)));
    }
    assert_eq!(ask(&room, "/tables/nowhere", None).refusal(), "404 notFound");
    assert_eq!(ask(&room, "/tables/holdem-1", Some("nonsense")).refusal(), "401 badToken");

    let before = metric(&room, "kozyr_actions_accepted_total");
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut bob = Client::guest(room.port, "Bob").await;
    assert!(accepted(&ann.sit(1, 100).await) && accepted(&bob.sit(4, 100).await));
    while ann.cards().len() < 2 || bob.cards().len() < 2 {
        ann.breathe().await;
        bob.breathe().await;
    }
    let seen = |token: Option<&str>| ask(&room, "/tables/holdem-1", token).body;
    let cards = |client: &Client| client.cards().iter().map(|card| format!("\"{card}\"")).collect::<Vec<_>>();
    let has = |body: &str, cards: &[String]| cards.iter().filter(|card| body.contains(*card)).count();
    let (anns, bobs) = (cards(&ann), cards(&bob));
    let (by_ann, by_nobody) = (seen(ann.token.as_deref()), seen(None));
    assert_eq!((has(&by_ann, &anns), has(&by_ann, &bobs)), (2, 0), "one's own cards and no others");
    assert_eq!((has(&by_nobody, &anns), has(&by_nobody, &bobs)), (0, 0));
    let page: Value = serde_json::from_str(&by_ann).unwrap();
    assert_eq!(page["view"]["own"]["seat"], 1);
    let lobby = ask(&room, "/lobby?taken=true", None).json();
    assert_eq!(lobby["tables"][0].get("spectators"), None, "whoever looked does not look on: {lobby}");

    // What an operator counts.
    let wrong = ToServer::Sit {
        command: command(),
        table: TABLE.into(),
        seat: kozyr_card_game::Seat::from_number(2).unwrap(),
        buy_in: Chips::new(100),
        wait: false,
    };
    let refused = metric(&room, "kozyr_commands_refused_total");
    assert!(matches!(ann.ask(&wrong).await, Answer::Refused { .. }));
    assert_eq!(metric(&room, "kozyr_commands_refused_total"), refused + 1);
    let actor = if ann.may_act() { &mut ann } else { &mut bob };
    let fold = actor.act(HoldemAction::Fold);
    assert!(accepted(&actor.ask(&fold).await));
    assert_eq!(metric(&room, "kozyr_actions_accepted_total"), before + 1);
    assert!(metric(&room, "kozyr_hands_dealt_total") >= 1);
    assert_eq!(metric(&room, "kozyr_appends_failed_total"), 0);
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_private_table_is_its_hosts_and_the_admins() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut ann = Client::guest(room.port, "Ann").await;
    let Answer::Opened { table, secret: Some(secret) } = open(&mut ann, form(true)).await else { panic!() };
    let mut bob = crate::hosting::friend(room.port, "Bob", &table, &secret).await;
    let path = format!("/tables/{table}");
    assert_eq!(ask(&room, &path, ann.token.as_deref()).status, 200, "the host's");
    for token in [None, bob.token.as_deref()] {
        assert_eq!(ask(&room, &path, token).refusal(), "404 notFound");
    }
    assert!(accepted(&order(&mut ann, &table, HostOrder::Approve { ask: false }).await));
    assert!(accepted(&bob.sit(2, 100).await));
    assert_eq!(ask(&room, &path, bob.token.as_deref()).json()["view"]["own"]["seat"], 2);
    let you = bob.you.as_ref().unwrap().id;
    assert!(accepted(&order(&mut ann, &table, HostOrder::Remove { player: you }).await));
    while ask(&room, &path, bob.token.as_deref()).status == 200 {
        bob.breathe().await;
    }
    assert_eq!(ask(&room, &path, bob.token.as_deref()).refusal(), "404 notFound", "they were sent away");

    assert!(!names(&ask(&room, "/lobby", None)).contains(&table));
    let admin = admin(&room);
    let all = ask(&room, "/admin/tables", Some(&admin));
    assert!(names(&all).contains(&table), "{all:?}");
    assert!(!all.body.contains(&secret), "the link is the host's to give");
    assert!(room.stop().success());
}

#[tokio::test]
async fn the_lobby_is_filtered_before_it_is_cut() {
    let data = tempfile::tempdir().unwrap();
    let many = [ALONE, &["--tables-per-person", "400", "--tables-in-all", "400"]].concat();
    let room = Process::start(data.path(), 0, &many);
    let of = |query: &str| names(&ask(&room, &format!("/lobby?{query}"), None));
    let stock = of("");
    assert_eq!(of("game=durak&mode=pairsTransfer"), BTreeSet::from(["durak-9".to_owned()]));
    assert_eq!(of("game=durak&seats=6"), BTreeSet::from(["durak-8".to_owned()]));
    assert_eq!(of("game=seka&leastStake=10&mostStake=25"), ["seka-10", "seka-25"].map(str::to_owned).into());
    assert_eq!(ask(&room, "/lobby?mode=nonsense", None).refusal(), "400 unreadable");
    assert!(ask(&room, "/lobby", None).json()["tournaments"].as_array().is_some_and(|cups| !cups.is_empty()));

    let mut ann = Client::guest(room.port, "Ann").await;
    for number in 1..=310 {
        let base = Chips::new(if number == 99 { 7 } else { 3 });
        let form = TableForm { game: TableGame::Seka { base }, seats: 5, ..form(false) };
        let answer = open(&mut ann, form).await;
        assert!(matches!(answer, Answer::Opened { .. }), "{number}: {answer:?}");
    }
    let listed = of("");
    assert_eq!(listed.len(), 300, "no list is longer");
    let rare = of("game=seka&leastStake=7&mostStake=7");
    assert_eq!(rare.len(), 1, "{rare:?}");
    assert!(listed.is_disjoint(&rare), "it is one of those that were cut off");
    let admin = admin(&room);
    assert_eq!(names(&ask(&room, "/admin/tables", Some(&admin))).len(), stock.len() + 310);
    assert!(room.stop().success());
}

#[tokio::test]
async fn all_of_ones_games_of_durak_are_one_file() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--bots", "0", "--haste", "100", "--pace", "3"]);
    let mut players = [
        Client::guest_at(room.port, "Ann", "durak-2").await,
        Client::guest_at(room.port, "Bob", "durak-2").await,
    ];
    for (client, seat) in players.iter_mut().zip([1, 2]) {
        assert!(accepted(&client.sit(seat, 0).await));
    }
    let token = players[0].token.clone().unwrap();
    let played = || ask(&room, "/hands", Some(&token)).json()["hands"].as_array().unwrap().len();
    while played() < 2 {
        for client in &mut players {
            let ready = client.says(GameWord::Durak(DurakWord::Ready));
            client.ask(&ready).await;
            let surrender = client.does(GameAction::Durak(DurakAction::Surrender));
            client.ask(&surrender).await;
            client.breathe().await;
        }
    }
    let file = ask(&room, "/hands/download?notation=durak", Some(&token));
    assert_eq!(file.status, 200, "{file:?}");
    assert!(file.header("content-disposition").is_some_and(|name| name.contains("hands.durak")), "{file:?}");
    let hands = ask(&room, "/hands", Some(&token)).json()["hands"].as_array().unwrap().clone();
    let one =
        |hand: &Value| ask(&room, &format!("/hands/durak-2/{}/as/durak", hand["hand"]), Some(&token)).body;
    let apart: String = hands.iter().map(one).collect();
    assert!(apart.starts_with("durak 1\n") && apart.contains("player 0 20 Ann"), "{apart}");
    assert_eq!(file.body, apart, "the same games, one after the other");
    // The command tells them apart. What others drew is not in it, so none of them can be played again.
    let path = data.path().join("hands.durak");
    std::fs::write(&path, &file.body).unwrap();
    let replay = Command::new(env!("CARGO_BIN_EXE_kozyr")).args(["replay", "--json"]).arg(&path).output();
    let report: Value = serde_json::from_slice(&replay.unwrap().stdout).unwrap();
    assert_eq!(
        (report["hands"].as_u64(), report["unreadable"].as_u64()),
        (Some(hands.len() as u64), Some(hands.len() as u64))
    );
    assert!(room.stop().success());
}

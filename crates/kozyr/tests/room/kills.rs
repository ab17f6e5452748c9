//! `kill -9` at any point under play of every game, while people change tables, open some and sign up: nothing that was
//! answered is lost, nothing happens twice, and every currency sums to zero.

use crate::support::books::audit;
use crate::support::client::Client;
use crate::support::http::post;
use crate::support::process::Process;
use crate::support::regular::{Hits, LOST, Regular, UNTOLD};
use kozyr_card_game::laws::Dice;
use kozyr_protocol::room::{ToClient, ToServer};
use serde_json::json;
use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinSet;

/// Tables of every game, and how many regulars begin at each.
const PLACES: [(&str, usize); 6] =
    [("holdem-1", 3), ("omaha-1", 2), ("seka-5", 3), ("durak-2", 2), ("durak-5", 3), ("durak-6", 4)];
const ROOM: &[&str] = &[
    "--pace",
    "30",
    "--bots",
    "1",
    "--haste",
    "100",
    "--guests-per-address",
    "5000",
    "--gift",
    "20000",
    // What was opened is looked for at the end.
    "--close-public-after",
    "100000",
];

/// Names that were signed up, as far as anybody was told.
type Names = Arc<Mutex<Vec<String>>>;

/// New people sign up one after the other until the room is gone.
async fn newcomers(port: u16, names: Names) -> bool {
    for number in 0.. {
        let name = format!("New {} {number}", names.lock().unwrap().len());
        let body = json!({ "name": name, "password": "correct horse" });
        let asked = tokio::task::spawn_blocking(move || {
            post("/api/v1/people/sign-up", &body).try_send(port).map(|page| (page.status, name))
        });
        match asked.await.unwrap() {
            Some((200, name)) => names.lock().unwrap().push(name),
            // Too many at once.
            Some((429, _)) => tokio::time::sleep(Duration::from_millis(100)).await,
            Some((409, _)) => {}
            Some(other) => panic!("{other:?}"),
            None => return true,
        }
    }
    false
}

/// Kills the room so often; says what was hit, and what was done between.
async fn killed(times: u32, seed: u64) -> (Hits, BTreeMap<&'static str, u32>) {
    let data = tempfile::tempdir().unwrap();
    let mut dice = Dice::random(seed);
    let places = PLACES.map(|(place, _)| place);
    let seats = PLACES.iter().enumerate().flat_map(|(at, &(_, many))| std::iter::repeat_n(at, many));
    let mut people: Vec<Regular> =
        seats.enumerate().map(|(number, at)| Regular::new(seed + number as u64, &places, at)).collect();
    let names = Names::default();
    let mut in_flight: BTreeMap<&str, u32> = BTreeMap::new();
    for kill in 0..times {
        let room = Process::start(data.path(), 0, ROOM);
        let port = room.port;
        let mut playing = JoinSet::new();
        for mut one in people.drain(..) {
            playing.spawn(async move {
                one.evening(port).await;
                one
            });
        }
        let signing_up = tokio::spawn(newcomers(port, names.clone()));
        tokio::time::sleep(Duration::from_millis(200 + u64::from(dice.below(600)))).await;
        room.kill_9();
        people = playing.join_all().await;
        if signing_up.await.unwrap() {
            *in_flight.entry("signs up").or_default() += 1;
        }
        people.iter().flat_map(Regular::unanswered).for_each(|what| *in_flight.entry(what).or_default() += 1);
        if kill % 10 == 0 {
            audit(data.path());
        }
    }
    // What they were told is true, and the books are in order.
    let room = Process::start(data.path(), 0, ROOM);
    let signed_up = names.lock().unwrap().clone();
    for name in &signed_up {
        let body = json!({ "name": name, "password": "correct horse" });
        let mut page = post("/api/v1/people/sign-in", &body).send(room.port);
        while page.status == 429 {
            tokio::time::sleep(Duration::from_millis(200)).await;
            page = post("/api/v1/people/sign-in", &body).send(room.port);
        }
        assert_eq!(page.status, 200, "{name} was told that they have an account: {page:?}");
    }
    let mut looker = Client::connect(room.port).await;
    looker.hello(None).await;
    looker.send(&ToServer::Lobby).await;
    let lobby = looker.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tables, .. } = lobby else { unreachable!() };
    for opened in people.iter().flat_map(|one| &one.opened) {
        assert!(tables.iter().any(|table| table.table == *opened), "{opened} was opened and is not there");
    }
    assert!(room.stop().success());
    audit(data.path());
    let proof = Command::new(env!("CARGO_BIN_EXE_kozyr")).args(["audit", "--data"]).arg(data.path()).output();
    let proof = proof.unwrap();
    assert!(proof.status.success(), "{}", String::from_utf8_lossy(&proof.stdout));
    let mut hits = Hits::new();
    for one in &people {
        one.hits.iter().for_each(|(&hit, count)| *hits.entry(hit).or_default() += count);
    }
    let mut acts: BTreeMap<&'static str, u32> = BTreeMap::new();
    for one in &people {
        one.acts.iter().for_each(|(&what, count)| *acts.entry(what).or_default() += count);
    }
    let accounts = signed_up.len();
    println!("{times} kills, {accounts} accounts, {acts:?}; on the way when the room died: {in_flight:?}");
    hits.iter().for_each(|((what, found), count)| println!("  {what}: {found} {count}"));
    assert!(!acts.is_empty(), "nobody played");
    (hits, acts)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_few_kills_under_play_of_every_game() {
    // Where the machine is quick, eight kills may hit nothing that is on its way; what must hold holds all the same.
    killed(8, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: make soak"]
async fn two_hundred_kills_under_play_of_every_game() {
    let (hits, acts) = killed(200, 1_000).await;
    assert_eq!(acts.len(), 3, "every game was played: {acts:?}");
    for what in ["acts in Hold'em", "acts in Seka", "acts in Durak", "sits down", "leaves"] {
        assert!(hits.keys().any(|(hit, _)| *hit == what), "no kill while somebody {what}: {hits:?}");
    }
    for found in [UNTOLD, LOST] {
        assert!(hits.keys().any(|(_, hit)| *hit == found), "nothing was {found}: {hits:?}");
    }
}

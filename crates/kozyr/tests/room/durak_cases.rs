//! Worked games of Durak over UpDAU: every case that is dealt from a deck, at a test table of a running room, each move sent
//! and everything compared with what the players were told over their sockets.

use crate::support::books::audit;
use crate::support::process::Process;
use crate::support::updau::{Carrier, Player};
use futures_util::future::join_all;
use kozyr_cards::{Card, CardSet, CardStyle};
use kozyr_protocol::updau::{Available, Command, News, Pile, Play, Stage, Turn, Wire};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The modes by their numbers.
const TYPES: [&str; 6] = [
    "durak_podkidnoi",
    "durak_perevodnoi",
    "durak_perevodnoi_svetofor",
    "durak_podkidnoi_2x2",
    "durak_perevodnoi_2x2",
    "durak_perevodnoi_svetofor_2x2",
];

fn text(card: Card) -> String {
    card.styled(CardStyle::Ten).to_string()
}

fn card(value: &Value) -> Card {
    value.as_str().unwrap().parse().unwrap()
}

fn set(value: &Value) -> CardSet {
    value.as_str().unwrap().parse().unwrap()
}

/// Pairs or cards in any order.
fn list(cards: &str) -> BTreeSet<String> {
    cards.split(',').filter(|card| !card.is_empty()).map(str::to_owned).collect()
}

/// What is offered, in any order.
fn offered(availables: &[Available]) -> BTreeSet<(&'static str, BTreeSet<String>)> {
    let pairs = |pairs: &[(Card, Card)]| {
        pairs.iter().map(|&(on, with)| format!("{}-{}", text(on), text(with))).collect()
    };
    let cards = |cards: &[Card]| cards.iter().map(|&card| text(card)).collect();
    let one = |available: &Available| match available {
        Available::Ready => ("READY", BTreeSet::new()),
        Available::Finish => ("FINISH", BTreeSet::new()),
        Available::Take => ("TAKE", BTreeSet::new()),
        Available::Attack(all) => ("ATTACK", pairs(all)),
        Available::Defend(all) => ("DEFEND", pairs(all)),
        Available::Show(all) => ("SHOW", cards(all)),
        Available::Trans(all) => ("TRANS", cards(all)),
    };
    availables.iter().map(one).collect()
}

/// Everybody has heard all that was told so far: the answer to a question comes after it.
async fn hear_all(players: &mut [Player]) {
    for player in players {
        player.say(r#"<request cmd="ping"/>"#).await.unwrap();
    }
}

/// The stage between rounds is passed by everybody at once.
async fn pass_on(players: &mut [Player]) {
    hear_all(players).await;
    loop {
        let mut asked = false;
        for player in players.iter_mut().filter(|player| !player.is_over()) {
            let state = player.picture.as_ref().unwrap().state.as_ref();
            if state.is_some_and(|state| state.availables.contains(&Available::Ready)) {
                player.ask(Command::Game(Play::Ready)).await.unwrap();
                asked = true;
            }
        }
        hear_all(players).await;
        if !asked {
            return;
        }
    }
}

fn compare(here: &str, players: &[Player], expected: &Value) {
    let state = |index: usize| players[index].picture.as_ref().unwrap().state.as_ref().unwrap();
    for (index, hand) in expected["hands"].as_object().into_iter().flatten() {
        let held: CardSet = state(index.parse().unwrap()).hand.as_ref().unwrap().iter().copied().collect();
        assert_eq!(held, set(hand), "{here}: the hand of box {index}");
    }
    for (index, player) in players.iter().enumerate() {
        let state = state(index);
        let here = format!("{here}: as box {index} was told");
        if let Some(table) = expected["table"].as_str() {
            let pile = |&(attack, beaten_by): &Pile| {
                format!("{}-{}", text(attack), beaten_by.map_or("None".to_owned(), text))
            };
            let lies: Vec<String> = state.piles.iter().map(pile).collect();
            assert_eq!(lies.join(","), table, "{here}");
        }
        let number = |name: &str| expected[name].as_u64().map(|number| number as usize);
        for (name, told) in [
            ("attacker", state.roles.attacker.index()),
            ("defender", state.roles.defender.index()),
            ("deck_count", state.deck_count.into()),
        ] {
            assert_eq!(number(name).unwrap_or(told), told, "{here}: {name}");
        }
        if let Some(taking) = expected["taking"].as_bool() {
            assert_eq!(state.stage == Stage::Taking, taking, "{here}: taking");
        }
        if let Some(over) = expected.get("over") {
            assert_eq!(player.is_over(), !over.is_null(), "{here}: over");
        }
        if let Some(availables) = expected["availables"].as_object().filter(|_| !player.is_over()) {
            let wanted: BTreeSet<(&str, BTreeSet<String>)> = availables
                .get(&index.to_string())
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .map(|one| (one["type"].as_str().unwrap(), list(one["cards"].as_str().unwrap_or_default())))
                .collect();
            assert_eq!(offered(&state.availables), wanted, "{here}: what is offered");
        }
    }
}

/// Plays one case; everybody has a connection of their own, over TCP or a WebSocket, in XML or JSON.
async fn play(room: &Process, id: &str, case: &Value) {
    let seats = case["num_seats"].as_u64().unwrap() as usize;
    let deck = case["deck"].as_str().unwrap();
    let size = case["deck_size"].as_u64().unwrap_or(if list(deck).len() == 24 { 24 } else { 36 });
    let criteria = format!(
        r#"game_type="{}" cash_bet="50" num_seats="{seats}" points="1" timeout="900" deck_size="{size}" deck="{deck}""#,
        TYPES[case["game_mode"].as_u64().unwrap() as usize],
    );
    let mut players = Vec::new();
    for nth in 0..seats {
        let carrier = match nth % 2 {
            0 => Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await,
            _ => Carrier::socket(room.port).await,
        };
        let wire = if nth % 3 == 0 { Wire::Xml } else { Wire::Json };
        players.push(Player::enter(carrier, wire, &format!("{id} {nth}")).await);
    }
    join_all(players.iter_mut().map(|player| player.find("durak", &criteria))).await;
    players.sort_by_key(|player| player.picture.as_ref().unwrap().own.unwrap());
    pass_on(&mut players).await;
    if let Some(start) = case.get("start") {
        compare(&format!("{id}, start"), &players, start);
        let table = |news: &News| match news {
            News::Game(news) => news.table.clone(),
            _ => None,
        };
        let first = players[0].news.iter().find_map(table).expect("the first table is told");
        if let Some(win_card) = start["win_card"].as_str() {
            assert_eq!(first.win_card.map(text).as_deref(), Some(win_card), "{id}");
        }
        assert_eq!(
            text(first.trump),
            case["trump"].as_str().map_or(text(first.trump), str::to_owned),
            "{id}"
        );
    }
    for (nth, step) in case["moves"].as_array().unwrap().iter().enumerate() {
        let here = format!("{id}, move {}", nth + 1);
        let turn = match step["action"].as_str().unwrap() {
            "attack" => Turn::Attack(card(&step["card"])),
            "defend" => Turn::Defend { attack: card(&step["attack_card"]), with: card(&step["defend_card"]) },
            "show" => Turn::Show(card(&step["card"])),
            "transfer" => Turn::Transfer(card(&step["card"])),
            "take" => Turn::Take,
            "finish" => Turn::Finish,
            other => panic!("{here}: {other}?"),
        };
        let who = step["box"].as_u64().unwrap() as usize;
        let answer = players[who].ask(Command::Game(Play::Turn(turn))).await;
        assert_eq!(answer.is_err(), step.get("error").is_some(), "{here}: {answer:?}");
        pass_on(&mut players).await;
        if let Some(after) = step.get("after") {
            compare(&here, &players, after);
        }
    }
}

async fn play_all(file: &Path) {
    let text = std::fs::read_to_string(file).unwrap();
    let cases: Value = serde_json::from_str(&text).unwrap();
    let data = tempfile::tempdir().unwrap();
    let flags = [
        "--bots",
        "0",
        "--updau-test-tables",
        "--updau-listen",
        "127.0.0.1:0",
        "--guests-per-address",
        "900",
    ];
    let room = Process::start(data.path(), 0, &flags);
    let (mut played, mut placed) = (0, 0);
    for case in cases["cases"].as_array().unwrap() {
        // A position that is placed directly cannot be reached over the wire.
        if case.get("deck").is_none() {
            placed += 1;
            continue;
        }
        play(&room, case["id"].as_str().unwrap(), case).await;
        played += 1;
    }
    println!(
        "{}: {played} played over sockets; {placed} begin in the middle, which no client can",
        file.display()
    );
    assert!(played > 0, "{}", file.display());
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn own_games_are_played_over_sockets() {
    play_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cases/durak.json")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shared_games_are_played_over_sockets() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/durak.json");
    if !file.exists() {
        println!("skipped: {} is not there", file.display());
        return;
    }
    play_all(&file).await;
}

//! Two rooms that differ in hidden cards only. Whoever may not know those cards is told the same in both: every line over
//! every socket, every answer and download over HTTP, the log and the metrics, up to the first event that rightly shows one.

use crate::support::client::{Client, accepted, command};
use crate::support::http::{get, post};
use crate::support::process::Process;
use kozyr_card_game::Seat;
use kozyr_cards::{Card, cards_in};
use kozyr_chips::{Chips, Currency};
use kozyr_durak::{OnTimeout, Rules as DurakRules};
use kozyr_protocol::room::{
    DurakAction, DurakWord, GameAction, GameView, GameWord, HoldemAction, HoldemOffer, OwnGame, SekaAction,
    SekaOffer, SekaWord, ToServer,
};
use kozyr_server::{GamePlan, TablePlan};
use kozyr_table::durak::DurakHouse;
use kozyr_table::holdem::HoldemHouse;
use kozyr_table::{Funding, Settings};
use kozyr_time::{Millis, TableId};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const TABLE: &str = "leaks";
/// Whose cards are others in the second room.
const BOB: usize = 1;
const NAMES: [&str; 3] = ["Ann", "Bob", "Eve"];

/// What is played, and how. Nobody looks at their cards before they act, so that both rooms see the same moves.
struct Script {
    game: GamePlan,
    people: usize,
    buy_in: i64,
    /// What lies on top of every pack, and what Bob's cards become in the second room.
    top: &'static str,
    others: &'static str,
    /// What somebody does; nothing when they are not asked.
    acts: fn(usize, &Client) -> Option<ToServer>,
    /// So many moves are made in all.
    moves: usize,
}

/// Everything that one room let out, by who got it and of what kind, and what tells two evenings apart that chance made
/// different: who deals first.
struct Let {
    out: BTreeMap<String, Vec<String>>,
    bobs: Vec<Card>,
    first: String,
}

fn plan(script: &Script, top: &[Card]) -> TablePlan {
    let settings = Settings {
        seats: script.people as u8,
        currency: Currency::FUN,
        funding: if script.buy_in > 0 { Funding::Stack } else { Funding::Stake },
        least_buy_in: Chips::new(script.buy_in.max(20)),
        most_buy_in: Chips::new(script.buy_in.max(20)),
        turn: Millis::from_secs(120),
        bank: Millis::ZERO,
        refill: Millis::ZERO,
        gather: Millis::from_secs(2),
        pause: Millis::from_secs(120),
        patience: 2,
        away: Millis::from_secs(300),
        memory: Millis::from_minutes(30),
        grace: Millis::from_secs(60),
        quick: None,
        top: top.to_vec(),
    };
    let id = TableId::new(TABLE).unwrap();
    TablePlan { id, title: "Two rooms".into(), settings, game: script.game.clone(), made: None }
}

/// Plays the script in a room of its own with this on top of the pack.
async fn evening(script: &Script, top: &[Card]) -> Let {
    let data = tempfile::tempdir().unwrap();
    let (tables, log) = (data.path().join("tables.json"), data.path().join("log"));
    std::fs::write(&tables, serde_json::to_string(&[plan(script, top)]).unwrap()).unwrap();
    let flags = ["--bots", "0", "--clock-by-hand", "--tables", tables.to_str().unwrap()];
    let mut room = Process::start_limited(data.path(), "-n 1024", &log, &flags);
    let mut all = Vec::new();
    for (at, name) in NAMES.iter().enumerate() {
        let mut client = Client::guest_at(room.port, name, TABLE).await;
        // Eve looks on where two play.
        if at < script.people {
            assert!(accepted(&client.sit(at as u8 + 1, script.buy_in).await), "{name} sits down");
        }
        all.push(client);
    }
    // One who is nobody looks on.
    let mut nobody = Client::connect_to(room.port, TABLE).await;
    nobody.hello(None).await;
    nobody.watch(None).await;
    all.push(nobody);
    let mut bobs = Vec::new();
    let (mut moves, mut quiet) = (0, 0);
    while moves < script.moves && quiet < 12 {
        settle(&mut all).await;
        if bobs.is_empty() {
            bobs = own_cards(&all[BOB]);
        }
        let Some((at, message)) = (0..script.people).find_map(|at| Some((at, (script.acts)(at, &all[at])?)))
        else {
            quiet += 1;
            room.pass(500);
            continue;
        };
        let answer = all[at].ask(&message).await;
        assert!(accepted(&answer), "{}: {answer:?}", NAMES[at]);
        (moves, quiet) = (moves + 1, 0);
        // What cannot be done is refused without a word about the cards.
        let refused = all[0].ask(&nonsense()).await;
        assert!(!accepted(&refused), "{refused:?}");
    }
    settle(&mut all).await;
    let first = format!("{:?}", first_of(&all[0]));
    let people: Vec<(String, String)> = all
        .iter()
        .take(3)
        .zip(NAMES)
        .map(|(client, name)| (client.you.as_ref().unwrap().id.to_string(), name.into()))
        .collect();
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (client, name) in all.iter().zip(NAMES.into_iter().chain(["nobody"])) {
        for line in &client.heard {
            for (kind, text) in parts(line) {
                out.entry(format!("{name} {kind}")).or_default().push(mask(&text, &people));
            }
        }
        for (path, text) in downloads(&room, client.token.as_deref()) {
            out.entry(format!("{name} {path}")).or_default().push(mask(&text, &people));
        }
    }
    let text = std::fs::read_to_string(&log).unwrap();
    out.insert("the log".into(), text.lines().map(|line| figures(&mask(line, &people))).collect());
    Let { out, bobs, first }
}

/// Everybody has heard whatever there is to hear.
async fn settle(all: &mut [Client]) {
    let heard = |all: &[Client]| all.iter().map(|client| client.heard.len()).sum::<usize>();
    let mut quiet = 0;
    while quiet < 2 {
        let before = heard(all);
        for client in all.iter_mut() {
            client.breathe().await;
        }
        quiet = if heard(all) == before { quiet + 1 } else { 0 };
    }
}

/// Something nobody may do: it is not their table.
fn nonsense() -> ToServer {
    let seat = Seat::from_number(1).unwrap();
    ToServer::Sit { command: command(), table: TABLE.into(), seat, buy_in: Chips::new(1), wait: false }
}

fn own_cards(client: &Client) -> Vec<Card> {
    match client.view().own.as_ref().and_then(|own| own.game.as_ref()) {
        Some(OwnGame::Holdem(own)) => own.cards.clone(),
        Some(OwnGame::Seka(own)) => own.cards.clone(),
        Some(OwnGame::Durak(own)) => own.cards.clone(),
        None => Vec::new(),
    }
}

/// Who deals or leads: chance has it, and it is no secret.
fn first_of(client: &Client) -> Option<Seat> {
    match &client.view().game {
        GameView::Holdem(game) => game.button,
        GameView::Seka(game) => game.dealer,
        GameView::Durak(_) => None,
    }
}

/// The parts of a line that are compared one by one: each step of an update by itself, since how many come in one message
/// is the network's.
fn parts(line: &str) -> Vec<(String, String)> {
    let message: Value = serde_json::from_str(line).unwrap();
    let kind = message["type"].as_str().unwrap().to_owned();
    match message["steps"].as_array() {
        // How many look on is counted now and then.
        None if kind == "around" => Vec::new(),
        Some(steps) => steps.iter().map(|step| (kind.clone(), step.to_string())).collect(),
        None => vec![(kind, line.to_owned())],
    }
}

/// Everything this person can download, or anybody.
fn downloads(room: &Process, token: Option<&str>) -> Vec<(String, String)> {
    let hand = format!("/api/v1/hands/{TABLE}/last");
    let mut asked: Vec<String> = ["", "/as/phh", "/as/pokerstars", "/as/seka", "/as/durak", "/as/json"]
        .iter()
        .map(|notation| format!("{hand}{notation}"))
        .collect();
    for path in ["/hands", "/hands/download", "/people/me/statistics", "/lobby", "/tables", "/leaderboard"] {
        asked.push(format!("/api/v1{path}"));
    }
    asked.extend([format!("/api/v1/tables/{TABLE}"), "/metrics".into(), "/healthz".into()]);
    let with = |path: &str| match token {
        Some(token) => get(path).bearer(token),
        None => get(path),
    };
    let mut told: Vec<(String, String)> = asked
        .into_iter()
        .map(|path| {
            let answer = with(&path).send(room.port);
            let text = if path == "/metrics" { figures(&answer.body) } else { answer.body };
            (path, format!("{} {text}", answer.status))
        })
        .collect();
    if let Some(token) = token {
        let link = post(format!("{hand}/share"), &json!({})).bearer(token).send(room.port);
        if link.status == 200 {
            let path = format!("/api/v1{}", link.json()["path"].as_str().unwrap());
            told.push(("a link".into(), get(path).send(room.port).body));
        }
    }
    told
}

/// Without what two rooms never share: numbers of people, moments, tokens, commitments.
fn mask(text: &str, people: &[(String, String)]) -> String {
    let mut text = text.to_owned();
    for (id, name) in people {
        text = text.replace(id, name);
    }
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let mut masked = String::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let is_clock = |byte: &u8| byte.is_ascii_digit() || b"-:.TZ".contains(byte);
        let clock = if first.is_ascii_digit() { rest.bytes().take_while(is_clock).count() } else { 0 };
        let word = rest.bytes().take_while(|byte| is_part(*byte)).count();
        let digits = rest[..clock].bytes().filter(u8::is_ascii_digit).count();
        let taken = match () {
            // A token, an id or a commitment; a moment, of a clock or of a calendar; a number of many digits.
            () if word >= 24 => word,
            () if digits >= 6 && rest[..clock].contains(':') || digits >= 10 => clock,
            () => {
                let plain = word.max(first.len_utf8());
                masked.push_str(&rest[..plain]);
                rest = &rest[plain..];
                continue;
            }
        };
        masked.push('*');
        rest = &rest[taken..];
    }
    masked
}

/// Without figures, which are the machine's.
fn figures(text: &str) -> String {
    let mut text: String =
        text.chars().map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    while text.contains("00") {
        text = text.replace("00", "0");
    }
    text.replace("0.0", "0")
}

/// What the first difference of two streams is, if there is one: how each goes on there.
fn difference<'a>(one: &'a [String], other: &'a [String]) -> Option<(&'a str, &'a str)> {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let text = |all: &'a [String]| all.get(same).map_or("", String::as_str);
    (one.len() != same || other.len() != same).then(|| (text(one), text(other)))
}

/// Does this line rightly show one of these cards? Only events do: somebody turned it over, laid it down or took it. In one of
/// the two rooms that is enough: in the other the same cards may lose, and be mucked.
fn shows(line: &str, cards: &[Card]) -> bool {
    let step: Value = serde_json::from_str(line).unwrap_or_default();
    let events = step["events"].as_array().into_iter().flatten();
    let mut shown = events.filter(|event| {
        let what = event["what"].as_str().unwrap_or_default();
        ["shown", "revealed", "settled", "led", "beat", "threwIn", "took"].contains(&what)
    });
    shown.any(|event| cards.iter().any(|card| event.to_string().contains(&card.to_string())))
}

/// The leaks of a pair of rooms, in words.
fn leaks(one: &Let, other: &Let) -> Vec<String> {
    let mut found = Vec::new();
    let keys: BTreeSet<&String> = one.out.keys().chain(other.out.keys()).collect();
    for key in keys.into_iter().filter(|key| !key.starts_with("Bob ")) {
        let stream = |room: &'_ Let| room.out.get(key).cloned().unwrap_or_default();
        let (here, there) = (stream(one), stream(other));
        if let Some((line, instead)) = difference(&here, &there)
            && !shows(line, &one.bobs)
            && !shows(instead, &other.bobs)
        {
            found.push(format!("{key}\n  {line}\n  {instead}"));
        }
    }
    found
}

/// The two rooms of a script. What chance decides besides the cards is the same in both: the second is tried until it is.
async fn two_rooms(script: &Script) -> (Let, Let) {
    let top: Vec<Card> = cards_in(script.top).collect::<Result<_, _>>().unwrap();
    let one = evening(script, &top).await;
    assert!(!one.bobs.is_empty(), "Bob was dealt to");
    let mut others = cards_in(script.others).map(Result::unwrap);
    let mut changed = top.clone();
    for card in &one.bobs {
        let at = top.iter().position(|one| one == card).expect("Bob's cards lay on top");
        let instead = others.next().expect("enough other cards");
        match top.iter().position(|one| *one == instead) {
            Some(elsewhere) => changed.swap(at, elsewhere),
            None => changed[at] = instead,
        }
    }
    for _ in 0..30 {
        let other = evening(script, &changed).await;
        if other.first == one.first {
            assert_ne!(one.bobs, other.bobs, "the rooms differ");
            assert!(
                difference(&one.out["Bob update"], &other.out["Bob update"]).is_some(),
                "Bob is told of other cards"
            );
            return (one, other);
        }
    }
    panic!("the same seat deals first now and then");
}

fn holdem() -> GamePlan {
    GamePlan::Holdem(HoldemHouse::no_limit(Chips::new(1), Chips::new(2)))
}

fn at_holdem(client: &Client, wants: impl Fn(u8, &[HoldemOffer]) -> HoldemAction) -> Option<ToServer> {
    let GameView::Holdem(game) = &client.view().game else { return None };
    let Some(OwnGame::Holdem(own)) = client.view().own.as_ref()?.game.as_ref() else { return None };
    client.may_act().then(|| client.act(wants(game.street, &own.offers)))
}

const FIFTEEN: &str = "AsKs2h3h9c9d7d8c5sTsJhQd4c6c2d";
const OTHERS: &str = "AhAcAdKhKcKdQhQc";

#[tokio::test]
async fn a_hand_that_is_not_shown_stays_hidden() {
    let script = Script {
        game: holdem(),
        people: 3,
        buy_in: 100,
        top: FIFTEEN,
        others: OTHERS,
        // Eve folds before the flop, Bob after it: Ann wins without a showdown.
        acts: |at, client| {
            at_holdem(client, |street, _| match (at, street) {
                (2, 0) | (1, 2) => HoldemAction::Fold,
                _ => HoldemAction::CheckOrCall,
            })
        },
        moves: 40,
    };
    let (one, other) = two_rooms(&script).await;
    let found = leaks(&one, &other);
    assert!(found.is_empty(), "{}", found.join("\n"));
    // One line that was meant for Bob and went to somebody else is found.
    let (mut one, mut other) = (one, other);
    for room in [&mut one, &mut other] {
        let bobs = room.out["Bob update"].clone();
        room.out.insert("nobody update".into(), bobs);
    }
    assert_eq!(leaks(&one, &other).len(), 1, "a planted leak is found");
}

#[tokio::test]
async fn a_showdown_is_the_first_to_show_a_card() {
    let script = Script {
        game: holdem(),
        people: 3,
        buy_in: 100,
        top: FIFTEEN,
        others: OTHERS,
        acts: |_, client| {
            at_holdem(client, |_, offers| match offers.contains(&HoldemOffer::Show) {
                true => HoldemAction::Show,
                false => HoldemAction::CheckOrCall,
            })
        },
        moves: 40,
    };
    let (one, other) = two_rooms(&script).await;
    let streams = |room: &Let| {
        room.out
            .iter()
            .filter(|(key, _)| key.ends_with(" update"))
            .map(|(key, lines)| (key.clone(), lines.clone()))
            .collect()
    };
    let updates = |room: &Let| Let { out: streams(room), bobs: room.bobs.clone(), first: room.first.clone() };
    let found = leaks(&updates(&one), &updates(&other));
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(difference(&one.out["Ann update"], &other.out["Ann update"]).is_some(), "Bob's cards were shown");
}

#[tokio::test]
async fn what_was_looked_at_in_seka_stays_hidden() {
    let script = Script {
        game: GamePlan::Seka(kozyr_seka::Rules::stock()[1]),
        people: 3,
        buy_in: 1000,
        top: "KcKdKhQdQhQsJhJsJc",
        others: "TcTdTh",
        // Everybody looks; then Bob and Eve throw their hands away.
        acts: |at, client| {
            let Some(OwnGame::Seka(own)) = client.view().own.as_ref()?.game.as_ref() else { return None };
            if own.says.contains(&SekaWord::Ready) {
                return Some(client.says(GameWord::Seka(SekaWord::Ready)));
            }
            let offered = |wanted: fn(&SekaOffer) -> bool| own.offers.iter().any(wanted);
            let action = if offered(|offer| matches!(offer, SekaOffer::Open)) {
                SekaAction::Open
            } else if at > 0 && offered(|offer| matches!(offer, SekaOffer::Fold)) {
                SekaAction::Fold
            } else if offered(|offer| matches!(offer, SekaOffer::Call(_))) {
                SekaAction::Call
            } else {
                return None;
            };
            Some(client.does(GameAction::Seka(action)))
        },
        moves: 12,
    };
    let (one, other) = two_rooms(&script).await;
    let found = leaks(&one, &other);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[tokio::test]
async fn a_hand_of_durak_stays_hidden_until_a_card_is_laid() {
    let rules = DurakRules { on_timeout: OnTimeout::Auto, ..DurakRules::default() };
    let house = DurakHouse { rules, points: 1, stake: Chips::new(20), ..DurakHouse::default() };
    let script = Script {
        game: GamePlan::Durak(house),
        people: 2,
        buy_in: 0,
        // Ann has the lowest trump in both rooms, and leads.
        top: "7c6s8c9c6d7d8d9d6h7h8h9hTcTdThTsJcJdJhJsQcQdQhQs7s8s9sKcKdKhKsAcAdAhAs6c",
        others: "KdKhKsAdAhAs",
        // Ann leads whatever comes first, Bob takes it.
        acts: |at, client| {
            let Some(OwnGame::Durak(own)) = client.view().own.as_ref()?.game.as_ref() else { return None };
            if own.words.contains(&DurakWord::Ready) {
                return Some(client.says(GameWord::Durak(DurakWord::Ready)));
            }
            let offers = &own.offers;
            let action = match offers.attack.first() {
                _ if offers.ready => DurakAction::Ready,
                _ if at == BOB && offers.take => DurakAction::Take,
                _ if offers.finish => DurakAction::Finish,
                Some(&card) if at == 0 => DurakAction::Attack { card },
                _ => return None,
            };
            Some(client.does(GameAction::Durak(action)))
        },
        moves: 14,
    };
    let (one, other) = two_rooms(&script).await;
    let found = leaks(&one, &other);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

//! One evening by a script, and everything it let out.

use super::compare::{Let, figures, mask};
use super::endpoints::Asker;
use crate::support::client::{Client, accepted, command};
use crate::support::http::post;
use crate::support::process::Process;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::{Chips, Currency};
use kozyr_protocol::room::{GameView, HoldemOptions, OwnGame, TableGame, ToServer};
use kozyr_server::{GamePlan, Made, TablePlan};
use kozyr_table::{Funding, Settings};
use kozyr_time::{Millis, PlayerId, TableId};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub const TABLE: &str = "leaks";
/// Whose cards are others in the second room.
pub const BOB: usize = 1;
const NAMES: [&str; 3] = ["Ann", "Bob", "Eve"];
/// When everything is asked that can be asked.
pub const RUNNING: &str = "while it runs";
pub const OVER: &str = "when it is over";

/// What is played, and how. Nobody looks at their cards before they act, so that both rooms see the same moves.
pub struct Script {
    pub game: GamePlan,
    pub people: usize,
    pub buy_in: i64,
    /// What lies on top of every pack, and what Bob's cards become in the second room.
    pub top: &'static str,
    pub others: &'static str,
    /// What somebody does; nothing when they are not asked.
    pub acts: fn(usize, &Client) -> Option<ToServer>,
    /// So many moves are made in all.
    pub moves: usize,
    /// After so many of them lines are lost and found, and everything is asked for the first time.
    pub middle: usize,
    /// Those without a seat see the table so much later.
    pub delay_secs: u16,
    /// The log is JSON.
    pub json: bool,
    /// A fault that is planted in the room.
    pub planted: Option<&'static str>,
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
        // Lines are heeded, and nobody's time runs out.
        quick: Some(Millis::from_secs(120)),
        top: top.to_vec(),
    };
    let id = TableId::new(TABLE).unwrap();
    let made = (script.delay_secs > 0).then(|| Box::new(made(script.delay_secs)));
    TablePlan { id, title: "Two rooms".into(), settings, game: script.game.clone(), made }
}

/// A table that somebody opened, with a delay for those who look on.
fn made(delay_secs: u16) -> Made {
    let game = TableGame::Holdem {
        variant: "PO".into(),
        small_blind: Chips::new(1),
        big_blind: Chips::new(2),
        options: HoldemOptions::default(),
    };
    Made {
        host: PlayerId::new(1).unwrap(),
        secret: None,
        asks: false,
        held_up: false,
        bots: false,
        turn_secs: 120,
        delay_secs,
        game,
        silenced: Vec::new(),
        removed: Vec::new(),
    }
}

/// Everybody in the room: the players, those who look on, and one who is nobody; and the admin.
struct Company {
    room: Process,
    all: Vec<Client>,
    admin: String,
    out: Let,
}

impl Company {
    async fn sits_down(script: &Script, room: Process) -> Company {
        let mut all = Vec::new();
        for (at, name) in NAMES.iter().enumerate() {
            let mut client = Client::guest_at(room.port, name, TABLE).await;
            // Eve looks on where two play.
            if at < script.people {
                assert!(accepted(&client.sit(at as u8 + 1, script.buy_in).await), "{name} sits down");
            }
            all.push(client);
        }
        let mut nobody = Client::connect_to(room.port, TABLE).await;
        nobody.hello(None).await;
        nobody.watch(None).await;
        all.push(nobody);
        let code = room.admin.clone().expect("a link was printed");
        let signed_in = post("/api/v1/admin/sign-in", &json!({ "code": code })).send(room.port);
        let admin = signed_in.json()["token"].as_str().expect("a token").to_owned();
        let out =
            Let { out: BTreeMap::new(), statuses: BTreeMap::new(), bobs: Vec::new(), first: String::new() };
        Company { room, all, admin, out }
    }

    fn people(&self) -> Vec<(String, String)> {
        let known = self.all.iter().zip(NAMES);
        known.map(|(client, name)| (client.you.as_ref().unwrap().id.to_string(), name.into())).collect()
    }

    /// Ann's line is lost and found again, as Bob can see, and so is the line of one who is nobody.
    async fn lines_are_lost(&mut self) {
        let port = self.room.port;
        let anns = Seat::from_number(1).unwrap();
        let [ann, bob, .., nobody] = &mut self.all[..] else { unreachable!() };
        let heeded = matches!(bob.view().game, GameView::Holdem(_));
        ann.hang_up().await;
        while heeded && bob.view().seats.get(&anns).is_some_and(|seat| seat.connected) {
            bob.next().await.expect("the connection lasts");
        }
        ann.come_back(port).await;
        while heeded && bob.view().seats.get(&anns).is_some_and(|seat| !seat.connected) {
            bob.next().await.expect("the connection lasts");
        }
        nobody.hang_up().await;
        nobody.come_back(port).await;
    }

    /// Everybody asks over HTTP whatever can be asked.
    fn ask_everything(&mut self, moment: &str) {
        let (port, people) = (self.room.port, self.people());
        let tokens: Vec<Option<String>> = self.all.iter().map(|client| client.token.clone()).collect();
        let names = NAMES.into_iter().chain(["nobody"]).zip(&tokens);
        let mut askers: Vec<(&'static str, Asker<'_>)> = names
            .map(|(name, token)| (name, Asker { port, token: token.as_deref(), admin: false }))
            .collect();
        askers.push(("the admin", Asker { port, token: Some(&self.admin), admin: true }));
        for (name, asker) in askers {
            for (path, status, text) in asker.asks_everything(TABLE, &people) {
                let path = mask(&path, &people);
                let text = match name {
                    "the admin" => rows(&text, &people),
                    _ => mask(&text, &people),
                };
                let text = format!("{status} {text}");
                self.out.out.entry(format!("{name} {moment} {path}")).or_default().push(text);
                self.out.statuses.entry(format!("{moment} {path}")).or_default().push((name, status));
            }
        }
    }

    /// Everything that was heard over sockets, and the log.
    fn heard(mut self, log: &str) -> Let {
        let people = self.people();
        for (client, name) in self.all.iter().zip(NAMES.into_iter().chain(["nobody"])) {
            let mut around = None;
            for line in &client.heard {
                for (kind, text) in parts(line) {
                    let text = mask(&text, &people);
                    match kind.as_str() {
                        // How many look on is counted now and then: what it came to is compared.
                        "around" => around = Some(text),
                        _ => self.out.out.entry(format!("{name} {kind}")).or_default().push(text),
                    }
                }
            }
            self.out.out.insert(format!("{name} around"), around.into_iter().collect());
        }
        let lines = log.lines().map(|line| figures(&mask(line, &people)));
        self.out.out.insert("the log".into(), lines.collect());
        self.out
    }
}

/// The rows of a list in an order of their own: people have other numbers in every room, by which an admin's lists are sorted.
fn rows(text: &str, people: &[(String, String)]) -> String {
    let Ok(Value::Object(fields)) = serde_json::from_str(text) else { return mask(text, people) };
    let field = |value: &Value| match value {
        Value::Array(items) => {
            let mut rows: Vec<String> = items.iter().map(|item| mask(&item.to_string(), people)).collect();
            rows.sort();
            rows.join("\n")
        }
        other => mask(&other.to_string(), people),
    };
    fields.iter().map(|(name, value)| format!("{name}: {}", field(value))).collect::<Vec<_>>().join("\n")
}

/// Plays the script in a room of its own with this on top of the pack. Nothing comes of it when another deals first than is
/// wanted.
pub async fn evening(script: &Script, top: &[Card], first: Option<&str>) -> Option<Let> {
    let data = tempfile::tempdir().unwrap();
    let (tables, log) = (data.path().join("tables.json"), data.path().join("log"));
    std::fs::write(&tables, serde_json::to_string(&[plan(script, top)]).unwrap()).unwrap();
    let mut flags = vec!["--bots", "0", "--clock-by-hand", "--tables", tables.to_str().unwrap()];
    flags.extend(script.json.then_some("--log-json"));
    let planted = script.planted.map(|fault| ("PLANTED_FAULT", fault));
    let room = Process::start_logged(data.path(), &log, planted, &flags);
    let mut company = Company::sits_down(script, room).await;
    let (mut moves, mut quiet) = (0, 0);
    while moves < script.moves && quiet < 12 {
        settle(&mut company.all).await;
        if company.out.bobs.is_empty() {
            company.out.bobs = own_cards(&company.all[BOB]);
            company.out.first = format!("{:?}", first_of(&company.all[0]));
            if !company.out.bobs.is_empty() && first.is_some_and(|first| first != company.out.first) {
                return None;
            }
        }
        if moves == script.middle && company.out.statuses.is_empty() {
            company.lines_are_lost().await;
            company.ask_everything(RUNNING);
            settle(&mut company.all).await;
            // Whoever sees the table as another does would act for them.
            if script.planted.is_some() {
                break;
            }
        }
        let deed = (0..script.people).find_map(|at| Some((at, (script.acts)(at, &company.all[at])?)));
        let Some((at, message)) = deed else {
            quiet += 1;
            company.room.pass(500);
            continue;
        };
        let answer = company.all[at].ask(&message).await;
        assert!(accepted(&answer), "{}: {answer:?}", NAMES[at]);
        (moves, quiet) = (moves + 1, 0);
        // What cannot be done is refused without a word about the cards.
        let refused = company.all[0].ask(&nonsense()).await;
        assert!(!accepted(&refused), "{refused:?}");
    }
    assert!(!company.out.statuses.is_empty(), "the hand was over after {moves} moves");
    company.room.pass(u64::from(script.delay_secs) * 1_000);
    settle(&mut company.all).await;
    company.ask_everything(OVER);
    settle(&mut company.all).await;
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(!text.is_empty(), "there is a log to look at");
    let is_json = |line: &str| serde_json::from_str::<Value>(line).is_ok_and(|line| line.is_object());
    assert!(text.lines().all(|line| is_json(line) == script.json), "{text}");
    Some(company.heard(&text))
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
        Some(steps) => steps.iter().map(|step| (kind.clone(), step.to_string())).collect(),
        None => vec![(kind, line.to_owned())],
    }
}

//! The clients: they act when it is their turn, and count.
//!
//! They have one core for everything the server does on another, so a message is looked through for what matters and not
//! read as a whole.

use super::figures::{Figures, Tally};
use super::server::{STACK, Server, Taken};
use futures_util::SinkExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{CommandId, GameAction, HoldemAction, Language, PROTOCOL, ToServer};
use kozyr_server::bare;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// How long somebody may take to come in and sit down.
const COME_IN: Duration = Duration::from_secs(60);
/// Clients that come in at a time.
const AT_A_TIME: usize = 64;
/// Everybody plays so long before it counts.
const WARM_UP: Duration = Duration::from_secs(1);

/// Who plays, and how.
pub struct Evening {
    pub tables: u32,
    pub players: u8,
    pub rate: Option<u32>,
    pub random_ids: bool,
    pub length: Duration,
}

impl Evening {
    pub fn people(&self) -> u64 {
        u64::from(self.tables) * u64::from(self.players)
    }

    /// How far apart the actions of a table are; nothing when they come as fast as they can.
    fn pace(&self) -> Duration {
        self.rate.map_or(Duration::ZERO, |rate| Duration::from_secs(1) * self.tables / rate)
    }

    /// When a table begins: no two act at once, and their hands, of four streets on which everybody calls or checks,
    /// do not end all at once.
    fn beginning(&self, table: u32) -> Duration {
        self.pace() * (table % self.actions_of_a_hand()) + self.pace() * table / self.tables
    }

    fn actions_of_a_hand(&self) -> u32 {
        4 * u32::from(self.players)
    }
}

/// What is spoken with the server.
#[derive(Clone, Copy)]
pub enum Traffic {
    /// The room's protocol.
    Room,
    /// Messages of so many bytes, of which nothing but the first counts.
    Bare { act: usize },
}

/// The tables of the room by name.
pub fn table_name(number: u32) -> String {
    format!("load-{number}")
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// When the next action at a table is due.
struct Pacer {
    due: Cell<Instant>,
    every: Duration,
}

impl Pacer {
    async fn wait(&self) {
        if !self.every.is_zero() {
            let due = self.due.get().max(Instant::now());
            self.due.set(due + self.every);
            sleep_until(due).await;
        }
    }
}

/// Lets everybody in, and measures.
pub async fn play(server: &Server, evening: &Evening, traffic: Traffic) -> Result<Figures, String> {
    let (counting, tally) = (Rc::new(Cell::new(false)), Rc::new(RefCell::new(Tally::default())));
    let empty = server.taken();
    let began = Instant::now();
    let mut everybody = Vec::new();
    for table in 0..evening.tables {
        let pacer = Rc::new(Pacer { due: Cell::new(began), every: evening.pace() });
        for seat in 0..evening.players {
            let (counting, tally) = (counting.clone(), tally.clone());
            let ids = Ids::new(evening, table, seat);
            everybody.push(Client {
                table,
                seat,
                traffic,
                ids,
                pacer: pacer.clone(),
                counting,
                tally,
                turn: None,
            });
        }
    }
    let clients = come_in(server.port, everybody).await?;
    let seated = server.taken();
    let came_in = began.elapsed();
    let start = Instant::now();
    for (client, socket) in clients {
        client.pacer.due.set(start + evening.beginning(client.table));
        tokio::task::spawn_local(client.play(socket));
    }
    sleep(WARM_UP + evening.pace() * evening.actions_of_a_hand()).await;
    let (before, own_before, start) = (server.taken(), Taken::by_clients(), Instant::now());
    counting.set(true);
    sleep(evening.length).await;
    counting.set(false);
    let (after, own_after, length) = (server.taken(), Taken::by_clients(), start.elapsed());
    let tally = tally.take();
    Ok(Figures {
        tally,
        length,
        came_in,
        empty,
        seated,
        server: before.zip(after),
        clients: own_before.zip(own_after),
    })
}

/// Everybody with their socket, seated.
async fn come_in(port: u16, clients: Vec<Client>) -> Result<Vec<(Client, Socket)>, String> {
    let (mut waiting, mut coming, mut here) = (clients.into_iter(), FuturesUnordered::new(), Vec::new());
    loop {
        while coming.len() < AT_A_TIME
            && let Some(client) = waiting.next()
        {
            coming.push(client.come_in(port));
        }
        match coming.next().await {
            Some(came) => here.push(came?),
            None => return Ok(here),
        }
    }
}

/// Names commands.
struct Ids {
    next: u128,
    random: bool,
}

impl Ids {
    fn new(evening: &Evening, table: u32, seat: u8) -> Ids {
        let own = u128::from(table) << 8 | u128::from(seat);
        Ids { next: 1 << 64 | own, random: evening.random_ids }
    }

    /// The next one: the ids of all clients follow each other as time does.
    fn next(&mut self) -> CommandId {
        self.next += 1 << 64;
        let mut scattered = [0; 16];
        if self.random && getrandom::fill(&mut scattered).is_ok() {
            return CommandId(u128::from_le_bytes(scattered));
        }
        CommandId(self.next)
    }
}

/// What a message comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heard {
    /// Something happened at the table, and whether it is this client's turn now.
    Update(Option<Turn>),
    /// What the client did was accepted.
    Accepted,
    /// Something was refused or went wrong.
    Wrong,
    /// Nothing that matters.
    Other,
}

/// A decision, and what to do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    number: u64,
    action: HoldemAction,
}

/// Looks a message of the room through.
fn hear(text: &str) -> Heard {
    if text.starts_with("{\"type\":\"update\"") {
        Heard::Update(text.rfind("\"own\":{").and_then(|at| turn(&text[at..])))
    } else if text.starts_with("{\"type\":\"answer\"") {
        if text.contains("\"accepted\"") { Heard::Accepted } else { Heard::Wrong }
    } else if text.starts_with("{\"type\":\"error\"") {
        Heard::Wrong
    } else {
        Heard::Other
    }
}

/// The turn in the client's own part of a patch. Of several steps the last one says how it is.
fn turn(own: &str) -> Option<Turn> {
    let (_, rest) = own.split_once("\"turn\":")?;
    let digits = rest.split(|character: char| !character.is_ascii_digit()).next()?;
    let action = if own.contains("\"timeout\":\"muck\"") {
        HoldemAction::Muck
    } else if own.contains("\"timeout\":\"show\"") {
        HoldemAction::Show
    } else {
        HoldemAction::CheckOrCall
    };
    Some(Turn { number: digits.parse().ok()?, action })
}

struct Client {
    table: u32,
    seat: u8,
    traffic: Traffic,
    ids: Ids,
    pacer: Rc<Pacer>,
    counting: Rc<Cell<bool>>,
    tally: Rc<RefCell<Tally>>,
    /// What they are asked for.
    turn: Option<Turn>,
}

impl Client {
    /// Connects and sits down.
    async fn come_in(mut self, port: u16) -> Result<(Client, Socket), String> {
        let coming = async {
            let path = match self.traffic {
                Traffic::Room => "ws".to_owned(),
                Traffic::Bare { .. } => format!("{}/{}", self.table, self.seat),
            };
            let connected =
                connect_async_with_config(format!("ws://127.0.0.1:{port}/{path}"), None, true).await;
            let (mut socket, _) = connected.map_err(|error| format!("cannot connect: {error}"))?;
            match self.traffic {
                Traffic::Room => self.sit_down(&mut socket).await?,
                // Somebody has to begin.
                Traffic::Bare { .. } if self.seat == 0 => {
                    self.turn = Some(Turn { number: 0, action: HoldemAction::CheckOrCall });
                }
                Traffic::Bare { .. } => {}
            }
            Ok((self, socket))
        };
        let came = timeout(COME_IN, coming).await;
        came.unwrap_or_else(|_| Err("a client was not let in within a minute".into()))
    }

    async fn sit_down(&mut self, socket: &mut Socket) -> Result<(), String> {
        let (language, table) = (Language::En, table_name(self.table));
        self.say(socket, &ToServer::Hello { protocol: PROTOCOL, token: None, language }, "welcome").await?;
        let name = Some(format!("P{}-{}", self.table, self.seat + 1));
        self.say(socket, &ToServer::Guest { name, language }, "welcome").await?;
        self.say(socket, &ToServer::Watch { table: table.clone(), have: None }, "snapshot").await?;
        let (seat, buy_in) = (Seat::from_index(usize::from(self.seat)), Chips::new(STACK));
        let sit = ToServer::Sit { command: self.ids.next(), table, seat, buy_in, wait: false };
        self.say(socket, &sit, "answer").await
    }

    /// Says this and waits for a message of that type.
    async fn say(&mut self, socket: &mut Socket, message: &ToServer, then: &str) -> Result<(), String> {
        let begins = format!("{{\"type\":\"{then}\"");
        send(socket, write_message(message)).await.ok_or("the room hung up")?;
        while let Some(Ok(frame)) = socket.next().await {
            let Message::Text(text) = frame else { continue };
            match hear(&text) {
                Heard::Wrong => return Err(format!("the room refused: {text}")),
                Heard::Update(turn) => self.turn = turn.or(self.turn),
                Heard::Accepted | Heard::Other => {}
            }
            if text.starts_with(&begins) {
                return Ok(());
            }
        }
        Err("the room hung up".into())
    }

    /// Acts whenever it is their turn, until they are stopped.
    async fn play(mut self, mut socket: Socket) {
        let mut acted = None;
        loop {
            if let Some(turn) = self.turn.take() {
                self.pacer.wait().await;
                acted = Some(Instant::now());
                let text = self.act(turn);
                let bytes = text.len();
                if send(&mut socket, text).await.is_none() {
                    return self.count(|tally| tally.errors += 1);
                }
                self.count(|tally| tally.sent(bytes));
            }
            let Some(Ok(frame)) = socket.next().await else {
                return self.count(|tally| tally.errors += 1);
            };
            let Message::Text(text) = frame else { continue };
            match self.hear(&text) {
                Heard::Update(turn) => {
                    self.turn = turn;
                    let took = acted.take().map(|since| since.elapsed());
                    self.count(|tally| tally.update(text.len(), took));
                }
                Heard::Accepted => self.count(|tally| tally.answer(text.len())),
                Heard::Wrong => self.count(|tally| tally.errors += 1),
                Heard::Other => {}
            }
        }
    }

    fn hear(&self, text: &str) -> Heard {
        match self.traffic {
            Traffic::Room => hear(text),
            Traffic::Bare { .. } => match text.chars().next() {
                Some(bare::ACT) => Heard::Update(Some(Turn { number: 0, action: HoldemAction::CheckOrCall })),
                Some(bare::ANSWER) => Heard::Accepted,
                _ => Heard::Update(None),
            },
        }
    }

    fn act(&mut self, turn: Turn) -> String {
        match self.traffic {
            Traffic::Room => {
                let action = GameAction::Holdem(turn.action);
                let (command, table) = (self.ids.next(), table_name(self.table));
                write_message(&ToServer::Act { command, table, turn: turn.number, action })
            }
            Traffic::Bare { act } => ".".repeat(act),
        }
    }

    fn count(&self, what: impl FnOnce(&mut Tally)) {
        if self.counting.get() {
            what(&mut self.tally.borrow_mut());
        }
    }
}

fn write_message(message: &ToServer) -> String {
    serde_json::to_string(message).expect("a message can be written")
}

async fn send(socket: &mut Socket, text: String) -> Option<()> {
    socket.send(Message::text(text)).await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_found_in_messages_of_the_room() {
        let update =
            |patch: &str| format!(r#"{{"type":"update","table":"t","steps":[{{"patch":{{{patch}}}}}]}}"#);
        let turn = |number, action| Heard::Update(Some(Turn { number, action }));
        assert_eq!(hear(&update(r#""game":{"toAct":1}"#)), Heard::Update(None));
        assert_eq!(hear(&update(r#""own":{"turn":null,"game":{"offers":null}}"#)), Heard::Update(None));
        let own = r#""own":{"turn":17,"game":{"offers":[],"timeout":"check"}}"#;
        assert_eq!(hear(&update(own)), turn(17, HoldemAction::CheckOrCall));
        let own = r#""own":{"turn":9,"game":{"timeout":"muck"}}"#;
        assert_eq!(hear(&update(own)), turn(9, HoldemAction::Muck));
        assert_eq!(hear(r#"{"type":"answer","result":{"status":"accepted"}}"#), Heard::Accepted);
        assert_eq!(hear(r#"{"type":"answer","result":{"status":"refused"}}"#), Heard::Wrong);
        assert_eq!(hear(r#"{"type":"error","fault":"tooFast"}"#), Heard::Wrong);
        assert_eq!(hear(r#"{"type":"wallet"}"#), Heard::Other);
    }
}

//! A regular of the room: plays whatever is played where they sit, changes tables, and comes back after every crash with what was
//! not answered.

use super::client::command;
use futures_util::{SinkExt, StreamExt};
use kozyr_bots::{Deed, Level, Memory, choose};
use kozyr_card_game::laws::Dice;
use kozyr_protocol::room::{
    Answer, CommandId, Followed, Follower, GameAction, GameWord, Language, OwnGame, SekaWord, ToClient,
    ToServer,
};
use std::collections::BTreeMap;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What was being done when the room died, and how often it was found written afterwards.
pub type Hits = BTreeMap<(&'static str, &'static str), u32>;

/// Was written, and nobody had heard of it: the room died between commit and send.
pub const UNTOLD: &str = "written and not told";
/// Was not written.
pub const LOST: &str = "not written";

/// A command without an answer.
struct Pending {
    message: ToServer,
    what: &'static str,
    /// Sent again after a crash, when the table stood here.
    again: Option<u64>,
}

pub struct Regular {
    name: String,
    token: Option<String>,
    places: Vec<String>,
    table: Follower,
    memory: Memory,
    dice: Dice,
    pending: BTreeMap<CommandId, Pending>,
    /// The last number of each table that an answer of theirs had.
    answered: BTreeMap<String, u64>,
    /// What was answered of what they did in games.
    pub acts: BTreeMap<&'static str, u32>,
    pub hits: Hits,
    back: bool,
}

impl Regular {
    pub fn new(number: u64, places: &[&str], at: usize) -> Regular {
        Regular {
            name: format!("Regular {number}"),
            token: None,
            places: places.iter().map(|&place| place.to_owned()).collect(),
            table: Follower::new(places[at]),
            memory: Memory::default(),
            dice: Dice::random(number),
            pending: BTreeMap::new(),
            answered: BTreeMap::new(),
            acts: BTreeMap::new(),
            hits: Hits::new(),
            back: false,
        }
    }

    /// Plays until the room is gone.
    pub async fn evening(&mut self, port: u16) {
        let Ok((mut socket, _)) = connect_async(format!("ws://127.0.0.1:{port}/ws")).await else { return };
        self.back = true;
        let hello = ToServer::Hello { protocol: 3, token: self.token.clone(), language: Language::En };
        say(&mut socket, &hello).await;
        while let Some(Ok(frame)) = socket.next().await {
            if let Message::Text(text) = frame {
                let message = serde_json::from_str(&text).expect("the room speaks its protocol");
                self.hear(&mut socket, message).await;
            }
        }
    }

    /// What they were waiting for when the room died.
    pub fn unanswered(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.pending.values().map(|pending| pending.what)
    }

    async fn hear(&mut self, socket: &mut Socket, message: ToClient) {
        self.memory.hear(&message);
        match &message {
            ToClient::Welcome { you: None, .. } => {
                assert!(self.token.is_none(), "{}: a session that was given is known", self.name);
                let guest = ToServer::Guest { name: Some(self.name.clone()), language: Language::En };
                say(socket, &guest).await;
            }
            ToClient::Welcome { token, .. } => {
                self.token = token.clone().or(self.token.take());
                self.watch(socket).await;
            }
            ToClient::Snapshot { .. } | ToClient::Update { .. } => match self.table.hear(&message) {
                Followed::Gap => self.watch(socket).await,
                Followed::Ignored => {}
                Followed::Taken => {
                    if std::mem::take(&mut self.back) {
                        self.resume(socket).await;
                    }
                    self.decide(socket).await;
                }
            },
            ToClient::Answer { command, result } => {
                self.answer(*command, result);
                // Whoever was refused waits until something else is so.
                if !matches!(result, Answer::Refused { .. }) {
                    self.decide(socket).await;
                }
            }
            _ => {}
        }
    }

    async fn watch(&mut self, socket: &mut Socket) {
        let watch = ToServer::Watch { table: self.table.name().into(), have: self.table.sequence() };
        say(socket, &watch).await;
    }

    /// Nothing that was answered may be lost; what was not answered is said again.
    async fn resume(&mut self, socket: &mut Socket) {
        let now = self.table.sequence().unwrap_or(0);
        let answered = self.answered.get(self.table.name()).copied().unwrap_or(0);
        assert!(now >= answered, "{}: answered at {answered}, and the table stands at {now}", self.name);
        for pending in self.pending.values_mut() {
            pending.again = Some(now);
            say(socket, &pending.message).await;
        }
    }

    fn answer(&mut self, command: CommandId, result: &Answer) {
        let Some(Pending { message, what, again }) = self.pending.remove(&command) else { return };
        if let Answer::Accepted { sequence } = result {
            if let Some(stood) = again {
                let found = if *sequence <= stood { UNTOLD } else { LOST };
                *self.hits.entry((what, found)).or_default() += 1;
            }
            let at = self.answered.entry(self.table.name().into()).or_default();
            *at = (*at).max(*sequence);
            if let ToServer::Act { .. } = message {
                *self.acts.entry(what).or_default() += 1;
            }
            if what == "leaves" {
                let places = self.places.len() as u32;
                self.table = Follower::new(self.places[self.dice.below(places) as usize].clone());
                self.back = false;
            }
        }
    }

    async fn decide(&mut self, socket: &mut Socket) {
        if !self.pending.is_empty() {
            return;
        }
        let (Some(view), table) = (self.table.view(), self.table.name().to_owned()) else {
            // They have just left for another table.
            return self.watch(socket).await;
        };
        let own = view.own.as_ref();
        let id = command();
        let (what, message) = if own.and_then(|own| own.seat).is_none() {
            let Some(take) = own.and_then(|own| own.take.clone()).or(view.take.clone()) else { return };
            let Some(&seat) = take.seats.first() else { return };
            let buy_in = take.chips.usual;
            ("sits down", ToServer::Sit { command: id, table, seat, buy_in, wait: false })
        } else if self.dice.one_in(60) && own.is_some_and(|own| own.chair.is_some()) {
            ("leaves", ToServer::Leave { command: id, table })
        } else {
            let Some(info) = self.table.info() else { return };
            let dice = &mut self.dice;
            let deed = choose(Level::Casual, info, &view, &self.memory, &mut |n| dice.below(n));
            let turn = own.and_then(|own| own.turn).unwrap_or(0);
            // A bot waits until a person is ready, and these are people.
            let ready = match own.and_then(|own| own.game.as_ref()) {
                Some(OwnGame::Seka(hand)) => hand.says.contains(&SekaWord::Ready),
                _ => false,
            };
            let deed = deed.or_else(|| ready.then_some(Deed::Say(GameWord::Seka(SekaWord::Ready))));
            match deed {
                Some(Deed::Act(action)) => {
                    let what = match action {
                        GameAction::Holdem(_) => "acts in Hold'em",
                        GameAction::Seka(_) => "acts in Seka",
                        GameAction::Durak(_) => "acts in Durak",
                    };
                    (what, ToServer::Act { command: id, table, turn, action })
                }
                Some(Deed::Say(word)) => {
                    let what = match word {
                        GameWord::Holdem(_) => "shows a card in Hold'em",
                        GameWord::Seka(_) => "says a word in Seka",
                        GameWord::Durak(_) => "says a word in Durak",
                    };
                    (what, ToServer::Say { command: id, table, word })
                }
                None => return,
            }
        };
        say(socket, &message).await;
        self.pending.insert(id, Pending { message, what, again: None });
    }
}

/// What cannot be sent is known by the line that ends.
async fn say(socket: &mut Socket, message: &ToServer) {
    let _ = socket.send(Message::text(serde_json::to_string(message).unwrap())).await;
}

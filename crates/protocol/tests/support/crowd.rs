//! Clients around a room, in one thread and without waiting: each keeps a picture of its game.

use super::{Host, Outside, START};
use kozyr_protocol::updau::session::{Output, Settings};
use kozyr_protocol::updau::{
    Action, Answer, Available, Command, Credentials, Fault, Limits, Message, Millis, News, Picture, Play,
    Request, Response, State, Status, Timestamp, Turn, Wire,
};
use std::collections::BTreeMap;

/// One connection.
#[derive(Debug)]
pub struct Client {
    pub connection: u64,
    pub token: String,
    pub channel: String,
    pub picture: Option<Picture>,
    /// All actions since the last time somebody looked.
    pub news: Vec<News>,
    pub closed: bool,
    response: Option<Response>,
}

/// A room and everybody who is connected to it.
pub struct Crowd {
    pub house: Host,
    pub now: Timestamp,
    pub wire: Wire,
    pub clients: BTreeMap<u64, Client>,
    connections: u64,
    /// Documents sent by the room.
    pub documents: u64,
}

impl Crowd {
    pub fn new(settings: Settings, seed: u64) -> Crowd {
        Crowd::at(Host::new(settings, Outside::new(seed, &[]), START))
    }

    /// A crowd whose room can be stopped hard.
    pub fn stoppable(settings: Settings, seed: u64) -> Crowd {
        Crowd::at(Host::in_memory(settings, Outside::new(seed, &[]), START))
    }

    fn at(house: Host) -> Crowd {
        Crowd { house, now: START, wire: Wire::Xml, clients: BTreeMap::new(), connections: 0, documents: 0 }
    }

    pub fn connect(&mut self) -> u64 {
        self.connections += 1;
        let connection = self.connections;
        self.house.connect(self.now, connection);
        let client = Client {
            connection,
            token: String::new(),
            channel: String::new(),
            picture: None,
            news: Vec::new(),
            closed: false,
            response: None,
        };
        self.clients.insert(connection, client);
        connection
    }

    pub fn disconnect(&mut self, client: u64) {
        self.house.disconnect(self.now, client);
        self.clients.remove(&client);
        self.listen();
    }

    /// Connects, logs in by cookie and opens a channel.
    pub fn enter(&mut self, cookie: &str) -> u64 {
        let client = self.connect();
        let auth = Command::Auth(Credentials::Demo { cookie: cookie.to_owned(), wallet: None });
        let Ok(Answer::Welcome(welcome)) = self.ask(client, auth) else { panic!("{cookie} was not let in") };
        self.clients.get_mut(&client).unwrap().token = welcome.user.token.unwrap();
        self.open(client, None);
        client
    }

    /// Opens a channel, a new one or this one.
    pub fn open(&mut self, client: u64, channel: Option<&str>) -> Status {
        let token = self.clients[&client].token.clone();
        let mut request = Request::new(channel, Command::Open { token: Some(token), tag: None });
        request.head.sign = Some("open".to_owned());
        let response = self.send(client, &request);
        self.clients.get_mut(&client).unwrap().channel = response.head.channel.unwrap();
        let Ok(Answer::State { status, .. }) = response.answer else { panic!("open was refused") };
        *status
    }

    /// Sends a command about the client's channel.
    pub fn ask(&mut self, client: u64, command: Command) -> Result<Answer, Fault> {
        let channel = Some(self.clients[&client].channel.clone()).filter(|channel| !channel.is_empty());
        let request = Request::new(channel.as_deref(), command);
        self.send(client, &request).answer
    }

    pub fn send(&mut self, client: u64, request: &Request) -> Response {
        let bytes = Message::Request(request.clone()).encode(self.wire);
        self.house.receive(self.now, client, &bytes);
        self.listen();
        let response = self.clients.get_mut(&client).and_then(|client| client.response.take());
        response.expect("every request is answered")
    }

    pub fn wait(&mut self, length: Millis) {
        let until = self.now + length;
        // From one thing that happens to the next, so that everybody hears of it in time.
        while self.house.deadline().is_some_and(|deadline| deadline <= until) {
            self.wait_for_deadline();
        }
        self.now = until;
        self.house.tick(self.now);
        self.listen();
    }

    /// Until something happens by itself; `false` when nothing will.
    pub fn wait_for_deadline(&mut self) -> bool {
        let Some(deadline) = self.house.deadline() else { return false };
        self.now = self.now.max(deadline);
        self.house.tick(self.now);
        self.listen();
        true
    }

    fn listen(&mut self) {
        for output in self.house.outputs() {
            match output {
                Output::Send { to, bytes } => {
                    self.documents += 1;
                    let read = Message::decode(self.wire, &bytes, &Limits::SERVER);
                    let message = read.unwrap_or_else(|fault| {
                        panic!("a client cannot read this ({fault}): {}", String::from_utf8_lossy(&bytes))
                    });
                    assert_eq!(message.encode(self.wire), bytes, "read and written again");
                    let Some(client) = self.clients.get_mut(&to) else { continue };
                    match message {
                        Message::Response(response) => client.response = Some(response),
                        Message::Action(Action { news, channel }) => {
                            client.hear(news, channel.as_deref(), self.now);
                        }
                        other => panic!("a server sends no {other:?}"),
                    }
                }
                Output::Close { connection, .. } => self.clients.get_mut(&connection).unwrap().closed = true,
                Output::Check { ticket, .. } => self.house.checked(self.now, ticket, None),
            }
        }
    }

    /// The state of the client's channel, as another connection of the same user is told it.
    pub fn look_again(&mut self, client: u64) -> Status {
        let (token, channel) = (self.clients[&client].token.clone(), self.clients[&client].channel.clone());
        let other = self.connect();
        self.clients.get_mut(&other).unwrap().token = token;
        let status = self.open(other, Some(&channel));
        self.disconnect(other);
        status
    }
}

impl Client {
    fn hear(&mut self, news: News, channel: Option<&str>, now: Timestamp) {
        if channel.is_some_and(|channel| channel == self.channel) {
            match &news {
                News::Begin(begun) => self.picture = Some(Picture::begin(begun)),
                news => {
                    if let Some(picture) = &mut self.picture {
                        picture.hear(news, now);
                    }
                }
            }
        }
        self.news.push(news);
    }

    /// Every move the client may make, from the buttons it was told.
    pub fn moves(&self) -> Vec<Play> {
        let state =
            self.picture.as_ref().filter(|picture| !picture.over).and_then(|picture| picture.state.as_ref());
        let availables = state.map(|state| state.availables.as_slice()).unwrap_or_default();
        let mut plays = Vec::new();
        for available in availables {
            match available {
                Available::Ready => plays.push(Play::Ready),
                Available::Finish => plays.push(Play::Turn(Turn::Finish)),
                Available::Take => plays.push(Play::Turn(Turn::Take)),
                Available::Attack(pairs) => {
                    plays.extend(pairs.iter().map(|&(_, card)| Play::Turn(Turn::Attack(card))));
                }
                Available::Defend(pairs) => {
                    plays.extend(
                        pairs.iter().map(|&(attack, with)| Play::Turn(Turn::Defend { attack, with })),
                    );
                }
                Available::Show(cards) => {
                    plays.extend(cards.iter().map(|&card| Play::Turn(Turn::Show(card))));
                }
                Available::Trans(cards) => {
                    plays.extend(cards.iter().map(|&card| Play::Turn(Turn::Transfer(card))));
                }
            }
        }
        plays
    }

    /// The last state the channel was told to be in.
    pub fn told_state(&self) -> Option<State> {
        self.news.iter().rev().find_map(|news| match news {
            News::State(status) => Some(status.state()),
            _ => None,
        })
    }
}

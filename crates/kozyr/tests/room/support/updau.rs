//! A client of UpDAU over a socket, and the picture of its game that it keeps.

use crate::support::raw::call;
use futures_util::{SinkExt, StreamExt};
use kozyr_protocol::updau::{
    Action, Answer, Available, Command, Deframer, Fault, Limits, Message, News, Picture, Play, Request,
    Response, Status, Timestamp, Turn, Wire, frame,
};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(40);
const NEVER: Timestamp = Timestamp::from_millis(0);

/// What carries the documents.
pub enum Carrier {
    Tcp { stream: TcpStream, cutter: Deframer, read: Vec<u8> },
    Socket(Box<WebSocketStream<MaybeTlsStream<TcpStream>>>),
}

/// What comes over it.
#[derive(Debug)]
pub enum Heard {
    Document(Vec<u8>),
    /// The end, with the code of the close frame if there was one.
    End(Option<u16>),
}

impl Carrier {
    pub async fn tcp(port: u16, from: &str) -> Carrier {
        let stream = call(port, from).await.expect("the port is open");
        Carrier::Tcp { stream, cutter: Deframer::new(Limits::SERVER), read: Vec::new() }
    }

    pub async fn socket(port: u16) -> Carrier {
        let (socket, _) =
            connect_async(format!("ws://127.0.0.1:{port}/proto")).await.expect("the room is open");
        Carrier::Socket(Box::new(socket))
    }

    /// A WebSocket that brings the cookie of somebody's browser along.
    pub async fn socket_with_cookie(port: u16, token: &str) -> Carrier {
        let mut request = format!("ws://127.0.0.1:{port}/proto").into_client_request().unwrap();
        let cookie = format!("kozyr-session={token}").parse().unwrap();
        request.headers_mut().insert("Cookie", cookie);
        let (socket, _) = connect_async(request).await.expect("the room is open");
        Carrier::Socket(Box::new(socket))
    }

    /// A WebSocket from this address.
    pub async fn socket_from(port: u16, from: &str) -> Carrier {
        let stream = MaybeTlsStream::Plain(call(port, from).await.expect("the port is open"));
        let (socket, _) =
            client_async(format!("ws://127.0.0.1:{port}/proto"), stream).await.expect("the room is open");
        Carrier::Socket(Box::new(socket))
    }

    /// Sends a document; over a WebSocket as bytes when it is no text.
    pub async fn send(&mut self, document: &[u8]) -> Result<(), ()> {
        match self {
            Carrier::Tcp { stream, .. } => stream.write_all(&frame(document)).await.map_err(drop),
            Carrier::Socket(socket) => {
                let frame = match std::str::from_utf8(document) {
                    Ok(text) => Frame::text(text),
                    Err(_) => Frame::binary(document.to_vec()),
                };
                socket.send(frame).await.map_err(drop)
            }
        }
    }

    pub async fn next(&mut self) -> Heard {
        match self {
            Carrier::Tcp { stream, cutter, read } => loop {
                let mut rest = read.as_slice();
                let cut = cutter.next(&mut rest).expect("the room's documents are not too long");
                let used = read.len() - rest.len();
                read.drain(..used);
                if let Some(document) = cut {
                    return Heard::Document(document);
                }
                match stream.read_buf(read).await {
                    Ok(1..) => {}
                    _ => return Heard::End(None),
                }
            },
            Carrier::Socket(socket) => loop {
                match socket.next().await {
                    Some(Ok(Frame::Text(text))) => return Heard::Document(text.as_bytes().to_vec()),
                    Some(Ok(Frame::Close(close))) => return Heard::End(close.map(|close| close.code.into())),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Heard::End(None),
                }
            },
        }
    }
}

/// Somebody who plays.
pub struct Player {
    pub carrier: Carrier,
    wire: Wire,
    signs: u32,
    pub uid: u64,
    pub token: String,
    pub channel: String,
    /// How many channels they had when they signed in.
    pub channels: usize,
    pub picture: Option<Picture>,
    /// All actions since somebody looked.
    pub news: Vec<News>,
    /// Every document that ever came.
    pub heard: Vec<Vec<u8>>,
    /// How long each answer took.
    pub times: Vec<Duration>,
    /// How long they think about a move.
    pub thinks: Duration,
    /// The room has ended the connection.
    pub ended: bool,
    /// A move that was not answered.
    pub pending: Option<Play>,
    dice: u64,
}

impl Player {
    /// Connects, and signs in with this cookie.
    pub async fn enter(carrier: Carrier, wire: Wire, cookie: &str) -> Player {
        let mut player = Player::nobody(carrier, wire, cookie);
        player.auth(cookie).await;
        player.open(None).await;
        player
    }

    /// Connects, and says nothing yet.
    pub fn nobody(carrier: Carrier, wire: Wire, name: &str) -> Player {
        Player {
            carrier,
            wire,
            signs: 0,
            uid: 0,
            token: String::new(),
            channel: String::new(),
            channels: 0,
            picture: None,
            news: Vec::new(),
            heard: Vec::new(),
            times: Vec::new(),
            thinks: Duration::ZERO,
            ended: false,
            pending: None,
            dice: name.bytes().map(u64::from).sum(),
        }
    }

    pub async fn auth(&mut self, cookie: &str) {
        let auth = format!(
            r#"<request cmd="auth"><credentials><type value="demo"/><cookie value="{cookie}"/></credentials></request>"#
        );
        let Ok(Answer::Welcome(welcome)) = self.say(&auth).await else { panic!("{cookie} is not let in") };
        self.uid = welcome.user.uid;
        self.channels = welcome.channels.len();
        self.token = welcome.user.token.unwrap();
    }

    /// Opens a channel, a new one or this one.
    pub async fn open(&mut self, channel: Option<&str>) -> Status {
        let request = Request::new(channel, Command::Open { token: Some(self.token.clone()), tag: None });
        let response = self.send(request).await;
        self.channel = response.head.channel.unwrap();
        match response.answer {
            Ok(Answer::State { status, .. }) => *status,
            other => panic!("open is answered with {other:?}"),
        }
    }

    /// Comes back over a new connection, to the full state of the game.
    pub async fn come_back(&mut self, carrier: Carrier) {
        (self.carrier, self.ended) = (carrier, false);
        let channel = self.channel.clone();
        let status = self.open(Some(&channel)).await;
        match status {
            Status::Game(status) => self.picture = Some(Picture::restore(&status, NEVER)),
            other => assert!(self.picture.is_none() || self.is_over(), "a game is {other:?}"),
        }
    }

    pub fn is_over(&self) -> bool {
        self.picture.as_ref().is_some_and(|picture| picture.over)
    }

    /// Says what stands there, about the channel unless it says about which.
    pub async fn say(&mut self, request: &str) -> Result<Answer, Fault> {
        let read = Message::decode(Wire::Xml, request.as_bytes(), &Limits::CLIENT).expect("a request");
        let Message::Request(mut request) = read else { panic!("no request: {request}") };
        if !self.channel.is_empty() {
            request.head.channel.get_or_insert_with(|| self.channel.clone());
        }
        self.send(request).await.answer
    }

    pub async fn ask(&mut self, command: Command) -> Result<Answer, Fault> {
        let channel = self.channel.clone();
        self.send(Request::new(Some(&channel), command)).await.answer
    }

    async fn send(&mut self, request: Request) -> Response {
        self.try_send(request).await.expect("the room ended the connection")
    }

    /// Nothing when the room is gone before it has answered.
    async fn try_send(&mut self, mut request: Request) -> Option<Response> {
        self.signs += 1;
        let sign = self.signs.to_string();
        request.head.sign = Some(sign.clone());
        let bytes = Message::Request(request).encode(self.wire);
        let asked = Instant::now();
        if self.carrier.send(&bytes).await.is_err() {
            self.ended = true;
        }
        while !self.ended {
            let response = timeout(PATIENCE, self.hear()).await.expect("every request is answered");
            if let Some(response) = response.filter(|response| response.head.sign.as_ref() == Some(&sign)) {
                self.times.push(asked.elapsed());
                return Some(response);
            }
        }
        None
    }

    /// Hears one document; a response comes back.
    pub async fn hear(&mut self) -> Option<Response> {
        let bytes = match self.carrier.next().await {
            Heard::Document(bytes) => bytes,
            Heard::End(_) => {
                self.ended = true;
                return None;
            }
        };
        let message = Message::decode(self.wire, &bytes, &Limits::SERVER).expect("the room speaks UpDAU");
        self.heard.push(bytes);
        match message {
            Message::Response(response) => Some(response),
            Message::Action(Action { channel, news }) => {
                if channel.as_deref() == Some(self.channel.as_str()) {
                    match &news {
                        News::Begin(begun) => self.picture = Some(Picture::begin(begun)),
                        news => self.picture.iter_mut().for_each(|picture| picture.hear(news, NEVER)),
                    }
                }
                self.news.push(news);
                None
            }
            other => panic!("a server sends no {other:?}"),
        }
    }

    /// Hears on until something like this is told.
    pub async fn until(&mut self, wanted: impl Fn(&News) -> bool) -> News {
        loop {
            if let Some(nth) = self.news.iter().position(&wanted) {
                return self.news.drain(..=nth).next_back().unwrap();
            }
            timeout(PATIENCE, self.hear()).await.expect("it is told");
            assert!(!self.ended, "the room ended the connection");
        }
    }

    /// Looks for partners and confirms.
    pub async fn find(&mut self, queue: &str, criteria: &str) {
        let find =
            format!(r#"<request cmd="find"><queue name="{queue}"><criteria {criteria}/></queue></request>"#);
        assert!(matches!(self.say(&find).await, Ok(Answer::Ok)));
        self.until(|news| matches!(news, News::Found(_))).await;
        assert!(matches!(self.say(r#"<request cmd="begin"/>"#).await, Ok(Answer::Ok)));
        self.until(|news| matches!(news, News::Begin(_))).await;
    }

    /// A move out of those that are offered.
    fn choose(&mut self) -> Option<Play> {
        let state = self.picture.as_ref().filter(|picture| !picture.over)?.state.as_ref()?;
        let mut plays = Vec::new();
        for available in &state.availables {
            match available {
                Available::Ready => plays.push(Play::Ready),
                Available::Finish => plays.push(Play::Turn(Turn::Finish)),
                Available::Take => plays.push(Play::Turn(Turn::Take)),
                Available::Attack(pairs) => {
                    plays.extend(pairs.iter().map(|&(_, card)| Play::Turn(Turn::Attack(card))));
                }
                Available::Defend(pairs) => {
                    let defend = |&(attack, with)| Play::Turn(Turn::Defend { attack, with });
                    plays.extend(pairs.iter().map(defend));
                }
                Available::Show(cards) => {
                    plays.extend(cards.iter().map(|&card| Play::Turn(Turn::Show(card))))
                }
                Available::Trans(cards) => {
                    plays.extend(cards.iter().map(|&card| Play::Turn(Turn::Transfer(card))));
                }
            }
        }
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let nth = (self.dice >> 33) as usize % plays.len().max(1);
        plays.into_iter().nth(nth)
    }

    /// Plays until the game is over, or so many moves were made by all together, or the room is gone.
    pub async fn play(&mut self, moves: &AtomicUsize, most: usize) {
        while !self.ended && !self.is_over() && moves.load(Ordering::SeqCst) < most {
            match self.choose() {
                Some(play) => {
                    tokio::time::sleep(self.thinks).await;
                    self.pending = Some(play);
                    let request = Request::new(Some(&self.channel), Command::Game(play));
                    let Some(response) = self.try_send(request).await else { return };
                    self.pending = None;
                    // What is offered no longer is refused: the others move too.
                    if response.answer.is_ok() {
                        moves.fetch_add(1, Ordering::SeqCst);
                    } else {
                        drop(timeout(Duration::from_millis(50), self.hear()).await);
                    }
                }
                None => drop(timeout(Duration::from_millis(100), self.hear()).await),
            }
        }
    }
}

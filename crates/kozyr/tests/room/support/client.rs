//! A client without a page: it believes what it is told and checks that the numbers follow.

use futures_util::{SinkExt, StreamExt};
use kozyr_protocol::room::{
    Answer, Around, CommandId, Followed, Follower, GameAction, GameView, GameWord, HoldemAction, HoldemView,
    Language, OwnGame, TableEvent, TableView, ToClient, ToServer, You,
};
use std::collections::HashMap;
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

pub const TABLE: &str = "holdem-1";

pub struct Client {
    /// The table they look at.
    at: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub you: Option<You>,
    pub token: Option<String>,
    pub table: Follower,
    view: Option<TableView>,
    pub wallet: Option<i64>,
    /// What is around each table, as they last heard it.
    around: HashMap<String, Around>,
    /// Every line that ever came, over every connection.
    pub heard: Vec<String>,
}

pub fn command() -> CommandId {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    CommandId(u128::from(NEXT.fetch_add(1, Ordering::Relaxed)) << 64 | u128::from(std::process::id()))
}

impl Client {
    pub async fn connect(port: u16) -> Client {
        Client::connect_to(port, TABLE).await
    }

    /// Somebody who will look at this table.
    pub async fn connect_to(port: u16, table: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://127.0.0.1:{port}/ws")).await.expect("the room is open");
        Client::on(socket, table)
    }

    /// A guest who calls from this address of the machine and looks at nothing.
    pub async fn guest_from(from: &str, port: u16, name: &str) -> Client {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        let line = socket.connect(format!("127.0.0.1:{port}").parse().unwrap()).await.unwrap();
        let room = format!("ws://127.0.0.1:{port}/ws");
        let (socket, _) = client_async(room, MaybeTlsStream::Plain(line)).await.expect("the room is open");
        let mut client = Client::on(socket, TABLE);
        client.hello(None).await;
        client.be_guest(name).await;
        client
    }

    fn on(socket: WebSocketStream<MaybeTlsStream<TcpStream>>, table: &str) -> Client {
        let (at, table) = (table.to_owned(), Follower::new(table));
        Client {
            at,
            socket,
            you: None,
            token: None,
            table,
            view: None,
            wallet: None,
            around: HashMap::new(),
            heard: Vec::new(),
        }
    }

    /// A page that brings a cookie, and says whose page it is.
    pub async fn with_cookie(
        port: u16,
        path: &str,
        cookie: &str,
        origin: Option<&str>,
    ) -> Result<Client, String> {
        use tokio_tungstenite::tungstenite::client::IntoClientRequest;
        let mut request = format!("ws://127.0.0.1:{port}{path}").into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("kozyr-session={cookie}").parse().unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let (socket, _) = connect_async(request).await.map_err(|error| error.to_string())?;
        Ok(Client::on(socket, TABLE))
    }

    /// A guest who looks at the table.
    pub async fn guest(port: u16, name: &str) -> Client {
        Client::guest_at(port, name, TABLE).await
    }

    /// A guest who looks at this table.
    pub async fn guest_at(port: u16, name: &str, table: &str) -> Client {
        let mut client = Client::connect_to(port, table).await;
        client.hello(None).await;
        client.be_guest(name).await;
        client.watch(None).await;
        client
    }

    async fn be_guest(&mut self, name: &str) {
        self.send(&ToServer::Guest { name: Some(name.into()), language: Language::En }).await;
        self.until(|message| matches!(message, ToClient::Welcome { .. })).await;
        assert!(self.you.is_some() && self.token.is_some());
    }

    /// Somebody who was here before and does not look at a table yet.
    pub async fn signed_in(mut self, token: Option<String>) -> Client {
        self.hello(token.clone()).await;
        assert!(self.you.is_some(), "the session is known");
        self.token = token;
        self
    }

    /// Looks at another table from the next `watch` on.
    pub fn go_to(&mut self, table: &str) {
        (self.at, self.table, self.view) = (table.to_owned(), Follower::new(table), None);
    }

    /// Takes in what has come, if something comes soon.
    pub async fn breathe(&mut self) {
        if let Ok(frame) = timeout(Duration::from_millis(10), self.socket.next()).await
            && let Some(Ok(Message::Text(text))) = frame
        {
            self.heard.push(text.to_string());
            let message: ToClient = serde_json::from_str(&text).expect("the room speaks its protocol");
            self.take_in(&message);
        }
    }

    pub async fn hello(&mut self, token: Option<String>) {
        self.send(&ToServer::Hello {
            protocol: kozyr_protocol::room::PROTOCOL,
            token,
            language: Language::En,
        })
        .await;
        self.until(|message| matches!(message, ToClient::Welcome { .. })).await;
    }

    pub async fn watch(&mut self, have: Option<u64>) -> ToClient {
        self.send(&ToServer::Watch { table: self.at.clone(), have }).await;
        let at = self.at.clone();
        self.until(|message| match message {
            ToClient::Snapshot { table, .. } | ToClient::Update { table, .. } => *table == at,
            _ => false,
        })
        .await
    }

    /// Asks for the table as it is now, whatever they know of it.
    pub async fn look_again(&mut self) {
        let at = self.at.clone();
        self.send(&ToServer::Watch { table: at.clone(), have: None }).await;
        self.until(|message| matches!(message, ToClient::Snapshot { table, .. } if *table == at)).await;
    }

    /// Ends the connection, as somebody does whose page is closed.
    pub async fn hang_up(&mut self) {
        let _ = self.socket.close(None).await;
    }

    /// Comes back over a new connection as who they were, with what they have.
    pub async fn come_back(&mut self, port: u16) -> ToClient {
        let (socket, _) = connect_async(format!("ws://127.0.0.1:{port}/ws")).await.expect("the room is open");
        self.socket = socket;
        let was = self.you.clone();
        self.hello(self.token.clone()).await;
        assert_eq!(was.map(|you| you.id), self.you.as_ref().map(|you| you.id));
        self.watch(Some(self.sequence())).await
    }

    pub fn sequence(&self) -> u64 {
        self.table.sequence().expect("a table was looked at")
    }

    /// Every event that ever came.
    pub fn events(&self) -> Vec<TableEvent> {
        let updates = self.heard.iter().filter_map(|line| match serde_json::from_str(line).unwrap() {
            ToClient::Update { steps, .. } => Some(steps),
            _ => None,
        });
        updates.flatten().flat_map(|step| step.events).collect()
    }

    /// The client's own seat.
    pub fn seat(&self) -> Option<kozyr_card_game::Seat> {
        self.view().own.as_ref()?.seat
    }

    pub fn view(&self) -> &TableView {
        self.view.as_ref().expect("a table was looked at")
    }

    pub fn game(&self) -> &HoldemView {
        let GameView::Holdem(game) = &self.view().game else { panic!("a table of Hold’em") };
        game
    }

    pub fn cards(&self) -> Vec<String> {
        match self.view().own.as_ref().and_then(|own| own.game.as_ref()) {
            Some(OwnGame::Holdem(hand)) => hand.cards.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    pub async fn send(&mut self, message: &ToServer) {
        self.send_text(serde_json::to_string(message).unwrap()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("the connection takes it");
    }

    pub async fn try_send(&mut self, text: String) -> Result<(), ()> {
        self.socket.send(Message::text(text)).await.map_err(drop)
    }

    /// The next message, taken in.
    pub async fn next(&mut self) -> Result<ToClient, Option<CloseFrame>> {
        loop {
            let frame =
                timeout(Duration::from_secs(20), self.socket.next()).await.expect("something is heard");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    let message: ToClient =
                        serde_json::from_str(&text).expect("the room speaks its protocol");
                    self.take_in(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    fn take_in(&mut self, message: &ToClient) {
        match message {
            ToClient::Welcome { you, token, .. } => {
                self.you.clone_from(you);
                self.token = token.clone().or(self.token.take());
                self.wallet = you.as_ref().map(|you| you.wallet.units());
            }
            // What is still told of a table they have left.
            ToClient::Snapshot { table, .. } | ToClient::Update { table, .. } if *table != self.at => {}
            ToClient::Snapshot { .. } | ToClient::Update { .. } => {
                assert_eq!(self.table.hear(message), Followed::Taken, "nothing is left out");
                self.view = self.table.view();
            }
            ToClient::Around { table, around } => {
                self.around.insert(table.clone(), (**around).clone());
            }
            ToClient::Wallet { chips } => self.wallet = Some(chips.units()),
            _ => {}
        }
    }

    pub async fn until(&mut self, wanted: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let message = self.next().await.expect("the connection lasts");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// What is around the table they look at, once it is like this: they may have heard so already.
    pub async fn around(&mut self, wanted: impl Fn(&Around) -> bool) -> Around {
        loop {
            if let Some(around) = self.around.get(&self.at).filter(|around| wanted(around)) {
                return around.clone();
            }
            self.next().await.expect("the connection lasts");
        }
    }

    /// Sends a command and waits for its answer.
    pub async fn ask(&mut self, message: &ToServer) -> Answer {
        let id = message.command().expect("a command");
        self.send(message).await;
        let answer =
            self.until(|message| matches!(message, ToClient::Answer { command, .. } if *command == id)).await;
        let ToClient::Answer { result, .. } = answer else { unreachable!() };
        result
    }

    pub async fn sit(&mut self, seat: u8, buy_in: i64) -> Answer {
        let seat = kozyr_card_game::Seat::from_number(seat).unwrap();
        let (table, buy_in) = (self.at.clone(), kozyr_chips::Chips::new(buy_in));
        self.ask(&ToServer::Sit { command: command(), table, seat, buy_in, wait: false }).await
    }

    pub fn act(&self, action: HoldemAction) -> ToServer {
        self.does(GameAction::Holdem(action))
    }

    /// Does this in whatever is played, meant for the turn they see.
    pub fn does(&self, action: GameAction) -> ToServer {
        let turn = self.table.turn().unwrap_or_default();
        ToServer::Act { command: command(), table: self.at.clone(), turn, action }
    }

    pub fn says(&self, word: GameWord) -> ToServer {
        ToServer::Say { command: command(), table: self.at.clone(), word }
    }

    pub fn may_act(&self) -> bool {
        self.table.turn().is_some()
    }
}

pub fn sit(command: CommandId, seat: u8, buy_in: i64) -> ToServer {
    let seat = kozyr_card_game::Seat::from_number(seat).unwrap();
    ToServer::Sit { command, table: TABLE.into(), seat, buy_in: kozyr_chips::Chips::new(buy_in), wait: false }
}

pub fn accepted(answer: &Answer) -> bool {
    matches!(answer, Answer::Accepted { .. })
}

//! Somebody in a tournament, without a page: follows it, watches the table they sit at, and plays boldly.

use futures_util::{SinkExt, StreamExt};
use kozyr_protocol::room::patch::{Tree, apply};
use kozyr_protocol::room::{
    Answer, CommandId, Followed, Follower, GameAction, HoldemAction, HoldemOffer, Language, LobbyTournament,
    OwnGame, PROTOCOL, ToClient, ToServer, TournamentEvent, TournamentOrder, TournamentView, TournamentWish,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub struct Entrant {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub id: u64,
    pub token: Option<String>,
    /// What time it was in the room when they came.
    pub now: i64,
    pub wallet: i64,
    pub tournament: String,
    view: Tree,
    /// How often they were shown all of it.
    told: u32,
    sequence: u64,
    pub table: Option<Follower>,
    pub lobby: Vec<LobbyTournament>,
    /// How often the lobby was told.
    lobbies: u32,
    pub events: Vec<TournamentEvent>,
    pub moved: Vec<String>,
    answers: BTreeMap<CommandId, Answer>,
    acted: Option<u64>,
    /// Takes the next offer to buy in again, and none after it.
    pub buys_again: bool,
    /// Plays by itself, or only looks on.
    pub plays: bool,
}

impl Entrant {
    pub async fn guest(port: u16, name: &str) -> Entrant {
        let mut entrant = Entrant {
            socket: connect(port).await,
            id: 0,
            token: None,
            now: 0,
            wallet: 0,
            tournament: String::new(),
            view: Tree::new(),
            told: 0,
            sequence: 0,
            table: None,
            lobby: Vec::new(),
            lobbies: 0,
            events: Vec::new(),
            moved: Vec::new(),
            answers: BTreeMap::new(),
            acted: None,
            buys_again: true,
            plays: true,
        };
        entrant.hello().await;
        entrant.send(&ToServer::Guest { name: Some(name.into()), language: Language::En }).await;
        while entrant.token.is_none() {
            entrant.listen().await;
        }
        entrant
    }

    async fn hello(&mut self) {
        let token = self.token.clone();
        self.send(&ToServer::Hello { protocol: PROTOCOL, token, language: Language::En }).await;
    }

    /// Plays until the tournament is over, through every death of the room: their place and prize.
    pub async fn play_on(mut self, port: u16) -> (u64, u32, i64) {
        while !matches!(self.view.get("status").and_then(Value::as_str), Some("finished" | "cancelled")) {
            if !self.try_listen().await {
                self.come_back(port).await;
            }
        }
        let view = self.view();
        let place = view.players[&self.id.to_string()].place.clone().expect("everybody has a place");
        (self.id, place.place, place.prize.map_or(0, |prize| prize.units()))
    }

    /// Comes back over a new connection, to the tournament and the table they sit at. The room may have died once more
    /// before they were told how it stands.
    pub async fn come_back(&mut self, port: u16) {
        let tournament = self.tournament.clone();
        loop {
            // A room that was killed is started again soon.
            let Ok((socket, _)) = connect_async(format!("ws://127.0.0.1:{port}/ws")).await else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            self.socket = socket;
            (self.table, self.acted) = (None, None);
            self.hello().await;
            if tournament.is_empty() {
                return;
            }
            (self.tournament, self.view) = (tournament.clone(), Tree::new());
            self.send(&ToServer::Follow { tournament: tournament.clone() }).await;
            while self.view.is_empty() {
                if !self.try_listen().await {
                    break;
                }
            }
            if !self.view.is_empty() {
                return;
            }
        }
    }

    /// Takes the offer to buy in again, when there is one.
    async fn buy_in_again(&mut self) {
        let offers = self.view.get("own").and_then(|own| own.get("offers")).and_then(Value::as_array);
        let offered = offers.is_some_and(|offers| offers.iter().any(|offer| offer["wish"] == "rebuy"));
        if self.plays && offered && self.buys_again {
            self.buys_again = false;
            let (command, tournament) = (super::client::command(), self.tournament.clone());
            self.send(&ToServer::Wish { command, tournament, wish: TournamentWish::Rebuy }).await;
        }
    }

    /// The tournaments of the lobby.
    pub async fn lobby(&mut self) -> Vec<LobbyTournament> {
        // A room that has just started may have no tournament yet: an empty list is an answer too.
        let told = self.lobbies;
        self.send(&ToServer::Lobby).await;
        while self.lobbies == told {
            self.listen().await;
        }
        self.lobby.clone()
    }

    /// The tournament of this kind that is open.
    pub async fn open_one(&mut self, kind: &str) -> LobbyTournament {
        loop {
            self.lobby().await;
            let open = |one: &&LobbyTournament| {
                one.tournament.starts_with(kind)
                    && one.status == kozyr_protocol::room::TournamentStatus::Lobby
            };
            if let Some(one) = self.lobby.iter().find(open) {
                return one.clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn follow(&mut self, tournament: &str) {
        (self.tournament, self.view) = (tournament.to_owned(), Tree::new());
        // What is on its way changes a view they do not have any more.
        let told = self.told;
        self.send(&ToServer::Follow { tournament: tournament.into() }).await;
        while self.told == told {
            self.listen().await;
        }
    }

    pub fn view(&self) -> TournamentView {
        serde_json::from_value(Value::Object(self.view.clone())).expect("the view can be read")
    }

    pub async fn send(&mut self, message: &ToServer) {
        let text = serde_json::to_string(message).unwrap();
        // A room that was killed takes nothing.
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub async fn ask(&mut self, message: &ToServer) -> Answer {
        let id = message.command().expect("a command");
        self.send(message).await;
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.listen().await;
        }
    }

    pub async fn wish(&mut self, wish: TournamentWish) -> Answer {
        let (command, tournament) = (super::client::command(), self.tournament.clone());
        self.ask(&ToServer::Wish { command, tournament, wish }).await
    }

    pub async fn order(&mut self, order: TournamentOrder) -> Answer {
        let (command, tournament) = (super::client::command(), self.tournament.clone());
        self.ask(&ToServer::Direct { command, tournament, order }).await
    }

    /// The next message, taken in; what it leads to is done.
    pub async fn listen(&mut self) {
        assert!(self.try_listen().await, "the connection lasts");
    }

    pub async fn try_listen(&mut self) -> bool {
        loop {
            let heard = timeout(Duration::from_secs(30), self.socket.next()).await;
            match heard.expect("something is heard") {
                Some(Ok(Message::Text(text))) => {
                    self.take_in(serde_json::from_str(&text).expect("the room speaks its protocol")).await;
                    return true;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return false,
                Some(Ok(_)) => {}
            }
        }
    }

    async fn take_in(&mut self, message: ToClient) {
        match message {
            ToClient::Welcome { you, token, now, .. } => {
                self.now = now;
                if let Some(you) = you {
                    (self.id, self.wallet) = (you.id, you.wallet.units());
                }
                self.token = token.or(self.token.take());
            }
            ToClient::Wallet { chips } => self.wallet = chips.units(),
            ToClient::Lobby { tournaments, .. } => {
                self.lobby = tournaments;
                self.lobbies += 1;
            }
            ToClient::Answer { command, result } => drop(self.answers.insert(command, result)),
            ToClient::Tournament { tournament, sequence, view, .. } => {
                assert_eq!(tournament, self.tournament);
                let Ok(Value::Object(tree)) = serde_json::to_value(view) else { panic!("a view") };
                (self.view, self.sequence) = (tree, sequence);
                self.told += 1;
                self.sit_down().await;
            }
            ToClient::TournamentUpdate { after, sequence, events, patch, .. } => {
                assert_eq!(after, self.sequence, "nothing is left out");
                apply(&mut self.view, &patch);
                self.sequence = sequence;
                self.events.extend(events);
                self.sit_down().await;
                self.buy_in_again().await;
            }
            ToClient::Moved { to, .. } => self.moved.push(to),
            message @ (ToClient::Snapshot { .. } | ToClient::Update { .. }) => {
                if let Some(table) = &mut self.table
                    && table.hear(&message) != Followed::Ignored
                {
                    self.act().await;
                }
            }
            _ => {}
        }
    }

    /// Watches the table they sit at.
    async fn sit_down(&mut self) {
        let own = self.view.get("own").and_then(|own| own.get("table")).and_then(Value::as_str);
        let Some(own) = own.map(str::to_owned) else { return };
        let there = self.table.as_ref().is_some_and(|table| table.name() == own);
        if !there {
            if let Some(left) = self.table.take() {
                self.send(&ToServer::Unwatch { table: left.name().to_owned() }).await;
            }
            self.table = Some(Follower::new(own.clone()));
            self.acted = None;
            self.send(&ToServer::Watch { table: own, have: None }).await;
        }
    }

    /// Acts when it is their turn: all in, or along.
    async fn act(&mut self) {
        let Some(table) = &self.table else { return };
        let Some(turn) = table.turn().filter(|&turn| self.plays && self.acted != Some(turn)) else { return };
        let own = table.view().and_then(|view| view.own).and_then(|own| own.game);
        let Some(OwnGame::Holdem(own)) = own else { return };
        let all_in = |offer: &HoldemOffer| match offer {
            HoldemOffer::Bet(size) | HoldemOffer::Raise(size) => Some(size.most),
            _ => None,
        };
        let action = match own.offers.iter().find_map(all_in).filter(|_| turn % 3 == 0) {
            Some(to) => HoldemAction::RaiseTo { to },
            None if own.offers.contains(&HoldemOffer::Show) => HoldemAction::Show,
            None => HoldemAction::CheckOrCall,
        };
        self.acted = Some(turn);
        let (command, table) = (super::client::command(), table.name().to_owned());
        self.send(&ToServer::Act { command, table, turn, action: GameAction::Holdem(action) }).await;
    }
}

async fn connect(port: u16) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    connect_async(format!("ws://127.0.0.1:{port}/ws")).await.expect("the room is open").0
}

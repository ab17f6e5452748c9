//! An evening with real cards over sockets: a director, a screen, and `kill -9`.

use crate::support::client::{accepted, command};
use crate::support::process::Process;
use futures_util::{SinkExt, StreamExt};
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, ChipCount, EveningOrder, EveningRight, EveningView, ExportFormat, Fault, FormLevel, Language,
    LobbyEvening, PROTOCOL, Refusal, ToClient, ToServer, TournamentForm, TournamentRefusal, TournamentStatus,
};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const FAST: &[&str] = &["--pace", "100", "--bots", "0"];

pub(crate) struct Person {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    token: Option<String>,
    /// What was asked for last.
    view: Option<EveningView>,
    told: u32,
}

impl Person {
    /// Somebody who is nobody yet.
    pub(crate) async fn onlooker(port: u16) -> Person {
        let (socket, _) = connect_async(format!("ws://127.0.0.1:{port}/ws")).await.expect("the room is open");
        let mut person = Person { socket, token: None, view: None, told: 0 };
        person.hello(None).await;
        person
    }

    pub(crate) async fn guest(port: u16, name: &str) -> Person {
        let mut person = Person::onlooker(port).await;
        person.send(&ToServer::Guest { name: Some(name.into()), language: Language::En }).await;
        let welcome = person.until(|message| matches!(message, ToClient::Welcome { .. })).await;
        let ToClient::Welcome { token, .. } = welcome else { unreachable!() };
        person.token = token;
        person
    }

    async fn come_back(&mut self, port: u16) {
        self.socket = connect_async(format!("ws://127.0.0.1:{port}/ws")).await.expect("the room is open").0;
        self.hello(self.token.clone()).await;
    }

    async fn hello(&mut self, token: Option<String>) {
        self.send(&ToServer::Hello { protocol: PROTOCOL, token, language: Language::En }).await;
        self.until(|message| matches!(message, ToClient::Welcome { .. })).await;
    }

    async fn send(&mut self, message: &ToServer) {
        self.socket.send(Message::text(serde_json::to_string(message).unwrap())).await.expect("it is open");
    }

    async fn until(&mut self, what: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let heard =
                timeout(Duration::from_secs(30), self.socket.next()).await.expect("something is heard");
            let Some(Ok(Message::Text(text))) = heard else { continue };
            let message: ToClient = serde_json::from_str(&text).expect("the room speaks its protocol");
            if let ToClient::Evening { view, .. } = &message {
                self.view = Some((**view).clone());
                self.told += 1;
            }
            if what(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn look(&mut self, message: &ToServer) -> &EveningView {
        self.send(message).await;
        self.until(|message| matches!(message, ToClient::Evening { .. })).await;
        self.view()
    }

    pub(crate) fn view(&self) -> &EveningView {
        self.view.as_ref().expect("an evening is looked at")
    }

    pub(crate) async fn ask(&mut self, message: &ToServer) -> Answer {
        let id = message.command().expect("a command");
        self.send(message).await;
        let answer =
            self.until(|message| matches!(message, ToClient::Answer { command, .. } if *command == id)).await;
        let ToClient::Answer { result, .. } = answer else { unreachable!() };
        result
    }

    pub(crate) async fn say(&mut self, evening: &str, order: EveningOrder) -> Answer {
        self.ask(&ToServer::Report { command: command(), evening: evening.into(), order }).await
    }

    pub(crate) async fn must(&mut self, evening: &str, order: EveningOrder) {
        let answer = self.say(evening, order.clone()).await;
        assert!(accepted(&answer), "{order:?}: {answer:?}");
    }

    async fn evenings(&mut self) -> Vec<LobbyEvening> {
        self.send(&ToServer::Evenings).await;
        let told = self.until(|message| matches!(message, ToClient::Evenings { .. })).await;
        let ToClient::Evenings { evenings } = told else { unreachable!() };
        evenings
    }

    fn level(&self) -> u32 {
        self.view().tournament.level.number
    }

    fn left(&self) -> u32 {
        self.view().tournament.left
    }
}

pub(crate) fn level(small: i64, seconds: u64) -> FormLevel {
    let (small_blind, big_blind) = (Chips::new(small), Chips::new(small * 2));
    FormLevel { small_blind, big_blind, ante: Chips::ZERO, length_ms: Some(seconds * 1000) }
}

pub(crate) fn form() -> TournamentForm {
    let text = r#"{"name":"Friday","startingChips":1000,"buyIn":20,"seats":9,"levels":[],"prizes":{"by":"preset","preset":"sitAndGo"}}"#;
    let form: TournamentForm = serde_json::from_str(text).unwrap();
    // Long levels: at this pace a minute is over in less than a second.
    TournamentForm { levels: vec![level(10, 36_000), level(20, 36_000), level(40, 36_000)], ..form }
}

pub(crate) fn bust(player: &str, by: &str) -> EveningOrder {
    EveningOrder::Bust { players: vec![player.into()], by: vec![by.into()] }
}

pub(crate) fn no(why: TournamentRefusal) -> Answer {
    Answer::Refused { reason: Refusal::Tournament { why } }
}

#[tokio::test]
async fn a_director_runs_an_evening_with_undo_a_screen_and_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut director = Person::guest(room.port, "Dora").await;
    let mut other = Person::guest(room.port, "Olaf").await;
    let bad = TournamentForm { seats: 1, ..form() };
    let refused = director.ask(&ToServer::OpenEvening { command: command(), form: Box::new(bad) }).await;
    assert!(matches!(refused, Answer::Refused { reason: Refusal::BadForm { .. } }), "{refused:?}");
    let open = ToServer::OpenEvening { command: command(), form: Box::new(form()) };
    let Answer::Created { tournament: evening } = director.ask(&open).await else {
        panic!("it can be played")
    };
    assert_eq!(director.ask(&open).await, Answer::Created { tournament: evening.clone() }, "once");
    assert_eq!(director.evenings().await.len(), 1);
    assert!(other.evenings().await.is_empty());

    // It is the director's alone; the screen is for whoever has its secret, and says nothing of it.
    let follow = ToServer::FollowEvening { evening: evening.clone() };
    let secret = director.look(&follow).await.desk.clone().expect("they run it").screen;
    other.send(&follow).await;
    other.until(|message| matches!(message, ToClient::NoEvening { .. })).await;
    let refused = other.say(&evening, EveningOrder::Start).await;
    assert_eq!(refused, Answer::Refused { reason: Refusal::NotTheHost });
    let mut screen = Person::onlooker(room.port).await;
    let look = ToServer::Screen { screen: secret.clone() };
    assert!(screen.look(&look).await.desk.is_none());
    let sign_in = screen.say(&evening, EveningOrder::Start).await;
    assert_eq!(sign_in, Answer::Refused { reason: Refusal::SignInFirst });

    for name in ["Ann", "Bob", "Cy", "Dee", "Eve"] {
        director.must(&evening, EveningOrder::Enter { player: name.into() }).await;
    }
    let again = director.say(&evening, EveningOrder::Enter { player: " ann ".into() }).await;
    assert_eq!(again, no(TournamentRefusal::AlreadyEntered));
    let empty = director.say(&evening, EveningOrder::Enter { player: " \u{7} ".into() }).await;
    assert_eq!(empty, no(TournamentRefusal::BadName));
    director.must(&evening, EveningOrder::Remove { player: "Eve".into() }).await;
    director.must(&evening, EveningOrder::Start).await;
    let view = director.view();
    assert_eq!((view.tournament.status, view.tournament.left), (TournamentStatus::Running, 4));
    assert!(view.tournament.level_ends_at.is_some());

    // Somebody goes out; it was somebody else.
    director.must(&evening, bust("Dee", "Ann")).await;
    assert_eq!(director.left(), 3);
    let desk = director.view().desk.clone().unwrap();
    assert_eq!(desk.undo, Some(bust("Dee", "Ann")));
    director.must(&evening, EveningOrder::Undo).await;
    assert_eq!((director.left(), director.view().desk.clone().unwrap().redo), (4, Some(bust("Dee", "Ann"))));
    director.must(&evening, EveningOrder::Redo).await;
    director.must(&evening, EveningOrder::Undo).await;
    director.must(&evening, bust("Cy", "Bob")).await;
    assert_eq!(director.say(&evening, EveningOrder::Redo).await, no(TournamentRefusal::NothingToRedo));
    let counts = |ann: i64, bob: i64| EveningOrder::HandOver {
        table: 1,
        counts: [("Ann", ann), ("Bob", bob)]
            .map(|(player, chips)| ChipCount { player: player.into(), chips: Chips::new(chips) })
            .into(),
    };
    let wrong = TournamentRefusal::CountsDoNotAddUp { counted: Chips::new(3001), chips: Chips::new(3000) };
    assert_eq!(director.say(&evening, counts(1500, 1501)).await, no(wrong));
    director.must(&evening, counts(1500, 1500)).await;
    assert_eq!(director.view().tournament.players["Ann"].chips, Chips::new(1500));

    // The clock.
    director.must(&evening, EveningOrder::Pause).await;
    let before = director.view().tournament.level_remaining_ms.unwrap();
    director.must(&evening, EveningOrder::MoveClock { by_ms: 60_000 }).await;
    assert_eq!(director.view().tournament.level_remaining_ms, Some(before + 60_000));
    director.must(&evening, EveningOrder::MoveClock { by_ms: -60_000 }).await;
    assert_eq!(director.view().tournament.level_remaining_ms, Some(before));
    director.must(&evening, EveningOrder::NextLevel).await;
    assert_eq!(director.level(), 2);
    director.must(&evening, EveningOrder::PreviousLevel).await;
    assert_eq!(director.level(), 1);
    director.must(&evening, EveningOrder::Levels { next: vec![level(500, 60), level(1000, 60)] }).await;
    assert_eq!(director.view().levels.len(), 3);
    let refused = director.say(&evening, EveningOrder::Levels { next: vec![level(0, 60)] }).await;
    assert!(matches!(refused, Answer::Refused { reason: Refusal::BadForm { .. } }), "{refused:?}");
    director.must(&evening, EveningOrder::Resume).await;

    // The room dies: everything is there, the clock stands, and everything can still be taken back.
    let (port, known) = (room.port, director.view().tournament.players.clone());
    room.kill_9();
    let room = Process::start(data.path(), port, FAST);
    director.come_back(port).await;
    director.look(&follow).await;
    assert_eq!(director.view().tournament.players, known);
    assert_eq!(director.view().tournament.status, TournamentStatus::Paused);
    assert!(director.view().desk.as_ref().unwrap().orders.contains(&EveningRight::Resume));
    director.must(&evening, EveningOrder::Resume).await;
    screen.come_back(port).await;
    screen.look(&look).await;

    // The screen hears of everything, and of what the clock does without being told.
    director.must(&evening, EveningOrder::NextLevel).await;
    while screen.level() < 2 {
        screen.until(|message| matches!(message, ToClient::Evening { .. })).await;
    }
    while screen.level() < 3 {
        screen.until(|message| matches!(message, ToClient::Evening { .. })).await;
    }
    assert!(screen.told > 2 && screen.view().desk.is_none());

    director.must(&evening, bust("Dee", "Bob")).await;
    director.must(&evening, bust("Ann", "Bob")).await;
    let places = &director.view().tournament.players;
    assert_eq!(director.view().tournament.status, TournamentStatus::Finished);
    assert_eq!(places["Bob"].place.as_ref().map(|place| place.place), Some(1));
    assert_eq!(places["Cy"].place.as_ref().map(|place| place.place), Some(4));
    let paid: Chips = places.values().filter_map(|one| one.place.as_ref()?.prize).sum();
    assert_eq!(paid, Chips::new(80), "numbers only: nobody's wallet has anything to do with it");

    // Files, for the director alone.
    for (format, has) in [(ExportFormat::Csv, "1,Bob,Bob,"), (ExportFormat::Json, "\"position\": 1")] {
        director.send(&ToServer::Export { tournament: evening.clone(), format }).await;
        let told = director.until(|message| matches!(message, ToClient::Export { .. })).await;
        let ToClient::Export { text, .. } = told else { unreachable!() };
        assert!(text.contains(has), "{text}");
    }
    screen.send(&ToServer::Export { tournament: evening.clone(), format: ExportFormat::Csv }).await;
    let fault = Fault::UnknownTournament { tournament: evening.clone() };
    screen.until(|message| *message == ToClient::Error { fault: fault.clone() }).await;

    // The last step can be taken back even now; then it leaves the list, and the screen with it.
    director.must(&evening, EveningOrder::Undo).await;
    assert_eq!(director.left(), 2);
    director.must(&evening, EveningOrder::Forget).await;
    screen.until(|message| matches!(message, ToClient::NoEvening { .. })).await;
    assert!(director.evenings().await.is_empty());
    assert!(room.stop().success());
    crate::support::books::audit(data.path());
}

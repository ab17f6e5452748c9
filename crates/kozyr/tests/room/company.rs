//! What is around tables, over real sockets: the lobby as it changes, a quick seat, the waiting list, spectators and talk.

use crate::support::client::{Client, TABLE, accepted, command};
use crate::support::forms::{form, open};
use crate::support::process::Process;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, ChatLine, DurakMode, GameInfo, GameName, HoldemAction, HostOrder, LobbyFilter, LobbyTable,
    PlayerKind, Reaction, Refusal, Said, TableForm, TableGame, ToClient, ToServer,
};

const FAST: &[&str] = &["--pace", "20", "--bots", "0"];

fn refused(reason: Refusal) -> Answer {
    Answer::Refused { reason }
}

fn id(client: &Client) -> u64 {
    client.you.as_ref().unwrap().id
}

fn text(text: &str) -> Said {
    Said::Text { text: text.into() }
}

async fn say(client: &mut Client, table: Option<&str>, said: Said) -> Answer {
    client.ask(&ToServer::Chat { command: command(), table: table.map(str::to_owned), said }).await
}

/// The next lines that are said there.
async fn hear(client: &mut Client, at: Option<&str>) -> Vec<ChatLine> {
    let there =
        |message: &ToClient| matches!(message, ToClient::Chat { table, .. } if table.as_deref() == at);
    let ToClient::Chat { lines, .. } = client.until(there).await else { unreachable!() };
    lines
}

#[tokio::test]
async fn talk_is_heard_by_those_at_the_table_cleaned_and_not_too_much_of_it() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut bob = Client::guest(room.port, "Bob").await;
    let hello = ToServer::Chat {
        command: command(),
        table: Some(TABLE.into()),
        said: text(" Привет\u{202e},\u{0} all\u{200b} "),
    };
    assert!(accepted(&ann.ask(&hello).await));
    assert!(accepted(&ann.ask(&hello).await), "the same again is said once");
    let lines = hear(&mut bob, Some(TABLE)).await;
    assert_eq!((lines[0].player, lines[0].name.as_str()), (id(&ann), "Ann"));
    assert_eq!(lines[0].said, text("Привет, all"));
    let nice = Said::Reaction { reaction: Reaction::Nice };
    assert!(accepted(&say(&mut bob, Some(TABLE), nice.clone()).await));
    let lines = hear(&mut ann, Some(TABLE)).await;
    let next = if lines[0].player == id(&ann) { hear(&mut ann, Some(TABLE)).await } else { lines };
    assert_eq!((next[0].number, &next[0].said), (2, &nice));
    // Whoever comes later hears what was said lately.
    let mut dora = Client::connect(room.port).await;
    dora.hello(None).await;
    dora.send(&ToServer::Watch { table: TABLE.into(), have: None }).await;
    assert_eq!(hear(&mut dora, Some(TABLE)).await.len(), 2);
    assert_eq!(say(&mut dora, Some(TABLE), nice.clone()).await, refused(Refusal::SignInFirst));
    assert_eq!(say(&mut ann, Some("holdem-2"), nice.clone()).await, refused(Refusal::UnknownTable));
    assert_eq!(say(&mut ann, Some(TABLE), text("https://x.example")).await, refused(Refusal::NoLinks));
    assert_eq!(say(&mut ann, Some(TABLE), text(" \u{202e} ")).await, refused(Refusal::BadText));
    assert_eq!(say(&mut ann, Some(TABLE), text(&"x".repeat(201))).await, refused(Refusal::BadText));
    let mut most = 0;
    while accepted(&say(&mut ann, Some(TABLE), text("again")).await) {
        most += 1;
        assert!(most < 20, "nobody stops them");
    }
    assert_eq!(say(&mut ann, Some(TABLE), text("again")).await, refused(Refusal::TooMuchTalk));
    // The lobby hears its own talk and no table's.
    bob.send(&ToServer::FollowLobby { filter: LobbyFilter::default() }).await;
    dora.send(&ToServer::FollowLobby { filter: LobbyFilter::default() }).await;
    dora.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    assert!(accepted(&say(&mut bob, None, text("anybody for Seka?")).await));
    assert_eq!(hear(&mut dora, None).await[0].said, text("anybody for Seka?"));
    assert!(room.stop().success());
}

#[tokio::test]
async fn a_host_silences_and_talk_of_a_private_table_stays_there() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let opened = open(&mut ann, TableForm { name: None, seats: 2, turn_secs: 0, ..form(true) }).await;
    let Answer::Opened { table, secret: Some(secret) } = opened else { panic!("{opened:?}") };
    ann.go_to(&table);
    ann.watch(None).await;
    let mut bob = Client::guest(room.port, "Bob").await;
    assert_eq!(say(&mut bob, Some(&table), text("hm")).await, refused(Refusal::UnknownTable));
    bob.send(&ToServer::Enter { table: table.clone(), secret }).await;
    bob.go_to(&table);
    bob.watch(None).await;
    assert!(accepted(&say(&mut bob, Some(&table), text("hello")).await));
    assert_eq!(hear(&mut ann, Some(&table)).await[0].said, text("hello"));
    let order = |order: HostOrder| ToServer::Host { command: command(), table: table.clone(), order };
    let bobs = id(&bob);
    assert!(accepted(&ann.ask(&order(HostOrder::Silence { player: bobs, silent: true })).await));
    assert_eq!(say(&mut bob, Some(&table), text("hello?")).await, refused(Refusal::Silenced));
    assert!(accepted(&ann.ask(&order(HostOrder::Silence { player: bobs, silent: false })).await));
    assert!(accepted(&say(&mut bob, Some(&table), text("thanks")).await));
    // Whoever is removed hears nothing of it any more.
    assert!(accepted(&ann.ask(&order(HostOrder::Remove { player: bobs })).await));
    bob.until(|message| matches!(message, ToClient::Unwatched { .. })).await;
    assert!(accepted(&say(&mut ann, Some(&table), text("among us")).await));
    assert_eq!(say(&mut bob, Some(&table), text("hm")).await, refused(Refusal::RemovedByHost));
    assert!(!bob.heard.iter().any(|line| line.contains("among us")));
    assert!(room.stop().success());
}

#[tokio::test]
async fn whoever_waits_for_a_seat_gets_the_next_one() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    // Durak for two: a small table is soon full.
    let table = "durak-2";
    let (mut people, mut sittings) = (Vec::new(), Vec::new());
    for (name, seat) in [("Ann", 1), ("Bob", 2)] {
        let mut client = Client::guest_at(room.port, name, table).await;
        let seat = kozyr_card_game::Seat::from_number(seat).unwrap();
        let sit = ToServer::Sit {
            command: command(),
            table: table.into(),
            seat,
            buy_in: Chips::new(0),
            wait: false,
        };
        let answer = client.ask(&sit).await;
        assert!(accepted(&answer));
        sittings.push((sit, answer));
        people.push(client);
    }
    let wait = |wait| ToServer::WaitForSeat { command: command(), table: table.into(), wait };
    let mut carl = Client::guest_at(room.port, "Carl", table).await;
    let mut dora = Client::guest_at(room.port, "Dora", table).await;
    assert!(accepted(&carl.ask(&wait(true)).await));
    assert!(accepted(&dora.ask(&wait(true)).await));
    let queue = dora.around(|around| around.waiting.len() == 2).await;
    assert_eq!(queue.waiting.iter().map(|one| one.player).collect::<Vec<_>>(), [id(&carl), id(&dora)]);
    assert_eq!(queue.spectators, 2);
    assert_eq!(people[0].ask(&wait(true)).await, refused(Refusal::AlreadySo), "they sit");
    // A seat comes free: it is kept for the first of them, for a while.
    assert!(accepted(&people[1].ask(&ToServer::Leave { command: command(), table: table.into() }).await));
    carl.around(|around| around.kept_until.is_some() && around.all_kept).await;
    let (sit, answer) = &sittings[1];
    assert_eq!(people[1].ask(sit).await, *answer, "sitting down once more is answered as it was");
    assert_eq!(dora.sit(2, 0).await, refused(Refusal::SeatKept));
    assert!(accepted(&carl.sit(2, 0).await));
    dora.around(|around| around.waiting.len() == 1 && around.kept_until.is_none() && !around.all_kept).await;
    assert!(accepted(&dora.ask(&wait(false)).await));
    dora.around(|around| around.waiting.is_empty()).await;
    let mut eve = Client::guest(room.port, "Eve").await;
    let free = ToServer::WaitForSeat { command: command(), table: TABLE.into(), wait: true };
    assert_eq!(eve.ask(&free).await, refused(Refusal::SeatFree));
    assert!(room.stop().success());
}

async fn followed(client: &mut Client, filter: LobbyFilter) -> Vec<LobbyTable> {
    client.send(&ToServer::FollowLobby { filter }).await;
    let heard = client.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tables, .. } = heard else { unreachable!() };
    tables
}

#[tokio::test]
async fn the_lobby_tells_what_changes_and_finds_a_seat() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, FAST);
    let mut ann = Client::guest(room.port, "Ann").await;
    let mut bob = Client::connect(room.port).await;
    bob.hello(None).await;
    let seka = LobbyFilter { game: Some(GameName::Seka), ..LobbyFilter::default() };
    let tables = followed(&mut bob, seka.clone()).await;
    assert!(!tables.is_empty() && tables.iter().all(|table| table.table.starts_with("seka-")));
    let dear = LobbyFilter { least_stake: Some(Chips::new(50)), ..seka.clone() };
    assert_eq!(followed(&mut bob, dear).await.len(), 1);
    let six = LobbyFilter { game: Some(GameName::Holdem), seats: Some(9), ..LobbyFilter::default() };
    assert_eq!(followed(&mut bob, six).await.len(), 1);
    // Durak is looked for by its mode, stake and seats.
    for mode in [DurakMode::Plain, DurakMode::Transfer, DurakMode::TrafficLight, DurakMode::Pairs] {
        let wanted = LobbyFilter { mode: Some(mode), ..LobbyFilter::default() };
        let tables = followed(&mut bob, wanted).await;
        let fits =
            |table: &LobbyTable| matches!(&table.info.game, GameInfo::Durak(durak) if durak.mode == mode);
        assert!(!tables.is_empty() && tables.iter().all(fits), "{mode:?}: {tables:?}");
        let (seats, stake) = (tables[0].info.seats, tables[0].info.least_buy_in);
        let seated = LobbyFilter {
            mode: Some(mode),
            seats: Some(seats),
            most_stake: Some(stake),
            ..LobbyFilter::default()
        };
        bob.send(&ToServer::QuickSeat { filter: seated }).await;
        bob.until(|message| matches!(message, ToClient::QuickSeat { table: Some(table) } if table.starts_with("durak-")))
            .await;
    }
    followed(&mut bob, LobbyFilter { game: Some(GameName::Holdem), free: true, ..LobbyFilter::default() })
        .await;
    assert!(accepted(&ann.sit(2, 100).await));
    let changed = |message: &ToClient| match message {
        ToClient::LobbyUpdate { tables, .. } => {
            tables.iter().any(|table| table.table == TABLE && table.seated == 1)
        }
        _ => false,
    };
    bob.until(changed).await;
    // Who sits there is told, and how it goes as soon as something is played.
    let mut carl = Client::guest(room.port, "Carl").await;
    assert!(accepted(&carl.sit(4, 100).await));
    let both = |message: &ToClient| match message {
        ToClient::LobbyUpdate { tables, .. } => tables.iter().any(|table| {
            let names: Vec<&str> = table.people.iter().map(|person| person.name.as_str()).collect();
            table.table == TABLE && names == ["Ann", "Carl"]
        }),
        _ => false,
    };
    bob.until(both).await;
    let lives = |message: &ToClient| match message {
        ToClient::LobbyUpdate { lives, tables, .. } => {
            tables.is_empty()
                && lives.iter().any(|tick| {
                    tick.table == TABLE && tick.life.is_some_and(|life| life.pot == Some(Chips::new(3)))
                })
        }
        _ => false,
    };
    bob.until(lives).await;
    // Where somebody sits already is better than where nobody does.
    let quick = |filter| ToServer::QuickSeat { filter };
    let small = LobbyFilter {
        game: Some(GameName::Holdem),
        most_stake: Some(Chips::new(2)),
        ..LobbyFilter::default()
    };
    bob.send(&quick(small)).await;
    bob.until(|message| *message == ToClient::QuickSeat { table: Some(TABLE.into()) }).await;
    let none = LobbyFilter { least_stake: Some(Chips::new(1_000_000)), ..LobbyFilter::default() };
    bob.send(&quick(none)).await;
    bob.until(|message| *message == ToClient::QuickSeat { table: None }).await;
    // A table that opens is told, and a private one is not.
    let game = TableGame::Seka { base: Chips::new(7) };
    for private in [true, false] {
        let opened = open(&mut ann, TableForm { name: None, game: game.clone(), ..form(private) }).await;
        assert!(matches!(opened, Answer::Opened { .. }));
    }
    followed(&mut bob, seka).await.iter().for_each(|table| assert!(!table.private, "{table:?}"));
    assert!(!bob.heard.iter().any(|line| line.contains("\"private\":true")));
    assert!(room.stop().success());
}

fn bots(client: &Client) -> usize {
    client.view().seats.values().filter(|seat| seat.kind == PlayerKind::Bot).count()
}

#[tokio::test]
async fn bots_come_to_a_private_table_only_when_its_host_asks_for_them() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "20"]);
    let mut people = Vec::new();
    for (name, private) in [("Ann", true), ("Bob", false)] {
        let mut client = Client::guest(room.port, name).await;
        let opened = open(&mut client, TableForm { name: None, bots: !private, ..form(private) }).await;
        let Answer::Opened { table, .. } = opened else { panic!("{opened:?}") };
        client.go_to(&table);
        client.watch(None).await;
        assert!(accepted(&client.sit(1, 100).await));
        people.push((client, table));
    }
    let [(ann, table), (bob, _)] = people.as_mut_slice() else { unreachable!() };
    // Both wait for company; where it was asked for, it comes.
    while bots(bob) == 0 {
        bob.next().await.unwrap();
    }
    ann.watch(None).await;
    assert_eq!(bots(ann), 0, "nobody asked");
    let order =
        |on| ToServer::Host { command: command(), table: table.clone(), order: HostOrder::Bots { on } };
    assert!(accepted(&ann.ask(&order(true)).await));
    while bots(ann) == 0 {
        ann.next().await.unwrap();
    }
    assert!(accepted(&ann.ask(&order(false)).await));
    // They finish the hand and go.
    while bots(ann) > 0 {
        if ann.may_act() {
            let fold = ann.act(HoldemAction::Fold);
            ann.ask(&fold).await;
        } else {
            ann.breathe().await;
        }
    }
    assert!(room.stop().success());
}

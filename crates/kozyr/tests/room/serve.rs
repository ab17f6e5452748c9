//! The room as people meet it: a process, sockets, a database, and what happens when one of them fails.

use crate::support::books::{audit, cards_in_line, hands};
use crate::support::client::{Client, TABLE, accepted, command, sit};
use crate::support::process::Process;
use kozyr_protocol::room::{
    Answer, Fault, Followed, Follower, HoldemAction, HoldemEvent, Refusal, TableEvent, ToClient, ToServer,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Faster than life, and nobody but the test's own clients.
const ALONE: &[&str] = &["--pace", "5", "--bots", "0"];

/// Two guests at the table, in seats 1 and 4, with a hand running.
async fn two_at_the_table(port: u16) -> [Client; 2] {
    let mut ann = Client::guest(port, "Ann").await;
    let mut bob = Client::guest(port, "Bob").await;
    assert!(accepted(&ann.sit(1, 100).await));
    assert!(accepted(&bob.sit(4, 200).await));
    for client in [&mut ann, &mut bob] {
        while !client.view().running {
            client.next().await.unwrap();
        }
        assert_eq!(client.cards().len(), 2);
    }
    [ann, bob]
}

/// One step of a hand in which both check or call: whoever may act does, or whoever lags behind listens.
async fn step([ann, bob]: &mut [Client; 2]) {
    let (behind, ahead) = if ann.sequence() < bob.sequence() { (ann, bob) } else { (bob, ann) };
    if behind.sequence() < ahead.sequence() {
        behind.next().await.unwrap();
        return;
    }
    let actor = if ahead.may_act() { ahead } else { behind };
    assert!(actor.may_act(), "somebody may act in a running hand");
    let act = actor.act(HoldemAction::CheckOrCall);
    let answer = actor.ask(&act).await;
    assert!(accepted(&answer), "{answer:?}");
}

/// Both check or call until the hand is over.
async fn play_on(players: &mut [Client; 2]) {
    let hand = players[0].view().hand;
    while players.iter().any(|client| client.view().running) {
        step(players).await;
        assert!(players.iter().all(|client| client.view().hand == hand));
    }
}

/// No card in any line but the client's own, the board, and what was turned over.
fn nobody_saw_more(client: &Client, data: &Path) {
    let person = client.you.as_ref().unwrap().id;
    let hands = hands(data);
    let mut cards_seen = 0;
    let mut table = Follower::new(TABLE);
    for line in &client.heard {
        let message: ToClient = serde_json::from_str(line).unwrap();
        if table.hear(&message) != Followed::Taken {
            continue;
        }
        let view = table.view().unwrap();
        let Some(hand) = hands.get(&view.hand) else { continue };
        let kozyr_protocol::room::GameView::Holdem(game) = &view.game else { continue };
        let mut allowed = hand.board.clone();
        allowed.extend(hand.hole.get(&person).into_iter().flatten().cloned());
        for shown in game.players.values().filter(|_| !view.running) {
            allowed.extend(shown.cards.iter().map(ToString::to_string));
        }
        let seen = cards_in_line(line);
        cards_seen += seen.len();
        let too_much: Vec<_> = seen.difference(&allowed).collect();
        assert!(too_much.is_empty(), "{person} saw {too_much:?} in {line}");
        assert!(!line.contains(&hand.deck[..20]));
    }
    assert!(cards_seen > 10, "only {cards_seen} cards: the check sees nothing");
}

#[tokio::test]
async fn two_clients_play_a_hand_to_the_showdown() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut watcher = Client::connect(room.port).await;
    watcher.hello(None).await;
    assert!(watcher.you.is_none());
    watcher.watch(None).await;
    let mut players = two_at_the_table(room.port).await;
    play_on(&mut players).await;
    for client in &players {
        let shown = client.game().players.values().filter(|player| !player.cards.is_empty()).count();
        assert!(shown >= 1, "there was a showdown");
        assert_eq!(client.game().boards[0].len(), 5);
        assert_eq!(client.view().seats.values().map(|seat| seat.stack.units()).sum::<i64>(), 300);
        assert_eq!(client.game().players.values().map(|player| player.won.units()).sum::<i64>(), 4);
        let told: Vec<TableEvent> = events(client);
        for wanted in ["dealtHole", "dealtBoard", "checked", "collected", "won"] {
            let there = told.iter().any(|event| serde_json::to_string(event).unwrap().contains(wanted));
            assert!(there, "nobody was told of {wanted}");
        }
    }
    while watcher.sequence() < players[0].sequence() {
        watcher.next().await.unwrap();
    }
    assert!(room.stop().success());
    for client in &players {
        nobody_saw_more(client, data.path());
    }
    let open: BTreeSet<String> = watcher.heard.iter().flat_map(|line| cards_in_line(line)).collect();
    let hand = &hands(data.path())[&1];
    let shown = events(&watcher).into_iter().filter_map(|event| match event {
        TableEvent::Holdem(HoldemEvent::Shown { cards, .. }) => Some(cards),
        _ => None,
    });
    let shown: BTreeSet<String> = shown.flatten().map(|card| card.to_string()).collect();
    assert_eq!(open, hand.board.union(&shown).cloned().collect(), "a watcher sees what is open");
    let accounts = audit(data.path());
    assert_eq!((accounts["table/holdem-1:FUN"], accounts["issuance:FUN"]), (300, -4000));
}

fn events(client: &Client) -> Vec<TableEvent> {
    client.events()
}

#[tokio::test]
async fn the_same_command_twice_acts_once_also_across_a_crash() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let mut ann = Client::guest(port, "Ann").await;
    let take_seat = sit(command(), 2, 150);
    let first = ann.ask(&take_seat).await;
    assert!(accepted(&first));
    assert_eq!(ann.ask(&take_seat).await, first, "the same answer");
    // Another connection of the same person, and the same command sent twice in one go.
    let mut second = Client::connect(port).await;
    second.hello(ann.token.clone()).await;
    second.watch(None).await;
    assert_eq!(second.ask(&take_seat).await, first);
    let out = ToServer::SitOut { command: command(), table: TABLE.into() };
    second.send(&out).await;
    let answer = second.ask(&out).await;
    assert!(accepted(&answer));
    assert!(matches!(second.next().await, Ok(ToClient::Answer { result, .. }) if result == answer));
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    ann.come_back(port).await;
    assert_eq!(ann.ask(&take_seat).await, first, "a crash does not make it a new command");
    assert_eq!(ann.ask(&out).await, answer);
    assert_eq!(ann.view().seats.len(), 1);
    assert_eq!(ann.you.as_ref().unwrap().wallet.units(), 1850, "paid once");
    // Another's command of the same id is another command.
    let mut bob = Client::guest(port, "Bob").await;
    assert_eq!(bob.ask(&take_seat).await, Answer::Refused { reason: Refusal::SeatTaken });
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_killed_room_goes_on_with_the_same_hand() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let port = room.port;
    let mut players = two_at_the_table(port).await;
    // To the flop.
    while players.iter().any(|client| client.game().boards[0].is_empty()) {
        step(&mut players).await;
    }
    let before: Vec<_> = players
        .iter()
        .map(|client| (client.cards(), client.game().boards.clone(), client.view().hand))
        .collect();
    room.kill_9();
    let room = Process::start(data.path(), port, ALONE);
    for (client, (cards, boards, hand)) in players.iter_mut().zip(&before) {
        let resumed = client.come_back(port).await;
        assert!(matches!(resumed, ToClient::Update { .. }), "the gap, not everything anew");
        assert_eq!((&client.cards(), client.view().hand), (cards, *hand), "the same hand");
        assert_eq!(&client.game().boards, boards);
        assert!(client.view().running);
        let clock = client.view().clocks.values().next().copied().unwrap();
        let (left, total) = (clock.until - client.table.now(), clock.until - clock.since);
        assert!(left * 10 > total * 5, "everybody has their time back: {clock:?}");
        assert!(events(client).contains(&TableEvent::Resumed));
    }
    play_on(&mut players).await;
    assert_eq!(players[0].game().boards[0][..3], before[0].1[0][..3]);
    // Nobody can be told what happened before everything there is.
    let ancient = players[0].watch(Some(0)).await;
    assert!(matches!(ancient, ToClient::Snapshot { .. } | ToClient::Update { .. }));
    let future = players[0].watch(Some(1 << 40)).await;
    assert!(matches!(future, ToClient::Snapshot { .. }));
    assert!(room.stop().success());
    for client in &players {
        nobody_saw_more(client, data.path());
    }
    audit(data.path());
}

#[tokio::test]
async fn time_runs_out_for_who_does_not_act() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "100", "--bots", "0"]);
    let mut players = two_at_the_table(room.port).await;
    for client in &mut players {
        while client.view().running {
            client.next().await.unwrap();
        }
    }
    assert!(events(&players[0]).iter().any(|event| matches!(event, TableEvent::TimedOut { .. })));
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test]
async fn a_person_alone_plays_with_bots_and_they_leave_when_he_does() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "50"]);
    let mut ann = Client::guest(room.port, "Ann").await;
    assert!(accepted(&ann.sit(3, 200).await));
    let mut hands_played = BTreeSet::new();
    while hands_played.len() < 4 {
        if ann.may_act() {
            let act = ann.act(HoldemAction::CheckOrCall);
            let answer = ann.ask(&act).await;
            // The clocks run fifty times faster here: a busy machine may be too late.
            assert!(
                accepted(&answer)
                    || matches!(
                        answer,
                        Answer::Refused {
                            reason: Refusal::TurnIsOver | Refusal::NotYourTurn | Refusal::NotInHand
                        }
                    ),
                "{answer:?}"
            );
        } else {
            ann.next().await.unwrap();
        }
        if !ann.view().running && ann.view().hand > 0 {
            hands_played.insert(ann.view().hand);
        }
        if ann.seat().is_none() {
            assert!(accepted(&ann.sit(3, 200).await), "broke: sit down again");
        }
    }
    let bots = |client: &Client| {
        client.view().seats.values().filter(|seat| seat.kind == kozyr_protocol::room::PlayerKind::Bot).count()
    };
    assert!(bots(&ann) >= 1, "{:?}", ann.view());
    let leave = ToServer::Leave { command: command(), table: TABLE.into() };
    assert!(accepted(&ann.ask(&leave).await));
    while !ann.view().seats.is_empty() {
        ann.next().await.unwrap();
    }
    assert!(room.stop().success());
    nobody_saw_more(&ann, data.path());
    let accounts = audit(data.path());
    assert_eq!(accounts["table/holdem-1:FUN"], 0, "all chips are back");
}

#[tokio::test]
async fn nonsense_is_answered_and_floods_end() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let fault = |message: ToClient| match message {
        ToClient::Error { fault } => fault,
        other => panic!("{other:?}"),
    };
    let mut client = Client::connect(room.port).await;
    client.send_text(r#"{"type":"lobby"}"#.into()).await;
    assert_eq!(fault(client.next().await.unwrap()), Fault::HelloFirst);
    client.hello(Some("no such token".into())).await;
    for text in ["", "{}", "[[[[[[", r#"{"type":"sit"}"#, "\u{0}", &"x".repeat(4096)] {
        client.send_text(text.into()).await;
        assert!(matches!(fault(client.next().await.unwrap()), Fault::Unreadable { .. }), "{text}");
    }
    client.send_text(r#"{"type":"watch","table":"nowhere","have":null}"#.into()).await;
    assert_eq!(fault(client.next().await.unwrap()), Fault::UnknownTable { table: "nowhere".into() });
    assert_eq!(client.ask(&sit(command(), 1, 100)).await, Answer::Refused { reason: Refusal::SignInFirst });
    client.send_text(r#"{"type":"guest","name":"\u202eevil","language":"en"}"#.into()).await;
    assert_eq!(fault(client.next().await.unwrap()), Fault::BadName);
    client.send(&ToServer::Ping { echo: 9 }).await;
    assert_eq!(client.next().await.unwrap(), ToClient::Pong { echo: 9 });

    client.send_text("x".repeat(5000)).await;
    assert_eq!(end(&mut client).await, Some(1009), "too long");
    let mut flooder = Client::connect(room.port).await;
    flooder.hello(None).await;
    for echo in 0..600 {
        let message = serde_json::to_string(&ToServer::Ping { echo }).unwrap();
        if flooder.try_send(message).await.is_err() {
            break;
        }
    }
    assert!(matches!(end(&mut flooder).await, Some(1008) | None), "a flood");
    let told = flooder.heard.iter().any(|line| line.contains("tooFast"));
    assert!(told || flooder.heard.len() < 200, "told before it ended");
    let mut stranger = Client::connect(room.port).await;
    stranger.send_text(r#"{"type":"hello","protocol":99,"token":null,"language":"en"}"#.into()).await;
    assert_eq!(
        fault(stranger.next().await.unwrap()),
        Fault::AnotherProtocol { protocol: kozyr_protocol::room::PROTOCOL }
    );
    // The room is none the worse for it.
    let mut ann = Client::guest(room.port, "Ann").await;
    assert!(accepted(&ann.sit(1, 100).await));
    for (seat, chips, reason) in [
        (1, 100, Refusal::SeatedAlready { seat: kozyr_card_game::Seat::from_index(0) }),
        (9, 100, Refusal::SeatedAlready { seat: kozyr_card_game::Seat::from_index(0) }),
    ] {
        assert_eq!(ann.sit(seat, chips).await, Answer::Refused { reason });
    }
    let mut bob = Client::guest(room.port, "Bob").await;
    assert_eq!(bob.sit(9, 100).await, Answer::Refused { reason: Refusal::NoSuchSeat { seats: 6 } });
    assert!(matches!(bob.sit(2, 1).await, Answer::Refused { reason: Refusal::BuyInOutOfRange { .. } }));
    let act = bob.act(HoldemAction::Fold);
    assert_eq!(bob.ask(&act).await, Answer::Refused { reason: Refusal::NotSeated });
    assert!(room.stop().success());
}

#[tokio::test]
async fn absurd_numbers_are_refused_and_the_hand_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut players = two_at_the_table(room.port).await;
    let mut carol = Client::guest(room.port, "Carol").await;
    let absurd = [i64::MIN, i64::MIN + 1, -1, 0, i64::MAX - 1, i64::MAX];
    for chips in absurd {
        let answer = carol.sit(2, chips).await;
        assert!(matches!(answer, Answer::Refused { reason: Refusal::BuyInOutOfRange { .. } }), "{answer:?}");
    }
    assert!(accepted(&carol.sit(2, 100).await));
    for chips in absurd {
        let amount = kozyr_chips::Chips::new(chips);
        let answer = carol.ask(&ToServer::AddChips { command: command(), table: TABLE.into(), amount }).await;
        assert!(matches!(answer, Answer::Refused { reason: Refusal::BuyInOutOfRange { .. } }), "{answer:?}");
    }
    let actor = players.iter_mut().find(|client| client.may_act()).expect("somebody may act");
    for chips in absurd {
        let act = actor.act(HoldemAction::RaiseTo { to: kozyr_chips::Chips::new(chips) });
        let answer = actor.ask(&act).await;
        let expected = matches!(
            answer,
            Answer::Refused { reason: Refusal::RaiseTooSmall { .. } | Refusal::RaiseTooLarge { .. } }
        );
        assert!(expected, "{answer:?}");
    }
    for turn in [0, u64::MAX] {
        let mut act = actor.act(HoldemAction::Fold);
        if let ToServer::Act { turn: quoted, .. } = &mut act {
            *quoted = turn;
        }
        assert_eq!(actor.ask(&act).await, Answer::Refused { reason: Refusal::TurnIsOver });
    }
    assert!(matches!(carol.watch(Some(u64::MAX)).await, ToClient::Snapshot { .. }));
    play_on(&mut players).await;
    assert!(room.stop().success());
    audit(data.path());
}

/// Reads until the room ends the connection, and with which code.
async fn end(client: &mut Client) -> Option<u16> {
    loop {
        if let Err(frame) = client.next().await {
            return frame.map(|frame| frame.code.into());
        }
    }
}

#[tokio::test]
async fn who_is_connected_hears_that_the_room_stops() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let mut ann = Client::guest(room.port, "Ann").await;
    let stopped = tokio::task::spawn_blocking(move || room.stop());
    ann.until(|message| matches!(message, ToClient::Error { fault: Fault::Stopping })).await;
    assert_eq!(end(&mut ann).await, Some(1012));
    assert!(stopped.await.unwrap().success());
}

#[test]
fn it_says_how_it_is_and_serves_its_page() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let health = room.get("/healthz");
    assert!(health.starts_with("HTTP/1.1 200") && health.ends_with("ok\n"), "{health}");
    for path in ["/", "/table/holdem-1"] {
        let page = room.get(path);
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("<!doctype html>"), "{page}");
    }
    assert!(room.get("/no-such-file.js").starts_with("HTTP/1.1 404"));
    assert!(room.get("/../Cargo.toml").starts_with("HTTP/1.1 404"));
    assert!(room.stop().success());
}

#[test]
fn a_browser_is_told_to_be_careful_with_what_it_gets() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, ALONE);
    let head = |path: &str| {
        let answer = room.get(path);
        answer.split("\r\n\r\n").next().unwrap().to_ascii_lowercase()
    };
    let page = room.get("/");
    let asset = page.split('"').find(|text| text.starts_with("/assets/")).map(str::to_owned);
    for path in ["/", "/table/holdem-1", "/no-such-file.js"].into_iter().chain(asset.as_deref()) {
        let head = head(path);
        for line in
            ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "frame-ancestors 'none'"]
        {
            assert!(head.contains(line), "{path} without {line}:\n{head}");
        }
        let policy = head.lines().find(|line| line.starts_with("content-security-policy: ")).unwrap();
        assert!(policy.contains("default-src 'none'"), "{policy}");
        // Neither scripts in the page nor anything from elsewhere.
        for loose in ["script-src 'unsafe", "unsafe-eval", "http:", "https:", "ws:", "wss:", "data:", "*"] {
            assert!(!policy.contains(loose), "{path}: {policy}");
        }
    }
    match asset {
        Some(asset) => {
            assert!(head(&asset).contains("immutable"), "a name with a hash never changes");
            assert!(head("/").contains("cache-control: no-cache"), "the page names the new ones");
        }
        None => eprintln!("skipped: what is kept how long; the page is not built"),
    }
    assert!(room.stop().success());
}

/// What `kozyr serve` says when it cannot: one line, and exit code 1.
fn refused(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kozyr")).arg("serve").args(args).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(output.stdout.is_empty());
    text
}

#[test]
fn a_bad_address_or_folder_is_one_clear_line() {
    let data = tempfile::tempdir().unwrap();
    let here = data.path().to_str().unwrap();
    assert!(refused(&["--listen", "nonsense", "--data", here]).contains("like 127.0.0.1:8080"));
    assert!(refused(&["--listen", "127.0.0.1:99999", "--data", here]).contains("99999"));
    let file = data.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let under = file.join("below");
    assert!(refused(&["--listen", "127.0.0.1:0", "--data", under.to_str().unwrap()]).contains("--data"));
    std::fs::write(data.path().join("kozyr.db"), "this is no database, whatever it is called").unwrap();
    refused(&["--listen", "127.0.0.1:0", "--data", here]);
    let other = tempfile::tempdir().unwrap();
    let room = Process::start(other.path(), 0, ALONE);
    let taken = format!("127.0.0.1:{}", room.port);
    assert!(refused(&["--listen", &taken, "--data", here]).contains("--listen"));
    refused(&["--listen", "127.0.0.1:0", "--data", other.path().to_str().unwrap()]);
}

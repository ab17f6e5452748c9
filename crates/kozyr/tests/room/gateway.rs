//! UpDAU over real sockets: whole games, cut and taken up again, over plain TCP and WebSockets.

use crate::support::books::audit;
use crate::support::process::Process;
use crate::support::updau::{Carrier, Heard, Player};
use kozyr_cards::Card;
use kozyr_protocol::updau::{Answer, News, Stage, Wire};
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;
use tokio::time::timeout;

const ROOM: &[&str] = &["--pace", "2", "--bots", "0", "--updau-listen", "127.0.0.1:0"];
const TWO: &str = r#"game_type="durak_podkidnoi" cash_bet="100" num_seats="2" points="1""#;

fn start(data: &Path) -> Process {
    Process::start(data, 0, ROOM)
}

/// Ann over TCP in XML, Bob over a WebSocket in JSON, at one table.
pub(crate) async fn two_at_a_table(room: &Process, queue: &str) -> (Player, Player) {
    let tcp = Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await;
    let mut ann = Player::enter(tcp, Wire::Xml, "ann").await;
    let mut bob = Player::enter(Carrier::socket(room.port).await, Wire::Json, "bob").await;
    tokio::join!(ann.find(queue, TWO), bob.find(queue, TWO));
    (ann, bob)
}

/// Both play until so many moves are made, or the game is over.
async fn play(ann: &mut Player, bob: &mut Player, most: usize) {
    let moves = AtomicUsize::new(0);
    tokio::join!(ann.play(&moves, most), bob.play(&moves, most));
}

/// The round and the cards a player holds in it.
type Held = Option<(u16, Vec<Card>)>;

fn hand(player: &Player) -> Held {
    let state = player.picture.as_ref()?.state.as_ref()?;
    Some((state.round, state.hand.clone()?))
}

/// Both play on until they know that they are in the middle of a round, where nobody's cards change by themselves.
async fn in_a_round(ann: &mut Player, bob: &mut Player) -> [Held; 2] {
    loop {
        for player in [&mut *ann, &mut *bob] {
            while timeout(Duration::from_millis(300), player.hear()).await.is_ok() {}
        }
        assert!(!ann.is_over(), "the game is too short for this test");
        let in_round = |player: &Player| {
            player
                .picture
                .as_ref()
                .and_then(|picture| picture.state.as_ref())
                .is_some_and(|state| state.stage == Stage::Round)
        };
        if in_round(ann) && in_round(bob) {
            return [hand(ann), hand(bob)];
        }
        play(ann, bob, 1).await;
    }
}

async fn wallet(player: &mut Player, currency: &str) -> i64 {
    let ask = format!(r#"<request cmd="getwallet"><currency id="{currency}"/></request>"#);
    match player.say(&ask).await {
        Ok(Answer::Wallets(wallets)) => wallets[0].value.units(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_over_tcp_and_a_websocket_cut_and_killed_on_the_way() {
    let data = tempfile::tempdir().unwrap();
    let room = start(data.path());
    let (mut ann, mut bob) = two_at_a_table(&room, "durak").await;
    assert_eq!(wallet(&mut ann, "FUN").await, 1_900, "the stake is paid");
    play(&mut ann, &mut bob, 4).await;
    // A lost connection changes nothing: the full state of the game is what was known before.
    let before = in_a_round(&mut ann, &mut bob).await;
    ann.come_back(Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await).await;
    bob.come_back(Carrier::socket(room.port).await).await;
    assert_eq!([hand(&ann), hand(&bob)], before);
    play(&mut ann, &mut bob, 4).await;
    let before = in_a_round(&mut ann, &mut bob).await;
    room.kill_9();
    let room = start(data.path());
    // Channels, tokens and the game are where they were.
    ann.come_back(Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await).await;
    bob.come_back(Carrier::socket(room.port).await).await;
    assert_eq!([hand(&ann), hand(&bob)], before);
    play(&mut ann, &mut bob, usize::MAX).await;
    for player in [&mut ann, &mut bob] {
        player.until(|news| matches!(news, News::GameOver(_))).await;
    }
    let (one, other) = (wallet(&mut ann, "FUN").await, wallet(&mut bob, "FUN").await);
    // A draw gives both their stake back.
    assert!([3_980, 4_000].contains(&(one + other)), "{one} {other}");
    let leave = r#"<request cmd="leave"/>"#;
    assert!(matches!(ann.say(leave).await, Ok(Answer::Ok)));
    let cookie = (ann.uid, ann.token.clone());
    ann.channel.clear();
    ann.auth("ann").await;
    assert_eq!((ann.uid, &ann.token), (cookie.0, &cookie.1), "the same cookie is the same person");
    drop((ann, bob));
    assert!(room.stop().success());
    let accounts = audit(data.path());
    assert!(accounts.iter().all(|(name, chips)| !name.starts_with("table/") || *chips == 0), "{accounts:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_takes_the_free_seat_of_a_demo_table() {
    let data = tempfile::tempdir().unwrap();
    let room = Process::start(data.path(), 0, &["--pace", "5", "--bots", "0"]);
    let mut ann = Player::enter(Carrier::socket(room.port).await, Wire::Xml, "ann").await;
    ann.find("demo_durak", r#"game_type="durak_perevodnoi" cash_bet="50" num_seats="3" points="1""#).await;
    ann.play(&AtomicUsize::new(0), usize::MAX).await;
    ann.until(|news| matches!(news, News::GameOver(_))).await;
    assert!(room.get("/healthz").ends_with("ok\n"));
    drop(ann);
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_long_is_answered_and_then_closed() {
    let data = tempfile::tempdir().unwrap();
    let room = start(data.path());
    let long = format!(r#"<request cmd="ping">{}</request>"#, "x".repeat(9_000));
    let mut socket = Carrier::socket(room.port).await;
    let mut tcp = Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await;
    for (carrier, code) in [(&mut socket, Some(1008)), (&mut tcp, None)] {
        carrier.send(br#"<request cmd="ping" sign="1">x</request>"#).await.unwrap();
        let Heard::Document(pong) = carrier.next().await else { panic!("no pong") };
        assert_eq!(pong, br#"<response cmd="ping" sign="1">x</response>"#);
        carrier.send(long.as_bytes()).await.unwrap();
        let Heard::Document(answer) = carrier.next().await else { panic!("no answer") };
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.contains(r#"<error code="413">"#), "{answer}");
        let Heard::End(heard) = carrier.next().await else { panic!("no end") };
        assert_eq!(heard, code);
    }
    // Too many messages end a connection too; a stop of the room is said.
    let mut flood = Carrier::socket(room.port).await;
    let pack = format!("<pack>{}</pack>", r#"<request cmd="ping"/>"#.repeat(210));
    flood.send(pack.as_bytes()).await.unwrap();
    let mut last = Vec::new();
    let code = loop {
        match timeout(Duration::from_secs(20), flood.next()).await.expect("it ends") {
            Heard::Document(document) => last = document,
            Heard::End(code) => break code,
        }
    };
    assert_eq!(code, Some(1008));
    assert!(String::from_utf8(last).unwrap().contains(r#"<error code="429">"#));
    let mut quiet = Carrier::socket(room.port).await;
    quiet.send(br#"<request cmd="ver"/>"#).await.unwrap();
    assert!(matches!(quiet.next().await, Heard::Document(_)));
    let stopped = std::thread::spawn(move || room.stop());
    assert!(matches!(quiet.next().await, Heard::End(Some(1012))));
    assert!(stopped.join().unwrap().success());
}

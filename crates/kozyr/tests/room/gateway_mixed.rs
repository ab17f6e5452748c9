//! One table of Durak with somebody who speaks UpDAU, somebody with a page, and a bot.

use crate::support::books::{audit, cards_in_line};
use crate::support::client::{Client, accepted, command};
use crate::support::process::Process;
use crate::support::updau::{Carrier, Player};
use kozyr_bots::{Deed, Level, Memory, choose};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{Answer, GameView, Refusal, ToClient, ToServer};
use kozyr_protocol::updau::{Answer as Answered, News, Wire};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::timeout;

/// Somebody who came by the room's own protocol and plays as a bot would.
pub(crate) struct Guest {
    pub(crate) client: Client,
    table: String,
    level: Level,
    memory: Memory,
    heard: usize,
    random: u32,
}

impl Guest {
    pub(crate) async fn sits(port: u16, name: &str, table: &str, seat: u8, level: Level) -> Guest {
        let mut client = Client::guest_at(port, name, table).await;
        let seat = Seat::from_number(seat).unwrap();
        let buy_in = client.view().take.as_ref().map_or(Chips::ZERO, |take| take.chips.usual);
        let sit = ToServer::Sit { command: command(), table: table.into(), seat, buy_in, wait: false };
        let answer = client.ask(&sit).await;
        assert!(accepted(&answer), "{answer:?}");
        Guest {
            client,
            table: table.into(),
            level,
            memory: Memory::default(),
            heard: 0,
            random: seat.index() as u32,
        }
    }

    /// Hears what comes within a moment, and does what is to be done.
    pub(crate) async fn goes_on(&mut self) {
        while let Ok(Ok(_)) = timeout(Duration::from_millis(15), self.client.next()).await {}
        for line in &self.client.heard[self.heard..] {
            self.memory.hear(&serde_json::from_str(line).unwrap());
        }
        self.heard = self.client.heard.len();
        let random = &mut self.random;
        let mut random = |n: u32| {
            *random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (*random >> 8) % n
        };
        let (info, view) = (self.client.table.info().unwrap(), self.client.view());
        let Some(deed) = choose(self.level, info, view, &self.memory, &mut random) else { return };
        let (command, table) = (command(), self.table.clone());
        let message = match deed {
            Deed::Say(word) => ToServer::Say { command, table, word },
            Deed::Act(action) => {
                let turn = self.client.table.turn().unwrap_or_default();
                ToServer::Act { command, table, turn, action }
            }
        };
        let answer = self.client.ask(&message).await;
        // Somebody else was quicker.
        let late = matches!(
            answer,
            Answer::Refused {
                reason: Refusal::TurnIsOver | Refusal::NotYourTurn | Refusal::AlreadySo | Refusal::Durak(_)
            }
        );
        assert!(accepted(&answer) || late, "{answer:?} to {message:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn updau_a_page_and_a_bot_play_a_game_at_one_table() {
    let data = tempfile::tempdir().unwrap();
    let room =
        Process::start(data.path(), 0, &["--pace", "2", "--bots", "0", "--updau-listen", "127.0.0.1:0"]);
    let tcp = Carrier::tcp(room.updau.unwrap(), "127.0.0.1").await;
    let mut ann = Player::enter(tcp, Wire::Xml, "ann").await;
    let create = r#"<request cmd="create"><criteria game_type="durak_perevodnoi" cash_bet="100" num_seats="3" points="2" currency="FUN"/></request>"#;
    let made = ann.say(create).await;
    assert!(matches!(made, Ok(Answered::Place { seat: Some(_), .. })), "{made:?}");
    // The table stands in the lobby, and whoever has a page sits down there.
    let mut looks = Client::connect_to(room.port, "nowhere").await;
    looks.hello(None).await;
    looks.send(&ToServer::Lobby).await;
    let lobby = looks.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tables, .. } = lobby else { unreachable!() };
    let found = tables.iter().find(|table| table.table.starts_with("updau-")).expect("the table is listed");
    assert_eq!((found.seated, found.info.seats), (1, 3));
    let table = found.table.clone();
    let mut watcher = Client::connect_to(room.port, &table).await;
    watcher.hello(None).await;
    watcher.watch(None).await;
    let mut bob = Guest::sits(room.port, "Bob", &table, 2, Level::Casual).await;
    let mut bot = Guest::sits(room.port, "Cleo", &table, 3, Level::Strong).await;
    let over = AtomicBool::new(false);
    let plays = async {
        ann.until(|news| matches!(news, News::Begin(_))).await;
        ann.play(&AtomicUsize::new(0), usize::MAX).await;
        over.store(true, Ordering::SeqCst);
    };
    let others = async {
        while !over.load(Ordering::SeqCst) {
            bob.goes_on().await;
            bot.goes_on().await;
        }
    };
    tokio::join!(plays, others);
    let News::GameOver(scores) = ann.until(|news| matches!(news, News::GameOver(_))).await else {
        unreachable!()
    };
    assert_eq!(scores.len(), 3, "all three played: {scores:?}");
    let players = &ann.picture.as_ref().unwrap().players;
    assert!(players.iter().any(|player| player.person.nick == "Bob"), "{players:?}");
    // The page was told the same end.
    while !matches!(&bob.client.view().game, GameView::Durak(game) if game.game_over.is_some()) {
        bob.client.next().await.unwrap();
    }
    // Somebody who only looks on is sent nobody's cards of their own.
    while timeout(Duration::from_millis(50), watcher.next()).await.is_ok() {}
    assert!(watcher.heard.iter().all(|line| !line.contains(r#""own""#)));
    assert!(watcher.heard.iter().any(|line| !cards_in_line(line).is_empty()), "the check sees nothing");
    // Whoever made the table goes, and the table with them.
    assert!(matches!(ann.say(r#"<request cmd="leave"/>"#).await, Ok(Answered::Ok)));
    bob.client.until(|message| matches!(message, ToClient::Unwatched { .. })).await;
    drop((ann, bob, bot, looks, watcher));
    assert!(room.stop().success());
    let accounts = audit(data.path());
    let escrow = |(name, chips): (&String, &i64)| name.starts_with("table/updau-") && *chips != 0;
    assert!(!accounts.iter().any(escrow), "{accounts:?}");
    // Bots of the room have small numbers.
    let person = |name: &str| name.strip_prefix("player/")?.strip_suffix(":FUN")?.parse::<u64>().ok();
    let people = accounts.iter().filter(|(name, _)| person(name).is_some_and(|number| number >= 2_000));
    let players: i64 = people.map(|(_, chips)| chips).sum();
    let house = accounts.get("house:FUN").copied().unwrap_or_default();
    assert_eq!(players + house, 3 * 2_000, "{accounts:?}");
}

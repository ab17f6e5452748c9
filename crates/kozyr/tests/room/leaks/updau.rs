//! The same over UpDAU: two games of Durak that differ in the cards of one hand. The other player, somebody who looks on, and
//! one who looks on by the room's own protocol are told the same.

use super::compare::{difference, figures, mask};
use crate::support::client::Client;
use crate::support::process::Process;
use crate::support::updau::{Carrier, Player};
use kozyr_protocol::room::{ToClient, ToServer};
use kozyr_protocol::updau::{Answer, Available, Command, News, Play, Turn, Wire};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::timeout;

/// Dealt in turn, Ann first. Nobody is dealt a spade, the trumps: Ann leads.
const DECK: &str = "6d,6h,7c,7d,7h,8d,8h,8c,9d,9c,9h,10d,Jh,10h,Kd,Qd,Jc,Ac,6c,10c,Qc,Kc,Jd,Ad,Qh,Kh,Ah,6s,7s,8s,9s,10s,Js,Qs,As,Ks";
const MOVES: usize = 8;
const MIDDLE: usize = 3;

/// What each of them heard, without what is another in every room.
type Told = BTreeMap<&'static str, Vec<String>>;

/// The same deck with Bob's six cards at the bottom, where nobody gets to.
fn changed() -> String {
    let mut cards: Vec<&str> = DECK.split(',').collect();
    (0..6).for_each(|nth| cards.swap(2 * nth + 1, 18 + nth));
    cards.join(",")
}

async fn settle(players: [&mut Player; 3], nobody: Option<&mut Client>) {
    let mut players = players;
    let mut quiet = 0;
    let mut nobody = nobody;
    while quiet < 3 {
        quiet += 1;
        for player in &mut players {
            while !player.ended && timeout(Duration::from_millis(20), player.hear()).await.is_ok() {
                quiet = 0;
            }
        }
        if let Some(nobody) = &mut nobody {
            let heard = nobody.heard.len();
            nobody.breathe().await;
            quiet = if nobody.heard.len() == heard { quiet } else { 0 };
        }
    }
}

/// Ann leads the first card she may, and throws in none; Bob takes.
fn next(player: &Player) -> Option<Play> {
    let availables = &player.picture.as_ref()?.state.as_ref()?.availables;
    let may = |wanted: &Available| availables.contains(wanted);
    let lead = availables.iter().find_map(|available| match available {
        Available::Attack(pairs) => pairs.first().map(|&(_, card)| Play::Turn(Turn::Attack(card))),
        _ => None,
    });
    match () {
        () if may(&Available::Ready) => Some(Play::Ready),
        () if may(&Available::Take) => Some(Play::Turn(Turn::Take)),
        () if may(&Available::Finish) => Some(Play::Turn(Turn::Finish)),
        () => lead,
    }
}

/// Somebody who looks on by the room's own protocol.
async fn looks_on(port: u16) -> Client {
    let mut nobody = Client::connect_to(port, "nowhere").await;
    nobody.hello(None).await;
    nobody.send(&ToServer::Lobby).await;
    let lobby = nobody.until(|message| matches!(message, ToClient::Lobby { .. })).await;
    let ToClient::Lobby { tables, .. } = lobby else { unreachable!() };
    let found = tables.iter().find(|table| table.table.starts_with("updau-") && table.seated == 2);
    nobody.go_to(&found.expect("the table is listed").table);
    nobody.watch(None).await;
    nobody
}

async fn evening(deck: &str, planted: Option<&str>) -> Told {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let flags = ["--clock-by-hand", "--bots", "0", "--updau-test-tables", "--updau-listen", "127.0.0.1:0"];
    let planted = planted.map(|fault| ("PLANTED_FAULT", fault));
    let mut room = Process::start_logged(data.path(), &log, planted, &flags);
    let (port, tcp) = (room.port, room.updau.unwrap());
    let mut ann = Player::enter(Carrier::tcp(tcp, "127.0.0.1").await, Wire::Xml, "ann").await;
    // What is meant for him can be read by those who get it by mistake.
    let wire = if planted.is_some() { Wire::Xml } else { Wire::Json };
    let mut bob = Player::enter(Carrier::socket(port).await, wire, "bob").await;
    let mut eve = Player::enter(Carrier::socket(port).await, Wire::Xml, "eve").await;
    for (player, deck) in [(&mut ann, format!(r#"deck="{deck}""#)), (&mut bob, String::new())] {
        let find = format!(
            r#"<request cmd="find"><queue name="durak"><criteria game_type="durak_podkidnoi" num_seats="2" cash_bet="100" points="1" {deck}/></queue></request>"#
        );
        let answer = player.say(&find).await;
        assert!(matches!(answer, Ok(Answer::Ok)), "{answer:?}");
    }
    room.pass(250);
    for player in [&mut ann, &mut bob] {
        player.until(|news| matches!(news, News::Found(_))).await;
        assert!(matches!(player.say(r#"<request cmd="begin"/>"#).await, Ok(Answer::Ok)));
    }
    ann.until(|news| matches!(news, News::Begin(_))).await;
    settle([&mut ann, &mut bob, &mut eve], None).await;
    let mut nobody = looks_on(port).await;
    let table = ann.picture.as_ref().expect("a game").info.table;
    let watch = eve.say(&format!(r#"<request cmd="watch"><table id="{table}"/></request>"#)).await;
    assert!(watch.is_ok(), "{watch:?}");
    for made in 0..MOVES {
        settle([&mut ann, &mut bob, &mut eve], Some(&mut nobody)).await;
        if made == MIDDLE {
            // Lines are lost and found, and everybody is told everything again.
            ann.come_back(Carrier::tcp(tcp, "127.0.0.1").await).await;
            eve.come_back(Carrier::socket(port).await).await;
            settle([&mut ann, &mut bob, &mut eve], Some(&mut nobody)).await;
        }
        let (who, play) = match (next(&ann), next(&bob)) {
            (_, Some(play)) if bob_may_take(&bob) => (&mut bob, play),
            (Some(play), _) => (&mut ann, play),
            (None, Some(play)) => (&mut bob, play),
            (None, None) => panic!("nobody can move after {made} moves"),
        };
        let answer = who.ask(Command::Game(play)).await;
        assert!(answer.is_ok(), "{play:?}: {answer:?}");
    }
    settle([&mut ann, &mut bob, &mut eve], Some(&mut nobody)).await;
    let mut told = Told::new();
    let mut secrets: Vec<(String, String)> = Vec::new();
    secrets.push((nobody.table.name().to_owned(), "the table".into()));
    for (player, name) in [(&ann, "Ann"), (&bob, "Bob"), (&eve, "Eve")] {
        secrets.push((player.token.clone(), format!("{name}'s token")));
        secrets.push((player.channel.clone(), format!("{name}'s channel")));
    }
    for (player, name) in [(&ann, "Ann"), (&bob, "Bob"), (&eve, "Eve")] {
        let documents = player.heard.iter().map(|document| String::from_utf8_lossy(document));
        told.insert(name, documents.map(|document| mask(&document, &secrets)).collect());
    }
    // Tournaments of the lobby are none of this, and how many look on is counted now and then.
    let other =
        |line: &str| [r#""type":"around""#, r#""type":"lobby""#].iter().any(|kind| line.contains(kind));
    let lines = nobody.heard.iter().filter(|line| !other(line));
    told.insert("nobody", lines.map(|line| mask(line, &secrets)).collect());
    let text = std::fs::read_to_string(&log).unwrap();
    told.insert("the log", text.lines().map(|line| figures(&mask(line, &secrets))).collect());
    told
}

fn bob_may_take(bob: &Player) -> bool {
    matches!(next(bob), Some(Play::Turn(Turn::Take)))
}

/// Who was told something else.
fn differing(one: &Told, other: &Told) -> Vec<String> {
    let told = |(name, lines): (&&str, &Vec<String>)| {
        let (line, instead) = difference(lines, &other[name])?;
        Some(format!("{name}\n  {line}\n  {instead}"))
    };
    one.iter().filter_map(told).collect()
}

#[tokio::test]
async fn a_hand_stays_hidden_over_updau() {
    let (one, other) = (evening(DECK, None).await, evening(&changed(), None).await);
    let found = differing(&one, &other);
    assert!(found.len() == 1 && found[0].starts_with("Bob"), "only Bob is told of other cards: {found:#?}");
    assert!(one["Eve"].len() > MOVES / 2 && one["nobody"].len() > MOVES / 2, "they do look on: {one:#?}");
}

#[tokio::test]
async fn a_letter_to_everybody_over_updau_is_found() {
    let planted = Some("LetterToEverybody");
    let (one, other) = (evening(DECK, planted).await, evening(&changed(), planted).await);
    let found = differing(&one, &other);
    assert!(found.iter().any(|leak| leak.starts_with("Ann")), "{found:?}");
    assert!(found.iter().any(|leak| leak.starts_with("Eve")), "{found:?}");
}

//! Broken clients in great number: mutated frames against the gateway while others play.

use crate::support::books::audit;
use crate::support::process::Process;
use crate::support::updau::{Carrier, Heard, Player};
use kozyr_protocol::updau::{Answer, News, Wire, frame};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

/// How many broken clients there are at a time, and how many frames each sends before another takes its place.
const CLIENTS: usize = 8;
const EACH: usize = 150;
/// Games that are played in peace first, for the comparison.
const IN_PEACE: usize = 3;

/// The same bytes every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    /// A few bytes changed, removed, put in, doubled, or the end cut off.
    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..self.below(5) {
            let place = self.below(bytes.len());
            match self.below(6) {
                _ if bytes.is_empty() => bytes.push(b'<'),
                0 | 1 => bytes[place] = self.below(256) as u8,
                2 => drop(bytes.remove(place)),
                3 => bytes.insert(place, self.below(256) as u8),
                4 => {
                    let end = (place + self.below(24)).min(bytes.len());
                    let copy = bytes[place..end].to_vec();
                    bytes.splice(place..place, copy);
                }
                _ => bytes.truncate(place),
            }
        }
    }
}

/// Everything clients say in the transcripts, to begin with. Those with a deck are for test tables.
fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/updau");
    let mut all = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let mut sent = false;
        for line in text.lines() {
            if sent && line.len() < 1000 {
                all.insert(line.to_owned());
            }
            sent = line.starts_with("> ");
        }
    }
    assert!(all.len() > 150, "{} requests", all.len());
    all.into_iter().collect()
}

/// What stands between these two in a text.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.split_once(before)?.1.split_once(after).map(|(found, _)| found)
}

/// All that the broken clients know and were told.
#[derive(Default)]
struct Seen {
    sent: AtomicUsize,
    answers: AtomicUsize,
    ended: AtomicUsize,
    /// Channels that are theirs.
    channels: Mutex<BTreeSet<String>>,
    /// Actions about a channel, with the channel.
    actions: Mutex<Vec<(String, String)>>,
}

impl Seen {
    fn hear(&self, document: Vec<u8>) -> String {
        self.answers.fetch_add(1, Ordering::Relaxed);
        let text = String::from_utf8(document).expect("the room speaks UTF-8");
        if let Some(channel) = between(&text, "<response cmd=\"open\" pub=\"", "\"")
            && !text.contains("<error")
        {
            self.channels.lock().unwrap().insert(channel.to_owned());
        }
        if text.starts_with("<action")
            && let Some(channel) = between(&text, "pub=\"", "\"")
        {
            self.actions.lock().unwrap().push((channel.to_owned(), text.clone()));
        }
        text
    }
}

/// One broken client: signs in like anybody else, then sends what it likes. Answers how many frames it sent.
async fn broken(room: (u16, u16), nth: usize, corpus: &[String], most: usize, seen: &Seen) -> usize {
    let mut dice = Dice(nth as u64 * 7919 + 1);
    // Many addresses, so that no limit of one stands in the way.
    let from = format!("127.9.{}.{}", nth / 200 % 200, 1 + nth % 200);
    let mut carrier = if nth.is_multiple_of(2) {
        Carrier::tcp(room.1, &from).await
    } else {
        Carrier::socket_from(room.0, &from).await
    };
    let auth = format!(
        r#"<request cmd="auth"><credentials><type value="demo"/><cookie value="eve-{nth}"/></credentials></request>"#
    );
    let (mut token, mut channel) = (String::new(), String::new());
    for request in [auth.as_str(), r#"<request cmd="open"/>"#] {
        carrier.send(request.as_bytes()).await.unwrap();
        let Ok(Heard::Document(answer)) = timeout(Duration::from_secs(40), carrier.next()).await else {
            return 0;
        };
        let answer = seen.hear(answer);
        token = between(&answer, "token=\"", "\"").map_or(token, str::to_owned);
        channel = between(&answer, "pub=\"", "\"").map_or(channel, str::to_owned);
    }
    for count in 0..most {
        let mut text = corpus[dice.below(corpus.len())].clone();
        // Half of them reach further, by names that are the client's own.
        if dice.below(2) == 0 {
            for name in ["pub-1", "pub-2", "pub-3", "pub-4", "123"] {
                text = text.replace(&format!("\"{name}\""), &format!("\"{channel}\""));
            }
            for name in ["secret-1", "secret-2", "secret-3"] {
                text = text.replace(&format!("\"{name}\""), &format!("\"{token}\""));
            }
        }
        let mut bytes = text.into_bytes();
        dice.mutate(&mut bytes);
        // Now and then it is not even a frame, and the client hangs up in the middle of it.
        if let (Carrier::Tcp { stream, .. }, 0) = (&mut carrier, dice.below(200)) {
            let mut raw = frame(&bytes);
            let place = dice.below(8).min(raw.len() - 1);
            raw[place] = dice.below(256) as u8;
            let _ = stream.write_all(&raw[..dice.below(raw.len())]).await;
            return count + 1;
        }
        if carrier.send(&bytes).await.is_err() {
            return count;
        }
        seen.sent.fetch_add(1, Ordering::Relaxed);
        loop {
            // Whatever has come; the answer is waited for a moment, so that frames do not pile up.
            match timeout(Duration::from_millis(if count % 8 == 7 { 10 } else { 0 }), carrier.next()).await {
                Ok(Heard::Document(document)) => drop(seen.hear(document)),
                Ok(Heard::End(_)) => {
                    seen.ended.fetch_add(1, Ordering::Relaxed);
                    return count + 1;
                }
                Err(_) => break,
            }
        }
    }
    most
}

async fn wallet(player: &mut Player) -> i64 {
    match player.say(r#"<request cmd="getwallet"><currency id="FUN"/></request>"#).await {
        Ok(Answer::Wallets(wallets)) => wallets[0].value.units(),
        other => panic!("{other:?}"),
    }
}

/// Two play one game after the other until they are told to stop, or so many; answers how many.
async fn play_on(ann: &mut Player, bob: &mut Player, most: usize, stop: &AtomicBool) -> usize {
    for game in 1.. {
        let moves = AtomicUsize::new(0);
        tokio::join!(ann.play(&moves, usize::MAX), bob.play(&moves, usize::MAX));
        for player in [&mut *ann, &mut *bob] {
            player.until(|news| matches!(news, News::GameOver(_))).await;
        }
        if game >= most || stop.load(Ordering::SeqCst) {
            return game;
        }
        again(ann, bob).await;
    }
    unreachable!()
}

async fn again(ann: &mut Player, bob: &mut Player) {
    for player in [&mut *ann, &mut *bob] {
        let answer = player.say(r#"<request cmd="revanche"/>"#).await;
        assert!(matches!(answer, Ok(Answer::Ok)), "{answer:?}");
    }
    for player in [ann, bob] {
        player.until(|news| matches!(news, News::Begin(_))).await;
    }
}

/// The middle, and the slowest of a hundred.
fn told(times: &mut Vec<Duration>) -> String {
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let text = format!("{} answers, p50 {:?}, p99 {:?}", times.len(), at(50), at(99));
    times.clear();
    text
}

/// Broken clients, several at a time, until so many frames were sent; answers how many came.
async fn attack(ports: (u16, u16), frames: usize, seen: &Seen) -> usize {
    let (corpus, clients, claimed) = (corpus(), AtomicUsize::new(1), AtomicUsize::new(0));
    let attacker = async || {
        while claimed.load(Ordering::SeqCst) < frames {
            let nth = clients.fetch_add(1, Ordering::SeqCst);
            claimed.fetch_add(broken(ports, nth, &corpus, EACH, seen).await, Ordering::SeqCst);
        }
    };
    futures_util::future::join_all((0..CLIENTS).map(|_| attacker())).await;
    clients.load(Ordering::SeqCst) - 1
}

async fn flood(frames: usize) {
    let data = tempfile::tempdir().unwrap();
    let flags = ["--pace", "4", "--bots", "0", "--gift", "1000000", "--updau-listen", "127.0.0.1:0"];
    let room = Process::start(data.path(), 0, &flags);
    let ports = (room.port, room.updau.unwrap());
    let mut ann =
        Player::enter(Carrier::tcp(ports.1, "127.0.0.1").await, Wire::Xml, "the first neighbour").await;
    let mut bob = Player::enter(Carrier::socket(ports.0).await, Wire::Json, "the other neighbour").await;
    // Slowly enough that no limit of their own slows them down.
    for neighbour in [&mut ann, &mut bob] {
        neighbour.thinks = Duration::from_millis(50);
    }
    let two = r#"game_type="durak_perevodnoi" cash_bet="100" num_seats="2" points="1""#;
    tokio::join!(ann.find("durak", two), bob.find("durak", two));
    let never = AtomicBool::new(false);
    play_on(&mut ann, &mut bob, IN_PEACE, &never).await;
    let mut times = [std::mem::take(&mut ann.times), std::mem::take(&mut bob.times)].concat();
    let in_peace = told(&mut times);
    again(&mut ann, &mut bob).await;
    let (seen, over) = (Arc::new(Seen::default()), Arc::new(AtomicBool::new(false)));
    let started = Instant::now();
    // In a thread of its own: what the attackers do themselves must not stand before what the neighbours hear.
    let attack = tokio::task::spawn_blocking({
        let (seen, over) = (seen.clone(), over.clone());
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let came = runtime.block_on(attack(ports, frames, &seen));
            over.store(true, Ordering::SeqCst);
            came
        }
    });
    let (games, came) = tokio::join!(play_on(&mut ann, &mut bob, usize::MAX, &over), attack);
    let came = came.unwrap();
    let lasted = started.elapsed();
    let mut times = [std::mem::take(&mut ann.times), std::mem::take(&mut bob.times)].concat();
    let (sent, answers) = (seen.sent.load(Ordering::SeqCst), seen.answers.load(Ordering::SeqCst));
    println!(
        "{sent} mutated frames from {came} clients in {lasted:.1?}: {answers} documents back, {} connections ended by the room",
        seen.ended.load(Ordering::SeqCst),
    );
    println!("neighbours in peace: {in_peace}");
    println!("neighbours under attack, {games} games: {}", told(&mut times));
    assert!(sent >= frames - frames / 50 && answers > sent / 2, "{sent} sent, {answers} answers");
    // Nobody heard of a channel that is not theirs: whoever is dealt cards is told so there and nowhere else.
    let channels = std::mem::take(&mut *seen.channels.lock().unwrap());
    let actions = std::mem::take(&mut *seen.actions.lock().unwrap());
    for (channel, text) in &actions {
        assert!(channels.contains(channel), "about somebody else's channel: {text}");
        assert!(![&ann.channel, &bob.channel].contains(&channel), "{text}");
    }
    // Nobody else's chips: what the two lost went to each other and to the house, which takes 20 of a game.
    let (one, other) = (wallet(&mut ann).await, wallet(&mut bob).await);
    let lost = 2_000_000 - one - other;
    assert!(
        lost % 20 == 0 && lost / 20 <= (IN_PEACE + games) as i64,
        "{one} and {other} after {games} games"
    );
    assert!(room.get("/healthz").ends_with("ok\n"));
    let resident = room.get("/metrics");
    if let Some(bytes) = between(&resident, "\nkozyr_resident_bytes ", "\n") {
        println!("the room has {} MiB", bytes.trim().parse::<u64>().unwrap() / (1 << 20));
    }
    drop((ann, bob));
    assert!(room.stop().success());
    audit(data.path());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_client_hurts_only_itself() {
    flood(2_000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long: make soak"]
async fn a_hundred_thousand_mutated_frames_hurt_nobody() {
    flood(100_000).await;
}

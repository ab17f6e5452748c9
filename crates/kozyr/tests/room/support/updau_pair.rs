//! Two who play Durak over UpDAU, through every death of the room.

use super::process::Process;
use super::regular::{Hits, LOST, UNTOLD};
use super::updau::{Carrier, Player};
use kozyr_protocol::updau::{News, Picture, Play, Status, Timestamp, Turn, Wire};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::join;
use tokio::time::timeout;

pub const ACTS: &str = "acts over UpDAU";
const GAME: &str = r#"game_type="durak_podkidnoi" num_seats="2" cash_bet="10" points="5""#;

pub struct UpdauPair {
    players: [Player; 2],
    pub moves: Arc<AtomicUsize>,
    pub hits: Hits,
}

async fn carrier(room: &Process, nth: usize) -> Carrier {
    match nth {
        0 => Carrier::tcp(room.updau.expect("UpDAU is spoken over TCP"), "127.0.0.1").await,
        _ => Carrier::socket(room.port).await,
    }
}

/// One of them looks for the other and confirms: does their game begin?
async fn finds(player: &mut Player) -> bool {
    let find = format!(r#"<request cmd="find"><queue name="durak"><criteria {GAME}/></queue></request>"#);
    let _ = player.say(&find).await;
    let soon = Duration::from_secs(3);
    if timeout(soon, player.until(|news| matches!(news, News::Found(_)))).await.is_err() {
        return false;
    }
    let _ = player.say(r#"<request cmd="begin"/>"#).await;
    timeout(soon, player.until(|news| matches!(news, News::Begin(_)))).await.is_ok()
}

impl UpdauPair {
    pub async fn enter(room: &Process) -> UpdauPair {
        let mut ann = Player::enter(carrier(room, 0).await, Wire::Xml, "ann").await;
        let mut bob = Player::enter(carrier(room, 1).await, Wire::Json, "bob").await;
        for player in [&mut ann, &mut bob] {
            player.thinks = Duration::from_millis(5);
        }
        let mut pair = UpdauPair { players: [ann, bob], moves: Arc::default(), hits: Hits::new() };
        pair.find().await;
        pair
    }

    /// They find each other; at this pace there is little time to confirm, so that it may take several tries.
    async fn find(&mut self) {
        let [ann, bob] = &mut self.players;
        for _ in 0..20 {
            if join!(finds(ann), finds(bob)) == (true, true) {
                return;
            }
            for player in [&mut *ann, &mut *bob] {
                let _ = player.say(r#"<request cmd="findcancel"/>"#).await;
                player.news.clear();
            }
        }
        panic!("the two do not find each other");
    }

    /// They come back to their game as it was, and look what became of their moves. A game that ended while they were away
    /// is over for both: they find each other again.
    pub async fn comes_back(&mut self, room: &Process) {
        for (nth, player) in self.players.iter_mut().enumerate() {
            let stands = |player: &Player| {
                let state = player.picture.as_ref().and_then(|picture| picture.state.as_ref());
                state.map(|state| (state.party, state.round))
            };
            let stood = stands(player);
            (player.carrier, player.ended) = (carrier(room, nth).await, false);
            let channel = player.channel.clone();
            let pending = player.pending.take();
            player.picture = match player.open(Some(&channel)).await {
                Status::Game(status) => Some(Picture::restore(&status, Timestamp::from_millis(0))),
                _ => None,
            };
            let Some(state) = player.picture.as_ref().and_then(|picture| picture.state.as_ref()) else {
                continue;
            };
            let now = (state.party, state.round);
            assert!(stood.is_none_or(|stood| now >= stood), "what was told is so: {stood:?}, then {now:?}");
            let laid = match pending {
                Some(Play::Turn(
                    Turn::Attack(card) | Turn::Transfer(card) | Turn::Defend { with: card, .. },
                )) => card,
                _ => continue,
            };
            let Some(hand) = &state.hand else { continue };
            let found = if hand.contains(&laid) { LOST } else { UNTOLD };
            *self.hits.entry((ACTS, found)).or_default() += 1;
        }
        if self.players.iter().any(|player| player.picture.is_none()) {
            for player in &mut self.players {
                let _ = player.say(r#"<request cmd="leave"/>"#).await;
                player.picture = None;
                player.news.clear();
            }
            self.find().await;
        }
    }

    /// They play until the room is gone, or their game is over.
    pub async fn plays(mut self) -> UpdauPair {
        let moves = self.moves.clone();
        let [ann, bob] = &mut self.players;
        join!(ann.play(&moves, usize::MAX), bob.play(&moves, usize::MAX));
        self
    }

    /// Do they wait for an answer?
    pub fn waits(&self) -> bool {
        self.players.iter().any(|player| player.pending.is_some())
    }

    pub fn made(&self) -> u32 {
        self.moves.load(Ordering::SeqCst) as u32
    }
}

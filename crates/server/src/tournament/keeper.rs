//! The room's keeper of tournaments: always one of every kind of the house is open, bots fill up what has waited long
//! enough, and what is over leaves the lobby after a while.

use super::bots::{self, is_bot};
use crate::directory::Listing;
use crate::outlet::outlet;
use crate::room::Inner;
use crate::world;
use kozyr_protocol::room::{TournamentStatus, TournamentWish};
use kozyr_table::Player;
use kozyr_time::{Millis, PlayerId, TimeSource, Timestamp, TournamentId};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// How often it looks around, in the room's time, and never more often than this in life.
const EVERY: Millis = Millis::from_secs(1);
const LEAST: Duration = Duration::from_millis(25);
/// How long results stay in the lobby.
const RESULTS: Millis = Millis::from_secs(30 * 60);

#[derive(Default)]
pub(crate) struct Keeper {
    /// The latest tournament of each kind that was opened.
    opened: HashMap<String, TournamentId>,
    /// Since when a person waits in a tournament.
    waiting: HashMap<TournamentId, Timestamp>,
    /// Bots that were sent to a tournament, whether it has heard of them or not.
    sent: HashMap<TournamentId, BTreeSet<PlayerId>>,
    playing: HashMap<(TournamentId, PlayerId), JoinHandle<()>>,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.playing.values().for_each(JoinHandle::abort);
    }
}

/// Looks after the tournaments for as long as the room is open.
pub(crate) async fn keep(room: Arc<Inner>) {
    let mut keeper = Keeper::default();
    loop {
        keeper.look_around(&room).await;
        tokio::time::sleep(room.clock().lasting(EVERY).max(LEAST)).await;
    }
}

impl Keeper {
    /// Does what is to be done now.
    pub(crate) async fn look_around(&mut self, room: &Arc<Inner>) {
        let listings = room.directory.listings();
        self.open_stock(room, &listings).await;
        if room.config().bots > 0 {
            self.send_bots(room, &listings).await;
        }
        self.clear(room, &listings).await;
    }

    /// Opens the next of every kind whose last one has started.
    async fn open_stock(&mut self, room: &Arc<Inner>, listings: &[Listing]) {
        for stock in room.config().tournaments.clone() {
            let kind = Some(stock.kind.as_str());
            let open = |listing: &Listing| {
                let waits = matches!(listing.lobby.status, TournamentStatus::Setup | TournamentStatus::Lobby);
                listing.plan.kind.as_deref() == kind && waits
            };
            let listed = |id: &TournamentId| listings.iter().any(|listing| listing.plan.id == *id);
            // One that was just opened is not listed yet.
            let coming = self.opened.get(&stock.kind).is_some_and(|id| !listed(id));
            if coming || listings.iter().any(open) {
                continue;
            }
            let (keeper, kind) = (room.clone(), stock.kind.clone());
            let opened = world::aside(move || keeper.open_tournament(&|number| stock.plan(number)));
            match opened.await {
                Ok(Ok(id)) => drop(self.opened.insert(kind, id)),
                failed => tracing::error!(?failed, "a tournament of the house cannot be opened"),
            }
        }
    }

    async fn send_bots(&mut self, room: &Arc<Inner>, listings: &[Listing]) {
        let now = room.clock().now();
        self.playing.retain(|_, task| !task.is_finished());
        self.waiting.retain(|id, _| listings.iter().any(|listing| listing.plan.id == *id));
        self.sent.retain(|id, _| listings.iter().any(|listing| listing.plan.id == *id));
        for listing in listings {
            match listing.lobby.status {
                TournamentStatus::Lobby => self.fill(room, listing, now).await,
                TournamentStatus::Running | TournamentStatus::Paused | TournamentStatus::ClockPaused => {
                    self.play(room, listing);
                }
                _ => {}
            }
        }
    }

    /// Enters bots when people have waited long enough.
    async fn fill(&mut self, room: &Arc<Inner>, listing: &Listing, now: Timestamp) {
        let Some(fill) = listing.plan.bots else { return };
        let id = &listing.plan.id;
        if !listing.entered.iter().any(|&player| !is_bot(player)) {
            self.waiting.remove(id);
            return;
        }
        let since = *self.waiting.entry(id.clone()).or_insert(now);
        let sent = self.sent.entry(id.clone()).or_default();
        let coming = sent.difference(&listing.entered).count();
        let missing = (fill.up_to.saturating_sub(listing.lobby.entrants) as usize).saturating_sub(coming);
        let Some((_, shard)) = room.tournament(id.as_str()) else { return };
        if missing == 0 || now.since(since) < fill.wait {
            return;
        }
        let entered: BTreeSet<PlayerId> = listing.entered.union(sent).copied().collect();
        let price = listing.lobby.buy_in + listing.lobby.bounty.unwrap_or_default();
        let (hiring, cup) = (room.clone(), id.clone());
        let hired = world::aside(move || {
            bots::hire(&hiring, &cup, &|player| entered.contains(&player), missing, price)
        });
        // Nobody waits for their answers: whoever got in is listed the next time.
        let (outlet, _) = outlet();
        for bot in hired.await.unwrap_or_default() {
            sent.insert(bot.id);
            bots::wish(&shard, id, &bot, &outlet, TournamentWish::Register);
        }
    }

    /// Every bot that is in has somebody who plays for it, also after a start of the room.
    fn play(&mut self, room: &Arc<Inner>, listing: &Listing) {
        for &player in listing.entered.iter().filter(|&&player| is_bot(player)) {
            let id = listing.plan.id.clone();
            self.playing.entry((id.clone(), player)).or_insert_with(|| {
                let bot = Player { id: player, name: bots::name(player.get()).into(), bot: true };
                tokio::spawn(bots::play(room.clone(), id, bot))
            });
        }
    }

    /// Takes what is long over from the lobby.
    async fn clear(&mut self, room: &Arc<Inner>, listings: &[Listing]) {
        let now = room.clock().now();
        for listing in
            listings.iter().filter(|listing| listing.over_at.is_some_and(|at| now.since(at) >= RESULTS))
        {
            let (room, id) = (room.clone(), listing.plan.id.clone());
            let closed = world::aside(move || room.close_tournament(&id));
            if let failed @ (Err(_) | Ok(Err(_))) = closed.await {
                tracing::error!(?failed, "a tournament that is over cannot be closed");
            }
        }
    }
}

//! Bots in tournaments: they hear and act like any other client, and follow their seat from table to table.

use crate::directory::TableName;
use crate::host::{self, Jitter};
use crate::outlet::{Outlet, Watcher, outlet};
use crate::people;
use crate::room::Inner;
use crate::service::Origin;
use crate::shard::{ShardHandle, ToShard};
use crate::want::Want;
use kozyr_bots::{Deed, Level, Memory};
use kozyr_protocol::room::patch::{Tree, apply};
use kozyr_protocol::room::{
    Answer, CommandId, Followed, Follower, Refusal, ToClient, TournamentOffer, TournamentOwn, TournamentWish,
};
use kozyr_table::Player;
use kozyr_time::{PlayerId, TimeSource, TournamentId};
use std::sync::Arc;

/// The bots of tournaments have these numbers; those of the other tables have smaller ones.
pub(crate) const BOTS: std::ops::RangeInclusive<u64> = 101..=1100;
/// Whoever has a smaller number is a bot; guests have larger ones.
pub(crate) const FIRST_PERSON: u64 = 2_000;
/// Under this number stands what the room's admin ordered: nobody's, and no bot's.
pub(crate) const ADMIN: u64 = 1_999;

const NAMES: [&str; 40] = [
    "Agata", "Anfisa", "Arkady", "Boris", "Vlas", "Gleb", "Darya", "Demid", "Yefim", "Zhanna", "Zakhar",
    "Zoya", "Ignat", "Ilya", "Inna", "Kira", "Klim", "Kuzma", "Lada", "Luka", "Maks", "Marfa", "Miron",
    "Nika", "Nil", "Oleg", "Olya", "Pavel", "Platon", "Raya", "Roma", "Savva", "Sima", "Taras", "Tikhon",
    "Ustin", "Faina", "Foma", "Yulia", "Yasha",
];

/// Does a program of the room play for them?
pub(crate) fn is_bot(player: PlayerId) -> bool {
    player.get() < FIRST_PERSON
}

/// What a bot of tournaments is called.
pub(crate) fn name(number: u64) -> String {
    let nth = number.saturating_sub(*BOTS.start()) as usize;
    match nth / NAMES.len() {
        0 => NAMES[nth].to_owned(),
        round => format!("{} {}", NAMES[nth % NAMES.len()], round + 1),
    }
}

/// So many bots for a tournament, none of those who are there already: everybody with money enough. Waits for the store.
pub(crate) fn hire(
    room: &Inner,
    tournament: &TournamentId,
    there: &dyn Fn(PlayerId) -> bool,
    count: usize,
    buy_in: kozyr_chips::Chips,
) -> Vec<Player> {
    // Every tournament has other bots than the next.
    let [first, second, ..] = *blake3::hash(tournament.as_str().as_bytes()).as_bytes();
    let (start, all) = (u64::from(first) << 8 | u64::from(second), BOTS.end() - BOTS.start() + 1);
    // Mostly those with short names.
    let few = (NAMES.len() as u64).max(count as u64 * 2).min(all);
    let numbers = (0..all).map(|step| BOTS.start() + if step < few { (start + step) % few } else { step });
    let free = numbers.filter(|&number| PlayerId::new(number).is_ok_and(|id| !there(id)));
    let mut hired = Vec::new();
    for number in free.take(count) {
        let made = people::bot(room.store(), room.calendar().now(), number, &name(number));
        let funded = made.and_then(|user| {
            people::refill(room.store(), room.clock().now(), user.id, buy_in, buy_in * 20)?;
            Ok(people::player(&user))
        });
        match funded {
            Ok(bot) => hired.push(bot),
            Err(error) => tracing::error!(%error, "a bot could not come"),
        }
    }
    hired
}

/// Asks something of a tournament for a bot.
pub(crate) fn wish(
    shard: &ShardHandle,
    tournament: &TournamentId,
    bot: &Player,
    outlet: &Outlet,
    wish: TournamentWish,
) {
    let mut id = [0; 16];
    if getrandom::fill(&mut id).is_err() {
        return;
    }
    let command = CommandId(u128::from_le_bytes(id));
    let origin = Origin { person: bot.id, command, outlet: outlet.clone() };
    let (tournament, player) = (tournament.clone(), bot.clone());
    // A shard that is gone has no use for a wish.
    let _ = shard.send(ToShard::Wish { tournament, origin, player, wish });
}

/// A bot in a tournament, until it is out or the tournament is over.
pub(crate) async fn play(room: Arc<Inner>, tournament: TournamentId, bot: Player) {
    let Some((_, shard)) = room.tournament(tournament.as_str()) else { return };
    let (outlet, mut inlet) = outlet();
    let outlet = outlet.of_house();
    let watcher = Watcher { outlet: outlet.clone(), person: Some(bot.id) };
    // A shard that is gone tells nothing, and the bot hears so.
    let _ = shard.send(ToShard::Follow { tournament: tournament.clone(), watcher, brief: true });
    // One bot in four plays as well as a bot can.
    let level = if bot.id.get().is_multiple_of(4) { Level::Strong } else { Level::Casual };
    let (memory, jitter) = (Memory::default(), Jitter::new());
    let mut seat =
        AtTable { room, shard, outlet, bot, level, tournament, table: None, acted: None, memory, jitter };
    let mut view = Tree::new();
    while let Some(mut line) = inlet.lines.recv().await {
        loop {
            if seat.hear(line.as_str(), &mut view).is_break() {
                return;
            }
            match inlet.lines.try_recv() {
                Ok(next) => line = next,
                Err(_) => break,
            }
        }
        seat.act().await;
    }
}

/// A bot in its seat.
struct AtTable {
    room: Arc<Inner>,
    shard: ShardHandle,
    outlet: Outlet,
    bot: Player,
    level: Level,
    tournament: TournamentId,
    table: Option<(TableName, Follower)>,
    /// The decision it has made already.
    acted: Option<u64>,
    memory: Memory,
    jitter: Jitter,
}

impl AtTable {
    /// Takes in what it is told; the end when it is out.
    fn hear(&mut self, line: &str, view: &mut Tree) -> std::ops::ControlFlow<()> {
        use std::ops::ControlFlow::{Break, Continue};
        match serde_json::from_str(line) {
            Ok(ToClient::TournamentUpdate { patch, .. }) => {
                apply(view, &patch);
                let own = view.get("own").cloned().and_then(|own| serde_json::from_value(own).ok());
                match own {
                    Some(own) => return self.take_seat(&own),
                    None => return Break(()),
                }
            }
            Ok(ToClient::Answer { result: Answer::Refused { reason: Refusal::TryAgain }, .. }) => {
                self.acted = None;
            }
            Ok(message) => {
                self.memory.hear(&message);
                let gap = self.table.as_mut().is_some_and(|(_, table)| table.hear(&message) == Followed::Gap);
                if gap {
                    self.watch();
                }
            }
            Err(_) => {}
        }
        Continue(())
    }

    fn take_seat(&mut self, own: &TournamentOwn) -> std::ops::ControlFlow<()> {
        let offered = own.offers.iter().any(|offer| matches!(offer, TournamentOffer::Rebuy { .. }));
        if offered {
            let again = self.jitter.below(2) == 0;
            let answer = if again { TournamentWish::Rebuy } else { TournamentWish::DeclineRebuy };
            wish(&self.shard, &self.tournament, &self.bot, &self.outlet, answer);
        }
        let Some(table) = own.table.as_deref().and_then(|name| TableName::new(name).ok()) else {
            // Out, or the tournament is over.
            return if offered {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(())
            };
        };
        if self.table.as_ref().is_none_or(|(known, _)| *known != table) {
            if let Some((left, _)) = self.table.take() {
                let connection = self.outlet.id;
                let _ = self.shard.send(ToShard::Unwatch { table: left, connection });
            }
            self.table = Some((table.clone(), Follower::new(table.as_str())));
            self.acted = None;
            self.watch();
        }
        std::ops::ControlFlow::Continue(())
    }

    fn watch(&self) {
        let Some((table, _)) = &self.table else { return };
        let watcher = Watcher { outlet: self.outlet.clone(), person: Some(self.bot.id) };
        let _ = self.shard.send(ToShard::Watch { table: table.clone(), watcher, have: None });
    }

    /// Acts when it is its turn, after a while.
    async fn act(&mut self) {
        let Some((name, table)) = &self.table else { return };
        let turn = table.turn();
        if turn.is_none() || turn == self.acted {
            return;
        }
        let (Some(info), Some(view)) = (table.info(), table.view()) else { return };
        let Some((deed, thinks)) = host::decide(self.level, info, &view, &self.memory, &mut self.jitter)
        else {
            return;
        };
        let want = match deed {
            Deed::Act(action) => Want::Act { turn: turn.unwrap_or_default(), action },
            Deed::Say(word) => Want::Say(word),
        };
        let name = name.clone();
        self.acted = turn;
        tokio::time::sleep(self.room.clock().lasting(thinks)).await;
        host::send(&self.shard, &name, self.bot.id, &self.outlet, want);
    }
}

//! The host: keeps a person company with bots, and frees their seats for people.
//!
//! Bots are clients like any other. They see what is sent to them, in the same bytes, and send
//! commands through the same door.

use crate::clock::RoomClock;
use crate::directory::TableName;
use crate::outlet::{Inlet, Outlet, Watcher, outlet};
use crate::people;
use crate::room::Inner;
use crate::service::Origin;
use crate::shard::{ShardHandle, ToShard};
use crate::want::Want;
use kozyr_bots::{Deed, choose, thinking_ms};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, CommandId, Follower, PlayerKind, Refusal, SeatState, TableInfo, TableView, ToClient,
};
use kozyr_table::Player;
use kozyr_time::{Millis, PlayerId, TimeSource};
use std::sync::Arc;
use tokio::task::JoinHandle;

/// The bots of the house. Their numbers are theirs for ever; guests have random ones.
pub(crate) const BOTS: [(u64, &str); 3] = [(1, "Vera"), (2, "Lev"), (3, "Mitya")];
/// People and bots a table should have for a good game.
const COMPANY: usize = 3;
/// Between two things the host does: a bot does not jump into its seat.
const BETWEEN_MOVES: Millis = Millis::new(700);

/// Starts a host for every table.
pub(crate) fn start(room: &Arc<Inner>) -> Vec<JoinHandle<()>> {
    if room.config().bots == 0 {
        return Vec::new();
    }
    let plans = &room.config().tables;
    plans.iter().map(|plan| tokio::spawn(host(room.clone(), plan.id.clone()))).collect()
}

/// A table as a bot or the host hears of it.
struct Subscriber {
    inlet: Inlet,
    table: Follower,
    /// What the table asked of somebody who came back after winning more than most bring.
    asked: Chips,
    /// Was a command not looked at, and should be sent again?
    again: bool,
}

impl Subscriber {
    fn new(table: &TableName, shard: &ShardHandle, person: Option<PlayerId>) -> (Subscriber, Outlet) {
        let (outlet, inlet) = outlet();
        let watcher = Watcher { outlet: outlet.clone(), person };
        // A shard that is gone tells nothing, and the subscriber hears so.
        let _ = shard.send(ToShard::Watch { table: table.clone(), watcher, have: None });
        (Subscriber { inlet, table: Follower::new(table.as_str()), asked: Chips::ZERO, again: false }, outlet)
    }

    /// Waits until something is heard, then takes in all that is there; false at the end.
    async fn listen(&mut self) -> bool {
        let Some(mut line) = self.inlet.lines.recv().await else { return false };
        loop {
            match serde_json::from_str(line.as_str()) {
                Ok(ToClient::Answer { result, .. }) => {
                    self.again = result == Answer::Refused { reason: Refusal::TryAgain };
                    self.asked = match result {
                        Answer::Refused { reason: Refusal::BuyInOutOfRange { least, .. } } => least,
                        _ => Chips::ZERO,
                    };
                }
                // Nothing is ever missed here: whoever lags too far behind is dropped.
                Ok(message) => drop(self.table.hear(&message)),
                Err(_) => {}
            }
            match self.inlet.lines.try_recv() {
                Ok(next) => line = next,
                Err(_) => return true,
            }
        }
    }
}

async fn host(room: Arc<Inner>, table: TableName) {
    let Some((_, shard)) = room.table(table.as_str()) else { return };
    let Some(bots) = bots_of(&room).await else { return };
    let players: Vec<JoinHandle<()>> = bots
        .iter()
        .map(|bot| tokio::spawn(play(*room.clock(), table.clone(), shard.clone(), bot.id)))
        .collect();
    let _ended = AbortOnDrop(players);
    let (mut heard, outlet) = Subscriber::new(&table, &shard, None);
    while heard.listen().await {
        let (Some(info), Some(view)) = (heard.table.info(), heard.table.view()) else { continue };
        let Some(move_) = next_move(&view, info, &bots, room.config().bots) else { continue };
        tokio::time::sleep(room.clock().lasting(BETWEEN_MOVES)).await;
        let (bot, want) = match move_ {
            HostMove::Seat(bot, seat) => {
                let buy_in = info.most_buy_in.max(heard.asked);
                if !funded(&room, bot, buy_in).await {
                    continue;
                }
                (bot.id, Want::Sit { player: bot.clone(), seat, buy_in, wait: false })
            }
            HostMove::Leave(bot) => (bot, Want::Leave),
            HostMove::Return(bot) => (bot, Want::SitIn { wait: false }),
        };
        send(&shard, &table, bot, &outlet, want);
        // The answer or the change is heard next.
    }
}

struct AbortOnDrop(Vec<JoinHandle<()>>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

enum HostMove<'a> {
    Seat(&'a Player, Seat),
    Leave(PlayerId),
    Return(PlayerId),
}

/// What the host does about the table as it is, one thing at a time.
fn next_move<'a>(
    view: &TableView,
    info: &TableInfo,
    bots: &'a [Player],
    most: usize,
) -> Option<HostMove<'a>> {
    let people = view
        .seats
        .values()
        .filter(|seat| seat.kind == PlayerKind::Person)
        .filter(|seat| !matches!(seat.state, SeatState::SittingOut | SeatState::Leaving))
        .count();
    let here = |bot: &&Player| view.seats.values().find(|seat| seat.player == bot.id.get());
    let seated: Vec<&Player> = bots.iter().filter(|bot| here(bot).is_some()).collect();
    let staying: Vec<&&Player> =
        seated.iter().filter(|bot| here(bot).is_some_and(|seat| seat.state != SeatState::Leaving)).collect();
    let wanted = if people == 0 { 0 } else { COMPANY.saturating_sub(people).min(most) };
    let free: Vec<Seat> = (1..=info.seats)
        .filter_map(Seat::from_number)
        .filter(|seat| !view.seats.contains_key(seat))
        .collect();
    // A bot without chips goes at once, and comes back with new ones if it is wanted.
    let broke = seated.iter().find(|bot| here(bot).is_some_and(|seat| seat.state == SeatState::OutOfChips));
    if let Some(broke) = broke {
        return Some(HostMove::Leave(broke.id));
    }
    let full = free.is_empty() && !staying.is_empty();
    if staying.len() > wanted || full {
        // Whoever leaves in the middle of a hand folds: a bot finishes it first.
        let plays = |bot: &Player| view.running && here(&bot).is_some_and(|seat| seat.in_hand);
        return staying.last().filter(|bot| !plays(bot)).map(|bot| HostMove::Leave(bot.id));
    }
    if let Some(idle) =
        staying.iter().find(|bot| here(bot).is_some_and(|seat| seat.state == SeatState::SittingOut))
    {
        return Some(HostMove::Return(idle.id));
    }
    // One seat always stays free for somebody who comes by.
    if staying.len() < wanted && free.len() > 1 {
        let bot = bots.iter().find(|bot| here(bot).is_none())?;
        return Some(HostMove::Seat(bot, free[free.len() / 2]));
    }
    None
}

async fn bots_of(room: &Arc<Inner>) -> Option<Vec<Player>> {
    let room = room.clone();
    let made = tokio::task::spawn_blocking(move || {
        let today = room.calendar().now();
        BOTS.iter()
            .map(|(number, name)| {
                people::bot(room.store(), today, *number, name).map(|user| people::player(&user))
            })
            .collect::<Result<Vec<Player>, _>>()
    });
    match made.await {
        Ok(Ok(bots)) => Some(bots),
        failed => {
            tracing::error!(?failed, "the bots could not come");
            None
        }
    }
}

/// Gives a bot chips when it has too few for a seat.
async fn funded(room: &Arc<Inner>, bot: &Player, buy_in: Chips) -> bool {
    let (room, number) = (room.clone(), bot.id.get());
    let filled = tokio::task::spawn_blocking(move || {
        let user = kozyr_store::PlayerId::new(number).expect("bots have small numbers");
        people::refill(room.store(), room.clock().now(), user, buy_in, buy_in * 10)
    });
    matches!(filled.await, Ok(Ok(_)))
}

pub(crate) fn send(shard: &ShardHandle, table: &TableName, person: PlayerId, outlet: &Outlet, want: Want) {
    let mut id = [0; 16];
    if getrandom::fill(&mut id).is_err() {
        return;
    }
    let command = CommandId(u128::from_le_bytes(id));
    let origin = Origin { person, command, outlet: outlet.clone() };
    // A shard that is gone has no use for a move.
    let _ = shard.send(ToShard::Command { table: table.clone(), origin, want });
}

/// A bot at its table: acts whenever it is its turn.
pub(crate) async fn play(clock: RoomClock, table: TableName, shard: ShardHandle, bot: PlayerId) {
    let (mut heard, outlet) = Subscriber::new(&table, &shard, Some(bot));
    let mut jitter = Jitter::new();
    let mut acted = None;
    while heard.listen().await {
        if std::mem::take(&mut heard.again) {
            acted = None;
        }
        let turn = heard.table.turn();
        if turn.is_some() && turn == acted {
            continue;
        }
        let (Some(info), Some(view)) = (heard.table.info(), heard.table.view()) else { continue };
        let Some((deed, thinks)) = decide(info, &view, &mut jitter) else { continue };
        let want = match deed {
            Deed::Act(action) => {
                acted = turn;
                Want::Act { turn: turn.unwrap_or_default(), action }
            }
            Deed::Say(word) => Want::Say(word),
        };
        tokio::time::sleep(clock.lasting(thinks)).await;
        send(&shard, &table, bot, &outlet, want);
    }
}

pub(crate) fn decide(info: &TableInfo, view: &TableView, jitter: &mut Jitter) -> Option<(Deed, Millis)> {
    let deed = choose(info, view, &mut |n| jitter.below(n))?;
    let thinks = thinking_ms(&deed, view, &mut |n| jitter.below(n));
    Some((deed, Millis::new(thinks)))
}

/// Jitter need not be unpredictable to a cryptographer: a bot that could be read is no danger to
/// the deck. SplitMix64.
pub(crate) struct Jitter(u64);

impl Jitter {
    pub(crate) fn new() -> Jitter {
        let mut seed = [0; 8];
        // Without randomness the bots are the same every time, and the dealer does not deal at all.
        let _ = getrandom::fill(&mut seed);
        Jitter(u64::from_le_bytes(seed))
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(x ^ x >> 31) * u128::from(n)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kozyr_protocol::room::{BySeat, GameInfo, GameView, HoldemView, SeatView};

    /// What the host does at a table of six: `p` a person, `o` one who sits out, `v`, `l`, `m` the
    /// bots, a capital letter for one on its way out, `0` Vera without chips, `.` a free seat.
    fn does(seats: &str, running: bool) -> String {
        let bots: Vec<Player> = BOTS
            .iter()
            .map(|&(id, name)| Player { id: PlayerId::new(id).unwrap(), name: name.into(), bot: true })
            .collect();
        let taken = seats.chars().enumerate().filter(|(_, who)| *who != '.').map(|(index, who)| {
            let letter = if who == '0' { 'v' } else { who.to_ascii_lowercase() };
            let bot = BOTS.iter().find(|(_, name)| name.to_lowercase().starts_with(letter));
            let view = SeatView {
                player: bot.map_or(100 + index as u64, |(id, _)| *id),
                name: bot.map_or("Ann", |(_, name)| name).to_owned(),
                kind: if bot.is_some() { PlayerKind::Bot } else { PlayerKind::Person },
                stack: Chips::new(100),
                state: match who {
                    'o' => SeatState::SittingOut,
                    '0' => SeatState::OutOfChips,
                    who if who.is_uppercase() => SeatState::Leaving,
                    _ => SeatState::Playing,
                },
                connected: true,
                away: false,
                owes: Chips::ZERO,
                top_up: Chips::ZERO,
                in_hand: true,
            };
            (Seat::from_index(index), view)
        });
        let view = TableView {
            seats: taken.collect(),
            hand: 1,
            running,
            clocks: BySeat::default(),
            stage: None,
            rest: None,
            take: None,
            game: GameView::Holdem(HoldemView::default()),
            own: None,
        };
        let (small_blind, big_blind) = (Chips::new(1), Chips::new(2));
        let info = TableInfo {
            name: "t".into(),
            seats: seats.len() as u8,
            scale: 0,
            least_buy_in: Chips::new(40),
            most_buy_in: Chips::new(200),
            turn_ms: 1000,
            game: GameInfo::Holdem { variant: "NT".into(), small_blind, big_blind },
            tournament: None,
        };
        match next_move(&view, &info, &bots, 2) {
            None => "nothing".into(),
            Some(HostMove::Seat(bot, seat)) => format!("{} sits at {seat}", bot.name),
            Some(HostMove::Leave(id)) => format!("{} leaves", id.get()),
            Some(HostMove::Return(id)) => format!("{} returns", id.get()),
        }
    }

    #[test]
    fn bots_keep_people_company_and_make_room() {
        for (seats, expect) in [
            ("......", "nothing"),
            ("p.....", "Vera sits at 4"),
            ("p..v..", "Lev sits at 5"),
            ("p..vl.", "nothing"),
            ("pp.v..", "nothing"),
            ("pp.vl.", "2 leaves"),
            ("ppp.v.", "1 leaves"),
            ("pp.vL.", "nothing"),
            ("p..0..", "1 leaves"),
            ("...vl.", "2 leaves"),
            ("o..v..", "1 leaves"),
            ("pv", "1 leaves"),
            ("p.", "nothing"),
        ] {
            assert_eq!(does(seats, false), expect, "{seats}");
        }
        assert_eq!(does("pp.vl.", true), "nothing", "the hand is played first");
        assert_eq!(does("p..v..", true), "Lev sits at 5");
    }
}

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
use kozyr_bots::{Deed, Level, Memory, choose, thinking_ms};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_protocol::room::{
    Answer, CommandId, Follower, GameInfo, GameView, PlayerKind, Refusal, SeatState, SeatView, TableInfo,
    TableView, ToClient,
};
use kozyr_table::Player;
use kozyr_time::{Millis, PlayerId, TimeSource, Timestamp};
use std::sync::Arc;
use tokio::task::JoinHandle;

/// The bots of the house. Their numbers are theirs for ever; guests have random ones.
pub(crate) const BOTS: [(u64, &str); 5] = [(1, "Vera"), (2, "Lev"), (3, "Mitya"), (4, "Zoya"), (5, "Timur")];
/// People and bots a table should have for a good game, where it needs no more.
const COMPANY: usize = 3;
/// Where a game needs every place, bots wait so long for people to take them: a moment when nobody else is there, longer
/// while somebody looks on, and longest at a place that was freed for them.
const ALONE: Millis = Millis::from_secs(2);
const SOMEBODY_LOOKS_ON: Millis = Millis::from_secs(12);
const FREED: Millis = Millis::from_secs(15);
/// Between two things the host does: a bot does not jump into its seat.
const BETWEEN_MOVES: Millis = Millis::new(700);

/// Starts a host for every table.
pub(crate) fn start(room: &Arc<Inner>) -> Vec<JoinHandle<()>> {
    if room.config().bots == 0 {
        return Vec::new();
    }
    let stock = room.config().tables.iter().map(|plan| plan.id.clone());
    let made = room.tables().made_tables().into_iter().map(|(table, _)| table);
    stock.chain(made).map(|table| tokio::spawn(host(room.clone(), table))).collect()
}

/// Starts one for a table that somebody has opened; it ends with the table, or with the room.
pub(crate) fn start_for(room: &Arc<Inner>, table: TableName) {
    if room.config().bots == 0 {
        return;
    }
    let room = room.clone();
    tokio::spawn(async move {
        let mut stop = room.stopping();
        tokio::select! {
            () = host(room.clone(), table) => {}
            _ = stop.wait_for(|stopping| *stopping) => {}
        }
    });
}

/// A table as a bot or the host hears of it.
struct Subscriber {
    inlet: Inlet,
    table: Follower,
    /// What the table asked of somebody who came back after winning more than most bring.
    asked: Chips,
    /// Was a command not looked at, and should be sent again?
    again: bool,
    memory: Memory,
}

impl Subscriber {
    fn new(table: &TableName, shard: &ShardHandle, person: Option<PlayerId>) -> (Subscriber, Outlet) {
        let (outlet, inlet) = outlet();
        let outlet = outlet.of_house();
        let watcher = Watcher { outlet: outlet.clone(), person };
        // A shard that is gone tells nothing, and the subscriber hears so.
        let _ = shard.send(ToShard::Watch { table: table.clone(), watcher, have: None });
        let (table, memory) = (Follower::new(table.as_str()), Memory::default());
        (Subscriber { inlet, table, asked: Chips::ZERO, again: false, memory }, outlet)
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
                Ok(message) => {
                    self.memory.hear(&message);
                    let _ = self.table.hear(&message);
                }
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
    let numbers: Vec<PlayerId> = bots.iter().map(|bot| bot.id).collect();
    let (mut places, mut due) = (KeptPlaces::default(), None);
    loop {
        let listens = heard.listen();
        let open = match due.take() {
            None => listens.await,
            // News that come first are looked at first.
            Some(wait) => tokio::time::timeout(room.clock().lasting(wait), listens).await.unwrap_or(true),
        };
        if !open {
            return;
        }
        let (Some(info), Some(view)) = (heard.table.info(), heard.table.view()) else { continue };
        let stake = if let GameInfo::Durak(durak) = &info.game { Some(durak.stake) } else { None };
        if let Some(stake) = stake.filter(|_| places.is_new_game(&view)) {
            for bot in bots.iter().filter(|bot| sits(&view, bot.id)) {
                funded(&room, bot, stake.max(Chips::new(1))).await;
            }
        }
        let onlookers = room.directory.onlookers(&table, &numbers);
        let Some(move_) =
            next_move(&view, info, &bots, room.company_at(&table), places.may_free(&view, onlookers))
        else {
            places.wanted_since = None;
            continue;
        };
        if matches!(move_, HostMove::Seat(..)) && stake.is_some() {
            let wait = places.wait(&view, onlookers, room.clock().now());
            if !wait.is_zero() {
                due = Some(wait);
                continue;
            }
        }
        tokio::time::sleep(room.clock().lasting(BETWEEN_MOVES)).await;
        let (bot, want) = match move_ {
            HostMove::Seat(bot, seat) => {
                let usual = view.take.as_ref().map_or(info.most_buy_in, |take| take.chips.usual);
                let buy_in = if stake.is_some() { Chips::ZERO } else { usual.max(heard.asked) };
                if !funded(&room, bot, stake.unwrap_or(buy_in).max(Chips::new(1))).await {
                    continue;
                }
                (bot.id, Want::Sit { player: bot.clone(), seat, buy_in, wait: false })
            }
            HostMove::Leave(bot) => (bot, Want::Leave),
            HostMove::Free(bot) => {
                places.freed_after = Some(view.hand);
                (bot, Want::Leave)
            }
            HostMove::Return(bot) => (bot, Want::SitIn { wait: false }),
        };
        send(&shard, &table, bot, &outlet, want);
        // The answer or the change is heard next.
    }
}

fn sits(view: &TableView, person: PlayerId) -> bool {
    view.seats.values().any(|seat| seat.player == person.get())
}

/// How the host keeps places for people at a table where a game needs all of them.
#[derive(Default)]
struct KeptPlaces {
    /// Since when a bot could take a place.
    wanted_since: Option<Timestamp>,
    /// After which hand a place was freed.
    freed_after: Option<u64>,
    /// Up to which hand the bots were given their stakes.
    funded_for: Option<u64>,
}

impl KeptPlaces {
    /// May a bot get up for somebody who looks on? Between games, and once after each.
    fn may_free(&self, view: &TableView, onlookers: usize) -> bool {
        let GameView::Durak(game) = &view.game else { return false };
        let between = !view.running && (game.game_over.is_some() || game.party == 0);
        between && onlookers > 0 && self.freed_after != Some(view.hand)
    }

    /// How long a bot still waits before it takes a place.
    fn wait(&mut self, view: &TableView, onlookers: usize, now: Timestamp) -> Millis {
        let since = *self.wanted_since.get_or_insert(now);
        let bots = view.seats.values().any(|seat| seat.kind == PlayerKind::Bot);
        let in_all = match () {
            () if self.freed_after == Some(view.hand) => FREED,
            () if bots => Millis::ZERO,
            () if onlookers > 0 => SOMEBODY_LOOKS_ON,
            () => ALONE,
        };
        in_all.minus(now.since(since))
    }

    /// Is this the first look at the table since a hand was over?
    fn is_new_game(&mut self, view: &TableView) -> bool {
        let new = !view.running && self.funded_for != Some(view.hand);
        self.funded_for = Some(view.hand).filter(|_| !view.running).or(self.funded_for);
        new
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
    /// Gets up so that somebody who looks on can sit down.
    Free(PlayerId),
    Return(PlayerId),
}

/// What the host does about the table as it is, one thing at a time.
fn next_move<'a>(
    view: &TableView,
    info: &TableInfo,
    bots: &'a [Player],
    most: usize,
    may_free: bool,
) -> Option<HostMove<'a>> {
    // A game of Durak needs every place.
    let fills = matches!(info.game, GameInfo::Durak(_));
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
    let wanted = match people {
        0 => 0,
        // Where nobody wants bots there are none.
        _ if most == 0 => 0,
        _ if fills => usize::from(info.seats).saturating_sub(people),
        _ => COMPANY.saturating_sub(people).min(most),
    };
    let free: Vec<Seat> = (1..=info.seats)
        .filter_map(Seat::from_number)
        .filter(|seat| !view.seats.contains_key(seat))
        .collect();
    // A bot without chips goes at once, and comes back with new ones if it is wanted.
    let broke = seated.iter().find(|bot| {
        here(bot)
            .is_some_and(|seat| seat.state == SeatState::OutOfChips || !view.running && too_poor(info, seat))
    });
    if let Some(broke) = broke {
        return Some(HostMove::Leave(broke.id));
    }
    let full = free.is_empty() && !staying.is_empty();
    if fills && full && may_free {
        return staying.last().map(|bot| HostMove::Free(bot.id));
    }
    let full = full && !fills;
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
    // One seat always stays free for somebody who comes by, unless the game needs it.
    if staying.len() < wanted && free.len() > usize::from(!fills) {
        let bot = bots.iter().find(|bot| here(bot).is_none())?;
        return Some(HostMove::Seat(bot, free[free.len() / 2]));
    }
    None
}

/// Is this seat not dealt in because of what lies before it? Nobody is shown out of a table of Seka for it.
fn too_poor(info: &TableInfo, seat: &SeatView) -> bool {
    match &info.game {
        GameInfo::Seka(info) => {
            seat.stack < info.min_balance || info.max_balance.is_some_and(|most| seat.stack > most)
        }
        GameInfo::Holdem { .. } | GameInfo::Durak { .. } => false,
    }
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
        let decided = decide(level_of(bot), info, &view, &heard.memory, &mut jitter);
        let Some((deed, thinks)) = decided else { continue };
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

/// Mitya plays as well as a bot can; the others, who come first, are there for the company.
fn level_of(bot: PlayerId) -> Level {
    if bot.get() == BOTS[2].0 { Level::Strong } else { Level::Casual }
}

pub(crate) fn decide(
    level: Level,
    info: &TableInfo,
    view: &TableView,
    memory: &Memory,
    jitter: &mut Jitter,
) -> Option<(Deed, Millis)> {
    let deed = choose(level, info, view, memory, &mut |n| jitter.below(n))?;
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
    use kozyr_protocol::room::{
        BySeat, DurakGameOver, DurakInfo, DurakMode, DurakView, HoldemOptions, HoldemView,
    };

    /// What the host does at a table of six: `p` a person, `o` one who sits out, `v`, `l`, `m` the
    /// bots, a capital letter for one on its way out, `0` Vera without chips, `.` a free seat.
    fn does(seats: &str, running: bool) -> String {
        let (small_blind, big_blind) = (Chips::new(1), Chips::new(2));
        let game = GameInfo::Holdem {
            variant: "NT".into(),
            hole_cards: 2,
            small_blind,
            big_blind,
            options: HoldemOptions::default(),
        };
        does_at(game, seats, running, false)
    }

    fn does_at(game: GameInfo, seats: &str, running: bool, may_free: bool) -> String {
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
        let info = TableInfo {
            name: "t".into(),
            seats: seats.len() as u8,
            scale: 0,
            least_buy_in: Chips::new(40),
            most_buy_in: Chips::new(200),
            turn_ms: 1000,
            game,
            tournament: None,
        };
        match next_move(&view, &info, &bots, 2, may_free) {
            None => "nothing".into(),
            Some(HostMove::Seat(bot, seat)) => format!("{} sits at {seat}", bot.name),
            Some(HostMove::Leave(id)) => format!("{} leaves", id.get()),
            Some(HostMove::Free(id)) => format!("{} makes room", id.get()),
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

    fn durak() -> GameInfo {
        GameInfo::Durak(DurakInfo {
            mode: DurakMode::Plain,
            cards: 36,
            stake: Chips::new(20),
            points: 1,
            rake_percent: 10,
            untimed: false,
            timeout_loses: true,
            throw_after_take: true,
        })
    }

    #[test]
    fn a_game_that_needs_every_place_gets_all_its_company() {
        for (seats, expect) in [
            ("..", "nothing"),
            ("p.", "Vera sits at 2"),
            ("pv", "nothing"),
            (".v", "1 leaves"),
            ("p...", "Vera sits at 3"),
            ("pp.v", "Lev sits at 3"),
            ("pplv", "nothing"),
            ("p.....", "Vera sits at 4"),
            ("pvlmz.", "Timur sits at 6"),
            ("o.", "nothing"),
        ] {
            assert_eq!(does_at(durak(), seats, false, false), expect, "{seats}");
        }
        assert_eq!(does_at(durak(), "pv", false, true), "1 makes room");
        assert_eq!(does_at(durak(), "pp", false, true), "nothing", "nobody can");
        assert_eq!(does_at(durak(), ".v", true, false), "nothing", "the party is played first");
    }

    #[test]
    fn a_place_is_kept_for_people_for_a_while_and_freed_between_games() {
        let mut view = TableView {
            seats: BySeat::default(),
            hand: 3,
            running: false,
            clocks: BySeat::default(),
            stage: None,
            rest: None,
            take: None,
            game: GameView::Durak(DurakView { party: 1, ..DurakView::default() }),
            own: None,
        };
        let (mut places, start) = (KeptPlaces::default(), Timestamp::from_millis(1000));
        assert_eq!(places.wait(&view, 0, start), ALONE);
        assert_eq!(places.wait(&view, 0, start + ALONE), Millis::ZERO);
        assert!(!places.wait(&view, 1, start + ALONE).is_zero(), "somebody looks on");
        assert!(!places.may_free(&view, 1), "parties of the game are still to come");
        view.game = GameView::Durak(DurakView {
            party: 1,
            game_over: Some(DurakGameOver { winners: vec![], paid: BySeat::default() }),
            ..DurakView::default()
        });
        assert!(places.may_free(&view, 1) && !places.may_free(&view, 0));
        places.freed_after = Some(3);
        assert!(!places.may_free(&view, 1), "once after each game");
        assert!(!places.wait(&view, 0, start + ALONE).is_zero(), "and it stays free for a while");
        assert!(places.is_new_game(&view) && !places.is_new_game(&view));
    }
}

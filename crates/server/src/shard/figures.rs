//! Figures of the shard without sockets: run by `make soak`, printed, not asserted.

use super::*;
use crate::clock::RoomClock;
use crate::outlet::{Watcher, outlet};
use crate::room::Config;
use crate::seeds::SystemSeeds;
use crate::want::Want;
use kozyr_card_game::Seat;
use kozyr_cards::Pack;
use kozyr_chips::{Account, Chips, Currency, Transfer};
use kozyr_protocol::room::{CommandId, GameAction, HoldemAction};
use kozyr_store::{SqliteStore, Store};
use kozyr_table::{Dealer, Deals as _, Player, Seeds as _};
use kozyr_time::{Pace, PlayerId, TableId, TimeSource};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const SEATS: u32 = 4;

fn plans(count: u32) -> Vec<TablePlan> {
    let mut stock = Config::default().tables.remove(0);
    // The room's time runs fast, for the pauses between hands; nobody's turn runs out.
    stock.settings.turn = Millis::from_secs(1_000_000);
    let id = |number| TableId::new(&format!("table-{number}")).unwrap();
    (0..count).map(|number| TablePlan { id: id(number), ..stock.clone() }).collect()
}

fn sqlite(folder: &std::path::Path) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(&folder.join("room.db")).unwrap())
}

fn player(table: u32, seat: u32) -> PlayerId {
    PlayerId::from(1 + table * SEATS + seat)
}

/// Processor time of a thread of this process so far; nothing where the system does not say.
fn processor_time(task: &std::path::Path) -> Duration {
    let text = std::fs::read_to_string(task.join("schedstat")).unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0))
}

/// Processor time of this thread, and of the store's threads together: the machine may be busy with other things.
fn processor_times() -> (Duration, Duration) {
    let this = processor_time(std::path::Path::new("/proc/thread-self"));
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let of_store = tasks.map(|task| task.path()).filter(|task| {
        std::fs::read_to_string(task.join("comm")).is_ok_and(|name| name.starts_with("store"))
    });
    (this, of_store.map(|task| processor_time(&task)).sum())
}

/// What was played and what was sent of it.
#[derive(Default)]
struct Played {
    /// Actions that were answered as accepted: they are durable.
    actions: u64,
    updates: u64,
    update_bytes: u64,
}

/// A shard of so many tables over SQLite, with four people at each.
struct Evening {
    shard: Shard,
    outcomes: mpsc::Receiver<Vec<Completed>>,
    clock: RoomClock,
    plans: Vec<TablePlan>,
    commands: u128,
    outlet: crate::outlet::Outlet,
    inlets: Vec<crate::outlet::Inlet>,
}

impl Evening {
    fn open(store: Arc<dyn Store>, tables: u32) -> Evening {
        let all = (0..tables).flat_map(|table| (0..SEATS).map(move |seat| player(table, seat)));
        let gift = |id| {
            let (from, to) = (Account::issuance(Currency::FUN), Account::wallet(id, Currency::FUN));
            Transfer::new(from, to, Chips::new(1_000_000)).unwrap()
        };
        store.append(Append { transfers: all.map(gift).collect(), ..Append::default() }).unwrap();
        let clock = RoomClock::new(Pace::times(1000), None);
        let (sender, outcomes) = mpsc::channel();
        let lane = Lane::new(move |completed| drop(sender.send(completed)));
        let plans = plans(tables);
        let shard = Shard::open(store, Arc::default(), lane, plans.clone(), clock.now()).unwrap();
        let (outlet, inlet) = outlet();
        Evening { shard, outcomes, clock, plans, commands: 0, outlet, inlets: vec![inlet] }
    }

    fn command(&mut self, table: u32, person: PlayerId, want: Want) {
        self.commands += 1;
        let origin = Origin { person, command: CommandId(self.commands), outlet: self.outlet.clone() };
        let table = self.plans[table as usize].id.clone();
        self.step(Some(ToShard::Command { table, origin, want }));
    }

    fn step(&mut self, message: Option<ToShard>) {
        self.shard.step(self.clock.now(), message);
    }

    /// Everybody looks at their table.
    fn watch(&mut self) {
        for table in 0..self.plans.len() as u32 {
            for seat in 0..SEATS {
                let (outlet, inlet) = outlet();
                self.inlets.push(inlet);
                let watcher = Watcher { outlet, person: Some(player(table, seat)) };
                let table = self.plans[table as usize].id.clone();
                self.step(Some(ToShard::Watch { table, watcher, have: None }));
            }
        }
    }

    fn sit(&mut self) {
        for table in 0..self.plans.len() as u32 {
            for seat in 0..SEATS {
                let player = Player { id: player(table, seat), name: format!("P{seat}").into(), bot: true };
                let (seat, buy_in) = (Seat::from_index(seat as usize), Chips::new(200));
                self.command(
                    table,
                    player.id,
                    Want::Sit { player: player.clone(), seat, buy_in, wait: false },
                );
            }
        }
    }

    /// Everybody calls for so long.
    fn play(&mut self, for_so_long: Duration) -> Played {
        let (started, mut played) = (Instant::now(), Played::default());
        let turns = |evening: &Evening| -> Vec<(u32, PlayerId, u64)> {
            let slots = evening.shard.slots.values().enumerate();
            slots
                .filter_map(|(table, slot)| {
                    let AnyTable::Holdem(service) = &slot.table else { return None };
                    let (player, turn) = service.to_act()?;
                    Some((table as u32, player, turn))
                })
                .collect()
        };
        while started.elapsed() < for_so_long {
            for (table, player, turn) in turns(self) {
                let action = GameAction::Holdem(HoldemAction::CheckOrCall);
                self.command(table, player, Want::Act { turn, action });
            }
            match self.outcomes.recv_timeout(Duration::from_millis(20)) {
                Ok(completed) => self.step(Some(ToShard::Committed(completed))),
                Err(_) => self.step(None),
            }
            while let Ok(completed) = self.outcomes.try_recv() {
                self.step(Some(ToShard::Committed(completed)));
            }
            for inlet in &mut self.inlets {
                while let Ok(line) = inlet.lines.try_recv() {
                    if line.starts_with(r#"{"type":"update""#) {
                        played.updates += 1;
                        played.update_bytes += line.len() as u64;
                    } else if line.starts_with(r#"{"type":"answer""#) && line.contains("accepted") {
                        played.actions += 1;
                    }
                }
            }
        }
        played
    }
}

#[test]
#[ignore = "long: make soak"]
fn durable_actions_over_two_hundred_tables() {
    let folder = tempfile::tempdir().unwrap();
    let mut evening = Evening::open(sqlite(folder.path()), 200);
    evening.sit();
    for what in ["nobody looks on", "four look on"] {
        evening.play(Duration::from_secs(2));
        let (started, (shard, store)) = (Instant::now(), processor_times());
        let Played { actions, updates, update_bytes } = evening.play(Duration::from_secs(8));
        let rate = u128::from(actions) * 1000 / started.elapsed().as_millis();
        let (shard, store) = {
            let (shard_now, store_now) = processor_times();
            (shard_now.saturating_sub(shard), store_now.saturating_sub(store))
        };
        assert!(actions > 0);
        let each = |time: Duration| time.as_nanos() / u128::from(actions);
        println!(
            "{rate} durable actions/s over 200 tables without sockets, {what}: processor time an action {} ns of the shard, {} ns of the store; {} updates of {} bytes each",
            each(shard),
            each(store),
            updates,
            update_bytes / updates.max(1)
        );
        evening.watch();
    }
}

#[test]
#[ignore = "long: make soak"]
fn a_start_with_a_thousand_tables() {
    let folder = tempfile::tempdir().unwrap();
    let open = |what: &str| {
        let store = sqlite(folder.path());
        let clock = RoomClock::new(Pace::REAL, store.last_moment().unwrap());
        let started = Instant::now();
        let lane = Lane::new(drop);
        let shard = Shard::open(store, Arc::default(), lane, plans(1000), clock.now()).unwrap();
        println!("{what}: 1,000 tables open after {} ms", started.elapsed().as_millis());
        assert_eq!(shard.slots.len(), 1000);
    };
    open("a new room");
    open("started again");
}

/// What this process holds in memory, in KiB; nothing where the system does not say.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).map_or(0, |pages: u64| pages * 4)
}

/// What a table with four people takes while it is played at, without their connections.
#[test]
#[ignore = "long: make soak"]
fn memory_of_running_tables() {
    const TABLES: u32 = 2_000;
    let folder = tempfile::tempdir().unwrap();
    let store = sqlite(folder.path());
    let mut before = resident();
    let mut told = |what: &str| {
        let now = resident();
        println!("{what}: {:.1} KiB a table more", (now.saturating_sub(before)) as f64 / f64::from(TABLES));
        before = now;
    };
    let mut evening = Evening::open(store, TABLES);
    told("open");
    evening.sit();
    evening.play(Duration::from_secs(5));
    told("four at each, playing");
    evening.watch();
    told("all of them look on (with the test's own ends of their lines)");
    evening.play(Duration::from_secs(15));
    told("after several hands");
}

/// The operating system is asked once a shuffle, and not for every job.
#[test]
#[ignore = "long: make soak"]
fn what_a_shuffle_costs() {
    const TIMES: u32 = 20_000;
    let time = |mut work: Box<dyn FnMut()>| {
        let started = processor_time(std::path::Path::new("/proc/thread-self"));
        (0..TIMES).for_each(|_| work());
        (processor_time(std::path::Path::new("/proc/thread-self")) - started).as_nanos() / u128::from(TIMES)
    };
    let mut seeds = SystemSeeds;
    let seed = time(Box::new(move || assert!(std::hint::black_box(seeds.seed()).is_some())));
    let mut dealer = Dealer::new(SystemSeeds);
    let shuffle = time(Box::new(move || {
        std::hint::black_box(dealer.shuffle(1, Pack::Full52.cards(), &[]));
        dealer.take_fresh();
    }));
    println!(
        "processor time: {seed} ns for 256 random bits, {shuffle} ns for a shuffle of 52 cards with them"
    );
}

/// What a hand of four takes in the file once it is archived, rows, shuffles and statistics included.
#[test]
#[ignore = "long: make soak"]
fn bytes_a_hand() {
    let folder = tempfile::tempdir().unwrap();
    let store = sqlite(folder.path());
    let mut evening = Evening::open(store.clone(), 40);
    evening.sit();
    evening.play(Duration::from_secs(15));
    let now = evening.clock.now();
    let mut hands = 0;
    for plan in &evening.plans {
        let stream = plan.stream();
        let filter = kozyr_store::HandFilter { stream: Some(stream.clone()), ..Default::default() };
        let all = (0..SEATS).map(|seat| {
            let index = evening.plans.iter().position(|other| other.id == plan.id).unwrap_or_default() as u32;
            store.hands_of(player(index, seat), &filter, None, 1).unwrap()
        });
        hands += all.flatten().map(|hand| hand.row.hand).max().unwrap_or(0);
        let sequence = store.checkpoint(&stream).unwrap().map_or(Sequence::START, |kept| kept.sequence);
        while store.archive(&stream, sequence, 64).unwrap() > 0 {}
    }
    while store.forget_receipts(now, 100_000).unwrap() > 0 {}
    let copy = std::env::temp_dir().join("kozyr-bytes-a-hand.db");
    let _ = std::fs::remove_file(&copy);
    let reader = kozyr_store::SqliteReader::open(&folder.path().join("room.db")).unwrap();
    reader.back_up(&copy).unwrap();
    let bytes = std::fs::metadata(&copy).unwrap().len();
    assert!(hands > 0);
    println!("{hands} hands of four: {} bytes a hand in {}", bytes / hands, copy.display());
}

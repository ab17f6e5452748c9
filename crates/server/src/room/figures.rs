//! Figures of a room with very many tables: run by `make soak`, printed, not asserted.

use super::*;
use crate::lobby::Looker;
use crate::outlet::{Watcher, outlet};
use crate::plan::GamePlan;
use kozyr_chips::Currency;
use kozyr_protocol::room::{LobbyFilter, LobbyTable, ToClient, write};
use kozyr_store::{
    Append, HandFlags, HandPlayer, HandRow, Moment, Payload, Sequence, SqliteStore, StreamBatch,
};
use kozyr_table::holdem::HoldemTable;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

const HANDS_A_TABLE: u64 = 200;
/// Lines of log a hand, as if nearly all were archived in larger pieces.
const LINES: u64 = 2;

fn config(tables: usize) -> Config {
    let stock = Config::default().tables.remove(0);
    let id = |number| kozyr_time::TableId::new(&format!("table-{number}")).expect("a plain name");
    let plans = (0..tables).map(|number| TablePlan { id: id(number), ..stock.clone() });
    Config { tables: plans.collect(), ..Config::default() }
}

fn open(folder: &Path, tables: usize, what: &str) -> Room {
    let started = Instant::now();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder.join("room.db")).unwrap());
    let room = Room::load(store, config(tables), 1).unwrap();
    println!("{what}: {tables} tables are served after {} ms", started.elapsed().as_millis());
    room
}

/// Hands as the log of a table has them, with their rows, and the empty table as what they came to.
fn archive_hands(store: &dyn Store, plan: &TablePlan) {
    let stream = plan.stream();
    let head = store.claim(&stream).unwrap();
    let GamePlan::Holdem(house) = plan.game.clone() else { panic!("a table of Hold'em") };
    let table = HoldemTable::open(plan.id.clone(), plan.settings.clone(), house).unwrap();
    let rest = serde_json::to_vec(&table.rest().expect("no hand is running")).unwrap();
    let moment = Moment { room: Timestamp::from_millis(1), wall: kozyr_time::WallTime::from_millis(1) };
    let line = |nth: u64| Payload::from(format!("{{\"acted\":[{nth},\"checkOrCall\"]}}").into_bytes());
    let events = (0..HANDS_A_TABLE * LINES).map(line).collect();
    let mut batch = StreamBatch::new(stream.clone(), head.epoch, head.sequence, events);
    batch.checkpoint = Some(rest.into());
    let hands = (0..HANDS_A_TABLE).map(|nth| HandRow {
        stream: stream.clone(),
        hand: nth + 1,
        game: "holdem".into(),
        currency: Currency::FUN,
        first: Sequence(head.sequence.0 + nth * LINES + 1),
        last: Sequence(head.sequence.0 + (nth + 1) * LINES),
        started: moment,
        ended: moment,
        summary: Payload::from(b"{\"board\":\"AsKdQc7h2d\",\"pot\":200}".to_vec()),
        players: (1..=4u32)
            .map(|seat| HandPlayer {
                player: PlayerId::from(10 + seat),
                net: Chips::ZERO,
                flags: HandFlags::default(),
            })
            .collect(),
    });
    let hands = hands.collect();
    store.append(Append { streams: vec![batch], hands, ..Append::default() }).unwrap();
    let end = store.head(&stream).unwrap().sequence;
    while store.archive(&stream, end, 64).unwrap() > 0 {}
}

#[test]
#[ignore = "long: make soak"]
fn a_start_with_five_thousand_tables_and_a_million_hands() {
    const TABLES: usize = 5_000;
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path(), TABLES, "a new room"));
    drop(open(folder.path(), TABLES, "started again"));
    let store = SqliteStore::open(&folder.path().join("room.db")).unwrap();
    config(TABLES).tables.iter().for_each(|plan| archive_hands(&store, plan));
    drop(store);
    let bytes = std::fs::metadata(folder.path().join("room.db")).unwrap().len();
    let hands = TABLES as u64 * HANDS_A_TABLE;
    drop(open(folder.path(), TABLES, &format!("with {hands} hands archived in {} MB", bytes / 1_000_000)));
}

#[test]
#[ignore = "long: make soak"]
fn the_lobby_of_ten_thousand_tables() {
    const TABLES: usize = 10_000;
    const TIMES: u32 = 20;
    let folder = tempfile::tempdir().unwrap();
    let Room { inner, mut shards, .. } = open(folder.path(), TABLES, "a new room");
    let each = |what: &str, work: &mut dyn FnMut()| {
        let started = Instant::now();
        (0..TIMES).for_each(|_| work());
        println!("{what}: {} µs", (started.elapsed() / TIMES).as_micros());
    };
    let admitted = BTreeSet::new();
    let looker = Looker { person: Some(PlayerId::from(7u32)), admitted: &admitted };
    let told = |filter: &LobbyFilter| -> String {
        let tables = inner.lobby_for(&looker, filter).iter().map(|table| LobbyTable::clone(table)).collect();
        let (tournaments, refill, bounds) = (Vec::new(), None, None);
        write(&ToClient::Lobby { tables, tournaments, refill, bounds })
    };
    let all = LobbyFilter::default();
    println!("the lobby's message has {} bytes", told(&all).len());
    each("it takes", &mut || drop(told(&all)));
    each("where somebody sits, asked as they sign in", &mut || {
        drop(inner.directory.seats_of(PlayerId::from(7u32)));
    });
    each("a quick seat", &mut || drop(inner.quick_seat(None, &all)));
    let (shard, _) = shards.first_mut().unwrap();
    let table = inner.config().tables[0].id.clone();
    each("a connection comes to one table and goes", &mut || {
        let (outlet, _inlet) = outlet();
        let (connection, now) = (outlet.id, inner.clock().now());
        let watcher = Watcher { outlet, person: None };
        shard.step(now, Some(ToShard::Watch { table: table.clone(), watcher, have: None }));
        shard.step(now, Some(ToShard::Gone(connection)));
    });
}

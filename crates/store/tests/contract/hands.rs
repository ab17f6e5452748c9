//! Hands by number and by player.

use crate::common::*;
use kozyr_chips::Chips;
use kozyr_store::*;

contract!(
    a_hand_is_found_as_it_was_written,
    a_players_hands_come_page_by_page,
    hands_that_ended_together_are_all_listed_once,
);

/// Plays a hand of three events at this table.
fn play(store: &TestStore, table: &str, number: u64, ended: i64, players: &[(u64, i64)]) -> HandRow {
    let head = store.head(&stream(table)).unwrap();
    let events = [format!("{table} deals {number}"), "bets".into(), "shows".into()];
    let batch = batch(table, head, &events.each_ref().map(String::as_str));
    let row = hand(&batch, number, ended, players);
    let append =
        Append { at: at(ended), streams: vec![batch], hands: vec![row.clone()], ..Append::default() };
    store.append(append).unwrap();
    row
}

fn a_hand_is_found_as_it_was_written(mut store: TestStore) {
    store.claim_all(&["table/1", "table/2"].map(stream)).unwrap();
    let first = play(&store, "table/1", 1, 10, &[(1, 20), (2, -15), (PlayerId::MAX, -5)]);
    let mut second = play(&store, "table/1", 2, 20, &[(1, i64::MIN), (2, i64::MAX)]);
    store.reopen();
    let found = |number| store.hand(&stream("table/1"), number).unwrap();
    assert_eq!(found(1), Some(first.clone()));
    assert_eq!(found(2), Some(second.clone()));
    assert_eq!((found(3), store.hand(&stream("table/2"), 1).unwrap()), (None, None));
    let events = store.hand_events(&stream("table/1"), 2).unwrap();
    let texts: Vec<_> = events.iter().map(|event| String::from_utf8_lossy(&event.payload.bytes)).collect();
    assert_eq!(texts, ["table/1 deals 2", "bets", "shows"]);
    assert_eq!(store.hand_events(&stream("table/1"), 9).unwrap(), []);
    // Once written it never changes.
    let head = store.head(&stream("table/1")).unwrap();
    second.game = "seka".into();
    let streams = vec![batch("table/1", head, &["x"])];
    let again = Append { streams, hands: vec![second], ..Append::default() };
    assert_eq!(refusal(store.append(again)), Refused::HandExists { stream: stream("table/1"), hand: 2 });
    // A hand belongs to a stream that the writer holds.
    let alone = Append { hands: vec![HandRow { hand: 7, ..first }], ..Append::default() };
    assert!(matches!(refusal(store.append(alone)), Refused::BadHand { hand: 7, .. }));
}

fn a_players_hands_come_page_by_page(mut store: TestStore) {
    store.claim_all(&["table/1", "table/2"].map(stream)).unwrap();
    // Two tables in turn; player 2 plays at the first only.
    for number in 1..=6 {
        let ended = number as i64 * 10;
        play(&store, "table/1", number, ended, &[(1, 5), (2, -5)]);
        play(&store, "table/2", number, ended + 5, &[(1, -3), (3, 3)]);
    }
    store.reopen();
    let page =
        |player, before: Option<&HandMark>, limit| store.hands_of(user(player), before, limit).unwrap();
    let mut all = Vec::new();
    let mut mark = None;
    loop {
        let hands = page(1, mark.as_ref(), 5);
        let Some(last) = hands.last() else { break };
        mark = Some(last.row.mark());
        all.extend(hands);
    }
    let ended: Vec<_> = all.iter().map(|hand| hand.row.ended.room.as_millis()).collect();
    assert_eq!(ended, [65, 60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10]);
    for hand in &all {
        let net = if hand.row.stream == stream("table/1") { 5 } else { -3 };
        assert_eq!((hand.own.player, hand.own.net), (user(1), Chips::new(net)));
        assert_eq!(hand.own.flags.has(HandFlags::WON), net > 0);
        assert_eq!(hand.row.players.len(), 2, "with everybody who took part");
        assert_eq!(store.hand(&hand.row.stream, hand.row.hand).unwrap().as_ref(), Some(&hand.row));
    }
    assert_eq!(page(2, None, 99).len(), 6);
    assert_eq!(page(3, None, 2).iter().map(|hand| hand.row.hand).collect::<Vec<_>>(), [6, 5]);
    assert_eq!((page(4, None, 9), page(1, None, 0)), (vec![], vec![]));
}

fn hands_that_ended_together_are_all_listed_once(store: TestStore) {
    let tables = ["table/3", "table/1", "table/2"];
    store.claim_all(&tables.map(stream)).unwrap();
    for table in tables {
        play(&store, table, 1, 10, &[(1, 0)]);
        play(&store, table, 2, 10, &[(1, 0)]);
    }
    let mut seen = Vec::new();
    let mut mark = None;
    while let Some(hand) = store.hands_of(user(1), mark.as_ref(), 1).unwrap().pop() {
        mark = Some(hand.row.mark());
        seen.push((hand.row.stream.to_string(), hand.row.hand));
    }
    assert_eq!(seen.len(), 6);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 6);
}

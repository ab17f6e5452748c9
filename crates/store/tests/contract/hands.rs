//! Hands by number and by player.

use crate::common::*;
use kozyr_chips::Chips;
use kozyr_store::*;

contract!(
    a_hand_is_found_as_it_was_written,
    a_players_hands_come_page_by_page,
    hands_that_ended_together_are_all_listed_once,
    hands_are_listed_by_table_and_date,
    what_hands_come_to_is_counted_game_by_game,
    checkpoints_that_are_kept_are_found_from_any_later_event,
    a_hand_is_shared_once_and_by_who_played_it,
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
    let page = |player, before: Option<&HandMark>, limit| {
        store.hands_of(user(player), &HandFilter::default(), before, limit).unwrap()
    };
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
    while let Some(hand) = store.hands_of(user(1), &HandFilter::default(), mark.as_ref(), 1).unwrap().pop() {
        mark = Some(hand.row.mark());
        seen.push((hand.row.stream.to_string(), hand.row.hand));
    }
    assert_eq!(seen.len(), 6);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 6);
}

fn hands_are_listed_by_table_and_date(mut store: TestStore) {
    store.claim_all(&["table/1", "table/2"].map(stream)).unwrap();
    for number in 1..=4 {
        play(&store, "table/1", number, number as i64 * 10, &[(1, 5), (2, -5)]);
        play(&store, "table/2", number, number as i64 * 10 + 5, &[(1, -3), (3, 3)]);
    }
    store.reopen();
    let ended = |filter: HandFilter, before: Option<&HandMark>, limit| -> Vec<i64> {
        let hands = store.hands_of(user(1), &filter, before, limit).unwrap();
        hands.iter().map(|hand| hand.row.ended.room.as_millis()).collect()
    };
    let at = |table: &str| HandFilter { stream: Some(stream(table)), ..HandFilter::default() };
    assert_eq!(ended(at("table/1"), None, 9), [40, 30, 20, 10]);
    assert_eq!(ended(at("table/2"), None, 2), [45, 35], "as many as were asked for, of that table");
    assert_eq!(ended(at("table/9"), None, 9), []);
    let third = store.hand(&stream("table/1"), 3).unwrap().unwrap().mark();
    assert_eq!(ended(at("table/2"), Some(&third), 9), [25, 15]);
    // The calendar shows a million more in these tests.
    let between = HandFilter { since: Some(date(1_000_015)), until: Some(date(1_000_035)), stream: None };
    assert_eq!(ended(between.clone(), None, 9), [30, 25, 20, 15]);
    assert_eq!(ended(HandFilter { stream: Some(stream("table/1")), ..between }, None, 9), [30, 20]);
}

fn what_hands_come_to_is_counted_game_by_game(mut store: TestStore) {
    store.claim(&stream("table/1")).unwrap();
    play(&store, "table/1", 1, 10, &[(1, 5), (2, -5)]);
    play(&store, "table/1", 2, 20, &[(1, -7), (2, 7)]);
    // Another game, and more than can be counted.
    for (number, net) in [(3, i64::MAX), (4, 1), (5, -10)] {
        let head = store.head(&stream("table/1")).unwrap();
        let batch = batch("table/1", head, &["deals"]);
        let mut row = hand(&batch, number, 30, &[(1, net)]);
        row.game = "seka".into();
        store
            .append(Append { at: at(30), streams: vec![batch], hands: vec![row], ..Append::default() })
            .unwrap();
    }
    store.reopen();
    let tallies = store.tallies(user(1)).unwrap();
    let [holdem, seka] = tallies.as_slice() else { panic!("{tallies:?}") };
    assert_eq!((holdem.game.as_str(), seka.game.as_str()), ("holdem", "seka"));
    assert_eq!((holdem.hands, holdem.voluntary, holdem.raised), (2, 1, 0));
    assert_eq!((holdem.showdowns, holdem.won, holdem.net), (1, 1, Chips::new(-2)));
    // What does not fit any more is left out; the hand is counted all the same.
    assert_eq!((seka.hands, seka.won, seka.net), (3, 2, Chips::new(i64::MAX - 10)));
    assert_eq!(store.tallies(user(3)).unwrap(), []);
}

fn checkpoints_that_are_kept_are_found_from_any_later_event(mut store: TestStore) {
    let table = stream("table/1");
    store.claim(&table).unwrap();
    for number in 0..6u8 {
        let head = store.head(&table).unwrap();
        let state = format!("state {number} ").repeat(500);
        let mut batch = batch("table/1", head, &["a", "b"]);
        batch.checkpoint = Some(Payload::new(number, state));
        batch.keep = number % 2 == 1;
        store.append(Append { streams: vec![batch], ..Append::default() }).unwrap();
    }
    store.reopen();
    let kept = |up_to| {
        let found = store.kept_checkpoint(&table, Sequence(up_to)).unwrap();
        found.map(|found| (found.sequence.0, found.payload.version, found.payload.bytes.len()))
    };
    assert_eq!([0, 3].map(kept), [None, None]);
    assert_eq!([4, 7].map(kept), [Some((4, 1, 4_000)); 2]);
    assert_eq!([8, 11].map(kept), [Some((8, 3, 4_000)); 2]);
    assert_eq!([12, 99].map(kept), [Some((12, 5, 4_000)); 2]);
    assert_eq!(store.kept_checkpoint(&stream("table/2"), Sequence(99)).unwrap(), None);
}

fn a_hand_is_shared_once_and_by_who_played_it(mut store: TestStore) {
    let table = stream("table/1");
    store.claim(&table).unwrap();
    play(&store, "table/1", 1, 10, &[(1, 5), (2, -5)]);
    let share = |byte: u8, hand, owner| SharedHand {
        id: ShareId([byte; 16]),
        stream: table.clone(),
        hand,
        owner: user(owner),
        shared_at: date(7),
    };
    let append = |store: &TestStore, share: SharedHand| {
        store.append(Append { shares: vec![share], ..Append::default() })
    };
    append(&store, share(1, 1, 1)).unwrap();
    append(&store, share(2, 1, 2)).unwrap();
    let exists = Refused::ShareExists { stream: table.clone(), hand: 1 };
    assert_eq!(refusal(append(&store, share(3, 1, 1))), exists, "they have a link to it");
    let foreign = refusal(append(&store, share(4, 1, 3)));
    assert_eq!(foreign, Refused::NotTheirHand { stream: table.clone(), hand: 1, player: user(3) });
    assert!(matches!(refusal(append(&store, share(4, 9, 1))), Refused::NotTheirHand { .. }));
    store.reopen();
    assert_eq!(store.shared_hand(ShareId([1; 16])).unwrap(), Some(share(1, 1, 1)));
    assert_eq!(store.share_of(user(2), &table, 1).unwrap(), Some(share(2, 1, 2)));
    assert_eq!(store.shared_hand(ShareId([3; 16])).unwrap(), None);
    assert_eq!(store.share_of(user(3), &table, 1).unwrap(), None);
}

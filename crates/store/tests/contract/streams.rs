//! Streams: claims, places, checkpoints, secrets.

use crate::common::*;
use kozyr_store::*;

contract!(
    what_was_appended_is_loaded_as_it_was,
    a_stream_nobody_claimed_takes_nothing,
    a_later_claim_fences_the_earlier,
    events_come_right_after_the_last_or_not_at_all,
    several_batches_of_one_stream_follow_each_other,
    a_secret_is_no_event_and_never_changes,
    the_latest_checkpoint_counts,
    many_streams_are_claimed_in_one_commit,
    a_lease_names_its_owner,
    a_closed_stream_is_not_claimed_until_it_is_reopened,
    streams_are_listed_by_prefix,
    the_last_moment_is_the_latest_of_any_stream,
    a_player_who_left_is_remembered_for_a_while,
    what_no_longer_counts_is_forgotten_in_steps,
);

fn what_was_appended_is_loaded_as_it_was(mut store: TestStore) {
    let (one, two) = (store.claim(&stream("table/1")).unwrap(), store.claim(&stream("table/2")).unwrap());
    let append = Append {
        at: at(1_234),
        streams: vec![batch("table/1", one, &["a", "", "b\0\u{ff}"]), batch("table/2", two, &["c"])],
        ..Append::default()
    };
    store.append(append).unwrap();
    let head = store.head(&stream("table/1")).unwrap();
    store
        .append(Append { at: at(1_300), streams: vec![batch("table/1", head, &["d"])], ..Append::default() })
        .unwrap();

    let before = everything(&*store);
    store.reopen();
    assert_eq!(everything(&*store), before);
    assert_eq!(store.streams("").unwrap(), [stream("table/1"), stream("table/2")]);
    assert_eq!(
        store.head(&stream("table/1")).unwrap(),
        Head { epoch: one.epoch, sequence: Sequence(4), closed: false }
    );
    let event = |sequence, millis, text: &str| StoredEvent {
        sequence: Sequence(sequence),
        at: at(millis),
        payload: text.as_bytes().into(),
    };
    let all = [event(1, 1_234, "a"), event(2, 1_234, ""), event(3, 1_234, "b\0\u{ff}"), event(4, 1_300, "d")];
    let load = |after, limit| store.load(&stream("table/1"), Sequence(after), limit).unwrap();
    assert_eq!(load(0, 10), all);
    assert_eq!(load(2, 1), all[2..3]);
    assert_eq!(load(4, 10), []);
    assert_eq!(load(u64::MAX, usize::MAX), []);
    assert_eq!(store.load(&stream("table/9"), Sequence::START, 10).unwrap(), []);
}

fn a_stream_nobody_claimed_takes_nothing(store: TestStore) {
    for epoch in [Epoch(0), Epoch(1)] {
        let head = Head { epoch, ..Head::default() };
        let append = Append { streams: vec![batch("table/1", head, &["a"])], ..Append::default() };
        let fenced = Refused::Fenced { stream: stream("table/1"), held: Epoch(0), offered: epoch };
        assert_eq!(refusal(store.append(append)), fenced);
    }
    assert_eq!(store.head(&stream("table/1")).unwrap(), Head::default());
    assert_eq!(store.streams("").unwrap(), []);
}

fn a_later_claim_fences_the_earlier(mut store: TestStore) {
    let first = store.claim(&stream("table/1")).unwrap();
    store.append(Append { streams: vec![batch("table/1", first, &["a"])], ..Append::default() }).unwrap();
    store.reopen();
    let second = store.claim(&stream("table/1")).unwrap();
    assert_eq!(second, Head { epoch: Epoch(first.epoch.0 + 1), sequence: Sequence(1), closed: false });
    // The first owner knows the right place, but the stream has another by now.
    let stale = Head { epoch: first.epoch, ..second };
    let append = Append { streams: vec![batch("table/1", stale, &["x"])], ..Append::default() };
    let fenced = Refused::Fenced { stream: stream("table/1"), held: second.epoch, offered: first.epoch };
    assert_eq!(refusal(store.append(append)), fenced);
    // Nor may anybody write from the future, nor the stale owner an empty batch.
    for (epoch, events) in [(Epoch(second.epoch.0 + 1), &["x"][..]), (first.epoch, &[])] {
        let append =
            Append { streams: vec![batch("table/1", Head { epoch, ..second }, events)], ..Append::default() };
        assert!(matches!(refusal(store.append(append)), Refused::Fenced { .. }));
    }
    store.append(Append { streams: vec![batch("table/1", second, &["b"])], ..Append::default() }).unwrap();
    let texts: Vec<_> = store
        .load(&stream("table/1"), Sequence::START, 9)
        .unwrap()
        .into_iter()
        .map(|e| e.payload.bytes)
        .collect();
    assert_eq!(texts, [b"a", b"b"]);
}

fn events_come_right_after_the_last_or_not_at_all(store: TestStore) {
    let head = store.claim(&stream("table/1")).unwrap();
    store.append(Append { streams: vec![batch("table/1", head, &["a", "b"])], ..Append::default() }).unwrap();
    let before = everything(&*store);
    for offered in [0, 1, 3, u64::MAX - 5].map(Sequence) {
        let append = Append {
            streams: vec![batch("table/1", Head { sequence: offered, ..head }, &["x"])],
            ..Append::default()
        };
        let wrong = Refused::WrongSequence { stream: stream("table/1"), at: Sequence(2), offered };
        assert_eq!(refusal(store.append(append)), wrong);
    }
    assert_eq!(everything(&*store), before);
}

fn several_batches_of_one_stream_follow_each_other(store: TestStore) {
    let head = store.claim(&stream("table/1")).unwrap();
    let next = Head { sequence: Sequence(2), ..head };
    let good = vec![batch("table/1", head, &["a", "b"]), batch("table/1", next, &["c"])];
    let bad = vec![batch("table/1", head, &["a", "b"]), batch("table/1", head, &["c"])];
    let wrong =
        Refused::WrongSequence { stream: stream("table/1"), at: Sequence(2), offered: Sequence::START };
    assert_eq!(refusal(store.append(Append { streams: bad, ..Append::default() })), wrong);
    store.append(Append { streams: good, ..Append::default() }).unwrap();
    assert_eq!(store.head(&stream("table/1")).unwrap().sequence, Sequence(3));
}

fn a_secret_is_no_event_and_never_changes(mut store: TestStore) {
    let head = store.claim(&stream("table/1")).unwrap();
    let mut deal = batch("table/1", head, &["a hand begins"]);
    deal.secrets.push(Secret { key: u64::MAX, payload: b"AsKdQc".as_slice().into() });
    assert!(!format!("{deal:?}").contains("AsKdQc"), "a secret got into a log");
    store.append(Append { streams: vec![deal.clone()], ..Append::default() }).unwrap();
    store.reopen();
    let events = store.load(&stream("table/1"), Sequence::START, 9).unwrap();
    assert!(events.iter().all(|event| event.payload.bytes == b"a hand begins"));
    assert_eq!(store.secret(&stream("table/1"), u64::MAX).unwrap(), Some(b"AsKdQc".as_slice().into()));
    assert_eq!(store.secret(&stream("table/1"), 1).unwrap(), None);
    assert_eq!(store.secret(&stream("table/2"), u64::MAX).unwrap(), None);
    deal.after = Sequence(1);
    let exists = Refused::SecretExists { stream: stream("table/1"), key: u64::MAX };
    assert_eq!(refusal(store.append(Append { streams: vec![deal], ..Append::default() })), exists);
}

fn the_latest_checkpoint_counts(mut store: TestStore) {
    let mut head = store.claim(&stream("table/1")).unwrap();
    assert_eq!(store.checkpoint(&stream("table/1")).unwrap(), None);
    for (event, state, end) in [("a", Some("after a"), 1), ("b", None, 2), ("c", Some("after c"), 3)] {
        let mut batch = batch("table/1", head, &[event]);
        batch.checkpoint = state.map(|state| state.as_bytes().into());
        store.append(Append { streams: vec![batch], ..Append::default() }).unwrap();
        head.sequence = Sequence(end);
    }
    store.reopen();
    let latest = Checkpoint { sequence: Sequence(3), payload: b"after c".as_slice().into() };
    assert_eq!(store.checkpoint(&stream("table/1")).unwrap(), Some(latest));
    assert_eq!(store.load(&stream("table/1"), Sequence::START, 9).unwrap().len(), 3, "events stay");
}

fn many_streams_are_claimed_in_one_commit(mut store: TestStore) {
    let names: Vec<_> = (0..50).map(|n| stream(&format!("table/{n}"))).collect();
    let old = store.claim(&names[7]).unwrap();
    store.append(Append { streams: vec![batch("table/7", old, &["a"])], ..Append::default() }).unwrap();
    let heads = store.claim_all(&names).unwrap();
    store.reopen();
    for (nth, (name, head)) in names.iter().zip(&heads).enumerate() {
        assert_eq!(store.head(name).unwrap(), *head);
        let (epoch, sequence) = if nth == 7 { (2, 1) } else { (1, 0) };
        assert_eq!((head.epoch.0, head.sequence.0), (epoch, sequence));
    }
    assert_eq!(store.claim_all(&[]).unwrap(), []);
    // One that is closed, and none of them is claimed.
    let mut last = batch("table/3", heads[3], &["the end"]);
    last.close = true;
    store.append(Append { streams: vec![last], ..Append::default() }).unwrap();
    let before = everything(&*store);
    assert_eq!(store.claim_all(&names), Err(ClaimError::Closed(stream("table/3"))));
    assert_eq!(everything(&*store), before);
}

fn a_lease_names_its_owner(mut store: TestStore) {
    assert_eq!(store.lease(&stream("table/1")).unwrap(), None);
    let head = store.claim(&stream("table/1")).unwrap();
    let lease = store.lease(&stream("table/1")).unwrap().unwrap();
    assert_eq!((lease.epoch, lease.expires_in), (head.epoch, None), "a restart never waits");
    store.claim(&stream("table/2")).unwrap();
    assert_eq!(store.lease(&stream("table/2")).unwrap().unwrap().owner, lease.owner);
    store.reopen();
    assert_eq!(store.lease(&stream("table/1")).unwrap(), Some(lease), "until the next claim");
    let head = store.claim(&stream("table/1")).unwrap();
    let next = store.lease(&stream("table/1")).unwrap().unwrap();
    assert_eq!(next.epoch, head.epoch);
    assert!(next.owner >= lease.owner);
}

fn a_closed_stream_is_not_claimed_until_it_is_reopened(mut store: TestStore) {
    let id = stream("table/1");
    let head = store.claim(&id).unwrap();
    let mut last = batch("table/1", head, &["a", "b"]);
    last.close = true;
    store.append(Append { streams: vec![last], ..Append::default() }).unwrap();
    store.reopen();
    let closed = Head { sequence: Sequence(2), closed: true, ..head };
    assert_eq!(store.head(&id).unwrap(), closed);
    assert_eq!(store.claim(&id), Err(ClaimError::Closed(id.clone())));
    let more = Append { streams: vec![batch("table/1", closed, &["c"])], ..Append::default() };
    assert_eq!(refusal(store.append(more.clone())), Refused::Closed(id.clone()));
    assert_eq!(store.load(&id, Sequence::START, 9).unwrap().len(), 2, "it can still be read");
    assert_eq!(
        (store.streams("").unwrap(), store.closed_streams("", None, 9).unwrap()),
        (vec![], vec![id.clone()])
    );

    store.reopen();
    Store::reopen(&*store, &id).unwrap();
    Store::reopen(&*store, &stream("table/9")).unwrap();
    assert_eq!(store.head(&stream("table/9")).unwrap(), Head::default(), "nothing to reopen");
    let head = store.claim(&id).unwrap();
    assert_eq!(head, Head { epoch: Epoch(2), sequence: Sequence(2), closed: false });
    store.append(Append { streams: vec![batch("table/1", head, &["c"])], ..Append::default() }).unwrap();
    assert_eq!((store.streams("").unwrap(), store.closed_streams("", None, 9).unwrap()), (vec![id], vec![]));
}

fn streams_are_listed_by_prefix(store: TestStore) {
    let names = ["room", "table/1", "table/10", "table/2", "tables", "tournament/1"].map(stream);
    let heads = store.claim_all(&names).unwrap();
    let list = |prefix: &str| {
        let found = store.streams(prefix).unwrap();
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(list(""), "room table/1 table/10 table/2 tables tournament/1");
    assert_eq!(list("table/"), "table/1 table/10 table/2");
    assert_eq!(list("table/1"), "table/1 table/10");
    assert_eq!(list("x"), "");
    for nth in [1, 2, 3, 5] {
        let mut last = batch(names[nth].as_str(), heads[nth], &[]);
        last.close = true;
        store.append(Append { streams: vec![last], ..Append::default() }).unwrap();
    }
    assert_eq!(list(""), "room tables");
    let closed = |after, limit| store.closed_streams("table/", after, limit).unwrap();
    assert_eq!(closed(None, 2), names[1..3]);
    assert_eq!(closed(Some(&names[2]), 2), names[3..4]);
    assert_eq!(closed(None, 0), []);
}

fn the_last_moment_is_the_latest_of_any_stream(mut store: TestStore) {
    assert_eq!(store.last_moment().unwrap(), None);
    let names = ["table/1", "table/2"].map(stream);
    let heads = store.claim_all(&names).unwrap();
    assert_eq!(store.last_moment().unwrap(), None);
    for (millis, nth, latest) in [(50, 0, 50), (40, 1, 50), (60, 1, 60), (55, 0, 60)] {
        let name = &names[nth];
        let head = Head { epoch: heads[nth].epoch, ..store.head(name).unwrap() };
        let streams = vec![batch(name.as_str(), head, &["x"])];
        store.append(Append { at: at(millis), streams, ..Append::default() }).unwrap();
        store.reopen();
        assert_eq!(store.last_moment().unwrap(), Some(at(latest)));
    }
}

fn left(player: u64, until: i64, kept: &str) -> RememberedChange {
    RememberedChange::Put(RememberedPlayer { player: user(player), until: at(until), payload: text(kept) })
}

fn a_player_who_left_is_remembered_for_a_while(mut store: TestStore) {
    let mut head = store.claim(&stream("table/1")).unwrap();
    store.claim(&stream("table/2")).unwrap();
    let mut change = |store: &TestStore, changes: Vec<RememberedChange>| {
        let mut batch = batch("table/1", head, &["somebody comes or goes"]);
        batch.remembered = changes;
        store.append(Append { streams: vec![batch], ..Append::default() }).unwrap();
        head.sequence = head.sequence.plus(1);
    };
    change(&store, vec![left(1, 100, "40 chips"), left(2, 50, "10 chips")]);
    store.reopen();
    let kept = |store: &TestStore, table: &str, player, now| {
        let row = store.remembered(&stream(table), user(player), at(now)).unwrap();
        row.map(|row| String::from_utf8(row.payload.bytes).unwrap())
    };
    assert_eq!(kept(&store, "table/1", 1, 99).as_deref(), Some("40 chips"));
    assert_eq!(kept(&store, "table/1", 1, 100), None, "its time is over");
    assert_eq!(kept(&store, "table/1", 2, 49).as_deref(), Some("10 chips"));
    assert_eq!((kept(&store, "table/1", 3, 0), kept(&store, "table/2", 1, 0)), (None, None));
    // The later of two counts, in one batch or in several; clearing what is not there is nothing.
    change(
        &store,
        vec![left(1, 200, "60 chips"), RememberedChange::Clear(user(2)), RememberedChange::Clear(user(3))],
    );
    assert_eq!(kept(&store, "table/1", 1, 150).as_deref(), Some("60 chips"));
    assert_eq!(kept(&store, "table/1", 2, 0), None);
    change(
        &store,
        vec![
            RememberedChange::Clear(user(1)),
            left(1, 300, "again"),
            left(2, 300, "x"),
            RememberedChange::Clear(user(2)),
        ],
    );
    store.reopen();
    assert_eq!(kept(&store, "table/1", 1, 250).as_deref(), Some("again"));
    assert_eq!(kept(&store, "table/1", 2, 0), None);
}

fn what_no_longer_counts_is_forgotten_in_steps(store: TestStore) {
    let names = ["table/1", "table/2"];
    let heads = store.claim_all(&names.map(stream)).unwrap();
    for (name, head) in names.into_iter().zip(heads) {
        let mut batch = batch(name, head, &[]);
        batch.remembered = (1..=3).map(|n| left(n, 10 * n as i64, "x")).collect();
        store.append(Append { streams: vec![batch], ..Append::default() }).unwrap();
    }
    assert_eq!(store.forget_remembered(at(9), 9).unwrap(), 0);
    assert_eq!(store.forget_remembered(at(20), 3).unwrap(), 3);
    assert_eq!(store.forget_remembered(at(20), 3).unwrap(), 1);
    assert_eq!(store.forget_remembered(at(20), 3).unwrap(), 0);
    for name in names {
        let there = [1, 2, 3].map(|n| store.remembered(&stream(name), user(n), at(0)).unwrap().is_some());
        assert_eq!(there, [false, false, true]);
    }
}

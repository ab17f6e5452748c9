//! Appends: all or nothing, receipts, and how outcomes come back.

use crate::common::*;
use kozyr_chips::Chips;
use kozyr_store::*;
use std::sync::mpsc;

contract!(
    one_bad_part_spoils_the_whole_append,
    a_repeated_command_gets_its_first_answer,
    an_id_used_for_another_command_is_refused,
    forgotten_receipts_are_the_old_ones,
    any_ids_are_told_apart,
    an_empty_append_is_fine,
    payloads_keep_their_versions,
    a_lane_gets_what_was_committed_together_in_one_message,
    closing_carries_out_what_is_queued,
);

/// An append in which everything is good, and what it takes to make each part of it bad.
fn one_bad_part_spoils_the_whole_append(store: TestStore) {
    let guest = |number| guest(number, 1);
    let session = |byte, number| session(byte, number, 1, 8);
    let heads = [store.claim(&stream("table/1")).unwrap(), store.claim(&stream("tournament/1")).unwrap()];
    let mut first = batch("table/1", heads[0], &["a"]);
    first.secrets.push(Secret { key: 1, payload: b"deck 1".as_slice().into() });
    store
        .append(Append {
            streams: vec![first],
            transfers: vec![pay(Account::issuance(Currency::FUN), wallet(1), 100)],
            receipts: vec![receipt(1, 1, "ok")],
            people: vec![PeopleChange::Create(guest(1)), PeopleChange::StartSession(session(1, 1))],
            ..Append::default()
        })
        .unwrap();
    let now = Head { sequence: Sequence(1), ..heads[0] };
    let mut table = batch("table/1", now, &["b", "c"]);
    table.secrets.push(Secret { key: 2, payload: b"deck 2".as_slice().into() });
    table.checkpoint = Some(b"state".as_slice().into());
    let left = RememberedPlayer { player: user(2), until: at(99), payload: text("left with 40") };
    table.remembered.push(RememberedChange::Put(left));
    let settled = hand(&table, 1, 5, &[(1, 20), (2, -20)]);
    let good = Append {
        at: at(5),
        streams: vec![table, batch("tournament/1", heads[1], &["t"])],
        transfers: vec![pay(wallet(1), Account::table(TableId::new("1").unwrap(), Currency::FUN), 100)],
        receipts: vec![receipt(1, 2, "ok"), receipt(2, 2, "ok")],
        people: vec![PeopleChange::Create(guest(2)), PeopleChange::StartSession(session(2, 2))],
        hands: vec![settled],
        shares: Vec::new(),
    };

    type Spoil<'a> = &'a dyn Fn(&mut Append);
    let spoils: [(&str, Spoil<'_>); 25] = [
        ("carried out before", &|a| a.receipts.push(receipt(1, 1, "again"))),
        ("carried out before", &|a| a.receipts.push(receipt(2, 2, "twice in one append"))),
        ("used for another command", &|a| {
            a.receipts.push(CommandReceipt { digest: CommandDigest(8), ..receipt(1, 1, "again") });
        }),
        ("used for another command", &|a| {
            a.receipts.push(CommandReceipt { digest: CommandDigest(8), ..receipt(2, 2, "twice") });
        }),
        ("belongs to epoch", &|a| a.streams[1].epoch.0 += 1),
        ("is at event", &|a| a.streams[1].after.0 += 1),
        ("tournament/1 is closed", &|a| {
            a.streams[1].close = true;
            let more = StreamBatch { after: Sequence(1), ..a.streams[1].clone() };
            a.streams.push(more);
        }),
        ("has a secret 1", &|a| a.streams[0].secrets[0].key = 1),
        ("has a secret 2", &|a| a.streams[0].secrets.extend_from_within(..)),
        ("cannot pay", &|a| a.transfers.push(pay(wallet(1), wallet(2), 1))),
        ("different currencies", &|a| {
            a.transfers.push(pay(Account::house(Currency::FUN), Account::house(Currency::DEM), 1));
        }),
        ("too large to count", &|a| {
            a.transfers.extend([
                pay(Account::issuance(Currency::FUN), wallet(2), i64::MAX),
                pay(Account::house(Currency::FUN), wallet(2), 1),
            ]);
        }),
        ("not part of the append", &|a| a.hands[0].stream = stream("table/9")),
        ("lies ahead", &|a| a.hands[0].last.0 += 1),
        ("not before its last", &|a| a.hands[0].first = Sequence(0)),
        ("ends before it starts", &|a| a.hands[0].started.room = at(6)),
        ("1 to 32 bytes", &|a| a.hands[0].game = String::new()),
        ("takes part twice", &|a| a.hands[0].players[1].player = user(1)),
        ("has a hand 1", &|a| a.hands.extend_from_within(..)),
        ("a user 1 already", &|a| a.people.push(PeopleChange::Create(guest(1)))),
        ("no user 7", &|a| a.people.push(PeopleChange::Rename(user(7), "nobody".into()))),
        ("a session with this token", &|a| a.people.push(PeopleChange::StartSession(session(1, 2)))),
        ("cannot be removed", &|a| {
            a.people.push(PeopleChange::RemoveGuest { user: user(1), unseen_since: date(0) });
        }),
        ("too many for one payload", &|a| a.streams[0].events[1].bytes = vec![0; Payload::MAX_BYTES + 1]),
        ("too many for one payload", &|a| {
            a.receipts[0].answer.bytes = vec![0; CommandReceipt::MAX_ANSWER_BYTES + 1];
        }),
    ];
    let before = everything(&*store);
    for (reason, spoil) in spoils {
        let mut append = good.clone();
        spoil(&mut append);
        let refused = refusal(store.append(append)).to_string();
        assert!(refused.contains(reason), "{refused:?} does not say {reason:?}");
        assert_eq!(everything(&*store), before, "something of an append was kept that {refused:?}");
    }
    store.append(good).unwrap();
    assert_ne!(everything(&*store), before);
    assert_eq!(
        store.balance(&Account::table(TableId::new("1").unwrap(), Currency::FUN)).unwrap(),
        Chips::new(100)
    );
}

fn a_repeated_command_gets_its_first_answer(mut store: TestStore) {
    let head = store.claim(&stream("table/1")).unwrap();
    let append = |answer| Append {
        streams: vec![batch("table/1", head, &["call"])],
        transfers: vec![pay(Account::issuance(Currency::FUN), wallet(1), 5)],
        receipts: vec![receipt(1, 7, answer)],
        ..Append::default()
    };
    store.append(append("called 5")).unwrap();
    store.reopen();
    let before = everything(&*store);
    // The second try is also out of sequence by now, and even fenced: that it is a repeat comes first.
    store.claim(&stream("table/1")).unwrap();
    let Refused::Repeated(first) = refusal(store.append(append("called again"))) else { panic!("no repeat") };
    assert_eq!(*first, receipt(1, 7, "called 5"));
    assert_eq!(store.receipt(&key(1, 7)).unwrap(), Some(receipt(1, 7, "called 5")));
    assert_eq!(store.balance(&wallet(1)).unwrap(), Chips::new(5));
    store.reopen();
    assert_eq!(store.load(&stream("table/1"), Sequence::START, 9).unwrap().len(), 1);
    assert_ne!(everything(&*store), before, "only the claim shows");
    // Another user may use the same id: it says nothing about this one.
    assert_eq!(store.receipt(&key(2, 7)).unwrap(), None);
    store.append(Append { receipts: vec![receipt(2, 7, "hello")], ..Append::default() }).unwrap();
}

fn an_id_used_for_another_command_is_refused(mut store: TestStore) {
    let append = |digest| Append {
        transfers: vec![pay(Account::issuance(Currency::FUN), wallet(1), 5)],
        receipts: vec![CommandReceipt { digest: CommandDigest(digest), ..receipt(1, 7, "ok") }],
        ..Append::default()
    };
    // All 64 bits count.
    store.append(append(u64::MAX)).unwrap();
    store.reopen();
    for other in [0, u64::MAX - 1, u64::MAX >> 1, 1 << 63] {
        assert_eq!(refusal(store.append(append(other))), Refused::OtherCommand(key(1, 7)));
    }
    assert!(matches!(refusal(store.append(append(u64::MAX))), Refused::Repeated(_)));
    assert_eq!(store.balance(&wallet(1)).unwrap(), Chips::new(5));
}

fn forgotten_receipts_are_the_old_ones(store: TestStore) {
    for (command, millis) in [(1, 10), (2, 11), (3, 12), (4, 20), (5, 30)] {
        let receipts = vec![receipt(1, command, "ok")];
        store.append(Append { at: at(millis), receipts, ..Append::default() }).unwrap();
    }
    let known = || [1, 2, 3, 4, 5].map(|command| store.receipt(&key(1, command)).unwrap().is_some());
    assert_eq!(store.forget_receipts(at(20), 2).unwrap(), 2);
    assert_eq!(known(), [false, false, true, true, true]);
    assert_eq!(store.forget_receipts(at(20), 2).unwrap(), 1);
    assert_eq!(store.forget_receipts(at(20), 2).unwrap(), 0);
    assert_eq!(known(), [false, false, false, true, true]);
    // What is forgotten can come again, as a new command.
    store.append(Append { receipts: vec![receipt(1, 1, "new")], ..Append::default() }).unwrap();
}

/// Ids are the clients' own: random, counted, or all alike.
fn any_ids_are_told_apart(mut store: TestStore) {
    let ids = (0..200u32).flat_map(|n| {
        let n = u128::from(n);
        [n, n << 64, n << 120, n.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835), u128::MAX - n]
    });
    let ids: std::collections::BTreeSet<u128> = ids.collect();
    let receipts = ids.iter().flat_map(|&id| [1, 2].map(|user| receipt(user, id, &format!("{user} {id}"))));
    store.append(Append { receipts: receipts.collect(), ..Append::default() }).unwrap();
    store.reopen();
    for (&id, user) in ids.iter().flat_map(|id| [(id, 1), (id, 2)]) {
        assert_eq!(store.receipt(&key(user, id)).unwrap(), Some(receipt(user, id, &format!("{user} {id}"))));
        assert_eq!(store.receipt(&key(3, id)).unwrap(), None);
    }
}

fn a_lane_gets_what_was_committed_together_in_one_message(store: TestStore) {
    let heads: Vec<_> = (0..20).map(|n| store.claim(&stream(&format!("table/{n}"))).unwrap()).collect();
    let (go, may_go) = mpsc::channel::<()>();
    if !store.is_stepped() {
        // The first message holds the writer up until everything else is queued.
        let (entered, is_held) = mpsc::channel::<()>();
        let may_go = std::sync::Mutex::new(may_go);
        let gate = Lane::new(move |_| {
            entered.send(()).unwrap();
            may_go.lock().unwrap().recv().unwrap();
        });
        store.submit(Append::default(), Ticket(0), &gate);
        is_held.recv().unwrap();
    }

    let (outcomes, messages) = mpsc::channel();
    let lanes = ["odd", "even"].map(|name| {
        let outcomes = outcomes.clone();
        Lane::new(move |completed| outcomes.send((name, completed)).unwrap())
    });
    for (n, &head) in (0u64..).zip(&heads) {
        // Table 5 is wrong about its place, which is nothing to the others.
        let head = if n == 5 { Head { sequence: Sequence(9), ..head } } else { head };
        let streams = vec![batch(&format!("table/{n}"), head, &["a"])];
        let lane = &lanes[usize::from(n % 2 == 0)];
        store.submit(Append { streams, ..Append::default() }, Ticket(n), lane);
    }
    // In a stepped store nobody waits for this.
    let _ = go.send(());
    assert_eq!(store.step(), if store.is_stepped() { 20 } else { 0 });
    for (lane, first) in [("even", 0), ("odd", 1)] {
        let (name, completed) = messages.recv().unwrap();
        assert_eq!(name, lane);
        let tickets: Vec<_> = completed.iter().map(|c| c.ticket.0).collect();
        assert_eq!(tickets, (first..20).step_by(2).collect::<Vec<_>>());
        for one in completed {
            assert_eq!(one.outcome.is_ok(), one.ticket != Ticket(5), "{one:?}");
        }
    }
    let written = heads
        .iter()
        .enumerate()
        .filter(|(n, _)| store.head(&stream(&format!("table/{n}"))).unwrap().sequence == Sequence(1));
    assert_eq!(written.count(), 19);
}

fn closing_carries_out_what_is_queued(store: TestStore) {
    let (outcomes, completed) = mpsc::channel();
    let lane = Lane::new(move |list| list.into_iter().for_each(|one| outcomes.send(one).unwrap()));
    for n in 0..200 {
        let transfers = vec![pay(Account::issuance(Currency::FUN), wallet(n), 1)];
        store.submit(Append { transfers, ..Append::default() }, Ticket(n), &lane);
    }
    drop(lane);
    store.close();
    let tickets: Vec<_> = completed.iter().map(|one| one.outcome.map(|()| one.ticket.0).unwrap()).collect();
    assert_eq!(tickets, (0..200).collect::<Vec<_>>());
}

fn an_empty_append_is_fine(store: TestStore) {
    let before = everything(&*store);
    store.append(Append::default()).unwrap();
    assert_eq!(everything(&*store), before);
}

fn payloads_keep_their_versions(mut store: TestStore) {
    let head = store.claim(&stream("table/1")).unwrap();
    let form = |version| Payload::new(version, [version; 3]);
    let mut batch = batch("table/1", head, &[]);
    batch.events = vec![form(1), form(2), form(255)];
    batch.secrets.push(Secret { key: 1, payload: form(4) });
    batch.checkpoint = Some(form(5));
    let row = RememberedPlayer { player: user(1), until: at(9), payload: form(6) };
    batch.remembered.push(RememberedChange::Put(row));
    let settled = HandRow { summary: form(7), ..hand(&batch, 1, 1, &[]) };
    let receipts = vec![CommandReceipt { answer: form(8), ..receipt(1, 1, "") }];
    store
        .append(Append { streams: vec![batch], receipts, hands: vec![settled], ..Append::default() })
        .unwrap();
    store.reopen();
    let id = stream("table/1");
    let events = store.load(&id, Sequence::START, 9).unwrap();
    let versions: Vec<_> = events.iter().map(|event| event.payload.version).collect();
    assert_eq!(versions, [1, 2, 255]);
    assert_eq!(events[2].payload.read(2), Err(UnknownVersion { found: 255, known: 2 }));
    assert_eq!(store.secret(&id, 1).unwrap(), Some(form(4)));
    assert_eq!(store.checkpoint(&id).unwrap().unwrap().payload, form(5));
    assert_eq!(store.remembered(&id, user(1), at(0)).unwrap().unwrap().payload, form(6));
    assert_eq!(store.hand(&id, 1).unwrap().unwrap().summary, form(7));
    assert_eq!(store.receipt(&key(1, 1)).unwrap().unwrap().answer, form(8));
}

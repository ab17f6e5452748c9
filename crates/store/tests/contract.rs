//! The contract: every clause is kept by every store.

#![allow(clippy::needless_pass_by_value)] // Every clause takes a store to do with as it likes.

mod common;

use common::*;
use kozyr_chips::Chips;
use kozyr_store::*;
use std::sync::mpsc;

/// Each clause becomes a test of each store.
macro_rules! contract {
    ($($clause:ident),* $(,)?) => {
        mod memory { $(#[test] fn $clause() { super::$clause(super::Bench::memory()); })* }
        mod sqlite { $(#[test] fn $clause() { super::$clause(super::Bench::sqlite()); })* }
    };
}

contract!(
    what_was_appended_is_loaded_as_it_was,
    a_stream_nobody_claimed_takes_nothing,
    a_later_claim_fences_the_earlier,
    events_come_right_after_the_last_or_not_at_all,
    several_batches_of_one_stream_follow_each_other,
    one_bad_part_spoils_the_whole_append,
    a_repeated_command_gets_its_first_answer,
    forgotten_receipts_are_the_old_ones,
    an_overdraft_is_refused_and_changes_nothing,
    transfers_are_posted_in_order,
    postings_name_their_cause,
    a_secret_is_no_event_and_never_changes,
    the_latest_checkpoint_counts,
    guests_come_rename_and_leave,
    a_session_runs_out,
    a_lane_gets_what_was_committed_together_in_one_message,
    closing_carries_out_what_is_queued,
);

fn what_was_appended_is_loaded_as_it_was(mut store: Bench) {
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
    assert_eq!(store.streams().unwrap(), [stream("table/1"), stream("table/2")]);
    assert_eq!(store.head(&stream("table/1")).unwrap(), Head { epoch: one.epoch, sequence: Sequence(4) });
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

fn a_stream_nobody_claimed_takes_nothing(store: Bench) {
    for epoch in [Epoch(0), Epoch(1)] {
        let head = Head { epoch, sequence: Sequence::START };
        let append = Append { streams: vec![batch("table/1", head, &["a"])], ..Append::default() };
        let fenced = Refused::Fenced { stream: stream("table/1"), held: Epoch(0), offered: epoch };
        assert_eq!(refusal(store.append(append)), fenced);
    }
    assert_eq!(store.head(&stream("table/1")).unwrap(), Head::default());
    assert_eq!(store.streams().unwrap(), []);
}

fn a_later_claim_fences_the_earlier(mut store: Bench) {
    let first = store.claim(&stream("table/1")).unwrap();
    store.append(Append { streams: vec![batch("table/1", first, &["a"])], ..Append::default() }).unwrap();
    store.reopen();
    let second = store.claim(&stream("table/1")).unwrap();
    assert_eq!(second, Head { epoch: Epoch(first.epoch.0 + 1), sequence: Sequence(1) });
    // The first owner knows the right place, but it is no longer his.
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
        .map(|e| e.payload.0)
        .collect();
    assert_eq!(texts, [b"a", b"b"]);
}

fn events_come_right_after_the_last_or_not_at_all(store: Bench) {
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

fn several_batches_of_one_stream_follow_each_other(store: Bench) {
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

/// An append in which everything is good, and what it takes to make each part of it bad.
fn one_bad_part_spoils_the_whole_append(store: Bench) {
    let guest =
        |number| User { id: user(number), name: "guest".into(), kind: UserKind::Guest, created_at: at(1) };
    let session = |byte, number| Session {
        token: TokenDigest([byte; 32]),
        user: user(number),
        created_at: at(1),
        expires_at: at(9),
    };
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
    let good = Append {
        at: at(5),
        streams: vec![table, batch("tournament/1", heads[1], &["t"])],
        transfers: vec![pay(wallet(1), Account::table(TableId::new("1").unwrap(), Currency::FUN), 100)],
        receipts: vec![receipt(1, 2, "ok"), receipt(2, 2, "ok")],
        people: vec![PeopleChange::Create(guest(2)), PeopleChange::StartSession(session(2, 2))],
    };

    type Spoil<'a> = &'a dyn Fn(&mut Append);
    let spoils: [(&str, Spoil<'_>); 12] = [
        ("carried out before", &|a| a.receipts.push(receipt(1, 1, "again"))),
        ("carried out before", &|a| a.receipts.push(receipt(2, 2, "twice in one append"))),
        ("belongs to epoch", &|a| a.streams[1].epoch.0 += 1),
        ("is at event", &|a| a.streams[1].after.0 += 1),
        ("has a secret 1", &|a| a.streams[0].secrets[0].key = 1),
        ("has a secret 2", &|a| a.streams[0].secrets.extend_from_within(..)),
        ("cannot pay", &|a| a.transfers.push(pay(wallet(1), wallet(2), 1))),
        ("too large to count", &|a| {
            a.transfers.extend([
                pay(Account::issuance(Currency::FUN), wallet(2), i64::MAX),
                pay(Account::house(Currency::FUN), wallet(2), 1),
            ]);
        }),
        ("a user 1 already", &|a| a.people.push(PeopleChange::Create(guest(1)))),
        ("no user 7", &|a| a.people.push(PeopleChange::Rename(user(7), "nobody".into()))),
        ("a session with this token", &|a| a.people.push(PeopleChange::StartSession(session(1, 2)))),
        ("too many for one payload", &|a| a.streams[0].events[1].0 = vec![0; Payload::MAX_BYTES + 1]),
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

fn a_repeated_command_gets_its_first_answer(mut store: Bench) {
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

fn forgotten_receipts_are_the_old_ones(store: Bench) {
    for (command, millis) in [(1, 10), (2, 20), (3, 30)] {
        let receipts = vec![receipt(1, command, "ok")];
        store.append(Append { at: at(millis), receipts, ..Append::default() }).unwrap();
    }
    assert_eq!(store.forget_receipts(at(20)).unwrap(), 1);
    let known = [1, 2, 3].map(|command| store.receipt(&key(1, command)).unwrap().is_some());
    assert_eq!(known, [false, true, true]);
    store.append(Append { receipts: vec![receipt(1, 1, "new")], ..Append::default() }).unwrap();
}

fn an_overdraft_is_refused_and_changes_nothing(store: Bench) {
    store
        .append(Append {
            transfers: vec![pay(Account::issuance(Currency::FUN), wallet(1), 100)],
            ..Append::default()
        })
        .unwrap();
    let before = everything(&*store);
    let escrow = || Account::table(TableId::new("1").unwrap(), Currency::FUN);
    let transfers = vec![pay(wallet(1), escrow(), 60), pay(wallet(1), escrow(), 41)];
    let cannot = Refused::CannotPay { account: wallet(1), balance: Chips::new(40), amount: Chips::new(41) };
    assert_eq!(refusal(store.append(Append { transfers, ..Append::default() })), cannot);
    let transfers = vec![pay(escrow(), wallet(1), 1)];
    assert!(matches!(
        refusal(store.append(Append { transfers, ..Append::default() })),
        Refused::CannotPay { .. }
    ));
    assert_eq!(everything(&*store), before);
    // The house stands in for what it stakes.
    store
        .append(Append {
            transfers: vec![pay(Account::house(Currency::FUN), escrow(), 9)],
            ..Append::default()
        })
        .unwrap();
    assert_eq!(store.balance(&Account::house(Currency::FUN)).unwrap(), Chips::new(-9));
    audit(&*store);
}

fn transfers_are_posted_in_order(store: Bench) {
    // What arrives first can be paid on; the other way round it cannot.
    let there = pay(Account::issuance(Currency::FUN), wallet(1), 100);
    let on = pay(wallet(1), wallet(2), 100);
    let wrong = Append { transfers: vec![on.clone(), there.clone()], ..Append::default() };
    assert!(matches!(refusal(store.append(wrong)), Refused::CannotPay { .. }));
    store.append(Append { transfers: vec![there, on], ..Append::default() }).unwrap();
    assert_eq!([1, 2].map(|n| store.balance(&wallet(n)).unwrap().units()), [0, 100]);
    audit(&*store);
}

fn postings_name_their_cause(mut store: Bench) {
    let head = store.claim(&stream("table/1")).unwrap();
    let transfers = vec![pay(Account::issuance(Currency::FUN), wallet(1), 100)];
    store.append(Append { at: at(3), transfers: transfers.clone(), ..Append::default() }).unwrap();
    let streams = vec![batch("table/1", head, &["ann", "sits"])];
    store.append(Append { at: at(4), streams, transfers: transfers.clone(), ..Append::default() }).unwrap();
    store.reopen();
    let posting =
        |number, millis, cause| Posting { number, at: at(millis), transfer: transfers[0].clone(), cause };
    let caused = posting(2, 4, Some((stream("table/1"), Sequence(2))));
    assert_eq!(store.postings(0, 9).unwrap(), [posting(1, 3, None), caused.clone()]);
    assert_eq!(store.postings(1, 9).unwrap(), [caused]);
    assert_eq!(store.postings(u64::MAX, usize::MAX).unwrap(), []);
}

fn a_secret_is_no_event_and_never_changes(mut store: Bench) {
    let head = store.claim(&stream("table/1")).unwrap();
    let mut deal = batch("table/1", head, &["a hand begins"]);
    deal.secrets.push(Secret { key: u64::MAX, payload: b"AsKdQc".as_slice().into() });
    assert!(!format!("{deal:?}").contains("AsKdQc"), "a secret got into a log");
    store.append(Append { streams: vec![deal.clone()], ..Append::default() }).unwrap();
    store.reopen();
    let events = store.load(&stream("table/1"), Sequence::START, 9).unwrap();
    assert!(events.iter().all(|event| event.payload.0 == b"a hand begins"));
    assert_eq!(store.secret(&stream("table/1"), u64::MAX).unwrap(), Some(b"AsKdQc".as_slice().into()));
    assert_eq!(store.secret(&stream("table/1"), 1).unwrap(), None);
    assert_eq!(store.secret(&stream("table/2"), u64::MAX).unwrap(), None);
    deal.after = Sequence(1);
    let exists = Refused::SecretExists { stream: stream("table/1"), key: u64::MAX };
    assert_eq!(refusal(store.append(Append { streams: vec![deal], ..Append::default() })), exists);
}

fn the_latest_checkpoint_counts(mut store: Bench) {
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

fn guests_come_rename_and_leave(mut store: Bench) {
    let mut guest =
        User {
            id: user(PlayerId::MAX), name: "Гость 12".into(), kind: UserKind::Guest, created_at: at(5)
        };
    let token = TokenDigest([7; 32]);
    let session = Session { token, user: guest.id, created_at: at(5), expires_at: at(500) };
    let arrive = Append {
        people: vec![
            PeopleChange::Create(guest.clone()),
            PeopleChange::StartSession(session.clone()),
            PeopleChange::Rename(guest.id, "Анна".into()),
        ],
        transfers: vec![pay(
            Account::issuance(Currency::FUN),
            Account::wallet(guest.id, Currency::FUN),
            10_000,
        )],
        ..Append::default()
    };
    store.append(arrive).unwrap();
    store.reopen();
    guest.name = "Анна".into();
    assert_eq!(store.user(guest.id).unwrap(), Some(guest));
    assert_eq!(store.user(user(1)).unwrap(), None);
    assert_eq!(store.session(&token, at(6)).unwrap(), Some(session.clone()));
    assert_eq!(store.session(&TokenDigest([8; 32]), at(6)).unwrap(), None);
    let stranger = Session { token: TokenDigest([9; 32]), user: user(1), ..session };
    let append = Append { people: vec![PeopleChange::StartSession(stranger)], ..Append::default() };
    assert_eq!(refusal(store.append(append)), Refused::UnknownUser(user(1)));
    for _ in 0..2 {
        let leave = Append { people: vec![PeopleChange::EndSession(token)], ..Append::default() };
        store.append(leave).unwrap();
        assert_eq!(store.session(&token, at(6)).unwrap(), None);
    }
}

fn a_session_runs_out(store: Bench) {
    let bot = User { id: user(3), name: "bot".into(), kind: UserKind::Bot, created_at: at(0) };
    let token = TokenDigest([3; 32]);
    let session = Session { token, user: bot.id, created_at: at(0), expires_at: at(100) };
    let people = vec![PeopleChange::Create(bot), PeopleChange::StartSession(session)];
    store.append(Append { people, ..Append::default() }).unwrap();
    let signed_in = [99, 100, 101].map(|now| store.session(&token, at(now)).unwrap().is_some());
    assert_eq!(signed_in, [true, false, false]);
}

fn a_lane_gets_what_was_committed_together_in_one_message(store: Bench) {
    let heads: Vec<_> = (0..20).map(|n| store.claim(&stream(&format!("table/{n}"))).unwrap()).collect();
    // The first message holds the writer up until everything else is queued.
    let (go, may_go) = mpsc::channel::<()>();
    let (entered, is_held) = mpsc::channel::<()>();
    let may_go = std::sync::Mutex::new(may_go);
    let gate = Lane::new(move |_| {
        entered.send(()).unwrap();
        may_go.lock().unwrap().recv().unwrap();
    });
    store.submit(Append::default(), Ticket(0), &gate);
    is_held.recv().unwrap();

    let (outcomes, messages) = mpsc::channel();
    let lanes = ["odd", "even"].map(|name| {
        let outcomes = outcomes.clone();
        Lane::new(move |completed| outcomes.send((name, completed)).unwrap())
    });
    for (n, &head) in (0u64..).zip(&heads) {
        // Table 5 is wrong about its place; nobody else suffers from it.
        let head = if n == 5 { Head { sequence: Sequence(9), ..head } } else { head };
        let streams = vec![batch(&format!("table/{n}"), head, &["a"])];
        let lane = &lanes[usize::from(n % 2 == 0)];
        store.submit(Append { streams, ..Append::default() }, Ticket(n), lane);
    }
    go.send(()).unwrap();
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

fn closing_carries_out_what_is_queued(store: Bench) {
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

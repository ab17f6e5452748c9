//! People and their sessions.

use crate::common::*;
use kozyr_chips::Chips;
use kozyr_store::*;
use kozyr_time::Millis;

contract!(
    guests_come_rename_and_leave,
    a_session_runs_out,
    a_session_in_use_lasts,
    sessions_that_ran_out_are_forgotten_in_steps,
    guests_nobody_saw_are_removed_and_their_chips_go_back,
    a_guest_is_not_removed_who_is_there_or_has_chips,
    a_date_never_goes_back,
    a_guest_becomes_a_member_and_keeps_everything,
    names_of_members_are_told_apart,
    a_password_is_changed_by_whoever_knows_the_code_of_now,
    sessions_are_listed_and_ended_together,
    a_member_leaves_with_nothing_left_behind,
);

const DAY: u64 = 24 * 60 * 60 * 1000;

fn people(changes: Vec<PeopleChange>) -> Append {
    Append { people: changes, ..Append::default() }
}

fn guests_come_rename_and_leave(mut store: TestStore) {
    let mut guest = User::new(user(PlayerId::MAX), "Гость 12", UserKind::Guest, date(5));
    let token = TokenDigest([7; 32]);
    let session = Session::new(token, guest.id, date(5), Millis::new(495));
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
    assert_eq!(store.session(&token, date(6)).unwrap(), Some(session.clone()));
    assert_eq!(store.session(&TokenDigest([8; 32]), date(6)).unwrap(), None);
    let stranger = Session { token: TokenDigest([9; 32]), user: user(1), ..session };
    let append = people(vec![PeopleChange::StartSession(stranger)]);
    assert_eq!(refusal(store.append(append)), Refused::UnknownUser(user(1)));
    for _ in 0..2 {
        store.append(people(vec![PeopleChange::EndSession(token)])).unwrap();
        assert_eq!(store.session(&token, date(6)).unwrap(), None);
    }
}

fn a_session_runs_out(store: TestStore) {
    let bot = User::new(user(3), "bot", UserKind::Bot, date(0));
    let session = session(3, 3, 0, 100);
    let token = session.token;
    store.append(people(vec![PeopleChange::Create(bot), PeopleChange::StartSession(session)])).unwrap();
    let signed_in = [99, 100, 101].map(|now| store.session(&token, date(now)).unwrap().is_some());
    assert_eq!(signed_in, [true, false, false]);
}

fn a_session_in_use_lasts(mut store: TestStore) {
    let lasting = Millis::new(90 * DAY);
    let first = session(1, 1, 0, 90 * DAY);
    let token = first.token;
    let come = vec![PeopleChange::Create(guest(1, 0)), PeopleChange::StartSession(first)];
    store.append(people(come)).unwrap();
    // Used every 30 days, it never runs out.
    for day in (0..400).step_by(30) {
        let now = date(0) + Millis::new(day * DAY);
        let used = store.touch_session(&token, now, lasting).unwrap().expect("still signed in");
        assert_eq!((used.last_used, used.expires_at, used.created_at), (now, now + lasting, date(0)));
        assert_eq!(store.user(user(1)).unwrap().unwrap().last_seen, now);
    }
    store.reopen();
    // It is written down once a day at most.
    let now = date(0) + Millis::new(390 * DAY);
    let used = store.touch_session(&token, now + Millis::new(DAY - 1), lasting).unwrap().unwrap();
    assert_eq!(used.last_used, now);
    // A touch from the past moves nothing back.
    let early = PeopleChange::TouchSession { token, used_at: date(5), expires_at: date(6) };
    store.append(people(vec![early])).unwrap();
    assert_eq!(store.session(&token, now).unwrap(), Some(used));
    // What is gone is not touched to life again.
    assert_eq!(store.touch_session(&token, now + lasting, lasting).unwrap(), None);
    let unknown = TokenDigest([2; 32]);
    assert_eq!(store.touch_session(&unknown, now, lasting).unwrap(), None);
    let touch = PeopleChange::TouchSession { token: unknown, used_at: now, expires_at: now };
    store.append(people(vec![touch])).unwrap();
    assert_eq!(store.session(&unknown, date(0)).unwrap(), None);
}

fn sessions_that_ran_out_are_forgotten_in_steps(store: TestStore) {
    let mut come = vec![PeopleChange::Create(guest(1, 0))];
    come.extend((0..5).map(|n| PeopleChange::StartSession(session(n, 1, 0, 10 + u64::from(n)))));
    store.append(people(come)).unwrap();
    let there = || [0, 1, 2, 3, 4].map(|n| store.session(&TokenDigest([n; 32]), date(0)).unwrap().is_some());
    assert_eq!(store.forget_sessions(date(10), 2).unwrap(), 0);
    assert_eq!(store.forget_sessions(date(13), 2).unwrap(), 2);
    assert_eq!(there(), [false, false, true, true, true]);
    assert_eq!(store.forget_sessions(date(13), 2).unwrap(), 1);
    assert_eq!(there(), [false, false, false, true, true]);
}

fn guests_nobody_saw_are_removed_and_their_chips_go_back(mut store: TestStore) {
    let dem: Currency = Currency::DEM;
    let come = |number: u64, seen| Append {
        people: vec![
            PeopleChange::Create(guest(number, 0)),
            PeopleChange::StartSession(session(number as u8, number, seen, 1_000)),
        ],
        transfers: vec![
            pay(Account::issuance(Currency::FUN), wallet(number), 100),
            pay(Account::issuance(dem.clone()), Account::wallet(user(number), dem.clone()), 7),
        ],
        ..Append::default()
    };
    for (number, seen) in [(1, 30), (2, 10), (3, 20), (4, 5)] {
        store.append(come(number, seen)).unwrap();
    }
    // One has nothing; a member and a bot are no guests, however long nobody saw them.
    store.append(Append { transfers: vec![pay(wallet(4), wallet(1), 100)], ..Append::default() }).unwrap();
    for (number, kind) in [(5, UserKind::Member), (6, UserKind::Bot)] {
        store
            .append(people(vec![PeopleChange::Create(User::new(user(number), "x", kind, date(0)))]))
            .unwrap();
    }
    assert_eq!(store.unseen_guests(date(20), 9).unwrap(), [user(4), user(2)]);
    assert_eq!(store.prune_guests(at(50), date(30), 2).unwrap(), [user(4), user(2)]);
    store.reopen();
    assert_eq!(store.prune_guests(at(51), date(30), 2).unwrap(), [user(3)]);
    assert_eq!(store.prune_guests(at(52), date(30), 2).unwrap(), []);
    let there = [1, 2, 3, 4, 5, 6].map(|number| store.user(user(number)).unwrap().is_some());
    assert_eq!(there, [true, false, false, false, true, true]);
    assert_eq!(store.session(&TokenDigest([2; 32]), date(0)).unwrap(), None);
    assert!(store.session(&TokenDigest([1; 32]), date(0)).unwrap().is_some());
    assert_eq!(store.balance(&Account::issuance(Currency::FUN)).unwrap(), Chips::new(-200));
    assert_eq!(store.balance(&Account::issuance(dem)).unwrap(), Chips::new(-7));
    audit(&*store);
    // The number is free again.
    store.append(people(vec![PeopleChange::Create(guest(2, 60))])).unwrap();
}

fn a_guest_is_not_removed_who_is_there_or_has_chips(store: TestStore) {
    let gift = || pay(Account::issuance(Currency::FUN), wallet(1), 100);
    let come = Append {
        people: vec![
            PeopleChange::Create(guest(1, 10)),
            PeopleChange::Create(User::new(user(2), "member", UserKind::Member, date(0))),
        ],
        transfers: vec![gift()],
        ..Append::default()
    };
    store.append(come).unwrap();
    let back = || vec![pay(wallet(1), Account::issuance(Currency::FUN), 100)];
    let remove = |number, since, transfers| Append {
        people: vec![PeopleChange::RemoveGuest { user: user(number), unseen_since: date(since) }],
        transfers,
        ..Append::default()
    };
    let before = everything(&*store);
    for (append, reason) in [
        (remove(1, 10, back()), "seen since"),
        (remove(1, 11, vec![]), "not empty"),
        (remove(1, 11, [back(), vec![gift()]].concat()), "not empty"),
        (remove(2, 11, vec![]), "only guests"),
        (remove(3, 11, vec![]), "no user 3"),
    ] {
        let refused = refusal(store.append(append)).to_string();
        assert!(refused.contains(reason), "{refused:?} does not say {reason:?}");
        assert_eq!(everything(&*store), before);
    }
    store.append(remove(1, 11, back())).unwrap();
    assert_eq!(store.user(user(1)).unwrap(), None);
}

fn a_date_never_goes_back(mut store: TestStore) {
    let day = |day: u64| date(0) + Millis::new(day * DAY);
    assert_eq!(store.observe_wall(day(100)).unwrap(), day(100));
    assert_eq!(store.observe_wall(day(101)).unwrap(), day(101));
    store.reopen();
    assert_eq!(store.observe_wall(day(0)).unwrap(), day(101), "a clock that was never set");
    assert_eq!(store.observe_wall(day(9_000)).unwrap(), day(101), "a clock that was set wrong");
    assert_eq!(store.observe_wall(day(9_001)).unwrap(), day(101), "and goes on");
    store.reopen();
    assert_eq!(store.observe_wall(day(102)).unwrap(), day(102), "put right");
}

fn join(number: u64, name: &str, looks: &[&str]) -> PeopleChange {
    let looks = looks.iter().map(|look| (*look).to_owned()).collect();
    PeopleChange::Join { user: user(number), name: name.into(), looks, credentials: credentials(1) }
}

fn a_guest_becomes_a_member_and_keeps_everything(mut store: TestStore) {
    let gift = vec![pay(Account::issuance(Currency::FUN), wallet(1), 500)];
    let come = vec![PeopleChange::Create(guest(1, 5)), PeopleChange::StartSession(session(1, 1, 5, 1000))];
    store.append(Append { transfers: gift, ..people(come) }).unwrap();
    store.append(people(vec![join(1, "Ann", &["ann"])])).unwrap();
    store.reopen();
    let ann = store.user(user(1)).unwrap().unwrap();
    assert_eq!((ann.name.as_str(), ann.kind, ann.created_at), ("Ann", UserKind::Member, date(5)));
    assert_eq!(store.session(&TokenDigest([1; 32]), date(6)).unwrap().unwrap().user, user(1));
    assert_eq!(store.balance(&wallet(1)).unwrap(), Chips::new(500));
    assert_eq!(store.member("ann").unwrap(), Some(user(1)));
    assert_eq!(store.credentials(user(1)).unwrap(), Some(credentials(1)));
    // Once, and never pruned.
    assert_eq!(refusal(store.append(people(vec![join(1, "Eve", &["eve"])]))), Refused::WrongKind(user(1)));
    assert_eq!(refusal(store.append(people(vec![join(2, "Eve", &["eve"])]))), Refused::UnknownUser(user(2)));
    assert_eq!(store.unseen_guests(date(1_000_000), 10).unwrap(), []);
    let until = PeopleChange::Restrict { user: user(1), muted_until: Some(date(9)), banned_until: None };
    store.append(people(vec![until])).unwrap();
    assert_eq!(store.user(user(1)).unwrap(), Some(User { muted_until: Some(date(9)), ..ann }));
}

fn names_of_members_are_told_apart(store: TestStore) {
    store.append(people((1..=3).map(|number| PeopleChange::Create(guest(number, 0))).collect())).unwrap();
    store.append(people(vec![join(1, "Ann", &["ann", "a-n-n"])])).unwrap();
    for looks in [&["ann"][..], &["a-n-n"], &["new", "ann"]] {
        assert_eq!(refusal(store.append(people(vec![join(2, "Ann", looks)]))), Refused::NameTaken(user(1)));
    }
    assert_eq!(store.user(user(2)).unwrap().unwrap().kind, UserKind::Guest);
    let both = people(vec![join(2, "Bob", &["bob"]), join(3, "B0b", &["bob"])]);
    assert_eq!(refusal(store.append(both)), Refused::NameTaken(user(2)));
    store.append(people(vec![join(2, "Bob", &["bob"])])).unwrap();
    let take = |number: u64, looks: &[&str]| {
        let looks = looks.iter().map(|look| (*look).to_owned()).collect();
        people(vec![PeopleChange::TakeName { user: user(number), name: "X".into(), looks }])
    };
    assert_eq!(refusal(store.append(take(2, &["ann"]))), Refused::NameTaken(user(1)));
    assert_eq!(refusal(store.append(take(3, &["x"]))), Refused::WrongKind(user(3)));
    // The old name is free, and one's own is not somebody else's.
    store.append(take(1, &["ann", "x"])).unwrap();
    store.append(take(2, &["a-n-n"])).unwrap();
    assert_eq!(
        ["ann", "x", "a-n-n", "bob"].map(|look| store.member(look).unwrap()),
        [Some(user(1)), Some(user(1)), Some(user(2)), None]
    );
    let members = store.users(Some(UserKind::Member), None, 10).unwrap();
    assert_eq!(members.iter().map(|user| user.id).collect::<Vec<_>>(), [user(1), user(2)]);
    assert_eq!(store.users(None, Some(user(1)), 1).unwrap()[0].id, user(2));
}

fn a_password_is_changed_by_whoever_knows_the_code_of_now(store: TestStore) {
    store.append(people(vec![PeopleChange::Create(guest(1, 0))])).unwrap();
    let set = |was: u8, now: u8| {
        let (was, credentials) = (TokenDigest([was; 32]), credentials(now));
        people(vec![PeopleChange::SetCredentials { user: user(1), was, credentials }])
    };
    assert_eq!(refusal(store.append(set(1, 2))), Refused::WrongKind(user(1)));
    store.append(people(vec![join(1, "Ann", &["ann"])])).unwrap();
    store.append(set(1, 2)).unwrap();
    // A code works once.
    assert_eq!(refusal(store.append(set(1, 3))), Refused::CredentialsChanged(user(1)));
    assert_eq!(store.credentials(user(1)).unwrap(), Some(credentials(2)));
}

fn sessions_are_listed_and_ended_together(store: TestStore) {
    let mut bot = session(2, 1, 6, 1_000);
    (bot.scope, bot.label) = (Scope::Read, "my bot".into());
    let (first, other) = (session(1, 1, 5, 1_000), session(3, 2, 5, 1_000));
    let come = [1, 2].map(|number| PeopleChange::Create(guest(number, 0))).into_iter();
    let start = [&first, &bot, &other].map(|session| PeopleChange::StartSession(session.clone()));
    store.append(people(come.chain(start).collect())).unwrap();
    assert_eq!(store.sessions_of(user(1), date(7)).unwrap(), [bot.clone(), first.clone()]);
    assert_eq!(store.sessions_of(user(1), date(1_005)).unwrap(), [bot.clone()], "one has run out");
    let mut long = session(4, 1, 5, 1_000);
    long.label = "x".repeat(Session::MAX_LABEL_BYTES + 1);
    let refused = refusal(store.append(people(vec![PeopleChange::StartSession(long)])));
    assert!(matches!(refused, Refused::TooLarge { .. }), "{refused}");
    let end = |except| people(vec![PeopleChange::EndSessions { user: user(1), except }]);
    store.append(end(Some(first.token))).unwrap();
    assert_eq!(store.sessions_of(user(1), date(7)).unwrap(), [first]);
    store.append(end(None)).unwrap();
    assert_eq!(store.sessions_of(user(1), date(7)).unwrap(), []);
    assert_eq!(store.sessions_of(user(2), date(7)).unwrap(), [other], "nobody else's");
}

fn a_member_leaves_with_nothing_left_behind(store: TestStore) {
    let gift = vec![pay(Account::issuance(Currency::FUN), wallet(1), 500)];
    let come = [1, 2].map(|number| PeopleChange::Create(guest(number, 0))).into_iter();
    let start = PeopleChange::StartSession(session(1, 1, 5, 1_000));
    store.append(Append { transfers: gift, ..people(come.chain([start]).collect()) }).unwrap();
    let leave = || people(vec![PeopleChange::RemoveMember(user(1))]);
    assert!(matches!(refusal(store.append(leave())), Refused::CannotRemove { .. }), "a guest is no member");
    store.append(people(vec![join(1, "Ann", &["ann"])])).unwrap();
    assert!(matches!(refusal(store.append(leave())), Refused::CannotRemove { .. }), "with chips");
    let back = vec![pay(wallet(1), Account::issuance(Currency::FUN), 500)];
    store.append(Append { transfers: back, ..leave() }).unwrap();
    assert_eq!(store.user(user(1)).unwrap(), None);
    assert_eq!(store.session(&TokenDigest([1; 32]), date(6)).unwrap(), None);
    assert_eq!((store.member("ann").unwrap(), store.credentials(user(1)).unwrap()), (None, None));
    store.append(people(vec![join(2, "Ann", &["ann"])])).unwrap();
    audit(&*store);
}

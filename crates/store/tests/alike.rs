//! Random steps: all stores give the same answers and end in the same state, and whatever is refused has
//! changed nothing.

mod common;

use common::*;
use kozyr_store::*;
use kozyr_time::Millis;
use proptest::prelude::*;

/// Something a writer might try, often wrongly.
#[derive(Clone, Debug)]
enum Step {
    Claim(Vec<u8>),
    Reopen(u8),
    Append(Vec<Part>),
    ForgetReceipts(i64, usize),
    ForgetRemembered(i64, usize),
    ForgetSessions(i64, usize),
    Prune(i64, usize),
    Archive(u8, u64),
    Wall(u64),
}

#[derive(Clone, Debug)]
enum Part {
    /// Stream, how far the epoch and the place are off, number of events, a secret, a checkpoint.
    Batch(u8, u64, u64, usize, Option<u64>, bool),
    /// Something for the last batch: a hand of this number, who left or came back, the end.
    Hand(u64, u64),
    /// A link of this number to a hand of the first table, made by a player.
    Share(u8, u64, u64),
    Left(u64, i64),
    Back(u64),
    Close,
    Pay(u8, u8, i64),
    Receipt(u64, u128, u64),
    Create(u64),
    Rename(u64),
    Start(u8, u64),
    Touch(u8, i64),
    Remove(u64, i64),
    End(u8),
    /// Who joins or takes another name, and what it could be taken for.
    Join(u64, u8),
    TakeName(u64, u8),
    /// Whose password changes, and the recovery code they think they have.
    Password(u64, u8),
    Restrict(u64),
    RemoveMember(u64),
    EndAll(u64, Option<u8>),
}

fn part() -> impl Strategy<Value = Part> {
    let rarely = || prop_oneof![9 => Just(0u64), 1 => Just(1u64)];
    prop_oneof![
        4 => (0u8..3, rarely(), rarely(), prop_oneof![5 => 0usize..4, 1 => Just(300)], prop::option::weighted(0.2, 0u64..8), any::<bool>())
            .prop_map(|(s, e, a, n, k, c)| Part::Batch(s, e, a, n, k, c)),
        4 => (0u8..6, 0u8..6, 1i64..50).prop_map(|(from, to, amount)| Part::Pay(from, to, amount)),
        2 => (0u64..8, 0u128..8, rarely()).prop_map(|(user, command, off)| Part::Receipt(user, command, off)),
        2 => (0u64..8, 0u64..8).prop_map(|(number, player)| Part::Hand(number, player)),
        1 => (0u8..8, 0u64..8, 0u64..8).prop_map(|(id, number, player)| Part::Share(id, number, player)),
        2 => (0u64..8, 0i64..80).prop_map(|(player, until)| Part::Left(player, until)),
        1 => (0u64..8).prop_map(Part::Back),
        1 => prop::bool::weighted(0.2).prop_map(|close| if close { Part::Close } else { Part::Back(0) }),
        1 => (0u8..8, 0i64..2_000).prop_map(|(token, until)| Part::Touch(token, until)),
        1 => (0u64..8, 0i64..60).prop_map(|(user, since)| Part::Remove(user, since)),
        2 => (0u64..8).prop_map(Part::Create),
        1 => (0u64..8).prop_map(Part::Rename),
        1 => (0u8..8, 0u64..8).prop_map(|(token, user)| Part::Start(token, user)),
        1 => (0u8..8).prop_map(Part::End),
        2 => (0u64..8, 0u8..4).prop_map(|(user, look)| Part::Join(user, look)),
        1 => (0u64..8, 0u8..4).prop_map(|(user, look)| Part::TakeName(user, look)),
        1 => (0u64..8, 0u8..2).prop_map(|(user, was)| Part::Password(user, was)),
        1 => (0u64..8).prop_map(Part::Restrict),
        1 => (0u64..8).prop_map(Part::RemoveMember),
        1 => (0u64..8, prop::option::of(0u8..8)).prop_map(|(user, except)| Part::EndAll(user, except)),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => prop::collection::vec(0u8..3, 0..4).prop_map(Step::Claim),
        1 => (0u8..3).prop_map(Step::Reopen),
        14 => prop::collection::vec(part(), 0..6).prop_map(Step::Append),
        1 => (0i64..40, 0usize..4).prop_map(|(before, limit)| Step::ForgetReceipts(before, limit)),
        1 => (0i64..80, 0usize..4).prop_map(|(now, limit)| Step::ForgetRemembered(now, limit)),
        1 => (0i64..3_000, 0usize..4).prop_map(|(before, limit)| Step::ForgetSessions(before, limit)),
        1 => (0i64..60, 0usize..4).prop_map(|(since, limit)| Step::Prune(since, limit)),
        1 => (0u8..3, 0u64..900).prop_map(|(stream, up_to)| Step::Archive(stream, up_to)),
        1 => (0u64..80).prop_map(Step::Wall),
    ]
}

fn account(n: u8) -> Account {
    match n {
        0 => Account::issuance(Currency::FUN),
        1 => Account::house(Currency::FUN),
        2 => Account::table(TableId::new("0").unwrap(), Currency::FUN),
        _ => wallet(n.into()),
    }
}

/// The append that the parts describe, as seen from where the store stands.
fn build(store: &dyn Store, now: i64, parts: &[Part]) -> Append {
    let mut append = Append { at: at(now), ..Append::default() };
    for part in parts {
        match *part {
            Part::Batch(name, epoch_off, place_off, events, secret, checkpoint) => {
                let id = stream(&format!("table/{name}"));
                let head = store.head(&id).unwrap();
                let mut here = append.streams.iter().filter(|b: &&StreamBatch| b.stream == id);
                let after = here.next_back().map_or(head.sequence, StreamBatch::end);
                let events = (0..events).map(|n| Payload::new(name + 1, [name, n as u8])).collect();
                let epoch = Epoch(head.epoch.0 + epoch_off);
                let mut batch = StreamBatch::new(id, epoch, Sequence(after.0 + place_off), events);
                batch.secrets.extend(secret.map(|key| Secret { key, payload: Payload::new(1, [now as u8]) }));
                batch.checkpoint = checkpoint.then(|| Payload::new(1, [now as u8]));
                batch.keep = now % 2 == 0;
                append.streams.push(batch);
            }
            Part::Hand(number, player) => {
                let Some(batch) = append.streams.last().filter(|batch| !batch.events.is_empty()) else {
                    continue;
                };
                let row = hand(batch, number, now, &[(player, 5), ((player + 1) % 8, -5)]);
                append.hands.push(row);
            }
            Part::Share(id, number, owner) => append.shares.push(SharedHand {
                id: ShareId([id; 16]),
                stream: stream("table/0"),
                hand: number,
                owner: user(owner),
                shared_at: date(now),
            }),
            Part::Left(player, until) => {
                let payload = Payload::new(now as u8, [player as u8]);
                let row = RememberedPlayer { player: user(player), until: at(until), payload };
                append.streams.iter_mut().for_each(|b| b.remembered.push(RememberedChange::Put(row.clone())));
            }
            Part::Back(player) => {
                let back = RememberedChange::Clear(user(player));
                append.streams.iter_mut().for_each(|batch| batch.remembered.push(back.clone()));
            }
            Part::Close => append.streams.iter_mut().for_each(|batch| batch.close = true),
            Part::Pay(from, to, amount) if from != to => {
                append.transfers.push(pay(account(from), account(to), amount));
            }
            Part::Pay(..) => {}
            Part::Receipt(user, command, off) => append.receipts.push(CommandReceipt {
                digest: CommandDigest(7 + off),
                ..receipt(user, command, &now.to_string())
            }),
            Part::Create(id) => append.people.push(PeopleChange::Create(User::new(
                user(id),
                now.to_string(),
                [UserKind::Guest, UserKind::Guest, UserKind::Member, UserKind::Bot][id as usize % 4],
                date(now),
            ))),
            Part::Rename(id) => append.people.push(PeopleChange::Rename(user(id), format!("renamed {now}"))),
            Part::Start(token, id) => {
                append.people.push(PeopleChange::StartSession(session(token, id, now, 1_000)));
            }
            Part::Touch(token, until) => append.people.push(PeopleChange::TouchSession {
                token: TokenDigest([token; 32]),
                used_at: date(now),
                expires_at: date(until),
            }),
            Part::Remove(id, since) => {
                append.people.push(PeopleChange::RemoveGuest { user: user(id), unseen_since: date(since) });
            }
            Part::End(token) => append.people.push(PeopleChange::EndSession(TokenDigest([token; 32]))),
            Part::Join(id, look) => append.people.push(PeopleChange::Join {
                user: user(id),
                name: now.to_string(),
                looks: vec![format!("look {look}"), format!("look {}", look + 1)],
                credentials: credentials(0),
            }),
            Part::TakeName(id, look) => append.people.push(PeopleChange::TakeName {
                user: user(id),
                name: now.to_string(),
                looks: vec![format!("look {look}")],
            }),
            Part::Password(id, was) => append.people.push(PeopleChange::SetCredentials {
                user: user(id),
                was: TokenDigest([was; 32]),
                credentials: credentials((now % 2) as u8),
            }),
            Part::Restrict(id) => append.people.push(PeopleChange::Restrict {
                user: user(id),
                muted_until: Some(date(now)),
                banned_until: None,
            }),
            Part::RemoveMember(id) => append.people.push(PeopleChange::RemoveMember(user(id))),
            Part::EndAll(id, except) => append.people.push(PeopleChange::EndSessions {
                user: user(id),
                except: except.map(|byte| TokenDigest([byte; 32])),
            }),
        }
    }
    append
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn stores_are_alike(steps in prop::collection::vec(step(), 1..40)) {
        let stores = [
            TestStore::memory(),
            TestStore::stepped_memory(),
            TestStore::sqlite(),
            TestStore::stepped_sqlite(),
        ];
        let memory = &stores[0];
        let name = |number: &u8| stream(&format!("table/{number}"));
        for (now, step) in (0i64..).zip(&steps) {
            match step {
                Step::Claim(names) => {
                    let names: Vec<_> = names.iter().map(name).collect();
                    alike(&stores, |store| store.claim_all(&names))?;
                }
                Step::Reopen(number) => alike(&stores, |store| Store::reopen(&**store, &name(number)))?,
                Step::Append(parts) => {
                    let append = build(&**memory, now, parts);
                    let before = everything(&**memory);
                    let mut refused = false;
                    alike(&stores, |store| {
                        let outcome = store.append(append.clone());
                        refused = outcome.is_err();
                        outcome
                    })?;
                    if refused {
                        prop_assert_eq!(before, everything(&**memory));
                    }
                }
                Step::ForgetReceipts(before, limit) => {
                    alike(&stores, |store| store.forget_receipts(at(*before), *limit))?;
                }
                Step::ForgetRemembered(until, limit) => {
                    alike(&stores, |store| store.forget_remembered(at(*until), *limit))?;
                }
                Step::ForgetSessions(before, limit) => {
                    alike(&stores, |store| store.forget_sessions(date(*before), *limit))?;
                }
                Step::Prune(since, limit) => {
                    alike(&stores, |store| store.prune_guests(at(now), date(*since), *limit))?;
                }
                Step::Archive(number, up_to) => {
                    alike(&stores, |store| store.archive(&name(number), Sequence(*up_to), 2))?;
                }
                Step::Wall(days) => {
                    let shown = date(0) + Millis::from_secs(days * 24 * 60 * 60);
                    alike(&stores, |store| store.observe_wall(shown))?;
                }
            }
        }
        let end = everything(&**memory);
        for mut store in stores {
            store.reopen();
            prop_assert_eq!(&end, &everything(&*store));
        }
    }
}

/// All stores give the same answer.
fn alike<T: PartialEq + std::fmt::Debug>(
    stores: &[TestStore],
    mut ask: impl FnMut(&TestStore) -> T,
) -> Result<(), TestCaseError> {
    let first = ask(&stores[0]);
    for store in &stores[1..] {
        prop_assert_eq!(&first, &ask(store));
    }
    Ok(())
}

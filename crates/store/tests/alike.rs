//! Random appends: both stores give the same outcomes and end in the same state, whose ledger sums
//! to zero after every step.

mod common;

use common::*;
use kozyr_store::*;
use proptest::prelude::*;

/// Something a writer might try, often wrongly.
#[derive(Clone, Debug)]
enum Step {
    Claim(u8),
    Append(Vec<Part>),
    Forget(i64),
}

#[derive(Clone, Debug)]
enum Part {
    /// Stream, how far the epoch and the place are off, number of events, a secret, a checkpoint.
    Batch(u8, u64, u64, usize, Option<u64>, bool),
    Pay(u8, u8, i64),
    Receipt(u64, u128),
    Create(u64),
    Rename(u64),
    Start(u8, u64),
    End(u8),
}

fn part() -> impl Strategy<Value = Part> {
    let rarely = || prop_oneof![9 => Just(0u64), 1 => Just(1u64)];
    prop_oneof![
        4 => (0u8..3, rarely(), rarely(), 0usize..4, prop::option::weighted(0.2, 0u64..8), any::<bool>())
            .prop_map(|(s, e, a, n, k, c)| Part::Batch(s, e, a, n, k, c)),
        4 => (0u8..6, 0u8..6, 1i64..50).prop_map(|(from, to, amount)| Part::Pay(from, to, amount)),
        2 => (0u64..8, 0u128..8).prop_map(|(user, command)| Part::Receipt(user, command)),
        1 => (0u64..8).prop_map(Part::Create),
        1 => (0u64..8).prop_map(Part::Rename),
        1 => (0u8..8, 0u64..8).prop_map(|(token, user)| Part::Start(token, user)),
        1 => (0u8..8).prop_map(Part::End),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (0u8..3).prop_map(Step::Claim),
        12 => prop::collection::vec(part(), 0..5).prop_map(Step::Append),
        1 => (0i64..40).prop_map(Step::Forget),
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
                let events = (0..events).map(|n| Payload(vec![name, n as u8])).collect();
                let epoch = Epoch(head.epoch.0 + epoch_off);
                let mut batch = StreamBatch::new(id, epoch, Sequence(after.0 + place_off), events);
                batch.secrets.extend(secret.map(|key| Secret { key, payload: Payload(vec![now as u8]) }));
                batch.checkpoint = checkpoint.then(|| Payload(vec![now as u8]));
                append.streams.push(batch);
            }
            Part::Pay(from, to, amount) if from != to => {
                append.transfers.push(pay(account(from), account(to), amount));
            }
            Part::Pay(..) => {}
            Part::Receipt(user, command) => append.receipts.push(receipt(user, command, &now.to_string())),
            Part::Create(id) => append.people.push(PeopleChange::Create(User {
                id: user(id),
                name: now.to_string(),
                kind: [UserKind::Guest, UserKind::Member, UserKind::Bot][id as usize % 3],
                created_at: at(now),
            })),
            Part::Rename(id) => append.people.push(PeopleChange::Rename(user(id), format!("renamed {now}"))),
            Part::Start(token, id) => append.people.push(PeopleChange::StartSession(Session {
                token: TokenDigest([token; 32]),
                user: user(id),
                created_at: at(now),
                expires_at: at(now + 1_000),
            })),
            Part::End(token) => append.people.push(PeopleChange::EndSession(TokenDigest([token; 32]))),
        }
    }
    append
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn stores_are_alike(steps in prop::collection::vec(step(), 1..40)) {
        let (memory, mut sqlite) = (Bench::memory(), Bench::sqlite());
        for (now, step) in (0i64..).zip(&steps) {
            match step {
                Step::Claim(name) => {
                    let id = stream(&format!("table/{name}"));
                    prop_assert_eq!(memory.claim(&id), sqlite.claim(&id));
                }
                Step::Append(parts) => {
                    let append = build(&*memory, now, parts);
                    let before = everything(&*memory);
                    let outcome = memory.append(append.clone());
                    prop_assert_eq!(&outcome, &sqlite.append(append));
                    if outcome.is_err() {
                        prop_assert_eq!(before, everything(&*memory));
                    }
                }
                Step::Forget(before) => {
                    prop_assert_eq!(memory.forget_receipts(at(*before)), sqlite.forget_receipts(at(*before)));
                }
            }
        }
        sqlite.reopen();
        prop_assert_eq!(everything(&*memory), everything(&*sqlite));
    }
}

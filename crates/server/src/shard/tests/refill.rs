//! Wallets that are empty because their chips are on the way.

use super::*;

#[tokio::test]
async fn a_wallet_is_not_filled_up_while_its_chips_are_on_the_way_to_a_table() {
    let (store, next) = Flaky::new(store(1));
    let (directory, clock) = (Arc::new(Directory::default()), RoomClock::new(Pace::times(1), None));
    let plans = Config::default().tables;
    let (shard, handle) = open_with(store.clone(), clock, directory.clone(), plans).unwrap();
    tokio::spawn(shard.run());
    let mut ann = Person::new(1, &handle);
    ann.listen().await;
    next.store(HOLDS, Ordering::SeqCst);
    ann.send(7, ann.sit(2));
    while store.held.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    // It is written, and the table has not heard of it yet: the wallet has 9,800 left, say that were nearly nothing.
    let (append, ticket, lane) = store.held.lock().unwrap().remove(0);
    store.inner.append(append).unwrap();
    let ask = || {
        let (now, much) = ((clock.now(), kozyr_time::WallTime::default()), Chips::new(9_900));
        let key = kozyr_store::CommandKey { user: ann.id, command: kozyr_store::CommandId(99) };
        let rule = crate::people::RefillRule { least: much, gift: much };
        crate::people::ask_refill(&store.inner, now, key, rule, &|| directory.chips_out(ann.id))
    };
    assert_eq!(directory.seats_of(ann.id), [""; 0]);
    assert!(matches!(ask(), Err(crate::people::NoRefill::Enough)));
    lane.deliver(vec![Completed { ticket, outcome: Ok(()) }]);
    while directory.seats_of(ann.id).is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(matches!(ask(), Err(crate::people::NoRefill::Enough)));
    assert!(!directory.has_chips_out(PlayerId::new(2).unwrap()));
}

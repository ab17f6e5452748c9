//! The ledger.

use crate::common::*;
use kozyr_chips::Chips;
use kozyr_store::*;

contract!(
    an_overdraft_is_refused_and_changes_nothing,
    transfers_are_posted_in_order,
    postings_name_their_cause,
    every_currency_sums_to_zero,
    wallets_are_a_players_own,
);

fn an_overdraft_is_refused_and_changes_nothing(store: TestStore) {
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

fn transfers_are_posted_in_order(store: TestStore) {
    // What arrives first can be paid on; the other way round it cannot.
    let there = pay(Account::issuance(Currency::FUN), wallet(1), 100);
    let on = pay(wallet(1), wallet(2), 100);
    let wrong = Append { transfers: vec![on.clone(), there.clone()], ..Append::default() };
    assert!(matches!(refusal(store.append(wrong)), Refused::CannotPay { .. }));
    store.append(Append { transfers: vec![there, on], ..Append::default() }).unwrap();
    assert_eq!([1, 2].map(|n| store.balance(&wallet(n)).unwrap().units()), [0, 100]);
    audit(&*store);
}

fn postings_name_their_cause(mut store: TestStore) {
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

fn every_currency_sums_to_zero(mut store: TestStore) {
    assert_eq!(store.check_books().unwrap(), []);
    let cup = Currency::of_tournament("summer-cup".parse().unwrap());
    let money = [Currency::FUN, Currency::DEM, cup];
    for (amount, currency) in (1..).zip(&money) {
        let gift =
            pay(Account::issuance(currency.clone()), Account::wallet(user(1), currency.clone()), amount);
        store.append(Append { transfers: vec![gift], ..Append::default() }).unwrap();
    }
    let before = everything(&*store);
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        let (from, to) = (money[from].clone(), money[to].clone());
        let change = pay(Account::wallet(user(1), from), Account::wallet(user(2), to), 1);
        let append = Append { transfers: vec![change], ..Append::default() };
        assert!(matches!(refusal(store.append(append)), Refused::MixedCurrencies { .. }));
    }
    assert_eq!(everything(&*store), before);
    store.reopen();
    let mut checks = store.check_books().unwrap();
    assert!(checks.iter().all(CurrencyCheck::is_sound));
    checks.sort_by_key(|check| check.currency.to_string());
    let currencies: Vec<_> = checks.iter().map(|check| check.currency.to_string()).collect();
    assert_eq!(currencies, ["DEM", "FUN", "chips/summer-cup"]);
}

fn wallets_are_a_players_own(store: TestStore) {
    let from = |currency: Currency| Account::issuance(currency);
    // Numbers that begin alike are different people.
    let transfers = [1, 10, 17, 170]
        .into_iter()
        .flat_map(|n| {
            [Currency::FUN, Currency::DEM]
                .map(|c| pay(from(c.clone()), Account::wallet(user(n), c), n as i64))
        })
        .collect();
    store.append(Append { transfers, ..Append::default() }).unwrap();
    for number in [1, 10, 17, 170] {
        let mut own = store.wallets(user(number)).unwrap();
        own.sort();
        let chips = Chips::new(number as i64);
        let mut expected =
            [Currency::FUN, Currency::DEM].map(|currency| (Account::wallet(user(number), currency), chips));
        expected.sort();
        assert_eq!(own, expected);
    }
    assert_eq!(store.wallets(user(7)).unwrap(), []);
}

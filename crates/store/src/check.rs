//! Adding the ledger up.

use crate::{Account, Currency, CurrencyCheck, WrongAccount};
use kozyr_chips::Chips;
use std::collections::BTreeMap;

/// The balances as they are, and what was posted to them so far.
pub(crate) struct LedgerCheck {
    accounts: BTreeMap<Account, (Chips, i128)>,
}

impl LedgerCheck {
    pub(crate) fn new(balances: impl Iterator<Item = (Account, Chips)>) -> LedgerCheck {
        LedgerCheck { accounts: balances.map(|(account, chips)| (account, (chips, 0))).collect() }
    }

    /// Chips that moved.
    pub(crate) fn post(&mut self, from: &Account, to: &Account, amount: Chips) {
        self.add(from, -i128::from(amount.units()));
        self.add(to, i128::from(amount.units()));
    }

    /// Something was posted to this account. One that is not there holds nothing.
    pub(crate) fn add(&mut self, account: &Account, units: i128) {
        match self.accounts.get_mut(account) {
            Some((_, posted)) => *posted += units,
            None => drop(self.accounts.insert(account.clone(), (Chips::ZERO, units))),
        }
    }

    /// What was found out, currency by currency.
    pub(crate) fn finish(self) -> Vec<CurrencyCheck> {
        let mut checks: BTreeMap<Currency, CurrencyCheck> = BTreeMap::new();
        for (account, (balance, posted)) in self.accounts {
            let currency = account.currency.clone();
            let new = || CurrencyCheck { currency: currency.clone(), sum: 0, wrong: Vec::new() };
            let check = checks.entry(currency.clone()).or_insert_with(new);
            check.sum += i128::from(balance.units());
            if i128::from(balance.units()) != posted || (balance.is_negative() && !account.may_owe()) {
                check.wrong.push(WrongAccount { account, balance, posted });
            }
        }
        checks.into_values().collect()
    }
}

//! Everybody's money, in double entry.

use crate::updau::{Currency, Wallet};
use kozyr_chips::{Chips, Ledger, Transfer};
use std::collections::BTreeSet;

/// Where chips can be.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// Where play money comes from; owes what it gave out.
    Mint(Currency),
    /// What bots play with; may owe.
    Bots(Currency),
    /// What the room earned.
    Rake(Currency),
    /// A user's wallet.
    Wallet(u64, Currency),
    /// The stakes of all games going on.
    Pools(Currency),
}

/// A movement of chips.
pub type Posting = Transfer<Account>;

/// Everybody's money. What was posted is kept until the owner of the house takes it to his books.
#[derive(Debug)]
pub(super) struct Bank {
    ledger: Ledger<Account>,
    /// Every currency somebody ever had.
    currencies: BTreeSet<Currency>,
    posted: Vec<Posting>,
}

impl Bank {
    pub(super) fn new() -> Bank {
        let may_owe = |account: &Account| matches!(account, Account::Mint(_) | Account::Bots(_));
        let currencies = [Currency::dem(), Currency::fun()].into();
        Bank { ledger: Ledger::new(may_owe), currencies, posted: Vec::new() }
    }

    pub(super) fn balance(&self, uid: u64, currency: &Currency) -> Chips {
        self.ledger.balance(&Account::Wallet(uid, currency.clone()))
    }

    pub(super) fn wallet(&self, uid: u64, currency: &Currency) -> Wallet {
        Wallet::new(currency.clone(), self.balance(uid, currency))
    }

    /// DEM and FUN, and whatever else he has.
    pub(super) fn wallets(&self, uid: u64) -> Vec<Wallet> {
        let all = self.currencies.iter().map(|currency| self.wallet(uid, currency));
        all.filter(|wallet| wallet.currency.is_play_money() || wallet.value.is_positive()).collect()
    }

    /// Moves chips; `false` when the payer does not have them, and then nothing moved.
    pub(super) fn pay(&mut self, transfers: Vec<Posting>) -> bool {
        let paid = self.ledger.post(&transfers).is_ok();
        if paid {
            self.posted.extend(transfers);
        }
        paid
    }

    pub(super) fn raise_to(&mut self, uid: u64, currency: &Currency, value: Chips) {
        self.deposit(uid, currency, value - self.balance(uid, currency));
    }

    /// Chips from outside; nothing happens when there are none to give.
    pub(super) fn deposit(&mut self, uid: u64, currency: &Currency, amount: Chips) {
        let wallet = Account::Wallet(uid, currency.clone());
        if let Ok(transfer) = Transfer::new(Account::Mint(currency.clone()), wallet, amount) {
            self.currencies.insert(currency.clone());
            self.pay(vec![transfer]);
        }
    }

    pub(super) fn take_posted(&mut self) -> Vec<Posting> {
        std::mem::take(&mut self.posted)
    }

    pub(super) fn accounts(&self) -> impl Iterator<Item = (&Account, Chips)> {
        self.ledger.accounts()
    }
}

//! Wallets and escrows as they will be once everything of this turn is durable.

use kozyr_chips::{Chips, Owner};
use kozyr_store::{Account, Currency, PlayerId, Store, Transfer};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// What the store holds, and what this turn moves on top of it.
pub(super) struct Books {
    store: Arc<dyn Store>,
    /// What the store said in this turn.
    known: RefCell<HashMap<Account, Chips>>,
    moved: HashMap<Account, Chips>,
    transfers: Vec<Transfer>,
    /// The store did not answer: nothing of this turn counts.
    failed: Cell<bool>,
}

impl Books {
    pub(super) fn new(store: Arc<dyn Store>) -> Books {
        let (known, moved) = (RefCell::default(), HashMap::new());
        Books { store, known, moved, transfers: Vec::new(), failed: Cell::new(false) }
    }

    /// A new turn: nothing is known and nothing has moved.
    pub(super) fn begin(&mut self) {
        self.known.get_mut().clear();
        self.moved.clear();
        self.transfers.clear();
        self.failed.set(false);
    }

    /// What this turn moved.
    pub(super) fn take(&mut self) -> Vec<Transfer> {
        std::mem::take(&mut self.transfers)
    }

    /// Did the store not answer?
    pub(super) fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Takes an answer of the store; one it did not give ends the turn.
    pub(super) fn answered<T: Default, E: std::fmt::Display>(&self, answer: Result<T, E>) -> T {
        answer.unwrap_or_else(|error| {
            tracing::error!(%error, "the store does not answer the gateway");
            self.failed.set(true);
            T::default()
        })
    }

    pub(super) fn balance(&self, account: &Account) -> Chips {
        let known = self.known.borrow().get(account).copied();
        let held = known.unwrap_or_else(|| {
            let held = self.answered(self.store.balance(account));
            self.known.borrow_mut().insert(account.clone(), held);
            held
        });
        held + self.moved.get(account).copied().unwrap_or_default()
    }

    /// The currencies this player has something of.
    pub(super) fn currencies(&self, player: PlayerId) -> Vec<Currency> {
        let wallets = self.answered(self.store.wallets(player)).into_iter().map(|(account, _)| account);
        let moved = self.moved.keys().filter(|account| account.owner == Owner::Player(player)).cloned();
        let mut all: Vec<Currency> = wallets.chain(moved).map(|account| account.currency).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Moves chips, all or nothing.
    ///
    /// # Errors
    /// The account that cannot pay.
    pub(super) fn pay(&mut self, transfers: &[Transfer]) -> Result<(), Account> {
        for (nth, transfer) in transfers.iter().enumerate() {
            let (from, amount) = (transfer.from(), transfer.amount());
            if !from.may_owe() && self.balance(from) < amount {
                let poor = from.clone();
                transfers[..nth].iter().for_each(|done| self.shift(done, -done.amount()));
                return Err(poor);
            }
            self.shift(transfer, amount);
        }
        self.transfers.extend_from_slice(transfers);
        Ok(())
    }

    fn shift(&mut self, transfer: &Transfer, amount: Chips) {
        *self.moved.entry(transfer.from().clone()).or_default() -= amount;
        *self.moved.entry(transfer.to().clone()).or_default() += amount;
    }

    /// Makes chips for a wallet; nothing happens when there is nothing to give.
    pub(super) fn issue(&mut self, player: PlayerId, currency: &Currency, amount: Chips) {
        let (from, to) = (Account::issuance(currency.clone()), Account::wallet(player, currency.clone()));
        if let Ok(transfer) = Transfer::new(from, to, amount)
            && self.pay(std::slice::from_ref(&transfer)).is_err()
        {
            unreachable!("issuance may owe");
        }
    }
}

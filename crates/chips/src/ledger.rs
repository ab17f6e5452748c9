//! Double entry: every chip that arrives somewhere has left somewhere else.

use crate::{Chips, Overflow};
use alloc::collections::BTreeMap;
use core::fmt::Debug;

/// A positive amount that moves from one account to another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transfer<A> {
    from: A,
    to: A,
    amount: Chips,
}

/// Why a transfer makes no sense by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TransferError {
    /// Zero or less.
    #[error("a transfer moves a positive amount")]
    NotPositive,
    /// From an account to itself.
    #[error("a transfer goes from one account to another")]
    ToItself,
}

impl<A: PartialEq> Transfer<A> {
    /// Moves `amount` (more than zero) from one account to another.
    pub fn new(from: A, to: A, amount: Chips) -> Result<Transfer<A>, TransferError> {
        if !amount.is_positive() {
            Err(TransferError::NotPositive)
        } else if from == to {
            Err(TransferError::ToItself)
        } else {
            Ok(Transfer { from, to, amount })
        }
    }
}

impl<A> Transfer<A> {
    /// Who pays.
    pub const fn from(&self) -> &A {
        &self.from
    }
    /// Who is paid.
    pub const fn to(&self) -> &A {
        &self.to
    }
    /// How much, always positive.
    pub const fn amount(&self) -> Chips {
        self.amount
    }
}

/// Why a posting was refused; nothing of it happened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LedgerError<A: Debug> {
    /// The account would go below zero and may not.
    #[error("{account:?} has {balance} and cannot pay {amount}")]
    CannotPay {
        /// Who should pay.
        account: A,
        /// What the account had left at that point of the posting.
        balance: Chips,
        /// What it should pay.
        amount: Chips,
    },
    /// A balance would leave the range of [`Chips`].
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

/// Accounts that always sum to zero.
///
/// An account exists once something was posted to it. Which accounts may go below zero (the house,
/// the mint that play money comes from) is decided when the ledger is made.
#[derive(Clone, Debug)]
pub struct Ledger<A, F = fn(&A) -> bool> {
    balances: BTreeMap<A, Chips>,
    may_owe: F,
}

impl<A: Ord + Clone + Debug, F: Fn(&A) -> bool> Ledger<A, F> {
    /// An empty ledger; `may_owe` names the accounts that may go below zero.
    pub const fn new(may_owe: F) -> Ledger<A, F> {
        Ledger { balances: BTreeMap::new(), may_owe }
    }

    /// Posts the transfers in order, all of them or none.
    pub fn post(&mut self, transfers: &[Transfer<A>]) -> Result<(), LedgerError<A>> {
        let mut touched: BTreeMap<&A, Chips> = BTreeMap::new();
        for transfer in transfers {
            let Transfer { from, to, amount } = transfer;
            let balance = *touched.entry(from).or_insert_with(|| self.balance(from));
            let left = balance.checked_sub(*amount)?;
            if left.is_negative() && !(self.may_owe)(from) {
                return Err(LedgerError::CannotPay { account: from.clone(), balance, amount: *amount });
            }
            touched.insert(from, left);
            let gained = touched.entry(to).or_insert_with(|| self.balance(to)).checked_add(*amount)?;
            touched.insert(to, gained);
        }
        let touched: BTreeMap<A, Chips> = touched.into_iter().map(|(a, c)| (a.clone(), c)).collect();
        self.balances.extend(touched);
        Ok(())
    }

    /// What the account holds; one never heard of holds nothing.
    pub fn balance(&self, account: &A) -> Chips {
        self.balances.get(account).copied().unwrap_or_default()
    }

    /// Every account with its balance, in order.
    pub fn accounts(&self) -> impl Iterator<Item = (&A, Chips)> {
        self.balances.iter().map(|(account, balance)| (account, *balance))
    }

    /// The sum over all accounts: zero, or the ledger is broken.
    pub fn sum(&self) -> Chips {
        self.balances.values().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn pay(from: u8, to: u8, amount: i64) -> Transfer<u8> {
        Transfer::new(from, to, Chips::new(amount)).unwrap()
    }

    #[test]
    fn a_posting_is_all_or_nothing() {
        let mut ledger = Ledger::new(|&account: &u8| account == 0);
        ledger.post(&[pay(0, 1, 100), pay(1, 2, 30)]).unwrap();
        let error = ledger.post(&[pay(2, 1, 30), pay(1, 3, 100), pay(3, 0, 101)]).unwrap_err();
        assert_eq!(
            error,
            LedgerError::CannotPay { account: 3, balance: Chips::new(100), amount: Chips::new(101) }
        );
        assert_eq!([1, 2, 3].map(|a| ledger.balance(&a).units()), [70, 30, 0]);
        assert_eq!(ledger.accounts().count(), 3);
    }

    #[test]
    fn transfers_that_move_nothing_are_refused() {
        assert_eq!(Transfer::new(1, 2, Chips::ZERO), Err(TransferError::NotPositive));
        assert_eq!(Transfer::new(1, 1, Chips::new(1)), Err(TransferError::ToItself));
    }

    #[test]
    fn overflow_changes_nothing() {
        let mut ledger = Ledger::new(|&account: &u8| account == 0);
        ledger.post(&[pay(0, 1, i64::MAX)]).unwrap();
        assert!(matches!(ledger.post(&[pay(0, 1, 2)]), Err(LedgerError::Overflow(_))));
        assert_eq!(ledger.sum(), Chips::ZERO);
    }

    proptest! {
        #[test]
        fn accounts_always_sum_to_zero(
            postings in prop::collection::vec(
                prop::collection::vec((0u8..5, 0u8..5, 1i64..200), 1..6), 0..40)
        ) {
            let mut ledger = Ledger::new(|&account: &u8| account == 0);
            for posting in postings {
                let before = ledger.clone();
                let transfers: Vec<_> = posting
                    .into_iter()
                    .filter_map(|(from, to, amount)| Transfer::new(from, to, Chips::new(amount)).ok())
                    .collect();
                if ledger.post(&transfers).is_err() {
                    prop_assert!(ledger.accounts().eq(before.accounts()));
                }
                prop_assert_eq!(ledger.sum(), Chips::ZERO);
                prop_assert!(ledger.accounts().all(|(&a, b)| a == 0 || !b.is_negative()));
            }
        }
    }
}

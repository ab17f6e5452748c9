//! Money for games.
//!
//! [`Chips`] are whole minor units in an integer: there is no float anywhere. How many decimals a
//! unit has is a [`Scale`], applied at the edge where text comes in or goes out, exactly.
//! An [`Account`] says whose chips they are and of which [`Currency`].
//! A [`Ledger`] moves chips between accounts by [`Transfer`] only, so its accounts sum to zero.
//!
//! ```
//! use kozyr_chips::{Chips, Decimal, Ledger, Scale, Transfer};
//!
//! let stack: Decimal = "10112.5".parse()?;
//! let cents = Scale::new(2)?;
//! assert_eq!(stack.to_chips(cents)?, Chips::new(1_011_250));
//! assert_eq!(Chips::new(7525).display(cents).to_string(), "75.25");
//!
//! let mut ledger = Ledger::new(|account: &&str| *account == "house");
//! ledger.post(&[Transfer::new("house", "ann", Chips::new(500))?])?;
//! assert!(ledger.post(&[Transfer::new("ann", "bob", Chips::new(501))?]).is_err());
//! assert_eq!(ledger.balance(&"ann"), Chips::new(500));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod account;
mod amount;
mod decimal;
mod ledger;

pub use account::{Account, AccountError, Currency, Owner};
pub use amount::{Chips, Overflow};
pub use decimal::{Decimal, DecimalError, DisplayChips, Scale};
pub use ledger::{Ledger, LedgerError, Transfer, TransferError};

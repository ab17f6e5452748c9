//! The contract: every clause is kept by every store, with a thread of its own and stepped.

#![allow(clippy::needless_pass_by_value)] // Every clause takes a store to do with as it likes.

mod common;

/// Each clause becomes a test of each store.
macro_rules! contract {
    ($($clause:ident),* $(,)?) => {
        mod memory { $(#[test] fn $clause() { super::$clause(crate::common::TestStore::memory()); })* }
        mod sqlite { $(#[test] fn $clause() { super::$clause(crate::common::TestStore::sqlite()); })* }
        mod stepped_memory { $(#[test] fn $clause() { super::$clause(crate::common::TestStore::stepped_memory()); })* }
        mod stepped_sqlite { $(#[test] fn $clause() { super::$clause(crate::common::TestStore::stepped_sqlite()); })* }
    };
}

#[path = "contract/append.rs"]
mod append;
#[path = "contract/archive.rs"]
mod archive;
#[path = "contract/hands.rs"]
mod hands;
#[path = "contract/ledger.rs"]
mod ledger;
#[path = "contract/people.rs"]
mod people;
#[path = "contract/streams.rs"]
mod streams;

//! What a card room must not forget.
//!
//! The truth is a stream of events per table or tournament. An [`Append`] writes events of several
//! streams, the [`Transfer`]s of chips that go with them and the [receipts](CommandReceipt) of the
//! commands that caused them in one transaction: all of it is durable, or none. A writer
//! [claims](Store::claim_all) a stream first and names its [`Epoch`] and the last event it has seen;
//! a writer that was overtaken is refused. A command that comes a second time gets its first answer.
//!
//! Events, postings, receipts and what is remembered of people bear the *room's* time
//! ([`Timestamp`](kozyr_time::Timestamp)); users, sessions and the dates of hands the calendar's
//! ([`WallTime`](kozyr_time::WallTime)).
//!
//! [`MemoryStore`] and [`SqliteStore`] keep one contract (`tests/contract.rs`). Both have one thread
//! that writes what all tables have ready in one transaction, and hands the outcomes back together; or
//! none, and the caller [steps](Store::step).
//!
//! ```
//! use kozyr_chips::Chips;
//! use kozyr_store::*;
//!
//! let store = MemoryStore::new()?;
//! let table = StreamId::new("table/1")?;
//! let escrow = Account::table(TableId::new("1")?, Currency::FUN);
//! let ann = PlayerId::new(17)?;
//! let head = store.claim(&table)?;
//!
//! let sit_down = Append {
//!     streams: vec![StreamBatch::new(table.clone(), head.epoch, head.sequence, vec![b"ann sits".as_slice().into()])],
//!     transfers: vec![
//!         Transfer::new(Account::issuance(Currency::FUN), Account::wallet(ann, Currency::FUN), Chips::new(1_000))?,
//!         Transfer::new(Account::wallet(ann, Currency::FUN), escrow, Chips::new(400))?,
//!     ],
//!     ..Append::default()
//! };
//! store.append(sit_down.clone())?;
//! assert_eq!(store.balance(&Account::wallet(ann, Currency::FUN))?, Chips::new(600));
//! assert_eq!(store.load(&table, Sequence::START, 100)?.len(), 1);
//!
//! // The same again is out of sequence, and nothing of it happens.
//! assert!(matches!(store.append(sit_down), Err(AppendError::Refused(Refused::WrongSequence { .. }))));
//! assert_eq!(store.balance(&Account::wallet(ann, Currency::FUN))?, Chips::new(600));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod append;
mod archive;
mod calendar;
mod check;
mod hand;
mod id;
mod memory;
mod payload;
mod people;
mod port;
mod refused;
mod sqlite;
mod transaction;
mod wrap;
mod writer;

pub use append::{Append, CommandReceipt, RememberedChange, RememberedPlayer, Secret, StreamBatch, Transfer};
pub use archive::SEGMENT_EVENTS;
pub use calendar::MAX_WALL_JUMP;
pub use hand::{HandFilter, HandFlags, HandMark, HandPlayer, HandRow, Moment, ShareId, SharedHand, Tally};
pub use id::{CommandDigest, CommandId, CommandKey, Epoch, NameError, Sequence, StreamId, WriterId};
pub use kozyr_chips::{Account, Currency};
pub use kozyr_time::{PlayerId, TableId};
pub use memory::MemoryStore;
pub use payload::{Payload, UnknownVersion};
pub use people::{Credentials, PeopleChange, Scope, Session, TokenDigest, User, UserKind};
pub use port::{
    Checkpoint, Completed, CurrencyCheck, Head, Lane, Lease, PlayedHand, Posting, Store, StoredEvent, Ticket,
    WrongAccount,
};
pub use refused::{AppendError, ClaimError, Refused, Unavailable};
pub use sqlite::{BackupError, OpenError, SqliteReader, SqliteStore, private_folder, restore};
pub use wrap::WrapStore;

//! What is written together, and why it may be refused.

use crate::{Account, CommandKey, Epoch, PeopleChange, PlayerId, Sequence, StreamId, TokenDigest};
use kozyr_chips::Chips;
use kozyr_time::Timestamp;
use std::fmt;

/// Chips that move from one account to another.
pub type Transfer = kozyr_chips::Transfer<Account>;

/// Bytes that mean something to the caller only. They may hold cards nobody should read in a log
/// file, so what `Debug` prints is their number.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Payload(pub Vec<u8>);

impl Payload {
    /// No single payload is larger: 1 MiB.
    pub const MAX_BYTES: usize = 1 << 20;
}

impl From<Vec<u8>> for Payload {
    fn from(bytes: Vec<u8>) -> Payload {
        Payload(bytes)
    }
}
impl From<&[u8]> for Payload {
    fn from(bytes: &[u8]) -> Payload {
        Payload(bytes.to_vec())
    }
}
impl fmt::Debug for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

/// One transaction: all of it becomes durable or none.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Append {
    /// When, by the room's clock.
    pub at: Timestamp,
    /// What happened, stream by stream.
    pub streams: Vec<StreamBatch>,
    /// Which chips moved, in order.
    pub transfers: Vec<Transfer>,
    /// Which commands this carries out.
    pub receipts: Vec<CommandReceipt>,
    /// Who came, changed his name or left.
    pub people: Vec<PeopleChange>,
}

/// What happened in one stream (a table, a tournament).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamBatch {
    /// Which stream.
    pub stream: StreamId,
    /// The writer's claim to the stream.
    pub epoch: Epoch,
    /// The last event that the writer has seen: his events come right after it, or not at all.
    pub after: Sequence,
    /// What happened, in order. May be empty: then the batch only insists on its epoch and place.
    pub events: Vec<Payload>,
    /// What nobody may read yet (a deck). No loading of events ever returns it.
    pub secrets: Vec<Secret>,
    /// The state after the last of these events, in place of the checkpoint before.
    pub checkpoint: Option<Payload>,
}

impl StreamBatch {
    /// A batch of events and nothing else.
    pub fn new(stream: StreamId, epoch: Epoch, after: Sequence, events: Vec<Payload>) -> StreamBatch {
        StreamBatch { stream, epoch, after, events, secrets: Vec::new(), checkpoint: None }
    }

    /// The number of the last of these events.
    pub fn end(&self) -> Sequence {
        self.after.plus(self.events.len())
    }
}

/// Something that players must not see: kept beside the stream, asked for by its number only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    /// Its number within the stream, such as the hand's. Written once: a deck in play does not change.
    pub key: u64,
    /// The secret.
    pub payload: Payload,
}

/// Proof that a command was carried out, with what its sender was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandReceipt {
    /// Whose command, under which id.
    pub key: CommandKey,
    /// The answer, to be given again when the command comes again.
    pub answer: Payload,
}

/// Why an append was refused. Nothing of it happened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The command was carried out before; here is what was answered then.
    #[error("command {:x} of user {} was carried out before: give its answer again", .0.key.command.0, .0.key.user.get())]
    Repeated(Box<CommandReceipt>),
    /// Somebody else has claimed the stream since (or nobody ever did).
    #[error("{stream} belongs to epoch {}, not {}: stop writing and claim it again", .held.0, .offered.0)]
    Fenced {
        /// Which stream.
        stream: StreamId,
        /// The epoch that may write.
        held: Epoch,
        /// The epoch that tried.
        offered: Epoch,
    },
    /// The writer has missed events, or made some up.
    #[error("{stream} is at event {}, not {}: load what is missing", .at.0, .offered.0)]
    WrongSequence {
        /// Which stream.
        stream: StreamId,
        /// Its last event.
        at: Sequence,
        /// The one the writer took for the last.
        offered: Sequence,
    },
    /// The account would go below zero.
    #[error("{account} has {balance} and cannot pay {amount}")]
    CannotPay {
        /// Who should pay.
        account: Account,
        /// What he had left at that point of the transfers.
        balance: Chips,
        /// What he should pay.
        amount: Chips,
    },
    /// A balance would leave the range of chips.
    #[error("the balance of {0} would be too large to count")]
    Overflow(Account),
    /// A secret is written once.
    #[error("{stream} has a secret {key} already")]
    SecretExists {
        /// Which stream.
        stream: StreamId,
        /// Which of its secrets.
        key: u64,
    },
    /// The number is taken: choose another.
    #[error("there is a user {} already", .0.get())]
    UserExists(PlayerId),
    /// Nobody has this number.
    #[error("there is no user {}", .0.get())]
    UnknownUser(PlayerId),
    /// The token is taken: make another.
    #[error("there is a session with this token already")]
    SessionExists(TokenDigest),
    /// More than [`Payload::MAX_BYTES`].
    #[error("{bytes} bytes are too many for one payload: {} are allowed", Payload::MAX_BYTES)]
    TooLarge {
        /// How many there were.
        bytes: usize,
    },
}

/// The store could not do its work (disk full, file gone, writer stopped). Whether the last write
/// happened is not known: claim the stream again and load it before going on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the store is not available: {reason}")]
pub struct Unavailable {
    /// What went wrong, for the log.
    pub reason: String,
}

/// How an append can fail.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AppendError {
    /// Refused: nothing of it happened.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Not known: see [`Unavailable`].
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

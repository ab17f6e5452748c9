//! Why something was not done.

use crate::{Account, CommandKey, CommandReceipt, Epoch, Lease, PlayerId, Sequence, StreamId, TokenDigest};
use kozyr_chips::Chips;

/// Why an append was refused. Nothing of it happened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The command was carried out before; here is what was answered then.
    #[error("command {:x} of user {} was carried out before: give its answer again", .0.key.command.0, .0.key.user.get())]
    Repeated(Box<CommandReceipt>),
    /// The id was used before, for another command.
    #[error("command id {:x} of user {} was used for another command: choose another id", .0.command.0, .0.user.get())]
    OtherCommand(CommandKey),
    /// Another writer has claimed the stream since (or nobody ever did).
    #[error("{stream} belongs to epoch {}, not {}: stop writing and claim it again", .held.0, .offered.0)]
    Fenced {
        /// Which stream.
        stream: StreamId,
        /// The epoch that may write.
        held: Epoch,
        /// The epoch that tried.
        offered: Epoch,
    },
    /// The stream takes no more events.
    #[error("{0} is closed: reopen it first")]
    Closed(StreamId),
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
        /// What it had left at that point of the transfers.
        balance: Chips,
        /// What it should pay.
        amount: Chips,
    },
    /// A currency is not changed into another.
    #[error("{from} cannot pay {to}: they hold different currencies")]
    MixedCurrencies {
        /// Who should pay.
        from: Account,
        /// Who should be paid.
        to: Account,
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
    /// A hand is written once.
    #[error("{stream} has a hand {hand} already")]
    HandExists {
        /// Which stream.
        stream: StreamId,
        /// Which of its hands.
        hand: u64,
    },
    /// The row of a hand contradicts itself or the append it stands in.
    #[error("hand {hand} of {stream} cannot be written: {reason}")]
    BadHand {
        /// Which stream.
        stream: StreamId,
        /// Which of its hands.
        hand: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Only a hand that one has played is one's own to show.
    #[error("player {} took no part in hand {hand} of {stream}", .player.get())]
    NotTheirHand {
        /// Which stream.
        stream: StreamId,
        /// Which of its hands.
        hand: u64,
        /// Who wanted to show it.
        player: PlayerId,
    },
    /// The link is taken, or the hand has one already.
    #[error("hand {hand} of {stream} is shared already")]
    ShareExists {
        /// Which stream.
        stream: StreamId,
        /// Which of its hands.
        hand: u64,
    },
    /// The number is taken: choose another.
    #[error("there is a user {} already", .0.get())]
    UserExists(PlayerId),
    /// Nobody has this number.
    #[error("there is no user {}", .0.get())]
    UnknownUser(PlayerId),
    /// The user is not to be removed: no guest, seen lately, or with chips in a wallet.
    #[error("user {} cannot be removed: {reason}", .user.get())]
    CannotRemove {
        /// Who.
        user: PlayerId,
        /// Why not.
        reason: &'static str,
    },
    /// Another member's name looks the same.
    #[error("the name is too much like that of user {}", .0.get())]
    NameTaken(PlayerId),
    /// The user is not what the change is for: a guest who joins, a member with a password.
    #[error("user {} is not of the kind this is for", .0.get())]
    WrongKind(PlayerId),
    /// Password or recovery code were changed meanwhile.
    #[error("the password or recovery code of user {} was changed meanwhile", .0.get())]
    CredentialsChanged(PlayerId),
    /// The token is taken: make another.
    #[error("there is a session with this token already")]
    SessionExists(TokenDigest),
    /// More bytes than such a payload may have.
    #[error("{bytes} bytes are too many for one payload: {allowed} are allowed")]
    TooLarge {
        /// How many there were.
        bytes: usize,
        /// How many there may be.
        allowed: usize,
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

impl Unavailable {
    /// Not available for this reason.
    pub fn new(reason: impl Into<String>) -> Unavailable {
        Unavailable { reason: reason.into() }
    }
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

/// Why streams could not be claimed. None of them was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClaimError {
    /// The stream was closed.
    #[error("{0} is closed: reopen it first")]
    Closed(StreamId),
    /// Another writer holds it, and its lease has not run out.
    #[error("{stream} belongs to writer {}: wait until its lease runs out", .lease.owner.0)]
    Held {
        /// Which stream.
        stream: StreamId,
        /// The lease.
        lease: Lease,
    },
    /// The store could not do its work.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

//! What is written together.

use crate::{
    Account, CommandDigest, CommandKey, Epoch, HandRow, Payload, PeopleChange, PlayerId, Sequence,
    SharedHand, StreamId,
};
use kozyr_time::Timestamp;

/// Chips that move from one account to another.
pub type Transfer = kozyr_chips::Transfer<Account>;

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
    /// Who came, changed their name or left.
    pub people: Vec<PeopleChange>,
    /// Which hands this settles. Each belongs to one of the streams above.
    pub hands: Vec<HandRow>,
    /// Which hands are shown to whoever has the link.
    pub shares: Vec<SharedHand>,
}

/// What happened in one stream (a table, a tournament).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamBatch {
    /// Which stream.
    pub stream: StreamId,
    /// The writer's claim to the stream.
    pub epoch: Epoch,
    /// The last event that the writer has seen: the new events come right after it, or not at all.
    pub after: Sequence,
    /// What happened, in order. May be empty: then the batch only insists on its epoch and place.
    pub events: Vec<Payload>,
    /// What nobody may read yet (a deck). No loading of events ever returns it.
    pub secrets: Vec<Secret>,
    /// The state after the last of these events, in place of the checkpoint before.
    pub checkpoint: Option<Payload>,
    /// The checkpoint is kept for good besides: a hand long ago is played again from the nearest one before it.
    pub keep: bool,
    /// What the stream keeps about people who left it, or keeps no longer; in order.
    pub remembered: Vec<RememberedChange>,
    /// These are the last events: the stream is closed, and its name is not claimed again until it
    /// is [reopened](crate::Store::reopen).
    pub close: bool,
}

impl StreamBatch {
    /// A batch of events and nothing else.
    pub fn new(stream: StreamId, epoch: Epoch, after: Sequence, events: Vec<Payload>) -> StreamBatch {
        let (secrets, checkpoint, remembered) = (Vec::new(), None, Vec::new());
        StreamBatch {
            stream,
            epoch,
            after,
            events,
            secrets,
            checkpoint,
            keep: false,
            remembered,
            close: false,
        }
    }

    /// The number of the last of these events.
    pub fn end(&self) -> Sequence {
        self.after.plus(self.events.len())
    }
}

/// Something that players must not see: kept beside the stream, asked for by its number only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    /// Its number within the stream: a counter of shuffles. Written once: a deck in play does not change.
    pub key: u64,
    /// The secret.
    pub payload: Payload,
}

/// What a stream keeps about a player who left it: what they take up again when they come back in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RememberedPlayer {
    /// Who.
    pub player: PlayerId,
    /// Until when it counts, by the room's clock: from this moment on it is not found.
    pub until: Timestamp,
    /// What is remembered.
    pub payload: Payload,
}

/// A change in what a stream remembers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RememberedChange {
    /// Kept, in place of what was kept about the same player before.
    Put(RememberedPlayer),
    /// Kept no longer: the player is back. Nothing happens when nothing was kept.
    Clear(PlayerId),
}

impl RememberedChange {
    /// About whom.
    pub const fn player(&self) -> PlayerId {
        match self {
            RememberedChange::Put(row) => row.player,
            RememberedChange::Clear(player) => *player,
        }
    }
}

/// Proof that a command was carried out, with what its sender was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandReceipt {
    /// Whose command, under which id.
    pub key: CommandKey,
    /// Which command: the same id with another digest is another command, and refused.
    pub digest: CommandDigest,
    /// The answer, to be given again when the command comes again.
    pub answer: Payload,
}

impl CommandReceipt {
    /// No answer is larger: there is a receipt for every command, and an answer says "done" or names a number.
    pub const MAX_ANSWER_BYTES: usize = 1024;
}

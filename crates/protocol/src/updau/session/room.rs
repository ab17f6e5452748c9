//! What the sessions may ask of the room around them, and what they hear of its tables.

use super::ConnectionId;
use super::users::Key;
use crate::updau::Timestamp;
use kozyr_card_game::{Game, SeatSet};
use kozyr_chips::{Account, Chips, Currency, Transfer};
use kozyr_durak::{Event, OneParty};
use kozyr_table::durak::{DurakHouse, DurakSeating, DurakTable};
use kozyr_table::{Batch, Effects, News, RefusedBy, Settings, Told};
use kozyr_time::{PlayerId, TableId};
use std::sync::Arc;

/// What is looked up in the room, and what only the room can make: ids and secrets. Nothing in here changes a table or
/// moves a chip: that is what [wants](Want) are for.
pub trait Room {
    /// What this wallet holds.
    fn balance(&self, player: PlayerId, currency: &Currency) -> Chips;

    /// The currencies this player has something of.
    fn currencies(&self, player: PlayerId) -> Vec<Currency>;

    /// A table that was opened for the sessions.
    fn table(&self, table: &TableId) -> Option<&DurakTable>;

    /// The person with this key, who may be new to the room: the same one for the same key, always.
    fn person(&mut self, key: &Key) -> PlayerId;

    /// The person the room's bot of this number plays as.
    fn bot(&mut self, number: usize) -> PlayerId;

    /// May somebody new come over this connection?
    fn admits(&mut self, _: ConnectionId) -> bool {
        true
    }

    /// Is this token of an account still good? Its holder can end it elsewhere in the room.
    fn is_signed_in(&mut self, _: PlayerId, _: &str) -> bool {
        true
    }

    /// From now on this token is good for this account.
    fn sign_in(&mut self, _: PlayerId, _: &str) {}

    /// This person signed in.
    fn seen(&mut self, _: PlayerId) {}

    /// What a new table is called: unlike any other, ever.
    fn new_table(&mut self) -> TableId;

    /// A secret nobody can guess: at least 128 bits.
    fn token(&mut self) -> String;

    /// The name of a new channel, unlike that of any other.
    fn channel(&mut self) -> String;

    /// A number below `n`, which is at least 1; nothing of worth depends on it.
    fn below(&mut self, n: u32) -> u32;
}

/// Something a table is asked.
pub type TableInput = kozyr_table::Input<DurakSeating>;
/// Why a table refuses.
pub type TableRefused = RefusedBy<DurakSeating>;

/// What the sessions want done, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Want {
    /// Open a table.
    Open {
        /// Under this name, which no other table ever has.
        table: TableId,
        /// What does not depend on the game.
        settings: Box<Settings>,
        /// What does.
        house: Box<DurakHouse>,
    },
    /// Ask a table for something. What follows is told by [`Input::Table`](super::Input::Table), a refusal by
    /// [`Input::Refused`](super::Input::Refused); without a ticket nobody waits for a refusal.
    Ask {
        /// Which table.
        table: TableId,
        /// What to answer with.
        ticket: Option<u64>,
        /// What for.
        input: Box<TableInput>,
    },
    /// Close a table at which nobody sits any more.
    Close(TableId),
    /// Give chips to a wallet.
    Fund(Transfer<Account>),
}

/// What happened at a table in one go, and the table after it.
#[derive(Clone, Debug)]
pub struct TableStep {
    /// When.
    pub at: Timestamp,
    pub(super) told: Vec<Told<DurakSeating>>,
    pub(super) after: Arc<DurakTable>,
    /// Did a clock start, stop, or start anew?
    pub(super) clocks: bool,
    /// Who was ready before.
    pub(super) ready: SeatSet,
}

impl TableStep {
    /// What happened, for anybody else who listens at this table.
    pub fn told(&self) -> &[Told<DurakSeating>] {
        &self.told
    }

    /// The table after it.
    pub fn after(&self) -> &DurakTable {
        &self.after
    }

    /// Carries out what was decided, and says what the sessions have to hear of it: a step for every decision, with
    /// whatever chance did because of it.
    pub fn carry_out(table: &mut DurakTable, batch: &Batch<DurakSeating>) -> Vec<TableStep> {
        use kozyr_table::Entry;
        let mut steps = Vec::new();
        let mut entries = batch.entries.iter().peekable();
        while let Some(entry) = entries.next() {
            let before = seen(table);
            let mut effects = Effects::default();
            table.apply_entry(batch.at, entry, &mut effects);
            let poor = matches!(entry, Entry::CouldNotPay(_));
            let follows = |entry: &&Entry<DurakSeating>| match entry {
                Entry::Started { .. } | Entry::Shuffled { .. } | Entry::Dealt(_) => true,
                // Who cannot pay gets up, which is one thing to everybody else.
                Entry::Left(..) => poor,
                _ => false,
            };
            while let Some(entry) = entries.next_if(follows) {
                table.apply_entry(batch.at, entry, &mut effects);
            }
            let after = seen(table);
            let restarted = |told: &Told<DurakSeating>| match told.to(None) {
                Some(News::Game(Event::Clocks(seats))) => !seats.and(after.2).is_empty(),
                _ => false,
            };
            let clocks = (&before.0, &before.1, before.2) != (&after.0, &after.1, after.2)
                || effects.told.iter().any(restarted);
            steps.push(TableStep {
                at: batch.at,
                told: effects.told,
                after: Arc::new(table.clone()),
                clocks,
                ready: before.3,
            });
        }
        steps
    }
}

type Clocks = Vec<kozyr_table::Running<kozyr_durak::Stage>>;

/// The clocks of a table, its pause, whose turn it is, and who is ready.
fn seen(
    table: &DurakTable,
) -> (Clocks, Option<kozyr_table::Pausing<kozyr_table::durak::DurakPause>>, SeatSet, SeatSet) {
    let turns = table.state().map_or(SeatSet::EMPTY, OneParty::clocks);
    (table.clocks().to_vec(), table.pause().copied(), turns, table.seating().ready())
}

//! What happened, as data: the log of a tournament. The state is a fold over it.

use crate::bounty::BountyShare;
use crate::clock::{Clock, LevelClock, LevelRow};
use crate::config::Rules;
use crate::money::Books;
use crate::names::{Chair, EntrantId, HandId, Name, TableNo};
use crate::reason::Reason;
use crate::{Millis, Timestamp};
use kozyr_card_game::Seat;
use kozyr_chips::{Account, Chips, Transfer};
use kozyr_poker::seating::Places;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Something that happened at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// When.
    pub at: Timestamp,
    /// What.
    pub what: Happened,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Happened {
    /// The host filled in the form anew.
    Configured {
        /// The form, checked.
        #[serde(with = "shared_rules")]
        rules: Arc<Rules>,
    },
    /// The lobby is open.
    Opened,
    /// A player entered before the start; their buy-in is in escrow.
    Registered {
        /// Who.
        player: EntrantId,
        /// Under which name.
        name: Name,
        /// What they paid.
        paid: Chips,
    },
    /// A player left the lobby and has their money back.
    Unregistered {
        /// Who.
        player: EntrantId,
        /// What they got back.
        refund: Chips,
    },
    /// A player is here, or is not after all.
    CheckedIn {
        /// Who.
        player: EntrantId,
        /// Are they here?
        present: bool,
    },
    /// The first level began; everybody has their chair and their chips.
    Started {
        /// The draw.
        seating: Vec<Seating>,
    },
    /// A player entered late.
    Entered {
        /// Who.
        player: EntrantId,
        /// Under which name.
        name: Name,
        /// Where they sit.
        chair: Chair,
        /// What they paid.
        paid: Chips,
    },
    /// A player who was out entered again.
    ReEntered {
        /// Who.
        player: EntrantId,
        /// Where they sit now.
        chair: Chair,
        /// What they paid.
        paid: Chips,
    },
    /// A hand was dealt.
    HandBegan {
        /// At which table.
        table: TableNo,
        /// Which hand.
        hand: HandId,
        /// Its number.
        number: u32,
        /// The level it is played at, 0 for the first.
        level: usize,
        /// Where button and blinds are.
        places: Places,
        /// Who posts the small blind; nobody when it is dead.
        posts_small: Option<Seat>,
        /// Everybody dealt in, with their chips: the plan's `handStartStacks`.
        dealt: Vec<Dealt>,
    },
    /// A hand was called off; everybody keeps what they had at its start.
    HandCalledOff {
        /// At which table.
        table: TableNo,
        /// Which hand.
        hand: HandId,
    },
    /// A hand is over and paid; whoever has nothing left is out.
    HandFinished {
        /// At which table.
        table: TableNo,
        /// Which hand.
        hand: HandId,
        /// What was won in all.
        pot: Chips,
        /// What everybody dealt in has now.
        stacks: Vec<Dealt>,
        /// Did anybody act themselves?
        acted: bool,
    },
    /// A player is out, and the bounty on their head goes to whoever won their last chips.
    BountyWon {
        /// Who is out.
        player: EntrantId,
        /// What lay on their head.
        amount: Chips,
        /// Who gets what of it, from the button's left.
        shares: Vec<BountyShare>,
        /// Why.
        reason: Reason,
    },
    /// The winner of the tournament is paid what lies on their own head.
    BountyKept {
        /// Who.
        player: EntrantId,
        /// How much.
        amount: Chips,
        /// Why.
        reason: Reason,
    },
    /// A player who is out may buy in again for a minute.
    OfferOpened {
        /// Who.
        player: EntrantId,
    },
    /// They did not.
    OfferClosed {
        /// Who.
        player: EntrantId,
        /// Did they say so, or was the time over?
        declined: bool,
    },
    /// They did.
    Rebought {
        /// Who.
        player: EntrantId,
        /// What they paid.
        paid: Chips,
    },
    /// A player has their place. While others may still enter, it can only get a higher number.
    Placed {
        /// Who.
        player: EntrantId,
        /// Their place.
        place: u32,
        /// Why.
        reason: Reason,
    },
    /// Levels were walked at a boundary.
    LevelsWalked {
        /// Each level taken up or skipped, with its [reason](LevelRow::reason).
        rows: Vec<LevelRow>,
        /// Where the levels stand now.
        levels: LevelClock,
    },
    /// The host asked for a level; it begins at the next boundary.
    LevelAsked {
        /// Which, 0 for the first.
        index: usize,
    },
    /// The level lasts longer, or shorter.
    ClockMoved {
        /// By so many milliseconds.
        by_ms: i64,
        /// The clock with it.
        clock: Clock,
    },
    /// The levels to come are other ones.
    LevelsChanged {
        /// The rules with them.
        #[serde(with = "shared_rules")]
        rules: Arc<Rules>,
        /// Where the levels stand now.
        levels: LevelClock,
    },
    /// The tournament paused.
    Paused {
        /// The clock only, or the dealing too.
        kind: PauseKind,
        /// The clock, stopped.
        clock: Clock,
        /// Why.
        reason: Reason,
    },
    /// The tournament goes on.
    Resumed {
        /// The clock, going again unless there is a break.
        clock: Clock,
    },
    /// A break was called: the clock stops, hands are finished.
    BreakCalled {
        /// For how long, once the last hand is over.
        length: Millis,
        /// The clock, stopped.
        clock: Clock,
        /// Why.
        reason: Reason,
    },
    /// The last hand is over and the break counts.
    BreakBegan {
        /// Until when.
        ends_at: Timestamp,
    },
    /// The break is over.
    BreakEnded {
        /// The clock, going again unless the tournament is paused.
        clock: Clock,
    },
    /// A player bought extra chips at a break.
    AddedOn {
        /// Who.
        player: EntrantId,
        /// What they paid.
        paid: Chips,
        /// What they got.
        chips: Chips,
    },
    /// A player changed their chair.
    Moved {
        /// Who.
        player: EntrantId,
        /// From here.
        from: Chair,
        /// To there.
        to: Chair,
        /// Why.
        reason: Reason,
    },
    /// A table is gone.
    TableBroken {
        /// Which.
        table: TableNo,
        /// Why.
        reason: Reason,
    },
    /// One table is left, drawn anew.
    FinalTable {
        /// Its number.
        table: TableNo,
        /// The draw.
        seating: Vec<Seating>,
        /// Why.
        reason: Reason,
    },
    /// From now on all tables play one hand and wait for each other.
    HandForHandBegan {
        /// Why.
        reason: Reason,
    },
    /// These tables play one hand each.
    RoundBegan {
        /// Which tables.
        tables: Vec<TableNo>,
    },
    /// All have played it.
    RoundEnded,
    /// Tables play on their own again.
    HandForHandEnded {
        /// Why.
        reason: Reason,
    },
    /// The room came back after a crash: everything as it was, the clock stopped.
    Recovered {
        /// The last moment known before the crash.
        last_known: Timestamp,
        /// The clock, stopped at that moment.
        clock: Clock,
    },
    /// The tournament is over and paid.
    Finished {
        /// What was paid out.
        pool: Chips,
        /// What had been paid in; the house settles the difference.
        paid_in: Chips,
        /// Why the pool is what it is.
        reason: Reason,
        /// Everybody, the winner first.
        standings: Vec<FinalStanding>,
    },
    /// The tournament was called off and every entry refunded.
    Cancelled {
        /// Who got what back.
        refunds: Vec<(EntrantId, Chips)>,
    },
}

/// A player and their chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seating {
    /// Who.
    pub player: EntrantId,
    /// Where.
    pub chair: Chair,
}

/// A player in a hand, with their chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dealt {
    /// Who.
    pub player: EntrantId,
    /// In which seat.
    pub seat: Seat,
    /// Their chips.
    pub stack: Chips,
}

/// What stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PauseKind {
    /// The clock stops, the hands in play are finished, no new hand is dealt.
    Everything,
    /// Only the clock stops; hands go on at the same level.
    ClockOnly,
}

/// Where a player finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FinalStanding {
    /// Who.
    pub player: EntrantId,
    /// Their ordinal place.
    pub place: u32,
    /// The best of the places they were tied for.
    pub tied_from: u32,
    /// The worst of them.
    pub tied_to: u32,
    /// What they won.
    pub prize: Chips,
    /// Why this place.
    pub reason: Reason,
    /// Why this prize; nothing for an unpaid place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize_reason: Option<Reason>,
}

impl Event {
    /// The money this event moves. Buy-ins go into escrow; only the escrow pays, and it is empty
    /// when the tournament is over.
    pub fn transfers(&self, books: &Books<'_>) -> Vec<Transfer<Account>> {
        let mut moved = Vec::new();
        let mut pay = |from: Account, to: Account, amount: Chips| {
            moved.extend(Transfer::new(from, to, amount).ok());
        };
        let (escrow, house) = (|| books.escrow(), || books.house());
        match &self.what {
            Happened::Registered { player: who, paid, .. }
            | Happened::Entered { player: who, paid, .. }
            | Happened::ReEntered { player: who, paid, .. }
            | Happened::Rebought { player: who, paid }
            | Happened::AddedOn { player: who, paid, .. } => pay(books.wallet(who), escrow(), *paid),
            Happened::Unregistered { player: who, refund } => pay(escrow(), books.wallet(who), *refund),
            Happened::BountyWon { shares, .. } => {
                shares.iter().for_each(|share| pay(escrow(), books.wallet(&share.player), share.paid));
            }
            Happened::BountyKept { player, amount, .. } => pay(escrow(), books.wallet(player), *amount),
            Happened::Finished { pool, paid_in, standings, .. } => {
                pay(house(), escrow(), *pool - *paid_in);
                pay(escrow(), house(), *paid_in - *pool);
                for standing in standings {
                    pay(escrow(), books.wallet(&standing.player), standing.prize);
                }
            }
            Happened::Cancelled { refunds } => {
                refunds.iter().for_each(|(who, refund)| pay(escrow(), books.wallet(who), *refund));
            }
            _ => {}
        }
        moved
    }
}

mod shared_rules {
    use super::{Arc, Rules};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(rules: &Arc<Rules>, serializer: S) -> Result<S::Ok, S::Error> {
        rules.as_ref().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Rules>, D::Error> {
        Rules::deserialize(deserializer).map(Arc::new)
    }
}

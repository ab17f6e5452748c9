//! The state of a tournament, and what can be read from it.

use crate::bounty::BountyShare;
use crate::clock::{Clock, LevelClock, LevelRow};
use crate::config::Rules;
use crate::director::TableView;
use crate::event::{FinalStanding, PauseKind};
use crate::money::Sales;
use crate::names::{Chair, EntrantId, HandId, Name, TableNo};
use crate::prizes::PrizeTable;
use crate::reason::Reason;
use crate::{Millis, Timestamp};
use kozyr_card_game::{Seat, SeatSet};
use kozyr_chips::Chips;
use kozyr_poker::seating::Places;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

/// How long an offer to buy in again stands.
pub const OFFER: Millis = Millis::from_secs(60);

/// A tournament: rules as a value.
///
/// [`decide`](Tournament::decide) says what would happen, [`apply`](Tournament::apply) makes it so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tournament {
    pub(crate) id: Name,
    pub(crate) created_at: Timestamp,
    /// The moment of the last event.
    pub(crate) last_at: Timestamp,
    #[serde(with = "shared")]
    pub(crate) rules: Arc<Rules>,
    pub(crate) status: Status,
    pub(crate) started_at: Option<Timestamp>,
    pub(crate) finished_at: Option<Timestamp>,
    /// In the order they entered; one row a player, however often they bought in.
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) sales: Sales,
    /// Everybody who is out, worst place first.
    pub(crate) busts: Vec<Bust>,
    /// How many of the busts have their place: the worst ones.
    pub(crate) placed: usize,
    /// Hands so far, a synchronized round counting as one: busts of one group are ranked together.
    pub(crate) groups: u32,
    pub(crate) offers: Vec<Offer>,
    /// By number.
    pub(crate) tables: Vec<Table>,
    /// How many tables there ever were: their numbers are not used again.
    pub(crate) tables_opened: u16,
    pub(crate) levels: Option<LevelClock>,
    #[serde(with = "shared")]
    pub(crate) history: Arc<Vec<LevelRow>>,
    #[serde(with = "shared")]
    pub(crate) hand_ids: Arc<Vec<HandId>>,
    pub(crate) rest: Option<Rest>,
    /// The next break by the hour.
    pub(crate) next_break: Option<Timestamp>,
    pub(crate) hand_for_hand: Option<HandForHand>,
    /// What has been paid in and not paid out.
    pub(crate) escrow: Chips,
    pub(crate) result: Option<Outcome>,
    /// Follows from the rest; kept so that a hand costs the same in any field.
    #[serde(skip)]
    pub(crate) totals: Totals,
}

/// Where a tournament stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// The host fills in the form.
    Setup,
    /// Players enter.
    Lobby,
    /// Hands are played.
    Running,
    /// Somebody stopped it.
    Paused(PauseKind),
    /// There is a winner.
    Finished,
    /// It was called off.
    Cancelled,
}

impl Status {
    /// The plan's word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Setup => "setup",
            Status::Lobby => "lobby",
            Status::Running => "running",
            Status::Paused(_) => "paused",
            Status::Finished => "finished",
            Status::Cancelled => "cancelled",
        }
    }
}

/// In or out, and that is all; folded and all-in exist only inside a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Life {
    /// Dealt in, always.
    In,
    /// Without chips.
    Out,
}

/// Somebody who entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entrant {
    /// Who.
    pub id: EntrantId,
    /// Their name when they entered.
    pub name: Name,
    /// They said they are here.
    pub present: bool,
    /// Where they first sat.
    pub first_chair: Option<Chair>,
    /// Where they sit, or may sit again if they take the offer.
    pub chair: Option<Chair>,
    /// In or out.
    pub life: Life,
    /// Their chips, those in the pot of the hand in play included.
    pub stack: Chips,
    /// Not dealt in at their table yet.
    pub fresh: bool,
    /// Everything they paid in.
    pub paid: Chips,
    /// How often they bought in again in their seat.
    pub rebuys: u32,
    /// How often they entered again.
    pub re_entries: u32,
    /// They bought the add-on.
    pub added_on: bool,
    /// What lies on their head.
    #[serde(default, skip_serializing_if = "is_no_chips")]
    pub bounty: Chips,
    /// What they were paid for the heads of others, and at the end for their own.
    #[serde(default, skip_serializing_if = "is_no_chips")]
    pub bounties_won: Chips,
    /// Who took what lay on their head, while they are out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_by: Vec<BountyShare>,
    /// Why they sit where they sit, if they were moved there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_why: Option<Reason>,
    /// How many they knocked out, alone or with others, where heads have a price.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub knock_outs: u32,
}

/// Somebody who went out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Bust {
    /// An index into the entrants.
    pub(crate) entrant: u32,
    pub(crate) group: u32,
    pub(crate) hand: u32,
    /// Their chips at the start of the hand.
    pub(crate) chips: Chips,
    pub(crate) chair: Chair,
    /// They may still buy in again.
    pub(crate) offered: bool,
}

impl Bust {
    /// Worst first: the earlier hand, fewer chips, the higher table, the higher seat.
    pub(crate) fn rank(&self) -> impl Ord + use<> {
        let Chair { table, seat } = self.chair;
        (self.group, self.chips, std::cmp::Reverse((table, seat)))
    }

    /// Out in the same hand with the same chips?
    pub(crate) fn ties(&self, other: &Bust) -> bool {
        (self.group, self.chips) == (other.group, other.chips)
    }
}

/// An open offer to buy in again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Offer {
    pub(crate) entrant: u32,
    /// Until when it stands; a full pause stops its time too.
    pub(crate) clock: Clock,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Table {
    pub(crate) no: TableNo,
    /// Indices into the entrants, by seat.
    pub(crate) seats: Vec<Option<u32>>,
    pub(crate) last: Option<Places>,
    pub(crate) last_number: u32,
    pub(crate) hand: Option<HandInPlay>,
    /// Hands in a row in which nobody acted themselves.
    pub(crate) idle_hands: u32,
    /// Hand for hand: it has not been dealt in this round yet.
    pub(crate) owes_hand: bool,
    #[serde(skip)]
    pub(crate) taken: SeatSet,
    #[serde(skip)]
    pub(crate) live: SeatSet,
    #[serde(skip)]
    pub(crate) fresh: SeatSet,
}

/// A hand in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct HandInPlay {
    pub(crate) id: HandId,
    pub(crate) number: u32,
    pub(crate) level: usize,
    pub(crate) places: Places,
    /// Who posts the small blind; nobody when it is dead.
    pub(crate) posts_small: Option<Seat>,
    /// Who was dealt in, by seat, with what: `handStartStacks`.
    pub(crate) dealt: Vec<(Seat, u32, Chips)>,
}

/// A break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Rest {
    /// Hands are being finished.
    Called {
        /// How long it will be.
        length: Millis,
    },
    /// It counts.
    Counting {
        /// Until when.
        ends_at: Timestamp,
    },
}

/// All tables play one hand and wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct HandForHand {
    /// A round is being played.
    pub(crate) open: bool,
    /// How many tables have not been dealt in it yet.
    pub(crate) owing: u32,
}

/// The end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Outcome {
    pub(crate) pool: Chips,
    pub(crate) standings: Vec<FinalStanding>,
}

/// Running totals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) by_id: HashMap<EntrantId, u32>,
    /// Hands that are over or in play.
    pub(crate) hands: HashSet<HandId>,
    /// Players with chips.
    pub(crate) alive: u32,
    /// Tables with a hand in play.
    pub(crate) busy: u32,
    /// Taken seats.
    pub(crate) taken: u32,
    /// How many tables have so many taken seats.
    pub(crate) sizes: [u32; Seat::MAX + 1],
    /// The sum of all stacks.
    pub(crate) chips: Chips,
    /// What lies on all heads.
    pub(crate) heads: Chips,
    /// The table for the present field, once somebody asked.
    pub(crate) prizes: Lazy<PrizeTable>,
}

/// What can be computed at any time, and is kept once it was. All of them are equal.
#[derive(Clone, Debug)]
pub(crate) struct Lazy<T>(pub(crate) OnceLock<T>);

impl<T> Default for Lazy<T> {
    fn default() -> Lazy<T> {
        Lazy(OnceLock::new())
    }
}

impl<T> PartialEq for Lazy<T> {
    fn eq(&self, _: &Lazy<T>) -> bool {
        true
    }
}

impl<T> Eq for Lazy<T> {}

impl Table {
    /// The table as the director sees it.
    pub(crate) fn view(&self) -> TableView {
        let &Table { no, ref hand, taken, live, fresh, last, .. } = self;
        // The next hand follows the one in play.
        let last = hand.as_ref().map(|hand| hand.places).or(last);
        TableView { table: no, busy: hand.is_some(), taken, live, fresh, last }
    }
}

fn is_no_chips(chips: &Chips) -> bool {
    chips.is_zero()
}

fn is_nothing(count: &u32) -> bool {
    *count == 0
}

/// Serialises what several owners share as if there were one.
mod shared {
    use super::Arc;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(it: &Arc<T>, to: S) -> Result<S::Ok, S::Error> {
        it.as_ref().serialize(to)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(from).map(Arc::new)
    }
}

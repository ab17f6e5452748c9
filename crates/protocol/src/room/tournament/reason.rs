//! Why: the rule and the numbers. Clients word them.

use super::schema;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why something was decided in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentReason {
    /// Places run from the last one up.
    Busted {
        /// The place.
        place: u32,
        /// The hand they went out in.
        hand: u32,
        /// How many entered.
        entrants: u32,
        /// How many went out before them.
        out_before: u32,
    },
    /// Of those who went out in one hand, fewer chips at its start is the worse place.
    FewerChips {
        /// The place.
        place: u32,
        /// The hand.
        hand: u32,
        /// Their chips at its start.
        #[schemars(with = "schema::Chips")]
        chips: Chips,
        /// How many went out in it.
        busted: u32,
    },
    /// Equal chips: the higher table, then the higher seat is the worse place.
    HigherChair {
        /// The place.
        place: u32,
        /// The hand.
        hand: u32,
        /// Their chips at its start.
        #[schemars(with = "schema::Chips")]
        chips: Chips,
        /// The number of their table.
        table: u16,
        /// Their seat.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// The best of the places tied for.
        tied_from: u32,
        /// The worst of them.
        tied_to: u32,
    },
    /// The last with chips.
    LastStanding {
        /// How many entered.
        entrants: u32,
    },
    /// The share of a place, rounded down; what the rounding left goes to first.
    Share {
        /// The place.
        place: u32,
        /// Its share, in hundredths of a per cent.
        share_bps: u32,
        /// What the shares of the paid places sum to.
        of_bps: u32,
        /// The pool.
        #[schemars(with = "schema::Chips")]
        pool: Chips,
        /// What the rounding left, for first only.
        #[schemars(with = "schema::Chips")]
        remainder: Chips,
    },
    /// Tied places share their prizes equally; odd units go to the better place.
    SharedTie {
        /// The best of the places.
        tied_from: u32,
        /// The worst of them.
        tied_to: u32,
        /// What their prizes sum to.
        #[schemars(with = "schema::Chips")]
        total: Chips,
    },
    /// Whoever wins the pot with a player's last chips gets the bounty on that player's head.
    Bounty {
        /// What lay on the head.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
        /// How many share it; odd units go from the button's left.
        winners: u32,
        /// Half is paid, half goes onto the heads of the winners.
        progressive: bool,
    },
    /// The winner of the tournament gets what lies on their own head.
    OwnBounty {
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// The pool is what was paid in.
    PoolPaidIn {
        /// What an entry costs.
        #[schemars(with = "schema::Chips")]
        buy_in: Chips,
        /// How many entered.
        entrants: u32,
        /// Rebuys and re-entries.
        rebuys: u32,
        /// What add-ons brought.
        #[schemars(with = "schema::Chips")]
        add_ons: Chips,
    },
    /// The pool was guaranteed; the house adds the rest.
    PoolGuaranteed {
        /// The guarantee.
        #[schemars(with = "schema::Chips")]
        guarantee: Chips,
        /// What was paid in.
        #[schemars(with = "schema::Chips")]
        paid_in: Chips,
    },
    /// The host set the pool.
    PoolSet {
        /// The pool.
        #[schemars(with = "schema::Chips")]
        pool: Chips,
        /// What was paid in.
        #[schemars(with = "schema::Chips")]
        paid_in: Chips,
    },
    /// The level before it was over by the clock.
    LevelByClock {
        /// The level, 1 for the first.
        level: u32,
        /// It was over before a hand could be played at it.
        skipped: bool,
    },
    /// The host asked for the level.
    LevelByHost {
        /// The level, 1 for the first.
        level: u32,
    },
    /// Tables were two or more apart: the next big blind moves to the worst seat.
    Balance {
        /// Players at the larger table.
        largest: u32,
        /// Players at the smaller one.
        smallest: u32,
        /// They wait until the button passes.
        waits: bool,
    },
    /// Everybody fits at one table fewer.
    TableBroken {
        /// The number of the table.
        table: u16,
        /// Players left.
        players: u32,
        /// Tables before.
        tables: u32,
        /// Seats at a table.
        seats: u32,
    },
    /// Everybody fits at one table: a new draw.
    FinalTable {
        /// Players left.
        players: u32,
        /// Seats at a table.
        seats: u32,
    },
    /// One place before the money, at several tables.
    HandForHand {
        /// Players left.
        players: u32,
        /// Places that are paid.
        paid: u32,
    },
    /// The bubble has burst, or one table is left.
    HandForHandOver {
        /// Players left.
        players: u32,
        /// Places that are paid.
        paid: u32,
    },
    /// The host asked for it.
    Host,
    /// Nobody acted themselves for three orbits.
    NobodyActs {
        /// For how many hands.
        hands: u32,
    },
    /// The room was started again.
    Recovery,
    /// A break of the structure.
    ScheduledBreak,
}

//! What happened in a tournament, to be shown.

use super::reason::TournamentReason;
use super::schema;
use super::{BountyPart, TournamentLevel};
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened in a tournament. What it changed stands in the patch beside it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TournamentEvent {
    /// Players may enter.
    Opened,
    /// Somebody entered, before the start or late.
    Entered {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// Somebody left before the start.
    Unregistered {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// Everybody has a seat, and the first level begins.
    Started,
    /// Seats were drawn. Anybody can check it: the secret has the hash that was told before, and the draw follows from it.
    Drawn {
        /// The number of the draw.
        number: u64,
        /// Its secret, in hexadecimal.
        secret: String,
    },
    /// Other blinds from the next hand on.
    Level {
        /// Which.
        level: TournamentLevel,
        /// Why.
        why: TournamentReason,
    },
    /// The price on a head was won: its owner is out of chips.
    BountyWon {
        /// Whose head.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// Who gets what.
        shares: Vec<BountyPart>,
        /// Why.
        why: TournamentReason,
    },
    /// The winner of the tournament keeps what lies on their own head.
    BountyKept {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
        /// Why.
        why: TournamentReason,
    },
    /// Somebody is out of chips and may buy in again for a minute.
    Offered {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// They did.
    Rebought {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// Somebody bought extra chips.
    AddedOn {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
    },
    /// Somebody is out and has their place.
    Placed {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// The place.
        place: u32,
        /// Why.
        why: TournamentReason,
    },
    /// Somebody sits elsewhere now.
    Reseated {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// The number of the table they left.
        from: u16,
        /// The number of the table they sit at.
        to: u16,
        /// Why.
        why: TournamentReason,
    },
    /// A table is gone.
    TableBroken {
        /// Its number.
        table: u16,
        /// Why.
        why: TournamentReason,
    },
    /// One table is left.
    FinalTable {
        /// Its number.
        table: u16,
        /// Why.
        why: TournamentReason,
    },
    /// All tables wait for each other from now on, or no longer.
    HandForHand {
        /// Which of the two.
        on: bool,
        /// Why.
        why: TournamentReason,
    },
    /// It stands still.
    Paused {
        /// Why.
        why: TournamentReason,
    },
    /// It goes on.
    Resumed,
    /// A break comes when the hands in play are over.
    BreakCalled {
        /// How long it will be.
        length_ms: u64,
        /// Why.
        why: TournamentReason,
    },
    /// The break counts.
    BreakBegan,
    /// The break is over.
    BreakEnded,
    /// There is a winner.
    Finished {
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        winner: u64,
        /// What was paid out.
        #[schemars(with = "schema::Chips")]
        pool: Chips,
    },
    /// It was called off; every entry is refunded.
    Cancelled,
}

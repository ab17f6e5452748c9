//! What happens at a table, whatever is played there. Everybody hears the same: what only one person may know
//! stands in that person's own part of the view.

use super::durak::DurakEvent;
use super::holdem::HoldemEvent;
use super::schema;
use super::seka::SekaEvent;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TableEvent {
    /// Somebody took a seat.
    Sat {
        /// Which.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// What they are called.
        name: String,
        /// With how many chips.
        #[schemars(with = "schema::Chips")]
        stack: Chips,
    },
    /// Somebody is gone and the seat is free.
    Left {
        /// Which seat.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Why.
        why: LeftWhy,
    },
    /// Somebody wants to bring more chips when the hand is over.
    TopUpAsked {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// How many more.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Somebody's wallet could not pay what they asked for.
    CouldNotPay {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody brought more chips.
    AddedChips {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// How many more.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Somebody gives up the seat at the end of the hand.
    Leaving {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The host has somebody move to another seat as soon as the game lets them.
    Moving {
        /// Where they sit.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Where they will; their own seat when they stay after all.
        #[schemars(with = "schema::Seat")]
        to: Seat,
    },
    /// Somebody moved to another seat.
    Moved {
        /// Where they sat.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Where they sit now.
        #[schemars(with = "schema::Seat")]
        to: Seat,
    },
    /// Somebody is dealt no more hands for now.
    SatOut {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody plays again.
    SatIn {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody waits until it costs nothing extra to play.
    Waits {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody has too few chips and loses the seat after the next hand, unless they bring some.
    ShownOut {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// What they would need in front of them.
        #[schemars(with = "schema::Chips")]
        needs: Chips,
    },
    /// Somebody's line is lost.
    LineLost {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Somebody's line is back.
    LineBack {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The table is held up: no hand is dealt until it goes on.
    HeldUp,
    /// The table goes on.
    GoesOn,
    /// The table is run differently from now on; the message says how.
    Changed,
    /// Cards were shuffled.
    Shuffled {
        /// Which shuffle of this table.
        number: u64,
        /// What fixes every card and shows none, in hexadecimal digits.
        commitment: String,
    },
    /// Somebody takes part in the running hand from here on.
    Joined {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// A hand begins.
    HandStarted {
        /// Its number.
        hand: u64,
    },
    /// Somebody's time ran out; what that did comes next.
    TimedOut {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The hand is over; the stacks are settled.
    HandOver {
        /// Its number.
        hand: u64,
    },
    /// The room was restarted, and the clocks with it.
    Resumed,
    /// Something in a hand of Hold'em.
    Holdem(HoldemEvent),
    /// Something in a deal of Seka.
    Seka(SekaEvent),
    /// Something in a party of Durak.
    Durak(DurakEvent),
}

/// Why somebody is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum LeftWhy {
    /// They wanted to.
    Wish,
    /// They have no chips left.
    Busted,
    /// They sat out for too long.
    Away,
    /// Their time ran out.
    TimedOut,
    /// The host or the tournament took them from the table.
    Removed,
}

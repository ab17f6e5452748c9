//! What stands in a table's log, and what is decided together.

use crate::seating::{ActionOf, DealOf};
use crate::{Departed, Rest, Seating, Settings, Settled, Wish};
use kozyr_card_game::Seat;
use kozyr_chips::{Account, Chips, Transfer};
use kozyr_fair::Commitment;
use kozyr_time::{PlayerId, TableId, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Who sits down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// Their number.
    pub id: PlayerId,
    /// What others call them.
    pub name: Arc<str>,
    /// Does a program of the room play for them?
    pub bot: bool,
}

/// Why a seat is free again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LeftWhy {
    /// They wanted to.
    #[default]
    Wish,
    /// They have no chips left.
    Busted,
    /// They sat out for too long.
    Away,
    /// Their time ran out, and the game has nobody stay after that.
    TimedOut,
    /// The host or the tournament took them from the table.
    Removed,
}

/// One line of a table's log. Seats are those of the table; a deal is in the game's own words.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound = "")]
pub enum Entry<S: Seating> {
    /// The first line: the table as it was set up.
    Opened {
        /// Which table.
        id: TableId,
        /// What does not depend on the game.
        settings: Settings,
        /// What does.
        house: S::House,
    },
    /// Other settings and house rules, from the end of the hand on that is running.
    Changed {
        /// What does not depend on the game.
        settings: Settings,
        /// What does.
        house: S::House,
    },
    /// No hand is dealt from here on, or hands are dealt again.
    HeldUp(bool),
    /// Somebody took a seat.
    Sat {
        /// Which.
        seat: Seat,
        /// Who.
        player: Player,
        /// With how many chips.
        chips: Chips,
        /// To play, or to wait first.
        wish: Wish,
        /// How they stand with the game.
        standing: S::Standing,
    },
    /// Somebody asked for more chips, to be brought when the hand lets them; nothing takes it back.
    TopUpAsked {
        /// Where.
        seat: Seat,
        /// How many more.
        chips: Chips,
    },
    /// Somebody brought more chips.
    AddedChips {
        /// Where.
        seat: Seat,
        /// How many more.
        chips: Chips,
    },
    /// The wallet could not pay what was asked for.
    CouldNotPay(Seat),
    /// Somebody is dealt no more hands for now.
    SatOut(Seat),
    /// Somebody is dealt in again.
    SatIn(Seat),
    /// Somebody is dealt in when it costs them least.
    Waits(Seat),
    /// Somebody lacks chips and loses the seat with the hand after next, unless they bring them.
    ShownOut {
        /// Who.
        seat: Seat,
        /// What they would need in front of them.
        needs: Chips,
    },
    /// Somebody gives up the seat as soon as the game lets them.
    Leaving(Seat, LeftWhy),
    /// The seat is free and its chips are back where they came from.
    Left(Seat, LeftWhy),
    /// Somebody is to move to another seat, which is kept for them, as soon as the game lets them.
    Moving {
        /// Where they sit.
        seat: Seat,
        /// Where they will.
        to: Seat,
    },
    /// Somebody moved to another seat.
    Moved {
        /// Where they sat.
        seat: Seat,
        /// Where they sit now.
        to: Seat,
        /// How they stand with the game there: as somebody who got up and sat down again at once.
        standing: S::Standing,
    },
    /// Somebody said a word of the game's seating.
    Said(Seat, S::Word),
    /// Somebody's line is lost, where a clock depends on it.
    LineLost(Seat),
    /// It is back.
    LineBack(Seat),
    /// A pause is over and no hand began.
    PauseOver,
    /// A hand begins.
    Started {
        /// Its number, from 1.
        hand: u64,
        /// What was settled about it.
        plan: S::Plan,
    },
    /// The cards the game asked for were shuffled. The secret is kept apart, under the same number.
    Shuffled {
        /// Which shuffle of this table, from 1.
        number: u64,
        /// What fixes every card and shows none.
        commitment: Commitment,
    },
    /// Chance spoke.
    Dealt(DealOf<S>),
    /// A player acted.
    Acted(Seat, ActionOf<S>),
    /// A player's time ran out, or they are on their way out and the table does not wait for them.
    TimedOut(Seat),
    /// The time of a stage ran out.
    StageOver,
    /// Somebody who sat down takes part in the running deal.
    Joined(Seat),
    /// Somebody takes their chips and leaves in the middle of a deal they have no part in any more.
    Parted(Seat, LeftWhy),
    /// The room was down; clocks that ran start anew.
    Resumed,
}

/// What follows from one input. Durable together, then applied.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch<S: Seating> {
    /// When.
    pub at: Timestamp,
    /// What happened, in order.
    pub entries: Vec<Entry<S>>,
    /// Which chips moved.
    pub transfers: Vec<Transfer<Account>>,
    /// Who left and is to be remembered, and who came back and is not any more.
    pub memory: Vec<(PlayerId, Option<Departed<S::Standing>>)>,
    /// The table afterwards, when it is between hands: a checkpoint to keep with the log.
    pub rest: Option<Rest<S>>,
    /// Which deals are over by this.
    pub settled: Vec<Settled>,
}

//! A taken seat, and what is remembered of one that was given up.

use crate::{LeftWhy, Player};
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_time::{Millis, Timestamp};
use serde::{Deserialize, Serialize};

/// What a seated player wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Wish {
    /// To be dealt in.
    #[default]
    Play,
    /// To be dealt in when it costs least: in Hold'em, with the big blind.
    Wait,
    /// To be dealt no more hands for now.
    Pause,
    /// To give up the seat, as soon as the game lets them.
    Leave,
}

/// A taken seat. `T` is how the player stands with the game: what they owe, say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chair<T> {
    /// Who.
    pub player: Player,
    /// What they had when the hand began, or have between hands. Ask [`Table::stack`](crate::Table::stack)
    /// for what is left.
    pub(crate) stack: Chips,
    /// What they want.
    pub wish: Wish,
    /// Why they go, when they do.
    pub(crate) leaving: LeftWhy,
    /// How they stand with the game.
    pub standing: T,
    /// Since when they have been sitting out, or have lacked chips.
    pub(crate) out_since: Option<Timestamp>,
    /// When they first sat out since they were last dealt in: sitting in and out again buys no time.
    pub(crate) first_out: Option<Timestamp>,
    /// Since when their line has been lost; kept only where a clock depends on it.
    pub(crate) lost_since: Option<Timestamp>,
    /// What it takes to stay, when the table shows them out for lack of chips; else nothing.
    pub(crate) needs: Chips,
    /// What they want to add as soon as the hand lets them.
    pub(crate) top_up: Chips,
    /// Where the host has them move as soon as the game lets them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) moves_to: Option<Seat>,
    /// Time-outs in a row.
    pub(crate) missed: u8,
    /// What is left of their time bank.
    pub(crate) bank: Millis,
}

impl<T> Chair<T> {
    /// Somebody who sits down.
    pub(crate) fn new(player: Player, stack: Chips, wish: Wish, standing: T, bank: Millis) -> Chair<T> {
        Chair {
            player,
            stack,
            wish,
            leaving: LeftWhy::Wish,
            standing,
            out_since: None,
            first_out: None,
            lost_since: None,
            needs: Chips::ZERO,
            top_up: Chips::ZERO,
            moves_to: None,
            missed: 0,
            bank,
        }
    }

    /// Does the table show them out for lack of chips? They may bring some until the hand after next.
    pub fn lacks_chips(&self) -> bool {
        self.needs.is_positive()
    }

    /// What they asked to add after the hand.
    pub fn top_up(&self) -> Chips {
        self.top_up
    }

    /// Has their line been lost?
    pub fn is_connected(&self) -> bool {
        self.lost_since.is_none()
    }

    /// Since when their line has been lost.
    pub fn lost_since(&self) -> Option<Timestamp> {
        self.lost_since
    }

    /// What is left of their time bank, but for what a clock that runs is using of it.
    pub fn bank(&self) -> Millis {
        self.bank
    }

    /// Time-outs in a row.
    pub fn missed(&self) -> u8 {
        self.missed
    }

    /// Nobody is there: the line is lost, or they sit out because their time ran out so many times in a row.
    pub fn is_away(&self, patience: u8) -> bool {
        self.lost_since.is_some() || (self.wish == Wish::Pause && self.missed >= patience.max(1))
    }
}

/// Somebody who gave up a seat a while ago. Whoever comes back soon brings at least the chips and
/// the debt they left with: otherwise leaving before the big blind, or with what was won, is free.
///
/// The table hands these out and takes them in again with [`Input::Sit`](crate::Input::Sit); it keeps none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Departed<T> {
    /// When.
    pub at: Timestamp,
    /// With what.
    pub stack: Chips,
    /// How they stood.
    pub standing: T,
}

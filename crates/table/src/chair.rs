//! A taken seat, and what is remembered of one that was given up.

use crate::{Millis, Player, PlayerId, Timestamp};
use kozyr_chips::Chips;
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
    /// To give up the seat when the hand is over.
    Leave,
}

/// A taken seat. `T` is how the player stands with the game: what he owes, say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chair<T> {
    /// Who.
    pub player: Player,
    /// What he had when the hand began, or has between hands. Ask [`Table::stack`](crate::Table::stack)
    /// for what is left.
    pub(crate) stack: Chips,
    /// What he wants.
    #[serde(default)]
    pub wish: Wish,
    /// How he stands with the game.
    #[serde(default)]
    pub standing: T,
    /// Since when he has been sitting out, or has lacked chips.
    pub(crate) out_since: Option<Timestamp>,
    /// What it takes to stay, when the table shows him out for lack of chips; else nothing.
    #[serde(default)]
    pub(crate) needs: Chips,
    /// Time-outs in a row.
    pub(crate) missed: u8,
    /// What is left of his time bank.
    #[serde(default)]
    pub(crate) bank: Millis,
}

impl<T> Chair<T> {
    /// Does the table show him out for lack of chips? He may bring some until the hand after next.
    pub fn lacks_chips(&self) -> bool {
        self.needs.is_positive()
    }
}

/// Somebody who gave up his seat a while ago. Whoever comes back soon brings at least the chips and
/// the debt he left with: otherwise leaving before the big blind, or with what was won, is free.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Departed<T> {
    pub(crate) player: PlayerId,
    pub(crate) at: Timestamp,
    pub(crate) stack: Chips,
    pub(crate) standing: T,
}

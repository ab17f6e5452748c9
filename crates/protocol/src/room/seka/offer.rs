//! What a player may do in a deal of Seka, and what it costs.

use crate::room::schema;
use crate::room::table::is_default;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player does in a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaAction {
    /// Looks at their cards. Not an action of the round: the turn stays.
    Open,
    /// Bets without having looked, for half the price.
    Dark,
    /// Passes for nothing.
    Check,
    /// Pays up to the stake.
    Call,
    /// Raises the stake.
    RaiseTo {
        /// To this.
        #[schemars(with = "schema::Chips")]
        to: Chips,
    },
    /// Compares hands with the previous player still in.
    Reveal,
    /// Throws the hand away.
    Fold,
    /// Votes on a svara.
    Vote {
        /// For it?
        yes: bool,
    },
    /// Buys themselves into the svara.
    Enter,
    /// Stays out of the svara.
    Pass,
}

/// What a player says between deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SekaWord {
    /// Ready for the next deal.
    Ready,
    /// Not ready after all.
    NotReady,
}

/// A button and its price.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaOffer {
    /// Look at one's cards, for nothing. Playing dark is over then.
    Open,
    /// Bet without looking.
    Dark(SekaPrice),
    /// Pass, for nothing.
    Check,
    /// Pay up to the stake, which may be nothing.
    Call(SekaPrice),
    /// Raise the stake: `raiseTo`.
    Raise(SekaRaise),
    /// Compare hands: the lower one falls.
    Reveal {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
        /// With whom.
        #[schemars(with = "schema::Seat")]
        target: Seat,
        /// Of equal hands, does the one who asks fall? If not, there is a tie.
        #[serde(default, skip_serializing_if = "is_default")]
        falls_when_equal: bool,
    },
    /// Throw the hand away.
    Fold,
    /// Vote for or against a svara, for nothing.
    Vote,
    /// Buy oneself into the svara.
    Enter {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
    },
    /// Stay out of the svara.
    Pass,
}

/// What something costs, and what it counts as: a dark player pays half of what their bet and the pot grow by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaPrice {
    /// What the player pays.
    #[schemars(with = "schema::Chips")]
    pub pay: Chips,
    /// What their bet and the pot grow by.
    #[schemars(with = "schema::Chips")]
    pub counts: Chips,
}

/// How far the stake can be raised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaRaise {
    /// The least to raise to.
    #[schemars(with = "schema::Chips")]
    pub least: Chips,
    /// The most: the table's maximum, or what the player can pay.
    #[schemars(with = "schema::Chips")]
    pub most: Chips,
    /// In which steps a slider goes; multiples of it look best.
    #[schemars(with = "schema::Chips")]
    pub step: Chips,
    /// What the player has bet already. Bet and pot grow by the sum raised to less this.
    #[schemars(with = "schema::Chips")]
    pub bet: Chips,
    /// Does the player pay half of that, an odd chip included? Otherwise all of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub half: bool,
    /// Sums worth a button of their own, the smallest first.
    pub presets: Vec<SekaPreset>,
}

impl SekaRaise {
    /// What raising to this sum costs and counts as.
    pub fn price(&self, to: Chips) -> SekaPrice {
        let counts = to - self.bet;
        let pay = if self.half { counts - counts.mul_div_floor(1, 2) } else { counts };
        SekaPrice { pay, counts }
    }
}

/// A sum worth a button of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SekaPreset {
    /// What it is called.
    pub kind: SekaPresetKind,
    /// The stake it raises to.
    #[schemars(with = "schema::Chips")]
    pub to: Chips,
    /// What the player pays.
    #[schemars(with = "schema::Chips")]
    pub pay: Chips,
    /// What their bet and the pot grow by.
    #[schemars(with = "schema::Chips")]
    pub counts: Chips,
}

/// What a sum is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SekaPresetKind {
    /// One base bet more.
    Base,
    /// Twice as much.
    Double,
    /// The most that is possible.
    Most,
}

/// Why something in a deal of Seka is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaRefusal {
    /// Only the first player after the dealer may pass, in round 1.
    NoCheck,
    /// Dark is for the first player after the dealer, before looking, once, in round 1 or 2.
    NoDark,
    /// The cards are open already.
    OpenAlready,
    /// Hands are compared in rounds 2 and 3 only.
    NoReveal,
    /// The last raise can only be called or folded to.
    CallOrFold,
    /// Not possible at this stage of the deal.
    WrongStage,
    /// There is no all-in: a fold is always possible.
    CannotPay {
        /// What it costs.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
        /// What the player has.
        #[schemars(with = "schema::Chips")]
        has: Chips,
    },
    /// Who sits out cannot be ready.
    SitsOut,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dark_raise_costs_the_larger_half() {
        let raise = |half| SekaRaise {
            least: Chips::new(21),
            most: Chips::new(100),
            step: Chips::new(10),
            bet: Chips::new(10),
            half,
            presets: Vec::new(),
        };
        let price = |half, to| raise(half).price(Chips::new(to));
        assert_eq!(price(false, 35), SekaPrice { pay: Chips::new(25), counts: Chips::new(25) });
        assert_eq!(price(true, 35), SekaPrice { pay: Chips::new(13), counts: Chips::new(25) });
        assert_eq!(price(true, 30), SekaPrice { pay: Chips::new(10), counts: Chips::new(20) });
    }
}

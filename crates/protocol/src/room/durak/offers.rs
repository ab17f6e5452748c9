//! What a player of Durak may do and say, and why something is refused.

use super::super::schema;
use super::super::table::is_default;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player does in a party.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DurakAction {
    /// Leads a card, or throws one in.
    Attack {
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Beats a card on the table.
    Defend {
        /// The card on the table.
        #[schemars(with = "schema::Card")]
        attack: Card,
        /// The card from the hand.
        #[schemars(with = "schema::Card")]
        with: Card,
    },
    /// Shows the card that is about to be transferred: the traffic light.
    Show {
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Passes the attack on to the next opponent by adding a card of its rank.
    Transfer {
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Takes the cards on the table, once throwing in is over.
    Take,
    /// Throws in nothing more, unless another card is added.
    Finish,
    /// Is ready for the next round.
    Ready,
    /// Gives up the party and is its fool.
    Surrender,
    /// Goes away from the table: nobody waits for their `ready`.
    Away,
    /// Is back.
    Back,
}

/// What a player says between parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DurakWord {
    /// Ready for the game, the next party, or another game.
    Ready,
    /// Not ready for a game after all.
    NotReady,
    /// Goes away between parties; within one that is an action.
    Away,
    /// Is back.
    Back,
}

/// What only a player knows of the party, and what they may do in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakOwn {
    /// Their hand as it is held: suit by suit, low to high, trumps last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub cards: Vec<Card>,
    /// What they may do now.
    #[serde(default, skip_serializing_if = "is_default")]
    pub offers: DurakOffers,
    /// What they may `say` now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<DurakWord>,
    /// What comes when their time runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DurakTimeout")]
    pub timeout: Option<DurakTimeout>,
}

/// What a player may do now; what is absent is not possible.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakOffers {
    /// `attack` with one of these: to lead, or to throw in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub attack: Vec<Card>,
    /// `defend`: which card of the table can be beaten with which of the hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defend: Vec<DurakDefence>,
    /// `show` one of these, and transfer it then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub show: Vec<Card>,
    /// `transfer` with one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Card>")]
    pub transfer: Vec<Card>,
    /// Who would be attacked after a transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub transfer_to: Option<Seat>,
    /// `take`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub take: bool,
    /// `finish`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub finish: bool,
    /// `ready` for the next round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ready: bool,
    /// `surrender`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub surrender: bool,
    /// `away`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub away: bool,
    /// `back`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub back: bool,
}

/// A card that can be beaten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakDefence {
    /// The card on the table.
    #[schemars(with = "schema::Card")]
    pub attack: Card,
    /// The cards of the hand that beat it.
    #[schemars(with = "Vec<schema::Card>")]
    pub with: Vec<Card>,
}

/// What comes when a player's time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DurakTimeout {
    /// They lose the party.
    Loses,
    /// They lead this card.
    Leads {
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// They take.
    Takes,
    /// They transfer the card they have shown.
    Transfers,
    /// They have finished throwing in.
    Finishes,
    /// The next round or party begins without their word.
    GoesOn,
    /// They lose their seat.
    LosesSeat,
}

/// Why a turn of Durak is refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "why", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DurakRefusal {
    /// The player does not hold the card.
    NotYourCard {
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Nothing of that rank lies on the table.
    NoSuchRank {
        /// Which card was tried.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// No more cards may be added in this round.
    LimitReached {
        /// So many lie there.
        limit: u8,
    },
    /// They have finished, and nobody has added a card since.
    AlreadyFinished,
    /// Cards are still to be beaten.
    NotBeaten,
    /// The card is not on the table, or is beaten already.
    NothingToBeat {
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// It is not higher, and no trump.
    DoesNotBeat {
        /// The card on the table.
        #[schemars(with = "schema::Card")]
        attack: Card,
        /// The card that was tried.
        #[schemars(with = "schema::Card")]
        with: Card,
    },
    /// Everything is beaten, or nothing was played.
    NothingToTake,
    /// No transfer in this mode.
    NoTransfer,
    /// No traffic light in this mode.
    NoShow,
    /// The traffic light asks for `show` first.
    ShowFirst,
    /// They have shown a card and must transfer it.
    TransferShown {
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Something is beaten, the rank is another, or the next opponent holds too few cards.
    CannotTransfer,
    /// They are ready already, or nobody has asked.
    NotAsked,
}

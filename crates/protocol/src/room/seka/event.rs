//! What happens in a deal of Seka, as everybody hears it.

use super::{SekaEntry, SekaMade, SekaSettlement};
use crate::room::schema;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened in a deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SekaEvent {
    /// Said that they are ready, or that they are not after all.
    Ready {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Are they?
        ready: bool,
    },
    /// These are dealt in, and each paid the base bet.
    Anted {
        /// Who.
        #[schemars(with = "Vec<schema::Seat>")]
        seats: Vec<Seat>,
    },
    /// A dealer was drawn and everybody in got three cards.
    Dealt {
        /// Who deals.
        #[schemars(with = "schema::Seat")]
        dealer: Seat,
        /// To whom, in the order they act.
        #[schemars(with = "Vec<schema::Seat>")]
        order: Vec<Seat>,
    },
    /// A round of the betting began.
    Round {
        /// Which, 1 to 3.
        round: u8,
    },
    /// Looked at their cards.
    Opened {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Passed for nothing.
    Checked {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Paid up to the stake.
    Called {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// What they paid.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
        /// What their bet and the pot grew by.
        #[schemars(with = "schema::Chips")]
        counts: Chips,
    },
    /// Raised the stake.
    Raised {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// To this.
        #[schemars(with = "schema::Chips")]
        to: Chips,
        /// What they paid.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
        /// What their bet and the pot grew by.
        #[schemars(with = "schema::Chips")]
        counts: Chips,
    },
    /// Bet dark.
    Dark {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// What they paid.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
        /// What their bet and the pot grew by.
        #[schemars(with = "schema::Chips")]
        counts: Chips,
    },
    /// Threw the hand away.
    Folded {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Their time is over: folded, and out to the lobby.
    SentOff {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Two hands were compared. Whoever may see them finds them in their own part of the view.
    Revealed {
        /// Who asked.
        #[schemars(with = "schema::Seat")]
        by: Seat,
        /// The previous player still in.
        #[schemars(with = "schema::Seat")]
        target: Seat,
        /// What that cost.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
        /// Whose hand was lower, and fell; absent when the last two tied.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "schema::Seat")]
        loser: Option<Seat>,
    },
    /// The pause after a reveal is over.
    PauseOver,
    /// A hand was shown to all at the showdown.
    Shown {
        /// Whose.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// The cards.
        #[schemars(with = "Vec<schema::Card>")]
        cards: Vec<Card>,
        /// What they are worth.
        made: SekaMade,
    },
    /// These tie for the pot and vote on a svara.
    VoteOpened {
        /// Who.
        #[schemars(with = "Vec<schema::Seat>")]
        tied: Vec<Seat>,
        /// The pot.
        #[schemars(with = "schema::Chips")]
        pot: Chips,
    },
    /// Voted on a svara.
    Voted {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// For it?
        yes: bool,
    },
    /// The vote is over.
    VoteClosed {
        /// Is there a svara? Otherwise the pot is shared.
        carried: bool,
    },
    /// The svara can be entered.
    EntryOpened {
        /// What that costs.
        prices: SekaEntry,
    },
    /// Bought themselves into the svara.
    Entered {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// What they paid.
        #[schemars(with = "schema::Chips")]
        pay: Chips,
    },
    /// Stays out of the svara.
    Passed {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// A svara begins: these are dealt in anew, for the pot as it is.
    Svara {
        /// Which of this deal, from 1.
        number: u8,
        /// Who plays it.
        #[schemars(with = "Vec<schema::Seat>")]
        players: Vec<Seat>,
    },
    /// The pot was settled.
    Settled {
        /// Where it went.
        settlement: SekaSettlement,
    },
    /// Got this out of the pot.
    Won {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Who.
        #[schemars(with = "schema::PlayerId")]
        player: u64,
        /// How much.
        #[schemars(with = "schema::Chips")]
        amount: Chips,
    },
    /// Sat down while the deal is on: they wait, and may enter a svara.
    Waits {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Took their chips and left while the deal is on.
    Parted {
        /// Where.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
}

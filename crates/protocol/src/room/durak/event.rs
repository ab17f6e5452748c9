//! What happens in a party of Durak. Everybody hears the same; which cards somebody drew stands in their own part.

use super::super::by_seat::BySeat;
use super::super::schema;
use super::super::table::is_default;
use super::{DurakOutcome, DurakWord};
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that happened in a party.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DurakEvent {
    /// A party begins.
    Began {
        /// Which of its game, from 1.
        party: u16,
        /// Who plays.
        #[schemars(with = "Vec<schema::Seat>")]
        players: Vec<Seat>,
        /// What each of them stakes on it.
        #[serde(default, skip_serializing_if = "is_default")]
        #[schemars(with = "schema::Chips")]
        stake: Chips,
    },
    /// Was dealt cards, or drew some.
    Drew {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// How many.
        cards: u8,
        /// They drew the last card of the deck: the trump.
        #[serde(default, skip_serializing_if = "is_default")]
        trump: bool,
    },
    /// A round begins.
    Round {
        /// Which of the party, from 1.
        round: u16,
        /// Who attacks.
        #[schemars(with = "schema::Seat")]
        attacker: Seat,
        /// Who defends.
        #[schemars(with = "schema::Seat")]
        defender: Seat,
        /// The trump card, in the first round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "schema::Card")]
        trump: Option<Card>,
        /// The attacker's lowest trump, when it decided who attacks first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "schema::Card")]
        lowest_trump: Option<Card>,
    },
    /// Led a card.
    Led {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Threw a card in.
    ThrewIn {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Beat a card.
    Beat {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// The card on the table.
        #[schemars(with = "schema::Card")]
        attack: Card,
        /// The card from the hand.
        #[schemars(with = "schema::Card")]
        with: Card,
    },
    /// Showed the card that is about to be transferred.
    Showed {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Which.
        #[schemars(with = "schema::Card")]
        card: Card,
    },
    /// Transferred the attack.
    Transferred {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// With which card.
        #[schemars(with = "schema::Card")]
        card: Card,
        /// Who is attacked now.
        #[schemars(with = "schema::Seat")]
        to: Seat,
    },
    /// Says that they take.
    Takes {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Throws in nothing more.
    Finished {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// The defender takes; otherwise everything is beaten.
        #[serde(default, skip_serializing_if = "is_default")]
        taking: bool,
    },
    /// Has no cards left, with an empty deck: out, and safe.
    Out {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The round is over.
    RoundOver {
        /// Who takes the cards; absent when they are discarded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "schema::Seat")]
        taken_by: Option<Seat>,
        /// The cards that lay on the table.
        #[schemars(with = "Vec<schema::Card>")]
        cards: Vec<Card>,
    },
    /// Is ready for the next round.
    Ready {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Went away from the table.
    Away {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// Is back.
    Back {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
    },
    /// The party is over.
    PartyOver {
        /// How.
        outcome: DurakOutcome,
        /// Everybody's points in the game, this party included.
        points: BySeat<u16>,
        /// It was the last of its game: who won the game; nobody in a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Vec<schema::Seat>")]
        game_winners: Option<Vec<Seat>>,
        /// What was paid out of the pool, for the party or the game.
        #[serde(default, skip_serializing_if = "super::is_empty")]
        #[schemars(with = "BySeat<schema::Chips>")]
        paid: BySeat<Chips>,
        /// What the room took of it.
        #[serde(default, skip_serializing_if = "is_default")]
        #[schemars(with = "schema::Chips")]
        rake: Chips,
    },
    /// Said a word between parties.
    Said {
        /// Who.
        #[schemars(with = "schema::Seat")]
        seat: Seat,
        /// Which.
        word: DurakWord,
    },
}

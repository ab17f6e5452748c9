//! What is peculiar to Durak.

mod event;
mod offers;

pub use event::DurakEvent;
pub use offers::{DurakAction, DurakDefence, DurakOffers, DurakOwn, DurakRefusal, DurakTimeout, DurakWord};

use super::by_seat::BySeat;
use super::schema;
use super::table::is_default;
use kozyr_card_game::Seat;
use kozyr_cards::Card;
use kozyr_chips::Chips;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is played at a table of Durak, and for what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakInfo {
    /// Transfer, traffic light, pairs.
    pub mode: DurakMode,
    /// Cards in the pack: 24, 36 or 52.
    pub cards: u8,
    /// What everybody stakes on a game, or on each party where there is no last point.
    #[schemars(with = "schema::Chips")]
    pub stake: Chips,
    /// A game ends when somebody has so many points; 0: parties go on while two want to play.
    pub points: u16,
    /// The room's part of the pool, in percent.
    pub rake_percent: u8,
    /// Turns have no clock.
    #[serde(default, skip_serializing_if = "is_default")]
    pub untimed: bool,
    /// Who lets their time run out loses the party; otherwise the clock plays for them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub timeout_loses: bool,
    /// Who said that they take can be thrown more cards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub throw_after_take: bool,
}

/// The six ways to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DurakMode {
    /// Everybody alone; attacks are beaten or taken.
    #[default]
    Plain,
    /// An attack may be transferred to the next player.
    Transfer,
    /// Transfer with the traffic light: the card is shown first.
    TrafficLight,
    /// Two pairs.
    Pairs,
    /// Two pairs, with transfer.
    PairsTransfer,
    /// Two pairs, transfer with the traffic light.
    PairsTrafficLight,
}

/// Where a party stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DurakStage {
    /// Before the first cards.
    Dealing,
    /// The attacker is to lead: nothing lies on the table.
    Lead,
    /// The defender is to beat, transfer or take; the others may throw in.
    Defend,
    /// The defender has shown a card and is to transfer it; nobody may throw in.
    Shown,
    /// Everything is beaten: the others throw in or finish.
    Throw,
    /// The defender takes: the others throw in or finish.
    Taking,
    /// The round is over; everybody is asked whether they are ready for the next.
    Ready,
    /// The round is over; cards are drawn.
    Refill,
    /// The party is over.
    Over,
}

/// What everybody at the table is asked between parties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DurakAsk {
    /// Every place is taken: is everybody ready for a game?
    Begin,
    /// Is everybody ready for the next party of the game?
    NextParty,
    /// The game is over: does everybody want another one?
    Again,
}

/// A party of Durak as everybody sees it. Between parties: the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakView {
    /// Which party of the game, from 1; 0 before the first.
    pub party: u16,
    /// Which round of the party, from 1; 0 before the deal.
    pub round: u16,
    /// Where the party stands; absent when none lies on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DurakStage")]
    pub stage: Option<DurakStage>,
    /// The trump card: at the bottom of the deck, and with an empty deck a reminder of the suit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Card")]
    pub trump: Option<Card>,
    /// Cards left in the deck, the trump included.
    pub deck: u8,
    /// Cards out of play.
    pub discarded: u8,
    /// Those who play the party, by seat. After it somebody else may have taken a seat: then that seat is not
    /// `inHand`.
    pub players: BySeat<DurakPlayer>,
    /// What lies on the table, oldest first.
    pub piles: Vec<DurakPile>,
    /// Who attacks; between rounds, who did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub attacker: Option<Seat>,
    /// Who defends; between rounds, who did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub defender: Option<Seat>,
    /// The attacker's lowest trump, while the round lasts in which it decided who attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Card")]
    pub lowest_trump: Option<Card>,
    /// The card the defender has shown and is about to transfer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Card")]
    pub shown: Option<Card>,
    /// The most attack cards of this round.
    pub limit: u8,
    /// How many of them may still be added.
    pub room: u8,
    /// Who may throw in now: they have cards and have not finished.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Seat>")]
    pub throwers: Vec<Seat>,
    /// Who has finished throwing in, until somebody adds a card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Seat>")]
    pub finished: Vec<Seat>,
    /// Who is ready: for the next round, the next party, or a game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Seat>")]
    pub ready: Vec<Seat>,
    /// Who said that they are away; nobody waits for their `ready`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<schema::Seat>")]
    pub away: Vec<Seat>,
    /// Everybody's points in the game.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub points: BySeat<u16>,
    /// The stakes in the middle.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub pool: Chips,
    /// How the last party ended, until the next one begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DurakOutcome")]
    pub outcome: Option<DurakOutcome>,
    /// How the game ended, until the next one begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DurakGameOver")]
    pub game_over: Option<DurakGameOver>,
    /// What everybody is asked between parties; until when says `rest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "DurakAsk")]
    pub asks: Option<DurakAsk>,
    /// What everybody pays out of their wallet as the next party begins.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(with = "schema::Chips")]
    pub due: Chips,
}

/// A player of the party as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakPlayer {
    /// Who: the seat may be somebody else's by now.
    #[schemars(with = "schema::PlayerId")]
    pub player: u64,
    /// How many cards they hold.
    pub cards: u8,
    /// Has no cards left, with an empty deck: out, and safe.
    #[serde(default, skip_serializing_if = "is_default")]
    pub out: bool,
    /// Who plays with them in a game of pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub partner: Option<Seat>,
}

/// An attack card, and the card that beats it if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakPile {
    /// What was played against the defender.
    #[schemars(with = "schema::Card")]
    pub attack: Card,
    /// What the defender beat it with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Card")]
    pub beaten_by: Option<Card>,
}

/// Why a party ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum DurakEnding {
    /// One player, or one pair, is left with cards.
    LastHolder,
    /// Nobody has a card left: a draw.
    NobodyHolds,
    /// Too many rounds without a discard: a draw.
    NoDiscards,
    /// A player gave up, or left.
    Surrender,
    /// A player's time was over.
    OutOfTime,
}

/// How a party ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakOutcome {
    /// Why.
    pub ending: DurakEnding,
    /// Who gave up, or whose time was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "schema::Seat")]
    pub by: Option<Seat>,
    /// The fool, or both of the losing pair; nobody in a draw.
    #[schemars(with = "Vec<schema::Seat>")]
    pub fools: Vec<Seat>,
    /// All others; nobody in a draw.
    #[schemars(with = "Vec<schema::Seat>")]
    pub winners: Vec<Seat>,
    /// What was paid out of the pool for this party: something only where the stake is per party.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schemars(with = "BySeat<schema::Chips>")]
    pub paid: BySeat<Chips>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DurakGameOver {
    /// Who won it; nobody in a draw.
    #[schemars(with = "Vec<schema::Seat>")]
    pub winners: Vec<Seat>,
    /// What was paid out of the pool; nothing where the stake was per party.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schemars(with = "BySeat<schema::Chips>")]
    pub paid: BySeat<Chips>,
}

fn is_empty<T>(things: &BySeat<T>) -> bool {
    things.is_empty()
}

//! Everything that happens, in the order it is told.

use crate::action::Action;
use crate::rules::MAX_BOXES;
use kozyr_card_game::{Restarts, Seat, SeatSet, Viewer};
use kozyr_cards::{Card, CardSet};
use kozyr_chips::Chips;

/// One thing that happened. Only [`Event::Drawn`] differs from viewer to viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Cards came to a hand from the deck.
    Drawn {
        /// Whose hand.
        seat: Seat,
        /// How many cards.
        count: u8,
        /// Which; only for that player.
        cards: Option<CardSet>,
    },
    /// A round begins: the protocol's `table`.
    Table(Round),
    /// A player made a turn (attack, defend, show, transfer, take, finish), or the clock made it for them.
    Turn {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
        /// Who attacks after it.
        attacker: Seat,
        /// Who defends after it.
        defender: Seat,
    },
    /// A player's time and bank were used up; what follows from it comes next.
    OutOfTime(Seat),
    /// A player has no cards, the deck is empty: they are out.
    Out(Seat),
    /// The round is over: the protocol's `finishround`.
    FinishRound {
        /// Who takes the table; `None` when the cards are discarded.
        taken_by: Option<Seat>,
        /// The cards that lay on the table.
        cards: CardSet,
    },
    /// The stage `ready` begins, between rounds or between parties: these are asked.
    ReadyWanted(SeatSet),
    /// The player is ready: the protocol's `event name="ready"`.
    Ready(Seat),
    /// The player went away from the table.
    Away(Seat),
    /// The player is back.
    Back(Seat),
    /// These players' clocks start afresh, whatever they showed before. A clock that is not named runs on if
    /// it is still among [`Game::clocks`](kozyr_card_game::Game::clocks), and is stopped if not.
    Clocks(SeatSet),
    /// The party is over: the protocol's `partyend`.
    PartyEnd(PartyEnd),
    /// A player gets up between parties and plays no more.
    GotUp(Seat),
    /// The whole game is over: the protocol's `gameover`.
    GameOver(GameOver),
}

impl Event {
    /// Which clocks this starts anew, besides the clock of whoever moved.
    pub(crate) fn restarts(&self) -> Restarts {
        match *self {
            Event::Clocks(seats) => Restarts { seats, stage: false },
            Event::ReadyWanted(_) => Restarts { seats: SeatSet::EMPTY, stage: true },
            _ => Restarts::default(),
        }
    }

    /// The event as this viewer may know it.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> Event {
        match *self {
            Event::Drawn { seat, count, .. } if !viewer.is(seat) => Event::Drawn { seat, count, cards: None },
            ref open => open.clone(),
        }
    }
}

/// A round as it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// 1 for the first round of the party.
    pub number: u16,
    /// The trump card; with an empty deck it only tells the suit.
    pub trump: Card,
    /// Cards left in the deck, the trump included.
    pub deck_count: u8,
    /// The lowest trump, when it decided who attacks first: in the first round only.
    pub win_card: Option<Card>,
    /// Who takes part in the party, out or not.
    pub boxes: SeatSet,
    /// How many cards everybody holds.
    pub counts: [u8; MAX_BOXES],
    /// How many of them were just drawn.
    pub added: [u8; MAX_BOXES],
    /// Who attacks.
    pub attacker: Seat,
    /// Who defends.
    pub defender: Seat,
}

/// Why a party ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Ending {
    /// One player, or one pair, is left with cards.
    LastHolder,
    /// Nobody has a card left: a draw.
    NobodyHolds,
    /// Too many rounds without a discard: a draw.
    NoDiscards,
    /// This player gave up.
    Surrender(Seat),
    /// This player's time was over.
    OutOfTime(Seat),
}

/// How a party ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Outcome {
    /// Why.
    pub ending: Ending,
    /// The fool, or both of the losing pair; nobody in a draw.
    pub fools: SeatSet,
    /// All others; nobody in a draw.
    pub winners: SeatSet,
    /// Who went out first: of a winning pair that one leads next.
    pub first_out: Option<Seat>,
}

impl Outcome {
    /// Did nobody lose?
    pub fn is_draw(&self) -> bool {
        self.fools.is_empty()
    }

    /// The protocol's place: 1 for winners and in a draw, −1 for the fool.
    pub fn place(&self, seat: Seat) -> i8 {
        if self.fools.contains(seat) { -1 } else { 1 }
    }

    /// Points won in this party.
    pub fn points(&self, seat: Seat) -> u16 {
        u16::from(self.winners.contains(seat))
    }
}

/// A party that ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct PartyEnd {
    /// How.
    pub outcome: Outcome,
    /// Everybody who took part.
    pub boxes: SeatSet,
    /// Everybody's points in the game so far, this party included.
    pub points: [u16; MAX_BOXES],
    /// What everybody is paid out of the pool now: something only where the stake is per party.
    pub paid: [Chips; MAX_BOXES],
    /// What the room takes of the pool now.
    pub rake: Chips,
}

/// A game that ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct GameOver {
    /// Everybody who took part in the last party.
    pub boxes: SeatSet,
    /// Who won the game; nobody in a draw.
    pub winners: SeatSet,
    /// Everybody's points.
    pub points: [u16; MAX_BOXES],
    /// What everybody is paid out of the pool now; nothing where the stake was per party.
    pub paid: [Chips; MAX_BOXES],
    /// What the room takes of the pool now.
    pub rake: Chips,
}

impl GameOver {
    /// The protocol's place: 1 for winners, −1 for all others; 1 for everybody in a draw.
    pub fn place(&self, seat: Seat) -> i8 {
        if self.winners.is_empty() || self.winners.contains(seat) { 1 } else { -1 }
    }
}

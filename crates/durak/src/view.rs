//! The table as one viewer may know it: enough to draw it, and to write a whole `gamestate`.

use crate::action::Availables;
use crate::event::Outcome;
use crate::piles::Piles;
use crate::rules::{MAX_BOXES, Mode};
use kozyr_card_game::{Seat, SeatSet, Viewer};
use kozyr_cards::{Card, CardSet};

/// Where a party stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Stage {
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
    /// The round is over; everybody is asked whether they are ready.
    Ready,
    /// The round is over; cards are to be drawn.
    Refill,
    /// The party is over and the next one is to come; everybody is asked whether they are ready.
    Between,
    /// Over.
    Over,
}

/// Who is waited for: the protocol's `wait`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Nobody.
    Nobody,
    /// `turn`: the clock of each of these seats runs.
    Turn(SeatSet),
    /// `ready`: one clock for all; these have not answered.
    Ready(SeatSet),
}

/// What one viewer knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose view.
    pub viewer: Viewer,
    /// Transfer, traffic light, pairs.
    pub mode: Mode,
    /// Boxes at the table, `num_seats`.
    pub num_seats: u8,
    /// Who takes part in this party, out or not.
    pub boxes: SeatSet,
    /// Who is out of this party.
    pub out: SeatSet,
    /// Who is away.
    pub away: SeatSet,
    /// 1 for the first party of the game.
    pub party: u16,
    /// 1 for the first round of the party; 0 before the deal.
    pub round: u16,
    /// Where the party stands.
    pub stage: Stage,
    /// The trump card; with an empty deck it only tells the suit.
    pub trump: Option<Card>,
    /// The lowest trump, while the round lasts in which it decided who attacks.
    pub win_card: Option<Card>,
    /// Cards left in the deck, the trump included.
    pub deck_count: u8,
    /// How many cards are discarded: `deckRelease`.
    pub discarded: u8,
    /// How many cards everybody holds.
    pub counts: [u8; MAX_BOXES],
    /// The viewer's own hand; `None` for a spectator.
    pub hand: Option<CardSet>,
    /// What lies on the table.
    pub table: Piles,
    /// The card the defender has shown.
    pub shown: Option<Card>,
    /// Who attacks; in the stages between rounds, who did. `None` before the deal.
    pub attacker: Option<Seat>,
    /// Who defends; in the stages between rounds, who did. `None` before the deal.
    pub defender: Option<Seat>,
    /// The most attack cards in this round.
    pub limit: u8,
    /// Who has finished throwing in.
    pub finished: SeatSet,
    /// Who is ready.
    pub ready: SeatSet,
    /// Who is waited for.
    pub wait: Wait,
    /// What the viewer may do, exactly as the protocol's `availables` has it.
    pub availables: Availables,
    /// Everybody's points in the game.
    pub points: [u16; MAX_BOXES],
    /// How the party ended, in [`Stage::Between`] and [`Stage::Over`].
    pub outcome: Option<Outcome>,
}

impl View {
    /// Is the defender taking?
    pub fn taking(&self) -> bool {
        self.stage == Stage::Taking
    }

    /// The teams of a game of pairs: A has boxes 0 and 2, B has 1 and 3.
    pub fn teams(&self) -> Option<[(&'static str, [Seat; 2]); 2]> {
        let team = |one, two| [Seat::from_index(one), Seat::from_index(two)];
        self.mode.pairs().then(|| [("A", team(0, 2)), ("B", team(1, 3))])
    }
}

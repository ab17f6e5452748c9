//! The table as one viewer may know it.

use crate::event::{Board, Hole};
use crate::game::Offer;
use crate::hand::{Hand, Next};
use crate::pots::Pots;
use arrayvec::ArrayVec;
use kozyr_card_game::{Seat, SeatSet, Viewer};
use kozyr_cards::Card;
use kozyr_chips::Chips;

/// A player as everybody sees them; their cards only as far as the viewer may know them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct PlayerView {
    /// Which player.
    pub seat: Seat,
    /// What they have left.
    pub stack: Chips,
    /// What they have bet on this street.
    pub bet: Chips,
    /// Their hole cards; `null` is a card whose face the viewer may not know.
    pub cards: Hole,
    /// Out of the hand.
    pub folded: bool,
    /// Has turned their cards over.
    pub shown: bool,
    /// Has thrown their cards away at the showdown.
    pub mucked: bool,
}

/// A hand as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct HandView {
    /// The PHH code of the game.
    pub variant: &'static str,
    /// The players in the order they act after the flop.
    pub players: Vec<PlayerView>,
    /// The boards; one, unless the board is dealt several times.
    pub boards: ArrayVec<Board, { crate::MAX_RUNS }>,
    /// The pots without the bets of this street, the main pot first.
    pub pots: Pots,
    /// Everything in the middle.
    pub total: Chips,
    /// Which street, from 0.
    pub street: usize,
    /// Who has to act or to show.
    pub turn: Option<Seat>,
    /// Who is asked whether the rest of the board is dealt several times, and has not answered.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::pots::seat_list"))]
    pub asked: SeatSet,
    /// The hand is over.
    pub over: bool,
    /// What the room took.
    pub raked: Chips,
    /// What the viewer may do now.
    pub offers: ArrayVec<Offer, 3>,
}

impl HandView {
    /// The hand as this viewer may know it.
    pub fn of(hand: &Hand, viewer: Viewer) -> HandView {
        let turn = match hand.next() {
            Next::Draw(player) | Next::Bet(player) | Next::Show(player) => Some(Seat::from_index(player)),
            _ => None,
        };
        HandView {
            variant: hand.variant().code,
            players: (0..hand.players()).map(|player| player_view(hand, player, viewer)).collect(),
            boards: (0..hand.boards()).map(|run| hand.board(run).iter().copied().collect()).collect(),
            pots: hand.pots(),
            total: hand.pot_total(),
            street: hand.street(),
            turn,
            asked: hand.asked(),
            over: hand.next() == Next::Over,
            raked: hand.raked(),
            offers: match viewer {
                Viewer::Seat(seat) => hand.offers(seat),
                Viewer::Spectator => ArrayVec::new(),
            },
        }
    }
}

fn player_view(hand: &Hand, player: usize, viewer: Viewer) -> PlayerView {
    let seat = Seat::from_index(player);
    let sees = viewer.is(seat) || hand.shown().contains(seat);
    let up = if sees { u8::MAX } else { hand.variant().up_cards() };
    let face = |(place, card): (usize, &Option<Card>)| card.filter(|_| up >> place & 1 == 1);
    PlayerView {
        seat,
        stack: hand.stacks()[player],
        bet: hand.bets()[player],
        cards: hand.hole(player).iter().enumerate().map(face).collect(),
        folded: !hand.live().contains(seat),
        shown: hand.shown().contains(seat),
        mucked: hand.mucked().contains(seat),
    }
}

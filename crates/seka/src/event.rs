//! What happened, for everybody and for those who may know more.

use crate::settle::{EntryPrices, Settlement};
use crate::{Hand, SeatList};
use kozyr_card_game::{Seat, Viewer};
use kozyr_chips::Chips;

/// Something that happened in a deal.
///
/// Cards are there only for whom they are meant: [`Event::for_viewer`] takes them out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", rename_all_fields = "snake_case")
)]
#[allow(missing_docs)] // The fields are named after what they are.
pub enum Event {
    /// The ante was paid.
    Anted { seat: Seat, pay: Chips },
    /// A dealer was drawn and everybody in got three cards.
    Dealt { dealer: Seat, order: SeatList },
    /// A round of the betting began.
    Round { round: u8 },
    /// Passed for nothing.
    Checked { seat: Seat },
    /// Paid up to the stake; `counts` is what bet and pot grew by.
    Called { seat: Seat, pay: Chips, counts: Chips },
    /// Raised the stake.
    Raised { seat: Seat, to: Chips, pay: Chips, counts: Chips },
    /// Folded.
    Folded { seat: Seat },
    /// Time was over: folded, and out to the lobby.
    TimedOut { seat: Seat },
    /// Bet dark.
    Dark { seat: Seat, pay: Chips, counts: Chips },
    /// Looked at their cards.
    Opened { seat: Seat, hand: Option<Hand> },
    /// Two hands were compared. No loser: a tie between the last two. The hands, that of `by`
    /// first, are for the two alone.
    Revealed { by: Seat, target: Seat, pay: Chips, loser: Option<Seat>, hands: Option<[Hand; 2]> },
    /// The pause after a reveal is over.
    PauseOver,
    /// A hand was shown to all at the showdown.
    Shown { seat: Seat, hand: Hand, points: u8 },
    /// These tie for the pot and vote on a svara.
    VoteOpened { tied: SeatList, pot: Chips },
    /// Voted.
    Voted { seat: Seat, yes: bool },
    /// The vote is over.
    VoteClosed { carried: bool },
    /// The svara can be entered at these prices.
    EntryOpened { prices: EntryPrices },
    /// Entered the svara.
    Entered { seat: Seat, pay: Chips },
    /// Stays out of the svara.
    Passed { seat: Seat },
    /// A svara begins: these are dealt in anew, for the pot as it is.
    Svara { number: u8, players: SeatList },
    /// The pot was settled.
    Settled { settlement: Settlement },
    /// Got this out of the pot.
    Won { seat: Seat, amount: Chips },
    /// Somebody sat down on this chair to wait, while the deal is on.
    Sat { seat: Seat, chair: Seat, stack: Chips },
    /// Took their chips and left, while the deal is on.
    Left { seat: Seat, stack: Chips },
}

impl Event {
    /// The event as this viewer may know it.
    #[must_use]
    pub fn for_viewer(&self, viewer: Viewer) -> Event {
        let mut event = self.clone();
        match &mut event {
            Event::Opened { seat, hand } if !viewer.is(*seat) => *hand = None,
            Event::Revealed { by, target, hands, .. } if !viewer.is(*by) && !viewer.is(*target) => {
                *hands = None;
            }
            _ => {}
        }
        event
    }
}

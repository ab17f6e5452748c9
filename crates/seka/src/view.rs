//! A deal as one viewer may know it.

use crate::settle::{EntryPrices, Settlement};
use crate::{Deal, Hand, Mode, Offer, Reveal, Stage, Status};
use kozyr_card_game::{Seat, Viewer};
use kozyr_chips::Chips;

/// All a client needs to draw the table for one viewer, buttons with their prices included.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct View {
    /// Where the deal stands.
    pub stage: Stage,
    /// The round, 1 to 3, also within a svara; 0 before the cards.
    pub round: u8,
    /// How long what is awaited may take in all.
    pub time_ms: Option<u32>,
    /// The dealer, once there is one.
    pub dealer: Option<Seat>,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// What a CALL has to reach.
    pub stake: Chips,
    /// The pot.
    pub pot: Chips,
    /// What the house has put into the pot so far, and not got back (less than nothing then).
    pub house: Chips,
    /// How many svaras have begun.
    pub svaras: u8,
    /// The last comparison of two hands.
    pub reveal: Option<Reveal>,
    /// What entering the svara costs, while it can be entered.
    pub entry: Option<EntryPrices>,
    /// Everybody who waits, plays or has played, in seat order.
    pub seats: Vec<SeatView>,
    /// What the viewer may do now, in the order of the buttons.
    pub offers: Vec<Offer>,
    /// Where the pot went.
    pub settlement: Option<Settlement>,
}

/// One seat as the viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeatView {
    /// Which seat of the deal: a person's, and nobody else's as long as the deal is on.
    pub seat: Seat,
    /// Where they sit; where they sat, if they have [left](Status::Left) or are back in the [lobby](Status::Lobby).
    pub chair: Seat,
    /// What the player is doing.
    pub status: Status,
    /// How they play their cards.
    pub mode: Mode,
    /// What they have in front of them.
    pub balance: Chips,
    /// All they have bet in this deal.
    pub bet: Chips,
    /// Do they hold cards?
    pub dealt: bool,
    /// Their cards, if the viewer may see them.
    pub hand: Option<Hand>,
    /// Their points, if the viewer may see them.
    pub points: Option<u8>,
    /// Are they among those who share the best points and vote?
    pub tied: bool,
    /// Have they entered the svara that is about to begin?
    pub entered: bool,
    /// What they got out of the pot.
    pub won: Chips,
}

impl Deal {
    /// The deal as this viewer may know it: their own cards once they have looked, what a REVEAL
    /// showed them, and what was shown to all.
    pub fn view(&self, viewer: Viewer) -> View {
        let stage = self.stage();
        let mut offers = Vec::new();
        if let Viewer::Seat(seat) = viewer {
            self.offers(seat, &mut offers);
        }
        View {
            stage,
            round: self.round(),
            time_ms: self.time_ms(),
            dealer: self.dealer(),
            turn: self.turn(),
            stake: self.stake(),
            pot: self.pot(),
            house: self.house(),
            svaras: self.svaras(),
            reveal: self.reveal(),
            entry: (stage == Stage::SvaraEntry).then(|| self.entry_prices()),
            seats: self
                .seats()
                .filter(|&seat| !self.only_looked_in(seat))
                .map(|seat| self.seat_view(seat, viewer))
                .collect(),
            offers,
            settlement: self.settlement(),
        }
    }

    fn seat_view(&self, seat: Seat, viewer: Viewer) -> SeatView {
        let place = self.place(seat).expect("somebody sits there");
        let hand = place.hand.filter(|_| self.hands_known(viewer).contains(seat));
        SeatView {
            seat,
            chair: place.chair,
            status: place.status,
            mode: place.mode,
            balance: place.stack,
            bet: place.bet,
            dealt: place.hand.is_some(),
            hand,
            points: hand.map(|hand| self.rules().score(hand)),
            tied: self.is_tied(seat),
            entered: self.has_entered(seat),
            won: place.won,
        }
    }
}

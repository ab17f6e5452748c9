//! A table as one viewer may know it.

use super::{Phase, Table};
use crate::{Stage, Status, View};
use kozyr_card_game::{Seat, Viewer};
use kozyr_chips::Chips;

/// What a viewer may do at the table, besides what the deal offers him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum TableOffer {
    /// Say that he is ready.
    Ready,
    /// Change his mind.
    NotReady,
    /// Add chips: this many are missing to play (none: he may, but need not).
    TopUp {
        /// How many are missing to the minimum balance.
        missing: Chips,
    },
    /// Leave the table.
    Leave,
    /// Sit down here.
    Sit(Seat),
}

/// All a client needs to draw the table for one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TableView {
    /// Where the table stands.
    pub stage: Stage,
    /// How long what is awaited may take in all.
    pub time_ms: Option<u32>,
    /// Who sits there, in seat order.
    pub chairs: Vec<ChairView>,
    /// What the viewer may do.
    pub offers: Vec<TableOffer>,
    /// The deal that is on; in the pause, the one that is over.
    pub deal: Option<View>,
}

/// One chair.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ChairView {
    /// Where.
    pub seat: Seat,
    /// What the player is doing.
    pub status: Status,
    /// What he has.
    pub balance: Chips,
}

impl Table {
    /// The table as this viewer may know it.
    pub fn view(&self, viewer: Viewer) -> TableView {
        let chairs = self.seats().map(|seat| ChairView {
            seat,
            status: self.status(seat),
            balance: self.balance(seat).unwrap_or_default(),
        });
        TableView {
            stage: self.stage(),
            time_ms: self.time_ms(),
            chairs: chairs.collect(),
            offers: self.offers(viewer),
            deal: self.deal().map(|deal| deal.view(viewer)),
        }
    }

    /// What the viewer may do at the table.
    pub fn offers(&self, viewer: Viewer) -> Vec<TableOffer> {
        let seated = match viewer {
            Viewer::Seat(seat) => self.chair(seat).map(|chair| (seat, chair)),
            Viewer::Spectator => None,
        };
        let Some((seat, chair)) = seated else {
            let free = crate::all_seats().take(usize::from(self.rules.seats)).filter(|&s| self.is_free(s));
            return free.map(TableOffer::Sit).collect();
        };
        let mut offers = Vec::new();
        if matches!(self.phase, Phase::Waiting | Phase::Preparation) {
            if chair.ready {
                offers.push(TableOffer::NotReady);
            } else if self.fit(seat).is_ok() && self.fit_seats().len() >= 2 {
                offers.push(TableOffer::Ready);
            }
        }
        if self.phase != Phase::Deal {
            let missing = (self.rules.min_balance - chair.balance).max(Chips::ZERO);
            offers.push(TableOffer::TopUp { missing });
        }
        if !chair.leaving {
            offers.push(TableOffer::Leave);
        }
        offers
    }

    /// A chair somebody left in the running deal is free again after it.
    fn is_free(&self, seat: Seat) -> bool {
        let in_deal = self.running().is_some_and(|deal| deal.status(seat).is_some());
        self.chair(seat).is_none() && !in_deal
    }
}

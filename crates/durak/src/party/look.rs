//! The party as one viewer may know it.

use super::Party;
use crate::action::Availables;
use crate::rules::MAX_BOXES;
use crate::view::{Stage, View, Wait};
use kozyr_card_game::{SeatSet, Viewer};

impl Party {
    /// What this viewer may know.
    pub fn view(&self, viewer: Viewer) -> View {
        let stage = self.stage();
        let dealt = stage != Stage::Dealing;
        let own = match viewer {
            Viewer::Seat(seat) if self.boxes.contains(seat) => Some(seat),
            _ => None,
        };
        View {
            viewer,
            mode: self.rules.mode,
            num_seats: self.num_seats,
            boxes: self.boxes,
            out: self.out.iter().copied().collect(),
            away: self.away,
            party: 1,
            round: self.round,
            stage,
            trump: self.trump,
            win_card: self.win_card,
            deck_count: self.deck_count,
            discarded: self.discarded.len() as u8,
            counts: self.counts(),
            hand: own.map(|seat| self.hand(seat)),
            table: self.table.clone(),
            shown: self.shown,
            attacker: dealt.then_some(self.attacker),
            defender: dealt.then_some(self.defender),
            limit: self.limit,
            finished: self.finished,
            ready: self.ready,
            wait: self.wait(),
            availables: own.map_or_else(Availables::new, |seat| self.availables(seat)),
            points: [0; MAX_BOXES],
            outcome: self.outcome(),
        }
    }

    fn wait(&self) -> Wait {
        match self.stage() {
            Stage::Ready => {
                let silent = self.inside().iter().filter(|&seat| !self.ready.contains(seat));
                Wait::Ready(silent.collect())
            }
            _ if self.clocks() == SeatSet::EMPTY => Wait::Nobody,
            _ => Wait::Turn(self.clocks()),
        }
    }
}

//! What a tournament tells one of its tables.

use crate::level::{AnteKind, BlindLevel};
use crate::names::TableNo;
use crate::state::Tournament;
use kozyr_card_game::Seat;
use kozyr_chips::Chips;
use kozyr_table::Player;
use kozyr_table::holdem::{Ante, HoldemHouse, HoldemTable};
use kozyr_time::PlayerId;
use std::collections::BTreeMap;

/// What a tournament tells one of its tables between two hands, after a move, a level, a break or a pause.
#[derive(Clone, PartialEq, Debug)]
pub struct TablePlan {
    /// Which table.
    pub table: TableNo,
    /// Blinds and ante of the next hand here.
    pub house: HoldemHouse,
    /// Who loses the seat: out, moved, or their offer is over.
    pub remove: Vec<PlayerId>,
    /// Who is seated.
    pub place: Vec<Placing>,
    /// Who has bought more chips.
    pub give: Vec<(PlayerId, Chips)>,
    /// Wait, rather than deal one hand.
    pub hold: bool,
    /// Nobody comes back here.
    pub close: bool,
}

/// Somebody who is seated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    /// Who.
    pub player: Player,
    /// Where.
    pub seat: Seat,
    /// With how many chips.
    pub chips: Chips,
}

impl BlindLevel {
    /// The house rules of a hand at this level.
    pub fn house(&self, ante: AnteKind) -> HoldemHouse {
        HoldemHouse {
            ante: match ante {
                AnteKind::Each => Ante::Each(self.ante),
                AnteKind::BigBlind => Ante::BigBlind(self.ante),
            },
            tournament: true,
            ..HoldemHouse::no_limit(self.small_blind, self.big_blind)
        }
    }
}

impl Tournament {
    /// The house rules of the next hand.
    pub fn house(&self) -> HoldemHouse {
        self.blind_level().house(self.rules.ante_kind)
    }

    /// What has to change at a table so that everybody sits there who should, with the chips they should have, and it
    /// deals when it may. Who was drawn anew leaves the seat first, even if it is the same again.
    ///
    /// # Panics
    /// When somebody has more chips at the table than in the tournament.
    pub(super) fn plan(
        &self,
        no: TableNo,
        table: Option<&HoldemTable>,
        drawn_anew: bool,
        people: &dyn Fn(&crate::EntrantId) -> Player,
    ) -> TablePlan {
        let mut plan = TablePlan {
            table: no,
            house: self.house(),
            remove: Vec::new(),
            place: Vec::new(),
            give: Vec::new(),
            hold: self.may_deal(no).is_err(),
            close: self.table(no).is_none(),
        };
        let mut missing: BTreeMap<Seat, Placing> = BTreeMap::new();
        for (seat, entrant) in self.seated(no) {
            missing.insert(seat, Placing { player: people(&entrant.id), seat, chips: entrant.stack });
        }
        for (seat, chair) in table.into_iter().flat_map(HoldemTable::taken) {
            let player = chair.player.id;
            match missing.get(&seat).filter(|placing| placing.player.id == player && !drawn_anew) {
                None => plan.remove.push(player),
                Some(placing) => {
                    let plays =
                        table.is_some_and(|table| table.is_running() && table.in_hand(seat).is_some());
                    let here = table.map_or(Chips::ZERO, |table| table.stack(seat));
                    let more = placing.chips - here;
                    assert!(
                        plays || !more.is_negative(),
                        "{player} has {here} at {no}, not {}",
                        placing.chips
                    );
                    if !plays && more.is_positive() {
                        plan.give.push((player, more));
                    }
                    missing.remove(&seat);
                }
            }
        }
        plan.place = missing.into_values().collect();
        plan
    }
}

impl TablePlan {
    /// Does it change who sits there, or with what?
    pub fn moves_anybody(&self) -> bool {
        !(self.remove.is_empty() && self.place.is_empty() && self.give.is_empty())
    }
}

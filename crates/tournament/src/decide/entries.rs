//! Coming in, coming back, paying for it.

use super::draft::Draft;
use crate::command::Refusal;
use crate::event::{Happened, Seating};
use crate::names::{Chair, EntrantId, Name, TableNo};
use crate::problem::MAX_ENTRANTS;
use crate::state::{Life, Tournament};
use std::collections::{HashMap, HashSet};

impl Tournament {
    pub(super) fn register(
        &self,
        draft: &mut Draft<'_>,
        player: &EntrantId,
        name: &Name,
    ) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.may_enter(player)?;
        let paid = self.rules.entry_price();
        draft.push(Happened::Registered { player: player.clone(), name: name.clone(), paid });
        Ok(())
    }

    fn may_enter(&self, player: &EntrantId) -> Result<(), Refusal> {
        if player.as_str().is_empty() {
            return Err(Refusal::NoName);
        }
        if self.index_of(player).is_some() {
            return Err(Refusal::AlreadyEntered(player.clone()));
        }
        let most = self.rules.max_entrants.unwrap_or(MAX_ENTRANTS).min(MAX_ENTRANTS);
        if self.entrants.len() >= most as usize { Err(Refusal::Full(most)) } else { Ok(()) }
    }

    pub(super) fn unregister(&self, draft: &mut Draft<'_>, player: &EntrantId) -> Result<(), Refusal> {
        self.in_lobby()?;
        let index = self.entered(player)?;
        let refund = self.entrants[index as usize].paid;
        draft.push(Happened::Unregistered { player: player.clone(), refund });
        Ok(())
    }

    pub(super) fn check_in(
        &self,
        draft: &mut Draft<'_>,
        player: &EntrantId,
        present: bool,
    ) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.entered(player)?;
        draft.push(Happened::CheckedIn { player: player.clone(), present });
        Ok(())
    }

    pub(super) fn start_with(&self, draft: &mut Draft<'_>, seating: &[Seating]) -> Result<(), Refusal> {
        self.in_lobby()?;
        if self.entrants.len() < 2 {
            return Err(Refusal::TooFewEntrants(self.entrants.len()));
        }
        if !self.is_draw(seating) {
            return Err(Refusal::BadSeating);
        }
        draft.push(Happened::Started { seating: seating.to_vec() });
        draft.alive = seating.len() as u32;
        draft.tables = self.entrants.len().div_ceil(self.rules.seats.into());
        draft.settle_rounds();
        Ok(())
    }

    /// Everybody once, in a seat of their own, at as few tables as it takes, as equal as can be.
    fn is_draw(&self, seating: &[Seating]) -> bool {
        let seats = usize::from(self.rules.seats);
        let players: HashSet<&EntrantId> = seating.iter().map(|row| &row.player).collect();
        let chairs: HashSet<Chair> = seating.iter().map(|row| row.chair).collect();
        let mut sizes: HashMap<TableNo, usize> = HashMap::new();
        seating.iter().for_each(|row| *sizes.entry(row.chair.table).or_default() += 1);
        let tables = self.entrants.len().div_ceil(seats);
        let (least, most) = (self.entrants.len() / tables, self.entrants.len().div_ceil(tables));
        seating.len() == self.entrants.len()
            && players.len() == seating.len()
            && chairs.len() == seating.len()
            && players.iter().all(|player| self.index_of(player).is_some())
            && chairs.iter().all(|chair| chair.seat.index() < seats)
            && sizes.len() == tables
            && sizes
                .iter()
                .all(|(no, size)| (1..=tables).contains(&usize::from(no.0)) && (least..=most).contains(size))
    }

    pub(super) fn enter(
        &self,
        draft: &mut Draft<'_>,
        player: &EntrantId,
        name: &Name,
        chair: Chair,
    ) -> Result<(), Refusal> {
        self.in_play()?;
        self.may_enter(player)?;
        self.late_chair(draft, chair)?;
        let paid = self.rules.entry_price();
        draft.push(Happened::Entered { player: player.clone(), name: name.clone(), chair, paid });
        draft.entrants += 1;
        draft.alive += 1;
        draft.settle_rounds();
        Ok(())
    }

    fn late_chair(&self, draft: &Draft<'_>, chair: Chair) -> Result<(), Refusal> {
        let open = match (self.rules.late_entry, draft.levels) {
            (Some(late), Some(levels)) => levels.is_open(&self.rules, late.end_level, draft.now),
            _ => false,
        };
        if !open {
            return Err(Refusal::EntriesClosed);
        }
        let fits = self.floor().is_late_chair(chair, self.next_table());
        if fits { Ok(()) } else { Err(Refusal::BadChair(chair)) }
    }

    pub(super) fn re_enter(
        &self,
        draft: &mut Draft<'_>,
        player: &EntrantId,
        chair: Chair,
    ) -> Result<(), Refusal> {
        self.in_play()?;
        let index = self.entered(player)?;
        let entrant = &self.entrants[index as usize];
        if entrant.life == Life::In || self.offers.iter().any(|offer| offer.entrant == index) {
            return Err(Refusal::StillIn(player.clone()));
        }
        let most = self.rules.late_entry.map_or(0, |late| late.re_entries);
        if entrant.re_entries >= most {
            return Err(Refusal::NoReEntry(player.clone()));
        }
        self.late_chair(draft, chair)?;
        let paid = self.rules.entry_price();
        draft.push(Happened::ReEntered { player: player.clone(), chair, paid });
        draft.alive += 1;
        // Only their last bust ranks: the places better than their old one move down by one.
        draft.settle_rounds();
        Ok(())
    }

    pub(super) fn rebuy(&self, draft: &mut Draft<'_>, player: &EntrantId) -> Result<(), Refusal> {
        self.in_play()?;
        let index = self.offered(player)?;
        draft.unplaced.retain(|bust| bust.entrant != index);
        draft.alive += 1;
        draft.push(Happened::Rebought { player: player.clone(), paid: self.rules.entry_price() });
        draft.settle_places();
        draft.settle_rounds();
        Ok(())
    }

    pub(super) fn decline(&self, draft: &mut Draft<'_>, player: &EntrantId) -> Result<(), Refusal> {
        self.in_play()?;
        let index = self.offered(player)?;
        self.close_offers(draft, &[index], true);
        Ok(())
    }

    /// Offers that were declined or have lapsed: no more seat, and a place as soon as it is certain.
    pub(super) fn close_offers(&self, draft: &mut Draft<'_>, entrants: &[u32], declined: bool) {
        for &index in entrants {
            let player = self.entrants[index as usize].id.clone();
            draft.push(Happened::OfferClosed { player, declined });
            draft
                .unplaced
                .iter_mut()
                .filter(|bust| bust.entrant == index)
                .for_each(|bust| bust.offered = false);
        }
        // Who was offered a rebuy has no chips: with the offer gone as many play as before, and no bubble moves.
        draft.settle_places();
    }

    fn offered(&self, player: &EntrantId) -> Result<u32, Refusal> {
        let index = self.entered(player)?;
        let open = self.offers.iter().any(|offer| offer.entrant == index);
        if open { Ok(index) } else { Err(Refusal::NoOffer(player.clone())) }
    }

    pub(super) fn add_on(&self, draft: &mut Draft<'_>, player: &EntrantId) -> Result<(), Refusal> {
        self.in_play()?;
        let index = self.still_in(player)?;
        if self.rest.is_none() {
            return Err(Refusal::NoBreak);
        }
        let entrant = &self.entrants[index as usize];
        let level = draft.levels.map_or(0, |levels| levels.index) as u32;
        let add_on = self.rules.add_on.filter(|add_on| !entrant.added_on && level <= add_on.end_level);
        let add_on = add_on.ok_or_else(|| Refusal::NoAddOn(player.clone()))?;
        if let Some(chair) = entrant.chair.filter(|chair| self.is_busy(chair.table)) {
            return Err(Refusal::HandInPlay(chair.table));
        }
        let (paid, chips) = (add_on.price, add_on.chips);
        draft.push(Happened::AddedOn { player: player.clone(), paid, chips });
        Ok(())
    }
}

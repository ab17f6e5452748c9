//! Who comes and goes while a deal is on.
//!
//! The seats of a deal are people, and they are only ever added to. Everybody has a chair besides, which says where
//! they come clockwise; a chair can be left and taken by somebody else, a seat of the deal cannot. What somebody
//! has seen, and whether they may enter a svara, is a matter of their seat.

use super::{Deal, Phase, Place};
use crate::{Event, Refusal, Status};
use kozyr_card_game::{Joining, Seat, SeatSet};
use kozyr_chips::Chips;

impl Deal {
    /// Somebody sits down while the deal is going on, and waits: they may enter a svara.
    pub(crate) fn join(&mut self, joining: Joining, out: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::Over);
        }
        self.add(joining, Status::TableWaiting)?;
        let Joining { seat, chair, stack } = joining;
        out.push(Event::Sat { seat, chair, stack });
        Ok(())
    }

    /// One person more.
    pub(super) fn add(&mut self, joining: Joining, status: Status) -> Result<(), Refusal> {
        let Joining { seat, chair, stack } = joining;
        if chair.index() >= usize::from(self.rules.seats) {
            return Err(Refusal::NoSuchSeat(chair));
        }
        if self.on_chair(chair).is_some() {
            return Err(Refusal::SeatTaken(chair));
        }
        if self.place(seat).is_some() {
            return Err(Refusal::SeatUsed(seat));
        }
        if stack.is_negative() || stack > Chips::MAX {
            return Err(Refusal::BadStack { seat, stack });
        }
        self.places.seat(seat, Place::new(chair, stack, status));
        self.total += stack;
        Ok(())
    }

    /// Somebody who is not (or no longer) in takes their chips and goes.
    pub(crate) fn part(&mut self, seat: Seat, out: &mut Vec<Event>) -> Result<(), Refusal> {
        let place = self.place(seat).filter(|place| !place.gone).ok_or(Refusal::NotSeated(seat))?;
        let stack = place.stack;
        if self.phase == Phase::Over {
            return Err(Refusal::Over);
        }
        if self.contends(seat) {
            return Err(Refusal::StillIn(seat));
        }
        let place = &mut self.places[seat];
        place.brought -= stack;
        place.stack = Chips::ZERO;
        place.gone = true;
        if place.status != Status::Lobby {
            place.status = Status::Left;
        }
        self.total -= stack;
        out.push(Event::Left { seat, stack });
        self.entry_may_be_over(out);
        Ok(())
    }

    /// Who could take their chips and go now.
    pub fn may_part(&self) -> SeatSet {
        if self.phase == Phase::Over {
            return SeatSet::EMPTY;
        }
        self.seats().filter(|&seat| !self.places[seat].gone && !self.contends(seat)).collect()
    }

    /// The person who sits on this chair now.
    pub fn on_chair(&self, chair: Seat) -> Option<Seat> {
        self.seats().find(|&seat| self.places[seat].chair == chair && !self.places[seat].gone)
    }

    /// Where this person sits, or sat.
    pub fn chair(&self, seat: Seat) -> Option<Seat> {
        self.place(seat).map(|place| place.chair)
    }
}

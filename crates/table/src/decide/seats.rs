//! Taking a seat, bringing chips, pausing, leaving.

use super::Draft;
use crate::seating::{ChairOf, RefusedBy, Seating};
use crate::{Departed, Entry, Funding, LeftWhy, Player, Refused, Wish};
use kozyr_card_game::{Game, Joining, Move, Seat};
use kozyr_chips::Chips;
use kozyr_time::PlayerId;

impl<S: Seating> Draft<S> {
    pub(super) fn sit(
        &mut self,
        player: &Player,
        seat: Seat,
        chips: Chips,
        wait: bool,
        before: Option<&Departed<S::Standing>>,
    ) -> Result<(), RefusedBy<S>> {
        self.no_tournament()?;
        let before = before.filter(|departed| self.table.remembers(departed, self.at));
        let (least, most) = self.table.buy_in(before, self.at);
        self.free(player.id, seat)?;
        if !(least..=most).contains(&chips) {
            return Err(Refused::BuyIn { least, most });
        }
        let wish = if wait { Wish::Wait } else { Wish::Play };
        self.seat(player, seat, chips, wish, before.map(|departed| &departed.standing));
        Ok(())
    }

    /// The tournament seats somebody.
    pub(super) fn place(&mut self, player: &Player, seat: Seat, chips: Chips) -> Result<(), RefusedBy<S>> {
        self.tournament()?;
        self.free(player.id, seat)?;
        let most = Chips::MAX - self.table.held;
        if chips.is_negative() || chips > most {
            return Err(Refused::BuyIn { least: Chips::ZERO, most });
        }
        self.seat(player, seat, chips, Wish::Play, None);
        Ok(())
    }

    /// The tournament gives somebody more chips, between hands or while they have no part in one.
    pub(super) fn give(&mut self, player: PlayerId, chips: Chips) -> Result<(), RefusedBy<S>> {
        self.tournament()?;
        let seat = self.seat_of(player)?;
        if self.plays(seat) {
            return Err(Refused::NotNow);
        }
        let most = Chips::MAX - self.table.held;
        if !chips.is_positive() || chips > most {
            return Err(Refused::BuyIn { least: Chips::new(1), most });
        }
        self.push(Entry::AddedChips { seat, chips });
        Ok(())
    }

    /// Where a tournament seats people, only it gives seats and chips.
    fn tournament(&self) -> Result<(), RefusedBy<S>> {
        if self.table.settings.is_tournament() { Ok(()) } else { Err(Refused::TournamentSeats) }
    }

    /// Nobody comes, pauses or goes by themselves where a tournament seats people.
    fn no_tournament(&self) -> Result<(), RefusedBy<S>> {
        if self.table.settings.is_tournament() { Err(Refused::TournamentSeats) } else { Ok(()) }
    }

    fn free(&self, player: PlayerId, seat: Seat) -> Result<(), RefusedBy<S>> {
        if let Some(seat) = self.table.seat_of(player) {
            return Err(Refused::SeatedAlready(seat));
        }
        self.is_free(seat)
    }

    fn is_free(&self, seat: Seat) -> Result<(), RefusedBy<S>> {
        // A smaller table that waits for the hand to end has no room for newcomers beyond it.
        let seats = self.table.changing.as_ref().map_or(u8::MAX, |(settings, _)| settings.seats);
        let seats = seats.min(self.table.settings.seats);
        if seat.index() >= seats.into() {
            return Err(Refused::NoSuchSeat(seats));
        }
        if self.table.is_free(seat) { Ok(()) } else { Err(Refused::SeatTaken) }
    }

    fn seat(&mut self, player: &Player, seat: Seat, chips: Chips, wish: Wish, before: Option<&S::Standing>) {
        let standing = self.table.seating.welcome(&self.table.house, before);
        self.push(Entry::Sat { seat, player: player.clone(), chips, wish, standing });
        if self.may_join(seat) {
            self.push(Entry::Joined(seat));
        }
    }

    /// May whoever just sat down take part in the running deal? A person takes part in a deal once: who has left it, or
    /// was timed out of it, does not come back into it on another chair.
    fn may_join(&self, seat: Seat) -> bool {
        let (Some(deal), Some(chair)) = (&self.table.hand, self.table.chair(seat)) else { return false };
        let part = deal.people.iter().any(|person| person.player == chair.player.id);
        if deal.over || part || !S::joins(&deal.state) {
            return false;
        }
        let Some(game_seat) = self.table.free_game_seat(seat) else { return false };
        let joining = Joining { seat: game_seat, chair: seat, stack: chair.stack };
        S::Game::play(&mut deal.state.clone(), &Move::Join(joining), &mut Vec::new()).is_ok()
    }

    /// At once between hands; somebody in a hand has what they ask for when it is over.
    pub(super) fn add_chips(&mut self, player: PlayerId, chips: Chips) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        if self.table.settings.funding != Funding::Stack {
            return Err(Refused::TournamentSeats);
        }
        let stack = self.table.stack(seat);
        let settings = &self.table.settings;
        let most = (settings.most_buy_in - stack).max(Chips::ZERO);
        let least = (settings.least_buy_in - stack).max(Chips::new(1)).min(most);
        if !chips.is_positive() || !(least..=most).contains(&chips) {
            return Err(Refused::BuyIn { least, most });
        }
        if self.plays(seat) {
            if self.table.chair(seat).is_some_and(|chair| chair.top_up == chips) {
                return Err(Refused::AlreadySo);
            }
            self.push(Entry::TopUpAsked { seat, chips });
        } else {
            self.bring(seat, chips);
        }
        Ok(())
    }

    /// Chips come from the wallet to the seat; whoever lacked them plays again.
    pub(super) fn bring(&mut self, seat: Seat, chips: Chips) {
        self.push(Entry::AddedChips { seat, chips });
        let stays = |chair: &ChairOf<S>| chair.lacks_chips() && chair.stack >= chair.needs;
        if self.table.chair(seat).is_some_and(stays) {
            self.push(Entry::SatIn(seat));
        }
    }

    /// The wallet is empty: nothing is asked of it again until its owner asks.
    pub(super) fn cannot_pay(&mut self, player: PlayerId) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        self.push(Entry::CouldNotPay(seat));
        Ok(())
    }

    pub(super) fn sit_out(&mut self, player: PlayerId) -> Result<(), RefusedBy<S>> {
        self.no_tournament()?;
        let seat = self.seat_of(player)?;
        match self.wish(seat) {
            Wish::Play | Wish::Wait => self.push(Entry::SatOut(seat)),
            Wish::Pause | Wish::Leave => return Err(Refused::AlreadySo),
        }
        Ok(())
    }

    /// Back from a pause, or from wanting to leave; whom the table shows out has to bring the chips first.
    pub(super) fn sit_in(&mut self, player: PlayerId, wish: Wish) -> Result<(), RefusedBy<S>> {
        self.no_tournament()?;
        let seat = self.seat_of(player)?;
        if self.wish(seat) == wish {
            return Err(Refused::AlreadySo);
        }
        if let Some(chair) = self.table.chair(seat).filter(|chair| chair.stack < chair.needs) {
            return Err(Refused::TooFewChips(chair.needs));
        }
        let leaving = self.table.chair(seat).filter(|chair| chair.wish == Wish::Leave);
        if leaving.is_some_and(|chair| chair.leaving == LeftWhy::Removed) {
            return Err(Refused::NotNow);
        }
        self.push(if wish == Wish::Wait { Entry::Waits(seat) } else { Entry::SatIn(seat) });
        Ok(())
    }

    pub(super) fn leave(&mut self, player: PlayerId) -> Result<(), RefusedBy<S>> {
        self.no_tournament()?;
        let seat = self.seat_of(player)?;
        if self.plays(seat) && self.wish(seat) == Wish::Leave {
            return Err(Refused::AlreadySo);
        }
        self.send_off(seat, LeftWhy::Wish);
        Ok(())
    }

    pub(super) fn remove(&mut self, player: PlayerId) -> Result<(), RefusedBy<S>> {
        let seat = self.seat_of(player)?;
        self.send_off(seat, LeftWhy::Removed);
        Ok(())
    }

    /// At once, or as soon as the game lets them; the seat is kept for them until then.
    pub(super) fn move_to(&mut self, player: PlayerId, to: Seat) -> Result<(), RefusedBy<S>> {
        self.no_tournament()?;
        let seat = self.seat_of(player)?;
        let moves_to = self.table.chair(seat).and_then(|chair| chair.moves_to);
        if moves_to.unwrap_or(seat) == to {
            return Err(Refused::AlreadySo);
        }
        if seat == to {
            // They were to move and stay after all.
            self.push(Entry::Moving { seat, to });
            return Ok(());
        }
        self.is_free(to)?;
        match self.plays(seat) || !self.table.seating.may_change_seats() {
            true => self.push(Entry::Moving { seat, to }),
            false => self.change_seats(seat, to),
        }
        Ok(())
    }

    /// Moves to the seat that was kept for them. Nobody escapes what they owe by it: they stand as somebody who got up and came
    /// back at once.
    pub(super) fn change_seats(&mut self, seat: Seat, to: Seat) {
        let Some(chair) = self.table.chair(seat) else { return };
        let standing = self.table.seating.welcome(&self.table.house, Some(&chair.standing));
        self.push(Entry::Moved { seat, to, standing });
        if self.may_join(to) {
            self.push(Entry::Joined(to));
        }
    }

    /// At once, or as soon as the deal lets them.
    pub(super) fn send_off(&mut self, seat: Seat, why: LeftWhy) {
        self.push(if self.plays(seat) { Entry::Leaving(seat, why) } else { Entry::Left(seat, why) });
    }
}
